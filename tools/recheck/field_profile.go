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
	fieldDegree   = 64
	fieldBits     = 4_000_000
	fieldWork     = 200_000_000
	fieldProducts = 4_000_000_000 // of all payoffs: products of terms and of words
	fieldHalvings = 128           // of the interval of a root whose numbers are divided by d
)

var (
	fieldTerm = regexp.MustCompile(`\A(?:([0-9]+)|(?:([0-9]+)\*)?t(?:\*\*([0-9]{1,3}))?)\z`)
	fieldOver = regexp.MustCompile(`\A(?:\((.*)\)|(.*))/([0-9]+|d|\(([0-9]+)\*d\))\z`)
)

// fieldReader reads numbers of the field of a root: polynomials in it of a degree below that of the root. If the root
// has a denominator d, every number is kept as its product with d, a product of k numbers as that with the power d^k,
// and nothing is reduced by the polynomial of the root.
type fieldReader struct {
	*field
	degree int
	work   *meter  // terms squared times words of all numbers whose sign was asked for
	over   ratPoly // d, or nil
}

// fieldPlan is the weights of a seat's sequences: all of them times the same power of d.
type fieldPlan struct {
	weights []ratPoly
	power   int
}

// readField reads a root, with the numbers that it makes.
func readField(v *value) *fieldReader {
	v.expect(object, "root")
	at, over := readRoot(v)
	degree := at.root.degree()
	demand(degree > 1 && degree <= fieldDegree, "root: its degree must be from 2 to %d", fieldDegree)
	f := &fieldReader{newField(at), degree, &meter{fieldWork, "signs of numbers of a field"}, nil}
	if over != nil {
		require(len(over) > 0 && len(over) <= degree, "root: the denominator has a wrong degree")
		for k := 0; k < fieldHalvings; k++ {
			at.narrow()
		}
		require(f.sign(fromPoly(over)) > 0, "root: the denominator is not positive there")
		f.over = fromPoly(over)
	}
	return f
}

// readRoot reads a root, and its denominator if there is one.
func readRoot(v *value) (*end, poly) {
	if !among("denominator", v.keys) {
		return readEnd(v, false, "root"), nil
	}
	has := v.fields("root", "root_of", "between", "denominator")
	return rootOf(has["root_of"], has["between"], "root").toldBy(v), has["denominator"].polynomial("root")
}

// one is the number 1.
func (f *fieldReader) one() ratPoly {
	if f.over != nil {
		return f.over
	}
	return ratPoly{big.NewRat(1, 1)}
}

// raised is a number times a power of d.
func (f *fieldReader) raised(p ratPoly, power int) ratPoly {
	for ; power > 0 && f.over != nil && len(p) > 0; power-- {
		p = f.times(p, f.over)
	}
	return p
}

func (f *fieldReader) read(v *value, where string) ratPoly {
	found := f.readNumber(v, where)
	bits := longestBits(found.toPoly()) + len(found)*(longestBits(f.at.root)+1)
	require((f.degree+1)*bits <= fieldBits, "%s: a number of the field is too long", where)
	return found
}

func (f *fieldReader) readNumber(v *value, where string) ratPoly {
	told := v.string(where)
	if !strings.ContainsAny(told, "td") {
		return f.raised(trimmed(ratPoly{v.fraction(where)}), 1)
	}
	above, below, divided := told, big.NewInt(1), false
	if parts := fieldOver.FindStringSubmatch(told); parts != nil {
		divided = strings.Contains(parts[3], "d")
		require(!divided || f.over != nil, "%s: %s: the root has no denominator", where, short(told))
		switch {
		case !divided:
			below, _ = decimal(parts[3], false)
		case parts[4] != "":
			below, _ = decimal(parts[4], false)
		}
		require(below != nil && below.Sign() > 0, "%s: %s divides by 0", where, short(told))
		above = parts[1]
		if above == "" {
			above = parts[2]
			require(!strings.Contains(above, " "), "%s: %s needs brackets", where, short(told))
		}
	}
	found := f.sum(above, new(big.Rat).SetFrac(big.NewInt(1), below), where)
	if divided {
		return found
	}
	return f.raised(found, 1)
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
	if f.over != nil && f.multiple(whole) {
		return 0
	}
	return f.at.sign(whole)
}

