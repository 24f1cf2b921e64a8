package cli

import (
	"strconv"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/why"
)

// parCommand finds the par of a table of tricks, with its reasons.
type parCommand struct {
	Table string `arg:""`
	situation
	Dealer string
}

// parAnswerJSON is the answer of the command.
type parAnswerJSON struct {
	DD20      string    `json:"dd20"`
	Dealer    string    `json:"dealer"`
	Vul       string    `json:"vul"`
	NS        int       `json:"ns"`
	Contracts []string  `json:"contracts"`
	Why       *why.Node `json:"why"`
}

// Run implements the command.
func (c *parCommand) Run(t *terminal) error {
	table, err := dd.ParseTable(plain(c.Table))
	if err != nil {
		return err
	}
	vul, board, err := c.board(t)
	if err != nil {
		return err
	}
	dealer := bridge.North
	if board.Valid() {
		dealer = board.Dealer()
	}
	if c.Dealer != "" {
		if dealer, err = notation.ParseSeat(t.Words(), plain(c.Dealer)); err != nil {
			return wrongValue("--dealer", err)
		}
		if board.Valid() && dealer != board.Dealer() {
			return bridge.Errorf(Usage, "usage.board_dealer", "--dealer and --board disagree: on board %d the dealer is %v", int(board), board.Dealer())
		}
	}
	par, err := dd.FindPar(table, dealer, vul)
	if err != nil {
		return err
	}
	node, err := par.Why()
	if err != nil {
		return err
	}
	if t.json {
		j := parOf(par)
		return t.answer(parAnswerJSON{
			DD20: table.String(), Dealer: dealer.String(), Vul: vul.String(),
			NS: j.NS, Contracts: j.Contracts, Why: node.Say(t.Text),
		})
	}
	t.out.WriteString(t.T("par.title", notation.SeatName(t.Words(), dealer), t.Vulnerability(vul)) + "\n")
	t.trickTable(table)
	t.out.WriteString("  " + t.paint.suits(t.parSentence(par)) + "\n")
	if s := t.parReason(node); s != "" {
		t.out.WriteString("  " + t.paint.suits(t.wrap([]string{s}, "", 2)))
	}
	return nil
}

// parReason says in words why the par is what it is: who would lose more by what.
func (t *terminal) parReason(n *why.Node) string {
	word := func(name string) string { a, _ := n.Arg(name); return a.Word }
	points := func(name string) int {
		p, _ := strconv.Atoi(word(name))
		return max(p, -p)
	}
	contract := func(name string) string {
		c, err := bridge.ParseContract(word(name))
		if err != nil {
			return word(name)
		}
		return t.Contract(c)
	}
	side := func(name string) string {
		s, err := bridge.ParseSide(word(name))
		if err != nil {
			return word(name)
		}
		return t.Side(s)
	}
	switch n.Rule {
	case "par.save":
		return t.T("par.reason.save", side("side"), contract("contract")+word("result"), points("points"), contract("over")+word("over_result"), side("other"), points("over_points"))
	case "par.makes":
		return t.T("par.reason.makes", side("other"), contract("over")+word("over_result"), points("over_points"))
	}
	return ""
}
