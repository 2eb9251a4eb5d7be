package main

// Section 25, deals of kind "classes": all hands of one to five cards of the pack of 52, one for each class under
// permutations of suits. The opponent's hands that share no card with mine are counted by the sets of cards that they
// hold, up to suits, with the signs of inclusion and exclusion.

import (
	"math/big"
	"sort"
)

const (
	suitCount        = 4
	suitPermutations = 24
)

var classSteps = map[int]int64{1: 1_000, 2: 10_000, 3: 100_000, 4: 2_000_000, 5: 40_000_000}

// classSets has for each hand the numbers of its sets of cards, the whole hand left out.
type classSets struct {
	sets  [][]int32 // by hand; the first of each is the empty set
	signs []int64   // by the place of a set in a hand
	fixed []int64   // by the number of a set: permutations of suits that change nothing
	whole int64     // the sign of the whole hand
}

// classHand is one hand of a class: for each suit its ranks as bits, and what decides its place in the list.
type classHand struct {
	cards []int
	count int64
}

func readClasses(has map[string]*value) privateDeal {
	size := has["size"].index("size", mostPrivateHandSize)
	require(size >= 1, "size: must be 1 to 5")
	spend(classSteps[size], "the hands")
	hands := listClasses(size)
	levels := make([]int, len(hands))
	if has["levels"].kind == text {
		require(has["levels"].text == "poker" && size == mostPrivateHandSize, "levels: only five cards are poker hands")
		for k, hand := range hands {
			levels[k] = pokerStrength(hand.cards)
		}
	} else {
		listed := has["levels"].list("levels")
		require(len(listed) == len(hands), "levels: must be one for each class")
		for k, one := range listed {
			levels[k] = one.index("levels", 2*mostPrivateHands-1)
		}
	}
	return dealClasses(hands, levels, size)
}

// orderByLevel returns the places of the classes, those of one level in the order of the list.
func orderByLevel(levels []int) []int {
	order := make([]int, len(levels))
	for k := range order {
		order[k] = k
	}
	sort.SliceStable(order, func(i, j int) bool { return levels[order[i]] < levels[order[j]] })
	return order
}

// dealClasses is the deal of all classes of hands, by their levels.
func dealClasses(hands []classHand, levels []int, size int) privateDeal {
	order := orderByLevel(levels)
	counts, sorted := make([]int64, len(hands)), make([]int, len(hands))
	c := &classSets{whole: 1}
	if size%2 == 1 {
		c.whole = -1
	}
	for chosen := 0; chosen < 1<<uint(size)-1; chosen++ {
		sign := int64(1)
		for rest := chosen; rest > 0; rest &= rest - 1 {
			sign = -sign
		}
		c.signs = append(c.signs, sign)
	}
	numbers := map[[suitCount]uint16]int32{}
	sum, met := int64(0), int64(1)
	for k, at := range order {
		counts[k], sorted[k] = hands[at].count, levels[at]
		sum += counts[k]
		c.sets = append(c.sets, c.number(hands[at].cards, numbers))
	}
	for k := 0; k < size; k++ {
		met = met * int64(52-size-k) / int64(k+1)
	}
	d := privateDeal{ranges: true, classes: c, steps: 8}
	d.weights, d.levels = [2][]int64{counts, counts}, [2][]int{sorted, sorted}
	d.total = new(big.Int).Mul(big.NewInt(sum), big.NewInt(met))
	return d
}

// number returns the numbers of the sets of cards of a hand, new ones given out.
func (c *classSets) number(cards []int, numbers map[[suitCount]uint16]int32) []int32 {
	found := make([]int32, len(c.signs))
	for chosen := range found {
		var suits [suitCount]uint16
		for k, card := range cards {
			if chosen>>uint(k)&1 == 1 {
				suits[card&3] |= 1 << uint(card>>2)
			}
		}
		for k := 1; k < suitCount; k++ {
			for at := k; at > 0 && suits[at] < suits[at-1]; at-- {
				suits[at], suits[at-1] = suits[at-1], suits[at]
			}
		}
		one, known := numbers[suits]
		if !known {
			one = int32(len(numbers))
			numbers[suits] = one
			fixed, run := int64(1), int64(1)
			for k := 1; k < suitCount; k++ {
				if suits[k] == suits[k-1] {
					run++
					fixed *= run
				} else {
					run = 1
				}
			}
			c.fixed = append(c.fixed, fixed)
		}
		found[chosen] = one
	}
	return found
}

