package main

// Formulas of section 6.3, read into a quotient of polynomials without cancelling.

import (
	"math/big"
	"strings"
)

type quotient struct{ above, below poly }

const (
	formulaLength = 100000
	formulaDepth  = 40
	formulaDigits = 4000
	greatestPower = 200
	formulaTerms  = 400
	formulaBits   = 200000
)

type formula struct {
	in        string
	at        int
	parameter string
	depth     int
}

func readFormula(v *value, parameter, where string) quotient {
	f := &formula{in: v.string(where), parameter: parameter}
	require(len(f.in) <= formulaLength, "%s: too long", where)
	q := f.sum()
	f.blanks()
	require(f.at == len(f.in), "%s: %s is no formula", where, short(f.in))
	if !q.below.isConst() {
		demand(!q.above.zero() && gcd(q.above, q.below).isConst(), "%s: not in lowest terms", where)
	}
	return q
}

func (f *formula) blanks() {
	for f.at < len(f.in) && f.in[f.at] == ' ' {
		f.at++
	}
}

// take takes a token if it is next; * is not the first half of **.
func (f *formula) take(token string) bool {
	f.blanks()
	rest := f.in[f.at:]
	if !strings.HasPrefix(rest, token) || token == "*" && strings.HasPrefix(rest, "**") {
		return false
	}
	f.at += len(token)
	return true
}

func (f *formula) sum() quotient {
	left := f.product()
	for {
		if f.take("+") {
			left = f.plus(left, f.product())
		} else if f.take("-") {
			right := f.product()
			left = f.plus(left, quotient{right.above.neg(), right.below})
		} else {
			return left
		}
	}
}

func (f *formula) plus(a, b quotient) quotient {
	if a.below.isConst() && b.below.isConst() {
		common := new(big.Int).GCD(nil, nil, new(big.Int).Abs(a.below[0]), new(big.Int).Abs(b.below[0]))
		up, down := new(big.Int).Quo(b.below[0], common), new(big.Int).Quo(a.below[0], common)
		return f.small(quotient{a.above.scale(up).add(b.above.scale(down)), a.below.scale(up)})
	}
	return f.small(quotient{a.above.mul(b.below).add(b.above.mul(a.below)), a.below.mul(b.below)})
}

func (f *formula) product() quotient {
	left := f.signed()
	for {
		if f.take("*") {
			left = f.times(left, f.signed())
		} else if f.take("/") {
			right := f.signed()
			require(!right.above.zero(), "a formula divides by 0")
			require(right.below.isConst(), "a formula has a quotient below a quotient")
			left = f.times(left, quotient{right.below, right.above})
		} else {
			return left
		}
	}
}

func (f *formula) times(a, b quotient) quotient {
	require(len(a.above)+len(b.above) <= formulaTerms+1 && len(a.below)+len(b.below) <= formulaTerms+1,
		"a formula of too many terms")
	return f.small(quotient{a.above.mul(b.above), a.below.mul(b.below)})
}

func (f *formula) small(q quotient) quotient {
	for _, p := range []poly{q.above, q.below} {
		require(len(p) <= formulaTerms, "a formula of too many terms")
		for _, c := range p {
			require(c.BitLen() <= formulaBits, "a formula with too long a coefficient")
		}
	}
	return q
}

func (f *formula) signed() quotient {
	minus := false
	for {
		if f.take("-") {
			minus = !minus
		} else if !f.take("+") {
			break
		}
	}
	q := f.power()
	if minus {
		return quotient{q.above.neg(), q.below}
	}
	return q
}

func (f *formula) power() quotient {
	base := f.atom()
	if !f.take("**") {
		return base
	}
	f.blanks()
	digits := f.run("0123456789")
	exponent, ok := decimal(digits, false)
	require(ok && exponent.Cmp(big.NewInt(greatestPower)) <= 0, "a formula with a wrong exponent")
	require(f.at == len(f.in) || f.in[f.at] != '.', "a formula with a wrong exponent")
	// the power 0 of a quotient would be 1 also where the quotient is no number
	require(exponent.Sign() > 0 || len(base.below) <= 1, "a formula with a power 0 of a quotient")
	out := quotient{whole(1), whole(1)}
	for k := exponent.Int64(); k > 0; k-- {
		out = f.times(out, base)
	}
	return out
}

func (f *formula) run(set string) string {
	start := f.at
	for f.at < len(f.in) && strings.IndexByte(set, f.in[f.at]) >= 0 {
		f.at++
	}
	return f.in[start:f.at]
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"

func (f *formula) atom() quotient {
	if f.take("(") {
		f.depth++
		require(f.depth <= formulaDepth, "a formula with too many brackets")
		q := f.sum()
		require(f.take(")"), "a formula with an open bracket")
		f.depth--
		return q
	}
	if f.at < len(f.in) && strings.IndexByte(letters, f.in[f.at]) >= 0 {
		word := f.run(letters + "0123456789")
		require(word == f.parameter, "a formula with the unknown word %s", short(word))
		return quotient{poly{new(big.Int), big.NewInt(1)}, whole(1)}
	}
	before, after := f.run("0123456789"), ""
	if f.at < len(f.in) && f.in[f.at] == '.' {
		f.at++
		after = f.run("0123456789")
	}
	all, ok := decimal(before+after, false)
	require(ok && len(before+after) <= formulaDigits, "%s is no formula", short(f.in))
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(after))), nil)
	lowest := new(big.Rat).SetFrac(all, scale)
	return quotient{constant(lowest.Num()), constant(lowest.Denom())}
}

// equals says whether the quotient is above / below as a quotient.
func (q quotient) equals(above, below poly) bool {
	return q.above.mul(below).equal(above.mul(q.below))
}

func (q quotient) pinned(t *big.Int) quotient {
	return quotient{constant(q.above.at(t)), constant(q.below.at(t))}
}
