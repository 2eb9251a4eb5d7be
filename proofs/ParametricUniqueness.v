(** [check_only_sound]: the first seat's plan is its only optimal one, with coefficients of any ring, hence for
    polynomials at every t of a range. Two differences from Uniqueness.v, where coefficients are whole numbers:

    - a direction in which the other's plan can be moved is checked by its support: the plan is positive where the
      direction is not 0. (How far it can be moved depends on t.)
    - that the equations have one solution is shown by a left inverse: a matrix whose product with theirs is [delta]
      times the identity, [delta] not being 0 on the range. Elimination would need pivots that are not 0.

    Directions, inverse and [delta] are hints of the driver: wrong ones can only refuse. *)
Require Import ZArith PArith List Bool Lia Field.
Require Import Sabot.OrderedField Sabot.PositiveMap Sabot.SequenceForm Sabot.Soundness Sabot.Slackness Sabot.Uniqueness.
Import ListNotations.

(** * What runs *)

Section Run.
Variable C : Type.
Variables (c0 c1 : C) (cadd cmul : C -> C -> C) (copp : C -> C).
Variables (eqb : C -> C -> bool) (nonpositive positive_coefficient nonzero : C -> bool) (maximum : list C -> C).

Notation lookup := (lookup C c0).

(** [H] is a direction in which the plan [Y] can be moved to and fro. *)
Fixpoint range_supported (n : nat) (s : positive) (Y H : PM.t C) : bool :=
  match n with
  | O => true
  | S n =>
    if (if eqb (lookup H s) c0 then true else positive_coefficient (lookup Y s))
    then range_supported n (Pos.succ s) Y H else false
  end.
Fixpoint all_supported (cs : list infoset) (s : positive) (Y H : PM.t C) : bool :=
  match cs with
  | [] => true
  | (_, n) :: r => if range_supported n s Y H then all_supported r (advance n s) Y H else false
  end.
Definition free_direction (cs : list infoset) (Y H : PM.t C) : bool :=
  eqb (lookup H 1) c0 && conserves_flow C c0 cadd eqb cs 2 H && all_supported cs 2 Y H.

Definition flow_row (c : positive * positive * nat) : PM.t C :=
  let '(p, s, n) := c in add_at C c0 cadd (subtract_range C c0 cadd copp n s c1 (PM.empty C)) p c1.

(** Rows are numbered from 1; a combination of rows is a list of numbers of rows with factors. *)
Fixpoint numbered (k : positive) (rows : list (list C)) (m : PM.t (list C)) : PM.t (list C) :=
  match rows with [] => m | r :: rest => numbered (Pos.succ k) rest (PM.add k r m) end.
Fixpoint add_lists (u v : list C) : list C :=
  match u, v with [], _ => v | _, [] => u | a :: u, b :: v => cadd a b :: add_lists u v end.
Fixpoint combination (rows : PM.t (list C)) (bs : list (positive * C)) : list C :=
  match bs with
  | [] => []
  | (k, b) :: bs =>
    match PM.find k rows with
    | Some r => add_lists (map (cmul b) r) (combination rows bs)
    | None => combination rows bs
    end
  end.
Fixpoint multiple_of_unit (i : nat) (delta : C) (v : list C) : bool :=
  match v, i with
  | [], _ => false
  | x :: v, O => if eqb x delta then forallb (fun y => eqb y c0) v else false
  | x :: v, S i => if eqb x c0 then multiple_of_unit i delta v else false
  end.
Fixpoint left_inverse (i : nat) (rows : PM.t (list C)) (delta : C) (inverse : list (list (positive * C))) : bool :=
  match inverse with
  | [] => true
  | bs :: rest => if multiple_of_unit i delta (combination rows bs) then left_inverse (S i) rows delta rest else false
  end.

Record only_hints := { moves : list (PM.t C); inverse : list (list (positive * C)); delta : C }.

Notation check_equilibrium := (check_equilibrium C c0 cadd cmul copp eqb nonpositive positive_coefficient maximum).
Notation worths := (worths C c0 cadd cmul copp maximum).

(** The unknowns, the sequences that may have weight in an optimal plan, and the rows of the equations. *)
Definition unknowns (g : game C) (c : claim C) : list positive :=
  let cs := infosets1 g in
  members cs 2 (possibly_tight C c0 nonzero cs 2 (worths cs (entries g) (plan2 c)) (PM.add xH tt (PM.empty unit))) [].
