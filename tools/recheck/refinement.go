package main

// Equilibria that have a refinement: a game tree, strategies, and trembles, beliefs or what shows that an equilibrium is
// regular (section 22).

import (
	"fmt"
	"math/big"
	"sort"
)

const (
	mostTreeNodes         = 500_000
	mostRefinedEquilibria = 10_000
	mostTrembleDegree     = 400
	mostBeliefProfiles    = 100_000
)

func ratWords(a *big.Rat) int64 { return int64(a.Num().BitLen()+a.Denom().BitLen()) / 64 }

// weigh counts a sum, product or comparison of two fractions: its time (what is found is brought to lowest terms), and
// its memory.
func weigh(a, b *big.Rat, on string) {
	m, n := ratWords(a), ratWords(b)
	spend(10+4*(m+n)+(m+n)*(m+n)/16, on)
}

func product(a, b *big.Rat, on string) *big.Rat {
	weigh(a, b, on)
	return new(big.Rat).Mul(a, b)
}

// accrue adds b to a.
func accrue(a, b *big.Rat, on string) {
	weigh(a, b, on)
	a.Add(a, b)
}

// series is a polynomial in a small number e > 0, the constant first.
type series []*big.Rat

func (a series) at(k int) *big.Rat {
	if k < len(a) {
		return a[k]
	}
	return new(big.Rat)
}

// first is the power of e with which a series begins, -1 if it is 0.
func (a series) first() int {
	for k, c := range a {
		if c.Sign() != 0 {
			return k
		}
	}
	return -1
}

// sign is that of a series for every small e > 0.
func (a series) sign() int {
	if k := a.first(); k >= 0 {
		return a[k].Sign()
	}
	return 0
}

// plus is a + factor b.
func (a series) plus(b series, factor *big.Rat) series {
	spend(int64(max(len(a), len(b))+1), "trembles")
	found := make(series, max(len(a), len(b)))
	for k := range found {
		found[k] = product(b.at(k), factor, "trembles")
		accrue(found[k], a.at(k), "trembles")
	}
	return found
}

func (a series) times(b series) series {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	found := make(series, len(a)+len(b)-1)
	for k := range found {
		found[k] = new(big.Rat)
	}
	for i, x := range a {
		if x.Sign() == 0 {
			continue
		}
		for j, y := range b {
			accrue(found[i+j], product(x, y, "trembles"), "trembles")
		}
	}
	return found
}

// compare orders two series for every small e > 0.
func (a series) compare(b series) int { return a.plus(b, big.NewRat(-1, 1)).sign() }

var unit = big.NewRat(1, 1)

// treeChoice is an information set of a seat.
type treeChoice struct {
	view    string
	actions []string
	parent  int // the sequence before it
	first   int // the number of its first sequence
	nodes   []int
}

// treeNode is a node of the tree; its place in preorder is its number.
type treeNode struct {
	payoffs  []*big.Rat
	chances  []*big.Rat
	seat     int
	view     int
	children []*treeNode
	played   []int
	number   int
	after    int
}

func (n *treeNode) ends() bool { return n.payoffs != nil }

type gameTree struct {
	seats   []string
	choices [][]treeChoice
	root    *treeNode
	rows    []*value
	met     int
	order   [][]int // of each seat: its information sets as they are met
}

func readGameTree(v *value, seats []string) *gameTree {
	has := v.fields("form", "kind", "infosets", "nodes")
	require(has["kind"].kind == text && has["kind"].text == "tree", "form: not a tree")
	t := &gameTree{seats: seats, order: make([][]int, len(seats))}
	for _, item := range has["infosets"].each("infosets", seats) {
		var own []treeChoice
		first := 1
		seen := map[string]bool{}
		for _, row := range item.list("infosets") {
			pair := row.list("an information set")
			require(len(pair) == 2, "an information set: not a view and its actions")
			view := pair[0].string("view")
			require(!seen[view], "infosets: %q is listed twice", view)
			seen[view] = true
			actions := pair[1].names("actions")
			own = append(own, treeChoice{view: view, actions: actions, first: first})
			first += len(actions)
		}
		t.choices = append(t.choices, own)
	}
	t.rows = has["nodes"].list("nodes")
	require(len(t.rows) > 0 && len(t.rows) <= mostTreeNodes, "nodes: none, or too many")
	spend(int64(20*len(t.rows)*len(seats)), "the tree")
	t.root = t.read(make([]int, len(seats)))
	require(t.met == len(t.rows), "nodes: some follow the last branch")
	for _, own := range t.choices {
		for _, c := range own {
			require(len(c.nodes) > 0, "infosets: %q has no node", c.view)
		}
	}
	return t
}

