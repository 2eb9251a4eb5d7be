
(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

type nat =
| O
| S of nat

(** val fst : ('a1 * 'a2) -> 'a1 **)

let fst = function
| (x, _) -> x

(** val snd : ('a1 * 'a2) -> 'a2 **)

let snd = function
| (_, y) -> y

(** val length : 'a1 list -> nat **)

let rec length = function
| [] -> O
| _ :: l' -> S (length l')

(** val app : 'a1 list -> 'a1 list -> 'a1 list **)

let rec app l m =
  match l with
  | [] -> m
  | a :: l1 -> a :: (app l1 m)

type comparison =
| Eq
| Lt
| Gt

(** val compOpp : comparison -> comparison **)

let compOpp = function
| Eq -> Eq
| Lt -> Gt
| Gt -> Lt

module Coq__1 = struct
 (** val add : nat -> nat -> nat **)
 let rec add n0 m =
   match n0 with
   | O -> m
   | S p -> S (add p m)
end
include Coq__1

(** val sub : nat -> nat -> nat **)

let rec sub n0 m =
  match n0 with
  | O -> n0
  | S k -> (match m with
            | O -> n0
            | S l -> sub k l)

type n =
| N0
| Npos of Whole.positive



(** val eqb : bool -> bool -> bool **)

let eqb b1 b2 =
  if b1 then b2 else if b2 then false else true

module Nat =
 struct
  (** val eqb : nat -> nat -> bool **)

  let rec eqb n0 m =
    match n0 with
    | O -> (match m with
            | O -> true
            | S _ -> false)
    | S n' -> (match m with
               | O -> false
               | S m' -> eqb n' m')
 end

module Pos =
 struct
  (** val succ : Whole.positive -> Whole.positive **)

  let rec succ = function
  | Whole.XI p -> Whole.XO (succ p)
  | Whole.XO p -> Whole.XI p
  | Whole.XH -> Whole.XO Whole.XH

  (** val add : Whole.positive -> Whole.positive -> Whole.positive **)

  let rec add x y =
    match x with
    | Whole.XI p ->
      (match y with
       | Whole.XI q -> Whole.XO (add_carry p q)
       | Whole.XO q -> Whole.XI (add p q)
       | Whole.XH -> Whole.XO (succ p))
    | Whole.XO p ->
      (match y with
       | Whole.XI q -> Whole.XI (add p q)
       | Whole.XO q -> Whole.XO (add p q)
       | Whole.XH -> Whole.XI p)
    | Whole.XH ->
      (match y with
       | Whole.XI q -> Whole.XO (succ q)
       | Whole.XO q -> Whole.XI q
       | Whole.XH -> Whole.XO Whole.XH)

  (** val add_carry : Whole.positive -> Whole.positive -> Whole.positive **)

  and add_carry x y =
    match x with
    | Whole.XI p ->
      (match y with
       | Whole.XI q -> Whole.XI (add_carry p q)
       | Whole.XO q -> Whole.XO (add_carry p q)
       | Whole.XH -> Whole.XI (succ p))
    | Whole.XO p ->
      (match y with
       | Whole.XI q -> Whole.XO (add_carry p q)
       | Whole.XO q -> Whole.XI (add p q)
       | Whole.XH -> Whole.XO (succ p))
    | Whole.XH ->
      (match y with
       | Whole.XI q -> Whole.XI (succ q)
       | Whole.XO q -> Whole.XO (succ q)
       | Whole.XH -> Whole.XI Whole.XH)

  (** val pred_double : Whole.positive -> Whole.positive **)

  let rec pred_double = function
  | Whole.XI p -> Whole.XI (Whole.XO p)
  | Whole.XO p -> Whole.XI (pred_double p)
  | Whole.XH -> Whole.XH

  (** val pred_N : Whole.positive -> n **)

  let pred_N = function
  | Whole.XI p -> Npos (Whole.XO p)
  | Whole.XO p -> Npos (pred_double p)
  | Whole.XH -> N0

  (** val mul : Whole.positive -> Whole.positive -> Whole.positive **)

  let rec mul x y =
    match x with
    | Whole.XI p -> add y (Whole.XO (mul p y))
    | Whole.XO p -> Whole.XO (mul p y)
    | Whole.XH -> y

  (** val iter : ('a1 -> 'a1) -> 'a1 -> Whole.positive -> 'a1 **)

  let rec iter f x = function
  | Whole.XI n' -> f (iter f (iter f x n') n')
  | Whole.XO n' -> iter f (iter f x n') n'
  | Whole.XH -> f x

  (** val div2 : Whole.positive -> Whole.positive **)

  let div2 = function
  | Whole.XI p0 -> p0
  | Whole.XO p0 -> p0
  | Whole.XH -> Whole.XH

  (** val div2_up : Whole.positive -> Whole.positive **)

  let div2_up = function
  | Whole.XI p0 -> succ p0
  | Whole.XO p0 -> p0
  | Whole.XH -> Whole.XH

  (** val compare_cont :
      comparison -> Whole.positive -> Whole.positive -> comparison **)

  let rec compare_cont r x y =
    match x with
    | Whole.XI p ->
      (match y with
       | Whole.XI q -> compare_cont r p q
       | Whole.XO q -> compare_cont Gt p q
       | Whole.XH -> Gt)
    | Whole.XO p ->
      (match y with
       | Whole.XI q -> compare_cont Lt p q
       | Whole.XO q -> compare_cont r p q
       | Whole.XH -> Gt)
    | Whole.XH -> (match y with
                   | Whole.XH -> r
                   | _ -> Lt)

  (** val compare : Whole.positive -> Whole.positive -> comparison **)

  let compare =
    compare_cont Eq

  (** val eqb : Whole.positive -> Whole.positive -> bool **)

  let rec eqb p q =
    match p with
    | Whole.XI p0 -> (match q with
                      | Whole.XI q0 -> eqb p0 q0
                      | _ -> false)
    | Whole.XO p0 -> (match q with
                      | Whole.XO q0 -> eqb p0 q0
                      | _ -> false)
    | Whole.XH -> (match q with
                   | Whole.XH -> true
                   | _ -> false)

  (** val leb : Whole.positive -> Whole.positive -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val ltb : Whole.positive -> Whole.positive -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false

  (** val coq_Nsucc_double : n -> n **)

  let coq_Nsucc_double = function
  | N0 -> Npos Whole.XH
  | Npos p -> Npos (Whole.XI p)

  (** val coq_Ndouble : n -> n **)

  let coq_Ndouble = function
  | N0 -> N0
  | Npos p -> Npos (Whole.XO p)

  (** val coq_lor : Whole.positive -> Whole.positive -> Whole.positive **)

  let rec coq_lor p q =
    match p with
    | Whole.XI p0 ->
      (match q with
       | Whole.XI q0 -> Whole.XI (coq_lor p0 q0)
       | Whole.XO q0 -> Whole.XI (coq_lor p0 q0)
       | Whole.XH -> p)
    | Whole.XO p0 ->
      (match q with
       | Whole.XI q0 -> Whole.XI (coq_lor p0 q0)
       | Whole.XO q0 -> Whole.XO (coq_lor p0 q0)
       | Whole.XH -> Whole.XI p0)
    | Whole.XH -> (match q with
                   | Whole.XO q0 -> Whole.XI q0
                   | _ -> q)

  (** val coq_land : Whole.positive -> Whole.positive -> n **)

  let rec coq_land p q =
    match p with
    | Whole.XI p0 ->
      (match q with
       | Whole.XI q0 -> coq_Nsucc_double (coq_land p0 q0)
       | Whole.XO q0 -> coq_Ndouble (coq_land p0 q0)
       | Whole.XH -> Npos Whole.XH)
    | Whole.XO p0 ->
      (match q with
       | Whole.XI q0 -> coq_Ndouble (coq_land p0 q0)
       | Whole.XO q0 -> coq_Ndouble (coq_land p0 q0)
       | Whole.XH -> N0)
    | Whole.XH -> (match q with
                   | Whole.XO _ -> N0
                   | _ -> Npos Whole.XH)

  (** val ldiff : Whole.positive -> Whole.positive -> n **)

  let rec ldiff p q =
    match p with
    | Whole.XI p0 ->
      (match q with
       | Whole.XI q0 -> coq_Ndouble (ldiff p0 q0)
       | Whole.XO q0 -> coq_Nsucc_double (ldiff p0 q0)
       | Whole.XH -> Npos (Whole.XO p0))
    | Whole.XO p0 ->
      (match q with
       | Whole.XI q0 -> coq_Ndouble (ldiff p0 q0)
       | Whole.XO q0 -> coq_Ndouble (ldiff p0 q0)
       | Whole.XH -> Npos p)
    | Whole.XH -> (match q with
                   | Whole.XO _ -> Npos Whole.XH
                   | _ -> N0)

  (** val iter_op : ('a1 -> 'a1 -> 'a1) -> Whole.positive -> 'a1 -> 'a1 **)

  let rec iter_op op p a =
    match p with
    | Whole.XI p0 -> op a (iter_op op p0 (op a a))
    | Whole.XO p0 -> iter_op op p0 (op a a)
    | Whole.XH -> a

  (** val to_nat : Whole.positive -> nat **)

  let to_nat x =
    iter_op Coq__1.add x (S O)
 end

module N =
 struct
  (** val succ_pos : n -> Whole.positive **)

  let succ_pos = function
  | N0 -> Whole.XH
  | Npos p -> Pos.succ p

  (** val coq_lor : n -> n -> n **)

  let coq_lor n0 m =
    match n0 with
    | N0 -> m
    | Npos p -> (match m with
                 | N0 -> n0
                 | Npos q -> Npos (Pos.coq_lor p q))

  (** val ldiff : n -> n -> n **)

  let ldiff n0 m =
    match n0 with
    | N0 -> N0
    | Npos p -> (match m with
                 | N0 -> n0
                 | Npos q -> Pos.ldiff p q)
 end

module Z =
 struct
  (** val double : Whole.t -> Whole.t **)

  let double x =
    Whole.cases
      (fun _ -> Whole.zero)
      (fun p -> Whole.of_positive (Whole.XO p))
      (fun p -> Whole.of_negative (Whole.XO p))
      x

  (** val succ_double : Whole.t -> Whole.t **)

  let succ_double x =
    Whole.cases
      (fun _ -> Whole.of_positive Whole.XH)
      (fun p -> Whole.of_positive (Whole.XI p))
      (fun p -> Whole.of_negative (Pos.pred_double p))
      x

  (** val pred_double : Whole.t -> Whole.t **)

  let pred_double x =
    Whole.cases
      (fun _ -> Whole.of_negative Whole.XH)
      (fun p -> Whole.of_positive (Pos.pred_double p))
      (fun p -> Whole.of_negative (Whole.XI p))
      x

  (** val pos_sub : Whole.positive -> Whole.positive -> Whole.t **)

  let rec pos_sub x y =
    match x with
    | Whole.XI p ->
      (match y with
       | Whole.XI q -> double (pos_sub p q)
       | Whole.XO q -> succ_double (pos_sub p q)
       | Whole.XH -> Whole.of_positive (Whole.XO p))
    | Whole.XO p ->
      (match y with
       | Whole.XI q -> pred_double (pos_sub p q)
       | Whole.XO q -> double (pos_sub p q)
       | Whole.XH -> Whole.of_positive (Pos.pred_double p))
    | Whole.XH ->
      (match y with
       | Whole.XI q -> Whole.of_negative (Whole.XO q)
       | Whole.XO q -> Whole.of_negative (Pos.pred_double q)
       | Whole.XH -> Whole.zero)

  (** val compare : Whole.t -> Whole.t -> comparison **)

  let compare x y =
    Whole.cases
      (fun _ ->
      Whole.cases
        (fun _ -> Eq)
        (fun _ -> Lt)
        (fun _ -> Gt)
        y)
      (fun x' ->
      Whole.cases
        (fun _ -> Gt)
        (fun y' -> Pos.compare x' y')
        (fun _ -> Gt)
        y)
      (fun x' ->
      Whole.cases
        (fun _ -> Lt)
        (fun _ -> Lt)
        (fun y' -> compOpp (Pos.compare x' y'))
        y)
      x

  (** val to_nat : Whole.t -> nat **)

  let to_nat z0 =
    Whole.cases
      (fun _ -> O)
      (fun p -> Pos.to_nat p)
      (fun _ -> O)
      z0

  (** val of_N : n -> Whole.t **)

  let of_N = function
  | N0 -> Whole.zero
  | Npos p -> Whole.of_positive p

  (** val pos_div_eucl : Whole.positive -> Whole.t -> Whole.t * Whole.t **)

  let rec pos_div_eucl a b =
    match a with
    | Whole.XI a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' =
        Whole.add (Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) r)
          (Whole.of_positive Whole.XH)
      in
      if Whole.lt r' b
      then ((Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) q), r')
      else ((Whole.add (Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) q)
              (Whole.of_positive Whole.XH)), (Whole.sub r' b))
    | Whole.XO a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) r in
      if Whole.lt r' b
      then ((Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) q), r')
      else ((Whole.add (Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) q)
              (Whole.of_positive Whole.XH)), (Whole.sub r' b))
    | Whole.XH ->
      if Whole.leq (Whole.of_positive (Whole.XO Whole.XH)) b
      then (Whole.zero, (Whole.of_positive Whole.XH))
      else ((Whole.of_positive Whole.XH), Whole.zero)

  (** val div_eucl : Whole.t -> Whole.t -> Whole.t * Whole.t **)

  let div_eucl a b =
    Whole.cases
      (fun _ -> (Whole.zero, Whole.zero))
      (fun a' ->
      Whole.cases
        (fun _ -> (Whole.zero, a))
        (fun _ -> pos_div_eucl a' b)
        (fun b' ->
        let (q, r) = pos_div_eucl a' (Whole.of_positive b') in
        (Whole.cases
           (fun _ -> ((Whole.neg q), Whole.zero))
           (fun _ -> ((Whole.neg (Whole.add q (Whole.of_positive Whole.XH))),
           (Whole.add b r)))
           (fun _ -> ((Whole.neg (Whole.add q (Whole.of_positive Whole.XH))),
           (Whole.add b r)))
           r))
        b)
      (fun a' ->
      Whole.cases
        (fun _ -> (Whole.zero, a))
        (fun _ ->
        let (q, r) = pos_div_eucl a' b in
        (Whole.cases
           (fun _ -> ((Whole.neg q), Whole.zero))
           (fun _ -> ((Whole.neg (Whole.add q (Whole.of_positive Whole.XH))),
           (Whole.sub b r)))
           (fun _ -> ((Whole.neg (Whole.add q (Whole.of_positive Whole.XH))),
           (Whole.sub b r)))
           r))
        (fun b' ->
        let (q, r) = pos_div_eucl a' (Whole.of_positive b') in
        (q, (Whole.neg r)))
        b)
      a

  (** val div2 : Whole.t -> Whole.t **)

  let div2 z0 =
    Whole.cases
      (fun _ -> Whole.zero)
      (fun p ->
      match p with
      | Whole.XH -> Whole.zero
      | _ -> Whole.of_positive (Pos.div2 p))
      (fun p -> Whole.of_negative (Pos.div2_up p))
      z0
 end

(** val tl : 'a1 list -> 'a1 list **)

let tl = function
| [] -> []
| _ :: m -> m

(** val last : 'a1 list -> 'a1 -> 'a1 **)

let rec last l d =
  match l with
  | [] -> d
  | a :: l0 -> (match l0 with
                | [] -> a
                | _ :: _ -> last l0 d)

(** val rev : 'a1 list -> 'a1 list **)

let rec rev = function
| [] -> []
| x :: l' -> app (rev l') (x :: [])

(** val rev_append : 'a1 list -> 'a1 list -> 'a1 list **)

let rec rev_append l l' =
  match l with
  | [] -> l'
  | a :: l0 -> rev_append l0 (a :: l')

(** val concat : 'a1 list list -> 'a1 list **)

let rec concat = function
| [] -> []
| x :: l0 -> app x (concat l0)

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t0 -> (f a) :: (map f t0)

(** val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1 **)

let rec fold_left f l a0 =
  match l with
  | [] -> a0
  | b :: t0 -> fold_left f t0 (f a0 b)

(** val existsb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec existsb f = function
| [] -> false
| a :: l0 -> (||) (f a) (existsb f l0)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

type ascii =
| Ascii of bool * bool * bool * bool * bool * bool * bool * bool

(** val eqb0 : ascii -> ascii -> bool **)

let eqb0 a b =
  let Ascii (a0, a1, a2, a3, a4, a5, a6, a7) = a in
  let Ascii (b0, b1, b2, b3, b4, b5, b6, b7) = b in
  if if if if if if if eqb a0 b0 then eqb a1 b1 else false
                 then eqb a2 b2
                 else false
              then eqb a3 b3
              else false
           then eqb a4 b4
           else false
        then eqb a5 b5
        else false
     then eqb a6 b6
     else false
  then eqb a7 b7
  else false

type string =
| EmptyString
| String of ascii * string

type 'a trie =
| Leaf
| Node of 'a trie * 'a option * 'a trie

module PM =
 struct
  type 'a t = 'a trie

  (** val empty : 'a1 t **)

  let empty =
    Leaf

  (** val find : Whole.positive -> 'a1 t -> 'a1 option **)

  let rec find k = function
  | Leaf -> None
  | Node (l, o, r) ->
    (match k with
     | Whole.XI k0 -> find k0 r
     | Whole.XO k0 -> find k0 l
     | Whole.XH -> o)

  (** val add : Whole.positive -> 'a1 -> 'a1 t -> 'a1 t **)

  let rec add k a m =
    match k with
    | Whole.XI k0 ->
      (match m with
       | Leaf -> Node (Leaf, None, (add k0 a Leaf))
       | Node (l, o, r) -> Node (l, o, (add k0 a r)))
    | Whole.XO k0 ->
      (match m with
       | Leaf -> Node ((add k0 a Leaf), None, Leaf)
       | Node (l, o, r) -> Node ((add k0 a l), o, r))
    | Whole.XH ->
      (match m with
       | Leaf -> Node (Leaf, (Some a), Leaf)
       | Node (l, _, r) -> Node (l, (Some a), r))
 end

(** val member : Whole.positive -> unit PM.t -> bool **)

let member k t0 =
  match PM.find k t0 with
  | Some _ -> true
  | None -> false

type infoset = Whole.positive * nat

(** val advance : nat -> Whole.positive -> Whole.positive **)

let rec advance n0 s =
  match n0 with
  | O -> s
  | S n1 -> advance n1 (Pos.succ s)

(** val sequence_end : infoset list -> Whole.positive -> Whole.positive **)

let rec sequence_end cs s =
  match cs with
  | [] -> s
  | i :: r -> let (_, n0) = i in sequence_end r (advance n0 s)

(** val backward_infosets :
    infoset list -> Whole.positive ->
    ((Whole.positive * Whole.positive) * nat) list ->
    ((Whole.positive * Whole.positive) * nat) list **)

let rec backward_infosets cs s acc =
  match cs with
  | [] -> acc
  | i :: r ->
    let (p, n0) = i in
    backward_infosets r (advance n0 s) (((p, s), n0) :: acc)

(** val valid_tree : infoset list -> Whole.positive -> bool **)

let rec valid_tree cs s =
  match cs with
  | [] -> true
  | i :: r ->
    let (p, n0) = i in
    if Pos.ltb p s
    then (match n0 with
          | O -> false
          | S _ -> valid_tree r (advance n0 s))
    else false

(** val lookup : 'a1 -> 'a1 PM.t -> Whole.positive -> 'a1 **)

let lookup c0 l s =
  match PM.find s l with
  | Some a -> a
  | None -> c0

(** val add_at :
    'a1 -> ('a1 -> 'a1 -> 'a1) -> 'a1 PM.t -> Whole.positive -> 'a1 -> 'a1
    PM.t **)

let add_at c0 cadd l s a =
  PM.add s (cadd (lookup c0 l s) a) l

type 'c entry = (Whole.positive * Whole.positive) * 'c

(** val payoff_form :
    'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> 'a1 entry list ->
    'a1 PM.t -> 'a1 PM.t **)

let payoff_form c0 cadd cmul es y =
  fold_left (fun l e ->
    let (y0, a) = e in
    let (i, j) = y0 in add_at c0 cadd l i (cmul a (lookup c0 y j))) es
    PM.empty

(** val subtract_range :
    'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> nat -> Whole.positive ->
    'a1 -> 'a1 PM.t -> 'a1 PM.t **)

let rec subtract_range c0 cadd copp n0 s m l =
  match n0 with
  | O -> l
  | S n1 ->
    subtract_range c0 cadd copp n1 (Pos.succ s) m
      (add_at c0 cadd l s (copp m))

(** val range_values :
    'a1 -> nat -> Whole.positive -> 'a1 PM.t -> 'a1 list -> 'a1 list **)

let rec range_values c0 n0 s l acc =
  match n0 with
  | O -> acc
  | S n1 -> range_values c0 n1 (Pos.succ s) l ((lookup c0 l s) :: acc)

(** val backward_step :
    'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> ('a1 list -> 'a1) -> 'a1
    PM.t -> ((Whole.positive * Whole.positive) * nat) -> 'a1 PM.t **)

let backward_step c0 cadd copp maximum l = function
| (p0, n0) ->
  let (p, s) = p0 in
  let m = maximum (range_values c0 n0 s l []) in
  add_at c0 cadd (subtract_range c0 cadd copp n0 s m l) p m

(** val range_nonpositive :
    'a1 -> ('a1 -> bool) -> nat -> Whole.positive -> 'a1 PM.t -> bool **)

let rec range_nonpositive c0 nonpositive n0 s l =
  match n0 with
  | O -> true
  | S n1 ->
    if nonpositive (lookup c0 l s)
    then range_nonpositive c0 nonpositive n1 (Pos.succ s) l
    else false

(** val all_nonpositive :
    'a1 -> ('a1 -> bool) -> infoset list -> Whole.positive -> 'a1 PM.t -> bool **)

let rec all_nonpositive c0 nonpositive cs s l =
  match cs with
  | [] -> true
  | i :: r ->
    let (_, n0) = i in
    if range_nonpositive c0 nonpositive n0 s l
    then all_nonpositive c0 nonpositive r (advance n0 s) l
    else false

(** val entries_in_range : Whole.positive -> 'a1 entry list -> bool **)

let rec entries_in_range top = function
| [] -> true
| e :: r ->
  let (p, _) = e in
  let (i, _) = p in if Pos.ltb i top then entries_in_range top r else false

(** val parents_in_range : Whole.positive -> infoset list -> bool **)

let rec parents_in_range top = function
| [] -> true
| i :: r ->
  let (p, _) = i in if Pos.ltb p top then parents_in_range top r else false

(** val best_response_value :
    'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> ('a1
    -> bool) -> ('a1 list -> 'a1) -> infoset list -> 'a1 entry list -> 'a1
    PM.t -> 'a1 option **)

let best_response_value c0 cadd cmul copp nonpositive maximum cs es y =
  let top = sequence_end cs (Whole.XO Whole.XH) in
  if entries_in_range top es
  then if parents_in_range top cs
       then let l =
              fold_left (backward_step c0 cadd copp maximum)
                (backward_infosets cs (Whole.XO Whole.XH) [])
                (payoff_form c0 cadd cmul es y)
            in
            if all_nonpositive c0 nonpositive cs (Whole.XO Whole.XH) l
            then Some (lookup c0 l Whole.XH)
            else None
       else None
  else None

(** val swapped_entries : ('a1 -> 'a1) -> 'a1 entry list -> 'a1 entry list **)

let swapped_entries copp es =
  fold_left (fun l e ->
    let (p, a) = e in let (i, j) = p in ((j, i), (copp a)) :: l) es []

(** val range_total :
    'a1 -> ('a1 -> 'a1 -> 'a1) -> nat -> Whole.positive -> 'a1 PM.t -> 'a1 ->
    'a1 **)

let rec range_total c0 cadd n0 s x acc =
  match n0 with
  | O -> acc
  | S n1 -> range_total c0 cadd n1 (Pos.succ s) x (cadd acc (lookup c0 x s))

(** val conserves_flow :
    'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> bool) -> infoset list ->
    Whole.positive -> 'a1 PM.t -> bool **)

let rec conserves_flow c0 cadd eqb1 cs s x =
  match cs with
  | [] -> true
  | i :: r ->
    let (p, n0) = i in
    if eqb1 (range_total c0 cadd n0 s x c0) (lookup c0 x p)
    then conserves_flow c0 cadd eqb1 r (advance n0 s) x
    else false

(** val range_nonnegative :
    'a1 -> ('a1 -> 'a1) -> ('a1 -> bool) -> nat -> Whole.positive -> 'a1 PM.t
    -> bool **)

let rec range_nonnegative c0 copp nonpositive n0 s x =
  match n0 with
  | O -> true
  | S n1 ->
    if nonpositive (copp (lookup c0 x s))
    then range_nonnegative c0 copp nonpositive n1 (Pos.succ s) x
    else false

(** val all_nonnegative :
    'a1 -> ('a1 -> 'a1) -> ('a1 -> bool) -> infoset list -> Whole.positive ->
    'a1 PM.t -> bool **)

let rec all_nonnegative c0 copp nonpositive cs s x =
  match cs with
  | [] -> true
  | i :: r ->
    let (_, n0) = i in
    if range_nonnegative c0 copp nonpositive n0 s x
    then all_nonnegative c0 copp nonpositive r (advance n0 s) x
    else false

(** val is_realization_plan :
    'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> ('a1 -> 'a1 -> bool) ->
    ('a1 -> bool) -> ('a1 -> bool) -> infoset list -> 'a1 PM.t -> bool **)

let is_realization_plan c0 cadd copp eqb1 nonpositive positive_coefficient cs x =
  (&&)
    ((&&) (positive_coefficient (lookup c0 x Whole.XH))
      (all_nonnegative c0 copp nonpositive cs (Whole.XO Whole.XH) x))
    (conserves_flow c0 cadd eqb1 cs (Whole.XO Whole.XH) x)

type 'c game = { infosets1 : infoset list; infosets2 : infoset list;
                 entries : 'c entry list; denominator : 'c }

type 'c claim = { value_numerator : 'c; value_denominator : 'c;
                  plan1 : 'c PM.t; plan2 : 'c PM.t }

(** val check_equilibrium :
    'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> ('a1
    -> 'a1 -> bool) -> ('a1 -> bool) -> ('a1 -> bool) -> ('a1 list -> 'a1) ->
    'a1 game -> 'a1 claim -> bool **)

let check_equilibrium c0 cadd cmul copp eqb1 nonpositive positive_coefficient maximum g c =
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&)
            ((&&)
              ((&&) (valid_tree g.infosets1 (Whole.XO Whole.XH))
                (valid_tree g.infosets2 (Whole.XO Whole.XH)))
              (positive_coefficient g.denominator))
            (positive_coefficient c.value_denominator))
          (is_realization_plan c0 cadd copp eqb1 nonpositive
            positive_coefficient g.infosets1 c.plan1))
        (is_realization_plan c0 cadd copp eqb1 nonpositive
          positive_coefficient g.infosets2 c.plan2))
      (match best_response_value c0 cadd cmul copp nonpositive maximum
               g.infosets1 g.entries c.plan2 with
       | Some w ->
         eqb1 (cmul w c.value_denominator)
           (cmul (cmul c.value_numerator (lookup c0 c.plan2 Whole.XH))
             g.denominator)
       | None -> false))
    (match best_response_value c0 cadd cmul copp nonpositive maximum
             g.infosets2 (swapped_entries copp g.entries) c.plan1 with
     | Some w ->
       eqb1 (cmul (copp w) c.value_denominator)
         (cmul (cmul c.value_numerator (lookup c0 c.plan1 Whole.XH))
           g.denominator)
     | None -> false)

(** val z_nonpositive : Whole.t -> bool **)

let z_nonpositive a =
  Whole.leq a Whole.zero

(** val z_positive : Whole.t -> bool **)

let z_positive a =
  Whole.lt Whole.zero a

(** val z_maximum : Whole.t list -> Whole.t **)

let z_maximum = function
| [] -> Whole.zero
| a :: r -> fold_left Whole.max r a

(** val check_integer : Whole.t game -> Whole.t claim -> bool **)

let check_integer =
  check_equilibrium Whole.zero Whole.add Whole.mul Whole.neg Whole.equal
    z_nonpositive z_positive z_maximum

type local_strategy = (Whole.t * Whole.t) list

type solution = { solution_game : Whole.t game; stated_numerator : Whole.t;
                  stated_denominator : Whole.t;
                  strategy1 : local_strategy list;
                  strategy2 : local_strategy list;
                  plan1_denominator : Whole.t; plan2_denominator : Whole.t }

(** val extend_actions :
    local_strategy -> Whole.positive -> Whole.t -> Whole.t PM.t -> Whole.t
    PM.t **)

let rec extend_actions b s w x =
  match b with
  | [] -> x
  | p :: r ->
    let (a, d) = p in
    extend_actions r (Pos.succ s) w (PM.add s (Whole.div (Whole.mul w a) d) x)

(** val extend_weights :
    infoset list -> local_strategy list -> Whole.positive -> Whole.t PM.t ->
    Whole.t PM.t **)

let rec extend_weights cs bs s x =
  match cs with
  | [] -> x
  | i :: cs0 ->
    let (p, n0) = i in
    (match bs with
     | [] -> x
     | b :: bs0 ->
       extend_weights cs0 bs0 (advance n0 s)
         (extend_actions b s (lookup Whole.zero x p) x))

(** val strategy_weights :
    infoset list -> local_strategy list -> Whole.t -> Whole.t PM.t **)

let strategy_weights cs bs scale =
  extend_weights cs bs (Whole.XO Whole.XH) (PM.add Whole.XH scale PM.empty)

(** val sums_to_one : local_strategy -> Whole.t -> Whole.t -> bool **)

let rec sums_to_one b n0 d =
  match b with
  | [] -> Whole.equal n0 d
  | p :: r ->
    let (a, e) = p in
    if Whole.equal d e
    then sums_to_one r (Whole.add n0 a) d
    else sums_to_one r (Whole.add (Whole.mul n0 e) (Whole.mul a d))
           (Whole.mul d e)

(** val check_actions :
    nat -> local_strategy -> Whole.positive -> Whole.t -> Whole.t PM.t -> bool **)

let rec check_actions n0 b s w x =
  match n0 with
  | O -> (match b with
          | [] -> true
          | _ :: _ -> false)
  | S n1 ->
    (match b with
     | [] -> false
     | p :: r ->
       let (a, d) = p in
       if Whole.lt Whole.zero d
       then if Whole.leq Whole.zero a
            then if Whole.equal (Whole.mul (lookup Whole.zero x s) d)
                      (Whole.mul w a)
                 then check_actions n1 r (Pos.succ s) w x
                 else false
            else false
       else false)

(** val check_strategy :
    infoset list -> local_strategy list -> Whole.positive -> Whole.t PM.t ->
    bool **)

let rec check_strategy cs bs s x =
  match cs with
  | [] -> (match bs with
           | [] -> true
           | _ :: _ -> false)
  | i :: cs0 ->
    let (p, n0) = i in
    (match bs with
     | [] -> false
     | b :: bs0 ->
       let w = lookup Whole.zero x p in
       if if Whole.equal w Whole.zero
          then sums_to_one b Whole.zero (Whole.of_positive Whole.XH)
          else true
       then if check_actions n0 b s w x
            then check_strategy cs0 bs0 (advance n0 s) x
            else false
       else false)

(** val check_solution : solution -> bool **)

let check_solution f =
  let x =
    strategy_weights f.solution_game.infosets1 f.strategy1 f.plan1_denominator
  in
  let y =
    strategy_weights f.solution_game.infosets2 f.strategy2 f.plan2_denominator
  in
  (&&)
    ((&&)
      (check_strategy f.solution_game.infosets1 f.strategy1 (Whole.XO
        Whole.XH) x)
      (check_strategy f.solution_game.infosets2 f.strategy2 (Whole.XO
        Whole.XH) y))
    (check_integer f.solution_game { value_numerator = f.stated_numerator;
      value_denominator = f.stated_denominator; plan1 = x; plan2 = y })

(** val worths :
    'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> ('a1
    list -> 'a1) -> infoset list -> 'a1 entry list -> 'a1 PM.t -> 'a1 PM.t **)

let worths c0 cadd cmul copp maximum cs es y =
  fold_left (backward_step c0 cadd copp maximum)
    (backward_infosets cs (Whole.XO Whole.XH) [])
    (payoff_form c0 cadd cmul es y)

(** val add_possible_zeros :
    'a1 -> ('a1 -> bool) -> nat -> Whole.positive -> 'a1 PM.t -> unit PM.t ->
    unit PM.t **)

let rec add_possible_zeros c0 nonzero n0 s l t0 =
  match n0 with
  | O -> t0
  | S n1 ->
    add_possible_zeros c0 nonzero n1 (Pos.succ s) l
      (if nonzero (lookup c0 l s) then t0 else PM.add s () t0)

(** val possibly_tight :
    'a1 -> ('a1 -> bool) -> infoset list -> Whole.positive -> 'a1 PM.t ->
    unit PM.t -> unit PM.t **)

let rec possibly_tight c0 nonzero cs s l t0 =
  match cs with
  | [] -> t0
  | i :: r ->
    let (p, n0) = i in
    possibly_tight c0 nonzero r (advance n0 s) l
      (if member p t0 then add_possible_zeros c0 nonzero n0 s l t0 else t0)

type row = (Whole.positive * Whole.t) list

(** val width : Whole.t **)

let width =
  Whole.of_positive (Whole.XO (Whole.XI (Whole.XI (Whole.XI (Whole.XI
    Whole.XH)))))

(** val base : Whole.t **)

let base =
  Whole.of_positive (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO
    (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO
    (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO
    (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO
    (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO
    (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO
    (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO
    (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO
    (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO
    (Whole.XO
    Whole.XH))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val mask : Whole.t **)

let mask =
  Whole.of_positive (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI
    (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI
    (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI
    (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI
    (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI
    (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI
    (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI
    (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI
    (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI
    Whole.XH)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val evaluate : Whole.t -> Whole.t list -> Whole.t **)

let rec evaluate w = function
| [] -> Whole.zero
| a :: ds0 -> Whole.add a (Whole.shift_left (evaluate w ds0) w)

(** val joined : Whole.t -> Whole.t list -> Whole.t list **)

let rec joined w ds = match ds with
| [] -> ds
| a :: l ->
  (match l with
   | [] -> ds
   | b :: ds0 -> (Whole.add a (Whole.shift_left b w)) :: (joined w ds0))

(** val pack_in : Whole.t list -> Whole.t -> Whole.t list -> Whole.t **)

let rec pack_in fuel w ds = match ds with
| [] -> Whole.zero
| a :: l ->
  (match l with
   | [] -> a
   | _ :: _ ->
     (match fuel with
      | [] -> evaluate w ds
      | _ :: fuel0 -> pack_in fuel0 (Whole.add w w) (joined w ds)))

(** val pack : Whole.t list -> Whole.t **)

let pack ds =
  pack_in ds width ds

(** val digits : 'a1 list -> Whole.t -> Whole.t list **)

let rec digits cs z0 =
  match cs with
  | [] -> []
  | _ :: cs0 ->
    (Whole.conjunction z0 mask) :: (digits cs0 (Whole.shift_right z0 width))

type packed = Whole.t list

(** val add_scaled :
    Whole.t -> Whole.t list -> Whole.t list -> Whole.t list **)

let rec add_scaled f z0 s =
  match z0 with
  | [] -> []
  | x :: z1 ->
    (match s with
     | [] -> []
     | y :: s0 -> (Whole.add x (Whole.mul f y)) :: (add_scaled f z1 s0))

(** val head_digit : Whole.t -> Whole.t -> packed -> Whole.t **)

let head_digit p j = function
| [] -> Whole.zero
| c :: _ -> Whole.modulo (Whole.conjunction (Whole.shift_right c j) mask) p

(** val clear : Whole.t -> Whole.t -> packed -> packed -> packed **)

let clear p j s z0 =
  let a = head_digit p j z0 in
  if Whole.equal a Whole.zero then z0 else add_scaled (Whole.sub p a) z0 s

(** val scaled : Whole.t -> Whole.t -> 'a1 list list -> packed -> packed **)

let rec scaled p i css z0 =
  match css with
  | [] -> []
  | cs :: css0 ->
    (match z0 with
     | [] -> []
     | c :: z1 ->
       (pack (map (fun a -> Whole.modulo (Whole.mul i a) p) (digits cs c))) :: 
         (scaled p i css0 z1))

(** val find_pivot :
    Whole.t -> Whole.t -> packed list -> packed list ->
    ((Whole.t * packed) * packed list) option **)

let rec find_pivot p j seen = function
| [] -> None
| z0 :: zs0 ->
  let a = head_digit p j z0 in
  if Whole.equal a Whole.zero
  then find_pivot p j (z0 :: seen) zs0
  else Some ((a, z0), (rev_append seen zs0))

(** val power_mod : Whole.t -> Whole.t -> Whole.positive -> Whole.t **)

let rec power_mod p a = function
| Whole.XI e0 ->
  let b = power_mod p a e0 in
  Whole.modulo (Whole.mul (Whole.modulo (Whole.mul b b) p) a) p
| Whole.XO e0 -> let b = power_mod p a e0 in Whole.modulo (Whole.mul b b) p
| Whole.XH -> Whole.modulo a p

(** val inverse_mod : Whole.t -> Whole.t -> Whole.t **)

let inverse_mod p a =
  Whole.cases
    (fun _ -> Whole.of_positive Whole.XH)
    (fun e -> power_mod p a e)
    (fun _ -> Whole.of_positive
    Whole.XH)
    (Whole.sub p (Whole.of_positive (Whole.XO Whole.XH)))

(** val eliminate :
    Whole.t -> 'a1 list list -> Whole.t -> Whole.t -> packed option list ->
    packed list -> packed option list * (Whole.t * packed list) **)

let rec eliminate p css b j ps zs =
  match ps with
  | [] -> ([], (b, zs))
  | o :: ps0 ->
    (match o with
     | Some _ ->
       let (ps1, rest) =
         eliminate p css (Whole.add b (Whole.mul p p)) (Whole.add j width)
           ps0 (match o with
                | Some s -> map (clear p j s) zs
                | None -> zs)
       in
       ((o :: ps1), rest)
     | None ->
       (match find_pivot p j [] zs with
        | Some p0 ->
          let (p1, rest) = p0 in
          let (a, z0) = p1 in
          let o0 =
            if Whole.lt b base
            then Some (scaled p (inverse_mod p a) css z0)
            else None
          in
          let (ps1, rest0) =
            eliminate p css (Whole.add b (Whole.mul p p)) (Whole.add j width)
              ps0
              (match o0 with
               | Some s -> map (clear p j s) rest
               | None -> rest)
          in
          ((o0 :: ps1), rest0)
        | None ->
          let o0 = None in
          let (ps1, rest) =
            eliminate p css (Whole.add b (Whole.mul p p)) (Whole.add j width)
              ps0 (match o0 with
                   | Some s -> map (clear p j s) zs
                   | None -> zs)
          in
          ((o0 :: ps1), rest)))

(** val divisible : Whole.t -> Whole.t -> bool **)

let divisible p a =
  Whole.equal (Whole.modulo a p) Whole.zero

(** val dropped : Whole.t -> 'a1 list -> packed list -> packed list **)

let rec dropped p cs = function
| [] -> []
| p0 :: zs0 ->
  (match p0 with
   | [] -> dropped p cs zs0
   | c :: z0 ->
     if forallb (divisible p) (digits cs c)
     then z0 :: (dropped p cs zs0)
     else dropped p cs zs0)

(** val eliminate_all :
    Whole.t -> 'a1 list list -> Whole.t -> packed option list list -> packed
    list -> packed option list list **)

let rec eliminate_all p css b pss zs =
  match css with
  | [] -> pss
  | cs :: css' ->
    (match pss with
     | [] -> pss
     | ps :: pss0 ->
       let (ps0, p0) = eliminate p css b Whole.zero ps zs in
       let (b0, zs0) = p0 in
       ps0 :: (eliminate_all p css' b0 pss0
                (if Whole.lt b0 base then dropped p cs zs0 else [])))

(** val add_head : 'a1 -> 'a1 list list -> 'a1 list list **)

let add_head x = function
| [] -> (x :: []) :: []
| l :: ls0 -> (x :: l) :: ls0

(** val groups : nat -> nat -> 'a1 list -> 'a1 list list **)

let rec groups size room = function
| [] -> []
| x :: l0 ->
  (match room with
   | O -> [] :: (add_head x (groups size size l0))
   | S room0 -> add_head x (groups size room0 l0))

(** val columns_of_a_number : nat **)

let columns_of_a_number =
  S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S
    O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val rows_at_once : nat **)

let rows_at_once =
  S (S (S (S (S (S (S O))))))

(** val take_digits :
    Whole.t -> Whole.positive list -> row -> Whole.t list * row **)

let rec take_digits p cs r =
  match cs with
  | [] -> ([], r)
  | c :: cs0 ->
    (match r with
     | [] ->
       let (ds, rest) = take_digits p cs0 [] in ((Whole.zero :: ds), rest)
     | p0 :: r' ->
       let (k, a) = p0 in
       if Pos.eqb k c
       then let (ds, rest) = take_digits p cs0 r' in
            (((Whole.modulo a p) :: ds), rest)
       else let (ds, rest) = take_digits p cs0 r in ((Whole.zero :: ds), rest))

(** val packed_row :
    Whole.t -> Whole.positive list list -> row -> packed * row **)

let rec packed_row p css r =
  match css with
  | [] -> ([], r)
  | cs :: css0 ->
    let (ds, rest) = take_digits p cs r in
    let (z0, over) = packed_row p css0 rest in (((pack ds) :: z0), over)

(** val packed_rows :
    Whole.t -> Whole.positive list list -> row list -> packed list **)

let packed_rows p css rs =
  fold_left (fun zs r ->
    let (z0, r0) = packed_row p css r in
    (match r0 with
     | [] -> z0 :: zs
     | _ :: _ -> zs)) rs []

(** val leading : nat -> Whole.t list -> bool **)

let rec leading j ds =
  match j with
  | O ->
    (match ds with
     | [] -> false
     | a :: _ -> Whole.equal a (Whole.of_positive Whole.XH))
  | S j0 ->
    (match ds with
     | [] -> false
     | a :: ds0 -> if Whole.equal a Whole.zero then leading j0 ds0 else false)

(** val lead : 'a1 list -> nat -> packed option list -> bool **)

let rec lead cs j = function
| [] -> true
| o :: ps0 ->
  (match o with
   | Some p ->
     (match p with
      | [] -> false
      | c :: _ -> if leading j (digits cs c) then lead cs (S j) ps0 else false)
   | None -> false)

(** val as_long : 'a1 list -> 'a2 list -> bool **)

let rec as_long l m =
  match l with
  | [] -> (match m with
           | [] -> true
           | _ :: _ -> false)
  | _ :: l0 -> (match m with
                | [] -> false
                | _ :: m0 -> as_long l0 m0)

(** val all_lead : 'a1 list list -> packed option list list -> bool **)

let rec all_lead css pss =
  match css with
  | [] -> (match pss with
           | [] -> true
           | _ :: _ -> false)
  | cs :: css0 ->
    (match pss with
     | [] -> false
     | ps :: pss0 ->
       if as_long cs ps
       then if lead cs O ps then all_lead css0 pss0 else false
       else false)

(** val packed_rank : Whole.t -> Whole.positive list -> row list -> bool **)

let packed_rank p columns rows =
  let css = groups columns_of_a_number O (rev_append columns []) in
  let none = map (map (fun _ -> None)) css in
  all_lead css
    (fold_left (fun pss rs ->
      eliminate_all p css p pss (packed_rows p css rs))
      (groups rows_at_once O rows) none)

(** val count : 'a1 list -> Whole.t **)

let count l =
  fold_left (fun n0 _ -> Whole.add n0 (Whole.of_positive Whole.XH)) l
    Whole.zero

(** val few : Whole.t **)

let few =
  Whole.of_positive (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO
    (Whole.XO Whole.XH))))))

(** val many : Whole.t **)

let many =
  Whole.of_positive (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO
    (Whole.XO (Whole.XO (Whole.XI (Whole.XO (Whole.XI (Whole.XI (Whole.XI
    (Whole.XI Whole.XH)))))))))))))

(** val dense : Whole.positive list -> row list -> bool **)

let dense columns rows =
  let n0 = count columns in
  let m = count rows in
  if Whole.leq few n0
  then if Whole.leq n0 many
       then if Whole.leq m
                 (Whole.mul (Whole.of_positive (Whole.XO (Whole.XO
                   Whole.XH))) many)
            then Whole.leq (Whole.mul n0 m)
                   (Whole.mul (Whole.of_positive (Whole.XO (Whole.XO
                     Whole.XH)))
                     (fold_left (fun total r -> Whole.add total (count r))
                       rows Whole.zero))
            else false
       else false
  else false

(** val push : Whole.t -> Whole.positive -> Whole.t -> row -> row **)

let push p k a acc =
  let b = Whole.modulo a p in
  if Whole.equal b Whole.zero then acc else (k, b) :: acc

(** val reduced_row : Whole.t -> row -> row **)

let reduced_row p r =
  rev_append (fold_left (fun acc e -> push p (fst e) (snd e) acc) r []) []

(** val scaled_row : Whole.t -> Whole.t -> row -> row **)

let scaled_row p a r =
  rev_append
    (fold_left (fun acc e -> push p (fst e) (Whole.mul a (snd e)) acc) r [])
    []

(** val subtract_row : Whole.t -> Whole.t -> row -> row -> row -> row **)

let rec subtract_row p a r =
  let rec inner s acc =
    match s with
    | [] -> rev_append acc r
    | p0 :: s' ->
      let (j, y) = p0 in
      (match r with
       | [] -> inner s' (push p j (Whole.neg (Whole.mul a y)) acc)
       | p1 :: r' ->
         let (i, x) = p1 in
         (match Pos.compare i j with
          | Eq ->
            subtract_row p a r' s'
              (push p j (Whole.sub x (Whole.mul a y)) acc)
          | Lt -> inner s' (push p j (Whole.neg (Whole.mul a y)) acc)
          | Gt -> subtract_row p a r' s ((i, x) :: acc)))
  in inner

(** val reduce_row :
    Whole.positive list -> Whole.t -> row PM.t -> row -> row **)

let rec reduce_row fuel p pivots r =
  match fuel with
  | [] -> r
  | _ :: fuel0 ->
    (match r with
     | [] -> r
     | p1 :: _ ->
       let (k, a) = p1 in
       (match PM.find k pivots with
        | Some s -> reduce_row fuel0 p pivots (subtract_row p a r s [])
        | None -> r))

(** val insert_row :
    Whole.positive list -> Whole.t -> row PM.t -> row -> row PM.t **)

let insert_row columns p pivots r =
  match reduce_row columns p pivots (reduced_row p r) with
  | [] -> pivots
  | p0 :: r0 ->
    let (k, a) = p0 in
    PM.add k (scaled_row p (inverse_mod p a) ((k, a) :: r0)) pivots

(** val keys_in : unit PM.t -> row -> bool **)

let rec keys_in t0 = function
| [] -> true
| p :: r0 -> let (k, _) = p in if member k t0 then keys_in t0 r0 else false

(** val determined :
    row PM.t -> Whole.positive list -> unit PM.t -> unit PM.t option **)

let rec determined pivots columns t0 =
  match columns with
  | [] -> Some t0
  | k :: columns0 ->
    (match PM.find k pivots with
     | Some r0 ->
       (match r0 with
        | [] -> None
        | p :: r ->
          let (i, a) = p in
          if Pos.eqb i k
          then if Whole.equal a (Whole.of_positive Whole.XH)
               then if keys_in t0 r
                    then determined pivots columns0 (PM.add k () t0)
                    else None
               else None
          else None)
     | None -> None)

(** val no_divisor : nat -> Whole.t -> Whole.t -> bool **)

let rec no_divisor n0 d p =
  match n0 with
  | O -> true
  | S n1 ->
    if Whole.equal (Whole.modulo p d) Whole.zero
    then false
    else no_divisor n1 (Whole.add d (Whole.of_positive Whole.XH)) p

(** val is_prime : Whole.t -> bool **)

let is_prime p =
  if Whole.lt (Whole.of_positive Whole.XH) p
  then if Whole.lt p
            (Whole.mul (Whole.of_positive (Whole.XO (Whole.XO (Whole.XO
              (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO
              (Whole.XO (Whole.XO (Whole.XO Whole.XH)))))))))))))
              (Whole.of_positive (Whole.XO (Whole.XO (Whole.XO (Whole.XO
              (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO
              (Whole.XO (Whole.XO Whole.XH))))))))))))))
       then no_divisor
              (Z.to_nat
                (Whole.min (Whole.of_positive (Whole.XI (Whole.XI (Whole.XI
                  (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI (Whole.XI
                  (Whole.XI (Whole.XI Whole.XH))))))))))))
                  (Whole.sub p (Whole.of_positive (Whole.XO Whole.XH)))))
              (Whole.of_positive (Whole.XO Whole.XH)) p
       else false
  else false

(** val set_of : Whole.positive list -> unit PM.t -> unit PM.t **)

let rec set_of columns t0 =
  match columns with
  | [] -> t0
  | k :: columns0 -> set_of columns0 (PM.add k () t0)

(** val full_column_rank :
    Whole.t -> Whole.positive list -> row list -> bool **)

let full_column_rank p columns rows =
  if is_prime p
  then if dense columns rows
       then if forallb (keys_in (set_of columns PM.empty)) rows
            then packed_rank p columns rows
            else false
       else (match determined
                     (fold_left (insert_row columns p) rows PM.empty) columns
                     PM.empty with
             | Some t0 -> forallb (keys_in t0) rows
             | None -> false)
  else false

(** val z_nonzero : Whole.t -> bool **)

let z_nonzero a =
  negb (Whole.equal a Whole.zero)

(** val range_members :
    nat -> Whole.positive -> unit PM.t -> Whole.positive list ->
    Whole.positive list **)

let rec range_members n0 s t0 acc =
  match n0 with
  | O -> acc
  | S n1 ->
    range_members n1 (Pos.succ s) t0 (if member s t0 then s :: acc else acc)

(** val members :
    infoset list -> Whole.positive -> unit PM.t -> Whole.positive list ->
    Whole.positive list **)

let rec members cs s t0 acc =
  match cs with
  | [] -> acc
  | i :: r ->
    let (_, n0) = i in members r (advance n0 s) t0 (range_members n0 s t0 acc)

type direction = (Whole.positive * Whole.t) list

(** val moved : Whole.t PM.t -> direction -> Whole.t PM.t **)

let moved y h =
  fold_left (fun y0 e -> add_at Whole.zero Whole.add y0 (fst e) (snd e)) h y

(** val feasible_both_ways :
    infoset list -> Whole.t PM.t -> direction -> bool **)

let feasible_both_ways cs y h =
  let a = moved PM.empty h in
  if Whole.equal (lookup Whole.zero a Whole.XH) Whole.zero
  then if forallb (fun e ->
            Whole.leq (Whole.abs (lookup Whole.zero a (fst e)))
              (lookup Whole.zero y (fst e))) h
       then conserves_flow Whole.zero Whole.add Whole.equal cs (Whole.XO
              Whole.XH) a
       else false
  else false

(** val infoset_row :
    unit PM.t -> ((Whole.positive * Whole.positive) * nat) -> row **)

let infoset_row t0 = function
| (p0, n0) ->
  let (p, s) = p0 in
  fold_left (fun r k -> (k, (Whole.of_positive Whole.XH)) :: r)
    (rev_append (range_members n0 s t0 []) [])
    (if Pos.eqb p Whole.XH
     then []
     else (p, (Whole.of_negative Whole.XH)) :: [])

(** val infoset_rows : unit PM.t -> infoset list -> row list **)

let infoset_rows t0 cs =
  fold_left (fun rows c ->
    let (y, _) = c in
    let (p, _) = y in if member p t0 then (infoset_row t0 c) :: rows else rows)
    (backward_infosets cs (Whole.XO Whole.XH) []) []

(** val column : row PM.t -> Whole.positive -> row **)

let column c j =
  match PM.find j c with
  | Some r -> r
  | None -> []

(** val payoff_columns : unit PM.t -> Whole.t entry list -> row PM.t **)

let payoff_columns t0 es =
  fold_left (fun c e ->
    let (p, a) = e in
    let (i, j) = p in
    if member i t0 then PM.add j ((i, a) :: (column c j)) c else c) es
    PM.empty

(** val direction_form : row PM.t -> direction -> Whole.t PM.t **)

let direction_form c h =
  fold_left (fun l e ->
    fold_left (fun l0 e' ->
      add_at Whole.zero Whole.add l0 (fst e') (Whole.mul (snd e) (snd e')))
      (column c (fst e)) l) h PM.empty

(** val row_of : Whole.positive list -> Whole.t PM.t -> row **)

let row_of ascending l =
  fold_left (fun r k ->
    let a = lookup Whole.zero l k in
    if Whole.equal a Whole.zero then r else (k, a) :: r) ascending []

(** val merged : Whole.t -> row -> row -> row -> row **)

let rec merged b r =
  let rec inner s acc =
    match s with
    | [] -> rev_append acc r
    | p :: s' ->
      let (j, y) = p in
      (match r with
       | [] -> inner s' ((j, (Whole.mul b y)) :: acc)
       | p0 :: r' ->
         let (i, x) = p0 in
         (match Pos.compare i j with
          | Eq -> merged b r' s' ((i, (Whole.add x (Whole.mul b y))) :: acc)
          | Lt -> inner s' ((j, (Whole.mul b y)) :: acc)
          | Gt -> merged b r' s ((i, x) :: acc)))
  in inner

(** val falls : row -> bool **)

let rec falls = function
| [] -> true
| p :: r0 ->
  let (i, _) = p in
  (match r0 with
   | [] -> true
   | p0 :: _ -> let (j, _) = p0 in if Pos.ltb j i then falls r0 else false)

(** val turned : row -> row **)

let turned r = match r with
| [] -> r
| p :: l ->
  let (i, _) = p in
  (match l with
   | [] -> r
   | p0 :: _ -> let (j, _) = p0 in if Pos.ltb i j then rev_append r [] else r)

(** val cleaned : row -> row **)

let cleaned r =
  rev_append
    (fold_left (fun acc e ->
      if Pos.eqb (fst e) Whole.XH
      then acc
      else if Whole.equal (snd e) Whole.zero then acc else e :: acc) r []) []

(** val direction_row :
    Whole.positive list -> row PM.t -> direction -> row **)

let direction_row ts c h = match h with
| [] -> row_of ts (direction_form c h)
| p :: l ->
  let (j, a) = p in
  (match l with
   | [] -> row_of ts (direction_form c h)
   | p0 :: l0 ->
     let (k, b) = p0 in
     (match l0 with
      | [] ->
        let r =
          merged b (merged a [] (turned (column c j)) [])
            (turned (column c k)) []
        in
        if falls r then cleaned r else row_of ts (direction_form c h)
      | _ :: _ -> row_of ts (direction_form c h)))

(** val determines :
    Whole.t game -> Whole.t claim -> Whole.t -> direction list -> bool **)

let determines g c modulus hs =
  let cs = g.infosets1 in
  if forallb (feasible_both_ways g.infosets2 c.plan2) hs
  then let t0 =
         possibly_tight Whole.zero z_nonzero cs (Whole.XO Whole.XH)
           (worths Whole.zero Whole.add Whole.mul Whole.neg z_maximum cs
             g.entries c.plan2) (PM.add Whole.XH () PM.empty)
       in
       let ts = rev_append (members cs (Whole.XO Whole.XH) t0 []) [] in
       let c0 = payoff_columns t0 g.entries in
       full_column_rank modulus ts
         (fold_left (fun rows h -> (direction_row ts c0 h) :: rows) hs
           (infoset_rows t0 cs))
  else false

(** val check_unique :
    Whole.t game -> Whole.t claim -> Whole.t -> direction list -> bool **)

let check_unique g c modulus hs =
  if check_integer g c then determines g c modulus hs else false

type uniqueness_evidence =
| NotUnique of local_strategy list * Whole.t
| Unique of local_strategy list * Whole.t * Whole.t * direction list

(** val range_differ :
    nat -> Whole.positive -> Whole.t PM.t -> Whole.t PM.t -> bool **)

let rec range_differ n0 s x z' =
  match n0 with
  | O -> false
  | S n1 ->
    if Whole.equal
         (Whole.mul (lookup Whole.zero x s) (lookup Whole.zero z' Whole.XH))
         (Whole.mul (lookup Whole.zero z' s) (lookup Whole.zero x Whole.XH))
    then range_differ n1 (Pos.succ s) x z'
    else true

(** val differ :
    infoset list -> Whole.positive -> Whole.t PM.t -> Whole.t PM.t -> bool **)

let rec differ cs s x z' =
  match cs with
  | [] -> false
  | i :: r ->
    let (_, n0) = i in
    if range_differ n0 s x z' then true else differ r (advance n0 s) x z'

(** val same_mix : local_strategy -> local_strategy -> bool **)

let rec same_mix b b' =
  match b with
  | [] -> (match b' with
           | [] -> true
           | _ :: _ -> false)
  | p :: b0 ->
    let (n0, d) = p in
    (match b' with
     | [] -> false
     | p0 :: b'0 ->
       let (n', d') = p0 in
       if Whole.equal n0 n'
       then if Whole.equal d d' then same_mix b0 b'0 else false
       else false)

(** val same_strategy : local_strategy list -> local_strategy list -> bool **)

let rec same_strategy bs bs' =
  match bs with
  | [] -> (match bs' with
           | [] -> true
           | _ :: _ -> false)
  | b :: bs0 ->
    (match bs' with
     | [] -> false
     | b' :: bs'0 -> if same_mix b b' then same_strategy bs0 bs'0 else false)

(** val check_uniqueness :
    Whole.t game -> Whole.t -> Whole.t -> Whole.t PM.t -> Whole.t PM.t ->
    local_strategy list -> Whole.t -> uniqueness_evidence -> bool **)

let check_uniqueness g a b x y own own_scale = function
| NotUnique (bs, k) ->
  let z' = strategy_weights g.infosets1 bs k in
  if check_strategy g.infosets1 bs (Whole.XO Whole.XH) z'
  then (&&)
         (check_integer g { value_numerator = a; value_denominator = b;
           plan1 = z'; plan2 = y })
         (differ g.infosets1 (Whole.XO Whole.XH) x z')
  else false
| Unique (bs, k, p, hs) ->
  if if Whole.equal k own_scale then same_strategy bs own else false
  then determines g { value_numerator = a; value_denominator = b; plan1 = x;
         plan2 = y } p hs
  else let a0 = strategy_weights g.infosets2 bs k in
       if check_strategy g.infosets2 bs (Whole.XO Whole.XH) a0
       then check_unique g { value_numerator = a; value_denominator = b;
              plan1 = x; plan2 = a0 } p hs
       else false

(** val swapped_game : Whole.t game -> Whole.t game **)

let swapped_game g =
  { infosets1 = g.infosets2; infosets2 = g.infosets1; entries =
    (swapped_entries Whole.neg g.entries); denominator = g.denominator }

(** val check_certificate :
    solution -> uniqueness_evidence -> uniqueness_evidence -> bool **)

let check_certificate f e1 e2 =
  let x =
    strategy_weights f.solution_game.infosets1 f.strategy1 f.plan1_denominator
  in
  let y =
    strategy_weights f.solution_game.infosets2 f.strategy2 f.plan2_denominator
  in
  (&&)
    ((&&) (check_solution f)
      (check_uniqueness f.solution_game f.stated_numerator
        f.stated_denominator x y f.strategy2 f.plan2_denominator e1))
    (check_uniqueness (swapped_game f.solution_game)
      (Whole.neg f.stated_numerator) f.stated_denominator y x f.strategy1
      f.plan1_denominator e2)

type file = { file_solution : solution; evidence1 : uniqueness_evidence;
              evidence2 : uniqueness_evidence; behaviour1 : bool option;
              behaviour2 : bool option; off_path1 : bool list option;
              off_path2 : bool list option; is_matrix : bool }

(** val all_reached : infoset list -> Whole.t PM.t -> bool **)

let rec all_reached cs x =
  match cs with
  | [] -> true
  | i :: r ->
    let (p, _) = i in
    if Whole.equal (lookup Whole.zero x p) Whole.zero
    then false
    else all_reached r x

(** val check_behaviour :
    infoset list -> Whole.t PM.t -> uniqueness_evidence -> bool option -> bool **)

let check_behaviour cs x e = function
| Some b0 ->
  eqb b0
    (match e with
     | NotUnique (_, _) -> false
     | Unique (_, _, _, _) -> all_reached cs x)
| None -> true

(** val range_meets : nat -> Whole.positive -> unit PM.t -> bool **)

let rec range_meets n0 s p =
  match n0 with
  | O -> false
  | S n1 -> if member s p then true else range_meets n1 (Pos.succ s) p

(** val paid_sequences : Whole.t entry list -> Whole.t PM.t -> unit PM.t **)

let paid_sequences es y =
  fold_left (fun p e ->
    let (p0, a) = e in
    let (i, j) = p0 in
    if Whole.equal a Whole.zero
    then p
    else if Whole.equal (lookup Whole.zero y j) Whole.zero
         then p
         else PM.add i () p) es PM.empty

(** val leading_sequences :
    infoset list -> Whole.t entry list -> Whole.t PM.t -> unit PM.t **)

let leading_sequences cs es y =
  fold_left (fun p c ->
    let (y0, n0) = c in
    let (p0, s) = y0 in if range_meets n0 s p then PM.add p0 () p else p)
    (backward_infosets cs (Whole.XO Whole.XH) []) (paid_sequences es y)

(** val covers_entries :
    Whole.t entry list -> Whole.t PM.t -> unit PM.t -> bool **)

let rec covers_entries es y p =
  match es with
  | [] -> true
  | e :: r ->
    let (p0, a) = e in
    let (i, j) = p0 in
    if if Whole.equal a Whole.zero
       then true
       else if Whole.equal (lookup Whole.zero y j) Whole.zero
            then true
            else member i p
    then covers_entries r y p
    else false

(** val covers_parents :
    infoset list -> Whole.positive -> unit PM.t -> bool **)

let rec covers_parents cs s p =
  match cs with
  | [] -> true
  | i :: r ->
    let (p0, n0) = i in
    if if range_meets n0 s p then member p0 p else true
    then covers_parents r (advance n0 s) p
    else false

(** val check_listed :
    bool -> infoset list -> Whole.positive -> bool list -> Whole.t PM.t ->
    unit PM.t -> bool **)

let rec check_listed matrix cs s listed x p =
  match cs with
  | [] -> (match listed with
           | [] -> true
           | _ :: _ -> false)
  | i :: cs0 ->
    let (p0, n0) = i in
    (match listed with
     | [] -> false
     | l :: listed0 ->
       if if Whole.equal (lookup Whole.zero x p0) Whole.zero
          then l
          else if l
               then if matrix then false else negb (range_meets n0 s p)
               else true
       then check_listed matrix cs0 (advance n0 s) listed0 x p
       else false)

(** val check_off_path :
    Whole.t game -> Whole.t PM.t -> Whole.t PM.t -> bool list option -> bool **)

let check_off_path g x y = function
| Some listed0 ->
  let p = leading_sequences g.infosets1 g.entries y in
  if covers_entries g.entries y p
  then if covers_parents g.infosets1 (Whole.XO Whole.XH) p
       then check_listed false g.infosets1 (Whole.XO Whole.XH) listed0 x p
       else false
  else false
| None -> true

(** val check_off_path_matrix :
    infoset list -> Whole.t PM.t -> bool list option -> bool **)

let check_off_path_matrix cs x = function
| Some listed0 -> check_listed true cs (Whole.XO Whole.XH) listed0 x PM.empty
| None -> true

(** val check_file : file -> bool **)

let check_file f =
  let s = f.file_solution in
  let g = s.solution_game in
  let x = strategy_weights g.infosets1 s.strategy1 s.plan1_denominator in
  let y = strategy_weights g.infosets2 s.strategy2 s.plan2_denominator in
  (&&)
    ((&&)
      ((&&) (check_certificate s f.evidence1 f.evidence2)
        (check_behaviour g.infosets1 x f.evidence1 f.behaviour1))
      (check_behaviour g.infosets2 y f.evidence2 f.behaviour2))
    (if f.is_matrix
     then (&&) (check_off_path_matrix g.infosets1 x f.off_path1)
            (check_off_path_matrix g.infosets2 y f.off_path2)
     else (&&) (check_off_path g x y f.off_path1)
            (check_off_path (swapped_game g) y x f.off_path2))

type interval = { interval_game : Whole.t game; low_numerator : Whole.t;
                  low_denominator : Whole.t; high_numerator : Whole.t;
                  high_denominator : Whole.t;
                  interval_strategy1 : local_strategy list;
                  interval_strategy2 : local_strategy list;
                  interval_scale1 : Whole.t; interval_scale2 : Whole.t }

(** val check_interval : interval -> bool **)

let check_interval f =
  let g = f.interval_game in
  let x = strategy_weights g.infosets1 f.interval_strategy1 f.interval_scale1
  in
  let y = strategy_weights g.infosets2 f.interval_strategy2 f.interval_scale2
  in
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&)
            ((&&)
              ((&&)
                ((&&)
                  ((&&)
                    ((&&) (valid_tree g.infosets1 (Whole.XO Whole.XH))
                      (valid_tree g.infosets2 (Whole.XO Whole.XH)))
                    (z_positive g.denominator))
                  (z_positive f.low_denominator))
                (z_positive f.high_denominator))
              (is_realization_plan Whole.zero Whole.add Whole.neg Whole.equal
                z_nonpositive z_positive g.infosets1 x))
            (is_realization_plan Whole.zero Whole.add Whole.neg Whole.equal
              z_nonpositive z_positive g.infosets2 y))
          (check_strategy g.infosets1 f.interval_strategy1 (Whole.XO
            Whole.XH) x))
        (check_strategy g.infosets2 f.interval_strategy2 (Whole.XO Whole.XH)
          y))
      (match best_response_value Whole.zero Whole.add Whole.mul Whole.neg
               z_nonpositive z_maximum g.infosets1 g.entries y with
       | Some w ->
         Whole.equal (Whole.mul w f.high_denominator)
           (Whole.mul
             (Whole.mul f.high_numerator (lookup Whole.zero y Whole.XH))
             g.denominator)
       | None -> false))
    (match best_response_value Whole.zero Whole.add Whole.mul Whole.neg
             z_nonpositive z_maximum g.infosets2
             (swapped_entries Whole.neg g.entries) x with
     | Some w ->
       Whole.equal (Whole.mul (Whole.neg w) f.low_denominator)
         (Whole.mul
           (Whole.mul f.low_numerator (lookup Whole.zero x Whole.XH))
           g.denominator)
     | None -> false)

type poly = Whole.t list

(** val padd : poly -> poly -> poly **)

let rec padd p q =
  match p with
  | [] -> q
  | a :: p0 ->
    (match q with
     | [] -> p
     | b :: q0 -> (Whole.add a b) :: (padd p0 q0))

(** val pscale : Whole.t -> poly -> poly **)

let pscale c p =
  map (Whole.mul c) p

(** val popp : poly -> poly **)

let popp p =
  map Whole.neg p

(** val pmul : poly -> poly -> poly **)

let rec pmul p q =
  match p with
  | [] -> []
  | a :: p0 ->
    padd (pscale a q)
      (match pmul p0 q with
       | [] -> []
       | z0 :: l -> Whole.zero :: (z0 :: l))

(** val pzero : poly -> bool **)

let pzero p =
  forallb (Whole.equal Whole.zero) p

(** val peqb : poly -> poly -> bool **)

let peqb p q =
  pzero (padd p (popp q))

(** val times_linear :
    Whole.t -> Whole.t -> Whole.t -> Whole.t list -> Whole.t list **)

let rec times_linear a b before = function
| [] -> (Whole.mul b before) :: []
| c :: r ->
  (Whole.add (Whole.mul a c) (Whole.mul b before)) :: (times_linear a b c r)

(** val substitution :
    Whole.t -> Whole.t -> Whole.t -> Whole.t -> poly -> Whole.t
    list * Whole.t list **)

let rec substitution a b c d = function
| [] -> ([], ((Whole.of_positive Whole.XH) :: []))
| x :: r ->
  let (form0, power0) = substitution a b c d r in
  ((padd (pscale x power0) (times_linear a b Whole.zero form0)),
  (times_linear c d Whole.zero power0))

type boundary =
| Rational of Whole.t * Whole.t
| Root of poly * Whole.t * Whole.t * Whole.t

type range =
| Point of boundary
| Reals of bool * boundary option * boundary option
| Wholes of Whole.t * Whole.t option

(** val scaled_value : Whole.t -> Whole.t -> poly -> Whole.t * Whole.t **)

let rec scaled_value n0 d = function
| [] -> (Whole.zero, (Whole.of_positive Whole.XH))
| c :: r ->
  let (v, k) = scaled_value n0 d r in
  ((Whole.add (Whole.mul c k) (Whole.mul n0 v)), (Whole.mul d k))

(** val value_at : Whole.t -> Whole.t -> poly -> Whole.t **)

let value_at n0 d p =
  fst (scaled_value n0 d p)

(** val low_pair : boundary option -> Whole.t * Whole.t **)

let low_pair = function
| Some b0 ->
  (match b0 with
   | Rational (n0, d) -> (n0, d)
   | Root (_, _, b, q) -> (b, q))
| None -> ((Whole.of_negative Whole.XH), Whole.zero)

(** val high_pair : boundary option -> Whole.t * Whole.t **)

let high_pair = function
| Some b ->
  (match b with
   | Rational (n0, d) -> (n0, d)
   | Root (_, a, _, q) -> (a, q))
| None -> ((Whole.of_positive Whole.XH), Whole.zero)

(** val last_positive : Whole.t list -> bool **)

let last_positive l =
  Whole.lt Whole.zero (last l Whole.zero)

(** val first_positive : Whole.t list -> bool **)

let first_positive = function
| [] -> false
| x :: _ -> Whole.lt Whole.zero x

(** val no_negative_coefficient :
    bool -> bool -> bool -> Whole.t -> Whole.t -> Whole.t -> Whole.t -> poly
    -> bool **)

let no_negative_coefficient strict at_low at_high a c b d p =
  if Whole.lt (Whole.mul a d) (Whole.mul b c)
  then let l = fst (substitution a b c d p) in
       if forallb (Whole.leq Whole.zero) l
       then if strict
            then if existsb (Whole.lt Whole.zero) l
                 then if if at_low then first_positive l else true
                      then if at_high then last_positive l else true
                      else false
                 else false
            else true
       else false
  else false

(** val cut :
    Whole.t -> Whole.t -> Whole.t -> Whole.t -> Whole.t * Whole.t **)

let cut a c b d =
  if Whole.equal c Whole.zero
  then if Whole.equal d Whole.zero
       then (Whole.zero, (Whole.of_positive Whole.XH))
       else ((Whole.sub
               (if Whole.lt b Whole.zero
                then Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) b
                else Whole.neg
                       (Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) b))
               d), d)
  else if Whole.equal d Whole.zero
       then ((Whole.add
               (if Whole.lt a Whole.zero
                then Whole.neg
                       (Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) a)
                else Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) a) c),
              c)
       else let l =
              if Whole.equal (Whole.mul (Whole.div d c) c) d
              then d
              else if Whole.equal (Whole.mul (Whole.div c d) d) c
                   then c
                   else Whole.mul c d
            in
            ((Whole.add (Whole.mul a (Whole.div l c))
               (Whole.mul b (Whole.div l d))),
            (Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) l))

(** val holds_between :
    nat -> bool -> bool -> bool -> Whole.t -> Whole.t -> Whole.t -> Whole.t
    -> poly -> bool **)

let rec holds_between fuel strict at_low at_high a c b d p =
  if no_negative_coefficient strict at_low at_high a c b d p
  then true
  else (match fuel with
        | O -> false
        | S fuel0 ->
          let (m, k) = cut a c b d in
          if Whole.lt (value_at m k p) Whole.zero
          then false
          else if holds_between fuel0 strict at_low true a c m k p
               then holds_between fuel0 strict true at_high m k b d p
               else false)

(** val holds_at_wholes :
    nat -> bool -> Whole.t -> Whole.t option -> poly -> bool **)

let rec holds_at_wholes fuel strict a b p =
  match b with
  | Some b0 ->
    let d = Whole.of_positive Whole.XH in
    if no_negative_coefficient strict true
         (match b with
          | Some _ -> true
          | None -> false) a (Whole.of_positive Whole.XH) b0 d p
    then true
    else (match b with
          | Some b1 ->
            if Whole.equal a b1
            then if strict
                 then Whole.lt Whole.zero
                        (value_at a (Whole.of_positive Whole.XH) p)
                 else Whole.leq Whole.zero
                        (value_at a (Whole.of_positive Whole.XH) p)
            else (match fuel with
                  | O -> false
                  | S fuel0 ->
                    let m =
                      Whole.div (Whole.add a b1) (Whole.of_positive (Whole.XO
                        Whole.XH))
                    in
                    if holds_at_wholes fuel0 strict a (Some m) p
                    then holds_at_wholes fuel0 strict
                           (Whole.add m (Whole.of_positive Whole.XH)) (Some
                           b1) p
                    else false)
          | None ->
            (match fuel with
             | O -> false
             | S fuel0 ->
               let m =
                 if Whole.lt a Whole.zero
                 then Whole.zero
                 else Whole.add
                        (Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) a)
                        (Whole.of_positive Whole.XH)
               in
               if holds_at_wholes fuel0 strict a (Some m) p
               then holds_at_wholes fuel0 strict
                      (Whole.add m (Whole.of_positive Whole.XH)) None p
               else false))
  | None ->
    let n0 = Whole.of_positive Whole.XH in
    let d = Whole.zero in
    if no_negative_coefficient strict true
         (match b with
          | Some _ -> true
          | None -> false) a (Whole.of_positive Whole.XH) n0 d p
    then true
    else (match b with
          | Some b0 ->
            if Whole.equal a b0
            then if strict
                 then Whole.lt Whole.zero
                        (value_at a (Whole.of_positive Whole.XH) p)
                 else Whole.leq Whole.zero
                        (value_at a (Whole.of_positive Whole.XH) p)
            else (match fuel with
                  | O -> false
                  | S fuel0 ->
                    let m =
                      Whole.div (Whole.add a b0) (Whole.of_positive (Whole.XO
                        Whole.XH))
                    in
                    if holds_at_wholes fuel0 strict a (Some m) p
                    then holds_at_wholes fuel0 strict
                           (Whole.add m (Whole.of_positive Whole.XH)) (Some
                           b0) p
                    else false)
          | None ->
            (match fuel with
             | O -> false
             | S fuel0 ->
               let m =
                 if Whole.lt a Whole.zero
                 then Whole.zero
                 else Whole.add
                        (Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) a)
                        (Whole.of_positive Whole.XH)
               in
               if holds_at_wholes fuel0 strict a (Some m) p
               then holds_at_wholes fuel0 strict
                      (Whole.add m (Whole.of_positive Whole.XH)) None p
               else false))

(** val closed_end : bool -> boundary option -> bool **)

let closed_end open0 = function
| Some b ->
  (match b with
   | Rational (_, _) -> negb open0
   | Root (_, _, _, _) -> true)
| None -> false

(** val depth : nat **)

let depth =
  S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S
    O)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val divide_down : nat -> Whole.t list -> Whole.t list -> Whole.t list **)

