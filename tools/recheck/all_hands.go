package main

// Section 25, deals of kind "hands": all hands of one to five cards from one pack, copies of a card alike.
//
// Two hands are dealt together in as many ways as there are choices of their copies, none chosen twice. For each part of
// my hand a running sum has the other seat's hands that hold the very copies of the part, times the choices of the rest;
// the sums are added with signs.

import (
	"fmt"
	"math/big"
	"sort"
	"strings"
)

const mostAllHands = 30_000

// handPart is a part of a hand: some of its cards.
type handPart struct {
	set   int32    // the number of the part
	mine  *big.Int // with a sign: in how many ways the part is chosen from the copies in the hand
	other *big.Int // in how many ways the copies of the rest of the hand are chosen, when those of the part are given
}

// copiesOfCards has the parts of all hands, in the order of the deal.
type copiesOfCards struct {
	parts [][]handPart
	sets  int
}

func readAllHands(has map[string]*value) privateDeal {
	cards := has["cards"].names("cards")
	require(len(cards) <= mostAllHands, "cards: there are %d", len(cards))
	counts := make([]int64, len(cards))
	if has["counts"].kind == number {
		one := has["counts"].index("counts", mostPrivateCards)
		for k := range counts {
			counts[k] = int64(one)
		}
	} else {
		listed := has["counts"].list("counts")
		require(len(listed) == len(cards), "counts: must be one for each card")
		for k, one := range listed {
			counts[k] = int64(one.index("counts", mostPrivateCards))
		}
	}
	every := sumWeights(counts, "counts")
	size := has["size"].index("size", mostPrivateHandSize)
	require(size >= 1, "size: is 0")
	require(2*int64(size) <= every, "counts: the pack is too small for two hands")
	dealt := new(big.Int).Binomial(every, int64(size))
	require(dealt.IsInt64() && dealt.Int64() <= mostPrivateCards, "counts: the pack gives too many hands")
	hands := handsOfPack(counts, size)
	listed := has["levels"].list("levels")
	require(len(listed) == len(hands), "levels: must be one for each hand")
	called := map[string]bool{}
	for _, hand := range hands {
		names := make([]string, size)
		for k, card := range hand {
			names[k] = cards[card]
		}
		name := strings.Join(names, ",")
		require(!called[name], "cards: two hands have one name")
		called[name] = true
	}
	levels := make([]int, len(hands))
	for k, one := range listed {
		levels[k] = one.index("levels", 2*mostPrivateHands-1)
	}
	spend(32*int64(len(hands))<<uint(size), "the hands")
	return dealAllHands(hands, counts, levels, size, every)
}

// handsOfPack lists the hands by the places of their cards, low places first; too many are refused.
func handsOfPack(counts []int64, size int) (found [][]int) {
	hand := make([]int, 0, size)
	var grow func(from int)
	grow = func(from int) {
		if len(hand) == size {
			require(len(found) < mostAllHands, "cards: there are more than %d hands", mostAllHands)
			found = append(found, append([]int{}, hand...))
			return
		}
		for card := from; card < len(counts); card++ {
			held := int64(0)
			for _, one := range hand {
				if one == card {
					held++
				}
			}
			if held < counts[card] {
				hand = append(hand, card)
				grow(card)
				hand = hand[:len(hand)-1]
			}
		}
	}
	grow(0)
	return found
}

func dealAllHands(hands [][]int, counts []int64, levels []int, size int, every int64) privateDeal {
	order := orderByLevel(levels)
	c := &copiesOfCards{}
	numbers := map[string]int32{}
	sorted, weights := make([]int, len(hands)), make([]int64, len(hands))
	d := privateDeal{ranges: true, copies: c, steps: 4 << uint(size)}
	for k, at := range order {
		sorted[k] = levels[at]
		parts := partsOf(hands[at], counts, numbers)
		c.parts = append(c.parts, parts)
		// the first part is no card: the choices of the rest are those of the whole hand
		weights[k] = parts[0].other.Int64()
	}
	c.sets = len(numbers)
	d.weights, d.levels = [2][]int64{weights, weights}, [2][]int{sorted, sorted}
	d.total = new(big.Int).Binomial(every, int64(size))
	d.total.Mul(d.total, new(big.Int).Binomial(every-int64(size), int64(size)))
	return d
}

