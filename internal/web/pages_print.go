package web

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/skip2/go-qrcode"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/movement"
	"github.com/overtrick/overtrick/notation"
)

// paperStyle is the style sheet of paper.
const paperStyle = "print.css"

// paper is a page for a printer: sheets of A4 or Letter, of which some are cut in two.
type paper struct {
	eventHead
	title  string
	Made   string // when it was made
	Sheets []any
	up     *link
	kind   string
	Link   string // of the event, as people type it
	QR     *qr
	Empty  string
}

func (p *paper) template() string { return "print_" + p.kind }

func (p *paper) frame() frame {
	return frame{Title: p.title + ", " + p.eventHead.Title, Back: p.up, Sheet: paperStyle, Bare: true}
}

// qr is a code as a picture: squares of a grid.
type qr struct {
	Size int
	Path string
}

// Grid is the size with the white margin that a code needs.
func (q qr) Grid() int { return q.Size + 8 }

// codeOf makes the code of an address.
func codeOf(address string) (*qr, error) {
	c, err := qrcode.New(address, qrcode.Medium)
	if err != nil {
		return nil, bridge.Errorf(bridge.Internal, "internal", "a fault of the program: %v", err)
	}
	c.DisableBorder = true
	grid := c.Bitmap()
	var path strings.Builder
	for y, row := range grid {
		for x := 0; x < len(row); x++ {
			from := x
			for x < len(row) && row[x] {
				x++
			}
			if x > from {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", from, y, x-from, x-from)
			}
		}
	}
	return &qr{len(grid), path.String()}, nil
}

// printed is a page for a printer.
func (p *pages) printed(r *http.Request, s *speaker) (content, error) {
	e, err := p.look(r, s)
	if err != nil {
		return nil, err
	}
	what := r.PathValue("what")
	out := &paper{eventHead: e.head(), kind: what, Made: p.moment(s, p.now()), up: &link{e.at("/files"), s.T("page.files")}}
	switch what {
	case "ranking":
		err = out.ranking(e, p.here(r)+eventAddress(e.id))
	case "hands":
		err = out.hands(e)
	case "travellers":
		err = out.travellers(e)
	case "guides":
		err = out.guides(r, e)
	default:
		return nil, errNoPage
	}
	return out, err
}

// here is the address of the server as the reader sees it.
func (p *pages) here(r *http.Request) string {
	if p.base != nil {
		return strings.TrimSuffix(p.base(r), "/")
	}
	return "http://" + r.Host
}

// typed is an address as people type it.
func typed(address string) string {
	_, rest, ok := strings.Cut(address, "://")
	if !ok {
		return address
	}
	return rest
}

// rankingSheet is a ranking on paper.
type rankingSheet struct {
	Lists   []rankList
	Clubs   bool
	Changes []changed
}

func (p *paper) ranking(e *seen, address string) (err error) {
	if e.standings == nil {
		return errNoPage
	}
	p.title = e.T("page.ranking")
	p.Link = typed(address)
	if p.QR, err = codeOf(address); err != nil {
		return err
	}
	sheet := rankingSheet{}
	for _, l := range e.standings.Lists {
		list := e.list(l)
		for i := range l.Rows {
			list.Rows[i].Club = locale.Clean(l.Rows[i].Club)
			sheet.Clubs = sheet.Clubs || list.Rows[i].Club != ""
		}
		sheet.Lists = append(sheet.Lists, list)
	}
	p.Sheets = []any{sheet}
	return nil
}

// handsSheet is a sheet of six deals.
type handsSheet struct {
	Title    string
	Deals    []dealt
	Number   int
	Of       int
	Explains bool
}

// dealt is a deal on paper.
type dealt struct {
	*diagram
	Dealer, Vul string
	HCP         [4]string // North, West, East, South
	Strains     []string
	Allows      []allowRow // of a side
	Par         []string
}

func (p *paper) hands(e *seen) error {
	if e.standings == nil || !e.dealt() {
		return errNoPage
	}
	p.title = e.T("page.files.hands")
	const many = 6
	plain := *e
	plain.south = bridge.South
	var deals []dealt
	for i := range e.standings.Boards {
		b := &e.standings.Boards[i]
		if b.Deal.IsZero() {
			continue
		}
		d := dealt{
			diagram: plain.diagram(b), Dealer: e.T("page.print.dealer", notation.Seat(e.Words(), notation.Symbols, b.Dealer)),
			Vul: e.T("page.print.vul." + vulKey(b.Vul)),
		}
		for n, h := range d.Hands {
			d.HCP[n] = h.HCP
		}
		d.allows(&plain, b)
		deals = append(deals, d)
	}
	of := (len(deals) + many - 1) / many
	for n := range of {
		some := deals[n*many : min((n+1)*many, len(deals))]
		p.Sheets = append(p.Sheets, handsSheet{
			Title: e.T("page.print.hands", some[0].Number, some[len(some)-1].Number), Deals: some, Number: n + 1, Of: of,
			Explains: slices.ContainsFunc(some, func(d dealt) bool { return d.Allows != nil }),
		})
	}
	return nil
}

