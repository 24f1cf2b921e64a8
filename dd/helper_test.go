package dd_test

import (
	"errors"
	"os"
	"testing"

	"github.com/overtrick/overtrick/bridge"
)

// sampled chooses what is searched of a long list: a few in the inner loop, some
// in every run, all with FULL=1.
func sampled(i, short, usual int) bool {
	switch {
	case os.Getenv("FULL") != "":
		return true
	case testing.Short():
		return i%short == 0
	}
	return i%usual == 0
}

func deal(t testing.TB, s string) bridge.Deal {
	t.Helper()
	d, err := bridge.ParseDeal(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// key is the key of a refusal, the text of any other error.
func key(err error) string {
	var e *bridge.Error
	switch {
	case errors.As(err, &e):
		return e.Key
	case err != nil:
		return err.Error()
	}
	return ""
}