// partsOf returns all parts of a hand; the part of no card is the first.
func partsOf(hand []int, counts []int64, numbers map[string]int32) (found []handPart) {
	held := map[int]int64{}
	for _, card := range hand {
		held[card]++
	}
	cards := make([]int, 0, len(held))
	for card := range held {
		cards = append(cards, card)
	}
	sort.Ints(cards)
	given := make([]int64, len(cards))
	for {
		name, sign := "", int64(1)
		mine, other := big.NewInt(1), big.NewInt(1)
		for k, card := range cards {
			if given[k]%2 == 1 {
				sign = -sign
			}
			if given[k] > 0 {
				name += fmt.Sprintf("%d*%d,", given[k], card)
			}
			mine.Mul(mine, new(big.Int).Binomial(held[card], given[k]))
			other.Mul(other, new(big.Int).Binomial(counts[card]-given[k], held[card]-given[k]))
		}
		set, known := numbers[name]
		if !known {
			set = int32(len(numbers))
			numbers[name] = set
		}
		found = append(found, handPart{set, mine.Mul(mine, big.NewInt(sign)), other})
		k := 0
		for k < len(cards) && given[k] == held[cards[k]] {
			given[k] = 0
			k++
		}
		if k == len(cards) {
			return found
		}
		given[k]++
	}
}

// byCopies goes through the hands from the weakest.
func (r *response) byCopies(each func(int, metHands)) {
	d := &r.g.deal
	c := d.copies
	var weight, part big.Int
	add := func(to []big.Int, end, hand int) {
		weight.SetInt64(0)
		r.reach(&weight, end, hand, 1)
		for _, one := range c.parts[hand] {
			to[one.set].Add(&to[one.set], part.Mul(one.other, &weight))
		}
	}
	read := func(to *big.Int, from []big.Int, hand int) {
		to.SetInt64(0)
		for _, one := range c.parts[hand] {
			to.Add(to, part.Mul(one.mine, &from[one.set]))
		}
	}
	r.byLevels(setSums{int(c.sets), add, read, func(*big.Int, int, int) {}}, each)
}

// setSums are sums over sets of cards, from which it is found what a hand meets.
type setSums struct {
	count int
	add   func(to []big.Int, end, hand int)           // add the reach of a hand to its sets
	read  func(to *big.Int, from []big.Int, hand int) // what meets a hand
	equal func(to *big.Int, end, hand int)            // add what else meets it on its own level
}

// byLevels goes through the hands from the weakest level.
func (r *response) byLevels(s setSums, each func(int, metHands)) {
	levels := r.g.deal.levels[0]
	ends := len(r.g.ends)
	every, below := make([][]big.Int, ends), make([][]big.Int, ends)
	for end := range every {
		every[end], below[end] = make([]big.Int, s.count), make([]big.Int, s.count)
		for hand := range levels {
			s.add(every[end], end, hand)
		}
	}
	met, upto := r.empty(), new(big.Int)
	for from := 0; from < len(levels); {
		to := from
		for to < len(levels) && levels[to] == levels[from] {
			to++
		}
		beaten := make([][]big.Int, ends)
		for end := range below {
			beaten[end] = make([]big.Int, to-from)
			for hand := from; hand < to; hand++ {
				s.read(&beaten[end][hand-from], below[end], hand)
			}
			for hand := from; hand < to; hand++ {
				s.add(below[end], end, hand)
			}
		}
		for hand := from; hand < to; hand++ {
			for end := range below {
				s.read(upto, below[end], hand)
				s.read(met[end][2], every[end], hand)
				met[end][2].Sub(met[end][2], upto)
				met[end][0].Set(&beaten[end][hand-from])
				met[end][1].Sub(upto, met[end][0])
				s.equal(met[end][1], end, hand)
			}
			each(hand, met)
		}
		from = to
	}
}
