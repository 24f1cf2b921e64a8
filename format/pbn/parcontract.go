package pbn

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
)

// The ways in which programs write a contract of the par. Each takes one contract
// from the beginning of a text, and the sign behind it.
var (
	parWho    = `(N|S|E|W|NS|SN|EW|WE)`
	parBid    = `(NT|N|S|H|D|C)(XX?|\*\*?)?`
	parResult = `(=|[+-]\d{1,2})?`
	parEnd    = `(?:\s*[;,]\s*|\s+|$)`

	parPass = regexp.MustCompile(`^(?:` + parWho + `\s+)?PASS(?:ED OUT)?$`)

	// "EW 4SX-1", "N 3NT="; "W 45N" is two levels, "NS:NS 5H" the side before the
	// seats (DDS).
	parBySeat = regexp.MustCompile(`^(?:(?:NS|EW)\s*:\s*)?` + parWho + `\s+([1-7]{1,7})` + parBid + parResult + parEnd)
	// "5S N 11": the tricks behind the declarer (Ruter).
	parWithTricks = regexp.MustCompile(`^([1-7])` + parBid + `\s+` + parWho + `\s+(\d{1,2})` + parEnd)
	// "4S-NS", "7C*-NS-5": the declarer behind a dash (DDS and others).
	parBehind = regexp.MustCompile(`^([1-7])` + parBid + `-` + parWho + parResult + parEnd)
)

// parContractTags are the tags that may hold contracts of the par.
var parContractTags = [3]string{"ParContract", "OptimumContract", "OptimumScore"}

// ParContracts are the contracts that the game says the par to be, in ParContract,
// in OptimumContract, or before the points of OptimumScore. Programs write them in
// several ways: "EW 4SX-1", "NS 3NT", "2D-EW+1 2H-EW", "5S N 11", "W 45N". Tricks
// are -1 where they are not said, and what is not said to be doubled is not. said
// with no contract is a board that is passed out.
//
// The error has code [bridge.Invalid] if something cannot be read.
func (g *Game) ParContracts() (contracts []dd.ParContract, said bool, err error) {
	for _, tag := range parContractTags {
		text := g.Text(tag)
		if tag == "OptimumScore" {
			side, rest, _ := strings.Cut(text, " ")
			contract, _, has := strings.Cut(rest, ";")
			if text = ""; has && strings.TrimSpace(contract) != "" {
				text = side + " " + contract
			}
		}
		if text == "" || text == "-" || text == "*" {
			continue
		}
		more, ok := parContractsOf(text)
		if !ok {
			return nil, false, bridge.At(tag, bridge.Errorf(bridge.Invalid, "pbn.par_contract",
				"contract of the par %q: want a form like EW 4SX-1 or NS 3NT=", shorten(text)))
		}
		contracts, said = append(contracts, more...), true
	}
	return contracts, said, nil
}

// parContractsOf reads the contracts of a par; none is a pass.
func parContractsOf(text string) (list []dd.ParContract, ok bool) {
	text = strings.ToUpper(strings.TrimSpace(text))
	if parPass.MatchString(text) {
		return nil, true
	}
	for text != "" {
		var who, levels, strain, doubled, result, tricks string
		m := parBySeat.FindStringSubmatch(text)
		if m != nil {
			who, levels, strain, doubled, result = m[1], m[2], m[3], m[4], m[5]
		} else if m = parWithTricks.FindStringSubmatch(text); m != nil {
			levels, strain, doubled, who, tricks = m[1], m[2], m[3], m[4], m[5]
		} else if m = parBehind.FindStringSubmatch(text); m != nil {
			levels, strain, doubled, who, result = m[1], m[2], m[3], m[4], m[5]
		} else {
			return nil, false
		}
		text = text[len(m[0]):]
		for _, level := range levels {
			c := dd.ParContract{Tricks: -1}
			c.Contract.Level = bridge.Level(level - '0')
			c.Contract.Strain, _ = strainOf(strain)
			c.Contract.Doubling = bridge.Doubling(len(doubled))
			if c.Seat, _ = bridge.ParseSeat(who); c.Seat.Valid() {
				c.Side = c.Seat.Side()
			} else if c.Side = bridge.EW; strings.Contains(who, "N") {
				c.Side = bridge.NS
			}
			switch {
			case tricks != "":
				c.Tricks, _ = strconv.Atoi(tricks)
			case result == "=":
				c.Tricks = c.Contract.Tricks()
			case result != "":
				over, _ := strconv.Atoi(result)
				c.Tricks = c.Contract.Tricks() + over
			}
			if c.Tricks > 13 || c.Tricks < 0 && (tricks != "" || result != "") {
				return nil, false
			}
			list = append(list, c)
		}
	}
	return list, len(list) > 0
}
