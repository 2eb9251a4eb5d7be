package main

// What a tree of section 15 finds: sets of equilibria, each by its extreme ones.

import "math/big"

// pairEquilibrium is an equilibrium: the chance of each choice of both seats.
type pairEquilibrium struct{ chances [2][]quotient }

// set is what is found at one case: a cube of open choices of the second seat, and the gains of the first on it.
type set struct {
	*choiceTree
	cube   []int   // the open choices
	gains  []onSet // of each choice of the first seat
	mixed  int     // the choice with a true mix, -1 if none has one
	action []int   // of the others, 0 or 1
	points []setPoint
}

// onSet is a gain of the first seat by the open chances.
type onSet struct {
	base  poly
	slope []poly
}

// setPoint is a point of a cube: a corner, or one inside an edge, at which the choice numbered edge has a chance.
type setPoint struct {
	corner []bool
	edge   int // -1 at a corner
	chance quotient
}

// find demands that a case holds a set of equilibria as section 15 says, and keeps its extreme ones.
func (t *choiceTree) find(v *value) {
	told := v.integer("found")
	demand(told.Sign() >= 0 && told.Cmp(big.NewInt(mostTrees)) < 0, "found: the numbers must be 0, 1 and so on")
	number := int(told.Int64())
	_, twice := t.found[number]
	demand(!twice, "found: %d is there twice", number)
	s := &set{choiceTree: t, mixed: -1, cube: t.opened(1)}
	demand(len(t.opened(0)) == 0, "found: a chance of %s is open", t.seats[0])
	for at, due := range t.state.constraints[1] {
		demand(due != mustMix, "found: %q of %s must mix", t.view(1, at), t.seats[1])
	}
	demand(len(s.cube) <= mostOpen, "found: more choices are indifferent than I look at")
	s.classify()
	s.indifferent()
	s.restrict()
	if s.mixed >= 0 {
		s.crossed(s.mixed)
		for _, p := range s.points {
			demand(s.fitsAt(p), "found: a gain of %s does not fit at an extreme equilibrium", t.seats[0])
		}
	} else {
		s.bounded()
	}
	demand(len(s.points) > 0, "found: there is no equilibrium")
	for _, p := range s.points {
		t.spend(4*(len(t.choices[0])+len(t.choices[1])), 0)
		t.found[number] = append(t.found[number], s.at(p))
	}
}

// classify demands that each chance of the first seat is 0 or 1, or strictly between with the constraint to mix.
func (s *set) classify() {
	for at, chance := range s.state.chances[0] {
		if s.state.constraints[0][at] != mustMix {
			s.action = append(s.action, actionOf(chance))
			continue
		}
		demand(s.mixed < 0, "found: two chances of %s are mixes", s.seats[0])
		demand(s.span.positive(chance.above) && s.span.positive(chance.below.sub(chance.above)),
			"found: a mix of %s is not strictly between 0 and 1", s.seats[0])
		s.mixed = at
		s.action = append(s.action, -1)
	}
}

// indifferent demands that the second seat's open choices gain 0, and its others fit their actions.
func (s *set) indifferent() {
	for at, chance := range s.state.chances[1] {
		gain := s.gainOfSecond(at, -1, never).above
		if chance == nil {
			demand(s.span.vanishes(gain), "found: %s gains at the open choice %q", s.seats[1], s.view(1, at))
		} else {
			demand(s.span.fits(gain, actionOf(chance)), "found: the gain at %q does not fit", s.view(1, at))
		}
	}
}

func actionOf(chance *quotient) int {
	if chance.above.zero() {
		return 0
	}
	return 1
}

// restrict writes the gains of the first seat by the open chances.
func (s *set) restrict() {
	place := map[int]int{}
	for k, at := range s.cube {
		place[at] = k
	}
	for _, one := range s.choices[0] {
		s.spend(1+len(one.gain.parts), 0)
		here := onSet{one.gain.alone, make([]poly, len(s.cube))}
		for _, p := range one.gain.parts {
			if k, open := place[p.of]; open {
				here.slope[k] = p.p
			} else if actionOf(s.state.chances[1][p.of]) == 1 {
				here.base = here.base.add(p.p)
			}
		}
		s.gains = append(s.gains, here)
	}
}

// corners are those of the cube, in the order of binary numbers, the first open choice being the highest digit.
func (s *set) corners() (found [][]bool) {
	size := len(s.cube)
	for number := 0; number < 1<<size; number++ {
		corner := make([]bool, size)
		for k := range corner {
			corner[k] = number>>(size-1-k)&1 == 1
		}
		found = append(found, corner)
	}
	return found
}