// multiple says whether p is the product of the root's polynomial, without the common factor of its coefficients, and one
// with whole coefficients: otherwise p is no multiple at all (Gauss).
func (f *fieldReader) multiple(p poly) bool {
	of := f.at.root.primitive()
	rest := make(poly, len(p))
	for k, c := range p {
		rest[k] = new(big.Int).Set(c)
	}
	left, part := new(big.Int), new(big.Int)
	// the coefficients of a factor are no longer (Mignotte)
	longest := longestBits(p) + len(p) + 32
	f.work.spend(int64(len(p)*len(of)) * int64(1+longest/64*(1+longestBits(of)/64)/50))
	for k := len(rest) - 1; k >= f.degree; k-- {
		share := new(big.Int)
		share.QuoRem(rest[k], of.lead(), left)
		if left.Sign() != 0 || share.BitLen() > longest {
			return false
		}
		for j, c := range of {
			at := k - f.degree + j
			rest[at].Sub(rest[at], part.Mul(share, c))
		}
	}
	for _, c := range rest {
		if c.Sign() != 0 {
			return false
		}
	}
	return true
}

func (f *fieldReader) times(p, q ratPoly) ratPoly {
	if f.over == nil {
		return f.reduce(p.mul(q))
	}
	if len(p) == 0 || len(q) == 0 {
		return nil
	}
	spend(20, "numbers of a field")
	a, below := p.whole()
	b, under := q.whole()
	scale := new(big.Int).Mul(below, under)
	found := make(ratPoly, len(a)+len(b)-1)
	for k, c := range a.mul(b) {
		found[k] = new(big.Rat).SetFrac(c, scale)
	}
	return trimmed(found)
}

// plan reads a strategy of section 2 with numbers of the field, and returns the weights of the sequences.
func (f *fieldReader) plan(v *value, s *side) fieldPlan {
	where := "the strategy of " + s.seat
	views := v.byKey(where)
	require(len(views) == len(s.cells), "%s: must have just the views of the seat", where)
	weights, powers, most := make([]ratPoly, s.size), make([]int, s.size), 0
	weights[0] = ratPoly{big.NewRat(1, 1)}
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
		for k := range c.actions {
			powers[c.first+k] = powers[c.parent] + 1
			most = max(most, powers[c.first+k])
		}
		require(len(mix) == 0, "%s: an unknown action at %q", where, c.view)
		demand(f.sign(sum.minus(f.one())) == 0, "%s: the chances at %q are not 1 together", where, c.view)
	}
	for k := range weights {
		weights[k] = f.raised(weights[k], most-powers[k])
	}
	return fieldPlan{weights, most}
}

// judge demands that a seat is paid what is claimed, and that its best reply earns no more.
func (f *fieldReader) judge(g *seatGame, seat int, plans []fieldPlan, claimed ratPoly) {
	own, power := &g.sides[seat], 0
	for _, p := range plans {
		power += p.power
	}
	worth := make([]ratPoly, own.size)
	for _, one := range g.payoffs {
		product := trimmed(ratPoly{new(big.Rat).SetFrac(one.paid[seat], g.denominator)})
		for k, p := range plans {
			if k != seat {
				product = f.times(product, p.weights[one.at[k]])
			}
		}
		worth[one.at[seat]] = worth[one.at[seat]].plus(product)
	}
	var paid ratPoly
	for s, w := range worth {
		paid = paid.plus(f.times(w, plans[seat].weights[s]))
	}
	level := max(power, 1) // of d, in what is compared
	demand(f.sign(f.raised(paid, level-power).minus(f.raised(claimed, level-1))) == 0, "%s is not paid as claimed", own.seat)
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
	demand(f.sign(f.raised(worth[0], plans[seat].power).minus(paid)) == 0, "%s can gain by another strategy", own.seat)
}

// affordable bounds the work of section 9: the entries, and how long the products of the numbers of all plans are.
func (f *fieldReader) affordable(g *seatGame, plans []fieldPlan) {
	words, terms := 1, 1
	for _, p := range plans {
		for _, w := range p.weights {
			terms = max(terms, len(w))
			for _, c := range w {
				bits := max(c.Num().BitLen(), c.Denom().BitLen())
				require(bits <= fieldBits, "a number of the field is too long")
				words = max(words, 1+bits/64)
			}
		}
	}
	work, square := 0.0, float64(words)*float64(words)
	for k := 1.0; k < float64(len(plans)); k++ {
		work += k * float64(terms) * float64(terms) * (50 + k*square)
	}
	require(work*float64(len(g.payoffs)*len(plans)) <= fieldProducts, "more work than a profile may take")
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
	f := readField(has["root"])
	g := readSeatGame(held["form"], seats)
	plans := make([]fieldPlan, len(seats))
	for k, one := range has["strategies"].each("strategies", seats) {
		plans[k] = f.plan(one, &g.sides[k])
	}
	f.affordable(g, plans)
	j := seatStatement{kind: "equilibrium with numbers in the field of t, the root of " + f.at.described("t"), seats: seats, digest: sum}
	for k := range seats {
		f.judge(g, k, plans, f.read(payoffs[k], "payoffs"))
		j.words = append(j.words, fmt.Sprintf("is paid %s and can gain nothing", payoffs[k].text))
	}
	return j
}
