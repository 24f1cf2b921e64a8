package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/locale"
)

// journalCommand looks at the events of a club, and carries them from one journal to
// another.
type journalCommand struct {
	What string `arg:""` // list, rank, export or import
	Name string `arg:"" optional:""`
	dataFlags

	Out   string
	Force bool
}

// Run implements the command.
func (c *journalCommand) Run(t *terminal) error {
	actions := []struct {
		name   string
		run    func(context.Context, *terminal, *club.Club) error
		writes bool
	}{
		{"list", c.list, false},
		{"rank", c.rank, false},
		{"export", c.export, false},
		{"import", c.load, true},
	}
	what := plain(c.What)
	var names []string
	for _, a := range actions {
		names = append(names, a.name)
		if a.name != what {
			continue
		}
		if err := c.fits(what); err != nil {
			return err
		}
		return c.on(t, a.writes, a.run)
	}
	return bridge.Errorf(Usage, "usage.journal", "journal %q: want one of %s", what, strings.Join(names, ", "))
}

// on opens the journal, does something with it, and closes it.
func (c *journalCommand) on(t *terminal, write bool, do func(context.Context, *terminal, *club.Club) error) (err error) {
	at, err := c.where()
	if err != nil {
		return err
	}
	ctx := context.Background()
	s, err := at.open(ctx, write)
	if err != nil {
		return err
	}
	running := club.New(s)
	defer func() {
		running.Close()
		err = firstOf(err, s.Close())
	}()
	return do(ctx, t, running)
}

// fits refuses what an action has no use for.
func (c *journalCommand) fits(what string) error {
	switch {
	case what == "import" && c.Name == "":
		return bridge.Errorf(Usage, "usage.missing", "%s: an argument is missing", "journal "+what)
	case what == "list" && c.Name != "":
		return bridge.Errorf(Usage, "usage.argument", "one argument too many: %s", plain(c.Name))
	case what != "export" && c.Out != "":
		return bridge.Errorf(Usage, "usage.flag", "unknown option %s", "--out")
	}
	return nil
}

// listedJSON is an event of the club.
type listedJSON struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Date    string `json:"date,omitempty"`
	Entries int64  `json:"entries"`
}

func (c *journalCommand) list(ctx context.Context, t *terminal, running *club.Club) error {
	events, err := running.Events(ctx)
	if err != nil {
		return err
	}
	list := []listedJSON{}
	for _, e := range events {
		list = append(list, listedJSON{e.ID, e.Opened.Title, e.Opened.Date, e.Last})
	}
	if t.json {
		return t.answer(struct {
			Events   []listedJSON  `json:"events"`
			Warnings []warningJSON `json:"warnings"`
		}{list, t.warningList()})
	}
	if len(list) == 0 {
		t.out.WriteString(t.T("journal.empty") + "\n")
		return nil
	}
	for i, e := range list {
		if i > 0 {
			t.out.WriteString("\n")
		}
		t.out.WriteString(t.paint.role(roleBold, locale.Clean(e.ID)) + "\n")
		about := []string{t.eventTitle(events[i].Opened)}
		if e.Date != "" {
			about = append(about, t.Date(e.Date))
		}
		narrow := *t
		narrow.columns -= 2
		for line := range strings.Lines(narrow.wrap(append(about, t.N("count.entries", int(e.Entries))), ", ", 0)) {
			t.out.WriteString("  " + line)
		}
	}
	return nil
}

// eventTitle is the title of an event, or what it is.
func (t *terminal) eventTitle(o event.Opened) string {
	switch {
	case o.Title != "":
		return locale.Clean(o.Title)
	case o.Kind != "":
		return t.T("rank.untitled." + string(o.Kind))
	}
	return t.T("journal.untitled")
}