// listClasses goes through all hands and keeps those that no permutation of suits makes smaller.
func listClasses(size int) (found []classHand) {
	cards := make([]int, size)
	place := map[string]int{}
	var choose func(at, from int)
	choose = func(at, from int) {
		if at < size {
			for card := from; card < 52; card++ {
				cards[at] = card
				choose(at+1, card+1)
			}
			return
		}
		key := smallestSuits(cards)
		k, known := place[key]
		if !known {
			k = len(found)
			place[key] = k
			own := make([]int, size)
			for j := range own {
				own[j] = int(key[j])
			}
			found = append(found, classHand{cards: own})
		}
		found[k].count++
	}
	choose(0, 0)
	sort.SliceStable(found, func(i, j int) bool {
		one, two := found[i].cards, found[j].cards
		for k := range one {
			if one[k]>>2 != two[k]>>2 {
				return one[k]>>2 < two[k]>>2
			}
		}
		for k := range one {
			if one[k]&3 != two[k]&3 {
				return one[k]&3 < two[k]&3
			}
		}
		return false
	})
	return found
}

// smallestSuits is the hand of the class with the smallest suits: suits are ordered by the ranks at which they are
// there, the lowest rank first.
func smallestSuits(cards []int) string {
	var rows [suitCount]int // by suit: bits of the places of its ranks, the lowest rank highest
	for _, card := range cards {
		rows[card&3] |= 1 << uint(12-card>>2)
	}
	order := []int{0, 1, 2, 3}
	sort.SliceStable(order, func(i, j int) bool { return rows[order[i]] > rows[order[j]] })
	var to [suitCount]int
	for k, suit := range order {
		to[suit] = k
	}
	moved := make([]byte, len(cards))
	for k, card := range cards {
		moved[k] = byte(card&^3 | to[card&3])
	}
	sort.Slice(moved, func(i, j int) bool { return moved[i] < moved[j] })
	return string(moved)
}

// pokerStrength orders five cards as poker hands; equal hands have the same number.
func pokerStrength(cards []int) int {
	var counts [13]int
	suited := true
	for _, card := range cards {
		counts[card>>2]++
		suited = suited && card&3 == cards[0]&3
	}
	var ranks []int
	for many := 4; many > 0; many-- {
		for rank := 12; rank >= 0; rank-- {
			if counts[rank] == many {
				ranks = append(ranks, rank)
			}
		}
	}
	kind := 0
	switch first := counts[ranks[0]]; {
	case first == 4:
		kind = 7
	case first == 3 && len(ranks) == 2:
		kind = 6
	case first == 3:
		kind = 3
	case first == 2 && len(ranks) == 3:
		kind = 2
	case first == 2:
		kind = 1
	default:
		straight := ranks[0]-ranks[4] == 4
		if ranks[0] == 12 && ranks[1] == 3 && ranks[4] == 0 {
			straight, ranks = true, []int{3}
		}
		switch {
		case straight && suited:
			kind, ranks = 8, ranks[:1]
		case suited:
			kind = 5
		case straight:
			kind, ranks = 4, ranks[:1]
		}
	}
	strength := kind
	for k := 0; k < 5; k++ {
		strength *= 13
		if k < len(ranks) {
			strength += ranks[k]
		}
	}
	return strength
}

// byClasses goes through the classes from the weakest.
func (r *response) byClasses(each func(int, metHands)) {
	d := &r.g.deal
	c := d.classes
	var weight, part big.Int
	add := func(to []big.Int, end, hand int) {
		weight.SetInt64(0)
		r.reach(&weight, end, hand, d.weights[0][hand])
		for _, set := range c.sets[hand] {
			part.SetInt64(c.fixed[set])
			to[set].Add(&to[set], part.Mul(&part, &weight))
		}
	}
	read := func(to *big.Int, from []big.Int, hand int) {
		to.SetInt64(0)
		for k, set := range c.sets[hand] {
			if c.signs[k] > 0 {
				to.Add(to, &from[set])
			} else {
				to.Sub(to, &from[set])
			}
		}
		to.Quo(to, part.SetInt64(suitPermutations))
	}
	equal := func(to *big.Int, end, hand int) { r.reach(to, end, hand, c.whole) }
	r.byLevels(setSums{len(c.fixed), add, read, equal}, each)
}
