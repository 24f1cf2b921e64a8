package journal_test

import (
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/journaltest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestMemory(t *testing.T) {
	journaltest.Run(t, func(t *testing.T, _ string) journal.Journal {
		if strings.HasSuffix(t.Name(), "/Reopen") {
			t.Skip("memory forgets")
		}
		return new(journal.Memory)
	})
}