// read reads the next node and all below it.
func (t *gameTree) read(played []int) *treeNode {
	require(t.met < len(t.rows), "nodes: a branch is missing")
	row := t.rows[t.met].list("a node")
	require(len(row) > 0 && row[0].kind == text, "a node: no kind")
	n := &treeNode{played: played, number: t.met, seat: -1}
	t.met++
	switch row[0].text {
	case "end":
		require(len(row) == 1+len(t.seats), "an end: not a payoff for each seat")
		n.payoffs = []*big.Rat{}
		for _, item := range row[1:] {
			n.payoffs = append(n.payoffs, item.fraction("payoff"))
		}
	case "chance":
		total := new(big.Int)
		var weights []*big.Int
		for _, item := range row[1:] {
			weight := item.whole("weight")
			require(weight.Sign() >= 0, "a chance move: a weight is negative")
			total.Add(total, weight)
			weights = append(weights, weight)
		}
		require(total.Sign() > 0, "a chance move: no weight")
		words := int64(total.BitLen() / 64)
		spend(int64(len(weights))*(10+8*words+words*words/16), "chance moves")
		for _, weight := range weights {
			n.chances = append(n.chances, new(big.Rat).SetFrac(weight, total))
			n.children = append(n.children, t.read(played))
		}
	case "move":
		require(len(row) == 3, "a move: not a seat and an information set")
		n.seat = row[1].index("seat", len(t.seats)-1)
		n.view = row[2].index("information set", len(t.choices[n.seat])-1)
		c := &t.choices[n.seat][n.view]
		if len(c.nodes) == 0 {
			c.parent = played[n.seat]
			t.order[n.seat] = append(t.order[n.seat], n.view)
		}
		require(c.parent == played[n.seat], "a seat forgets what it did before %q", c.view)
		c.nodes = append(c.nodes, n.number)
		for k := range c.actions {
			next := append([]int{}, played...)
			next[n.seat] = c.first + k
			n.children = append(n.children, t.read(next))
		}
	default:
		malformed("a node: %s is not a kind", short(row[0].text))
	}
	n.after = t.met
	return n
}

// sequences is how many a seat has, the empty one too.
func (t *gameTree) sequences(seat int) int {
	count := 1
	for _, c := range t.choices[seat] {
		count += len(c.actions)
	}
	return count
}

// walk calls a function at every node from one on.
func walk(n *treeNode, visit func(*treeNode)) {
	visit(n)
	for _, child := range n.children {
		walk(child, visit)
	}
}

// subgames are the nodes below which no information set has a node elsewhere.
func (t *gameTree) subgames() []*treeNode {
	found := []*treeNode{t.root}
	var closed func(n *treeNode) (low, high int, asked bool)
	closed = func(n *treeNode) (int, int, bool) {
		low, high, asked := n.number, n.number, n.seat >= 0
		if asked {
			nodes := t.choices[n.seat][n.view].nodes
			low, high = nodes[0], nodes[len(nodes)-1]
		}
		for _, child := range n.children {
			l, h, a := closed(child)
			low, high, asked = min(low, l), max(high, h), asked || a
		}
		if asked && n != t.root && low >= n.number && high < n.after {
			found = append(found, n)
		}
		return low, high, asked
	}
	closed(t.root)
	return found
}

// strategic demands one choice of each seat, all made, and returns how many actions each has.
func (t *gameTree) strategic() []int {
	sizes := make([]int, len(t.seats))
	for k, own := range t.choices {
		require(len(own) == 1, "not in strategic form")
		sizes[k] = len(own[0].actions)
	}
	walk(t.root, func(n *treeNode) {
		for _, s := range n.played {
			require(!n.ends() || s != 0, "not in strategic form")
		}
	})
	return sizes
}

// assessment is one listed equilibrium.
type assessment struct {
	*gameTree
	where    string
	mixes    [][][]*big.Rat
	payoffs  []*big.Rat
	trembles [][]series
	beliefs  [][]*big.Int
	regular  *regularPoint
}

