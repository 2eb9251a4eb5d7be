package main

// What section 1 calls text, integer, whole, fraction, polynomial, claim; objects with just their keys.

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

const (
	wholeCharacters = 200000
	greatestDegree  = 160
	coefficientBits = 200000
)

// refusal ends the check of a file, with the exit code that goes with it.
type refusal struct {
	code int
	why  string
}

const (
	accepted   = 0
	refused    = 1
	illFormed  = 3
	notForThis = 4
	ownFault   = 5
)

func refuse(format string, args ...any)    { panic(refusal{refused, fmt.Sprintf(format, args...)}) }
func malformed(format string, args ...any) { panic(refusal{illFormed, fmt.Sprintf(format, args...)}) }

// require is for the grammar: a file that breaks it is not well-formed.
func require(holds bool, format string, args ...any) {
	if !holds {
		malformed(format, args...)
	}
}

// demand is for what a well-formed file claims.
func demand(holds bool, format string, args ...any) {
	if !holds {
		refuse(format, args...)
	}
}

// mostDocumentSteps bounds all work on a document together (section 9); a step takes Python some 50 ns.
const mostDocumentSteps = 500_000_000

// documentSteps are those of the file that is being checked.
var documentSteps int64

// spend counts steps before they are made.
func spend(steps int64, on string) {
	documentSteps += steps
	require(documentSteps <= mostDocumentSteps,
		"the document takes more than %d steps to check, the last of them for %s", mostDocumentSteps, on)
}

func (v *value) expect(k kind, where string) {
	require(v.kind == k, "%s: must be %s, is %s", where, k, v.kind)
}

// finite demands a number that is not beyond the doubles where it is written like one.
func (v *value) finite(where string) {
	v.expect(number, where)
	if strings.ContainsAny(v.text, ".eE") {
		_, err := strconv.ParseFloat(v.text, 64)
		require(err == nil, "%s: is beyond the doubles", where)
	}
}

// byKey reads an object with any keys.
func (v *value) byKey(where string) map[string]*value {
	v.expect(object, where)
	found := map[string]*value{}
	for k, key := range v.keys {
		found[key] = v.items[k]
	}
	return found
}

// inner is what an object has under a key, nil if it is not an object or has no such key.
func (v *value) inner(key string) *value {
	if v == nil || v.kind != object {
		return nil
	}
	return v.byKey(key)[key]
}

// fields reads an object with these keys; those that begin with "?" are optional.
func (v *value) fields(where string, keys ...string) map[string]*value {
	known := map[string]bool{}
	found := v.byKey(where)
	for _, key := range keys {
		if key[0] == '?' {
			known[key[1:]] = true
			continue
		}
		known[key] = true
		require(found[key] != nil, "%s: %q is missing", where, key)
	}
	for _, key := range v.keys {
		require(known[key], "%s: %q is not a key of it", where, key)
	}
	return found
}

// bySeat reads an object whose keys are just the two seats, or where some is set are among them.
func (v *value) bySeat(where string, seats [2]string, some bool) [2]*value {
	v.expect(object, where)
	var found [2]*value
	for k, key := range v.keys {
		require(key == seats[0] || key == seats[1], "%s: %q is no seat", where, key)
		if key == seats[0] {
			found[0] = v.items[k]
		} else {
			found[1] = v.items[k]
		}
	}
	require(some || found[0] != nil && found[1] != nil, "%s: must have both seats", where)
	return found
}

func (v *value) string(where string) string {
	v.expect(text, where)
	return v.text
}

func (v *value) list(where string) []*value {
	v.expect(array, where)
	return v.items
}

// texts reads an array of different texts.
func (v *value) texts(where string) []string {
	found := []string{}
	seen := map[string]bool{}
	for _, item := range v.list(where) {
		one := item.string(where)
		require(!seen[one], "%s: %q is listed twice", where, one)
		seen[one] = true
		found = append(found, one)
	}
	return found
}

func (v *value) names(where string) []string {
	found := v.texts(where)
	require(len(found) > 0, "%s: must not be empty", where)
	return found
}

func (v *value) seats(where string) [2]string {
	found := v.texts(where)
	require(len(found) == 2 && found[0] != "" && found[1] != "", "%s: must be two names", where)
	return [2]string{found[0], found[1]}
}

func (v *value) truthOf(where string) bool {
	v.expect(boolean, where)
	return v.truth
}

type claim byte

const (
	open claim = iota // null: nothing is claimed
	no
	yes
)

func (c claim) String() string {
	return [...]string{"uniqueness not decided", "not unique", "unique"}[c]
}

// json is the claim as a file has it.
func (c claim) json() any {
	if c == open {
		return nil
	}
	return c == yes
}

func (v *value) claim(where string) claim {
	if v.kind == null {
		return open
	}
	if v.truthOf(where) {
		return yes
	}
	return no
}

func allDigits(s string) bool {
	for k := 0; k < len(s); k++ {
		if s[k] < '0' || s[k] > '9' {
			return false
		}
	}
	return len(s) > 0
}

func decimal(s string, signed bool) (*big.Int, bool) {
	bare := s
	if signed && len(s) > 0 && s[0] == '-' {
		bare = s[1:]
	}
	if !allDigits(bare) || len(s) > wholeCharacters {
		return nil, false
	}
	return new(big.Int).SetString(s, 10)
}

func (v *value) integer(where string) *big.Int {
	v.expect(number, where)
	found, ok := decimal(v.text, true)
	require(ok, "%s: %s is not an integer", where, short(v.text))
	return found
}

// counts tells whether a value is the number of something that the file lists; of another type it is not.
func (v *value) counts(listed int) bool { return same(v, toJSON(listed)) }

// index reads an integer from 0 to most.
func (v *value) index(where string, most int) int {
	found := v.integer(where)
	require(found.Sign() >= 0 && found.Cmp(big.NewInt(int64(most))) <= 0,
		"%s: %s is not from 0 to %d", where, short(v.text), most)
	return int(found.Int64())
}

func (v *value) whole(where string) *big.Int {
	if v.kind == number {
		return v.integer(where)
	}
	found, ok := decimal(v.string(where), true)
	require(ok, "%s: %s is not a whole number", where, short(v.text))
	return found
}

func (v *value) fraction(where string) *big.Rat {
	all := v.string(where)
	above, below := all, "1"
	for k := range all {
		if all[k] == '/' {
			above, below = all[:k], all[k+1:]
			break
		}
	}
	top, ok := decimal(above, true)
	bottom, ok2 := decimal(below, false)
	require(ok && ok2 && bottom.Sign() != 0, "%s: %s is not a fraction", where, short(all))
	return new(big.Rat).SetFrac(top, bottom)
}

func (v *value) polynomial(where string) poly {
	items := v.list(where)
	require(len(items) <= greatestDegree+1, "%s: the degree is too high", where)
	found := make(poly, len(items))
	for k, item := range items {
		found[k] = item.whole(where)
		require(found[k].BitLen() <= coefficientBits, "%s: a coefficient is too long", where)
	}
	require(len(found) == 0 || found[len(found)-1].Sign() != 0, "%s: the last coefficient is 0", where)
	return found
}

func short(s string) string {
	if len(s) > 60 {
		s = s[:60] + "..."
	}
	return fmt.Sprintf("%+q", s)
}
