package main

// Equilibria with real hands (section 8): what a file says, and what is demanded of it.

import (
	"fmt"
	"math/big"
	"regexp"
)

const (
	handSeats      = 12
	handDepth      = 40
	handEnds       = 4000
	handIntervals  = 2000
	handCharacters = 400
	handBits       = 4000
	handWork       = 1e9
	handClaims     = 200
)

var handNumber = regexp.MustCompile(`\A(-?)([0-9]+)(?:/([0-9]+)|\.([0-9]+))?(?:e-([0-9]{1,3}))?\z`)

// readHandNumber reads a number of section 8, and whether it is written with a point.
func readHandNumber(v *value, where string) (*big.Rat, bool) {
	told := v.string(where)
	parts := handNumber.FindStringSubmatch(told)
	require(len(told) <= handCharacters && parts != nil, "%s: %s is not a number", where, short(told))
	above, below := new(big.Int), big.NewInt(1)
	above.SetString(parts[2]+parts[4], 10)
	if parts[3] != "" {
		below.SetString(parts[3], 10)
		require(below.Sign() > 0, "%s: %s divides by 0", where, short(told))
	}
	ten := big.NewInt(10)
	below.Mul(below, new(big.Int).Exp(ten, big.NewInt(int64(len(parts[4]))), nil))
	if parts[5] != "" {
		power, _ := decimal(parts[5], false)
		below.Mul(below, new(big.Int).Exp(ten, power, nil))
	}
	if parts[1] == "-" {
		above.Neg(above)
	}
	return new(big.Rat).SetFrac(above, below), parts[4] != ""
}

func handRat(v *value, where string) *big.Rat {
	found, _ := readHandNumber(v, where)
	return found
}

type handNode = node[*big.Rat]

// rule is what a seat does at a turn: up to each end the actions beside it, by their numbers, each with its chance.
type rule struct {
	ends  []*big.Rat
	mixes []mixture
}

type mixture map[int]*big.Rat

// handProfile is a profile for real hands.
type handProfile struct {
	seats []string
	root  *handNode
	rules map[*handNode]*rule
	gains []*big.Rat
	roots *rootMeter
}

func (b *handProfile) readRules(v *value) {
	b.rules = map[*handNode]*rule{}
	intervals := 0
	turns := b.root.turns()
	for k, views := range v.each("thresholds", b.seats) {
		has := views.byKey("thresholds")
		read := map[string]*rule{}
		for _, n := range turns {
			if n.turn != k {
				continue
			}
			if read[n.view] == nil {
				require(has[n.view] != nil, "thresholds of %q: the view %q is missing", b.seats[k], n.view)
				read[n.view] = readRule(has[n.view], n)
				delete(has, n.view)
			}
			b.rules[n] = read[n.view]
			intervals += len(b.rules[n].ends)
		}
		require(len(has) == 0, "thresholds of %q: a view that is no turn", b.seats[k])
	}
	require(intervals <= handIntervals, "thresholds: too many")
}

func readRule(v *value, n *handNode) *rule {
	r := &rule{}
	last := new(big.Rat)
	for _, item := range v.list("thresholds") {
		two := item.list("a threshold")
		require(len(two) == 2, "a threshold: must be a number and an action")
		end := handRat(two[0], "a threshold")
		require(end.Cmp(last) >= 0, "thresholds at %q: they fall, or begin below 0", n.view)
		last = end
		r.ends, r.mixes = append(r.ends, end), append(r.mixes, readMixture(two[1], n))
	}
	require(len(r.ends) > 0 && last.Cmp(big.NewRat(1, 1)) == 0, "thresholds at %q: they do not end at 1", n.view)
	return r
}

// readMixture reads the action of an interval, or two and more with their chances.
func readMixture(v *value, n *handNode) mixture {
	found := mixture{}
	take := func(name string, chance *big.Rat) {
		action := indexOf(n.actions, name)
		require(action >= 0, "a threshold: no action at %q", n.view)
		found[action] = chance
	}
	if v.kind != object {
		take(v.string("a threshold"), big.NewRat(1, 1))
		return found
	}
	sum := new(big.Rat)
	for name, one := range v.byKey("a mixture") {
		chance := handRat(one, "a mixture")
		require(chance.Sign() > 0, "a mixture at %q: a chance is not above 0", n.view)
		take(name, chance)
		sum.Add(sum, chance)
	}
	require(len(found) > 1 && sum.Cmp(big.NewRat(1, 1)) == 0, "a mixture at %q: its chances do not make 1", n.view)
	return found
}

