// Recheck is a second checker of Sabot's files, written from docs/reference/certificate.md. README.md says which
// parts were written by people who had read the first checker.
//
//	recheck FILE...
//
// It prints one line per file. The exit code is 0 if all are accepted, 1 if one is refused, 3 if one is not a
// well-formed file, 4 if one is of a kind that this checker does not read (a list without its game).
// A fault of the checker itself is 5.
package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// beforeReason is what is printed before the reason of a file that is not accepted.
var beforeReason = map[int]string{refused: "refused: ", illFormed: "not well-formed: "}

// statement is what an accepted file has proved, and all that is printed about it.
type statement struct {
	kind     string
	seats    [2]string
	value    string
	verdicts [2]string
	digest   string
}

func (s statement) String() string {
	return fmt.Sprintf("proved, %s, value %s to %+q, %+q %s, %+q %s, %s", s.kind, cut(s.value),
		s.seats[0], s.seats[0], s.verdicts[0], s.seats[1], s.verdicts[1], s.digest)
}

// others are schemas of Sabot's that this checker does not read.
var others = map[string]string{
	"sabot/equilibria/1": "a list of equilibria without its game",
}

// dealChecks are for solutions of deals of one suit, which have the schemas of other games.
var dealChecks = map[string]func(*value) statement{
	"sabot/solution/2":    checkDeal2,
	"sabot/solution/1":    checkDeal1,
	"sabot/certificate/1": checkDealAlone,
}

func check(v *value) fmt.Stringer {
	if v.kind != object {
		malformed("not a JSON object")
	}
	schema := ""
	for k, key := range v.keys {
		if key == "schema" && v.items[k].kind == text {
			schema = v.items[k].text
		}
	}
	if what := others[schema]; what != "" {
		panic(refusal{notForThis, "not for me: " + what})
	}
	reader := checks[schema]
	if reader == nil {
		malformed("its schema %s is not one that is checked", short(schema))
	}
	digestFirst(v, schema)
	if deals := dealChecks[schema]; deals != nil && isDeal(v) {
		return deals(v)
	}
	return reader(v)
}

// checks are the schemas that are read.
var checks = map[string]func(*value) fmt.Stringer{
	"sabot/solution/2":           func(v *value) fmt.Stringer { return checkSolution2(v) },
	"sabot/solution/1":           func(v *value) fmt.Stringer { return checkSolution1(v) },
	"sabot/certificate/1":        func(v *value) fmt.Stringer { return checkCertificateAlone(v) },
	"sabot/proof/1":              func(v *value) fmt.Stringer { return checkProof(v) },
	"sabot/interval/2":           func(v *value) fmt.Stringer { return checkInterval(v) },
	"sabot/private-hands/1":      func(v *value) fmt.Stringer { return checkPrivateHands(v) },
	"sabot/equilibria/2":         func(v *value) fmt.Stringer { return checkEquilibria(v) },
	"sabot/profile/1":            func(v *value) fmt.Stringer { return checkProfile(v) },
	"sabot/field-profile/1":      func(v *value) fmt.Stringer { return checkFieldProfile(v) },
	"sabot/equilibrium/1":        func(v *value) fmt.Stringer { return checkEquilibrium(v) },
	"sabot/threshold-proof/1":    func(v *value) fmt.Stringer { return checkThresholdProof(v) },
	"sabot/nplayer-equilibria/1": func(v *value) fmt.Stringer { return checkNPlayerNash(v) },
	"sabot/pure/1":               func(v *value) fmt.Stringer { return checkPure(v) },
	"sabot/equilibria/3":         func(v *value) fmt.Stringer { return checkAllNash(v) },
	"sabot/nash/1":               func(v *value) fmt.Stringer { return checkNash(v) },
	"sabot/pair-equilibria/1":    func(v *value) fmt.Stringer { return checkPairEquilibria(v) },
	"sabot/nash-proof/1":         func(v *value) fmt.Stringer { return checkNashProof(v) },
	"sabot/pair-proof/1":         func(v *value) fmt.Stringer { return checkPairProof(v) },
	"sabot/correlated/1":         func(v *value) fmt.Stringer { return checkCorrelated(v) },
	"sabot/properties/1":         func(v *value) fmt.Stringer { return checkProperties(v) },
	"sabot/refinement/1":         func(v *value) fmt.Stringer { return checkRefinement(v) },
}

// verdict checks one file and returns its line and exit code.
func verdict(path string) (line string, code int) {
	defer func() {
		if caught := recover(); caught != nil {
			if why, ok := caught.(refusal); ok {
				line, code = why.why, why.code
			} else {
				line, code = fmt.Sprintf("a fault of this checker: %v", caught), ownFault
			}
		}
	}()
	documentSteps = 0
	file, err := os.Open(path)
	if err != nil {
		malformed("cannot be read: %v", err)
	}
	defer file.Close()
	in, err := io.ReadAll(io.LimitReader(file, largestFile+1))
	if err != nil || len(in) > largestFile {
		malformed("cannot be read, or is over 512 MiB")
	}
	bounded.allow(len(in))
	return check(parse(in)).String(), accepted
}

// plain keeps what a file says from steering a terminal.
func plain(line string) string {
	var out strings.Builder
	for _, c := range line {
		if c >= 0x20 && c <= 0x7e {
			out.WriteRune(c)
		} else if c > 0xffff {
			fmt.Fprintf(&out, "\\U%08x", c)
		} else {
			fmt.Fprintf(&out, "\\u%04x", c)
		}
	}
	return out.String()
}

// say prints the line of a file.
func say(path, line string, code int) {
	if _, err := fmt.Println(plain(path + ": " + beforeReason[code] + line)); err != nil {
		fmt.Fprintln(os.Stderr, "recheck: the verdict cannot be written:", err)
		os.Exit(ownFault)
	}
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: recheck FILE...")
		os.Exit(2)
	}
	worst := worstBefore()
	for k, path := range os.Args[1:] {
		bounded.start(path, os.Args[2+k:], worst)
		line, code := verdict(path)
		bounded.stop()
		say(path, line, code)
		worst = max(worst, code)
	}
	os.Exit(worst)
}
