package main

// The reasons of section 6.6: only the one that is given is looked at.

import "math/big"

var reasonTexts = map[string]string{
	"value": "the piece is one value of the parameter, and the number there is as it must be",
	"shift": "p(a + x), a the start of the range, has no negative coefficient in x",
	"parts": "the range is cut at the numbers that follow; at both ends of each part p is as it must be, and its ends are neighbours, or p has no negative coefficient once they are sent to 0 and infinity; a last part without end is settled as by shift",
	"sturm": "p has no root inside the range, by Sturm's theorem, and is positive at the number that follows, which is inside; where the ends count, it is not 0 at them",
	"even":  "p changes its sign nowhere inside the range (the product of its factors of odd multiplicity has no root there, by Sturm's theorem), and is positive at the number that follows",
}

const rootWork = 4000000

func readReasons(v *value) {
	demand(same(v, objectOf(reasonTexts)), "reasons: not word for word")
}

// shapes demands the keys of what a piece lists: inequalities, and formulas by view and action.
func (p *piece) shapes() {
	for _, one := range p.told["inequalities"].list("inequalities") {
		one.fields("an inequality", "says", "polynomial", "is", "why", "?of")
	}
	if p.told["strategies"] == nil {
		return
	}
	for k, strategy := range p.told["strategies"].bySeat("strategies", p.seats, false) {
		views := strategy.byKey("strategies")
		require(len(views) == len(p.sides[k].cells), "strategies: not the views of %s", p.seats[k])
		for _, c := range p.sides[k].cells {
			require(views[c.view] != nil, "strategies of %s: no view %q", p.seats[k], c.view)
			views[c.view].fields("strategies", c.actions...)
		}
	}
}

// inequalities demands that those stated are just the needs, each with a reason that shows it.
func (p *piece) inequalities() {
	stated := p.told["inequalities"].list("inequalities")
	demand(len(stated) == len(p.needs), "inequalities: %d are stated, %d are needed", len(stated), len(p.needs))
	for k, n := range p.needs {
		keys := []string{"says", "polynomial", "is", "why"}
		if n.sense == "!= 0" {
			keys = append(keys, "of")
		}
		has := stated[k].fields("an inequality", keys...)
		demand(has["says"].string("says") == n.says, "inequalities: %q should be %q", has["says"].text, n.says)
		sense := n.sense
		if n.inside {
			sense += " inside"
		}
		demand(has["is"].string("is") == sense, "%s: is must be %q", n.says, sense)
		demand(has["polynomial"].polynomial("polynomial").equal(n.p), "%s: another polynomial", n.says)
		q := n.p
		if n.sense == "!= 0" {
			switch has["of"].string("of") {
			case "p":
			case "-p":
				q = q.neg()
			case "p*p":
				q = q.mul(q)
			default:
				refuse("%s: of must be p, -p or p*p", n.says)
			}
		}
		demand(p.shown(q, n.sense != ">= 0", n.inside, has["why"]), "%s: its reason does not show it", n.says)
	}
}

func (p *piece) shown(q poly, strict, inside bool, why *value) bool {
	rest := []*value{}
	word := why
	if why.kind == array {
		require(len(why.items) > 0, "why: must not be empty")
		word, rest = why.items[0], why.items[1:]
	}
	given := len(rest)
	switch name := word.string("why"); {
	case name == "value" && given == 0:
		if p.pin == nil {
			return false
		}
		sign := q.at(p.pin).Sign()
		return sign > 0 || sign == 0 && !strict
	case name == "shift" && given == 0:
		if p.from == nil || p.from.at == nil {
			return false
		}
		moved := q.shift(p.from.at)
		if strict && (moved.zero() || !inside && moved[0].Sign() <= 0) {
			return false
		}
		return moved.nonNegative()
	case name == "parts":
		cuts := make([]*big.Int, given)
		for k, one := range rest {
			cuts[k] = one.whole("why")
		}
		return p.whole && p.byParts(q, strict, cuts)
	case name == "sturm" && given == 1:
		at := rest[0].fraction("why")
		return !p.whole && p.bySturm(q, strict && !inside, at)
	case name == "even" && given == 1:
		at := rest[0].fraction("why")
		return !p.whole && !strict && p.byEven(q, at)
	}
	malformed("why: %s with %d numbers is not a reason", short(word.text), given)
	return false
}

func (p *piece) byParts(q poly, strict bool, cuts []*big.Int) bool {
	marks := append([]*big.Int{p.from.at.Num()}, cuts...)
	if p.to != nil {
		marks = append(marks, p.to.at.Num())
	}
	for k, mark := range marks {
		sign := q.at(mark).Sign()
		if sign < 0 || strict && sign == 0 {
			return false
		}
		if k == 0 {
			continue
		}
		a := marks[k-1]
		if a.Cmp(mark) >= 0 {
			return false
		}
		next := new(big.Int).Add(a, big.NewInt(1))
		one := poly{big.NewInt(1), big.NewInt(1)}
		if next.Cmp(mark) != 0 && !q.substitute(poly{mark, a}.trim(), one).nonNegative() {
			return false
		}
	}
	last := new(big.Rat).SetInt(marks[len(marks)-1])
	return p.to != nil || q.shift(last).nonNegative()
}

func tame(q poly) {
	require(len(q)*len(q)*longestBits(q) <= rootWork, "a polynomial too long to count its roots")
}

// between says whether q is positive at a number strictly between the ends.
func (p *piece) between(q poly, at *big.Rat) bool {
	here := rational(at)
	return (p.from == nil || p.from.less(here)) && (p.to == nil || here.less(p.to)) && q.signAtRat(at) > 0
}

func (p *piece) bySturm(q poly, ends bool, at *big.Rat) bool {
	tame(q)
	if q.zero() || !p.between(q, at) {
		return false
	}
	if ends {
		return rootlessWithEnds(q, p.from, p.to)
	}
	return rootless(q, p.from, p.to)
}

func (p *piece) byEven(q poly, at *big.Rat) bool {
	tame(q)
	return p.between(q, at) && rootless(q.odd(), p.from, p.to)
}
