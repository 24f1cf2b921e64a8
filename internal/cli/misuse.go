package cli

import (
	"regexp"
	"slices"
	"strings"

	"github.com/overtrick/overtrick/bridge"
)

// What the parser of the command line says, so that it can be said in our words
// and in every language.
var (
	saysUnknownFlag = regexp.MustCompile(`^unknown flag (\S+?)(?:, did you mean (?:one of )?(.+)\?)?$`)
	saysUnexpected  = regexp.MustCompile(`^unexpected argument (.+?)(?:, did you mean (?:one of )?(.+)\?)?$`)
	saysNoValue     = regexp.MustCompile(`^(--\S+): (?:missing value|expected .* but got "EOL")`)
	saysExpected    = regexp.MustCompile(`^expected (?:one of )?"`)
	saysBool        = regexp.MustCompile(`^(--\S+): bool value must be `)
)

// misuse turns a complaint of the parser into a refusal. args are the arguments
// that were not behind "--".
func (t *terminal) misuse(args []string, complaint error) error {
	text := strings.ReplaceAll(complaint.Error(), shield, "")
	name := ""
	for _, a := range args {
		if slices.Contains(commands, a) {
			name = a
			break
		}
	}
	var e *bridge.Error
	meant := ""
	switch {
	case saysUnknownFlag.MatchString(text):
		m := saysUnknownFlag.FindStringSubmatch(text)
		e, meant = bridge.Errorf(Usage, "usage.flag", "unknown option %s", m[1]), m[2]
	case saysUnexpected.MatchString(text) && name == "":
		m := saysUnexpected.FindStringSubmatch(text)
		e, meant = bridge.Errorf(Usage, "usage.command", "unknown command %s: want score, table, rank or version", m[1]), m[2]
	case saysUnexpected.MatchString(text):
		m := saysUnexpected.FindStringSubmatch(text)
		e, meant = bridge.Errorf(Usage, "usage.argument", "one argument too many: %s", m[1]), m[2]
	case saysNoValue.MatchString(text):
		e = bridge.Errorf(Usage, "usage.value", "option %s needs a value", saysNoValue.FindStringSubmatch(text)[1])
	case saysBool.MatchString(text):
		e = bridge.Errorf(Usage, "usage.bool", "option %s takes no value", saysBool.FindStringSubmatch(text)[1])
	case saysExpected.MatchString(text) && name == "":
		e = bridge.Errorf(Usage, "usage.no_command", "no command: want score, table, rank or version")
	case saysExpected.MatchString(text):
		e = bridge.Errorf(Usage, "usage.missing", "%s: an argument is missing", name)
	default:
		e = bridge.Errorf(Usage, "usage.other", "%s", text)
	}
	advice := strings.TrimSpace(name + " --help")
	if meant != "" {
		advice = strings.TrimSpace(name + " " + strings.ReplaceAll(meant, `"`, ""))
	}
	hint := t.T("hint.try", advice)
	return &refusal{err: e, hint: hint}
}
