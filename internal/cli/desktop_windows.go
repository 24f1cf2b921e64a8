package cli

import (
	"io"
	"syscall"
	"unsafe"
)

var consoleProcesses = syscall.NewLazyDLL("kernel32.dll").NewProc("GetConsoleProcessList")

// onDesktop says that the program was started by a double-click: Windows opens a
// console for it alone.
func onDesktop(io.Reader, io.Writer) bool {
	var list [2]uint32
	n, _, _ := consoleProcesses.Call(uintptr(unsafe.Pointer(&list[0])), uintptr(len(list)))
	return n == 1
}
