package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/sqlstore"
	"github.com/overtrick/overtrick/internal/locale"
)

// doctorCommand looks whether a club's journal is sound, and whether it can stay so.
type doctorCommand struct{ dataFlags }

// health is how a thing is that was looked at.
type health string

const (
	healthy health = "ok"
	worry   health = "warning" // nothing is wrong yet, or nothing that counts
	ill     health = "fault"
)

// diagnosis is one thing that was looked at.
type diagnosis struct {
	Check string `json:"check"`
	State health `json:"state"`
	Text  string `json:"text"` // in the reader's language
}

// doctorJSON is the answer of doctor.
type doctorJSON struct {
	Journal  string        `json:"journal"`
	Sound    bool          `json:"sound"` // there is no fault
	Checks   []diagnosis   `json:"checks"`
	Warnings []warningJSON `json:"warnings"`
}

// doctor looks at a journal.
type doctor struct {
	*terminal

	at   whereabouts
	now  time.Time
	free func(folder string) (int64, error)
	list []diagnosis
}

// Run implements the command.
func (c *doctorCommand) Run(t *terminal) error {
	at, err := c.where()
	if err != nil {
		return err
	}
	d := &doctor{terminal: t, at: at, now: time.Now(), free: freeSpace}
	if err := d.examine(context.Background()); err != nil {
		return err
	}
	return d.report()
}

// report prints what was found; a fault gives the status 1.
func (d *doctor) report() error {
	out := doctorJSON{Journal: d.at.name(), Sound: true, Checks: d.list, Warnings: d.warningList()}
	end := "doctor.sound"
	for _, x := range d.list {
		switch {
		case x.State == ill:
			out.Sound, end = false, "doctor.unsound"
			d.status = statuses[bridge.Conflict]
		case x.State == worry && out.Sound:
			end = "doctor.warned"
		}
	}
	if d.json {
		return d.answer(out)
	}
	d.out.WriteString(d.paint.role(roleBold, d.at.name()) + "\n" + d.rule())
	var rows [][]string
	for _, x := range d.list {
		rows = append(rows, []string{"  " + d.T("doctor.state."+string(x.State)), d.T("doctor.check." + x.Check)})
	}
	for i, term := range columns(rows) {
		line := d.paragraph(term, width(term)+nameGap, d.list[i].Text)
		switch d.list[i].State {
		case worry:
			line = d.paintLines(roleWarn, line)
		case ill:
			line = d.paintLines(roleError, line)
		case healthy:
		}
		d.out.WriteString(line)
	}
	d.out.WriteString(d.rule() + d.wrap([]string{d.T(end)}, "", 0))
	return nil
}

// says notes what was found.
func (d *doctor) says(check string, state health, key string, args ...any) {
	d.list = append(d.list, diagnosis{check, state, locale.Sentence(d.T(key, args...))})
}

// refused notes a refusal as what was found.
func (d *doctor) refused(check string, state health, err error) {
	e, ok := asError(err)
	if !ok {
		e = bridge.Errorf(bridge.Internal, "internal", "%v", err)
	}
	d.list = append(d.list, diagnosis{check, state, d.Error(e)})
}

// examine looks at everything. What cannot be looked at is a fault, not an error: it is
// an error that there is nothing to look at.
func (d *doctor) examine(ctx context.Context) error {
	s, err := d.at.open(ctx, false)
	if d.at.file != "" {
		if _, missing := os.Stat(d.at.file); errors.Is(missing, fs.ErrNotExist) {
			return err
		}
		d.disk()
		d.rights()
		d.server(ctx)
	}
	if err != nil {
		d.refused("file", ill, withoutPlace(err))
		return nil
	}
	err = d.content(ctx, s)
	return firstOf(err, s.Close())
}

func (d *doctor) content(ctx context.Context, s *sqlstore.Store) error {
	switch err := s.CheckFile(ctx); {
	case err != nil:
		d.refused("file", ill, err)
	case d.at.file == "":
		d.says("file", healthy, "doctor.postgres")
	default:
		d.says("file", healthy, "doctor.file")
	}
	d.log(ctx, s)
	d.clock(ctx, s)
	running := club.New(s)
	defer running.Close()
	d.names(ctx, running)
	d.matters(ctx, running)
	d.events(ctx, running)
	return nil
}

// withoutPlace is a refusal without the place, which stands above the table.
func withoutPlace(err error) error {
	e, ok := asError(err)
	if !ok {
		return err
	}
	c := *e
	c.At = ""
	return &c
}

// Where the room on a disk becomes a worry, and where an evening may not go well. An
// evening of a large club is a few megabytes; a backup is as large as the file.
const (
	scarce = 1_000_000_000
	tight  = 100_000_000
)

func (d *doctor) disk() {
	free, err := d.free(filepath.Dir(d.at.file))
	switch {
	case err != nil:
		d.says("disk", worry, "doctor.disk_unknown", err)
	case free < tight:
		d.says("disk", ill, "doctor.disk_full", d.size(free))
	case free < scarce:
		d.says("disk", worry, "doctor.disk_low", d.size(free))
	default:
		d.says("disk", healthy, "doctor.disk", d.size(free))
	}
}

