package main

// Correlated and coarse correlated equilibria of a game for any number of seats (section 19).

import (
	"fmt"
	"math/big"
	"sort"
	"strings"
)

const (
	correlatedBits = 400_000
	correlatedWork = 200_000_000
)

// profileGame is a game by its profiles, with the strategies numbered as the file lists them.
type profileGame struct {
	*table
	coarse bool
	order  [][]int      // of each seat: the place in own of the file's strategies
	paid   [][]*big.Int // of each seat: what it is paid at every profile, times the denominator
	words  int          // 64-bit words of the longest payoff, and 1
	work   int64
}

// distribution is one: the places of its profiles, and their weights over one denominator.
type distribution struct {
	places  []int
	weights []*big.Int
	below   *big.Int
	payoffs []*big.Rat
}

// deviation is what a seat plays instead of the strategy that is recommended (-1 in the coarse concept).
type deviation struct{ seat, told, plays int }

type weighed struct {
	deviation
	amount *big.Rat
}

func wordsOf(x *big.Int) int64 { return int64(x.BitLen()/64 + 1) }

func (g *profileGame) take(work int64) {
	g.work += work
	require(g.work <= correlatedWork, "more work than correlated equilibria may take")
	spend(work, "correlated equilibria")
}

// over returns fractions as integers over one denominator that is not too long.
func over(numbers []*big.Rat) (tops []*big.Int, below *big.Int) {
	below = big.NewInt(1)
	for _, number := range numbers {
		divisor := new(big.Int).GCD(nil, nil, below, number.Denom())
		below = new(big.Int).Mul(below, new(big.Int).Quo(number.Denom(), divisor))
		require(below.BitLen() <= correlatedBits, "a common denominator of more than %d bits", correlatedBits)
		spend(wordsOf(below), "common denominators")
	}
	for _, number := range numbers {
		scale := new(big.Int).Quo(below, number.Denom())
		tops = append(tops, scale.Mul(scale, number.Num()))
	}
	return tops, below
}

// readOrder reads the pure strategies of a seat: all of them, each once.
func (g *profileGame) readOrder(v *value, seat int) {
	s := &g.sides[seat]
	seen := map[int]bool{}
	var order []int
	for _, item := range v.list("pure_strategies") {
		views := item.byKey("a pure strategy")
		set := make([]byte, s.size)
		set[0] = 1
		met := 0
		for _, c := range s.cells {
			if set[c.parent] == 0 {
				continue
			}
			require(views[c.view] != nil, "a pure strategy of %s: the view %q is missing", s.seat, c.view)
			at := c.at(views[c.view].string("an action"))
			require(at >= 0, "a pure strategy of %s: not an action at %q", s.seat, c.view)
			set[c.first+at] = 1
			met++
		}
		require(met == len(views), "a pure strategy of %s: a view that it does not reach", s.seat)
		at := g.own[seat].place[string(set)]
		require(!seen[at], "a pure strategy of %s is listed twice", s.seat)
		seen[at] = true
		order = append(order, at)
	}
	require(len(order) == len(g.own[seat].sets), "%s has %d pure strategies", s.seat, len(g.own[seat].sets))
	g.order = append(g.order, order)
}

// readDistribution reads profiles in their order with positive probabilities that sum to 1, and payoffs.
func (g *profileGame) readDistribution(has map[string]*value) *distribution {
	n := len(g.sides)
	var chances []*big.Rat
	d := &distribution{payoffs: fractions(has["payoffs"], n, "payoffs")}
	var before []int
	for _, item := range has["distribution"].list("distribution") {
		cells := item.list("a profile")
		require(len(cells) == n+1, "a profile: must be a strategy of each seat and a fraction")
		numbers := make([]int, n)
		at := 0
		for k := range g.sides {
			numbers[k] = cells[k].index("a strategy", len(g.order[k])-1)
			at += g.order[k][numbers[k]] * g.steps[k]
		}
		require(before == nil || lexicographic(before, numbers), "distribution: not in lexicographic order")
		before = numbers
		d.places = append(d.places, at)
		chances = append(chances, cells[n].fraction("a probability"))
	}
	d.weights, d.below = over(chances)
	sum := new(big.Int)
	for _, weight := range d.weights {
		require(weight.Sign() > 0, "distribution: a probability is not positive")
		sum.Add(sum, weight)
	}
	require(sum.Cmp(d.below) == 0, "distribution: the probabilities do not sum to 1")
	return d
}

