package main

// Polynomials in one letter with integer coefficients, the constant first; [] is 0.

import (
	"math/big"
	"strconv"
)

type poly []*big.Int

func constant(n *big.Int) poly { return poly{n}.trim() }

func whole(n int64) poly { return constant(big.NewInt(n)) }

func (p poly) trim() poly {
	for len(p) > 0 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	return p
}

func (p poly) degree() int       { return len(p) - 1 }
func (p poly) zero() bool        { return len(p) == 0 }
func (p poly) lead() *big.Int    { return p[len(p)-1] }
func (p poly) isConst() bool     { return len(p) <= 1 }
func (p poly) equal(q poly) bool { return p.sub(q).zero() }

func (p poly) combine(q poly, with func(z, x, y *big.Int) *big.Int) poly {
	size := len(p)
	if len(q) > size {
		size = len(q)
	}
	out := make(poly, size)
	for k := range out {
		a, b := new(big.Int), new(big.Int)
		if k < len(p) {
			a = p[k]
		}
		if k < len(q) {
			b = q[k]
		}
		out[k] = with(new(big.Int), a, b)
	}
	return out.trim()
}

func (p poly) add(q poly) poly { return p.combine(q, (*big.Int).Add) }
func (p poly) sub(q poly) poly { return p.combine(q, (*big.Int).Sub) }
func (p poly) neg() poly       { return poly{}.sub(p) }

func (p poly) mul(q poly) poly {
	if p.zero() || q.zero() {
		return poly{}
	}
	out := make(poly, len(p)+len(q)-1)
	for k := range out {
		out[k] = new(big.Int)
	}
	product := new(big.Int)
	for i, a := range p {
		for j, b := range q {
			out[i+j].Add(out[i+j], product.Mul(a, b))
		}
	}
	return out
}

func (p poly) scale(n *big.Int) poly { return p.mul(constant(n)) }

// written is the polynomial as a formula in a letter, the highest power first.
func (p poly) written(letter string) string {
	out := ""
	for k := len(p) - 1; k >= 0; k-- {
		if p[k].Sign() == 0 {
			continue
		}
		power := letter
		if k > 1 {
			power += "**" + strconv.Itoa(k)
		}
		size := new(big.Int).Abs(p[k]).String()
		switch {
		case k == 0:
			power = size
		case size != "1":
			power = size + "*" + power
		}
		switch {
		case out != "" && p[k].Sign() < 0:
			out += " - "
		case out != "":
			out += " + "
		case p[k].Sign() < 0:
			out = "-"
		}
		out += power
	}
	return out
}

// at is p(t) at a whole number.
func (p poly) at(t *big.Int) *big.Int {
	out := new(big.Int)
	for k := len(p) - 1; k >= 0; k-- {
		out.Mul(out, t).Add(out, p[k])
	}
	return out
}

func (p poly) atRat(t *big.Rat) *big.Rat {
	out := new(big.Rat)
	for k := len(p) - 1; k >= 0; k-- {
		out.Mul(out, t).Add(out, new(big.Rat).SetInt(p[k]))
	}
	return out
}

// substitute is d^n p((a + b x) / d), or with d a polynomial d(x)^n p(u(x) / d(x)); n is the degree.
func (p poly) substitute(u, d poly) poly {
	out, power := poly{}, whole(1)
	for k := len(p) - 1; k >= 0; k-- {
		out = out.mul(u).add(power.scale(p[k]))
		power = power.mul(d)
	}
	return out
}

// shift has the signs of p(a + x), coefficient by coefficient.
func (p poly) shift(a *big.Rat) poly {
	return p.substitute(poly{a.Num(), big.NewInt(1)}, constant(a.Denom()))
}

func (p poly) nonNegative() bool {
	for _, c := range p {
		if c.Sign() < 0 {
			return false
		}
	}
	return true
}

func (p poly) derivative() poly {
	out := poly{}
	for k := 1; k < len(p); k++ {
		out = append(out, new(big.Int).Mul(p[k], big.NewInt(int64(k))))
	}
	return out
}

