package main

// Theorems on games whose hands are real numbers (section 6.9).

import (
	"fmt"
	"math/big"
)

const (
	thresholdDepth = 40
	thresholdEnds  = 64
	thresholdCuts  = 100
	thresholdWork  = 200_000_000
	thresholdBits  = 20000
)

// stake is an amount: a formula whose denominator is a constant, and its text.
type stake struct {
	quotient
	told string
}

type cutNode = node[stake]

// handTheorem is a theorem on real hands: its game, and the piece that is looked at.
type handTheorem struct {
	*piece
	root        *cutNode
	money, odds *big.Int // U and S of the page
	points      []poly   // P of the page: 0, the cuts in order, 1, all times below
	names       []string // of the points
	taken       map[*cutNode][]int
	scale       poly // below
}

func readAmount(parameter string) func(v *value, where string) stake {
	return func(v *value, where string) stake {
		q := readFormula(v, parameter, where)
		require(q.below.isConst(), "%s: %s has a denominator that is not a constant", where, short(v.text))
		return stake{q, v.text}
	}
}

// over is an amount times a multiple of its denominator.
func (a stake) over(common *big.Int) poly {
	return a.above.scale(new(big.Int).Quo(common, a.below[0]))
}

func (s *handTheorem) readGame(v *value) {
	reader := &treeReader[stake]{seats: s.seats[:], deepest: thresholdDepth, read: readAmount(s.parameter),
		views: map[[2]string]*node[stake]{}, before: map[[2]string]string{}, public: true}
	s.root = reader.node(v, 0, make([]string, len(s.seats)))
	s.money, s.odds = big.NewInt(1), big.NewInt(1)
	ends := s.root.ends()
	require(len(ends) <= thresholdEnds, "a form of too many ends")
	for _, end := range ends {
		for _, one := range append(append([]stake{}, end.pays...), end.paid...) {
			s.money = commonMultiple(s.money, new(big.Int).Abs(one.below[0]))
		}
		if end.showdown() {
			s.odds = commonMultiple(s.odds, new(big.Int).Abs(end.better.below[0]))
		} else {
			sum := end.pays[0].above.mul(end.pays[1].below).add(end.pays[1].above.mul(end.pays[0].below))
			require(sum.zero(), "pays: the amounts are not each other's negative")
		}
	}
	require(s.money.BitLen() <= thresholdBits && s.odds.BitLen() <= thresholdBits, "amounts of too long a common denominator")
}

func (s *handTheorem) place(n *cutNode) string {
	if n.view == "-" {
		return s.seats[n.turn]
	}
	return s.seats[n.turn] + " at " + n.view
}

// cutList is the list of a turn: its cuts, and the actions below each and above the last.
type cutList struct {
	cuts    []quotient
	actions []int
	used    int // how many are named in order already
}

func (s *handTheorem) readCuts(v *value) map[*cutNode]*cutList {
	lists := map[*cutNode]*cutList{}
	for k, views := range v.bySeat("thresholds", s.seats, false) {
		has := views.byKey("thresholds")
		for _, n := range s.root.turns() {
			if n.turn != k {
				continue
			}
			require(has[n.view] != nil, "thresholds of %q: the view %q is missing", s.seats[k], n.view)
			lists[n] = s.readCutList(has[n.view], n)
			delete(has, n.view)
		}
		require(len(has) == 0, "thresholds of %q: a view that is no turn", s.seats[k])
	}
	return lists
}

func (s *handTheorem) readCutList(v *value, n *cutNode) *cutList {
	list := &cutList{}
	items := v.list("thresholds")
	require(len(items) > 0, "thresholds: must not be empty")
	for k, item := range items {
		two := item.list("a threshold")
		require(len(two) == 2, "a threshold: must be a formula and an action")
		q := readFormula(two[0], s.parameter, "a threshold")
		action := indexOf(n.actions, two[1].string("a threshold"))
		require(action >= 0, "a threshold: no action at %q", n.view)
		list.actions = append(list.actions, action)
		if k < len(items)-1 {
			list.cuts = append(list.cuts, q)
		} else {
			require(q.equals(whole(1), whole(1)), "thresholds at %q: they do not end at 1", n.view)
		}
	}
	return list
}

