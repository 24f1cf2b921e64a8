package cli

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/format/padtext"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/pad"
)

// live reports whether there is somebody at a terminal.
func (t *terminal) live(path string) bool {
	isTerminal := func(v any) bool {
		f, ok := v.(*os.File)
		return ok && term.IsTerminal(f.Fd())
	}
	return !t.json && path != "-" && isTerminal(t.stdin) && isTerminal(t.stdout)
}

// livePad keeps the pad at a terminal. What is shown is saved before, so that the
// program may end at any moment.
func (t *terminal) livePad(path string, given []padtext.Setting) error {
	f, store, err := t.openPad(path, given)
	if err != nil {
		return err
	}
	s := newPadScreen(t, f, store)
	_, err = tea.NewProgram(s, tea.WithInput(t.stdin), tea.WithOutput(t.stdout)).Run()
	err = errors.Join(ended(err), s.store.close())
	if err != nil {
		return err
	}
	t.padAnswer(s.file)
	if why, text := s.unsaved(); text != "" {
		t.out.WriteString("\n")
		t.say(why)
		t.out.WriteString("\n" + text)
	}
	return nil
}

// ended forgets that a screen was left by a signal: all is saved.
func ended(err error) error {
	if err == nil || errors.Is(err, tea.ErrInterrupted) {
		return nil
	}
	return bridge.Errorf(bridge.Internal, "pad.screen", "the screen: %w", err)
}

// padScreen is the live pad: what bubbletea calls a model.
type padScreen struct {
	t     *terminal
	file  *padtext.File
	store *padStore

	columns, rows int
	input         []rune
	cursor        int      // in input
	waiting       []string // what was typed before the file had a question, the last first to come back
	refused       *refusal // of the line that stands in input
	message       string   // what the last line changed, or what happened to the file
	help          bool
}

// narrowestScreen is the least width of a live pad.
const narrowestScreen = 34

func newPadScreen(t *terminal, f *padtext.File, store *padStore) *padScreen {
	s := &padScreen{t: t, file: f, store: store, columns: t.columns, rows: 24}
	switch {
	case store.file == nil:
		s.message = t.T("pad.not_saving")
	case store.asks:
		s.ask()
	case len(f.Lines) > 0:
		s.message = t.T("pad.resumed", store.name)
	default:
		s.message = t.T("pad.saving", store.name)
	}
	return s
}

// ask puts the last line of the file into the input, if it has no end: it may be
// the half of another one, and nobody but the scorer knows. What stood there waits.
func (s *padScreen) ask() {
	if len(s.input) > 0 {
		s.waiting = append(s.waiting, string(s.input))
	}
	s.set(s.store.unended())
	s.message = s.t.T("pad.open_end", s.store.name)
}

// reload shows what the file says now. What was typed is not lost.
func (s *padScreen) reload() {
	f, store, err := s.t.openPad(s.store.path, s.store.given)
	if err != nil {
		if e, ok := asError(s.t.padPlace(err)); ok {
			s.refused = &refusal{err: e} // it speaks of the file, not of the line
		}
		return
	}
	_ = s.store.close() // all that was written there is durable
	s.file, s.store, s.refused = f, store, nil
	if store.asks {
		s.ask()
		return
	}
	s.message = s.t.T("pad.changed_elsewhere")
}

// Init implements [tea.Model].
func (s *padScreen) Init() tea.Cmd { return nil }

// Update implements [tea.Model].
func (s *padScreen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.columns, s.rows = max(msg.Width, narrowestScreen), msg.Height
	case tea.PasteMsg:
		return s, s.paste(msg.Content)
	case tea.KeyPressMsg:
		return s, s.key(msg)
	}
	return s, nil
}

