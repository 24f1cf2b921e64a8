package cli

import (
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/overtrick/overtrick/bridge"
)

// arguments is a command line taken apart: options may stand anywhere, and the
// parser wants them before the words.
type arguments struct {
	words   []string // the command and what it is about
	options []option // in the order of the command line
}

// option is an option as it was written.
type option struct {
	flag  string // "--vul"
	value string
	has   bool // whether a value was written; it may be empty
	text  []string
}

// optional are the options that may do without their value: what they mean then, and
// what is one if it stands behind them.
var optional = map[string]struct {
	value string
	takes *regexp.Regexp
}{
	"--strata": {"all", regexp.MustCompile(`^(?i:[a-z]|all)$`)},
}

// takeApart separates options from words. Which options have a value the grammar
// says; one that it does not know has none but behind "=". What stands behind
// "--" are words, and so are "-" and tricks under the contract.
func takeApart(args []string, valued func(flag string) bool) arguments {
	var a arguments
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			for _, word := range args[i+1:] {
				a.words = append(a.words, shield+word)
			}
			break
		}
		if len(arg) < 2 || arg[0] != '-' || tricks(arg) {
			if tricks(arg) {
				arg = shield + arg
			}
			a.words = append(a.words, arg)
			continue
		}
		for short, long := range shorts {
			if rest, ok := strings.CutPrefix(arg, short); ok && (rest == "" || rest[0] == '=') {
				arg = long + rest
			}
		}
		o := option{text: []string{arg}}
		o.flag, o.value, o.has = strings.Cut(arg, "=")
		if bare, ok := optional[o.flag]; ok && !o.has {
			o.value, o.has = bare.value, true
			if i+1 < len(args) && bare.takes.MatchString(args[i+1]) {
				i++
				o.value = args[i]
			}
			o.text = []string{o.flag + "=" + o.value}
		} else if !o.has && valued(o.flag) && i+1 < len(args) && !strings.HasPrefix(args[i+1], "--") {
			i++
			o.value, o.has = args[i], true
			o.text = []string{o.flag + "=" + o.value}
		}
		a.options = append(a.options, o)
	}
	return a
}

// shorts are the options that have a short name.
var shorts = map[string]string{"-o": "--out"}

// value is that of an option, the last if it is there more than once.
func (a arguments) value(flag string) (value string, ok bool) {
	for _, o := range a.options {
		if o.flag == flag && o.has {
			value, ok = o.value, true
		}
	}
	return value, ok
}

// has reports whether one of these options is there.
func (a arguments) has(flags ...string) bool {
	return slices.ContainsFunc(a.options, func(o option) bool { return slices.Contains(flags, o.flag) })
}

// repeated are the options that may stand there several times.
var repeated = []string{"--gone", "--late", "--spoiled", "--set", "--ban", "--fix", "--final"}

// check refuses what is no answer to an option's question: no value, an empty
// one, two different ones.
func (a arguments) check(valued func(flag string) bool) error {
	said := map[string]string{}
	for _, o := range a.options {
		if !valued(o.flag) {
			continue
		}
		before, twice := said[o.flag]
		switch {
		case !o.has:
			return bridge.Errorf(Usage, "usage.value", "option %s needs a value", o.flag)
		case strings.TrimSpace(o.value) == "":
			return bridge.Errorf(Usage, "usage.empty", "option %s needs a value, not an empty one", o.flag)
		case twice && before != o.value && !slices.Contains(repeated, o.flag):
			return bridge.Errorf(Usage, "usage.twice", "option %s is given twice: %s and %s", o.flag, before, o.value)
		}
		said[o.flag] = o.value
	}
	return nil
}

// command is the command that is named, "" if it is none of ours.
func (a arguments) command() string {
	if len(a.words) > 0 && slices.Contains(commands, a.words[0]) {
		return a.words[0]
	}
	return ""
}

// line is the command line as the parser wants it: the command, its options, what
// it is about.
func (a arguments) line() []string {
	var line []string
	if len(a.words) > 0 {
		line = append(line, a.words[0])
	}
	for _, o := range a.options {
		line = append(line, o.text...)
	}
	if len(a.words) > 0 {
		line = append(line, a.words[1:]...)
	}
	return line
}

// helpWanted finds which help is asked for: "" for that of the whole program.
// "help" is a command whose word is another command.
func (a arguments) helpWanted() (name string, ok bool, err error) {
	words := a.words
	asked := len(words) > 0 && words[0] == "help"
	if asked {
		words = words[1:]
	}
	switch {
	case !asked && !a.has("-h", "--help"):
		return "", false, nil
	case len(words) == 0:
		return "", true, nil
	case !slices.Contains(commands, words[0]):
		return "", true, unknownCommand(plain(words[0]))
	case asked && len(words) > 1:
		return "", true, bridge.Errorf(Usage, "usage.argument", "one argument too many: %s", plain(words[1]))
	}
	return words[0], true, nil
}

// valuedFlags tells which flags of the command that is named have a value, of any
// command if none is: --boards has none in rank, and one in simulate.
func valuedFlags(parser *kong.Kong, args []string) func(flag string) bool {
	named := ""
	for _, arg := range args {
		if arg == "--" || named != "" {
			break
		}
		if slices.Contains(commands, arg) {
			named = arg
		}
	}
	valued := map[string]bool{}
	add := func(flags []*kong.Flag) {
		for _, f := range flags {
			valued["--"+f.Name] = valued["--"+f.Name] || !f.IsBool()
		}
	}
	add(parser.Model.Flags)
	for _, node := range parser.Model.Children {
		if named == "" || node.Name == named {
			add(node.Flags)
		}
	}
	return func(flag string) bool { return valued[flag] }
}
