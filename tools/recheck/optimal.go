package main

// Section 12: that a list of extreme optimal strategies is complete, and how all of them are described.

import (
	"math/big"
	"math/bits"
	"regexp"
	"strings"
)

// mostSteps bounds the work on one seat: pairs of rays, and comparisons of a pair with all others.
const mostSteps = 100_000_000

const (
	mostConditions = 10_000
	mostEdges      = 64
	mostNumber     = 1_000
)

// tooLong is what panics where a polytope takes too long; it is no verdict.
type tooLong struct{}

type ray struct {
	x    []*big.Int
	zero *big.Int // bits of the constraints that are equations here
}

// cone is a cone by its extreme rays: of vectors that are nowhere negative, cut by planes.
type cone struct {
	rays  []ray
	size  int
	next  int
	steps int
}

func newCone(size int) *cone {
	c := &cone{size: size, next: size}
	for k := 0; k < size; k++ {
		one := ray{make([]*big.Int, size), new(big.Int)}
		for i := range one.x {
			one.x[i] = new(big.Int)
			if i == k {
				one.x[i].SetInt64(1)
			} else {
				one.zero.SetBit(one.zero, i, 1)
			}
		}
		c.rays = append(c.rays, one)
	}
	return c
}

func (c *cone) count(steps int) {
	c.steps += steps
	if c.steps > mostSteps {
		panic(tooLong{})
	}
}

// cut keeps what is on the plane (level), or on it and above.
func (c *cone) cut(plane []*big.Int, level bool) {
	var kept, above, below []ray
	var up, down []*big.Int
	for _, r := range c.rays {
		sum, product := new(big.Int), new(big.Int)
		for k, a := range plane {
			sum.Add(sum, product.Mul(a, r.x[k]))
		}
		switch {
		case sum.Sign() > 0:
			above, up = append(above, r), append(up, sum)
		case sum.Sign() < 0:
			below, down = append(below, r), append(down, sum)
		default:
			kept = append(kept, ray{r.x, new(big.Int).SetBit(r.zero, c.next, 1)})
		}
	}
	if !level {
		kept = append(kept, above...)
	}
	for i, a := range above {
		c.count(len(below))
		for j, b := range below {
			shared := new(big.Int).And(a.zero, b.zero)
			if !c.neighbours(shared, a, b) {
				continue
			}
			x := make([]*big.Int, c.size)
			divisor := new(big.Int)
			for k := range x {
				x[k] = new(big.Int).Mul(up[i], b.x[k])
				x[k].Sub(x[k], new(big.Int).Mul(down[j], a.x[k]))
				divisor.GCD(nil, nil, divisor, x[k])
			}
			for k := range x {
				x[k].Quo(x[k], divisor)
			}
			kept = append(kept, ray{x, shared.SetBit(shared, c.next, 1)})
		}
	}
	c.rays = kept
	c.next++
}

// neighbours tells whether no third ray has all the equations that two have in common.
func (c *cone) neighbours(shared *big.Int, a, b ray) bool {
	ones := 0
	for _, word := range shared.Bits() {
		ones += bits.OnesCount(uint(word))
	}
	if ones < c.size-2 {
		return false
	}
	c.count(len(c.rays))
	both := new(big.Int)
	for _, other := range c.rays {
		if other.zero.Cmp(a.zero) != 0 && other.zero.Cmp(b.zero) != 0 &&
			both.And(shared, other.zero).Cmp(shared) == 0 {
			return false
		}
	}
	return true
}

// ---- completeness

// polytope is the set of a seat's optimal plans.
type polytope struct {
	g        *game
	seat     int
	worth    *big.Rat
	variable []int // of each sequence, -1 where it is not tight
	cone     *cone
}

