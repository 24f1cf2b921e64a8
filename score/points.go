package score

// Points are the points of a deal: 620, -800. Which side's view they take is
// said where they are used.
type Points int
