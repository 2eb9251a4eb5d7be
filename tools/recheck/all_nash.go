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
	exact   [2]map[string]int // by its support and its best replies, a strategy
	named   [2]map[string]int // by its chances
	breaks  [2][]group        // by label, the strategies that do not obey it; nil before they are needed
	entries [][2]int
	number  map[[2]int]int // the place of a pair, from 0
	work    *meter
	shown   bool                                 // that the list is complete
	ranked  func(seat int, strategies []int) int // the rank of strategies that are formulas; nil: they are numbers
}

func checkAllNash(v *value) fmt.Stringer {
	has := v.fields("equilibria", "schema", "game", "seats", "count", "unique", "equilibria", "components", "?indices", "?complete", "certificate")
	held := has["certificate"].fields("certificate", "form", "?cases", "digest")
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
	if part := has["complete"]; part != nil {
		require(!part.truthOf("complete"), "complete: may only be false")
		require(held["cases"] == nil, "cases: a list that is not complete has none")
		require(len(has["components"].list("components")) == 0, "components: a list that is not complete has none")
		require(has["indices"] == nil, "indices: a list that is not complete has none")
		a.shown = false
	} else {
		require(held["cases"] != nil, "cases: are missing")
	}
	for _, one := range unique {
		require(one.claim("unique") != open || !a.shown, "unique: must be true or false")
	}
	readComponents(has["components"], len(has["equilibria"].items))
	a.read(has["equilibria"])
	for k, one := range unique {
		claimed := one.claim("unique")
		due := no
		if len(a.mixes[k]) == 1 {
			due = yes
			if !a.shown { // another search may find other strategies
				due = open
			}
		}
		demand(claimed == due, "unique: not so of %s", seats[k])
	}
	if a.shown {
		for _, one := range held["cases"].list("cases") {
			if one.kind == number {
				readLabel(one, a.cases.labels())
			}
		}
		a.components(has["components"])
		a.complete(held["cases"])
		if has["indices"] != nil {
			require(a.shown, "indices: that the list is complete could not be shown")
			a.indices(has["indices"], has["components"])
		}
	}
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
	a.named, a.exact = [2]map[string]int{{}, {}}, [2]map[string]int{{}, {}}
	for at, item := range items {
		where := fmt.Sprintf("equilibrium %d", at+1)
		has := item.fields(where, "strategies", "payoffs")
		var pair [2]int
		for k, one := range has["strategies"].bySeat(where, a.game.seats(), false) {
			p := readStrategy(one, &a.game.sides[k], where)
			name := p.name()
			if _, known := a.named[k][name]; !known {
				a.named[k][name] = len(a.mixes[k])
				m, U := a.replied(k, p)
				a.exact[k][faceKey(U, m.replies)] = len(a.mixes[k])
				a.mixes[k] = append(a.mixes[k], m)
				require(len(a.mixes[k])*(a.game.sides[k].size-1) <= mostWeights, "equilibria: too many strategies for me")
			}
			pair[k] = a.named[k][name]
		}
		_, twice := a.number[pair]
		demand(!twice, "%s: is listed twice", where)
		a.number[pair] = at
		a.entries = append(a.entries, pair)
		a.fits(pair, readTwo(has["payoffs"], where), where)
	}
}

