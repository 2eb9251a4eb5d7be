package main

// Section 14: all extreme equilibria of a bimatrix game, what they span, and that there are no others.

import (
	"fmt"
	"math/big"
	"math/bits"
	"sort"
)

const (
	mostStrategies = 4_000
	mostEquilibria = 200_000
	mostSubsets    = 100_000
	mostWeights    = 33_554_432
	mostSpanWork   = 100_000_000
	mostEntryWork  = 2_000_000_000
)

// mix is a strategy of one choice, met in one entry or in several.
type mix struct {
	weights []*big.Rat
	tops    []*big.Int // the same over one denominator
	replies []int      // the other seat's best replies
	paid    *big.Rat   // what these earn the other seat
}

// allNash is a list of equilibria, by the numbers of their strategies.
type allNash struct {
	game    *generalGame
	cases   *mixes
	mixes   [2][]*mix
	entries [][2]int
	number  map[[2]int]int // the place of a pair, from 0
	work    *meter
	shown   bool // that the list is complete
}

func checkAllNash(v *value) fmt.Stringer {
	has := v.fields("equilibria", "schema", "game", "seats", "count", "unique", "equilibria", "components", "certificate")
	held := has["certificate"].fields("certificate", "form", "cases", "digest")
	sum := fits(held["digest"], outside(v, has["certificate"]))
	has["game"].string("game")
	seats := has["seats"].seats("seats")
	g := readGeneralForm(held["form"], seats)
	require(g.bimatrix, "form: its kind must be bimatrix")
	require(g.sides[0].size+g.sides[1].size-2 <= mostStrategies, "form: too many rows and columns for me")
	a := &allNash{game: g, number: map[[2]int]int{}, work: &meter{mostEntryWork, "equilibria"}, shown: true}
	a.cases = newMixes(seats, [2][][]*big.Int{g.table(0), g.table(1)})
	require(len(has["equilibria"].list("equilibria")) > 0, "equilibria: must not be empty")
	demand(has["count"].counts(len(has["equilibria"].list("equilibria"))), "count: is not how many are listed")
	unique := has["unique"].bySeat("unique", seats, false)
	for _, one := range unique {
		one.truthOf("unique")
	}
	a.read(has["equilibria"])
	for k, one := range unique {
		demand(one.truthOf("unique") == (len(a.mixes[k]) == 1), "unique: not so of %s", seats[k])
	}
	for _, one := range held["cases"].list("cases") {
		if one.kind == number {
			readLabel(one, a.cases.labels())
		}
	}
	a.components(has["components"])
	a.complete(held["cases"])
	return a.statement(seats, sum)
}

func (a *allNash) statement(seats [2]string, sum string) paidStatement {
	s := paidStatement{kind: counted(len(a.entries), "extreme "), seats: seats, digest: sum}
	first := a.entries[0]
	s.payoffs = both([2]*big.Rat{a.mixes[1][first[1]].paid, a.mixes[0][first[0]].paid})
	if len(a.entries) > 1 {
		s.payoffs += " in the first"
	}
	for k := range s.verdicts {
		switch {
		case len(a.mixes[k]) > 1:
			s.verdicts[k] = no.String()
		case a.shown:
			s.verdicts[k] = yes.String()
		default:
			s.verdicts[k] = open.String()
		}
	}
	if !a.shown {
		s.kind += " (that there are no others was not shown)"
	}
	return s
}

// ---- each entry

func (a *allNash) read(v *value) {
	items := v.list("equilibria")
	require(len(items) <= mostEquilibria, "equilibria: too many for me")
	seen := [2]map[string]int{{}, {}}
	for at, item := range items {
		where := fmt.Sprintf("equilibrium %d", at+1)
		has := item.fields(where, "strategies", "payoffs")
		var pair [2]int
		for k, one := range has["strategies"].bySeat(where, a.game.seats(), false) {
			p := readStrategy(one, &a.game.sides[k], where)
			name := p.name()
			if _, known := seen[k][name]; !known {
				seen[k][name] = len(a.mixes[k])
				a.mixes[k] = append(a.mixes[k], a.replied(k, p))
				require(len(a.mixes[k])*(a.game.sides[k].size-1) <= mostWeights, "equilibria: too many strategies for me")
			}
			pair[k] = seen[k][name]
		}
		_, twice := a.number[pair]
		demand(!twice, "%s: is listed twice", where)
		a.number[pair] = at
		a.entries = append(a.entries, pair)
		a.fits(pair, readTwo(has["payoffs"], where), where)
	}
}

