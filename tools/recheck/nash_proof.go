package main

// Section 24: all extreme equilibria of a bimatrix game for every value of a parameter.

import (
	"fmt"
	"math/big"
	"strings"
)

const (
	mostProofStrategies = 64
	mostProofCases      = 100_000
	mostProofEquilibria = 20_000
	mostProofWork       = 100_000_000
)

// nashProof is the game of a theorem: by seat what a reply earns against each action of the other.
type nashProof struct {
	parameter string
	seats     [2]string
	actions   [2][]string
	payoffs   [2][][]poly // by row and column
	below     [2]poly
	replies   [2][][]poly // by the seat that mixes: what the other's replies earn, by reply and mixed action
	cases     int
	listed    int
	work      *meter
	ranks     [2]map[string]poly
}

// formulaMix is a strategy in a part: its labels, and its weights over one polynomial.
type formulaMix struct {
	used, best []bool
	weights    []poly
	below      poly
	paid       poly
}

// listedFormulas is an equilibrium as it is written; an action that is left out has no quotient.
type listedFormulas struct {
	payoffs [2]quotient
	mixes   [2][]*quotient
}

// nashCase is a case as it is written.
type nashCase struct {
	label  *branch
	seat   int
	shift  []poly
	point  *end
	facets int  // the side, or -1
	both   bool // a product: both sides by themselves
}

// nashPart is a piece or a breakpoint.
type nashPart struct {
	*nashProof
	s          span
	entries    []listedFormulas
	claims     [2]claim
	components *value
	tree       []nashCase
	list       *allNash // entries, and by seat how many strategies there are
	mixes      [2][]*formulaMix
	named      [2]map[string]int
}

func checkNashProof(v *value) fmt.Stringer {
	has := v.fields("proof", "schema", "game", "digest", "parameter", "domain", "seats", "form", "pieces", "breakpoints",
		"?seconds")
	sum, parameter := readHead(v, has)
	domain := has["domain"].fields("domain", "from", "to")
	g := readNashForm(has["form"], has["seats"].seats("seats"))
	g.parameter = parameter
	keys := []string{"count", "unique", "equilibria", "components", "cases"}
	pieces, parts := []*piece{}, []*nashPart{}
	next := newCover(domain, false)
	for _, item := range has["pieces"].list("pieces") {
		p := &piece{told: item.fields("a piece", append([]string{"from", "to"}, keys...)...)}
		p.from, p.to = next.read(p.told)
		pieces = append(pieces, p)
		parts = append(parts, g.readPart(p.told, span{from: p.from, to: p.to}))
	}
	from, to := next.ends(pieces)
	var due []*end
	if from != nil {
		due = append(due, from)
	}
	for _, p := range pieces {
		if p.to != nil {
			due = append(due, p.to)
		}
	}
	items := has["breakpoints"].list("breakpoints")
	require(len(items) == len(due), "breakpoints: %d are given, there are %d", len(items), len(due))
	for k, item := range items {
		point := item.fields("a breakpoint", append([]string{"at"}, keys...)...)
		demand(readEnd(point["at"], false, "at").same(due[k]), "breakpoints: not at the ends of the pieces")
		parts = append(parts, g.readPart(point, span{at: due[k]}))
	}
	for _, part := range parts {
		part.check()
	}
	s := paidStatement{seats: g.seats, digest: sum}
	s.kind = "theorem on all extreme equilibria " + forEvery(parameter, false, from, to)
	var formulas []string
	for k, p := range pieces {
		first := p.told["equilibria"].items[0].byKey("an equilibrium")["payoffs"].items
		which := "in the one listed"
		if count := len(parts[k].entries); count > 1 {
			which = fmt.Sprintf("in the first of %d listed", count)
		}
		formulas = append(formulas, fmt.Sprintf("%s: %s, %s", which, first[0].text, first[1].text))
		merge(&s.verdicts, parts[k].claims)
	}
	s.payoffs = strings.Join(formulas, "; ")
	inPieces(&s.verdicts, false)
	return s
}

