
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
 let rec add n m =
   match n with
   | O -> m
   | S p -> S (add p m)
end
include Coq__1

(** val eqb : bool -> bool -> bool **)

let eqb b1 b2 =
  if b1 then b2 else if b2 then false else true

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

  (** val mul : Whole.positive -> Whole.positive -> Whole.positive **)

  let rec mul x y =
    match x with
    | Whole.XI p -> add y (Whole.XO (mul p y))
    | Whole.XO p -> Whole.XO (mul p y)
    | Whole.XH -> y

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

  (** val ltb : Whole.positive -> Whole.positive -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false

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
 end

(** val rev_append : 'a1 list -> 'a1 list -> 'a1 list **)

let rec rev_append l l' =
  match l with
  | [] -> l'
  | a :: l0 -> rev_append l0 (a :: l')

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t0 -> (f a) :: (map f t0)

(** val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1 **)

let rec fold_left f l a0 =
  match l with
  | [] -> a0
  | b :: t0 -> fold_left f t0 (f a0 b)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

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

let rec advance n s =
  match n with
  | O -> s
  | S n0 -> advance n0 (Pos.succ s)

(** val sequence_end : infoset list -> Whole.positive -> Whole.positive **)

let rec sequence_end cs s =
  match cs with
  | [] -> s
  | i :: r -> let (_, n) = i in sequence_end r (advance n s)

(** val backward_infosets :
    infoset list -> Whole.positive ->
    ((Whole.positive * Whole.positive) * nat) list ->
    ((Whole.positive * Whole.positive) * nat) list **)

let rec backward_infosets cs s acc =
  match cs with
  | [] -> acc
  | i :: r ->
    let (p, n) = i in backward_infosets r (advance n s) (((p, s), n) :: acc)

(** val valid_tree : infoset list -> Whole.positive -> bool **)

let rec valid_tree cs s =
  match cs with
  | [] -> true
  | i :: r ->
    let (p, n) = i in
    if Pos.ltb p s
    then (match n with
          | O -> false
          | S _ -> valid_tree r (advance n s))
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

let rec subtract_range c0 cadd copp n s m l =
  match n with
  | O -> l
  | S n0 ->
    subtract_range c0 cadd copp n0 (Pos.succ s) m
      (add_at c0 cadd l s (copp m))

(** val range_values :
    'a1 -> nat -> Whole.positive -> 'a1 PM.t -> 'a1 list -> 'a1 list **)

let rec range_values c0 n s l acc =
  match n with
  | O -> acc
  | S n0 -> range_values c0 n0 (Pos.succ s) l ((lookup c0 l s) :: acc)

(** val backward_step :
    'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> ('a1 list -> 'a1) -> 'a1
    PM.t -> ((Whole.positive * Whole.positive) * nat) -> 'a1 PM.t **)

let backward_step c0 cadd copp maximum l = function
| (p0, n) ->
  let (p, s) = p0 in
  let m = maximum (range_values c0 n s l []) in
  add_at c0 cadd (subtract_range c0 cadd copp n s m l) p m

(** val range_nonpositive :
    'a1 -> ('a1 -> bool) -> nat -> Whole.positive -> 'a1 PM.t -> bool **)

let rec range_nonpositive c0 nonpositive n s l =
  match n with
  | O -> true
  | S n0 ->
    if nonpositive (lookup c0 l s)
    then range_nonpositive c0 nonpositive n0 (Pos.succ s) l
    else false

(** val all_nonpositive :
    'a1 -> ('a1 -> bool) -> infoset list -> Whole.positive -> 'a1 PM.t -> bool **)

let rec all_nonpositive c0 nonpositive cs s l =
  match cs with
  | [] -> true
  | i :: r ->
    let (_, n) = i in
    if range_nonpositive c0 nonpositive n s l
    then all_nonpositive c0 nonpositive r (advance n s) l
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

let rec range_total c0 cadd n s x acc =
  match n with
  | O -> acc
  | S n0 -> range_total c0 cadd n0 (Pos.succ s) x (cadd acc (lookup c0 x s))

(** val conserves_flow :
    'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> bool) -> infoset list ->
    Whole.positive -> 'a1 PM.t -> bool **)

let rec conserves_flow c0 cadd eqb0 cs s x =
  match cs with
  | [] -> true
  | i :: r ->
    let (p, n) = i in
    if eqb0 (range_total c0 cadd n s x c0) (lookup c0 x p)
    then conserves_flow c0 cadd eqb0 r (advance n s) x
    else false

(** val range_nonnegative :
    'a1 -> ('a1 -> 'a1) -> ('a1 -> bool) -> nat -> Whole.positive -> 'a1 PM.t
    -> bool **)

let rec range_nonnegative c0 copp nonpositive n s x =
  match n with
  | O -> true
  | S n0 ->
    if nonpositive (copp (lookup c0 x s))
    then range_nonnegative c0 copp nonpositive n0 (Pos.succ s) x
    else false

(** val all_nonnegative :
    'a1 -> ('a1 -> 'a1) -> ('a1 -> bool) -> infoset list -> Whole.positive ->
    'a1 PM.t -> bool **)

let rec all_nonnegative c0 copp nonpositive cs s x =
  match cs with
  | [] -> true
  | i :: r ->
    let (_, n) = i in
    if range_nonnegative c0 copp nonpositive n s x
    then all_nonnegative c0 copp nonpositive r (advance n s) x
    else false

(** val is_realization_plan :
    'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> ('a1 -> 'a1 -> bool) ->
    ('a1 -> bool) -> ('a1 -> bool) -> infoset list -> 'a1 PM.t -> bool **)

let is_realization_plan c0 cadd copp eqb0 nonpositive positive_coefficient cs x =
  (&&)
    ((&&) (positive_coefficient (lookup c0 x Whole.XH))
      (all_nonnegative c0 copp nonpositive cs (Whole.XO Whole.XH) x))
    (conserves_flow c0 cadd eqb0 cs (Whole.XO Whole.XH) x)

type 'c game = { infosets1 : infoset list; infosets2 : infoset list;
                 entries : 'c entry list; denominator : 'c }

type 'c claim = { value_numerator : 'c; value_denominator : 'c;
                  plan1 : 'c PM.t; plan2 : 'c PM.t }

(** val check_equilibrium :
    'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> ('a1
    -> 'a1 -> bool) -> ('a1 -> bool) -> ('a1 -> bool) -> ('a1 list -> 'a1) ->
    'a1 game -> 'a1 claim -> bool **)

let check_equilibrium c0 cadd cmul copp eqb0 nonpositive positive_coefficient maximum g c =
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
          (is_realization_plan c0 cadd copp eqb0 nonpositive
            positive_coefficient g.infosets1 c.plan1))
        (is_realization_plan c0 cadd copp eqb0 nonpositive
          positive_coefficient g.infosets2 c.plan2))
      (match best_response_value c0 cadd cmul copp nonpositive maximum
               g.infosets1 g.entries c.plan2 with
       | Some w ->
         eqb0 (cmul w c.value_denominator)
           (cmul (cmul c.value_numerator (lookup c0 c.plan2 Whole.XH))
             g.denominator)
       | None -> false))
    (match best_response_value c0 cadd cmul copp nonpositive maximum
             g.infosets2 (swapped_entries copp g.entries) c.plan1 with
     | Some w ->
       eqb0 (cmul (copp w) c.value_denominator)
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
    let (p, n) = i in
    (match bs with
     | [] -> x
     | b :: bs0 ->
       extend_weights cs0 bs0 (advance n s)
         (extend_actions b s (lookup Whole.zero x p) x))

(** val strategy_weights :
    infoset list -> local_strategy list -> Whole.t -> Whole.t PM.t **)

let strategy_weights cs bs scale =
  extend_weights cs bs (Whole.XO Whole.XH) (PM.add Whole.XH scale PM.empty)

(** val sums_to_one : local_strategy -> Whole.t -> Whole.t -> bool **)

let rec sums_to_one b n d =
  match b with
  | [] -> Whole.equal n d
  | p :: r ->
    let (a, e) = p in
    if Whole.equal d e
    then sums_to_one r (Whole.add n a) d
    else sums_to_one r (Whole.add (Whole.mul n e) (Whole.mul a d))
           (Whole.mul d e)

(** val check_actions :
    nat -> local_strategy -> Whole.positive -> Whole.t -> Whole.t PM.t -> bool **)

let rec check_actions n b s w x =
  match n with
  | O -> (match b with
          | [] -> true
          | _ :: _ -> false)
  | S n0 ->
    (match b with
     | [] -> false
     | p :: r ->
       let (a, d) = p in
       if Whole.lt Whole.zero d
       then if Whole.leq Whole.zero a
            then if Whole.equal (Whole.mul (lookup Whole.zero x s) d)
                      (Whole.mul w a)
                 then check_actions n0 r (Pos.succ s) w x
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
    let (p, n) = i in
    (match bs with
     | [] -> false
     | b :: bs0 ->
       let w = lookup Whole.zero x p in
       if if Whole.equal w Whole.zero
          then sums_to_one b Whole.zero (Whole.of_positive Whole.XH)
          else true
       then if check_actions n b s w x
            then check_strategy cs0 bs0 (advance n s) x
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

type row = (Whole.positive * Whole.t) list

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

let rec no_divisor n d p =
  match n with
  | O -> true
  | S n0 ->
    if Whole.equal (Whole.modulo p d) Whole.zero
    then false
    else no_divisor n0 (Whole.add d (Whole.of_positive Whole.XH)) p

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

(** val full_column_rank :
    Whole.t -> Whole.positive list -> row list -> bool **)

let full_column_rank p columns rows =
  if is_prime p
  then (match determined (fold_left (insert_row columns p) rows PM.empty)
                columns PM.empty with
        | Some t0 -> forallb (keys_in t0) rows
        | None -> false)
  else false

(** val reduced_form :
    infoset list -> Whole.t entry list -> Whole.t PM.t -> Whole.t PM.t **)

let reduced_form cs es y =
  fold_left (backward_step Whole.zero Whole.add Whole.neg z_maximum)
    (backward_infosets cs (Whole.XO Whole.XH) [])
    (payoff_form Whole.zero Whole.add Whole.mul es y)

(** val add_zeros :
    nat -> Whole.positive -> Whole.t PM.t -> unit PM.t -> unit PM.t **)

let rec add_zeros n s l t0 =
  match n with
  | O -> t0
  | S n0 ->
    add_zeros n0 (Pos.succ s) l
      (if Whole.equal (lookup Whole.zero l s) Whole.zero
       then PM.add s () t0
       else t0)

(** val tight_sequences :
    infoset list -> Whole.positive -> Whole.t PM.t -> unit PM.t -> unit PM.t **)

let rec tight_sequences cs s l t0 =
  match cs with
  | [] -> t0
  | i :: r ->
    let (p, n) = i in
    tight_sequences r (advance n s) l
      (if member p t0 then add_zeros n s l t0 else t0)

(** val range_members :
    nat -> Whole.positive -> unit PM.t -> Whole.positive list ->
    Whole.positive list **)

let rec range_members n s t0 acc =
  match n with
  | O -> acc
  | S n0 ->
    range_members n0 (Pos.succ s) t0 (if member s t0 then s :: acc else acc)

(** val members :
    infoset list -> Whole.positive -> unit PM.t -> Whole.positive list ->
    Whole.positive list **)

let rec members cs s t0 acc =
  match cs with
  | [] -> acc
  | i :: r ->
    let (_, n) = i in members r (advance n s) t0 (range_members n s t0 acc)

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
| (p0, n) ->
  let (p, s) = p0 in
  fold_left (fun r k -> (k, (Whole.of_positive Whole.XH)) :: r)
    (rev_append (range_members n s t0 []) [])
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

(** val check_unique :
    Whole.t game -> Whole.t claim -> Whole.t -> direction list -> bool **)

let check_unique g c modulus hs =
  let cs = g.infosets1 in
  if check_integer g c
  then if forallb (feasible_both_ways g.infosets2 c.plan2) hs
       then let t0 =
              tight_sequences cs (Whole.XO Whole.XH)
                (reduced_form cs g.entries c.plan2)
                (PM.add Whole.XH () PM.empty)
            in
            let ts = rev_append (members cs (Whole.XO Whole.XH) t0 []) [] in
            let c0 = payoff_columns t0 g.entries in
            full_column_rank modulus ts
              (fold_left (fun rows h ->
                (row_of ts (direction_form c0 h)) :: rows) hs
                (infoset_rows t0 cs))
       else false
  else false

type uniqueness_evidence =
| NotUnique of local_strategy list * Whole.t
| Unique of local_strategy list * Whole.t * Whole.t * direction list

(** val range_differ :
    nat -> Whole.positive -> Whole.t PM.t -> Whole.t PM.t -> bool **)

let rec range_differ n s x z' =
  match n with
  | O -> false
  | S n0 ->
    if Whole.equal
         (Whole.mul (lookup Whole.zero x s) (lookup Whole.zero z' Whole.XH))
         (Whole.mul (lookup Whole.zero z' s) (lookup Whole.zero x Whole.XH))
    then range_differ n0 (Pos.succ s) x z'
    else true

(** val differ :
    infoset list -> Whole.positive -> Whole.t PM.t -> Whole.t PM.t -> bool **)

let rec differ cs s x z' =
  match cs with
  | [] -> false
  | i :: r ->
    let (_, n) = i in
    if range_differ n s x z' then true else differ r (advance n s) x z'

(** val check_uniqueness :
    Whole.t game -> Whole.t -> Whole.t -> Whole.t PM.t -> Whole.t PM.t ->
    uniqueness_evidence -> bool **)

let check_uniqueness g a b x y = function
| NotUnique (bs, k) ->
  let z' = strategy_weights g.infosets1 bs k in
  if check_strategy g.infosets1 bs (Whole.XO Whole.XH) z'
  then (&&)
         (check_integer g { value_numerator = a; value_denominator = b;
           plan1 = z'; plan2 = y })
         (differ g.infosets1 (Whole.XO Whole.XH) x z')
  else false
| Unique (bs, k, p, hs) ->
  let a0 = strategy_weights g.infosets2 bs k in
  if check_strategy g.infosets2 bs (Whole.XO Whole.XH) a0
  then check_unique g { value_numerator = a; value_denominator = b; plan1 =
         x; plan2 = a0 } p hs
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
        f.stated_denominator x y e1))
    (check_uniqueness (swapped_game f.solution_game)
      (Whole.neg f.stated_numerator) f.stated_denominator y x e2)

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

let rec range_meets n s p =
  match n with
  | O -> false
  | S n0 -> if member s p then true else range_meets n0 (Pos.succ s) p

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
    let (y0, n) = c in
    let (p0, s) = y0 in if range_meets n s p then PM.add p0 () p else p)
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
    let (p0, n) = i in
    if if range_meets n s p then member p0 p else true
    then covers_parents r (advance n s) p
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
    let (p0, n) = i in
    (match listed with
     | [] -> false
     | l :: listed0 ->
       if if Whole.equal (lookup Whole.zero x p0) Whole.zero
          then l
          else if l
               then if matrix then false else negb (range_meets n s p)
               else true
       then check_listed matrix cs0 (advance n s) listed0 x p
       else false)

(** val check_off_path :
    bool -> Whole.t game -> Whole.t PM.t -> Whole.t PM.t -> bool list option
    -> bool **)

let check_off_path matrix g x y = function
| Some listed0 ->
  let p = leading_sequences g.infosets1 g.entries y in
  if covers_entries g.entries y p
  then if covers_parents g.infosets1 (Whole.XO Whole.XH) p
       then check_listed matrix g.infosets1 (Whole.XO Whole.XH) listed0 x p
       else false
  else false
| None -> true

(** val check_file : file -> bool **)

let check_file f =
  let s = f.file_solution in
  let g = s.solution_game in
  let x = strategy_weights g.infosets1 s.strategy1 s.plan1_denominator in
  let y = strategy_weights g.infosets2 s.strategy2 s.plan2_denominator in
  (&&)
    ((&&)
      ((&&)
        ((&&) (check_certificate s f.evidence1 f.evidence2)
          (check_behaviour g.infosets1 x f.evidence1 f.behaviour1))
        (check_behaviour g.infosets2 y f.evidence2 f.behaviour2))
      (check_off_path f.is_matrix g x y f.off_path1))
    (check_off_path f.is_matrix (swapped_game g) y x f.off_path2)

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

(** val linear_power : Whole.t -> Whole.t -> nat -> Whole.t list **)

let rec linear_power c d = function
| O -> (Whole.of_positive Whole.XH) :: []
| S n0 -> times_linear c d Whole.zero (linear_power c d n0)

(** val substituted :
    Whole.t -> Whole.t -> Whole.t -> Whole.t -> poly -> Whole.t list **)

let rec substituted a b c d = function
| [] -> []
| x :: r ->
  padd (pscale x (linear_power c d (length r)))
    (times_linear a b Whole.zero (substituted a b c d r))

type range = { range_scale : Whole.t; range_from : Whole.t;
               range_to : Whole.t option }

(** val nonneg_between :
    nat -> Whole.t -> Whole.t -> Whole.t -> poly -> bool **)

let rec nonneg_between fuel q a b p =
  if forallb (Whole.leq Whole.zero) (substituted a b q q p)
  then true
  else (match fuel with
        | O -> false
        | S n ->
          if nonneg_between n
               (Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) q)
               (Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) a)
               (Whole.add a b) p
          then nonneg_between n
                 (Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) q)
                 (Whole.add a b)
                 (Whole.mul (Whole.of_positive (Whole.XO Whole.XH)) b) p
          else false)

(** val nonneg : range -> poly -> bool **)

let nonneg r p =
  match r.range_to with
  | Some b ->
    nonneg_between (S (S (S (S (S (S (S (S (S (S (S (S O))))))))))))
      r.range_scale r.range_from b p
  | None ->
    forallb (Whole.leq Whole.zero)
      (substituted r.range_from (Whole.of_positive Whole.XH) r.range_scale
        Whole.zero p)

(** val big : Whole.t **)

let big =
  Whole.of_positive (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO
    (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO
    (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO (Whole.XO
    (Whole.XO Whole.XH))))))))))))))))))))

(** val p_nonpositive : range -> poly -> bool **)

let p_nonpositive r p =
  nonneg r (popp p)

(** val p_positive : range -> poly -> bool **)

let p_positive r p =
  nonneg r (padd (pscale big p) ((Whole.of_negative Whole.XH) :: []))

(** val p_maximum_of : range -> poly list -> poly list -> poly **)

let rec p_maximum_of r todo all =
  match todo with
  | [] -> []
  | m :: rest ->
    if forallb (fun p -> p_nonpositive r (padd p (popp m))) all
    then m
    else p_maximum_of r rest all

(** val p_maximum : range -> poly list -> poly **)

let p_maximum r l =
  p_maximum_of r l l

(** val valid_range : range -> bool **)

let valid_range r =
  (&&) (Whole.lt Whole.zero r.range_scale)
    (match r.range_to with
     | Some b -> Whole.lt r.range_from b
     | None -> true)

(** val check_parametric : range -> poly game -> poly claim -> bool **)

let check_parametric r g c =
  (&&) (valid_range r)
    (check_equilibrium [] padd pmul popp peqb (p_nonpositive r)
      (p_positive r) (p_maximum r) g c)
