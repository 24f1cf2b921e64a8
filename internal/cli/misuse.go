package cli

import (
	"regexp"
	"strings"

	"github.com/overtrick/overtrick/bridge"
)

// What the parser of the command line says, so that it can be said in our words
// and in every language.
var (
	saysUnknownFlag = regexp.MustCompile(`^unknown flag (\S+?)(?:, did you mean (?:one of )?(.+)\?)?$`)
	saysUnexpected  = regexp.MustCompile(`^unexpected argument (.+?)(?:, did you mean (?:one of )?(.+)\?)?$`)
	saysExpected    = regexp.MustCompile(`^expected (?:one of )?"`)
	saysBool        = regexp.MustCompile(`^(--\S+): bool value must be `)
)

// unknownCommand refuses a command that is not there.
func unknownCommand(name string) *bridge.Error {
	e := bridge.Errorf(Usage, "usage.command", "unknown command %s: want %s", name, commandList())
	e.Args[1] = commands // a door joins them in its language
	return e
}

// noCommand refuses a command line without one.
func noCommand() *bridge.Error {
	e := bridge.Errorf(Usage, "usage.no_command", "no command: want %s", commandList())
	e.Args[0] = commands
	return e
}

// commandList is the commands in an English sentence, in the order of the help.
func commandList() string {
	last := len(commands) - 1
	return strings.Join(commands[:last], ", ") + " or " + commands[last]
}

// misused is a refusal of the command line with the page that helps.
func (t *terminal) misused(a arguments, err error) error {
	e, ok := asError(err)
	if !ok {
		return err
	}
	return &refusal{err: e, hint: t.T("hint.try", strings.TrimSpace(a.command()+" --help"))}
}

// misuse turns a complaint of the parser into a refusal.
func (t *terminal) misuse(a arguments, complaint error) error {
	text := strings.ReplaceAll(complaint.Error(), shield, "")
	name := a.command()
	var e *bridge.Error
	meant := ""
	switch {
	case saysUnknownFlag.MatchString(text):
		m := saysUnknownFlag.FindStringSubmatch(text)
		e, meant = bridge.Errorf(Usage, "usage.flag", "unknown option %s", m[1]), m[2]
	case saysUnexpected.MatchString(text) && name == "":
		m := saysUnexpected.FindStringSubmatch(text)
		e, meant = unknownCommand(m[1]), m[2]
	case saysUnexpected.MatchString(text):
		m := saysUnexpected.FindStringSubmatch(text)
		e, meant = bridge.Errorf(Usage, "usage.argument", "one argument too many: %s", m[1]), m[2]
	case saysBool.MatchString(text):
		e = bridge.Errorf(Usage, "usage.bool", "option %s takes no value", saysBool.FindStringSubmatch(text)[1])
	case saysExpected.MatchString(text) && name == "":
		e = noCommand()
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