// layOut puts the cuts in the order that the file gives, and tells the action of each turn in each cell.
func (s *handTheorem) layOut(v *value, lists map[*cutNode]*cutList) {
	turns := s.root.turns()
	s.points, s.names = []poly{{}}, []string{"0"}
	s.taken = map[*cutNode][]int{}
	now := func() {
		for _, n := range turns {
			s.taken[n] = append(s.taken[n], lists[n].actions[lists[n].used])
		}
	}
	now()
	all := 0
	for _, list := range lists {
		all += len(list.cuts)
	}
	require(all <= thresholdCuts, "too many cuts")
	for _, item := range v.list("order") {
		n := s.turnAt(item)
		list := lists[n]
		require(list.used < len(list.cuts), "order: %q has no further cut", n.view)
		q := list.cuts[list.used]
		list.used++
		product := q.above.mul(s.scale)
		cut := product.quo(q.below)
		demand(cut.mul(q.below).equal(product), "a cut times below is not a polynomial in whole numbers")
		s.points = append(s.points, cut)
		s.names = append(s.names, fmt.Sprintf("%s, cut %d", s.place(n), list.used))
		now()
	}
	require(len(s.points) == all+1, "order: not all cuts")
	s.points, s.names = append(s.points, s.scale), append(s.names, "1")
}

func (s *handTheorem) turnAt(v *value) *cutNode {
	two := v.list("order")
	require(len(two) == 2, "order: must be pairs of seat and view")
	seat, view := two[0].string("order"), two[1].string("order")
	for _, n := range s.root.turns() {
		if s.seats[n.turn] == seat && n.view == view {
			return n
		}
	}
	malformed("order: no turn of %q at %q", seat, view)
	return nil
}

// spot is one of the two ends of a cell.
type spot struct{ cell, point int }

// lengths returns size and lower of the page for some cells of the rival.
func (s *handTheorem) lengths(rival []bool, at spot) (size, lower poly) {
	for k, in := range rival {
		if !in {
			continue
		}
		length := s.points[k+1].sub(s.points[k])
		size = size.add(length)
		if k < at.cell {
			lower = lower.add(length)
		}
	}
	if rival[at.cell] {
		lower = lower.add(s.points[at.point].sub(s.points[at.cell]))
	}
	return size, lower
}

// worth is what a hand at an end of a cell is worth to a seat at a node, times U S S below.
func (s *handTheorem) worth(n *cutNode, seat int, rival []bool, at spot) poly {
	if n.turn == seat {
		return s.worth(n.after[s.taken[n][at.cell]], seat, rival, at)
	}
	if n.turn >= 0 {
		sum := poly{}
		for action, next := range n.after {
			sum = sum.add(s.worth(next, seat, s.coming(rival, n, action), at))
		}
		return sum
	}
	size, lower := s.lengths(rival, at)
	square := new(big.Int).Mul(s.odds, s.odds)
	if !n.showdown() {
		return n.pays[seat].over(s.money).mul(size).scale(square)
	}
	out := n.paid[seat].over(s.money).mul(size).scale(square).neg()
	if !n.contends(seat) {
		return out
	}
	pot := n.paid[0].over(s.money).add(n.paid[1].over(s.money))
	if len(n.in) == 1 {
		return out.add(pot.mul(size).scale(square))
	}
	better := n.better.over(s.odds)
	worse := constant(s.odds).sub(better)
	share := worse.mul(worse).mul(lower).add(better.mul(worse.mul(size).add(better.mul(lower))))
	return out.add(pot.mul(share))
}

// coming is those of some cells in which the seat whose turn it is takes an action.
func (s *handTheorem) coming(cells []bool, n *cutNode, action int) []bool {
	out := make([]bool, len(cells))
	for k, in := range cells {
		out[k] = in && s.taken[n][k] == action
	}
	return out
}

// notNegative is a need >= 0; it is left out where the polynomial is 0.
func (s *handTheorem) notNegative(says string, p poly) {
	if !p.zero() {
		s.need(says, p, ">= 0", false)
	}
}

// list makes the needs in their order.
func (s *handTheorem) list() {
	s.need("the denominator of the cuts is positive", s.scale, "> 0", false)
	told := map[string]bool{}
	for _, end := range s.root.ends() {
		if end.showdown() && !told[end.better.told] {
			told[end.better.told] = true
			s.chance(end.better)
		}
	}
	for k := 0; k+1 < len(s.points); k++ {
		s.notNegative(s.names[k]+" is not above "+s.names[k+1], s.points[k+1].sub(s.points[k]))
	}
	cells := make([]bool, len(s.points)-1)
	for k := range cells {
		cells[k] = true
	}
	for seat := range s.seats {
		s.replies(s.root, seat, cells)
	}
}

func (s *handTheorem) chance(better stake) {
	p := better.over(s.odds)
	rest := constant(s.odds).sub(p)
	if p.isConst() {
		demand(p.nonNegative() && rest.nonNegative(), "better: %s is not between 0 and 1", short(better.told))
		return
	}
	s.notNegative("the chance "+better.told+" is not negative", p)
	s.notNegative("the chance "+better.told+" is not above 1", rest)
}

// replies makes the needs of the turns of a seat, in the order of the tree.
func (s *handTheorem) replies(n *cutNode, seat int, rival []bool) {
	if n.turn < 0 {
		return
	}
	if n.turn == seat {
		s.turnNeeds(n, rival)
	}
	for action, next := range n.after {
		who := rival
		if n.turn != seat {
			who = s.coming(rival, n, action)
		}
		s.replies(next, seat, who)
	}
}

