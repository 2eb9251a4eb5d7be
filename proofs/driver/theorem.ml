(* A theorem in one parameter (sabot/proof/1) for the extracted checker: what section 6 of
   docs/reference/certificate.md says of it. The list of inequalities of the file is not read, and of its
   bases only the names of equations, as hints: the checker finds out by itself what must hold and shows it.

   Trusted here: that the game, the ranges, the formulas and the claims that go to the checker are those of the file.
   What goes to the checker as part of the statement is a list of coefficients as it was read; Polynomial.t is only for
   hints. Plans, and value_parts, are evidence: the theorem is about the formulas. *)

open Verdict
open Reader
open Theorem_hints

let most_degree = 160
let most_bits = 200_000

(* polynomials *)

let polynomial what v =
  let found = map (whole what) (array what v) in
  require (List.length found <= most_degree + 1) (what ^ ": the degree is above 160");
  List.iter (fun c -> require (Z.numbits c <= most_bits) (what ^ ": a coefficient is too long")) found;
  (match List.rev found with last :: _ -> require (Z.sign last <> 0) (what ^ ": the last coefficient is 0") | [] -> ());
  found

(* Ends. A root is given to the checker with a part of the file's interval, in which the polynomial rises and which has no
   number in common with those of the other ends. The checker demands that a root is there. That the rest of the file's
   interval has no other root is decided here, by the checker's own test of signs. *)

let rational (above, below) = Q.make above below
let rational_boundary t = Core.Rational (Q.num t, Q.den t)
let most_root_bits = 20_000
let most_halvings = 2000

(* the polynomial is positive between two numbers, and at them *)
let has_sign p low high =
  Core.holds true (Core.Reals (false, Some (rational_boundary low), Some (rational_boundary high))) p

type place = Number of Q.t | Root of { f : Z.t list; given : Q.t * Q.t; mutable low : Q.t; mutable high : Q.t }

(* the half in which the root is *)
let halve f (low, high) =
  let middle = Q.div (Q.add low high) (Q.of_int 2) in
  let sign = sign_at (Polynomial.of_list f) middle in
  require (sign <> 0) "a root that is a fraction must be written as one";
  if sign < 0 then ((middle, high), (low, middle)) else ((low, middle), (middle, high))

let boundary = function
  | Number t -> rational_boundary t
  | Root r ->
    let below = Z.mul (Q.den r.low) (Q.den r.high) in
    let above t = Q.num (Q.mul t (Q.of_bigint below)) in
    Core.Root (r.f, above r.low, above r.high, below)

let root v =
  let get = fields "a root" [ "root_of"; "between" ] v in
  let f = polynomial "the polynomial of a root" (get "root_of") in
  let low, high = match array "between" (get "between") with
    | [ a; b ] -> (rational (fraction "between" a), rational (fraction "between" b))
    | _ -> malformed "a root is between two fractions" in
  let longest = List.fold_left (fun k z -> max k (Z.numbits z)) 0 (Q.num low :: Q.den low :: Q.num high :: Q.den high :: f) in
  require (longest * List.length f <= most_root_bits) "a root is named by numbers that are too long";
  let sign f t = sign_at (Polynomial.of_list f) t in
  require (Q.lt low high && sign f low * sign f high < 0) "a root is not the only root in its interval";
  let negative = map Z.neg f in
  let f, negative = if sign f low > 0 then (negative, f) else (f, negative) in
  let derivative = List.tl (List.mapi (fun k c -> Z.mul (Z.of_int k) c) f) in
  require (Polynomial.coprime (Polynomial.of_list f) (Polynomial.of_list derivative)) "the polynomial of a root has a double root";
  (* a fraction has a denominator that divides the leading coefficient *)
  let lead = Q.of_bigint (Z.abs (List.nth f (List.length f - 1))) in
  let rec narrow (low, high) = if Q.lt (Q.mul lead (Q.sub high low)) Q.one then (low, high) else narrow (fst (halve f (low, high))) in
  let near, far = narrow (low, high) in
  let candidate k = Q.div (Q.of_bigint k) lead in
  let floor = Z.fdiv (Q.num (Q.mul lead near)) (Q.den (Q.mul lead near)) in
  List.iter
    (fun k -> let t = candidate (Z.add floor (Z.of_int k)) in
      require (Q.lt t near || Q.gt t far || sign f t <> 0) "a root that is a fraction must be written as one")
    [ 0; 1; 2 ];
  (* an interval in which f rises, and nothing beside it *)
  let rec settle left (low, high) =
    if left = 0 then raise (Not_for_this_checker "a root in an interval too long for this checker");
    if has_sign derivative low high then (low, high)
    else begin
      let half, rest = halve f (low, high) in
      require (has_sign f (fst rest) (snd rest) || has_sign negative (fst rest) (snd rest)) "a root is not the only root in its interval";
      settle (left - 1) half
    end in
  let given = (low, high) in
  let low, high = settle most_halvings given in
  Root { f; given; low; high }

let place = function
  | Json.Null -> None
  | Json.Number _ as v -> Some (Number (Q.of_bigint (integer "an end" v)))
  | Json.Object _ as v -> Some (root v)
  | v -> Some (Number (rational (fraction "an end" v)))

let same_place a b =
  match (a, b) with
  | Number a, Number b -> Q.equal a b
  | Root a, Root b -> List.equal Z.equal a.f b.f && Q.equal (fst a.given) (fst b.given) && Q.equal (snd a.given) (snd b.given)
  | _ -> false

let bounds = function Number t -> (t, t) | Root r -> (r.low, r.high)

(* Two ends that follow each other: shortens the intervals of roots until they are apart. *)
let separate one two =
  let shorten = function
    | Root r -> let (low, high), _ = halve r.f (r.low, r.high) in r.low <- low; r.high <- high
    | Number _ -> () in
  let rec go left =
    if not (Q.lt (snd (bounds one)) (fst (bounds two))) then begin
      require (left > 0 && not (Q.leq (snd (bounds two)) (fst (bounds one)))) "a piece ends before it begins";
      shorten one;
      shorten two;
      go (left - 1)
    end in
  go most_halvings

let whole_place what = function Json.Null -> None | v -> Some (integer what v)

(* plans *)

let plan seat v : plan =
  let what = "a plan of " ^ short seat.name in
  let polynomial what v = Polynomial.of_list (polynomial what v) in
  let get = fields what [ "below"; "sure"; "tops" ] v in
  let below = polynomial what (get "below") in
  let found = Array.make seat.sequences Polynomial.zero and taken = Array.make seat.sequences false in
  found.(0) <- below;
  taken.(0) <- true;
  let put s p =
    require (s > 0 && s < seat.sequences && not taken.(s)) (what ^ " names a sequence twice, or one that is not there");
    taken.(s) <- true;
    found.(s) <- p in
  List.iter (fun v -> put (index what (max 0 (seat.sequences - 1)) v) below) (array what (get "sure"));
  List.iter
    (fun (key, v) ->
      require (all_digits key && String.length key < 10 && string_of_int (int_of_string key) = key) (what ^ " names a sequence that is not there");
      put (int_of_string key) (polynomial what v))
    (items what (get "tops"));
  found

(* the game *)

type game = { first : seat; second : seat; payoffs : (int * int * Z.t list) list; denominator : Z.t list }

let form v =
  let get = fields "the form" [ "seats"; "cells"; "denominator"; "payoffs" ] v in
  let names = seats (get "seats") in
  let first, second, payoffs = cells_and_payoffs names polynomial get in
  { first; second; payoffs; denominator = polynomial "the denominator" (get "denominator") }

let core_game game =
  { Core.infosets1 = infosets game.first; infosets2 = infosets game.second;
    entries = map (fun (i, j, p) -> ((sequence i, sequence j), p)) game.payoffs; denominator = game.denominator }

(* pieces *)

type claims = { first_claim : bool option; second_claim : bool option }

let claim what = function Json.Null -> None | v -> Some (boolean what v)

let claims names v =
  let one, two = by_seat "unique" names v in
  { first_claim = claim "a uniqueness claim" one; second_claim = claim "a uniqueness claim" two }

type piece = {
  range : Core.range;
  value : Polynomial.t * Polynomial.t;
  plans : plan * plan;
  said : claims;
  another : plan option * plan option;
  witness : plan option * plan option;
  core : Core.piece;
}

(* the further plans of a piece or a breakpoint, each beside the claim that it shows *)
let further key names seats due said get =
  match optional get key with
  | None -> (None, None)
  | Some v ->
    let given = items key v in
    List.iter (fun (name, _) -> require (name = fst names || name = snd names) (Printf.sprintf "%s is not a seat of %s" (short name) key)) given;
    let one name seat claim =
      match List.assoc_opt name given with
      | None -> None
      | Some v ->
        require (claim = Some due && optional get "certificate" = None) (key ^ " shows nothing that is claimed");
        Some (plan seat v) in
    (one (fst names) (fst seats) said.first_claim, one (snd names) (snd seats) said.second_claim)

let swap (a, b) = (b, a)

(* what a seat sees: the game, the claim and the plans with itself first *)
type side = { game : Core.poly Core.game; parts : Core.poly Core.claim; own : seat; foe : seat; own_plan : plan; foe_plan : plan }

let sides game core parts (plan1, plan2) =
  ( { game = core; parts; own = game.first; foe = game.second; own_plan = plan1; foe_plan = plan2 },
    { game = Core.swapped_form core; parts = Core.swapped_claim parts; own = game.second; foe = game.first; own_plan = plan2; foe_plan = plan1 } )

let only_by range side against names = only range side.game side.parts side.own side.foe against names

(* Value parts with a positive denominator. *)
let parts range (above, below) (plan1, plan2) =
  let above, below =
    if Q.sign (Polynomial.value below (sample range)) < 0 then (Polynomial.neg above, Polynomial.neg below) else (above, below) in
  { Core.value_numerator = Polynomial.to_list above; value_denominator = Polynomial.to_list below;
    plan1 = weights plan1; plan2 = weights plan2 }

(* A certificate at one number: accepted as such, of the same game there, with the same value and the same claims. *)
let certificate_at read game said value at v =
  let found = read v in
  let (form : Reader.form), stated, strategies, evidence = found in
  demand (not form.matrix) "a certificate at one value is not of a game in sequence form";
  let same_seat (a : seat) (b : seat) =
    a.name = b.name && map (fun (c : infoset) -> (c.view, c.actions, c.parent)) a.infosets = map (fun (c : infoset) -> (c.view, c.actions, c.parent)) b.infosets in
  demand (same_seat form.first game.first && same_seat form.second game.second) "a certificate at one value is of another game";
  let there = Hashtbl.create 1024 in
  List.iter (fun (i, j, a) -> Hashtbl.replace there (i, j) (Q.make a form.denominator)) form.payoffs;
  let scale = Polynomial.value (Polynomial.of_list game.denominator) at in
  demand (Q.sign scale <> 0) "the denominator of the payoffs is 0";
  List.iter
    (fun (i, j, p) ->
      let pair = (i, j) in
      let other = Option.value ~default:Q.zero (Hashtbl.find_opt there pair) in
      Hashtbl.remove there pair;
      demand (Q.equal (Q.div (Polynomial.value (Polynomial.of_list p) at) scale) other) "a certificate at one value is of another game")
    game.payoffs;
  Hashtbl.iter (fun _ a -> demand (Q.sign a = 0) "a certificate at one value is of another game") there;
  let above, below = value in
  let below = Polynomial.value below at in
  demand (Q.sign below <> 0 && Q.equal (Q.div (Polynomial.value above at) below) (rational stated)) "a certificate at one value has another value";
  let unique = function Core.Unique _ -> Some true | Core.NotUnique _ -> Some false in
  demand (said = { first_claim = unique (fst evidence); second_claim = unique (snd evidence) }) "a certificate at one value has other claims";
  (strategies, evidence)

let certified range side own_strategy = function
  | Core.NotUnique (another, _) ->
    let candidates = List.filter_map (fun s -> several range side.own_plan (plan_of_strategy side.own s) None) [ another; own_strategy ] in
    (match candidates with found :: _ -> found | [] -> refuse "a certificate at one value shows no second plan")
  | Core.Unique (against, _, _, _) -> only_by range side (plan_of_strategy side.foe against) None

let sequence_names seat =
  List.concat_map (fun (c : infoset) -> map (fun action -> if c.view = "-" then action else action ^ " at " ^ c.view) c.actions) seat.infosets

(* what the file says of equations, and where plans differ *)
let basis v =
  let get = fields "a basis" ~optional:[ "equations"; "differs" ] [ "used"; "tight" ] v in
  (Option.map (Reader.names "equations") (optional get "equations"), Option.map (text "where plans differ") (optional get "differs"))

let place_of seat name =
  let rec go s = function [] -> None | other :: rest -> if other = name then Some s else go (s + 1) rest in
  go 1 (sequence_names seat)

let evidence range side said another witness (equations, differs) =
  match said with
  | None -> Core.Unclaimed
  | Some true -> only_by range side (Option.value ~default:side.foe_plan witness) equations
  | Some false -> (
    match another with
    | None -> refuse "there is no other plan of %s, and its plan is said to be one of several" (short side.own.name)
    | Some plan -> (
      match several range side.own_plan plan (Option.bind differs (place_of side.own)) with
      | Some found -> found
      | None -> refuse "the two plans of %s are the same" (short side.own.name)))

(* So that nothing but the checker must be trusted for a claim: the evidence is of that claim. *)
let shows said (evidence : Core.evidence) =
  match (said, evidence) with
  | None, _ | Some true, Core.Only _ | Some false, Core.Several _ -> evidence
  | _ -> refuse "no evidence of a claim was found"

let strategy parameter range seat (plan : plan) v =
  let given = items "a strategy" v in
  require (List.length given = List.length seat.infosets) "the views of a strategy are not those of the seat";
  map
    (fun (c : infoset) ->
      let mix =
        match List.assoc_opt c.view given with
        | Some mix -> fields "the formulas of a view" c.actions mix
        | None -> malformed "a strategy has no view %s" (short c.view) in
      let found = map (fun action -> Formula.read parameter (mix action)) c.actions in
      if not (is_used range plan.(c.parent)) then begin
        let is n (above, below) = is_used range below && not (is_used range (Polynomial.sub above (Polynomial.mul n below))) in
        let sure = List.filter (fun (_, q) -> is Polynomial.one q) found and idle = List.filter (fun (_, q) -> is Polynomial.zero q) found in
        demand (List.length sure = 1 && List.length idle = c.count - 1) "at a view that is never reached no action has probability 1"
      end;
      map fst found)
    seat.infosets

let piece_keys = [ "from"; "to"; "value"; "strategies"; "unique"; "value_parts"; "plans"; "basis"; "inequalities" ]

(* [ends] are the places from which and to which the piece goes *)
let piece read_certificate names parameter game core ~whole (v, ends) =
  let get = fields "a piece" ~optional:[ "another"; "witness"; "certificate" ] piece_keys v in
  let range, single =
    if whole then
      match (whole_place "an end" (get "from"), whole_place "an end" (get "to")) with
      | Some low, Some high when Z.equal low high -> (Core.Point (Core.Rational (low, Z.one)), Some (Q.of_bigint low))
      | Some low, Some high when Z.lt low high -> (Core.Wholes (low, Some high), None)
      | Some low, None -> (Core.Wholes (low, None), None)
      | _ -> malformed "a piece over whole numbers has no start, or ends before it"
    else (Core.Reals (false, Option.map boundary (fst ends), Option.map boundary (snd ends)), None) in
  let said = claims names (get "unique") in
  let seats = (game.first, game.second) in
  let value = match array "value_parts" (get "value_parts") with
    | [ a; b ] -> (Polynomial.of_list (polynomial "the value" a), Polynomial.of_list (polynomial "the value" b))
    | _ -> malformed "the value is not a polynomial over a polynomial" in
  let plan1, plan2 = by_seat "plans" names (get "plans") in
  let plans = (plan game.first plan1, plan game.second plan2) in
  let another = further "another" names seats false said get and witness = further "witness" names (swap seats) true said get in
  ignore (array "inequalities" (get "inequalities"));
  let basis1, basis2 = by_seat "basis" names (get "basis") in
  let basis1 = basis basis1 and basis2 = basis basis2 in
  let strategies1, strategies2 = by_seat "strategies" names (get "strategies") in
  let value_formula, _ = Formula.read parameter (get "value") in
  let parts = parts range value plans in
  let formulas1 = strategy parameter range game.first (fst plans) strategies1
  and formulas2 = strategy parameter range game.second (snd plans) strategies2 in
  let side1, side2 = sides game core parts plans in
  let inner = Core.without_ends range in
  let evidence1, evidence2 =
    match (optional get "certificate", single) with
    | Some _, None -> refuse "a certificate is about one value only"
    | Some v, Some at ->
      let (s1, s2), (e1, e2) = certificate_at read_certificate game said value at v in
      (certified range side1 s1 e1, certified range side2 s2 e2)
    | None, _ ->
      ( evidence inner side1 said.first_claim (fst another) (fst witness) basis1,
        evidence inner side2 said.second_claim (snd another) (snd witness) basis2 ) in
  { range; value; plans; said; another; witness;
    core = { Core.values = range; parts; value_formula; formulas1; formulas2;
        evidence_of_first = shows said.first_claim evidence1; evidence_of_second = shows said.second_claim evidence2 } }

(* breakpoints: where pieces over the real numbers begin, meet and end *)

let breakpoint read_certificate names game core pieces number (v, due) =
  let get = fields "a breakpoint" ~optional:[ "certificate"; "another"; "witness" ] [ "at"; "unique" ] v in
  demand (match place (get "at") with Some at -> same_place at due | None -> false) "the breakpoints are not the ends of the pieces";
  let there = boundary due in
  let said = claims names (get "unique") in
  let seats = (game.first, game.second) in
  let own_another = further "another" names seats false said get and own_witness = further "witness" names (swap seats) true said get in
  let near = List.filteri (fun k _ -> k = number - 1 || k = number) pieces in
  let range = Core.Point there in
  let built piece evidence1 evidence2 =
    { Core.place = there; parts_there = parts range piece.value piece.plans;
      first_evidence_there = evidence1; second_evidence_there = evidence2 } in
  said,
  match optional get "certificate" with
  | Some v ->
    let piece = List.hd near in
    let at = match due with Number at -> at | Root _ -> refuse "a certificate is about a rational number" in
    let (s1, s2), (e1, e2) = certificate_at read_certificate game said piece.value at v in
    let side1, side2 = sides game core (parts range piece.value piece.plans) piece.plans in
    [ built piece (shows said.first_claim (certified range side1 s1 e1)) (shows said.second_claim (certified range side2 s2 e2)) ]
  | None ->
    let shown first claim =
      let pick (a, b) = if first then a else b in
      let candidates piece =
        let side = pick (sides game core (parts range piece.value piece.plans) piece.plans) in
        let finished evidence =
          let evidence = shows (Some claim) evidence in
          if first then built piece evidence Core.Unclaimed else built piece Core.Unclaimed evidence in
        if claim then
          let against = [ Some (Option.value ~default:side.foe_plan (pick piece.witness)); pick own_witness ] in
          map (fun plan () -> finished (only_by range side plan None)) (List.filter_map Fun.id against)
        else
          let others = List.concat_map (fun other -> (if other == piece then [] else [ pick other.plans ]) @ Option.to_list (pick other.another)) near in
          map
            (fun plan () -> match several range side.own_plan plan None with Some found -> finished found | None -> refuse "the same plan")
            (others @ Option.to_list (pick own_another)) in
      let rec try_ = function
        | [] -> refuse "at a breakpoint the uniqueness of %s is not as claimed" (short (pick names))
        | candidate :: rest -> (
          match candidate () with
          | found when Core.check_breakpoint core found -> found
          | _ -> try_ rest
          | exception Refused _ -> try_ rest) in
      try_ (List.concat_map candidates near) in
    (match said.first_claim with Some claim -> [ shown true claim ] | None -> [])
    @ (match said.second_claim with Some claim -> [ shown false claim ] | None -> [])

(* the document *)

let keys = [ "schema"; "game"; "parameter"; "domain"; "seats"; "form"; "pieces"; "reasons"; "digest" ]

let reasons =
  [ ("value", "the piece is one value of the parameter, and the number there is as it must be");
    ("shift", "p(a + x), a the start of the range, has no negative coefficient in x");
    ("parts",
     "the range is cut at the numbers that follow; at both ends of each part p is as it must be, and its ends are \
      neighbours, or p has no negative coefficient once they are sent to 0 and infinity; a last part without end is \
      settled as by shift");
    ("sturm",
     "p has no root inside the range, by Sturm's theorem, and is positive at the number that follows, which is inside; \
      where the ends count, it is not 0 at them");
    ("even",
     "p changes its sign nowhere inside the range (the product of its factors of odd multiplicity has no root there, by \
      Sturm's theorem), and is positive at the number that follows") ]

let is_name s = s <> "" && Formula.letter s.[0] && String.for_all (fun c -> Formula.letter c || Formula.is_digit c) s

(* what is said of an accepted theorem *)

let polynomial_text parameter coefficients =
  let term k c =
    let power = if k = 0 then "" else if k = 1 then parameter else Printf.sprintf "%s**%d" parameter k in
    let size = Z.to_string (Z.abs c) in
    (Z.sign c, if k = 0 then size else if size = "1" then power else size ^ "*" ^ power) in
  let terms = List.rev (List.filter (fun (sign, _) -> sign <> 0) (List.mapi term coefficients)) in
  let written k (sign, text) = (if sign < 0 then (if k = 0 then "-" else " - ") else if k = 0 then "" else " + ") ^ text in
  cut (String.concat "" (List.mapi written terms))

let place_text parameter = function
  | Number t -> cut (Q.to_string t)
  | Root { f; given = low, high; _ } ->
    Printf.sprintf "the root of %s between %s and %s" (polynomial_text parameter f) (cut (Q.to_string low)) (cut (Q.to_string high))

let domain_text parameter ~whole low high =
  let kind = if whole then "whole" else "real" in
  match (low, high) with
  | Some low, None -> Printf.sprintf "%s %s >= %s" kind parameter low
  | Some low, Some high -> Printf.sprintf "%s %s from %s to %s" kind parameter low high
  | None, Some high -> Printf.sprintf "%s %s <= %s" kind parameter high
  | None, None -> kind ^ " " ^ parameter

(* Over the real numbers uniqueness is claimed strictly between the ends of a piece; at the ends, by the breakpoints. *)
let statement ~about ~inside names pieces points =
  let claims said = Printf.sprintf "(%s %s, %s %s)" (Json.quoted (fst names)) (words said.first_claim) (Json.quoted (snd names)) (words said.second_claim) in
  let one = List.length pieces = 1 in
  let between = if not inside then "" else if one then ", between its ends" else ", between their ends" in
  let at = map (fun (place, said) -> Printf.sprintf "at %s %s" place (claims said)) points in
  Printf.sprintf "proved, theorem for every %s, %d %s%s %s" about (List.length pieces) (if one then "piece" else "pieces") between
    (String.concat ", " (String.concat " " (map (fun p -> claims p.said) pieces) :: at))

let proof_1 ~certificate ~fits v =
  let get = fields "the proof" ~optional:[ "breakpoints"; "classification"; "seconds" ] keys v in
  let digest = fits (get "digest") (Json.without [ "digest"; "seconds" ] v) in
  ignore (text "game" (get "game"));
  (match optional get "seconds" with Some v -> finite "seconds" v | None -> ());
  let parameter = text "the parameter" (get "parameter") in
  require (is_name parameter) "the parameter has no name that a formula can have";
  let game = form (get "form") in
  let names = (game.first.name, game.second.name) in
  demand (Json.same (get "seats") (Json.Array [ Json.Text (fst names); Json.Text (snd names) ])) "the seats are not those of the form";
  demand (Json.same (get "reasons") (Json.Object (map (fun (k, t) -> (k, Json.Text t)) reasons))) "the reasons are not those of the specification";
  let range_of = fields "the domain" [ "whole"; "from"; "to" ] (get "domain") in
  let whole = boolean "whole" (range_of "whole") in
  let core = core_game game in
  let given = array "the pieces" (get "pieces") in
  require (given <> []) "there are no pieces";
  let ends = map (fun v -> let get = fields "a piece" ~optional:[ "another"; "witness"; "certificate" ] piece_keys v in (get "from", get "to")) given in
  let rec follow due = function
    | [] -> ()
    | (low, high) :: rest ->
      demand (match due with None -> true | Some v -> Json.same low v) "the pieces leave a gap";
      ignore (if whole then None else place high);
      demand (high <> Json.Null || rest = []) "a piece without end is not the last one";
      let due = if whole && high <> Json.Null then Json.Number (Z.to_string (Z.succ (integer "an end" high))) else high in
      if rest = [] then demand (Json.same high (range_of "to")) "the pieces do not reach the end" else follow (Some due) rest in
  follow (Some (range_of "from")) ends;
  (* the ends of the pieces in order; each is read once *)
  let start = if whole then None else place (range_of "from") in
  let stops = map (fun (_, high) -> if whole then None else place high) ends in
  let rec apart = function Some one :: (Some two :: _ as rest) -> separate one two; apart rest | _ :: rest -> apart rest | [] -> () in
  apart (start :: stops);
  let rec pairs from = function [] -> [] | stop :: rest -> (from, stop) :: pairs stop rest in
  let stop = List.nth stops (List.length stops - 1) in
  let domain =
    if whole then
      match (whole_place "the domain" (range_of "from"), whole_place "the domain" (range_of "to")) with
      | Some low, high -> Core.Wholes (low, high)
      | None, _ -> malformed "a domain of whole numbers has no lower end"
    else Core.Reals (false, Option.map boundary start, Option.map boundary stop) in
  let pieces = map (piece certificate names parameter game core ~whole) (List.combine given (pairs start stops)) in
  let due = List.filter_map Fun.id (start :: stops) in
  let points =
    match optional get "breakpoints" with
    | None -> []
    | Some v ->
      require (not whole) "whole numbers have no breakpoints";
      let points = array "breakpoints" v in
      demand (List.length points = List.length due) "the breakpoints are not the ends of the pieces";
      let skipped = if start = None then 1 else 0 in
      List.mapi (fun k point -> breakpoint certificate names game core pieces (k + skipped) point) (List.combine points due) in
  let theorem =
    { Core.parameter = Formula.coq_string parameter; form = core; domain; pieces = map (fun p -> p.core) pieces;
      breakpoints = List.concat_map snd points } in
  if not (Core.check_theorem theorem) then refuse "the checker found no proof in it: a claim is not so, or it cannot show it";
  let end_text key place = if whole then Option.map Z.to_string (whole_place "the domain" (range_of key)) else Option.map (place_text parameter) place in
  let about = domain_text parameter ~whole (end_text "from" start) (end_text "to" stop) in
  let at_ends = List.map2 (fun place (said, _) -> (place_text parameter place, said)) (if points = [] then [] else due) points in
  statement ~about ~inside:(due <> []) names pieces at_ends
  ^ (if optional get "classification" = None then ", " else ", classification not checked, ") ^ digest
