package main

// Properties of a game for any number of seats (section 23).

import (
	"fmt"
	"math/big"
	"sort"
	"strings"
)

const (
	propertyProfiles = 20_000
	propertyWork     = 60_000_000
)

// strategic is a game by its profiles, numbered as the file lists the strategies; the last seat's change first.
type strategic struct {
	seats       []string
	sizes       []int
	steps       []int
	count       int
	paid        [][]*big.Int // of each seat, times the denominator
	denominator *big.Int
	words       int64
	work        int64
}

func (g *strategic) take(work int64) {
	g.work += work
	require(g.work <= propertyWork, "more work than properties may take")
	spend(work, "properties")
}

func newStrategic(p *profileGame, seats []string) *strategic {
	g := &strategic{seats: seats, count: p.profiles, denominator: p.denominator, words: int64(p.words)}
	g.steps = make([]int, len(seats))
	step := 1
	for k := len(seats) - 1; k >= 0; k-- {
		g.steps[k] = step
		step *= len(p.order[k])
	}
	for k := range seats {
		g.sizes = append(g.sizes, len(p.order[k]))
	}
	for _, table := range p.paid {
		own := make([]*big.Int, g.count)
		for at := range own {
			there := 0
			for k := range seats {
				there += p.order[k][g.choice(at, k)] * p.steps[k]
			}
			own[at] = table[there]
		}
		g.paid = append(g.paid, own)
	}
	return g
}

func (g *strategic) choice(at, seat int) int { return at / g.steps[seat] % g.sizes[seat] }

// line calls a function with the profiles in which only the strategy of a seat differs.
func (g *strategic) line(seat int, each func(places []int)) {
	g.take(int64(g.count) * g.words)
	for at := 0; at < g.count; at++ {
		if g.choice(at, seat) == 0 {
			places := make([]int, g.sizes[seat])
			for k := range places {
				places[k] = at + k*g.steps[seat]
			}
			each(places)
		}
	}
}

// small is an integer of a file; one beyond 30 bits is the number next to them, which names nothing.
func (v *value) small(where string) int {
	n := v.integer(where)
	if n.BitLen() > 30 {
		return n.Sign() << 30
	}
	return int(n.Int64())
}

func (v *value) numbers(where string) (found []int) {
	for _, item := range v.list(where) {
		found = append(found, item.small(where))
	}
	return found
}

// shape demands the grammar of a part of a file, whatever it claims.
type shape func(v *value)

func anInteger(v *value)  { v.integer("a number") }
func aFraction(v *value)  { v.fraction("a fraction") }
func aBoolean(v *value)   { v.truthOf("a boolean") }
func aMixture(v *value)   { readMix(v, "a mixture") }
func aProfile(v *value)   { listOf(anInteger)(v) }
func profiles(v *value)   { listOf(aProfile)(v) }
func theOrders(v *value)  { orNull(profiles)(v) }
func aProfileOr(v *value) { orNull(aProfile)(v) }

func orNull(own shape) shape {
	return func(v *value) {
		if v.kind != null {
			own(v)
		}
	}
}

func listOf(own shape) shape {
	return func(v *value) {
		for _, item := range v.list("a list") {
			own(item)
		}
	}
}

func oneOf(words ...string) shape {
	return func(v *value) {
		said := v.string("a verdict")
		known := false
		for _, word := range words {
			known = known || word == said
		}
		require(known, "%s is not a word for this", short(said))
	}
}

// record is the shape of an object with just these keys.
func record(parts map[string]shape) shape {
	return func(v *value) {
		var keys []string
		for key := range parts {
			keys = append(keys, key)
		}
		has := v.fields("an object", keys...)
		for key, own := range parts {
			own(has[key])
		}
	}
}

var propertyShapes = map[string]shape{
	"constant_sum":           orNull(aFraction),
	"strategically_zero_sum": orNull(aBoolean),
	"nondegenerate":          orNull(aBoolean),
	"degenerate_mix":         orNull(record(map[string]shape{"seat": anInteger, "mixture": aMixture, "responses": aProfile})),
	"pure_equilibria":        profiles,
	"strict_equilibria":      profiles,
	"dominant":               listOf(orNull(record(map[string]shape{"strategy": anInteger, "strict": aBoolean}))),
	"eliminations":           listOf(record(map[string]shape{"seat": anInteger, "removed": anInteger, "by": aMixture})),
	"survivors":              profiles,
	"dominance_solvable":     aBoolean,
	"potential": record(map[string]shape{
		"kind":   oneOf("exact", "weighted", "ordinal", "generalized ordinal", "none"),
		"values": orNull(listOf(aFraction)), "weights": orNull(listOf(aFraction)), "cycle": profiles,
		"four_cycles": listOf(record(map[string]shape{"profile": aProfile, "first": anInteger, "first_plays": anInteger,
			"second": anInteger, "second_plays": anInteger}))}),
	"supermodularity": record(map[string]shape{"verdict": orNull(oneOf("as listed", "reordered", "no")), "orders": theOrders,
		"least": aProfileOr, "greatest": aProfileOr,
		"witness": orNull(record(map[string]shape{"profile": aProfile, "seat": anInteger, "other": anInteger}))}),
	"symmetry": record(map[string]shape{"verdict": orNull(oneOf("as listed", "relabelled", "no")), "orders": theOrders,
		"witness": orNull(record(map[string]shape{"profile": aProfile, "seat": anInteger, "paid": anInteger}))}),
	"symmetric_equilibria": orNull(record(map[string]shape{"vertices": listOf(listOf(aFraction)), "subsets": profiles})),
}

