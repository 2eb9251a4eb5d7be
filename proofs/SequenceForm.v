(** Two-player zero-sum games in sequence form: the check that a value and two realization plans solve
    the game ([check_equilibrium]), and what "solve" means ([solved]). Soundness.v proves that what the
    check accepts is solved. Coefficients are of any ring [C] that is evaluated in an ordered field: whole
    numbers (one game) or polynomials (a family of games in one parameter).

    To be read to know the statement: the section "What it means", with [infoset], [advance],
    [sequence_end] and [valid_tree]. *)
Require Import ZArith PArith List Bool Lia Field.
Require Import Sabot.OrderedField Sabot.PositiveMap.
Import ListNotations.

(** * What runs *)

(** An information set: the player's sequence that leads to it, and the number of its actions. Sequence 1
    is the empty one. The actions of the information sets are numbered in their order from 2 on, and each is
    the sequence that ends with it. (Sequence number s of a file is s + 1 here.) *)
Definition infoset := (positive * nat)%type.

Fixpoint advance (n : nat) (s : positive) : positive :=
  match n with O => s | S n => advance n (Pos.succ s) end.

Fixpoint sequence_end (cs : list infoset) (s : positive) : positive :=  (* the first number after the last *)
  match cs with [] => s | (_, n) :: r => sequence_end r (advance n s) end.

(** The information sets with their first actions, the last one first. *)
Fixpoint backward_infosets (cs : list infoset) (s : positive) (acc : list (positive * positive * nat)) :=
  match cs with [] => acc | (p, n) :: r => backward_infosets r (advance n s) ((p, s, n) :: acc) end.

(** A parent comes before its information set, and there is an action everywhere. *)
Fixpoint valid_tree (cs : list infoset) (s : positive) : bool :=
  match cs with
  | [] => true
  | (p, n) :: r => if (p <? s)%positive then match n with O => false | S _ => valid_tree r (advance n s) end else false
  end.

Section Run.
Variable C : Type.
Variables (c0 : C) (cadd cmul : C -> C -> C) (copp : C -> C).
Variables (eqb : C -> C -> bool) (nonpositive positive_coefficient : C -> bool) (maximum : list C -> C).

Definition lookup (L : PM.t C) (s : positive) : C := match PM.find s L with Some a => a | None => c0 end.
Definition add_at (L : PM.t C) (s : positive) (a : C) : PM.t C := PM.add s (cadd (lookup L s) a) L.

Definition entry := (positive * positive * C)%type.