// value is a gain at a corner, with another action at one of the open choices where but is not -1.
func (s *set) value(gain onSet, corner []bool, but int, second bool) poly {
	s.spend(1+len(corner), 0)
	total := gain.base
	for k, up := range corner {
		if k == but {
			up = second
		}
		if up {
			total = total.add(gain.slope[k])
		}
	}
	return total
}

// inner are the points strictly inside edges at which a gain is 0, by the open choice and then by the others.
func (s *set) inner(gain onSet) (found []setPoint) {
	for k := range s.cube {
		for _, corner := range s.corners() {
			if corner[k] {
				continue
			}
			low, high := s.value(gain, corner, k, false), s.value(gain, corner, k, true)
			one, same := s.span.sign(low)
			two, also := s.span.sign(high)
			demand(same && also, "found: a gain of %s without a sign at a corner", s.seats[0])
			if one*two >= 0 {
				continue
			}
			if one < 0 {
				low, high = low.neg(), high.neg()
			}
			found = append(found, setPoint{corner, k, quotient{low, low.sub(high)}})
		}
	}
	return found
}

// crossed collects the points of the cube's edges at which the gain of the true mix is 0.
func (s *set) crossed(mixed int) {
	gain := s.gains[mixed]
	for _, corner := range s.corners() {
		sign, same := s.span.sign(s.value(gain, corner, -1, false))
		demand(same, "found: a gain of %s without a sign at a corner", s.seats[0])
		if sign == 0 {
			s.points = append(s.points, setPoint{corner, -1, never})
		}
	}
	s.points = append(s.points, s.inner(gain)...)
}

// bounded collects the corners at which all gains of the first seat fit; where one does not fit at every corner,
// the points inside edges at which it is 0 too.
func (s *set) bounded() {
	var loose []int
	fitting := map[int]bool{}
	corners := s.corners()
	for number := range corners {
		fitting[number] = true
	}
	for at, gain := range s.gains {
		everywhere := true
		for number, corner := range corners {
			value := s.value(gain, corner, -1, false)
			_, same := s.span.sign(value)
			demand(same, "found: a gain of %s without a sign at a corner", s.seats[0])
			if !s.span.fits(value, s.action[at]) {
				everywhere, fitting[number] = false, false
			}
		}
		if !everywhere {
			loose = append(loose, at)
		}
	}
	demand(len(loose) <= 1 || len(s.cube) == 1, "found: a set with more bounds than I work out")
	for number, corner := range corners {
		if fitting[number] {
			s.points = append(s.points, setPoint{corner, -1, never})
		}
	}
	for _, at := range loose {
		for _, p := range s.inner(s.gains[at]) {
			if s.fitsAt(p) {
				s.points = append(s.points, p)
			}
		}
	}
}

// fitsAt tells whether the gains of the first seat fit its chances at a point, that of a true mix aside; each must
// have a sign there.
func (s *set) fitsAt(p setPoint) bool {
	fitting := true
	for at, gain := range s.gains {
		if at == s.mixed {
			continue
		}
		value := s.gainAt(gain, p)
		_, same := s.span.sign(value)
		demand(same, "found: a gain of %s without a sign at an extreme equilibrium", s.seats[0])
		fitting = fitting && s.span.fits(value, s.action[at])
	}
	return fitting
}

// gainAt is a gain at a point, times a positive number.
func (s *set) gainAt(gain onSet, p setPoint) poly {
	if p.edge < 0 {
		return s.value(gain, p.corner, -1, false)
	}
	low := s.value(gain, p.corner, p.edge, false)
	return low.mul(p.chance.below).add(gain.slope[p.edge].mul(p.chance.above))
}

// at is the equilibrium at a point.
func (s *set) at(p setPoint) (found pairEquilibrium) {
	for k := range found.chances {
		for _, chance := range s.state.chances[k] {
			if chance == nil {
				chance = &never
			}
			found.chances[k] = append(found.chances[k], *chance)
		}
	}
	for k, at := range s.cube {
		if p.corner[k] {
			found.chances[1][at] = always
		}
		if k == p.edge {
			found.chances[1][at] = p.chance
		}
	}
	return found
}

// different demands that no extreme equilibrium is found twice.
func (t *choiceTree) different(sets [][]pairEquilibrium) {
	all := flat(sets)
	for k, one := range all {
		for _, other := range all[:k] {
			t.spend(len(t.choices[0])+len(t.choices[1]), 0)
			demand(!t.equal(0, one, other) || !t.equal(1, one, other), "found: an equilibrium is found twice")
		}
	}
}

// equal tells whether a seat plays the same in two equilibria.
func (t *choiceTree) equal(seat int, one, other pairEquilibrium) bool {
	for at, chance := range one.chances[seat] {
		if !t.span.same(chance, other.chances[seat][at]) {
			return false
		}
	}
	return true
}