// vertexNames returns the vertices of a seat's optimal plans, each by its weights as text.
func (g *game) vertexNames(seat int, foe *plan, tight []bool, worth *big.Rat) map[string]bool {
	p := &polytope{g: g, seat: seat, worth: worth, variable: make([]int, g.sides[seat].size)}
	p.build(tight)
	for _, z := range p.mixed(foe) {
		p.cone.cut(p.plane(z), true)
	}
	secure := map[string]bool{}
	for again := true; again; {
		again = false
		for _, r := range p.cone.rays {
			own := p.plan(r.x)
			name := own.name()
			if secure[name] {
				continue
			}
			p.cone.count(len(g.payoffs))
			earned, best := g.reply(seat, own)
			if (seat == 0 && earned.Cmp(worth) < 0) || (seat == 1 && earned.Cmp(worth) > 0) {
				p.cone.cut(p.plane(p.pure(best, nil)), false)
				again = true
				break
			}
			secure[name] = true
		}
	}
	found := map[string]bool{}
	for _, r := range p.cone.rays {
		found[p.plan(r.x).name()] = true
	}
	return found
}

// build makes a variable of each tight sequence, except one that alone goes on from another.
func (p *polytope) build(tight []bool) {
	own := &p.g.sides[p.seat]
	for s := range p.variable {
		p.variable[s] = -1
	}
	p.variable[0] = 0
	size := 1
	type flow struct{ from, first, after int }
	var flows []flow
	for _, c := range own.cells {
		if p.variable[c.parent] < 0 {
			continue
		}
		var here []int
		for s := c.first; c.holds(s); s++ {
			if tight[s] {
				here = append(here, s)
			}
		}
		if len(here) == 1 {
			p.variable[here[0]] = p.variable[c.parent]
			continue
		}
		flows = append(flows, flow{p.variable[c.parent], size, size + len(here)})
		for _, s := range here {
			p.variable[s] = size
			size++
		}
	}
	p.cone = newCone(size)
	for _, f := range flows {
		plane := zeros(size)
		for k := f.first; k < f.after; k++ {
			plane[k].SetInt64(1)
		}
		plane[f.from].Sub(plane[f.from], big.NewInt(1))
		p.cone.cut(plane, true)
	}
}

func zeros(size int) []*big.Int {
	found := make([]*big.Int, size)
	for k := range found {
		found[k] = new(big.Int)
	}
	return found
}

func (p *polytope) plan(x []*big.Int) *plan {
	own := &plan{weights: make([]*big.Rat, len(p.variable))}
	for s, k := range p.variable {
		own.weights[s] = new(big.Rat)
		if k >= 0 {
			own.weights[s].SetFrac(x[k], x[0])
		}
	}
	own.clear()
	return own
}

// pure returns a pure plan of the other seat within some sequences, through those of a path.
func (p *polytope) pure(within []bool, path map[int]bool) []bool {
	foe := &p.g.sides[1-p.seat]
	chosen := make([]bool, foe.size)
	chosen[0] = true
	for _, c := range foe.cells {
		if !chosen[c.parent] {
			continue
		}
		at := -1
		for s := c.first; c.holds(s); s++ {
			if within[s] && (at < 0 || path[s]) {
				at = s
			}
		}
		chosen[at] = true
	}
	return chosen
}

// mixed returns pure plans that a plan of the other seat mixes: one through each of its sequences.
func (p *polytope) mixed(foe *plan) [][]bool {
	side := &p.g.sides[1-p.seat]
	parent := make([]int, side.size)
	for _, c := range side.cells {
		for s := c.first; c.holds(s); s++ {
			parent[s] = c.parent
		}
	}
	var found [][]bool
	seen := map[string]bool{}
	for last := 0; last < side.size; last++ {
		if !foe.uses(last) {
			continue
		}
		path := map[int]bool{}
		for s := last; s > 0; s = parent[s] {
			path[s] = true
		}
		z := p.pure(foe.support(), path)
		name := make([]byte, len(z))
		for s, in := range z {
			if in {
				name[s] = 1
			}
		}
		if !seen[string(name)] {
			seen[string(name)] = true
			found = append(found, z)
		}
	}
	return found
}

