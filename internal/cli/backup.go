package cli

import (
	"context"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/journal/sqlstore"
	"github.com/overtrick/overtrick/internal/locale"
)

// backupCommand writes the journal as it is now into a new file, while a server runs.
type backupCommand struct {
	dataFlags

	Out string
}

// restoreCommand puts a backup in the place of a journal.
type restoreCommand struct {
	Backup string `arg:""`
	Data   string
	Force  bool
}

// copyJSON is a journal that was written whole: a backup, or what came of one.
type copyJSON struct {
	File string `json:"file"`
	holdings

	Before   string        `json:"before,omitempty"` // where restore keeps what was there
	Warnings []warningJSON `json:"warnings"`
}

// Run implements the command.
func (c *backupCommand) Run(t *terminal) (err error) {
	out := plain(c.Out)
	if out == "" {
		return t.misused(arguments{words: []string{"backup"}}, bridge.Errorf(Usage, "usage.out", "where to? want -o and the name of a file"))
	}
	at, err := c.where()
	if err != nil {
		return err
	}
	if at.file == "" {
		return bridge.Errorf(bridge.Unsupported, "journal.backup", "a database of PostgreSQL is saved with its own means, for example pg_dump")
	}
	ctx := context.Background()
	s, err := at.open(ctx, false)
	if err != nil {
		return err
	}
	defer func() { err = firstOf(err, s.Close()) }()
	if err := s.Backup(ctx, out); err != nil {
		return err
	}
	h, err := holdingsIn(ctx, out)
	if err != nil {
		return err
	}
	return t.copied(copyJSON{File: locale.Clean(out), holdings: h})
}

// Run implements the command.
func (c *restoreCommand) Run(t *terminal) error {
	at, err := dataFlags{Data: c.Data}.where()
	if err != nil {
		return err
	}
	if at.file == "" {
		return bridge.Errorf(bridge.Unsupported, "journal.restore", "a database of PostgreSQL is restored with its own means, for example pg_restore")
	}
	if err := at.makeFolder(); err != nil {
		return err
	}
	ctx := context.Background()
	before, err := sqlstore.Restore(ctx, plain(c.Backup), at.file, c.Force)
	if e, ok := asError(err); ok && e.Key == "journal.restore_there" {
		return &refusal{err: e, hint: t.T("hint.restore_force")}
	}
	if err != nil {
		return err
	}
	h, err := holdingsIn(ctx, at.file)
	if err != nil {
		return err
	}
	return t.copied(copyJSON{File: at.name(), holdings: h, Before: locale.Clean(before)})
}

// copied says what was written.
func (t *terminal) copied(c copyJSON) error {
	if c.Warnings = t.warningList(); t.json {
		return t.answer(c)
	}
	t.out.WriteString(t.T("output.written", c.File) + "\n")
	t.out.WriteString(t.wrap(append(t.held(c.holdings), t.T("copy.checked")), ", ", 0))
	if c.Before != "" {
		t.out.WriteString(t.wrap([]string{t.T("copy.before", c.Before)}, "", 0))
	}
	return nil
}