// affordable bounds the work of section 9.
func (b *handProfile) affordable(claims int) {
	ends := b.root.ends()
	require(len(ends) <= handEnds, "a form of too many ends")
	longest, common := 0, big.NewInt(1)
	note := func(r *big.Rat) {
		longest = max(longest, max(r.Num().BitLen(), r.Denom().BitLen()))
		common = commonMultiple(common, r.Denom())
		require(common.BitLen() <= handBits, "numbers of too long a common denominator")
	}
	intervals := 1
	for _, r := range b.rules {
		intervals += len(r.ends)
		for k, end := range r.ends {
			note(end)
			for _, chance := range r.mixes[k] {
				note(chance)
			}
		}
	}
	for _, end := range ends {
		for _, amount := range append(append([]*big.Rat{}, end.pays...), end.paid...) {
			note(amount)
		}
		if end.better != nil {
			note(end.better)
		}
	}
	n := float64(len(b.seats))
	words := float64(max(longest, common.BitLen())/128 + 1)
	work := n * n * n * float64(len(ends)) * float64(intervals) * words * float64(claims+1)
	require(work <= handWork, "more work than an equilibrium may take")
}

// roundedUp writes a positive number with one digit, or an integer, that is no smaller.
func roundedUp(amount *big.Rat) string {
	power, scaled, ten := 0, new(big.Rat).Set(amount), big.NewRat(10, 1)
	for scaled.Cmp(big.NewRat(1, 1)) < 0 {
		power++
		scaled.Mul(scaled, ten)
	}
	digit, rest := new(big.Int).QuoRem(scaled.Num(), scaled.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		digit.Add(digit, big.NewInt(1))
	}
	if power > 0 && digit.Cmp(big.NewInt(10)) == 0 {
		digit, power = big.NewInt(1), power-1
	}
	if power == 0 {
		return digit.String()
	}
	return fmt.Sprintf("%se-%d", digit, power)
}

// near says whether a seat is paid what is claimed: with a point, up to one part in 10^28 of the claim.
func near(paid, claimed *big.Rat, point bool) bool {
	off := new(big.Rat).Sub(paid, claimed)
	if !point {
		return off.Sign() == 0
	}
	parts := new(big.Int).Exp(big.NewInt(10), big.NewInt(28), nil)
	off.Abs(off).Mul(off, new(big.Rat).SetInt(parts))
	return off.Cmp(new(big.Rat).Abs(claimed)) <= 0
}

func readHandProfile(has map[string]*value, form *value) *handProfile {
	b := &handProfile{seats: readSeats(has["seats"], handSeats), roots: newRootMeter()}
	reader := &treeReader[*big.Rat]{seats: b.seats, deepest: handDepth, read: handRat,
		views: map[[2]string]*handNode{}, before: map[[2]string]string{}}
	b.root = reader.node(form, 0, make([]string, len(b.seats)))
	one := big.NewRat(1, 1)
	for _, end := range b.root.ends() {
		require(end.better == nil || end.better.Sign() >= 0 && end.better.Cmp(one) <= 0, "better: must be from 0 to 1")
	}
	b.readRules(has["thresholds"])
	return b
}

func checkEquilibrium(v *value) seatStatement {
	has := v.fields("equilibrium", "schema", "game", "seats", "payoffs", "gains", "bound", "thresholds", "method", "seconds",
		"certificate", "?free")
	held := has["certificate"].fields("certificate", "form", "digest")
	sum := fits(held["digest"], outside(v, has["certificate"]))
	has["game"].string("game")
	has["method"].string("method")
	has["seconds"].finite("seconds")
	b := readHandProfile(has, held["form"])
	var free []*value
	if has["free"] != nil {
		free = has["free"].list("free")
	}
	require(len(free) <= handClaims, "free: too many")
	n := len(b.seats)
	payoffs, gains := has["payoffs"].list("payoffs"), has["gains"].list("gains")
	require(len(payoffs) == n && len(gains) == n, "payoffs, gains: must be one for each seat")
	largest := new(big.Rat)
	for _, one := range gains {
		gain := handRat(one, "gains")
		demand(gain.Sign() >= 0, "gains: must not be negative")
		if gain.Cmp(largest) > 0 {
			largest = gain
		}
		b.gains = append(b.gains, gain)
	}
	demand(handRat(has["bound"], "bound").Cmp(largest) == 0, "bound: must be the largest gain")
	b.affordable(len(free))
	j := seatStatement{kind: "equilibrium with real hands", seats: b.seats, digest: sum}
	w := b.grid(nil)
	var over []*big.Rat // what each seat can gain, whatever the file claims
	most := new(big.Rat)
	for k, seat := range b.seats {
		paid, gain := w.payoff(k)
		claimed, point := readHandNumber(payoffs[k], "payoffs")
		demand(near(paid, claimed, point), "%s is not paid as claimed", seat)
		demand(gain.Cmp(b.gains[k]) <= 0, "%s can gain more than is claimed", seat)
		over = append(over, gain)
		words := "nothing"
		if gain.Sign() > 0 {
			words = roundedUp(gain) + " at most"
		}
		if gain.Cmp(most) > 0 {
			most = gain
		}
		j.words = append(j.words, fmt.Sprintf("is paid %s and can gain %s", payoffs[k].text, words))
	}
	if most.Sign() > 0 {
		j.kind = "profile with real hands, no player can gain more than " + roundedUp(most)
	}
	for _, one := range free {
		b.free(one, over)
	}
	if len(free) > 0 {
		j.kind += fmt.Sprintf(", %d of its turns free", len(free))
	}
	return j
}

