package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/overtrick/overtrick/internal/browser"
)

// rig is what the browser and the halls need of a test, where no test runs.
type rig struct {
	ctx     context.Context //nolint:containedctx // as that of a test
	log     io.Writer
	cleanup []func()
}

// failed is what stops a measurement.
type failed struct{ why string }

// Helper implements [browser.T].
func (*rig) Helper() {}

// Fatalf implements [browser.T].
func (*rig) Fatalf(format string, args ...any) { panic(failed{fmt.Sprintf(format, args...)}) }

// Logf implements [browser.T].
func (r *rig) Logf(format string, args ...any) { fmt.Fprintf(r.log, format+"\n", args...) }

// Cleanup implements [browser.T].
func (r *rig) Cleanup(f func()) { r.cleanup = append(r.cleanup, f) }

// Context implements [browser.T].
func (r *rig) Context() context.Context { return r.ctx }

// with runs something with a rig of its own, and puts away what it has used.
func with(ctx context.Context, log io.Writer, f func(browser.T)) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	r := &rig{ctx: ctx, log: log}
	defer func() {
		x := recover()
		cancel()
		for _, f := range slices.Backward(r.cleanup) {
			f()
		}
		switch x := x.(type) {
		case nil:
		case failed:
			err = fmt.Errorf("%s", x.why)
		default:
			panic(x)
		}
	}()
	f(r)
	return nil
}