// rights: names and hashes of passwords are in the file.
func (d *doctor) rights() {
	info, err := os.Stat(d.at.file)
	switch mode := info.Mode().Perm(); {
	case err != nil || runtime.GOOS == "windows": // where the mode says nothing
	case mode&0o200 == 0:
		d.says("rights", ill, "doctor.rights_none", mode.String())
	case mode&0o077 != 0:
		d.says("rights", worry, "doctor.rights_wide", mode.String())
	default:
		d.says("rights", healthy, "doctor.rights", mode.String())
	}
}

func (d *doctor) server(ctx context.Context) {
	switch runs, err := sqlstore.InUse(ctx, d.at.file); {
	case err != nil:
		d.refused("server", worry, withoutPlace(err))
	case runs:
		d.says("server", healthy, "doctor.server")
	default:
		d.says("server", healthy, "doctor.no_server")
	}
}

// log looks at positions and hashes.
func (d *doctor) log(ctx context.Context, s journal.Store) {
	findings, err := journal.Verify(ctx, s)
	for _, f := range findings {
		d.refused("log", ill, f.Err)
	}
	if err != nil {
		d.refused("log", ill, err)
	}
	if err != nil || len(findings) > 0 {
		return
	}
	streams, err := s.Streams(ctx, "")
	if err != nil {
		d.refused("log", ill, err)
		return
	}
	entries := 0
	for _, x := range streams {
		entries += int(x.Last)
	}
	d.list = append(d.list, diagnosis{"log", healthy, d.N("doctor.log", entries)})
}

// drift is how much the clocks of several servers may differ.
const drift = time.Minute

// clock: what is written next must not be older than what is there. Positions give
// the order, so nothing breaks, but times that people read would be wrong.
func (d *doctor) clock(ctx context.Context, s journal.Store) {
	streams, err := s.Streams(ctx, "")
	if err != nil {
		d.refused("clock", ill, err)
		return
	}
	var last time.Time
	for _, x := range streams {
		for e, err := range s.Read(ctx, x.Name, x.Last-1) {
			if err != nil {
				d.refused("clock", ill, err)
				return
			}
			if e.At.After(last) {
				last = e.At
			}
		}
	}
	when := func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") }
	switch {
	case last.IsZero():
		d.says("clock", healthy, "doctor.clock_first", when(d.now))
	case d.now.Before(last.Add(-drift)):
		d.says("clock", ill, "doctor.clock_back", when(d.now), when(last))
	default:
		d.says("clock", healthy, "doctor.clock", when(d.now), when(last))
	}
}

func (d *doctor) names(ctx context.Context, running *club.Club) {
	n := 0
	for _, err := range running.Names().All(ctx) {
		if err != nil {
			d.refused("names", ill, err)
			return
		}
		n++
	}
	d.list = append(d.list, diagnosis{"names", healthy, d.N("doctor.names", n)})
}

// matters: what was done about users and persons must be readable.
func (d *doctor) matters(ctx context.Context, running *club.Club) {
	n, sound := 0, true
	for _, err := range running.Matters(ctx) {
		if err != nil {
			d.refused("club", ill, err)
			sound = false
		}
		n++
	}
	if sound {
		d.list = append(d.list, diagnosis{"club", healthy, d.N("doctor.club", n)})
	}
}

// events: each must fold without a rest, and its standings must come out.
func (d *doctor) events(ctx context.Context, running *club.Club) {
	list, err := running.Events(ctx)
	if err != nil {
		d.refused("events", ill, err)
		return
	}
	folded, ranked, unranked := 0, 0, 0
	for _, x := range list {
		name := d.eventTitle(x.Opened) + " (" + locale.Clean(x.ID) + ")"
		err := running.Look(ctx, x.ID, func(e *club.Evening) error {
			for _, w := range e.Warnings {
				d.refused("events", ill, bridge.At(name, w.Err))
			}
			if len(e.Warnings) == 0 {
				folded++
			}
			if e.Event().Pack() == nil {
				return nil
			}
			_, err := e.Event().Standings()
			switch bridge.CodeOf(err) {
			case "", bridge.NotFound: // nothing was played yet
				ranked++
			case bridge.Unsupported:
				unranked++
				d.refused("standings", worry, bridge.At(name, err))
			default:
				unranked++
				d.refused("standings", ill, bridge.At(name, err))
			}
			return nil
		})
		if err != nil {
			d.refused("events", ill, bridge.At(name, err))
		}
	}
	if folded == len(list) {
		d.list = append(d.list, diagnosis{"events", healthy, d.N("doctor.events", folded)})
	}
	if unranked == 0 {
		d.list = append(d.list, diagnosis{"standings", healthy, d.N("doctor.standings", ranked)})
	}
}