let rec divide_down fuel p f =
  match fuel with
  | O -> []
  | S fuel0 ->
    (match p with
     | [] -> []
     | x :: _ ->
       (match f with
        | [] -> []
        | y :: _ ->
          let c = Whole.div x y in
          c :: (divide_down fuel0 (tl (padd p (pscale (Whole.neg c) f))) f)))

(** val multiple_of : poly -> poly -> poly option **)

let multiple_of f p =
  let h = rev (divide_down (sub (S (length p)) (length f)) (rev p) (rev f)) in
  if peqb p (pmul f h) then Some h else None

(** val holds_where :
    nat -> bool -> bool -> poly -> Whole.t -> Whole.t -> Whole.t -> poly ->
    bool **)

let rec holds_where fuel strict open0 f a b q p =
  if no_negative_coefficient strict true true a q b q p
  then true
  else if no_negative_coefficient true true true a q b q (popp f)
       then true
       else (match fuel with
             | O -> false
             | S fuel0 ->
               (match if (&&) strict (negb open0)
                      then None
                      else multiple_of f p with
                | Some h -> holds_where fuel0 strict open0 f a b q h
                | None ->
                  if holds_where fuel0 strict open0 f
                       (Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) a)
                       (Whole.add a b)
                       (Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) q) p
                  then holds_where fuel0 strict open0 f (Whole.add a b)
                         (Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) b)
                         (Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) q)
                         p
                  else false))

