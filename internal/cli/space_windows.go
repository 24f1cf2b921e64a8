package cli

import (
	"syscall"
	"unsafe"
)

var diskFreeSpace = syscall.NewLazyDLL("kernel32.dll").NewProc("GetDiskFreeSpaceExW")

// freeSpace is the room on the disk of a folder, in bytes, for the user who asks.
func freeSpace(folder string) (int64, error) {
	name, err := syscall.UTF16PtrFromString(folder)
	if err != nil {
		return 0, err
	}
	var free int64
	if ok, _, err := diskFreeSpace.Call(uintptr(unsafe.Pointer(name)), uintptr(unsafe.Pointer(&free)), 0, 0); ok == 0 {
		return 0, err
	}
	return free, nil
}
