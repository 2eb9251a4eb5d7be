package main

// Section 25: bounds for the value of a game with private hands. The own hands are gone through one by one, in the
// order of their strength; at each end of the public tree the weights of the other player's hands are counted, by
// running sums for a pack, pair by pair for ranges.

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"fmt"
	"io"
	"math/big"
	"strings"
)

const (
	mostPrivateHands      = 1_000_000
	mostRangeHands        = 3_000
	mostPrivateCards      = 1<<31 - 1
	mostPrivateHandSize   = 5
	mostPrivateNodes      = 20_000
	mostPrivateDepth      = 64
	mostPrivateUnit       = 65_535
	mostPackUnit          = 1<<32 - 1 // with one card per seat
	mostPrivateAmountBits = 1_000
	mostPrivateWork       = 40_000_000
)

// publicNode is a decision (turn 0 or 1) or an end (turn -1).
type publicNode struct {
	turn    int
	key     string
	actions []string
	after   []*publicNode
	place   int         // of a decision among those of its seat; of an end among all ends
	amounts [3]*big.Rat // to the first seat where it wins, ties, loses
}

// privateGame is the public tree and the deal.
type privateGame struct {
	root      *publicNode
	nodes     int
	decisions [2][]*publicNode
	ends      []*publicNode
	below     *big.Int // common denominator of the amounts
	deal      privateDeal
	bits      int // of the longest numerator of an amount
}

// privateDeal has the hands of both seats.
type privateDeal struct {
	ranges  bool
	apart   bool
	weights [2][]int64
	levels  [2][]int
	cards   [2][][]string
	total   *big.Int
	steps   int64
	classes *classSets     // where hands are classes under permutations of suits
	copies  *copiesOfCards // where all hands of a pack are dealt, copies of a card alike
	draws   *drawTable     // where they draw at a comparison
}

func checkPrivateHands(v *value) statement {
	has := v.fields("interval", "schema", "game", "seats", "low", "high", "gap", "iterations", "ended",
		"method", "seconds", "unit", "strategies", "certificate")
	held := has["certificate"].fields("certificate", "form", "digest")
	sum := fits(held["digest"], outside(v, has["certificate"]))
	for _, key := range []string{"game", "ended", "method"} {
		has[key].string(key)
	}
	has["seconds"].finite("seconds")
	require(has["iterations"].integer("iterations").Sign() >= 0, "iterations: is negative")
	seats := has["seats"].seats("seats")
	ends := [2]*big.Rat{has["low"].fraction("low"), has["high"].fraction("high")}
	unit := int64(has["unit"].index("unit", mostPackUnit))
	require(unit > 0, "unit: is 0")
	has["gap"].nearest("gap", new(big.Rat).Sub(ends[1], ends[0]))
	g := readPrivateGame(held["form"], unit)
	var mixes [2][][][]int64
	for k, one := range has["strategies"].bySeat("strategies", seats, false) {
		mixes[k] = g.readMixes(one, k, unit)
	}
	for k := range mixes {
		found := g.respond(1-k, mixes[k], unit)
		demand(found.Cmp(ends[k]) == 0, "the strategy of %q is worth %s", seats[k], short(found.RatString()))
	}
	low, high := ends[0].RatString(), ends[1].RatString()
	return statement{
		kind: "private hands", seats: seats, digest: sum, value: low + " to " + high,
		verdicts: [2]string{"secures " + low, "concedes " + high},
	}
}

// bytesEach is how many bytes a probability has in a strategy.
func bytesEach(unit int64) int {
	if unit <= mostPrivateUnit {
		return 2
	}
	return 4
}

func readPrivateGame(v *value, unit int64) *privateGame {
	has := v.fields("form", "deal", "tree")
	g := &privateGame{below: big.NewInt(1)}
	g.root = g.node(has["tree"], 0)
	g.deal = readPrivateDeal(has["deal"])
	require(g.deal.total.Sign() > 0, "deal: no two hands can be dealt together")
	d := &g.deal
	require(unit <= mostPrivateUnit || !d.ranges && d.classes == nil && d.draws == nil, "unit: too large for hands of several cards")
	for _, own := range g.decisions {
		seen := map[string]bool{}
		for _, node := range own {
			require(!seen[node.key], "tree: two decisions of a seat are %q", node.key)
			seen[node.key] = true
		}
	}
	work := int64(g.nodes) * int64(len(g.deal.weights[0])+len(g.deal.weights[1])) * g.deal.steps
	bits := g.bits + g.below.BitLen() + 8*bytesEach(unit)*max(g.root.depth(0), g.root.depth(1))
	work *= int64(1 + bits/256)
	require(work <= mostPrivateWork, "hands times nodes are %d, more than are checked", work)
	spend(8*work, "best responses")
	if g.deal.draws != nil {
		g.requireSharedTies()
	}
	return g
}