// replied works out the best replies to a strategy, and demands that it is extreme.
func (a *allNash) replied(seat int, p *plan) *mix {
	m := &mix{weights: p.weights[1:], tops: p.tops[1:]}
	var U []int
	for j, top := range m.tops {
		if top.Sign() != 0 {
			U = append(U, j)
		}
	}
	foe := a.game.sides[1-seat].size - 1
	a.work.spend(int64(foe*len(U)) * int64(1+longestBits(m.tops)*a.cases.bits/4096))
	worth := a.game.earnings(1-seat, p)[1:]
	best := greatest(worth)
	for i, w := range worth {
		if w.Cmp(best) == 0 {
			m.replies = append(m.replies, i)
		}
	}
	m.paid = new(big.Rat).SetFrac(best, new(big.Int).Mul(p.below, a.game.denominators[1-seat]))
	demand(a.cases.single(seat, U, m.replies), "a strategy of %s is not shown to be extreme", a.game.sides[seat].seat)
	return m
}

// fits demands that each strategy mixes best replies to the other, and what that pays.
func (a *allNash) fits(pair [2]int, payoffs [2]*big.Rat, where string) {
	for k := range pair {
		own, foe := a.mixes[k][pair[k]], a.mixes[1-k][pair[1-k]]
		best := map[int]bool{}
		for _, i := range foe.replies {
			best[i] = true
		}
		for i, top := range own.tops {
			demand(top.Sign() == 0 || best[i], "%s: %s can gain", where, a.game.sides[k].seat)
		}
		demand(payoffs[k].Cmp(foe.paid) == 0, "%s: %s is paid something else", where, a.game.sides[k].seat)
	}
}

// ---- what they span

// group is a set of strategies of a seat, as the bits of words.
type group []uint64

func newGroup(size int) group  { return make(group, (size+63)/64) }
func (g group) put(k int)      { g[k/64] |= 1 << (k % 64) }
func (g group) has(k int) bool { return g[k/64]>>(k%64)&1 == 1 }
func (g group) key() string    { return fmt.Sprint([]uint64(g)) }
func (g group) count() (found int) {
	for _, word := range g {
		found += bits.OnesCount64(word)
	}
	return found
}

func (g group) and(o group) group {
	both := make(group, len(g))
	for k := range g {
		both[k] = g[k] & o[k]
	}
	return both
}

// components demands that just the maximal subsets are listed, in components that have nothing in common.
func (a *allNash) components(v *value) {
	work := &meter{mostSpanWork, "components"}
	all := a.linked()
	owner := make([]int, len(a.entries)) // the component of each entry, from 1
	listed := map[string]bool{}
	for at, item := range v.list("components") {
		has := item.fields("a component", "dimension", "subsets")
		subsets := has["subsets"].list("subsets")
		demand(len(subsets) > 0, "a component: without subsets")
		dimension, links := 0, newLinks(len(subsets))
		holder := map[int]int{} // of an entry, a subset with it
		for number, one := range subsets {
			work.spend(1)
			members := a.readSubset(one)
			key, wide := a.subset(members, all, work)
			demand(!listed[key], "a subset is listed twice")
			listed[key] = true
			require(len(listed) <= mostSubsets, "components: too many subsets for me")
			dimension = max(dimension, wide)
			for _, e := range members {
				demand(owner[e] == 0 || owner[e] == at+1, "two components have an equilibrium in common")
				owner[e] = at + 1
				if other, known := holder[e]; known {
					links.join(number, other)
				}
				holder[e] = number
			}
		}
		demand(links.single(), "a component: its subsets are not linked")
		told := has["dimension"].integer("dimension")
		demand(told.Cmp(big.NewInt(int64(dimension))) == 0, "a component: its dimension is %d", dimension)
	}
	found := 0
	for _, one := range all.parts {
		found += one.maximal(len(listed)-found, work)
	}
	demand(found == len(listed), "components: a maximal subset is missing")
}

// linkedPart is what hangs together by listed pairs: with each strategy of the first seat those of the second, by their
// numbers in the part.
type linkedPart struct {
	firsts   []int
	partners []group // of each of them
	seconds  int
}

