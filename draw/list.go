package draw

import (
	"strconv"
	"strings"
)

// List prints numbers of contestants: "3, 7, 12".
func List(ids []int) string {
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = strconv.Itoa(id)
	}
	return strings.Join(words, ", ")
}

// Lists prints groups of contestants: "3, 7, 12; 5; 8".
func Lists(groups [][]int) string {
	words := make([]string, len(groups))
	for i, g := range groups {
		words[i] = List(g)
	}
	return strings.Join(words, "; ")
}