// demandPayoffs demands that the payoffs of a distribution are those that it claims.
func (g *profileGame) demandPayoffs(d *distribution) {
	g.take(int64(len(g.sides)*len(d.places)*g.words) * wordsOf(d.below))
	for seat := range g.sides {
		total, product := new(big.Int), new(big.Int)
		for k, at := range d.places {
			total.Add(total, product.Mul(d.weights[k], g.paid[seat][at]))
		}
		due := new(big.Rat).SetFrac(total, new(big.Int).Mul(d.below, g.denominator))
		demand(due.Cmp(d.payoffs[seat]) == 0, "%s is paid %s, not as claimed", g.sides[seat].seat, short(due.RatString()))
	}
}

func lexicographic(one, two []int) bool {
	for k := range one {
		if one[k] != two[k] {
			return one[k] < two[k]
		}
	}
	return false
}

func (g *profileGame) readDeviations(v *value) (found []weighed) {
	width := 4
	if g.coarse {
		width = 3
	}
	seen := map[deviation]bool{}
	for _, item := range v.list("deviations") {
		cells := item.list("a deviation")
		require(len(cells) == width, "a deviation: must have %d entries", width)
		one := deviation{cells[0].index("a seat", len(g.sides)-1), -1, 0}
		most := len(g.order[one.seat]) - 1
		if !g.coarse {
			one.told = cells[1].index("a strategy", most)
		}
		one.plays = cells[width-2].index("a strategy", most)
		require(one.told != one.plays, "a deviation: to the strategy itself")
		require(!seen[one], "a deviation is listed twice")
		seen[one] = true
		found = append(found, weighed{one, cells[width-1].fraction("an amount")})
	}
	return found
}

// instead is the place of the profile in which a seat plays another of the file's strategies.
func (g *profileGame) instead(at, seat, plays int) int {
	step, size := g.steps[seat], len(g.own[seat].sets)
	return at + (g.order[seat][plays]-at/step%size)*step
}

// gain is what a deviation gains on a distribution, times both denominators.
func (g *profileGame) gain(d *distribution, one deviation) *big.Int {
	sum, part := new(big.Int), new(big.Int)
	table, step, size := g.paid[one.seat], g.steps[one.seat], len(g.own[one.seat].sets)
	for k, at := range d.places {
		if one.told >= 0 && at/step%size != g.order[one.seat][one.told] {
			continue
		}
		part.Sub(table[g.instead(at, one.seat, one.plays)], table[at])
		sum.Add(sum, part.Mul(part, d.weights[k]))
	}
	return sum
}

// gains lists the deviations that gain most, seat by seat and recommendation by recommendation, if they gain at all.
func (g *profileGame) gains(d *distribution) (found []weighed) {
	below := new(big.Int).Mul(d.below, g.denominator)
	for seat := range g.sides {
		count := len(g.order[seat])
		g.take(int64(count*len(d.places)*g.words) * wordsOf(d.below))
		told := []int{-1}
		if !g.coarse {
			told = g.recommended(d, seat)
		}
		for _, recommended := range told {
			best := weighed{amount: new(big.Rat)}
			for plays := 0; plays < count; plays++ {
				one := deviation{seat, recommended, plays}
				mean := new(big.Rat).SetFrac(g.gain(d, one), below)
				if mean.Cmp(best.amount) > 0 {
					best = weighed{one, mean}
				}
			}
			if best.amount.Sign() > 0 {
				found = append(found, best)
			}
		}
	}
	return found
}

// recommended is the file's numbers of the strategies that a seat is recommended with a positive probability.
func (g *profileGame) recommended(d *distribution, seat int) (found []int) {
	step, size := g.steps[seat], len(g.own[seat].sets)
	used := map[int]bool{}
	for _, at := range d.places {
		used[at/step%size] = true
	}
	for number, at := range g.order[seat] {
		if used[at] {
			found = append(found, number)
		}
	}
	sort.Ints(found)
	return found
}

