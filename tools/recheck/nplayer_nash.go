package main

// Lists of equilibria of games for any number of seats, and the cells that show that there are no others
// (section 20). Each view is an agent that is paid as its seat; a seat without views has an agent with one action.

import (
	"fmt"
	"math/big"
	"strings"
)

const (
	cellProfiles   = 4096
	cellBits       = 4096
	subsetVertices = 64
)

// listStatement is what an accepted list has proved.
type listStatement struct {
	seats           []string
	points, subsets int
	complete        bool
	reachedOnly     bool
	digest          string
}

func (s listStatement) String() string {
	rest := "there may be others"
	if s.complete {
		rest = "there are no others"
		if s.reachedOnly {
			rest += " up to views that are not reached"
		}
	}
	return fmt.Sprintf("proved, %d equilibria and %d sets of equilibria of %+q, %s, %s", s.points, s.subsets,
		strings.Join(s.seats, ", "), rest, s.digest)
}

// chance is a probability in an equilibrium: its sign less a fraction can be asked for.
type chance struct {
	field *fieldReader // nil for a fraction
	poly  ratPoly
}

func (c chance) minus(r *big.Rat) int {
	if c.field != nil {
		return c.field.sign(c.poly.minus(c.field.raised(trimmed(ratPoly{r}), 1)))
	}
	rest := c.poly.minus(trimmed(ratPoly{r}))
	if len(rest) == 0 {
		return 0
	}
	return rest[0].Sign()
}

// nashPoint is an equilibrium: the chances of all actions of every agent.
type nashPoint [][]chance

// apart tells whether some chance of two equilibria differs.
func (p nashPoint) apart(q nashPoint) bool {
	for agent := range p {
		for action := range p[agent] {
			if p[agent][action].differs(q[agent][action]) {
				return true
			}
		}
	}
	return false
}

