package dd

import "math/bits"

// A pattern is a set of positions that have the same shape: it fixes who holds
// the highest cards of each suit, as many as mattered, and says nothing of the
// others (partition search). Each word has the holders of two suits, two bits a
// card from the top, then a bound of four bits, then the numbers of cards that
// are fixed, four bits a suit. The bound of a is the least number of tricks that
// North-South win, that of b the greatest.
type pattern struct{ a, b uint64 }

const (
	holderBits = 26
	boundShift = 52
	countShift = 56
	holders    = 1<<boundShift - 1
)

func (p pattern) least() int { return int(p.a >> boundShift & 15) }
func (p pattern) most() int  { return int(p.b >> boundShift & 15) }

// weight is the number of cards that p fixes: the less, the more general.
func (p pattern) weight() int {
	return int(p.a>>60 + p.a>>countShift&15 + p.b>>60 + p.b>>countShift&15)
}

// A slot of the memo belongs to one shape. Its list is a block of patterns in
// the chunks, the most general first.
type slot struct {
	key  uint64 // 0: free
	at   uint32 // of the block, in patterns
	list uint32 // length<<5 | class; the block has room for 1<<class
}

const (
	chunkBits   = 14
	chunkSize   = 1 << chunkBits // patterns
	smallMemo   = 12             // log2 of the slots at first
	classes     = chunkBits + 1
	patternSize = 16
	slotSize    = 16
)

// memo is the transposition table. Its memory is kept from deal to deal; when
// it is full, everything in it is forgotten.
type memo struct {
	slots  []slot
	shift  uint     // 64 - log2(len(slots))
	used   int      // slots in use
	tables [][]slot // by log2 of their size less smallMemo, kept for later
	chunks []*[chunkSize]pattern
	next   uint32          // the first pattern never given out
	free   [classes]uint32 // 1 + the first free block of each size; its a leads on
	masks  [256]uint64     // by the two numbers of fixed cards

	maxChunks, maxSlots int
	clears              int
}

func (m *memo) init(bytes int) {
	for i := range m.masks {
		m.masks[i] = (1<<(2*(i&15)) - 1) | (1<<(2*(i>>4))-1)<<holderBits
	}
	// A third for the slots, counting the smaller tables that are kept.
	m.maxSlots = 1 << smallMemo
	for m.maxSlots*2*2*slotSize <= bytes/3 {
		m.maxSlots *= 2
	}
	// A block is found by 32 bits.
	m.maxChunks = min(max(1, bytes/3*2/(chunkSize*patternSize)), 1<<(32-chunkBits)-1)
	m.clear()
}

// clear forgets everything.
func (m *memo) clear() {
	m.table(0)
	m.used, m.next, m.free = 0, 0, [classes]uint32{}
}

// table makes an empty table of that size the present one.
func (m *memo) table(size int) {
	for len(m.tables) <= size {
		m.tables = append(m.tables, make([]slot, 1<<(smallMemo+len(m.tables))))
	}
	m.slots, m.shift = m.tables[size], uint(64-smallMemo-size)
	clear(m.slots)
}

// find is the slot of a shape, or the free one where it would stand.
func (m *memo) find(key uint64) *slot {
	i := key * 0x9e3779b97f4a7c15 >> m.shift
	for {
		s := &m.slots[i&uint64(len(m.slots)-1)]
		if s.key == key || s.key == 0 {
			return s
		}
		i++
	}
}

// list is the patterns of a slot.
func (m *memo) list(s *slot) []pattern {
	from := s.at & (chunkSize - 1)
	return m.chunks[s.at>>chunkBits][from : from+s.list>>5]
}

// block gives room for 1<<class patterns, false if there is none.
func (m *memo) block(class uint32) (uint32, bool) {
	if at := m.free[class]; at != 0 {
		m.free[class] = uint32(m.chunks[(at-1)>>chunkBits][(at-1)&(chunkSize-1)].a)
		return at - 1, true
	}
	// What is left of a chunk may be too small.
	size := uint32(1) << class
	at := (m.next + size - 1) &^ (size - 1)
	if int(at>>chunkBits) >= len(m.chunks) {
		if len(m.chunks) >= m.maxChunks {
			return 0, false
		}
		m.chunks = append(m.chunks, new([chunkSize]pattern))
	}
	m.next = at + size
	return at, true
}

func (m *memo) release(at, class uint32) {
	m.chunks[at>>chunkBits][at&(chunkSize-1)].a = uint64(m.free[class])
	m.free[class] = at + 1
}

// grow doubles the table, false if it may not.
func (m *memo) grow() bool {
	if len(m.slots)*2 > m.maxSlots {
		return false
	}
	old := m.slots
	m.table(bits.Len(uint(len(old))) - smallMemo)
	for _, s := range old {
		if s.key != 0 {
			*m.find(s.key) = s
		}
	}
	return true
}

// store notes a pattern of a shape. What is known of the same pattern is
// narrowed; a list keeps its order. Nothing is lost but time if there is no room.
func (m *memo) store(key uint64, p pattern) {
	if !m.add(key, p) {
		m.clears++
		m.clear()
		m.add(key, p)
	}
}

func (m *memo) add(key uint64, p pattern) bool {
	s := m.find(key)
	if s.key == 0 {
		if m.used >= len(m.slots)*3/4 {
			if !m.grow() {
				return false
			}
			s = m.find(key)
		}
		at, ok := m.block(0)
		if !ok {
			return false
		}
		m.used++
		s.key, s.at, s.list = key, at, 1<<5
		m.list(s)[0] = p
		return true
	}
	list, weight := m.list(s), p.weight()
	// Place: behind all that fix fewer cards.
	lo, hi := 0, len(list)
	for lo < hi {
		if mid := int(uint(lo+hi) / 2); list[mid].weight() < weight {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	ma, mb := m.masks[p.a>>countShift], m.masks[p.b>>countShift]
	least, most := p.least(), p.most()
	out := lo // what stays of the list behind the place
	for i := lo; i < len(list); i++ {
		q := list[i]
		if (q.a^p.a)&ma|(q.b^p.b)&mb == 0 && m.masks[q.a>>countShift]&ma == ma && m.masks[q.b>>countShift]&mb == mb {
			// The same set, or a part of it.
			ql, qm := q.least(), q.most()
			if q.weight() == weight {
				p.a = p.a&^(15<<boundShift) | uint64(max(least, ql))<<boundShift
				p.b = p.b&^(15<<boundShift) | uint64(min(most, qm))<<boundShift
				continue
			}
			if least >= ql && most <= qm {
				continue
			}
			q.a = q.a&^(15<<boundShift) | uint64(max(least, ql))<<boundShift
			q.b = q.b&^(15<<boundShift) | uint64(min(most, qm))<<boundShift
		}
		list[out] = q
		out++
	}
	n := uint32(out)
	class := s.list & 31
	if n == 1<<class {
		if class+1 >= classes {
			return false
		}
		at, ok := m.block(class + 1)
		if !ok {
			return false
		}
		from := at & (chunkSize - 1)
		copy(m.chunks[at>>chunkBits][from:], list[:out])
		m.release(s.at, class)
		class++
		s.at = at
	}
	s.list = (n+1)<<5 | class
	list = m.list(s)
	copy(list[lo+1:], list[lo:])
	list[lo] = p
	return true
}
