package movefile

import (
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/movement"
)

// losses collects what a format cannot keep of a movement.
type losses struct {
	m      *movement.Movement
	format Format
	list   []Warning
}

func (l *losses) warn(key, format string, args ...any) {
	l.list = append(l.list, Warning{0, bridge.Errorf(bridge.Unsupported, key, format, args...)})
}

// name is what the movement is called there; without a name, its family.
func (l *losses) name() string {
	for _, name := range []string{oneLine(l.m.Name), strings.ReplaceAll(oneLine(l.m.Family), "_", " ")} {
		if name != "" {
			return name
		}
	}
	return "Movement"
}

// family warns that nothing is kept of how the movement was made.
func (l *losses) family() {
	if l.m.Family != "" {
		l.warn("movefile.lost_family", "%s does not know families: %q is left out", l.format.Program(), l.m.Family)
	}
	if l.m.SkipAfter > 0 {
		l.warn("movefile.lost_skip", "%s has no line for the skip after round %d: only where the pairs sit", l.format.Program(), l.m.SkipAfter)
	}
	if len(l.m.RoverOrder) > 0 {
		l.warn("movefile.lost_rover", "%s has no line for the rover: only where it sits", l.format.Program())
	}
}

// marks warns that cells have none.
func (l *losses) marks() {
	if l.anySwitched() {
		l.warn("movefile.lost_switched", "%s does not mark what is switched: only who sits where", l.format.Program())
	}
	if slices.ContainsFunc(l.m.Slots, func(s movement.Slot) bool { return s.Played }) {
		l.warn("movefile.lost_played", "%s does not mark what was played", l.format.Program())
	}
}

func (l *losses) anySwitched() bool {
	return slices.ContainsFunc(l.m.Slots, func(s movement.Slot) bool { return s.Switched })
}

// noKind refuses a movement of a kind that the format does not know.
func (l *losses) noKind() error {
	if l.m.Kind == movement.Teams {
		return bridge.Errorf(bridge.Unsupported, "movefile.no_teams", "%s has no movements for teams in this format", l.format.Program())
	}
	return bridge.Errorf(bridge.Unsupported, "movefile.no_individuals", "%s has no movements for individuals in this format", l.format.Program())
}

// WriteAs writes a movement for another program, with so many boards a round where it
// wants to know, and says what that program cannot keep. 0 boards are as many as make
// about 24 in all.
//
// The error has code [bridge.Unsupported] if the program cannot hold the movement at
// all, and the codes of [Write].
func WriteAs(w io.Writer, format Format, m *movement.Movement, boards int) ([]Warning, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	if boards < 0 || boards > 100 {
		return nil, bridge.Errorf(bridge.Invalid, "movefile.boards", "%d boards a round: want 1 to %d", boards, 100)
	}
	if boards == 0 {
		boards = max(1, 24/m.Rounds)
	}
	var data []byte
	var lost []Warning
	var err error
	var text strings.Builder
	switch format {
	case Plain:
		return nil, Write(w, m)
	case EBU:
		lost = writeEBU(&text, m, boards)
	case ACBL:
		data, lost, err = writeMOV(m)
	case YAML:
		lost, err = writeYAML(&text, m, boards)
	case JSON:
		data, err = json.Marshal(m)
		data = append(data, '\n')
	default:
		_, err = ParseFormat(string(format))
	}
	if err != nil {
		return nil, err
	}
	if data == nil {
		data = []byte(text.String())
	}
	if _, err := w.Write(data); err != nil {
		return nil, bridge.Errorf(bridge.Internal, "movefile.write", "writing a movement: %w", err)
	}
	return lost, nil
}
