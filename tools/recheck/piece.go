package main

// Pieces of a theorem: what is read (6.2, 6.3) and the list of needs that follows from it (6.4, 6.5).

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
		demand(k > 0 && k < s.size && !seen[k], "%s: sequence %d is 0, beyond the last or given twice", where, k)
		seen[k] = true
		p.tops[k] = top
	}
	for _, one := range has["sure"].list(where) {
		put(one.index(where, s.size-1), p.below)
	}
	has["tops"].expect(object, where)
	for k, key := range has["tops"].keys {
		n, err := strconv.Atoi(key)
		demand(err == nil && strconv.Itoa(n) == key, "%s: %s is not the number of a sequence", where, short(key))
		put(n, at(has["tops"].items[k].polynomial(where)))
	}
	p.tops[0] = p.below
	return p
}

type basis struct {
	equations []string
	differs   *string
}

type piece struct {
	*polyGame
	from, to   *end
	pin        *big.Int // its one value, where it has just one
	value      [2]poly
	plans      [2]*polyPlan
	claims     [2]claim
	another    [2]*polyPlan
	witness    [2]*polyPlan // witness[k] is a plan of the other seat
	bases      [2]basis
	rawBases   [2]*value
	certified  *solved
	needs      []need
	tightFor   [2][]bool // of each seat, against the other's plan
	stated     *value
	formula    string
	formulaAt  [2]*value
	ownFormula *value
}

func readPiece(v *value, g *polyGame) *piece {
	has := v.fields("a piece", "from", "to", "value", "strategies", "unique", "value_parts", "plans", "basis",
		"inequalities", "?another", "?witness", "?certificate")
	p := &piece{polyGame: g, from: readEnd(has["from"], g.whole, "from"), stated: has["inequalities"]}
	if has["to"].kind != null {
		p.to = readEnd(has["to"], g.whole, "to")
		if g.whole && p.from.same(p.to) {
			p.pin = p.from.at.Num()
			p.polyGame = g.pinned(p.pin)
		}
	}
	parts := has["value_parts"].list("value_parts")
	demand(len(parts) == 2, "value_parts: must be two polynomials")
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
	p.rawBases = has["basis"].bySeat("basis", g.seats, false)
	p.formulaAt = has["strategies"].bySeat("strategies", g.seats, false)
	p.ownFormula = has["value"]
	if has["certificate"] != nil {
		demand(p.pin != nil, "a certificate stands only in a piece of one whole number")
		p.certified = certifiedAt(has["certificate"], p, p.from.at, p.claims)
	}
	return p
}

// readMore reads another and witness, which stand beside the claims that need them and no certificate.
func readMore(has map[string]*value, g *polyGame, claims [2]claim, t *big.Int) (another, witness [2]*polyPlan) {
	for _, key := range []string{"another", "witness"} {
		if has[key] == nil {
			continue
		}
		demand(has["certificate"] == nil, "%s: does not stand beside a certificate", key)
		for k, one := range has[key].bySeat(key, g.seats, true) {
			switch {
			case one == nil:
			case key == "another":
				demand(claims[k] == no, "another: only where the claim is false")
				another[k] = readPolyPlan(one, &g.sides[k], t)
			default:
				demand(claims[k] == yes, "witness: only where the claim is true")
				witness[k] = readPolyPlan(one, &g.sides[1-k], t)
			}
		}
	}
	return another, witness
}

// formulas demands section 6.3 of the value and the strategies.
func (p *piece) formulas() {
	worth := p.readOne(p.ownFormula)
	demand(worth.equals(p.value[0], p.value[1]), "value: not that of value_parts")
	p.formula = p.ownFormula.text
	for k := range p.plans {
		s, own := &p.sides[k], p.plans[k]
		p.formulaAt[k].expect(object, "strategies")
		demand(len(p.formulaAt[k].keys) == len(s.cells), "strategies: not the views of %s", s.seat)
		views := map[string]*value{}
		for at, key := range p.formulaAt[k].keys {
			views[key] = p.formulaAt[k].items[at]
		}
		for _, c := range s.cells {
			demand(views[c.view] != nil, "strategies of %s: no view %q", s.seat, c.view)
			p.mix(views[c.view].fields("strategies", c.actions...), c, own)
		}
	}
}

