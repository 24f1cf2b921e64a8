package main

import (
	"fmt"
	"unicode/utf8"

	"github.com/overtrick/overtrick/format/slip"
	"github.com/overtrick/overtrick/notation"
)

// The keystroke-level model of Card, Moran and Newell: seconds of what people do.
const (
	press = 0.2  // K: a key or a tap, of somebody who types every week
	point = 1.1  // P: to point at something
	think = 1.35 // M: to make up one's mind
	home  = 0.4  // H: the hand to the keyboard
)

// keystrokes types all travellers, each line by the shortest text that is read as it,
// with Enter.
func (m *measure) keystrokes() error {
	for _, mode := range []struct {
		mode   slip.Mode
		name   string
		target float64
	}{{slip.ShortScores, "numeric", 3.2}, {slip.Contracts, "contract", 4.8}} {
		lines, keys := 0, 0
		for _, x := range m.slips.list {
			c := slip.Context{Lang: notation.English, Mode: mode.mode, Board: x.board, Vul: x.board.Vulnerability()}
			for _, l := range x.lines {
				text, ok := slip.Shortest(c, l.entry)
				if !ok {
					return fmt.Errorf("board %d, %v: %v cannot be typed", x.board, l.ns, l.entry)
				}
				lines, keys = lines+1, keys+utf8.RuneCountInString(text)+1
				c.Above = &l.entry
			}
		}
		mean := float64(keys) / float64(lines)
		m.add("G3", "keys a line of a traveller, "+mode.name, fmt.Sprintf("≤ %.1f", mode.target), fmt.Sprintf("%.2f", mean), mean <= mode.target)
		if mode.mode == slip.Contracts {
			m.note("G3", "%d lines of travellers of %d %s events, each typed as the shortest text that is read as it, with Enter.", lines, m.slips.events, m.slips.what())
		}
		const slipLines = 14
		seconds := home + think + press + slipLines*(think+mean*press)
		m.add("G4", fmt.Sprintf("s for %d lines, %s", slipLines, mode.name), "≤ 45", fmt.Sprintf("%.0f", seconds), seconds <= 45)
	}
	m.note("G4", "Keystroke-level model: H %.1f s once, then M %.2f s and the keys of G3 at K %.1f s for each line, and M and K for Enter at the next board.", home, think, press)
	return nil
}