// profile reads a strategy of each seat and returns it with its place.
func (g *strategic) profile(v *value, where string) ([]int, int) {
	found := v.numbers(where)
	demand(len(found) == len(g.sizes), "%s: must be a strategy of each seat", where)
	at := 0
	for k, choice := range found {
		demand(choice >= 0 && choice < g.sizes[k], "%s: there is no such strategy", where)
		at += choice * g.steps[k]
	}
	return found, at
}

func (g *strategic) seat(v *value, where string) int {
	seat := v.small(where)
	demand(seat >= 0 && seat < len(g.sizes), "%s: there is no such seat", where)
	return seat
}

func (g *strategic) strategy(v *value, seat int, where string) int {
	found := v.small(where)
	demand(found >= 0 && found < g.sizes[seat], "%s: there is no such strategy", where)
	return found
}

// share is a strategy of a mix with its weight.
type share struct {
	strategy int
	weight   *big.Int
}

// readMix reads strategies, rising, with probabilities.
func readMix(v *value, where string) (found []share, below *big.Int) {
	var chances []*big.Rat
	for _, item := range v.list(where) {
		cells := item.list(where)
		require(len(cells) == 2, "%s: must be strategies with probabilities", where)
		strategy := cells[0].small(where)
		require(len(found) == 0 || found[len(found)-1].strategy < strategy, "%s: not in order", where)
		found = append(found, share{strategy: strategy})
		chances = append(chances, cells[1].fraction(where))
	}
	tops, below := shares(chances, where)
	for k := range found {
		found[k].weight = tops[k]
	}
	return found, below
}

func (g *strategic) mix(v *value, seat int, where string) ([]share, *big.Int) {
	found, below := readMix(v, where)
	for _, one := range found {
		demand(one.strategy >= 0 && one.strategy < g.sizes[seat], "%s: there is no such strategy", where)
	}
	return found, below
}

// shares demands positive probabilities that sum to 1.
func shares(chances []*big.Rat, where string) ([]*big.Int, *big.Int) {
	tops, below := over(chances)
	sum := new(big.Int)
	for _, top := range tops {
		require(top.Sign() > 0, "%s: a probability is not positive", where)
		sum.Add(sum, top)
	}
	require(sum.Cmp(below) == 0, "%s: the probabilities do not sum to 1", where)
	return tops, below
}

func (g *strategic) sums(total, opposed *value) {
	same := true
	first := new(big.Int)
	for at := 0; at < g.count; at++ {
		sum := new(big.Int)
		for _, table := range g.paid {
			sum.Add(sum, table[at])
		}
		if at == 0 {
			first = sum
		}
		same = same && sum.Cmp(first) == 0
	}
	demand(same == (total.kind != null), "constant_sum: must be null if and only if the sum changes")
	if same {
		due := new(big.Rat).SetFrac(first, g.denominator)
		demand(due.Cmp(total.fraction("constant_sum")) == 0, "constant_sum: it is %s", short(due.RatString()))
	}
	if opposed.kind == null {
		return
	}
	demand(len(g.sizes) == 2, "strategically_zero_sum: only for two seats")
	demand(opposed.truthOf("strategically_zero_sum") == g.opposed(), "strategically_zero_sum: is the other")
}

// mixed is what the payoff of a seat changes by both deviations less what each changes alone.
func (g *strategic) mixed(seat, at, across, along int) *big.Int {
	t := g.paid[seat]
	sum := new(big.Int).Add(t[at+across+along], t[at])
	return sum.Sub(sum, t[at+across]).Sub(sum, t[at+along])
}

// opposed tells whether the mixed differences of the two seats are in one negative proportion.
func (g *strategic) opposed() bool {
	var one, two *big.Int
	for i := 1; i < g.sizes[0]; i++ {
		for j := 1; j < g.sizes[1]; j++ {
			a, b := g.mixed(0, 0, i*g.steps[0], j), g.mixed(1, 0, i*g.steps[0], j)
			if a.Sign() == 0 && b.Sign() == 0 {
				continue
			}
			if a.Sign()*b.Sign() >= 0 {
				return false
			}
			if one == nil {
				one, two = a, b
			}
			if new(big.Int).Mul(a, two).Cmp(new(big.Int).Mul(b, one)) != 0 {
				return false
			}
		}
	}
	return true
}

func (g *strategic) pure(listed, strict *value) map[int]bool {
	unstable, tied := make([]bool, g.count), make([]bool, g.count)
	for seat, table := range g.paid {
		g.line(seat, func(places []int) {
			best, many := g.most(table, places)
			for _, at := range places {
				unstable[at] = unstable[at] || table[at].Cmp(best) < 0
				tied[at] = tied[at] || many > 1
			}
		})
	}
	found := map[int]bool{}
	for _, want := range []struct {
		v      *value
		where  string
		strict bool
	}{{listed, "pure_equilibria", false}, {strict, "strict_equilibria", true}} {
		var due []int
		for at := range unstable {
			if !unstable[at] && !(want.strict && tied[at]) {
				due = append(due, at)
			}
		}
		items := want.v.list(want.where)
		demand(len(items) == len(due), "%s: there are %d", want.where, len(due))
		for k, item := range items {
			_, at := g.profile(item, want.where)
			demand(at == due[k], "%s: not those that are, in their order", want.where)
			found[at] = true
		}
	}
	return found
}

