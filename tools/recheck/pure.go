package main

// All pure equilibria of a game for any number of seats (section 17).

import (
	"fmt"
	"math/big"
)

const (
	mostProfiles = 1000000
	pureWork     = 20000000
)

// pures are the pure strategies of a seat: a byte for every sequence is 1 if it is in the set.
type pures struct {
	sets  [][]byte
	place map[string]int // of a set in sets
	with  [][]int        // of each sequence the sets that it is in
}

// countPure is the number of pure strategies of a seat, found without writing them down. The numbers only grow on
// the way, so that too many are refused at once.
func (s *side) countPure() int {
	after := make([]int, s.size)
	for k := range after {
		after[k] = 1
	}
	for k := len(s.cells) - 1; k >= 0; k-- {
		c := s.cells[k]
		sum := 0
		for a := c.first; c.holds(a); a++ {
			sum += after[a]
		}
		require(sum <= mostProfiles/after[c.parent], "%s has more than %d pure strategies", s.seat, mostProfiles)
		after[c.parent] *= sum
	}
	return after[0]
}

// pure lists the pure strategies of a seat, at most so many, with choices only at cells that they reach: what is
// done at an earlier cell changes last. A byte for every sequence is 1 if the strategy has it.
func (s *side) pure(most int) (found [][]byte) {
	played := make([]byte, s.size)
	played[0] = 1
	var choose func(k int)
	choose = func(k int) {
		if k == len(s.cells) {
			require(len(found) < most, "%s has too many pure strategies", s.seat)
			found = append(found, append([]byte{}, played...))
			return
		}
		c := s.cells[k]
		if played[c.parent] == 0 {
			choose(k + 1)
			return
		}
		for a := c.first; c.holds(a); a++ {
			played[a] = 1
			choose(k + 1)
			played[a] = 0
		}
	}
	choose(0)
	return found
}

// pureSets is the same list with its indices.
func (s *side) pureSets() pures {
	found := s.pure(mostProfiles)
	out := pures{found, make(map[string]int, len(found)), make([][]int, s.size)}
	for k, one := range found {
		out.place[string(one)] = k
		for sequence, in := range one {
			if in == 1 {
				out.with[sequence] = append(out.with[sequence], k)
			}
		}
	}
	return out
}

// table is the game with every profile of pure strategies as one number, the first seat's choice changing slowest.
type table struct {
	*seatGame
	own      []pures
	steps    []int // how far apart two profiles are that differ in the next strategy of a seat
	profiles int
}

// newTable demands what section 9 and the end of section 17 allow.
func newTable(g *seatGame) *table {
	t := &table{seatGame: g, steps: make([]int, len(g.sides)), profiles: 1}
	written, apart := 0.0, 0.0
	for k := len(g.sides) - 1; k >= 0; k-- {
		s := &g.sides[k]
		count := s.countPure()
		require(count <= mostProfiles/t.profiles, "more profiles than are gone through")
		t.steps[k] = t.profiles
		t.profiles *= count
		written += float64(count) * float64(s.size)
		apart += float64(count) * float64(len(s.cells)) * float64(s.size/64)
	}
	require(written <= pureWork && apart <= pureWork, "more pure strategies than can be written down")
	for k := range g.sides {
		t.own = append(t.own, g.sides[k].pureSets())
	}
	return t
}

// counted demands the numbers of strategies and profiles that a file claims.
func (t *table) counted(sizes []*value, profiles *value) {
	for k, own := range t.own {
		due := big.NewInt(int64(len(own.sets)))
		demand(due.Cmp(sizes[k].natural("strategies")) == 0, "%s has %d pure strategies", t.sides[k].seat, due)
	}
	demand(big.NewInt(int64(t.profiles)).Cmp(profiles.natural("profiles")) == 0, "profiles: there are %d", t.profiles)
}

// reaching is, seat by seat, the pure strategies that hold the sequences of an entry.
func (t *table) reaching(one payment, seat int) []int { return t.own[seat].with[one.at[seat]] }

// affordable bounds the payoffs that are added up.
func (t *table) affordable() {
	work := 0.0
	for _, one := range t.payoffs {
		words := 1
		for _, amount := range one.paid {
			words = max(words, (amount.BitLen()+63)/64)
		}
		profiles := 1.0
		for seat := range t.own {
			profiles *= float64(len(t.reaching(one, seat)))
		}
		work += profiles * float64(len(t.own)*words)
	}
	require(work <= pureWork, "more payoffs to add up than are gone through")
}

// paid is what a seat is paid at every profile, times the denominator.
func (t *table) paid(seat int) []*big.Int {
	sums := zeros(t.profiles)
	for _, one := range t.payoffs {
		var add func(k, at int)
		add = func(k, at int) {
			if k == len(t.own) {
				sums[at].Add(sums[at], one.paid[seat])
				return
			}
			for _, strategy := range t.reaching(one, k) {
				add(k+1, at+strategy*t.steps[k])
			}
		}
		add(0, 0)
	}
	return sums
}