// regularPoint is an equilibrium in strategic form that is said to be regular, with the numbers of a field.
type regularPoint struct {
	field       *fieldReader
	chances     [][]ratPoly // by seat and action
	payoffs     []ratPoly
	multipliers [][]*big.Int
}

func (a *assessment) shares(n *treeNode) []*big.Rat {
	if n.seat >= 0 {
		return a.mixes[n.seat][n.view]
	}
	return n.chances
}

// paid is what each seat is paid from a node on; known is what it is at the roots of subgames that were looked at.
func (a *assessment) paid(n *treeNode, known map[*treeNode][]*big.Rat) []*big.Rat {
	if n.ends() {
		return n.payoffs
	}
	if known[n] != nil {
		return known[n]
	}
	spend(8, "payoffs")
	shares := a.shares(n)
	var sums []*big.Rat
	for k, child := range n.children {
		switch {
		case shares[k].Sign() == 0:
		case shares[k].Cmp(unit) == 0:
			return a.paid(child, known) // the others have none
		default:
			if sums == nil {
				sums = make([]*big.Rat, len(a.seats))
				for seat := range sums {
					sums[seat] = new(big.Rat)
				}
			}
			for seat, amount := range a.paid(child, known) {
				accrue(sums[seat], product(shares[k], amount, "payoffs"), "payoffs")
			}
		}
	}
	return sums
}

// best is what the best response of a seat earns it in the subgame of a root; subgames inside it that are known are
// paid what no deviation there improves.
func (a *assessment) best(root *treeNode, seat int, known map[*treeNode][]*big.Rat) *big.Rat {
	worth := map[int]*big.Rat{}
	earn := func(s int, amount *big.Rat) {
		if worth[s] == nil {
			worth[s] = new(big.Rat)
		}
		accrue(worth[s], amount, "best responses")
	}
	var met []int // information sets of the seat, a parent before its children
	inside := map[int]bool{}
	var down func(n *treeNode, chance *big.Rat)
	down = func(n *treeNode, chance *big.Rat) {
		spend(8, "best responses")
		payoffs := n.payoffs
		if known[n] != nil {
			payoffs = known[n]
		}
		if payoffs != nil {
			earn(n.played[seat], product(chance, payoffs[seat], "best responses"))
			return
		}
		if n.seat == seat {
			if !inside[n.view] {
				inside[n.view] = true
				met = append(met, n.view)
			}
			for _, child := range n.children {
				down(child, chance)
			}
			return
		}
		shares := a.shares(n)
		for k, child := range n.children {
			down(child, product(chance, shares[k], "best responses"))
		}
	}
	down(root, unit)
	for k := len(met) - 1; k >= 0; k-- {
		c := a.choices[seat][met[k]]
		most := worth[c.first]
		for s := c.first + 1; s < c.first+len(c.actions); s++ {
			weigh(worth[s], most, "best responses")
			if worth[s].Cmp(most) > 0 {
				most = worth[s]
			}
		}
		earn(c.parent, most)
	}
	return worth[root.played[seat]]
}

// demandEquilibrium demands that no seat gains in the subgames of some roots, which rise in number.
func (a *assessment) demandEquilibrium(roots []*treeNode) {
	known := map[*treeNode][]*big.Rat{}
	for k := len(roots) - 1; k >= 0; k-- {
		root := roots[k]
		paid := a.paid(root, known)
		for seat := range a.seats {
			demand(a.best(root, seat, known).Cmp(paid[seat]) == 0, "%s: a seat gains in a subgame", a.where)
		}
		known[root] = paid
	}
	for seat, amount := range known[a.root] {
		demand(amount.Cmp(a.payoffs[seat]) == 0, "%s: a seat is paid something else", a.where)
	}
}