// most is the greatest payoff at some profiles, and how often it is paid.
func (g *strategic) most(table []*big.Int, places []int) (*big.Int, int) {
	best, many := table[places[0]], 0
	for _, at := range places {
		switch table[at].Cmp(best) {
		case 1:
			best, many = table[at], 1
		case 0:
			many++
		}
	}
	return best, many
}

func (g *strategic) dominant(items []*value) {
	demand(len(items) == len(g.sizes), "dominant: must be one for each seat")
	for seat, table := range g.paid {
		times, lines, alone := make([]int, g.sizes[seat]), 0, true
		g.line(seat, func(places []int) {
			best, many := g.most(table, places)
			lines++
			alone = alone && many == 1
			for k, at := range places {
				if table[at].Cmp(best) == 0 {
					times[k]++
				}
			}
		})
		due, many := 0, 0
		for k, n := range times {
			if n == lines {
				due = k
				many++
			}
		}
		demand((many == 1) == (items[seat].kind != null), "dominant: %s has one, or not", g.seats[seat])
		if many == 1 {
			has := items[seat].fields("dominant", "strategy", "strict")
			demand(g.strategy(has["strategy"], seat, "dominant") == due, "dominant: it is another strategy")
			demand(has["strict"].truthOf("strict") == alone, "dominant: strict is the other")
		}
	}
}

// others is the places of what is left of the other seats, the seat's own strategy being 0.
func (g *strategic) others(left [][]bool, seat int) []int {
	found := []int{0}
	for k := range g.sizes {
		if k == seat {
			continue
		}
		var next []int
		for _, base := range found {
			for choice := range left[k] {
				if left[k][choice] {
					next = append(next, base+choice*g.steps[k])
				}
			}
		}
		g.take(int64(len(next)))
		found = next
	}
	return found
}

func (g *strategic) eliminate(items []*value, survivors, solvable *value, beliefs []*belief) bool {
	left := make([][]bool, len(g.sizes))
	for k, size := range g.sizes {
		left[k] = make([]bool, size)
		for choice := range left[k] {
			left[k][choice] = true
		}
	}
	for _, item := range items {
		has := item.fields("an elimination", "seat", "removed", "by")
		seat := g.seat(has["seat"], "an elimination")
		removed := g.strategy(has["removed"], seat, "an elimination")
		by, below := g.mix(has["by"], seat, "an elimination")
		demand(left[seat][removed], "an elimination: the strategy is gone")
		for _, one := range by {
			demand(left[seat][one.strategy] && one.strategy != removed, "an elimination: a dominating strategy is gone")
		}
		places := g.others(left, seat)
		g.take(int64(len(places)*(len(by)+1)) * g.words * wordsOf(below))
		t, step := g.paid[seat], g.steps[seat]
		for _, base := range places {
			sum := new(big.Int).Mul(below, t[base+removed*step])
			sum.Neg(sum)
			for _, one := range by {
				sum.Add(sum, new(big.Int).Mul(one.weight, t[base+one.strategy*step]))
			}
			demand(sum.Sign() > 0, "an elimination: not strictly dominated by the mixture")
		}
		left[seat][removed] = false
	}
	listed := survivors.list("survivors")
	demand(len(listed) == len(left), "survivors: must be a list for each seat")
	alone, at := true, 0
	for seat, own := range left {
		var due []int
		for choice := range own {
			if own[choice] {
				due = append(due, choice)
			}
		}
		demand(fmt.Sprint(listed[seat].numbers("survivors")) == fmt.Sprint(due), "survivors: not what is left")
		if len(due) == 1 {
			continue
		}
		alone = false
		for _, choice := range due {
			demand(at < len(beliefs), "beliefs: one is missing")
			g.justified(beliefs[at], left, seat, choice)
			at++
		}
	}
	demand(at == len(beliefs), "beliefs: there are %d too many", len(beliefs)-at)
	demand(solvable.truthOf("dominance_solvable") == alone, "dominance_solvable: is the other")
	return alone
}

// belief is one as the file has it: profiles of the other seats with probabilities.
type belief struct {
	seat, strategy int
	rows           [][]int
	tops           []*big.Int
	below          *big.Int
}

func readBelief(v *value, seats int) *belief {
	cells := v.list("a belief")
	require(len(cells) == 3, "a belief: must be a seat, a strategy and a distribution")
	b := &belief{seat: cells[0].small("a belief"), strategy: cells[1].small("a belief")}
	var chances []*big.Rat
	for _, item := range cells[2].list("a belief") {
		row := item.list("a belief")
		require(len(row) == seats, "a belief: must have a strategy of each other seat and a probability")
		own := []int{}
		for _, cell := range row[:seats-1] {
			own = append(own, cell.small("a belief"))
		}
		require(len(b.rows) == 0 || lexicographic(b.rows[len(b.rows)-1], own), "a belief: not in order")
		b.rows = append(b.rows, own)
		chances = append(chances, row[seats-1].fraction("a belief"))
	}
	b.tops, b.below = shares(chances, "a belief")
	return b
}

