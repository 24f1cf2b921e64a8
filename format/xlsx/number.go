package xlsx

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// format is how the number in a cell is shown.
type format uint8

const (
	plain   format = iota
	percent        // 0.6 as 60%
	signed         // 1 as +1
	date           // a day or a time
)

// formatOf is the format with a number of Excel's, or with a code of the file.
func formatOf(id int, code string) format {
	switch {
	case code != "":
		return formatOfCode(code)
	case id == 9 || id == 10:
		return percent
	case 14 <= id && id <= 22, 27 <= id && id <= 36, 45 <= id && id <= 47, 50 <= id && id <= 58: // ISO/IEC 29500-1, 18.8.30
		return date
	}
	return plain
}

// formatOfCode looks at the part of a code that is for positive numbers.
func formatOfCode(code string) format {
	code = bare(code)
	code, _, _ = strings.Cut(code, ";")
	switch {
	case strings.EqualFold(code, "general"), code == "@":
		return plain
	case strings.ContainsAny(code, "yYmMdDhHsS"):
		return date
	case strings.Contains(code, "%"):
		return percent
	case strings.HasPrefix(code, "+"):
		return signed
	}
	return plain
}

// bare is a code without its quoted texts, its signs that stand for themselves, and
// what stands between brackets, unless it counts hours, minutes or seconds.
func bare(code string) string {
	var out strings.Builder
	for i := 0; i < len(code); i++ {
		switch c := code[i]; c {
		case '\\', '_', '*':
			i++
			if c == '\\' && i < len(code) && code[i] == '+' {
				out.WriteByte('+')
			}
		case '"', '[':
			end := strings.IndexByte(code[i+1:], map[byte]byte{'"': '"', '[': ']'}[c])
			if end < 0 {
				return out.String()
			}
			inner := code[i+1 : i+1+end]
			if c == '"' && inner == "+" || c == '[' && inner != "" && strings.Trim(inner, "hHmMsS") == "" {
				out.WriteString(inner)
			}
			i += end + 1
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// shown is a number as a person sees it, but with all its decimals. Excel itself holds
// fifteen digits; a file has more for the nearest number that a computer knows.
func (f format) shown(number string) (string, bool) {
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || v != v || v-v != 0 {
		return "", false
	}
	v = fifteenDigits(v)
	if f == percent {
		v = fifteenDigits(v * 100)
	}
	text := strconv.FormatFloat(v, 'f', -1, 64)
	switch {
	case f == percent:
		text += "%"
	case f == signed && v > 0:
		text = "+" + text
	case text == "-0":
		text = "0"
	}
	return text, true
}

func fifteenDigits(v float64) float64 {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 15, 64), 64) // what was just written
	return v
}

// day is the day and time that a number of days stands for. Excel counts from the
// last day but one of 1899, old ones for the Macintosh from 1904.
func (w *workbook) day(number string) string {
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || v < 0 || v > 2958466 { // the last day of the year 9999
		return number
	}
	from := time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC)
	if w.from1904 {
		from = time.Date(1904, time.January, 1, 0, 0, 0, 0, time.UTC)
	}
	seconds := int(math.Round((v - math.Floor(v)) * 24 * 60 * 60))
	at := from.AddDate(0, 0, int(v)).Add(time.Duration(seconds) * time.Second)
	switch {
	case v < 1:
		return at.Format(time.TimeOnly)
	case seconds == 0:
		return at.Format(time.DateOnly)
	}
	return at.Format(time.DateTime)
}
