package main

// Games for any number of seats, each of which is paid its own (section 16), and profiles of them.

import (
	"fmt"
	"math/big"
	"strings"
)

// seatStatement is what an accepted file has proved of several seats, and all that is said of it.
type seatStatement struct {
	kind   string
	seats  []string
	words  []string // of each seat
	digest string
}

func (j seatStatement) String() string {
	var out strings.Builder
	fmt.Fprintf(&out, "proved, %s, ", j.kind)
	for k, seat := range j.seats {
		fmt.Fprintf(&out, "%+q %s, ", seat, cut(j.words[k]))
	}
	return out.String() + j.digest
}

func cut(words string) string {
	if len(words) > 200 {
		return words[:200] + "..."
	}
	return words
}

const (
	mostSeats   = 32
	profileWork = 1e10
)

// readSeats reads a name list of seats, none empty.
func readSeats(v *value, most int) []string {
	seats := v.names("seats")
	require(!among("", seats), "seats: a name is empty")
	require(len(seats) <= most, "seats: more than %d", most)
	return seats
}

// each reads an object whose keys are just some names, and returns its values in their order.
func (v *value) each(where string, names []string) []*value {
	has := v.byKey(where)
	found := make([]*value, len(names))
	for k, name := range names {
		found[k] = has[name]
		require(found[k] != nil, "%s: %q is missing", where, name)
	}
	require(len(has) == len(names), "%s: has a key that is not one of %q", where, names)
	return found
}

// natural reads an integer that is not negative.
func (v *value) natural(where string) *big.Int {
	found := v.integer(where)
	require(found.Sign() >= 0, "%s: must not be negative", where)
	return found
}

// payment is an entry of a form: a sequence for each seat, and what each is paid there.
type payment struct {
	at   []int
	paid []*big.Int
}

type seatGame struct {
	sides       []side
	denominator *big.Int
	payoffs     []payment
}

func readSeatGame(v *value, seats []string) *seatGame {
	has := v.fields("form", "kind", "cells", "denominator", "payoffs")
	require(has["kind"].string("kind") == "seats", "form: its kind must be seats")
	g := &seatGame{denominator: has["denominator"].whole("denominator")}
	require(g.denominator.Sign() > 0, "the denominator is not positive")
	for k, cells := range has["cells"].each("cells", seats) {
		g.sides = append(g.sides, readSide(cells, seats[k]))
	}
	seen := map[string]bool{}
	for _, item := range has["payoffs"].list("payoffs") {
		one := g.readPayment(item)
		at := fmt.Sprint(one.at)
		require(!seen[at], "the sequences %s are paid twice", at)
		seen[at] = true
		g.payoffs = append(g.payoffs, one)
	}
	return g
}

func (g *seatGame) readPayment(v *value) payment {
	n := len(g.sides)
	items := v.list("a payoff")
	require(len(items) == 2*n, "a payoff: must be a sequence and an amount for each seat")
	one := payment{make([]int, n), make([]*big.Int, n)}
	for k := range g.sides {
		one.at[k] = items[k].index("a sequence in payoffs", g.sides[k].size-1)
		one.paid[k] = items[n+k].whole("a payoff")
	}
	return one
}

// fractions reads an array of one fraction for each seat.
func fractions(v *value, n int, where string) []*big.Rat {
	items := v.list(where)
	require(len(items) == n, "%s: must be one for each seat", where)
	found := make([]*big.Rat, n)
	for k, item := range items {
		found[k] = item.fraction(where)
	}
	return found
}

// alone returns, entry by entry, a seat's amount times the weights of the other seats' sequences.
func (g *seatGame) alone(seat int, plans []*plan) []*big.Int {
	worth := zeros(g.sides[seat].size)
	for _, one := range g.payoffs {
		product := new(big.Int).Set(one.paid[seat])
		for k, p := range plans {
			if k != seat && product.Sign() != 0 {
				product.Mul(product, p.tops[one.at[k]])
			}
		}
		worth[one.at[seat]].Add(worth[one.at[seat]], product)
	}
	return worth
}

// judge returns what a seat is paid by the plans, and what its best reply earns it more.
func (g *seatGame) judge(seat int, plans []*plan) (paid, gain *big.Rat) {
	worth := g.alone(seat, plans)
	below := new(big.Int).Set(g.denominator)
	for k, p := range plans {
		if k != seat {
			below.Mul(below, p.below)
		}
	}
	sum := new(big.Int)
	for s, w := range worth {
		sum.Add(sum, new(big.Int).Mul(w, plans[seat].tops[s]))
	}
	paid = new(big.Rat).SetFrac(sum, new(big.Int).Mul(below, plans[seat].below))
	induce(&g.sides[seat], worth)
	most := new(big.Rat).SetFrac(worth[0], below)
	return paid, most.Sub(most, paid)
}

// affordable bounds the work of section 9 for a profile.
func (g *seatGame) affordable(plans []*plan) {
	bits := 0
	for _, p := range plans {
		bits += p.below.BitLen()
	}
	n, words := float64(len(plans)), float64(bits/64+1)
	require(float64(len(g.payoffs))*n*n*words*words <= profileWork, "more work than a profile may take")
}

func nobodyUnique(v *value, seats []string) {
	for _, one := range v.each("unique", seats) {
		require(one.kind == null, "unique: must be null for every seat")
	}
}

func checkProfile(v *value) seatStatement {
	has := v.fields("profile", "schema", "game", "seats", "payoffs", "gains", "equilibrium", "strategies", "unique",
		"iterations", "ended", "method", "seconds", "certificate")
	held := has["certificate"].fields("certificate", "form", "digest")
	sum := fits(held["digest"], outside(v, has["certificate"]))
	seats := readSeats(has["seats"], mostSeats)
	for _, key := range []string{"game", "ended", "method"} {
		has[key].string(key)
	}
	has["seconds"].finite("seconds")
	has["iterations"].natural("iterations")
	nobodyUnique(has["unique"], seats)
	equilibrium := has["equilibrium"].truthOf("equilibrium")
	payoffs, gains := fractions(has["payoffs"], len(seats), "payoffs"), fractions(has["gains"], len(seats), "gains")
	g := readSeatGame(held["form"], seats)
	plans := make([]*plan, len(seats))
	for k, one := range has["strategies"].each("strategies", seats) {
		plans[k] = readStrategy(one, &g.sides[k], "the strategy")
	}
	g.affordable(plans)
	j := seatStatement{kind: "profile", seats: seats, digest: sum}
	settled := true
	for k, seat := range seats {
		paid, gain := g.judge(k, plans)
		demand(paid.Cmp(payoffs[k]) == 0, "%s is paid %s, not %s", seat, short(paid.RatString()), short(payoffs[k].RatString()))
		demand(gain.Cmp(gains[k]) == 0, "%s can gain %s, not %s", seat, short(gain.RatString()), short(gains[k].RatString()))
		settled = settled && gain.Sign() == 0
		j.words = append(j.words, fmt.Sprintf("is paid %s and can gain %s", paid.RatString(), gain.RatString()))
	}
	demand(equilibrium == settled, "equilibrium: must say whether all gains are 0")
	return j
}