// plane is what plans earn against a pure plan of the other seat, less the value.
func (p *polytope) plane(reply []bool) []*big.Int {
	p.cone.count(len(p.g.payoffs))
	plane := zeros(p.cone.size)
	product := new(big.Int)
	for _, one := range p.g.payoffs {
		if k := p.variable[one.at[p.seat]]; k >= 0 && reply[one.at[1-p.seat]] {
			plane[k].Add(plane[k], product.Mul(one.pay, p.worth.Denom()))
		}
	}
	plane[0].Sub(plane[0], product.Mul(p.worth.Num(), p.g.denominator))
	if p.seat == 1 {
		for _, a := range plane {
			a.Neg(a)
		}
	}
	return plane
}

func (p *plan) name() string {
	var name strings.Builder
	for _, w := range p.weights {
		name.WriteString(w.RatString())
		name.WriteByte(' ')
	}
	return name.String()
}

// ---- how all optimal strategies are described: reading

// sum has the factor of each name, and by "" the constant.
type sum map[string]*big.Rat

type inequality struct {
	weights   sum
	low, high *big.Rat
}

type family struct {
	names   []string
	domain  []inequality
	choices map[string]map[string]sum
}

type description struct {
	loose      []string
	conditions []inequality
	told       bool // whether the file has a list of conditions, even an empty one
	family     *family
}

var numeral = regexp.MustCompile(`^[0-9]+(/[0-9]+)?`)

func plainNumber(s string) *big.Rat {
	require(len(s) <= mostNumber, "a number in a description is too long")
	top, bottom, divided := strings.Cut(s, "/")
	above, fine := decimal(top, true)
	require(fine, "%s: is no number", short(s))
	below := big.NewInt(1)
	if divided {
		below, fine = decimal(bottom, false)
		require(fine && below.Sign() > 0, "%s: has no positive denominator", short(s))
	}
	return new(big.Rat).SetFrac(above, below)
}

// reader reads sums with some names; find returns the name that a text begins with, and how long it is.
type reader struct {
	find func(string) (string, int)
}

func (r reader) sum(s, times string) (sum, string) {
	found := sum{}
	sign := int64(1)
	if strings.HasPrefix(s, "-") {
		sign, s = -1, s[1:]
	}
	for {
		factor, name := big.NewRat(1, 1), ""
		digits := numeral.FindString(s)
		named := digits == ""
		if digits != "" {
			factor = plainNumber(digits)
			s = s[len(digits):]
			if strings.HasPrefix(s, times) {
				if _, length := r.find(s[len(times):]); length > 0 {
					named, s = true, s[len(times):]
				}
			}
		}
		if named {
			length := 0
			name, length = r.find(s)
			require(length > 0, "a sum cannot be read")
			s = s[length:]
		}
		require(found[name] == nil, "a sum has two terms of one name")
		found[name] = factor.Mul(factor, big.NewRat(sign, 1))
		switch {
		case strings.HasPrefix(s, " + "):
			sign = 1
		case strings.HasPrefix(s, " - "):
			sign = -1
		default:
			return found, s
		}
		s = s[3:]
	}
}

var before = regexp.MustCompile(`^(-?[0-9]+(?:/[0-9]+)?) <= `)
var after = regexp.MustCompile(`^ (<=|>=|=) (-?[0-9]+(?:/[0-9]+)?)$`)

func (r reader) inequality(s string) inequality {
	var found inequality
	start := before.FindStringSubmatch(s)
	if start != nil {
		found.low = plainNumber(start[1])
		s = s[len(start[0]):]
	}
	weights, rest := r.sum(s, " ")
	end := after.FindStringSubmatch(rest)
	require(end != nil, "a condition cannot be read")
	require(start == nil || end[1] == "<=", "a condition cannot be read")
	require(weights[""] == nil, "a condition has a number among its terms")
	found.weights = weights
	level := plainNumber(end[2])
	if end[1] != "<=" {
		found.low = level
	}
	if end[1] != ">=" {
		found.high = level
	}
	return found
}

