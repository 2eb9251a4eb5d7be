package main

// Breakpoints (6.7): the game at one real number, rational or a root, signs taken there.

import "math/big"

// breakpointShapes demands the grammar of breakpoints, before anything is shown.
func breakpointShapes(v *value) {
	for _, item := range v.list("breakpoints") {
		readEnd(item.fields("a breakpoint", breakpointKeys...)["at"], false, "at")
	}
}

func checkBreakpoints(v *value, pieces []*piece, g *polyGame) {
	items := v.list("breakpoints")
	due, start := []*end{}, 1
	if pieces[0].from != nil {
		due, start = append(due, pieces[0].from), 0
	}
	for _, p := range pieces {
		if p.to != nil {
			due = append(due, p.to)
		}
	}
	demand(len(items) == len(due), "breakpoints: %d are given, there are %d", len(items), len(due))
	for at, item := range items {
		k := at + start // the number of the piece that begins there
		meeting := pieces[max(0, k-1):min(k+1, len(pieces))]
		checkBreakpoint(item, due[at], meeting, g)
	}
}

var breakpointKeys = []string{"at", "unique", "?certificate", "?another", "?witness"}

func checkBreakpoint(v *value, at *end, meeting []*piece, g *polyGame) {
	has := v.fields("a breakpoint", breakpointKeys...)
	demand(readEnd(has["at"], false, "at").same(at), "breakpoints: not at the ends of the pieces")
	var claims [2]claim
	for k, one := range has["unique"].bySeat("unique", g.seats, false) {
		claims[k] = one.claim("unique")
	}
	another, witness := readMore(has, g, claims, nil)
	if has["certificate"] != nil {
		demand(at.at != nil, "breakpoints: a certificate is only for a rational number")
		certifiedAt(has["certificate"], meeting[0], at.at, claims)
		return
	}
	for k, claimed := range claims {
		shown := claimed == open
		for _, p := range meeting {
			here := point{p, at}
			switch claimed {
			case no:
				shown = shown || here.hasTwo(k, meeting, another[k])
			case yes:
				shown = shown || here.hasOne(k, witness[k])
			}
		}
		demand(shown, "breakpoints: the claim about %s is not shown", g.seats[k])
	}
}

// point is the game of a piece at one number.
type point struct {
	*piece
	at *end
}

func (p point) uses(x *polyPlan) func(int) bool {
	return func(s int) bool { return p.at.sign(x.tops[s]) != 0 }
}

// optimal says whether a plan of the seat is optimal here, and what is tight against it.
func (p point) optimal(seat int, x *polyPlan) ([]bool, bool) {
	if p.at.sign(x.below) <= 0 {
		return nil, false
	}
	for _, c := range p.sides[seat].cells {
		sum := poly{}
		for a := c.first; c.holds(a); a++ {
			if p.at.sign(x.tops[a]) < 0 {
				return nil, false
			}
			sum = sum.add(x.tops[a])
		}
		if p.at.sign(sum.sub(x.tops[c.parent])) != 0 {
			return nil, false
		}
	}
	foe := &p.sides[1-seat]
	worth := p.gains(seat, x)
	tight := make([]bool, foe.size)
	for k := len(foe.cells) - 1; k >= 0; k-- {
		c := foe.cells[k]
		best := c.first
		for a := c.first; c.holds(a); a++ {
			better := p.at.sign(worth[a].sub(worth[best]))
			if seat == 0 && better < 0 || seat == 1 && better > 0 {
				best = a
			}
		}
		for a := c.first; c.holds(a); a++ {
			tight[a] = p.at.sign(worth[a].sub(worth[best])) == 0
		}
		worth[c.parent] = worth[c.parent].add(worth[best])
	}
	tight[0] = true
	for _, c := range foe.cells {
		for a := c.first; c.holds(a); a++ {
			tight[a] = tight[a] && tight[c.parent]
		}
	}
	short := worth[0].mul(p.value[1]).sub(p.value[0].mul(x.below).mul(p.below))
	return tight, p.at.sign(short) == 0
}

func (p point) hasTwo(seat int, meeting []*piece, extra *polyPlan) bool {
	x := p.plans[seat]
	if _, fine := p.optimal(seat, x); !fine {
		return false
	}
	others := []*polyPlan{extra}
	for _, q := range meeting {
		others = append(others, q.plans[seat], q.another[seat])
	}
	for _, z := range others {
		if z == nil || z == x {
			continue
		}
		differ := false
		for s := range x.tops {
			differ = differ || p.at.sign(x.tops[s].mul(z.below).sub(z.tops[s].mul(x.below))) != 0
		}
		if _, fine := p.optimal(seat, z); fine && differ {
			return true
		}
	}
	return false
}

