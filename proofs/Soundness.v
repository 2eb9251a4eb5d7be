(** [check_equilibrium_sound]: what the check of SequenceForm.v accepts is solved, for every ring of
    coefficients with a sound evaluation in an ordered field. *)
Require Import ZArith PArith List Bool Lia Field.
Require Import Sabot.OrderedField Sabot.PositiveMap Sabot.SequenceForm.
Import ListNotations.

Section Order.
Variable F : OrderedField.
Add Field Ffield : (kfield F).
Notation "0" := (k0 F). Notation "1" := (k1 F).
Infix "+" := (kadd F). Infix "*" := (kmul F). Infix "-" := (ksub F). Infix "/" := (kdiv F).
Notation "- x" := (kopp F x). Infix "<=" := (kle F).

Lemma le_refl a : a <= a.
Proof. destruct (kle_total F a a); assumption. Qed.

Lemma le_add2 a b c d : a <= b -> c <= d -> a + c <= b + d.
Proof.
  intros H G. apply (kle_trans F _ (b + c)); [now apply kle_add|].
  replace (b + c) with (c + b) by ring. replace (b + d) with (d + b) by ring. now apply kle_add.
Qed.

Lemma le_sub a b : 0 <= b - a -> a <= b.
Proof. intros H. apply (kle_add F _ _ a) in H. replace (0 + a) with a in H by ring.
  replace (b - a + a) with b in H by ring. exact H. Qed.

Lemma sub_le a b : a <= b -> 0 <= b - a.
Proof. intros H. apply (kle_add F _ _ (- a)) in H. replace (a + - a) with 0 in H by ring.
  replace (b + - a) with (b - a) in H by ring. exact H. Qed.

Lemma opp_le a b : a <= b -> - b <= - a.
Proof. intros H. apply le_sub. replace (- a - - b) with (b - a) by ring. now apply sub_le. Qed.

Lemma le_opp0 a : - a <= 0 -> 0 <= a.
Proof. intros H. apply opp_le in H. replace (- - a) with a in H by ring. replace (- 0) with 0 in H by ring. exact H. Qed.

Lemma mul_le a b c : a <= b -> 0 <= c -> a * c <= b * c.
Proof. intros H G. apply le_sub. replace (b * c - a * c) with ((b - a) * c) by ring.
  apply kle_mul; [now apply sub_le | exact G]. Qed.

Lemma one_ge : 0 <= 1.
Proof.
  destruct (kle_total F 0 1) as [H|H]; [exact H|].
  apply opp_le in H. replace (- 0) with 0 in H by ring.
  replace 1 with (- (1) * - (1)) by ring. now apply kle_mul.
Qed.

Lemma one_ne : 1 <> 0.
Proof. exact (F_1_neq_0 (kfield F)). Qed.

Lemma inv_ge a : 0 <= a -> a <> 0 -> 0 <= kinv F a.
Proof.
  intros H N. destruct (kle_total F 0 (kinv F a)) as [G|G]; [exact G|].
  exfalso. apply one_ne. apply (kle_antisym F); [|apply one_ge].
  apply opp_le in G. replace (- 0) with 0 in G by ring.
  pose proof (kle_mul F _ _ H G) as P. replace (a * - kinv F a) with (- (1)) in P by (field; exact N).
  apply opp_le in P. replace (- - (1)) with 1 in P by ring. replace (- 0) with 0 in P by ring. exact P.
Qed.

Lemma div_le a b c : 0 <= c -> c <> 0 -> a <= b -> a / c <= b / c.
Proof.
  intros H N G. replace (a / c) with (a * kinv F c) by (field; exact N).
  replace (b / c) with (b * kinv F c) by (field; exact N). apply mul_le; [exact G | now apply inv_ge].
Qed.
End Order.

Lemma advance_value n : forall s, Zpos (advance n s) = (Zpos s + Z.of_nat n)%Z.
Proof. induction n as [|n IH]; intros s; simpl advance; [lia|]. rewrite IH. lia. Qed.

Lemma sequence_end_value cs : forall s, sequence_end cs s = advance (action_count cs) s.
Proof.
  induction cs as [|[p n] r IH]; intros s; simpl; [reflexivity|]. rewrite IH.
  assert (E : Zpos (advance (action_count r) (advance n s)) = Zpos (advance (n + action_count r) s)) by (rewrite !advance_value; lia).
  congruence.
