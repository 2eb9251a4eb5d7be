(** Complementary slackness, with coefficients of any ring: a plan that earns the best has no weight where the reduced
    form is not 0. [possibly_tight] is a set of sequences outside of which such a plan has no weight. Both checks of
    uniqueness begin with it. *)
Require Import ZArith PArith List Bool Lia Field.
Require Import Sabot.OrderedField Sabot.PositiveMap Sabot.SequenceForm Sabot.Soundness.
Import ListNotations.

(** * What runs *)

Section Run.
Variable C : Type.
Variables (c0 : C) (cadd cmul : C -> C -> C) (copp : C -> C) (nonzero : C -> bool) (maximum : list C -> C).

Notation lookup := (lookup C c0).

(** What each sequence is worth against [Y], less the best of its information set: the reduced form. *)
Definition worths (cs : list infoset) (es : list (entry C)) (Y : PM.t C) : PM.t C :=
  fold_left (backward_step C c0 cadd copp maximum) (backward_infosets cs 2 []) (payoff_form C c0 cadd cmul es Y).

(** The sequences at which the reduced form may be 0: there alone an optimal plan may have weight. *)
Fixpoint add_possible_zeros (n : nat) (s : positive) (L : PM.t C) (T : PM.t unit) : PM.t unit :=
  match n with
  | O => T
  | S n => add_possible_zeros n (Pos.succ s) L (if nonzero (lookup L s) then T else PM.add s tt T)
  end.
Fixpoint possibly_tight (cs : list infoset) (s : positive) (L : PM.t C) (T : PM.t unit) : PM.t unit :=
  match cs with
  | [] => T
  | (p, n) :: r => possibly_tight r (advance n s) L (if member p T then add_possible_zeros n s L T else T)
  end.
End Run.

(** * Why it is sound *)

Section Sound.
Variable F : OrderedField.
Add Field Ffield9 : (kfield F).
Notation "0" := (k0 F). Notation "1" := (k1 F).
Infix "+" := (kadd F). Infix "*" := (kmul F). Infix "-" := (ksub F). Infix "/" := (kdiv F).
Notation "- x" := (kopp F x). Infix "<=" := (kle F).
Notation range_sum := (range_sum F).

Lemma mul_zero (a b : F) : a * b = 0 -> a <> 0 -> b = 0.
Proof. intros H N. replace b with (a * b / a) by (field; exact N). rewrite H. field. exact N. Qed.

(** ** Sums with no positive term *)

Lemma sum0_le (a b : F) : a <= 0 -> b <= 0 -> a + b = 0 -> a = 0 /\ b = 0.
Proof.
  intros A B E.
  assert (a = 0).
  { apply (kle_antisym F); [exact A|]. replace 0 with (a + b) by exact E.
    replace (a + b) with (b + a) by ring. replace a with (0 + a) at 2 by ring. now apply kle_add. }
  subst a. split; [reflexivity|]. rewrite <- E. ring.
Qed.

Lemma range_sum_nonpositive n : forall s f, (forall k, (s <= k < advance n s)%positive -> f k <= 0) -> range_sum n s f <= 0.
Proof.
  induction n as [|n IH]; intros s f H; simpl in *; [apply le_refl|].
  replace 0 with (0 + 0) by ring. apply le_add2.
  - apply H. pose proof (advance_value n (Pos.succ s)). lia.
  - apply IH. intros k K. apply H. lia.
Qed.

Lemma range_sum_zero n : forall s f, (forall k, (s <= k < advance n s)%positive -> f k <= 0) -> range_sum n s f = 0 ->
  forall k, (s <= k < advance n s)%positive -> f k = 0.