func vulKey(v bridge.Vulnerability) string {
	switch {
	case v == bridge.AllVul:
		return "all"
	case v.Has(bridge.NS):
		return "ns"
	case v.Has(bridge.EW):
		return "ew"
	}
	return "none"
}

// allows says what both sides can make; partners that differ have a stroke between them.
func (d *dealt) allows(e *seen, b *event.BoardSheet) {
	t := allowed(b)
	var page boardPage
	e.allows(&page, b)
	d.Par, d.Strains = page.Par, page.Strains
	if !t.Complete() {
		return
	}
	for _, pair := range [][2]bridge.Seat{{bridge.North, bridge.South}, {bridge.East, bridge.West}} {
		row := allowRow{Seat: e.SideShort(pair[0].Side())}
		for _, strain := range strainsUp {
			one, other := odd(t.Tricks(pair[0], strain)), odd(t.Tricks(pair[1], strain))
			if one != other {
				one += "/" + other
			}
			row.Odd = append(row.Odd, one)
		}
		d.Allows = append(d.Allows, row)
	}
}

// slips are two travellers on a sheet, or one where it is long.
type slips struct {
	Two  []blank
	Long bool
}

// blank is a traveller as it lies with a board.
type blank struct {
	Number, Dealer, Vul string
	NS, EW              bool // vulnerable
	Rows                []string
	Section             string
	Dense               bool
}