type linkedParts struct {
	parts  []*linkedPart
	of     []int // the part of each strategy of the first seat
	second []int // the number of each strategy of the second seat in its part
}

// linked returns the parts of the strategies that listed pairs join.
func (a *allNash) linked() *linkedParts {
	ones := len(a.mixes[0])
	joined := newLinks(ones + len(a.mixes[1]))
	for _, pair := range a.entries {
		joined.join(pair[0], ones+pair[1])
	}
	all := &linkedParts{of: make([]int, ones), second: make([]int, len(a.mixes[1]))}
	number := map[int]int{}
	for x := range all.of {
		root := joined.root(x)
		if _, known := number[root]; !known {
			number[root] = len(all.parts)
			all.parts = append(all.parts, &linkedPart{})
		}
		all.of[x] = number[root]
		one := all.parts[all.of[x]]
		one.firsts = append(one.firsts, x)
	}
	for y := range all.second {
		one := all.parts[number[joined.root(ones+y)]]
		all.second[y] = one.seconds
		one.seconds++
	}
	place := make([]int, ones)
	for _, one := range all.parts {
		one.partners = make([]group, len(one.firsts))
		for k, x := range one.firsts {
			one.partners[k], place[x] = newGroup(one.seconds), k
		}
	}
	for _, pair := range a.entries {
		all.parts[all.of[pair[0]]].partners[place[pair[0]]].put(all.second[pair[1]])
	}
	return all
}

// readSubset reads the places of equilibria, from 1 and rising; from 0 here.
func (a *allNash) readSubset(v *value) (members []int) {
	for _, one := range v.list("a subset") {
		place := one.index("a subset", len(a.entries))
		require(place > 0 && (len(members) == 0 || place-1 > members[len(members)-1]), "a subset: its places must rise from 1 on")
		members = append(members, place-1)
	}
	require(len(members) > 0, "a subset: must not be empty")
	return members
}

// subset demands that some equilibria are all pairs of their strategies and maximal as such; it returns a name
// for the set and its dimension.
func (a *allNash) subset(members []int, all *linkedParts, work *meter) (string, int) {
	work.spend(int64(len(members)))
	var own [2][]int
	seen := [2]map[int]bool{{}, {}}
	for _, e := range members {
		for k, strategy := range a.entries[e] {
			if !seen[k][strategy] {
				seen[k][strategy] = true
				own[k] = append(own[k], strategy)
			}
		}
	}
	demand(len(members) == len(own[0])*len(own[1]), "a subset: not all pairs of its strategies")
	here := all.of[own[0][0]]
	one := all.parts[here]
	shared := newGroup(one.seconds)
	for _, y := range own[1] {
		shared.put(all.second[y])
	}
	work.spend(int64(len(one.firsts)*(1+len(shared)/8) + 1))
	var common group
	for k, x := range one.firsts {
		if seen[0][x] && common == nil {
			common = one.partners[k]
		} else if seen[0][x] {
			common = common.and(one.partners[k])
		} else {
			demand(one.partners[k].and(shared).count() < len(own[1]), "a subset: not maximal")
		}
	}
	demand(common.count() == len(own[1]), "a subset: not maximal")
	dimension := 0
	for k := range own {
		dimension += a.rank(k, own[k], work) - 1
	}
	return fmt.Sprint(here) + " " + shared.key(), dimension
}

// rank is that of some strategies of a seat as vectors, by Bareiss: every division is exact.
func (a *allNash) rank(seat int, strategies []int, work *meter) int {
	if len(strategies) == 1 {
		return 1
	}
	var rows [][]*big.Int
	size, longest := len(a.mixes[seat][0].tops), 0
	for _, k := range strategies {
		rows = append(rows, append([]*big.Int{}, a.mixes[seat][k].tops...))
		longest = max(longest, longestBits(a.mixes[seat][k].tops))
	}
	rank, last := 0, big.NewInt(1)
	for c := 0; c < size && rank < len(rows); c++ {
		grown := int64((rank + 1) * longest)
		work.spend(int64(len(rows)-rank) * int64(size-c) * (1 + grown*grown>>24))
		pivot := rank
		for pivot < len(rows) && rows[pivot][c].Sign() == 0 {
			pivot++
		}
		if pivot == len(rows) {
			continue
		}
		rows[rank], rows[pivot] = rows[pivot], rows[rank]
		head := rows[rank]
		for _, row := range rows[rank+1:] {
			factor := row[c]
			for k := c; k < size; k++ {
				left := new(big.Int).Mul(head[c], row[k])
				left.Sub(left, new(big.Int).Mul(factor, head[k]))
				row[k] = left.Quo(left, last)
			}
		}
		last = head[c]
		rank++
	}
	return rank
}