// requireSharedTies demands that a tie pays the mean of a win and a loss: where hands draw, it counts half of each.
func (g *privateGame) requireSharedTies() {
	for _, end := range g.ends {
		twice := new(big.Rat).Add(end.amounts[1], end.amounts[1])
		require(twice.Cmp(new(big.Rat).Add(end.amounts[0], end.amounts[2])) == 0,
			"compares: where hands draw, a tie must pay the mean of a win and a loss")
		if end.amounts[0].Cmp(end.amounts[2]) != 0 {
			spend(drawSteps, "draws")
		}
	}
}

func (g *privateGame) node(v *value, depth int) *publicNode {
	g.nodes++
	require(g.nodes <= mostPrivateNodes && depth <= mostPrivateDepth, "tree: too many nodes, or too deep")
	v.expect(object, "a node")
	if v.inner("turn") != nil {
		return g.decision(v, depth)
	}
	node := &publicNode{turn: -1, place: len(g.ends)}
	g.ends = append(g.ends, node)
	if v.inner("pays") != nil {
		amount := g.amount(v.fields("an end", "pays")["pays"])
		node.amounts = [3]*big.Rat{amount, amount, amount}
		return node
	}
	amounts := v.fields("a comparison", "compares")["compares"].list("compares")
	require(len(amounts) == 3, "compares: must be three amounts")
	for k, one := range amounts {
		node.amounts[k] = g.amount(one)
	}
	return node
}

func (g *privateGame) amount(v *value) *big.Rat {
	found := v.fraction("an amount")
	common := new(big.Int).GCD(nil, nil, g.below, found.Denom())
	g.below.Mul(g.below, new(big.Int).Quo(found.Denom(), common))
	require(g.below.BitLen() <= mostPrivateAmountBits && found.Num().BitLen() <= mostPrivateAmountBits,
		"an amount has too many digits")
	g.bits = max(g.bits, found.Num().BitLen())
	return found
}

func (g *privateGame) decision(v *value, depth int) *publicNode {
	has := v.fields("a decision", "turn", "before", "view", "actions", "after")
	node := &publicNode{turn: has["turn"].index("turn", 1), actions: has["actions"].names("actions")}
	after := has["after"].list("after")
	require(len(after) == len(node.actions), "after: must be one branch for each action")
	parts := append(manyTexts(has["before"], "before"), "*")
	node.key = strings.Join(append(parts, manyTexts(has["view"], "view")...), ",")
	node.place = len(g.decisions[node.turn])
	g.decisions[node.turn] = append(g.decisions[node.turn], node)
	for _, one := range after {
		node.after = append(node.after, g.node(one, depth+1))
	}
	return node
}

// manyTexts reads an array of texts that may repeat.
func manyTexts(v *value, where string) (found []string) {
	for _, one := range v.list(where) {
		found = append(found, one.string(where))
	}
	return found
}

func readPrivateDeal(v *value) privateDeal {
	kind := v.byKey("deal")["kind"]
	require(kind != nil && kind.kind == text, "deal: must have a kind")
	switch kind.text {
	case "pack":
		return readPack(v.fields("deal", "kind", "cards", "counts", "levels", "apart"))
	case "ranges":
		return readHandRanges(v.fields("deal", "kind", "hands"))
	case "hands":
		return readAllHands(v.fields("deal", "kind", "cards", "counts", "size", "levels"))
	case "classes":
		return readClasses(v.fields("deal", "kind", "size", "levels"))
	case "draws":
		return readDraws(v.fields("deal", "kind", "rule"), false)
	case "joint draws":
		return readDraws(v.fields("deal", "kind", "rule"), true)
	}
	malformed("deal: %s is neither a pack nor ranges nor hands nor classes nor draws", short(kind.text))
	return privateDeal{}
}

