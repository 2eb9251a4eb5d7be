package main

// What seats with real hands are paid (section 8): polynomials in the hand on every cell between two cuts. Hands are
// counted in units of one over the common denominator of all cuts, so that all numbers are whole.

import (
	"math/big"
	"sort"
)

const (
	evenly    = -1 // a choice: both actions of a freedom, evenly spread
	byMixture = -2 // a choice: the actions of a mixture of the profile
)

// grid is a profile laid on cells of cells: cell k has the hands from at[k] to at[k+1].
type grid struct {
	*handProfile
	at       []*big.Int // the cuts, times unit
	ends     []*big.Rat // the same
	unit     *big.Int
	choice   map[*handNode][]int
	mixtures map[*handNode][]mixture // by cell; of choices that are taken by a mixture
	counts   []*big.Int              // by seat: how many hands are counted for one, so that every share is whole
	free     *freedom                // where choices are spread evenly
	chance   [2]*big.Int             // of its two actions there, together equal to scale
	scale    *big.Int                // how many hands of the seat of the freedom are counted for one
	money    *big.Int                // common denominator of all amounts
	odds     *big.Int                // common denominator of all chances to improve
	roots    *rootMeter
}

// grid lays the profile on the grid of its own cuts and some more.
func (b *handProfile) grid(more []*big.Rat) *grid {
	w := &grid{handProfile: b, unit: big.NewInt(1), choice: map[*handNode][]int{}, mixtures: map[*handNode][]mixture{}, scale: big.NewInt(1),
		money: big.NewInt(1), odds: big.NewInt(1), roots: b.roots}
	cuts := append([]*big.Rat{new(big.Rat), big.NewRat(1, 1)}, more...)
	for _, n := range b.root.turns() {
		cuts = append(cuts, b.rules[n].ends...)
	}
	sort.Slice(cuts, func(i, j int) bool { return cuts[i].Cmp(cuts[j]) < 0 })
	for _, c := range cuts {
		w.unit = commonMultiple(w.unit, c.Denom())
	}
	for k, c := range cuts {
		if k == 0 || c.Cmp(cuts[k-1]) != 0 {
			w.at = append(w.at, w.scaled(c))
			w.ends = append(w.ends, new(big.Rat).SetInt(w.scaled(c)))
		}
	}
	for _, end := range b.root.ends() {
		for _, amount := range append(append([]*big.Rat{}, end.pays...), end.paid...) {
			w.money = commonMultiple(w.money, amount.Denom())
		}
		if end.better != nil {
			w.odds = commonMultiple(w.odds, end.better.Denom())
		}
	}
	for range b.seats {
		w.counts = append(w.counts, big.NewInt(1))
	}
	seen := map[*rule]bool{}
	for _, n := range b.root.turns() {
		w.choice[n], w.mixtures[n] = w.lay(b.rules[n])
		if !seen[b.rules[n]] {
			seen[b.rules[n]] = true
			w.counts[n.turn].Mul(w.counts[n.turn], b.rules[n].common())
			require(w.counts[n.turn].BitLen() <= handBits, "mixtures of too long a common denominator")
		}
	}
	return w
}

// common is the least common denominator of the chances of a rule.
func (r *rule) common() *big.Int {
	found := big.NewInt(1)
	for _, mix := range r.mixes {
		for _, chance := range mix {
			found = commonMultiple(found, chance.Denom())
		}
	}
	return found
}

func (w *grid) scaled(r *big.Rat) *big.Int { return times(r, w.unit) }

// times is r times n, where that is whole.
func times(r *big.Rat, n *big.Int) *big.Int {
	return new(big.Int).Mul(r.Num(), new(big.Int).Quo(n, r.Denom()))
}

func (w *grid) size() int { return len(w.at) - 1 }

// place is the number of a cut.
func (w *grid) place(r *big.Rat) int {
	due := w.scaled(r)
	return sort.Search(len(w.at), func(k int) bool { return w.at[k].Cmp(due) >= 0 })
}

func (w *grid) cells(low, high *big.Rat) []int {
	var found []int
	for k := w.place(low); k < w.place(high); k++ {
		found = append(found, k)
	}
	return found
}

