(* Polynomials in one letter with whole coefficients: arrays, the constant first, the last one not 0. They are
   hints for the extracted checker, and evidence. Of what a theorem states nothing passes through here: payoffs, roots and
   formulas go to the checker as they were read. [coprime], [value] and [left_inverse] can cause a refusal. *)

type t = Z.t array

let zero : t = [||]
let one : t = [| Z.one |]
let is_zero (p : t) = Array.length p = 0

let trim (p : t) : t =
  let n = ref (Array.length p) in
  while !n > 0 && Z.sign p.(!n - 1) = 0 do decr n done;
  if !n = Array.length p then p else Array.sub p 0 !n

let of_list l : t = trim (Array.of_list l)
let to_list : t -> Z.t list = Array.to_list
let equal (p : t) (q : t) = Array.length p = Array.length q && Array.for_all2 Z.equal p q
let coefficient (p : t) k = if k < Array.length p then p.(k) else Z.zero

let sub (p : t) (q : t) : t =
  trim (Array.init (max (Array.length p) (Array.length q)) (fun k -> Z.sub (coefficient p k) (coefficient q k)))

let neg (p : t) : t = Array.map Z.neg p

let mul (p : t) (q : t) : t =
  if is_zero p || is_zero q then zero
  else begin
    let r = Array.make (Array.length p + Array.length q - 1) Z.zero in
    Array.iteri
      (fun i a -> if Z.sign a <> 0 then Array.iteri (fun j b -> r.(i + j) <- Z.add r.(i + j) (Z.mul a b)) q)
      p;
    r
  end

(* the quotient, where the division leaves nothing *)
let exact_quotient (p : t) (q : t) : t =
  if is_zero p then zero
  else begin
    let n = Array.length p and m = Array.length q in
    let rest = Array.copy p and found = Array.make (max (n - m + 1) 0) Z.zero in
    for k = n - m downto 0 do
      let c = Z.div rest.(k + m - 1) q.(m - 1) in
      found.(k) <- c;
      if Z.sign c <> 0 then Array.iteri (fun j b -> rest.(k + j) <- Z.sub rest.(k + j) (Z.mul c b)) q
    done;
    trim found
  end

let value (p : t) (t : Q.t) = Array.fold_right (fun c v -> Q.add (Q.of_bigint c) (Q.mul t v)) p Q.zero

(* the degree of a greatest common divisor modulo a prime *)
let prime = 2147483647

let modulo a = Z.to_int (Z.erem a (Z.of_int prime))

let inverse_mod a =
  let rec power b e = if e = 0 then 1 else let h = power (b * b mod prime) (e / 2) in if e land 1 = 1 then h * b mod prime else h in
  power a (prime - 2)

let value_mod (p : t) t = Array.fold_right (fun c v -> (modulo c + (t * v mod prime)) mod prime) p 0

let rec common_degree_mod a b =
  let degree p = let n = ref (Array.length p - 1) in while !n >= 0 && p.(!n) = 0 do decr n done; !n in
  let da = degree a and db = degree b in
  if db < 0 then da
  else if da < db then common_degree_mod b a
  else begin
    let a = Array.sub a 0 (da + 1) in
    let lead = inverse_mod b.(db) in
    for k = da - db downto 0 do
      let c = a.(k + db) * lead mod prime in
      for j = 0 to db do a.(k + j) <- (a.(k + j) + ((prime - c) * b.(j) mod prime)) mod prime done
    done;
    common_degree_mod b (Array.sub a 0 db)
  end

let primitive (p : t) : t =
  let content = Array.fold_left Z.gcd Z.zero p in
  if Z.equal content Z.zero then p else Array.map (fun c -> Z.divexact c content) p

(* whether two polynomials, the second not 0, have no common factor of degree 1 or more *)
let coprime (p : t) (q : t) =
  if Array.length q <= 1 then true
  else if is_zero p then false
  else begin
    let a = Array.map modulo p and b = Array.map modulo q in
    if b.(Array.length b - 1) <> 0 && a.(Array.length a - 1) <> 0 && common_degree_mod a b = 0 then true
    else begin
      let rec go (a : t) (b : t) =
        if is_zero b then Array.length a <= 1
        else if Array.length a < Array.length b then go b a
        else begin
          let rest = ref a in
          while Array.length !rest >= Array.length b do
            let shift = Array.length !rest - Array.length b in
            let lead = !rest.(Array.length !rest - 1) in
            let scaled = Array.append (Array.make shift Z.zero) (Array.map (Z.mul lead) b) in
            rest := sub (Array.map (Z.mul b.(Array.length b - 1)) !rest) scaled
          done;
          go b (primitive !rest)
        end in
      go (primitive p) (primitive q)
    end
  end

(* For a square matrix with a determinant that is not 0: a matrix whose product with it, from the left, is one
   polynomial times the identity, and that polynomial. Elimination without fractions (Bareiss), in which every
   division leaves nothing. *)
let left_inverse (rows : t array array) : t array array * t =
  let n = Array.length rows in
  let a = Array.mapi (fun i row -> Array.append row (Array.init n (fun j -> if i = j then one else zero))) rows in
  let pivot_of_column = Array.make n (-1) and row_used = Array.make n false in
  let last = ref one in
  for _ = 1 to n do
    let best = ref None in
    for i = 0 to n - 1 do
      if not row_used.(i) then begin
        let filled = Array.fold_left (fun k p -> if is_zero p then k else k + 1) 0 a.(i) in
        for j = 0 to n - 1 do
          if pivot_of_column.(j) < 0 && not (is_zero a.(i).(j)) then begin
            let cost = (Array.length a.(i).(j), filled) in
            match !best with Some (c, _, _) when c <= cost -> () | _ -> best := Some (cost, i, j)
          end
        done
      end
    done;
    match !best with
    | None -> Verdict.refuse "the equations that fix a plan are not independent"
    | Some (_, r, c) ->
      row_used.(r) <- true;
      pivot_of_column.(c) <- r;
      let p = a.(r).(c) in
      for i = 0 to n - 1 do
        if i <> r then begin
          let f = a.(i).(c) in
          for j = 0 to (2 * n) - 1 do
            let x = a.(i).(j) in
            let y = if is_zero f then zero else mul f a.(r).(j) in
            if not (is_zero x && is_zero y) then a.(i).(j) <- exact_quotient (sub (mul p x) y) !last
          done
        end
      done;
      last := p
  done;
  (Array.map (fun r -> Array.sub a.(r) n n) pivot_of_column, !last)