// key does what a key says.
func (s *padScreen) key(k tea.KeyPressMsg) tea.Cmd {
	name := k.String()
	if name == "ctrl+c" || name == "ctrl+d" {
		return tea.Quit
	}
	if s.help {
		s.help = false
		return nil
	}
	switch name {
	case "enter":
		return s.enter()
	case "esc", "ctrl+u":
		s.next()
	case "left":
		s.cursor = max(s.cursor-1, 0)
	case "right":
		s.cursor = min(s.cursor+1, len(s.input))
	case "home", "ctrl+a":
		s.cursor = 0
	case "end", "ctrl+e":
		s.cursor = len(s.input)
	case "backspace":
		if s.cursor > 0 {
			s.cut(s.cursor-1, s.cursor)
		}
	case "delete":
		if s.cursor < len(s.input) {
			s.cut(s.cursor, s.cursor+1)
		}
	case "ctrl+w":
		from := s.cursor
		for from > 0 && s.input[from-1] == ' ' {
			from--
		}
		for from > 0 && s.input[from-1] != ' ' {
			from--
		}
		s.cut(from, s.cursor)
	default:
		if k.Text == "?" && len(s.input) == 0 {
			s.help = true
			return nil
		}
		s.insert(k.Text)
	}
	return nil
}

// longestLine is more than a deal and a comment need.
const longestLine = 500

// typed is a text as a line can hold it.
func typed(text string) string { return locale.Clean(strings.ReplaceAll(text, "\t", " ")) }

// insert types a text, if there is room for all of it.
func (s *padScreen) insert(text string) {
	runes := []rune(typed(text))
	switch {
	case len(runes) == 0:
		return
	case len(s.input)+len(runes) > longestLine:
		s.refused = &refusal{err: bridge.Errorf(bridge.Invalid, "pad.long_line", "a line has room for %d characters, and this is longer", longestLine)}
		return
	}
	s.input = slices.Insert(s.input, s.cursor, runes...)
	s.cursor += len(runes)
	s.refused, s.message = nil, ""
}

func (s *padScreen) cut(from, to int) {
	s.input = slices.Delete(s.input, from, to)
	s.cursor = from
	s.refused, s.message = nil, ""
}

// set puts a line into the input.
func (s *padScreen) set(line string) {
	s.input = []rune(line)
	s.cursor, s.refused = len(s.input), nil
}

// next clears the input for the next line.
func (s *padScreen) next() {
	line := ""
	if last := len(s.waiting) - 1; last >= 0 {
		line, s.waiting = s.waiting[last], s.waiting[:last]
	}
	s.set(line)
}

// paste types a text, and presses Enter behind each whole line until one is not
// taken.
func (s *padScreen) paste(text string) (cmd tea.Cmd) {
	s.help = false // whoever pastes wants to see it
	for line := range strings.Lines(text) {
		whole := strings.HasSuffix(line, "\n")
		s.insert(strings.TrimRight(line, "\r\n"))
		if !whole || s.refused != nil {
			break
		}
		if cmd = s.enter(); cmd != nil || s.help || len(s.input) > 0 {
			break
		}
	}
	return cmd
}

// enter takes the line in the input, if it can be.
func (s *padScreen) enter() tea.Cmd {
	text := strings.TrimSpace(string(s.input))
	switch {
	case text == "":
		s.set("")
		return nil
	case text == "?":
		s.set("")
		s.help = true
		return nil
	case slices.Contains(strings.Split(s.t.T("pad.quit"), "|"), strings.ToLower(text)):
		return tea.Quit
	}
	next, message, err := s.take()
	if err != nil {
		switch e, ok := asError(err); {
		case ok && e.Key == "file.changed":
			s.reload()
		case !s.startEdit(err):
			s.refuse(err)
		}
		return nil
	}
	s.file, s.message = next, message
	s.next()
	return nil
}

// take does what the line says and saves it, if the file is still the one that the
// line was typed for.
func (s *padScreen) take() (next *padtext.File, message string, err error) {
	if err := s.store.check(); err != nil {
		return nil, "", err
	}
	next, line, message, err := s.try()
	if err != nil {
		return nil, "", err
	}
	return next, message, s.store.add(line.String())
}

// refuse keeps a refusal for the screen. The line stays, to be corrected.
func (s *padScreen) refuse(err error) {
	text := string(s.input)
	err = s.t.padPlace(err)
	if r, ok := errors.AsType[*refusal](pointAt(text, err)); ok {
		s.refused = r
		return
	}
	e, ok := asError(err)
	if !ok {
		e = bridge.Errorf(bridge.Internal, "internal", "a fault of the program: %v", err)
	}
	s.refused = &refusal{err: e}
}