// backward tells whether every information set has one node, and the action played there is better than all others;
// it returns what is paid from a node on.
func (a *assessment) backward(n *treeNode) (paid []*big.Rat, strict bool) {
	spend(8, "best responses")
	if n.ends() {
		return n.payoffs, true
	}
	strict = true
	below := make([][]*big.Rat, len(n.children))
	for k, child := range n.children {
		part := false
		below[k], part = a.backward(child)
		strict = strict && part
	}
	if !strict {
		return nil, false
	}
	if n.seat >= 0 {
		if len(a.choices[n.seat][n.view].nodes) > 1 {
			return nil, false
		}
		best := -1
		for k, share := range a.mixes[n.seat][n.view] {
			if share.Cmp(unit) == 0 {
				best = k
			}
		}
		for k := range below {
			if best < 0 || (k != best && below[k][n.seat].Cmp(below[best][n.seat]) >= 0) {
				return nil, false
			}
		}
		return below[best], true
	}
	paid = make([]*big.Rat, len(a.seats))
	for seat := range paid {
		paid[seat] = new(big.Rat)
		for k, chance := range n.chances {
			accrue(paid[seat], product(chance, below[k][seat], "best responses"), "best responses")
		}
	}
	return paid, true
}

// demandTrembles demands positive plans with the listed strategies as their limit.
func (a *assessment) demandTrembles() {
	for seat, plan := range a.trembles {
		for _, weight := range plan {
			demand(weight.sign() > 0, "%s: a tremble is not positive", a.where)
		}
		for view, c := range a.choices[seat] {
			var total series
			before := plan[c.parent]
			power := before.first()
			for k := range c.actions {
				weight := plan[c.first+k]
				total = total.plus(weight, unit)
				due := product(a.mixes[seat][view][k], before[power], "trembles")
				demand(weight.at(power).Cmp(due) == 0, "%s: the trembles have another limit", a.where)
			}
			demand(total.compare(before) == 0, "%s: the trembles do not sum", a.where)
		}
	}
}

// earned is, for each sequence of a seat, the sum over the ends with it of the payoff (or 1) times the trembles of
// the others.
func (a *assessment) earned(seat int, amounts bool) []series {
	found := make([]series, a.sequences(seat))
	var down func(n *treeNode, chance *big.Rat)
	down = func(n *treeNode, chance *big.Rat) {
		for k, child := range n.children {
			if n.seat >= 0 {
				down(child, chance)
			} else {
				down(child, product(chance, n.chances[k], "trembles"))
			}
		}
		spend(8, "trembles")
		if !n.ends() {
			return
		}
		factor := chance
		if amounts {
			factor = product(chance, n.payoffs[seat], "trembles")
		}
		if factor.Sign() == 0 {
			return
		}
		weight := series{factor}
		for other, plan := range a.trembles {
			if other != seat {
				weight = weight.times(plan[n.played[other]])
			}
		}
		own := n.played[seat]
		found[own] = found[own].plus(weight, unit)
	}
	down(a.root, unit)
	return found
}

// upward calls a function at the information sets of a seat, the last first.
func (a *assessment) upward(seat int, visit func(c treeChoice, mix []*big.Rat)) {
	for k := len(a.order[seat]) - 1; k >= 0; k-- {
		view := a.order[seat][k]
		visit(a.choices[seat][view], a.mixes[seat][view])
	}
}

func greatestOf(worth []series, c treeChoice) series {
	most := worth[c.first]
	for s := c.first + 1; s < c.first+len(c.actions); s++ {
		if worth[s].compare(most) > 0 {
			most = worth[s]
		}
	}
	return most
}

func (a *assessment) demandPerfect() {
	for seat := range a.seats {
		best, own := a.earned(seat, true), a.earned(seat, true)
		a.upward(seat, func(c treeChoice, mix []*big.Rat) {
			best[c.parent] = best[c.parent].plus(greatestOf(best, c), unit)
			for k, chance := range mix {
				own[c.parent] = own[c.parent].plus(own[c.first+k], chance)
			}
		})
		demand(own[0].compare(best[0]) == 0, "%s: a plan is not best where the others tremble", a.where)
	}
}

// demandReached refuses where chance and the trembles of the others do not lead to an information set:
// everything earned there is 0, and any choice would be best.
func (a *assessment) demandReached() {
	for seat := range a.seats {
		reach := a.earned(seat, false)
		a.upward(seat, func(c treeChoice, mix []*big.Rat) {
			var arrives series
			for k := range mix {
				arrives = arrives.plus(reach[c.first+k], unit)
			}
			demand(arrives.first() >= 0, "%s: chance never leads to an information set", a.where)
			reach[c.parent] = reach[c.parent].plus(arrives, unit)
		})
	}
}

