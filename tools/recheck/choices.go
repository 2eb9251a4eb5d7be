package main

// Games of binary choices (section 15): what the second action gains at each choice, and views that are alike.

import (
	"fmt"
	"math/big"
	"sort"
	"strings"
)

const (
	mostChoices    = 5_000
	mostTrees      = 50_000 // cases of all trees of a document
	mostOpen       = 10
	mostUnsigned   = 8
	mostChoiceWork = 20_000_000
)

// part is what a choice of the other seat adds to a gain, if it takes its second action.
type part struct {
	of int
	p  poly
}

// gain is what a second action pays more than the first: alone, and by the other seat's chances.
type gain struct {
	alone poly
	parts []part // in order, none 0
}

// choice is a view, or some that are alike; it goes by the first of them.
type choice struct {
	cells []int
	gain  gain
}

type polyPair struct {
	at  [2]int
	pay [2]poly
}

type choiceGame struct {
	seats     [2]string
	sides     [2]side
	below     [2]poly // the denominators of both seats' payoffs
	payoffs   []polyPair
	choices   [2][]choice
	chosen    [2][]int          // of each cell, the number of its choice
	byView    [2]map[string]int // of a view by which a choice goes, its number
	parameter string
	whole     bool
	terms     int // of the longest polynomial of the form
	work      *meter
	cases     int
}

func newWork() *meter { return &meter{mostChoiceWork, "choices"} }

// readChoiceForm reads a form of section 15.
func readChoiceForm(v *value) *choiceGame {
	has := v.fields("form", "seats", "cells", "denominator", "payoffs")
	seats := has["seats"].seats("seats")
	g := &choiceGame{seats: seats, sides: readSides(has["cells"], seats), work: newWork()}
	below := has["denominator"].polynomial("denominator")
	g.below = [2]poly{below, below}
	pairs(has["payoffs"], g.sides, func(at [2]int, pay *value) {
		two := pay.list("a payoff")
		require(len(two) == 2, "a payoff: must be two polynomials")
		g.payoffs = append(g.payoffs, polyPair{at, [2]poly{two[0].polynomial("a payoff"), two[1].polynomial("a payoff")}})
	})
	return g
}

// choiceGame is a general form with choices (section 13).
func (g *generalGame) choiceGame() *choiceGame {
	c := &choiceGame{seats: g.seats(), sides: g.sides, work: newWork()}
	for k, d := range g.denominators {
		c.below[k] = constant(d)
	}
	for _, one := range g.payoffs {
		c.payoffs = append(c.payoffs, polyPair{one.at, [2]poly{constant(one.pay[0]), constant(one.pay[1])}})
	}
	return c
}

// gains works out the gain at each cell of a seat.
func (g *choiceGame) gains(seat int) []gain {
	found := make([]gain, len(g.sides[seat].cells))
	byFoe := make([]map[int]poly, len(found))
	for k := range byFoe {
		byFoe[k] = map[int]poly{}
	}
	for _, one := range g.payoffs {
		s, j := one.at[seat], one.at[1-seat]
		if s == 0 {
			continue
		}
		cell, more := (s-1)/2, one.pay[seat]
		if s%2 == 1 {
			more = more.neg()
		}
		if j == 0 || j%2 == 1 {
			found[cell].alone = found[cell].alone.add(more)
		}
		if j > 0 {
			if j%2 == 1 {
				more = more.neg()
			}
			byFoe[cell][(j-1)/2] = byFoe[cell][(j-1)/2].add(more)
		}
	}
	for cell := range found {
		found[cell].parts = sorted(byFoe[cell])
	}
	return found
}

// sorted are the parts that are not 0, in order.
func sorted(byFoe map[int]poly) (found []part) {
	for of, p := range byFoe {
		if !p.zero() {
			found = append(found, part{of, p})
		}
	}
	sort.Slice(found, func(a, b int) bool { return found[a].of < found[b].of })
	return found
}

// measure finds the longest polynomial of the form.
func (g *choiceGame) measure() {
	g.terms = max(1, max(len(g.below[0]), len(g.below[1])))
	for _, one := range g.payoffs {
		g.terms = max(g.terms, max(len(one.pay[0]), len(one.pay[1])))
	}
}

