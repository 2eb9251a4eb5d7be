package main

// Cases of section 14: in an equilibrium each action has no weight, or is a best reply. They are a tree in
// preorder, whose ends are checked by who reads it (sections 13 and 14).

import (
	"fmt"
	"math/big"
)

// caseTree is a list of cases as it is gone through. Of each side it has which labels are imposed there.
type caseTree struct {
	items   []*value
	next    int
	imposed [2][]bool
	end     func(v *value) // looks at an end with what is imposed there
}

func newCaseTree(v *value, labels int, end func(v *value)) *caseTree {
	t := &caseTree{items: v.list("cases"), end: end}
	for k := range t.imposed {
		t.imposed[k] = make([]bool, labels)
	}
	return t
}

// branch is a case that a label divides, with the sides on which the label is imposed in turn.
type branch struct {
	label  int
	sides  [2]int
	turn   int
	before bool // whether it was imposed there already
}

// check goes through the list: a label opens a branch, an end closes all branches that are through.
func (t *caseTree) check() {
	var way []branch
	for {
		demand(t.next < len(t.items), "cases: the list ends before the tree")
		v := t.items[t.next]
		t.next++
		if v.kind == number {
			way = append(way, readLabel(v, len(t.imposed[0])))
			t.impose(&way[len(way)-1])
			continue
		}
		t.end(v)
		for len(way) > 0 && !t.turn(&way[len(way)-1]) {
			way = way[:len(way)-1]
		}
		if len(way) == 0 {
			break
		}
	}
	demand(t.next == len(t.items), "cases: the list goes on behind the tree")
}

// readLabel reads one of so many labels, or one with a minus.
func readLabel(v *value, labels int) branch {
	told := v.integer("cases")
	require(told.Sign() != 0 && told.CmpAbs(big.NewInt(int64(labels))) <= 0, "cases: %s is no label", short(v.text))
	if told.Sign() < 0 {
		return branch{label: -int(told.Int64()) - 1, sides: [2]int{1, 0}}
	}
	return branch{label: int(told.Int64()) - 1, sides: [2]int{0, 1}}
}

func (t *caseTree) impose(b *branch) {
	imposed := &t.imposed[b.sides[b.turn]][b.label]
	b.before, *imposed = *imposed, true
}

// turn goes from the first case of a branch to its second; false if it was there.
func (t *caseTree) turn(b *branch) bool {
	t.imposed[b.sides[b.turn]][b.label] = b.before
	b.turn++
	if b.turn == len(b.sides) {
		return false
	}
	t.impose(b)
	return true
}

// meter bounds the work on a part of a document (section 9).
type meter struct {
	left int64
	what string
}

func (m *meter) spend(work int64) {
	require(work >= 0 && work <= m.left, "%s: more work than I do", m.what)
	m.left -= work
}

const mostCaseWork = 2_000_000_000

// mixes are two seats that mix actions: what each is paid by an action of its own and one of the other.
type mixes struct {
	seats  [2]string
	tables [2][][]*big.Int
	bits   int // of the longest payoff
	work   *meter
	steps  int             // spent on faces, as a cone counts them
	known  map[string]bool // by side, actions and replies, whether there is one mix at most
}

func newMixes(seats [2]string, tables [2][][]*big.Int) *mixes {
	m := &mixes{seats: seats, tables: tables, work: &meter{mostCaseWork, "cases"}, known: map[string]bool{}}
	for _, table := range tables {
		for _, row := range table {
			m.bits = max(m.bits, longestBits(row))
		}
	}
	return m
}

func longestBits(numbers []*big.Int) int {
	longest := 0
	for _, one := range numbers {
		longest = max(longest, one.BitLen())
	}
	return longest
}

func (m *mixes) labels() int { return len(m.tables[0]) + len(m.tables[1]) }

// on returns what is imposed of the actions of a seat on a side.
func (m *mixes) on(imposed []bool, seat int) []bool {
	rows := len(m.tables[0])
	if seat == 0 {
		return imposed[:rows]
	}
	return imposed[rows:]
}

// mixed and replies are the actions not imposed of who mixes on a side, and the imposed ones of who replies.
func (m *mixes) mixed(imposed []bool, side int) []int {
	return places(m.on(imposed, side), false)
}

func (m *mixes) replies(imposed []bool, side int) []int {
	return places(m.on(imposed, 1-side), true)
}

func places(flags []bool, wanted bool) (found []int) {
	for k, flag := range flags {
		if flag == wanted {
			found = append(found, k)
		}
	}
	return found
}

