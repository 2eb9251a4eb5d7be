(* What shows the claims of a theorem in one parameter: plans as polynomials, directions in which a plan can be moved, and
   an inverse of the equations. Nothing here is trusted: a wrong hint makes the checker refuse. *)

open Verdict
open Reader

let most_unknowns = 200
let most_sequences = 5000

let sign_at p t = Q.sign (Polynomial.value p t)

type plan = Polynomial.t array (* by sequence; that of the empty one is the denominator *)

let weights (plan : plan) =
  let found = ref Core.Leaf in
  Array.iteri (fun s p -> if not (Polynomial.is_zero p) then found := Core.PM.add (sequence s) (Polynomial.to_list p) !found) plan;
  !found

(* a strategy in numbers as a plan *)
let plan_of_strategy seat strategy : plan =
  let found, common = Hints.plan seat strategy in
  Array.map (fun w -> Polynomial.of_list [ Q.num (Q.mul w (Q.of_bigint common)) ]) found

(* a number of a range, strictly inside where there are such *)
let sample = function
  | Core.Point (Core.Rational (n, d)) -> Q.make n d
  | Core.Point (Core.Root (_, a, b, q)) -> Q.make (Z.add a b) (Z.mul (Z.of_int 2) q)
  | Core.Wholes (low, _) -> Q.of_bigint low
  | Core.Reals (_, low, high) -> (
    let low = Option.map (function Core.Rational (n, d) -> Q.make n d | Core.Root (_, _, b, q) -> Q.make b q) low
    and high = Option.map (function Core.Rational (n, d) -> Q.make n d | Core.Root (_, a, _, q) -> Q.make a q) high in
    match (low, high) with
    | None, None -> Q.zero
    | Some low, None -> Q.add low Q.one
    | None, Some high -> Q.sub high Q.one
    | Some low, Some high -> Q.div (Q.add low high) (Q.of_int 2))

let is_used range p =
  match range with
  | Core.Point (Core.Rational (n, d)) -> sign_at p (Q.make n d) <> 0
  | Core.Point (Core.Root (f, _, _, _)) -> not (Core.is_multiple_of f (Polynomial.to_list p))
  | _ -> not (Polynomial.is_zero p)

let named seat (c : infoset) = if c.view = "-" then seat.name else seat.name ^ " at " ^ c.view

(* For a claim that a plan is the only one, of the seat that is first in [game]: directions of the plan [against] of the
   other seat, and an inverse of the equations; those that the file names come first. *)