// lay tells the action of each cell, and the mixture of those that are taken by a mixture.
func (w *grid) lay(r *rule) ([]int, []mixture) {
	found, mixtures := make([]int, w.size()), make([]mixture, w.size())
	k := 0
	for c := range found {
		for w.scaled(r.ends[k]).Cmp(w.at[c]) <= 0 {
			k++
		}
		found[c], mixtures[c] = byMixture, r.mixes[k]
		if len(r.mixes[k]) == 1 {
			for action := range r.mixes[k] {
				found[c] = action
			}
		}
	}
	return found, mixtures
}

// reaching are the hands of a seat that reach a node: how many of each cell, none or scale for one; how many in all; and F
// of section 8, on each cell a line in the hand, the same line where nothing changes.
type reaching struct {
	counts []*big.Int
	all    *big.Int
	lines  []poly
}

func (w *grid) reaching(counts []*big.Int) *reaching {
	found := &reaching{counts, new(big.Int), make([]poly, w.size())}
	for c, count := range counts {
		if c > 0 && counts[c-1].Cmp(count) == 0 {
			found.lines[c] = found.lines[c-1]
		} else {
			start := new(big.Int).Mul(count, w.at[c])
			found.lines[c] = poly{start.Sub(found.all, start), count}.trim()
		}
		if count.Sign() != 0 {
			step := new(big.Int).Sub(w.at[c+1], w.at[c])
			found.all = step.Add(found.all, step.Mul(step, count))
		}
	}
	return found
}

// reach is who reaches a node, by seat.
type reach []*reaching

func (w *grid) everybody() reach {
	all := make(reach, len(w.seats))
	for k := range all {
		count := w.counts[k]
		if w.free != nil && w.free.at.turn == k {
			count = new(big.Int).Mul(count, w.scale)
		}
		counts := make([]*big.Int, w.size())
		for c := range counts {
			counts[c] = count
		}
		all[k] = w.reaching(counts)
	}
	return all
}

var zero = new(big.Int)

// taking returns who reaches the node after an action.
func (w *grid) taking(all reach, n *handNode, action int) reach {
	out := append(reach{}, all...)
	before, own := all[n.turn].counts, make([]*big.Int, w.size())
	for c, taken := range w.choice[n] {
		own[c] = zero
		switch {
		case taken == action:
			own[c] = before[c]
		case taken == evenly && action == w.free.action:
			own[c] = partOf(before[c], w.chance[0], w.scale)
		case taken == evenly && action == w.free.other:
			own[c] = partOf(before[c], w.chance[1], w.scale)
		case taken == byMixture && w.mixtures[n][c][action] != nil:
			own[c] = partOf(before[c], w.mixtures[n][c][action].Num(), w.mixtures[n][c][action].Denom())
		}
	}
	out[n.turn] = w.reaching(own)
	return out
}

// partOf is a part of a count, which is whole.
func partOf(count, above, below *big.Int) *big.Int {
	out := new(big.Int).Mul(count, above)
	return out.Quo(out, below)
}

// end is what a seat's hand is paid at an end, times the probability that the others reach it: on each cell of some a
// polynomial, over the denominator of over.
func (w *grid) end(n *handNode, seat int, all reach, cells []int) []poly {
	others := big.NewInt(1)
	for k := range w.seats {
		if k != seat {
			others.Mul(others, all[k].all)
		}
	}
	power := new(big.Int).Exp(w.odds, big.NewInt(int64(len(w.seats))), nil)
	flat := func(amount *big.Rat) poly {
		out := new(big.Int).Mul(times(amount, w.money), others)
		return constant(out.Mul(out, power))
	}
	out := make([]poly, w.size())
	if !n.showdown() || !n.contends(seat) {
		one := poly{}
		if n.showdown() {
			one = flat(n.paid[seat]).neg()
		} else {
			one = flat(n.pays[seat])
		}
		for _, c := range cells {
			out[c] = one
		}
		return out
	}
	cost := flat(n.paid[seat])
	won := w.won(n, seat, all, cells)
	var last, sum poly
	for k, c := range cells {
		if k == 0 || !sameSlice(won[c], last) {
			last, sum = won[c], won[c].sub(cost)
		}
		out[c] = sum
	}
	return out
}

func sameSlice(p, q poly) bool {
	return len(p) == len(q) && (len(p) == 0 || &p[0] == &q[0])
}