// readShift reads {seat: [whole, ...]}, a number for each of so many actions or sequences of that seat.
func readShift(v *value, seats [2]string, sizes [2]int) (seat int, weights []*big.Int) {
	found := v.bySeat("a shift", seats, true)
	require((found[0] == nil) != (found[1] == nil), "a shift: must be of one seat")
	if found[0] == nil {
		seat = 1
	}
	for _, one := range found[seat].list("a shift") {
		weights = append(weights, one.whole("a shift"))
	}
	require(len(weights) == sizes[seat], "a shift of %s: must have %d numbers", seats[seat], sizes[seat])
	return seat, weights
}

// shift demands of an end {seat: [whole, ...]} that there is no mix on the side where the seat replies.
func (m *mixes) shift(v *value, imposed [2][]bool) {
	seat, weights := readShift(v, m.seats, [2]int{len(m.tables[0]), len(m.tables[1])})
	side := 1 - seat
	table := m.tables[seat]
	m.work.spend(int64(len(table)*len(m.tables[side])) * int64(1+m.bits*longestBits(weights)/4096))
	due := m.on(imposed[side], seat)
	total := new(big.Int)
	for i, w := range weights {
		total.Add(total, w)
		demand(w.Sign() >= 0 || due[i], "a shift takes from what need not be a best reply")
	}
	demand(total.Sign() == 0, "a shift: its weights are not 0 together")
	sum, product := new(big.Int), new(big.Int)
	for _, j := range m.mixed(imposed[side], side) {
		sum.SetInt64(0)
		for i, w := range weights {
			if w.Sign() != 0 {
				sum.Add(sum, product.Mul(w, table[i][j]))
			}
		}
		demand(sum.Sign() > 0, "a shift does not gain against every action that is left")
	}
}

// single tells whether the equations of section 14 leave one mix over U with the best replies R at most.
func (m *mixes) single(side int, U, R []int) bool {
	if len(U) == 1 {
		return true
	}
	if len(U) > len(R) {
		return false
	}
	key := fmt.Sprint(side, faceKey(U, R))
	if found, known := m.known[key]; known {
		return found
	}
	m.work.spend(1 + int64(len(U))*int64(len(U))*int64(len(R))/50)
	found := false
	for _, p := range [...]int64{ranks[0], ranks[1], ranks[2], 2, 3} {
		if found = fullRank(m.indifferent(side, U, R, p), len(U), uint64(p)); found {
			break
		}
	}
	m.known[key] = found
	return found
}

// indifferent are these equations modulo a prime: the replies in R earn the same, and the weights have a sum.
func (m *mixes) indifferent(side int, U, R []int, p int64) [][]term {
	table, prime, gap := m.tables[1-side], big.NewInt(p), new(big.Int)
	total := make([]term, len(U))
	for k := range U {
		total[k] = term{k, 1}
	}
	rows := [][]term{total}
	for _, i := range R[1:] {
		var row []term
		for k, j := range U {
			gap.Sub(table[R[0]][j], table[i][j])
			row = append(row, term{k, gap.Mod(gap, prime).Uint64()})
		}
		rows = append(rows, row)
	}
	return rows
}

// corners works out the extreme mixes over U to which all of R are best replies; each is a mix of all actions
// of who mixes on the side. It panics with tooLong beyond the bounds.
func (m *mixes) corners(side int, U, R []int) [][]*big.Rat {
	table := m.tables[1-side]
	c := newCone(len(U))
	c.steps = m.steps
	defer func() { m.steps = c.steps }()
	imposed := map[int]bool{}
	for _, i := range R {
		imposed[i] = true
	}
	gap := func(i int) []*big.Int {
		longest := 0
		for _, r := range c.rays {
			longest = max(longest, longestBits(r.x))
		}
		c.count(len(c.rays) * (1 + len(U)*(1+longest*m.bits>>18)/8))
		plane := make([]*big.Int, len(U))
		for k, j := range U {
			plane[k] = new(big.Int).Sub(table[R[0]][j], table[i][j])
		}
		return plane
	}
	for _, i := range R[1:] {
		c.cut(gap(i), true)
	}
	for i := range table {
		if !imposed[i] {
			c.cut(gap(i), false)
		}
	}
	return spread(c.rays, U, len(m.tables[side]))
}

// spread writes rays over U as chances of so many actions.
func spread(rays []ray, U []int, size int) (found [][]*big.Rat) {
	for _, r := range rays {
		total := new(big.Int)
		for _, x := range r.x {
			total.Add(total, x)
		}
		mix := make([]*big.Rat, size)
		for j := range mix {
			mix[j] = new(big.Rat)
		}
		for k, j := range U {
			mix[j].SetFrac(r.x[k], total)
		}
		found = append(found, mix)
	}
	return found
}