(** val holds_at_root :
    nat -> bool -> poly -> Whole.t -> Whole.t -> Whole.t -> poly -> bool **)

let rec holds_at_root fuel strict f a b q p =
  if no_negative_coefficient strict true true a q b q p
  then true
  else if no_negative_coefficient true true true a q b q f
       then true
       else if no_negative_coefficient true true true a q b q (popp f)
            then true
            else (match fuel with
                  | O -> false
                  | S fuel0 ->
                    if holds_at_root fuel0 strict f
                         (Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) a)
                         (Whole.add a b)
                         (Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) q)
                         p
                    then holds_at_root fuel0 strict f (Whole.add a b)
                           (Whole.mul (Whole.of_positive (Whole.XO Whole.XH))
                             b)
                           (Whole.mul (Whole.of_positive (Whole.XO Whole.XH))
                             q) p
                    else false)

(** val is_multiple_of : poly -> poly -> bool **)

let is_multiple_of f p =
  match multiple_of f p with
  | Some _ -> true
  | None -> false

(** val holds : bool -> range -> poly -> bool **)

let holds strict r p =
  match r with
  | Point e ->
    (match e with
     | Rational (n0, d) ->
       if strict
       then Whole.lt Whole.zero (value_at n0 d p)
       else Whole.leq Whole.zero (value_at n0 d p)
     | Root (f, a, b, q) ->
       if if strict then false else is_multiple_of f p
       then true
       else holds_at_root depth strict f a b q p)
  | Reals (open0, low, high) ->
    let (a, c) = low_pair low in
    let (b, d) = high_pair high in
    if holds_between depth strict (closed_end open0 low)
         (closed_end open0 high) a c b d p
    then if match low with
            | Some b0 ->
              (match b0 with
               | Rational (_, _) -> true
               | Root (f, a0, b1, q) ->
                 holds_where depth strict open0 f a0 b1 q p)
            | None -> true
         then (match high with
               | Some b0 ->
                 (match b0 with
                  | Rational (_, _) -> true
                  | Root (f, a0, b1, q) ->
                    holds_where depth strict open0 (popp f) a0 b1 q p)
               | None -> true)
         else false
    else false
  | Wholes (a, b) -> holds_at_wholes depth strict a b p

