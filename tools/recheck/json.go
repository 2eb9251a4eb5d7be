package main

// One JSON value of section 1 of the page: keys once, whole surrogate pairs, integers of bounded
// length. encoding/json forgives all three, so the text is read here.

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"sort"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

type kind byte

const (
	null kind = iota
	boolean
	number
	text
	array
	object
)

func (k kind) String() string {
	return [...]string{"null", "true or false", "a number", "a text", "an array", "an object"}[k]
}

type value struct {
	kind  kind
	truth bool
	text  string   // a text, or a number as it is written
	items []*value // of an array, or in an object the values in the order of keys
	keys  []string
}

const (
	deepest       = 1000
	integerDigits = 4300
	largestFile   = 512 << 20
)

type parser struct {
	in []byte
	at int
}

func parse(in []byte) *value {
	if !utf8.Valid(in) {
		malformed("not UTF-8")
	}
	p := &parser{in: in}
	v := p.value(0)
	p.blanks()
	if p.at < len(in) {
		p.fail("something follows the document")
	}
	return v
}

func (p *parser) fail(what string) { malformed("byte %d: %s", p.at, what) }

func (p *parser) blanks() {
	for p.at < len(p.in) {
		switch p.in[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return
		}
	}
}

func (p *parser) peek() byte {
	if p.at < len(p.in) {
		return p.in[p.at]
	}
	return 0
}

func (p *parser) value(depth int) *value {
	if depth > deepest {
		p.fail("nested too deep")
	}
	p.blanks()
	switch c := p.peek(); {
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.array(depth)
	case c == '"':
		return &value{kind: text, text: p.string()}
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	}
	for word, v := range map[string]value{
		"true": {kind: boolean, truth: true}, "false": {kind: boolean}, "null": {},
	} {
		if p.word(word) {
			found := v
			return &found
		}
	}
	p.fail("no JSON value")
	return nil
}

func (p *parser) word(w string) bool {
	if p.at+len(w) > len(p.in) || string(p.in[p.at:p.at+len(w)]) != w {
		return false
	}
	p.at += len(w)
	return true
}

func (p *parser) object(depth int) *value {
	v := &value{kind: object}
	seen := map[string]bool{}
	p.at++
	p.blanks()
	if p.word("}") {
		return v
	}
	for {
		p.blanks()
		if p.peek() != '"' {
			p.fail("no key")
		}
		key := p.string()
		if seen[key] {
			p.fail("key " + strconv.QuoteToASCII(key) + " is given twice")
		}
		seen[key] = true
		p.blanks()
		if !p.word(":") {
			p.fail("no colon")
		}
		v.keys = append(v.keys, key)
		v.items = append(v.items, p.value(depth+1))
		p.blanks()
		if p.word("}") {
			return v
		}
		if !p.word(",") {
			p.fail("no comma")
		}
	}
}

func (p *parser) array(depth int) *value {
	v := &value{kind: array}
	p.at++
	p.blanks()
	if p.word("]") {
		return v
	}
	for {
		v.items = append(v.items, p.value(depth+1))
		p.blanks()
		if p.word("]") {
			return v
		}
		if !p.word(",") {
			p.fail("no comma")
		}
	}
}

func (p *parser) digits() int {
	start := p.at
	for c := p.peek(); c >= '0' && c <= '9'; c = p.peek() {
		p.at++
	}
	if p.at == start {
		p.fail("no digit")
	}
	return p.at - start
}

func (p *parser) number() *value {
	start := p.at
	p.word("-")
	zero := p.peek() == '0'
	length := p.digits()
	if zero && length > 1 {
		p.fail("a leading zero")
	}
	whole := true
	if p.word(".") {
		whole = false
		p.digits()
	}
	if p.word("e") || p.word("E") {
		whole = false
		if !p.word("+") {
			p.word("-")
		}
		p.digits()
	}
	if whole && length > integerDigits {
		p.fail("an integer of too many digits")
	}
	return &value{kind: number, text: string(p.in[start:p.at])}
}

func (p *parser) string() string {
	p.at++
	var out []byte
	for {
		c := p.peek()
		switch {
		case p.at >= len(p.in) || c < 0x20:
			p.fail("a text that does not end, or a control character in it")
		case c == '"':
			p.at++
			return string(out)
		case c == '\\':
			p.at++
			out = p.escape(out)
		default:
			out = append(out, c)
			p.at++
		}
	}
}