// justified demands that a strategy is a best response to its belief among those left.
func (g *strategic) justified(b *belief, left [][]bool, seat, choice int) {
	demand(b.seat == seat && b.strategy == choice, "beliefs: not one for each strategy that survives, in order")
	var places []int
	for _, row := range b.rows {
		at, k := 0, 0
		for other := range g.sizes {
			if other == seat {
				continue
			}
			plays := row[k]
			demand(plays >= 0 && plays < g.sizes[other] && left[other][plays], "a belief: a strategy that is gone")
			at += plays * g.steps[other]
			k++
		}
		places = append(places, at)
	}
	tops, below := b.tops, b.below
	g.take(int64(len(places)*g.sizes[seat]) * g.words * wordsOf(below))
	worth := func(k int) *big.Int {
		sum := new(big.Int)
		for n, base := range places {
			sum.Add(sum, new(big.Int).Mul(tops[n], g.paid[seat][base+k*g.steps[seat]]))
		}
		return sum
	}
	own := worth(choice)
	for k := range left[seat] {
		demand(!left[seat][k] || worth(k).Cmp(own) <= 0, "a belief: the strategy is not a best response to it")
	}
}

// fourCycle reads a cycle of two deviations and what it changes for both seats.
func (g *strategic) fourCycle(v *value) (first, second int, one, two *big.Int) {
	where := "a cycle of four"
	has := v.fields(where, "profile", "first", "first_plays", "second", "second_plays")
	from, at := g.profile(has["profile"], where)
	first, second = g.seat(has["first"], where), g.seat(has["second"], where)
	demand(first != second, "%s: the seats are the same", where)
	across := (g.strategy(has["first_plays"], first, where) - from[first]) * g.steps[first]
	along := (g.strategy(has["second_plays"], second, where) - from[second]) * g.steps[second]
	return first, second, g.mixed(first, at, across, along), g.mixed(second, at, across, along)
}

func (g *strategic) potential(v *value) string {
	has := v.fields("potential", "kind", "values", "weights", "four_cycles", "cycle")
	kind := has["kind"].string("kind")
	rank := map[string]int{"exact": 1, "weighted": 2, "ordinal": 3, "generalized ordinal": 4, "none": 5}[kind]
	require(rank > 0, "potential: there is no such kind")
	fours, cycle := has["four_cycles"].list("four_cycles"), has["cycle"].list("cycle")
	demand((has["values"].kind == null) == (rank == 5), "values: if and only if there is a potential")
	demand((has["weights"].kind == null) == (rank != 2), "weights: if and only if the potential is weighted")
	demand((len(fours) > 0) == (rank == 2 || rank == 3), "four_cycles: not of this kind")
	demand((len(cycle) > 0) == (rank >= 4), "cycle: not of this kind")
	if rank < 5 {
		var numbers []*big.Rat
		for _, item := range has["values"].list("values") {
			numbers = append(numbers, item.fraction("values"))
		}
		demand(len(numbers) == g.count, "values: must be one for each profile")
		values, below := over(numbers)
		g.take(int64(g.count*len(g.sizes)) * wordsOf(below) * g.words)
		if rank <= 2 {
			g.cardinal(values, below, has["weights"])
		} else {
			g.ordinal(values, rank == 3)
		}
	}
	switch rank {
	case 2:
		demand(len(fours) == 1, "four_cycles: one refutes an exact potential")
		_, _, one, two := g.fourCycle(fours[0])
		demand(one.Cmp(two) != 0, "four_cycles: the gains sum to 0")
	case 3:
		g.weightless(fours)
	case 4, 5:
		g.cycle(cycle, rank == 5)
	}
	return kind
}

func (g *strategic) cardinal(values []*big.Int, below *big.Int, listed *value) {
	for seat, table := range g.paid {
		weight := big.NewRat(1, 1)
		if listed.kind != null {
			items := listed.list("weights")
			demand(len(items) == len(g.sizes), "weights: must be one for each seat")
			weight = items[seat].fraction("weights")
			demand(weight.Sign() > 0, "weights: one is not positive")
		}
		ours := new(big.Int).Mul(below, weight.Denom())
		theirs := new(big.Int).Mul(g.denominator, weight.Num())
		g.take(int64(g.count) * g.words * wordsOf(theirs))
		g.line(seat, func(places []int) {
			for _, at := range places[1:] {
				gain := new(big.Int).Sub(table[at], table[places[0]])
				rise := new(big.Int).Sub(values[at], values[places[0]])
				demand(gain.Mul(gain, ours).Cmp(rise.Mul(rise, theirs)) == 0, "the potential does not change as %s gains", g.seats[seat])
			}
		})
	}
}

// ordinal demands that values rise with every gain and, if weak, stay where nothing is gained.
func (g *strategic) ordinal(values []*big.Int, weak bool) {
	for seat, table := range g.paid {
		g.take(int64(g.count*g.sizes[seat]) * g.words)
		g.line(seat, func(places []int) {
			for _, a := range places {
				for _, b := range places {
					gain, rise := table[b].Cmp(table[a]), values[b].Cmp(values[a])
					demand(gain == rise || gain == 0 && !weak, "the potential does not rise as %s gains", g.seats[seat])
				}
			}
		})
	}
}

