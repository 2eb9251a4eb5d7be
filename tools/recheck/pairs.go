package main

// The documents of section 15, and the choices of section 13: all equilibria of games of binary choices.

import (
	"fmt"
	"math/big"
	"strings"
)

// byChoices demands that a tree finds all equilibria of a general form, and what is claimed of them (section 13).
func (n *nash) byChoices(v *value) {
	require(!n.game.bimatrix, "choices: only of a general form")
	has := v.fields("choices", "alike", "tree")
	g := n.game.choiceGame()
	g.join(has["alike"])
	t, sets := g.readTree(has["tree"], span{single: true})
	for k, claimed := range n.claims {
		t.claimed(k, claimed, flat(sets))
	}
}

func flat(sets [][]pairEquilibrium) (all []pairEquilibrium) {
	for _, set := range sets {
		all = append(all, set...)
	}
	return all
}

// ---- sabot/pair-equilibria/1

func checkPairEquilibria(v *value) fmt.Stringer {
	has := v.fields("equilibria", "schema", "game", "seats", "count", "unique", "equilibria", "components",
		"certificate", "?seconds", "?method")
	held := has["certificate"].fields("certificate", "form", "alike", "tree", "digest")
	sum := fits(held["digest"], outside(v, has["certificate"]))
	has["game"].string("game")
	if has["seconds"] != nil {
		has["seconds"].finite("seconds")
	}
	if has["method"] != nil {
		has["method"].string("method")
	}
	if held["form"].kind == object {
		named := held["form"].inner("seats")
		demand(named != nil && same(has["seats"], named), "seats: not the same as in the form")
	}
	g := readChoiceForm(held["form"])
	seats := g.seats
	g.join(held["alike"])
	require(g.terms == 1, "form: its polynomials must be numbers")
	listed := has["equilibria"].list("equilibria")
	require(len(listed) > 0, "equilibria: must not be empty")
	for _, one := range listed {
		g.shape(one.fields("an equilibrium", "payoffs", "strategies"))
	}
	componentShapes(has["components"])
	t, sets := g.readTree(held["tree"], span{single: true})
	all := flat(sets)
	t.countIs(has["count"], all)
	demand(len(listed) == len(all), "equilibria: %d are listed, %d are found", len(listed), len(all))
	for k, one := range listed {
		t.listed(one.fields("an equilibrium", "payoffs", "strategies"), all[k], readConstant)
	}
	t.components(has["components"], sets)
	s := paidStatement{kind: counted(len(all), "") + " of binary choices", seats: seats, digest: sum}
	s.payoffs = told(t.payoffs(all[0]))
	if len(all) > 1 {
		s.payoffs += " in the first"
	}
	for k, claimed := range t.claims(has["unique"], all) {
		s.verdicts[k] = claimed.String()
	}
	return s
}

func told(payoffs [2]quotient) string {
	return both([2]*big.Rat{ratio(payoffs[0]), ratio(payoffs[1])})
}

// countIs demands that the number of equilibria is that of those found.
func (t *choiceTree) countIs(v *value, all []pairEquilibrium) {
	demand(v.counts(len(all)), "count: %d are found", len(all))
}

func (t *choiceTree) claims(v *value, all []pairEquilibrium) (claims [2]claim) {
	for k, one := range v.bySeat("unique", t.seats, false) {
		claims[k] = one.claim("unique")
		t.claimed(k, claims[k], all)
	}
	return claims
}

func (t *choiceTree) components(v *value, sets [][]pairEquilibrium) {
	items := v.list("components")
	demand(len(items) == len(sets), "components: %d are listed, %d sets are found", len(items), len(sets))
	place := 0
	for k, item := range items {
		has := item.fields("a component", "dimension", "equilibria")
		listed := has["equilibria"].list("a component")
		demand(len(listed) == len(sets[k]), "a component: not its equilibria")
		for _, one := range listed {
			place++
			demand(one.integer("a component").Cmp(big.NewInt(int64(place))) == 0, "a component: not its equilibria")
		}
		dimension := t.dimension(sets[k])
		demand(has["dimension"].integer("dimension").Cmp(big.NewInt(int64(dimension))) == 0, "a component: its dimension is %d", dimension)
	}
}

func readConstant(v *value, where string) quotient {
	r := v.fraction(where)
	return quotient{constant(r.Num()), constant(r.Denom())}
}

// shape demands that an equilibrium has two payoffs, and just the views and actions of both seats.
func (g *choiceGame) shape(has map[string]*value) {
	require(len(has["payoffs"].list("payoffs")) == 2, "payoffs: must be two")
	for k, strategy := range has["strategies"].bySeat("strategies", g.seats, false) {
		views := strategy.byKey("strategies")
		require(len(views) == len(g.sides[k].cells), "strategies: not the views of %s", g.seats[k])
		for _, c := range g.sides[k].cells {
			require(views[c.view] != nil, "strategies of %s: no view %q", g.seats[k], c.view)
			views[c.view].fields("strategies", c.actions...)
		}
	}
}

func componentShapes(v *value) {
	for _, item := range v.list("components") {
		has := item.fields("a component", "dimension", "equilibria")
		has["dimension"].integer("dimension")
		for _, one := range has["equilibria"].list("a component") {
			one.integer("a component")
		}
	}
}

