package table

import (
	"errors"
	"io"
	"iter"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/internal/charset"
)

// Block is what a table says of one board in one session: a part of a [Stream].
type Block struct {
	Session int
	Board   bridge.Board

	// Facts begin, in the first block, with the opening of the event and its list of
	// pairs. Then come, in every block, contestants that play for the first time, what
	// the board is, and what happened on it; in the last block penalties.
	Facts    []event.Fact
	People   event.People // all who have been registered so far
	Warnings []event.Warning
}

// Stream reads a table of results of any length, one board after the other. All
// lines of a board in a session stand together; a board that comes up again is an
// error with key "table.scattered". Memory is that of the largest board, of the
// contestants, and of a few bytes for each board.
//
// A block stands until the next one. An error is the last that comes; the boards
// before it were sound. A table without lines gives one block without a board.
//
// How many lists of winners there are must be known beforehand: what [Options] do not
// say, and the list of pairs does not, the first board decides. A side that is named
// later, or a number that meets itself, is then an error with key "table.late_side".
// A list of pairs needs directions if there are two lists of winners. A file without
// a byte order mark whose character set has no name must be UTF-8.
func Stream(r io.Reader) iter.Seq2[*Block, error] { return Options{}.Stream(r) }

// Stream is [Stream] with these options.
func (o Options) Stream(r io.Reader) iter.Seq2[*Block, error] {
	return func(yield func(*Block, error) bool) {
		if err := o.check(); err != nil {
			yield(nil, err)
			return
		}
		text, plain, err := charset.NewReader(r, o.Charset)
		if err != nil {
			if _, ours := errors.AsType[*bridge.Error](err); !ours {
				err = unreadable(err)
			}
			yield(nil, err)
			return
		}
		source, err := newLines(text, eventColumns)
		if err != nil {
			yield(nil, err)
			return
		}
		o.stream(source, plain, yield)
	}
}

// stream reads rows board by board.
func (o Options) stream(source Rows, plain bool, yield func(*Block, error) bool) {
	rd, err := o.open(source)
	if err == nil && !rd.sheet.matches {
		err = rd.complete()
	}
	if err == nil && (rd.teams || rd.sheet.matches) {
		err = bridge.At(rd.sheet.headerPlace(), bridge.Errorf(bridge.Unsupported, "table.stream_teams",
			"an event of teams is not read board by board: its matches need the whole table"))
	}
	if err != nil {
		yield(nil, err)
		return
	}
	rd.sheet.utf8 = plain
	s := stream{reader: rd, before: map[place]int{}, block: Block{People: event.People{}}}
	if s.row, err = rd.sheet.next(); err != nil && !errors.Is(err, io.EOF) {
		yield(nil, err)
		return
	}
	s.end = err != nil
	for first := true; first || !s.end; first = false {
		if err := s.next(); err != nil {
			yield(nil, err)
			return
		}
		if !yield(&s.block, nil) {
			return
		}
	}
}

// stream is a table that is read board by board.
type stream struct {
	*reader
	row    row   // the next one
	end    bool  // whether there is none
	failed error // what is wrong with the next one
	before map[place]int
	lists  int // of winners, once they are known

	block Block
	rows  []row    // of the block
	texts []string // their cells
}

// next reads the next block.
func (s *stream) next() error {
	if s.failed != nil {
		return s.failed
	}
	rd := s.reader
	clear(rd.boards)
	clear(rd.met)
	rd.order, rd.lines = rd.order[:0], rd.lines[:0]
	s.block.Facts, s.block.Warnings = s.block.Facts[:0], nil
	if !s.end {
		if err := s.gather(); err != nil {
			return err
		}
	}
	if err := rd.readBoards(s.rows); err != nil {
		return err
	}
	for _, row := range s.rows {
		if err := rd.readRow(row); err != nil {
			return err
		}
	}
	rec := event.Record{Facts: s.block.Facts, People: s.block.People}
	if err := s.enter(&rec); err != nil {
		return err
	}
	rec.Facts = rd.facts(rec.Facts)
	if s.end {
		if err := rd.penalise(&rec, s.lists); err != nil {
			return err
		}
	}
	s.block.Facts = rec.Facts
	s.block.Warnings = slices.Concat(rd.sheet.warnings, rec.Warnings)
	rd.sheet.warnings = nil
	return nil
}

// gather collects the rows of a board. Their cells are copied, as far as they are not
// texts of their own.
func (s *stream) gather() error {
	s.rows, s.texts = s.rows[:0], s.texts[:0]
	at, err := s.row.at()
	if err != nil {
		return err
	}
	if line, again := s.before[at]; again {
		return bridge.At(s.row.place(), bridge.Errorf(bridge.Invalid, "table.scattered",
			"board %d again, after other boards: its lines began in line %d; to read a table board by board, sort it by session and board, or read it as a whole",
			at.board, line))
	}
	s.before[at] = s.row.line
	s.block.Session, s.block.Board = at.session, at.board
	for {
		begin := len(s.texts)
		s.texts = append(s.texts, s.row.cells...)
		s.rows = append(s.rows, row{s.sheet, s.texts[begin:len(s.texts):len(s.texts)], s.row.line, at})
		if !s.advance(at) {
			return nil
		}
	}
}

// advance reads the next row and reports whether it is about the same board. A row
// that is broken ends a board, which counts all the same.
func (s *stream) advance(at place) bool {
	var next place
	if s.row, s.failed = s.sheet.next(); s.failed == nil {
		next, s.failed = s.row.at()
		s.row.where = next
	}
	if errors.Is(s.failed, io.EOF) {
		s.end, s.failed = true, nil
	}
	return !s.end && s.failed == nil && next == at
}

// enter gives the meetings of a block their contestants, and registers those who are
// new; the first block opens the event.
func (s *stream) enter(rec *event.Record) (err error) {
	first := s.lists == 0
	if first {
		if s.lists, err = s.winners(); err != nil {
			return err
		}
		rec.Add(s.opened(s.lists))
	} else if err := s.oneList(); err != nil {
		return err
	}
	if err := s.meet(s.lists); err != nil {
		return err
	}
	return s.register(rec, s.lists, first, nil)
}

// oneList refuses what shows two lists of winners after the first board showed one.
func (s *stream) oneList() error {
	if s.lists != 1 || s.individuals {
		return nil
	}
	for i := range s.lines {
		l := &s.lines[i]
		for i, who := range [2]event.Contestant{l.ns, l.ew} {
			if !who.Side.Valid() && (l.ns.IsZero() || l.ns != l.ew) {
				continue
			}
			return s.cell(l, [2]column{colNS, colEW}[i]).fail("table.late_side",
				"contestant %v has a side, but the first board showed one list of winners: say beforehand that there are two", who)
		}
	}
	return nil
}
