//go:build unix

package main

import (
	"os"
	"syscall"
	"time"
)

// processorTime is what the process has used so far.
func processorTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// continueWith puts a new process in the place of this one; it returns only if that fails.
func continueWith(self string, files []string) error {
	return syscall.Exec(self, append([]string{os.Args[0]}, files...), os.Environ())
}
