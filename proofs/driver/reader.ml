(* What section 1 calls text, whole, fraction and so on, and the games and strategies of section 2, as the
   extracted checker takes them. *)

open Verdict
open Json

let map f items = List.rev (List.rev_map f items)
let short = Json.short
let cut s = if String.length s > 200 then String.sub s 0 200 ^ "..." else s

(* objects *)

let items what = function Object items -> items | _ -> malformed "%s is not an object" what

(* an object with just these keys, and perhaps the optional ones *)
let fields ?(optional = []) what keys v =
  let found = items what v in
  List.iter (fun (key, _) -> require (List.mem key keys || List.mem key optional) (Printf.sprintf "%s is not a key of %s" (short key) what)) found;
  List.iter (fun key -> require (List.mem_assoc key found) (Printf.sprintf "%s is missing in %s" (short key) what)) keys;
  fun key -> List.assoc key found

(* what an optional key holds *)
let optional get key = match get key with v -> Some v | exception Not_found -> None

let by_seat what (one, two) v =
  let get = fields what [ one; two ] v in
  (get one, get two)

(* values *)

let array what = function Array items -> items | _ -> malformed "%s is not an array" what
let text what = function Text s -> s | _ -> malformed "%s is not a text" what
let boolean what = function Bool b -> b | _ -> malformed "%s is not true or false" what

let different what names =
  let seen = Hashtbl.create 16 in
  List.iter
    (fun name ->
      require (not (Hashtbl.mem seen name)) (Printf.sprintf "%s: %s is given twice" what (short name));
      Hashtbl.add seen name ())
    names;
  names

let texts what v = different what (map (text what) (array what v))

let names what v =
  let found = texts what v in
  require (found <> []) (what ^ ": must not be empty");
  found

let seats v =
  match texts "seats" v with
  | [ one; two ] when one <> "" && two <> "" -> (one, two)
  | _ -> malformed "the seats are not two names"

let all_digits s = s <> "" && String.for_all (fun c -> c >= '0' && c <= '9') s
let whole_characters = 200_000

let digits what ~signed s =
  let bare = if signed && s <> "" && s.[0] = '-' then String.sub s 1 (String.length s - 1) else s in
  require (all_digits bare && String.length s <= whole_characters) (Printf.sprintf "%s: %s is not a whole number" what (short s));
  Z.of_string s

let integer what = function
  | Number s -> digits what ~signed:true s
  | _ -> malformed "%s is not an integer" what

let index what most v =
  let found = integer what v in
  require (Z.sign found >= 0 && Z.leq found (Z.of_int most)) (Printf.sprintf "%s: not from 0 to %d" what most);
  Z.to_int found

let whole what = function
  | Number s | Text s -> digits what ~signed:true s
  | _ -> malformed "%s is not a whole number" what

let fraction what v =
  let s = text what v in
  match String.index_opt s '/' with
  | None -> (digits what ~signed:true s, Z.one)
  | Some at ->
    let below = digits what ~signed:false (String.sub s (at + 1) (String.length s - at - 1)) in
    require (Z.sign below > 0) (what ^ ": the denominator is 0");
    (digits what ~signed:true (String.sub s 0 at), below)

let is_float s = String.exists (fun c -> c = '.' || c = 'e' || c = 'E') s

let finite what = function
  | Number s -> require ((not (is_float s)) || Float.is_finite (float_of_string s)) (what ^ " is beyond the doubles")
  | _ -> malformed "%s is not a number" what

(* The double nearest to a fraction, ties to even; None beyond the doubles. *)
let nearest_double top below =
  let size = Z.abs top in
  let rec scaled exponent =
    let unit = Z.shift_left below (max exponent 0) in
    let found, rest = Z.div_rem (Z.shift_left size (max (-exponent) 0)) unit in
    if Z.numbits found > 53 then scaled (exponent + 1)
    else
      let twice = Z.compare (Z.shift_left rest 1) unit in
      let found = if twice > 0 || (twice = 0 && Z.is_odd found) then Z.succ found else found in
      Float.ldexp (Z.to_float found) exponent in
  let found = scaled (max (Z.numbits size - Z.numbits below - 53) (-1074)) in
  if Float.is_finite found then Some (if Z.sign top < 0 then -.found else found) else None

let nearest what (top, below) v =
  match (v, nearest_double top below) with
  | Null, None -> ()
  | Number s, Some exact when is_float s ->
    demand (float_of_string s = exact) (what ^ " is not the double nearest to the exact number")
  | _ -> refuse "%s is not the double nearest to the exact number" what

(* uniqueness, in the words of the statement *)
let words = function Some true -> "unique" | Some false -> "not unique" | None -> "nothing claimed"

(* games *)

type infoset = { view : string; actions : string list; count : int; parent : int }
type seat = { name : string; infosets : infoset list; sequences : int }
type form = { matrix : bool; first : seat; second : seat; payoffs : (int * int * Z.t) list; denominator : Z.t }

