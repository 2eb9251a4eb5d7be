package main

// Ends of pieces (section 6.1): whole numbers, fractions, roots of polynomials; signs at them.

import "math/big"

type end struct {
	at     *big.Rat // a rational end; nil for a root
	root   poly
	lo, hi *big.Rat // one root of it lies between; narrowed as needed
	raw    [2]*big.Rat
	told   *value // as the file has it
}

const rootBits = 20000

func rational(r *big.Rat) *end { return &end{at: r} }

func readEnd(v *value, whole bool, where string) *end {
	return readNumber(v, whole, where).toldBy(v)
}

func readNumber(v *value, whole bool, where string) *end {
	if whole || v.kind == number {
		return rational(new(big.Rat).SetInt(v.integer(where)))
	}
	if v.kind == text {
		return rational(v.fraction(where))
	}
	has := v.fields(where, "root_of", "between")
	return rootOf(has["root_of"], has["between"], where)
}

func (e *end) toldBy(v *value) *end {
	e.told = v
	return e
}

// rootOf is the only root of a polynomial between two fractions.
func rootOf(of, ends *value, where string) *end {
	m := of.polynomial(where)
	between := ends.list(where)
	require(len(between) == 2, "%s: between must be two fractions", where)
	e := &end{root: m, lo: between[0].fraction(where), hi: between[1].fraction(where)}
	e.raw = [2]*big.Rat{e.lo, e.hi}
	longest := longestBits(append(poly{e.lo.Num(), e.lo.Denom(), e.hi.Num(), e.hi.Denom()}, m...))
	require(longest*len(m) <= rootBits, "%s: a root of too long numbers", where)
	require(e.lo.Cmp(e.hi) < 0 && m.degree() >= 1, "%s: no root between", where)
	require(gcd(m, m.derivative()).isConst(), "%s: the polynomial has a double root", where)
	require(m.signAtRat(e.lo) != 0 && m.signAtRat(e.hi) != 0, "%s: a root at an end of the interval", where)
	require(changes(m, e.lo, e.hi) == 1 || rootsRat(m.sturm(), e.lo, e.hi) == 1, "%s: not one root between", where)
	e.requireIrrational(where)
	return e
}

// requireIrrational uses that the leading coefficient times a rational root is a whole number.
func (e *end) requireIrrational(where string) {
	size := new(big.Rat).SetInt(new(big.Int).Abs(e.root.lead()))
	one := big.NewRat(1, 1)
	for {
		width := new(big.Rat).Sub(e.hi, e.lo)
		if width.Mul(width, size).Cmp(one) < 0 {
			break
		}
		require(e.root.signAtRat(e.middle()) != 0, "%s: the root is rational", where)
		e.narrow()
	}
	top := new(big.Rat).Mul(e.hi, size)
	k := new(big.Int).Div(top.Num(), top.Denom())
	only := new(big.Rat).Quo(new(big.Rat).SetInt(k), size)
	require(only.Cmp(e.lo) <= 0 || e.root.signAtRat(only) != 0, "%s: the root is rational", where)
}

func (e *end) middle() *big.Rat { return mean(e.lo, e.hi) }

func mean(a, b *big.Rat) *big.Rat {
	sum := new(big.Rat).Add(a, b)
	return sum.Mul(sum, big.NewRat(1, 2))
}

func (e *end) narrow() {
	mid := e.middle()
	if e.root.signAtRat(mid) == e.root.signAtRat(e.lo) {
		e.lo = mid
	} else {
		e.hi = mid
	}
}

// bounds are rational numbers with the end between; for a rational end, itself twice.
func (e *end) bounds() (*big.Rat, *big.Rat) {
	if e.at != nil {
		return e.at, e.at
	}
	return e.lo, e.hi
}

// String writes a number exactly; a root by its polynomial, in x, and the interval that the file gives.
func (e *end) String() string {
	if e.at != nil {
		return cut(e.at.RatString())
	}
	return "the root of " + e.described("x")
}

// described is what follows "the root of", with the letter in which the polynomial is written.
func (e *end) described(letter string) string {
	return cut(e.root.written(letter)) + " between " + cut(e.raw[0].RatString()) + " and " + cut(e.raw[1].RatString())
}