func chances(loose []string) reader {
	return reader{func(s string) (string, int) {
		if !strings.HasPrefix(s, "q[") {
			return "", 0
		}
		depth := 1
		for k := 2; k < len(s); k++ {
			switch s[k] {
			case '[':
				depth++
			case ']':
				depth--
			}
			if depth == 0 {
				require(among(s[2:k], loose), "a condition names what is not a loose view")
				return s[2:k], k + 1
			}
		}
		return "", 0
	}}
}

func byLetter(names []string) reader {
	return reader{func(s string) (string, int) {
		for _, name := range names {
			if strings.HasPrefix(s, name) {
				return name, len(name)
			}
		}
		return "", 0
	}}
}

func readDescription(s *side, has map[string]*value) *description {
	require((has["loose"] == nil) == (has["conditions"] == nil), "loose and conditions: both or neither")
	d := &description{}
	if has["loose"] != nil {
		d.told = true
		for _, c := range s.cells {
			require(c.parent == 0 && len(c.actions) == 2, "conditions: of choices between two actions only")
		}
		d.loose = has["loose"].texts("loose")
		for _, view := range d.loose {
			require(s.at(view) != nil, "loose: %q is not a view of the seat", view)
		}
		told := has["conditions"].texts("conditions")
		require(len(told) <= mostConditions, "conditions: too many for me")
		for _, one := range told {
			d.conditions = append(d.conditions, chances(d.loose).inequality(one))
		}
	}
	if has["family"] != nil {
		d.family = readFamily(s, has["family"])
	}
	return d
}

func readFamily(s *side, v *value) *family {
	has := v.fields("family", "parameters", "domain", "choices")
	f := &family{names: has["parameters"].names("parameters"), choices: map[string]map[string]sum{}}
	called := strings.Join(f.names, ",")
	require(called == "p" || called == "p,r", "parameters: must be p, or p and r")
	domain := has["domain"].names("domain")
	require(len(domain) <= mostEdges, "domain: too many inequalities for me")
	for _, one := range domain {
		f.domain = append(f.domain, byLetter(f.names).inequality(one))
	}
	for view, mix := range has["choices"].byKey("choices") {
		c := s.at(view)
		require(c != nil, "choices: %q is not a view of the seat", view)
		f.choices[view] = map[string]sum{}
		told := mix.byKey("choices")
		require(len(told) == len(c.actions), "choices: a formula for each action at %q", view)
		for action, formula := range told {
			require(among(action, c.actions), "choices: %q is no action at %q", action, view)
			found, rest := byLetter(f.names).sum(formula.string("choices"), "*")
			require(rest == "", "a formula cannot be read")
			f.choices[view][action] = found
		}
	}
	return f
}

func (s *side) at(view string) *cell {
	for k := range s.cells {
		if s.cells[k].view == view {
			return &s.cells[k]
		}
	}
	return nil
}

// ---- how all optimal strategies are described: what is demanded

func (d *description) empty() bool { return !d.told && d.family == nil }

