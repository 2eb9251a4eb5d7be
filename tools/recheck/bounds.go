package main

// Time and memory of this process, whatever a file makes it do. The steps of section 9 refuse most files long before.

import (
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"sync"
	"time"
)

const (
	plainSize   = 10 << 20 // bytes of a file for which these are the bounds; longer ones may take more, in proportion
	mostSeconds = 50
	mostMemory  = 1900 << 20
	drawTimes   = 10 // as many times the seconds for hands that draw
	// worstSoFar hands on the greatest exit code so far to the process that checks the files left.
	worstSoFar = "RECHECK_WORST"
)

// bounds watches what the file that is being checked takes.
type bounds struct {
	sync.Mutex
	path    string
	rest    []string // files after it
	worst   int      // the greatest exit code of those before
	size    int
	times   int64 // as many times the seconds of other files
	begun   time.Duration
	running bool
	watched bool
}

var bounded bounds

// worstBefore is the greatest exit code of files that were checked before a file was given up.
func worstBefore() int {
	code, err := strconv.Atoi(os.Getenv(worstSoFar))
	if err != nil || code < accepted || code > ownFault {
		return accepted
	}
	return code
}

func (b *bounds) start(path string, rest []string, worst int) {
	b.Lock()
	defer b.Unlock()
	b.path, b.rest, b.worst, b.size, b.times, b.begun, b.running = path, rest, worst, 0, 1, processorTime(), true
	if !b.watched {
		b.watched = true
		go b.watch()
	}
}

// allow sets the bounds for a file of so many bytes.
func (b *bounds) allow(size int) {
	b.Lock()
	defer b.Unlock()
	b.size = size
	// above half of it memory is collected more often
	debug.SetMemoryLimit(b.memory() / 2)
}

// allowDraws sets the bounds for a file about hands that draw.
func (b *bounds) allowDraws() {
	b.Lock()
	defer b.Unlock()
	b.times = drawTimes
}

// memory is what the file may take, in bytes.
func (b *bounds) memory() int64 { return mostMemory / plainSize * int64(max(b.size, plainSize)) }

func (b *bounds) stop() {
	b.Lock()
	defer b.Unlock()
	b.running = false
}

func (b *bounds) watch() {
	held := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for {
		time.Sleep(20 * time.Millisecond)
		metrics.Read(held)
		b.look(int64(held[0].Value.Uint64()) - int64(held[1].Value.Uint64()))
	}
}

// look gives the file up if it takes too much.
func (b *bounds) look(memory int64) {
	b.Lock()
	defer b.Unlock()
	if !b.running {
		return
	}
	seconds, most := b.times*mostSeconds*int64(max(b.size, plainSize))/plainSize, b.memory()
	if processorTime()-b.begun > time.Duration(seconds)*time.Second {
		b.giveUp(fmt.Sprintf("takes more than %d seconds of processor time to check", seconds))
	} else if memory > most {
		b.giveUp(fmt.Sprintf("takes more than %d MiB of memory to check", most>>20))
	}
}

// giveUp says why, and lets a new process check the files that are left.
func (b *bounds) giveUp(why string) {
	say(b.path, why, illFormed)
	worst := max(b.worst, illFormed)
	if len(b.rest) > 0 {
		self, err := os.Executable()
		if err == nil {
			err = os.Setenv(worstSoFar, strconv.Itoa(worst))
		}
		if err == nil {
			err = continueWith(self, b.rest)
		}
		fmt.Fprintln(os.Stderr, "recheck: the files left cannot be checked:", err)
		worst = ownFault
	}
	os.Exit(worst)
}
