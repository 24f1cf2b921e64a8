package regulation_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/regulation"
)

// valueOf finds a setting in the list of a pack.
func valueOf(t *testing.T, p *regulation.Pack, name string) regulation.Value {
	t.Helper()
	list := p.Values()
	i := slices.IndexFunc(list, func(v regulation.Value) bool { return v.Setting.Name == name })
	if i < 0 {
		t.Fatalf("%s: %s is not listed", p.Name, name)
	}
	return list[i]
}

// TestValues: a pack that writes down every value of another one, as the list of
// those says them, has the same rules.
func TestValues(t *testing.T) {
	for _, name := range regulation.Names() {
		p, err := regulation.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		list := p.Values()
		for _, v := range list {
			if v.Value == "" || v.Setting.Allowed == "" || v.Setting.Meaning == "" {
				t.Errorf("%s: %s is %q, allowed %q, meaning %q", name, v.Setting.Name, v.Value, v.Setting.Allowed, v.Setting.Meaning)
			}
			if v.Pack == "" != (strings.HasPrefix(v.Setting.Name, "score.") && v.Setting.Name != "score.edition") {
				t.Errorf("%s: %s comes from %q", name, v.Setting.Name, v.Pack)
			}
			text.WriteString(v.Setting.Name + " = " + v.Value + "\n")
		}
		again, err := regulation.Read(strings.NewReader(text.String()), "again")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if again.Matchpoints != p.Matchpoints || again.Butler != p.Butler || again.CrossIMPs != p.CrossIMPs || again.Artificial != p.Artificial ||
			again.Total != p.Total || !reflect.DeepEqual(again.Rank, p.Rank) || again.Home != p.Home || again.PrintHalf != p.PrintHalf {
			t.Errorf("%s: the values that are listed are not those of the pack", name)
		}
		for i, v := range again.Values() {
			if v.Value != list[i].Value || v.Inherited(again) {
				t.Errorf("%s: %s is %q from %q, want %q", name, v.Setting.Name, v.Value, v.Pack, list[i].Value)
			}
		}
	}
}

// TestValueComesFrom: each value names the pack that sets it, or none where the
// code of laws does; what is not known is empty.
func TestValueComesFrom(t *testing.T) {
	p, err := regulation.Read(strings.NewReader("extends = ebu\nmp.bye = 55   # ours\nscore.game = 400"), "riverside")
	if err != nil {
		t.Fatal(err)
	}
	old, err := regulation.Read(strings.NewReader("score.edition = 1935"), "old")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		pack              *regulation.Pack
		name, value, from string
		note              string
		inherited         bool
	}{
		{p, "mp.bye", "55", "riverside", "ours", false},
		{p, "mp.small_groups", "ebu", "ebu", "White Book 4.2.3.3, second hand", true},
		{p, "art.plus", "60", "wbf", "Law 12C2(a), published", true},
		{p, "score.game", "400", "riverside", "", false},
		{p, "score.slam.small", "500 750", "", "", true},
		{p, "score.notrump", "40 30", "", "", true},
		{p, "score.part_score", "50", "", "", true},
		{old, "score.edition", "1935", "old", "", false},
		{old, "score.game", "", "", "", true},
		{old, "score.minor", "20", "", "", true},
	} {
		v := valueOf(t, c.pack, c.name)
		if v.Value != c.value || v.Pack != c.from || v.Note != c.note || v.Inherited(c.pack) != c.inherited {
			t.Errorf("%s: %s is %+v, inherited %v", c.pack.Name, c.name, v.Source, v.Inherited(c.pack))
		}
	}
}

// TestSources: who a pack is it does not inherit.
func TestSources(t *testing.T) {
	p, err := regulation.Read(strings.NewReader("extends = pary"), "riverside")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"name", "title", "version", "producers"} {
		if s, ok := p.Source(name); ok {
			t.Errorf("%s is inherited: %+v", name, s)
		}
	}
}

// TestAllowed: a closed list of words and the bounds of a number are there as
// such, and each word is one that the setting takes.
func TestAllowed(t *testing.T) {
	for _, s := range regulation.Settings() {
		for _, w := range s.Words {
			if _, err := regulation.Read(strings.NewReader(s.Name+" = "+w), "test"); err != nil {
				t.Errorf("%s = %s: %v", s.Name, w, err)
			}
			if !strings.Contains(s.Allowed, w) {
				t.Errorf("%s: %q does not name %s", s.Name, s.Allowed, w)
			}
		}
		if s.High > 0 && !strings.HasSuffix(s.Allowed, fmt.Sprintf("number from %d to %d", s.Low, s.High)) {
			t.Errorf("%s: %q, but from %d to %d", s.Name, s.Allowed, s.Low, s.High)
		}
	}
}