// primitive divides by the greatest common divisor of the coefficients, a positive number.
func (p poly) primitive() poly {
	common := new(big.Int)
	for _, c := range p {
		common.GCD(nil, nil, common, new(big.Int).Abs(c))
	}
	out := make(poly, len(p))
	for k, c := range p {
		out[k] = new(big.Int).Quo(c, common)
	}
	return out
}

// rem is a positive multiple of the remainder of p by q: its signs are those of the remainder.
func (p poly) rem(q poly) poly {
	size := new(big.Int).Abs(q.lead())
	longest := longestBits(q)
	for len(p) >= len(q) {
		bits := int64(max(longest, p.lead().BitLen()))
		spend(int64(len(p)+len(q))*(2+bits*bits>>16), "roots of polynomials")
		factor := new(big.Int).Set(p.lead())
		if q.lead().Sign() < 0 {
			factor.Neg(factor)
		}
		shifted := make(poly, len(p)-len(q), len(p))
		for k := range shifted {
			shifted[k] = new(big.Int)
		}
		p = p.scale(size).sub(append(shifted, q.scale(factor)...)).primitive()
	}
	return p.primitive()
}

// quo is p / q where q divides p with integer coefficients.
func (p poly) quo(q poly) poly {
	if len(p) < len(q) {
		return poly{}
	}
	left := append(poly{}, p...)
	out := make(poly, len(p)-len(q)+1)
	for k := len(out) - 1; k >= 0; k-- {
		out[k] = new(big.Int).Quo(left[k+len(q)-1], q.lead())
		for j, c := range q {
			left[k+j] = new(big.Int).Sub(left[k+j], new(big.Int).Mul(out[k], c))
		}
	}
	return out.trim()
}

func gcd(p, q poly) poly {
	if coprime(p, q) {
		return whole(1)
	}
	p, q = p.primitive(), q.primitive()
	for !q.zero() {
		p, q = q, p.rem(q)
	}
	return p
}

// somePrime is one whose squares fit into 64 bits.
const somePrime = 1<<32 - 5

// coprime says whether two polynomials have no factor in common modulo a prime that does not divide both leading
// coefficients: then they have none over the rationals. Where it is false they may still have none.
func coprime(p, q poly) bool {
	if p.zero() || q.zero() {
		return false
	}
	terms := int64(len(p) + len(q))
	spend(int64(len(p))*int64(len(q))+terms*(2+int64(longestBits(p)+longestBits(q))>>10), "roots of polynomials")
	a, b := p.modulo(somePrime), q.modulo(somePrime)
	if len(a) < len(p) && len(b) < len(q) {
		return false
	}
	for len(b) > 0 {
		inverse := power(b[len(b)-1], somePrime-2, somePrime)
		for len(a) >= len(b) {
			factor := somePrime - a[len(a)-1]*inverse%somePrime
			from := a[len(a)-len(b):]
			for k, c := range b {
				from[k] = (from[k] + factor*c%somePrime) % somePrime
			}
			a = trimResidues(a)
		}
		a, b = b, a
	}
	return len(a) == 1
}

func (p poly) modulo(prime int64) []uint64 {
	out := make([]uint64, len(p))
	by, rest := big.NewInt(prime), new(big.Int)
	for k, c := range p {
		out[k] = rest.Mod(c, by).Uint64()
	}
	return trimResidues(out)
}

func trimResidues(p []uint64) []uint64 {
	for len(p) > 0 && p[len(p)-1] == 0 {
		p = p[:len(p)-1]
	}
	return p
}

// squarefree is the product of the different factors of p.
func (p poly) squarefree() poly {
	p = p.primitive()
	return p.quo(gcd(p, p.derivative()))
}

// odd is the product of the factors of odd multiplicity.
func (p poly) odd() poly {
	p = p.primitive()
	out := whole(1)
	rest := gcd(p, p.derivative())
	left := p.quo(rest)
	for multiplicity := 1; !left.isConst(); multiplicity++ {
		next := gcd(left, rest)
		if multiplicity%2 == 1 {
			out = out.mul(left.quo(next))
		}
		left, rest = next, rest.quo(next)
	}
	return out
}

// sturm is the chain of a polynomial without double roots.
func (p poly) sturm() []poly {
	chain := []poly{p.primitive(), p.derivative().primitive()}
	for {
		last := len(chain) - 1
		if chain[last].zero() {
			return chain[:last]
		}
		if chain[last].isConst() {
			return chain
		}
		chain = append(chain, chain[last-1].rem(chain[last]).neg())
	}
}

