package main

// What seats with real hands are paid (section 8): polynomials in the hand on every cell between two cuts. Hands are
// counted in units of one over the common denominator of all cuts, so that all numbers are whole.

import (
	"math/big"
	"sort"
)

const mixed = -1 // a choice: both actions of a freedom, evenly spread

// grid is a profile laid on cells of cells: cell k has the hands from at[k] to at[k+1].
type grid struct {
	*handProfile
	at     []*big.Int // the cuts, times unit
	ends   []*big.Rat // the same
	unit   *big.Int
	choice map[*handNode][]int
	free   *freedom    // where choices are mixed
	chance [2]*big.Int // of its two actions there, together equal to scale
	scale  *big.Int    // how many hands of the seat of the freedom are counted for one
	money  *big.Int    // common denominator of all amounts
	odds   *big.Int    // common denominator of all chances to improve
	roots  *rootMeter
}

// grid lays the profile on the grid of its own cuts and some more.
func (b *handProfile) grid(more []*big.Rat) *grid {
	w := &grid{handProfile: b, unit: big.NewInt(1), choice: map[*handNode][]int{}, scale: big.NewInt(1),
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
	for _, n := range b.root.turns() {
		w.choice[n] = w.lay(b.rules[n])
	}
	return w
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

// lay tells the action of each cell.
func (w *grid) lay(r *rule) []int {
	found := make([]int, w.size())
	k := 0
	for c := range found {
		for w.scaled(r.ends[k]).Cmp(w.at[c]) <= 0 {
			k++
		}
		found[c] = r.actions[k]
	}
	return found
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
		count := big.NewInt(1)
		if w.free != nil && w.free.at.turn == k {
			count = w.scale
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
		case taken == mixed && before[c].Sign() != 0 && action == w.free.action:
			own[c] = w.chance[0]
		case taken == mixed && before[c].Sign() != 0 && action == w.free.other:
			own[c] = w.chance[1]
		}
	}
	out[n.turn] = w.reaching(own)
	return out
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

// follow is what a seat's hands are worth at a node, all going on as the profile says.
func (w *grid) follow(n *handNode, seat int, all reach, cells []int) []poly {
	if n.turn < 0 {
		return w.end(n, seat, all, cells)
	}
	out := make([]poly, w.size())
	for action, next := range n.after {
		if n.turn == seat {
			below := w.follow(next, seat, all, cells)
			for _, c := range cells {
				if w.choice[n][c] == action {
					out[c] = below[c]
				}
			}
			continue
		}
		below := w.follow(next, seat, w.taking(all, n, action), cells)
		for _, c := range cells {
			out[c] = out[c].add(below[c])
		}
	}
	return out
}

// best is the same with the best that the seat can do at each of its turns, bounded from above.
func (w *grid) best(n *handNode, seat int, all reach, cells []int) []pieces {
	out := make([]pieces, w.size())
	if n.turn < 0 {
		below := w.end(n, seat, all, cells)
		for _, c := range cells {
			out[c] = pieces{{w.ends[c], w.ends[c+1], below[c]}}
		}
		return out
	}
	for action, next := range n.after {
		who := all
		join := w.roots.greater
		if n.turn != seat {
			who, join = w.taking(all, n, action), together
		}
		below := w.best(next, seat, who, cells)
		for _, c := range cells {
			if action == 0 {
				out[c] = below[c]
			} else {
				out[c] = join(out[c], below[c])
			}
		}
	}
	return out
}

// over is the denominator of what a seat's hands are worth.
func (w *grid) over(seat int) *big.Int {
	n := int64(len(w.seats))
	out := new(big.Int).Exp(w.odds, big.NewInt(n), nil)
	out.Mul(out, w.money)
	out.Mul(out, new(big.Int).Exp(w.unit, big.NewInt(n-1), nil))
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
	return w.sum(seat, w.whole(followed, cells), cells), w.gainOver(seat, followed, cells)
}

// gainOver returns what a seat could gain with some hands, given what they are worth by the profile.
func (w *grid) gainOver(seat int, followed []poly, cells []int) *big.Rat {
	most := w.sum(seat, w.best(w.root, seat, w.everybody(), cells), cells)
	return most.Sub(most, w.sum(seat, w.whole(followed, cells), cells))
}

// demandConstant: on I what the action pays the seat is what the other pays it and a constant.
func (w *grid) demandConstant(f *freedom, inside []int) {
	all := w.everybody()
	turns, actions := w.root.way(f.at)
	for k, n := range turns {
		if n.turn != f.at.turn {
			all = w.taking(all, n, actions[k])
		}
	}
	for k, own := range all {
		demand(k == f.at.turn || own.all.Sign() > 0, "free: the other seats never reach the turn")
	}
	one := w.follow(f.at.after[f.action], f.at.turn, all, inside)
	two := w.follow(f.at.after[f.other], f.at.turn, all, inside)
	first := one[inside[0]].sub(two[inside[0]])
	for _, c := range inside {
		apart := one[c].sub(two[c])
		demand(apart.isConst() && apart.equal(first), "free: the two actions do not differ by a constant on I")
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
			taken[c] = mixed
		case (c < at) == f.top:
			taken[c] = f.action
		default:
			taken[c] = f.other
		}
	}
	out.choice[f.at] = taken
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
