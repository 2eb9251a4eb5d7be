package main

// Games of sections 2 and 3: cells, plans, best replies, and whether one plan is the only one.

import "math/big"

type cell struct {
	view    string
	actions []string
	parent  int
	first   int            // the sequence of its first action
	places  map[string]int // of the actions, where they are many
}

// at is the place of an action, -1 if it is not one of the cell's.
func (c cell) at(action string) int {
	if c.places == nil {
		return indexOf(c.actions, action)
	}
	if place, known := c.places[action]; known {
		return place
	}
	return -1
}

func (c cell) holds(s int) bool { return s >= c.first && s < c.first+len(c.actions) }

type side struct {
	seat  string
	cells []cell
	size  int // sequences, that of nothing yet too
	views map[string]bool
}

// fewActions are found by going through them.
const fewActions = 8

func (s *side) add(view string, actions []string, parent int) {
	c := cell{view: view, actions: actions, parent: parent, first: s.size}
	if len(actions) > fewActions {
		c.places = make(map[string]int, len(actions))
		for k, action := range actions {
			c.places[action] = k
		}
	}
	if s.views == nil {
		s.views = map[string]bool{}
	}
	s.views[view] = true
	s.cells = append(s.cells, c)
	s.size += len(actions)
}

// place is how section 6.4 names a cell, name how it names a sequence of it.
func (s *side) place(c cell) string {
	if c.view == "-" {
		return s.seat
	}
	return s.seat + " at " + c.view
}

func (s *side) name(c cell, at int) string {
	if c.view == "-" {
		return c.actions[at-c.first]
	}
	return c.actions[at-c.first] + " at " + c.view
}

func readSides(v *value, seats [2]string) [2]side {
	var sides [2]side
	for k, cells := range v.bySeat("cells", seats, false) {
		sides[k] = readSide(cells, seats[k])
	}
	return sides
}

// readSide reads the cells of one seat.
func readSide(v *value, seat string) side {
	s := side{seat: seat, size: 1}
	for _, item := range v.list("cells") {
		three := item.list("a cell")
		require(len(three) == 3, "a cell of %q: must have view, actions, parent", s.seat)
		view := three[0].string("a view")
		require(!s.views[view], "the view %q of %q is listed twice", view, s.seat)
		actions := three[1].names("actions")
		s.add(view, actions, three[2].index("a parent", s.size-1))
	}
	return s
}

type entry struct {
	at  [2]int // the sequences
	pay *big.Int
}

type game struct {
	sides       [2]side
	denominator *big.Int
	payoffs     []entry
	matrix      bool
	rows        []*big.Int // of a matrix that has them, the denominators of its rows; denominator is 1 then
	regular     *system    // square equations that were shown to be regular
}

// readForm reads a form; only a solution may have a matrix with a denominator for each row.
func readForm(v *value, seats [2]string, withSeats, byRow bool) *game {
	called := ""
	form := v.byKey("form")
	if kind := form["kind"]; kind != nil {
		called = kind.string("kind")
	}
	byRow = byRow && called == "matrix" && form["denominators"] != nil
	keys := []string{"kind", "denominator", "payoffs"}
	if byRow {
		keys[1] = "denominators"
	}
	if withSeats {
		keys = append(keys, "seats")
	}
	switch called {
	case "matrix":
		keys = append(keys, "rows", "columns")
	case "sequence":
		keys = append(keys, "cells")
	default:
		malformed("form: its kind must be matrix or sequence")
	}
	has := v.fields("form", keys...)
	if byRow {
		g := &game{denominator: big.NewInt(1), matrix: true}
		g.readMatrix(has, seats)
		for _, below := range has["denominators"].list("denominators") {
			g.rows = append(g.rows, below.whole("a denominator"))
		}
		require(len(g.rows) == g.sides[0].size-1, "denominators: one for each of rows")
		for _, below := range g.rows {
			require(below.Sign() > 0, "the denominator of a row is not positive")
		}
		return g
	}
	g := &game{denominator: has["denominator"].whole("denominator"), matrix: called == "matrix"}
	require(g.denominator.Sign() > 0, "the denominator is not positive")
	if g.matrix {
		g.readMatrix(has, seats)
		return g
	}
	g.sides = readSides(has["cells"], seats)
	pairs(has["payoffs"], g.sides, func(at [2]int, pay *value) {
		g.payoffs = append(g.payoffs, entry{at, pay.whole("a payoff")})
	})
	return g
}

