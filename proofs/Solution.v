(** [check_solution_sound]: a game solved by behaviour strategies, given as files have them: a fraction for
    each action of each information set. To be read to know the statement: [solution] and "What it means"
    up to [plan_of_strategy], and [solution_holds]. *)
Require Import ZArith List Bool Lia Field.
Require Import Sabot.OrderedField Sabot.PositiveMap Sabot.SequenceForm Sabot.Soundness Sabot.IntegerGame.
Import ListNotations.

Definition local_strategy := list (Z * Z).  (* of an information set: each action's probability, as numerator and denominator *)

Record solution := {
  solution_game : game Z;
  stated_numerator : Z; stated_denominator : Z;
  strategy1 : list local_strategy; strategy2 : list local_strategy;
  plan1_denominator : Z; plan2_denominator : Z  (* hints: a common denominator of each plan *)
}.

(** * What runs *)

(** The weights of a strategy. Nothing is proved of this computation: [check_strategy] compares its result
    with the strategy. *)
Fixpoint extend_actions (b : local_strategy) (s : positive) (w : Z) (X : PM.t Z) : PM.t Z :=
  match b with [] => X | (a, d) :: r => extend_actions r (Pos.succ s) w (PM.add s (w * a / d)%Z X) end.
Fixpoint extend_weights (cs : list infoset) (bs : list local_strategy) (s : positive) (X : PM.t Z) : PM.t Z :=
  match cs, bs with
  | (p, n) :: cs, b :: bs => extend_weights cs bs (advance n s) (extend_actions b s (lookup Z 0%Z X p) X)
  | _, _ => X
  end.
Definition strategy_weights (cs : list infoset) (bs : list local_strategy) (scale : Z) : PM.t Z :=
  extend_weights cs bs 2 (PM.add xH scale (PM.empty Z)).

Fixpoint sums_to_one (b : local_strategy) (n d : Z) : bool :=  (* n/d and the probabilities sum to 1 *)
  match b with
  | [] => (n =? d)%Z
  | (a, e) :: r => if (d =? e)%Z then sums_to_one r (n + a) d else sums_to_one r (n * e + a * d) (d * e)
  end.

Fixpoint check_actions (n : nat) (b : local_strategy) (s : positive) (w : Z) (X : PM.t Z) : bool :=
  match n, b with
  | O, [] => true
  | S n, (a, d) :: r =>
    if (0 <? d)%Z then if (0 <=? a)%Z then
      if (lookup Z 0%Z X s * d =? w * a)%Z then check_actions n r (Pos.succ s) w X else false else false else false
  | _, _ => false
  end.

(** The weights are those of the strategy. That probabilities sum to 1 follows from the flow where the parent
    has weight; elsewhere it is computed. *)
Fixpoint check_strategy (cs : list infoset) (bs : list local_strategy) (s : positive) (X : PM.t Z) : bool :=
  match cs, bs with
  | [], [] => true
  | (p, n) :: cs, b :: bs =>
    let w := lookup Z 0%Z X p in
    if (if (w =? 0)%Z then sums_to_one b 0 1 else true) then if check_actions n b s w X then
      check_strategy cs bs (advance n s) X else false else false
  | _, _ => false
  end.

Definition check_solution (f : solution) : bool :=
  let X := strategy_weights (infosets1 (solution_game f)) (strategy1 f) (plan1_denominator f) in
  let Y := strategy_weights (infosets2 (solution_game f)) (strategy2 f) (plan2_denominator f) in
  check_strategy (infosets1 (solution_game f)) (strategy1 f) 2 X && check_strategy (infosets2 (solution_game f)) (strategy2 f) 2 Y &&
  check_integer (solution_game f) {| value_numerator := stated_numerator f; value_denominator := stated_denominator f; plan1 := X; plan2 := Y |}.

(** * What it means *)

Section Meaning.
Variable F : OrderedField.
Add Field Ffield3 : (kfield F).
Notation "0" := (k0 F). Notation "1" := (k1 F).
Infix "+" := (kadd F). Infix "*" := (kmul F). Infix "/" := (kdiv F). Infix "<=" := (kle F).

Definition fraction (a d : Z) : F := kZ F a / kZ F d.

Fixpoint probability_sum (b : local_strategy) : F := match b with [] => 0 | (a, d) :: r => fraction a d + probability_sum r end.

(** In an information set whose parent has weight w, the weights from s on are w times the probabilities, none
    of which is negative. *)
Fixpoint proportional (b : local_strategy) (s : positive) (w : F) (x : positive -> F) : Prop :=
  match b with
  | [] => True
  | (a, d) :: r => kZ F d <> 0 /\ 0 <= fraction a d /\ x s = w * fraction a d /\ proportional r (Pos.succ s) w x
  end.

(** [x] is the realization plan of the behaviour strategy. *)
Fixpoint plan_of_strategy (cs : list infoset) (bs : list local_strategy) (s : positive) (x : positive -> F) : Prop :=
  match cs, bs with
  | [], [] => True
  | (p, n) :: cs, b :: bs =>
    length b = n /\ probability_sum b = 1 /\ proportional b s (x p) x /\ plan_of_strategy cs bs (advance n s) x
  | _, _ => False
  end.

Lemma sums_to_one_sound b : forall n d, (0 < d)%Z -> Forall (fun c => (0 < snd c)%Z) b -> sums_to_one b n d = true ->
  fraction n d + probability_sum b = 1.
Proof.
  assert (N : forall z, (0 < z)%Z -> kZ F z <> 0) by (intros z H E; apply kZ_inj in E; lia).
  induction b as [|[a e] r IH]; intros n d D H E; simpl in *.
  - apply Z.eqb_eq in E. subst. unfold fraction. field. now apply N.
  - inversion H; subst; simpl in *. destruct (Z.eqb_spec d e) as [->|].
    + apply IH in E; [|assumption..]. rewrite <- E. unfold fraction. rewrite kZ_add. field. now apply N.
    + apply IH in E; [|lia|assumption]. rewrite <- E. unfold fraction. rewrite kZ_add, !kZ_mul. field.
      split; now apply N.
Qed.

Lemma check_actions_sound X w b : weight F Z 0%Z (kZ F) X 1 <> 0 -> forall n s, check_actions n b s w X = true ->
  length b = n /\ Forall (fun c => (0 < snd c)%Z) b /\
  proportional b s (kZ F w / weight F Z 0%Z (kZ F) X 1) (integer_plan F X).
Proof.
  intros N. induction b as [|[a d] r IH]; intros [|n] s H; simpl in *; try discriminate;
    [split; [reflexivity | split; [constructor | exact I]]|].
  destruct (Z.ltb_spec 0 d) as [D|]; [|discriminate].
  destruct (Z.leb_spec 0 a) as [A|]; [|discriminate].
  destruct (Z.eqb_spec (lookup Z 0%Z X s * d) (w * a)) as [E|]; [|discriminate].
  apply IH in H as (H0 & H1 & H2). split; [congruence | split; [constructor; [exact D | exact H1]|]].
  assert (D' : kZ F d <> 0) by (intros Q; apply kZ_inj in Q; lia).
  split; [exact D' | split; [|split; [|exact H2]]].
  - unfold fraction. replace 0 with (0 / kZ F d) by (field; exact D').
    apply div_le; [apply kZ_le; lia | exact D' | now apply kZ_le].
  - unfold integer_plan, plan_of_weights, fraction. unfold weight at 1.
    apply (f_equal (kZ F)) in E. rewrite !kZ_mul in E.
    transitivity (kZ F (lookup Z 0%Z X s) * kZ F d / (weight F Z 0%Z (kZ F) X 1 * kZ F d)); [field; auto|].
    rewrite E. field. auto.
Qed.

Lemma proportional_sum b w x : forall s, proportional b s w x -> range_sum F (length b) s x = w * probability_sum b.
Proof.
  induction b as [|[a d] r IH]; intros s H; simpl in *; [ring|].
  destruct H as (_ & _ & E & H). rewrite (IH _ H), E. ring.
Qed.

Lemma check_strategy_sound X cs : weight F Z 0%Z (kZ F) X 1 <> 0 -> forall bs s, flow_conservation F cs s (integer_plan F X) ->
  check_strategy cs bs s X = true -> plan_of_strategy cs bs s (integer_plan F X).
Proof.
  intros N. induction cs as [|[p n] r IH]; intros [|b bs] s Fl H; simpl in *; try discriminate; [exact I|].
  destruct Fl as [Fs Fl].
  destruct (if (lookup Z 0%Z X p =? 0)%Z then sums_to_one b 0 1 else true) eqn:O; [|discriminate].
  destruct (check_actions _ _ _ _ _) eqn:R; [|discriminate].
  apply (check_actions_sound X _ b N) in R as (E & R1 & R2).
  change (kZ F (lookup Z 0%Z X p) / weight F Z 0%Z (kZ F) X 1) with (integer_plan F X p) in R2.
  split; [exact E | split; [|split; [exact R2 | now apply IH]]].
  destruct (Z.eqb_spec (lookup Z 0%Z X p) 0) as [P|P].
  - apply sums_to_one_sound in O; [|lia | exact R1]. rewrite <- O. unfold fraction. rewrite kZ_0, kZ_1. field. apply one_ne.
  - apply proportional_sum in R2. rewrite E, Fs in R2.
    assert (Q : integer_plan F X p <> 0).
    { unfold integer_plan, plan_of_weights. intros Q. apply P. apply (kZ_inj F). fold (weight F Z 0%Z (kZ F) X p).
      transitivity (weight F Z 0%Z (kZ F) X p / weight F Z 0%Z (kZ F) X 1 * weight F Z 0%Z (kZ F) X 1); [field; exact N|].
      rewrite Q. ring. }
    transitivity (integer_plan F X p * probability_sum b / integer_plan F X p); [field; exact Q|]. rewrite <- R2. field. exact Q.
Qed.

(** The game is solved by what the file says. *)
Definition solution_holds (f : solution) (x y : positive -> F) : Prop :=
  plan_of_strategy (infosets1 (solution_game f)) (strategy1 f) 2 x /\ plan_of_strategy (infosets2 (solution_game f)) (strategy2 f) 2 y /\
  solved F (integer_game F (solution_game f)) (fraction (stated_numerator f) (stated_denominator f)) x y.

Theorem check_solution_sound f : check_solution f = true ->
  solution_holds f (integer_plan F (strategy_weights (infosets1 (solution_game f)) (strategy1 f) (plan1_denominator f)))
         (integer_plan F (strategy_weights (infosets2 (solution_game f)) (strategy2 f) (plan2_denominator f))).
Proof.
  unfold check_solution. rewrite !andb_true_iff. intros [[A B] S].
  set (X := strategy_weights _ _ (plan1_denominator f)) in *. set (Y := strategy_weights _ _ (plan2_denominator f)) in *.
  pose proof S as P. unfold check_integer, check_equilibrium in P. rewrite !andb_true_iff in P.
  destruct P as ((((_ & P1) & P2) & _) & _).
  apply (is_realization_plan_sound F Z 0%Z Z.add Z.opp Z.eqb z_nonpositive z_positive (kZ F)) in P1;
    [| apply kZ_0 | apply kZ_add | apply kZ_opp | intros a b H; apply Z.eqb_eq in H; now subst | apply z_nonpositive_sound | apply z_positive_sound].
  apply (is_realization_plan_sound F Z 0%Z Z.add Z.opp Z.eqb z_nonpositive z_positive (kZ F)) in P2;
    [| apply kZ_0 | apply kZ_add | apply kZ_opp | intros a b H; apply Z.eqb_eq in H; now subst | apply z_nonpositive_sound | apply z_positive_sound].
  split; [|split].
  - apply check_strategy_sound; [apply P1 | apply P1 | exact A].
  - apply check_strategy_sound; [apply P2 | apply P2 | exact B].
  - apply (check_integer_sound F _ _ S).
Qed.
End Meaning.
