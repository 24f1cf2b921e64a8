package web

import (
	"testing"

	"github.com/overtrick/overtrick/internal/simulate"
)

func TestPagesShow(t *testing.T) {
	r := newRig(t)
	e := r.open(simulate.Options{Seed: 7, Pairs: 10, Boards: 10, Winners: 2, Accidents: simulate.None}, tuesday)
	r.play(e, 3)
	for path, want := range map[string]int{
		"/": 200, "/e/" + e.id: 200, "/e/" + e.id + "/cards/3NS": 200, "/e/" + e.id + "/boards/1": 200, "/e/" + e.id + "/boards/8": 200,
		"/nothing": 404, "/e/nothing": 404, "/e/" + e.id + "/boards/11": 404, "/e/" + e.id + "/cards/9NS": 404,
	} {
		if status, body, _ := r.get(path); status != want {
			t.Errorf("%s: %d, want %d\n%s", path, status, want, body)
		}
	}
}
