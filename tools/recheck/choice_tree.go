package main

// The tree of cases of a game of binary choices (section 15).

import "math/big"

// constraint is what an equilibrium of a case asks of a gain: not positive, 0, or not negative.
type constraint byte

const (
	unconstrained constraint = iota
	takesFirst
	mustMix
	takesSecond
)

var (
	never  = quotient{poly{}, whole(1)}
	always = quotient{whole(1), whole(1)}
)

// state is what a case knows: of each choice its chance (of the second seat 0 or 1), nil where it is open.
type state struct {
	chances     [2][]*quotient
	constraints [2][]constraint
	low         quotient // the ends of what is open, where just one chance of the first seat is
	high        quotient
}

// choiceTree is a tree as it is gone through, with what it finds.
type choiceTree struct {
	*choiceGame
	span  span
	state state
	found map[int][]pairEquilibrium
}

// readTree goes through a tree and returns the extreme equilibria of each set that it finds.
func (g *choiceGame) readTree(v *value, s span) (*choiceTree, [][]pairEquilibrium) {
	t := &choiceTree{choiceGame: g, span: s, found: map[int][]pairEquilibrium{}}
	for k := range g.below {
		demand(s.positive(g.below[k]), "the denominator of the payoffs is not positive")
	}
	t.state.low, t.state.high = never, always
	for k := range g.choices {
		t.state.chances[k] = make([]*quotient, len(g.choices[k]))
		t.state.constraints[k] = make([]constraint, len(g.choices[k]))
	}
	t.walk(v)
	sets := make([][]pairEquilibrium, len(t.found))
	for number, set := range t.found {
		demand(number < len(sets), "found: the numbers must be 0, 1 and so on")
		sets[number] = set
	}
	demand(len(sets) > 0, "a tree that finds no equilibrium")
	t.different(sets)
	return t, sets
}

func (t *choiceTree) walk(v *value) {
	t.cases++
	t.spend(1, 0)
	demand(t.cases <= mostTrees, "more cases than I go through")
	has := v.fields("a case", "?dead", "?split", "?cut", "?found", "?outside", "?settled")
	count := 0
	for _, key := range []string{"dead", "split", "cut", "found", "outside"} {
		if has[key] != nil {
			count++
		}
	}
	require(count == 1, "a case: must have one of dead, split, cut, found")
	if has["settled"] != nil {
		defer t.undo(t.settle(has["settled"]))
	}
	switch {
	case has["outside"] != nil:
		refuse("outside: not at a cut, or beside what is settled")
	case has["dead"] != nil:
		t.dead(has["dead"])
	case has["split"] != nil:
		t.split(has["split"])
	case has["cut"] != nil:
		t.cut(has["cut"])
	default:
		t.find(has["found"])
	}
}

// spend counts terms of gains that are added up, more where their numbers are long.
func (t *choiceTree) spend(terms, longest int) {
	t.work.spend(int64(terms) * int64(t.terms) * int64(1+longest/1000))
}

func (t *choiceTree) isOpen(seat, at int) bool { return t.state.chances[seat][at] == nil }

func (t *choiceTree) isFree(seat, at int) bool {
	return t.isOpen(seat, at) && t.state.constraints[seat][at] == unconstrained
}

// opened are the open choices of a seat.
func (t *choiceTree) opened(seat int) (found []int) {
	for at := range t.state.chances[seat] {
		if t.isOpen(seat, at) {
			found = append(found, at)
		}
	}
	return found
}

// isSure tells whether a chance is that of an action taken; the point of a cut is not, even where it is 0 or 1.
func isSure(chance *quotient) bool { return chance == &never || chance == &always }

func sure(action int) *quotient {
	if action == 1 {
		return &always
	}
	return &never
}

// ---- multiples of gains

// readMultiples reads {view: whole, ...} of choices of a seat, none 0.
func (t *choiceTree) readMultiples(v *value, seat int) map[int]*big.Int {
	found := map[int]*big.Int{}
	require(len(v.byKey("multiples")) > 0, "multiples: must not be empty")
	for view, one := range v.byKey("multiples") {
		at, known := t.byView[seat][view]
		require(known, "multiples: %q is no choice of %s", view, t.seats[seat])
		found[at] = one.whole("multiples")
		require(found[at].Sign() != 0, "multiples: one is 0")
	}
	return found
}

// notPositive tells whether a multiple of a gain is not positive, by the constraint of its choice.
func (t *choiceTree) notPositive(seat, at int, multiple *big.Int) bool {
	switch t.state.constraints[seat][at] {
	case takesFirst:
		return multiple.Sign() > 0
	case takesSecond:
		return multiple.Sign() < 0
	case mustMix:
		return true
	}
	return false
}