func readPack(has map[string]*value) privateDeal {
	hands := 0
	if has["cards"].kind == number {
		hands = has["cards"].index("cards", mostPrivateHands)
	} else {
		hands = len(has["cards"].names("cards"))
	}
	require(hands >= 1 && hands <= mostPrivateHands, "cards: there are %d", hands)
	counts := make([]int64, hands)
	if has["counts"].kind == number {
		one := has["counts"].index("counts", mostPrivateCards)
		for k := range counts {
			counts[k] = int64(one)
		}
	} else {
		listed := has["counts"].list("counts")
		require(len(listed) == hands, "counts: must be one for each card")
		for k, one := range listed {
			counts[k] = int64(one.index("counts", mostPrivateCards))
		}
	}
	sum := sumWeights(counts, "counts")
	levels := make([]int, hands)
	if has["levels"].kind == null {
		for k := range levels {
			levels[k] = k
		}
	} else {
		levels = readLevels(has["levels"], hands)
	}
	d := privateDeal{apart: has["apart"].truthOf("apart"), steps: 1}
	d.weights, d.levels = [2][]int64{counts, counts}, [2][]int{levels, levels}
	require(d.apart || sum > 1, "counts: a pack of one card is too small")
	other := sum
	if !d.apart {
		other--
	}
	d.total = new(big.Int).Mul(big.NewInt(sum), big.NewInt(other))
	return d
}

func sumWeights(weights []int64, where string) (sum int64) {
	for _, one := range weights {
		require(one > 0, "%s: must be positive", where)
		sum += one
		require(sum <= mostPrivateCards, "%s: are too many", where)
	}
	return sum
}

func readLevels(v *value, hands int) (levels []int) {
	listed := v.list("levels")
	require(len(listed) == hands, "levels: must be one for each hand")
	for k, one := range listed {
		levels = append(levels, one.index("levels", 2*mostPrivateHands-1))
		require(k == 0 || levels[k-1] <= levels[k], "levels: hands must be in the order of strength")
	}
	return levels
}

func readHandRanges(has map[string]*value) privateDeal {
	sides := has["hands"].list("hands")
	require(len(sides) == 2, "hands: must be those of two seats")
	d := privateDeal{ranges: true}
	size, all := 0, 0
	for k, side := range sides {
		keys := side.fields("a range", "cards", "weights", "levels")
		hands, weights := keys["cards"].list("cards"), keys["weights"].list("weights")
		require(len(hands) == len(weights), "weights: must be one for each hand")
		require(len(hands) >= 1 && len(hands) <= mostRangeHands, "a range has %d hands", len(hands))
		all += len(hands)
		called, sets := map[string]bool{}, map[string]bool{}
		for at, hand := range hands {
			cards := hand.names("cards")
			if size == 0 {
				size = len(cards)
			}
			require(len(cards) == size && size <= mostPrivateHandSize, "cards: hands must be of one size, up to five")
			name, set := strings.Join(cards, ""), sortedKey(cards)
			require(!called[name] && !sets[set], "cards: %q is there twice", name)
			called[name], sets[set] = true, true
			d.cards[k] = append(d.cards[k], cards)
			d.weights[k] = append(d.weights[k], int64(weights[at].index("weights", mostPrivateCards)))
		}
		sumWeights(d.weights[k], "weights")
		d.levels[k] = readLevels(keys["levels"], len(hands))
	}
	spend(16*int64(all)<<uint(size), "the hands")
	d.steps = 4 << uint(size)
	d.total = new(big.Int)
	for one, own := range d.weights[0] {
		for two, other := range d.weights[1] {
			if d.disjoint(0, one, two) {
				d.total.Add(d.total, new(big.Int).Mul(big.NewInt(own), big.NewInt(other)))
			}
		}
	}
	return d
}

// sortedKey is the same for the same cards in any order.
func sortedKey(cards []string) string {
	sorted := append([]string{}, cards...)
	for k := 1; k < len(sorted); k++ {
		for at := k; at > 0 && sorted[at] < sorted[at-1]; at-- {
			sorted[at], sorted[at-1] = sorted[at-1], sorted[at]
		}
	}
	var out strings.Builder
	for _, card := range sorted {
		fmt.Fprintf(&out, "%d:%s", len(card), card)
	}
	return out.String()
}

