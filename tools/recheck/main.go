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
	if isDeal(v) {
		if deals := dealChecks[schema]; deals != nil {
			return deals(v)
		}
	}
	switch schema {
	case "sabot/solution/2":
		return checkSolution2(v)
	case "sabot/solution/1":
		return checkSolution1(v)
	case "sabot/certificate/1":
		s, sum := checkCertificate1(v)
		return s.statement(sum)
	case "sabot/proof/1":
		return checkProof(v)
	case "sabot/interval/2":
		return checkInterval(v)
	case "sabot/equilibria/2":
		return checkEquilibria(v)
	case "sabot/profile/1":
		return checkProfile(v)
	case "sabot/field-profile/1":
		return checkFieldProfile(v)
	case "sabot/equilibrium/1":
		return checkEquilibrium(v)
	case "sabot/threshold-proof/1":
		return checkThresholdProof(v)
	case "sabot/pure/1":
		return checkPure(v)
	case "sabot/equilibria/3":
		return checkAllNash(v)
	case "sabot/nash/1":
		return checkNash(v)
	case "sabot/pair-equilibria/1":
		return checkPairEquilibria(v)
	case "sabot/pair-proof/1":
		return checkPairProof(v)
	}
	malformed("its schema %s is not one that is checked", short(schema))
	return statement{}
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
	return check(parse(in)).String(), accepted
}

// plain keeps what a file says from steering a terminal.
func plain(line string) string {
	var out strings.Builder
	for _, c := range line {
		if c >= 0x20 && c <= 0x7e {
			out.WriteRune(c)
		} else {
			fmt.Fprintf(&out, "\\u%04x", c)
		}
	}
	return out.String()
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: recheck FILE...")
		os.Exit(2)
	}
	worst := accepted
	for _, path := range os.Args[1:] {
		line, code := verdict(path)
		words := map[int]string{refused: "refused: ", illFormed: "not well-formed: "}
		if _, err := fmt.Println(plain(path + ": " + words[code] + line)); err != nil {
			fmt.Fprintln(os.Stderr, "recheck: the verdict cannot be written:", err)
			os.Exit(ownFault)
		}
		if code > worst {
			worst = code
		}
	}
	os.Exit(worst)
}
