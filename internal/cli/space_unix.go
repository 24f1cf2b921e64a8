//go:build linux || darwin

package cli

import "syscall"

// freeSpace is the room on the disk of a folder, in bytes, for somebody who is not the
// superuser.
func freeSpace(folder string) (int64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		return 0, err
	}
	return int64(s.Bavail) * int64(s.Bsize), nil //nolint:unconvert // disks are smaller; the types are other ones on other systems
}
