(* Reads a sabot/solution/2, hands it to the proved core, and says what is proved. *)
open Json
let digits s =
  let s' = if String.length s > 0 && s.[0] = '-' then String.sub s 1 (String.length s - 1) else s in
  if s' = "" || not (String.for_all (fun c -> c >= '0' && c <= '9') s') then raise (Bad ("no whole number: " ^ s));
  Z.of_string s
let whole = function Num s | Str s -> digits s | _ -> raise (Bad "no whole number")
let small v = match v with Num s -> (match int_of_string_opt s with Some n when n >= 0 -> n | _ -> raise (Bad "no sequence")) | _ -> raise (Bad "no sequence")
let fraction v = let s = str v in
  match String.index_opt s '/' with
  | None -> (digits s, Z.one)
  | Some i ->
    let d = digits (String.sub s (i + 1) (String.length s - i - 1)) in
    if Z.sign d <= 0 || s.[i + 1] = '-' then raise (Bad "denominator"); (digits (String.sub s 0 i), d)
type seat = { name : string; cells : (string * string list * int) list }
let cells_of form name =
  { name; cells = List.map (fun c -> match arr c with
        | [v; a; p] -> (str v, List.map str (arr a), small p) | _ -> raise (Bad "cell")) (arr (get name (get "cells" form))) }
let strategy seat v =
  let o = obj v in
  if List.length o <> List.length seat.cells then raise (Bad "views");
  let h = Hashtbl.create 64 in List.iter (fun (k, v) -> Hashtbl.add h k v) o;
  List.map (fun (view, actions, _) ->
      let given = (try obj (Hashtbl.find h view) with Not_found -> raise (Bad ("no view " ^ view))) in
      List.iter (fun (a, _) -> if not (List.mem a actions) then raise (Bad ("no action " ^ a))) given;
      List.map (fun a -> match List.assoc_opt a given with Some f -> fraction f | None -> (Z.zero, Z.one)) actions) seat.cells
(* a common denominator of the plan: a hint only *)
let scale seat strat =
  let n = 1 + List.fold_left (fun k (_, a, _) -> k + List.length a) 0 seat.cells in
  let w = Array.make n Q.zero in w.(0) <- Q.one;
  let s = ref 1 and d = ref Z.one in
  List.iter2 (fun (_, _, p) b -> List.iter (fun (x, y) ->
      w.(!s) <- Q.mul w.(p) (Q.make x y); d := Z.lcm !d (Q.den w.(!s)); incr s) b) seat.cells strat;
  !d
(* the ways to move a plan to and fro: hints only *)
let moves seat strat =
  let cells = Array.of_list seat.cells in
  let n = 1 + Array.fold_left (fun k (_, a, _) -> k + List.length a) 0 cells in
  let used = Array.make n false and children = Array.make n [] in
  used.(0) <- true;
  let first = Array.make (Array.length cells) 0 in
  let s = ref 1 in
  List.iteri (fun c b -> let (_, _, p) = cells.(c) in
      children.(p) <- c :: children.(p); first.(c) <- !s;
      List.iter (fun (x, _) -> used.(!s) <- used.(p) && Z.sign x <> 0; incr s) b) strat;
  let actions c = let (_, a, _) = cells.(c) in List.filter (fun s -> used.(s)) (List.mapi (fun k _ -> first.(c) + k) a) in
  let rec on s acc = List.fold_left (fun acc c -> on (List.hd (actions c)) acc) (s :: acc) children.(s) in
  let out = ref [] in
  Array.iteri (fun c _ -> match actions c with
      | o :: rest -> let base = List.map (fun s -> (s, Z.minus_one)) (on o []) in
        List.iter (fun s -> out := (List.map (fun s -> (s, Z.one)) (on s []) @ base) :: !out) rest
      | [] -> ()) cells;
  !out
let rec nat acc n = if n = 0 then acc else nat (Core.S acc) (n - 1)
let pos s = Whole.positive (Z.of_int (s + 1))
type evidence = NotUnique of (Z.t * Z.t) list list * Z.t | Unique of (Z.t * Z.t) list list * Z.t * Z.t * (int * Z.t) list list
let ev = function
  | NotUnique (b, k) -> Core.NotUnique (b, k)
  | Unique (b, k, p, hs) -> Core.Unique (b, k, p, List.map (List.map (fun (s, a) -> (pos s, a))) hs)