// alike: the same text in canonical form, as between neighbouring pieces; nil is without end.
func (e *end) alike(o *end) bool {
	if e == nil || o == nil {
		return e == o
	}
	return same(e.told, o.told)
}

// same: the same number, a root by the same polynomial and interval; nil is without end.
func (e *end) same(o *end) bool {
	if e == nil || o == nil {
		return e == o
	}
	if e.at != nil || o.at != nil {
		return e.at != nil && o.at != nil && e.at.Cmp(o.at) == 0
	}
	return e.root.equal(o.root) && e.raw[0].Cmp(o.raw[0]) == 0 && e.raw[1].Cmp(o.raw[1]) == 0
}

// less says whether e < o.
func (e *end) less(o *end) bool {
	if e.at != nil && o.at != nil {
		return e.at.Cmp(o.at) < 0
	}
	if e.at == nil && o.at == nil {
		g := gcd(e.root, o.root)
		lo, hi := e.lo, e.hi
		if o.lo.Cmp(lo) > 0 {
			lo = o.lo
		}
		if o.hi.Cmp(hi) < 0 {
			hi = o.hi
		}
		if lo.Cmp(hi) < 0 && !g.isConst() && g.signAtRat(lo) != g.signAtRat(hi) {
			return false
		}
	}
	for {
		elo, ehi := e.bounds()
		olo, ohi := o.bounds()
		if ehi.Cmp(olo) <= 0 {
			return true
		}
		if ohi.Cmp(elo) <= 0 {
			return false
		}
		if e.at == nil {
			e.narrow()
		}
		if o.at == nil {
			o.narrow()
		}
	}
}

// sign of p at the end.
func (e *end) sign(p poly) int {
	if e.at != nil {
		return p.signAtRat(e.at)
	}
	for _, around := range [][2]*big.Rat{e.raw, {e.lo, e.hi}} {
		if changes(p, around[0], around[1]) == 0 {
			return p.signAtRat(mean(around[0], around[1]))
		}
	}
	p = p.rem(e.root)
	if p.isConst() {
		return p.signAtRat(e.lo)
	}
	if g := gcd(p, e.root); !g.isConst() && g.signAtRat(e.lo) != g.signAtRat(e.hi) {
		return 0
	}
	chain := p.squarefree().sturm()
	for p.signAtRat(e.lo) == 0 || rootsRat(chain, e.lo, e.hi) > 0 {
		e.narrow()
	}
	return p.signAtRat(e.lo)
}

// mostHalvings is how often an interval is halved in search of parts on which coefficients show that there is no root.
const mostHalvings = 4

// rootless says whether p, which is not 0, has no root strictly between two ends. Signs of coefficients are looked at
// first, and chains only where these do not decide.
func rootless(p poly, from, to *end) bool {
	return p.isConst() || from != nil && to != nil && descartes(p, from, to) || rootsInside(p.squarefree(), from, to) == 0
}

// around returns rational numbers: the ends, or for a root one beyond it.
func around(from, to *end) (low, high *big.Rat) {
	low, high = from.at, to.at
	if low == nil {
		low = from.raw[0]
	}
	if high == nil {
		high = to.raw[1]
	}
	return low, high
}

// rootlessWithEnds says whether p, which is not 0, has no root between two ends, and is not 0 at them.
func rootlessWithEnds(p poly, from, to *end) bool {
	if from != nil && to != nil {
		if low, high := around(from, to); changes(p, low, high) == 0 {
			// an end that is a root of some polynomial lies strictly between low and high
			return (from.at == nil || from.sign(p) != 0) && (to.at == nil || to.sign(p) != 0)
		}
	}
	return (from == nil || from.sign(p) != 0) && (to == nil || to.sign(p) != 0) && rootless(p, from, to)
}