Definition equations (g : game C) (moves : list (PM.t C)) (ts : list positive) : list (list C) :=
  map (fun L => map (lookup L) ts)
    (map flow_row (backward_infosets (infosets1 g) 2 []) ++ map (payoff_form C c0 cadd cmul (entries g)) moves).

Definition check_only (g : game C) (c : claim C) (h : only_hints) : bool :=
  let ts := unknowns g c in
  let rows := numbered 1 (equations g (moves h) ts) (PM.empty (list C)) in
  check_equilibrium g c && forallb (free_direction (infosets2 g) (plan2 c)) (moves h) &&
  nonzero (delta h) && Nat.eqb (length (inverse h)) (length ts) && left_inverse 0 rows (delta h) (inverse h).
End Run.
Arguments moves {C}. Arguments inverse {C}. Arguments delta {C}.

(** * Why it is sound *)

Section Sound.
Variable F : OrderedField.
Add Field Ffield8 : (kfield F).
Notation "0" := (k0 F). Notation "1" := (k1 F).
Infix "+" := (kadd F). Infix "*" := (kmul F). Infix "-" := (ksub F). Infix "/" := (kdiv F).
Notation "- x" := (kopp F x). Infix "<=" := (kle F).
Notation range_sum := (range_sum F).

(** ** A plan that is positive where a direction is not 0 can be moved some way along it *)

Lemma add_ge (a b : F) : 0 <= a -> 0 <= b -> 0 <= a + b.
Proof. intros A B. replace 0 with (0 + 0) by ring. now apply le_add2. Qed.

Lemma sum_ne (a b : F) : 0 <= a -> a <> 0 -> 0 <= b -> a + b <> 0.
Proof.
  intros A N B E. apply N. apply (kle_antisym F); [|exact A]. rewrite <- E.
  replace a with (0 + a) at 1 by ring. replace (a + b) with (b + a) by ring. now apply kle_add.
Qed.

Lemma step_size (a b : positive -> F) n : forall s,
  (forall k, (s <= k < advance n s)%positive -> 0 <= a k /\ (b k = 0 \/ a k <> 0)) ->
  exists e, 0 <= e /\ e <> 0 /\
    forall k, (s <= k < advance n s)%positive -> 0 <= a k + e * b k /\ 0 <= a k - e * b k.
Proof.
  induction n as [|n IH]; intros s H; simpl in *.
  - exists 1. split; [apply one_ge | split; [apply one_ne|]]. intros k K. lia.
  - assert (P : (s < advance n (Pos.succ s))%positive) by (pose proof (advance_value n (Pos.succ s)); lia).
    destruct (IH (Pos.succ s)) as (e & E0 & E1 & E2); [intros k K; apply H; lia|].
    destruct (H s) as [A0 [B0|A1]]; [lia| |].
    + exists e. split; [exact E0 | split; [exact E1|]]. intros k K.
      destruct (Pos.eq_dec k s) as [->|]; [rewrite B0; split|apply E2; lia].
      * replace (a s + e * 0) with (a s) by ring. exact A0.
      * replace (a s - e * 0) with (a s) by ring. exact A0.
    + assert (M : exists m, 0 <= m /\ (b s = m \/ b s = - m)).
      { destruct (kle_total F 0 (b s)) as [L|L]; [exists (b s); auto|]. exists (- b s). split; [|right; ring].
        apply opp_le in L. replace (- 0) with 0 in L by ring. exact L. }
      destruct M as (m & M0 & M1).
      assert (EM : 0 <= e * m) by now apply kle_mul.
      set (q := a s + e * m). assert (Q0 : 0 <= q) by now apply add_ge.
      assert (Q1 : q <> 0) by now apply sum_ne.
      set (l := a s / q). assert (L0 : 0 <= l).
      { unfold l. replace 0 with (0 / q) by (field; exact Q1). now apply div_le. }
      assert (L1 : 0 <= 1 - l).
      { unfold l. replace (1 - a s / q) with (e * m / q) by (unfold q; field; exact Q1).
        replace 0 with (0 / q) by (field; exact Q1). now apply div_le. }
      assert (Ln : l <> 0).
      { unfold l. intros Z0. apply A1. replace (a s) with (a s / q * q) by (field; exact Q1). rewrite Z0. ring. }
      exists (e * l). split; [now apply kle_mul | split].
      { intros Z0. apply Ln. exact (mul_zero F e l Z0 E1). }
      assert (Ls : l * e * m = a s * (1 - l)) by (unfold l, q; field; exact Q1).
      intros k K. destruct (Pos.eq_dec k s) as [->|].
      * assert (S0 : 0 <= a s - l * e * m).
        { rewrite Ls. replace (a s - a s * (1 - l)) with (a s * l) by ring. now apply kle_mul. }
        assert (S1 : 0 <= a s + l * e * m).
        { apply add_ge; [exact A0|]. rewrite Ls. now apply kle_mul. }
        destruct M1 as [-> | ->]; split.
        -- replace (a s + e * l * m) with (a s + l * e * m) by ring. exact S1.
        -- replace (a s - e * l * m) with (a s - l * e * m) by ring. exact S0.
        -- replace (a s + e * l * - m) with (a s - l * e * m) by ring. exact S0.
        -- replace (a s - e * l * - m) with (a s + l * e * m) by ring. exact S1.
      * destruct (E2 k) as [G1 G2]; [lia|]. destruct (H k) as [Ak _]; [lia|]. split.
        -- replace (a k + e * l * b k) with ((1 - l) * a k + l * (a k + e * b k)) by ring.
           apply add_ge; now apply kle_mul.
        -- replace (a k - e * l * b k) with ((1 - l) * a k + l * (a k - e * b k)) by ring.
           apply add_ge; now apply kle_mul.
