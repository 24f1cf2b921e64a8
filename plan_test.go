package overtrick_test

import (
	"path"
	"slices"
	"strings"
)

// module is the path that every package of overtrick begins with.
const module = "github.com/overtrick/overtrick"

// room is a folder on the floor plan: a package, or a family of packages that
// share one job.
type room struct {
	floor int
	what  string

	// uses names the rooms that this one may import; "format/*" is each format.
	uses []string
}

// What many rooms use. lower stands for every room on the floors below.
var (
	ground = []string{"bridge", "exact", "why"}
	rules  = slices.Concat(ground, []string{"score"})
	files  = slices.Concat(rules, []string{"notation", "event", "format/internal"})
	lower  = []string{"lower floors"}
)

// plan is the floor plan, and the only place where it stands: the tests here and
// the depguard rules of .golangci.yml follow from it. Rooms stand on it before
// they are built. A folder that is missing here fails, so that nobody builds a
// room in passing.
//
// An arrow goes down, or sideways where this table shows it.
var plan = map[string]room{
	// 0: ground
	"bridge":        {0, "the words of the game", nil},
	"exact":         {0, "fractions, how they are rounded and printed", []string{"bridge"}},
	"why":           {0, "a derivation: a small tree of values, rules and inputs", []string{"bridge", "exact"}},
	"internal/seed": {0, "numbers from a seed, the same in every release", nil},

	// 1: rules
	"score":      {1, "what one result is worth", ground},
	"notation":   {1, "the words of the game as people write them", rules},
	"regulation": {1, "the packs: named settings as data", rules},
	"field":      {1, "one board, many results", slices.Concat(rules, []string{"regulation"})},
	"vp":         {1, "a match margin as victory points", slices.Concat(rules, []string{"regulation"})},
	"draw":       {1, "Swiss pairing, knock-out brackets, round robins", slices.Concat(rules, []string{"regulation", "internal/seed"})},
	"movement":   {1, "who meets whom, where, with which boards", slices.Concat(rules, []string{"draw", "internal/seed"})},
	"pad":        {1, "a home table: rubber, Chicago and their relatives", slices.Concat(rules, []string{"regulation"})},
	"dd":         {1, "what the cards allow: double dummy and par", rules},

	// 2: the evening
	"event":           {2, "a tournament: facts, state, standings", lower},
	"format/internal": {2, "what formats share: the charsets of files", []string{"bridge"}},
	"format/*":        {2, "files to facts and back", files},
	"format/pbn":      {2, "Portable Bridge Notation", slices.Concat(files, []string{"pad", "dd"})},
	"format/movefile": {2, "movements as plain text", slices.Concat(files, []string{"movement"})},
	"format/table":    {2, "results as a spreadsheet: CSV", files},
	"format/xlsx":     {2, "the same as a workbook", slices.Concat(files, []string{"format/table"})},
	"format/slip":     {2, "a line of a traveller as somebody types it", files},
	"format/padtext":  {2, "a home table as plain text", slices.Concat(files, []string{"pad", "regulation"})},

	// 3: life
	"internal/journal":  {3, "the log, kept", lower},
	"internal/simulate": {3, "made-up evenings and deals from a seed", lower},
	"internal/club":     {3, "a running club", slices.Concat(lower, []string{"internal/journal"})},

	// 4: doors
	"internal/locale": {4, "every text that people read, in their language", lower},
	"internal/paper":  {4, "lists, cards and slips as PDF", slices.Concat(lower, []string{"internal/locale"})},
	"internal/web":    {4, "pages, API, live", slices.Concat(lower, []string{"internal/locale"})},
	"internal/cli":    {4, "commands", slices.Concat(lower, []string{"internal/locale", "internal/paper", "internal/web"})},

	// 5: front door
	"cmd/overtrick": {5, "wires the program together", lower},
}

// ban is a package of the standard library that some floors may not know.
type ban struct {
	pkg    string   // and everything under it
	floors int      // banned from the ground up to this floor
	except []string // rooms whose job it is
	why    string   // printed when it is broken
}

// bans keep the lower floors pure and each technology in one room.
var bans = []ban{
	{"os", 2, nil, "a rule gets a reader, not a file"},
	{"path/filepath", 2, nil, "a rule gets a reader, not a path"},
	{"io/ioutil", 2, nil, "a rule gets a reader, not a file"},
	{"net", 2, nil, "a rule does not know who asks"},
	{"log", 2, nil, "a rule returns what it has to say"},
	{"flag", 2, nil, "settings come from a regulation or an argument, not from a command line"},
	{"syscall", 2, nil, "a rule does not know the machine"},
	{"unsafe", 2, nil, "a rule does not know the machine"},
	{"plugin", 2, nil, "a rule does not know the machine"},
	{"crypto/rand", 2, nil, "a rule gives the same answer twice; a seed is an argument"},
	{"hash/maphash", 2, nil, "a rule gives the same answer twice; such a hash differs in each run"},
	{"html/template", 2, nil, "a rule gives keys with arguments, a door makes the page"},
	{"text/template", 2, nil, "a rule gives keys with arguments, a door makes the sentence"},
	{"testing", 5, nil, "what helps tests stands in a package that only tests import"},
	{"math/rand", 5, nil, "the same seed gives the same draw in every release only from internal/seed; secrets come from crypto/rand"},
	{"database/sql", 5, []string{"internal/journal"}, "only the journal knows where facts are kept"},
	{"net/http", 5, []string{"internal/web"}, "only the web door speaks HTTP"},
}

// clock is what the floors 0 to 2 may not call: a time is an argument, and ends
// up in the fact.
var clock = []string{
	"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker", "Local", "LoadLocation",
}