func readNashForm(v *value, seats [2]string) *nashProof {
	has := v.fields("form", "kind", "rows", "columns", "denominators", "payoffs")
	require(has["kind"].string("kind") == "bimatrix", "form: its kind must be bimatrix")
	g := &nashProof{seats: seats, work: &meter{mostProofWork, "cases and equilibria"}, ranks: [2]map[string]poly{{}, {}}}
	g.actions = [2][]string{has["rows"].names("rows"), has["columns"].names("columns")}
	tables, below := has["payoffs"].list("payoffs"), has["denominators"].list("denominators")
	require(len(tables) == 2 && len(below) == 2, "form: must have two matrices and two denominators")
	for k, names := range g.actions {
		require(len(names) <= mostProofStrategies, "form: too many strategies for me")
		g.below[k] = below[k].polynomial("denominators")
		lines := tables[k].list("payoffs")
		require(len(lines) == len(g.actions[0]), "payoffs: not as many rows as names")
		for _, line := range lines {
			entries := line.list("payoffs")
			require(len(entries) == len(g.actions[1]), "payoffs: not as many columns as names")
			var row []poly
			for _, entry := range entries {
				row = append(row, entry.polynomial("payoffs"))
			}
			g.payoffs[k] = append(g.payoffs[k], row)
		}
	}
	g.replies[1] = g.payoffs[0]
	for j := range g.actions[1] {
		var row []poly
		for i := range g.actions[0] {
			row = append(row, g.payoffs[1][i][j])
		}
		g.replies[0] = append(g.replies[0], row)
	}
	return g
}

func (g *nashProof) labels() int { return len(g.actions[0]) + len(g.actions[1]) }

// own is the first label of the actions that are mixed on a side, foe that of the replies.
func (g *nashProof) own(side int) (own, foe int) {
	if side == 0 {
		return 0, len(g.actions[0])
	}
	return len(g.actions[0]), 0
}

// ---- products, signs, ranks

func (g *nashProof) product(p, q poly) poly {
	if p.zero() || q.zero() {
		return poly{}
	}
	words := int64(1+longestBits(p)/64) * int64(1+longestBits(q)/64)
	steps := 1 + int64(len(p)*len(q))*words
	g.work.spend(steps)
	spend(4*steps, "products of polynomials")
	return p.mul(q)
}

func (g *nashProof) inner(a, b []poly) poly {
	total := poly{}
	for k := range a {
		total = total.add(g.product(a[k], b[k]))
	}
	return total
}

// gram has the products of vectors with each other: its determinant is 0 just where they are dependent.
func (g *nashProof) gram(vectors [][]poly) [][]poly {
	out := make([][]poly, len(vectors))
	for i, a := range vectors {
		for _, b := range vectors {
			out[i] = append(out[i], g.inner(a, b))
		}
	}
	return out
}

func (g *nashProof) determinant(rows [][]poly) poly {
	terms, longest := int64(0), int64(0)
	for _, row := range rows {
		most, bits := 0, 0
		for _, p := range row {
			most, bits = max(most, len(p)), max(bits, longestBits(p))
		}
		terms, longest = terms+int64(most), longest+int64(bits)
	}
	size, words := int64(len(rows)), 1+longest/64
	steps := 1 + size*size*size*(1+terms*terms/4)*words*words/4
	g.work.spend(steps)
	spend(4*steps, "determinants")
	return determinant(rows)
}

