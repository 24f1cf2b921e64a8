package simulate

import "github.com/overtrick/overtrick/event"

// Given names are common ones; surnames are put together from words of the game, so
// that nobody is called like this.
var (
	givenNames = []string{
		"Ada", "Alma", "Arno", "Beata", "Boris", "Carla", "Cyril", "Dagmar", "Darius", "Edda", "Egon", "Fedor",
		"Fiona", "Gerda", "Gregor", "Hedda", "Hugo", "Ilka", "Ivo", "Jette", "Jonas", "Kira", "Konrad", "Lara",
		"Lew", "Mila", "Moritz", "Nadja", "Nils", "Olga", "Oskar", "Paula", "Piet", "Rita", "Ruben", "Sonja",
		"Stepan", "Tilda", "Tom", "Ute", "Viktor", "Wanda", "Willem", "Xenia", "Yuri", "Zoë",
	}
	stems = []string{
		"Auction", "Bidd", "Declar", "Deuce", "Discard", "Double", "Dummer", "Endplay", "Entry", "Finess", "Forcing",
		"Grandslam", "Honour", "Kibitz", "Leader", "Notrump", "Overtrick", "Partscor", "Passel", "Pointcount",
		"Redouble", "Renonce", "Revok", "Ruffel", "Singlet", "Slamm", "Squeez", "Tenac", "Trumpel", "Void", "Vulner",
	}
	endings = []string{
		"beck", "berg", "by", "dorf", "elli", "enko", "er", "feld", "ic", "ina", "ley", "mann", "off", "quist", "sen",
		"sky", "stein", "ton", "wick", "wood",
	}
)

// people gives one new person after the other. Nobody has a name twice before all
// names were given.
func (g *generator) people() func() event.PersonID {
	s := g.about(ofNames)
	all := len(givenNames) * len(stems) * len(endings)
	step := 1 + s.Below(all)
	for !coprime(step, all) {
		step++
	}
	n := s.Below(all)
	return func() event.PersonID {
		n = (n + step) % all
		name := givenNames[n%len(givenNames)]
		rest := n / len(givenNames)
		return g.rec.People.Add(event.Person{Name: name + " " + stems[rest%len(stems)] + endings[rest/len(stems)]})
	}
}

func coprime(a, b int) bool {
	for b != 0 {
		a, b = b, a%b
	}
	return a == 1
}