// won is what a contender takes of what was paid.
func (w *grid) won(n *handNode, seat int, all reach, cells []int) []poly {
	pot := new(big.Rat)
	for _, amount := range n.paid {
		pot.Add(pot, amount)
	}
	scale := times(pot, w.money)
	var rivals reach
	for k := range w.seats {
		if k == seat {
			continue
		}
		if n.contends(k) {
			rivals = append(rivals, all[k])
		} else {
			scale.Mul(scale, all[k].all)
		}
	}
	for k := len(n.in); k < len(w.seats); k++ {
		scale.Mul(scale, w.odds)
	}
	better := times(n.better, w.odds)
	worse := new(big.Int).Sub(w.odds, better)
	out := make([]poly, w.size())
	for k, c := range cells {
		if k > 0 && cells[k-1] == c-1 && rivals.alikeAt(c) {
			out[c] = out[c-1]
			continue
		}
		plain, improved := constant(worse), constant(better)
		for _, rival := range rivals {
			plain = plain.mul(rival.lines[c].scale(worse))
			rest := new(big.Int).Mul(worse, rival.all)
			improved = improved.mul(rival.lines[c].scale(better).add(constant(rest)))
		}
		out[c] = plain.add(improved).scale(scale)
	}
	return out
}

// alikeAt says whether nobody's line changes between a cell and the one before.
func (all reach) alikeAt(c int) bool {
	for _, one := range all {
		if !sameSlice(one.lines[c], one.lines[c-1]) {
			return false
		}
	}
	return true
}

// follow is what a seat's hands are worth at a node, all going on as the profile says, times how many of its own hands
// reach each end.
func (w *grid) follow(n *handNode, seat int, all reach, cells []int) []poly {
	if n.turn < 0 {
		out := w.end(n, seat, all, cells)
		for _, c := range cells {
			out[c] = out[c].scale(all[seat].counts[c])
		}
		return out
	}
	out := make([]poly, w.size())
	for action, next := range n.after {
		below := w.follow(next, seat, w.taking(all, n, action), cells)
		for _, c := range cells {
			out[c] = out[c].add(below[c])
		}
	}
	return out
}

// arrival is a node, and who reaches it.
type arrival struct {
	n   *handNode
	all reach
}

// best is what a seat's hands are worth at nodes that the seat cannot tell apart, with the best that it can do at each
// of its information sets, bounded from above.
func (w *grid) best(nodes []arrival, seat int, cells []int) []pieces {
	out := make([]pieces, w.size())
	join := func(more []pieces, how func(a, b pieces) pieces, to []pieces) {
		for _, c := range cells {
			if to[c] == nil {
				to[c] = more[c]
			} else {
				to[c] = how(to[c], more[c])
			}
		}
	}
	own, views := map[string][]arrival{}, []string{}
	var walk func(one arrival)
	walk = func(one arrival) {
		switch {
		case one.n.turn < 0:
			join(w.whole(w.end(one.n, seat, one.all, cells), cells), together, out)
		case one.n.turn == seat:
			if own[one.n.view] == nil {
				views = append(views, one.n.view)
			}
			own[one.n.view] = append(own[one.n.view], one)
		default:
			for action, next := range one.n.after {
				walk(arrival{next, w.taking(one.all, one.n, action)})
			}
		}
	}
	for _, one := range nodes {
		walk(one)
	}
	for _, view := range views {
		most := make([]pieces, w.size())
		for action := range own[view][0].n.after {
			var after []arrival
			for _, one := range own[view] {
				after = append(after, arrival{one.n.after[action], one.all})
			}
			join(w.best(after, seat, cells), w.roots.greater, most)
		}
		join(most, together, out)
	}
	return out
}

// over is the denominator of what a seat's hands are worth.
func (w *grid) over(seat int) *big.Int {
	n := int64(len(w.seats))
	out := new(big.Int).Exp(w.odds, big.NewInt(n), nil)
	out.Mul(out, w.money)
	out.Mul(out, new(big.Int).Exp(w.unit, big.NewInt(n-1), nil))
	for k, count := range w.counts {
		if k != seat {
			out.Mul(out, count)
		}
	}
	if w.free != nil && w.free.at.turn != seat {
		out.Mul(out, w.scale)
	}
	return out
}