// disjoint tells whether a hand of a seat shares no card with one of the other seat.
func (d *privateDeal) disjoint(seat, own, other int) bool {
	for _, card := range d.cards[seat][own] {
		for _, another := range d.cards[1-seat][other] {
			if card == another {
				return false
			}
		}
	}
	return true
}

// readMixes reads the numerators of a seat: by decision, action and hand.
func (g *privateGame) readMixes(v *value, seat int, unit int64) (found [][][]int64) {
	var keys []string
	for _, node := range g.decisions[seat] {
		keys = append(keys, node.key)
	}
	packed := v.byKey("a strategy")
	require(len(packed) == len(keys), "a strategy: must have all decisions of its seat, and no other")
	hands := len(g.deal.weights[seat])
	for k, node := range g.decisions[seat] {
		one := packed[keys[k]]
		require(one != nil, "a strategy: %q is missing", keys[k])
		each := bytesEach(unit)
		plain := unpack(one.string("probabilities"), each*(len(node.actions)-1)*hands)
		mixes := make([][]int64, len(node.actions))
		left := make([]int64, hands)
		for hand := range left {
			left[hand] = unit
		}
		for action := 0; action < len(node.actions)-1; action++ {
			mix := make([]int64, hands)
			for hand := range mix {
				at := each * (action*hands + hand)
				for _, digit := range plain[at : at+each] {
					mix[hand] = mix[hand]<<8 | int64(digit)
				}
				left[hand] -= mix[hand]
			}
			mixes[action] = mix
		}
		for _, rest := range left {
			demand(rest >= 0, "the probabilities of a hand sum to more than 1")
		}
		mixes[len(mixes)-1] = left
		found = append(found, mixes)
	}
	return found
}

// unpack returns so many bytes, from zlib in base64.
func unpack(packed string, size int) []byte {
	require(!strings.ContainsAny(packed, "\r\n"), "probabilities: cannot be unpacked")
	pressed, err := base64.StdEncoding.DecodeString(packed)
	require(err == nil, "probabilities: are not base64")
	rest := bytes.NewReader(pressed)
	reader, err := zlib.NewReader(rest)
	require(err == nil, "probabilities: are not of zlib")
	plain, err := io.ReadAll(io.LimitReader(reader, int64(size)+1))
	require(err == nil && len(plain) == size, "probabilities: must be one for each hand and action")
	require(rest.Len() == 0, "probabilities: something follows them")
	return plain
}

// metHands are the weights of the other seat's hands at each end: weaker, equal and stronger than mine.
type metHands [][3]*big.Int

// response is the work of finding a best response to a strategy.
type response struct {
	g       *privateGame
	seat    int
	mixes   [][][]int64
	unit    *big.Int
	depth   int
	paths   [][][]int64   // by end: the other seat's mixes on the way
	scale   []*big.Int    // by end
	amounts [][3]*big.Int // by end: to the seat, for its win, tie and loss
	spare   big.Int
}

// respond returns what the first seat gets where a seat plays a best response.
func (g *privateGame) respond(seat int, mixes [][][]int64, unit int64) *big.Rat {
	r := &response{g: g, seat: seat, mixes: mixes, unit: big.NewInt(unit)}
	r.depth = g.root.depth(1 - seat)
	r.paths = make([][][]int64, len(g.ends))
	r.scale = make([]*big.Int, len(g.ends))
	r.amounts = make([][3]*big.Int, len(g.ends))
	r.prepare(g.root, nil)
	earned := new(big.Int)
	add := func(hand int, met metHands) {
		worth := r.worth(g.root, met)
		earned.Add(earned, worth.Mul(worth, big.NewInt(g.deal.weights[seat][hand])))
	}
	if g.deal.draws != nil {
		r.byDraws(add)
	} else if g.deal.classes != nil {
		r.byClasses(add)
	} else if g.deal.copies != nil {
		r.byCopies(add)
	} else if g.deal.ranges {
		r.byPairs(add)
	} else {
		r.bySums(add)
	}
	if seat == 1 {
		earned.Neg(earned)
	}
	below := new(big.Int).Exp(r.unit, big.NewInt(int64(r.depth)), nil)
	below.Mul(below, g.deal.total).Mul(below, g.below)
	return new(big.Rat).SetFrac(earned, below)
}

