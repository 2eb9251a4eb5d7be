package main

// Section 25, deals of kind "draws": five cards per seat of one pack; at a comparison each seat draws by a rule, from
// the 47 cards that are not its own, whatever the other holds. For each set of cards that hands may share, the other
// seat's hands that contain it give a sum over final strengths, and mine that contain it are compared with its running
// sums. Sums are exact modulo 2^128, which no result reaches.

import (
	"math/big"
	"math/bits"
	"sort"
)

const (
	drawUnit      = 178_365 // the draws of four cards from 47; those of fewer divide it
	drawSteps     = 100_000_000
	mostDrawnBits = 127
	drawnHandBits = 64 // of the draws of two hands, the hands of the pack, the permutations of suits
)

var drawRules = map[string]bool{"common": true, "highest": true, "stand": true}

// wide is an integer modulo 2^128.
type wide struct{ high, low uint64 }

func (a wide) plus(b wide) wide {
	low, carry := bits.Add64(a.low, b.low, 0)
	high, _ := bits.Add64(a.high, b.high, carry)
	return wide{high, low}
}

func (a wide) times(many uint64) wide {
	high, low := bits.Mul64(a.low, many)
	return wide{high + a.high*many, low}
}

func (a wide) minus() wide {
	low, borrow := bits.Sub64(0, a.low, 0)
	high, _ := bits.Sub64(0, a.high, borrow)
	return wide{high, low}
}

func (a wide) integer() *big.Int {
	found := new(big.Int).SetUint64(a.high)
	return found.Lsh(found, 64).Add(found, new(big.Int).SetUint64(a.low))
}

func wideOf(n *big.Int) wide {
	low := new(big.Int).And(n, new(big.Int).SetUint64(^uint64(0)))
	return wide{new(big.Int).Rsh(n, 64).Uint64(), low.Uint64()}
}

// drawEnd is where a hand may end: the place of its strength among all, and the ways to it.
type drawEnd struct {
	place int32
	ways  uint64
}

// drawTable has the final strengths of all classes, in the order of the deal. It is built when it is first needed: what
// else is wrong with a file is said before.
type drawTable struct {
	rule    string
	hands   [][]int     // by class: its cards
	of      []int32     // by class: its distribution
	ends    [][]drawEnd // by distribution
	members [][]int32   // by the number of a set: the classes that contain one, as often as they do
	signs   []int64     // by the number of a set
	joint   bool        // both seats draw from one pack
	wins    [][]uint32  // then: what each strength as dealt wins of each other; a distribution is a strength
}

// unit is the weight of a pair of hands, over all draws.
func (t *drawTable) unit() *big.Int {
	if t.joint {
		return big.NewInt(2 * jointUnit)
	}
	found := big.NewInt(2 * drawUnit)
	return found.Mul(found, big.NewInt(drawUnit))
}

func readDraws(has map[string]*value, joint bool) privateDeal {
	rule := has["rule"].string("rule")
	require(drawRules[rule] && (!joint || rule == "stand"), "rule: %s is not specified", short(rule))
	bounded.allowDraws()
	spend(classSteps[mostPrivateHandSize], "the hands")
	hands := listClasses(mostPrivateHandSize)
	levels := make([]int, len(hands))
	for k, hand := range hands {
		levels[k] = pokerStrength(hand.cards)
	}
	d := dealClasses(hands, levels, mostPrivateHandSize)
	t := &drawTable{rule: rule, joint: joint}
	for _, at := range orderByLevel(levels) {
		t.hands = append(t.hands, hands[at].cards)
	}
	d.draws = t
	d.total.Mul(d.total, t.unit())
	return d
}

// build fills the table, once.
func (t *drawTable) build(d *privateDeal) {
	if t.of != nil {
		return
	}
	t.members, t.signs = make([][]int32, len(d.classes.fixed)), make([]int64, len(d.classes.fixed))
	for class, sets := range d.classes.sets {
		for k, set := range sets {
			t.members[set] = append(t.members[set], int32(class))
			t.signs[set] = d.classes.signs[k]
		}
	}
	b := newDrawBuilder(t.hands)
	if t.joint {
		t.buildJoint(b)
		return
	}
	for _, cards := range t.hands {
		t.of = append(t.of, b.number(cards, t.rule))
	}
	t.ends = b.ends
}

// drawBuilder collects distributions.
type drawBuilder struct {
	place map[int]int32 // by strength
	known map[string]int32
	ends  [][]drawEnd
	after map[string][]rankDraw // by the ranks that are kept
}

// rankDraw is a draw by its ranks, and the place of the strength that it gives in several suits.
type rankDraw struct {
	counts [13]uint8
	place  int32
}

func newDrawBuilder(hands [][]int) *drawBuilder {
	different := map[int]bool{}
	for _, cards := range hands {
		different[pokerStrength(cards)] = true
	}
	var sorted []int
	for level := range different {
		sorted = append(sorted, level)
	}
	sort.Ints(sorted)
	b := &drawBuilder{place: map[int]int32{}, known: map[string]int32{}, after: map[string][]rankDraw{}}
	for k, level := range sorted {
		b.place[level] = int32(k)
	}
	return b
}

