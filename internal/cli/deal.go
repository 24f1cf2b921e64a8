package cli

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/format/pbn"
	"github.com/overtrick/overtrick/internal/simulate"
)

// dealCommand deals boards at random, with conditions.
type dealCommand struct {
	Seed   string
	Boards string
	First  string
	North  string `sep:"none"`
	East   string `sep:"none"`
	South  string `sep:"none"`
	West   string `sep:"none"`
	NS     string `name:"ns" sep:"none"`
	EW     string `name:"ew" sep:"none"`
	Out    string
	Force  bool
}

// dealtJSON is the answer for programs.
type dealtJSON struct {
	Command string           `json:"command"` // that deals the same boards again
	Files   []string         `json:"files,omitempty"`
	Deals   []dealtBoardJSON `json:"deals,omitempty"`
}

type dealtBoardJSON struct {
	Board  int    `json:"board"`
	Dealer string `json:"dealer"`
	Vul    string `json:"vul"`
	Deal   string `json:"deal"`
}

// mostBoards is as many as one file gets.
const mostBoards = 10_000

// Run implements the command.
func (c *dealCommand) Run(t *terminal) error {
	boards, err := count("--boards", c.Boards)
	if err != nil {
		return err
	}
	first, err := count("--first", c.First)
	if err != nil {
		return err
	}
	if boards == 0 {
		boards = 1
	}
	first = max(first, 1)
	if boards > mostBoards {
		return wrongValue("--boards", bridge.Errorf(Usage, "usage.deal_boards", "%d boards: want at most %d", boards, mostBoards))
	}
	var seed uint64
	if c.Seed == "" {
		seed = uint64(time.Now().UnixNano()/1000) % 1_000_000 // six digits are easy to write down
	} else if seed, err = strconv.ParseUint(plain(c.Seed), 10, 64); err != nil {
		return wrongValue("--seed", bridge.Errorf(Usage, "usage.seed", "seed %q: want a number from 0 to 18446744073709551615", plain(c.Seed)))
	}
	words := []string{"overtrick deal --seed", strconv.FormatUint(seed, 10), "--boards", strconv.Itoa(boards)}
	if first > 1 {
		words = append(words, "--first", strconv.Itoa(first))
	}
	var conditions simulate.Conditions
	for i, of := range []struct{ flag, text string }{
		{"--north", c.North}, {"--east", c.East}, {"--south", c.South}, {"--west", c.West}, {"--ns", c.NS}, {"--ew", c.EW},
	} {
		if of.text == "" {
			continue
		}
		condition, err := simulate.ParseCondition(plain(of.text))
		if err != nil {
			return wrongValue(of.flag, err)
		}
		if i < 4 {
			conditions.Seats[i] = condition
		} else {
			conditions.Sides = conditions.Sides.With(bridge.Sides[i-4], condition)
		}
		words = append(words, of.flag, "'"+condition.String()+"'")
	}
	line := strings.Join(words, " ")
	deals, err := simulate.Deals(seed, boards, conditions)
	if err != nil {
		return err
	}
	f := &pbn.File{}
	answer := dealtJSON{Command: line}
	for i, d := range deals {
		b := bridge.Board(first + i)
		g := &pbn.Game{}
		g.Set("Board", strconv.Itoa(int(b)))
		g.Set("Dealer", b.Dealer().String())
		g.Set("Vulnerable", b.Vulnerability().String())
		g.Set("Deal", d.From(b.Dealer()))
		f.Games = append(f.Games, g)
		answer.Deals = append(answer.Deals, dealtBoardJSON{int(b), b.Dealer().String(), b.Vulnerability().String(), d.String()})
	}
	var text bytes.Buffer
	if err := pbn.Write(&text, f); err != nil {
		return err
	}
	data := text.Bytes()
	at := bytes.IndexByte(data, '\n') + 1
	data = []byte(string(data[:at]) + "% " + strings.ReplaceAll(line, "\n", " ") + "\r\n" + string(data[at:]))
	if c.Out == "" {
		if t.json {
			return t.answer(answer)
		}
		t.out.Write(data)
		return nil
	}
	files, err := save(plain(c.Out), []part{{data: data}}, c.Force)
	if err != nil {
		return err
	}
	if t.json {
		answer.Files, answer.Deals = files, nil
		return t.answer(answer)
	}
	t.out.WriteString(line + "\n")
	return t.saved(files)
}
