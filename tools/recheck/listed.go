package main

// Sections 11 and 12: bounds for a value, and extreme optimal strategies.

import (
	"fmt"
	"math/big"
)

func checkInterval(v *value) statement {
	has := v.fields("interval", "schema", "game", "seats", "low", "high", "gap", "iterations", "ended",
		"method", "seconds", "strategies", "certificate")
	held := has["certificate"].fields("certificate", "form", "digest")
	sum := fits(held["digest"], outside(v, has["certificate"]))
	for _, key := range []string{"game", "ended", "method"} {
		has[key].string(key)
	}
	has["seconds"].finite("seconds")
	require(has["iterations"].integer("iterations").Sign() >= 0, "iterations: is negative")
	seats := has["seats"].seats("seats")
	g := readForm(held["form"], seats, false, false)
	ends := [2]*big.Rat{has["low"].fraction("low"), has["high"].fraction("high")}
	has["gap"].nearest("gap", new(big.Rat).Sub(ends[1], ends[0]))
	var plans [2]*plan
	for k, one := range has["strategies"].bySeat("strategies", seats, false) {
		plans[k] = readStrategy(one, &g.sides[k], "the strategy")
	}
	for k, own := range plans {
		g.secures(k, own, ends[k], "the strategy")
	}
	low, high := ends[0].RatString(), ends[1].RatString()
	return statement{
		kind: g.kind(), seats: seats, digest: sum, value: low + " to " + high,
		verdicts: [2]string{"secures " + low, "concedes " + high},
	}
}

// ranks are the primes of section 12: a rank that is full modulo one of them is full.
var ranks = [3]int64{16777213, 16777199, 16777183}

const mostInMean = 64

func (g *game) fixedByAny(seat int, T, U []bool, spot int) bool {
	for _, p := range ranks {
		if g.fixed(seat, T, U, p, spot) {
			return true
		}
	}
	return false
}

func checkEquilibria(v *value) statement {
	has := v.fields("equilibria", "schema", "game", "value", "count", "seats", "certificate")
	held := has["certificate"].fields("certificate", "form", "digest")
	sum := fits(held["digest"], outside(v, has["certificate"]))
	has["game"].string("game")
	seats := formSeats(held["form"])
	g := readForm(held["form"], seats, true, false)
	worth := has["value"].fraction("value")
	var plans [2][]*plan
	var told [2]*description
	var stopped [2]bool
	for k, one := range has["seats"].bySeat("seats", seats, false) {
		plans[k], told[k], stopped[k] = g.vertices(k, one)
	}
	demand(has["count"].counts(len(plans[0])*len(plans[1])), "count: is not the product of both")
	for k := range plans {
		g.extreme(k, plans[k], worth)
	}
	s := statement{kind: g.kind(), seats: seats, digest: sum, value: worth.RatString()}
	for k := range plans {
		shown := !stopped[k] && g.complete(k, plans[k], plans[1-k], told[k], worth)
		s.verdicts[k] = amount(len(plans[k]), shown)
	}
	return s
}

func amount(count int, complete bool) string {
	noun, rest := "strategies", " (that there are no others was not shown)"
	if count == 1 {
		noun = "strategy"
	}
	if complete {
		rest = ", all there are"
	}
	return fmt.Sprintf("has %d extreme optimal %s%s", count, noun, rest)
}

// vertices reads what the file says of a seat, and whether its list does not claim to be complete.
func (g *game) vertices(seat int, v *value) ([]*plan, *description, bool) {
	side := &g.sides[seat]
	has := v.fields("what is said of "+side.seat, "count", "vertices", "?complete", "?loose", "?conditions", "?family")
	part := has["complete"]
	if part != nil {
		require(!part.truthOf("complete"), "complete: may only be false")
		require(has["loose"] == nil && has["conditions"] == nil && has["family"] == nil,
			"a list that is not complete describes all strategies")
	}
	listed := has["vertices"].list("vertices")
	require(len(listed) > 0, "vertices: must not be empty")
	demand(has["count"].counts(len(listed)), "count: is not how many are listed")
	told := readDescription(side, has)
	found := make([]*plan, len(listed))
	for k, one := range listed {
		found[k] = readStrategy(one, side, fmt.Sprintf("strategy %d", k+1))
	}
	return found, told, part != nil
}

// extreme demands of each plan that it secures the value, is listed once, and is no mean of others.
func (g *game) extreme(seat int, plans []*plan, worth *big.Rat) {
	seen := map[string]bool{}
	for k, p := range plans {
		what := fmt.Sprintf("strategy %d", k+1)
		tight := g.secures(seat, p, worth, what)
		name := p.name()
		demand(!seen[name], "%s of %s is listed twice", what, g.sides[seat].seat)
		seen[name] = true
		demand(g.fixedByAny(seat, p.support(), tight, -1),
			"%s of %s is not shown to be extreme", what, g.sides[seat].seat)
	}
}

// complete tells whether it is shown that a seat has no extreme optimal strategies but those, which is
// demanded where it does not take too long; then what is said of all of them is demanded too.
func (g *game) complete(seat int, own, foe []*plan, told *description, worth *big.Rat) (shown bool) {
	defer func() {
		if fault := recover(); fault != nil {
			if _, long := fault.(tooLong); !long {
				panic(fault)
			}
		}
	}()
	if len(foe) > mostInMean {
		foe = foe[:mostInMean]
	}
	mean := &plan{weights: make([]*big.Rat, g.sides[1-seat].size)}
	share := big.NewRat(1, int64(len(foe)))
	for s := range mean.weights {
		sum := new(big.Rat)
		for _, p := range foe {
			sum.Add(sum, p.weights[s])
		}
		mean.weights[s] = sum.Mul(sum, share)
	}
	mean.clear()
	tight := g.secures(1-seat, mean, worth, "the mean of the strategies")
	spot := -1
	if len(own) == 2 {
		spot = own[0].differs(own[1])
	}
	if len(own) > 2 || !g.fixedByAny(seat, tight, mean.support(), spot) {
		listed := map[string]bool{}
		for _, p := range own {
			listed[p.name()] = true
		}
		demand(equalSets(g.vertexNames(seat, mean, tight, worth), listed),
			"%s has an extreme optimal strategy that is not listed", g.sides[seat].seat)
	}
	shown = true
	if told.family != nil {
		told.family.covers(&g.sides[seat], own)
	}
	if told.told {
		told.meets(&g.sides[seat], own)
	}
	return shown
}