let only range game claim own foe (against : plan) names =
  let used s = is_used range against.(s) in
  let directions = Hints.labelled_directions foe used in
  let move entries = List.fold_left (fun m (s, a) -> Core.PM.add (sequence s) [ a ] m) Core.Leaf entries in
  (* an action may be met twice: on the way out and on the way back *)
  let joined entries =
    let sums = Hashtbl.create 16 in
    List.iter (fun (s, a) -> Hashtbl.replace sums s (Z.add a (Option.value ~default:Z.zero (Hashtbl.find_opt sums s)))) entries;
    Hashtbl.fold (fun s a found -> if Z.sign a = 0 then found else (s, a) :: found) sums [] in
  let moves = map (fun (_, entries) -> move (joined entries)) directions in
  let claim = { claim with Core.plan2 = weights against } in
  let unknowns, rows = Core.only_system range game claim moves in
  let n = List.length unknowns in
  if n > most_sequences then raise (Not_for_this_checker "more sequences than this checker solves for");
  let rows = Array.of_list (map (fun row -> Array.of_list (map Polynomial.of_list row)) rows) in
  let cells = Array.of_list own.infosets in
  let total = Array.length cells in
  (* the rows: the own information sets from the last to the first, then the directions *)
  let labels = Array.make (Array.length rows) "" in
  Array.iteri (fun c (one : infoset) -> labels.(total - 1 - c) <- named own one ^ ": the chances add up") cells;
  List.iteri
    (fun k (((one : infoset), s, base), _) ->
      labels.(total + k) <- Printf.sprintf "%s: %s earns as much as %s" (named foe one) (List.nth one.actions s) (List.nth one.actions base))
    directions;
  (* What is fixed: one action of an information set whose parent is 0 or fixed. Each is a combination of rows. *)
  let fixed = Array.make n None and row_taken = Array.make (Array.length rows) false in
  for c = 0 to total - 1 do
    let k = total - 1 - c in
    let filled = List.filter (fun j -> not (Polynomial.is_zero rows.(k).(j))) (List.init n Fun.id) in
    let here, above = List.partition (fun j -> Polynomial.equal rows.(k).(j) (Polynomial.neg Polynomial.one)) filled in
    match (here, above) with
    | [ j ], [] -> fixed.(j) <- Some [ (k, Z.minus_one) ]; row_taken.(k) <- true
    | [ j ], [ p ] when fixed.(p) <> None -> fixed.(j) <- Some ((k, Z.minus_one) :: Option.get fixed.(p)); row_taken.(k) <- true
    | _ -> ()
  done;
  let open_columns = Array.of_list (List.filter (fun j -> fixed.(j) = None) (List.init n Fun.id)) in
  let size = Array.length open_columns in
  if size > most_unknowns then raise (Not_for_this_checker "more unknown probabilities than this checker solves for");
  (* of the other rows, those that the file names first, some that are independent at one number of the range,
     modulo a prime *)
  let others = List.filter (fun k -> not row_taken.(k)) (List.init (Array.length rows) Fun.id) in
  let listed k = match names with None -> false | Some names -> List.mem labels.(k) names in
  let ordered = List.filter listed others @ List.filter (fun k -> not (listed k)) others in
  let t = sample range in
  let at = Polynomial.modulo (Q.num t) * Polynomial.inverse_mod (Polynomial.modulo (Q.den t)) mod Polynomial.prime in
  let basis = ref [] and chosen = ref [] in
  List.iter
    (fun k ->
      if List.length !chosen < size then begin
        let row = Array.map (fun j -> Polynomial.value_mod rows.(k).(j) at) open_columns in
        List.iter
          (fun (lead, other) ->
            let f = row.(lead) in
            if f <> 0 then Array.iteri (fun j a -> row.(j) <- (row.(j) + ((Polynomial.prime - f) * a mod Polynomial.prime)) mod Polynomial.prime) other)
          (List.rev !basis);
        let lead = ref (-1) in
        Array.iteri (fun j a -> if a <> 0 && !lead < 0 then lead := j) row;
        if !lead >= 0 then begin
          let f = Polynomial.inverse_mod row.(!lead) in
          basis := (!lead, Array.map (fun a -> a * f mod Polynomial.prime) row) :: !basis;
          chosen := k :: !chosen
        end
      end)
    ordered;
  if List.length !chosen < size then refuse "the equations do not fix the plan of %s" (short own.name);
  let chosen = Array.of_list (List.rev !chosen) in
  (* at one rational number the rows are numbers: brought to whole ones *)
  let factor, table =
    match range with
    | Core.Point (Core.Rational _) ->
      let at_point = Array.map (fun k -> Array.map (fun p -> Polynomial.value p t) rows.(k)) chosen in
      let factor = Array.map (Array.fold_left (fun d v -> Z.lcm d (Q.den v)) Z.one) at_point in
      (factor, Array.mapi (fun i row -> Array.map (fun v -> Polynomial.of_list [ Q.num (Q.mul v (Q.of_bigint factor.(i))) ]) row) at_point)
    | _ -> (Array.map (fun _ -> Z.one) chosen, Array.map (fun k -> rows.(k)) chosen) in
  let inverse, delta =
    if size = 0 then ([||], Polynomial.one)
    else Polynomial.left_inverse (Array.map (fun row -> Array.map (fun j -> row.(j)) open_columns) table) in
  let place_among = Array.make n (-1) in
  Array.iteri (fun i j -> place_among.(j) <- i) open_columns;
  let combination j =
    let sums = Hashtbl.create 16 in
    let put k p = Hashtbl.replace sums k (Polynomial.sub (Option.value ~default:Polynomial.zero (Hashtbl.find_opt sums k)) (Polynomial.neg p)) in
    let times p expression = List.iter (fun (k, z) -> put k (Polynomial.mul (Polynomial.of_list [ z ]) p)) expression in
    (match fixed.(j) with
     | Some expression -> times delta expression
     | None ->
       let row = inverse.(place_among.(j)) in
       Array.iteri (fun i p -> if not (Polynomial.is_zero p) then put chosen.(i) (Polynomial.mul (Polynomial.of_list [ factor.(i) ]) p)) row;
       (* what the fixed ones add is taken away *)
       Array.iteri
         (fun f expression ->
           match expression with
           | None -> ()
           | Some expression ->
             let rest = ref Polynomial.zero in
             Array.iteri (fun i p -> if not (Polynomial.is_zero p) then rest := Polynomial.sub !rest (Polynomial.mul p table.(i).(f))) row;
             if not (Polynomial.is_zero !rest) then times !rest expression)
         fixed);
    Hashtbl.fold
      (fun k p found -> if Polynomial.is_zero p then found else (Whole.positive (Z.of_int (k + 1)), Polynomial.to_list p) :: found)
      sums [] in
  let inverse = map combination (List.init n Fun.id) in
  Core.Only (weights against, { Core.moves; inverse; delta = Polynomial.to_list delta })

(* For a claim that there is another optimal plan: where it differs, first of all where the file says. *)
let several range (own_plan : plan) (another : plan) first =
  let gap s =
    Polynomial.sub (Polynomial.mul own_plan.(s) another.(0)) (Polynomial.mul another.(s) own_plan.(0)) in
  let differs s = s > 0 && s < Array.length own_plan && is_used range (gap s) in
  let rec look s = if s >= Array.length own_plan then None else if differs s then Some s else look (s + 1) in
  match (match first with Some s when differs s -> Some s | _ -> look 1) with
  | Some s -> Some (Core.Several (weights another, sequence s))
  | None -> None