// exactRooms are the rooms in which no float may stand, because what they
// compute decides a result.
var exactRooms = []string{
	"bridge", "exact", "why", "score", "notation", "regulation", "field", "vp", "draw", "movement", "pad", "event",
}

// dependency is a module from elsewhere that the program is built of.
type dependency struct {
	module string
	rooms  []string // which may import it
	pkg    string   // the part of it that they may import; empty: all
	why    string
}

// dependencies are all modules that go.mod may require for the program. Another
// one needs a line here, and a reason.
var dependencies = []dependency{
	{"charm.land/bubbletea/v2", []string{"internal/cli"}, "", "a screen that is redrawn after each key: the live pad"},
	{"charm.land/lipgloss/v2", []string{"internal/cli"}, "", "right column widths for Cyrillic and suit symbols"},
	{"github.com/alecthomas/kong", []string{"internal/cli"}, "", "commands as structs; flags, environment and help from tags"},
	{"github.com/charmbracelet/x/term", []string{"internal/cli"}, "", "is this a terminal; lipgloss brings it"},
	{"github.com/nicksnyder/go-i18n/v2", []string{"internal/locale"}, "", "plural forms: one, few, many"},
	{"golang.org/x/text", []string{"internal/locale"}, "", "language tags, numbers and sort order by language"},
	{"golang.org/x/text", []string{"format/*"}, "golang.org/x/text/encoding", "files in the charsets of their time"},

	{"codeberg.org/go-pdf/fpdf", []string{"internal/paper"}, "", "PDF, the same bytes each time"},
	{"github.com/alexedwards/argon2id", []string{"internal/web"}, "", "passwords"},
	{"github.com/alexedwards/scs/v2", []string{"internal/web"}, "", "sessions of those who log in"},
	{"github.com/danielgtaylor/huma/v2", []string{"internal/web"}, "", "typed handlers, OpenAPI, problem+json"},
	{"github.com/go-fonts/dejavu", []string{"internal/paper"}, "", "a font with every sign that we print"},
	{"github.com/goccy/go-yaml", []string{"format/movefile"}, "", "movement files of another program are YAML"},
	{"github.com/google/uuid", []string{"internal/journal", "internal/club", "internal/web"}, "", "ids that sort by time"},
	{"github.com/jackc/pgx/v5", []string{"internal/journal"}, "", "PostgreSQL"},
	{"github.com/pressly/goose/v3", []string{"internal/journal"}, "", "migrations"},
	{"github.com/skip2/go-qrcode", []string{"internal/paper", "internal/web"}, "", "a table's address as a QR code"},
	{"github.com/xuri/excelize/v2", []string{"format/xlsx"}, "", "workbooks; large, so in one room alone"},
	{"golang.org/x/time", []string{"internal/web"}, "", "rate limits"},
	{"modernc.org/sqlite", []string{"internal/journal"}, "", "SQLite without cgo"},
}

// testDependencies are the modules that only tests import.
var testDependencies = map[string]string{
	"github.com/chromedp/cdproto":     "what a browser understands",
	"github.com/chromedp/chromedp":    "a real browser",
	"github.com/google/go-cmp":        "differences of values",
	"github.com/rogpeppe/go-internal": "the command line as scripts",
	"go.uber.org/goleak":              "goroutines that should have ended",
	"pgregory.net/rapid":              "properties",
}

// roomOf gives the room that a package of this module belongs to: "" for the
// root, where only tests live, and for helpers, which only tests import.
func roomOf(importPath string) string {
	name, ok := strings.CutPrefix(importPath, module+"/")
	if !ok || isHelper(importPath) {
		return ""
	}
	depth := 1
	switch first, _, _ := strings.Cut(name, "/"); first {
	case "cmd", "format", "internal":
		depth = 2
	}
	parts := strings.Split(name, "/")
	return strings.Join(parts[:min(depth, len(parts))], "/")
}

// helpers stand outside the plan, with what builds the program and what only tests
// import. So do the suites and generators of a package, which stand under it and
// carry its name: bridge/bridgetest.
var helpers = []string{"build", "demo", "internal/browser", "internal/shelf", "internal/workload"}

// isHelper reports whether a package stands outside the plan. That a name ends in
// "test" is not enough: a contest does, too.
func isHelper(importPath string) bool {
	name, ok := strings.CutPrefix(importPath, module+"/")
	if !ok {
		return false
	}
	of := path.Dir(name)
	return of != "." && path.Base(name) == path.Base(of)+"test" || slices.ContainsFunc(helpers, func(h string) bool {
		return name == h || strings.HasPrefix(name, h+"/")
	})
}

// lookUp finds a room on the plan; a format without a line of its own stands
// under "format/*".
func lookUp(name string) (room, bool) {
	r, ok := plan[name]
	if !ok && strings.HasPrefix(name, "format/") {
		r, ok = plan["format/*"]
	}
	return r, ok
}

// mayUse lists the rooms that this one may import, in the order of the alphabet.
func (r room) mayUse() []string {
	var list []string
	for _, name := range r.uses {
		if name != lower[0] {
			list = append(list, name)
			continue
		}
		for other, o := range plan {
			if o.floor < r.floor {
				list = append(list, other)
			}
		}
	}
	if slices.Contains(list, "format/*") {
		list = slices.DeleteFunc(list, func(name string) bool {
			return name != "format/*" && strings.HasPrefix(name, "format/")
		})
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// lists reports whether a list of rooms holds this one.
func lists(rooms []string, name string) bool {
	return slices.Contains(rooms, name) ||
		strings.HasPrefix(name, "format/") && slices.Contains(rooms, "format/*")
}