// positive tells whether multiples of gains of a seat are positive together, whatever the open choices are.
func (t *choiceTree) positive(seat int, multiples map[int]*big.Int) bool {
	total, byFoe := poly{}, map[int]poly{}
	for at, multiple := range multiples {
		own := t.choices[seat][at].gain
		t.spend(1+len(own.parts), multiple.BitLen())
		total = total.add(own.alone.scale(multiple))
		for _, one := range own.parts {
			if chance := t.state.chances[1-seat][one.of]; chance != nil && !isSure(chance) {
				return false
			}
			byFoe[one.of] = byFoe[one.of].add(one.p.scale(multiple))
		}
	}
	for _, one := range sorted(byFoe) {
		counts := false
		if chance := t.state.chances[1-seat][one.of]; chance != nil {
			counts = actionOf(chance) == 1
		} else {
			sign, same := t.span.sign(one.p)
			if !same {
				return false
			}
			counts = sign < 0
		}
		if counts {
			total = total.add(one.p)
		}
	}
	return t.span.positive(total)
}

// ---- cases

func (t *choiceTree) dead(v *value) {
	two := v.list("dead")
	require(len(two) == 2, "dead: must be a seat and multiples")
	seat := t.seatNamed(two[0], "dead")
	multiples := t.readMultiples(two[1], seat)
	for at, multiple := range multiples {
		demand(t.notPositive(seat, at, multiple), "dead: a multiple of the gain at %q may be positive", t.view(seat, at))
	}
	demand(t.positive(seat, multiples), "dead: the multiples are not positive")
}

func (t *choiceTree) split(v *value) {
	five := v.list("split")
	require(len(five) == 5, "split: must be a seat, a view and three cases")
	seat := t.seatNamed(five[0], "split")
	at := t.choiceNamed(five[1], seat, "split")
	demand(t.isFree(seat, at), "split: %q is not open, or has a constraint", t.view(seat, at))
	chance, due := &t.state.chances[seat][at], &t.state.constraints[seat][at]
	for k, one := range five[2:] {
		*due = []constraint{takesFirst, mustMix, takesSecond}[k]
		*chance = []*quotient{&never, nil, &always}[k]
		t.walk(one)
	}
	*chance, *due = nil, unconstrained
}

func (t *choiceTree) cut(v *value) {
	four := v.list("cut")
	require(len(four) == 4, "cut: must be a view and three cases")
	foe := t.choiceNamed(four[0], 1, "cut")
	left := t.opened(0)
	demand(len(left) == 1 && t.state.constraints[0][left[0]] == mustMix, "cut: not just one chance of %s is open, and mixed", t.seats[0])
	at := left[0]
	point := t.zeroOf(foe, at)
	low, high := t.state.low, t.state.high
	t.state.high = point
	t.walk(four[1])
	t.state.high = high
	if !t.isOutside(four[2], point) {
		t.state.chances[0][at] = &point
		t.walk(four[2])
		t.state.chances[0][at] = nil
	}
	t.state.low = point
	t.walk(four[3])
	t.state.low = low
}

// zeroOf is the chance of a choice of the first seat, the only open one, at which a gain of the second is 0.
func (t *choiceTree) zeroOf(foe, at int) quotient {
	for _, one := range t.choices[1][foe].gain.parts {
		if one.of != at {
			continue
		}
		sign, same := t.span.sign(one.p)
		demand(same && sign != 0, "cut: the part of %q has no sign", t.view(1, foe))
		rest := t.gainOfSecond(foe, at, never)
		above, below := rest.above.neg(), rest.below.mul(one.p)
		if sign < 0 {
			above, below = above.neg(), below.neg()
		}
		return quotient{above, below}
	}
	refuse("cut: the gain at %q has no part of the open chance", t.view(1, foe))
	return quotient{}
}

// isOutside reads {"outside": true}, and demands then that the point is not a chance strictly between 0 and 1.
func (t *choiceTree) isOutside(v *value, point quotient) bool {
	v.expect(object, "a case")
	if len(v.keys) != 1 || v.keys[0] != "outside" {
		return false
	}
	require(v.items[0].truthOf("outside"), "outside: must be true")
	outside := t.span.fits(point.above, 0) || t.span.fits(point.below.sub(point.above), 0)
	demand(outside, "outside: the point of the cut may be a chance")
	return true
}

// gainOfSecond is the gain at a choice of the second seat where all chances of the first are known but that of
// one choice (-1: none), which is given.
func (t *choiceTree) gainOfSecond(at, but int, chance quotient) quotient {
	own := t.choices[1][at].gain
	total := quotient{own.alone, whole(1)}
	t.spend(1+len(own.parts), longestBits(chance.above)+longestBits(chance.below))
	for _, one := range own.parts {
		q := chance
		if one.of != but {
			q = *t.state.chances[0][one.of]
		}
		total = total.plus(one.p, q)
	}
	return total
}