// differs tells whether a multiple of 2^-64 is between two chances, or is just one of them: by bisection.
func (c chance) differs(d chance) bool {
	low, high := new(big.Rat), big.NewRat(1, 1)
	half := big.NewRat(1, 2)
	if c.minus(low) != d.minus(low) || c.minus(high) != d.minus(high) {
		return true
	}
	for k := 0; k < 64; k++ {
		middle := new(big.Rat).Add(low, high)
		middle.Mul(middle, half)
		one, two := c.minus(middle), d.minus(middle)
		if one != two {
			return true
		}
		if one == 0 {
			return false
		}
		if one > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return false
}

// nashList is a list as it is checked.
type nashList struct {
	g        *seatGame
	seats    []string
	sizes    []int          // actions of each agent
	owner    []int          // the seat of each agent
	paths    [][]int        // by payment: the action that each agent needs, -1 for any
	tables   [][][]*big.Int // by agent, own action, and profile of the others
	points   []nashPoint
	counts   [][]bool           // by equilibrium: the agents that count in it
	subsets  [][][][][]*big.Int // by seat and strategy the weights at each agent
	around   []*neighbourhood
	weak     bool
	cases    []*value
	nextCase int
	complete bool
	indexed  bool
	regular  []bool // by equilibrium: whether it has an index
	digest   string
}

func checkNPlayerNash(v *value) listStatement {
	l := readNashList(v)
	return listStatement{l.seats, len(l.points), len(l.subsets), l.complete, l.weak, l.digest}
}

// readNashList reads a list and demands that all it says is so.
func readNashList(v *value) *nashList {
	names := []string{"schema", "game", "seats", "count", "complete", "equilibria", "subsets", "certificate"}
	weak := v.kind == object && among("reached_only", v.keys)
	if weak {
		names = append(names, "reached_only")
	}
	indexed := v.kind == object && among("indices", v.keys)
	if indexed {
		names = append(names, "indices")
	}
	has := v.fields("list", names...)
	complete := has["complete"].truthOf("complete")
	keys := []string{"form", "digest"}
	if complete {
		keys = append(keys, "neighbourhoods", "cases")
	}
	held := has["certificate"].fields("certificate", keys...)
	sum := fits(held["digest"], outside(v, has["certificate"]))
	l := &nashList{seats: readSeats(has["seats"], mostSeats), weak: weak, complete: complete, indexed: indexed, digest: sum}
	require(!weak || has["reached_only"].truthOf("reached_only"), "reached_only: must be true where it is written")
	has["game"].string("game")
	l.g = readSeatGame(held["form"], l.seats)
	l.fill(complete)
	listed := has["equilibria"].list("equilibria")
	demand(has["count"].natural("count").Cmp(big.NewInt(int64(len(listed)))) == 0, "count: not as many as are listed")
	for _, one := range listed {
		point := l.readPoint(one)
		l.points = append(l.points, point)
		l.counts = append(l.counts, l.counting(point))
	}
	for k := range l.points {
		for j := 0; j < k; j++ {
			demand(l.blanked(k).apart(l.blanked(j)), "equilibria %d and %d are not told apart", j+1, k+1)
		}
	}
	for k, one := range has["subsets"].list("subsets") {
		l.subsets = append(l.subsets, l.readSubset(one, k+1))
	}
	require(complete || !indexed, "indices: must be of a complete list")
	require(!weak || !indexed, "indices: must not be of a list up to what is not reached")
	if complete {
		l.verifyCells(held)
	}
	if indexed {
		l.indices(has["indices"])
	}
	return l
}

// counting returns the agents that count in an equilibrium: all, or those that are reached in it.
func (l *nashList) counting(p nashPoint) []bool {
	found := make([]bool, len(l.sizes))
	for k := range found {
		found[k] = !l.weak || l.sizes[k] == 1
	}
	if !l.weak {
		return found
	}
	for _, path := range l.paths {
		spend(int64(len(path)), "equilibria")
		possible := true
		for k, a := range path {
			possible = possible && (a < 0 || p[k][a].minus(new(big.Rat)) > 0)
		}
		for k, a := range path {
			found[k] = found[k] || (possible && a >= 0)
		}
	}
	l.demandIndependence(p, found)
	return found
}

// demandIndependence refuses unless agents that are not reached change nothing that is paid: each
// entry that needs one needs a choice that a reached agent does not make, and there is such an entry.
func (l *nashList) demandIndependence(p nashPoint, reached []bool) {
	needed := append([]bool{}, reached...)
	for _, path := range l.paths {
		spend(int64(2*len(path)), "equilibria")
		kept, other := true, false
		for k, a := range path {
			if a < 0 {
				continue
			}
			needed[k] = true
			if reached[k] {
				kept = kept && p[k][a].minus(new(big.Rat)) > 0
			} else {
				other = true
			}
		}
		demand(!kept || !other, "a payoff depends on a view that is said not to be reached")
	}
	for _, used := range needed {
		demand(used, "no payoff needs a view that is said not to be reached")
	}
}

// blanked is an equilibrium with chances of 0 at agents that do not count.
func (l *nashList) blanked(number int) nashPoint {
	found := append(nashPoint{}, l.points[number]...)
	for k, counts := range l.counts[number] {
		if !counts {
			found[k] = make([]chance, l.sizes[k])
		}
	}
	return found
}

// fill finds the agents, and the payoffs of a complete list at every profile of actions.
func (l *nashList) fill(complete bool) {
	profiles := 1
	for k := range l.g.sides {
		s := &l.g.sides[k]
		for _, c := range s.cells {
			profiles *= len(c.actions)
			require(!complete || profiles <= cellProfiles, "form: more than %d profiles", cellProfiles)
			l.sizes, l.owner = append(l.sizes, len(c.actions)), append(l.owner, k)
			require(len(l.sizes) <= mostSeats, "form: more than %d views", mostSeats)
		}
		if len(s.cells) == 0 {
			l.sizes, l.owner = append(l.sizes, 1), append(l.owner, k)
		}
	}
	spend(int64(len(l.g.payoffs))*int64(len(l.sizes)), "payoffs")
	for _, one := range l.g.payoffs {
		l.paths = append(l.paths, l.path(one))
	}
	if complete {
		l.fillTables()
	}
}

// fillTables adds up what each agent is paid at every profile of actions.
func (l *nashList) fillTables() {
	profiles := 1
	for _, size := range l.sizes {
		profiles *= size
	}
	for _, size := range l.sizes {
		table := make([][]*big.Int, size)
		for a := range table {
			table[a] = zeros(profiles / size)
		}
		l.tables = append(l.tables, table)
	}
	for k, one := range l.g.payoffs {
		l.addPayment(one, l.paths[k], make([]int, 0, len(l.sizes)))
	}
}

// path returns the action of each agent that leads to a payment, -1 where any does.
func (l *nashList) path(one payment) []int {
	var found []int
	for k, last := range one.at {
		s := &l.g.sides[k]
		own := make([]int, max(len(s.cells), 1))
		for n := range own {
			own[n] = -1
		}
		for last != 0 {
			for n, c := range s.cells {
				if c.holds(last) {
					own[n], last = last-c.first, c.parent
					break
				}
			}
		}
		found = append(found, own...)
	}
	return found
}

func (l *nashList) addPayment(one payment, path, profile []int) {
	agent := len(profile)
	if agent < len(l.sizes) {
		for a := 0; a < l.sizes[agent]; a++ {
			if path[agent] < 0 || path[agent] == a {
				l.addPayment(one, path, append(profile, a))
			}
		}
		return
	}
	spend(int64(len(profile)), "payoffs")
	for agent := range l.sizes {
		spot := 0
		for k, a := range profile {
			if k != agent {
				spot = spot*l.sizes[k] + a
			}
		}
		sum := l.tables[agent][profile[agent]][spot]
		sum.Add(sum, one.paid[l.owner[agent]])
	}
}

// readPoint reads an equilibrium and demands that it is one.
func (l *nashList) readPoint(v *value) nashPoint {
	if v.kind == object && among("root", v.keys) {
		return l.readFieldPoint(v)
	}
	has := v.fields("an equilibrium", "strategies", "payoffs")
	paid := fractions(has["payoffs"], len(l.seats), "payoffs")
	plans := make([]*plan, len(l.seats))
	var found nashPoint
	for k, one := range has["strategies"].each("strategies", l.seats) {
		plans[k] = readStrategy(one, &l.g.sides[k], "the strategy")
		for _, mix := range readMixes(one, &l.g.sides[k]) {
			own := make([]chance, len(mix))
			for a, weight := range mix {
				own[a] = chance{poly: trimmed(ratPoly{weight})}
			}
			found = append(found, own)
		}
	}
	l.g.affordable(plans)
	for k, seat := range l.seats {
		worth, gain := l.g.judge(k, plans)
		demand(gain.Sign() == 0, "%s can gain by another strategy", seat)
		demand(worth.Cmp(paid[k]) == 0, "%s is not paid as claimed", seat)
	}
	return found
}

// readMixes reads the chances at each agent of a seat, in a strategy that was read before.
func readMixes(v *value, s *side) [][]*big.Rat {
	views := v.byKey("the strategy")
	var found [][]*big.Rat
	for _, c := range s.cells {
		mix := views[c.view].byKey("the strategy")
		own := make([]*big.Rat, len(c.actions))
		for a, action := range c.actions {
			own[a] = new(big.Rat)
			if mix[action] != nil {
				own[a] = mix[action].fraction("the strategy")
			}
		}
		found = append(found, own)
	}
	if len(s.cells) == 0 {
		return [][]*big.Rat{{big.NewRat(1, 1)}}
	}
	return found
}

func (l *nashList) readFieldPoint(v *value) nashPoint {
	has := v.fields("an equilibrium", "root", "strategies", "payoffs")
	f := readField(has["root"])
	paid := has["payoffs"].list("payoffs")
	require(len(paid) == len(l.seats), "payoffs: must be one for each seat")
	plans := make([]fieldPlan, len(l.seats))
	var found nashPoint
	for k, one := range has["strategies"].each("strategies", l.seats) {
		plans[k] = f.plan(one, &l.g.sides[k])
		views := one.byKey("the strategy")
		for _, c := range l.g.sides[k].cells {
			mix := views[c.view].byKey("the strategy")
			own := make([]chance, len(c.actions))
			for a, action := range c.actions {
				own[a] = chance{field: f}
				if mix[action] != nil {
					own[a].poly = f.read(mix[action], "the strategy")
				}
			}
			found = append(found, own)
		}
		if len(l.g.sides[k].cells) == 0 {
			found = append(found, []chance{{f, f.one()}})
		}
	}
	f.affordable(l.g, plans)
	for k := range l.seats {
		f.judge(l.g, k, plans, f.read(paid[k], "payoffs"))
	}
	return found
}

// readSubset reads the strategies whose mixtures are a set of equilibria.
func (l *nashList) readSubset(v *value, number int) [][][][]*big.Int {
	found := make([][][][]*big.Int, len(l.seats))
	plans := make([][]*plan, len(l.seats))
	several := false
	for k, one := range v.each("a subset", l.seats) {
		items := one.list("a subset")
		require(len(items) > 0 && len(items) <= subsetVertices, "a subset: a seat has no strategy, or too many")
		for _, item := range items {
			plans[k] = append(plans[k], readStrategy(item, &l.g.sides[k], "a strategy of a subset"))
			var mixes [][]*big.Int
			for _, mix := range readMixes(item, &l.g.sides[k]) {
				mixes = append(mixes, overOne(mix))
			}
			for _, other := range found[k] {
				require(!sameStrategy(mixes, other), "a subset: a strategy is there twice")
			}
			found[k] = append(found[k], mixes)
		}
		several = several || len(items) > 1
	}
	require(several, "a subset: a single equilibrium")
	l.allEquilibria(plans, nil, number)
	return found
}

// overOne returns fractions as whole numbers over a common denominator.
func overOne(mix []*big.Rat) []*big.Int {
	below := big.NewInt(1)
	for _, x := range mix {
		meet(below, x.Denom())
		common := new(big.Int).GCD(nil, nil, below, x.Denom())
		below.Mul(below, new(big.Int).Quo(x.Denom(), common))
		require(below.BitLen() <= cellBits, "a subset: its numbers are too long")
	}
	found := make([]*big.Int, len(mix))
	for k, x := range mix {
		found[k] = new(big.Int).Mul(x.Num(), new(big.Int).Quo(below, x.Denom()))
	}
	return found
}

func sameStrategy(one, two [][]*big.Int) bool {
	for k := range one {
		if !sameMix(one[k], two[k]) {
			return false
		}
	}
	return true
}

// allEquilibria demands that nobody gains at any choice of one strategy for each seat.
func (l *nashList) allEquilibria(plans [][]*plan, chosen []*plan, number int) {
	if len(chosen) < len(plans) {
		for _, p := range plans[len(chosen)] {
			l.allEquilibria(plans, append(chosen, p), number)
		}
		return
	}
	spend(int64((len(l.g.payoffs)+8)*len(chosen)), "subsets")
	l.g.affordable(chosen)
	for _, p := range chosen {
		require(p.below.BitLen() <= cellBits, "a subset: its numbers are too long")
	}
	for k, seat := range l.seats {
		_, gain := l.g.judge(k, chosen)
		demand(gain.Sign() == 0, "subset %d: %s gains at a mixture", number, seat)
	}
}

func weightSum(weights []*big.Int) *big.Int {
	sum := new(big.Int)
	for _, w := range weights {
		sum.Add(sum, w)
	}
	return sum
}

func sameMix(one, two []*big.Int) bool {
	a, b := weightSum(one), weightSum(two)
	for k := range one {
		if new(big.Int).Mul(one[k], b).Cmp(new(big.Int).Mul(two[k], a)) != 0 {
			return false
		}
	}
	return true
}

// ofMixes turns one axis of actions into one of mixes. Their sums may differ: an amount is multiplied by that of its mix.
func ofMixes(line []*big.Int, sizes []int, axis int, mixes [][]*big.Int) []*big.Int {
	inner := 1
	for _, size := range sizes[axis+1:] {
		inner *= size
	}
	block := sizes[axis] * inner
	weights := 0
	for _, mix := range mixes {
		weights = max(weights, longestBits(mix))
	}
	words := (1 + longestBits(line)/64) * (1 + weights/64)
	spend(int64(len(line)*len(mixes)*(1+words/16)), "payoffs")
	var out []*big.Int
	for start := 0; start < len(line); start += block {
		for _, mix := range mixes {
			for k := 0; k < inner; k++ {
				sum := new(big.Int)
				for a, w := range mix {
					if w.Sign() != 0 {
						sum.Add(sum, new(big.Int).Mul(w, line[start+a*inner+k]))
					}
				}
				out = append(out, sum)
			}
		}
	}
	return out
}

// against turns all axes of the others of an agent into axes of mixes.
func (l *nashList) against(agent int, line []*big.Int, mixes [][][]*big.Int) []*big.Int {
	var sizes []int
	for k, size := range l.sizes {
		if k != agent {
			sizes = append(sizes, size)
		}
	}
	axis := 0
	for k := range l.sizes {
		if k == agent {
			continue
		}
		line = ofMixes(line, sizes, axis, mixes[k])
		sizes[axis] = len(mixes[k])
		axis++
	}
	return line
}

// neighbourhood is where an equilibrium is the only one: least weights, nil outside of the support; of an agent
// that does not count there are none.
type neighbourhood struct {
	least [][]*big.Int
	below *big.Int
	index int // the sign of the determinant of the slopes with the other sign
}

func (l *nashList) readAround(v *value, point nashPoint, counts []bool) *neighbourhood {
	if v.kind == null {
		return nil
	}
	has := v.fields("a neighbourhood", "least", "denominator", "multipliers")
	n := &neighbourhood{below: cellNumber(has["denominator"])}
	require(n.below.Sign() > 0, "a neighbourhood: its denominator is not positive")
	rows := has["least"].list("least")
	require(len(rows) == len(l.sizes), "least: must be a list for each agent")
	vertices, steps := make([][][]*big.Int, len(rows)), make([][][]*big.Int, len(rows))
	supports := make([][]int, len(rows))
	for k, row := range rows {
		if !counts[k] { // tables do not depend on its actions here: it plays the first
			require(len(row.list("least")) == 0, "least: there are some of a view that is not reached")
			n.least = append(n.least, nil)
			only := zeros(l.sizes[k])
			only[0].Set(n.below)
			supports[k], vertices[k] = []int{0}, [][]*big.Int{only}
			continue
		}
		for a := range point[k] {
			if point[k][a].minus(new(big.Rat)) > 0 {
				supports[k] = append(supports[k], a)
			}
		}
		n.least = append(n.least, l.readLeast(row, point[k], supports[k], n.below))
		vertices[k], steps[k] = corners(n.least[k], supports[k], n.below)
	}
	n.index = l.dominant(has["multipliers"], supports, vertices, steps)
	return n
}

func cellNumber(v *value) *big.Int {
	found := v.whole("a neighbourhood")
	require(found.BitLen() <= cellBits, "a neighbourhood: a number is too long")
	return found
}

func (l *nashList) readLeast(v *value, chances []chance, support []int, below *big.Int) []*big.Int {
	items := v.list("least")
	require(len(items) == len(support), "least: must be one for each action that is used")
	found := make([]*big.Int, len(chances))
	sum := new(big.Int)
	for k, item := range items {
		found[support[k]] = cellNumber(item)
		demand(found[support[k]].Sign() > 0, "least: not positive")
		sum.Add(sum, found[support[k]])
		demand(chances[support[k]].minus(new(big.Rat).SetFrac(found[support[k]], below)) >= 0,
			"least: the equilibrium is not in its neighbourhood")
	}
	demand(sum.Cmp(below) <= 0, "least: more than 1 together")
	return found
}

// corners returns the vertices of a simplex, and the steps from its first action to the others.
func corners(least []*big.Int, support []int, below *big.Int) (vertices, steps [][]*big.Int) {
	rest := new(big.Int).Set(below)
	for _, a := range support {
		rest.Sub(rest, least[a])
	}
	for _, a := range support {
		vertex := zeros(len(least))
		for _, b := range support {
			vertex[b].Set(least[b])
		}
		vertex[a].Add(vertex[a], rest)
		vertices = append(vertices, vertex)
		if a != support[0] {
			step := zeros(len(least))
			step[a].SetInt64(1)
			step[support[0]].SetInt64(-1)
			steps = append(steps, step)
		}
	}
	return vertices, steps
}

// dominant demands that multipliers times every matrix of slopes is strictly diagonally dominant. It returns the sign of
// the determinant of the slopes, all with the other sign: that of the diagonal, times that of the multipliers.
func (l *nashList) dominant(v *value, supports [][]int, vertices, steps [][][]*big.Int) int {
	var low, high [][]*big.Int
	for agent, support := range supports {
		for _, a := range support[1:] {
			gap := make([]*big.Int, len(l.tables[agent][a]))
			for k := range gap {
				gap[k] = new(big.Int).Sub(l.tables[agent][a][k], l.tables[agent][support[0]][k])
			}
			var least, most []*big.Int
			for unknown := range supports {
				for _, step := range steps[unknown] {
					one, two := new(big.Int), new(big.Int)
					if unknown != agent {
						mixes := append([][][]*big.Int{}, vertices...)
						mixes[unknown] = [][]*big.Int{step}
						one, two = extremes(l.against(agent, gap, mixes))
					}
					least, most = append(least, one), append(most, two)
				}
			}
			low, high = append(low, least), append(high, most)
		}
	}
	rows := v.list("multipliers")
	require(len(rows) == len(low), "multipliers: not a square matrix")
	index, factors := 1, make([][]*big.Rat, len(rows))
	for k, row := range rows {
		items := row.list("multipliers")
		require(len(items) == len(low), "multipliers: not a square matrix")
		for _, item := range items {
			factors[k] = append(factors[k], new(big.Rat).SetInt(cellNumber(item)))
		}
		own, rest := new(big.Int), new(big.Int)
		for column := range low {
			least, most := new(big.Int), new(big.Int)
			for e, item := range items {
				by := cellNumber(item)
				one, two := new(big.Int).Mul(by, low[e][column]), new(big.Int).Mul(by, high[e][column])
				if one.Cmp(two) > 0 {
					one, two = two, one
				}
				least.Add(least, one)
				most.Add(most, two)
			}
			if column == k {
				own.Set(least)
				if most.Sign() < 0 {
					own.Neg(most)
				} else { // the diagonal is positive, and with the other sign negative
					index = -index
				}
			} else {
				_, size := extremes([]*big.Int{new(big.Int).Neg(least), most})
				rest.Add(rest, size)
			}
		}
		demand(own.Cmp(rest) > 0, "multipliers: row %d is not diagonally dominant", k+1)
	}
	return index * determinantSign(factors)
}

// determinantSign eliminates upwards from the last column.
func determinantSign(rows [][]*big.Rat) int {
	sign := 1
	for c := len(rows) - 1; c >= 0; c-- {
		at := c
		for at >= 0 && rows[at][c].Sign() == 0 {
			at--
		}
		if at < 0 {
			return 0
		}
		if at != c {
			rows[at], rows[c] = rows[c], rows[at]
			sign = -sign
		}
		sign *= rows[c][c].Sign()
		for k := 0; k < c; k++ {
			share := new(big.Rat).Quo(rows[k][c], rows[c][c])
			for m := 0; m < c; m++ {
				rows[k][m] = new(big.Rat).Sub(rows[k][m], new(big.Rat).Mul(share, rows[c][m]))
			}
		}
	}
	return sign
}

// indices demands that every equilibrium is as it is said to be: strict, quasi-strict, and of which index.
func (l *nashList) indices(v *value) {
	require(len(l.sizes) == len(l.seats), "indices: must be of a game with one view for each seat")
	items := v.list("indices")
	require(len(items) == len(l.points), "indices: must be one for each equilibrium")
	l.regular = make([]bool, len(items))
	for k, item := range items {
		said := item.fields("indices", "strict", "quasi_strict", "index")
		quasi, pure := true, true
		for agent := range l.sizes {
			quasi = l.playsAllBest(l.points[k], agent) && quasi
			used := 0
			for _, c := range l.points[k][agent] {
				if c.minus(new(big.Rat)) > 0 {
					used++
				}
			}
			pure = pure && used == 1
		}
		demand(said["strict"].truthOf("strict") == (quasi && pure), "indices: equilibrium %d: strict is the other", k+1)
		demand(said["quasi_strict"].truthOf("quasi_strict") == quasi, "indices: equilibrium %d: quasi_strict is the other", k+1)
		index := 0
		if quasi && l.around[k] != nil {
			index = l.around[k].index
		}
		if said["index"].kind == null {
			demand(index == 0, "indices: equilibrium %d has index %d", k+1, index)
			continue
		}
		l.regular[k] = true
		claimed := said["index"].integer("an index")
		require(claimed.CmpAbs(big.NewInt(1)) == 0, "indices: an index must be 1, -1 or null")
		demand(claimed.Cmp(big.NewInt(int64(index))) == 0, "indices: equilibrium %d has another index", k+1)
	}
}

// playsAllBest tells whether every action that an agent does not use pays less than those that it uses.
func (l *nashList) playsAllBest(p nashPoint, agent int) bool {
	for _, best := range l.unplayedBest(p, agent) {
		if best {
			return false
		}
	}
	return true
}

// unplayedBest tells of each action of an agent whether it is not used, and pays as much as those that are.
func (l *nashList) unplayedBest(p nashPoint, agent int) []bool {
	f := p.field()
	paid := make([]ratPoly, l.sizes[agent])
	used := -1
	for a := range paid {
		line := make([]ratPoly, len(l.tables[agent][a]))
		for k, x := range l.tables[agent][a] {
			line[k] = trimmed(ratPoly{new(big.Rat).SetInt(x)})
		}
		for k := len(l.sizes) - 1; k >= 0; k-- { // the last agent changes fastest
			if k != agent {
				line = f.expected(line, p[k], "indices")
			}
		}
		paid[a] = line[0]
		if used < 0 && p[agent][a].minus(new(big.Rat)) > 0 {
			used = a
		}
	}
	found := make([]bool, len(paid))
	for a := range paid {
		found[a] = p[agent][a].minus(new(big.Rat)) == 0 && f.vanishes(paid[used].minus(paid[a]))
	}
	return found
}

func extremes(numbers []*big.Int) (least, most *big.Int) {
	least, most = numbers[0], numbers[0]
	for _, n := range numbers[1:] {
		if n.Cmp(least) < 0 {
			least = n
		}
		if n.Cmp(most) > 0 {
			most = n
		}
	}
	return least, most
}

// nashCell is a product of simplices: all vertices, those not left out, payoffs at profiles of vertices. A vertex is
// weights in whole numbers with any sum; a payoff is multiplied by the sums of the vertices that it is for. Payoffs at
// vertices that were left out are of no use, and may be those of a vertex that a cut replaced.
type nashCell struct {
	vertices [][][]*big.Int
	alive    [][]bool
	tables   [][][]*big.Int
}

func (l *nashList) verifyCells(held map[string]*value) {
	items := held["neighbourhoods"].list("neighbourhoods")
	require(len(items) == len(l.points), "neighbourhoods: must be one for each equilibrium")
	for k, item := range items {
		l.around = append(l.around, l.readAround(item, l.points[k], l.counts[k]))
	}
	l.cases = held["cases"].list("cases")
	whole := &nashCell{tables: l.tables}
	for _, size := range l.sizes {
		var own [][]*big.Int
		for a := 0; a < size; a++ {
			vertex := zeros(size)
			vertex[a].SetInt64(1)
			own = append(own, vertex)
		}
		whole.vertices = append(whole.vertices, own)
		alive := make([]bool, size)
		for a := range alive {
			alive[a] = true
		}
		whole.alive = append(whole.alive, alive)
	}
	stack := []*nashCell{whole}
	for len(stack) > 0 {
		cell := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !l.shrink(cell) {
			continue
		}
		demand(l.nextCase < len(l.cases), "cases: a cell is left open")
		item := l.cases[l.nextCase]
		l.nextCase++
		stack = append(stack, l.settle(cell, item)...)
	}
	demand(l.nextCase == len(l.cases), "cases: more than there are cells")
}

// profiles calls visit with the places in a table of an agent at which all vertices are left, and the vertex of each agent.
func (l *nashList) profiles(c *nashCell, agent int, visit func(spot int, at []int)) {
	at := make([]int, len(l.sizes))
	var walk func(k, spot int)
	walk = func(k, spot int) {
		if k == len(l.sizes) {
			visit(spot, at)
			return
		}
		if k == agent {
			walk(k+1, spot)
			return
		}
		for v, alive := range c.alive[k] {
			if alive {
				at[k] = v
				walk(k+1, spot*l.sizes[k]+v)
			}
		}
	}
	walk(0, 0)
}

// shrink leaves out vertices that no equilibrium in a cell uses; false if an agent has none left.
func (l *nashList) shrink(c *nashCell) bool {
	for changed := true; changed; {
		changed = false
		for agent := range l.sizes {
			for a := 0; a < l.sizes[agent]; a++ {
				for b := 0; b < l.sizes[agent]; b++ {
					if a != b && l.exclude(c, agent, a, b) {
						changed = true
					}
				}
			}
			for k := range l.sizes {
				if !anyTrue(c.alive[k]) {
					return false
				}
			}
		}
	}
	return true
}

func anyTrue(flags []bool) bool {
	for _, flag := range flags {
		if flag {
			return true
		}
	}
	return false
}

// exclude leaves out what follows from comparing an action of an agent with another one.
func (l *nashList) exclude(c *nashCell, agent, a, b int) (changed bool) {
	strict, weak := true, true
	ties := make([][]bool, len(l.sizes))
	for k, size := range l.sizes {
		ties[k] = make([]bool, size)
	}
	count := int64(0)
	l.profiles(c, agent, func(spot int, at []int) {
		count++
		sign := c.tables[agent][b][spot].Cmp(c.tables[agent][a][spot])
		weak = weak && sign >= 0
		if sign <= 0 {
			strict = false
			for k, v := range at {
				ties[k][v] = true
			}
		}
	})
	spend(count*int64(len(l.sizes)), "cells")
	always := true
	for v, vertex := range c.vertices[agent] {
		if !c.alive[agent][v] {
			continue
		}
		if vertex[a].Sign() == 0 {
			always = false
		} else if strict {
			c.alive[agent][v] = false
			changed = true
		}
	}
	if strict || !weak || !always {
		return changed
	}
	for k := range l.sizes {
		for v := range c.alive[k] {
			if k != agent && c.alive[k][v] && !ties[k][v] {
				c.alive[k][v] = false
				changed = true
			}
		}
	}
	return changed
}

// settle compares a cell with what is listed, or returns its parts, the second first.
func (l *nashList) settle(c *nashCell, v *value) []*nashCell {
	items := v.list("a case")
	switch len(items) {
	case 1:
		number := items[0].index("a case", len(l.points))
		require(number > 0, "a case: equilibria are numbered from 1")
		demand(l.inside(c, number-1), "case %d: not in the neighbourhood of equilibrium %d", l.nextCase, number)
		return nil
	case 2:
		if items[1].kind == array {
			l.gains(c, items)
			return nil
		}
		require(items[0].index("a case", 0) == 0, "a case: a subset is named after 0")
		number := items[1].index("a case", len(l.subsets))
		require(number > 0, "a case: subsets are numbered from 1")
		demand(l.covered(c, l.subsets[number-1]), "case %d: not in subset %d", l.nextCase, number)
		return nil
	case 3, 5:
		return l.cut(c, items)
	case 4:
		return l.faces(c, items)
	}
	malformed("a case: must have one to five numbers")
	return nil
}

func (l *nashList) inside(c *nashCell, number int) bool {
	n := l.around[number]
	for k := range l.sizes {
		if !l.counts[number][k] {
			continue
		}
		left := 0
		for v, vertex := range c.vertices[k] {
			if !c.alive[k][v] {
				continue
			}
			left++
			sum := weightSum(vertex)
			for a, w := range vertex {
				if n == nil {
					if l.points[number][k][a].minus(new(big.Rat).SetFrac(w, sum)) != 0 {
						return false
					}
				} else if n.least[k][a] == nil {
					if w.Sign() != 0 {
						return false
					}
				} else if new(big.Int).Mul(w, n.below).Cmp(new(big.Int).Mul(n.least[k][a], sum)) < 0 {
					return false
				}
			}
		}
		if n == nil && left != 1 {
			return false
		}
	}
	return true
}

// covered tells whether every combination of a seat's vertices is in a subset.
func (l *nashList) covered(c *nashCell, subset [][][][]*big.Int) bool {
	agent := 0
	for k := range l.seats {
		next := agent
		for next < len(l.owner) && l.owner[next] == k {
			next++
		}
		if !l.combined(c, agent, next, nil, subset[k]) {
			return false
		}
		agent = next
	}
	return true
}

func (l *nashList) combined(c *nashCell, agent, end int, one [][]*big.Int, strategies [][][]*big.Int) bool {
	if agent == end {
		spend(int64(len(strategies)*len(one)), "cells")
		return inSubset(one, strategies)
	}
	for v, vertex := range c.vertices[agent] {
		if c.alive[agent][v] && !l.combined(c, agent+1, end, append(one, vertex), strategies) {
			return false
		}
	}
	return true
}

// inSubset tells whether a strategy is one of some, or between the only two, which differ at one agent.
func inSubset(one [][]*big.Int, strategies [][][]*big.Int) bool {
	for _, other := range strategies {
		if sameStrategy(one, other) {
			return true
		}
	}
	if len(strategies) != 2 {
		return false
	}
	apart := -1
	for k := range one {
		if sameMix(strategies[0][k], strategies[1][k]) {
			if !sameMix(one[k], strategies[0][k]) {
				return false
			}
			continue
		}
		if apart >= 0 {
			return false
		}
		apart = k
	}
	return isMixture(one[apart], [][]*big.Int{strategies[0][apart], strategies[1][apart]})
}

// gains demands that a pure strategy pays a seat more than what is played, at all profiles of vertices.
func (l *nashList) gains(c *nashCell, items []*value) {
	seat := items[0].index("a case", len(l.seats)-1)
	actions := items[1].list("a case")
	require(len(actions) > 0 && len(actions) == len(l.g.sides[seat].cells), "a case: must have an action for each view of a seat")
	first := -1
	deviation := make([][][]*big.Int, len(l.sizes))
	for k, owner := range l.owner {
		deviation[k] = c.vertices[k]
		if owner != seat {
			continue
		}
		if first < 0 {
			first = k
		}
		a := actions[k-first].index("a case", l.sizes[k]-1)
		deviation[k] = make([][]*big.Int, l.sizes[k])
		for v, vertex := range c.vertices[k] { // with the sum of the vertex that it is compared with
			deviation[k][v] = zeros(l.sizes[k])
			deviation[k][v][a] = weightSum(vertex)
		}
	}
	deviating, played := l.paidAt(first, deviation), l.paidAt(first, c.vertices)
	l.profiles(c, -1, func(spot int, at []int) {
		demand(deviating[spot].Cmp(played[spot]) > 0, "case %d: the strategy may not gain", l.nextCase)
	})
}

// paidAt returns what an agent is paid at all profiles of mixes, its own first axis in its place.
func (l *nashList) paidAt(agent int, mixes [][][]*big.Int) []*big.Int {
	profiles := 1
	for _, size := range l.sizes {
		profiles *= size
	}
	line := make([]*big.Int, profiles)
	inner := 1
	for _, size := range l.sizes[agent+1:] {
		inner *= size
	}
	for a, row := range l.tables[agent] {
		for spot, x := range row {
			line[(spot/inner*l.sizes[agent]+a)*inner+spot%inner] = x
		}
	}
	sizes := append([]int{}, l.sizes...)
	for k := range sizes {
		line = ofMixes(line, sizes, k, mixes[k])
		sizes[k] = len(mixes[k])
	}
	return line
}

// isMixture tells whether a vertex is one of some mixes, or between the only two.
func isMixture(vertex []*big.Int, mixes [][]*big.Int) bool {
	for _, mix := range mixes {
		if sameMix(vertex, mix) {
			return true
		}
	}
	if len(mixes) != 2 {
		return false
	}
	var share *big.Rat
	sums := [3]*big.Int{weightSum(vertex), weightSum(mixes[0]), weightSum(mixes[1])}
	for a := range vertex {
		here := new(big.Rat).SetFrac(vertex[a], sums[0])
		one := new(big.Rat).SetFrac(mixes[0][a], sums[1])
		way := new(big.Rat).Sub(new(big.Rat).SetFrac(mixes[1][a], sums[2]), one)
		here.Sub(here, one)
		if way.Sign() == 0 {
			if here.Sign() != 0 {
				return false
			}
			continue
		}
		here.Quo(here, way)
		if share != nil && share.Cmp(here) != 0 {
			return false
		}
		share = here
	}
	return share != nil && share.Sign() >= 0 && share.Cmp(big.NewRat(1, 1)) <= 0
}

func (l *nashList) cut(c *nashCell, items []*value) []*nashCell {
	agent := items[0].index("a case", len(l.sizes)-1)
	one, two := items[1].index("a case", l.sizes[agent]-1), items[2].index("a case", l.sizes[agent]-1)
	p, q := big.NewInt(1), big.NewInt(1)
	if len(items) == 5 {
		p, q = cellNumber(items[3]), cellNumber(items[4])
	}
	require(p.Sign() > 0 && q.Sign() > 0, "a case: weights must be positive")
	demand(one != two && c.alive[agent][one] && c.alive[agent][two], "case %d: the cell has no such edge", l.nextCase)
	first, second := c.vertices[agent][one], c.vertices[agent][two]
	a, b := weightSum(first), weightSum(second)
	common := new(big.Int).GCD(nil, nil, a, b)
	p = new(big.Int).Mul(p, new(big.Int).Quo(b, common))
	q = new(big.Int).Mul(q, new(big.Int).Quo(a, common))
	bits, entries := l.measure(c)
	require(bits+new(big.Int).Add(p, q).BitLen() <= cellBits, "a case: the numbers of a cell grow too long")
	spend(2*entries*int64(1+bits/64), "cells")
	fresh := make([]*big.Int, len(first))
	for action := range fresh {
		fresh[action] = weighted(p, first[action], q, second[action])
	}
	parts := []*nashCell{c.copied(), c.copied()}
	gone := []int{one, two} // the second part is taken from the stack last
	for n, part := range parts {
		part.vertices = append([][][]*big.Int{}, c.vertices...)
		part.vertices[agent] = append([][]*big.Int{}, c.vertices[agent]...)
		part.vertices[agent][gone[n]] = fresh
		part.tables = append([][][]*big.Int{}, c.tables...)
		for k, table := range c.tables {
			if k == agent {
				continue
			}
			part.tables[k] = make([][]*big.Int, len(table))
			for own := range table {
				part.tables[k][own] = append([]*big.Int{}, table[own]...)
			}
		}
	}
	for k, table := range c.tables {
		if k == agent {
			continue
		}
		stride := 1
		for other := agent + 1; other < len(l.sizes); other++ {
			if other != k {
				stride *= l.sizes[other]
			}
		}
		l.profiles(c, k, func(spot int, at []int) {
			if at[agent] != one {
				return
			}
			there := spot + (two-one)*stride
			for own, line := range table {
				paid := weighted(p, line[spot], q, line[there])
				parts[0].tables[k][own][spot] = paid
				parts[1].tables[k][own][there] = paid
			}
		})
	}
	return parts
}

// weighted is the sum of two numbers times factors.
func weighted(p, x, q, y *big.Int) *big.Int {
	return new(big.Int).Add(new(big.Int).Mul(p, x), new(big.Int).Mul(q, y))
}

// measure returns the bits of the longest payoff and vertex's sum of a cell, and how many payoffs there are, at the
// vertices that are left.
func (l *nashList) measure(c *nashCell) (bits int, entries int64) {
	for k, own := range c.vertices {
		for v, vertex := range own {
			if c.alive[k][v] {
				bits = max(bits, weightSum(vertex).BitLen())
			}
		}
	}
	for k, table := range c.tables {
		l.profiles(c, k, func(spot int, at []int) {
			for _, line := range table {
				bits = max(bits, line[spot].BitLen())
				entries++
			}
		})
	}
	return bits, entries
}

// faces returns two faces of a cell that have all its equilibria, the second first.
func (l *nashList) faces(c *nashCell, items []*value) []*nashCell {
	agent := items[0].index("a case", len(l.sizes)-1)
	a, b := items[1].index("a case", l.sizes[agent]-1), items[2].index("a case", l.sizes[agent]-1)
	other := items[3].index("a case", len(l.sizes)-1)
	require(agent != other, "a case: a branch names two agents")
	more := make([]bool, l.sizes[other])
	for v := range more {
		more[v] = true
	}
	l.profiles(c, agent, func(spot int, at []int) {
		sign := c.tables[agent][b][spot].Cmp(c.tables[agent][a][spot])
		demand(sign >= 0, "case %d: an action may be worse", l.nextCase)
		more[at[other]] = more[at[other]] && sign > 0
	})
	first, second := c.copied(), c.copied()
	for v, vertex := range c.vertices[agent] {
		first.alive[agent][v] = first.alive[agent][v] && vertex[a].Sign() == 0
	}
	for v := range more {
		second.alive[other][v] = second.alive[other][v] && !more[v]
	}
	return []*nashCell{second, first}
}

// copied returns a cell of the same vertices, which can be left out.
func (c *nashCell) copied() *nashCell {
	out := &nashCell{vertices: c.vertices, tables: c.tables}
	for _, alive := range c.alive {
		out.alive = append(out.alive, append([]bool{}, alive...))
	}
	return out
}
