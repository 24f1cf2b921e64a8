package journal_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/journaltest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestMemory(t *testing.T) {
	journaltest.Run(t, func(*testing.T, string) journal.Journal { return new(journal.Memory) }, "Reopen")
}