// plus adds a polynomial times a chance.
func (q quotient) plus(p poly, chance quotient) quotient {
	if chance.above.zero() {
		return q
	}
	if chance.below.isConst() && chance.below[0].IsInt64() && chance.below[0].Int64() == 1 {
		return quotient{q.above.add(p.mul(chance.above).mul(q.below)), q.below}
	}
	return quotient{q.above.mul(chance.below).add(p.mul(chance.above).mul(q.below)), q.below.mul(chance.below)}
}

// ---- what is settled

type settled struct{ seat, at int }

// settle goes through rounds, and returns what they have settled.
func (t *choiceTree) settle(v *value) (done []settled) {
	rounds := v.list("settled")
	require(len(rounds) > 0, "settled: must not be empty")
	for _, round := range rounds {
		two := round.list("settled")
		require(len(two) == 2, "settled: a round must be a seat and its choices")
		seat := t.seatNamed(two[0], "settled")
		actions := map[int]int{}
		told := two[1].byKey("settled")
		require(len(told) > 0, "settled: a round without choices")
		for view, why := range told {
			at, known := t.byView[seat][view]
			require(known, "settled: %q is no choice of %s", view, t.seats[seat])
			demand(t.isFree(seat, at), "settled: %q is not open, or has a constraint", view)
			actions[at] = t.reason(seat, at, why)
		}
		for at, action := range actions {
			t.state.chances[seat][at] = sure(action)
			done = append(done, settled{seat, at})
		}
	}
	return done
}

func (t *choiceTree) undo(done []settled) {
	for _, one := range done {
		t.state.chances[one.seat][one.at] = nil
	}
}

// reason demands that a choice takes an action in every equilibrium of the case, and returns it.
func (t *choiceTree) reason(seat, at int, v *value) int {
	if v.kind != array {
		action := t.actionAt(v, seat, at)
		demand(seat == 1, "settled: a choice of %s without multiples", t.seats[0])
		demand(t.strict(at, action), "settled: the gain at %q is not shown", t.view(1, at))
		return action
	}
	require(len(v.items) == 2, "settled: must be an action and multiples")
	action := t.actionAt(v.items[0], seat, at)
	multiples := t.readMultiples(v.items[1], seat)
	demand(multiples[at] != nil, "settled: no multiple of the own gain at %q", t.view(seat, at))
	for other, multiple := range multiples {
		if other == at {
			demand((multiple.Sign() > 0) == (action == 1), "settled: the own multiple at %q has the wrong sign", t.view(seat, at))
			continue
		}
		demand(t.notPositive(seat, other, multiple), "settled: a multiple of the gain at %q may be positive", t.view(seat, other))
	}
	demand(t.positive(seat, multiples), "settled: the multiples at %q are not positive", t.view(seat, at))
	return action
}

// strict tells whether the gain at a choice of the second seat is positive (action 1) or negative (0).
func (t *choiceTree) strict(at, action int) bool {
	want := 2*action - 1
	t.spend(1+len(t.state.chances[0])/8, 0)
	left := t.opened(0)
	if len(left) == 0 {
		sign, same := t.span.sign(t.gainOfSecond(at, -1, never).above)
		return same && sign == want
	}
	if len(left) == 1 && t.state.constraints[0][left[0]] == mustMix {
		return t.strictBetween(at, left[0], want)
	}
	return t.strictAtCorners(at, want)
}

// strictBetween looks at both ends of the one chance that is open.
func (t *choiceTree) strictBetween(at, left, want int) bool {
	reached := false
	for _, end := range []quotient{t.state.low, t.state.high} {
		sign, same := t.span.sign(t.gainOfSecond(at, left, end).above)
		if !same || sign == -want {
			return false
		}
		reached = reached || sign == want
	}
	return reached
}

// strictAtCorners looks at the corners of the open chances at which the gain can be least (greatest).
func (t *choiceTree) strictAtCorners(at, want int) bool {
	own := t.choices[1][at].gain
	t.spend(1+len(own.parts), 0)
	total := quotient{own.alone, whole(1)}
	var unsigned []poly
	for _, one := range own.parts {
		if chance := t.state.chances[0][one.of]; chance != nil {
			total = total.plus(one.p, *chance)
			continue
		}
		sign, same := t.span.sign(one.p)
		if !same {
			unsigned = append(unsigned, one.p)
		} else if sign == -want {
			total = total.plus(one.p, always)
		}
	}
	demand(len(unsigned) <= mostUnsigned, "a gain of more parts without a sign than I look at")
	for corner := 0; corner < 1<<len(unsigned); corner++ {
		t.spend(1+len(unsigned), 0)
		here := total
		for k, p := range unsigned {
			if corner>>k&1 == 1 {
				here = here.plus(p, always)
			}
		}
		if sign, same := t.span.sign(here.above); !same || sign != want {
			return false
		}
	}
	return true
}
