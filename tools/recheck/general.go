package main

// Games of section 13, in which each seat is paid its own: forms, best replies, what comes up.

import "math/big"

type ownEntry struct {
	at  [2]int      // the sequences
	pay [2]*big.Int // to each seat, over its own denominator
}

type generalGame struct {
	sides        [2]side
	denominators [2]*big.Int
	payoffs      []ownEntry
	bimatrix     bool
}

func (g *generalGame) seats() [2]string { return [2]string{g.sides[0].seat, g.sides[1].seat} }

func (g *generalGame) kind() string {
	if g.bimatrix {
		return "bimatrix"
	}
	return "general"
}

func readGeneralForm(v *value, seats [2]string) *generalGame {
	called := v.byKey("form")["kind"]
	require(called != nil, "form: its kind is missing")
	switch called.string("kind") {
	case "bimatrix":
		return readBimatrix(v, seats)
	case "general":
		return readGeneralTree(v, seats)
	}
	malformed("form: its kind must be bimatrix or general")
	return nil
}

func readDenominators(v *value) (found [2]*big.Int) {
	two := v.list("denominators")
	require(len(two) == 2, "denominators: must be two")
	for k, one := range two {
		found[k] = one.whole("denominators")
		require(found[k].Sign() > 0, "denominators: one is not positive")
	}
	return found
}

func readGeneralTree(v *value, seats [2]string) *generalGame {
	has := v.fields("form", "kind", "cells", "denominators", "payoffs")
	g := &generalGame{sides: readSides(has["cells"], seats), denominators: readDenominators(has["denominators"])}
	seen := map[[2]int]bool{}
	for _, item := range has["payoffs"].list("payoffs") {
		four := item.list("a payoff")
		require(len(four) == 4, "a payoff: must be [i, j, amount, amount]")
		var one ownEntry
		for k := range one.at {
			one.at[k] = four[k].index("a sequence in payoffs", g.sides[k].size-1)
			one.pay[k] = four[2+k].whole("a payoff")
		}
		require(!seen[one.at], "the pair %v is paid twice", one.at)
		seen[one.at] = true
		g.payoffs = append(g.payoffs, one)
	}
	return g
}

func readBimatrix(v *value, seats [2]string) *generalGame {
	has := v.fields("form", "kind", "rows", "columns", "denominators", "payoffs")
	g := &generalGame{bimatrix: true, denominators: readDenominators(has["denominators"])}
	for k, key := range []string{"rows", "columns"} {
		g.sides[k] = side{seat: seats[k], size: 1}
		g.sides[k].add("-", has[key].names(key), 0)
	}
	two := has["payoffs"].list("payoffs")
	require(len(two) == 2, "payoffs: must be two matrices")
	one, other := readTable(two[0], g.sides), readTable(two[1], g.sides)
	for i := range one {
		for j := range one[i] {
			g.payoffs = append(g.payoffs, ownEntry{[2]int{i + 1, j + 1}, [2]*big.Int{one[i][j], other[i][j]}})
		}
	}
	return g
}

// readTable reads a matrix with as many rows as the first seat has actions, each as long as the second's.
func readTable(v *value, sides [2]side) [][]*big.Int {
	rows := v.list("payoffs")
	require(len(rows) == sides[0].size-1, "payoffs: one row for each of rows")
	found := make([][]*big.Int, len(rows))
	for i, row := range rows {
		items := row.list("payoffs")
		require(len(items) == sides[1].size-1, "payoffs: each row as long as columns")
		for _, item := range items {
			found[i] = append(found[i], item.whole("a payoff"))
		}
	}
	return found
}

// table returns what a seat is paid by actions of a bimatrix: its own by those of the other.
func (g *generalGame) table(seat int) [][]*big.Int {
	found := make([][]*big.Int, g.sides[seat].size-1)
	for i := range found {
		found[i] = zeros(g.sides[1-seat].size - 1)
	}
	for _, one := range g.payoffs {
		found[one.at[seat]-1][one.at[1-seat]-1] = one.pay[seat]
	}
	return found
}

// earnings are what each sequence of a seat earns it against the other's plan, times the plan's and the
// seat's denominators.
func (g *generalGame) earnings(seat int, foe *plan) []*big.Int {
	found := zeros(g.sides[seat].size)
	product := new(big.Int)
	for _, one := range g.payoffs {
		if s := one.at[1-seat]; foe.uses(s) {
			found[one.at[seat]].Add(found[one.at[seat]], product.Mul(one.pay[seat], foe.tops[s]))
		}
	}
	return found
}

// paid returns what a seat is paid when both play plans, and what its best reply earns (section 3).
func (g *generalGame) paid(seat int, plans [2]*plan) (earned, best *big.Rat) {
	worth := g.earnings(seat, plans[1-seat])
	sum, product := new(big.Int), new(big.Int)
	for s, w := range worth {
		sum.Add(sum, product.Mul(w, plans[seat].tops[s]))
	}
	below := new(big.Int).Mul(plans[1-seat].below, g.denominators[seat])
	earned = new(big.Rat).SetFrac(sum, new(big.Int).Mul(below, plans[seat].below))
	induce(&g.sides[seat], worth)
	return earned, new(big.Rat).SetFrac(worth[0], below)
}

// induce adds to what each sequence earns the greatest worth of each cell after it, from the last cell up.
func induce(s *side, worth []*big.Int) {
	for k := len(s.cells) - 1; k >= 0; k-- {
		c := s.cells[k]
		worth[c.parent].Add(worth[c.parent], greatest(worth[c.first:c.first+len(c.actions)]))
	}
}

func greatest(numbers []*big.Int) *big.Int {
	best := numbers[0]
	for _, one := range numbers[1:] {
		if one.Cmp(best) > 0 {
			best = one
		}
	}
	return best
}

// equilibrium demands that no seat can gain, and returns what each is paid.
func (g *generalGame) equilibrium(plans [2]*plan, what string) (payoffs [2]*big.Rat) {
	for k := range plans {
		earned, best := g.paid(k, plans)
		demand(best.Cmp(earned) <= 0, "%s: %s can gain", what, g.sides[k].seat)
		payoffs[k] = earned
	}
	return payoffs
}

func (g *generalGame) readPlans(v *value, what string) (plans [2]*plan) {
	for k, one := range v.bySeat(what, g.seats(), false) {
		plans[k] = readStrategy(one, &g.sides[k], what)
	}
	return plans
}

// paying is the game as section 3.4 looks at it: an amount is not 0 if that of either seat is not.
func (g *generalGame) paying() *game {
	seen := &game{sides: g.sides, matrix: g.bimatrix}
	for _, one := range g.payoffs {
		pays := int64(one.pay[0].Sign()*one.pay[0].Sign() + one.pay[1].Sign()*one.pay[1].Sign())
		seen.payoffs = append(seen.payoffs, entry{one.at, big.NewInt(pays)})
	}
	return seen
}
