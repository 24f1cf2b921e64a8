package regulation_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/regulation"
)

// ship gives the packs that ship.
func ship(t testing.TB) (list []*regulation.Pack) {
	t.Helper()
	for _, name := range regulation.Names() {
		p, err := regulation.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

// TestStandings: every value of every pack that ships says how sure it is, and a
// value that is that of the pack below says so, because it looks as if it were not.
func TestStandings(t *testing.T) {
	for _, p := range ship(t) {
		own := 0
		for _, v := range p.Values() {
			if v.Pack == "" { // the code of laws has it
				continue
			}
			if v.Standing() == "" {
				t.Errorf("%s: %s = %s # %s: want one of %q between commas", p.Name, v.Setting.Name, v.Value, v.Note, regulation.Standings())
			}
			if v.Inherited(p) {
				continue
			}
			own++
			if p.Extends == "" {
				continue
			}
			up, err := regulation.Find(p.Extends)
			if err != nil {
				t.Fatal(err)
			}
			switch same := valueOf(t, up, v.Setting.Name).Value == v.Value; {
			case same && !v.Same(p.Extends):
				t.Errorf("%s: %s = %s is what %s has: leave it out, or say \"as in %s\"", p.Name, v.Setting.Name, v.Value, p.Extends, p.Extends)
			case !same && v.Same(p.Extends):
				t.Errorf("%s: %s = %s is not what %s has", p.Name, v.Setting.Name, v.Value, p.Extends)
			}
		}
		if own == 0 {
			t.Errorf("%s sets nothing: a body without a value has no pack", p.Name)
		}
	}
}

// TestStanding: what a note says of its value.
func TestStanding(t *testing.T) {
	for note, want := range map[string]regulation.Standing{
		"Law 12C2(a), published":                      regulation.Published,
		"as in wbf; clubs, second hand; or as agreed": regulation.SecondHand,
		"to the nearest ten, practice; half, ours":    regulation.Practised,
		"quoted by BridgeWx: practice of a program":   regulation.PractisedByOne,
		"ours":                         regulation.Ours,
		"one sample; unverified":       regulation.StandingUnchecked,
		"":                             "",
		"our evening, our rule":        "",
		"published nowhere":            "",
		"the practice of a small club": "",
	} {
		if got := (regulation.Source{Note: note}).Standing(); got != want {
			t.Errorf("%q: %q, want %q", note, got, want)
		}
	}
	for note, want := range map[string]bool{
		"as in wbf; Law 78A, published": true, "Law 78A, published, as in wbf": true, "as in wbf": true,
		"as in ebu, published": false, "as in wbf it is": false, "": false,
	} {
		if got := (regulation.Source{Note: note}).Same("wbf"); got != want {
			t.Errorf("%q: %v, want %v", note, got, want)
		}
	}
}

// TestBodies: the values that a body's texts or results are known for.
func TestBodies(t *testing.T) {
	for pack, settings := range map[string]map[string]string{
		"wbf": {"correction.minutes": "30", "compare": "field", "art.window": "session", "rank.ties": "shared", "vp.teams": "wbf", "vp.swiss_pairs": "none"},
		"ebu": {
			"swiss.bye": "12", "swiss.bye_pairs": "average_plus",
			"penalty.standard": "25", "carry.pairs": "half", "withdrawal.missed": "best_of_three", "withdrawal.before_half": "cancel", "withdrawal.after_half": "stand",
			"rank.ties": "head_to_head, direct_net, partners, opponents, net, common_boards, boards, lot", "mp.missing": "reduce",
			"vp.teams": "wbf-discrete", "vp.swiss_pairs": "ebu-pairs", "vp.fractional": "floor_half", "vp.short_match": "scheduled", "vp.teams_of_eight": "2",
		},
		"acbl":             {"handicap.reference": "65", "handicap.factor": "1", "strata.pair": "higher", "play.share": "50", "total.sessions": "boards", "vp.teams": "acbl20"},
		"dbv":              {"correction.minutes": "10080"},
		"dbf":              {"correction.minutes": "4320", "vp.short_match": "played"},
		"kops":             {"ximp.cap": "17", "mp.rounding": "0.01 up"},
		"magic-contest":    {"correction.minutes": "30", "rank.ties": "head_to_head"},
		"nationwide-pairs": {"mp.short_boards": "factor"},
		"nbb":              {"art.butler": "2", "butler.trim": "1 from 3", "butler.round": "10 away", "mp.small_groups": "neuberg"},
		"nbf":              {"late.match": "30 12 8", "vp.short_match": "played", "art.imps": "3", "correction.minutes": "30"},
		"nzb":              {"mp.small_groups": "nz"},
		"ase-scorer":       {"mp.small_groups": "acbl", "mp.missing": "prorata"},
		"pzbs":             {"ximp.cap": "none", "mp.unit": "2-scale"},
		"ffb":              {"mp.unit": "1-scale"},
		"sbf":              {"rank.ties": "shared"},
		"bbo":              {"ximp.divisor": "comparisons", "ximp.cap": "none"},
		"realbridge":       {"mp.short_boards": "neuberg", "swiss.bye": "12", "swiss.bye_pairs": "as_teams"},
	} {
		p, err := regulation.Find(pack)
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range settings {
			if got := valueOf(t, p, name).Value; got != want {
				t.Errorf("%s: %s = %s, want %s", pack, name, got, want)
			}
		}
	}
}

// TestClubExtendsAny: a club takes any pack that ships and changes one line; all
// else stays, and comes from where it came.
func TestClubExtendsAny(t *testing.T) {
	for _, up := range ship(t) {
		club, err := regulation.Read(strings.NewReader("title = Riverside\nextends = "+up.Name+"\nmp.bye = 55.5   # our evening, our rule\n"), "riverside")
		if err != nil {
			t.Fatal(err)
		}
		theirs := up.Values()
		for i, v := range club.Values() {
			want := theirs[i].Source
			if v.Setting.Name == "mp.bye" {
				want = regulation.Source{Pack: "riverside", Value: "55.5", Note: "our evening, our rule"}
			}
			if v.Source != want {
				t.Errorf("%s: %s is %+v, want %+v", up.Name, v.Setting.Name, v.Source, want)
			}
		}
		if club.Matchpoints.Bye != regulation.ByePercent || club.Extends != up.Name || len(club.Producers) > 0 {
			t.Errorf("%s: %+v", up.Name, club)
		}
	}
}

// TestPackFiles: a pack that ships is called what its file is called, short and in
// lower case, and no two claim the same program.
func TestPackFiles(t *testing.T) {
	files, err := filepath.Glob("packs/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(regulation.Names()) {
		t.Errorf("%d files for %d packs", len(files), len(regulation.Names()))
	}
	claimed := map[string]string{}
	for _, p := range ship(t) {
		if strings.Trim(p.Name, "abcdefghijklmnopqrstuvwxyz-") != "" || len(p.Name) > 16 {
			t.Errorf("%s: want a short name in lower case", p.Name)
		}
		text, err := os.ReadFile(filepath.Join("packs", p.Name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(text), "# ") {
			t.Errorf("%s does not begin with what the body is, and what was seen of it", p.Name)
		}
		for _, producer := range p.Producers {
			if other, ok := claimed[strings.ToLower(producer)]; ok {
				t.Errorf("%s and %s both claim %s", p.Name, other, producer)
			}
			claimed[strings.ToLower(producer)] = p.Name
			if got := regulation.ForProducer(producer + " 4.1"); got != p {
				t.Errorf("files of %s follow %s, want %s", producer, got.Name, p.Name)
			}
		}
	}
	if !slices.Equal(claimedNames(claimed), []string{"angular-dupscore", "compscore", "dupscore", "jfr pary", "kops", "magic contest", "magiccontest", "pary", "realbridge"}) {
		t.Errorf("programs: %q; a new one needs files that prove it", claimedNames(claimed))
	}
}

func claimedNames(claimed map[string]string) (names []string) {
	for name := range claimed {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
