package movement

import (
	_ "embed"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
)

// A cyclic individual goes around one circle: from a round to the next one the numbers
// up to n go up by one, and the sets too; higher numbers, if there are any, stay. So
// the first round says everything. Of a number of players that cannot be divided by
// four the rest sits out, each equally often.
//
// First rounds for 8 to 28 players: those with 0 in the data are known, the others were
// found by search (movementtest.FindIndividual). No two players are partners twice. With
// 8, 13, 20, 21, 24 and 25 players all are partners once and opponents twice; with the
// others, opponents one to three times, but of 12 and of 12 rounds for 16 also never, and
// of 12 up to four times. Two tables share boards with 8, 9, 10, 14, 20, 22 and 26
// players; with 24, 25 and 28 all tables play the same boards.
//
// The variant "copies" is for 12 and 16 players: all are partners once and opponents
// twice there too, and three tables (12) or two (16) play the same boards.

// cyclicData has a line for each movement: players (12+: the variant), rounds, n, the
// start of the search that found it (0: it is known), and the first round.
//
//go:embed cyclic_individual.tsv
var cyclicData string

// cyclicSizes bound the tables of a cyclic individual.
var cyclicSizes = [2]int{2, maxCyclic / 4}

// maxCyclic is the largest number of players.
const maxCyclic = 28

// cyclicLines are the columns of the movements for so many players.
func cyclicLines(players int, variant string) [][]string {
	var out [][]string
	prefix := strconv.Itoa(players) + "\t"
	if variant != "" {
		prefix = strconv.Itoa(players) + "+\t"
	}
	for line := range strings.Lines(cyclicData) {
		if strings.HasPrefix(line, prefix) {
			out = append(out, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
	}
	return out
}

// cyclicRounds are the rounds for full tables.
func cyclicRounds(tables int) []int { return roundsOf(cyclicLines(4*tables, "")) }

func roundsOf(lines [][]string) []int {
	var out []int
	for _, c := range lines {
		if n, err := strconv.Atoi(c[1]); err == nil {
			out = append(out, n)
		}
	}
	return out
}

// noCyclic says for how many players there are movements.
func noCyclic(players int) error {
	return bridge.Errorf(bridge.NoSolution, "movement.cyclic", "no individual for %d players is known: there are movements for 8 to %d, and rainbows for more", players, maxCyclic)
}

func makeCyclicIndividual(ask Ask) (*Movement, error) {
	if err := ask.choice("cyclic_individual", false, "copies"); err != nil {
		return nil, err
	}
	players := ask.Players
	if players == 0 {
		players = 4 * ask.Tables
	}
	if players/4 != ask.Tables {
		return nil, bridge.Errorf(bridge.NoSolution, "movement.players", "%d players at %d tables: want %d to %d", players, ask.Tables, 4*ask.Tables, 4*ask.Tables+3)
	}
	lines := cyclicLines(players, ask.Variant)
	has := roundsOf(lines)
	if len(has) == 0 && ask.Variant != "" {
		return nil, bridge.Errorf(bridge.NoSolution, "movement.copies", "cyclic_individual has the variant %q for 12 and 16 players, not for %d", ask.Variant, players)
	}
	if len(has) == 0 { // more than the largest number, at as many tables
		return nil, noCyclic(players)
	}
	rounds, err := ask.rounds("cyclic_individual", has)
	if err != nil {
		return nil, err
	}
	for _, c := range lines {
		if c[1] != strconv.Itoa(rounds) {
			continue
		}
		n, err := strconv.Atoi(c[2])
		if err != nil {
			return nil, bridge.Errorf(bridge.Internal, "movement.individual_data", "the data of an individual of %d players are damaged", players)
		}
		m := New("cyclic_individual", Individual, 1, ask.Tables, rounds, rounds)
		if err := m.cycle(strings.Split(c[4], ", "), n, 1, rounds); err != nil {
			return nil, err
		}
		return m, nil
	}
	return nil, bridge.Errorf(bridge.Internal, "movement.individual_data", "the data of an individual of %d players are damaged", players)
}
