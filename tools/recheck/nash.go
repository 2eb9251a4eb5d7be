package main

// Section 13: one Nash equilibrium of a game for two, and whether a seat plays the same in every one.

import (
	"fmt"
	"math/big"
)

// paidStatement is what an accepted file on payoffs by seat has proved.
type paidStatement struct {
	kind     string
	seats    [2]string
	payoffs  string
	verdicts [2]string
	digest   string
}

func (s paidStatement) String() string {
	return fmt.Sprintf("proved, %s, payoffs %s to %+q and %+q, %+q %s, %+q %s, %s", s.kind, cut(s.payoffs),
		s.seats[0], s.seats[1], s.seats[0], s.verdicts[0], s.seats[1], s.verdicts[1], s.digest)
}

func counted(number int, sort string) string {
	if number == 1 {
		return "1 " + sort + "equilibrium"
	}
	return fmt.Sprintf("%d %sequilibria", number, sort)
}

func both(payoffs [2]*big.Rat) string { return payoffs[0].RatString() + ", " + payoffs[1].RatString() }

// nash is one equilibrium with what is claimed of the others.
type nash struct {
	game   *generalGame
	plans  [2]*plan
	claims [2]claim
	shown  [2]bool // false where a face was beyond the bounds: the verdict is left open
}

// claimed tells whether something is claimed of one of the seats.
func (n *nash) claimed(which claim) bool { return n.claims[0] == which || n.claims[1] == which }

func checkNash(v *value) fmt.Stringer {
	has := v.fields("equilibrium", "schema", "game", "seats", "payoffs", "gains", "strategies", "unique",
		"off_path", "?unreachable", "method", "seconds", "certificate")
	held := has["certificate"].fields("certificate", "form", "digest", "?choices", "?cases", "?sequences", "?another")
	sum := fits(held["digest"], outside(v, has["certificate"]))
	has["game"].string("game")
	has["method"].string("method")
	has["seconds"].finite("seconds")
	seats := has["seats"].seats("seats")
	n := &nash{game: readGeneralForm(held["form"], seats), shown: [2]bool{true, true}}
	n.plans = n.game.readPlans(has["strategies"], "strategies")
	for k, one := range has["unique"].bySeat("unique", seats, false) {
		n.claims[k] = one.claim("unique")
	}
	n.evidenceKeys(held)
	payoffs := n.pays(has)
	n.aside(has)
	n.evidence(held)
	s := paidStatement{kind: n.game.kind() + " equilibrium", seats: seats, digest: sum, payoffs: both(payoffs)}
	for k := range s.verdicts {
		s.verdicts[k] = [...]string{"uniqueness not decided", "not the same in every equilibrium", "the same in every equilibrium"}[n.claims[k]]
		if !n.shown[k] {
			s.verdicts[k] = open.String()
		}
	}
	return s
}

// pays demands what the strategies pay, and that nobody gains.
func (n *nash) pays(has map[string]*value) [2]*big.Rat {
	claimed, gains := readTwo(has["payoffs"], "payoffs"), readTwo(has["gains"], "gains")
	found := n.game.equilibrium(n.plans, "the strategies")
	for k := range found {
		demand(found[k].Cmp(claimed[k]) == 0, "payoffs: %s is paid %s", n.game.sides[k].seat, short(found[k].RatString()))
		demand(gains[k].Sign() == 0, "gains: must be 0")
	}
	return found
}

func readTwo(v *value, where string) (found [2]*big.Rat) {
	items := v.list(where)
	require(len(items) == 2, "%s: must be two fractions", where)
	for k, one := range items {
		found[k] = one.fraction(where)
	}
	return found
}

// aside demands off_path (3.4) and unreachable (4).
func (n *nash) aside(has map[string]*value) {
	paying, seats := n.game.paying(), n.game.seats()
	for k, one := range has["off_path"].bySeat("off_path", seats, false) {
		paying.offPath(k, n.plans[k], n.plans[1-k], one)
	}
	if has["unreachable"] == nil {
		return
	}
	for k, one := range has["unreachable"].bySeat("unreachable", seats, true) {
		if one == nil {
			continue
		}
		for _, view := range one.texts("unreachable") {
			demand(!n.game.sides[k].views[view], "unreachable: %q is a view of %s", view, seats[k])
		}
	}
}

// evidenceKeys demands evidence where something is claimed, and no other.
func (n *nash) evidenceKeys(held map[string]*value) {
	if held["choices"] != nil {
		require(held["cases"] == nil && held["sequences"] == nil && held["another"] == nil,
			"choices: not beside cases, sequences or another")
		require(n.claims != [2]claim{}, "choices: nothing is claimed")
		return
	}
	given := held["cases"] != nil || held["sequences"] != nil
	require(given == n.claimed(yes), "cases, or sequences: if and only if a claim is true")
	require((held["another"] != nil) == n.claimed(no), "another: if and only if a claim is false")
	require(held["cases"] == nil || held["sequences"] == nil, "cases: not beside sequences")
	require(held["sequences"] == nil || !n.game.bimatrix, "sequences: only of a general form")
}

// evidence demands what shows the claims about the other equilibria.
func (n *nash) evidence(held map[string]*value) {
	if held["choices"] != nil {
		n.byChoices(held["choices"])
	}
	if held["another"] != nil {
		n.others(held["another"])
	}
	if held["cases"] != nil {
		n.byCases(held["cases"])
	}
	if held["sequences"] != nil {
		n.bySequences(held["sequences"])
	}
}

// others demands, for each seat that is said not to be unique, an equilibrium in which its plan is another.
func (n *nash) others(v *value) {
	for k, one := range v.bySeat("another", n.game.seats(), true) {
		require((one != nil) == (n.claims[k] == no), "another: of the seats that are not unique, and only these")
		if one == nil {
			continue
		}
		plans := n.game.readPlans(one, "another equilibrium")
		n.game.equilibrium(plans, "another equilibrium")
		demand(!plans[k].equal(n.plans[k]), "another equilibrium: the plan of %s is the same", n.game.sides[k].seat)
	}
}
