(* Parses a formula into the tree of the extracted checker, which compares the tree's tokens with the text. Not
   trusted: a wrong tree has another text. *)

open Verdict

let longest = 100_000
let deepest = 40
let number_digits = 4000
let most_degree = 400
let most_bits = 200_000

(* a text as Coq has it *)
let coq_string s =
  let ascii c =
    let bit k = (Char.code c lsr k) land 1 = 1 in
    Core.Ascii (bit 0, bit 1, bit 2, bit 3, bit 4, bit 5, bit 6, bit 7) in
  let found = ref Core.EmptyString in
  for k = String.length s - 1 downto 0 do found := Core.String (ascii s.[k], !found) done;
  !found

let letter c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c = '_'
let is_digit c = c >= '0' && c <= '9'

(* Degrees and bits of the quotient of a tree, at most: so that reading it stays short. *)
type size = { above : int; below : int; bits : int }

let bounded size =
  if size.above > most_degree || size.below > most_degree || size.bits > most_bits then
    raise (Not_for_this_checker "a formula too large for this checker");
  size

let sum_size a b =
  bounded { above = max (a.above + b.below) (b.above + a.below); below = a.below + b.below; bits = a.bits + b.bits + 10 }
let product_size a b = bounded { above = a.above + b.above; below = a.below + b.below; bits = a.bits + b.bits + 10 }
let quotient_size a b = bounded { above = a.above + b.below; below = a.below + b.above; bits = a.bits + b.bits + 10 }
let power_size a k = bounded { above = a.above * k; below = a.below * k; bits = (a.bits + 10) * max k 1 }

let parse parameter s =
  let n = String.length s and i = ref 0 in
  require (n <= longest) "a formula is too long";
  let bad why = malformed "the formula %s: %s" (Json.short s) why in
  let blanks () = while !i < n && s.[!i] = ' ' do incr i done in
  let peek () = blanks (); if !i < n then s.[!i] else '\000' in
  let starts token = blanks (); !i + String.length token <= n && String.sub s !i (String.length token) = token in
  let take token = if starts token then (i := !i + String.length token; true) else false in
  let span ok = let start = !i in while !i < n && ok s.[!i] do incr i done; String.sub s start (!i - start) in
  let rec sum depth =
    let rec go tree size =
      if take "+" then let p, q = product depth in go (Core.Add (tree, p)) (sum_size size q)
      else if take "-" then let p, q = product depth in go (Core.Sub (tree, p)) (sum_size size q)
      else (tree, size) in
    let p, size = product depth in
    go (Core.SumOf p) size
  and product depth =
    let rec go tree size =
      if starts "**" then bad "a power of a power or of a product"
      else if take "*" then let p, q = signed depth in go (Core.Mul (tree, p)) (product_size size q)
      else if take "/" then let p, q = signed depth in go (Core.Div (tree, p)) (quotient_size size q)
      else (tree, size) in
    let p, size = signed depth in
    go (Core.ProductOf p) size
  and signed depth =
    let signs = ref [] in
    while (match peek () with '+' | '-' -> true | _ -> false) do signs := s.[!i] :: !signs; incr i done;
    let p, size = power depth in
    (List.fold_left (fun tree sign -> if sign = '+' then Core.Plus tree else Core.Minus tree) (Core.Unsigned p) !signs, size)
  and power depth =
    let a, size = atom depth in
    if take "**" then begin
      blanks ();
      let digits = span is_digit in
      require (digits <> "" && String.length digits <= number_digits) "an exponent is not a whole number";
      let k = match int_of_string_opt digits with Some k when k <= 200 -> k | _ -> bad "an exponent above 200" in
      (Core.Power (a, coq_string digits), power_size size k)
    end
    else (Core.Base a, size)
  and atom depth =
    match peek () with
    | '(' ->
      require (depth < deepest) "a formula has too many brackets inside each other";
      incr i;
      let tree, size = sum (depth + 1) in
      if not (take ")") then bad "a bracket is not closed";
      (Core.Brackets tree, size)
    | c when is_digit c || c = '.' ->
      let text = span (fun c -> is_digit c || c = '.') in
      require (String.length text <= number_digits) "a number in a formula is too long";
      (Core.Number (coq_string text), { above = 0; below = 0; bits = 4 * String.length text })
    | c when letter c ->
      let name = span (fun c -> letter c || is_digit c) in
      if name <> parameter then bad (Printf.sprintf "%s is not the parameter" (Json.short name));
      (Core.Letter, { above = 1; below = 0; bits = 1 })
    | _ -> bad "something is missing" in
  let tree, _ = sum 0 in
  blanks ();
  if !i < n then bad "something follows it";
  tree

(* a formula as the checker takes it, and its quotient, which must be in lowest terms *)
let read parameter v =
  let text = Reader.text "a formula" v in
  let tree = parse parameter text in
  match Core.read tree with
  | None -> malformed "the formula %s is not one" (Json.short text)
  | Some (above, below) ->
    let above = Polynomial.of_list above and below = Polynomial.of_list below in
    demand (not (Polynomial.is_zero below)) "a formula divides by zero";
    demand (Polynomial.coprime above below) "a formula is not in lowest terms";
    ({ Core.text = coq_string text; tree }, (above, below))