// rankPolynomial is a polynomial that is 0 just where the equations of a face (U, R not empty) have more than one solution.
func (g *nashProof) rankPolynomial(side int, U, R []int) poly {
	key := faceKey(U, R)
	if known, there := g.ranks[side][key]; there {
		return known
	}
	found := poly{}
	switch {
	case len(R) < len(U):
	case len(U) == 1:
		found = whole(1)
	default:
		table := g.replies[side]
		var rows [][]poly
		for _, i := range R[1:] {
			var row []poly
			for _, j := range U {
				row = append(row, table[i][j].sub(table[R[0]][j]))
			}
			rows = append(rows, row)
		}
		var ones []poly
		for range U {
			ones = append(ones, whole(1))
		}
		rows = append(rows, ones)
		if len(rows) > len(U) {
			columns := make([][]poly, len(U))
			for _, row := range rows {
				for j, p := range row {
					columns[j] = append(columns[j], p)
				}
			}
			rows = g.gram(columns)
		}
		found = g.determinant(rows)
	}
	g.ranks[side][key] = found
	return found
}

// signs are those on a range, each worked out once.
type signs struct {
	span
	known map[string][2]int
}

func newSigns(s span) *signs { return &signs{s, map[string][2]int{}} }

func (s *signs) of(p poly) (int, bool) {
	key := p.written("t")
	if found, there := s.known[key]; there {
		return found[0], found[1] == 1
	}
	sign, same := s.span.sign(p)
	found := [2]int{sign, 0}
	if same {
		found[1] = 1
	}
	s.known[key] = found
	return sign, same
}

func (s *signs) is(p poly, due ...int) bool {
	sign, same := s.of(p)
	for _, one := range due {
		if same && sign == one {
			return true
		}
	}
	return false
}

// ---- a part

// readPart reads a piece or a breakpoint.
func (g *nashProof) readPart(has map[string]*value, s span) *nashPart {
	p := &nashPart{nashProof: g, s: s, named: [2]map[string]int{{}, {}}, components: has["components"]}
	p.list = &allNash{number: map[[2]int]int{}}
	entries := has["equilibria"].list("equilibria")
	g.listed += len(entries)
	require(g.listed <= mostProofEquilibria, "equilibria: too many for me")
	demand(len(entries) > 0, "equilibria: must not be empty")
	demand(has["count"].counts(len(entries)), "count: is not how many are listed")
	for _, item := range entries {
		p.entries = append(p.entries, p.readEntry(item))
	}
	for k, one := range has["unique"].bySeat("unique", g.seats, false) {
		p.claims[k] = one.claim("unique")
		require(p.claims[k] != open, "unique: must be true or false")
	}
	readComponents(has["components"], len(entries))
	items := has["cases"].list("cases")
	for _, item := range items {
		p.tree = append(p.tree, p.readCase(item))
	}
	g.cases += len(items)
	require(g.cases <= mostProofCases, "cases: too many for me")
	return p
}

// check demands that the list of a part is right and complete.
func (p *nashPart) check() {
	at := newSigns(p.s)
	for _, below := range p.nashProof.below {
		demand(at.is(below, 1), "a denominator of the payoffs is not positive")
	}
	for _, one := range p.entries {
		p.entry(one, at)
	}
	for k, claimed := range p.claims {
		demand((claimed == yes) == (len(p.mixes[k]) == 1), "unique: not so of %s", p.seats[k])
	}
	for k := range p.mixes {
		p.list.mixes[k] = make([]*mix, len(p.mixes[k]))
	}
	p.list.ranked = func(seat int, strategies []int) int { return p.rank(seat, strategies, at) }
	p.list.components(p.components)
	p.complete()
}

func (p *nashPart) formula(v *value, where string) quotient {
	q := readFormula(v, p.parameter, where)
	demand(p.s.free(q.below), "%s: a formula has a pole", where)
	return q
}

func (p *nashPart) readEntry(item *value) (found listedFormulas) {
	where := "an equilibrium"
	has := item.fields(where, "payoffs", "strategies")
	payoffs := has["payoffs"].list("payoffs")
	require(len(payoffs) == 2, "payoffs: must be two")
	for k, one := range payoffs {
		found.payoffs[k] = p.formula(one, "payoffs")
	}
	for k, one := range has["strategies"].bySeat(where, p.seats, false) {
		chances := one.fields(where, "-")["-"].byKey(where)
		known := 0
		for _, action := range p.actions[k] {
			var told *quotient
			if chances[action] != nil {
				known++
				q := p.formula(chances[action], "strategies")
				told = &q
			}
			found.mixes[k] = append(found.mixes[k], told)
		}
		require(known == len(chances), "%s: an action that %s does not have", where, p.seats[k])
	}
	return found
}