// weightless demands cycles that no positive weights satisfy.
func (g *strategic) weightless(items []*value) {
	ratio := big.NewRat(1, 1)
	start, before := -1, -1
	for k, item := range items {
		first, second, one, two := g.fourCycle(item)
		if one.Sign()*two.Sign() <= 0 {
			demand(len(items) == 1 && (one.Sign() != 0 || two.Sign() != 0), "four_cycles: one says nothing")
			return
		}
		if k == 0 {
			start = first
		} else {
			demand(first == before, "four_cycles: they do not follow each other")
		}
		before = second
		ratio.Mul(ratio, new(big.Rat).SetFrac(one, two))
	}
	demand(before == start, "four_cycles: they do not close")
	demand(ratio.Cmp(big.NewRat(1, 1)) != 0, "four_cycles: some weights satisfy them")
}

func (g *strategic) cycle(items []*value, all bool) {
	gains := 0
	last, lastAt := g.profile(items[len(items)-1], "cycle")
	for _, item := range items {
		here, at := g.profile(item, "cycle")
		moved, many := 0, 0
		for k := range here {
			if here[k] != last[k] {
				moved = k
				many++
			}
		}
		demand(many == 1, "cycle: a step is not a deviation of one seat")
		sign := g.paid[moved][at].Cmp(g.paid[moved][lastAt])
		demand(sign > 0 || sign == 0 && !all, "cycle: a deviation does not gain")
		if sign > 0 {
			gains++
		}
		last, lastAt = here, at
	}
	demand(gains > 0, "cycle: nothing gains")
}

// readOrders reads an order of the strategies of each seat, and tells whether all are as listed.
func (g *strategic) readOrders(v *value, where string) (found [][]int, listed bool) {
	demand(v.kind != null, "%s: must be one for each seat", where)
	items := v.list(where)
	demand(len(items) == len(g.sizes), "%s: must be one for each seat", where)
	listed = true
	for seat, item := range items {
		own := item.numbers(where)
		sorted := append([]int{}, own...)
		sort.Ints(sorted)
		demand(len(own) == g.sizes[seat], "%s: not all strategies", where)
		for k := range sorted {
			demand(sorted[k] == k, "%s: not all strategies, each once", where)
			listed = listed && own[k] == k
		}
		found = append(found, own)
	}
	return found, listed
}

// everyOrder calls a function with all orders of the strategies of seats from one on, until it returns true.
func (g *strategic) everyOrder(from int, try func(orders [][]int) bool) bool {
	many := big.NewInt(1)
	for _, size := range g.sizes[from:] {
		many.Mul(many, new(big.Int).MulRange(1, int64(size)))
		require(many.Cmp(big.NewInt(propertyWork)) <= 0, "too many orders of the strategies")
	}
	g.take(many.Int64())
	orders := make([][]int, len(g.sizes))
	for k, size := range g.sizes {
		for choice := 0; choice < size; choice++ {
			orders[k] = append(orders[k], choice)
		}
	}
	var permute func(seat, k int) bool
	permute = func(seat, k int) bool {
		if seat == len(g.sizes) {
			return try(orders)
		}
		own := orders[seat]
		if k == len(own) {
			return permute(seat+1, 0)
		}
		for n := k; n < len(own); n++ {
			own[k], own[n] = own[n], own[k]
			done := permute(seat, k+1)
			own[k], own[n] = own[n], own[k]
			if done {
				return true
			}
		}
		return false
	}
	return permute(from, 0)
}

// increasing tells whether no step up gains less after a step up of another seat.
func (g *strategic) increasing(orders [][]int) bool {
	for seat := range g.sizes {
		for other := range g.sizes {
			if other == seat {
				continue
			}
			for at := 0; at < g.count; at++ {
				if g.choice(at, seat) != 0 || g.choice(at, other) != 0 {
					continue
				}
				for a := 0; a+1 < g.sizes[seat]; a++ {
					g.take(int64(g.sizes[other]) * g.words)
					for b := 0; b+1 < g.sizes[other]; b++ {
						base := at + orders[seat][a]*g.steps[seat] + orders[other][b]*g.steps[other]
						across := (orders[seat][a+1] - orders[seat][a]) * g.steps[seat]
						along := (orders[other][b+1] - orders[other][b]) * g.steps[other]
						if g.mixed(seat, base, across, along).Sign() < 0 {
							return false
						}
					}
				}
			}
		}
	}
	return true
}

