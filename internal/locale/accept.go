package locale

import "golang.org/x/text/language"

// nearest knows which of our languages is nearest to others.
var nearest = language.NewMatcher([]language.Tag{language.English, language.German, language.Russian})

// Accept is the language for a reader whose browser wants these, as the header
// Accept-Language lists them: the nearest that there is, else the other one.
func Accept(header, otherwise string) string {
	wanted, _, err := language.ParseAcceptLanguage(header)
	if err != nil {
		return otherwise
	}
	_, i, sure := nearest.Match(wanted...)
	if sure == language.No {
		return otherwise
	}
	return languages[i]
}