// try does what the line says on a copy, and says in words what came of it.
func (s *padScreen) try() (next *padtext.File, line padtext.Line, message string, err error) {
	line, err = s.file.Parse(s.t.Words(), string(s.input))
	if err != nil {
		return nil, line, "", err
	}
	next = s.file.Clone()
	notes, err := next.Add(line)
	if err != nil {
		return nil, line, "", err
	}
	return next, line, s.t.padEcho(next, line, notes), nil
}

// startEdit puts the deal into the line if its number alone was written: "e4".
func (s *padScreen) startEdit(err error) bool {
	e, ok := asError(err)
	if !ok || e.Key != "padtext.no_deal" || len(e.Args) != 2 || e.Args[0] != "edit" {
		return false
	}
	n, ok := e.Args[1].(int)
	deals := s.file.Evening.Table().Pad().Deals
	if !ok || n > len(deals) {
		return false
	}
	s.set(s.t.padLineOf(n, deals[n-1].Deal))
	s.message = ""
	return true
}

// unsaved is the text of a table that no file holds, and why none does.
func (s *padScreen) unsaved() (why, text string) {
	why = s.t.T("pad.unsaved")
	if s.store.file != nil {
		why = s.t.T("pad.gone", s.store.name)
	}
	if s.store.file != nil && !missing(s.store.path) || len(s.file.Lines) == 0 {
		return "", ""
	}
	var b bytes.Buffer
	_ = padtext.Write(&b, s.file) // a buffer takes everything
	return why, b.String()
}

// View implements [tea.Model].
func (s *padScreen) View() tea.View {
	lines, x, y := s.screen()
	v := tea.NewView(strings.Join(lines, "\n"))
	v.AltScreen = true
	v.WindowTitle = "overtrick"
	if !s.help {
		v.Cursor = tea.NewCursor(x, y)
		v.Cursor.Shape = tea.CursorBar
	}
	return v
}

// screen gives the lines of the screen and where the cursor stands.
func (s *padScreen) screen() (lines []string, x, y int) {
	t := *s.t
	t.columns = min(s.columns, widest)
	if s.help {
		page := strings.TrimRight(t.reflow(t.Help("pad-live")), "\n")
		lines = strings.Split(page, "\n")
		return lines[:min(len(lines), s.rows)], 0, 0
	}
	p := s.file.Evening.Table().Pad()
	prompt := " " + s.prompt(&t) + " "
	input, at := s.window(prompt + "› ")
	under := s.under(&t, width(prompt)+2)
	keys := s.keys(&t)
	var said []string
	for _, r := range t.padRemarks(s.file) {
		said = append(said, splitLines(t.sentence(r))...)
	}
	// What is left is the pad's. On a low screen first the empty lines go, then what
	// can be asked for, then what the pad says too.
	gaps := 3
	draw := func() []string {
		room := s.rows - gaps - len(said) - 1 - len(under) - len(keys)
		return t.drawPad(p, t.padNames(s.file, s.file.Evening.Seating()), max(room, 1))
	}
	drawn := draw()
	for over := true; over; drawn = draw() {
		switch over = len(drawn)+gaps+len(said)+1+len(under)+len(keys) > s.rows; {
		case !over:
		case gaps > 0:
			gaps--
		case len(keys) > 1:
			keys = keys[len(keys)-1:]
		case len(said) > 0:
			said = said[1:]
		case len(under) > 1:
			under = under[:len(under)-1]
		default:
			drawn = drawn[max(len(drawn)-max(s.rows-2-len(keys), 1), 0):]
			over = false
		}
		if !over {
			break
		}
	}
	gap := func(n int) {
		if gaps >= n {
			lines = append(lines, "")
		}
	}
	lines = append(lines, drawn...)
	gap(3)
	lines = append(lines, said...)
	gap(1)
	y = len(lines)
	lines = append(lines, prompt+t.paint.role(roleAccent, "›")+" "+input)
	lines = append(lines, under...)
	gap(2)
	lines = append(lines, keys...)
	return lines, width(prompt) + 2 + at, y
}