func (p *parser) escape(out []byte) []byte {
	c := p.peek()
	p.at++
	switch c {
	case '"', '\\', '/':
		return append(out, c)
	case 'n':
		return append(out, '\n')
	case 'r':
		return append(out, '\r')
	case 't':
		return append(out, '\t')
	case 'b':
		return append(out, '\b')
	case 'f':
		return append(out, '\f')
	case 'u':
	default:
		p.fail("an unknown escape")
	}
	unit := p.hex()
	if utf16.IsSurrogate(unit) {
		if !p.word(`\u`) {
			p.fail("half of a surrogate pair")
		}
		unit = utf16.DecodeRune(unit, p.hex())
		if unit == utf8.RuneError {
			p.fail("half of a surrogate pair")
		}
	}
	return utf8.AppendRune(out, unit)
}

func (p *parser) hex() rune {
	if p.at+4 > len(p.in) {
		p.fail("an escape that does not end")
	}
	var unit rune
	for _, c := range p.in[p.at : p.at+4] {
		switch {
		case c >= '0' && c <= '9':
			unit = unit<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			unit = unit<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			unit = unit<<4 | rune(c-'A'+10)
		default:
			p.fail("no hexadecimal digit")
		}
	}
	p.at += 4
	return unit
}

// without returns an object less some of its keys.
func (v *value) without(keys ...string) *value {
	out := &value{kind: v.kind}
	for k, key := range v.keys {
		if !among(key, keys) {
			out.keys = append(out.keys, key)
			out.items = append(out.items, v.items[k])
		}
	}
	return out
}

func among(word string, words []string) bool {
	for _, one := range words {
		if one == word {
			return true
		}
	}
	return false
}

// canonical writes the canonical form. UTF-8 sorts as its code points do.
func canonical(w io.StringWriter, v *value) {
	say := func(s string) { _, _ = w.WriteString(s) }
	switch v.kind {
	case null:
		say("null")
	case boolean:
		say(strconv.FormatBool(v.truth))
	case number:
		if v.text == "-0" {
			say("0")
		} else {
			say(v.text)
		}
	case text:
		say(quoted(v.text))
	case array:
		for k, item := range v.items {
			say([]string{"[", ","}[min(k, 1)])
			canonical(w, item)
		}
		say([]string{"[]", "]"}[min(len(v.items), 1)])
	case object:
		order := make([]int, len(v.keys))
		for k := range order {
			order[k] = k
		}
		sort.Slice(order, func(a, b int) bool { return v.keys[order[a]] < v.keys[order[b]] })
		for k, at := range order {
			say([]string{"{", ","}[min(k, 1)] + quoted(v.keys[at]) + ":")
			canonical(w, v.items[at])
		}
		say([]string{"{}", "}"}[min(len(v.items), 1)])
	}
}

func max(a, b int) int {
	if a > b {
		return a
	}
	return b
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

var escapes = map[rune]string{
	'"': `\"`, '\\': `\\`, '\n': `\n`, '\r': `\r`, '\t': `\t`, '\b': `\b`, '\f': `\f`,
}

func quoted(s string) string {
	out := []byte{'"'}
	for _, c := range s {
		if short, ok := escapes[c]; ok {
			out = append(out, short...)
		} else if c >= 0x20 && c <= 0x7e {
			out = append(out, byte(c))
		} else if c > 0xffff {
			high, low := utf16.EncodeRune(c)
			out = append(out, fmt.Sprintf(`\u%04x\u%04x`, high, low)...)
		} else {
			out = append(out, fmt.Sprintf(`\u%04x`, c)...)
		}
	}
	return string(append(out, '"'))
}

type hashWriter struct{ io.Writer }

func (h hashWriter) WriteString(s string) (int, error) { return h.Write([]byte(s)) }

func digest(v *value) string {
	sum := sha256.New()
	canonical(hashWriter{sum}, v)
	return "sha256:" + hex.EncodeToString(sum.Sum(nil))
}

type textWriter []byte

func (t *textWriter) WriteString(s string) (int, error) {
	*t = append(*t, s...)
	return len(s), nil
}

// same says whether two values have the same canonical form.
func same(a, b *value) bool {
	var one, two textWriter
	canonical(&one, a)
	canonical(&two, b)
	return string(one) == string(two)
}