// pairs reads [[i, j, payoff], ...], no pair twice.
func pairs(v *value, sides [2]side, each func(at [2]int, pay *value)) {
	seen := map[[2]int]bool{}
	for _, item := range v.list("payoffs") {
		three := item.list("a payoff")
		require(len(three) == 3, "a payoff: must be [i, j, payoff]")
		var at [2]int
		for k := range at {
			at[k] = three[k].index("a sequence in payoffs", sides[k].size-1)
		}
		require(!seen[at], "the pair %v is paid twice", at)
		seen[at] = true
		each(at, three[2])
	}
}

func (g *game) readMatrix(has map[string]*value, seats [2]string) {
	for k, key := range []string{"rows", "columns"} {
		g.sides[k] = side{seat: seats[k], size: 1}
		g.sides[k].add("-", has[key].names(key), 0)
	}
	rows := has["payoffs"].list("payoffs")
	require(len(rows) == g.sides[0].size-1, "payoffs: one row for each of rows")
	for i, row := range rows {
		items := row.list("payoffs")
		require(len(items) == g.sides[1].size-1, "payoffs: each row as long as columns")
		for j, item := range items {
			g.payoffs = append(g.payoffs, entry{[2]int{i + 1, j + 1}, item.whole("a payoff")})
		}
	}
}

// plan holds the weights of a seat's sequences, and the same as integers over one denominator.
type plan struct {
	weights []*big.Rat
	tops    []*big.Int
	below   *big.Int
}

func (p *plan) uses(s int) bool { return p.tops[s].Sign() != 0 }

// support tells of each sequence whether it has weight.
func (p *plan) support() []bool {
	used := make([]bool, len(p.tops))
	for s := range used {
		used[s] = p.uses(s)
	}
	return used
}

// differs returns the first sequence at which two plans differ, -1 if they are the same.
func (p *plan) differs(other *plan) int {
	for s, w := range p.weights {
		if w.Cmp(other.weights[s]) != 0 {
			return s
		}
	}
	return -1
}

func (p *plan) equal(other *plan) bool { return p.differs(other) < 0 }

func readStrategy(v *value, s *side, where string) *plan {
	where += " of " + s.seat
	views := v.byKey(where)
	require(len(views) == len(s.cells), "%s: must have just the views of the seat", where)
	p := &plan{weights: make([]*big.Rat, s.size)}
	p.weights[0] = big.NewRat(1, 1)
	for _, c := range s.cells {
		mix := views[c.view]
		require(mix != nil, "%s: the view %q is missing", where, c.view)
		p.readMix(mix, c, where)
	}
	p.clear()
	return p
}

func (p *plan) readMix(v *value, c cell, where string) {
	v.expect(object, where)
	chances := map[string]*big.Rat{}
	for k, key := range v.keys {
		require(c.at(key) >= 0, "%s: %q is no action at %q", where, key, c.view)
		chances[key] = v.items[k].fraction(where)
		demand(chances[key].Sign() >= 0, "%s: a negative chance at %q", where, c.view)
	}
	sum := new(big.Rat)
	for k, action := range c.actions {
		p.weights[c.first+k] = new(big.Rat)
		if chance := chances[action]; chance != nil {
			meet(sum.Denom(), chance.Denom())
			sum.Add(sum, chance)
			p.weights[c.first+k].Mul(chance, p.weights[c.parent])
		}
	}
	demand(sum.Cmp(big.NewRat(1, 1)) == 0, "%s: the chances at %q are not 1 together", where, c.view)
}

// planBits is the most that a common denominator, times the sequences, may have (section 9).
const planBits = 1 << 33

// meet counts the work of a common multiple: a sum of fractions divides by what its whole numbers have in common.
func meet(one, two *big.Int) {
	bits := int64(one.BitLen() + two.BitLen())
	spend(bits*bits>>15, "common denominators")
}