// prompt says which deal comes, of how many, and who deals if that leaves half of
// the screen.
func (s *padScreen) prompt(t *terminal) string {
	p := s.file.Evening.Table().Pad()
	if p.Finished {
		return t.T("pad.prompt_over")
	}
	counted := 1
	for _, d := range p.Deals {
		if d.Counts {
			counted++
		}
	}
	prompt := t.T("pad.prompt", p.Next.N)
	switch {
	case p.Rules.Form != pad.Chicago:
	case counted == p.Next.N:
		prompt = t.T("pad.prompt_of", counted, p.Rules.Deals)
	default: // the pad calls it by its number among all
		prompt = t.T("pad.prompt_redealt", p.Next.N, counted, p.Rules.Deals)
	}
	long := t.T("pad.prompt_deals", prompt, t.padSeat(s.file, s.file.Evening.Seating(), p.Next.Dealer))
	if width(long)+4 > t.columns/2 {
		return prompt
	}
	return long
}

// keys are what can be typed now.
func (s *padScreen) keys(t *terminal) []string {
	p := s.file.Evening.Table().Pad()
	text := t.T("pad.keys", max(len(p.Deals), 1))
	if p.Finished {
		text = t.T("pad.keys_over", max(len(p.Deals), 1))
	}
	lines := []string{""}
	for part := range strings.SplitSeq(text, keyJoint) {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = " " + part
		case width(*last+keyJoint+part) > t.columns:
			lines = append(lines, " "+part)
		default:
			*last += keyJoint + part
		}
	}
	for i, l := range lines {
		lines[i] = t.paint.role(roleInk2, l)
	}
	return lines
}

// keyJoint stands between keys.
const keyJoint = " · "

// window is the part of the input that has room behind the prompt, and the column
// of the cursor in it.
func (s *padScreen) window(prompt string) (text string, at int) {
	room := max(s.columns-width(prompt)-1, 8)
	before := func(yield func(rune) bool) {
		for _, r := range slices.Backward(s.input[:s.cursor]) {
			if !yield(r) {
				return
			}
		}
	}
	from := s.cursor - fitting(before, room)
	to := from + fitting(slices.Values(s.input[from:]), room)
	return string(s.input[from:to]), width(string(s.input[from:s.cursor]))
}

// saidIndent is how far to the right a sentence may begin: it needs the room.
const saidIndent = 10

// under is what stands below the input: the marks and the reason of a refusal, or
// what the line would bring, or what the last one changed.
func (s *padScreen) under(t *terminal, indent int) []string {
	blank := strings.Repeat(" ", indent)
	say := func(r role, text string) []string {
		blank, narrow := blank[:min(indent, saidIndent)], *t
		narrow.columns = t.columns - len(blank) - 1
		var out []string
		for _, l := range splitLines(narrow.wrap([]string{text}, "", 0)) {
			if r == rolePlain {
				l = t.paint.suits(l)
			} else {
				l = t.paint.role(r, l)
			}
			out = append(out, blank+l)
		}
		return out
	}
	if r := s.refused; r != nil {
		var out []string
		if fits := indent+width(string(s.input)) < s.columns; r.text != "" && fits {
			mark := strings.Repeat("^", max(width(r.text[r.start:r.end]), 1))
			out = append(out, blank+strings.Repeat(" ", width(r.text[:r.start]))+t.paint.role(roleError, mark))
		}
		text := t.Error(r.err)
		if !strings.HasPrefix(r.err.At, s.store.name) || s.store.name == "" { // a name keeps its letters
			text = locale.Sentence(text)
		}
		return append(out, say(roleError, text+".")...)
	}
	var out []string
	if s.message != "" {
		out = say(rolePlain, s.message)
	}
	if len(s.input) == 0 {
		return append(out, "")[:max(len(out), 1)]
	}
	_, _, message, err := s.try()
	if err != nil {
		return append(out, say(roleInk2, "… "+t.Error(t.padPlace(err)))...)
	}
	return append(out, say(rolePlain, message)...)
}

// splitLines cuts a text that ends with a newline.
func splitLines(s string) []string {
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}

// narrower is the terminal with a column less, for what is indented.
func (t *terminal) narrower() *terminal {
	n := *t
	n.columns--
	return &n
}
