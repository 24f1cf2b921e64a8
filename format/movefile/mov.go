package movefile

import (
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/movement"
)

// The layout of a .MOV.
const (
	movMagic   = "\x5D\x8D"
	movHowell  = 2
	movTables  = 3
	movRounds  = 4
	movSets    = 5
	movMessage = 0x006 // 8 lines of 75
	movZeros   = 0x25E
	movOrder   = 0x29F // which number each of 36 sets has
	movCells   = 0x2C3
	movMost    = 36 // sets
)

// readMOV reads a movement of ACBLscore.
func readMOV(data []byte) (b Block) {
	refuse := func(key string, err error) Block {
		b.Err = bridge.At(key, err)
		return b
	}
	if len(data) < movCells || !strings.HasPrefix(string(data), movMagic) {
		b.Err = bridge.Errorf(bridge.Invalid, "movefile.mov_short", "no .MOV of ACBLscore: it begins with the bytes 5D 8D and has at least %d", movCells)
		return b
	}
	tables, rounds, sets := int(data[movTables]), int(data[movRounds]), int(data[movSets])
	winners := 2
	switch data[movHowell] {
	case 0:
	case 1:
		winners = 1
	default:
		return refuse("byte 2", bridge.Errorf(bridge.Invalid, "movefile.mov_kind", "%d: want 0, a Mitchell, or 1, a Howell", int(data[movHowell])))
	}
	if err := movement.CheckSize(movement.Pairs, winners, tables, rounds, sets); err != nil {
		b.Err = err
		return b
	}
	if want := movCells + 3*tables*rounds; len(data) != want {
		b.Err = bridge.Errorf(bridge.Invalid, "movefile.mov_size", "%d bytes: want %d for so many tables and rounds", len(data), want)
		return b
	}
	order, plain := data[movOrder:movCells], true
	seen := map[byte]bool{}
	for i, n := range order {
		if n < 1 || n > movMost || seen[n] {
			return refuse("byte 671", bridge.Errorf(bridge.Invalid, "movefile.mov_order", "the order of the sets is not the numbers 1 to %d", movMost))
		}
		seen[n] = true
		plain = plain && int(n) == i+1
	}
	m := movement.New("", movement.Pairs, winners, tables, rounds, sets)
	m.Name = oneLine(movText(data[movMessage:movZeros]))
	for i := range m.Slots {
		cell := data[movCells+3*i:]
		s := &m.Slots[i]
		s.NS[0], s.EW[0], s.Set = int(cell[0]), int(cell[1]), int(cell[2])
		if s.Empty() {
			s.Set = 0
		}
		if !plain && s.Set > 0 && s.Set <= movMost {
			s.Set = int(order[s.Set-1])
		}
		if err := m.CheckSlot(s.Table, s.Round); err != nil {
			b.Err = err
			return b
		}
	}
	if !plain {
		b.warn(0, "movefile.mov_renamed", "the file gives the sets other numbers: they were put in that order")
	}
	b.Movement = m
	return b
}

// movText is the message: ASCII, what else there is becomes a blank.
func movText(data []byte) string {
	var out strings.Builder
	for _, c := range data {
		if c < ' ' || c > '~' {
			c = ' '
		}
		out.WriteByte(c)
	}
	return out.String()
}

// writeMOV writes a movement of ACBLscore.
func writeMOV(m *movement.Movement) ([]byte, []Warning, error) {
	l := losses{m: m, format: ACBL}
	switch {
	case m.Kind != movement.Pairs:
		return nil, nil, l.noKind()
	case m.Sets > movMost:
		return nil, nil, bridge.Errorf(bridge.Unsupported, "movefile.mov_sets", "%d sets: a .MOV of ACBLscore has at most %d", m.Sets, movMost)
	}
	data := make([]byte, movCells, movCells+3*len(m.Slots))
	copy(data, movMagic)
	if m.Winners == 1 {
		data[movHowell] = 1
	}
	data[movTables], data[movRounds], data[movSets] = byte(m.Tables), byte(m.Rounds), byte(m.Sets)
	name := l.name()
	plain := oneLine(movText([]byte(name)))
	if plain != name {
		l.warn("movefile.lost_name", "%s holds plain English letters: the name is %q there", ACBL.Program(), plain)
	}
	copy(data[movMessage:movZeros], plain+strings.Repeat(" ", movZeros-movMessage))
	for i := range movMost {
		data[movOrder+i] = byte(i + 1)
	}
	l.family()
	l.marks()
	if m.Phantom != (movement.Contestant{}) {
		l.warn("movefile.lost_phantom", "%s has no missing pairs: whoever meets %v sits out there", ACBL.Program(), m.Phantom)
	}
	for _, s := range m.Slots {
		ns, ew, set := s.NS[0], s.EW[0], s.Set
		if m.Contestant(bridge.NS, ns) == m.Phantom {
			ns = 0
		}
		if m.Contestant(bridge.EW, ew) == m.Phantom {
			ew = 0
		}
		if ns == 0 || ew == 0 {
			set = 0
		}
		if ns > 255 || ew > 255 {
			return nil, nil, bridge.Errorf(bridge.Unsupported, "movefile.mov_pairs", "pair %d: a .MOV of ACBLscore has at most %d", max(ns, ew), 255)
		}
		data = append(data, byte(ns), byte(ew), byte(set))
	}
	return data, l.list, nil
}