// meets demands that the points of the box that meet the conditions have the listed vertices.
func (d *description) meets(s *side, plans []*plan) {
	free := map[string]bool{}
	for _, view := range d.loose {
		free[view] = true
	}
	var views []string
	for _, one := range s.cells {
		if free[one.view] {
			views = append(views, one.view)
			continue
		}
		for _, p := range plans {
			demand(p.weights[one.first+1].Cmp(plans[0].weights[one.first+1]) == 0,
				"the strategies of %s differ at %q, which is not loose", s.seat, one.view)
		}
	}
	listed := map[string]bool{}
	for _, p := range plans {
		var name strings.Builder
		for _, view := range views {
			name.WriteString(p.weights[s.at(view).first+1].RatString() + " ")
		}
		listed[name.String()] = true
	}
	box := newCone(1 + len(views))
	for _, level := range []bool{true, false} {
		for _, one := range d.conditions {
			equation := one.low != nil && one.high != nil && one.low.Cmp(one.high) == 0
			if equation != level {
				continue
			}
			for k, end := range []*big.Rat{one.low, one.high} {
				if end != nil {
					box.cut(one.plane(views, end, k == 1), level)
				}
			}
		}
	}
	for k := range views {
		plane := zeros(1 + len(views))
		plane[0].SetInt64(1)
		plane[k+1].SetInt64(-1)
		box.cut(plane, false)
	}
	found := map[string]bool{}
	for _, r := range box.rays {
		var name strings.Builder
		for _, x := range r.x[1:] {
			name.WriteString(new(big.Rat).SetFrac(x, r.x[0]).RatString() + " ")
		}
		found[name.String()] = true
	}
	demand(equalSets(found, listed), "the conditions on %s are not true of just the optimal strategies", s.seat)
}

func (i inequality) plane(names []string, end *big.Rat, turned bool) []*big.Int {
	row := []*big.Rat{new(big.Rat).Neg(end)}
	for _, name := range names {
		weight := i.weights[name]
		if weight == nil {
			weight = new(big.Rat)
		}
		row = append(row, weight)
	}
	common := big.NewInt(1)
	for _, a := range row {
		shared := new(big.Int).GCD(nil, nil, common, a.Denom())
		common.Mul(common, new(big.Int).Quo(a.Denom(), shared))
	}
	plane := make([]*big.Int, len(row))
	for k, a := range row {
		plane[k] = new(big.Int).Quo(common, a.Denom())
		plane[k].Mul(plane[k], a.Num())
		if turned {
			plane[k].Neg(plane[k])
		}
	}
	return plane
}

func equalSets(a, b map[string]bool) bool {
	for name := range a {
		if !b[name] {
			return false
		}
	}
	return len(a) == len(b)
}

func (f sum) at(point sum) *big.Rat {
	total := new(big.Rat)
	for name, factor := range f {
		total.Add(total, new(big.Rat).Mul(factor, point[name]))
	}
	return total
}

// trimmed is a sum without terms that are 0.
func (f sum) trimmed(scale *big.Rat) sum {
	found := sum{}
	for name, factor := range f {
		if product := new(big.Rat).Mul(factor, scale); product.Sign() != 0 {
			found[name] = product
		}
	}
	return found
}

// covers demands that the plans of a family are the polytope with the listed vertices. The chances of
// the strategies are given by vertices, in the order of the plans.
func (f *family) covers(s *side, plans []*plan) {
	formulas := f.formulas(s, plans)
	listed, found := map[string]bool{}, map[string]bool{}
	for _, p := range plans {
		listed[p.name()] = true
	}
	for _, corner := range f.corners() {
		for view, mix := range f.choices {
			for _, chance := range mix {
				demand(chance.at(corner).Sign() >= 0, "the family of %s: a negative chance at %q", s.seat, view)
			}
		}
		p := &plan{}
		for _, one := range formulas {
			p.weights = append(p.weights, one.at(corner))
		}
		found[p.name()] = true
	}
	demand(equalSets(found, listed), "the family of %s is not the set of its optimal strategies", s.seat)
}