(** val derivative_from : Whole.t -> poly -> poly **)

let rec derivative_from k = function
| [] -> []
| c :: r ->
  (Whole.mul k c) :: (derivative_from
                       (Whole.add k (Whole.of_positive Whole.XH)) r)

(** val valid_boundary : boundary -> bool **)

let valid_boundary = function
| Rational (_, d) -> Whole.lt Whole.zero d
| Root (f, a, b, q) ->
  (&&)
    ((&&)
      ((&&) ((&&) (Whole.lt Whole.zero q) (Whole.lt a b))
        (Whole.lt (value_at a q f) Whole.zero))
      (Whole.lt Whole.zero (value_at b q f)))
    (holds_between depth true true true a q b q
      (derivative_from (Whole.of_positive Whole.XH) (tl f)))

(** val valid_end : boundary option -> bool **)

let valid_end = function
| Some e0 -> valid_boundary e0
| None -> true

(** val valid_range : range -> bool **)

let valid_range = function
| Point e -> valid_boundary e
| Reals (_, low, high) -> (&&) (valid_end low) (valid_end high)
| Wholes (_, _) -> true

(** val p_equal : range -> poly -> poly -> bool **)

let p_equal r p q =
  match r with
  | Point e ->
    (match e with
     | Rational (n0, d) ->
       Whole.equal (value_at n0 d (padd p (popp q))) Whole.zero
     | Root (f, _, _, _) ->
       if peqb p q then true else is_multiple_of f (padd p (popp q)))
  | _ -> peqb p q