(** The payoffs against the weights [Y]: a linear form over the sequences of the first seat. *)
Definition payoff_form (es : list entry) (Y : PM.t C) : PM.t C :=
  fold_left (fun L e => let '(i, j, a) := e in add_at L i (cmul a (lookup Y j))) es (PM.empty C).

Fixpoint subtract_range (n : nat) (s : positive) (m : C) (L : PM.t C) : PM.t C :=
  match n with O => L | S n => subtract_range n (Pos.succ s) m (add_at L s (copp m)) end.

Fixpoint range_values (n : nat) (s : positive) (L : PM.t C) (acc : list C) : list C :=
  match n with O => acc | S n => range_values n (Pos.succ s) L (lookup L s :: acc) end.

(** One step of backward induction: the value of the information set is taken from each of its actions and
    added to its parent sequence. The value at every realization plan is unchanged ([Soundness.linear_form_step]), whatever
    is subtracted: hence nothing is assumed of [maximum], nor of the order of the steps. *)
Definition backward_step (L : PM.t C) (c : positive * positive * nat) : PM.t C :=
  let '(p, s, n) := c in
  let m := maximum (range_values n s L []) in add_at (subtract_range n s m L) p m.

Fixpoint range_nonpositive (n : nat) (s : positive) (L : PM.t C) : bool :=
  match n with O => true | S n => if nonpositive (lookup L s) then range_nonpositive n (Pos.succ s) L else false end.

Fixpoint all_nonpositive (cs : list infoset) (s : positive) (L : PM.t C) : bool :=
  match cs with
  | [] => true
  | (_, n) :: r => if range_nonpositive n s L then all_nonpositive r (advance n s) L else false
  end.

Fixpoint entries_in_range (top : positive) (es : list entry) : bool :=
  match es with [] => true | (i, _, _) :: r => if (i <? top)%positive then entries_in_range top r else false end.

Fixpoint parents_in_range (top : positive) (cs : list infoset) : bool :=
  match cs with [] => true | (p, _) :: r => if (p <? top)%positive then parents_in_range top r else false end.

(** What a best response earns against the weights [Y]. *)
Definition best_response_value (cs : list infoset) (es : list entry) (Y : PM.t C) : option C :=
  let top := sequence_end cs 2 in
  if entries_in_range top es then if parents_in_range top cs then
    let L := fold_left backward_step (backward_infosets cs 2 []) (payoff_form es Y) in
    if all_nonpositive cs 2 L then Some (lookup L 1) else None
  else None else None.

(** The payoffs as the second seat sees them. *)
Definition swapped_entries (es : list entry) : list entry :=
  fold_left (fun (l : list entry) (e : entry) => let '(i, j, a) := e in (j, i, copp a) :: l) es [].

Fixpoint range_total (n : nat) (s : positive) (X : PM.t C) (acc : C) : C :=
  match n with O => acc | S n => range_total n (Pos.succ s) X (cadd acc (lookup X s)) end.

Fixpoint conserves_flow (cs : list infoset) (s : positive) (X : PM.t C) : bool :=
  match cs with
  | [] => true
  | (p, n) :: r => if eqb (range_total n s X c0) (lookup X p) then conserves_flow r (advance n s) X else false
  end.

Fixpoint range_nonnegative (n : nat) (s : positive) (X : PM.t C) : bool :=
  match n with O => true | S n => if nonpositive (copp (lookup X s)) then range_nonnegative n (Pos.succ s) X else false end.

Fixpoint all_nonnegative (cs : list infoset) (s : positive) (X : PM.t C) : bool :=
  match cs with
  | [] => true
  | (_, n) :: r => if range_nonnegative n s X then all_nonnegative r (advance n s) X else false
  end.

Definition is_realization_plan (cs : list infoset) (X : PM.t C) : bool :=
  positive_coefficient (lookup X 1) && all_nonnegative cs 2 X && conserves_flow cs 2 X.

(** A game, payoffs being those of the first seat and over a common denominator; and the claim: a value and
    weights, which divided by that of the empty sequence are realization plans. *)
Record game := { infosets1 : list infoset; infosets2 : list infoset; entries : list entry; denominator : C }.
Record claim := { value_numerator : C; value_denominator : C; plan1 : PM.t C; plan2 : PM.t C }.

Definition check_equilibrium (g : game) (c : claim) : bool :=
  valid_tree (infosets1 g) 2 && valid_tree (infosets2 g) 2 &&
  positive_coefficient (denominator g) && positive_coefficient (value_denominator c) &&
  is_realization_plan (infosets1 g) (plan1 c) && is_realization_plan (infosets2 g) (plan2 c) &&
  match best_response_value (infosets1 g) (entries g) (plan2 c) with
  | Some w => eqb (cmul w (value_denominator c)) (cmul (cmul (value_numerator c) (lookup (plan2 c) 1)) (denominator g))
  | None => false
  end &&
  match best_response_value (infosets2 g) (swapped_entries (entries g)) (plan1 c) with
  | Some w => eqb (cmul (copp w) (value_denominator c)) (cmul (cmul (value_numerator c) (lookup (plan1 c) 1)) (denominator g))
  | None => false
  end.
End Run.

Arguments infosets1 {C}. Arguments infosets2 {C}. Arguments entries {C}. Arguments denominator {C}.
Arguments value_numerator {C}. Arguments value_denominator {C}. Arguments plan1 {C}. Arguments plan2 {C}.

(** * What it means *)

Section Meaning.
Variable F : OrderedField.
Notation "0" := (k0 F). Notation "1" := (k1 F).
Infix "+" := (kadd F). Infix "*" := (kmul F). Infix "-" := (ksub F). Infix "/" := (kdiv F).
Notation "- x" := (kopp F x). Infix "<=" := (kle F).

(** The sum of f at n numbers from s on. *)
Fixpoint range_sum (n : nat) (s : positive) (f : positive -> F) : F :=
  match n with O => 0 | S n => f s + range_sum n (Pos.succ s) f end.

(** The actions of each information set share what its parent sequence has. *)
Fixpoint flow_conservation (cs : list infoset) (s : positive) (y : positive -> F) : Prop :=
  match cs with
  | [] => True
  | (p, n) :: r => range_sum n s y = y p /\ flow_conservation r (advance n s) y
  end.

Fixpoint action_count (cs : list infoset) : nat :=
  match cs with [] => O | (_, n) :: r => (n + action_count r)%nat end.

(** A realization plan of a seat. *)
Record realization_plan (cs : list infoset) (y : positive -> F) : Prop := {
  plan_1 : y xH = 1;
  plan_ge : forall s, (2 <= s < sequence_end cs 2)%positive -> 0 <= y s;
  plan_flow : flow_conservation cs 2 y
}.

(** A game with payoffs in the field, and what the first seat is paid. *)
Record Game := {
  Infosets1 : list infoset; Infosets2 : list infoset;
  Entries : list (positive * positive * F); Denominator : F
}.

Fixpoint bilinear (es : list (positive * positive * F)) (x y : positive -> F) : F :=
  match es with [] => 0 | (i, j, a) :: r => a * x i * y j + bilinear r x y end.

Definition expected_payoff (G : Game) (x y : positive -> F) : F := bilinear (Entries G) x y / Denominator G.

(** [x] and [y] are optimal and [v] is the value. *)
Record solved (G : Game) (v : F) (x y : positive -> F) : Prop := {
  solved_tree : valid_tree (Infosets1 G) 2 = true /\ valid_tree (Infosets2 G) 2 = true;
  solved_denominator : 0 <= Denominator G /\ Denominator G <> 0;
  solved_x : realization_plan (Infosets1 G) x;
  solved_y : realization_plan (Infosets2 G) y;
  solved_secures : forall y', realization_plan (Infosets2 G) y' -> v <= expected_payoff G x y';
  solved_concedes : forall x', realization_plan (Infosets1 G) x' -> expected_payoff G x' y <= v;
  solved_payoff : expected_payoff G x y = v
}.

(** That is the value: no plan secures more, and none concedes less. *)
Lemma solved_maximin G v x y : solved G v x y ->
  forall w, (exists x', realization_plan (Infosets1 G) x' /\
    forall y', realization_plan (Infosets2 G) y' -> w <= expected_payoff G x' y') -> w <= v.
Proof.
  intros S w (x' & Hx & H). apply (kle_trans F _ (expected_payoff G x' y)).
  - apply H, (solved_y _ _ _ _ S).
  - now apply (solved_concedes _ _ _ _ S).
Qed.

Lemma solved_minimax G v x y : solved G v x y ->
  forall w, (exists y', realization_plan (Infosets2 G) y' /\
    forall x', realization_plan (Infosets1 G) x' -> expected_payoff G x' y' <= w) -> v <= w.
Proof.
  intros S w (y' & Hy & H). apply (kle_trans F _ (expected_payoff G x y')).
  - now apply (solved_secures _ _ _ _ S).
  - apply H, (solved_x _ _ _ _ S).
Qed.

End Meaning.
