package cli

import (
	"runtime/debug"
)

// versionCommand says which program this is.
type versionCommand struct{}

type versionJSON struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Go       string `json:"go"`
}

// Run implements the command.
func (c *versionCommand) Run(t *terminal) error {
	v := version()
	if t.json {
		return t.answer(v)
	}
	t.out.WriteString("overtrick " + v.Version + "\n")
	return nil
}

// version is what was built into the program.
func version() versionJSON {
	v := versionJSON{Version: "(devel)"}
	if info, ok := debug.ReadBuildInfo(); ok {
		v.Go = info.GoVersion
		if info.Main.Version != "" {
			v.Version = info.Main.Version
		}
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				v.Revision = s.Value
			}
		}
	}
	return v
}