Qed.

Section Sound.
Variable F : OrderedField.
Add Field Ffield2 : (kfield F).
Notation "0" := (k0 F). Notation "1" := (k1 F).
Infix "+" := (kadd F). Infix "*" := (kmul F). Infix "-" := (ksub F). Infix "/" := (kdiv F).
Notation "- x" := (kopp F x). Infix "<=" := (kle F).
Notation range_sum := (range_sum F).

Variable C : Type.
Variables (c0 : C) (cadd cmul : C -> C -> C) (copp : C -> C).
Variables (eqb : C -> C -> bool) (nonpositive positive_coefficient : C -> bool) (maximum : list C -> C).
Variable ev : C -> F.
Hypothesis ev_0 : ev c0 = 0.
Hypothesis ev_add : forall a b, ev (cadd a b) = ev a + ev b.
Hypothesis ev_mul : forall a b, ev (cmul a b) = ev a * ev b.
Hypothesis ev_opp : forall a, ev (copp a) = - ev a.
Hypothesis eqb_sound : forall a b, eqb a b = true -> ev a = ev b.
Hypothesis nonpositive_sound : forall a, nonpositive a = true -> ev a <= 0.
Hypothesis positive_coefficient_sound : forall a, positive_coefficient a = true -> 0 <= ev a /\ ev a <> 0.

Notation lookup := (lookup C c0). Notation add_at := (add_at C c0 cadd). Notation payoff_form := (payoff_form C c0 cadd cmul).
Notation subtract_range := (subtract_range C c0 cadd copp). Notation backward_step := (backward_step C c0 cadd copp maximum).
Notation best_response_value := (best_response_value C c0 cadd cmul copp nonpositive maximum).
Notation entries_in_range := (entries_in_range C). Notation swapped_entries := (swapped_entries C copp).
Notation is_realization_plan := (is_realization_plan C c0 cadd copp eqb nonpositive positive_coefficient).
Notation check_equilibrium := (check_equilibrium C c0 cadd cmul copp eqb nonpositive positive_coefficient maximum).