func (p *nashPart) entry(one listedFormulas, at *signs) {
	where := "an equilibrium"
	var pair [2]int
	for k, told := range one.mixes {
		pair[k] = p.mix(k, told, at)
	}
	_, twice := p.list.number[pair]
	demand(!twice, "an equilibrium is listed twice")
	p.list.number[pair] = len(p.list.entries)
	p.list.entries = append(p.list.entries, pair)
	for k := range pair {
		own, foe := p.mixes[k][pair[k]], p.mixes[1-k][pair[1-k]]
		for i, used := range own.used {
			demand(!used || foe.best[i], "%s: %s can gain", where, p.seats[k])
		}
		q := one.payoffs[k]
		gap := p.product(q.above, p.product(foe.below, p.below[k])).sub(p.product(q.below, foe.paid))
		demand(at.is(gap, 0), "%s: %s is paid something else", where, p.seats[k])
	}
}

// mix reads a strategy and returns its number; it demands that it has one support and the same best replies at all
// values, and that it is extreme.
func (p *nashPart) mix(seat int, told []*quotient, at *signs) int {
	m := &formulaMix{below: whole(1)}
	quotients := make([]quotient, len(told))
	for j, one := range told {
		quotients[j] = quotient{poly{}, whole(1)}
		if one != nil {
			quotients[j] = *one
			common := gcd(m.below, quotients[j].below)
			m.below = p.product(m.below, quotients[j].below.quo(common.primitive()))
		}
	}
	sign, same := at.of(m.below)
	demand(same && sign != 0, "strategies: a denominator is 0")
	side := big.NewInt(int64(sign))
	total := poly{}
	var U, R []int
	for j, q := range quotients {
		w := p.product(q.above, m.below.quo(q.below)).scale(side)
		m.weights = append(m.weights, w)
		total = total.add(w)
		demand(at.is(w, 0, 1), "strategies of %s: not a mix with one support", p.seats[seat])
		m.used = append(m.used, at.is(w, 1))
		if m.used[j] {
			U = append(U, j)
		}
	}
	m.below = m.below.scale(side)
	demand(at.is(total.sub(m.below), 0), "strategies of %s: the chances do not add up", p.seats[seat])
	var worth []poly
	for _, row := range p.replies[seat] {
		worth = append(worth, p.inner(row, m.weights))
	}
	for top, best := range worth { // some reply earns at least as much as each other
		highest := true
		for _, other := range worth {
			highest = highest && at.is(best.sub(other), 0, 1)
		}
		if !highest {
			continue
		}
		m.paid = worth[top]
		for i, other := range worth {
			m.best = append(m.best, at.is(best.sub(other), 0))
			if m.best[i] {
				R = append(R, i)
			}
		}
		break
	}
	demand(len(R) > 0, "the best replies to %s are not the same at all values", p.seats[seat])
	demand(at.is(p.rankPolynomial(seat, U, R), -1, 1), "a strategy of %s is not shown to be extreme", p.seats[seat])
	key := faceKey(U, R)
	number, known := p.named[seat][key]
	if !known {
		number = len(p.mixes[seat])
		p.named[seat][key] = number
		p.mixes[seat] = append(p.mixes[seat], m)
	}
	return number
}

// rank is that of some different strategies as vectors.
func (p *nashPart) rank(seat int, strategies []int, at *signs) int {
	if len(strategies) < 3 {
		return len(strategies)
	}
	var kept [][]poly
	for _, k := range strategies {
		tried := append(append([][]poly{}, kept...), p.mixes[seat][k].weights)
		sign, same := at.of(p.determinant(p.gram(tried)))
		demand(same, "the dimension of a set changes")
		if sign != 0 {
			kept = tried
		}
	}
	return len(kept)
}