// formulas returns the weight of each sequence by the parameters.
func (f *family) formulas(s *side, plans []*plan) []sum {
	one := big.NewRat(1, 1)
	found := make([]sum, s.size)
	found[0] = sum{"": one}
	for _, c := range s.cells {
		mix := f.choices[c.view]
		if mix == nil {
			played := plans[0]
			for k := len(plans) - 1; k >= 0; k-- {
				if plans[k].weights[c.parent].Sign() != 0 {
					played = plans[k]
				}
			}
			for at := c.first; c.holds(at); at++ {
				share := new(big.Rat)
				if played.weights[c.parent].Sign() != 0 {
					share.Quo(played.weights[at], played.weights[c.parent])
				}
				found[at] = found[c.parent].trimmed(share)
			}
			continue
		}
		total := sum{}
		for _, action := range c.actions {
			for name, factor := range mix[action] {
				if total[name] == nil {
					total[name] = new(big.Rat)
				}
				total[name] = new(big.Rat).Add(total[name], factor)
			}
		}
		total = total.trimmed(one)
		demand(len(total) == 1 && total[""] != nil && total[""].Cmp(one) == 0,
			"the family of %s: the chances at %q are not 1 together", s.seat, c.view)
		reach := found[c.parent]
		demand(len(reach) == 1 && reach[""] != nil,
			"the family of %s: how often it reaches %q varies, or is never", s.seat, c.view)
		for k, action := range c.actions {
			found[c.first+k] = mix[action].trimmed(reach[""])
		}
	}
	return found
}

// corners returns the corners of the domain, after demanding that it is bounded and not empty.
func (f *family) corners() []sum {
	type line struct {
		a, b, level *big.Rat
	}
	factor := func(weights sum, k int) *big.Rat {
		if k < len(f.names) && weights[f.names[k]] != nil {
			return weights[f.names[k]]
		}
		return new(big.Rat)
	}
	var lines []line
	for _, edge := range f.domain {
		for _, end := range []*big.Rat{edge.low, edge.high} {
			if end != nil {
				lines = append(lines, line{factor(edge.weights, 0), factor(edge.weights, 1), end})
			}
		}
	}
	if len(f.names) == 1 { // the second parameter is 0
		lines = append(lines, line{new(big.Rat), big.NewRat(1, 1), new(big.Rat)})
	}
	var found []sum
	for i, one := range lines {
		for _, two := range lines[:i] {
			area := minus(one.a, two.b, one.b, two.a)
			if area.Sign() == 0 {
				continue
			}
			p := minus(one.level, two.b, two.level, one.b)
			r := minus(one.a, two.level, two.a, one.level)
			point := sum{"": big.NewRat(1, 1), "p": p.Quo(p, area), "r": r.Quo(r, area)}
			if (len(f.names) == 2 || point["r"].Sign() == 0) && f.inside(point) {
				found = append(found, point)
			}
		}
	}
	bounded := true
	var ways []sum
	if len(f.names) == 1 {
		ways = []sum{{"p": big.NewRat(1, 1)}, {"p": big.NewRat(-1, 1)}}
	} else {
		for _, l := range lines {
			ways = append(ways, sum{"p": l.b, "r": new(big.Rat).Neg(l.a)},
				sum{"p": new(big.Rat).Neg(l.b), "r": l.a})
		}
	}
	for _, way := range ways {
		bounded = bounded && !f.goesOn(way)
	}
	demand(len(found) > 0 && bounded, "the domain of a family is empty, or has no end")
	return found
}

func minus(a, b, c, d *big.Rat) *big.Rat {
	left := new(big.Rat).Mul(a, b)
	return left.Sub(left, new(big.Rat).Mul(c, d))
}

func (f *family) inside(point sum) bool {
	for _, edge := range f.domain {
		total := edge.weights.at(point)
		if (edge.low != nil && total.Cmp(edge.low) < 0) || (edge.high != nil && total.Cmp(edge.high) > 0) {
			return false
		}
	}
	return true
}

// goesOn tells whether from a point of the domain one may go on for ever in a direction.
func (f *family) goesOn(way sum) bool {
	if len(way.trimmed(big.NewRat(1, 1))) == 0 {
		return false
	}
	for _, edge := range f.domain {
		step := edge.weights.at(way).Sign()
		if (step < 0 && edge.low != nil) || (step > 0 && edge.high != nil) {
			return false
		}
	}
	return true
}
