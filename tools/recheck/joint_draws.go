package main

// Section 25, deals of kind "joint draws": five cards per seat of one pack; at a comparison both seats draw from the 42
// cards that neither was dealt. By the rule "stand" whoever draws keeps a pair, of two suits, and draws no flush: ranks
// decide, and whether a hand was dealt as a flush. Two draws share no card: those that share a set of cards are taken
// away, by inclusion and exclusion, and draws that contain a set are compared in the order of strength.

import "sort"

const jointUnit = 944_241_480 // the least common multiple of the ways of two draws from 42 cards

// jointHand is a strength as dealt.
type jointHand struct {
	counts, kept [13]uint8
	drawn        int
	group        int32 // hands that draw to the same cards have one number
}

// jointDraw is a draw by its number among those of its size, and the place of the strength that it gives.
type jointDraw struct {
	number, place int32
}

// jointCase is all that two draws depend on.
type jointCase struct {
	one, two int32
	left     [13]uint8
}

type jointBuilder struct {
	b     *drawBuilder
	hands []jointHand // by the place of a strength
	lists [6][][]jointDraw
	known map[jointCase]int64
	ranks [4][][]int8 // of all draws, by size and number
	ways  [4][]int64  // of the draws of each size, from the ranks that were counted last
}

// buildJoint fills the table for joint draws: for every two strengths what the first wins, twice, a tie once.
func (t *drawTable) buildJoint(b *drawBuilder) {
	j := &jointBuilder{b: b, hands: make([]jointHand, len(b.place)), known: map[jointCase]int64{}}
	for size := range j.lists {
		j.lists[size] = make([][]jointDraw, setNumberBound(size))
	}
	for many := range j.ranks {
		j.ranks[many] = make([][]int8, setNumberBound(many))
		j.ways[many] = make([]int64, setNumberBound(many))
		listRanks(many, 0, nil, func(ranks []int8) {
			j.ranks[many][setNumber(countRanks(ranks))] = append([]int8{}, ranks...)
		})
	}
	groups := map[[13]uint8]int32{}
	for _, cards := range t.hands {
		at := b.place[pokerStrength(cards)]
		t.of = append(t.of, at)
		hand := jointHand{drawn: len(cards)}
		for _, card := range cards {
			hand.counts[card>>2]++
		}
		for _, card := range keep(cards, t.rule) {
			hand.kept[card>>2]++
			hand.drawn--
		}
		if _, known := groups[hand.kept]; !known {
			groups[hand.kept] = int32(len(groups))
		}
		hand.group = groups[hand.kept]
		j.hands[at] = hand
	}
	t.wins = make([][]uint32, len(j.hands))
	for one := range t.wins {
		t.wins[one] = make([]uint32, len(j.hands))
	}
	for one := range j.hands {
		for two := one; two < len(j.hands); two++ {
			t.wins[one][two], t.wins[two][one] = j.compare(one, two)
		}
	}
}

// compare returns what two strengths win of each other over all joint draws; nothing where one pack has not both.
func (j *jointBuilder) compare(one, two int) (uint32, uint32) {
	mine, theirs := &j.hands[one], &j.hands[two]
	here := jointCase{one: mine.group, two: theirs.group}
	for rank := range here.left {
		held := mine.counts[rank] + theirs.counts[rank]
		if held > 4 {
			return 0, 0
		}
		here.left[rank] = 4 - held
	}
	ways := choose(42, mine.drawn) * choose(42-mine.drawn, theirs.drawn)
	var won int64
	switch {
	case mine.drawn == 0 && theirs.drawn == 0:
		if one == two {
			won = 1
		}
	case mine.drawn == 0:
		won = 2*ways - j.beats(theirs, here.left, int32(one))
	case theirs.drawn == 0:
		won = j.beats(mine, here.left, int32(two))
	default:
		found, known := j.known[here]
		if !known {
			found = j.disjoint(mine, theirs, here.left)
			j.known[here] = found
		}
		won = found
	}
	won *= jointUnit / ways
	return uint32(won), uint32(2*jointUnit - won)
}

// beats returns what a hand that draws wins of a strength that does not.
func (j *jointBuilder) beats(hand *jointHand, left [13]uint8, place int32) (won int64) {
	ways := j.count(&left, hand.drawn)
	list := j.list(hand.kept, hand.drawn)
	for k := len(list) - 1; k >= 0 && list[k].place >= place; k-- {
		won += 2 * ways[list[k].number]
		if list[k].place == place {
			won -= ways[list[k].number]
		}
	}
	return won
}