// objective is what an objective is at every profile, times the denominator; seat -1 is the sum.
func (g *profileGame) objective(seat int) []*big.Int {
	if seat >= 0 {
		return g.paid[seat]
	}
	sums := zeros(g.profiles)
	for _, table := range g.paid {
		for at, amount := range table {
			sums[at].Add(sums[at], amount)
		}
	}
	return sums
}

// bounded demands that multipliers show a value to be the greatest (sign 1) or the least (sign -1).
func (g *profileGame) bounded(e *extreme) {
	touched := int64(g.profiles)
	for _, one := range e.listed {
		if g.coarse {
			touched += int64(g.profiles)
		} else {
			touched += int64(g.profiles / len(g.order[one.seat]))
		}
	}
	g.take(touched * int64(g.words) * wordsOf(e.below))
	allowed, part := zeros(g.profiles), new(big.Int)
	for k, one := range e.listed {
		table, step, size := g.paid[one.seat], g.steps[one.seat], len(g.own[one.seat].sets)
		for at := 0; at < g.profiles; at++ {
			if one.told < 0 || at/step%size == g.order[one.seat][one.told] {
				part.Sub(table[g.instead(at, one.seat, one.plays)], table[at])
				allowed[at].Add(allowed[at], part.Mul(part, e.tops[k]))
			}
		}
	}
	limit := new(big.Rat).SetInt(new(big.Int).Mul(g.denominator, e.below))
	limit.Mul(limit, e.worth)
	left, right := new(big.Int), new(big.Int)
	for at, amount := range g.objective(e.seat) {
		left.Mul(amount, e.below)
		if e.sign < 0 {
			left.Neg(left)
		}
		left.Sub(left, allowed[at])
		left.Mul(left, limit.Denom())
		right.Set(limit.Num())
		if e.sign < 0 {
			right.Neg(right)
		}
		demand(left.Cmp(right) <= 0, "the multipliers do not bound the objective at every profile")
	}
}

// vertices demands that a list holds just the vertices of the polytope of equilibria.
func (g *profileGame) vertices(items []*distribution) {
	listed := map[string]bool{}
	for _, d := range items {
		g.demandPayoffs(d)
		weights := zeros(g.profiles)
		divisor := new(big.Int)
		for k, at := range d.places {
			weights[at].Set(d.weights[k])
			divisor.GCD(nil, nil, divisor, d.weights[k])
		}
		for _, weight := range weights {
			weight.Quo(weight, divisor)
		}
		name := fmt.Sprint(weights)
		demand(!listed[name], "a vertex is listed twice")
		listed[name] = true
	}
	squares := 0
	for _, own := range g.order {
		squares += len(own) * len(own)
	}
	g.take(int64(squares) * int64(g.profiles))
	rays := g.build()
	demand(len(rays) == len(listed), "vertices: there are %d", len(rays))
	for _, one := range rays {
		demand(listed[fmt.Sprint(one.x)], "vertices: one is missing")
	}
}

// build cuts the cone of distributions by what deviations lose.
func (g *profileGame) build() []ray {
	defer func() {
		if fault := recover(); fault != nil {
			if _, long := fault.(tooLong); long {
				malformed("the polytope has too many vertices to be checked")
			}
			panic(fault)
		}
	}()
	var planes [][]*big.Int
	for seat, own := range g.order {
		told := []int{-1}
		if !g.coarse {
			told = make([]int, len(own))
			for k := range told {
				told[k] = k
			}
		}
		for plays := range own {
			for _, recommended := range told {
				if recommended != plays {
					planes = append(planes, g.plane(deviation{seat, recommended, plays}))
				}
			}
		}
	}
	sort.SliceStable(planes, func(i, j int) bool { return crossings(planes[i]) < crossings(planes[j]) })
	c := newCone(g.profiles)
	for _, plane := range planes {
		if crossings(plane) >= 0 {
			c.cut(plane, false)
		}
	}
	return c.rays
}