func (n *publicNode) depth(seat int) (most int) {
	for _, child := range n.after {
		most = max(most, child.depth(seat))
	}
	if n.turn == seat {
		most++
	}
	return most
}

// prepare notes for each end the way to it and its amounts.
func (r *response) prepare(n *publicNode, path [][]int64) {
	if n.turn < 0 {
		r.paths[n.place] = path
		r.scale[n.place] = new(big.Int).Exp(r.unit, big.NewInt(int64(r.depth-len(path))), nil)
		for k := range n.amounts {
			amount := n.amounts[k]
			if r.seat == 1 {
				amount = new(big.Rat).Neg(n.amounts[2-k])
			}
			whole := new(big.Rat).Mul(amount, new(big.Rat).SetInt(r.g.below))
			r.amounts[n.place][k] = whole.Num()
		}
		return
	}
	for action, child := range n.after {
		way := path
		if n.turn != r.seat {
			way = append(append([][]int64{}, path...), r.mixes[n.place][action])
		}
		r.prepare(child, way)
	}
}

// reach adds to a sum the weight with which a hand of the other seat reaches an end.
func (r *response) reach(sum *big.Int, end, hand int, weight int64) {
	part := r.spare.SetInt64(weight)
	part.Mul(part, r.scale[end])
	var factor big.Int
	for _, mix := range r.paths[end] {
		part.Mul(part, factor.SetInt64(mix[hand]))
	}
	sum.Add(sum, part)
}

func (r *response) empty() metHands {
	found := make(metHands, len(r.g.ends))
	for end := range found {
		found[end] = [3]*big.Int{new(big.Int), new(big.Int), new(big.Int)}
	}
	return found
}

// bySums goes through the levels of a pack, from the weakest.
func (r *response) bySums(each func(int, metHands)) {
	d := &r.g.deal
	levels, counts := d.levels[r.seat], d.weights[1-r.seat]
	met := r.empty()
	for end := range met {
		for hand, count := range counts {
			r.reach(met[end][2], end, hand, count)
		}
	}
	for from := 0; from < len(levels); {
		to := from
		for to < len(levels) && levels[to] == levels[from] {
			to++
		}
		for end := range met {
			met[end][1].SetInt64(0)
			for hand := from; hand < to; hand++ {
				r.reach(met[end][1], end, hand, counts[hand])
			}
			met[end][2].Sub(met[end][2], met[end][1])
		}
		for hand := from; hand < to; hand++ {
			if d.apart {
				each(hand, met)
				continue
			}
			for end := range met {
				r.reach(met[end][1], end, hand, -1)
			}
			each(hand, met)
			for end := range met {
				r.reach(met[end][1], end, hand, 1)
			}
		}
		for end := range met {
			met[end][0].Add(met[end][0], met[end][1])
		}
		from = to
	}
}

// byPairs meets every hand with every other that shares no card with it.
func (r *response) byPairs(each func(int, metHands)) {
	d := &r.g.deal
	mine, yours := d.levels[r.seat], d.levels[1-r.seat]
	reached := make([][]*big.Int, len(r.g.ends))
	for end := range reached {
		for hand, weight := range d.weights[1-r.seat] {
			one := new(big.Int)
			r.reach(one, end, hand, weight)
			reached[end] = append(reached[end], one)
		}
	}
	met := r.empty()
	for own, level := range mine {
		for end := range met {
			for k := range met[end] {
				met[end][k].SetInt64(0)
			}
		}
		for other, its := range yours {
			if !d.disjoint(r.seat, own, other) {
				continue
			}
			k := 1
			if its < level {
				k = 0
			} else if its > level {
				k = 2
			}
			for end := range met {
				met[end][k].Add(met[end][k], reached[end][other])
			}
		}
		each(own, met)
	}
}

// worth is what a hand earns below a node by its best actions.
func (r *response) worth(n *publicNode, met metHands) *big.Int {
	if n.turn < 0 {
		sum := new(big.Int)
		for k, part := range met[n.place] {
			sum.Add(sum, r.spare.Mul(part, r.amounts[n.place][k]))
		}
		return sum
	}
	var found *big.Int
	for _, child := range n.after {
		one := r.worth(child, met)
		if found == nil {
			found = one
		} else if n.turn != r.seat {
			found.Add(found, one)
		} else if one.Cmp(found) > 0 {
			found = one
		}
	}
	return found
}