func (a *assessment) demandQuasiPerfect() {
	a.demandReached()
	for seat := range a.seats {
		worth := a.earned(seat, true)
		a.upward(seat, func(c treeChoice, mix []*big.Rat) {
			most := greatestOf(worth, c)
			for k, chance := range mix {
				demand(chance.Sign() == 0 || worth[c.first+k].compare(most) == 0, "%s: a choice is not best", a.where)
			}
			worth[c.parent] = worth[c.parent].plus(most, unit)
		})
	}
}

func (a *assessment) demandExtensivePerfect() {
	a.demandReached()
	for seat := range a.seats {
		worth, plan := a.earned(seat, true), a.trembles[seat]
		for s := range worth {
			worth[s] = worth[s].times(plan[s])
		}
		a.upward(seat, func(c treeChoice, mix []*big.Rat) {
			for k, chance := range mix {
				for other := range mix {
					one := worth[c.first+k].times(plan[c.first+other])
					two := worth[c.first+other].times(plan[c.first+k])
					demand(chance.Sign() == 0 || one.compare(two) >= 0, "%s: a choice is not best", a.where)
				}
			}
			for k := range mix {
				worth[c.parent] = worth[c.parent].plus(worth[c.first+k], unit)
			}
		})
	}
}

func (a *assessment) demandSequential() {
	for seat := range a.seats {
		worth, reach := a.earned(seat, true), a.earned(seat, false)
		a.upward(seat, func(c treeChoice, mix []*big.Rat) {
			var arrives, value series
			for k, chance := range mix {
				arrives = arrives.plus(reach[c.first+k], chance)
				value = value.plus(worth[c.first+k], chance)
			}
			power := arrives.first()
			demand(power >= 0, "%s: chance never leads to an information set", a.where)
			for k, chance := range mix {
				for other := range mix {
					weigh(worth[c.first+other].at(power), worth[c.first+k].at(power), "trembles")
					gain := worth[c.first+other].at(power).Cmp(worth[c.first+k].at(power))
					demand(chance.Sign() == 0 || gain <= 0, "%s: a choice is not best by the beliefs", a.where)
				}
			}
			reach[c.parent] = reach[c.parent].plus(arrives, unit)
			worth[c.parent] = worth[c.parent].plus(value, unit)
		})
	}
}

func (a *assessment) demandProper() {
	a.strategic()
	for seat := range a.seats {
		worth, plan := a.earned(seat, true), a.trembles[seat]
		for s := 1; s < len(plan); s++ {
			for other := 1; other < len(plan); other++ {
				spend(int64(4+len(plan[s])+len(plan[other])), "trembles")
				likely := plan[s].first() <= plan[other].first()
				demand(!likely || worth[s].compare(worth[other]) >= 0, "%s: a costlier mistake is not less likely", a.where)
			}
		}
	}
}

func (a *assessment) demandUndominated() {
	if a.beliefs == nil {
		a.demandPerfect()
		return
	}
	sizes := a.strategic()
	for seat, weights := range a.beliefs {
		sums := make([]*big.Rat, sizes[seat]+1)
		for k := range sums {
			sums[k] = new(big.Rat)
		}
		var down func(n *treeNode, chance *big.Rat)
		down = func(n *treeNode, chance *big.Rat) {
			for k, child := range n.children {
				if n.seat >= 0 {
					down(child, chance)
				} else {
					down(child, product(chance, n.chances[k], "beliefs"))
				}
			}
			spend(8, "beliefs")
			if !n.ends() {
				return
			}
			place := 0
			for other, s := range n.played {
				if other != seat {
					place = place*sizes[other] + s - 1
				}
			}
			amount := product(new(big.Rat).SetInt(weights[place]), chance, "beliefs")
			accrue(sums[n.played[seat]], product(amount, n.payoffs[seat], "beliefs"), "beliefs")
		}
		down(a.root, unit)
		for k, chance := range a.mixes[seat][0] {
			for other := 1; other < len(sums); other++ {
				weigh(sums[k+1], sums[other], "beliefs")
				demand(chance.Sign() == 0 || sums[k+1].Cmp(sums[other]) >= 0, "%s: a better answer to a belief", a.where)
			}
		}
	}
}