Qed.

Variable C : Type.
Variables (c0 c1 : C) (cadd cmul : C -> C -> C) (copp : C -> C).
Variables (eqb : C -> C -> bool) (nonpositive positive_coefficient nonzero : C -> bool) (maximum : list C -> C).
Variable ev : C -> F.
Hypothesis ev_0 : ev c0 = 0.
Hypothesis ev_1 : ev c1 = 1.
Hypothesis ev_add : forall a b, ev (cadd a b) = ev a + ev b.
Hypothesis ev_mul : forall a b, ev (cmul a b) = ev a * ev b.
Hypothesis ev_opp : forall a, ev (copp a) = - ev a.
Hypothesis eqb_sound : forall a b, eqb a b = true -> ev a = ev b.
Hypothesis nonpositive_sound : forall a, nonpositive a = true -> ev a <= 0.
Hypothesis positive_sound : forall a, positive_coefficient a = true -> 0 <= ev a /\ ev a <> 0.
Hypothesis nonzero_sound : forall a, nonzero a = true -> ev a <> 0.

Notation lookup := (lookup C c0).
Notation weight := (weight F C c0 ev).
Notation entries_in_field := (entries_in_field F C ev).
Notation linear_form := (linear_form F C c0 ev).
Notation best_response_value := (best_response_value C c0 cadd cmul copp nonpositive maximum).
Notation worths := (worths C c0 cadd cmul copp maximum).
Notation check_equilibrium := (check_equilibrium C c0 cadd cmul copp eqb nonpositive positive_coefficient maximum).
Notation check_only := (check_only C c0 c1 cadd cmul copp eqb nonpositive positive_coefficient nonzero maximum).

(** ** The left inverse *)

Fixpoint scalar_product (r : list C) (d : list F) : F :=
  match r, d with a :: r, x :: d => ev a * x + scalar_product r d | _, _ => 0 end.

Lemma scalar_product_add : forall u v d,
  scalar_product (add_lists C cadd u v) d = scalar_product u d + scalar_product v d.
Proof.
  induction u as [|a u IH]; intros [|b v] [|x d]; simpl; try ring. rewrite IH, ev_add. ring.
Qed.

Lemma scalar_product_scale b : forall r d, scalar_product (map (cmul b) r) d = ev b * scalar_product r d.
Proof. induction r as [|a r IH]; intros [|x d]; simpl; try ring. rewrite IH, ev_mul. ring. Qed.

