package main

// Sections 4 and 5: solutions of one game.

import (
	"math/big"
	"strconv"
)

// solved is a game with a claimed value and plans that have been shown to be optimal.
type solved struct {
	game   *game
	value  *big.Rat
	plans  [2]*plan
	tight  [2][]bool // of each seat, against the other's plan
	claims [2]claim
}

func settle(g *game, v *value, strategies *value) *solved {
	s := &solved{game: g, value: v.fraction("value")}
	seats := [2]string{g.sides[0].seat, g.sides[1].seat}
	for k, one := range strategies.bySeat("strategies", seats, false) {
		s.plans[k] = readStrategy(one, &g.sides[k], "the strategy")
	}
	for k := range s.plans {
		s.tight[1-k] = g.secures(k, s.plans[k], s.value, "the strategy")
	}
	return s
}

// evidence reads {"prime", "against"} or {"another"}, with "unique" where a certificate/1 has it; it returns what
// demands that it shows the claim. The evidence of both seats is read before any of it is judged.
func (s *solved) evidence(seat int, claimed claim, v *value, keys ...string) func() {
	g := s.game
	s.claims[seat] = claimed
	if claimed == no {
		has := v.fields("uniqueness", append(keys, "another")...)
		z := readStrategy(has["another"], &g.sides[seat], "another strategy")
		return func() {
			g.secures(seat, z, s.value, "another strategy")
			demand(!z.equal(s.plans[seat]), "the other strategy of %s is the same plan", g.sides[seat].seat)
		}
	}
	require(claimed == yes, "unique: must be true or false")
	has := v.fields("uniqueness", append(keys, "prime", "?against")...)
	p := has["prime"].index("prime", 1<<24-1)
	require(isOddPrime(int64(p)), "prime: %d is not an odd prime", p)
	if has["against"] == nil {
		return func() { g.only(seat, s.plans[1-seat], s.tight[seat], int64(p)) }
	}
	against := readStrategy(has["against"], &g.sides[1-seat], "the strategy against which")
	return func() {
		g.only(seat, against, g.secures(1-seat, against, s.value, "the strategy against which"), int64(p))
	}
}

func (s *solved) offPath(v *value) {
	g := s.game
	for k, one := range v.bySeat("off_path", [2]string{g.sides[0].seat, g.sides[1].seat}, false) {
		g.offPath(k, s.plans[k], s.plans[1-k], one)
	}
}

// around demands the claims of a solution that follow from the rest: decimal, unique_behaviour, unreachable.
func (s *solved) around(has map[string]*value, seats [2]string) {
	has["method"].string("method")
	has["seconds"].finite("seconds")
	has["decimal"].nearest("decimal", s.value)
	for k, one := range has["unique_behaviour"].bySeat("unique_behaviour", seats, false) {
		holds := s.claims[k] == yes
		for _, c := range s.game.sides[k].cells {
			holds = holds && s.plans[k].uses(c.parent)
		}
		demand(one.truthOf("unique_behaviour") == holds, "unique_behaviour of %s is not so", seats[k])
	}
	if has["unreachable"] == nil {
		return
	}
	for k, one := range has["unreachable"].bySeat("unreachable", seats, true) {
		if one == nil {
			continue
		}
		for _, view := range one.texts("unreachable") {
			demand(!s.game.sides[k].views[view], "unreachable: %q is a view of %s", view, seats[k])
		}
	}
}

const maxFloat = 1.7976931348623157e308

// nearest demands the double nearest to a number, written like one; null beyond the doubles.
func (v *value) nearest(where string, exact *big.Rat) {
	double, _ := exact.Float64()
	if double > maxFloat || double < -maxFloat {
		demand(v.kind == null, "%s: is beyond the doubles, so must be null", where)
		return
	}
	demand(v.kind == number, "%s: is not the number nearest to what it is", where)
	_, isInteger := decimal(v.text, true)
	told, err := strconv.ParseFloat(v.text, 64)
	demand(!isInteger && err == nil && told == double, "%s: is not the number nearest to what it is", where)
}

var solutionKeys = []string{
	"schema", "game", "seats", "value", "decimal", "strategies", "unique", "unique_behaviour", "off_path",
	"?unreachable", "method", "seconds", "certificate",
}

func fits(v *value, document *value) string {
	told := v.string("digest")
	demand(told == digest(document), "the digest does not fit")
	return told
}

