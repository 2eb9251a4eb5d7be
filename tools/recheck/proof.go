package main

// Theorems: section 6, from the top.

import (
	"math/big"
	"regexp"
	"strings"
)

var parameterName = regexp.MustCompile(`\A[A-Za-z_][A-Za-z_0-9]*\z`)

func readPolyGame(v, around *value, parameter string, whole bool) *polyGame {
	has := v.fields("form", "seats", "cells", "denominator", "payoffs")
	seats := has["seats"].seats("seats")
	g := &polyGame{seats: seats, sides: readSides(has["cells"], seats), parameter: parameter, whole: whole}
	g.below = has["denominator"].polynomial("denominator")
	pairs(has["payoffs"], g.sides, func(at [2]int, pay *value) {
		g.payoffs = append(g.payoffs, polyEntry{at, pay.polynomial("a payoff")})
	})
	demand(same(around, has["seats"]), "seats: not the same as in the form")
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
	require(!whole || domain["from"].kind != null, "domain: whole numbers have a lower end")
	readReasons(has["reasons"])
	g := readPolyGame(has["form"], has["seats"], parameter, whole)
	var pieces []*piece
	next := newCover(domain, whole)
	for _, one := range has["pieces"].list("pieces") {
		pieces = append(pieces, readPiece(one, g, next))
	}
	from, to := next.ends(pieces)
	if has["breakpoints"] != nil {
		breakpointShapes(has["breakpoints"])
	}
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

// cover demands that the pieces cover the domain in order, without a gap: the ends that must be the same are
// compared as they are written, before they are read.
type cover struct {
	domain map[string]*value
	whole  bool
	due    *value // where the next piece must begin; nil after one without end
}

func newCover(domain map[string]*value, whole bool) *cover {
	return &cover{domain, whole, domain["from"]}
}

// read reads the ends of the next piece; null is without end.
func (c *cover) read(has map[string]*value) (from, to *end) {
	demand(c.due != nil && same(has["from"], c.due), "pieces: a gap or an overlap at the start of a piece")
	if c.whole || has["from"].kind != null {
		from = readEnd(has["from"], c.whole, "from")
	}
	c.due = nil
	if has["to"].kind == null {
		return from, nil
	}
	to = readEnd(has["to"], c.whole, "to")
	c.due = to.told
	if c.whole {
		demand(!to.less(from), "pieces: a piece ends before it begins")
		c.due = &value{kind: number, text: new(big.Int).Add(to.at.Num(), big.NewInt(1)).String()}
	} else if from != nil {
		require(from.less(to), "pieces: a piece ends before it begins")
	}
	return from, to
}

// ends are those of the domain, once all pieces are read.
func (c *cover) ends(pieces []*piece) (from, to *end) {
	demand(len(pieces) > 0, "pieces: must not be empty")
	last := pieces[len(pieces)-1]
	demand(same(last.told["to"], c.domain["to"]), "pieces: they do not end where the domain does")
	return pieces[0].from, last.to
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