// keep returns the cards that a rule keeps.
func keep(cards []int, rule string) (kept []int) {
	strength := pokerStrength(cards) / (13 * 13 * 13 * 13 * 13)
	if strength >= 4 { // a straight or better
		return cards
	}
	var counts [13]int
	for _, card := range cards {
		counts[card>>2]++
	}
	if strength > 0 {
		for _, card := range cards {
			if counts[card>>2] > 1 {
				kept = append(kept, card)
			}
		}
		return kept
	}
	if rule == "stand" {
		return cards
	}
	if rule == "common" {
		for without := range cards {
			if four := leave(cards, without); oneSuit(four) {
				return four
			}
		}
		for without := range cards {
			four := leave(cards, without)
			if low := four[0] >> 2; four[3]>>2 == low+3 && low+3 < 12 {
				return four
			}
		}
	}
	return cards[4:]
}

// leave returns the cards, in rising order, without one of them.
func leave(cards []int, without int) []int {
	return append(append([]int{}, cards[:without]...), cards[without+1:]...)
}

func oneSuit(cards []int) bool {
	for _, card := range cards {
		if card&3 != cards[0]&3 {
			return false
		}
	}
	return true
}

// number returns the number of the distribution of a hand, whose cards are in rising order.
func (b *drawBuilder) number(cards []int, rule string) int32 {
	kept := keep(cards, rule)
	var own, left [13]uint8
	for _, card := range kept {
		own[card>>2]++
	}
	for rank := range left {
		left[rank] = 4
	}
	gone := 0 // ranks of the suit of a flush that are in the hand, as bits
	suited := oneSuit(kept)
	for _, card := range cards {
		left[card>>2]--
		if suited && card&3 == kept[0]&3 {
			gone |= 1 << uint(card>>2)
		}
	}
	key := string(own[:]) + string(left[:]) + string([]byte{byte(gone), byte(gone >> 8)})
	if len(kept) == len(cards) {
		key = string(own[:]) + "stands" + string([]byte{byte(pokerStrength(cards) / (13 * 13 * 13 * 13 * 13))})
	}
	if found, known := b.known[key]; known {
		return found
	}
	ways := map[int32]int64{}
	drawn := len(cards) - len(kept)
	scale := int64(drawUnit)
	for k := 0; k < drawn; k++ {
		scale = scale * int64(k+1) / int64(47-k)
	}
	if drawn == 0 {
		ways[b.place[pokerStrength(cards)]] = drawUnit
	} else {
		for _, draw := range b.draws(own, drawn) {
			many := int64(1)
			for rank, count := range draw.counts {
				many *= choose4(left[rank], count)
			}
			if many > 0 {
				ways[draw.place] += many * scale
			}
		}
		if suited {
			b.flushes(kept, gone, drawn, scale, ways)
		}
	}
	var ends []drawEnd
	for place, many := range ways {
		if many != 0 {
			ends = append(ends, drawEnd{place, uint64(many)})
		}
	}
	sort.Slice(ends, func(i, j int) bool { return ends[i].place < ends[j].place })
	b.known[key] = int32(len(b.ends))
	b.ends = append(b.ends, ends)
	return b.known[key]
}

func choose4(from, many uint8) int64 {
	found := int64(1)
	for k := uint8(0); k < many; k++ {
		if k >= from {
			return 0
		}
		found = found * int64(from-k) / int64(k+1)
	}
	return found
}

// draws returns all draws of so many cards to the ranks that are kept.
func (b *drawBuilder) draws(own [13]uint8, many int) []rankDraw {
	key := string(own[:])
	if found, known := b.after[key]; known {
		return found
	}
	var found []rankDraw
	var counts [13]uint8
	var choose func(from, left int)
	choose = func(from, left int) {
		if left == 0 {
			var cards []int
			for rank, count := range counts {
				for suit := 0; suit < int(own[rank]+count); suit++ {
					cards = append(cards, 4*rank+suit)
				}
			}
			if oneSuit(cards) {
				cards[4] |= 1
			}
			found = append(found, rankDraw{counts, b.place[pokerStrength(cards)]})
			return
		}
		for rank := from; rank < 13; rank++ {
			if own[rank]+counts[rank] < 4 {
				counts[rank]++
				choose(rank, left-1)
				counts[rank]--
			}
		}
	}
	choose(0, many)
	b.after[key] = found
	return found
}

// flushes moves the draws of one suit from what they are in several suits to what they are.
func (b *drawBuilder) flushes(kept []int, gone, drawn int, scale int64, ways map[int32]int64) {
	ranks := make([]int, 0, 5)
	for _, card := range kept {
		ranks = append(ranks, card>>2)
	}
	var choose func(from, left int)
	choose = func(from, left int) {
		if left == 0 {
			var cards []int
			for _, rank := range ranks {
				cards = append(cards, 4*rank)
			}
			sort.Ints(cards)
			ways[b.place[pokerStrength(cards)]] += scale
			cards[4] |= 1
			ways[b.place[pokerStrength(cards)]] -= scale
			return
		}
		for rank := from; rank < 13; rank++ {
			if gone>>uint(rank)&1 == 0 {
				ranks = append(ranks, rank)
				choose(rank+1, left-1)
				ranks = ranks[:len(ranks)-1]
			}
		}
	}
	choose(0, drawn)
}

