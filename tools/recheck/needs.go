package main

// The list of needs that follows from the form and the plans of a piece (6.4), and its bases (6.5).

import "math/big"

type need struct {
	says   string
	p      poly
	sense  string
	inside bool
}

func (p *piece) need(says string, q poly, sense string, inside bool) {
	p.needs = append(p.needs, need{says, q, sense, inside && !p.whole})
}

// words are those that the needs of a plan and of the replies to it have more.
type words struct{ plan, chance, reply string }

// derive makes the list of needs; strictness and order are those of 6.4.
func (p *piece) derive() {
	claims := p.claims
	if p.certified {
		claims = [2]claim{}
	}
	p.need("the denominator of the payoffs is positive", p.below, "> 0", false)
	p.need("the denominator of the value is not 0", p.value[1], "!= 0", false)
	for k := range p.plans {
		strict := claims[1-k] == yes && p.witness[1-k] == nil
		p.planNeeds(k, p.plans[k], strict, words{})
		p.tight[1-k] = p.replyNeeds(k, p.plans[k], p.plans[1-k], strict, words{})
	}
	for k, one := range p.told["basis"].bySeat("basis", p.seats, false) {
		p.bases[k] = p.readBasis(one, k, claims[k])
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
	differs := p.bases[k]["differs"].string("differs")
	for _, c := range s.cells {
		for a := c.first; c.holds(a); a++ {
			if s.name(c, a) == differs {
				p.need(s.seat+"'s two plans differ in the chance of "+s.name(c, a),
					p.plans[k].tops[a].mul(z.below).sub(z.tops[a].mul(p.plans[k].below)), "!= 0", true)
				return
			}
		}
	}
	refuse("differs: %q is no sequence of %s", differs, s.seat)
}

// onlyOne is 6.4 d.
func (p *piece) onlyOne(k int) {
	s := &p.sides[k]
	y, tight := p.plans[1-k], p.tight[k]
	if p.witness[k] != nil {
		y = p.witness[k]
		p.planNeeds(1-k, y, true, words{plan: " in the witness", chance: " in the witness"})
		tight = p.replyNeeds(1-k, y, p.plans[k], true, words{reply: " against the witness"})
	}
	for a := 1; a < s.size; a++ {
		demand(tight[a] == p.plans[k].uses(a), "%s: what is tight is not what its plan uses", s.seat)
	}
	names, rows, unknowns := p.equations(k, p.plans[k].uses, y.uses)
	told := p.bases[k]["equations"]
	demand((told != nil) == (unknowns > 0), "equations of %s: exactly where there are unknowns", s.seat)
	if told == nil {
		return
	}
	byName := map[string][]poly{}
	for at, name := range names {
		byName[name] = rows[at]
	}
	chosenNames := told.texts("equations")
	demand(len(chosenNames) == unknowns && unknowns <= 40, "equations of %s: not as many as unknowns", s.seat)
	var chosen [][]poly
	for _, name := range chosenNames {
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
func (p *piece) readBasis(v *value, k int, claimed claim) map[string]*value {
	has := v.fields("basis", "used", "tight", "?differs", "?equations")
	demand((has["differs"] != nil) == (claimed == no), "basis: differs goes with a claim that is false")
	demand(has["equations"] == nil || claimed == yes, "basis: equations go with a claim that is true")
	for _, key := range []string{"used", "tight"} {
		for view, actions := range has[key].byKey("basis") {
			require(p.sides[k].views[view], "basis of %s: %q is not a view of it", p.seats[k], view)
			actions.names("basis")
		}
	}
	p.sameSets(has["used"], k, p.plans[k].uses)
	p.sameSets(has["tight"], k, func(a int) bool { return p.tight[k][a] })
	return has
}

func (p *piece) sameSets(v *value, k int, in func(int) bool) {
	given := v.byKey("basis")
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
