package main

// Solutions and certificates of a deal of one suit (section 7).

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

const (
	mostCards       = 18
	mostPayment     = 1000000
	valueCharacters = 9
)

var dealSeats = [2]string{"West", "East"}

var rankNames = []string{"2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"}

// deal is the cards, who leads, what was led already, and how it is played and paid.
type deal struct {
	letters string
	names   []string
	start   position
	led     int // -1, or the card that was led
	rule    string
	pays    []int // another number than a deal may pay is unpaid
	sign    int   // of what West is paid for a trick
	score   bool  // pays are neither alike nor for the last trick only
	*play
}

// unpaid is in the place of a payment that no such game has.
const unpaid = mostPayment + 1

// readRules reads the rule and the pays.
func (d *deal) readRules(rule, pays *value) {
	d.rule = rule.string("rule")
	require(d.rule == "relaxed" || d.rule == "greedy", "rule: must be relaxed or greedy")
	for _, item := range pays.list("pays") {
		amount, small := item.integer("pays"), unpaid
		if amount.CmpAbs(big.NewInt(mostPayment)) <= 0 {
			small = int(amount.Int64())
		}
		d.pays = append(d.pays, small)
	}
	require(len(d.pays) == d.start.tricks, "pays: must be %d", d.start.tricks)
}

// settle demands names in order (numbers, or rankNames) and pays that are all 1, all -1, or 0 except for a last 1 or -1; or a score.
func (d *deal) settle() {
	at := 0
	for _, name := range d.names {
		if same(toJSON(d.names), toJSON(d.numbers())) {
			break
		}
		for at < len(rankNames) && rankNames[at] != name {
			at++
		}
		demand(at < len(rankNames), "the names of the cards: must be ranks, the lowest first")
		at++
	}
	n := len(d.pays)
	last := d.pays[n-1]
	d.score = last != 1 && last != -1
	for _, amount := range d.pays[:n-1] {
		d.score = d.score || amount != d.pays[0] || amount != 0 && amount != last
	}
	d.sign = 1
	if last < 0 {
		d.sign = -1
	}
	d.play = &play{greedy: d.rule == "greedy", fewest: d.sign < 0, known: map[position][2]int32{}}
	before := 0
	for _, amount := range d.pays {
		demand(!d.score || d.greedy && amount >= before && amount <= mostPayment, "pays: must be alike, or only for the last trick, or of greedy whist and never falling")
		before = amount
		d.sizes = append([]int{d.sign * amount}, d.sizes...)
	}
	demand(last != 0, "pays: the last trick must be paid")
}

// lastOnly says whether only the last of several tricks is paid.
func (d *deal) lastOnly() bool { return len(d.pays) > 1 && !d.score && d.pays[0] == 0 }

func readLetters(v *value) *deal {
	d := &deal{letters: v.string("deal"), led: -1}
	n := len(d.letters) / 2
	require(n >= 1 && n <= mostCards, "deal: must be from 1 to %d cards each", mostCards)
	require(strings.Count(d.letters, "W") == n && strings.Count(d.letters, "E") == n && len(d.letters) == 2*n,
		"deal: must be as many letters W as E")
	d.start.tricks = n
	for k, letter := range d.letters {
		if letter == 'W' {
			d.start.west |= 1 << k
		}
	}
	return d
}

// call reads the names of the cards; without any they are numbers.
func (d *deal) call(names *value) {
	d.names = d.numbers()
	if names.kind != null {
		d.names = names.texts("the names of the cards")
		require(len(d.names) == len(d.letters), "the names of the cards: not as many as cards")
	}
}

func (d *deal) numbers() []string {
	found := make([]string, len(d.letters))
	for k := range found {
		found[k] = strconv.Itoa(k + 1)
	}
	return found
}

// leads sets who leads, and the card that was led already.
func (d *deal) leads(seat, led int) {
	d.start.leader, d.led = seat, led
	require(led < 0 || d.start.owner(led) == seat, "led: not a card of the leader")
}

// readAround demands the shape of what only a solution of a deal says, as far as that is not compared with what is computed.
func readAround(has map[string]*value) {
	has["game"].string("game")
	has["method"].string("method")
	has["seconds"].finite("seconds")
	for _, item := range has["line"].list("line") {
		for key, one := range item.fields("line", trickKeys...) {
			one.string(key)
		}
	}
}

