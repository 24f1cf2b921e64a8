package padtext

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/pad"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
)

// NewSetting checks the value of a line of the head and gives it its canonical
// form. Whether the form of the game has such a setting, the whole head decides.
func NewSetting(name, value string) (Setting, error) {
	p := &parser{lang: notation.English}
	return p.setting(name, value)
}

func (p *parser) setting(name, value string) (s Setting, err error) {
	value = strings.Join(strings.Fields(value), " ")
	lower := p.value(name, strings.ToLower(value))
	if name == "score.edition" { // what the others change, and a line of its own
		name = wordEdition
	}
	s = Setting{name, lower}
	switch name {
	case wordForm:
		_, err = pad.ParseForm(lower)
	case wordEdition:
		_, err = score.FindHomeEdition(lower)
	case wordSchedule:
		_, err = pad.ParseSchedule(lower)
	case wordParts:
		_, err = pad.ParsePartScores(lower)
	case wordDeals:
		var n int
		if n, err = strconv.Atoi(lower); err != nil {
			return Setting{}, bridge.Errorf(bridge.Invalid, "padtext.deals", "deals %q: want 4, 6 or 8", value)
		}
		r := pad.NewRules(pad.Chicago)
		r.Deals = n
		_, err = pad.NewTable(r)
	case wordRedeal:
		if lower != valueYes && lower != valueNo {
			err = bridge.Errorf(bridge.Invalid, "padtext.redeal", "redeal %q: want yes or no", value)
		}
	case wordDealer:
		var seat bridge.Seat
		if seat, err = notation.ParseSeat(p.lang, value); err == nil {
			s.Value = seat.String()
		}
	case wordStake:
		var ok bool
		if s.Value, ok = money(lower); !ok {
			err = bridge.Errorf(bridge.Invalid, "padtext.stake", "stake %q: want a number such as 0.50, with at most four decimals", value)
		}
	case wordRotation:
		var r pad.Rotation
		r, err = pad.ParseRotation(lower)
		s.Value = string(r)
	default:
		s.Value = value
		err = checkHouse(s)
	}
	if err != nil {
		return Setting{}, err
	}
	return s, nil
}

// money gives an amount as people write it its canonical form: 0,5 is 0.5, and so
// is .5. The decimals stay, they are those of the ledger. A sign has no place.
func money(text string) (string, bool) {
	whole, decimals, _ := strings.Cut(strings.Replace(text, ",", ".", 1), ".")
	notDigit := func(r rune) bool { return r < '0' || r > '9' }
	if whole+decimals == "" || strings.ContainsFunc(whole+decimals, notDigit) || len(decimals) > 4 {
		return "", false
	}
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	if decimals != "" {
		decimals = "." + decimals
	}
	return whole + decimals, len(whole) <= 9
}

// checkHouse checks a setting of the house alone.
func checkHouse(s Setting) error {
	if !strings.HasPrefix(s.Name, "score.") && !strings.HasPrefix(s.Name, "pad.") || s.Value == "" {
		return bridge.Errorf(bridge.Invalid, "padtext.setting", "setting %q: want a form like score.rubber.fast = 750 or pad.honours = none", s.Name)
	}
	_, err := regulation.ReadHome(strings.NewReader(s.Name+" = "+s.Value), house)
	e, ours := errors.AsType[*bridge.Error](err)
	if !ours {
		return err
	}
	c := *e
	c.At = strings.TrimPrefix(strings.TrimPrefix(c.At, "line 1"), ": ")
	return &c
}

// house is what an edition is called that the settings of a house have changed.
const house = "house"

// uses lists the settings that some forms have and others do not. Every setting of
// a house stands here.
var uses = func() map[string][]pad.Form {
	rubber, chicago := []pad.Form{pad.Rubber}, []pad.Form{pad.Chicago}
	ancestors := []pad.Form{pad.Auction, pad.Plafond}                       // have values of their own
	duplicate := []pad.Form{pad.Chicago, pad.Russian, pad.Iniarski}         // reward a game or part-score deal by deal
	laws := []pad.Form{pad.Rubber, pad.Chicago, pad.Russian, pad.Iniarski}  // score tricks by a code of laws
	points := []pad.Form{pad.Rubber, pad.Chicago, pad.Auction, pad.Plafond} // are not in IMPs
	return map[string][]pad.Form{
		wordEdition:  laws,
		wordSchedule: duplicate,
		wordParts:    chicago,
		wordDeals:    chicago,
		wordRedeal:   chicago,

		"score.minor": laws, "score.major": laws, "score.notrump": laws,
		"score.overtrick.doubled":                 laws,
		"score.undertrick.not_vulnerable":         laws,
		"score.undertrick.vulnerable":             laws,
		"score.undertrick.doubled.not_vulnerable": laws,
		"score.undertrick.doubled.vulnerable":     laws,
		"score.slam.small":                        laws, "score.slam.grand": laws,
		"score.made.doubled": laws, "score.made.redoubled": laws,
		"score.game": duplicate, "score.part_score": duplicate,
		"score.rubber.fast": rubber, "score.rubber.slow": rubber, "score.rubber.game": rubber,
		"score.rubber.unfinished.game":       rubber,
		"score.rubber.unfinished.part_score": rubber,
		"score.chicago.part_score":           chicago,
		"score.auction.rubber":               ancestors,
		"pad.honours":                        points,
		"pad.settle":                         points,
	}
}()