// refinements are the names that are read, with what each demands beside an equilibrium.
var refinements = map[string]func(*assessment){
	"subgame-perfect":        nil,
	"undominated":            (*assessment).demandUndominated,
	"perfect":                (*assessment).demandPerfect,
	"proper":                 (*assessment).demandProper,
	"sequential":             (*assessment).demandSequential,
	"quasi-perfect":          (*assessment).demandQuasiPerfect,
	"extensive-form-perfect": (*assessment).demandExtensivePerfect,
}

func (t *gameTree) readAssessment(v, evidence *value, name string) *assessment {
	a := &assessment{gameTree: t}
	if v.kind == object && among("root", v.keys) {
		has := v.fields("an equilibrium", "root", "strategies", "payoffs")
		a.readRegular(has, evidence, name, readField(has["root"]))
		return a
	}
	has := v.fields("an equilibrium", "strategies", "payoffs")
	for seat, item := range has["strategies"].each("strategies", t.seats) {
		a.mixes = append(a.mixes, readTreeMixes(item, t.choices[seat]))
	}
	for _, item := range has["payoffs"].list("payoffs") {
		a.payoffs = append(a.payoffs, item.fraction("payoff"))
	}
	require(len(a.payoffs) == len(t.seats), "payoffs: not one for each seat")
	switch {
	case name == "subgame-perfect":
		evidence.fields("evidence")
	case evidence.kind == object && among("regular", evidence.keys):
		half := newField(rational(big.NewRat(1, 2)))
		a.readRegular(has, evidence, name, &fieldReader{half, 1, &meter{fieldWork, "signs of numbers of a field"}, nil})
	case name == "undominated" && len(t.seats) > 2:
		a.readBeliefs(evidence.fields("evidence", "beliefs")["beliefs"])
	default:
		a.readTrembles(evidence.fields("evidence", "trembles")["trembles"])
	}
	return a
}

// readRegular reads an equilibrium with the numbers of the field of a root, which may be that of the fractions.
func (a *assessment) readRegular(has map[string]*value, evidence *value, name string, f *fieldReader) {
	require(name == "perfect" || name == "undominated", "regular: not shown to be %s by that", name)
	a.strategic()
	p := &regularPoint{field: f}
	for seat, item := range has["strategies"].each("strategies", a.seats) {
		c := a.choices[seat][0]
		table := item.each("a strategy", []string{c.view})[0].byKey("a mix")
		own := make([]ratPoly, len(c.actions))
		for k, action := range c.actions {
			if table[action] != nil {
				own[k] = f.read(table[action], "a probability")
				demand(f.sign(own[k]) > 0, "a probability is not positive")
				delete(table, action)
			}
		}
		require(len(table) == 0, "a mix has an action that is not there")
		p.chances = append(p.chances, own)
	}
	paid := has["payoffs"].list("payoffs")
	require(len(paid) == len(a.seats), "payoffs: not one for each seat")
	for _, item := range paid {
		p.payoffs = append(p.payoffs, f.read(item, "payoff"))
	}
	for _, row := range evidence.fields("evidence", "regular")["regular"].list("multipliers") {
		line := []*big.Int{}
		for _, item := range row.list("multipliers") {
			line = append(line, item.whole("multipliers"))
		}
		p.multipliers = append(p.multipliers, line)
	}
	a.regular = p
}

// point is the equilibrium as a list of section 20 has it.
func (a *assessment) point() nashPoint {
	var found nashPoint
	for seat := range a.seats {
		var own []chance
		if a.regular != nil {
			for _, number := range a.regular.chances[seat] {
				own = append(own, chance{a.regular.field, number})
			}
		} else {
			for _, number := range a.mixes[seat][0] {
				own = append(own, chance{poly: trimmed(ratPoly{number})})
			}
		}
		found = append(found, own)
	}
	return found
}

// times is a product of two numbers of the field, counted.
func (p *regularPoint) times(x, y ratPoly) ratPoly {
	words := 1
	for _, c := range append(append(ratPoly{}, x...), y...) {
		words = max(words, int(ratWords(c))+1)
	}
	spend(20+4*int64(len(x)*len(y))*(1+int64(words)*int64(words)/50), "slopes")
	return p.field.times(x, y)
}

