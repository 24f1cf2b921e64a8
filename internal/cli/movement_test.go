package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// proposed is a movement of a list of proposals.
type proposed struct {
	Family  string  `json:"family"`
	Tables  int     `json:"tables"`
	Rounds  int     `json:"rounds"`
	Boards  int     `json:"boards"`
	Balance float64 `json:"balance"`
	Reason  string  `json:"reason"`
	Grid    any     `json:"grid"`
}

// TestProposalsAreShown: the command beside each proposal shows the movement that is
// proposed, cell by cell.
func TestProposalsAreShown(t *testing.T) {
	asked := 0
	for _, pairs := range []int{7, 8, 13, 14, 19, 27} {
		ask := []string{"movement", "recommend", "--pairs", fmt.Sprint(pairs), "--boards", "24", "--all"}
		answer := run(append(ask, "--json")...)
		var list []proposed
		if err := json.Unmarshal([]byte(answer.stdout), &list); err != nil {
			t.Fatalf("%v: %v %s", ask, err, answer.stderr)
		}
		page := strings.ReplaceAll(run(ask...).stdout, "\n     ", " ") // a line goes on there
		var commands []string
		for line := range strings.Lines(page) {
			if command, ok := strings.CutPrefix(strings.TrimSpace(line), "overtrick "); ok {
				commands = append(commands, command)
			}
		}
		if len(commands) != len(list) {
			t.Fatalf("%d pairs: %d commands for %d proposals", pairs, len(commands), len(list))
		}
		for i, p := range list {
			answer := run(append(strings.Fields(commands[i]), "--json")...)
			var shown proposed
			if json.Unmarshal([]byte(answer.stdout), &shown) != nil {
				t.Errorf("%s: %s", commands[i], answer.stderr)
				continue
			}
			want, _ := json.Marshal(p.Grid)
			if got, _ := json.Marshal(shown.Grid); !bytes.Equal(got, want) {
				t.Errorf("%s shows another movement than %s, %d rounds", commands[i], p.Family, p.Rounds)
			}
			asked++
		}
	}
	if asked < 50 {
		t.Errorf("%d proposals were looked at, want 50 at least", asked)
	}
}