// way returns the turns above a turn, each with the action that leads on; nil if it is not below n.
func (n *node[amount]) way(to *node[amount]) ([]*node[amount], []int) {
	if n == to {
		return []*node[amount]{}, []int{}
	}
	for k, next := range n.after {
		if turns, actions := next.way(to); turns != nil {
			return append([]*node[amount]{n}, turns...), append([]int{k}, actions...)
		}
	}
	return nil, nil
}

// freedom is a claim of what is free: hands I, two actions of a turn, and how many take the first.
type freedom struct {
	at            *handNode
	action, other int
	low, high     *big.Rat
	mass          *big.Rat
	even          bool
	top           bool // the hands that take the action are the best of I
}

func (b *handProfile) readFreedom(v *value) *freedom {
	has := v.fields("free", "seat", "view", "action", "instead", "from", "to", "mass", "spread")
	seat := indexOf(b.seats, has["seat"].string("seat"))
	f := &freedom{low: handRat(has["from"], "from"), high: handRat(has["to"], "to"), mass: handRat(has["mass"], "mass")}
	view := has["view"].string("view")
	for _, n := range b.root.turns() {
		if n.turn == seat && n.view == view {
			f.at = n
		}
	}
	require(f.at != nil, "free: no such turn")
	f.action = indexOf(f.at.actions, has["action"].string("action"))
	f.other = indexOf(f.at.actions, has["instead"].string("instead"))
	require(f.action >= 0 && f.other >= 0, "free: must be two actions of the turn")
	demand(f.action != f.other, "free: one action is no choice")
	spread := has["spread"].string("spread")
	require(spread == "any" || spread == "even", "spread: must be any or even")
	f.even = spread == "even"
	width := new(big.Rat).Sub(f.high, f.low)
	demand(f.low.Sign() >= 0 && width.Sign() > 0 && f.high.Cmp(big.NewRat(1, 1)) <= 0, "free: from and to are no range of hands")
	demand(f.mass.Sign() > 0 && f.mass.Cmp(width) < 0, "free: mass is not between 0 and all of them")
	return f
}

// second returns where the hands of the action end, or begin, in the second arrangement.
func (f *freedom) second() *big.Rat {
	if f.top {
		return new(big.Rat).Add(f.low, f.mass)
	}
	return new(big.Rat).Sub(f.high, f.mass)
}

// first is the same of the profile.
func (f *freedom) first() *big.Rat {
	if f.top {
		return new(big.Rat).Sub(f.high, f.mass)
	}
	return new(big.Rat).Add(f.low, f.mass)
}

// free demands what section 8 says of one claim; over is what each seat can gain in the profile.
func (b *handProfile) free(v *value, over []*big.Rat) {
	f := b.readFreedom(v)
	seat := f.at.turn
	told := b.grid([]*big.Rat{f.low, f.high, new(big.Rat).Add(f.low, f.mass), new(big.Rat).Sub(f.high, f.mass)})
	inside := told.cells(f.low, f.high)
	b.demandOneWay(f, told, inside)
	f.top = told.choice[f.at][inside[len(inside)-1]] == f.action
	b.demandAtOneEnd(f, told, inside)
	told.demandConstant(f, inside)
	moved := told.moved(f, inside)
	for k, name := range b.seats {
		if k == seat {
			continue
		}
		followed, alike := moved.sameWorth(told, k, inside)
		demand(alike, "free: %s is not paid the same in all of I", name)
		gain := moved.gainOver(k, followed, inside)
		demand(gain.Add(gain, over[k]).Cmp(b.gains[k]) <= 0, "free: %s can gain more than is claimed", name)
	}
}

// demandOneWay: before the turn all of I takes the way to it, after either action one action.
func (b *handProfile) demandOneWay(f *freedom, w *grid, inside []int) {
	turns, actions := b.root.way(f.at)
	for k, n := range turns {
		for _, c := range inside {
			demand(n.turn != f.at.turn || w.choice[n][c] == actions[k], "free: some hands of I do not reach the turn")
		}
	}
	for _, at := range b.root.alike(f.at) {
		for _, n := range append(at.after[f.action].turns(), at.after[f.other].turns()...) {
			for _, c := range inside {
				demand(n.turn != f.at.turn || w.choice[n][c] >= 0 && w.choice[n][c] == w.choice[n][inside[0]],
					"free: the hands of I differ after the turn")
			}
		}
	}
}

// demandAtOneEnd: I takes only the two actions, and the first of them at one end of it, by the mass.
func (b *handProfile) demandAtOneEnd(f *freedom, w *grid, inside []int) {
	at := w.place(f.first())
	for _, c := range inside {
		due := f.other
		if (c >= at) == f.top {
			due = f.action
		}
		demand(w.choice[f.at][c] == due, "free: the hands that take the action are not the best of I or the worst")
	}
}