func (g *strategic) supermodular(v *value, pure map[int]bool) string {
	has := v.fields("supermodularity", "verdict", "orders", "least", "greatest", "witness")
	verdict := ""
	if has["verdict"].kind != null {
		verdict = has["verdict"].string("verdict")
		require(verdict == "as listed" || verdict == "reordered" || verdict == "no", "supermodularity: no such verdict")
	}
	switch verdict {
	case "as listed", "reordered":
		orders, listed := g.readOrders(has["orders"], "orders")
		demand(listed == (verdict == "as listed"), "orders: not as the verdict says")
		demand(g.increasing(orders), "orders: no increasing differences")
		g.extremes(has, orders, pure)
	default:
		demand(has["orders"].kind == null && has["least"].kind == null && has["greatest"].kind == null,
			"supermodularity: orders or equilibria without the property")
	}
	if verdict == "no" {
		demand(!g.everyOrder(0, g.increasing), "supermodularity: it is, in some orders")
	}
	demand((has["witness"].kind == null) == (verdict == "as listed"), "supermodularity: a witness unless as listed")
	if has["witness"].kind != null {
		where := "a step that gains less"
		told := has["witness"].fields(where, "profile", "seat", "other")
		from, at := g.profile(told["profile"], where)
		seat, other := g.seat(told["seat"], where), g.seat(told["other"], where)
		demand(seat != other && from[seat]+1 < g.sizes[seat] && from[other]+1 < g.sizes[other], "%s: no such step", where)
		demand(g.mixed(seat, at, g.steps[seat], g.steps[other]).Sign() < 0, "%s: it does not", where)
	}
	return verdict
}

// extremes demands equilibria that bound all pure ones in the orders.
func (g *strategic) extremes(has map[string]*value, orders [][]int, pure map[int]bool) {
	for _, name := range []string{"least", "greatest"} {
		demand(has[name].kind != null, "%s: is not there", name)
		end, at := g.profile(has[name], name)
		demand(pure[at], "%s: not an equilibrium", name)
		for seat, own := range orders {
			rank := make([]int, len(own))
			for k, choice := range own {
				rank[choice] = k
			}
			for other := range pure {
				gap := rank[g.choice(other, seat)] - rank[end[seat]]
				demand(gap == 0 || (gap > 0) == (name == "least"), "%s: it is not", name)
			}
		}
	}
}

// even tells whether the exchange of two neighbours leaves the relabelled game the same.
func (g *strategic) even(orders [][]int) bool {
	n := len(g.sizes)
	for _, size := range g.sizes {
		if size != g.sizes[0] {
			return false
		}
	}
	for seat := 0; seat+1 < n; seat++ {
		for at := 0; at < g.count; at++ {
			g.take(int64(n) * g.words)
			here, there := 0, 0
			for k := 0; k < n; k++ {
				role := k
				if k == seat {
					role = seat + 1
				} else if k == seat+1 {
					role = seat
				}
				here += orders[k][g.choice(at, k)] * g.steps[k]
				there += orders[k][g.choice(at, role)] * g.steps[k]
			}
			for k := 0; k < n; k++ {
				role := k
				if k == seat {
					role = seat + 1
				} else if k == seat+1 {
					role = seat
				}
				if g.paid[k][here].Cmp(g.paid[role][there]) != 0 {
					return false
				}
			}
		}
	}
	return true
}

func (g *strategic) symmetry(v *value) (string, [][]int) {
	has := v.fields("symmetry", "verdict", "orders", "witness")
	verdict := ""
	if has["verdict"].kind != null {
		verdict = has["verdict"].string("verdict")
		require(verdict == "as listed" || verdict == "relabelled" || verdict == "no", "symmetry: no such verdict")
	}
	alike := true
	for _, size := range g.sizes {
		alike = alike && size == g.sizes[0]
	}
	var orders [][]int
	if verdict == "as listed" || verdict == "relabelled" {
		var listed bool
		orders, listed = g.readOrders(has["orders"], "symmetry")
		demand(listed == (verdict == "as listed"), "symmetry: not as the verdict says")
		for k, choice := range orders[0] {
			demand(k == choice, "symmetry: the first seat's strategies are in another order")
		}
		demand(g.even(orders), "symmetry: an exchange of two seats changes the game")
	} else {
		demand(has["orders"].kind == null, "symmetry: orders without the property")
	}
	if verdict == "no" && alike {
		demand(!g.everyOrder(1, g.even), "symmetry: it is, with some relabelling")
	}
	demand((has["witness"].kind == null) == (!alike || verdict == "as listed"), "symmetry: a witness unless as listed")
	if has["witness"].kind != null {
		where := "an exchange"
		told := has["witness"].fields(where, "profile", "seat", "paid")
		from, at := g.profile(told["profile"], where)
		seat, paid := g.seat(told["seat"], where), g.seat(told["paid"], where)
		demand(seat+1 < len(g.sizes), "%s: there is no next seat", where)
		there := at + (from[seat+1]-from[seat])*g.steps[seat] + (from[seat]-from[seat+1])*g.steps[seat+1]
		role := paid
		if paid == seat {
			role = seat + 1
		} else if paid == seat+1 {
			role = seat
		}
		demand(g.paid[paid][at].Cmp(g.paid[role][there]) != 0, "%s: it changes nothing", where)
	}
	return verdict, orders
}

// corner is a vertex of a best-response polyhedron: which strategies it does not use, and which are best.
type corner struct {
	weights      []*big.Int
	unused, best []bool
	labels       int
}