Lemma numbered_in : forall rows k m i r, PM.find i (numbered C k rows m) = Some r -> In r rows \/ PM.find i m = Some r.
Proof.
  induction rows as [|q rows IH]; intros k m i r H; simpl in *; [now right|].
  apply IH in H as [H|H]; [now left; right|].
  destruct (Pos.eq_dec i k) as [->|N]; [rewrite PM.gss in H; injection H as <-; now left; left|].
  rewrite PM.gso in H by exact N. now right.
Qed.

Lemma combination_zero rows d : (forall k r, PM.find k rows = Some r -> scalar_product r d = 0) ->
  forall bs, scalar_product (combination C cadd cmul rows bs) d = 0.
Proof.
  intros H. induction bs as [|[k b] bs IH]; simpl; [reflexivity|].
  destruct (PM.find k rows) as [r|] eqn:E; [|exact IH].
  rewrite scalar_product_add, scalar_product_scale, (H k r E), IH. ring.
Qed.

Lemma scalar_product_zero : forall v d, forallb (fun y => eqb y c0) v = true -> scalar_product v d = 0.
Proof.
  induction v as [|x v IH]; intros [|y d] H; simpl in *; try reflexivity.
  apply andb_true_iff in H as [H1 H2]. apply eqb_sound in H1. rewrite H1, ev_0, IH by exact H2. ring.
Qed.

Lemma multiple_of_unit_sound dl : forall v i d, multiple_of_unit C c0 eqb i dl v = true ->
  (i < length d)%nat -> scalar_product v d = ev dl * nth i d 0.
Proof.
  induction v as [|x v IH]; intros [|i] [|y d] H L; simpl in *; try discriminate; try lia.
  - destruct (eqb x dl) eqn:E; [|discriminate]. apply eqb_sound in E. rewrite E, scalar_product_zero by exact H. ring.
  - destruct (eqb x c0) eqn:E; [|discriminate]. apply eqb_sound in E. rewrite E, ev_0, (IH i d H) by lia. ring.
Qed.

Lemma left_inverse_sound rows dl d : ev dl <> 0 -> (forall k r, PM.find k rows = Some r -> scalar_product r d = 0) ->
  forall inv i, left_inverse C c0 cadd cmul eqb i rows dl inv = true ->
  forall j, (i <= j < i + length inv)%nat -> (j < length d)%nat -> nth j d 0 = 0.
Proof.
  intros N H. induction inv as [|bs inv IH]; intros i G j J L; simpl in *; [lia|].
  destruct (multiple_of_unit _ _ _ _ _ _) eqn:U; [|discriminate].
  destruct (Nat.eq_dec i j) as [->|].
  - apply (mul_zero F (ev dl)); [|exact N].
    rewrite <- (multiple_of_unit_sound _ _ _ _ U L). now apply combination_zero.
  - apply (IH (S i) G); lia.
Qed.

Lemma scalar_product_list L (d : positive -> F) ts :
  scalar_product (map (lookup L) ts) (map d ts) = list_sum F (fun k => weight L k * d k) ts.
Proof. induction ts as [|k ts IH]; cbn; [reflexivity|]. now rewrite IH. Qed.

(** ** Directions *)

Lemma range_supported_sound Y H n : forall s, range_supported C c0 eqb positive_coefficient n s Y H = true ->
  forall k, (s <= k < advance n s)%positive -> weight H k = 0 \/ weight Y k <> 0.
Proof.
  induction n as [|n IH]; intros s G k K; simpl in *; [lia|].
  destruct (if eqb _ _ then _ else _) eqn:E; [|discriminate].
  destruct (Pos.eq_dec k s) as [->|]; [|apply (IH _ G); lia].
  destruct (eqb (lookup H s) c0) eqn:Q; [left; apply eqb_sound in Q; unfold Soundness.weight; now rewrite Q|].
  right. now apply positive_sound.
Qed.

Lemma all_supported_sound Y H : forall cs s, all_supported C c0 eqb positive_coefficient cs s Y H = true ->
  forall k, (s <= k < sequence_end cs s)%positive -> weight H k = 0 \/ weight Y k <> 0.
Proof.
  induction cs as [|[p n] r IH]; intros s G k K; simpl in *; [lia|].
  destruct (range_supported _ _ _ _ n s Y H) eqn:E; [|discriminate].
  destruct (Pos.ltb_spec k (advance n s)) as [L|L]; [apply (range_supported_sound Y H n s E); lia|].
  apply (IH _ G). lia.