func variations(signs []int) int {
	count, last := 0, 0
	for _, s := range signs {
		if s != 0 && s == -last {
			count++
		}
		if s != 0 {
			last = s
		}
	}
	return count
}

// signAtRat multiplies by a power of the denominator, so that no fraction is ever reduced.
func (p poly) signAtRat(t *big.Rat) int {
	out, power, term := new(big.Int), big.NewInt(1), new(big.Int)
	terms, bits := int64(len(p)), int64(max(t.Num().BitLen(), t.Denom().BitLen()))
	spend(terms*(2+terms*bits*bits>>16), "roots of polynomials")
	for k := len(p) - 1; k >= 0; k-- {
		out.Mul(out, t.Num()).Add(out, term.Mul(power, p[k]))
		if !t.IsInt() {
			power.Mul(power, t.Denom())
		}
	}
	return out.Sign()
}

// rootsRat counts the roots in (a, b] by a Sturm chain.
func rootsRat(chain []poly, a, b *big.Rat) int {
	var low, high []int
	for _, p := range chain {
		low = append(low, p.signAtRat(a))
		high = append(high, p.signAtRat(b))
	}
	return variations(low) - variations(high)
}

// changes counts changes of sign in (1+s)^n p((low + high s)/(1+s)): no fewer than the roots strictly between, each as
// often as it is one, and more by an even number (Descartes).
func changes(p poly, low, high *big.Rat) int {
	below := commonMultiple(low.Denom(), high.Denom())
	start := new(big.Int).Mul(low.Num(), new(big.Int).Quo(below, low.Denom()))
	width := new(big.Int).Mul(high.Num(), new(big.Int).Quo(below, high.Denom()))
	width.Sub(width, start)
	terms, bits := int64(len(p)), int64(max(below.BitLen(), max(start.BitLen(), width.BitLen())))
	spend(terms*terms*(2+(int64(longestBits(p))+terms*bits)*bits>>16), "roots of polynomials")
	moved, scale := make(poly, len(p)), big.NewInt(1)
	for k := len(p) - 1; k >= 0; k-- {
		moved[k] = new(big.Int).Mul(p[k], scale)
		scale.Mul(scale, below)
	}
	moved.moveBy(start) // now its roots are those of p, times below, less start
	scale.SetInt64(1)
	for k := range moved {
		moved[k].Mul(moved[k], scale)
		scale.Mul(scale, width)
	}
	for k, last := 0, len(moved)-1; k < last; k, last = k+1, last-1 {
		moved[k], moved[last] = moved[last], moved[k]
	}
	moved.moveBy(big.NewInt(1))
	var signs []int
	for _, c := range moved {
		signs = append(signs, c.Sign())
	}
	return variations(signs)
}

// moveBy puts p(x + a) in the place of p.
func (p poly) moveBy(a *big.Int) {
	product, one := new(big.Int), a.IsInt64() && a.Int64() == 1
	for first := 0; first+1 < len(p); first++ {
		for k := len(p) - 2; k >= first; k-- {
			if one {
				p[k].Add(p[k], p[k+1])
			} else {
				p[k].Add(p[k], product.Mul(p[k+1], a))
			}
		}
	}
}

// determinant by Bareiss: every division is exact.
func determinant(rows [][]poly) poly {
	size := len(rows)
	m := make([][]poly, size)
	for k := range rows {
		m[k] = append([]poly{}, rows[k]...)
	}
	turned := false
	last := whole(1)
	for k := 0; k < size; k++ {
		pivot := k
		for pivot < size && m[pivot][k].zero() {
			pivot++
		}
		if pivot == size {
			return poly{}
		}
		if pivot != k {
			m[k], m[pivot] = m[pivot], m[k]
			turned = !turned
		}
		for i := k + 1; i < size; i++ {
			for j := k + 1; j < size; j++ {
				m[i][j] = m[k][k].mul(m[i][j]).sub(m[i][k].mul(m[k][j])).quo(last)
			}
		}
		last = m[k][k]
	}
	if turned {
		return last.neg()
	}
	return last
}