// join demands that the cells are binary choices, reads which views are alike, and makes the choices.
func (g *choiceGame) join(alike *value) {
	for k := range g.sides {
		require(len(g.sides[k].cells) <= mostChoices, "%s has too many choices for me", g.seats[k])
		for _, c := range g.sides[k].cells {
			require(len(c.actions) == 2 && c.parent == 0, "%q of %s is no binary choice", c.view, g.seats[k])
		}
	}
	g.measure()
	byCell := [2][]gain{g.gains(0), g.gains(1)}
	columns := [2][][]part{byColumn(byCell[1], len(byCell[0])), byColumn(byCell[0], len(byCell[1]))}
	for k, one := range alike.bySeat("alike", g.seats, true) {
		g.group(k, g.readAlike(k, one, byCell[k], columns[k]))
	}
	for k := range g.choices {
		for at := range g.choices[k] {
			g.choices[k][at].gain = g.sum(k, g.choices[k][at].cells, byCell[k])
		}
	}
}

// byColumn are, of each cell of the other seat, its parts in some gains, by the number of the gain.
func byColumn(gains []gain, cells int) [][]part {
	found := make([][]part, cells)
	for k, one := range gains {
		for _, p := range one.parts {
			found[p.of] = append(found[p.of], part{k, p.p})
		}
	}
	return found
}

// readAlike reads lists of views of a seat, each as cells.
func (g *choiceGame) readAlike(seat int, v *value, gains []gain, columns [][]part) (found [][]int) {
	if v == nil {
		return nil
	}
	place := map[string]int{}
	for k, c := range g.sides[seat].cells {
		place[c.view] = k
	}
	taken := map[int]bool{}
	for _, list := range v.list("alike") {
		views := list.texts("alike")
		require(len(views) >= 2, "alike: a list of fewer than two views")
		var cells []int
		for _, view := range views {
			k, known := place[view]
			require(known, "alike: %q is no view of %s", view, g.seats[seat])
			require(!taken[k], "alike: %q is in two lists", view)
			require(len(cells) == 0 || cells[len(cells)-1] < k, "alike: not in the order of the cells")
			taken[k] = true
			cells = append(cells, k)
		}
		first := numbers(gains[cells[0]], columns[cells[0]])
		demand(first != "", "alike: all numbers of %q are 0", views[0])
		for _, k := range cells[1:] {
			demand(numbers(gains[k], columns[k]) == first, "alike: %q is not like %q", g.sides[seat].cells[k].view, views[0])
		}
		found = append(found, cells)
	}
	return found
}

// numbers writes all numbers of a view, divided by their greatest common divisor; nothing if all are 0.
func numbers(own gain, column []part) string {
	divisor := new(big.Int)
	all := append(append([]part{{-1, own.alone}}, own.parts...), column...)
	for _, one := range all {
		for _, c := range one.p {
			divisor.GCD(nil, nil, divisor, new(big.Int).Abs(c))
		}
	}
	if divisor.Sign() == 0 {
		return ""
	}
	var out strings.Builder
	for k, one := range all {
		if k == 1+len(own.parts) {
			out.WriteString("|")
		}
		fmt.Fprintf(&out, "%d:", one.of)
		for _, c := range one.p {
			out.WriteString(new(big.Int).Quo(c, divisor).String() + ",")
		}
	}
	return out.String()
}

// group numbers the choices of a seat, in the order of their first views.
func (g *choiceGame) group(seat int, lists [][]int) {
	cells := g.sides[seat].cells
	leader := make([][]int, len(cells))
	follows := make([]bool, len(cells))
	for _, list := range lists {
		leader[list[0]] = list
		for _, k := range list[1:] {
			follows[k] = true
		}
	}
	g.chosen[seat] = make([]int, len(cells))
	g.byView[seat] = map[string]int{}
	for k, c := range cells {
		if follows[k] {
			continue
		}
		if leader[k] == nil {
			leader[k] = []int{k}
		}
		for _, one := range leader[k] {
			g.chosen[seat][one] = len(g.choices[seat])
		}
		g.byView[seat][c.view] = len(g.choices[seat])
		g.choices[seat] = append(g.choices[seat], choice{cells: leader[k]})
	}
}

// sum adds up the gains of some cells of a seat, the parts by the other seat's choices.
func (g *choiceGame) sum(seat int, cells []int, gains []gain) (total gain) {
	byFoe := map[int]poly{}
	for _, k := range cells {
		total.alone = total.alone.add(gains[k].alone)
		for _, one := range gains[k].parts {
			of := g.chosen[1-seat][one.of]
			byFoe[of] = byFoe[of].add(one.p)
		}
	}
	total.parts = sorted(byFoe)
	return total
}