Proof.
  induction n as [|n IH]; intros s f H E k K; simpl in *; [lia|].
  assert (A : (s < advance n (Pos.succ s))%positive) by (pose proof (advance_value n (Pos.succ s)); lia).
  apply sum0_le in E as [E1 E2].
  - destruct (Pos.eq_dec k s) as [->|]; [exact E1|]. apply (IH (Pos.succ s) f); [|exact E2|lia]. intros i I. apply H. lia.
  - apply H. lia.
  - apply range_sum_nonpositive. intros i I. apply H. lia.
Qed.

Lemma nonpos_mul (a b : F) : a <= 0 -> 0 <= b -> a * b <= 0.
Proof. intros A B. replace 0 with (0 * b) by ring. now apply mul_le. Qed.

Variable C : Type.
Variables (c0 : C) (cadd cmul : C -> C -> C) (copp : C -> C).
Variables (nonpositive nonzero : C -> bool) (maximum : list C -> C).
Variable ev : C -> F.
Hypothesis ev_0 : ev c0 = 0.
Hypothesis ev_add : forall a b, ev (cadd a b) = ev a + ev b.
Hypothesis ev_mul : forall a b, ev (cmul a b) = ev a * ev b.
Hypothesis ev_opp : forall a, ev (copp a) = - ev a.
Hypothesis nonpositive_sound : forall a, nonpositive a = true -> ev a <= 0.
Hypothesis nonzero_sound : forall a, nonzero a = true -> ev a <> 0.

Notation lookup := (lookup C c0).
Notation weight := (weight F C c0 ev).
Notation entries_in_field := (entries_in_field F C ev).
Notation linear_form := (linear_form F C c0 ev).
Notation best_response_value := (best_response_value C c0 cadd cmul copp nonpositive maximum).
Notation worths := (worths C c0 cadd cmul copp maximum).

(** ** Complementary slackness *)

Lemma range_nonpositive_at n : forall s L, range_nonpositive C c0 nonpositive n s L = true ->
  forall k, (s <= k < advance n s)%positive -> weight L k <= 0.
Proof.
  induction n as [|n IH]; intros s L H k K; simpl in *; [lia|].
  destruct (nonpositive (lookup L s)) eqn:E; [|discriminate].
  destruct (Pos.eq_dec k s) as [->|]; [now apply nonpositive_sound|]. apply (IH _ _ H). lia.
Qed.

Lemma no_weight_where_worse cs es Y w x : best_response_value cs es Y = Some w -> realization_plan F cs x ->
  bilinear F (entries_in_field es) x (weight Y) = ev w ->
  forall k, (2 <= k < sequence_end cs 2)%positive -> weight (worths cs es Y) k <> 0 -> x k = 0.
Proof.
  unfold best_response_value, SequenceForm.best_response_value. intros H P E k K N.
  destruct (entries_in_range C (sequence_end cs 2) es) eqn:I; [|discriminate].
  destruct (parents_in_range (sequence_end cs 2) cs) eqn:Q; [|discriminate].
  destruct (all_nonpositive _ _ _ _ _ _) eqn:G; [|discriminate].
  fold (worths cs es Y) in H, G. injection H as H. set (L := worths cs es Y) in *.
  rewrite sequence_end_value in I, Q, K.
  assert (A : linear_form (action_count cs) L x = bilinear F (entries_in_field es) x (weight Y)).
  { unfold L, worths. rewrite (linear_form_steps F C c0 cadd copp maximum ev ev_add ev_opp).
    - etransitivity; [apply (linear_form_payoff F C c0 cadd cmul ev ev_add ev_mul); exact I|].
      rewrite (linear_form_empty F C c0 ev ev_0). ring.
    - apply backward_infosets_conserved; [apply P | exact Q | rewrite sequence_end_value; lia | constructor]. }
  rewrite E, <- H in A. unfold Soundness.linear_form in A. cbn [SequenceForm.range_sum] in A. rewrite (plan_1 _ _ _ P) in A.
  assert (S : range_sum (action_count cs) 2 (fun s => weight L s * x s) = 0).
  { unfold Soundness.weight in A at 1. change (Pos.succ 1) with 2%positive in A.
    replace (range_sum (action_count cs) 2 (fun s => weight L s * x s))
      with (ev (lookup L 1) * 1 + range_sum (action_count cs) 2 (fun s => weight L s * x s) - ev (lookup L 1)) by ring.
    rewrite A. ring. }
  apply (mul_zero (weight L k)); [|exact N].
  apply (range_sum_zero (action_count cs) 2 (fun s => weight L s * x s)); [|exact S|exact K].
  intros i Hi. apply nonpos_mul.
  - now apply (range_nonpositive_at _ _ _ (all_nonpositive_range C c0 nonpositive _ _ _ G)).
  - apply (plan_ge _ _ _ P). now rewrite sequence_end_value.
