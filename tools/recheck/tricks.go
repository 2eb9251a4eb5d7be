package main

// Play of one suit with open cards (section 7): what West takes with best play, by search.

const mostPositions = 4000000

// position is the cards that are left, the lowest first, between two tricks: a bit of west is 1 for West's cards.
type position struct {
	west   uint64
	tricks int
	leader int // 0: West, 1: East
}

func (p position) cards() int { return 2 * p.tricks }

func (p position) owner(card int) int { return 1 - int(p.west>>card&1) }

// without returns the letters of the cards that are left when one is gone.
func without(west uint64, card int) uint64 {
	low := uint64(1)<<card - 1
	return west&low | west>>1&^low
}

// after returns the position after a trick, and who took it.
func (p position) after(led, reply int) (position, int) {
	winner := p.leader
	if reply > led {
		winner = 1 - p.leader
	}
	return position{without(without(p.west, max(led, reply)), min(led, reply)), p.tricks - 1, winner}, winner
}

// held returns the cards of a seat.
func (p position) held(seat int) []int {
	var found []int
	for card := 0; card < p.cards(); card++ {
		if p.owner(card) == seat {
			found = append(found, card)
		}
	}
	return found
}

// play is how a deal is played and paid.
type play struct {
	greedy bool
	fewest bool  // West pays for a trick
	sizes  []int // of the payments, the last trick first
	known  map[position][2]int32
}

// replies returns the cards with which a led card may be answered.
func (g *play) replies(p position, led int) []int {
	all := p.held(1 - p.leader)
	if !g.greedy {
		return all
	}
	for k, card := range all {
		if card > led {
			return all[k:]
		}
	}
	return all
}

// different leaves one of several cards that are neighbours among those left: after any of them the rest is alike.
func different(cards []int) []int {
	var found []int
	for k, card := range cards {
		if k == 0 || card != cards[k-1]+1 {
			found = append(found, card)
		}
	}
	return found
}

// taken is what West takes with a trick before which so many were left.
func (g *play) taken(winner, left int) int {
	if winner == 0 {
		return g.sizes[left-1]
	}
	return 0
}

// wants says whether a seat plays for many tricks of West's.
func (g *play) wants(seat int) bool { return (seat == 0) != g.fewest }

func (g *play) most(p position) int { return total(g.sizes[:p.tricks]) }

// atLeast says whether West takes so much of the tricks that are left, with best play by both.
func (g *play) atLeast(p position, need int) bool {
	if need <= 0 {
		return true
	}
	if need > g.most(p) {
		return false
	}
	bounds, met := g.known[p]
	if !met {
		demand(len(g.known) < mostPositions, "a deal of more positions than are looked at")
		bounds = [2]int32{0, int32(g.most(p))}
	}
	if need <= int(bounds[0]) {
		return true
	}
	if need > int(bounds[1]) {
		return false
	}
	shown := !g.wants(p.leader)
	for _, led := range different(p.held(p.leader)) {
		if g.ledAtLeast(p, led, need) != shown {
			shown = !shown
			break
		}
	}
	bounds, met = g.known[p]
	if !met {
		bounds = [2]int32{0, int32(g.most(p))}
	}
	if shown {
		bounds[0] = int32(need)
	} else {
		bounds[1] = int32(need - 1)
	}
	g.known[p] = bounds
	return shown
}

// ledAtLeast is the same once a card is led.
func (g *play) ledAtLeast(p position, led, need int) bool {
	wanted := g.wants(1 - p.leader)
	for _, reply := range different(g.replies(p, led)) {
		next, winner := p.after(led, reply)
		if g.atLeast(next, need-g.taken(winner, p.tricks)) == wanted {
			return wanted
		}
	}
	return !wanted
}

// worth is what West takes of the tricks that are left; led is -1, or the card that was led.
func (g *play) worth(p position, led int) int {
	low, high := 0, g.most(p)
	for low < high {
		middle := (low + high + 1) / 2
		shown := false
		if led < 0 {
			shown = g.atLeast(p, middle)
		} else {
			shown = g.ledAtLeast(p, led, middle)
		}
		if shown {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return low
}

// choices returns the cards that may be played now.
func (g *play) choices(p position, led int) []int {
	if led < 0 {
		return p.held(p.leader)
	}
	return g.replies(p, led)
}

// price is what West takes of the tricks that are left if this card is played now.
func (g *play) price(p position, led, card int) int {
	if led < 0 {
		return g.worth(p, card)
	}
	next, winner := p.after(led, card)
	return g.taken(winner, p.tricks) + g.worth(next, -1)
}

// keeps says whether a card still gives the seat what it needs: so much of West's at least, or at most.
func (g *play) keeps(seat int, p position, led, card, need int) bool {
	if !g.wants(seat) {
		need++
	}
	shown := false
	if led < 0 {
		shown = g.ledAtLeast(p, card, need)
	} else {
		next, winner := p.after(led, card)
		shown = g.atLeast(next, need-g.taken(winner, p.tricks))
	}
	return shown == g.wants(seat)
}

type question struct {
	position
	led, need int
}

// single says whether the seat has one strategy that gives it what it needs against every play of the other.
func (g *play) single(seat int, p position, led, need int, asked map[question]bool) bool {
	if p.tricks == 0 {
		return true
	}
	here := question{p, led, need}
	if found, met := asked[here]; met {
		return found
	}
	demand(len(asked) < mostPositions, "a deal of more positions than are looked at")
	turn := p.leader
	if led >= 0 {
		turn = 1 - p.leader
	}
	cards := g.choices(p, led)
	if turn == seat {
		var keeping []int
		for _, card := range cards {
			if g.keeps(seat, p, led, card, need) {
				keeping = append(keeping, card)
			}
		}
		cards = keeping
	}
	found := turn != seat || len(cards) == 1
	for k := 0; found && k < len(cards); k++ {
		found = g.singleAfter(seat, p, led, cards[k], need, asked)
	}
	asked[here] = found
	return found
}

func (g *play) singleAfter(seat int, p position, led, card, need int, asked map[question]bool) bool {
	if led < 0 {
		return g.single(seat, p, card, need, asked)
	}
	next, winner := p.after(led, card)
	return g.single(seat, next, -1, need-g.taken(winner, p.tricks), asked)
}