// clear brings the weights to one denominator.
func (p *plan) clear() {
	p.below = big.NewInt(1)
	for _, w := range p.weights {
		meet(p.below, w.Denom())
		common := new(big.Int).GCD(nil, nil, p.below, w.Denom())
		p.below = new(big.Int).Mul(p.below, new(big.Int).Quo(w.Denom(), common))
		require(int64(p.below.BitLen())*int64(len(p.weights)) <= planBits, "a plan of too long numbers")
	}
	for _, w := range p.weights {
		scale := new(big.Int).Quo(p.below, w.Denom())
		p.tops = append(p.tops, scale.Mul(scale, w.Num()))
	}
}

// overRows divides the weights of a plan of the first seat by the denominators of the rows.
func (g *game) overRows(p *plan) *plan {
	scaled := &plan{weights: []*big.Rat{new(big.Rat)}}
	for i, w := range p.weights[1:] {
		meet(w.Denom(), g.rows[i])
		scaled.weights = append(scaled.weights, new(big.Rat).Quo(w, new(big.Rat).SetInt(g.rows[i])))
	}
	scaled.clear()
	return scaled
}

// bestRow returns what the best row pays against a plan of the second seat that leaves each of them this worth, and
// which rows do: the worth of a row is compared over its denominator.
func (g *game) bestRow(worth []*big.Int, below *big.Int) (*big.Rat, []bool) {
	var most *big.Rat
	paid := make([]*big.Rat, len(worth))
	for i := 1; i < len(worth); i++ {
		meet(worth[i], g.rows[i-1])
		paid[i] = new(big.Rat).SetFrac(worth[i], g.rows[i-1])
		if most == nil || paid[i].Cmp(most) > 0 {
			most = paid[i]
		}
	}
	top := make([]bool, len(worth))
	top[0] = true
	for i := 1; i < len(worth); i++ {
		top[i] = paid[i].Cmp(most) == 0
	}
	return new(big.Rat).Quo(most, new(big.Rat).SetInt(below)), top
}

// reply returns what the best reply to the plan of a seat pays the first seat, and the tight sequences.
func (g *game) reply(seat int, p *plan) (*big.Rat, []bool) {
	if g.rows != nil && seat == 0 {
		p = g.overRows(p)
	}
	foe := &g.sides[1-seat]
	worth := zeros(foe.size)
	spend(int64(len(g.payoffs))*(2+int64(longestBits(p.tops))/512), "best replies")
	product := new(big.Int)
	for _, one := range g.payoffs {
		if p.uses(one.at[seat]) {
			product.Mul(one.pay, p.tops[one.at[seat]])
			worth[one.at[1-seat]].Add(worth[one.at[1-seat]], product)
		}
	}
	if g.rows != nil && seat == 1 {
		return g.bestRow(worth, p.below)
	}
	if seat == 0 {
		for _, w := range worth {
			w.Neg(w)
		}
	}
	top := make([]bool, foe.size)
	for k := len(foe.cells) - 1; k >= 0; k-- {
		c := foe.cells[k]
		best := greatest(worth[c.first : c.first+len(c.actions)])
		for s := c.first; c.holds(s); s++ {
			top[s] = worth[s].Cmp(best) == 0
		}
		worth[c.parent].Add(worth[c.parent], best)
	}
	top[0] = true
	for _, c := range foe.cells {
		for s := c.first; c.holds(s); s++ {
			top[s] = top[s] && top[c.parent]
		}
	}
	earned := new(big.Rat).SetFrac(worth[0], new(big.Int).Mul(p.below, g.denominator))
	if seat == 0 {
		earned.Neg(earned)
	}
	return earned, top
}

// secures demands that a plan of the seat is worth the value, and returns what is tight against it.
func (g *game) secures(seat int, p *plan, v *big.Rat, what string) []bool {
	earned, tight := g.reply(seat, p)
	demand(earned.Cmp(v) == 0, "%s of %s gives %s, claimed %s", what, g.sides[seat].seat,
		short(earned.RatString()), short(v.RatString()))
	return tight
}

// system names equations of section 3.3: the sequences T of a seat, U of the other, and the prime.
type system struct {
	seat int
	T, U []bool
	p    int64
}

// only demands that the equations of section 3.3 have full column rank modulo p. With T and U exchanged those of the
// other seat are their transpose, except for signs: if they are as many as the unknowns, one test is enough for both.
func (g *game) only(seat int, against *plan, tight []bool, p int64) {
	one := system{seat, tight, against.support(), p}
	if r := g.regular; r != nil && r.seat != seat && r.p == p && equalBools(r.T, one.U) && equalBools(r.U, one.T) {
		return
	}
	shown := g.fixed(seat, one.T, one.U, p, -1)
	demand(shown, "that the plan of %s is unique is not shown", g.sides[seat].seat)
	if g.square(one) {
		g.regular = &one
	}
}