(** val p_nonpositive : range -> poly -> bool **)

let p_nonpositive r p =
  holds false r (popp p)

(** val p_positive : range -> poly -> bool **)

let p_positive r p =
  holds true r p

(** val p_nonzero : range -> poly -> bool **)

let p_nonzero r p =
  if holds true r p
  then true
  else if holds true r (popp p)
       then true
       else (match r with
             | Wholes (_, _) -> holds true r (pmul p p)
             | _ -> false)

(** val p_larger : range -> poly -> poly -> poly **)

let p_larger r m p =
  if p_nonpositive r (padd p (popp m)) then m else p

(** val p_maximum : range -> poly list -> poly **)

let p_maximum r = function
| [] -> []
| m :: rest -> fold_left (p_larger r) rest m

(** val check_parametric : range -> poly game -> poly claim -> bool **)

let check_parametric r g c =
  (&&) (valid_range r)
    (check_equilibrium [] padd pmul popp (p_equal r) (p_nonpositive r)
      (p_positive r) (p_maximum r) g c)

(** val range_supported :
    'a1 -> ('a1 -> 'a1 -> bool) -> ('a1 -> bool) -> nat -> Whole.positive ->
    'a1 PM.t -> 'a1 PM.t -> bool **)

let rec range_supported c0 eqb1 positive_coefficient n0 s y h =
  match n0 with
  | O -> true
  | S n1 ->
    if if eqb1 (lookup c0 h s) c0
       then true
       else positive_coefficient (lookup c0 y s)
    then range_supported c0 eqb1 positive_coefficient n1 (Pos.succ s) y h
    else false

