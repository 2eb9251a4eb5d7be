package main

// Pieces of a theorem, as they are read (6.2), and their formulas (6.3).

import (
	"math/big"
	"strconv"
)

type polyEntry struct {
	at  [2]int
	pay poly
}

type polyGame struct {
	seats     [2]string
	sides     [2]side
	below     poly
	payoffs   []polyEntry
	parameter string
	whole     bool
}

// pinned is the game at one whole number.
func (g *polyGame) pinned(t *big.Int) *polyGame {
	out := *g
	out.below = constant(g.below.at(t))
	out.payoffs = nil
	for _, one := range g.payoffs {
		out.payoffs = append(out.payoffs, polyEntry{one.at, constant(one.pay.at(t))})
	}
	return &out
}

type polyPlan struct {
	below poly
	tops  []poly
}

func (p *polyPlan) uses(s int) bool { return !p.tops[s].zero() }

func readPolyPlan(v *value, s *side, t *big.Int) *polyPlan {
	where := "a plan of " + s.seat
	has := v.fields(where, "below", "sure", "tops")
	at := func(p poly) poly {
		if t == nil {
			return p
		}
		return constant(p.at(t))
	}
	p := &polyPlan{below: at(has["below"].polynomial(where)), tops: make([]poly, s.size)}
	seen := make([]bool, s.size)
	put := func(k int, top poly) {
		require(k > 0 && k < s.size && !seen[k], "%s: sequence %d is 0, beyond the last or given twice", where, k)
		seen[k] = true
		p.tops[k] = top
	}
	for _, one := range has["sure"].list(where) {
		put(one.index(where, s.size-1), p.below)
	}
	has["tops"].expect(object, where)
	for k, key := range has["tops"].keys {
		n, err := strconv.Atoi(key)
		require(err == nil && strconv.Itoa(n) == key, "%s: %s is not the number of a sequence", where, short(key))
		put(n, at(has["tops"].items[k].polynomial(where)))
	}
	p.tops[0] = p.below
	return p
}

type piece struct {
	*polyGame
	told      map[string]*value // the piece as the file has it
	from, to  *end
	pin       *big.Int // its one value, where it has just one
	value     [2]poly
	plans     [2]*polyPlan
	claims    [2]claim
	another   [2]*polyPlan
	witness   [2]*polyPlan // witness[k] is a plan of the other seat
	certified bool
	tight     [2][]bool // of each seat, against the other's plan
	bases     [2]map[string]*value
	needs     []need
}

func readPiece(v *value, g *polyGame, next *cover) *piece {
	has := v.fields("a piece", "from", "to", "value", "strategies", "unique", "value_parts", "plans", "basis",
		"inequalities", "?another", "?witness", "?certificate")
	p := &piece{polyGame: g, told: has}
	p.from, p.to = next.read(has)
	if g.whole && p.to != nil && p.from.same(p.to) {
		p.pin = p.from.at.Num()
		p.polyGame = g.pinned(p.pin)
	}
	p.shapes()
	parts := has["value_parts"].list("value_parts")
	require(len(parts) == 2, "value_parts: must be two polynomials")
	for k, one := range parts {
		p.value[k] = one.polynomial("value_parts")
		if p.pin != nil {
			p.value[k] = constant(p.value[k].at(p.pin))
		}
	}
	for k, one := range has["plans"].bySeat("plans", g.seats, false) {
		p.plans[k] = readPolyPlan(one, &g.sides[k], p.pin)
	}
	for k, one := range has["unique"].bySeat("unique", g.seats, false) {
		p.claims[k] = one.claim("unique")
	}
	p.another, p.witness = readMore(has, p.polyGame, p.claims, p.pin)
	if has["certificate"] != nil {
		demand(p.pin != nil, "a certificate: only in a piece of one whole number")
		p.certified = true
		certifiedAt(has["certificate"], p, p.from.at, p.claims)
	}
	return p
}

// readMore reads another and witness, which go with the claims that need them, and not with a certificate.
func readMore(has map[string]*value, g *polyGame, claims [2]claim, t *big.Int) (another, witness [2]*polyPlan) {
	for _, key := range []string{"another", "witness"} {
		if has[key] == nil {
			continue
		}
		require(has["certificate"] == nil, "%s: not together with a certificate", key)
		for k, one := range has[key].bySeat(key, g.seats, true) {
			switch {
			case one == nil:
			case key == "another":
				require(claims[k] == no, "another: only where the claim is false")
				another[k] = readPolyPlan(one, &g.sides[k], t)
			default:
				require(claims[k] == yes, "witness: only where the claim is true")
				witness[k] = readPolyPlan(one, &g.sides[1-k], t)
			}
		}
	}
	return another, witness
}

// formulas demands section 6.3 of the value and the strategies.
func (p *piece) formulas() {
	worth := p.readOne(p.told["value"])
	demand(worth.equals(p.value[0], p.value[1]), "value: not that of value_parts")
	for k, strategy := range p.told["strategies"].bySeat("strategies", p.seats, false) {
		views := strategy.byKey("strategies")
		for _, c := range p.sides[k].cells {
			p.mix(views[c.view].byKey("strategies"), c, p.plans[k])
		}
	}
}

func (p *piece) mix(has map[string]*value, c cell, own *polyPlan) {
	sure := 0
	for k, action := range c.actions {
		q := p.readOne(has[action])
		if own.uses(c.parent) {
			demand(q.equals(own.tops[c.first+k], own.tops[c.parent]), "the formula of %q at %q is not its plan", action, c.view)
			p.chances(q, own.tops[c.parent], action, c.view)
			continue
		}
		if q.equals(whole(1), whole(1)) {
			sure++
		} else {
			demand(q.above.zero(), "the formula of %q at %q is neither 0 nor 1", action, c.view)
		}
	}
	demand(own.uses(c.parent) || sure == 1, "not one sure action at %q", c.view)
}

// chances looks at the whole numbers at which nobody reaches a cell: the plan says nothing of its formulas
// there. (Between real numbers they are continuous, and so not negative there either.)
func (p *piece) chances(q quotient, parent poly, action, view string) {
	if !p.whole || p.pin != nil {
		return
	}
	for _, part := range stretches(parent, p.from.at.Num(), p.last()) {
		if parent.at(part.from).Sign() == 0 {
			signs := q.above.at(part.from).Sign() * q.below.at(part.from).Sign()
			demand(signs >= 0, "the formula of %q at %q is negative at %s", action, view, part.from)
		}
	}
}

// last is the last whole number of a piece, nil without end.
func (p *piece) last() *big.Int {
	if p.to == nil {
		return nil
	}
	return p.to.at.Num()
}

func (p *piece) readOne(v *value) quotient {
	q := readFormula(v, p.parameter, "a formula")
	if !q.below.isConst() {
		demand(p.free(q.below), "a formula has a pole in its piece")
	}
	if p.pin != nil {
		return q.pinned(p.pin)
	}
	return q
}

// free says whether a polynomial is 0 at no value of the piece, ends included.
func (p *piece) free(d poly) bool {
	if p.whole {
		for _, part := range stretches(d, p.from.at.Num(), p.last()) {
			if d.at(part.from).Sign() == 0 {
				return false
			}
		}
		return true
	}
	return rootlessWithEnds(d, p.from, p.to)
}