func (p point) hasOne(seat int, extra *polyPlan) bool {
	x := p.plans[seat]
	own := p.uses(x)
	first := p.witness[seat]
	if first == nil {
		first = p.plans[1-seat]
	}
	for _, y := range []*polyPlan{first, extra} {
		if y == nil {
			continue
		}
		tight, fine := p.optimal(1-seat, y)
		for s := range x.tops {
			fine = fine && tight[s] == own(s)
		}
		if !fine {
			continue
		}
		_, rows, unknowns := p.equations(seat, own, p.uses(y))
		if newField(p.at).rank(rows, unknowns) == unknowns {
			return true
		}
	}
	return false
}

// field is the rationals with the number: polynomials with rational coefficients modulo one of which it
// is a root. Where that one falls apart on the way, the factor with the root is kept.
type field struct {
	at      *end
	modulus ratPoly
}

type ratPoly []*big.Rat

func newField(at *end) *field {
	m := at.root
	if at.at != nil {
		m = poly{new(big.Int).Neg(at.at.Num()), at.at.Denom()}
	}
	return &field{at, fromPoly(m)}
}

func fromPoly(p poly) ratPoly {
	out := make(ratPoly, len(p))
	for k, c := range p {
		out[k] = new(big.Rat).SetInt(c)
	}
	return out
}

func (p ratPoly) toPoly() poly {
	found, _ := p.whole()
	return found.trim()
}

// whole is a polynomial with whole coefficients, and what it is divided by.
func (p ratPoly) whole() (poly, *big.Int) {
	below := big.NewInt(1)
	for _, c := range p {
		common := new(big.Int).GCD(nil, nil, below, c.Denom())
		below = new(big.Int).Mul(below, new(big.Int).Quo(c.Denom(), common))
	}
	found := make(poly, len(p))
	for k, c := range p {
		found[k] = new(big.Int).Mul(c.Num(), new(big.Int).Quo(below, c.Denom()))
	}
	return found, below
}

// less returns a - factor x^k b, trimmed.
func (p ratPoly) less(q ratPoly, factor *big.Rat, k int) ratPoly {
	size := len(p)
	if len(q)+k > size {
		size = len(q) + k
	}
	out := make(ratPoly, size)
	for at := range out {
		out[at] = new(big.Rat)
		if at < len(p) {
			out[at].Set(p[at])
		}
		if at >= k && at-k < len(q) {
			out[at].Sub(out[at], new(big.Rat).Mul(factor, q[at-k]))
		}
	}
	for len(out) > 0 && out[len(out)-1].Sign() == 0 {
		out = out[:len(out)-1]
	}
	return out
}

func (p ratPoly) divide(q ratPoly) (quotient, rest ratPoly) {
	rest = p
	for len(rest) >= len(q) {
		k := len(rest) - len(q)
		factor := new(big.Rat).Quo(rest[len(rest)-1], q[len(q)-1])
		rest = rest.less(q, factor, k)
		quotient = quotient.less(ratPoly{big.NewRat(-1, 1)}, factor, k)
	}
	return quotient, rest
}

func (p ratPoly) mul(q ratPoly) ratPoly {
	var out ratPoly
	for k, c := range p {
		out = out.less(q, new(big.Rat).Neg(c), k)
	}
	return out
}

func (f *field) reduce(p ratPoly) ratPoly {
	_, rest := p.divide(f.modulus)
	return rest
}

func (f *field) zero(p ratPoly) bool { return len(p) == 0 || f.at.sign(p.toPoly()) == 0 }

// inverse of what is not 0; a factor that it has in common with the modulus is not that of the root.
func (f *field) inverse(p ratPoly) ratPoly {
	one := big.NewRat(1, 1)
	for {
		a, b := f.modulus, f.reduce(p)
		var u ratPoly
		v := ratPoly{one}
		for len(b) > 0 {
			quotient, rest := a.divide(b)
			a, b = b, rest
			u, v = v, u.less(quotient.mul(v), one, 0)
		}
		if len(a) == 1 {
			return f.reduce(u.mul(ratPoly{new(big.Rat).Inv(a[0])}))
		}
		f.modulus, _ = f.modulus.divide(a)
	}
}

func (f *field) rank(rows [][]poly, columns int) int {
	left := make([][]ratPoly, len(rows))
	for r, row := range rows {
		for _, entry := range row {
			left[r] = append(left[r], f.reduce(fromPoly(entry)))
		}
	}
	rank := 0
	for c := 0; c < columns; c++ {
		pivot := rank
		for pivot < len(left) && f.zero(left[pivot][c]) {
			pivot++
		}
		if pivot == len(left) {
			continue
		}
		left[rank], left[pivot] = left[pivot], left[rank]
		scale := f.inverse(left[rank][c])
		for r := rank + 1; r < len(left); r++ {
			if f.zero(left[r][c]) {
				continue
			}
			factor := f.reduce(left[r][c].mul(scale))
			for k := c; k < columns; k++ {
				product := factor.mul(left[rank][k])
				left[r][k] = f.reduce(left[r][k].less(product, big.NewRat(1, 1), 0))
			}
		}
		rank++
	}
	return rank
}
