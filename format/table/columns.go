package table

import (
	"regexp"
	"slices"
	"strings"
)

// column is a column that some table has.
type column uint8

// The columns of results, then those that only other tables have.
const (
	colSession column = iota
	colSection
	colRound
	colTable
	colMatch
	colRoom
	colBoard
	colVul
	colNS
	colEW
	colN
	colS
	colE
	colW
	colContract
	colDeclarer
	colResult
	colTricks
	colLead
	colScore
	colAwardNS
	colAwardEW
	colGroup
	colNote

	colNumber
	colDirection
	colNames
	colIDs
	colClub
	colStratum
	colHandicap

	colPair
	colKind
	colAmount
	colUnit
	colReason

	colHome
	colAway
	colBoards
	colHomeIMPs
	colAwayIMPs
	colHomeVP
	colAwayVP
	colHalf
	colKnockout
	colCarry

	columnCount
)

// headings are the names of the columns.
var headings = [columnCount]string{
	"session", "section", "round", "table", "match", "room", "board", "vul", "ns", "ew", "n", "s", "e", "w", "contract", "declarer",
	"result", "tricks", "lead", "score", "ns_award", "ew_award", "group", "note",
	"number", "direction", "names", "ids", "club", "stratum", "handicap",
	"pair", "kind", "amount", "unit", "reason",
	"home", "away", "boards", "home_imps", "away_imps", "home_vp", "away_vp", "half", "knockout", "carry",
}

// String gives the name of the column.
func (c column) String() string { return headings[c] }

var (
	resultColumns = []column{
		colSession, colSection, colRound, colTable, colMatch, colRoom, colBoard, colVul, colNS, colEW, colN, colS, colE, colW, colContract,
		colDeclarer, colResult, colTricks, colLead, colScore, colAwardNS, colAwardEW, colGroup, colNote,
	}
	pairColumns = []column{colNumber, colSection, colDirection, colNames, colIDs, colClub, colStratum, colHandicap}

	penaltyColumns = []column{colPair, colSection, colDirection, colSession, colRound, colKind, colAmount, colUnit, colReason}

	matchColumns = []column{
		colSession, colSection, colRound, colTable, colHome, colAway, colBoards, colHalf, colKnockout, colCarry, colHomeIMPs, colAwayIMPs, colHomeVP, colAwayVP, colNote,
	}

	// eventColumns are those of a file that is an event: of results or of matches.
	eventColumns = slices.Concat(resultColumns, []column{colHome, colAway, colBoards, colHomeIMPs, colAwayIMPs, colHomeVP, colAwayVP, colHalf, colKnockout, colCarry})

	// individualColumns stand in place of ns and ew where players change partners.
	individualColumns = []column{colN, colS, colE, colW}

	// telling are the columns of which two or more make a header of results.
	telling = slices.Concat([]column{colBoard, colNS, colEW, colContract, colDeclarer, colScore, colAwardNS, colAwardEW}, individualColumns)

	// outcomes are the columns that say what happened; one of them is there.
	outcomes = []column{colContract, colScore, colAwardNS, colAwardEW}
)

// among finds a column by the name that a file gives it.
func among(columns []column, name string) (column, bool) {
	for _, c := range columns {
		if headings[c] == name {
			return c, true
		}
	}
	return 0, false
}

// listed names columns in a message.
func listed(columns []column) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.String()
	}
	return strings.Join(names, ", ")
}

var betweenWords = regexp.MustCompile(`[\s_-]+`)

// columnName is a name as we write it.
func columnName(s string) string {
	return betweenWords.ReplaceAllString(strings.ToLower(strings.TrimSpace(s)), "_")
}

// known counts the names that are those of a column.
func known(names []string, columns []column) int {
	n := 0
	for _, c := range columns {
		if slices.Contains(names, headings[c]) {
			n++
		}
	}
	return n
}

// tellsResults reports whether these cells name columns of results: two or more that
// tell such a table from others.
func tellsResults(cells []string) bool {
	names := make([]string, len(cells))
	for i, cell := range cells {
		names[i] = columnName(cell)
	}
	return known(names, telling) >= 2 || tellsMatches(names)
}

// tellsMatches reports whether these names are those of a history of matches: who met
// whom, and no board. Most of them are known, because other files hold the two words
// as well.
func tellsMatches(names []string) bool {
	named := 0
	for _, name := range names {
		if name != "" {
			named++
		}
	}
	return known(names, []column{colHome, colAway}) == 2 && !slices.Contains(names, colBoard.String()) && 2*known(names, matchColumns) >= named
}