Qed.

Lemma add_possible_zeros_member n : forall s L T k, member k (add_possible_zeros C c0 nonzero n s L T) = false ->
  member k T = false /\ ((s <= k < advance n s)%positive -> weight L k <> 0).
Proof.
  induction n as [|n IH]; intros s L T k H; simpl in *; [split; [exact H | lia]|].
  apply IH in H as [H1 H2]. destruct (nonzero (lookup L s)) eqn:E.
  - split; [exact H1|]. intros K. destruct (Pos.eq_dec k s) as [->|]; [now apply nonzero_sound|]. apply H2. lia.
  - rewrite member_add in H1. destruct (Pos.eqb_spec k s); [discriminate|]. split; [exact H1|].
    intros K. apply H2. lia.
Qed.

Lemma possibly_tight_sound x L top : (forall k, (2 <= k < top)%positive -> 0 <= x k) ->
  (forall k, (2 <= k < top)%positive -> weight L k <> 0 -> x k = 0) ->
  forall cs s T, valid_tree cs s = true -> flow_conservation F cs s x -> (2 <= s)%positive -> (sequence_end cs s <= top)%positive ->
  (forall k, (1 <= k < s)%positive -> member k T = false -> x k = 0) ->
  forall k, (1 <= k < sequence_end cs s)%positive -> member k (possibly_tight C c0 nonzero cs s L T) = false -> x k = 0.
Proof.
  intros Hx HL. induction cs as [|[p n] r IH]; intros s T Ht Hf Hs He Hk k K M0; simpl in *; [now apply Hk|].
  destruct (Pos.ltb_spec p s) as [P|]; [|discriminate]. destruct n as [|n']; [discriminate|].
  set (n := S n') in *. destruct Hf as [E Hf].
  assert (B : (advance n s <= sequence_end r (advance n s))%positive)
    by (rewrite sequence_end_value; pose proof (advance_value (action_count r) (advance n s)); lia).
  assert (B2 : (s < advance n s)%positive) by (pose proof (advance_value n s); lia).
  refine (IH (advance n s) _ Ht Hf _ He _ k K M0); [lia|].
  intros i I M1. destruct (member p T) eqn:MP.
  - apply add_possible_zeros_member in M1 as [M1 M2]. destruct (Pos.ltb_spec i s) as [G|G].
    + apply Hk; [lia | exact M1].
    + apply HL; [lia|]. apply M2. lia.
  - destruct (Pos.ltb_spec i s) as [G|G]; [apply Hk; [lia | exact M1]|].
    assert (X0 : x p = 0) by (apply Hk; [lia | exact MP]). rewrite X0 in E.
    assert (Q : - x i = 0).
    { apply (range_sum_zero n s (fun k => - x k)).
      - intros j J. replace 0 with (- 0) by ring. apply opp_le. apply Hx. lia.
      - transitivity (- range_sum n s x); [|rewrite E; ring]. clear. revert s.
        induction n as [|m IHm]; intros s; simpl; [ring|]. rewrite IHm. ring.
      - lia. }
    replace (x i) with (- - x i) by ring. rewrite Q. ring.
Qed.

End Sound.