// corners are the vertices of the polyhedron of mixes of columns with the best payoff of a row.
func (g *strategic) corners(rows [][]*big.Int) (found []corner) {
	lowest := rows[0][0]
	for _, row := range rows {
		for _, amount := range row {
			if amount.Cmp(lowest) < 0 {
				lowest = amount
			}
		}
	}
	lift := new(big.Int).Sub(big.NewInt(1), lowest)
	width := len(rows[0])
	planes := make([][]*big.Int, len(rows))
	for i, row := range rows {
		for _, amount := range row {
			up := new(big.Int).Add(amount, lift)
			planes[i] = append(planes[i], up.Neg(up))
		}
		planes[i] = append(planes[i], big.NewInt(1))
	}
	for _, one := range cutCone(width+1, planes) {
		c := corner{weights: one.x[:width], unused: make([]bool, width), best: make([]bool, len(rows))}
		g.take(int64(width*len(rows)) * g.words)
		for k, weight := range c.weights {
			if c.unused[k] = weight.Sign() == 0; c.unused[k] {
				c.labels++
			}
		}
		if c.labels == width {
			continue
		}
		for i, plane := range planes {
			sum := new(big.Int)
			for k, amount := range plane {
				sum.Add(sum, new(big.Int).Mul(amount, one.x[k]))
			}
			if c.best[i] = sum.Sign() == 0; c.best[i] {
				c.labels++
			}
		}
		found = append(found, c)
	}
	return found
}

// cutCone cuts the cone of vectors that are nowhere negative by planes.
func cutCone(size int, planes [][]*big.Int) []ray {
	defer func() {
		if fault := recover(); fault != nil {
			if _, long := fault.(tooLong); long {
				malformed("a polyhedron has too many vertices to be checked")
			}
			panic(fault)
		}
	}()
	c := newCone(size)
	for _, plane := range planes {
		c.cut(plane, false)
	}
	return c.rays
}

// matrix is what one of two seats is paid, by its own strategy and the other's.
func (g *strategic) matrix(seat int) (rows [][]*big.Int) {
	for i := 0; i < g.sizes[seat]; i++ {
		var row []*big.Int
		for j := 0; j < g.sizes[1-seat]; j++ {
			row = append(row, g.paid[seat][i*g.steps[seat]+j*g.steps[1-seat]])
		}
		rows = append(rows, row)
	}
	return rows
}

func (g *strategic) degenerate(has map[string]*value, pure int) string {
	claimed, witness, listed, unplayed := has["nondegenerate"], has["degenerate_mix"], has["equilibria"], has["unplayed_response"]
	if len(g.sizes) != 2 {
		tied := len(has["strict_equilibria"].list("strict_equilibria")) < pure
		return g.nplayerDegenerate(has, tied)
	}
	demand(listed == nil && unplayed == nil, "equilibria: only of other than two seats")
	if claimed.kind == null {
		demand(witness.kind == null, "degenerate_mix: only of a degenerate game")
		return "not decided"
	}
	simple := claimed.truthOf("nondegenerate")
	demand(simple == (witness.kind == null), "degenerate_mix: if and only if the game is degenerate")
	if simple {
		for seat := range g.sizes {
			rows := g.matrix(seat)
			for _, c := range g.corners(rows) {
				demand(c.labels <= len(rows[0]), "nondegenerate: a mix has too many best responses")
			}
		}
		return "nondegenerate"
	}
	where := "degenerate_mix"
	parts := witness.fields(where, "seat", "mixture", "responses")
	seat := g.seat(parts["seat"], where)
	mix, below := g.mix(parts["mixture"], seat, where)
	rows := g.matrix(1 - seat)
	g.take(int64(len(rows)*len(mix)) * g.words * wordsOf(below))
	var paid []*big.Int
	var best *big.Int
	for _, row := range rows {
		sum := new(big.Int)
		for _, one := range mix {
			sum.Add(sum, new(big.Int).Mul(one.weight, row[one.strategy]))
		}
		if paid = append(paid, sum); best == nil || sum.Cmp(best) > 0 {
			best = sum
		}
	}
	seen := map[int]bool{}
	for _, item := range parts["responses"].list(where) {
		k := g.strategy(item, 1-seat, where)
		demand(!seen[k] && paid[k].Cmp(best) == 0, "%s: not best responses, each once", where)
		seen[k] = true
	}
	demand(len(seen) > len(mix), "%s: not more than it mixes strategies", where)
	return "degenerate"
}

func (g *strategic) symmetricEquilibria(v *value, orders [][]int) string {
	if v.kind == null {
		return "not listed"
	}
	has := v.fields("symmetric_equilibria", "vertices", "subsets")
	demand(orders != nil && len(g.sizes) == 2, "symmetric_equilibria: of a symmetric game for two")
	var rows [][]*big.Int
	for _, row := range g.matrix(0) {
		var own []*big.Int
		for _, k := range orders[1] {
			own = append(own, row[k])
		}
		rows = append(rows, own)
	}
	size := len(rows)
	stable := map[string]corner{}
	for _, c := range g.corners(rows) {
		whole := true
		for k := range c.unused {
			whole = whole && (c.unused[k] || c.best[k])
		}
		if whole {
			sum := new(big.Int)
			for _, weight := range c.weights {
				sum.Add(sum, weight)
			}
			var name []string
			for _, weight := range c.weights {
				name = append(name, new(big.Rat).SetFrac(weight, sum).RatString())
			}
			stable[strings.Join(name, " ")] = c
		}
	}
	items := has["vertices"].list("vertices")
	demand(len(items) == len(stable), "symmetric_equilibria: there are %d extreme ones", len(stable))
	var listed []corner
	for _, item := range items {
		var name []string
		for _, chance := range item.list("a vertex") {
			name = append(name, chance.fraction("a vertex").RatString())
		}
		key := strings.Join(name, " ")
		c, in := stable[key]
		demand(in, "symmetric_equilibria: one is not extreme, or listed twice")
		delete(stable, key)
		listed = append(listed, c)
	}
	due := g.faces(listed, size)
	subsets := has["subsets"].list("subsets")
	demand(len(subsets) == len(due), "subsets: there are %d", len(due))
	for _, item := range subsets {
		name := fmt.Sprint(item.numbers("subsets"))
		demand(due[name], "subsets: not a maximal one, or listed twice")
		delete(due, name)
	}
	return fmt.Sprintf("all %d extreme", len(listed))
}