func (p *paper) travellers(e *seen) error {
	if len(e.view.Plan) == 0 || e.kind() == event.Teams {
		return errNoPage
	}
	p.title = e.T("page.files.travellers")
	rows := map[boardKey]map[string][]event.Contestant{}
	for _, s := range e.view.Plan {
		for _, b := range s.Boards {
			k := boardKey{s.Session, b}
			if rows[k] == nil {
				rows[k] = map[string][]event.Contestant{}
			}
			if !s.NS.IsZero() && !slices.Contains(rows[k][s.Section], s.NS) {
				rows[k][s.Section] = append(rows[k][s.Section], s.NS)
			}
		}
	}
	all, _ := e.boards()
	var list []blank
	for _, k := range all {
		for _, section := range sortedKeys(rows[k]) {
			who := rows[k][section]
			slices.SortFunc(who, event.Contestant.Compare)
			set := e.view.Board(k.session, k.board)
			vul := set.Vul
			one := blank{
				Number: strings.ReplaceAll(k.String(), "-", "/"), Dealer: e.T("page.print.deals", notation.SeatName(e.Words(), set.Dealer)),
				Vul: e.Vulnerability(vul), NS: vul.Has(bridge.NS), EW: vul.Has(bridge.EW), Section: section,
			}
			for _, c := range who {
				one.Rows = append(one.Rows, c.Label())
			}
			list = append(list, one)
		}
	}
	const some, most = 9, 13 // rows of half a sheet, and of a dense half
	for len(list) > 0 {
		n := min(2, len(list))
		sheet := slips{Two: list[:n]}
		longest := 0
		for i := range sheet.Two {
			longest = max(longest, len(sheet.Two[i].Rows))
		}
		if longest > most {
			n, sheet = 1, slips{Two: list[:1], Long: true}
		}
		for i := range sheet.Two {
			sheet.Two[i].Dense = !sheet.Long && longest > some
		}
		p.Sheets = append(p.Sheets, sheet)
		list = list[n:]
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// guides are cards that say who goes where, two on a sheet.
type guides struct{ Two []guide }

// guide is the card of a table, or of a pair that moves.
type guide struct {
	Title, Text string
	Pair        bool
	Rows        []guideRow
	Moves       []string
	Long        bool
}

type guideRow struct {
	Round, NS, EW, Boards string // of a table
	Table                 string // of a pair
	Against               []string
	Number                string
	Out                   bool
}

func (p *paper) guides(r *http.Request, e *seen) error {
	if len(e.view.Plan) == 0 || e.kind() == event.Teams {
		return errNoPage
	}
	p.title = e.T("page.files.guides")
	plans, err := e.pages.club.Plans(r.Context(), e.id)
	if err != nil {
		return err
	}
	var cards []guide
	type tableOf struct {
		session int
		section string
		table   int
	}
	var tables []tableOf
	at := map[tableOf]*guide{}
	var pairs []event.Contestant
	of := map[event.Contestant]*guide{}
	for _, s := range e.view.Plan {
		t := tableOf{s.Session, s.Section, s.Table}
		if at[t] == nil {
			at[t] = &guide{Title: e.T("page.print.table", s.Section+strconv.Itoa(s.Table)), Moves: e.usual(plans, s.Session, s.Section, s.Table)}
			tables = append(tables, t)
		}
		round := strconv.Itoa(s.Round)
		at[t].Rows = append(at[t].Rows, guideRow{
			Round: round, NS: labels(s.NS, s.South), EW: labels(s.EW, s.West), Boards: e.span(s.Boards), Out: len(s.Boards) == 0,
		})
		for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
			m := event.Meeting{NS: s.NS, EW: s.EW, South: s.South, West: s.West}
			others := seated(m, side.Other())
			for _, c := range seated(m, side) {
				if c.IsZero() {
					continue
				}
				if of[c] == nil {
					of[c] = &guide{Pair: true, Title: strings.Join(e.whoIs(c), " – "), Text: locale.Sentence(e.number(e.kind(), c))}
					if c.Side.Valid() {
						of[c].Text += ", " + e.Side(c.Side)
					}
					pairs = append(pairs, c)
				}
				row := guideRow{Round: round, Table: s.Section + strconv.Itoa(s.Table), Against: e.whoIs(others[:]...), Number: labels(others[:]...), Boards: e.span(s.Boards), Out: len(s.Boards) == 0}
				of[c].Rows = append(of[c].Rows, row)
			}
		}
	}
	for _, t := range tables {
		cards = append(cards, *at[t])
	}
	slices.SortFunc(pairs, event.Contestant.Compare)
	for _, c := range pairs {
		slices.SortStableFunc(of[c].Rows, func(a, b guideRow) int {
			x, _ := strconv.Atoi(a.Round)
			y, _ := strconv.Atoi(b.Round)
			return cmp.Compare(x, y)
		})
		if slices.ContainsFunc(of[c].Rows, func(r guideRow) bool { return r.Table != of[c].Rows[0].Table }) { // who stays needs none
			cards = append(cards, *of[c])
		}
	}
	const some = 10 // rows of half a sheet
	for i := range cards {
		cards[i].Long = len(cards[i].Rows) > some
	}
	for len(cards) > 0 {
		n := min(2, len(cards))
		p.Sheets = append(p.Sheets, guides{cards[:n]})
		cards = cards[n:]
	}
	return nil
}

// labels are the numbers of those who sit on a side.
func labels(who ...event.Contestant) string {
	var out []string
	for _, c := range who {
		if !c.IsZero() {
			out = append(out, c.Label())
		}
	}
	return strings.Join(out, " – ")
}

// span are boards in few signs: "13 to 15".
func (e *seen) span(boards []bridge.Board) string {
	switch {
	case len(boards) == 0:
		return nobody
	case len(boards) == 1:
		return strconv.Itoa(int(boards[0]))
	case int(boards[len(boards)-1]-boards[0]) == len(boards)-1:
		return e.T("page.print.span", int(boards[0]), int(boards[len(boards)-1]))
	}
	texts := make([]string, len(boards))
	for i, b := range boards {
		texts[i] = strconv.Itoa(int(b))
	}
	return strings.Join(texts, ", ")
}

// usual says in sentences who goes where from a table after most rounds.
func (e *seen) usual(plans []club.Planned, session int, section string, table int) (out []string) {
	for _, p := range slices.Backward(plans) {
		if p.Session != session || p.Section != section || table > p.Movement.Tables {
			continue
		}
		for _, c := range p.Movement.Guide().Tables {
			if c.Table != table {
				continue
			}
			sides := []movement.Place{{Side: bridge.NS}, {Side: bridge.EW}}
			if len(c.Usual) == 4 {
				sides = []movement.Place{{Seat: bridge.North}, {Seat: bridge.South}, {Seat: bridge.East}, {Seat: bridge.West}}
			}
			for i, u := range c.Usual {
				if text := e.Usual(u); text != "" && i < len(sides) {
					out = append(out, locale.Sentence(e.WhoGoes(sides[i], text)))
				}
			}
			if text := e.UsualBoards(c); text != "" {
				out = append(out, locale.Sentence(e.T("page.print.boards_go", text)))
			}
		}
		return out
	}
	return nil
}
