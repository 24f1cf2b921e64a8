//go:build !windows

package cli

import (
	"io"
	"os"

	"github.com/charmbracelet/x/term"
)

// onDesktop says that the program was started by a double-click: a desktop gives it
// nothing to read and no terminal, and is there to open a browser on. What a script
// starts reads from the same nowhere, but its answer goes into a pipe or a file.
func onDesktop(stdin io.Reader, stdout io.Writer) bool {
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return false
	}
	in, ok := stdin.(*os.File)
	out, ok2 := stdout.(*os.File)
	if !ok || !ok2 || term.IsTerminal(in.Fd()) || term.IsTerminal(out.Fd()) {
		return false
	}
	from, err := in.Stat()
	if err != nil || from.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	to, err := out.Stat()
	return err == nil && !to.Mode().IsRegular() && to.Mode()&os.ModeNamedPipe == 0
}
