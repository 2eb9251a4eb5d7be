//go:build !unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"time"
)

var started = time.Now()

// processorTime is, where the system does not say it in the way of Unix, the time since the start, which is more.
func processorTime() time.Duration { return time.Since(started) }

// continueWith lets a new process check the files and exits with its code; it returns only if that fails.
func continueWith(self string, files []string) error {
	child := exec.Command(self, files...)
	child.Stdout, child.Stderr = os.Stdout, os.Stderr
	err := child.Run()
	var ended *exec.ExitError
	if err == nil || errors.As(err, &ended) {
		os.Exit(child.ProcessState.ExitCode())
	}
	return err
}
