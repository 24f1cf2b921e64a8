package locale

import "github.com/overtrick/overtrick/draw"

// Reason says why a pairing of a draw is what it is.
func (l *Locale) Reason(r draw.Reason) string {
	key := "draw.reason." + r.Key
	if r.Key == draw.NotLeaves && len(r.Among) == 0 {
		key += ".nobody"
	}
	return l.T(key, draw.List(r.Contestants), r.Round, draw.Lists(r.Groups), draw.List(r.Among))
}

// DrawKind is what contestants do in a round: a match, a bye, a triangle.
func (l *Locale) DrawKind(k draw.Kind) string {
	if key := "draw.kind." + string(k); l.Has(key) {
		return l.T(key)
	}
	return Clean(string(k))
}