// byDraws goes through the ends, and then through the classes.
func (r *response) byDraws(each func(int, metHands)) {
	d := &r.g.deal
	require(r.depth*r.unit.BitLen()+drawnHandBits <= mostDrawnBits, "unit: is too large for so many decisions and draws")
	d.draws.build(d)
	won, every := make([][]wide, len(r.g.ends)), make([][]wide, len(r.g.ends))
	for end, node := range r.g.ends {
		weights := make([]wide, len(d.weights[0]))
		reached := new(big.Int)
		for hand, count := range d.weights[0] {
			reached.SetInt64(0)
			r.reach(reached, end, hand, count)
			weights[hand] = wideOf(reached)
		}
		compared := node.amounts[0].Cmp(node.amounts[2]) != 0
		won[end], every[end] = d.draws.sums(d, weights, compared)
	}
	met := r.empty()
	pair, permutations := d.draws.unit(), big.NewInt(suitPermutations)
	for hand := range d.weights[0] {
		for end := range met {
			own := new(big.Int) // the same hand on the other side
			r.reach(own, end, hand, 1)
			all := every[end][hand].integer()
			all.Quo(all, permutations).Sub(all, own).Mul(all, pair)
			beaten := new(big.Int)
			if won[end] != nil {
				beaten = won[end][hand].integer()
				beaten.Quo(beaten, permutations).Sub(beaten, own.Mul(own, d.draws.ofItself(hand)))
			}
			met[end][0], met[end][2] = beaten, all.Sub(all, beaten)
		}
		each(hand, met)
	}
}

// ofItself is what a class wins of the very same cards: the sums over shared cards have it, and no deal does.
func (t *drawTable) ofItself(class int) *big.Int {
	if t.joint {
		return big.NewInt(int64(t.wins[t.of[class]][t.of[class]]))
	}
	found := t.unit()
	return found.Rsh(found, 1)
}

// sums returns for every class, times the permutations of suits, what it wins of the others' hands that share no proper
// part with it, a tie half, and how many they are.
func (t *drawTable) sums(d *privateDeal, weights []wide, compared bool) (won, every []wide) {
	every = make([]wide, len(weights))
	if compared {
		won = make([]wide, len(weights))
	}
	places, rows := 0, max(len(t.ends), len(t.wins))
	for _, ends := range t.ends {
		places = max(places, int(ends[len(ends)-1].place)+1)
	}
	held, beats := make([]wide, rows), make([]wide, rows)
	seen := make([]int, rows)
	strengths := make([]wide, places)
	for set, members := range t.members {
		var sum wide
		var touched []int32
		for _, class := range members {
			one := weights[class].times(uint64(d.classes.fixed[set]))
			sum = sum.plus(one)
			at := t.of[class]
			if seen[at] != set+1 {
				seen[at], held[at] = set+1, wide{}
				touched = append(touched, at)
			}
			held[at] = held[at].plus(one)
		}
		if compared && t.joint {
			t.compareJointly(touched, held, beats)
		} else if compared {
			t.compare(touched, held, beats, strengths)
		}
		for _, class := range members {
			all := sum
			if t.signs[set] < 0 {
				all = all.minus()
			}
			every[class] = every[class].plus(all)
			if compared {
				one := beats[t.of[class]]
				if t.signs[set] < 0 {
					one = one.minus()
				}
				won[class] = won[class].plus(one)
			}
		}
	}
	return won, every
}

// compare finds what each distribution beats of all of them, with the weights that are held.
func (t *drawTable) compare(touched []int32, held, beats, strengths []wide) {
	for k := range strengths {
		strengths[k] = wide{}
	}
	for _, at := range touched {
		weight := held[at]
		if weight == (wide{}) {
			continue
		}
		for _, end := range t.ends[at] {
			strengths[end.place] = strengths[end.place].plus(weight.times(end.ways))
		}
	}
	var below wide
	for k, own := range strengths {
		strengths[k] = below.plus(below).plus(own)
		below = below.plus(own)
	}
	for _, at := range touched {
		var sum wide
		for _, end := range t.ends[at] {
			sum = sum.plus(strengths[end.place].times(end.ways))
		}
		beats[at] = sum
	}
}

// compareJointly finds what each strength beats of all of them, with the weights that are held.
func (t *drawTable) compareJointly(touched []int32, held, beats []wide) {
	for _, at := range touched {
		var sum wide
		wins := t.wins[at]
		for _, other := range touched {
			sum = sum.plus(held[other].times(uint64(wins[other])))
		}
		beats[at] = sum
	}
}
