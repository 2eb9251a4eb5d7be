package main

// Functions on a cell that are polynomials between rational numbers, and bounds on the greater of two.

import "math/big"

// A root is looked for until so many bits of it are known, and one more than tell whether it is rational; over all
// roots in so much work.
const (
	rootWidth = 240
	rootSteps = 300_000_000
)

type stretchOf struct {
	low, high *big.Rat
	p         poly
}

// pieces follow one another without a gap.
type pieces []stretchOf

// integral is that of the polynomial over the stretch.
func (s stretchOf) integral() *big.Rat {
	sum := new(big.Rat)
	low, high := big.NewRat(1, 1), big.NewRat(1, 1)
	for k, c := range s.p {
		low.Mul(low, s.low)
		high.Mul(high, s.high)
		part := new(big.Rat).Sub(high, low)
		part.Mul(part, new(big.Rat).SetInt(c))
		sum.Add(sum, part.Quo(part, big.NewRat(int64(k+1), 1)))
	}
	return sum
}

// refined calls a function on every stretch on which both are one polynomial.
func refined(a, b pieces, each func(low, high *big.Rat, p, q poly)) {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		low, high := a[i].low, a[i].high
		if b[j].low.Cmp(low) > 0 {
			low = b[j].low
		}
		if b[j].high.Cmp(high) < 0 {
			high = b[j].high
		}
		each(low, high, a[i].p, b[j].p)
		if a[i].high.Cmp(high) == 0 {
			i++
		}
		if b[j].high.Cmp(high) == 0 {
			j++
		}
	}
}

func together(a, b pieces) pieces {
	var out pieces
	refined(a, b, func(low, high *big.Rat, p, q poly) {
		out = append(out, stretchOf{low, high, p.add(q)})
	})
	return out
}

// rootMeter counts the steps in which roots of high degree were narrowed, times the words of their numbers.
type rootMeter struct{ meter }

func newRootMeter() *rootMeter {
	return &rootMeter{meter{rootSteps, "numbers at which two choices cross"}}
}

func (m *rootMeter) step(d poly, at *big.Rat) {
	m.spend(int64(len(d)) * int64((longestBits(d)+len(d)*at.Denom().BitLen())/64+1))
}

// greater is at no number below the greater of two, and at few above it: where they cross at a number that is not
// known, on a stretch around it of almost no length.
func (m *rootMeter) greater(a, b pieces) pieces {
	var out pieces
	refined(a, b, func(low, high *big.Rat, p, q poly) {
		d := p.sub(q)
		from := low
		for _, at := range m.crossings(d, low, high) {
			out = append(out, stretchOf{from, at[0], larger(d, from, at[0], p, q)})
			if at[0].Cmp(at[1]) < 0 {
				out = append(out, stretchOf{at[0], at[1], p.add(constant(steepest(d, at[0], at[1])))})
			}
			from = at[1]
		}
		out = append(out, stretchOf{from, high, larger(d, from, high, p, q)})
	})
	return out
}

// larger is the one that is larger on a stretch on which they do not cross.
func larger(d poly, low, high *big.Rat, p, q poly) poly {
	middle := new(big.Rat).Add(low, high)
	if d.signAtRat(middle.Quo(middle, big.NewRat(2, 1))) >= 0 {
		return p
	}
	return q
}

// steepest bounds |d| on a stretch that holds a root of it: the length of the stretch times a bound on the slope.
func steepest(d poly, low, high *big.Rat) *big.Int {
	slope := poly{}
	for _, c := range d.derivative() {
		slope = append(slope, new(big.Int).Abs(c))
	}
	bound := new(big.Rat).Mul(slope.atRat(high), new(big.Rat).Sub(high, low))
	found := new(big.Int).Quo(bound.Num(), bound.Denom())
	return found.Add(found, big.NewInt(1))
}

// crossings returns the roots of d strictly between two numbers, each as itself twice or as two numbers around it.
func (m *rootMeter) crossings(d poly, low, high *big.Rat) [][2]*big.Rat {
	if d.isConst() || low.Cmp(high) >= 0 {
		return nil
	}
	if d.degree() == 1 && d.signAtRat(low)*d.signAtRat(high) >= 0 || d.degree() > 1 && changes(d, low, high) == 0 {
		return nil
	}
	if d.degree() == 1 {
		at := new(big.Rat).SetFrac(new(big.Int).Neg(d[0]), d[1])
		return [][2]*big.Rat{{at, at}}
	}
	d = d.squarefree()
	return m.isolated(d, d.sturm(), low, high)
}

func (m *rootMeter) isolated(d poly, chain []poly, low, high *big.Rat) [][2]*big.Rat {
	count := rootsRat(chain, low, high)
	if d.signAtRat(high) == 0 {
		count--
	}
	if count == 0 {
		return nil
	}
	middle := new(big.Rat).Add(low, high)
	middle.Quo(middle, big.NewRat(2, 1))
	if d.signAtRat(middle) == 0 {
		found := append(m.isolated(d, chain, low, middle), [2]*big.Rat{middle, middle})
		return append(found, m.isolated(d, chain, middle, high)...)
	}
	if count > 1 || d.signAtRat(low) == 0 || d.signAtRat(high) == 0 {
		return append(m.isolated(d, chain, low, middle), m.isolated(d, chain, middle, high)...)
	}
	before := d.signAtRat(low)
	for k := 0; k < rootWidth+d.lead().BitLen(); k++ {
		middle = new(big.Rat).Add(low, high)
		middle.Quo(middle, big.NewRat(2, 1))
		m.step(d, middle)
		switch d.signAtRat(middle) {
		case 0:
			return [][2]*big.Rat{{middle, middle}}
		case before:
			low = middle
		default:
			high = middle
		}
	}
	if at := onlyRational(d, low, high); at != nil {
		return [][2]*big.Rat{{at, at}}
	}
	return [][2]*big.Rat{{low, high}}
}

// onlyRational returns the root between two close numbers if it is rational: the leading coefficient times it is whole.
func onlyRational(d poly, low, high *big.Rat) *big.Rat {
	size := new(big.Int).Abs(d.lead())
	top := new(big.Rat).Mul(high, new(big.Rat).SetInt(size))
	at := new(big.Rat).SetFrac(new(big.Int).Div(top.Num(), top.Denom()), size)
	if at.Cmp(low) >= 0 && d.signAtRat(at) == 0 {
		return at
	}
	return nil
}
