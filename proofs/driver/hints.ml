(* What the extracted checker takes as hints: a common denominator of a plan, and directions in which a plan
   can be moved both ways. Nothing here is trusted: a wrong hint makes the checker refuse. *)

open Reader

let most_plan_bits = 1 lsl 33
let most_mix_bits = 10_000_000
let most_direction_entries = 50_000_000

(* the plan of a strategy, and a common denominator of its weights *)
let plan seat (strategy : strategy) =
  let weights = Array.make seat.sequences Q.zero in
  weights.(0) <- Q.one;
  let next = ref 1 and common = ref Z.one in
  List.iter2
    (fun c mix ->
      (* where the plan has no weight, the checker adds the fractions up over the product of their denominators *)
      if Q.sign weights.(c.parent) = 0 then begin
        let bits = List.fold_left (fun bits (_, b) -> if Z.equal b Z.one then bits else bits + Z.numbits b) 0 mix in
        Verdict.demand (bits <= most_mix_bits) "the probabilities of a view are too long to be checked"
      end;
      List.iter
        (fun (a, b) ->
          let weight =
            if Q.sign weights.(c.parent) = 0 || Z.sign a = 0 then Q.zero else Q.mul weights.(c.parent) (Q.make a b) in
          weights.(!next) <- weight;
          let denominator = Q.den weight in
          if not (Z.divisible !common denominator) then begin
            common := Z.lcm !common denominator;
            Verdict.demand (Z.numbits !common <= most_plan_bits / seat.sequences) "a plan has numbers too long to be checked"
          end;
          incr next)
        mix)
    seat.infosets strategy;
  (weights, !common)

let scale seat strategy = snd (plan seat strategy)

(* For each information set that the plan reaches and each further action that it uses there: from the first
   used action to that one, and on with the first used action at every information set after them. With each the
   information set and the places there of the two actions. *)
let labelled_directions seat used =
  let infosets = Array.of_list seat.infosets in
  let first = Array.make (Array.length infosets) 0 and children = Array.make seat.sequences [] in
  let next = ref 1 in
  Array.iteri
    (fun c one ->
      first.(c) <- !next;
      children.(one.parent) <- c :: children.(one.parent);
      next := !next + one.count)
    infosets;
  let first_used c =
    let rec look s left =
      if left = 0 then Verdict.refuse "the probabilities of a view do not sum to 1"
      else if used s then s
      else look (s + 1) (left - 1) in
    look first.(c) infosets.(c).count in
  let size = ref 0 in
  let follow start sign out =
    let rec go left out =
      match left with
      | [] -> out
      | s :: left ->
        incr size;
        if !size > most_direction_entries then
          raise (Verdict.Not_for_this_checker "too many ways to move a plan, for this checker");
        go (List.fold_left (fun left c -> first_used c :: left) left children.(s)) ((s, sign) :: out) in
    go [ start ] out in
  let out = ref [] in
  Array.iteri
    (fun c one ->
      if used one.parent then begin
        let base = first_used c in
        for s = base + 1 to first.(c) + one.count - 1 do
          if used s then
            out := ((one, s - first.(c), base - first.(c)), follow s Z.one (follow base Z.minus_one [])) :: !out
        done
      end)
    infosets;
  !out

let directions seat strategy =
  let weights, _ = plan seat strategy in
  map snd (labelled_directions seat (fun s -> Q.sign weights.(s) > 0))