(** val all_supported :
    'a1 -> ('a1 -> 'a1 -> bool) -> ('a1 -> bool) -> infoset list ->
    Whole.positive -> 'a1 PM.t -> 'a1 PM.t -> bool **)

let rec all_supported c0 eqb1 positive_coefficient cs s y h =
  match cs with
  | [] -> true
  | i :: r ->
    let (_, n0) = i in
    if range_supported c0 eqb1 positive_coefficient n0 s y h
    then all_supported c0 eqb1 positive_coefficient r (advance n0 s) y h
    else false

(** val free_direction :
    'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> bool) -> ('a1 -> bool) ->
    infoset list -> 'a1 PM.t -> 'a1 PM.t -> bool **)

let free_direction c0 cadd eqb1 positive_coefficient cs y h =
  (&&)
    ((&&) (eqb1 (lookup c0 h Whole.XH) c0)
      (conserves_flow c0 cadd eqb1 cs (Whole.XO Whole.XH) h))
    (all_supported c0 eqb1 positive_coefficient cs (Whole.XO Whole.XH) y h)

(** val flow_row :
    'a1 -> 'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) ->
    ((Whole.positive * Whole.positive) * nat) -> 'a1 PM.t **)

let flow_row c0 c1 cadd copp = function
| (p0, n0) ->
  let (p, s) = p0 in
  add_at c0 cadd (subtract_range c0 cadd copp n0 s c1 PM.empty) p c1

