package regulation

import "slices"

// Value is a setting as it stands in a pack.
type Value struct {
	Setting Setting
	Source  // Pack is empty where no pack sets it: the code of [Pack.Laws] does
}

// Inherited reports whether the value is not the pack's own.
func (v Value) Inherited(p *Pack) bool { return v.Pack != p.Name }

// Values lists every setting of a pack with its value and where that comes from,
// in the order of their names. A value that no pack of the chain sets is that of
// the code of laws; it is empty if no source settles it. The settings that say who
// the pack is are not among them: those are its fields.
func (p *Pack) Values() []Value {
	var list []Value
	laws := p.Edition.Values()
	for _, s := range Settings() {
		if slices.Contains(own, s.Name) {
			continue
		}
		source, ok := p.Source(s.Name)
		if !ok && s.laws != nil {
			source.Value = s.laws(laws)
		}
		list = append(list, Value{s, source})
	}
	return list
}