// earnedIn is what each action of a seat earns where the others play so; a step from an action to another may be among
// what they play.
func (a *assessment) earnedIn(mixes [][]ratPoly, seat int) []ratPoly {
	found := make([]ratPoly, len(mixes[seat]))
	var down func(n *treeNode, chance *big.Rat)
	down = func(n *treeNode, chance *big.Rat) {
		spend(8, "slopes")
		for k, child := range n.children {
			if n.seat >= 0 {
				down(child, chance)
			} else {
				down(child, product(chance, n.chances[k], "slopes"))
			}
		}
		if !n.ends() {
			return
		}
		weight := trimmed(ratPoly{product(chance, n.payoffs[seat], "slopes")})
		for other, s := range n.played {
			if other != seat && len(weight) > 0 {
				weight = a.regular.times(weight, mixes[other][s-1])
			}
		}
		own := n.played[seat] - 1
		found[own] = found[own].plus(weight)
	}
	down(a.root, unit)
	return found
}

// demandRegular demands an equilibrium in which every action that is not used pays less, and whose equations have slopes
// that are not singular: multipliers times them are strictly diagonally dominant.
func (a *assessment) demandRegular() {
	p := a.regular
	one := ratPoly{big.NewRat(1, 1)}
	supports := make([][]int, len(a.seats))
	size := 0
	for seat, own := range p.chances {
		var sum ratPoly
		for k, number := range own {
			if number != nil {
				supports[seat] = append(supports[seat], k)
				sum = sum.plus(number)
			}
		}
		demand(p.field.sign(sum.minus(p.field.one())) == 0, "%s: the probabilities of a seat do not sum to 1", a.where)
		size += len(supports[seat]) - 1
		for k, amount := range a.earnedIn(p.chances, seat) {
			level := max(len(a.seats)-1, 1) // of d, in what is compared
			paid := p.field.raised(amount, level-len(a.seats)+1)
			gap := p.field.sign(p.field.raised(p.payoffs[seat], level-1).minus(paid))
			if own[k] != nil {
				demand(gap == 0, "%s: a seat is not paid as claimed by an action in use", a.where)
			} else {
				demand(gap > 0, "%s: an action that is not used does not lose", a.where)
			}
		}
	}
	require(len(p.multipliers) == size, "multipliers: not a matrix as large as that of the slopes")
	products := make([][]ratPoly, size)
	for k, row := range p.multipliers {
		require(len(row) == size, "multipliers: not a matrix as large as that of the slopes")
		products[k] = make([]ratPoly, size)
	}
	column := 0
	for moved, support := range supports {
		for _, more := range support[1:] {
			mixes := append([][]ratPoly{}, p.chances...)
			mixes[moved] = make([]ratPoly, len(p.chances[moved]))
			mixes[moved][more], mixes[moved][support[0]] = one, ratPoly{big.NewRat(-1, 1)}
			row := 0
			for seat, own := range supports {
				var amounts []ratPoly
				if seat != moved {
					amounts = a.earnedIn(mixes, seat)
				}
				for _, action := range own[1:] {
					if seat != moved {
						slope := amounts[action].minus(amounts[own[0]])
						for k := range products {
							by := trimmed(ratPoly{new(big.Rat).SetInt(p.multipliers[k][row])})
							products[k][column] = products[k][column].plus(p.times(by, slope))
						}
					}
					row++
				}
			}
			column++
		}
	}
	for k, line := range products {
		var excess ratPoly
		for place, entry := range line {
			positive := (p.field.sign(entry) > 0) == (place == k)
			if positive {
				excess = excess.plus(entry)
			} else {
				excess = excess.minus(entry)
			}
		}
		demand(p.field.sign(excess) > 0, "%s: not shown to be regular", a.where)
	}
}

func readTreeMixes(v *value, own []treeChoice) [][]*big.Rat {
	views := []string{}
	for _, c := range own {
		views = append(views, c.view)
	}
	tables := v.each("a strategy", views)
	var found [][]*big.Rat
	for k, c := range own {
		table := tables[k].byKey("a mix")
		total := new(big.Rat)
		mix := make([]*big.Rat, len(c.actions))
		for n, action := range c.actions {
			mix[n] = new(big.Rat)
			if table[action] == nil {
				continue
			}
			mix[n] = table[action].fraction("a probability")
			require(mix[n].Sign() > 0, "a probability is not positive")
			accrue(total, mix[n], "probabilities of actions")
			delete(table, action)
		}
		require(len(table) == 0, "a mix has an action that is not there")
		require(total.Cmp(unit) == 0, "the probabilities at %q do not sum to 1", c.view)
		found = append(found, mix)
	}
	return found
}