// listed demands that an equilibrium, with its payoffs and strategies, is one that was found.
func (t *choiceTree) listed(has map[string]*value, found pairEquilibrium, read func(*value, string) quotient) {
	for k, due := range t.payoffs(found) {
		demand(t.span.same(read(has["payoffs"].items[k], "payoffs"), due), "payoffs: not those of %s", t.seats[k])
	}
	for k, strategy := range has["strategies"].bySeat("strategies", t.seats, false) {
		views := strategy.byKey("strategies")
		for at, c := range t.sides[k].cells {
			mix := views[c.view].fields("strategies", c.actions...)
			second := found.chances[k][t.chosen[k][at]]
			first := quotient{second.below.sub(second.above), second.below}
			for which, due := range []quotient{first, second} {
				demand(t.span.same(read(mix[c.actions[which]], "strategies"), due), "strategies of %s: another chance at %q", t.seats[k], c.view)
			}
		}
	}
}

// ---- sabot/pair-proof/1

func checkPairProof(v *value) fmt.Stringer {
	has := v.fields("proof", "schema", "game", "digest", "parameter", "domain", "seats", "form", "alike", "pieces",
		"?breakpoints", "?seconds")
	sum, parameter := readHead(v, has)
	domain := has["domain"].fields("domain", "whole", "from", "to")
	whole := domain["whole"].truthOf("whole")
	require(domain["from"].kind != null, "domain: must have a lower end")
	g := readChoiceForm(has["form"])
	demand(same(has["seats"], toJSON(g.seats[:])), "seats: not the same as in the form")
	seats := g.seats
	g.parameter, g.whole = parameter, whole
	g.join(has["alike"])
	pieces := []*piece{}
	next := newCover(domain, whole)
	for _, item := range has["pieces"].list("pieces") {
		p := &piece{told: item.fields("a piece", append([]string{"from", "to"}, partKeys...)...)}
		p.from, p.to = next.read(p.told)
		pieces = append(pieces, p)
	}
	from, to := next.ends(pieces)
	if has["breakpoints"] != nil {
		for _, item := range has["breakpoints"].list("breakpoints") {
			readEnd(item.fields("a breakpoint", append([]string{"at"}, partKeys...)...)["at"], false, "at")
		}
	}
	s := paidStatement{seats: seats, digest: sum}
	s.kind = "theorem on all equilibria of binary choices " + forEvery(parameter, whole, from, to)
	var formulas []string
	for _, p := range pieces {
		count, claims := g.checkPart(p.told, g.spanOf(p))
		which := "in the one listed: "
		if count > 1 {
			which = fmt.Sprintf("in the first of %d listed: ", count)
		}
		payoffs := p.told["payoffs"].items
		formulas = append(formulas, which+payoffs[0].text+", "+payoffs[1].text)
		merge(&s.verdicts, claims)
	}
	s.payoffs = strings.Join(formulas, "; ")
	if !whole {
		require(has["breakpoints"] != nil, "breakpoints: are missing")
		g.checkPoints(has["breakpoints"], pieces)
	}
	require(!whole || has["breakpoints"] == nil, "breakpoints: only over real numbers")
	inPieces(&s.verdicts, whole)
	return s
}

var partKeys = []string{"payoffs", "gains", "strategies", "unique", "count", "?others", "tree"}

func (g *choiceGame) spanOf(p *piece) span {
	return span{whole: g.whole, from: p.from, to: p.to}
}

// checkPart demands of a piece, or of a breakpoint, that its tree finds what it lists. It returns how many
// equilibria these are, and what is claimed of the seats.
func (g *choiceGame) checkPart(has map[string]*value, s span) (int, [2]claim) {
	read := func(v *value, where string) quotient {
		q := readFormula(v, g.parameter, where)
		demand(s.free(q.below), "%s: a formula has a pole", where)
		return q
	}
	demand(same(has["gains"], toJSON([]string{"0", "0"})), "gains: must be 0 for both")
	listed := []map[string]*value{has}
	if has["others"] != nil {
		others := has["others"].list("others")
		require(len(others) > 0, "others: must not be empty")
		for _, one := range others {
			listed = append(listed, one.fields("an equilibrium", "payoffs", "strategies"))
		}
	}
	for _, one := range listed {
		g.shape(one)
	}
	t, sets := g.readTree(has["tree"], s)
	all := flat(sets)
	t.countIs(has["count"], all)
	demand(len(listed) == len(all), "%d equilibria are listed, %d are found", len(listed), len(all))
	for k, one := range listed {
		t.listed(one, all[k], read)
	}
	return len(all), t.claims(has["unique"], all)
}

// checkPoints demands a breakpoint for each end of a piece, in order.
func (g *choiceGame) checkPoints(v *value, pieces []*piece) {
	due := []*end{pieces[0].from}
	for _, p := range pieces {
		if p.to != nil {
			due = append(due, p.to)
		}
	}
	items := v.list("breakpoints")
	require(len(items) == len(due), "breakpoints: %d are given, there are %d", len(items), len(due))
	for k, item := range items {
		has := item.fields("a breakpoint", append([]string{"at"}, partKeys...)...)
		demand(readEnd(has["at"], false, "at").same(due[k]), "breakpoints: not at the ends of the pieces")
		g.checkPart(has, span{at: due[k]})
	}
}