// ---- what is said of them

// alone tells whether a seat plays the same in all equilibria: in all extreme ones, and with no mean of several
// views strictly between 0 and 1.
func (t *choiceTree) alone(seat int, all []pairEquilibrium) bool {
	for _, one := range all {
		if !t.equal(seat, one, all[0]) {
			return false
		}
	}
	for at, chance := range all[0].chances[seat] {
		several := len(t.choices[seat][at].cells) > 1
		if several && !t.span.same(chance, never) && !t.span.same(chance, always) {
			return false
		}
	}
	return true
}

// claimed demands what is claimed of a seat: null claims nothing.
func (t *choiceTree) claimed(seat int, claimed claim, all []pairEquilibrium) {
	demand(claimed == open || (claimed == yes) == t.alone(seat, all), "unique: not so of %s", t.seats[seat])
}

// payoffs are what both seats are paid in an equilibrium.
func (t *choiceTree) payoffs(one pairEquilibrium) (found [2]quotient) {
	var weights [2][]poly
	var below [2]poly
	for k := range weights {
		weights[k], below[k] = t.weights(k, one)
	}
	sums := [2]poly{}
	t.spend(len(t.choiceGame.payoffs)*len(below[0])*len(below[1]), longestBits(below[0])+longestBits(below[1]))
	for _, entry := range t.choiceGame.payoffs {
		both := weights[0][entry.at[0]].mul(weights[1][entry.at[1]])
		for k := range sums {
			sums[k] = sums[k].add(entry.pay[k].mul(both))
		}
	}
	for k := range found {
		found[k] = quotient{sums[k], t.below[k].mul(below[0]).mul(below[1])}
	}
	return found
}

// weights are those of a seat's sequences, over one polynomial.
func (t *choiceTree) weights(seat int, one pairEquilibrium) (tops []poly, below poly) {
	below = whole(1)
	for _, chance := range one.chances[seat] {
		if !chance.below.equal(whole(1)) {
			demand(below.equal(whole(1)), "found: two chances of %s are true mixes", t.seats[seat])
			below = chance.below
		}
	}
	tops = append(tops, below)
	for _, at := range t.chosen[seat] {
		chance := one.chances[seat][at]
		top := chance.above
		if chance.below.equal(whole(1)) {
			top = top.mul(below)
		}
		tops = append(tops, below.sub(top), top)
	}
	return tops, below
}

// dimension is that of a set: the rank of the differences of its extreme equilibria, and n - 1 for each choice of
// n views whose chance is not 0 in all, nor 1 in all.
func (t *choiceTree) dimension(set []pairEquilibrium) int {
	free := 0
	rows := make([][]*big.Rat, len(set))
	for k := range t.choices {
		for at, one := range t.choices[k] {
			if n := len(one.cells); n > 1 && t.varies(k, at, set) {
				free += n - 1
			}
			if t.constant(k, at, set) {
				continue
			}
			first := ratio(set[0].chances[k][at])
			for number, e := range set {
				rows[number] = append(rows[number], new(big.Rat).Sub(ratio(e.chances[k][at]), first))
			}
		}
	}
	return free + rankOf(rows)
}

// constant tells whether a choice has one chance in a set.
func (t *choiceTree) constant(seat, at int, set []pairEquilibrium) bool {
	for _, e := range set {
		if !t.span.same(e.chances[seat][at], set[0].chances[seat][at]) {
			return false
		}
	}
	return true
}

func (t *choiceTree) varies(seat, at int, set []pairEquilibrium) bool {
	zero, one := true, true
	for _, e := range set {
		zero = zero && t.span.same(e.chances[seat][at], never)
		one = one && t.span.same(e.chances[seat][at], always)
	}
	return !zero && !one
}

// ratio is a quotient of numbers.
func ratio(q quotient) *big.Rat {
	if q.above.zero() {
		return new(big.Rat)
	}
	return new(big.Rat).SetFrac(q.above[0], q.below[0])
}

func rankOf(rows [][]*big.Rat) (rank int) {
	for c := 0; len(rows) > 0 && c < len(rows[0]); c++ {
		pivot := rank
		for pivot < len(rows) && rows[pivot][c].Sign() == 0 {
			pivot++
		}
		if pivot == len(rows) {
			continue
		}
		rows[rank], rows[pivot] = rows[pivot], rows[rank]
		for _, row := range rows[rank+1:] {
			factor := new(big.Rat).Quo(row[c], rows[rank][c])
			for k := c; k < len(row); k++ {
				row[k].Sub(row[k], new(big.Rat).Mul(factor, rows[rank][k]))
			}
		}
		rank++
	}
	return rank
}