// replied works out the best replies to a strategy, and demands that it is extreme; it returns its support too.
func (a *allNash) replied(seat int, p *plan) (*mix, []int) {
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
	return m, U
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

// cluster is a set of entries that hang together by strategies that they share.
type cluster struct {
	place    [2]map[int]int // of a strategy among those of the cluster
	partners []group        // by strategy of the first seat, those of the second that it is listed with
}

// clusters returns the clusters, and of each entry the number of its own.
func (a *allNash) clusters() (found []*cluster, of []int) {
	firsts := len(a.mixes[0])
	joined := newLinks(firsts + len(a.mixes[1]))
	for _, pair := range a.entries {
		joined.join(pair[0], firsts+pair[1])
	}
	numbers := map[int]int{}
	for _, pair := range a.entries {
		root := joined.root(pair[0])
		number, known := numbers[root]
		if !known {
			number = len(found)
			numbers[root] = number
			found = append(found, &cluster{place: [2]map[int]int{{}, {}}})
		}
		c := found[number]
		for k, strategy := range pair {
			if _, known := c.place[k][strategy]; !known {
				c.place[k][strategy] = len(c.place[k])
			}
		}
		of = append(of, number)
	}
	for _, c := range found {
		c.partners = make([]group, len(c.place[0]))
		for k := range c.partners {
			c.partners[k] = newGroup(len(c.place[1]))
		}
	}
	for e, pair := range a.entries {
		c := found[of[e]]
		c.partners[c.place[0][pair[0]]].put(c.place[1][pair[1]])
	}
	return found, of
}

// components demands that just the maximal subsets are listed, in components that have nothing in common.
func (a *allNash) components(v *value) {
	work := &meter{mostSpanWork, "components"}
	clusters, of := a.clusters()
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
			members := readSubset(one, len(a.entries))
			for _, e := range members {
				demand(of[e] == of[members[0]], "a subset: not all pairs of its strategies")
			}
			name, wide := a.subset(members, clusters[of[members[0]]], work)
			key := fmt.Sprint(of[members[0]], " ", name)
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
	count := 0
	for _, c := range clusters {
		count += c.maximal(len(listed)-count, work)
		if count > len(listed) {
			break
		}
	}
	demand(count == len(listed), "components: a maximal subset is missing")
}

// readComponents demands the grammar of components of so many equilibria.
func readComponents(v *value, count int) {
	for _, item := range v.list("components") {
		has := item.fields("a component", "dimension", "subsets")
		has["dimension"].integer("dimension")
		for _, one := range has["subsets"].list("subsets") {
			readSubset(one, count)
		}
	}
}

// readSubset reads the places of equilibria, of which there are count, from 1 and rising; from 0 here.
func readSubset(v *value, count int) (members []int) {
	for _, one := range v.list("a subset") {
		place := one.index("a subset", count)
		require(place > 0 && (len(members) == 0 || place-1 > members[len(members)-1]), "a subset: its places must rise from 1 on")
		members = append(members, place-1)
	}
	require(len(members) > 0, "a subset: must not be empty")
	return members
}

// subset demands that some equilibria are all pairs of their strategies and maximal as such; it returns a name
// for the set and its dimension.
func (a *allNash) subset(members []int, in *cluster, work *meter) (string, int) {
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
	shared, inside := newGroup(len(in.place[1])), newGroup(len(in.place[0]))
	for _, x := range own[0] {
		inside.put(in.place[0][x])
	}
	for _, y := range own[1] {
		shared.put(in.place[1][y])
	}
	work.spend(int64(len(in.partners)*(1+len(shared)/8) + 1))
	common := in.partners[in.place[0][own[0][0]]]
	for x, partners := range in.partners {
		if inside.has(x) {
			common = common.and(partners)
		} else {
			demand(partners.and(shared).count() < len(own[1]), "a subset: not maximal")
		}
	}
	demand(common.count() == len(own[1]), "a subset: not maximal")
	dimension := 0
	for k := range own {
		dimension += a.rank(k, own[k], work) - 1
	}
	return shared.key(), dimension
}

// rank is that of some strategies of a seat as vectors, by Bareiss: every division is exact.
func (a *allNash) rank(seat int, strategies []int, work *meter) int {
	if a.ranked != nil {
		return a.ranked(seat, strategies)
	}
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
func (c *cluster) maximal(most int, work *meter) int {
	found := map[string]group{}
	order := append([]group{}, c.partners...)
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
		size := len(a.mixes[0]) + len(a.mixes[1])
		m.work.spend(int64(m.labels()) * int64(8+size/4096))
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
		if k, there := a.exact[side][faceKey(U, R)]; there {
			return []int{k}
		}
		found = a.obeying(side, imposed)
		demand(len(found) > 0, "an end without a listed strategy of %s", m.seats[side])
		return found
	}
	for _, corner := range m.corners(side, U, R) {
		k, listed := a.named[side][name(corner)]
		if !listed {
			k = -1
		}
		found = append(found, k)
	}
	return found
}

func name(weights []*big.Rat) string {
	return (&plan{weights: append([]*big.Rat{big.NewRat(1, 1)}, weights...)}).name()
}

// faceKey names what may have weight and what is a best reply.
func faceKey(U, R []int) string { return fmt.Sprint(U, R) }

// obeying are the listed strategies of a seat without weight where it must not be, to which all that is imposed on
// the other seat are best replies.
func (a *allNash) obeying(side int, imposed []bool) (found []int) {
	if a.breaks[side] == nil {
		a.breaks[side] = a.broken(side)
	}
	out := newGroup(len(a.mixes[side]))
	for label, due := range imposed {
		if due {
			for k, word := range a.breaks[side][label] {
				out[k] |= word
			}
		}
	}
	for k := range a.mixes[side] {
		if !out.has(k) {
			found = append(found, k)
		}
	}
	return found
}

// broken returns by label the strategies of a seat that do not obey it: those that use it, where it is the seat's
// own, and those to which it is not a best reply.
func (a *allNash) broken(side int) []group {
	rows := len(a.cases.tables[0])
	own, foe := 0, rows
	if side == 1 {
		own, foe = rows, 0
	}
	found := make([]group, a.cases.labels())
	for label := range found {
		found[label] = newGroup(len(a.mixes[side]))
	}
	for k, one := range a.mixes[side] {
		for j, top := range one.tops {
			if top.Sign() != 0 {
				found[own+j].put(k)
			}
		}
		best := newGroup(len(a.cases.tables[1-side]))
		for _, i := range one.replies {
			best.put(i)
		}
		for i := range a.cases.tables[1-side] {
			if !best.has(i) {
				found[foe+i].put(k)
			}
		}
	}
	return found
}