func (a *assessment) readTrembles(v *value) {
	plans := v.list("trembles")
	require(len(plans) == len(a.seats), "trembles: not a plan for each seat")
	for seat, item := range plans {
		rows := item.list("a plan")
		require(len(rows) == a.sequences(seat), "a plan: not a polynomial for each sequence")
		var plan []series
		for _, row := range rows {
			numbers := row.list("a tremble")
			require(len(numbers) <= mostTrembleDegree+1, "a tremble: the degree is too high")
			one := make(series, len(numbers))
			for k, number := range numbers {
				one[k] = new(big.Rat).SetInt(number.whole("a coefficient"))
			}
			plan = append(plan, one)
		}
		a.trembles = append(a.trembles, plan)
	}
}

func (a *assessment) readBeliefs(v *value) {
	sizes := a.strategic()
	lists := v.list("beliefs")
	require(len(lists) == len(sizes), "beliefs: not one for each seat")
	for seat, item := range lists {
		profiles := 1
		for other, size := range sizes {
			if other != seat {
				profiles *= size
				require(profiles <= mostBeliefProfiles, "beliefs: too many profiles")
			}
		}
		weights := []*big.Int{}
		for _, one := range item.list("a belief") {
			weight := one.whole("a weight")
			require(weight.Sign() > 0, "a belief: a weight is not positive")
			weights = append(weights, weight)
		}
		require(len(weights) == profiles, "a belief: not a weight for each profile")
		a.beliefs = append(a.beliefs, weights)
	}
}

func checkRefinement(v *value) seatStatement {
	has := v.fields("refined equilibria", "schema", "game", "seats", "refinement", "equilibria", "method", "seconds", "certificate")
	demand(has["certificate"].kind != null, "no certificate: nothing is proved")
	held := has["certificate"].fields("certificate", "form", "evidence", "digest")
	sum := fits(held["digest"], outside(v, has["certificate"]))
	seats := readSeats(has["seats"], mostSeats)
	has["game"].string("game")
	has["method"].string("method")
	has["seconds"].finite("seconds")
	name := has["refinement"].string("refinement")
	demands, known := refinements[name]
	require(known, "refinement: not one that is known")
	tree := readGameTree(held["form"], seats)
	listed, evidence := has["equilibria"].list("equilibria"), held["evidence"].list("evidence")
	require(len(listed) > 0 && len(listed) <= mostRefinedEquilibria, "equilibria: none, or too many")
	require(len(evidence) == len(listed), "evidence: not one for each equilibrium")
	var all []*assessment
	for k := range listed {
		a := tree.readAssessment(listed[k], evidence[k], name)
		a.where = fmt.Sprintf("equilibrium %d", k+1)
		all = append(all, a)
	}
	roots := []*treeNode{tree.root}
	if demands == nil {
		roots = tree.subgames()
		sort.Slice(roots, func(i, j int) bool { return roots[i].number < roots[j].number })
	}
	seen := map[string]bool{}
	for k, a := range all {
		if a.mixes != nil {
			text := fmt.Sprint(a.mixes)
			demand(!seen[text], "%s: listed twice", a.where)
			seen[text] = true
		}
		for j := 0; j < k; j++ { // where one has a root, both are in strategic form
			if a.mixes == nil || all[j].mixes == nil {
				demand(a.point().apart(all[j].point()), "%s: listed twice", a.where)
			}
		}
		if a.regular != nil {
			a.demandRegular()
			continue
		}
		a.demandEquilibrium(roots)
		if a.trembles != nil {
			a.demandTrembles()
		}
		if demands != nil {
			demands(a)
		}
	}
	j := seatStatement{kind: fmt.Sprintf("%d %s", len(all), name), seats: seats, digest: sum}
	switch name {
	case "subgame-perfect", "sequential", "quasi-perfect", "extensive-form-perfect":
		if _, strict := all[0].backward(tree.root); strict {
			j.kind = "the only " + name
		}
	}
	for seat := range seats {
		if all[0].mixes == nil {
			j.words = append(j.words, "is paid a number of the field of a root")
			continue
		}
		j.words = append(j.words, "is paid "+all[0].payoffs[seat].RatString())
	}
	return j
}
