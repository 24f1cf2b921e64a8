package locale

import (
	"cmp"
	"embed"
)

//go:embed help/*.txt
var help embed.FS

// Help is the help page of a command, that of the whole program for "".
func (l *Locale) Help(command string) string {
	page, err := help.ReadFile("help/" + cmp.Or(command, "overtrick") + "." + l.lang + ".txt")
	if err != nil {
		panic(err) // the pages are part of the program, and a test counts them
	}
	return string(page)
}
