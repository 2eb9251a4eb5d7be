package main

// Theorems: section 6, from the top.

import (
	"math/big"
	"regexp"
	"strings"
)

var parameterName = regexp.MustCompile(`\A[A-Za-z_][A-Za-z_0-9]*\z`)

func readPolyGame(v *value, seats [2]string, parameter string, whole bool) *polyGame {
	has := v.fields("form", "seats", "cells", "denominator", "payoffs")
	demand(has["seats"].seats("seats") == seats, "seats: not the same as in the form")
	g := &polyGame{seats: seats, sides: readSides(has["cells"], seats), parameter: parameter, whole: whole}
	g.below = has["denominator"].polynomial("denominator")
	pairs(has["payoffs"], g.sides, func(at [2]int, pay *value) {
		g.payoffs = append(g.payoffs, polyEntry{at, pay.polynomial("a payoff")})
	})
	return g
}

// readHead reads what every theorem begins with, and returns its digest and the name of the parameter.
func readHead(v *value, has map[string]*value) (sum, parameter string) {
	sum = fits(has["digest"], v.without("digest", "seconds"))
	has["game"].string("game")
	if has["seconds"] != nil {
		has["seconds"].finite("seconds")
	}
	parameter = has["parameter"].string("parameter")
	require(parameterName.MatchString(parameter), "parameter: %s is no name", short(parameter))
	return sum, parameter
}

// forEvery says for which values of a parameter a theorem holds.
func forEvery(parameter string, whole bool, from, to *end) string {
	said := "for every real number "
	if whole {
		said = "for every whole number "
	}
	said += cut(parameter)
	switch {
	case from != nil && to != nil:
		return said + " from " + from.String() + " to " + to.String()
	case from != nil:
		return said + " >= " + from.String()
	case to != nil:
		return said + " <= " + to.String()
	}
	return said
}

func checkProof(v *value) statement {
	has := v.fields("proof", "schema", "game", "digest", "parameter", "domain", "seats", "form", "pieces", "reasons",
		"?breakpoints", "?classification", "?seconds")
	sum, parameter := readHead(v, has)
	domain := has["domain"].fields("domain", "whole", "from", "to")
	whole := domain["whole"].truthOf("whole")
	var from, to *end
	if whole || domain["from"].kind != null {
		from = readEnd(domain["from"], whole, "domain")
	}
	if domain["to"].kind != null {
		to = readEnd(domain["to"], whole, "domain")
	}
	readReasons(has["reasons"])
	seats := has["seats"].seats("seats")
	g := readPolyGame(has["form"], seats, parameter, whole)
	var pieces []*piece
	for _, one := range has["pieces"].list("pieces") {
		pieces = append(pieces, readPiece(one, g))
	}
	require(len(pieces) > 0, "pieces: must not be empty")
	cover(pieces, from, to, whole)
	for _, p := range pieces {
		p.derive()
		p.formulas()
		p.inequalities()
	}
	if has["breakpoints"] != nil {
		demand(!whole, "breakpoints: only over real numbers")
		checkBreakpoints(has["breakpoints"], pieces, g)
	}
	if has["classification"] != nil {
		demand(whole, "classification: only over whole numbers")
		checkClasses(has["classification"], g, from, to)
	}
	return tell(pieces, g, sum, forEvery(parameter, whole, from, to))
}

// cover demands that the pieces cover the domain in order.
func cover(pieces []*piece, from, to *end, whole bool) {
	for k, p := range pieces {
		due := from
		if k > 0 {
			due = pieces[k-1].to
			demand(due != nil, "pieces: only the last may be without end")
			demand(p.from != nil, "pieces: only the first may be without a start")
		}
		fits := p.from.alike(due)
		if whole && k > 0 {
			fits = p.from.same(rational(new(big.Rat).Add(due.at, big.NewRat(1, 1))))
		}
		demand(fits, "pieces: a gap or an overlap at the start of piece %d", k+1)
		if p.to != nil && p.from != nil {
			demand(p.from.less(p.to) || whole && p.from.same(p.to), "pieces: piece %d ends before it begins", k+1)
		}
	}
	demand(pieces[len(pieces)-1].to.alike(to), "pieces: they do not end where the domain does")
}

// merge adds to what is said of the seats in some pieces what is claimed in one more.
func merge(verdicts *[2]string, claims [2]claim) {
	for k, claimed := range claims {
		word := claimed.String()
		if verdicts[k] != "" && verdicts[k] != word {
			word = differs
		}
		verdicts[k] = word
	}
}

const differs = "uniqueness differs by piece"

// inPieces says where the verdicts hold: in every piece; over real numbers that is between its ends.
func inPieces(verdicts *[2]string, whole bool) {
	for k, said := range verdicts {
		if said == differs || said == open.String() {
			continue
		}
		verdicts[k] += " in all pieces"
		if !whole {
			verdicts[k] += " between their ends"
		}
	}
}

// tell says what was proved of all pieces, and for which values of the parameter.
func tell(pieces []*piece, g *polyGame, sum, values string) statement {
	s := statement{kind: "theorem " + values, seats: g.seats, digest: sum}
	var formulas []string
	for _, p := range pieces {
		formulas = append(formulas, p.told["value"].text)
		merge(&s.verdicts, p.claims)
	}
	s.value = strings.Join(formulas, "; ")
	inPieces(&s.verdicts, g.whole)
	return s
}

// certifiedAt checks a certificate/1 of the game at one value of the parameter (6.7).
func certifiedAt(v *value, p *piece, t *big.Rat, claims [2]claim) {
	s, _ := checkCertificate1(v)
	demand(!s.game.matrix, "a certificate at one value: must be of kind sequence")
	for k := range p.sides {
		a, b := p.sides[k], s.game.sides[k]
		alike := a.seat == b.seat && len(a.cells) == len(b.cells)
		for at := 0; alike && at < len(a.cells); at++ {
			one, two := a.cells[at], b.cells[at]
			alike = one.view == two.view && one.parent == two.parent && len(one.actions) == len(two.actions)
			for x := 0; alike && x < len(one.actions); x++ {
				alike = one.actions[x] == two.actions[x]
			}
		}
		demand(alike, "a certificate at one value: of another game")
		demand(claims[k] == s.claims[k], "a certificate at one value: not its claims")
	}
	below := p.below.atRat(t)
	due := map[[2]int]*big.Rat{}
	for _, one := range p.payoffs {
		due[one.at] = one.pay.atRat(t)
	}
	scale := new(big.Rat).SetInt(s.game.denominator)
	for _, one := range s.game.payoffs {
		a := due[one.at]
		if a == nil {
			a = new(big.Rat)
		}
		left := new(big.Rat).Mul(new(big.Rat).SetInt(one.pay), below)
		demand(left.Cmp(a.Mul(a, scale)) == 0, "a certificate at one value: other payoffs")
		delete(due, one.at)
	}
	for _, left := range due {
		demand(left.Sign() == 0, "a certificate at one value: a payoff is missing")
	}
	value := new(big.Rat).Mul(s.value, p.value[1].atRat(t))
	demand(value.Cmp(p.value[0].atRat(t)) == 0, "a certificate at one value: another value")
}