// Uses reports whether a form has a setting. One that it has not is refused.
func Uses(form pad.Form, name string) bool {
	forms, some := uses[name]
	return !some || slices.Contains(forms, form)
}

// head is what stands before the first act, in the order of the text.
type head struct{ said []headLine }

// headLine is a [Setting] or [Players], and the line where it stands; 0 for what
// was given.
type headLine struct {
	says Saying
	line int
}

// name is what a line of the head is called.
func (l headLine) name() string {
	if s, ok := l.says.(Setting); ok {
		return s.Name
	}
	return wordPlayers
}

// get gives the value of a setting.
func (h *head) get(name string) (value string, ok bool) {
	for _, l := range h.said {
		if s, ok := l.says.(Setting); ok && s.Name == name {
			return s.Value, true
		}
	}
	return "", false
}

// players are those that have names.
func (h *head) players() Players {
	for _, l := range h.said {
		if p, ok := l.says.(Players); ok {
			return p
		}
	}
	return nil
}

// with is the head with one more line, which was not there yet.
func (h *head) with(l headLine) (head, error) {
	switch s := l.says.(type) {
	case Players:
		if h.players() != nil {
			return *h, bridge.Errorf(bridge.Conflict, "padtext.players_twice", "the players are named already")
		}
	case Setting:
		if v, ok := h.get(s.Name); ok {
			return *h, bridge.Errorf(bridge.Conflict, "padtext.head_twice", "%s is already there, with the value %s", s.Name, v)
		}
	}
	return head{append(slices.Clip(h.said), l)}, nil
}

// rules are the rules that the head gives.
func (h *head) rules() (r pad.Rules, err error) {
	form, _ := h.get(wordForm)
	if form == "" {
		form = string(pad.Rubber)
	}
	r = pad.NewRules(pad.Form(form))
	var text strings.Builder
	for _, l := range h.said {
		s, ok := l.says.(Setting)
		if !ok {
			continue
		}
		if !Uses(r.Form, s.Name) {
			err := error(bridge.Errorf(bridge.Invalid, "padtext.unused", "%s %s: the form %s has no such setting", s.Name, s.Value, r.Form))
			if l.line > 0 {
				err = bridge.At(line(l.line), err)
			}
			return r, err
		}
		switch s.Name {
		case wordSchedule:
			r.Schedule = pad.Schedule(s.Value)
		case wordParts:
			r.Parts = pad.PartScores(s.Value)
		case wordDeals:
			r.Deals, _ = strconv.Atoi(s.Value) // checked when it was read
		case wordRedeal:
			r.Redeal = s.Value == valueYes
		case wordDealer:
			if r.Dealer, err = bridge.ParseSeat(s.Value); err != nil {
				return r, err
			}
		case wordEdition:
			text.WriteString("score.edition = " + s.Value + "\n")
		default:
			if strings.Contains(s.Name, ".") {
				text.WriteString(s.Name + " = " + s.Value + "\n")
			}
		}
	}
	pack, err := regulation.ReadHome(strings.NewReader(text.String()), house)
	if err != nil {
		e, _ := errors.AsType[*bridge.Error](err)
		c := *e
		c.At = "" // a line of the text made here
		return r, &c
	}
	r.Edition = pack.Edition
	if _, ok := h.get("pad.honours"); ok {
		r.Honours = pack.Home.Honours == regulation.HonoursCount
	}
	if _, ok := h.get("pad.settle"); ok {
		r.Settle = pack.Home.Settle
	}
	return r, nil
}

// evening begins the evening that the head describes.
func (h *head) evening() (*pad.Evening, error) {
	r, err := h.rules()
	if err != nil {
		return nil, err
	}
	players, rotation := len(h.players()), pad.Tour
	named := players > 0
	if !named {
		players, rotation = 4, pad.Stay
	}
	if v, ok := h.get(wordRotation); ok {
		rotation = pad.Rotation(v)
	}
	if !named && rotation != pad.Stay {
		return nil, bridge.Errorf(bridge.Invalid, "padtext.rotation", "rotation %s: want a line with the players", rotation)
	}
	var amount exact.Fraction // none is 0
	if stake, ok := h.get(wordStake); ok {
		var err error
		if amount, err = exact.Parse(stake); err != nil {
			return nil, bridge.Errorf(bridge.Invalid, "padtext.stake", "stake %q: want a number such as 0.50, with at most four decimals", stake)
		}
	}
	return pad.NewEvening(r, players, rotation, amount)
}

func line(n int) string { return "line " + strconv.Itoa(n) }