func (s *handTheorem) turnNeeds(n *cutNode, rival []bool) {
	for c, own := range s.taken[n] {
		for _, point := range []int{c, c + 1} {
			where := ", just above "
			if point > c {
				where = ", just below "
			}
			at := spot{c, point}
			due := s.worth(n.after[own], n.turn, rival, at)
			for action, next := range n.after {
				if action != own {
					says := s.place(n) + where + s.names[point] + ": " + n.actions[action] + " earns no more than " + n.actions[own]
					s.notNegative(says, due.sub(s.worth(next, n.turn, rival, at)))
				}
			}
		}
	}
}

// payoff demands that a seat's payoff is half the sum over the cells and their ends, over U S S below below.
func (s *handTheorem) payoff(seat int, claimed quotient) {
	cells := make([]bool, len(s.points)-1)
	for k := range cells {
		cells[k] = true
	}
	sum := poly{}
	for c := range cells {
		both := s.worth(s.root, seat, cells, spot{c, c}).add(s.worth(s.root, seat, cells, spot{c, c + 1}))
		sum = sum.add(both.mul(s.points[c+1].sub(s.points[c])))
	}
	over := new(big.Int).Mul(s.odds, s.odds)
	over.Mul(over, s.money).Mul(over, big.NewInt(2))
	demand(claimed.equals(sum, s.scale.mul(s.scale).scale(over)), "%s is not paid as claimed", s.seats[seat])
}

// work is turns times points times (ends and points) times terms squared times words of the longest coefficient.
func (s *handTheorem) work() int64 {
	terms, longest := 1, 0
	note := func(p poly) {
		terms, longest = max(terms, len(p)), max(longest, longestBits(p))
	}
	for _, p := range s.points {
		note(p)
	}
	for _, end := range s.root.ends() {
		for _, one := range append(append([]stake{}, end.pays...), end.paid...) {
			note(one.above)
		}
		note(end.better.above)
	}
	points := len(s.points)
	counts := int64(len(s.root.turns()) * points * (len(s.root.ends()) + points))
	return counts * int64(terms*terms) * int64(longest/64+1)
}

func (s *handTheorem) readPiece(v *value, next *cover) {
	has := v.fields("a piece", "from", "to", "value", "payoffs", "thresholds", "unique", "order", "below", "inequalities")
	s.piece = &piece{polyGame: s.polyGame, told: has}
	s.from, s.to = next.read(has)
	s.shapes()
	for _, one := range has["unique"].bySeat("unique", s.seats, false) {
		one.claim("unique")
		demand(one.kind == null, "unique: must be null for both seats")
	}
	s.scale = has["below"].polynomial("below")
}

// show demands everything of the piece that is read; the meter is that of all pieces.
func (s *handTheorem) show(work *meter) {
	lists := s.readCuts(s.told["thresholds"])
	s.layOut(s.told["order"], lists)
	work.spend(s.work())
	payoffs := s.told["payoffs"].list("payoffs")
	require(len(payoffs) == 2, "payoffs: must be two formulas")
	for _, one := range payoffs {
		readFormula(one, s.parameter, "payoffs")
	}
	demand(same(s.told["value"], payoffs[0]), "value: not the same as the first of payoffs")
	s.list()
	s.inequalities()
	for k, one := range payoffs {
		s.payoff(k, readFormula(one, s.parameter, "payoffs"))
	}
}

func checkThresholdProof(v *value) statement {
	has := v.fields("proof", "schema", "game", "digest", "parameter", "domain", "seats", "form", "pieces", "reasons", "?seconds")
	sum, parameter := readHead(v, has)
	domain := has["domain"].fields("domain", "from", "to")
	require(domain["from"].kind != null, "domain: must have a lower end")
	readReasons(has["reasons"])
	game := &polyGame{seats: has["seats"].seats("seats"), parameter: parameter}
	first := handTheorem{piece: &piece{polyGame: game}}
	first.readGame(has["form"])
	var all []handTheorem
	var pieces []*piece
	next := newCover(domain, false)
	require(len(has["pieces"].list("pieces")) > 0, "pieces: must not be empty")
	for _, one := range has["pieces"].list("pieces") {
		s := first
		s.readPiece(one, next)
		all, pieces = append(all, s), append(pieces, s.piece)
	}
	from, to := next.ends(pieces)
	for k := range all {
		all[k].readCuts(all[k].told["thresholds"])
	}
	work := &meter{thresholdWork, "a theorem on real hands"}
	for k := range all {
		all[k].show(work)
	}
	return tell(pieces, game, sum, forEvery(parameter, false, from, to))
}