// chosen is the event that is meant: by its id or its title, or the only one.
func (c *journalCommand) chosen(ctx context.Context, t *terminal, running *club.Club) (club.Listed, error) {
	events, err := running.Events(ctx)
	if err != nil {
		return club.Listed{}, err
	}
	name := plain(c.Name)
	var found []club.Listed
	for _, e := range events {
		if e.ID == name {
			return e, nil
		}
		if name == "" || strings.EqualFold(e.Opened.Title, name) {
			found = append(found, e)
		}
	}
	var refused *bridge.Error
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(events) == 0:
		refused = bridge.Errorf(bridge.NotFound, "journal.no_events", "there is no event in this journal")
		return club.Listed{}, refused
	case len(found) == 0:
		refused = bridge.Errorf(bridge.NotFound, "club.no_event", "there is no event %q", name)
	case name == "":
		refused = bridge.Errorf(Usage, "usage.journal_event", "there are several events: say which")
	default:
		refused = bridge.Errorf(Usage, "usage.journal_title", "several events are called %q: want the id of one", name)
	}
	return club.Listed{}, &refusal{err: refused, hint: t.T("hint.try", "journal list")}
}

// rank prints the standings of an event, as they are now.
func (c *journalCommand) rank(ctx context.Context, t *terminal, running *club.Club) error {
	which, err := c.chosen(ctx, t, running)
	if err != nil {
		return err
	}
	r := &reckoned{name: which.ID, Record: &event.Record{People: event.People{}}}
	for n, err := range running.Names().All(ctx) {
		if err != nil {
			return err
		}
		r.People[n.ID] = n.Person
	}
	err = running.Look(ctx, which.ID, func(e *club.Evening) (err error) {
		for _, w := range e.Warnings {
			t.warn(which.ID, []event.Warning{{Err: w.Err}}, nil)
		}
		r.pack = e.Event().Pack()
		r.standings, err = e.Event().Standings()
		return err
	})
	if err != nil {
		return bridge.At(locale.Clean(which.ID), err)
	}
	if t.json {
		return t.answer(t.rankingJSON(r, r.standings.Lists))
	}
	t.ranking(r, r.standings.Lists)
	return nil
}

// clubLog is what the club's own log is called, where no event is.
const clubLog = "club"

// export writes an event, whole, or the club's own log, as lines of JSON.
func (c *journalCommand) export(ctx context.Context, t *terminal, running *club.Club) error {
	which, err := c.chosen(ctx, t, running)
	write := func(w io.Writer) error { return running.Export(ctx, which.ID, w) }
	switch {
	case err != nil && bridge.CodeOf(err) == bridge.NotFound && plain(c.Name) == clubLog:
		write = func(w io.Writer) error { return running.ExportClub(ctx, w) }
	case err != nil:
		return err
	}
	out := plain(c.Out)
	if out == "" || out == "-" {
		return write(&t.out)
	}
	var data bytes.Buffer
	if err := write(&data); err != nil {
		return err
	}
	if err := savePrivate(out, data.Bytes(), c.Force); err != nil {
		return err
	}
	return t.saved([]string{locale.Clean(out)})
}

// savePrivate writes a file that its owner alone may read, because there are names in
// it: in one step, whole.
func savePrivate(path string, data []byte, force bool) error {
	if exists(path) && !force {
		return bridge.At(locale.Clean(path), bridge.Errorf(bridge.Conflict, "file.exists", "there is such a file already: want another name, or --force"))
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return unsaved(path, err)
	}
	_, err = tmp.Write(data)
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		_ = os.Remove(tmp.Name()) // what is left of the attempt
		return unsaved(path, err)
	}
	return nil
}

// importedJSON says what came with a file.
type importedJSON struct {
	Event    string        `json:"event"`
	Entries  int           `json:"entries"`
	Names    int           `json:"names"` // that are new here
	Kept     int           `json:"kept"`  // that were here, and stay as they are
	Warnings []warningJSON `json:"warnings"`
}

// load reads an event that export wrote.
func (c *journalCommand) load(ctx context.Context, t *terminal, running *club.Club) error {
	in, name, err := t.open(plain(c.Name))
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // it was read only
	got, err := running.Import(ctx, in)
	if err != nil {
		return at(name, err)
	}
	if t.json {
		return t.answer(importedJSON{got.Event, got.Entries, got.Names, got.Kept, t.warningList()})
	}
	parts := []string{t.T("journal.imported", got.Event), t.N("count.entries", got.Entries), t.N("journal.new_names", got.Names)}
	if got.Kept > 0 {
		parts = append(parts, t.N("journal.kept_names", got.Kept))
	}
	t.out.WriteString(t.wrap(parts, ", ", 0))
	return nil
}