// disjoint returns what the first of two draws wins that share no card.
func (j *jointBuilder) disjoint(mine, theirs *jointHand, left [13]uint8) (won int64) {
	most := min(mine.drawn, theirs.drawn)
	own, other := mine.kept, theirs.kept
	var shared [13]uint8
	var share func(from, many int, times int64)
	share = func(from, many int, times int64) {
		ways := j.count(&left, mine.drawn-many)
		others := ways
		if theirs.drawn != mine.drawn {
			others = j.count(&left, theirs.drawn-many)
		}
		won += times * compareDraws(
			j.list(own, mine.drawn-many), j.list(other, theirs.drawn-many), ways, others)
		if many == most {
			return
		}
		for rank := from; rank < 13; rank++ {
			if left[rank] == 0 {
				continue
			}
			next := -times * int64(left[rank]) / int64(shared[rank]+1)
			left[rank]--
			shared[rank]++
			own[rank]++
			other[rank]++
			share(rank, many+1, next)
			other[rank]--
			own[rank]--
			shared[rank]--
			left[rank]++
		}
	}
	share(0, 0, 1)
	return won
}

// compareDraws returns what one of two independent draws wins; the lists rise in strength.
func compareDraws(mine, theirs []jointDraw, ways, others []int64) (won int64) {
	var below int64
	at := 0
	for k := 0; k < len(mine); {
		place := mine[k].place
		var own, same int64
		for ; k < len(mine) && mine[k].place == place; k++ {
			own += ways[mine[k].number]
		}
		for ; at < len(theirs) && theirs[at].place < place; at++ {
			below += others[theirs[at].number]
		}
		equal := at
		for ; equal < len(theirs) && theirs[equal].place == place; equal++ {
			same += others[theirs[equal].number]
		}
		won += own * (2*below + same)
		below, at = below+same, equal
	}
	return won
}

// count returns in how many ways each draw of so many cards is made from the ranks that are left.
func (j *jointBuilder) count(left *[13]uint8, many int) []int64 {
	ways := j.ways[many]
	for number, ranks := range j.ranks[many] {
		found, again := int64(1), int64(0)
		for k, rank := range ranks {
			if k == 0 || rank != ranks[k-1] {
				found, again = found*int64(left[rank]), 0
			} else {
				again++
				found = found * (int64(left[rank]) - again) / (again + 1)
			}
		}
		ways[number] = found
	}
	return ways
}

// listRanks goes through all sets of so many ranks.
func listRanks(many, from int, ranks []int8, each func([]int8)) {
	if many == 0 {
		each(ranks)
		return
	}
	for rank := from; rank < 13; rank++ {
		listRanks(many-1, rank, append(ranks, int8(rank)), each)
	}
}

func countRanks(ranks []int8) (counts [13]uint8) {
	for _, rank := range ranks {
		counts[rank]++
	}
	return counts
}

// list returns the draws of so many cards to some ranks, the weakest first; what needs five cards of a rank is left out.
func (j *jointBuilder) list(own [13]uint8, many int) []jointDraw {
	size := mostPrivateHandSize - many
	number := setNumber(own)
	if found := j.lists[size][number]; found != nil {
		return found
	}
	found := []jointDraw{}
	for _, draw := range j.b.draws(own, many) {
		found = append(found, jointDraw{int32(setNumber(draw.counts)), draw.place})
	}
	sort.Slice(found, func(a, b int) bool { return found[a].place < found[b].place })
	j.lists[size][number] = found
	return found
}

// setNumber numbers the sets of ranks of one size: r1 <= r2 <= ... have C(r1, 1) + C(r2 + 1, 2) + ...
func setNumber(own [13]uint8) (number int) {
	at := 0
	for rank, count := range own {
		for ; count > 0; count-- {
			number += setSteps[rank+at][at+1]
			at++
		}
	}
	return number
}

// setSteps are binomials.
var setSteps = func() (steps [18][6]int) {
	for from := range steps {
		for many := range steps[from] {
			steps[from][many] = int(choose(from, many))
		}
	}
	return steps
}()

func setNumberBound(size int) int {
	return int(choose(12+size, size))
}

func choose(from, many int) int64 {
	found := int64(1)
	for k := 0; k < many; k++ {
		found = found * int64(from-k) / int64(k+1)
	}
	return found
}