// ---- that there are no others

type openCase struct {
	imposed  [2][]bool
	excluded [2][]bool // labels that the vertex of a side does not have
	at       *signs
	product  *sideProduct // of a case of one side
	only     int          // which side that is
}

// sideProduct holds the strategies found on two sides that are looked at by themselves.
type sideProduct struct {
	found [2]map[int]bool
}

func (c openCase) with(side, label int) openCase {
	c.imposed[side] = append([]bool{}, c.imposed[side]...)
	c.imposed[side][label] = true
	return c
}

// readCase reads a case.
func (p *nashPart) readCase(item *value) nashCase {
	found := nashCase{facets: -1}
	switch item.kind {
	case number:
		b := readLabel(item, p.labels())
		found.label = &b
	case object:
		require(len(item.keys) == 1, "a case: must be the shift of one seat")
		told := item.bySeat("a case", p.seats, true)
		if told[0] == nil {
			found.seat = 1
		}
		entries := told[found.seat].list("a shift")
		require(len(entries) == len(p.actions[found.seat]), "a shift: must have a weight for each action")
		for _, entry := range entries {
			found.shift = append(found.shift, entry.polynomial("a shift"))
		}
	case array:
		require(len(item.items) == 1 || len(item.items) == 2, "a case: must be a cut, facets or a product")
		word := item.items[0].string("a case")
		if len(item.items) == 1 {
			require(word == "product", "a case: must be a cut, facets or a product")
			found.both = true
			break
		}
		require(word == "cut" || word == "facets", "a case: must be a cut, facets or a product")
		if word == "cut" {
			found.point = readEnd(item.items[1], false, "a cut")
			break
		}
		for k, name := range p.seats {
			if item.items[1].string("facets") == name {
				found.facets = k
			}
		}
		require(found.facets >= 0, "facets: of no seat")
	default:
		item.expect(null, "a case")
	}
	return found
}

func (p *nashPart) complete() {
	none := make([]bool, p.labels())
	waiting := []openCase{{imposed: [2][]bool{none, none}, excluded: [2][]bool{none, none}, at: newSigns(p.s)}}
	var products []*sideProduct
	for _, one := range p.tree {
		demand(len(waiting) > 0, "cases: the list goes on behind the tree")
		here := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		switch b := one.label; {
		case here.product != nil:
			waiting = append(waiting, p.inProduct(one, here)...)
		case one.both:
			made := &sideProduct{[2]map[int]bool{{}, {}}}
			products = append(products, made)
			here.product = made
			for _, side := range []int{1, 0} {
				here.only = side
				waiting = append(waiting, here)
			}
		case b != nil:
			waiting = append(waiting, here.with(b.sides[1], b.label), here.with(b.sides[0], b.label))
		case one.shift != nil:
			p.shift(one.seat, one.shift, here)
		case one.point != nil:
			waiting = append(waiting, cutAt(one.point, here)...)
		case one.facets >= 0:
			waiting = append(waiting, p.facets(one.facets, here)...)
		default:
			p.onePair(here)
		}
	}
	demand(len(waiting) == 0, "cases: the list ends before the tree")
	for _, made := range products {
		p.work.spend(int64(1 + len(made.found[0])*len(made.found[1])))
		for first := range made.found[0] {
			for second := range made.found[1] {
				_, listed := p.list.number[[2]int{first, second}]
				demand(listed, "an extreme equilibrium is not listed")
			}
		}
	}
}

// inProduct are the cases that follow a case of one side of a product.
func (p *nashPart) inProduct(one nashCase, here openCase) []openCase {
	side := here.only
	switch {
	case one.facets == side:
		return p.facets(side, here)
	case one.shift != nil && one.seat == 1-side:
		p.shift(one.seat, one.shift, here)
	default:
		demand(one.label == nil && one.shift == nil && one.point == nil && one.facets < 0 && !one.both, "a product: a case that is no facets, shift or null of its side")
		here.product.found[side][p.onePoint(side, here)] = true
	}
	return nil
}