(** val numbered :
    Whole.positive -> 'a1 list list -> 'a1 list PM.t -> 'a1 list PM.t **)

let rec numbered k rows m =
  match rows with
  | [] -> m
  | r :: rest -> numbered (Pos.succ k) rest (PM.add k r m)

(** val add_lists :
    ('a1 -> 'a1 -> 'a1) -> 'a1 list -> 'a1 list -> 'a1 list **)

let rec add_lists cadd u v =
  match u with
  | [] -> v
  | a :: u0 ->
    (match v with
     | [] -> u
     | b :: v0 -> (cadd a b) :: (add_lists cadd u0 v0))

(** val combination :
    ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> 'a1 list PM.t ->
    (Whole.positive * 'a1) list -> 'a1 list **)

let rec combination cadd cmul rows = function
| [] -> []
| p :: bs0 ->
  let (k, b) = p in
  (match PM.find k rows with
   | Some r ->
     add_lists cadd (map (cmul b) r) (combination cadd cmul rows bs0)
   | None -> combination cadd cmul rows bs0)

(** val multiple_of_unit :
    'a1 -> ('a1 -> 'a1 -> bool) -> nat -> 'a1 -> 'a1 list -> bool **)

let rec multiple_of_unit c0 eqb1 i delta0 = function
| [] -> false
| x :: v0 ->
  (match i with
   | O -> if eqb1 x delta0 then forallb (fun y -> eqb1 y c0) v0 else false
   | S i0 ->
     if eqb1 x c0 then multiple_of_unit c0 eqb1 i0 delta0 v0 else false)

(** val left_inverse :
    'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> bool)
    -> nat -> 'a1 list PM.t -> 'a1 -> (Whole.positive * 'a1) list list -> bool **)

let rec left_inverse c0 cadd cmul eqb1 i rows delta0 = function
| [] -> true
| bs :: rest ->
  if multiple_of_unit c0 eqb1 i delta0 (combination cadd cmul rows bs)
  then left_inverse c0 cadd cmul eqb1 (S i) rows delta0 rest
  else false

type 'c only_hints = { moves : 'c PM.t list;
                       inverse : (Whole.positive * 'c) list list; delta : 
                       'c }

(** val unknowns :
    'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> ('a1
    -> bool) -> ('a1 list -> 'a1) -> 'a1 game -> 'a1 claim -> Whole.positive
    list **)

let unknowns c0 cadd cmul copp nonzero maximum g c =
  let cs = g.infosets1 in
  members cs (Whole.XO Whole.XH)
    (possibly_tight c0 nonzero cs (Whole.XO Whole.XH)
      (worths c0 cadd cmul copp maximum cs g.entries c.plan2)
      (PM.add Whole.XH () PM.empty)) []

(** val equations :
    'a1 -> 'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1)
    -> 'a1 game -> 'a1 PM.t list -> Whole.positive list -> 'a1 list list **)

let equations c0 c1 cadd cmul copp g moves0 ts =
  map (fun l -> map (lookup c0 l) ts)
    (app
      (map (flow_row c0 c1 cadd copp)
        (backward_infosets g.infosets1 (Whole.XO Whole.XH) []))
      (map (payoff_form c0 cadd cmul g.entries) moves0))

(** val check_only :
    'a1 -> 'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1)
    -> ('a1 -> 'a1 -> bool) -> ('a1 -> bool) -> ('a1 -> bool) -> ('a1 ->
    bool) -> ('a1 list -> 'a1) -> 'a1 game -> 'a1 claim -> 'a1 only_hints ->
    bool **)

let check_only c0 c1 cadd cmul copp eqb1 nonpositive positive_coefficient nonzero maximum g c h =
  let ts = unknowns c0 cadd cmul copp nonzero maximum g c in
  let rows =
    numbered Whole.XH (equations c0 c1 cadd cmul copp g h.moves ts) PM.empty
  in
  (&&)
    ((&&)
      ((&&)
        ((&&)
          (check_equilibrium c0 cadd cmul copp eqb1 nonpositive
            positive_coefficient maximum g c)
          (forallb
            (free_direction c0 cadd eqb1 positive_coefficient g.infosets2
              c.plan2) h.moves)) (nonzero h.delta))
      (Nat.eqb (length h.inverse) (length ts)))
    (left_inverse c0 cadd cmul eqb1 O rows h.delta h.inverse)

type sum =
| SumOf of product
| Add of sum * product
| Sub of sum * product
and product =
| ProductOf of signed
| Mul of product * signed
| Div of product * signed
and signed =
| Unsigned of power
| Plus of signed
| Minus of signed
and power =
| Base of atom
| Power of atom * string
and atom =
| Number of string
| Letter
| Brackets of sum

(** val tokens : string -> sum -> string list **)

let rec tokens parameter0 = function
| SumOf p -> product_tokens parameter0 p
| Add (s, p) ->
  app (tokens parameter0 s) ((String ((Ascii (true, true, false, true, false,
    true, false, false)), EmptyString)) :: (product_tokens parameter0 p))
| Sub (s, p) ->
  app (tokens parameter0 s) ((String ((Ascii (true, false, true, true, false,
    true, false, false)), EmptyString)) :: (product_tokens parameter0 p))

(** val product_tokens : string -> product -> string list **)

and product_tokens parameter0 = function
| ProductOf s -> signed_tokens parameter0 s
| Mul (p, s) ->
  app (product_tokens parameter0 p) ((String ((Ascii (false, true, false,
    true, false, true, false, false)),
    EmptyString)) :: (signed_tokens parameter0 s))
| Div (p, s) ->
  app (product_tokens parameter0 p) ((String ((Ascii (true, true, true, true,
    false, true, false, false)),
    EmptyString)) :: (signed_tokens parameter0 s))

(** val signed_tokens : string -> signed -> string list **)

and signed_tokens parameter0 = function
| Unsigned p -> power_tokens parameter0 p
| Plus s ->
  (String ((Ascii (true, true, false, true, false, true, false, false)),
    EmptyString)) :: (signed_tokens parameter0 s)
| Minus s ->
  (String ((Ascii (true, false, true, true, false, true, false, false)),
    EmptyString)) :: (signed_tokens parameter0 s)

(** val power_tokens : string -> power -> string list **)

and power_tokens parameter0 = function
| Base a -> atom_tokens parameter0 a
| Power (a, exponent0) ->
  app (atom_tokens parameter0 a) ((String ((Ascii (false, true, false, true,
    false, true, false, false)), (String ((Ascii (false, true, false, true,
    false, true, false, false)), EmptyString)))) :: (exponent0 :: []))

(** val atom_tokens : string -> atom -> string list **)

and atom_tokens parameter0 = function
| Number text0 -> text0 :: []
| Letter -> parameter0 :: []
| Brackets s ->
  (String ((Ascii (false, false, false, true, false, true, false, false)),
    EmptyString)) :: (app (tokens parameter0 s) ((String ((Ascii (true,
                       false, false, true, false, true, false, false)),
                       EmptyString)) :: []))

(** val skip_blanks : string -> string **)

let rec skip_blanks text0 = match text0 with
| EmptyString -> text0
| String (a, rest) ->
  let Ascii (b, b0, b1, b2, b3, b4, b5, b6) = a in
  if b
  then text0
  else if b0
       then text0
       else if b1
            then text0
            else if b2
                 then text0
                 else if b3
                      then text0
                      else if b4
                           then if b5
                                then text0
                                else if b6 then text0 else skip_blanks rest
                           else text0

(** val strip : string -> string -> string option **)

let rec strip token text0 =
  match token with
  | EmptyString -> Some text0
  | String (a, token0) ->
    (match text0 with
     | EmptyString -> None
     | String (b, text1) -> if eqb0 a b then strip token0 text1 else None)

(** val spelled : string list -> string -> bool **)

let rec spelled ts text0 =
  match ts with
  | [] ->
    (match skip_blanks text0 with
     | EmptyString -> true
     | String (_, _) -> false)
  | token :: ts0 ->
    (match strip token (skip_blanks text0) with
     | Some rest -> spelled ts0 rest
     | None -> false)

(** val digit : ascii -> Whole.t option **)

let digit = function
| Ascii (b, b0, b1, b2, b3, b4, b5, b6) ->
  if b
  then if b0
       then if b1
            then if b2
                 then None
                 else if b3
                      then if b4
                           then if b5
                                then None
                                else if b6
                                     then None
                                     else Some (Whole.of_positive (Whole.XI
                                            (Whole.XI Whole.XH)))
                           else None
                      else None
            else if b2
                 then None
                 else if b3
                      then if b4
                           then if b5
                                then None
                                else if b6
                                     then None
                                     else Some (Whole.of_positive (Whole.XI
                                            Whole.XH))
                           else None
                      else None
       else if b1
            then if b2
                 then None
                 else if b3
                      then if b4
                           then if b5
                                then None
                                else if b6
                                     then None
                                     else Some (Whole.of_positive (Whole.XI
                                            (Whole.XO Whole.XH)))
                           else None
                      else None
            else if b2
                 then if b3
                      then if b4
                           then if b5
                                then None
                                else if b6
                                     then None
                                     else Some (Whole.of_positive (Whole.XI
                                            (Whole.XO (Whole.XO Whole.XH))))
                           else None
                      else None
                 else if b3
                      then if b4
                           then if b5
                                then None
                                else if b6
                                     then None
                                     else Some (Whole.of_positive Whole.XH)
                           else None
                      else None
  else if b0
       then if b1
            then if b2
                 then None
                 else if b3
                      then if b4
                           then if b5
                                then None
                                else if b6
                                     then None
                                     else Some (Whole.of_positive (Whole.XO
                                            (Whole.XI Whole.XH)))
                           else None
                      else None
            else if b2
                 then None
                 else if b3
                      then if b4
                           then if b5
                                then None
                                else if b6
                                     then None
                                     else Some (Whole.of_positive (Whole.XO
                                            Whole.XH))
                           else None
                      else None
       else if b1
            then if b2
                 then None
                 else if b3
                      then if b4
                           then if b5
                                then None
                                else if b6
                                     then None
                                     else Some (Whole.of_positive (Whole.XO
                                            (Whole.XO Whole.XH)))
                           else None
                      else None
            else if b2
                 then if b3
                      then if b4
                           then if b5
                                then None
                                else if b6
                                     then None
                                     else Some (Whole.of_positive (Whole.XO
                                            (Whole.XO (Whole.XO Whole.XH))))
                           else None
                      else None
                 else if b3
                      then if b4
                           then if b5
                                then None
                                else if b6 then None else Some Whole.zero
                           else None
                      else None

(** val number_from :
    bool -> bool -> Whole.t -> Whole.t -> string -> (Whole.t * Whole.t) option **)

let rec number_from point seen n0 d = function
| EmptyString -> if seen then Some (n0, d) else None
| String (c, rest) ->
  if eqb0 c (Ascii (false, true, true, true, false, true, false, false))
  then if point then None else number_from true seen n0 d rest
  else (match digit c with
        | Some k ->
          number_from point true
            (Whole.add
              (Whole.mul (Whole.of_positive (Whole.XO (Whole.XI (Whole.XO
                Whole.XH)))) n0) k)
            (if point
             then Whole.mul (Whole.of_positive (Whole.XO (Whole.XI (Whole.XO
                    Whole.XH)))) d
             else d) rest
        | None -> None)

(** val number : string -> (Whole.t * Whole.t) option **)

let number text0 =
  number_from false false Whole.zero (Whole.of_positive Whole.XH) text0

(** val exponent : string -> nat option **)

let exponent text0 =
  match number_from true false Whole.zero (Whole.of_positive Whole.XH) text0 with
  | Some p ->
    let (n0, _) = p in
    if Whole.leq n0 (Whole.of_positive (Whole.XO (Whole.XO (Whole.XO
         (Whole.XI (Whole.XO (Whole.XO (Whole.XI Whole.XH))))))))
    then Some (Z.to_nat n0)
    else None
  | None -> None

type quotient = poly * poly

(** val constant : poly -> bool **)

let constant = function
| [] -> false
| a :: r -> (&&) (negb (Whole.equal a Whole.zero)) (pzero r)

(** val ppower : poly -> nat -> poly **)

let rec ppower p = function
| O -> (Whole.of_positive Whole.XH) :: []
| S n1 -> pmul p (ppower p n1)

(** val q_add : quotient -> quotient -> quotient **)

let q_add x y =
  ((padd (pmul (fst x) (snd y)) (pmul (fst y) (snd x))),
    (pmul (snd x) (snd y)))

(** val q_opp : quotient -> quotient **)

let q_opp x =
  ((popp (fst x)), (snd x))

(** val q_mul : quotient -> quotient -> quotient **)

let q_mul x y =
  ((pmul (fst x) (fst y)), (pmul (snd x) (snd y)))

(** val q_div : quotient -> quotient -> quotient option **)

let q_div x y =
  if constant (snd y)
  then Some ((pmul (fst x) (snd y)), (pmul (snd x) (fst y)))
  else None

(** val two :
    ('a1 -> 'a1 -> 'a2 option) -> 'a1 option -> 'a1 option -> 'a2 option **)

let two f x y =
  match x with
  | Some x0 -> (match y with
                | Some y0 -> f x0 y0
                | None -> None)
  | None -> None

(** val read : sum -> quotient option **)

let rec read = function
| SumOf p -> read_product p
| Add (s, p) -> two (fun x y -> Some (q_add x y)) (read s) (read_product p)
| Sub (s, p) ->
  two (fun x y -> Some (q_add x (q_opp y))) (read s) (read_product p)

(** val read_product : product -> quotient option **)

and read_product = function
| ProductOf s -> read_signed s
| Mul (p, s) ->
  two (fun x y -> Some (q_mul x y)) (read_product p) (read_signed s)
| Div (p, s) -> two q_div (read_product p) (read_signed s)

(** val read_signed : signed -> quotient option **)

and read_signed = function
| Unsigned p -> read_power p
| Plus s -> read_signed s
| Minus s ->
  (match read_signed s with
   | Some x -> Some (q_opp x)
   | None -> None)

(** val read_power : power -> quotient option **)

and read_power = function
| Base a -> read_atom a
| Power (a, text0) ->
  (match read_atom a with
   | Some x ->
     (match exponent text0 with
      | Some n0 ->
        (match n0 with
         | O ->
           if constant (snd x)
           then Some (((Whole.of_positive Whole.XH) :: []),
                  ((Whole.of_positive Whole.XH) :: []))
           else None
         | S _ -> Some ((ppower (fst x) n0), (ppower (snd x) n0)))
      | None -> None)
   | None -> None)

(** val read_atom : atom -> quotient option **)

and read_atom = function
| Number text0 ->
  (match number text0 with
   | Some p -> let (n0, d) = p in Some ((n0 :: []), (d :: []))
   | None -> None)
| Letter ->
  Some ((Whole.zero :: ((Whole.of_positive Whole.XH) :: [])),
    ((Whole.of_positive Whole.XH) :: []))
| Brackets s -> read s

type evidence =
| Unclaimed
| Several of poly PM.t * Whole.positive
| Only of poly PM.t * poly only_hints

type formula = { text : string; tree : sum }

type piece = { values : range; parts : poly claim; value_formula : formula;
               formulas1 : formula list list; formulas2 : formula list list;
               evidence_of_first : evidence; evidence_of_second : evidence }

type breakpoint = { place : boundary; parts_there : poly claim;
                    first_evidence_there : evidence;
                    second_evidence_there : evidence }

type theorem = { parameter : string; form : poly game; domain : range;
                 pieces : piece list; breakpoints : breakpoint list }

(** val number_below : boundary -> Whole.t * Whole.t **)

let number_below = function
| Rational (n0, d) -> (n0, d)
| Root (_, a, _, q) -> (a, q)

(** val number_above : boundary -> Whole.t * Whole.t **)

let number_above = function
| Rational (n0, d) -> (n0, d)
| Root (_, _, b, q) -> (b, q)

(** val ends_in_order : range -> bool **)

let ends_in_order = function
| Point _ -> true
| Reals (_, low0, high0) ->
  (match low0 with
   | Some low ->
     (match high0 with
      | Some high ->
        Whole.lt
          (Whole.mul (fst (number_above low)) (snd (number_below high)))
          (Whole.mul (fst (number_below high)) (snd (number_above low)))
      | None -> true)
   | None -> true)
| Wholes (a, high) -> (match high with
                       | Some b -> Whole.leq a b
                       | None -> true)

(** val without_ends : range -> range **)

let without_ends r = match r with
| Reals (_, low, high) -> Reals (true, low, high)
| _ -> r

(** val only_check :
    range -> poly game -> poly claim -> poly only_hints -> bool **)

let only_check r g c h =
  (&&) (valid_range r)
    (check_only [] ((Whole.of_positive Whole.XH) :: []) padd pmul popp
      (p_equal r) (p_nonpositive r) (p_positive r) (p_nonzero r)
      (p_maximum r) g c h)

(** val only_system :
    range -> poly game -> poly claim -> poly PM.t list -> Whole.positive
    list * poly list list **)

let only_system r g c moves0 =
  let ts = unknowns [] padd pmul popp (p_nonzero r) (p_maximum r) g c in
  (ts,
  (equations [] ((Whole.of_positive Whole.XH) :: []) padd pmul popp g moves0
    ts))

(** val check_evidence :
    range -> poly game -> poly claim -> evidence -> bool **)

let check_evidence r g c = function
| Unclaimed -> true
| Several (z', s) ->
  if (&&) (Pos.leb (Whole.XO Whole.XH) s)
       (Pos.ltb s (sequence_end g.infosets1 (Whole.XO Whole.XH)))
  then if p_nonzero r
            (padd (pmul (lookup [] c.plan1 s) (lookup [] z' Whole.XH))
              (popp (pmul (lookup [] z' s) (lookup [] c.plan1 Whole.XH))))
       then check_parametric r g { value_numerator = c.value_numerator;
              value_denominator = c.value_denominator; plan1 = z'; plan2 =
              c.plan2 }
       else false
  else false
| Only (y, h) ->
  only_check r g { value_numerator = c.value_numerator; value_denominator =
    c.value_denominator; plan1 = c.plan1; plan2 = y } h

(** val swapped_form : poly game -> poly game **)

let swapped_form g =
  { infosets1 = g.infosets2; infosets2 = g.infosets1; entries =
    (swapped_entries popp g.entries); denominator = g.denominator }

(** val swapped_claim : poly claim -> poly claim **)

let swapped_claim c =
  { value_numerator = (popp c.value_numerator); value_denominator =
    c.value_denominator; plan1 = c.plan2; plan2 = c.plan1 }

(** val check_both :
    range -> poly game -> poly claim -> evidence -> evidence -> bool **)

let check_both r g c e1 e2 =
  (&&) (check_evidence r g c e1)
    (check_evidence r (swapped_form g) (swapped_claim c) e2)

(** val q_sum : quotient -> quotient -> quotient **)

let q_sum x y =
  if peqb (snd x) (snd y)
  then ((padd (fst x) (fst y)), (snd x))
  else q_add x y

(** val check_probabilities :
    range -> formula list -> Whole.positive -> poly -> poly PM.t -> quotient
    -> bool **)

let rec check_probabilities r bs s w x before =
  match bs with
  | [] -> p_equal r (fst before) (snd before)
  | b :: bs0 ->
    (match read b.tree with
     | Some q ->
       let (n0, d) = q in
       if p_nonzero r d
       then if p_nonpositive r (popp (pmul n0 d))
            then if p_equal r (pmul (lookup [] x s) d) (pmul w n0)
                 then check_probabilities r bs0 (Pos.succ s) w x
                        (q_sum before (n0, d))
                 else false
            else false
       else false
     | None -> false)

(** val check_formulas :
    range -> infoset list -> formula list list -> Whole.positive -> poly PM.t
    -> bool **)

let rec check_formulas r cs bs s x =
  match cs with
  | [] -> (match bs with
           | [] -> true
           | _ :: _ -> false)
  | i :: cs0 ->
    let (p, n0) = i in
    (match bs with
     | [] -> false
     | b :: bs0 ->
       if Nat.eqb (length b) n0
       then if check_probabilities r b s (lookup [] x p) x ([],
                 ((Whole.of_positive Whole.XH) :: []))
            then check_formulas r cs0 bs0 (advance n0 s) x
            else false
       else false)

(** val check_value : range -> poly claim -> formula -> bool **)

let check_value r c e =
  match read e.tree with
  | Some q ->
    let (n0, d) = q in
    (&&) (p_nonzero r d)
      (p_equal r (pmul n0 c.value_denominator) (pmul c.value_numerator d))
  | None -> false

(** val check_piece : poly game -> piece -> bool **)

let check_piece g p =
  let r = p.values in
  let c = p.parts in
  (&&)
    ((&&)
      ((&&) ((&&) (check_parametric r g c) (check_value r c p.value_formula))
        (check_formulas r g.infosets1 p.formulas1 (Whole.XO Whole.XH) c.plan1))
      (check_formulas r g.infosets2 p.formulas2 (Whole.XO Whole.XH) c.plan2))
    (check_both (without_ends r) g c p.evidence_of_first p.evidence_of_second)

(** val check_breakpoint : poly game -> breakpoint -> bool **)

let check_breakpoint g b =
  let r = Point b.place in
  (&&) (check_parametric r g b.parts_there)
    (check_both r g b.parts_there b.first_evidence_there
      b.second_evidence_there)

(** val same_poly : poly -> poly -> bool **)

let rec same_poly p q =
  match p with
  | [] -> (match q with
           | [] -> true
           | _ :: _ -> false)
  | a :: p0 ->
    (match q with
     | [] -> false
     | b :: q0 -> if Whole.equal a b then same_poly p0 q0 else false)

(** val same_end : boundary option -> boundary option -> bool **)

let same_end x y =
  match x with
  | Some b0 ->
    (match b0 with
     | Rational (n0, d) ->
       (match y with
        | Some b ->
          (match b with
           | Rational (m, e) -> (&&) (Whole.equal n0 m) (Whole.equal d e)
           | Root (_, _, _, _) -> false)
        | None -> false)
     | Root (f, a, b, q) ->
       (match y with
        | Some b1 ->
          (match b1 with
           | Rational (_, _) -> false
           | Root (g, c, d, r) ->
             (&&)
               ((&&) ((&&) (same_poly f g) (Whole.equal a c))
                 (Whole.equal b d)) (Whole.equal q r))
        | None -> false))
  | None -> (match y with
             | Some _ -> false
             | None -> true)

(** val cover_reals :
    boundary option -> boundary option -> range list -> bool **)

let rec cover_reals low high = function
| [] -> false
| r :: rest ->
  (match r with
   | Reals (open0, a, b) ->
     if open0
     then false
     else if same_end a low
          then (match rest with
                | [] -> same_end b high
                | _ :: _ ->
                  (match b with
                   | Some _ -> cover_reals b high rest
                   | None -> false))
          else false
   | _ -> false)

(** val whole_bounds : range -> (Whole.t * Whole.t option) option **)

let whole_bounds = function
| Point e ->
  (match e with
   | Rational (n0, d) ->
     if Whole.equal d (Whole.of_positive Whole.XH)
     then Some (n0, (Some n0))
     else None
   | Root (_, _, _, _) -> None)
| Reals (_, _, _) -> None
| Wholes (a, b) -> Some (a, b)

(** val same_bound : Whole.t option -> Whole.t option -> bool **)

let same_bound a b =
  match a with
  | Some a0 -> (match b with
                | Some b0 -> Whole.equal a0 b0
                | None -> false)
  | None -> (match b with
             | Some _ -> false
             | None -> true)

(** val cover_wholes : Whole.t -> Whole.t option -> range list -> bool **)

let rec cover_wholes low high = function
| [] -> false
| r :: rest ->
  (match whole_bounds r with
   | Some p ->
     let (a, b) = p in
     if Whole.equal a low
     then (match rest with
           | [] -> same_bound b high
           | _ :: _ ->
             (match b with
              | Some b0 ->
                cover_wholes (Whole.add b0 (Whole.of_positive Whole.XH)) high
                  rest
              | None -> false))
     else false
   | None -> false)

(** val cover : range -> range list -> bool **)

let cover d rs =
  match d with
  | Point _ -> false
  | Reals (open0, low, high) ->
    if open0 then false else cover_reals low high rs
  | Wholes (a, b) -> cover_wholes a b rs

(** val formulas_of : piece -> formula list **)

let formulas_of p =
  p.value_formula :: (app (concat p.formulas1) (concat p.formulas2))

(** val spelled_as : string -> formula -> bool **)

let spelled_as name e =
  spelled (tokens name e.tree) e.text

(** val check_theorem : theorem -> bool **)

let check_theorem f =
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&) (valid_range f.domain)
            (forallb ends_in_order
              (f.domain :: (map (fun p -> p.values) f.pieces))))
          (cover f.domain (map (fun p -> p.values) f.pieces)))
        (forallb (check_piece f.form) f.pieces))
      (forallb (check_breakpoint f.form) f.breakpoints))
    (forallb (fun p -> forallb (spelled_as f.parameter) (formulas_of p))
      f.pieces)