// digestFirst demands that there is evidence and that the digest fits before anything else is read, so that a file
// with an accident in it is refused for that. Where there is no digest, the reader says what is missing.
func digestFirst(v *value, schema string) {
	switch schema {
	case "sabot/certificate/1":
		if form := v.inner("form"); form != nil && form.kind == object {
			v.sealed(v.without("digest"))
		}
		return
	case "sabot/proof/1", "sabot/threshold-proof/1", "sabot/pair-proof/1", "sabot/nash-proof/1":
		v.sealed(v.without("digest", "seconds"))
		return
	}
	held := v.inner("certificate")
	demand(held == nil || held.kind != null, "no certificate: nothing is proved")
	switch schema {
	case "sabot/solution/1":
		if named := held.inner("schema"); named != nil && named.kind == text && named.text == "sabot/certificate/1" {
			digestFirst(held, named.text)
		}
	case "sabot/solution/2":
		if form := held.inner("form"); form != nil && form.kind == object {
			held.sealed(outside(v, held))
		}
	default:
		if held != nil && held.kind == object {
			held.sealed(outside(v, held))
		}
	}
}

// sealed demands that the digest in an object is that of a document.
func (v *value) sealed(document *value) {
	if told := v.inner("digest"); told != nil {
		demand(same(told, toJSON(digest(document))), "the digest does not fit")
	}
}

// outside is what the digest of a document that holds its evidence inside is about.
func outside(v, certificate *value) *value {
	rest := v.without("method", "seconds", "decimal", "gap", "certificate")
	rest.keys = append(rest.keys, "certificate")
	rest.items = append(rest.items, certificate.without("digest"))
	return rest
}

// isDeal looks for the form of a deal before anything is demanded of the keys around it.
func isDeal(v *value) bool {
	if held := v.inner("certificate"); held != nil {
		v = held
	}
	kind := v.inner("form").inner("kind")
	return kind != nil && kind.kind == text && kind.text == "tricks"
}

func checkSolution2(v *value) statement {
	has := v.fields("solution", solutionKeys...)
	seats := has["seats"].seats("seats")
	held := has["certificate"].fields("certificate", "form", "uniqueness", "digest")
	sum := fits(held["digest"], outside(v, has["certificate"]))
	has["game"].string("game")
	s := settle(readForm(held["form"], seats, false, true), has["value"], has["strategies"])
	claims := has["unique"].bySeat("unique", seats, false)
	var shows [2]func()
	for k, one := range held["uniqueness"].bySeat("uniqueness", seats, false) {
		shows[k] = s.evidence(k, claims[k].claim("unique"), one)
	}
	for _, show := range shows {
		show()
	}
	s.offPath(has["off_path"])
	s.around(has, seats)
	return s.statement(sum)
}

func checkCertificate1(v *value) (*solved, string) {
	has := v.fields("certificate", "schema", "game", "form", "value", "strategies", "uniqueness", "?off_path", "digest")
	require(has["schema"].string("schema") == "sabot/certificate/1", "certificate: of another schema")
	sum := fits(has["digest"], v.without("digest"))
	has["game"].string("game")
	seats := formSeats(has["form"])
	s := settle(readForm(has["form"], seats, true, false), has["value"], has["strategies"])
	var shows [2]func()
	for k, one := range has["uniqueness"].bySeat("uniqueness", seats, false) {
		claimed := open
		if told := one.byKey("uniqueness")["unique"]; told != nil {
			claimed = told.claim("unique")
		}
		shows[k] = s.evidence(k, claimed, one, "unique")
	}
	for _, show := range shows {
		show()
	}
	if has["off_path"] != nil {
		s.offPath(has["off_path"])
	}
	return s, sum
}

func checkCertificateAlone(v *value) statement {
	s, sum := checkCertificate1(v)
	return s.statement(sum)
}

func formSeats(form *value) [2]string {
	told := form.byKey("form")["seats"]
	require(told != nil, "form: seats are missing")
	return told.seats("seats")
}

func checkSolution1(v *value) statement {
	has := v.fields("solution", solutionKeys...)
	s, sum := checkCertificate1(has["certificate"])
	held := has["certificate"].fields("certificate", "schema", "game", "form", "value", "strategies", "uniqueness", "off_path", "digest")
	for _, key := range []string{"game", "value", "strategies", "off_path"} {
		demand(same(has[key], held[key]), "%s: not the same as in the certificate", key)
	}
	seats := s.game.seats()
	demand(same(has["seats"], toJSON(seats[:])), "seats: not the same as in the certificate")
	claims := map[string]bool{seats[0]: s.claims[0] == yes, seats[1]: s.claims[1] == yes}
	demand(same(has["unique"], objectOf(claims)), "unique: not the same as in the certificate")
	s.around(has, seats)
	return s.statement(sum)
}

func (g *game) kind() string {
	if g.matrix {
		return "matrix"
	}
	return "sequence"
}

func (g *game) seats() [2]string { return [2]string{g.sides[0].seat, g.sides[1].seat} }

func (s *solved) statement(sum string) statement {
	return statement{
		kind: s.game.kind(), seats: s.game.seats(), digest: sum, value: s.value.RatString(),
		verdicts: [2]string{s.claims[0].String(), s.claims[1].String()},
	}
}