Definition weight (X : PM.t C) (s : positive) : F := ev (lookup X s).
Definition entries_in_field (es : list (entry C)) : list (positive * positive * F) :=
  map (fun e : entry C => let '(i, j, a) := e in (i, j, ev a)) es.

Lemma lookup_add_at L k a s : lookup (add_at L k a) s = if Pos.eqb s k then cadd (lookup L k) a else lookup L s.
Proof.
  unfold add_at, SequenceForm.lookup. destruct (Pos.eqb_spec s k) as [->|N].
  - now rewrite PM.gss.
  - now rewrite PM.gso.
Qed.

Lemma weight_add_at L k a s : weight (add_at L k a) s = if Pos.eqb s k then weight L s + ev a else weight L s.
Proof. unfold weight. rewrite lookup_add_at. destruct (Pos.eqb_spec s k) as [->|N]; [now rewrite ev_add | reflexivity]. Qed.

(** ** Sums *)

Lemma range_sum_ext n : forall s f g, (forall k, f k = g k) -> range_sum n s f = range_sum n s g.
Proof. induction n as [|n IH]; intros s f g H; simpl; [reflexivity|]. now rewrite H, (IH _ f g H). Qed.

Lemma range_sum_ext_from n : forall s f g, (forall k, (s <= k)%positive -> f k = g k) -> range_sum n s f = range_sum n s g.
Proof.
  induction n as [|n IH]; intros s f g H; simpl; [reflexivity|].
  rewrite (H s) by lia. f_equal. apply IH. intros k Hk. apply H. lia.
Qed.

Lemma range_sum_update n k d : forall s f, (s <= k)%positive -> (k < advance n s)%positive ->
  range_sum n s (fun i => if Pos.eqb i k then f i + d else f i) = range_sum n s f + d.
Proof.
  induction n as [|n IH]; intros s f H G; simpl in *; [lia|].
  destruct (Pos.eqb_spec s k) as [->|N].
  - rewrite (range_sum_ext_from n _ (fun i => if Pos.eqb i k then f i + d else f i) f); [ring|].
    intros i Hi. destruct (Pos.eqb_spec i k); [lia | reflexivity].
  - rewrite IH by lia. ring.
Qed.

(** The linear form [L] at [y]. *)
Definition linear_form (N : nat) (L : PM.t C) (y : positive -> F) : F := range_sum (S N) 1 (fun s => weight L s * y s).

Lemma linear_form_add_at N L k a y : (k < advance N 2)%positive -> linear_form N (add_at L k a) y = linear_form N L y + ev a * y k.
Proof.
  intros H. unfold linear_form.
  rewrite (range_sum_ext (S N) 1 _ (fun s => if Pos.eqb s k then weight L s * y s + ev a * y k else weight L s * y s)).
  - apply (range_sum_update (S N) k (ev a * y k) 1 (fun s => weight L s * y s)); [lia | exact H].
  - intros s. rewrite weight_add_at. destruct (Pos.eqb_spec s k) as [->|]; ring.
Qed.

Lemma linear_form_empty N y : linear_form N (PM.empty C) y = 0.
Proof.
  unfold linear_form. assert (H : forall n s, range_sum n s (fun s => weight (PM.empty C) s * y s) = 0).
  { induction n as [|n IH]; intros s; simpl; [reflexivity|]. rewrite IH.
    unfold weight, SequenceForm.lookup. rewrite PM.gempty, ev_0. ring. }
  apply H.
Qed.

Lemma linear_form_payoff N es Y x : forall L, entries_in_range (advance N 2) es = true ->
  linear_form N (fold_left (fun L e => let '(i, j, a) := e in add_at L i (cmul a (lookup Y j))) es L) x
  = linear_form N L x + bilinear F (entries_in_field es) x (weight Y).
Proof.
  induction es as [|[[i j] a] r IH]; intros L H; simpl in *; [ring|].
  destruct (Pos.ltb_spec i (advance N 2)) as [G|]; [|discriminate].
  rewrite IH by exact H. rewrite linear_form_add_at by exact G. rewrite ev_mul. unfold weight. ring.
Qed.

Lemma linear_form_subtract N m y n : forall s L, (advance n s <= advance N 2)%positive ->
  linear_form N (subtract_range n s m L) y = linear_form N L y - ev m * range_sum n s y.
Proof.
  induction n as [|n IH]; intros s L H; simpl in *; [ring|].
  rewrite IH by exact H. rewrite linear_form_add_at.
  - rewrite ev_opp. ring.
  - pose proof (advance_value n (Pos.succ s)). lia.
Qed.

Definition conserved_at (N : nat) (y : positive -> F) (c : positive * positive * nat) : Prop :=
  let '(p, s, n) := c in range_sum n s y = y p /\ (p < advance N 2)%positive /\ (advance n s <= advance N 2)%positive.

Lemma linear_form_step N y c L : conserved_at N y c -> linear_form N (backward_step L c) y = linear_form N L y.
Proof.
  destruct c as [[p s] n]. intros (E & P & A). unfold backward_step, SequenceForm.backward_step.
  rewrite linear_form_add_at by exact P. rewrite linear_form_subtract by exact A. rewrite E. ring.
Qed.

Lemma linear_form_steps N y cs : forall L, Forall (conserved_at N y) cs -> linear_form N (fold_left backward_step cs L) y = linear_form N L y.
Proof.
  induction cs as [|c r IH]; intros L H; simpl; [reflexivity|].
  inversion H; subst. rewrite IH by assumption. now apply linear_form_step.
Qed.

Lemma backward_infosets_conserved N y cs : forall s acc, flow_conservation F cs s y -> parents_in_range (advance N 2) cs = true ->
  (sequence_end cs s <= advance N 2)%positive -> Forall (conserved_at N y) acc -> Forall (conserved_at N y) (backward_infosets cs s acc).
Proof.
  induction cs as [|[p n] r IH]; intros s acc Hf Hp He Ha; simpl in *; [exact Ha|].
  destruct (Pos.ltb_spec p (advance N 2)) as [G|]; [|discriminate].
  destruct Hf as [E Hf]. apply IH; try assumption. constructor; [|exact Ha].
  repeat split; try assumption. rewrite sequence_end_value in He. pose proof (advance_value (action_count r) (advance n s)). lia.
Qed.

Lemma range_nonpositive_sound y n : forall s L, range_nonpositive C c0 nonpositive n s L = true ->
  (forall k, (s <= k < advance n s)%positive -> 0 <= y k) ->
  range_sum n s (fun s => weight L s * y s) <= 0.
Proof.
  induction n as [|n IH]; intros s L H G; simpl in *; [apply le_refl|].
  destruct (nonpositive (lookup L s)) eqn:E; [|discriminate].
  replace 0 with (0 * y s + 0) by ring. apply le_add2.
  - apply mul_le; [now apply nonpositive_sound|]. apply G. pose proof (advance_value n (Pos.succ s)). lia.
  - apply IH; [exact H|]. intros k Hk. apply G. lia.
Qed.

Lemma all_nonpositive_range L : forall cs s,
  all_nonpositive C c0 nonpositive cs s L = true -> range_nonpositive C c0 nonpositive (action_count cs) s L = true.
Proof.
  assert (A : forall n m s, range_nonpositive C c0 nonpositive n s L = true ->
    range_nonpositive C c0 nonpositive m (advance n s) L = true -> range_nonpositive C c0 nonpositive (n + m) s L = true).
  { induction n as [|n IH]; intros m s H G; simpl in *; [exact G|].
    destruct (nonpositive (lookup L s)); [now apply IH | discriminate]. }
  induction cs as [|[p n] r IH]; intros s H; simpl in *; [reflexivity|].
  destruct (range_nonpositive C c0 nonpositive n s L) eqn:E; [|discriminate]. apply A; auto.
Qed.

Lemma all_nonnegative_range L : forall cs s,
  all_nonnegative C c0 copp nonpositive cs s L = true -> range_nonnegative C c0 copp nonpositive (action_count cs) s L = true.
Proof.
  assert (A : forall n m s, range_nonnegative C c0 copp nonpositive n s L = true ->
    range_nonnegative C c0 copp nonpositive m (advance n s) L = true -> range_nonnegative C c0 copp nonpositive (n + m) s L = true).
  { induction n as [|n IH]; intros m s H G; simpl in *; [exact G|].
    destruct (nonpositive (copp (lookup L s))); [now apply IH | discriminate]. }
  induction cs as [|[p n] r IH]; intros s H; simpl in *; [reflexivity|].
  destruct (range_nonnegative C c0 copp nonpositive n s L) eqn:E; [|discriminate]. apply A; auto.
Qed.

(** ** No response earns more than the best response *)

Lemma best_response_sound cs es Y w x : best_response_value cs es Y = Some w -> realization_plan F cs x ->
  bilinear F (entries_in_field es) x (weight Y) <= ev w.
Proof.
  unfold best_response_value, SequenceForm.best_response_value. intros H P.
  destruct (entries_in_range (sequence_end cs 2) es) eqn:I; [|discriminate].
  destruct (parents_in_range (sequence_end cs 2) cs) eqn:Q; [|discriminate].
  destruct (all_nonpositive _ _ _ _ _ _) eqn:Z; [|discriminate].
  injection H as <-. rewrite sequence_end_value in I, Q.
  set (L := fold_left _ _ _) in *.
  assert (E : linear_form (action_count cs) L x = bilinear F (entries_in_field es) x (weight Y)).
  { unfold L. rewrite linear_form_steps.
    - unfold payoff_form. etransitivity; [apply (linear_form_payoff (action_count cs) es Y x _ I)|]. rewrite linear_form_empty. ring.
    - apply backward_infosets_conserved; [apply P | exact Q | rewrite sequence_end_value; lia | constructor]. }
  rewrite <- E. unfold linear_form. simpl. rewrite (plan_1 _ _ _ P).
  replace (ev (lookup L 1)) with (weight L 1 * 1 + 0) by (unfold weight; ring).
  apply le_add2; [apply le_refl|]. apply range_nonpositive_sound; [now apply all_nonpositive_range|].
  intros k Hk. apply (plan_ge _ _ _ P). rewrite sequence_end_value. exact Hk.
Qed.

(** ** Plans *)

Lemma range_total_sound X n : forall s a, ev (range_total C c0 cadd n s X a) = ev a + range_sum n s (weight X).
Proof. induction n as [|n IH]; intros s a; simpl; [ring|]. rewrite IH, ev_add. unfold weight. ring. Qed.

Definition plan_of_weights (X : PM.t C) (s : positive) : F := weight X s / weight X 1.

Lemma range_sum_div X n : weight X 1 <> 0 -> forall s, range_sum n s (plan_of_weights X) = range_sum n s (weight X) / weight X 1.
Proof. intros N. induction n as [|n IH]; intros s; simpl; [field; exact N|]. rewrite IH. unfold plan_of_weights. field. exact N. Qed.

Lemma conserves_flow_sound X : weight X 1 <> 0 -> forall cs s, conserves_flow C c0 cadd eqb cs s X = true -> flow_conservation F cs s (plan_of_weights X).
Proof.
  intros N. induction cs as [|[p n] r IH]; intros s H; simpl in *; [exact I|].
  destruct (eqb _ _) eqn:E; [|discriminate]. split; [|now apply IH].
  apply eqb_sound in E. rewrite range_total_sound, ev_0 in E. rewrite range_sum_div by exact N. unfold plan_of_weights.
  f_equal. unfold weight at 2. rewrite <- E. ring.
Qed.

Lemma range_nonnegative_sound X n : forall s, range_nonnegative C c0 copp nonpositive n s X = true ->
  forall k, (s <= k < advance n s)%positive -> 0 <= weight X k.
Proof.
  induction n as [|n IH]; intros s H k Hk; simpl in *; [lia|].
  destruct (nonpositive _) eqn:E; [|discriminate].
  destruct (Pos.eq_dec k s) as [->|].
  - apply le_opp0. unfold weight. rewrite <- ev_opp. now apply nonpositive_sound.
  - apply (IH _ H). lia.
Qed.

Lemma is_realization_plan_sound cs X : is_realization_plan cs X = true -> (0 <= weight X 1 /\ weight X 1 <> 0) /\ realization_plan F cs (plan_of_weights X).
Proof.
  unfold is_realization_plan, SequenceForm.is_realization_plan. rewrite !andb_true_iff. intros [[P N] G].
  apply positive_coefficient_sound in P. fold (weight X 1) in P. split; [exact P|]. destruct P as [P0 P1]. split.
  - unfold plan_of_weights. field. exact P1.
  - intros s Hs. rewrite sequence_end_value in Hs. unfold plan_of_weights.
    replace 0 with (0 / weight X 1) by (field; exact P1). apply div_le; [exact P0 | exact P1|].
    apply (range_nonnegative_sound X (action_count cs) 2); [now apply all_nonnegative_range | exact Hs].
  - now apply conserves_flow_sound.
Qed.

(** ** Payoffs *)

Lemma bilinear_right es x Y : weight Y 1 <> 0 -> bilinear F es x (plan_of_weights Y) = bilinear F es x (weight Y) / weight Y 1.
Proof. intros N. induction es as [|[[i j] a] r IH]; simpl; [field; exact N|]. rewrite IH. unfold plan_of_weights. field. exact N. Qed.

Lemma bilinear_left es y X : weight X 1 <> 0 -> bilinear F es (plan_of_weights X) y = bilinear F es (weight X) y / weight X 1.
Proof. intros N. induction es as [|[[i j] a] r IH]; simpl; [field; exact N|]. rewrite IH. unfold plan_of_weights. field. exact N. Qed.

Lemma bilinear_swapped es x y : bilinear F (entries_in_field (swapped_entries es)) y x = - bilinear F (entries_in_field es) x y.
Proof.
  assert (H : forall acc, bilinear F (entries_in_field (fold_left (fun (l : list (entry C)) (e : entry C) =>
    let '(i, j, a) := e in (j, i, copp a) :: l) es acc)) y x = bilinear F (entries_in_field acc) y x - bilinear F (entries_in_field es) x y).
  { induction es as [|[[i j] a] r IH]; intros acc; [simpl; ring|].
    cbn [fold_left]. rewrite IH. simpl. rewrite ev_opp. ring. }
  etransitivity; [apply H|]. simpl. ring.
Qed.

(** ** The theorem *)

Definition game_in_field (g : game C) : Game F :=
  {| Infosets1 := infosets1 g; Infosets2 := infosets2 g; Entries := entries_in_field (entries g); Denominator := ev (denominator g) |}.

(** What a best response to [Y] earns bounds what the first seat is paid against it ... *)
Lemma concedes_sound g Y n m w x : best_response_value (infosets1 g) (entries g) Y = Some w ->
  eqb (cmul w m) (cmul (cmul n (lookup Y 1)) (denominator g)) = true ->
  ev m <> 0 -> 0 <= ev (denominator g) -> ev (denominator g) <> 0 -> 0 <= weight Y 1 -> weight Y 1 <> 0 ->
  realization_plan F (infosets1 g) x -> expected_payoff F (game_in_field g) x (plan_of_weights Y) <= ev n / ev m.
Proof.
  intros W B M1 D0 D1 Y0 Y1 P. apply eqb_sound in B. rewrite !ev_mul in B. fold (weight Y 1) in B.
  assert (E : ev n / ev m = ev w / weight Y 1 / ev (denominator g)).
  { transitivity (ev n * weight Y 1 * ev (denominator g) / (ev m * weight Y 1 * ev (denominator g))); [field; auto|].
    rewrite <- B. field. auto. }
  unfold expected_payoff. simpl. rewrite bilinear_right by exact Y1. rewrite E.
  apply div_le; [exact D0 | exact D1|]. apply div_le; [exact Y0 | exact Y1|]. now apply (best_response_sound _ _ _ _ _ W).
Qed.

(** ... and what a best response to [X] earns the second seat bounds what it must pay. *)
Lemma secures_sound g X n m u y : best_response_value (infosets2 g) (swapped_entries (entries g)) X = Some u ->
  eqb (cmul (copp u) m) (cmul (cmul n (lookup X 1)) (denominator g)) = true ->
  ev m <> 0 -> 0 <= ev (denominator g) -> ev (denominator g) <> 0 -> 0 <= weight X 1 -> weight X 1 <> 0 ->
  realization_plan F (infosets2 g) y -> ev n / ev m <= expected_payoff F (game_in_field g) (plan_of_weights X) y.
Proof.
  intros U B M1 D0 D1 X0 X1 P. apply eqb_sound in B. rewrite !ev_mul, ev_opp in B. fold (weight X 1) in B.
  assert (E : ev n / ev m = - ev u / weight X 1 / ev (denominator g)).
  { transitivity (ev n * weight X 1 * ev (denominator g) / (ev m * weight X 1 * ev (denominator g))); [field; auto|].
    rewrite <- B. field. auto. }
  unfold expected_payoff. simpl. rewrite bilinear_left by exact X1. rewrite E.
  apply div_le; [exact D0 | exact D1|]. apply div_le; [exact X0 | exact X1|].
  pose proof (best_response_sound _ _ _ _ _ U P) as H. rewrite bilinear_swapped in H. apply opp_le in H.
  match type of H with _ <= - - ?b => replace (- - b) with b in H by ring end. exact H.
Qed.

Theorem check_equilibrium_sound g c : check_equilibrium g c = true ->
  solved F (game_in_field g) (ev (value_numerator c) / ev (value_denominator c)) (plan_of_weights (plan1 c)) (plan_of_weights (plan2 c)).
Proof.
  unfold check_equilibrium, SequenceForm.check_equilibrium. rewrite !andb_true_iff.
  intros (((((((T1 & T2) & D) & V) & P1) & P2) & B1) & B2).
  apply positive_coefficient_sound in D as [D0 D1]. apply positive_coefficient_sound in V as [V0 V1].
  apply is_realization_plan_sound in P1 as [[X0 X1] P1]. apply is_realization_plan_sound in P2 as [[Y0 Y1] P2].
  destruct (best_response_value (infosets1 g) _ _) as [w|] eqn:W; [|discriminate].
  destruct (best_response_value (infosets2 g) _ _) as [u|] eqn:U; [|discriminate].
  pose proof (fun x => concedes_sound g (plan2 c) _ _ w x W B1 V1 D0 D1 Y0 Y1) as H1.
  pose proof (fun y => secures_sound g (plan1 c) _ _ u y U B2 V1 D0 D1 X0 X1) as H2.
  split; try assumption; simpl; auto.
  apply (kle_antisym F); auto.
Qed.
End Sound.