// grammar demands the shape of what a solution and a certificate of a deal both say.
func (d *deal) grammar(has map[string]*value, seats *value) {
	require(same(seats, toJSON(dealSeats[:])), "seats: must be West and East")
	worth := has["value"].string("value")
	number, err := strconv.Atoi(worth)
	require(err == nil && strconv.Itoa(number) == worth && len(worth) <= valueCharacters,
		"value: must be the shortest text of an integer, of at most %d characters", valueCharacters)
	for _, one := range has["best"].list("best") {
		one.string("best")
	}
}

// facts are those of section 7, in the words of a file.
type facts struct {
	value  int // what West takes
	prices map[string]int
	best   []string
}

func (d *deal) facts() facts {
	f := facts{value: d.worth(d.start, d.led), prices: map[string]int{}}
	for _, card := range d.choices(d.start, d.led) {
		price := d.price(d.start, d.led, card)
		f.prices[d.names[card]] = price
		if price == f.value {
			f.best = append(f.best, d.names[card])
		}
	}
	return f
}

// unique demands the claims of uniqueness that are made.
func (d *deal) unique(claims [2]claim, f facts) {
	for seat, claimed := range claims {
		if claimed != open {
			demand(!d.score, "unique: not decided where tricks have a score")
			single := d.single(seat, d.start, d.led, f.value, map[question]bool{})
			demand(single == (claimed == yes), "unique: not so of %s", dealSeats[seat])
		}
	}
}

// toJSON writes something of maps, lists, texts and numbers as a value, to compare it with the file's.
func toJSON(thing any) *value {
	switch one := thing.(type) {
	case nil:
		return &value{kind: null}
	case bool:
		return &value{kind: boolean, truth: one}
	case int:
		return &value{kind: number, text: strconv.Itoa(one)}
	case string:
		return &value{kind: text, text: one}
	case []string:
		out := &value{kind: array}
		for _, item := range one {
			out.items = append(out.items, toJSON(item))
		}
		return out
	case map[string]int:
		return objectOf(one)
	case map[string]string:
		return objectOf(one)
	case map[string]map[string]string:
		return objectOf(one)
	case map[string]map[string]map[string]string:
		return objectOf(one)
	}
	panic(fmt.Sprintf("no JSON for %T", thing))
}

func objectOf[item any](items map[string]item) *value {
	out := &value{kind: object}
	for key, one := range items {
		out.keys, out.items = append(out.keys, key), append(out.items, toJSON(one))
	}
	return out
}

// diagonal is the signs of the pairs (i, i + k): 1 where West's i-th card beats East's (i+k)-th.
func (p position) diagonal(k int) []int {
	west, east := p.held(0), p.held(1)
	var signs []int
	for i := range west {
		if j := i + k; j >= 0 && j < len(east) {
			if west[i] > east[j] {
				signs = append(signs, 1)
			} else {
				signs = append(signs, -1)
			}
		}
	}
	return signs
}

func total(signs []int) int {
	sum := 0
	for _, one := range signs {
		sum += one
	}
	return sum
}

// crossing returns H_lower and H_upper.
func (p position) crossing() (int, int) {
	n := p.tricks
	for k := 1 - n; k < n; k++ {
		sum := total(p.diagonal(k))
		if sum == 0 {
			return k, k
		}
		if sum < 0 {
			if k == 1-n {
				return -n, -n
			}
			return k - 1, k
		}
	}
	return n, n
}

// exchanged is the deal with the hands in each other's place.
func (p position) exchanged() position {
	p.west ^= 1<<p.cards() - 1
	return p
}

// sort is the C of `case`, for West.
func (p position) sort(lower int) string {
	if p.owner(p.cards()-1) == 1 {
		return "IV"
	}
	if lower > 0 {
		return "I"
	}
	signs := p.diagonal(lower)
	if len(signs) > 2 && total(signs[1:len(signs)-1]) > 0 {
		return "II"
	}
	return "III"
}

// theory returns H and case; nil is null.
func (d *deal) theory(lower, upper int) (any, any) {
	h := 0
	switch {
	case d.sign > 0 && !d.score && !d.lastOnly():
		for leader := range dealSeats {
			h += d.worth(position{d.start.west, d.start.tricks, leader}, -1)
		}
		h -= d.start.tricks
	case d.greedy && upper > 0:
		h = upper
	case d.greedy:
		h = min(lower, 0)
	default:
		return nil, nil
	}
	if d.greedy || lower == upper {
		return h, nil
	}
	if h == upper {
		return h, d.start.sort(lower) + " for West"
	}
	return h, d.start.exchanged().sort(-upper) + " for East"
}