// sum adds integrals of pieces, per hand of unit.
func (w *grid) sum(seat int, parts []pieces, cells []int) *big.Rat {
	sum := new(big.Rat)
	for _, c := range cells {
		for _, one := range parts[c] {
			sum.Add(sum, one.integral())
		}
	}
	return sum.Quo(sum, new(big.Rat).SetInt(new(big.Int).Mul(w.over(seat), w.unit)))
}

func (w *grid) whole(followed []poly, cells []int) []pieces {
	out := make([]pieces, w.size())
	for _, c := range cells {
		out[c] = pieces{{w.ends[c], w.ends[c+1], followed[c]}}
	}
	return out
}

// payoff returns what a seat is paid by the profile, and a bound on what it could gain.
func (w *grid) payoff(seat int) (paid, gain *big.Rat) {
	cells := w.cells(new(big.Rat), big.NewRat(1, 1))
	followed := w.follow(w.root, seat, w.everybody(), cells)
	return w.followedSum(seat, followed, cells), w.gainOver(seat, followed, cells)
}

// followedSum adds integrals of what follow found, which counts the seat's own hands too.
func (w *grid) followedSum(seat int, followed []poly, cells []int) *big.Rat {
	sum := w.sum(seat, w.whole(followed, cells), cells)
	return sum.Quo(sum, new(big.Rat).SetInt(w.counts[seat]))
}

// gainOver returns what a seat could gain with some hands, given what they are worth by the profile.
func (w *grid) gainOver(seat int, followed []poly, cells []int) *big.Rat {
	most := w.sum(seat, w.best([]arrival{{w.root, w.everybody()}}, seat, cells), cells)
	return most.Sub(most, w.followedSum(seat, followed, cells))
}

// demandConstant: on I what the action pays the seat is what the other pays it and a constant.
func (w *grid) demandConstant(f *freedom, inside []int) {
	apart := make([]poly, w.size())
	come := false
	for _, at := range w.root.alike(f.at) {
		all := w.everybody()
		turns, actions := w.root.way(at)
		for k, n := range turns {
			if n.turn != at.turn {
				all = w.taking(all, n, actions[k])
			}
		}
		here := true
		for k, own := range all {
			here = here && (k == at.turn || own.all.Sign() > 0)
		}
		come = come || here
		one := w.follow(at.after[f.action], at.turn, all, inside)
		two := w.follow(at.after[f.other], at.turn, all, inside)
		for _, c := range inside {
			apart[c] = apart[c].add(one[c].sub(two[c]))
		}
	}
	demand(come, "free: the other seats never reach the turn")
	for _, c := range inside {
		demand(apart[c].isConst() && apart[c].equal(apart[inside[0]]), "free: the two actions do not differ by a constant on I")
	}
}

// moved is the second arrangement of what is free.
func (w *grid) moved(f *freedom, inside []int) *grid {
	out := *w
	out.choice = map[*handNode][]int{}
	for n, taken := range w.choice {
		out.choice[n] = taken
	}
	taken := append([]int{}, w.choice[f.at]...)
	at := w.place(f.second())
	for _, c := range inside {
		switch {
		case f.even:
			taken[c] = evenly
		case (c < at) == f.top:
			taken[c] = f.action
		default:
			taken[c] = f.other
		}
	}
	for _, at := range w.root.alike(f.at) {
		out.choice[at] = taken
	}
	if f.even {
		chance := new(big.Rat).Quo(f.mass, new(big.Rat).Sub(f.high, f.low))
		out.free, out.scale = f, chance.Denom()
		out.chance = [2]*big.Int{chance.Num(), new(big.Int).Sub(chance.Denom(), chance.Num())}
	}
	return &out
}

// sameWorth says whether all hands of some cells are paid the same in two arrangements, and what they are paid here.
func (w *grid) sameWorth(other *grid, seat int, cells []int) ([]poly, bool) {
	here := w.follow(w.root, seat, w.everybody(), cells)
	there := other.follow(other.root, seat, other.everybody(), cells)
	for _, c := range cells {
		if !here[c].scale(other.over(seat)).equal(there[c].scale(w.over(seat))) {
			return here, false
		}
	}
	return here, true
}