// view is the view by which a choice goes.
func (g *choiceGame) view(seat, at int) string {
	return g.sides[seat].cells[g.choices[seat][at].cells[0]].view
}

// actionAt reads the name of an action of a choice: 0 or 1.
func (g *choiceGame) actionAt(v *value, seat, at int) int {
	told := v.string("settled")
	actions := g.sides[seat].cells[g.choices[seat][at].cells[0]].actions
	require(among(told, actions), "settled: %q is no action at %q", told, g.view(seat, at))
	if told == actions[1] {
		return 1
	}
	return 0
}

func (g *choiceGame) seatNamed(v *value, where string) int {
	told := v.string(where)
	require(among(told, g.seats[:]), "%s: %q is no seat", where, told)
	if told == g.seats[1] {
		return 1
	}
	return 0
}

func (g *choiceGame) choiceNamed(v *value, seat int, where string) int {
	at, known := g.byView[seat][v.string(where)]
	require(known, "%s: %q is no choice of %s", where, v.text, g.seats[seat])
	return at
}

// ---- ranges

// span is what the parameter is taken from: one number, whole numbers, or the real ones strictly between two ends.
type span struct {
	single   bool // the form has numbers only
	whole    bool
	at       *end // one real number
	from, to *end
}

// sign is that of a polynomial at all values of the range, if it is the same at all of them. It is 0 for the
// polynomial 0, and at one real number for what is 0 there.
func (s span) sign(p poly) (sign int, same bool) {
	switch {
	case p.zero():
		return 0, true
	case p.isConst():
		return p[0].Sign(), true
	case s.single:
		return 0, false
	case s.at != nil:
		return s.at.sign(p), true
	case s.whole:
		return s.signWhole(p)
	}
	if s.from != nil && s.from.at != nil {
		if ahead := p.shift(s.from.at); ahead.nonNegative() || ahead.neg().nonNegative() {
			return ahead.lead().Sign(), true
		}
	}
	tame(p)
	if !rootless(p, s.from, s.to) {
		return 0, false
	}
	return p.signAtRat(inside(s.from, s.to, 1, 1)), true
}

// signWhole looks at whole numbers: a polynomial that is 0 at one of them, and not the polynomial 0, has no sign.
func (s span) signWhole(p poly) (sign int, same bool) {
	tameWhole(p, s.from.at.Num())
	for k, one := range stretches(p, s.from.at.Num(), s.last()) {
		here := p.at(one.from).Sign()
		if here == 0 || k > 0 && here != sign {
			return 0, false
		}
		sign = here
	}
	return sign, true
}

const mostWholeWork = 2_000_000_000

// tameWhole bounds the signs of a polynomial at whole numbers, where its coefficients do not settle them at once.
func tameWhole(p poly, from *big.Int) {
	ahead := p.shift(new(big.Rat).SetInt(from))
	if ahead.nonNegative() || ahead.neg().nonNegative() {
		return
	}
	terms, longest := int64(len(p)), int64(longestBits(p))
	require(terms*terms*terms*longest <= mostWholeWork/(1+longest), "a polynomial too long to look at its signs")
}

func (s span) last() *big.Int {
	if s.to == nil {
		return nil
	}
	return s.to.at.Num()
}

func (s span) positive(p poly) bool {
	sign, same := s.sign(p)
	return same && sign > 0
}

func (s span) vanishes(p poly) bool {
	sign, same := s.sign(p)
	return same && sign == 0
}

// fits tells whether a gain is as it must be where the first action is taken (0) or the second (1).
func (s span) fits(p poly, action int) bool {
	sign, same := s.sign(p)
	return same && (sign == 0 || (sign > 0) == (action == 1))
}

// free tells whether a polynomial is 0 nowhere in the range, its ends included.
func (s span) free(p poly) bool {
	switch {
	case p.isConst():
		return !p.zero()
	case s.at != nil:
		return s.at.sign(p) != 0
	case s.whole:
		tameWhole(p, s.from.at.Num())
		for _, one := range stretches(p, s.from.at.Num(), s.last()) {
			if p.at(one.from).Sign() == 0 {
				return false
			}
		}
		return true
	}
	tame(p)
	return rootlessWithEnds(p, s.from, s.to)
}

// same tells whether two quotients are equal: as functions, or at the one number of the range.
func (s span) same(a, b quotient) bool {
	gap := a.above.mul(b.below).sub(b.above.mul(a.below))
	return gap.zero() || (s.single || s.at != nil) && s.vanishes(gap)
}
