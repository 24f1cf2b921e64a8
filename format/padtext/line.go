package padtext

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/pad"
)

// Line is one line of the text.
type Line struct {
	Says    Saying // nil if nothing but a comment stands there
	Comment string // with its #; empty if there is none
}

// Saying is what a line says: a [Setting], [Players], an [Act], a [Claim] or
// [Next].
type Saying interface {
	// String is the line as [Write] writes it, without a comment.
	String() string
	saying()
}

// Setting is a line of the head. Name is form, edition, schedule, parts, deals,
// redeal, dealer, stake, rotation, or that of a setting of package regulation,
// "score.rubber.fast".
type Setting struct{ Name, Value string }

// Players are the names of those who play, partners first. The order counts their
// numbers in package pad, from 1.
type Players []string

// Act is a line that package pad knows.
type Act struct{ pad.Act }

// Claim is a line with honours that belong to the last deal. Without a side they
// are declarer's.
type Claim struct{ pad.Honours }

// Next is the line that begins the next rubber: with these players, or as the
// rotation proposes if there are none.
type Next struct{ Players []string }

func (Setting) saying() {}
func (Players) saying() {}
func (Act) saying()     {}
func (Claim) saying()   {}
func (Next) saying()    {}

// String gives the line in its canonical form.
func (l Line) String() string {
	switch {
	case l.Says == nil:
		return l.Comment
	case l.Comment == "":
		return l.Says.String()
	}
	return l.Says.String() + "  " + l.Comment
}

// String implements [Saying].
func (s Setting) String() string {
	if strings.Contains(s.Name, ".") {
		return wordSet + " " + s.Name + " = " + s.Value
	}
	return s.Name + " " + s.Value
}

// String implements [Saying].
func (p Players) String() string { return wordPlayers + " " + joinNames(p) }

// String implements [Saying].
func (n Next) String() string {
	if len(n.Players) == 0 {
		return wordRubber
	}
	return wordRubber + " " + joinNames(n.Players)
}

// joinNames separates names with blanks, or with commas if one has a blank.
func joinNames(names []string) string {
	for _, n := range names {
		if strings.Contains(n, " ") {
			return strings.Join(names, ", ")
		}
	}
	return strings.Join(names, " ")
}

// String implements [Saying].
func (c Claim) String() string {
	return honoursText(c.Honours, 0)
}

// String implements [Saying].
func (a Act) String() string {
	switch act := a.Act.(type) {
	case pad.Dealt:
		return DealText(act.Deal)
	case pad.Edited:
		return wordEdit + " " + strconv.Itoa(act.N) + " " + DealText(act.Deal)
	case pad.Inserted:
		return wordInsert + " " + strconv.Itoa(act.N) + " " + DealText(act.Deal)
	case pad.Removed:
		return wordRemove + " " + strconv.Itoa(act.N)
	case pad.Stopped:
		return wordStop
	case pad.Undone:
		return wordUndo
	}
	return fmt.Sprintf("Act(%T)", a.Act)
}

// DealText is a deal as a line writes it: "we 4SX+1 hon 100", "N 3NT=",
// "pass hcp we 24".
func DealText(d pad.Deal) string {
	s := wordPass
	if !d.Passed {
		s = who(d.Side, d.Seat) + " " + d.Contract.String() + bridge.OverText(d.Tricks-d.Contract.Tricks())
	}
	for _, h := range d.Honours {
		s += " " + honoursText(h, d.Side)
	}
	if h := d.Strength; h != nil {
		s += " " + wordHCP + " " + sideWord(h.Side) + " " + h.HCP.Short(1)
		if h.Fit.Valid() {
			s += " " + wordFit + " " + sideWord(h.Fit)
		}
	}
	return s
}

// honoursText leaves out who held honours if it is declarer's side, which reading
// puts there again.
func honoursText(h pad.Honours, declarer bridge.Side) string {
	holder := ""
	if h.Seat.Valid() || h.Side != declarer {
		holder = who(h.Side, h.Seat) + " "
	}
	return wordHonours + " " + holder + strconv.Itoa(int(h.Points))
}

// who names a seat, or a side if the seat is not known.
func who(side bridge.Side, seat bridge.Seat) string {
	if seat.Valid() {
		return seat.String()
	}
	return sideWord(side)
}
