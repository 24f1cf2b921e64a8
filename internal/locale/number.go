package locale

import (
	"strings"
	"time"

	"github.com/overtrick/overtrick/exact"
)

// Decimal is a finished decimal number, "57.87" or "-12.5", with the language's
// decimal sign. It never rounds: what it gets is what a rule has rounded.
func (l *Locale) Decimal(s string) string {
	return strings.Replace(s, ".", l.T("number.decimal"), 1)
}

// Number is an exact value as people read it: a decimal where four places are
// exact, else a fraction.
func (l *Locale) Number(f exact.Fraction) string { return l.Decimal(f.Short(4)) }

// Date is a day written 2026-03-03 in words, with its weekday: "Tuesday, 3 March
// 2026". What is no such day stays as it is written.
func (l *Locale) Date(s string) string {
	day, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return Clean(s)
	}
	return l.T("date", l.Pick("date.weekdays", (int(day.Weekday())+6)%7+1), day.Day(),
		l.Pick("date.months", int(day.Month())), day.Year())
}