var trickKeys = []string{"lead", "led", "reply", "winner"}

// follow goes along the line: legal cards that keep the value, to the end; and returns the strategies along it.
func (d *deal) follow(line []*value, value int) map[string]map[string]map[string]string {
	found := map[string]map[string]map[string]string{"West": {}, "East": {}}
	here, led, need := d.start, d.led, value
	left := make([]int, len(d.letters)) // the cards that are left, by their places in the deal
	for k := range left {
		left[k] = k
	}
	var before []string
	demand(len(line) == here.tricks, "line: must go to the end")
	for _, item := range line {
		has := item.fields("line", trickKeys...)
		demand(has["lead"].string("lead") == dealSeats[here.leader], "line: another seat leads")
		cards := [2]int{}
		for k, key := range []string{"led", "reply"} {
			name := has[key].string(key)
			cards[k] = indexOf(left, indexOf(d.names, name))
			demand(cards[k] >= 0, "line: %s is not there", short(name))
			if k == 0 && led >= 0 {
				demand(cards[0] == led, "line: another card was led")
			} else {
				d.step(here, led, cards[k], need)
				turn := dealSeats[(here.leader+k)%2]
				found[turn][history(before)] = map[string]string{name: "1"}
			}
			before = append(before, name)
			led = cards[0]
		}
		next, winner := here.after(cards[0], cards[1])
		demand(has["winner"].string("winner") == dealSeats[winner], "line: another seat takes the trick")
		need -= d.taken(winner, here.tricks)
		left = drop(drop(left, max(cards[0], cards[1])), min(cards[0], cards[1]))
		here, led = next, -1
	}
	return found
}

// step demands that a card of the line may be played, and keeps the value.
func (d *deal) step(here position, led, card, need int) {
	legal := false
	for _, one := range d.choices(here, led) {
		legal = legal || one == card
	}
	demand(legal && d.price(here, led, card) == need, "line: a card that is not legal, or does not keep the value")
}

func history(before []string) string {
	if len(before) == 0 {
		return "-"
	}
	return strings.Join(before, ",")
}

// indexOf is the place of something in a list, -1 if it is not there.
func indexOf[item comparable](list []item, one item) int {
	for k, other := range list {
		if other == one {
			return k
		}
	}
	return -1
}

func drop(left []int, at int) []int {
	return append(append([]int{}, left[:at]...), left[at+1:]...)
}

var dealKeys = []string{
	"schema", "game", "seats", "value", "decimal", "strategies", "unique", "method", "seconds", "certificate", "deal", "n",
	"cards", "lead", "led", "turn", "prices", "best", "best_complete", "line", "line_complete", "no_certificate", "counts",
	"tricks", "H", "H_lower", "H_upper", "case",
}

// readDeal reads what is dealt from a solution.
func readDeal(has map[string]*value) *deal {
	d := readLetters(has["deal"])
	d.call(has["cards"])
	lead, led := indexOf(dealSeats[:], has["lead"].string("lead")), -1
	require(lead >= 0, "lead: must be West or East")
	if has["led"].kind != null {
		led = indexOf(d.names, has["led"].string("led"))
		require(led >= 0, "led: not a card")
	}
	d.leads(lead, led)
	return d
}

// around demands every fact of a solution, once what is dealt is known.
func (d *deal) around(has map[string]*value, f facts) {
	has["method"].string("method")
	has["seconds"].finite("seconds")
	due := func(key string, thing any) {
		demand(same(has[key], toJSON(thing)), "%s: not so", key)
	}
	n, turn := d.start.tricks, d.start.leader
	if d.led >= 0 {
		turn = 1 - turn
	}
	lower, upper := d.start.crossing()
	h, sort := d.theory(lower, upper)
	counts := "tricks"
	if d.score {
		counts = "the score"
	} else if d.lastOnly() {
		counts = "the last trick"
	}
	if n == 1 && !d.score && strings.HasPrefix(has["game"].text, "five-card") {
		counts = "the last trick"
	}
	for key, thing := range map[string]any{
		"value": strconv.Itoa(d.sign * f.value), "n": n, "turn": dealSeats[turn], "prices": f.prices,
		"best": f.best, "best_complete": true, "line_complete": true, "no_certificate": nil, "counts": counts,
		"tricks":  map[string]int{"West": f.value, "East": d.most(d.start) - f.value},
		"H_lower": lower, "H_upper": upper, "H": h, "case": sort,
		"strategies": d.follow(has["line"].list("line"), f.value),
	} {
		due(key, thing)
	}
	has["decimal"].nearest("decimal", big.NewRat(int64(d.sign*f.value), 1))
	demand(f.value != 0 || has["decimal"].text[0] != '-', "decimal: -0.0 is not the number of a deal")
}