let check e1 e2 c1 c2 es d va vb s1 s2 b1 b2 =
  let infosets = List.map (fun (p, n) -> (pos p, nat Core.O n)) in
  let m f l = List.rev (List.rev_map f l) in
  Core.check_certificate
    { Core.solution_game =
        { Core.infosets1 = infosets c1; infosets2 = infosets c2;
          entries = m (fun (i, j, a) -> ((pos i, pos j), a)) es; denominator = d };
      stated_numerator = va; stated_denominator = vb;
      strategy1 = s1; strategy2 = s2; plan1_denominator = b1; plan2_denominator = b2 } (ev e1) (ev e2)
let () =
  let t0 = Sys.time () in
  let file = Sys.argv.(1) in
  if not (Sys.file_exists file) then (prerr_endline "no such file"; exit 2);
  let ic = open_in_bin file in let text = really_input_string ic (in_channel_length ic) in
  try
    let doc = parse text in
    if str (get "schema" doc) <> "sabot/solution/2" then raise (Bad "schema");
    let seats = List.map str (arr (get "seats" doc)) in
    let one, two = match seats with [a; b] -> a, b | _ -> raise (Bad "seats") in
    let form = get "form" (get "certificate" doc) in
    let first, second, entries = match str (get "kind" form) with
      | "sequence" -> cells_of form one, cells_of form two,
        List.rev (List.rev_map (fun e -> match arr e with [i; j; a] -> (small i, small j, whole a) | _ -> raise (Bad "payoff")) (arr (get "payoffs" form)))
      | "matrix" ->
        let rows = List.map str (arr (get "rows" form)) and cols = List.map str (arr (get "columns" form)) in
        let pay = arr (get "payoffs" form) in
        if List.length pay <> List.length rows then raise (Bad "rows");
        { name = one; cells = [("-", rows, 0)] }, { name = two; cells = [("-", cols, 0)] },
        List.concat (List.mapi (fun i r -> let r = arr r in
          if List.length r <> List.length cols then raise (Bad "columns");
          List.mapi (fun j a -> (i + 1, j + 1, whole a)) r) pay)
      | _ -> raise (Bad "kind") in
    let pairs = Hashtbl.create 1000 in
    List.iter (fun (i, j, _) -> if Hashtbl.mem pairs (i, j) then raise (Bad "a pair twice"); Hashtbl.add pairs (i, j) ()) entries;
    let s1 = strategy first (get one (get "strategies" doc)) and s2 = strategy second (get two (get "strategies" doc)) in
    let va, vb = fraction (get "value" doc) in
    let seqs s = List.fold_left (fun k (_, a, _) -> k + List.length a) 1 s.cells in
    let t1 = Sys.time () in
    let uniq = get "uniqueness" (get "certificate" doc) in
    let evidence own foe own_name foe_strategy =
      let e = get own_name uniq in
      match get own_name (get "unique" doc) with
      | Bool false -> let b = strategy own (get "another" e) in NotUnique (b, scale own b)
      | Bool true ->
        let b = match List.assoc_opt "against" (obj e) with Some v -> strategy foe v | None -> foe_strategy in
        Unique (b, scale foe b, whole (get "prime" e), moves foe b)
      | _ -> raise (Bad "claim") in
    let e1 = evidence first second one s2 and e2 = evidence second first two s1 in
    let said = function Unique _ -> "the only optimal plan" | _ -> "one of several optimal plans" in
    let ok = check e1 e2 (List.map (fun (_, a, p) -> (p, List.length a)) first.cells)
        (List.map (fun (_, a, p) -> (p, List.length a)) second.cells) entries (whole (get "denominator" form))
        va vb s1 s2 (scale first s1) (scale second s2) in
    let t2 = Sys.time () in
    if ok then begin
      let short z = let s = Z.to_string z in if String.length s > 40 then String.sub s 0 37 ^ "..." else s in
      Printf.printf "PROVED of the form in %s (%d and %d sequences, %d payoffs):\n  the value is %s/%s, paid to %s, and the strategies given are optimal.\n"
        file (seqs first) (seqs second) (List.length entries) (short va) (short vb) one;
      Printf.printf "  %s: %s; %s: %s\n" one (said e1) two (said e2);
      Printf.printf "  cpu: reading %.3f s, core %.3f s\n" (t1 -. t0) (t2 -. t1) end
    else (Printf.printf "REFUSED %s (core %.3f s)\n" file (t2 -. t1); exit 1)
  with Bad m -> Printf.printf "REFUSED %s: %s\n" file m; exit 1