Qed.

Lemma flow_of_weights H : forall cs s, conserves_flow C c0 cadd eqb cs s H = true -> flow_conservation F cs s (weight H).
Proof.
  induction cs as [|[p n] r IH]; intros s G; simpl in *; [exact I|].
  destruct (eqb _ _) eqn:E; [|discriminate]. split; [|now apply IH].
  apply eqb_sound in E. rewrite (range_total_sound F C c0 cadd ev ev_add), ev_0 in E. unfold Soundness.weight at 2.
  rewrite <- E. ring.
Qed.

Lemma flow_combined cs y h e q : q <> 0 -> forall s, flow_conservation F cs s y -> flow_conservation F cs s h ->
  flow_conservation F cs s (fun k => (y k + e * h k) / q).
Proof.
  intros N. induction cs as [|[p n] r IH]; intros s A B; simpl in *; [exact I|].
  destruct A as [A1 A2], B as [B1 B2]. split; [|now apply IH].
  transitivity ((range_sum n s y + e * range_sum n s h) / q); [|now rewrite A1, B1].
  clear - N. revert s. induction n as [|n IH]; intros s; simpl; [field; exact N|]. rewrite IH. field. exact N.
Qed.

Lemma bilinear_combined es x y h e q : q <> 0 ->
  bilinear F es x (fun k => (y k + e * h k) / q) = (bilinear F es x y + e * bilinear F es x h) / q.
Proof. intros N. induction es as [|[[i j] a] r IH]; simpl; [field; exact N|]. rewrite IH. field. exact N. Qed.

Notation value c := (ev (value_numerator c) / ev (value_denominator c)).

(** ** The theorem *)

Theorem check_only_sound g c h : check_only g c h = true ->
  forall x, secures F (game_in_field F C ev g) (value c) x ->
  forall s, (1 <= s < sequence_end (infosets1 g) 2)%positive -> x s = plan_of_weights F C c0 ev (plan1 c) s.