// loses marks the profiles at which a seat is paid more by another of its pure strategies.
func (t *table) loses(seat int, sums []*big.Int, unstable []bool) {
	step, size := t.steps[seat], len(t.own[seat].sets)
	for at := range sums {
		if at/step%size != 0 {
			continue
		}
		best := sums[at]
		for k := 1; k < size; k++ {
			if other := sums[at+k*step]; other.Cmp(best) > 0 {
				best = other
			}
		}
		for k := 0; k < size; k++ {
			if sums[at+k*step].Cmp(best) < 0 {
				unstable[at+k*step] = true
			}
		}
	}
}

// readPure reads a pure strategy: one action at each view that it reaches, and at no other.
func (t *table) readPure(v *value, seat int) int {
	s := &t.sides[seat]
	views := v.byKey("strategies")
	set := make([]byte, s.size)
	set[0] = 1
	for _, c := range s.cells {
		mix := views[c.view]
		if set[c.parent] == 0 {
			require(mix == nil, "strategies of %s: the view %q is not reached", s.seat, c.view)
			continue
		}
		require(mix != nil, "strategies of %s: the view %q is missing", s.seat, c.view)
		mix.expect(object, "strategies")
		require(len(mix.keys) == 1 && c.at(mix.keys[0]) >= 0, "strategies of %s: not one action at %q", s.seat, c.view)
		require(mix.items[0].string("strategies") == "1", "strategies of %s: the chance at %q is not 1", s.seat, c.view)
		set[c.first+c.at(mix.keys[0])] = 1
		delete(views, c.view)
	}
	require(len(views) == 0, "strategies of %s: a view that it does not have", s.seat)
	return t.own[seat].place[string(set)]
}

// listed reads the equilibria: by the number of its profile what each seat is said to be paid.
func (t *table) listed(items []*value, seats []string) map[int][]*big.Rat {
	found := map[int][]*big.Rat{}
	for _, item := range items {
		has := item.fields("an equilibrium", "strategies", "payoffs")
		at := 0
		for k, one := range has["strategies"].each("strategies", seats) {
			at += t.readPure(one, k) * t.steps[k]
		}
		demand(found[at] == nil, "equilibria: a profile is listed twice")
		found[at] = fractions(has["payoffs"], len(seats), "payoffs")
	}
	return found
}

func checkPure(v *value) seatStatement {
	has := v.fields("pure", "schema", "kind", "game", "seats", "strategies", "profiles", "count", "equilibria", "certificate",
		"?no_certificate")
	require(has["no_certificate"] == nil, "no_certificate: only where there is no certificate")
	held := has["certificate"].fields("certificate", "form", "digest")
	sum := fits(held["digest"], outside(v, has["certificate"]))
	require(has["kind"].string("kind") == "pure", "kind: must be pure")
	has["game"].string("game")
	seats := readSeats(has["seats"], mostSeats)
	sizes := has["strategies"].list("strategies")
	require(len(sizes) == len(seats), "strategies: must be one number for each seat")
	items := has["equilibria"].list("equilibria")
	for _, one := range items {
		one.fields("an equilibrium", "strategies", "payoffs")
	}
	demand(has["count"].natural("count").Cmp(big.NewInt(int64(len(items)))) == 0, "count: there are %d", len(items))
	for _, size := range sizes {
		require(size.natural("strategies").Cmp(big.NewInt(mostProfiles)) <= 0, "strategies: more than are gone through")
	}
	t := newTable(readSeatGame(held["form"], seats))
	t.counted(sizes, has["profiles"])
	t.settle(t.listed(items, seats))
	j := seatStatement{kind: fmt.Sprintf("pure, all %d equilibria", len(items)), seats: seats, digest: sum}
	for _, own := range t.own {
		j.words = append(j.words, fmt.Sprintf("has %d pure strategies", len(own.sets)))
	}
	return j
}

// settle demands that the listed profiles are those at which no seat is paid more by another strategy.
func (t *table) settle(told map[int][]*big.Rat) {
	t.affordable()
	unstable := make([]bool, t.profiles)
	for seat := range t.own {
		sums := t.paid(seat)
		for at, payoffs := range told {
			due := new(big.Rat).SetFrac(sums[at], t.denominator)
			demand(due.Cmp(payoffs[seat]) == 0, "%s is paid %s, not as listed", t.sides[seat].seat, short(due.RatString()))
		}
		t.loses(seat, sums, unstable)
	}
	for at, lost := range unstable {
		_, in := told[at]
		demand(lost != in, "equilibria: a profile is listed that is not one, or one is missing")
	}
}