// faces are the maximal sets of vertices that share a label of every strategy. A closed set of vertices is one that
// holds all with the labels its members share; from each vertex they are grown one vertex at a time.
func (g *strategic) faces(listed []corner, size int) map[string]bool {
	grown := map[string][]int{}
	var grow func(members []int)
	grow = func(members []int) {
		g.take(int64(len(listed) * size))
		unused, best := make([]bool, size), make([]bool, size)
		for k := range unused {
			unused[k], best[k] = true, true
			for _, n := range members {
				unused[k] = unused[k] && listed[n].unused[k]
				best[k] = best[k] && listed[n].best[k]
			}
			if !unused[k] && !best[k] {
				return
			}
		}
		var closed []int
		for n, c := range listed {
			in := true
			for k := range unused {
				in = in && (!unused[k] || c.unused[k]) && (!best[k] || c.best[k])
			}
			if in {
				closed = append(closed, n)
			}
		}
		name := fmt.Sprint(closed)
		if grown[name] != nil {
			return
		}
		grown[name] = closed
		inside := map[int]bool{}
		for _, n := range closed {
			inside[n] = true
		}
		for n := range listed {
			if !inside[n] {
				grow(append(append([]int{}, closed...), n))
			}
		}
	}
	for n := range listed {
		grow([]int{n})
	}
	found := map[string]bool{}
	for _, one := range grown {
		largest := true
		for _, other := range grown {
			g.take(int64(len(one)))
			if len(other) > len(one) && within(one, other) {
				largest = false
			}
		}
		if largest {
			var numbers []int
			for _, n := range one {
				numbers = append(numbers, n+1)
			}
			found[fmt.Sprint(numbers)] = true
		}
	}
	return found
}

// within tells whether a sorted list of numbers is part of another.
func within(one, other []int) bool {
	k := 0
	for _, n := range other {
		if k < len(one) && one[k] == n {
			k++
		}
	}
	return k == len(one)
}

func checkProperties(v *value) seatStatement {
	has := v.fields("properties", "schema", "game", "seats", "pure_strategies", "constant_sum", "strategically_zero_sum",
		"nondegenerate", "degenerate_mix", "pure_equilibria", "strict_equilibria", "dominant", "eliminations", "survivors",
		"dominance_solvable", "potential", "supermodularity", "symmetry", "symmetric_equilibria", "method", "seconds",
		"certificate", "?equilibria", "?unplayed_response")
	demand(has["certificate"].kind != null, "no certificate: nothing is proved")
	held := has["certificate"].fields("certificate", "form", "beliefs", "digest")
	sum := fits(held["digest"], outside(v, has["certificate"]))
	seats := readSeats(has["seats"], mostSeats)
	has["game"].string("game")
	has["method"].string("method")
	has["seconds"].finite("seconds")
	for key, own := range propertyShapes {
		own(has[key])
	}
	if unplayed := has["unplayed_response"]; unplayed != nil {
		record(map[string]shape{"seat": anInteger, "response": anInteger})(unplayed)
	}
	p := &profileGame{table: newTable(readSeatGame(held["form"], seats)), words: 1}
	require(p.profiles <= propertyProfiles, "more profiles than properties are checked of")
	for k, one := range has["pure_strategies"].each("pure_strategies", seats) {
		p.readOrder(one, k)
	}
	var beliefs []*belief
	for _, item := range held["beliefs"].list("beliefs") {
		beliefs = append(beliefs, readBelief(item, len(seats)))
	}
	p.sumUp()
	g := newStrategic(p, seats)
	g.sums(has["constant_sum"], has["strategically_zero_sum"])
	pure := g.pure(has["pure_equilibria"], has["strict_equilibria"])
	g.dominant(has["dominant"].list("dominant"))
	solvable := g.eliminate(has["eliminations"].list("eliminations"), has["survivors"], has["dominance_solvable"], beliefs)
	kind := g.potential(has["potential"])
	rising := g.supermodular(has["supermodularity"], pure)
	even, orders := g.symmetry(has["symmetry"])
	words := fmt.Sprintf("properties, %d pure equilibria, dominance-solvable %t, potential %s, supermodular %q, symmetric %q, %s, "+
		"symmetric equilibria %s", len(pure), solvable, kind, rising, even,
		g.degenerate(has, len(pure)), g.symmetricEquilibria(has["symmetric_equilibria"], orders))
	j := seatStatement{kind: words, seats: seats, digest: sum}
	for _, size := range g.sizes {
		j.words = append(j.words, fmt.Sprintf("has %d pure strategies", size))
	}
	return j
}