// plane is what a deviation loses at every profile.
func (g *profileGame) plane(one deviation) []*big.Int {
	lost := zeros(g.profiles)
	table, step, size := g.paid[one.seat], g.steps[one.seat], len(g.own[one.seat].sets)
	for at := range lost {
		if one.told < 0 || at/step%size == g.order[one.seat][one.told] {
			lost[at].Sub(table[at], table[g.instead(at, one.seat, one.plays)])
		}
	}
	return lost
}

// crossings is the number of pairs of entries with different signs; -1 if no entry is negative.
func crossings(plane []*big.Int) int {
	above, under := 0, 0
	for _, entry := range plane {
		if entry.Sign() > 0 {
			above++
		} else if entry.Sign() < 0 {
			under++
		}
	}
	if under == 0 {
		return -1
	}
	return above * under
}

// extreme is the equilibrium that is claimed to be best (sign 1) or worst (sign -1) for a seat, or for the sum (-1).
type extreme struct {
	seat, sign int
	worth      *big.Rat
	device     *distribution
	listed     []weighed
	tops       []*big.Int // the multipliers, over one denominator
	below      *big.Int
}

func (g *profileGame) readExtreme(v, shown *value, seats []string) *extreme {
	has := v.fields("an extreme", "objective", "extreme", "value", "distribution", "payoffs")
	e := &extreme{seat: -1, sign: 1}
	if has["objective"].kind != null {
		name := has["objective"].string("objective")
		for k, own := range seats {
			if own == name {
				e.seat = k
			}
		}
		require(e.seat >= 0, "objective: not a seat")
	}
	end := has["extreme"].string("extreme")
	require(end == "greatest" || end == "least", "extreme: must be greatest or least")
	if end == "least" {
		e.sign = -1
	}
	e.worth = has["value"].fraction("value")
	e.listed = g.readDeviations(shown)
	var amounts []*big.Rat
	for _, one := range e.listed {
		require(one.amount.Sign() > 0, "a multiplier is not positive")
		amounts = append(amounts, one.amount)
	}
	e.tops, e.below = over(amounts)
	e.device = g.readDistribution(has)
	return e
}

func (g *profileGame) readExtremes(items, shown []*value, seats []string) (found []*extreme) {
	require(len(shown) == len(items), "multipliers: must be a list for each extreme")
	seen := map[[2]int]bool{}
	for k, item := range items {
		e := g.readExtreme(item, shown[k], seats)
		require(!seen[[2]int{e.seat, e.sign}], "extremes: one is listed twice")
		seen[[2]int{e.seat, e.sign}] = true
		found = append(found, e)
	}
	return found
}

// demandExtreme demands that an extreme is one.
func (g *profileGame) demandExtreme(e *extreme) {
	g.demandPayoffs(e.device)
	due := new(big.Rat)
	for k, paid := range e.device.payoffs {
		if e.seat < 0 || e.seat == k {
			due.Add(due, paid)
		}
	}
	demand(due.Cmp(e.worth) == 0, "the value of an extreme is %s", short(due.RatString()))
	demand(len(g.gains(e.device)) == 0, "an extreme is not an equilibrium")
	g.bounded(e)
}

// device is one that was given, and what is said to gain against it.
type device struct {
	*distribution
	settled bool
	listed  []weighed
}

func (g *profileGame) readDevice(v *value) *device {
	has := v.fields("device", "distribution", "payoffs", "equilibrium", "deviations")
	return &device{g.readDistribution(has), has["equilibrium"].truthOf("equilibrium"), g.readDeviations(has["deviations"])}
}

func (g *profileGame) demandDevice(d *device) string {
	g.demandPayoffs(d.distribution)
	found := g.gains(d.distribution)
	demand(len(found) == len(d.listed), "deviations: %d gain", len(found))
	for k, one := range found {
		same := one.deviation == d.listed[k].deviation && one.amount.Cmp(d.listed[k].amount) == 0
		demand(same, "deviations: not those that gain most, in their order")
	}
	demand(d.settled == (len(found) == 0), "equilibrium: must say whether nothing gains")
	if d.settled {
		return "the device is an equilibrium"
	}
	return "the device is not an equilibrium"
}

