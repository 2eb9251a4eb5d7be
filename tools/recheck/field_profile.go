package main

// Equilibria whose chances are numbers of the field of a root (section 18).

import (
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

const (
	fieldDegree = 16
	fieldBits   = 200000
	fieldWork   = 200_000_000
)

var (
	fieldTerm = regexp.MustCompile(`\A(?:([0-9]+)|(?:([0-9]+)\*)?t(?:\*\*([0-9]{1,3}))?)\z`)
	fieldOver = regexp.MustCompile(`\A(?:\((.*)\)|(.*))/([0-9]+)\z`)
)

// fieldReader reads numbers of the field of a root: polynomials in it of a degree below that of the root.
type fieldReader struct {
	*field
	degree int
	work   *meter // terms squared times words of all numbers whose sign was asked for
}

func (f *fieldReader) read(v *value, where string) ratPoly {
	found := f.readNumber(v, where)
	bits := longestBits(found.toPoly()) + len(found)*(longestBits(f.at.root)+1)
	require((f.degree+1)*bits <= fieldBits, "%s: a number of the field is too long", where)
	return found
}

func (f *fieldReader) readNumber(v *value, where string) ratPoly {
	told := v.string(where)
	if !strings.Contains(told, "t") {
		return trimmed(ratPoly{v.fraction(where)})
	}
	above, below := told, big.NewInt(1)
	if parts := fieldOver.FindStringSubmatch(told); parts != nil {
		below, _ = decimal(parts[3], false)
		require(below != nil && below.Sign() > 0, "%s: %s divides by 0", where, short(told))
		above = parts[1]
		if above == "" {
			above = parts[2]
			require(!strings.Contains(above, " "), "%s: %s needs brackets", where, short(told))
		}
	}
	return f.sum(above, new(big.Rat).SetFrac(big.NewInt(1), below), where)
}

// sum reads terms whose powers fall.
func (f *fieldReader) sum(told string, scale *big.Rat, where string) ratPoly {
	out := make(ratPoly, f.degree)
	for k := range out {
		out[k] = new(big.Rat)
	}
	minus := strings.HasPrefix(told, "-")
	words := strings.Split(strings.TrimPrefix(told, "-"), " ")
	require(len(words)%2 == 1, "%s: %s is no sum", where, short(told))
	last := f.degree
	for k, word := range words {
		if k%2 == 1 {
			require(word == "+" || word == "-", "%s: %s is no sum", where, short(told))
			minus = word == "-"
			continue
		}
		power, factor := fieldPower(word, where)
		require(power < last, "%s: the powers in %s do not fall, or begin too high", where, short(told))
		last = power
		if minus {
			factor.Neg(factor)
		}
		out[power].Mul(new(big.Rat).SetInt(factor), scale)
	}
	return trimmed(out)
}

// fieldPower reads a term: its power of t and what is before it.
func fieldPower(word, where string) (int, *big.Int) {
	parts := fieldTerm.FindStringSubmatch(word)
	require(parts != nil, "%s: %s is no term", where, short(word))
	digits, power := parts[1]+parts[2], 1
	if parts[1] != "" {
		power = 0
	} else if parts[3] != "" {
		power, _ = strconv.Atoi(parts[3])
	}
	if digits == "" {
		return power, big.NewInt(1)
	}
	factor, ok := decimal(digits, false)
	require(ok, "%s: a term is too long", where)
	return power, factor
}

func trimmed(p ratPoly) ratPoly {
	for len(p) > 0 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	return p
}

func (p ratPoly) plus(q ratPoly) ratPoly  { return p.less(q, big.NewRat(-1, 1), 0) }
func (p ratPoly) minus(q ratPoly) ratPoly { return p.less(q, big.NewRat(1, 1), 0) }

func (f *fieldReader) sign(p ratPoly) int {
	whole := p.toPoly()
	f.work.spend(int64(len(whole)*len(whole)) * int64(longestBits(whole)/64+1))
	return f.at.sign(whole)
}

func (f *fieldReader) times(p, q ratPoly) ratPoly { return f.reduce(p.mul(q)) }

// plan reads a strategy of section 2 with numbers of the field, and returns the weights of the sequences.
func (f *fieldReader) plan(v *value, s *side) []ratPoly {
	where := "the strategy of " + s.seat
	views := v.byKey(where)
	require(len(views) == len(s.cells), "%s: must have just the views of the seat", where)
	one := ratPoly{big.NewRat(1, 1)}
	weights := make([]ratPoly, s.size)
	weights[0] = one
	for _, c := range s.cells {
		require(views[c.view] != nil, "%s: the view %q is missing", where, c.view)
		mix := views[c.view].byKey(where)
		var sum ratPoly
		for k, action := range c.actions {
			if mix[action] == nil {
				continue
			}
			chance := f.read(mix[action], where)
			delete(mix, action)
			demand(f.sign(chance) >= 0, "%s: a negative chance at %q", where, c.view)
			sum = sum.plus(chance)
			weights[c.first+k] = f.times(chance, weights[c.parent])
		}
		require(len(mix) == 0, "%s: an unknown action at %q", where, c.view)
		demand(f.sign(sum.minus(one)) == 0, "%s: the chances at %q are not 1 together", where, c.view)
	}
	return weights
}

// judge demands that a seat is paid what is claimed, and that its best reply earns no more.
func (f *fieldReader) judge(g *seatGame, seat int, plans [][]ratPoly, claimed ratPoly) {
	own := &g.sides[seat]
	worth := make([]ratPoly, own.size)
	for _, one := range g.payoffs {
		product := trimmed(ratPoly{new(big.Rat).SetFrac(one.paid[seat], g.denominator)})
		for k, weights := range plans {
			if k != seat {
				product = f.times(product, weights[one.at[k]])
			}
		}
		worth[one.at[seat]] = worth[one.at[seat]].plus(product)
	}
	var paid ratPoly
	for s, w := range worth {
		paid = paid.plus(f.times(w, plans[seat][s]))
	}
	demand(f.sign(paid.minus(claimed)) == 0, "%s is not paid as claimed", own.seat)
	for k := len(own.cells) - 1; k >= 0; k-- {
		c := own.cells[k]
		best := worth[c.first]
		for s := c.first + 1; c.holds(s); s++ {
			if f.sign(worth[s].minus(best)) > 0 {
				best = worth[s]
			}
		}
		worth[c.parent] = worth[c.parent].plus(best)
	}
	demand(f.sign(worth[0].minus(paid)) == 0, "%s can gain by another strategy", own.seat)
}

// affordable bounds the work of section 9: the entries, and how long the numbers of all plans are together.
func (f *fieldReader) affordable(g *seatGame, plans [][]ratPoly) {
	words, terms := 1, 1
	for _, weights := range plans {
		longest, most := 0, 0
		for _, w := range weights {
			most = max(most, len(w)-1)
			for _, c := range w {
				longest = max(longest, max(c.Num().BitLen(), c.Denom().BitLen()))
			}
		}
		require(longest <= fieldBits, "a number of the field is too long")
		words += longest / 64
		terms += most
	}
	work := float64(len(plans)) * float64(terms) * float64(words)
	require(float64(len(g.payoffs))*work*work <= profileWork, "more work than a profile may take")
}

func checkFieldProfile(v *value) seatStatement {
	has := v.fields("profile", "schema", "game", "seats", "root", "payoffs", "gains", "equilibrium", "strategies", "unique",
		"method", "seconds", "certificate")
	held := has["certificate"].fields("certificate", "form", "digest")
	sum := fits(held["digest"], outside(v, has["certificate"]))
	seats := readSeats(has["seats"], mostSeats)
	has["game"].string("game")
	has["method"].string("method")
	has["seconds"].finite("seconds")
	nobodyUnique(has["unique"], seats)
	require(has["equilibrium"].truthOf("equilibrium"), "equilibrium: must be true")
	gains, payoffs := has["gains"].list("gains"), has["payoffs"].list("payoffs")
	require(len(gains) == len(seats) && len(payoffs) == len(seats), "payoffs, gains: must be one for each seat")
	for _, gain := range gains {
		require(gain.string("gains") == "0", "gains: must be 0")
	}
	has["root"].expect(object, "root")
	at := readEnd(has["root"], false, "root")
	demand(at.root.degree() > 1 && at.root.degree() <= fieldDegree, "root: its degree must be from 2 to %d", fieldDegree)
	f := &fieldReader{newField(at), at.root.degree(), &meter{fieldWork, "signs of numbers of a field"}}
	g := readSeatGame(held["form"], seats)
	plans := make([][]ratPoly, len(seats))
	for k, one := range has["strategies"].each("strategies", seats) {
		plans[k] = f.plan(one, &g.sides[k])
	}
	f.affordable(g, plans)
	j := seatStatement{kind: "equilibrium with numbers in the field of t, the root of " + at.described("t"), seats: seats, digest: sum}
	for k := range seats {
		f.judge(g, k, plans, f.read(payoffs[k], "payoffs"))
		j.words = append(j.words, fmt.Sprintf("is paid %s and can gain nothing", payoffs[k].text))
	}
	return j
}