Proof.
  unfold check_only, ParametricUniqueness.check_only, unknowns, equations. cbv zeta. rewrite !andb_true_iff.
  intros ((((Hc & Hb) & Hn) & Hl) & Hi) x' O'.
  pose proof (check_equilibrium_sound F C c0 cadd cmul copp eqb nonpositive positive_coefficient maximum ev
    ev_0 ev_add ev_mul ev_opp eqb_sound nonpositive_sound positive_sound g c Hc) as S.
  set (G := game_in_field F C ev g) in *. set (v := value c) in *.
  set (cs := infosets1 g) in *. set (es := entries g) in *. set (Y := plan2 c) in *.
  set (x := plan_of_weights F C c0 ev (plan1 c)) in *.
  assert (O : secures F G v x) by (split; apply S).
  unfold SequenceForm.check_equilibrium in Hc. rewrite !andb_true_iff in Hc.
  destruct Hc as (((((((T1 & T2) & D) & V) & P1) & P2) & B1) & _).
  apply positive_sound in D as [D0 D1]. apply positive_sound in V as [V0 V1].
  assert (FY : flow_conservation F (infosets2 g) 2 (weight Y)).
  { unfold is_realization_plan in P2. rewrite !andb_true_iff in P2. apply flow_of_weights, P2. }
  assert (GY : forall k, (2 <= k < sequence_end (infosets2 g) 2)%positive -> 0 <= weight Y k).
  { unfold is_realization_plan in P2. rewrite !andb_true_iff in P2. destruct P2 as [[_ P2] _].
    apply all_nonnegative_range in P2. intros k K. rewrite sequence_end_value in K.
    exact (range_nonnegative_sound F C c0 copp nonpositive ev ev_opp nonpositive_sound Y _ _ P2 k K). }
  apply (is_realization_plan_sound F C c0 cadd copp eqb nonpositive positive_coefficient ev
    ev_0 ev_add ev_opp eqb_sound nonpositive_sound positive_sound) in P2 as [[Y0 Y1] P2]. fold Y in Y0, Y1, P2.
  destruct (SequenceForm.best_response_value _ _ _ _ _ _ _ _ _ _) as [w|] eqn:W; [|discriminate].
  apply eqb_sound in B1. rewrite !ev_mul in B1. fold cs es Y in W.
  change (ev (SequenceForm.lookup C c0 (plan2 c) 1)) with (weight Y 1) in B1.
  set (Dn := ev (denominator g)) in *. set (Vt := ev (value_numerator c)) in *. set (Vb := ev (value_denominator c)) in *.
  assert (Vw : v * weight Y 1 * Dn = ev w).
  { unfold v. transitivity (Vt * weight Y 1 * Dn / Vb); [field; auto|]. rewrite <- B1. field; auto. }
  assert (earns : forall z, secures F G v z -> bilinear F (entries_in_field es) z (weight Y) = ev w).
  { intros z [Pz Oz]. assert (E : expected_payoff F G z (plan_of_weights F C c0 ev Y) = v).
    { apply (kle_antisym F); [now apply (solved_concedes _ _ _ _ _ S) | now apply Oz]. }
    unfold expected_payoff in E. simpl in E. rewrite bilinear_right in E by exact Y1. fold es Dn in E.
    rewrite <- Vw, <- E. field. auto. }
  (* an optimal plan earns nothing by a direction *)
  assert (still : forall z H, secures F G v z -> In H (moves h) -> bilinear F (entries_in_field es) z (weight H) = 0).
  { intros z H Oz Hh. rewrite forallb_forall in Hb. pose proof (Hb H Hh) as Q. unfold free_direction in Q.
    rewrite !andb_true_iff in Q. destruct Q as [[H1 HF] HS]. fold Y in HS.
    apply eqb_sound in H1. rewrite ev_0 in H1. apply flow_of_weights in HF.
    pose proof (all_supported_sound Y H _ _ HS) as HS'.
    destruct (step_size (weight Y) (weight H) (action_count (infosets2 g)) 2) as (e & E0 & E1 & E2).
    { intros k K. rewrite <- sequence_end_value in K. split; [now apply GY | now apply HS']. }
    pose proof (earns z Oz) as Ez. destruct Oz as [Pz Oz].
    set (u := bilinear F (entries_in_field es) z (weight H)) in *.
    assert (side : forall f, (f = e \/ f = - e) -> 0 <= f * u).
    { intros f Hf.
      assert (P : realization_plan F (infosets2 g) (fun k => (weight Y k + f * weight H k) / weight Y 1)).
      { split.
        - unfold Soundness.weight at 2. rewrite H1. field. exact Y1.
        - intros k K. rewrite sequence_end_value in K. destruct (E2 k K) as [G1 G2].
          replace 0 with (0 / weight Y 1) by (field; exact Y1). apply div_le; [exact Y0 | exact Y1|].
          destruct Hf as [-> | ->]; [exact G1|].
          replace (weight Y k + - e * weight H k) with (weight Y k - e * weight H k) by ring. exact G2.
        - now apply flow_combined. }
      pose proof (Oz _ P) as Q. unfold expected_payoff in Q. simpl in Q.
      rewrite bilinear_combined in Q by exact Y1. fold es Dn u in Q. rewrite Ez, <- Vw in Q.
      assert (N : 0 <= weight Y 1 * Dn) by now apply kle_mul.
      apply (mul_le F _ _ _ Q) in N. apply sub_le in N.
      match type of N with _ <= ?m => replace (f * u) with m by (field; auto) end. exact N. }
    apply (mul_zero F e); [|exact E1]. apply (kle_antisym F); [|apply side; now left].
    pose proof (side (- e) (or_intror eq_refl)) as N. apply opp_le in N.
    replace (- (- e * u)) with (e * u) in N by ring. replace (- 0) with 0 in N by ring. exact N. }
  (* nothing outside the tight sequences *)
  set (L := worths cs es Y) in *. set (T := possibly_tight _ _ _ cs 2 L _) in *. set (ts := members cs 2 T []) in *.
  assert (off : forall z, secures F G v z -> forall k, (1 <= k < sequence_end cs 2)%positive -> member k T = false -> z k = 0).
  { intros z Oz k K M0. pose proof (earns z Oz) as Ez. destruct Oz as [Pz _]. simpl in Pz. fold cs in Pz.
    refine (possibly_tight_sound F C c0 nonzero ev nonzero_sound z L (sequence_end cs 2) (plan_ge _ _ _ Pz) _ cs 2 _ T1 (plan_flow _ _ _ Pz) _ _ _ k K M0); try lia.
    - apply (no_weight_where_worse F C c0 cadd cmul copp nonpositive maximum ev ev_0 ev_add ev_mul ev_opp nonpositive_sound _ _ _ _ _ W Pz Ez).
    - intros i I M1. replace i with 1%positive in M1 by lia. rewrite member_add in M1. discriminate. }
  set (d := fun s => x' s - x s).
  assert (d_off : forall k, (1 <= k < sequence_end cs 2)%positive -> member k T = false -> d k = 0).
  { intros k K M0. unfold d. rewrite (off x' O' k K M0), (off x O k K M0). ring. }
  assert (d_1 : d 1%positive = 0).
  { unfold d. destruct O' as [[-> _ _] _]. destruct O as [[-> _ _] _]. ring. }
  assert (as_product : forall A, linear_form (action_count cs) A d = scalar_product (map (lookup A) ts) (map d ts)).
  { intros A. unfold Soundness.linear_form. cbn [SequenceForm.range_sum]. rewrite d_1. change (Pos.succ 1) with 2%positive.
    rewrite scalar_product_list. unfold ts.
    rewrite (members_sum F T _ cs 2) by (intros k K M0; rewrite d_off; [ring | lia | exact M0]). cbn [list_sum]. ring. }
  assert (rows0 : forall r, In r (map (fun L => map (lookup L) ts)
      (map (flow_row C c0 c1 cadd copp) (backward_infosets cs 2 []) ++ map (payoff_form C c0 cadd cmul es) (moves h))) ->
      scalar_product r (map d ts) = 0).
  { intros r R. apply in_map_iff in R as (A & <- & R). rewrite <- as_product.
    unfold best_response_value, SequenceForm.best_response_value in W.
    destruct (entries_in_range C (sequence_end cs 2) es) eqn:I; [|discriminate].
    destruct (parents_in_range (sequence_end cs 2) cs) eqn:Q; [|discriminate]. rewrite sequence_end_value in I, Q.
    apply in_app_or in R as [R|R].
    - apply in_map_iff in R as ([[p s] n] & <- & R).
      assert (Gd : Forall (conserved_at F (action_count cs) d) (backward_infosets cs 2 [])).
      { apply backward_infosets_conserved; [|exact Q|rewrite sequence_end_value; lia|constructor].
        apply flow_conservation_minus; [apply O' | apply O]. }
      rewrite Forall_forall in Gd. destruct (Gd _ R) as (G1 & G2 & G3). unfold flow_row.
      rewrite (linear_form_add_at F C c0 cadd ev ev_add) by exact G2.
      rewrite (linear_form_subtract F C c0 cadd copp ev ev_add ev_opp) by exact G3.
      rewrite (linear_form_empty F C c0 ev ev_0), G1, ev_1. ring.
    - apply in_map_iff in R as (H & <- & R). unfold payoff_form.
      etransitivity; [apply (linear_form_payoff F C c0 cadd cmul ev ev_add ev_mul); exact I|].
      rewrite (linear_form_empty F C c0 ev ev_0). unfold d. rewrite bilinear_minus_left.
      rewrite (still x' H O' R), (still x H O R). ring. }
  apply Nat.eqb_eq in Hl.
  intros s Hs. assert (E : d s = 0).
  { destruct (Pos.eq_dec s 1) as [->|N1]; [exact d_1|].
    destruct (member s T) eqn:M0; [|now apply d_off].
    assert (IN : In s ts) by (apply members_in; left; split; [lia | exact M0]).
    apply (In_nth _ _ 1%positive) in IN as (j & J & <-).
    rewrite <- (map_nth d). rewrite (nth_indep _ _ 0) by (rewrite map_length; exact J).
    eapply (left_inverse_sound _ (delta h) (map d ts)).
    - now apply nonzero_sound.
    - intros k r R. apply numbered_in in R as [R|R]; [|rewrite PM.gempty in R; discriminate]. exact (rows0 r R).
    - exact Hi.
    - fold ts in Hl. rewrite Hl. lia.
    - rewrite map_length. exact J. }
  unfold d in E. replace (x' s) with (x' s - x s + x s) by ring. rewrite E. ring.
Qed.
End Sound.