func (d *deal) tell(f facts, claims [2]claim, sum string) statement {
	s := statement{kind: "deal", seats: dealSeats, value: strconv.Itoa(d.sign * f.value), digest: sum}
	for k, claimed := range claims {
		s.verdicts[k] = claimed.String()
		if claimed == open {
			s.verdicts[k] = "uniqueness not decided"
		}
	}
	return s
}

func checkDeal2(v *value) statement {
	has := v.fields("solution", dealKeys...)
	held := has["certificate"].fields("certificate", "form", "digest")
	sum := fits(held["digest"], outside(v, has["certificate"]))
	form := held["form"].fields("form", "kind", "rule", "pays")
	readAround(has)
	d := readDeal(has)
	d.readRules(form["rule"], form["pays"])
	d.grammar(has, has["seats"])
	var claims [2]claim
	for k, one := range has["unique"].bySeat("unique", dealSeats, false) {
		claims[k] = one.claim("unique")
	}
	d.settle()
	f := d.facts()
	d.around(has, f)
	d.unique(claims, f)
	return d.tell(f, claims, sum)
}

// dealCertificate is a deal of a sabot/certificate/1, read and not yet verified.
type dealCertificate struct {
	*deal
	has    map[string]*value
	claims [2]claim
	sum    string
}

func readDealCertificate(v *value) dealCertificate {
	has := v.fields("certificate", "schema", "game", "form", "value", "best", "uniqueness", "digest")
	require(has["schema"].string("schema") == "sabot/certificate/1", "certificate: of another schema")
	sum := fits(has["digest"], v.without("digest"))
	has["game"].string("game")
	form := has["form"].fields("form", "kind", "rule", "pays", "seats", "deal", "names", "lead", "led")
	d := readLetters(form["deal"])
	d.call(form["names"])
	lead, led := indexOf([]string{"W", "E"}, form["lead"].string("lead")), -1
	require(lead >= 0, "lead: must be W or E")
	if form["led"].kind != null {
		led = form["led"].index("led", len(d.letters)) - 1
		require(led >= 0, "led: not a card")
	}
	d.leads(lead, led)
	d.readRules(form["rule"], form["pays"])
	d.grammar(has, form["seats"])
	var claims [2]claim
	for k, one := range has["uniqueness"].bySeat("uniqueness", dealSeats, false) {
		claims[k] = one.fields("uniqueness", "unique")["unique"].claim("unique")
	}
	return dealCertificate{d, has, claims, sum}
}

// verify demands what a certificate claims.
func (c dealCertificate) verify() facts {
	c.settle()
	f := c.facts()
	demand(same(c.has["value"], toJSON(strconv.Itoa(c.sign*f.value))), "value: not so")
	demand(same(c.has["best"], toJSON(f.best)), "best: not so")
	c.unique(c.claims, f)
	return f
}

func checkDealAlone(v *value) statement {
	c := readDealCertificate(v)
	return c.tell(c.verify(), c.claims, c.sum)
}

func checkDeal1(v *value) statement {
	has := v.fields("solution", dealKeys...)
	held := readDealCertificate(has["certificate"])
	readAround(has)
	demand(same(has["game"], held.has["game"]), "game: not the same as in the certificate")
	f := held.verify()
	var led, names any
	if held.led >= 0 {
		led = held.names[held.led]
	}
	if held.names[0] != "1" {
		names = held.names
	}
	said := objectOf(map[string]any{"West": held.claims[0].json(), "East": held.claims[1].json()})
	for key, due := range map[string]*value{
		"deal": toJSON(held.letters), "lead": toJSON(dealSeats[held.start.leader]), "led": toJSON(led), "cards": toJSON(names),
		"seats": toJSON(dealSeats[:]), "unique": said,
	} {
		demand(same(has[key], due), "%s: not the same as in the certificate", key)
	}
	held.around(has, f)
	return held.tell(f, held.claims, held.sum)
}