let seat name read cells =
  let next = ref 1 in
  let infosets =
    map
      (fun cell ->
        let view, actions, parent = read !next cell in
        let count = List.length actions in
        next := !next + count;
        { view; actions; count; parent })
      cells in
  ignore (different "the views" (map (fun c -> c.view) infosets));
  { name; infosets; sequences = !next }

let positive_denominator v =
  let found = whole "denominator" v in
  require (Z.sign found > 0) "the denominator is not positive";
  found

let matrix (one, two) ~optional v =
  require (not (List.mem_assoc "denominators" (items "a matrix" v)))
    "each row of the matrix has a denominator of its own, which this checker does not read";
  let get = fields "a matrix" ~optional [ "kind"; "rows"; "columns"; "denominator"; "payoffs" ] v in
  let rows = names "rows" (get "rows") and columns = names "columns" (get "columns") in
  let only name actions = seat name (fun _ actions -> ("-", actions, 0)) [ actions ] in
  let width = List.length columns in
  let payoffs = array "payoffs" (get "payoffs") in
  require (List.length payoffs = List.length rows) "there are not as many rows of payoffs as rows";
  let entries = ref [] in
  List.iteri
    (fun i row ->
      let row = array "a row of payoffs" row in
      require (List.length row = width) "a row of payoffs is not as long as the columns";
      List.iteri (fun j a -> entries := (i + 1, j + 1, whole "a payoff" a) :: !entries) row)
    payoffs;
  { matrix = true; first = only one rows; second = only two columns; payoffs = List.rev !entries;
    denominator = positive_denominator (get "denominator") }

(* information sets and payoffs of a form; [amount] reads what a pair of sequences pays *)
let cells_and_payoffs (one, two) amount get =
  let cells1, cells2 = by_seat "cells" (one, two) (get "cells") in
  let read next cell =
    match array "a cell" cell with
    | [ view; actions; parent ] -> (text "a view" view, names "actions" actions, index "a parent" (next - 1) parent)
    | _ -> malformed "a cell is not a view, actions and a parent" in
  let first = seat one read (array "cells" cells1) and second = seat two read (array "cells" cells2) in
  let pairs = Hashtbl.create 1024 in
  let entry v =
    match array "a payoff" v with
    | [ i; j; a ] ->
      let i = index "a sequence" (first.sequences - 1) i and j = index "a sequence" (second.sequences - 1) j in
      require (not (Hashtbl.mem pairs (i, j))) "a pair of sequences is paid twice";
      Hashtbl.add pairs (i, j) ();
      (i, j, amount "a payoff" a)
    | _ -> malformed "a payoff is not two sequences and an amount" in
  (first, second, map entry (array "payoffs" (get "payoffs")))

let sequence seats ~optional v =
  let get = fields "a form" ~optional [ "kind"; "cells"; "denominator"; "payoffs" ] v in
  let first, second, payoffs = cells_and_payoffs seats whole get in
  { matrix = false; first; second; payoffs; denominator = positive_denominator (get "denominator") }

(* with_seats: in a sabot/certificate/1 the form holds the seats *)
let form ?(with_seats = false) seats v =
  let optional = if with_seats then [ "seats" ] else [] in
  match List.assoc_opt "kind" (items "the form" v) with
  | Some (Text "matrix") -> matrix seats ~optional v
  | Some (Text "sequence") -> sequence seats ~optional v
  | _ -> malformed "the form is neither a matrix nor given by sequences"

(* sequences, counts and information sets as the checker takes them *)
let sequence =
  (* each is made once: a large game names a sequence very often *)
  let made = Hashtbl.create 1024 in
  fun s ->
    match Hashtbl.find_opt made s with
    | Some found -> found
    | None ->
      let found = Whole.positive (Z.of_int (s + 1)) in
      Hashtbl.add made s found;
      found
let count n =
  let rec go n found = if n = 0 then found else go (n - 1) (Core.S found) in
  go n Core.O
let infosets seat = map (fun (c : infoset) -> (sequence c.parent, count c.count)) seat.infosets

(* strategies: for each information set a fraction for each action *)

type strategy = (Z.t * Z.t) list list

let zero = (Z.zero, Z.one)

let strategy seat v : strategy =
  let given = items "a strategy" v in
  let by_view = Hashtbl.create 64 in
  List.iter (fun (view, mix) -> Hashtbl.add by_view view mix) given;
  require (List.length given = List.length seat.infosets) "the views of a strategy are not those of the seat";
  map
    (fun c ->
      match Hashtbl.find_opt by_view c.view with
      | None -> malformed "a strategy has no view %s" (short c.view)
      | Some mix ->
        let mix = items "a mix" mix in
        let by_action = Hashtbl.create 4 in
        List.iter (fun (action, f) -> Hashtbl.add by_action action (fraction "a probability" f)) mix;
        let used = ref 0 in
        let found =
          map
            (fun action ->
              match Hashtbl.find_opt by_action action with Some f -> incr used; f | None -> zero)
            c.actions in
        require (!used = List.length mix) "a mix has an action that its view has not";
        found)
    seat.infosets
