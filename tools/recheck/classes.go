package main

// Sorts of the second seat's choices over whole numbers (6.8).

import "math/big"

func checkClasses(v *value, g *polyGame, from, to *end) {
	for _, s := range g.sides {
		for _, c := range s.cells {
			demand(c.parent == 0, "classification: only where every parent is 0")
		}
	}
	first, second := from.at.Num(), (*big.Int)(nil)
	if to != nil {
		second = to.at.Num()
	}
	has := v.fields("classification", g.seats[1])
	given := has[g.seats[1]].byKey("classification")
	for _, c := range g.sides[1].cells {
		if len(c.actions) != 2 {
			continue
		}
		require(given[c.view] != nil, "classification: %q is missing", c.view)
		checkClass(given[c.view], c, g, stretch{first, second})
		delete(given, c.view)
	}
	require(len(given) == 0, "classification: a view that is not one of two actions")
}

type ranged struct {
	stretch
	sort string
}

func readRanges(v *value, domain stretch) []ranged {
	var out []ranged
	next := domain.from
	for _, item := range v.list("classification") {
		three := item.list("classification")
		require(len(three) == 3, "classification: a range must be [from, to, sort]")
		demand(next != nil, "classification: a range after one without end")
		one := ranged{stretch{from: three[0].integer("classification")}, three[2].string("classification")}
		demand(one.from.Cmp(next) == 0, "classification: a gap or an overlap")
		next = nil
		if three[1].kind != null {
			one.to = three[1].integer("classification")
			demand(one.to.Cmp(one.from) >= 0, "classification: a range ends before it begins")
			next = new(big.Int).Add(one.to, big.NewInt(1))
		}
		demand(len(out) == 0 || out[len(out)-1].sort != one.sort, "classification: neighbours of one sort")
		out = append(out, one)
	}
	demand(len(out) > 0, "classification: no range")
	last := out[len(out)-1].to
	fits := domain.to == nil && last == nil || domain.to != nil && last != nil && last.Cmp(domain.to) == 0
	demand(fits, "classification: the ranges do not end where the domain does")
	return out
}

func checkClass(v *value, c cell, g *polyGame, domain stretch) {
	gain := make([]poly, g.sides[0].size)
	for _, one := range g.payoffs {
		switch one.at[1] {
		case c.first:
			gain[one.at[0]] = gain[one.at[0]].sub(one.pay)
		case c.first + 1:
			gain[one.at[0]] = gain[one.at[0]].add(one.pay)
		}
	}
	for _, one := range readRanges(v, domain) {
		parts := []stretch{one.stretch}
		for _, own := range g.sides[0].cells {
			for a := own.first; own.holds(a); a++ {
				for b := own.first; b < a; b++ {
					parts = refine(parts, gain[a].sub(gain[b]))
				}
			}
		}
		for _, part := range parts {
			demandSort(one.sort, c, part, g, gain)
		}
	}
}

func refine(parts []stretch, p poly) []stretch {
	var out []stretch
	for _, part := range parts {
		out = append(out, stretches(p, part.from, part.to)...)
	}
	return out
}

// demandSort looks at whole numbers between which no two actions of the first seat change places.
func demandSort(sort string, c cell, part stretch, g *polyGame, gain []poly) {
	least, greatest := gain[0], gain[0]
	for _, own := range g.sides[0].cells {
		low, high := own.first, own.first
		for a := own.first; own.holds(a); a++ {
			if gain[a].at(part.from).Cmp(gain[low].at(part.from)) < 0 {
				low = a
			}
			if gain[a].at(part.from).Cmp(gain[high].at(part.from)) > 0 {
				high = a
			}
		}
		least, greatest = least.add(gain[low]), greatest.add(gain[high])
	}
	parts := refine(refine(refine([]stretch{part}, least), greatest), greatest.sub(least))
	for _, one := range parts {
		low, high := least.at(one.from), greatest.at(one.from)
		fits := false
		switch {
		case sort == "*":
			fits = low.Sign() <= 0 && high.Sign() >= 0 && low.Cmp(high) < 0
		case sort == "-":
			fits = low.Sign() == 0 && high.Sign() == 0
		case sort == c.actions[0]:
			fits = low.Sign() > 0
		case sort == c.actions[1]:
			fits = high.Sign() < 0
		}
		demand(fits, "classification: %q is not %q at %s", c.view, sort, one.from)
	}
}