// readPrice reads a fraction, or null: then nil.
func readPrice(v *value, where string) *big.Rat {
	if v.kind == null {
		return nil
	}
	return v.fraction(where)
}

// demandPrice demands the price that follows from the optimum and a sum, which is nil where it is not listed.
func demandPrice(claimed, optimum, total *big.Rat, where string) {
	var due *big.Rat
	if total != nil && optimum.Sign() < 0 {
		due = new(big.Rat).Quo(total, optimum)
	} else if total != nil && optimum.Sign() > 0 && total.Sign() > 0 {
		due = new(big.Rat).Quo(optimum, total)
	}
	demand((due == nil) == (claimed == nil), "%s: null, or not, where it is the other", where)
	demand(due == nil || due.Cmp(claimed) == 0, "%s: not that of the listed extremes", where)
}

func checkCorrelated(v *value) seatStatement {
	has := v.fields("correlated equilibria", "schema", "game", "seats", "concept", "pure_strategies", "optimum", "extremes",
		"price_of_anarchy", "price_of_stability", "vertices", "device", "method", "seconds", "certificate")
	held := has["certificate"].fields("certificate", "form", "multipliers", "digest")
	sum := fits(held["digest"], outside(v, has["certificate"]))
	seats := readSeats(has["seats"], mostSeats)
	has["game"].string("game")
	has["method"].string("method")
	has["seconds"].finite("seconds")
	concept := has["concept"].string("concept")
	require(concept == "correlated" || concept == "coarse correlated", "concept: not one of the two")
	optimum := has["optimum"].fraction("optimum")
	anarchy := readPrice(has["price_of_anarchy"], "price_of_anarchy")
	stability := readPrice(has["price_of_stability"], "price_of_stability")
	g := &profileGame{table: newTable(readSeatGame(held["form"], seats)), coarse: concept != "correlated", words: 1}
	for k, one := range has["pure_strategies"].each("pure_strategies", seats) {
		g.readOrder(one, k)
	}
	extremes := g.readExtremes(has["extremes"].list("extremes"), held["multipliers"].list("multipliers"), seats)
	var vertices []*distribution
	if has["vertices"].kind != null {
		for _, item := range has["vertices"].list("vertices") {
			vertices = append(vertices, g.readDistribution(item.fields("a vertex", "distribution", "payoffs")))
		}
	}
	var given *device
	if has["device"].kind != null {
		given = g.readDevice(has["device"])
	}
	g.sumUp()
	words := []string{concept}
	sums := map[int]*big.Rat{}
	for _, e := range extremes {
		g.demandExtreme(e)
		if e.seat < 0 {
			sums[e.sign] = e.worth
		}
		words = append(words, fmt.Sprintf("%+d %d %s", e.sign, e.seat, short(e.worth.RatString())))
	}
	demand(g.greatest().Cmp(optimum) == 0, "optimum: not the greatest sum of payoffs")
	demandPrice(anarchy, optimum, sums[-1], "price_of_anarchy")
	demandPrice(stability, optimum, sums[1], "price_of_stability")
	if has["vertices"].kind != null {
		g.vertices(vertices)
		words = append(words, fmt.Sprintf("all %d vertices", len(vertices)))
	}
	if given != nil {
		words = append(words, g.demandDevice(given))
	}
	j := seatStatement{kind: strings.Join(words, ", "), seats: seats, digest: sum}
	for _, own := range g.own {
		j.words = append(j.words, fmt.Sprintf("has %d pure strategies", len(own.sets)))
	}
	return j
}

// sumUp adds up the payoffs at every profile.
func (g *profileGame) sumUp() {
	g.affordable()
	for seat := range g.own {
		sums := g.table.paid(seat)
		for _, amount := range sums {
			g.words = max(g.words, amount.BitLen()/64+1)
		}
		g.paid = append(g.paid, sums)
	}
}

// greatest is the greatest sum of all payoffs at a profile.
func (g *profileGame) greatest() *big.Rat {
	sums := g.objective(-1)
	most := sums[0]
	for _, amount := range sums {
		if amount.Cmp(most) > 0 {
			most = amount
		}
	}
	return new(big.Rat).SetFrac(most, g.denominator)
}