// descartes looks at a somewhat larger interval between rational numbers; roots at the ends are divided out. Where it is
// false there may be no root.
func descartes(p poly, from, to *end) bool {
	low, high := around(from, to)
	if changes(p, low, high) == 0 {
		return true
	}
	for _, e := range []*end{from, to} {
		if e.at != nil {
			continue
		}
		common := gcd(p, e.root)
		if common.isConst() {
			continue
		}
		// its one root there must be the end
		if changes(common, low, high) != 1 || common.signAtRat(e.lo) == common.signAtRat(e.hi) {
			return false
		}
		for !common.isConst() {
			p = p.primitive().quo(common)
			common = gcd(p, common)
		}
	}
	return descartesBetween(p, low, high, mostHalvings)
}

func descartesBetween(p poly, low, high *big.Rat, halvings int) bool {
	switch found := changes(p, low, high); {
	case found == 0:
		return true
	case found%2 == 1 || halvings == 0:
		return false
	}
	middle := mean(low, high)
	return p.signAtRat(middle) != 0 && descartesBetween(p, low, middle, halvings-1) && descartesBetween(p, middle, high, halvings-1)
}

// rootsInside counts the roots of p, without double ones, strictly between two ends; nil is no end.
func rootsInside(p poly, from, to *end) int {
	chain := p.sturm()
	var low, high []int
	for _, q := range chain {
		if from != nil {
			low = append(low, from.sign(q))
		} else if q.degree()%2 == 0 {
			low = append(low, q.lead().Sign())
		} else {
			low = append(low, -q.lead().Sign())
		}
		if to != nil {
			high = append(high, to.sign(q))
		} else {
			high = append(high, q.lead().Sign())
		}
	}
	count := variations(low) - variations(high)
	if to != nil && to.sign(p) == 0 {
		count--
	}
	return count
}

// inside is a number strictly between, the k-th of n different ones.
func inside(from, to *end, k, n int64) *big.Rat {
	if from == nil {
		hi := new(big.Rat)
		if to != nil {
			hi, _ = to.bounds()
		}
		return new(big.Rat).Sub(hi, big.NewRat(k, 1))
	}
	_, lo := from.bounds()
	if to == nil {
		return new(big.Rat).Add(lo, big.NewRat(k, 1))
	}
	hi, _ := to.bounds()
	for lo.Cmp(hi) >= 0 {
		if from.at == nil {
			from.narrow()
		}
		if to.at == nil {
			to.narrow()
		}
		_, lo = from.bounds()
		hi, _ = to.bounds()
	}
	width := new(big.Rat).Sub(hi, lo)
	return width.Mul(width, big.NewRat(k, n+1)).Add(width, lo)
}

// stretch is a range of whole numbers; to nil is without end.
type stretch struct{ from, to *big.Int }

// stretches cuts a range of whole numbers so that the sign of p is constant on each part.
func stretches(p poly, from, to *big.Int) []stretch {
	if p.isConst() || to != nil && from.Cmp(to) == 0 {
		return []stretch{{from, to}}
	}
	// No change of sign among the coefficients of p(from + x): no root from there on.
	ahead := p.shift(new(big.Rat).SetInt(from))
	if ahead[0].Sign() != 0 && (ahead.nonNegative() || ahead.neg().nonNegative()) {
		return []stretch{{from, to}}
	}
	chain := p.squarefree().sturm()
	last := to
	if to == nil {
		// Cauchy: no root beyond 1 + the greatest coefficient.
		last = new(big.Int)
		for _, c := range p {
			if c.CmpAbs(last) > 0 {
				last.Abs(c)
			}
		}
		last.Add(last, big.NewInt(1))
		if last.Cmp(from) < 0 {
			last.Set(from)
		}
	}
	var out []stretch
	var cut func(a, b *big.Int)
	cut = func(a, b *big.Int) {
		alike := p.at(a).Sign() != 0 &&
			rootsRat(chain, new(big.Rat).SetInt(a), new(big.Rat).SetInt(b)) == 0
		if alike || a.Cmp(b) == 0 {
			out = append(out, stretch{a, b})
			return
		}
		mid := new(big.Int).Add(a, b)
		mid.Div(mid, big.NewInt(2))
		cut(a, mid)
		cut(new(big.Int).Add(mid, big.NewInt(1)), b)
	}
	cut(from, last)
	if to == nil {
		out = append(out, stretch{new(big.Int).Add(last, big.NewInt(1)), nil})
	}
	return out
}