// face returns what may have weight on a side, and the replies that must be best.
func (p *nashPart) face(side int, imposed []bool) (U, R []int) {
	own, foe := p.own(side)
	for j := range p.actions[side] {
		if !imposed[own+j] {
			U = append(U, j)
		}
	}
	for i := range p.actions[1-side] {
		if imposed[foe+i] {
			R = append(R, i)
		}
	}
	return U, R
}

// shift demands that weights of replies show that there is no mix on a side.
func (p *nashPart) shift(seat int, weights []poly, here openCase) {
	side := 1 - seat
	_, foe := p.own(side)
	total := poly{}
	for i, w := range weights {
		total = total.add(w)
		demand(here.imposed[side][foe+i] || here.at.is(w, 0, 1), "a shift: negative where nothing is imposed")
	}
	demand(here.at.is(total, 0), "a shift: its sum is not 0")
	U, _ := p.face(side, here.imposed[side])
	for _, j := range U {
		gain := poly{}
		for i, w := range weights {
			gain = gain.add(p.product(w, p.replies[side][i][j]))
		}
		demand(here.at.is(gain, 1), "a shift: does not gain against %s", short(p.actions[side][j]))
	}
}

// cutAt are the cases of a range that is cut, the one that comes last first.
func cutAt(point *end, here openCase) (found []openCase) {
	s := here.at.span
	demand(s.at == nil, "a cut: of one value")
	require((s.from == nil || s.from.less(point)) && (s.to == nil || point.less(s.to)), "a cut: not inside its range")
	for _, part := range []span{{from: point, to: s.to}, {at: point}, {from: s.from, to: point}} {
		here.at = newSigns(part)
		found = append(found, here)
	}
	return found
}

// facets are the cases of the facets of a side, the one that comes last first. A vertex is in the
// case of the first label that it has besides those imposed.
func (p *nashPart) facets(side int, here openCase) []openCase {
	U, R := p.face(side, here.imposed[side])
	demand(len(R) == 0 || here.at.is(p.rankPolynomial(side, U, R), 0), "facets: of what is one point")
	var found []openCase
	for label := 0; label < p.labels(); label++ {
		if !here.imposed[side][label] && !here.excluded[side][label] {
			found = append([]openCase{here.with(side, label)}, found...)
			here.excluded[side] = append([]bool{}, here.excluded[side]...)
			here.excluded[side][label] = true
		}
	}
	return found
}

// onePair demands that a case leaves one point on either side, and that the pair is listed.
func (p *nashPart) onePair(here openCase) {
	_, listed := p.list.number[[2]int{p.onePoint(0, here), p.onePoint(1, here)}]
	demand(listed, "an extreme equilibrium is not listed")
}

// onePoint demands that a case leaves one point on a side, and returns the number of its strategy.
func (p *nashPart) onePoint(side int, here openCase) int {
	U, R := p.face(side, here.imposed[side])
	demand(len(U) > 0 && len(R) > 0, "an end that imposes too much, or too little")
	demand(here.at.is(p.rankPolynomial(side, U, R), -1, 1), "an end that may hold more than one equilibrium")
	p.work.spend(int64(1 + len(p.mixes[side])))
	for number, m := range p.mixes[side] {
		if m.obeys(U, R) {
			return number
		}
	}
	demand(false, "an end without a listed strategy of %s", p.seats[side])
	return -1
}

func (m *formulaMix) obeys(U, R []int) bool {
	count := 0
	for _, j := range U {
		if m.used[j] {
			count++
		}
	}
	for _, used := range m.used {
		if used {
			count--
		}
	}
	for _, i := range R {
		if !m.best[i] {
			return false
		}
	}
	return count == 0
}
