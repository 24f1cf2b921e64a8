package cli

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/padtext"
	"github.com/overtrick/overtrick/format/pbn"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/pad"
)

// keepsPBN reports whether a file is PBN. Such a file is read and never written
// on: its lines are not those of a home table.
func keepsPBN(path string) bool {
	data, err := os.ReadFile(path) // #nosec G304 -- the user names it
	return err == nil && saysPBN.MatchString(sample(data))
}

// readPadPBN reads the rubbers or Chicagos of a PBN file as the text of a home
// table that says the same.
func (t *terminal) readPadPBN(name string, data []byte, given []padtext.Setting) (*padtext.File, error) {
	file, err := pbn.ReadCharset(bytes.NewReader(data), "")
	if err != nil {
		return nil, at(name, err)
	}
	homes, warnings := file.Home()
	t.warn(name, slices.Concat(file.Warnings, warnings), nil)
	if len(homes) == 0 {
		return nil, bridge.At(name, bridge.Errorf(bridge.Unsupported, "pad.pbn_none", "no deal of a rubber or a Chicago is in this PBN file: want [Scoring \"Rubber\"] or [Scoring \"Chicago\"]"))
	}
	for i, h := range homes {
		if h.Rules.Form != homes[0].Rules.Form {
			return nil, bridge.At(name, bridge.Errorf(bridge.Unsupported, "pad.pbn_forms", "number %d is of the form %s, those before are of the form %s: want one form in a file", i+1, h.Rules.Form, homes[0].Rules.Form))
		}
	}
	f, err := padOf(homes, seatingNames(homes), given)
	if err != nil {
		f, err = padOf(homes, nil, given) // names that change chairs as no rotation does
	}
	return f, at(name, err)
}

// padOf is the text of a home table with these rubbers. With names there is a
// list of four for each: North and South, East and West.
func padOf(homes []pbn.Home, names [][]string, given []padtext.Setting) (*padtext.File, error) {
	settings := slices.Clone(given)
	add := func(name, value string) error {
		for _, s := range settings {
			if s.Name == name && s.Value != value && name != "dealer" {
				return bridge.Errorf(bridge.Conflict, "padtext.contradicts", "%s is %s here, but %s was asked for", name, value, s.Value)
			} else if s.Name == name {
				return nil
			}
		}
		settings = append(settings, padtext.Setting{Name: name, Value: value})
		return nil
	}
	rules, usual := homes[0].Rules, pad.NewRules(homes[0].Rules.Form)
	for _, h := range homes {
		rules.Honours = rules.Honours || h.Rules.Honours
		rules.Deals = max(rules.Deals, h.Rules.Deals)
	}
	for _, s := range []struct {
		says        bool
		name, value string
	}{
		{true, "form", string(rules.Form)},
		{rules.Dealer != usual.Dealer, "dealer", rules.Dealer.String()},
		{rules.Schedule != usual.Schedule, "schedule", string(rules.Schedule)},
		{rules.Deals != usual.Deals, "deals", strconv.Itoa(rules.Deals)},
		{rules.Redeal != usual.Redeal, "redeal", "no"},
		{rules.Honours != usual.Honours, "pad.honours", "count"},
	} {
		if !s.says {
			continue
		}
		if err := add(s.name, s.value); err != nil {
			return nil, err
		}
	}
	f, err := padtext.New()
	for _, s := range settings {
		if err == nil {
			_, err = f.Add(padtext.Line{Says: s})
		}
	}
	if len(names) > 0 && err == nil {
		_, err = f.Add(padtext.Line{Says: padtext.Players(everybody(names))})
	}
	for i, h := range homes {
		if err != nil {
			return nil, err
		}
		if i > 0 {
			err = nextRubber(f, names, i)
		}
		for _, d := range h.Deals {
			if err == nil {
				_, err = f.Add(padtext.Line{Says: padtext.Act{Act: pad.Dealt{Deal: d}}})
			}
		}
	}
	return f, err
}

// nextRubber begins rubber i, counted from 0; one that was broken off is settled.
func nextRubber(f *padtext.File, names [][]string, i int) error {
	if !f.Evening.Table().Pad().Finished {
		if _, err := f.Add(padtext.Line{Says: padtext.Act{Act: pad.Stopped{}}}); err != nil {
			return err
		}
	}
	var next padtext.Next
	if len(names) > 0 {
		next.Players = names[i]
	}
	_, err := f.Add(padtext.Line{Says: next})
	return err
}

// seatingNames are the names of each rubber, none if they are not all known.
func seatingNames(homes []pbn.Home) (names [][]string) {
	for _, h := range homes {
		four := []string{h.Names[bridge.North], h.Names[bridge.South], h.Names[bridge.East], h.Names[bridge.West]}
		if slices.Contains(four, "") {
			return nil
		}
		names = append(names, four)
	}
	return names
}

// everybody is each name once.
func everybody(names [][]string) (all []string) {
	for _, four := range names {
		for _, n := range four {
			if !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
	}
	return all
}

// padPBN writes the rubbers or Chicagos of a home table as PBN.
func (t *terminal) padPBN(f *padtext.File) error {
	var pads []*pad.Pad
	for n := 1; n <= f.Evening.Rubbers(); n++ {
		table, _ := f.Evening.Rubber(n)
		if pads = append(pads, table.Pad()); table.Pad().Stopped {
			t.warn("", []event.Warning{{Err: bridge.Errorf(bridge.Unsupported, "pad.pbn_stopped",
				"rubber %d was stopped: PBN has no place for what settles it, and it will be read as unfinished", n)}}, nil)
		}
	}
	file, err := pbn.FromHome(pads...)
	if err != nil {
		return err
	}
	if kept := unsaid(f); len(kept) > 0 {
		t.warn("", []event.Warning{{Err: bridge.Errorf(bridge.Unsupported, "pad.pbn_rules",
			"PBN has no place for what this table has agreed: %s", strings.Join(kept, ", "))}}, nil)
	}
	if names := f.Names(); len(names) > 0 {
		for _, g := range file.Games {
			n, _ := strconv.Atoi(g.Text("Round")) // as FromHome counts them
			_, seating := f.Evening.Rubber(n)
			for seat, player := range padtext.Seats(seating) {
				g.Set(notation.SeatName(notation.English, seat), names[player-1])
			}
		}
	}
	return pbn.Write(&t.out, file)
}

// unsaid are the settings that PBN has no place for.
func unsaid(f *padtext.File) (list []string) {
	for _, name := range []string{"edition", "parts", "stake", "rotation"} {
		if value, ok := f.Setting(name); ok {
			list = append(list, name+" "+value)
		}
	}
	for _, s := range f.House() {
		list = append(list, s.Name+" = "+s.Value)
	}
	return list
}