// maximal counts the maximal subsets, and stops beyond so many: what the second seat has in one of them is what
// some strategies of the first are all listed with.
func (p *linkedPart) maximal(most int, work *meter) int {
	found := map[string]group{}
	order := append([]group{}, p.partners...)
	sort.Slice(order, func(i, j int) bool { return order[i].count() > order[j].count() })
	for _, own := range order {
		met := []group{own}
		for _, other := range found {
			work.spend(int64(1 + len(own)/8))
			if shared := other.and(own); shared.count() > 0 {
				met = append(met, shared)
			}
		}
		for _, shared := range met {
			found[shared.key()] = shared
		}
		if len(found) > most {
			break
		}
	}
	return len(found)
}

// links tells which of some things hang together.
type links []int

func newLinks(size int) links {
	l := make(links, size)
	for k := range l {
		l[k] = k
	}
	return l
}

func (l links) root(k int) int {
	for l[k] != k {
		l[k] = l[l[k]]
		k = l[k]
	}
	return k
}

func (l links) join(a, b int) { l[l.root(a)] = l.root(b) }

func (l links) single() bool {
	for k := range l {
		if l.root(k) != l.root(0) {
			return false
		}
	}
	return true
}

// ---- that there are no others

func (a *allNash) complete(v *value) {
	m := a.cases
	var tree *caseTree
	tree = newCaseTree(v, m.labels(), func(end *value) {
		if end.kind != null {
			m.shift(end, tree.imposed)
			return
		}
		size := int64(len(a.mixes[0]) + len(a.mixes[1]))
		m.work.spend(size + int64(m.labels()))
		a.face(tree.imposed)
	})
	tree.check()
}

// face demands that each corner on the one side with each corner on the other is listed.
func (a *allNash) face(imposed [2][]bool) {
	defer func() {
		if fault := recover(); fault != nil {
			if _, long := fault.(tooLong); !long {
				panic(fault)
			}
			a.shown = false
		}
	}()
	var corners [2][]int
	for k := range corners {
		corners[k] = a.corners(k, imposed[k])
	}
	a.cases.work.spend(int64(len(corners[0])) * int64(len(corners[1])))
	for _, x := range corners[0] {
		for _, y := range corners[1] {
			_, listed := a.number[[2]int{x, y}]
			demand(listed, "an extreme equilibrium is not listed")
		}
	}
}

// corners returns the listed strategies that are the corners of a face on a side; -1 for one that is not listed.
func (a *allNash) corners(side int, imposed []bool) (found []int) {
	m := a.cases
	U, R := m.mixed(imposed, side), m.replies(imposed, side)
	demand(len(U) > 0 && len(R) > 0, "an end that imposes too much, or too little")
	if m.single(side, U, R) {
		for k, one := range a.mixes[side] {
			if one.obeys(m.on(imposed, side), R) {
				found = append(found, k)
			}
		}
		demand(len(found) > 0, "an end without a listed strategy of %s", m.seats[side])
		return found
	}
	known := map[string]int{}
	for k, one := range a.mixes[side] {
		known[name(one.weights)] = k
	}
	for _, corner := range m.corners(side, U, R) {
		k, listed := known[name(corner)]
		if !listed {
			k = -1
		}
		found = append(found, k)
	}
	return found
}

func name(weights []*big.Rat) string { return (&plan{weights: weights}).name() }

// obeys tells whether a strategy has no weight where it must not, and all of R are best replies to it.
func (m *mix) obeys(out []bool, R []int) bool {
	for j, top := range m.tops {
		if out[j] && top.Sign() != 0 {
			return false
		}
	}
	best := map[int]bool{}
	for _, i := range m.replies {
		best[i] = true
	}
	for _, i := range R {
		if !best[i] {
			return false
		}
	}
	return true
}