func (p *piece) mix(has map[string]*value, c cell, own *polyPlan) {
	sure := 0
	for k, action := range c.actions {
		q := p.readOne(has[action])
		if own.uses(c.parent) {
			demand(q.equals(own.tops[c.first+k], own.tops[c.parent]), "the formula of %q at %q is not its plan", action, c.view)
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
		var last *big.Int
		if p.to != nil {
			last = p.to.at.Num()
		}
		for _, part := range stretches(d, p.from.at.Num(), last) {
			if d.at(part.from).Sign() == 0 {
				return false
			}
		}
		return true
	}
	ends := p.from.sign(d) != 0 && (p.to == nil || p.to.sign(d) != 0)
	return ends && rootsInside(d.squarefree(), p.from, p.to) == 0
}

type need struct {
	says   string
	p      poly
	sense  string
	inside bool
}

func (p *piece) need(says string, q poly, sense string, inside bool) {
	p.needs = append(p.needs, need{says, q, sense, inside && !p.whole})
}

// words are those in which the needs of a plan and of the replies to it are told.
type words struct{ plan, chance, reply string }

// derive makes the list of needs; strictness and order are those of 6.4.
func (p *piece) derive() {
	claims := p.claims
	if p.certified != nil {
		claims = [2]claim{}
	}
	p.need("the denominator of the payoffs is positive", p.below, "> 0", false)
	p.need("the denominator of the value is not 0", p.value[1], "!= 0", false)
	for k := range p.plans {
		strict := claims[1-k] == yes && p.witness[1-k] == nil
		p.planNeeds(k, p.plans[k], strict, words{})
		p.tightFor[1-k] = p.replyNeeds(k, p.plans[k], p.plans[1-k], strict, words{})
	}
	for k := range p.plans {
		p.bases[k] = p.readBasis(k, claims[k])
	}
	for k := range p.plans {
		switch claims[k] {
		case no:
			p.second(k)
		case yes:
			p.onlyOne(k)
		}
	}
}

func (p *piece) planNeeds(seat int, x *polyPlan, strict bool, w words) {
	s := &p.sides[seat]
	p.need("the denominator of "+s.seat+"'s plan"+w.plan+" is positive", x.below, "> 0", false)
	for _, c := range s.cells {
		sum := poly{}
		for a := c.first; c.holds(a); a++ {
			top := x.tops[a]
			sum = sum.add(top)
			if top.zero() || top.equal(x.below) {
				continue
			}
			says := s.seat + "'s chance" + w.chance + " of " + s.name(c, a) + " is "
			if strict {
				p.need(says+"positive", top, "> 0", true)
			} else {
				p.need(says+"not negative", top, ">= 0", false)
			}
		}
		demand(sum.equal(x.tops[c.parent]), "%s: the chances do not add up", s.place(c))
	}
}

// gains are the worths of the foe's sequences against a plan of the seat, before backward induction.
func (g *polyGame) gains(seat int, x *polyPlan) []poly {
	worth := make([]poly, g.sides[1-seat].size)
	for _, one := range g.payoffs {
		if x.uses(one.at[seat]) {
			worth[one.at[1-seat]] = worth[one.at[1-seat]].add(one.pay.mul(x.tops[one.at[seat]]))
		}
	}
	return worth
}

// replyNeeds returns the foe's tight sequences; using may be nil: then the foe counts as using nothing.
func (p *piece) replyNeeds(seat int, x, using *polyPlan, strict bool, w words) []bool {
	foe := &p.sides[1-seat]
	worth := p.gains(seat, x)
	tie := make([]bool, foe.size)
	for k := len(foe.cells) - 1; k >= 0; k-- {
		c := foe.cells[k]
		best := p.best(seat, c, worth, using)
		for a := c.first; c.holds(a); a++ {
			gap := worth[best].sub(worth[a])
			if seat == 0 {
				gap = gap.neg()
			}
			if gap.zero() {
				tie[a] = true
				continue
			}
			action, other := c.actions[a-c.first], c.actions[best-c.first]
			if strict {
				p.need(foe.place(c)+": "+action+" earns less than "+other+w.reply, gap, "> 0", true)
			} else {
				p.need(foe.place(c)+": "+action+" earns no more than "+other+w.reply, gap, ">= 0", false)
			}
		}
		worth[c.parent] = worth[c.parent].add(worth[best])
	}
	tie[0] = true
	for _, c := range foe.cells {
		for a := c.first; c.holds(a); a++ {
			tie[a] = tie[a] && tie[c.parent]
		}
	}
	demand(worth[0].mul(p.value[1]).equal(p.value[0].mul(x.below).mul(p.below)),
		"a plan of %s does not secure the value", p.seats[seat])
	return tie
}

func (p *piece) best(seat int, c cell, worth []poly, using *polyPlan) int {
	best := c.first
	for a := c.first + 1; c.holds(a); a++ {
		better, differs := p.compare(worth[a], worth[best])
		if seat == 0 {
			better = -better
		}
		if better > 0 || better == 0 && differs {
			best = a
		}
	}
	first := -1
	for a := c.first; c.holds(a); a++ {
		if !worth[a].equal(worth[best]) {
			continue
		}
		if using != nil && using.uses(a) {
			return a
		}
		if first < 0 {
			first = a
		}
	}
	return first
}

// compare is the sign of f - g at the first number tried in the piece at which they differ. Where one is
// at least as good everywhere that decides between them; where none is, its need will not be shown.
func (p *piece) compare(f, g poly) (sign int, differ bool) {
	d := f.sub(g)
	n := int64(d.degree())
	for k := int64(0); k <= n; k++ {
		var t *big.Rat
		if p.whole {
			t = new(big.Rat).Add(p.from.at, big.NewRat(k, 1))
			if p.to != nil && t.Cmp(p.to.at) > 0 {
				break
			}
		} else {
			t = inside(p.from, p.to, k+1, n+1)
		}
		if s := d.signAtRat(t); s != 0 {
			return s, true
		}
	}
	return 0, !d.zero()
}

// second is 6.4 c.
func (p *piece) second(k int) {
	s, z := &p.sides[k], p.another[k]
	demand(z != nil, "%s is said to have another plan: it is missing", s.seat)
	p.planNeeds(k, z, false, words{plan: " in the second plan", chance: " in the second plan"})
	p.replyNeeds(k, z, nil, false, words{reply: " against " + s.seat + "'s second plan"})
	for _, c := range s.cells {
		for a := c.first; c.holds(a); a++ {
			if s.name(c, a) == *p.bases[k].differs {
				p.need(s.seat+"'s two plans differ in the chance of "+s.name(c, a),
					p.plans[k].tops[a].mul(z.below).sub(z.tops[a].mul(p.plans[k].below)), "!= 0", true)
				return
			}
		}
	}
	refuse("differs: %q is no sequence of %s", *p.bases[k].differs, s.seat)
}

// onlyOne is 6.4 d.
func (p *piece) onlyOne(k int) {
	s := &p.sides[k]
	y, tight := p.plans[1-k], p.tightFor[k]
	if p.witness[k] != nil {
		y = p.witness[k]
		p.planNeeds(1-k, y, true, words{plan: " in the witness", chance: " in the witness"})
		tight = p.replyNeeds(1-k, y, p.plans[k], true, words{reply: " against the witness"})
	}
	for a := 1; a < s.size; a++ {
		demand(tight[a] == p.plans[k].uses(a), "%s: what is tight is not what its plan uses", s.seat)
	}
	names, rows, unknowns := p.equations(k, p.plans[k].uses, y.uses)
	demand((p.bases[k].equations != nil) == (unknowns > 0), "equations of %s: exactly where there are unknowns", s.seat)
	if unknowns == 0 {
		return
	}
	byName := map[string][]poly{}
	for at, name := range names {
		byName[name] = rows[at]
	}
	demand(len(p.bases[k].equations) == unknowns && unknowns <= 40, "equations of %s: not as many as unknowns", s.seat)
	var chosen [][]poly
	for _, name := range p.bases[k].equations {
		demand(byName[name] != nil, "equations of %s: no row %q", s.seat, name)
		chosen = append(chosen, byName[name])
	}
	p.need("the determinant of the equations that fix "+s.seat+"'s plan is not 0", determinant(chosen), "!= 0", true)
}

// equations are the rows that fix a seat's plan, those that are 0 left out.
func (g *polyGame) equations(seat int, used, foeUses func(int) bool) (names []string, rows [][]poly, unknowns int) {
	own, foe := &g.sides[seat], &g.sides[1-seat]
	fixed := map[int]bool{0: true}
	number := map[int]int{}
	var sums []cell
	for _, c := range own.cells {
		var here []int
		for a := c.first; c.holds(a); a++ {
			if used(a) {
				here = append(here, a)
			}
		}
		if len(here) == 1 && fixed[c.parent] {
			fixed[here[0]] = true
			continue
		}
		for _, a := range here {
			number[a] = len(number)
		}
		sums = append(sums, c)
	}
	unknowns = len(number)
	keep := func(name string, row []poly) {
		for _, entry := range row {
			if !entry.zero() {
				names, rows = append(names, name), append(rows, row)
				return
			}
		}
	}
	for _, c := range sums {
		row := make([]poly, unknowns)
		for a := c.first; c.holds(a); a++ {
			if at, ok := number[a]; ok {
				row[at] = whole(1)
			}
		}
		if at, ok := number[c.parent]; ok {
			row[at] = whole(-1)
		}
		keep(own.place(c)+": the chances add up", row)
	}
	w := make([][]poly, foe.size)
	for s := range w {
		w[s] = make([]poly, unknowns)
	}
	for _, one := range g.payoffs {
		if at, ok := number[one.at[seat]]; ok {
			w[one.at[1-seat]][at] = one.pay
		}
	}
	firstUsed := func(c cell) int {
		for a := c.first; c.holds(a); a++ {
			if foeUses(a) {
				return a
			}
		}
		return -1
	}
	for k := len(foe.cells) - 1; k >= 0; k-- {
		c := foe.cells[k]
		if first := firstUsed(c); first >= 0 && c.parent != 0 {
			for at := range w[c.parent] {
				w[c.parent][at] = w[c.parent][at].add(w[first][at])
			}
		}
	}
	for _, c := range foe.cells {
		first := firstUsed(c)
		for a := first + 1; first >= 0 && c.holds(a); a++ {
			if !foeUses(a) {
				continue
			}
			row := make([]poly, unknowns)
			for at := range row {
				row[at] = w[a][at].sub(w[first][at])
			}
			keep(foe.place(c)+": "+c.actions[a-c.first]+" earns as much as "+c.actions[first-c.first], row)
		}
	}
	return names, rows, unknowns
}

// readBasis is section 6.5; whether equations are due is seen in onlyOne.
func (p *piece) readBasis(k int, claimed claim) basis {
	keys := []string{"used", "tight"}
	if claimed == no {
		keys = append(keys, "differs")
	}
	if claimed == yes {
		keys = append(keys, "?equations")
	}
	has := p.rawBases[k].fields("basis", keys...)
	p.sameSets(has["used"], k, p.plans[k].uses)
	p.sameSets(has["tight"], k, func(a int) bool { return p.tightFor[k][a] })
	var found basis
	if has["differs"] != nil {
		name := has["differs"].string("differs")
		found.differs = &name
	}
	if has["equations"] != nil {
		found.equations = has["equations"].texts("equations")
	}
	return found
}

func (p *piece) sameSets(v *value, k int, in func(int) bool) {
	v.expect(object, "basis")
	given := map[string]*value{}
	for at, key := range v.keys {
		given[key] = v.items[at]
	}
	for _, c := range p.sides[k].cells {
		var due []string
		for a := c.first; c.holds(a); a++ {
			if in(a) {
				due = append(due, c.actions[a-c.first])
			}
		}
		if due == nil {
			continue
		}
		demand(given[c.view] != nil, "basis of %s: %q is missing", p.seats[k], c.view)
		told := given[c.view].texts("basis")
		demand(len(told) == len(due), "basis of %s: not so at %q", p.seats[k], c.view)
		for at := range due {
			demand(told[at] == due[at], "basis of %s: not so at %q", p.seats[k], c.view)
		}
		delete(given, c.view)
	}
	demand(len(given) == 0, "basis of %s: a view that has none", p.seats[k])
}