// ---- the cases of one equilibrium (section 13)

const (
	mostPure     = 500
	mostPureWork = 20_000_000
)

// byCases demands that in every case each seat whose claim is true plays the plan given.
func (n *nash) byCases(v *value) {
	m, pure := n.mixes()
	var tree *caseTree
	tree = newCaseTree(v, m.labels(), func(end *value) {
		if end.kind != null {
			m.shift(end, tree.imposed)
			return
		}
		m.work.spend(int64(m.labels()))
		for k, claimed := range n.claims {
			if claimed == yes {
				n.sameInFace(k, m, pure, tree.imposed[k])
			}
		}
	})
	tree.check()
}

// mixes returns the game as one of actions: those of a bimatrix, or the pure strategies of a general form,
// which are returned too, each by its sequences.
func (n *nash) mixes() (*mixes, [2][][]byte) {
	var pure [2][][]byte
	var tables [2][][]*big.Int
	if n.game.bimatrix {
		return newMixes(n.game.seats(), [2][][]*big.Int{n.game.table(0), n.game.table(1)}), pure
	}
	for k := range pure {
		pure[k] = n.game.sides[k].pure(mostPure)
	}
	rows := int64(len(pure[0]))
	work := rows * (int64(len(n.game.payoffs)) + int64(len(pure[1]))*int64(n.game.sides[1].size))
	require(work <= mostPureWork, "cases: too many pure strategies to write out")
	for k := range tables {
		tables[k] = n.game.pureTable(k, pure)
	}
	return newMixes(n.game.seats(), tables), pure
}

// pureTable is what a seat is paid by pure strategies, its own and the other's, over its denominator.
func (g *generalGame) pureTable(seat int, pure [2][][]byte) [][]*big.Int {
	table := make([][]*big.Int, len(pure[seat]))
	for i, own := range pure[seat] {
		byFoe := zeros(g.sides[1-seat].size)
		for _, one := range g.payoffs {
			if own[one.at[seat]] == 1 {
				s := one.at[1-seat]
				byFoe[s].Add(byFoe[s], one.pay[seat])
			}
		}
		table[i] = zeros(len(pure[1-seat]))
		for j, foe := range pure[1-seat] {
			for s, amount := range byFoe {
				if foe[s] == 1 {
					table[i][j].Add(table[i][j], amount)
				}
			}
		}
	}
	return table
}

// sameInFace demands that every mix that is left to a seat on its side has the plan given; where that takes
// too long, the seat's verdict is left open.
func (n *nash) sameInFace(seat int, m *mixes, pure [2][][]byte, imposed []bool) {
	defer func() {
		if fault := recover(); fault != nil {
			if _, long := fault.(tooLong); !long {
				panic(fault)
			}
			n.shown[seat] = false
		}
	}()
	U, R := m.mixed(imposed, seat), m.replies(imposed, seat)
	demand(len(R) > 0, "a case without a shift that imposes no best reply")
	if len(U) == 0 {
		return
	}
	if n.game.bimatrix && m.single(seat, U, R) && n.obeys(seat, imposed, m, R) {
		return
	}
	for _, mix := range m.corners(seat, U, R) {
		plan := mix
		if !n.game.bimatrix {
			plan = planOf(mix, pure[seat], n.game.sides[seat].size)[1:]
		}
		for s, w := range plan {
			demand(w.Cmp(n.plans[seat].weights[s+1]) == 0, "a case leaves %s another plan", n.game.sides[seat].seat)
		}
	}
}

// obeys tells whether the plan of a seat of a bimatrix obeys what is imposed on its side.
func (n *nash) obeys(seat int, imposed []bool, m *mixes, R []int) bool {
	for j, out := range m.on(imposed, seat) {
		if out && n.plans[seat].uses(j+1) {
			return false
		}
	}
	worth := n.game.earnings(1-seat, n.plans[seat])[1:]
	best := greatest(worth)
	for _, i := range R {
		if worth[i].Cmp(best) != 0 {
			return false
		}
	}
	return true
}

func planOf(mix []*big.Rat, pure [][]byte, size int) []*big.Rat {
	plan := make([]*big.Rat, size)
	for s := range plan {
		plan[s] = new(big.Rat)
		for k, weight := range mix {
			if pure[k][s] == 1 {
				plan[s].Add(plan[s], weight)
			}
		}
	}
	return plan
}
