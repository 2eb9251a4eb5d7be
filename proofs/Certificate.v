(** [check_certificate_sound]: a solved game as its certificate states it: the value, optimal strategies, and
    for each seat whether its realization plan is the only optimal one. To be read to know the statement:
    [uniqueness_evidence] and "What it means" up to [uniqueness_holds]. *)
Require Import ZArith PArith List Bool Lia Field Reals.
Require Import Sabot.OrderedField Sabot.PositiveMap Sabot.SequenceForm Sabot.Soundness Sabot.IntegerGame Sabot.Solution Sabot.Uniqueness.
Import ListNotations.

Inductive uniqueness_evidence :=
| NotUnique (another : list local_strategy) (scale : Z)
| Unique (against : list local_strategy) (scale : Z) (modulus : Z) (directions : list direction).
  (* scale and directions are hints; the rank is taken modulo [modulus] *)

(** * What runs *)

Fixpoint range_differ (n : nat) (s : positive) (X Z' : PM.t Z) : bool :=
  match n with
  | O => false
  | S n => if (z_lookup X s * z_lookup Z' 1 =? z_lookup Z' s * z_lookup X 1)%Z then range_differ n (Pos.succ s) X Z' else true
  end.
Fixpoint differ (cs : list infoset) (s : positive) (X Z' : PM.t Z) : bool :=
  match cs with [] => false | (_, n) :: r => if range_differ n s X Z' then true else differ r (advance n s) X Z' end.

Fixpoint same_mix (b b' : local_strategy) : bool :=
  match b, b' with
  | [], [] => true
  | (n, d) :: b, (n', d') :: b' => if (n =? n')%Z then if (d =? d')%Z then same_mix b b' else false else false
  | _, _ => false
  end.
Fixpoint same_strategy (bs bs' : list local_strategy) : bool :=
  match bs, bs' with
  | [], [] => true
  | b :: bs, b' :: bs' => if same_mix b b' then same_strategy bs bs' else false
  | _, _ => false
  end.

(** For the first seat of a game with the value a/b and its plan X. The other seat's strategy is [own], with the plan Y;
    evidence that names it again needs no second check of X and Y, which are known to solve the game. *)
Definition check_uniqueness (g : game Z) (a b : Z) (X Y : PM.t Z) (own : list local_strategy) (own_scale : Z) (e : uniqueness_evidence) : bool :=
  match e with
  | NotUnique bs k =>
    let Z' := strategy_weights (infosets1 g) bs k in
    if check_strategy (infosets1 g) bs 2 Z' then
      check_integer g {| value_numerator := a; value_denominator := b; plan1 := Z'; plan2 := Y |} && differ (infosets1 g) 2 X Z'
    else false
  | Unique bs k p hs =>
    if (if (k =? own_scale)%Z then same_strategy bs own else false) then
      determines g {| value_numerator := a; value_denominator := b; plan1 := X; plan2 := Y |} p hs
    else
    let A := strategy_weights (infosets2 g) bs k in
    if check_strategy (infosets2 g) bs 2 A then
      check_unique g {| value_numerator := a; value_denominator := b; plan1 := X; plan2 := A |} p hs
    else false
  end.

Definition swapped_game (g : game Z) : game Z :=
  {| infosets1 := infosets2 g; infosets2 := infosets1 g; entries := swapped_entries Z Z.opp (entries g); denominator := denominator g |}.

Definition check_certificate (f : solution) (e1 e2 : uniqueness_evidence) : bool :=
  let X := strategy_weights (infosets1 (solution_game f)) (strategy1 f) (plan1_denominator f) in
  let Y := strategy_weights (infosets2 (solution_game f)) (strategy2 f) (plan2_denominator f) in
  check_solution f &&
  check_uniqueness (solution_game f) (stated_numerator f) (stated_denominator f) X Y (strategy2 f) (plan2_denominator f) e1 &&
  check_uniqueness (swapped_game (solution_game f)) (- stated_numerator f) (stated_denominator f) Y X (strategy1 f) (plan1_denominator f) e2.

(** * What it means *)

Section Meaning.
Variable F : OrderedField.
Add Field Ffield5 : (kfield F).
Notation "0" := (k0 F). Notation "1" := (k1 F).
Infix "+" := (kadd F). Infix "*" := (kmul F). Infix "-" := (ksub F). Infix "/" := (kdiv F).
Notation "- x" := (kopp F x). Infix "<=" := (kle F).

Definition concedes (G : Game F) (v : F) (y : positive -> F) : Prop :=
  realization_plan F (Infosets2 F G) y /\ forall x, realization_plan F (Infosets1 F G) x -> expected_payoff F G x y <= v.

Definition only_optimal (cs : list infoset) (optimal : (positive -> F) -> Prop) (x : positive -> F) : Prop :=
  forall z, optimal z -> forall s, (1 <= s < sequence_end cs 2)%positive -> z s = x s.

Definition uniqueness_holds (cs : list infoset) (optimal : (positive -> F) -> Prop) (x : positive -> F) (e : uniqueness_evidence) : Prop :=
  match e with
  | NotUnique _ _ => exists z, optimal z /\ exists s, (2 <= s < sequence_end cs 2)%positive /\ x s <> z s
  | Unique _ _ _ _ => only_optimal cs optimal x
  end.

Lemma range_differ_sound X Z' n : weight F Z 0%Z (kZ F) X 1 <> 0 -> weight F Z 0%Z (kZ F) Z' 1 <> 0 -> forall s, range_differ n s X Z' = true ->
  exists k, (s <= k < advance n s)%positive /\ integer_plan F X k <> integer_plan F Z' k.
Proof.
  intros N N'. induction n as [|n IH]; intros s H; simpl in *; [discriminate|].
  destruct (Z.eqb_spec (z_lookup X s * z_lookup Z' 1) (z_lookup Z' s * z_lookup X 1)) as [E|E].
  - apply IH in H as (k & K & H). exists k. split; [lia | exact H].
  - exists s. split; [pose proof (advance_value n (Pos.succ s)); lia|]. intros Q. apply E.
    assert (R : kZ F (z_lookup X s * z_lookup Z' 1 + - (z_lookup Z' s * z_lookup X 1)) = 0).
    { rewrite kZ_add, kZ_opp, !kZ_mul. fold (weight F Z 0%Z (kZ F) X 1) (weight F Z 0%Z (kZ F) Z' 1)
        (weight F Z 0%Z (kZ F) X s) (weight F Z 0%Z (kZ F) Z' s).
      unfold integer_plan, plan_of_weights in Q.
      transitivity ((weight F Z 0%Z (kZ F) X s / weight F Z 0%Z (kZ F) X 1 - weight F Z 0%Z (kZ F) Z' s / weight F Z 0%Z (kZ F) Z' 1)
        * (weight F Z 0%Z (kZ F) X 1 * weight F Z 0%Z (kZ F) Z' 1)); [field; auto|]. rewrite Q. ring. }
    apply kZ_inj in R. lia.
Qed.

Lemma differ_sound X Z' cs : weight F Z 0%Z (kZ F) X 1 <> 0 -> weight F Z 0%Z (kZ F) Z' 1 <> 0 -> forall s, differ cs s X Z' = true ->
  exists k, (s <= k < sequence_end cs s)%positive /\ integer_plan F X k <> integer_plan F Z' k.
Proof.
  intros N N'. induction cs as [|[p n] r IH]; intros s H; simpl in *; [discriminate|].
  assert (A : (s <= advance n s <= sequence_end r (advance n s))%positive).
  { rewrite sequence_end_value. pose proof (advance_value n s). pose proof (advance_value (action_count r) (advance n s)). lia. }
  destruct (range_differ n s X Z') eqn:D.
  - apply (range_differ_sound _ _ _ N N') in D as (k & K & D). exists k. split; [lia | exact D].
  - apply IH in H as (k & K & H). exists k. split; [lia | exact H].
Qed.

Lemma denominator_nonzero g c : check_integer g c = true -> weight F Z 0%Z (kZ F) (plan1 c) 1 <> 0.
Proof.
  unfold check_integer, check_equilibrium, is_realization_plan. rewrite !andb_true_iff. intros H. decompose [and] H.
  match goal with P : z_positive (lookup Z 0%Z (plan1 c) 1) = true |- _ => apply (z_positive_sound F) in P; apply P end.
Qed.

(** The seats may change places. *)
Lemma swapped_twice (es : list (entry Z)) : swapped_entries Z Z.opp (swapped_entries Z Z.opp es) = es.
Proof.
  unfold swapped_entries. set (f := fun (l : list (entry Z)) (e : entry Z) => let '(i, j, a) := e in (j, i, Z.opp a) :: l).
  assert (H : forall l acc, fold_left f (fold_left f l acc) [] = fold_left f acc l).
  { induction l as [|[[i j] a] l IH]; intros acc; cbn [fold_left]; [reflexivity|]. rewrite IH. cbn [f fold_left]. now rewrite Z.opp_involutive. }
  exact (H es []).
Qed.

Lemma check_integer_swapped g a b X Y :
  check_integer g {| value_numerator := a; value_denominator := b; plan1 := X; plan2 := Y |} = true ->
  check_integer (swapped_game g) {| value_numerator := (- a)%Z; value_denominator := b; plan1 := Y; plan2 := X |} = true.
Proof.
  unfold check_integer, check_equilibrium, swapped_game.
  cbn [infosets1 infosets2 entries denominator value_numerator value_denominator plan1 plan2]. rewrite swapped_twice, !andb_true_iff.
  intros (((((((T1 & T2) & D) & V) & P1) & P2) & B1) & B2). repeat split; try assumption.
  - destruct (best_response_value _ _ _ _ _ _ _ (infosets2 g) _ _); [|discriminate]. apply Z.eqb_eq in B2. apply Z.eqb_eq. nia.
  - destruct (best_response_value _ _ _ _ _ _ _ (infosets1 g) _ _); [|discriminate]. apply Z.eqb_eq in B1. apply Z.eqb_eq. nia.
Qed.

Lemma check_uniqueness_sound g a b X Y own own_scale e : weight F Z 0%Z (kZ F) X 1 <> 0 ->
  check_integer g {| value_numerator := a; value_denominator := b; plan1 := X; plan2 := Y |} = true ->
  check_uniqueness g a b X Y own own_scale e = true ->
  uniqueness_holds (infosets1 g) (secures F (integer_game F g) (fraction F a b)) (integer_plan F X) e.
Proof.
  intros N Q. destruct e as [bs k|bs k p hs]; unfold check_uniqueness; simpl; intros H.
  - destruct (check_strategy _ _ _ _); [|discriminate].
    apply andb_true_iff in H as [H D]. pose proof (check_integer_sound F _ _ H) as S. pose proof (denominator_nonzero _ _ H) as N'.
    simpl in S, N'. eexists. split; [split; apply S|].
    destruct (differ_sound X _ _ N N' _ D) as (s & Hs & D'). exists s. split; [exact Hs | exact D'].
  - destruct (if (k =? own_scale)%Z then same_strategy bs own else false);
      [intros z Hz s Hs; exact (determines_sound F _ _ _ _ Q H z Hz s Hs)|].
    destruct (check_strategy _ _ _ _); [|discriminate].
    intros z Hz s Hs. exact (check_unique_sound F _ _ _ _ H z Hz s Hs).
Qed.

Lemma expected_payoff_swapped g x y : expected_payoff F (integer_game F (swapped_game g)) y x = - expected_payoff F (integer_game F g) x y \/ kZ F (denominator g) = 0.
Proof.
  destruct (Z.eq_dec (denominator g) 0) as [E|E]; [right; rewrite E; apply kZ_0|]. left.
  unfold expected_payoff, integer_game, game_in_field. simpl. rewrite bilinear_swapped by apply kZ_opp.
  assert (kZ F (denominator g) <> 0) by (intros Q; apply kZ_inj in Q; contradiction). field. assumption.
Qed.

(** The plans of the strategies. *)
Definition solution_plan1 (f : solution) : positive -> F :=
  integer_plan F (strategy_weights (infosets1 (solution_game f)) (strategy1 f) (plan1_denominator f)).
Definition solution_plan2 (f : solution) : positive -> F :=
  integer_plan F (strategy_weights (infosets2 (solution_game f)) (strategy2 f) (plan2_denominator f)).

Lemma check_certificate_plans f e1 e2 : check_certificate f e1 e2 = true ->
  let G := integer_game F (solution_game f) in let v := fraction F (stated_numerator f) (stated_denominator f) in
  solution_holds F f (solution_plan1 f) (solution_plan2 f) /\
  uniqueness_holds (infosets1 (solution_game f)) (secures F G v) (solution_plan1 f) e1 /\
  uniqueness_holds (infosets2 (solution_game f)) (concedes G v) (solution_plan2 f) e2.
Proof.
  intros H G v. revert H. unfold check_certificate. rewrite !andb_true_iff. intros [[S E1] E2].
  pose proof (check_solution_sound F f S) as A. split; [exact A|].
  pose proof S as S'. unfold check_solution in S'. rewrite !andb_true_iff in S'. destruct S' as [_ S'].
  pose proof (denominator_nonzero _ _ S') as N1. simpl in N1.
  assert (N2 : weight F Z 0%Z (kZ F) (strategy_weights (infosets2 (solution_game f)) (strategy2 f) (plan2_denominator f)) 1 <> 0).
  { unfold check_integer, check_equilibrium, is_realization_plan in S'. rewrite !andb_true_iff in S'. simpl in S'. decompose [and] S'.
    match goal with P : z_positive (lookup Z 0%Z (strategy_weights (infosets2 (solution_game f)) _ _) 1) = true |- _ => apply (z_positive_sound F) in P; apply P end. }
  split; [exact (check_uniqueness_sound _ _ _ _ _ _ _ _ N1 S' E1)|].
  pose proof (check_uniqueness_sound _ _ _ _ _ _ _ _ N2 (check_integer_swapped _ _ _ _ _ S') E2) as C2. simpl in C2.
  destruct A as (_ & _ & A).
  assert (Vn : kZ F (stated_denominator f) <> 0).
  { unfold check_integer, check_equilibrium in S'. rewrite !andb_true_iff in S'. simpl in S'. decompose [and] S'.
    match goal with P : z_positive (stated_denominator f) = true |- _ => apply (z_positive_sound F) in P; apply P end. }
  assert (Dn : kZ F (denominator (solution_game f)) <> 0) by exact (proj2 (solved_denominator _ _ _ _ _ A)).
  assert (same : forall z, concedes (integer_game F (solution_game f)) (fraction F (stated_numerator f) (stated_denominator f)) z <->
    secures F (integer_game F (swapped_game (solution_game f))) (fraction F (- stated_numerator f) (stated_denominator f)) z).
  { assert (V : fraction F (- stated_numerator f) (stated_denominator f) = - fraction F (stated_numerator f) (stated_denominator f)).
    { unfold fraction. rewrite kZ_opp. field. exact Vn. }
    intros z. split; intros [P H]; (split; [exact P|]); intros x Px; pose proof (H x Px) as Q;
      destruct (expected_payoff_swapped (solution_game f) x z) as [T|T]; try (exfalso; exact (Dn T)).
    - rewrite T, V. now apply opp_le.
    - rewrite T, V in Q. apply opp_le in Q.
      match type of Q with - - ?p <= - - ?q => replace (- - p) with p in Q by ring; replace (- - q) with q in Q by ring end.
      exact Q. }
  destruct e2 as [bs k|bs k p hs]; simpl in *.
  - destruct C2 as (z & Oz & s & Hs). exists z. split; [now apply same | exists s; exact Hs].
  - intros z Oz. apply C2. now apply same.
Qed.

(** What is proved of a certificate that is accepted. *)
Theorem check_certificate_sound f e1 e2 : check_certificate f e1 e2 = true ->
  exists x y, solution_holds F f x y /\
    uniqueness_holds (infosets1 (solution_game f)) (secures F (integer_game F (solution_game f)) (fraction F (stated_numerator f) (stated_denominator f))) x e1 /\
    uniqueness_holds (infosets2 (solution_game f)) (concedes (integer_game F (solution_game f)) (fraction F (stated_numerator f) (stated_denominator f))) y e2.
Proof. intros H. exists (solution_plan1 f), (solution_plan2 f). exact (check_certificate_plans f e1 e2 H). Qed.
End Meaning.