// square tells whether a system has as many equations as unknowns.
func (g *game) square(one system) bool {
	own, foe := &g.sides[one.seat], &g.sides[1-one.seat]
	return len(places(one.T, true))+foe.reached(one.U) == len(places(one.U, true))+own.reached(one.T)
}

// reached counts the cells after a sequence of a set.
func (s *side) reached(set []bool) int {
	count := 0
	for _, c := range s.cells {
		if set[c.parent] {
			count++
		}
	}
	return count
}

func equalBools(one, two []bool) bool {
	for k, in := range one {
		if in != two[k] {
			return false
		}
	}
	return true
}

// fixed tells whether the equations of section 3.3, with T and U as the sequences of a seat and of
// the other, have full column rank modulo p; with one more row, a 1 at the sequence spot, if that is not -1.
func (g *game) fixed(seat int, T, U []bool, p int64, spot int) bool {
	own, foe := &g.sides[seat], &g.sides[1-seat]
	columns := 0
	unknown := make([]int, own.size)
	for s := 1; s < own.size; s++ {
		unknown[s] = -1
		if T[s] {
			unknown[s] = columns
			columns++
		}
	}
	unknown[0] = -1
	rows := make([][]term, foe.size)
	prime := big.NewInt(p)
	left := new(big.Int)
	for _, one := range g.payoffs {
		s, t := one.at[1-seat], unknown[one.at[seat]]
		if t >= 0 && U[s] {
			rows[s] = append(rows[s], term{t, left.Mod(one.pay, prime).Uint64()})
		}
	}
	for _, c := range foe.cells {
		if !U[c.parent] {
			continue
		}
		rows[c.parent] = append(rows[c.parent], term{columns, 1})
		for s := c.first; c.holds(s); s++ {
			if U[s] {
				rows[s] = append(rows[s], term{columns, (uint64(p) - g.unit(1-seat, s, prime)) % uint64(p)})
			}
		}
		columns++
	}
	rows = rows[1:]
	for _, c := range own.cells {
		if !T[c.parent] {
			continue
		}
		var row []term
		if c.parent != 0 {
			row = append(row, term{unknown[c.parent], uint64(p) - 1})
		}
		for s := c.first; c.holds(s); s++ {
			if T[s] {
				row = append(row, term{unknown[s], g.unit(seat, s, prime)})
			}
		}
		rows = append(rows, row)
	}
	if spot >= 0 {
		rows = append(rows, []term{{unknown[spot], 1}})
	}
	return fullRank(rows, columns, uint64(p))
}

// unit is, modulo a prime, by what the payoffs of a seat's sequence were multiplied: the denominator of its row.
func (g *game) unit(seat, s int, prime *big.Int) uint64 {
	if g.rows == nil || seat == 1 {
		return 1
	}
	return new(big.Int).Mod(g.rows[s-1], prime).Uint64()
}

// offPath demands section 3.4 of the views that are said to be off the path.
func (g *game) offPath(seat int, own, foe *plan, v *value) {
	s := &g.sides[seat]
	listed := map[string]bool{}
	for _, view := range v.texts("off_path") {
		require(s.views[view], "off_path of %s: %q is not a view of it", s.seat, view)
		listed[view] = true
	}
	paid := make([]bool, s.size)
	for _, one := range g.payoffs {
		if one.pay.Sign() != 0 && foe.uses(one.at[1-seat]) {
			paid[one.at[seat]] = true
		}
	}
	for k := len(s.cells) - 1; k >= 0; k-- {
		c := s.cells[k]
		met := g.matrix
		for a := c.first; c.holds(a); a++ {
			met = met || paid[a]
		}
		// A met cell makes its parent as good as paid for the cell above.
		paid[c.parent] = paid[c.parent] || met
		came := own.uses(c.parent)
		demand(came || listed[c.view], "off_path of %s: %q is missing", s.seat, c.view)
		demand(!came || !met || !listed[c.view], "off_path of %s: %q comes up", s.seat, c.view)
	}
}
