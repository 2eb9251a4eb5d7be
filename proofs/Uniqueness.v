(** [check_unique_sound]: the first seat's plan is the only optimal one. An optimal plan has weight on tight
    sequences only (complementary slackness) and satisfies linear equations: flow conservation at its own
    information sets, and, for each direction in which the other's optimal plan can be moved both ways, that
    the move earns nothing. If these equations have full column rank on the tight sequences, there is one
    solution. They are those of docs/reference/certificate.md with the values of the other's information sets
    eliminated. *)
Require Import ZArith PArith List Bool Lia Field.
Require Import Sabot.OrderedField Sabot.PositiveMap Sabot.SequenceForm Sabot.Soundness Sabot.IntegerGame.
Import ListNotations.

(** * What runs *)

Notation z_lookup := (lookup Z 0%Z).
Notation z_add_at := (add_at Z 0%Z Z.add).
Notation z_payoff_form := (payoff_form Z 0%Z Z.add Z.mul).
Definition reduced_form (cs : list infoset) (es : list (entry Z)) (Y : PM.t Z) : PM.t Z :=
  fold_left (backward_step Z 0%Z Z.add Z.opp z_maximum) (backward_infosets cs 2 []) (z_payoff_form es Y).

Definition member (s : positive) (T : PM.t unit) : bool := match PM.find s T with Some _ => true | None => false end.

Fixpoint add_zeros (n : nat) (s : positive) (L : PM.t Z) (T : PM.t unit) : PM.t unit :=
  match n with
  | O => T
  | S n => add_zeros n (Pos.succ s) L (if (z_lookup L s =? 0)%Z then PM.add s tt T else T)
  end.
Fixpoint tight_sequences (cs : list infoset) (s : positive) (L : PM.t Z) (T : PM.t unit) : PM.t unit :=
  match cs with
  | [] => T
  | (p, n) :: r => tight_sequences r (advance n s) L (if member p T then add_zeros n s L T else T)
  end.

Fixpoint members (n : nat) (s : positive) (T : PM.t unit) : list positive :=
  match n with O => [] | S n => if member s T then s :: members n (Pos.succ s) T else members n (Pos.succ s) T end.

Definition direction := list (positive * Z).
Definition moved (Y : PM.t Z) (h : direction) : PM.t Z :=
  fold_left (fun Y e => z_add_at Y (fst e) (snd e)) h Y.
Definition reversed (h : direction) : direction := map (fun e => (fst e, (- snd e)%Z)) h.

Notation z_is_realization_plan := (is_realization_plan Z 0%Z Z.add Z.opp Z.eqb z_nonpositive z_positive).
Definition feasible_both_ways (cs : list infoset) (Y : PM.t Z) (h : direction) : bool :=
  let A := moved Y h in let B := moved Y (reversed h) in
  z_is_realization_plan cs A && z_is_realization_plan cs B && (z_lookup A 1 =? z_lookup Y 1)%Z && (z_lookup B 1 =? z_lookup Y 1)%Z.

Definition infoset_row (c : positive * positive * nat) : PM.t Z :=
  let '(p, s, n) := c in z_add_at (subtract_range Z 0%Z Z.add Z.opp n s 1%Z (PM.empty Z)) p 1%Z.

(** Elimination: the rows have no common zero but 0. *)
Fixpoint find_pivot (rows kept : list (list Z)) : option (Z * list Z * list (list Z)) :=
  match rows with
  | [] => None
  | [] :: _ => None
  | (a :: r) :: rest => if (a =? 0)%Z then find_pivot rest ((a :: r) :: kept) else Some (a, r, rev_append kept rest)
  end.
Fixpoint eliminate (a b : Z) (s r : list Z) : list Z :=  (* a s - b r *)
  match s, r with x :: s, y :: r => (a * x - b * y)%Z :: eliminate a b s r | _, _ => [] end.
Definition exact_quotient (q : Z) (l : list Z) : list Z :=
  let l' := map (fun x => (x / q)%Z) l in
  if forallb (fun z => z) (map (fun xy => (fst xy =? q * snd xy)%Z) (List.combine l l')) then l' else l.
Definition clear_column (q a : Z) (r row : list Z) : list Z :=
  match row with [] => [] | b :: s => exact_quotient q (eliminate a b s r) end.
Fixpoint full_column_rank (n : nat) (q : Z) (rows : list (list Z)) : bool :=
  match n with
  | O => true
  | S n =>
    match find_pivot rows [] with
    | None => false
    | Some (a, r, rest) => full_column_rank n a (map (clear_column q a r) rest)
    end
  end.

Definition sized (n : nat) (rows : list (list Z)) : bool := forallb (fun r => Nat.eqb (length r) n) rows.

Definition check_unique (g : game Z) (c : claim Z) (modulus : Z) (hs : list direction) : bool :=
  let cs := infosets1 g in
  let L := reduced_form cs (entries g) (plan2 c) in
  let T := tight_sequences cs 2 L (PM.add xH tt (PM.empty unit)) in
  let ts := members (action_count cs) 2 T in
  let forms := map infoset_row (backward_infosets cs 2 []) ++ map (fun h => z_payoff_form (entries g) (moved (PM.empty Z) h)) hs in
  let rows := map (fun L => map (z_lookup L) ts) forms in
  check_integer g c && forallb (feasible_both_ways (infosets2 g) (plan2 c)) hs && full_column_rank (length ts) 1 rows.

(** * What it means *)

Section Meaning.
Variable F : OrderedField.
Add Field Ffield4 : (kfield F).
Notation "0" := (k0 F). Notation "1" := (k1 F).
Infix "+" := (kadd F). Infix "*" := (kmul F). Infix "-" := (ksub F). Infix "/" := (kdiv F).
Notation "- x" := (kopp F x). Infix "<=" := (kle F).
Notation range_sum := (range_sum F).
Notation ev := (kZ F).
Notation z_weight := (weight F Z 0%Z (kZ F)).
Notation z_linear_form := (linear_form F Z 0%Z (kZ F)).
Notation z_entries := (entries_in_field F Z (kZ F)).

Lemma ev_ne z : z <> 0%Z -> ev z <> 0.
Proof. intros H E. apply kZ_inj in E. lia. Qed.

Lemma mul_zero (a b : F) : a * b = 0 -> a <> 0 -> b = 0.
Proof. intros H N. replace b with (a * b / a) by (field; exact N). rewrite H. field. exact N. Qed.

(** ** Elimination *)

Fixpoint dot (r : list Z) (d : list F) : F :=
  match r, d with a :: r, x :: d => ev a * x + dot r d | _, _ => 0 end.

Lemma dot_eliminate a b : forall s r d, length s = length d -> length r = length d ->
  dot (eliminate a b s r) d = ev a * dot s d - ev b * dot r d.
Proof.
  induction s as [|x s IH]; intros [|y r] [|z d] H G; simpl in *; try discriminate; [ring|].
  rewrite IH by congruence. replace (a * x - b * y)%Z with (a * x + - (b * y))%Z by lia.
  rewrite kZ_add, kZ_opp, !kZ_mul. ring.
Qed.

Lemma eliminate_length a b : forall s r, length s = length r -> length (eliminate a b s r) = length s.
Proof. induction s as [|x s IH]; intros [|y r] H; simpl in *; try discriminate; auto. Qed.

Lemma exact_quotient_length q l : length (exact_quotient q l) = length l.
Proof. unfold exact_quotient. destruct (forallb _ _); [apply map_length | reflexivity]. Qed.

Lemma exact_quotient_dot q l : q <> 0%Z -> forall d, dot l d = 0 -> dot (exact_quotient q l) d = 0.
Proof.
  intros N d H. unfold exact_quotient. destruct (forallb _ _) eqn:E; [|exact H].
  apply (mul_zero (ev q)); [|now apply ev_ne]. rewrite <- H. clear H.
  revert d E. induction l as [|x l IH]; intros [|z d] E; simpl in *; try ring.
  apply andb_true_iff in E as [E1 E2]. apply Z.eqb_eq in E1. rewrite <- (IH d E2).
  rewrite E1 at 2. rewrite kZ_mul. ring.
Qed.

Lemma find_pivot_sound : forall rows kept a r rest, find_pivot rows kept = Some (a, r, rest) ->
  a <> 0%Z /\ In (a :: r) rows /\ forall q, In q rest -> In q rows \/ In q kept.
Proof.
  induction rows as [|[|b s] rows IH]; intros kept a r rest H; simpl in *; try discriminate.
  destruct (Z.eqb_spec b 0) as [E|E].
  - apply IH in H as (A & B & C). split; [exact A | split; [now right|]].
    intros q Q. destruct (C q Q) as [G|[G|G]]; auto.
  - injection H as <- <- <-. split; [exact E | split; [now left|]].
    intros q Q. rewrite rev_append_rev in Q. apply in_app_or in Q as [Q|Q]; auto.
    right. now apply in_rev.
Qed.

Lemma full_column_rank_sound n : forall q rows d, q <> 0%Z -> full_column_rank n q rows = true -> length d = n ->
  (forall r, In r rows -> length r = n /\ dot r d = 0) -> Forall (fun x => x = 0) d.
Proof.
  induction n as [|n IH]; intros q rows d Q H Ld R; simpl in *.
  - destruct d; [constructor | discriminate].
  - destruct d as [|x d]; [discriminate|]. simpl in Ld.
    destruct (find_pivot rows []) as [[[a r] rest]|] eqn:S; [|discriminate].
    apply find_pivot_sound in S as (A & B & C).
    destruct (R _ B) as [Lr Dr]. simpl in Lr, Dr.
    assert (D0 : Forall (fun x => x = 0) d).
    { apply (IH a (map (clear_column q a r) rest)); [exact A | exact H | congruence|].
      intros w W. apply in_map_iff in W as (w' & <- & W).
      destruct (C _ W) as [V|[]]. destruct (R _ V) as [Lw Dw]. destruct w' as [|b s]; [discriminate|].
      simpl in Lw, Dw. unfold clear_column. split.
      - rewrite exact_quotient_length, eliminate_length; congruence.
      - apply exact_quotient_dot; [exact Q|]. rewrite dot_eliminate by congruence.
        replace (dot s d) with (- (ev b * x)) by (rewrite <- (Radd_0_l (F_R (kfield F)) (- _)), <- Dw; ring).
        replace (dot r d) with (- (ev a * x)) by (rewrite <- (Radd_0_l (F_R (kfield F)) (- _)), <- Dr; ring).
        ring. }
    constructor; [|exact D0].
    assert (Z0 : forall s, dot s d = 0).
    { clear - D0. induction d as [|y d IH]; intros [|c s]; simpl; try reflexivity.
      inversion D0; subst. rewrite IH by assumption. ring. }
    rewrite Z0 in Dr. apply (mul_zero (ev a)); [rewrite <- Dr; ring | now apply ev_ne].
Qed.

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

Lemma range_nonpositive_le n : forall s L, range_nonpositive Z 0%Z z_nonpositive n s L = true ->
  forall k, (s <= k < advance n s)%positive -> (z_lookup L k <= 0)%Z.
Proof.
  induction n as [|n IH]; intros s L H k K; simpl in *; [lia|].
  destruct (z_nonpositive (z_lookup L s)) eqn:E; [|discriminate].
  destruct (Pos.eq_dec k s) as [->|]; [now apply Z.leb_le in E|]. apply (IH _ _ H). lia.
Qed.

Lemma nonpos_mul (a b : F) : a <= 0 -> 0 <= b -> a * b <= 0.
Proof. intros A B. replace 0 with (0 * b) by ring. now apply mul_le. Qed.

(** What is worth less than the best has no weight in a plan that earns the best. *)
Lemma complementary_slackness cs es Y w x : best_response_value Z 0%Z Z.add Z.mul Z.opp z_nonpositive z_maximum cs es Y = Some w -> realization_plan F cs x ->
  bilinear F (z_entries es) x (z_weight Y) = ev w ->
  forall k, (2 <= k < sequence_end cs 2)%positive -> z_lookup (reduced_form cs es Y) k <> 0%Z -> x k = 0.
Proof.
  unfold best_response_value. intros H P E k K N.
  destruct (entries_in_range Z (sequence_end cs 2) es) eqn:I; [|discriminate].
  destruct (parents_in_range (sequence_end cs 2) cs) eqn:Q; [|discriminate].
  destruct (all_nonpositive _ _ _ _ _ _) eqn:G; [|discriminate].
  fold (reduced_form cs es Y) in H, G. injection H as H. set (L := reduced_form cs es Y) in *.
  rewrite sequence_end_value in I, Q, K.
  assert (A : z_linear_form (action_count cs) L x = bilinear F (z_entries es) x (z_weight Y)).
  { unfold L, reduced_form. rewrite (linear_form_steps F Z 0%Z Z.add Z.opp z_maximum ev).
    - etransitivity; [apply (linear_form_payoff F Z 0%Z Z.add Z.mul ev); [apply kZ_add | apply kZ_mul | exact I]|].
      rewrite linear_form_empty by apply kZ_0. ring.
    - apply kZ_add.
    - apply kZ_opp.
    - apply backward_infosets_conserved; [apply P | exact Q | rewrite sequence_end_value; lia | constructor]. }
  rewrite E, <- H in A. unfold linear_form in A. cbn [SequenceForm.range_sum] in A. rewrite (plan_1 _ _ _ P) in A.
  assert (S : range_sum (action_count cs) 2 (fun s => z_weight L s * x s) = 0).
  { unfold weight in A at 1. change (Pos.succ 1) with 2%positive in A.
    replace (range_sum (action_count cs) 2 (fun s => z_weight L s * x s))
      with (ev (z_lookup L 1) * 1 + range_sum (action_count cs) 2 (fun s => z_weight L s * x s) - ev (z_lookup L 1)) by ring.
    rewrite A. ring. }
  apply (mul_zero (z_weight L k)); [|now apply ev_ne].
  apply (range_sum_zero (action_count cs) 2 (fun s => z_weight L s * x s)); [|exact S|exact K].
  intros i Hi. apply nonpos_mul.
  - apply z_nonpositive_sound. apply Z.leb_le. now apply (range_nonpositive_le _ _ _ (all_nonpositive_range _ _ _ _ _ _ G)).
  - apply (plan_ge _ _ _ P). now rewrite sequence_end_value.
Qed.

(** ** Outside the tight sequences there is no weight *)

Lemma member_add k s T : member k (PM.add s tt T) = if Pos.eqb k s then true else member k T.
Proof. unfold member. destruct (Pos.eqb_spec k s) as [->|]; [now rewrite PM.gss | now rewrite PM.gso]. Qed.

Lemma add_zeros_member n : forall s L T k, member k (add_zeros n s L T) = false ->
  member k T = false /\ ((s <= k < advance n s)%positive -> z_lookup L k <> 0%Z).
Proof.
  induction n as [|n IH]; intros s L T k H; simpl in *; [split; [exact H | lia]|].
  apply IH in H as [H1 H2]. destruct (Z.eqb_spec (z_lookup L s) 0) as [E|E].
  - rewrite member_add in H1. destruct (Pos.eqb_spec k s); [discriminate|]. split; [exact H1|].
    intros K. apply H2. lia.
  - split; [exact H1|]. intros K. destruct (Pos.eq_dec k s) as [->|]; [exact E|]. apply H2. lia.
Qed.

Lemma tight_sequences_sound x L top : (forall k, (2 <= k < top)%positive -> 0 <= x k) ->
  (forall k, (2 <= k < top)%positive -> z_lookup L k <> 0%Z -> x k = 0) ->
  forall cs s T, valid_tree cs s = true -> flow_conservation F cs s x -> (2 <= s)%positive -> (sequence_end cs s <= top)%positive ->
  (forall k, (1 <= k < s)%positive -> member k T = false -> x k = 0) ->
  forall k, (1 <= k < sequence_end cs s)%positive -> member k (tight_sequences cs s L T) = false -> x k = 0.
Proof.
  intros Hx HL. induction cs as [|[p n] r IH]; intros s T Ht Hf Hs He Hk k K M0; simpl in *; [now apply Hk|].
  destruct (Pos.ltb_spec p s) as [P|]; [|discriminate]. destruct n as [|n']; [discriminate|].
  set (n := S n') in *. destruct Hf as [E Hf].
  assert (B : (advance n s <= sequence_end r (advance n s))%positive)
    by (rewrite sequence_end_value; pose proof (advance_value (action_count r) (advance n s)); lia).
  assert (B2 : (s < advance n s)%positive) by (pose proof (advance_value n s); lia).
  refine (IH (advance n s) _ Ht Hf _ He _ k K M0); [lia|].
  intros i I M1. destruct (member p T) eqn:MP.
  - apply add_zeros_member in M1 as [M1 M2]. destruct (Pos.ltb_spec i s) as [G|G].
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

(** ** Sums over a list of sequences *)

Lemma members_in n : forall s T k, In k (members n s T) <-> (s <= k < advance n s)%positive /\ member k T = true.
Proof.
  induction n as [|n IH]; intros s T k; simpl; [split; [intros [] | lia]|].
  assert (A : (s < advance n (Pos.succ s))%positive) by (pose proof (advance_value n (Pos.succ s)); lia).
  destruct (member s T) eqn:E; simpl; rewrite IH; destruct (Pos.eq_dec s k) as [->|]; intuition (try lia; congruence).
Qed.

Lemma members_sum T L (d : positive -> F) n : forall s,
  (forall k, (s <= k < advance n s)%positive -> member k T = false -> d k = 0) ->
  range_sum n s (fun k => z_weight L k * d k) = dot (map (z_lookup L) (members n s T)) (map d (members n s T)).
Proof.
  induction n as [|n IH]; intros s H; simpl in *; [reflexivity|].
  assert (A : (s < advance n (Pos.succ s))%positive) by (pose proof (advance_value n (Pos.succ s)); lia).
  rewrite IH by (intros k K; apply H; lia).
  destruct (member s T) eqn:E; simpl; [reflexivity|]. rewrite (H s) by (try exact E; lia). ring.
Qed.

(** ** Directions *)

Lemma moved_weight h : forall Y j, z_weight (moved Y h) j = z_weight Y j + z_weight (moved (PM.empty Z) h) j.
Proof.
  assert (E : forall j, z_weight (PM.empty Z) j = 0) by (intros j; unfold weight, lookup; rewrite PM.gempty; apply kZ_0).
  induction h as [|[k a] h IH]; intros Y j; unfold moved in *; simpl in *; [rewrite E; ring|].
  rewrite IH. rewrite (IH (z_add_at (PM.empty Z) k a)). rewrite !(weight_add_at F Z 0%Z Z.add ev (kZ_add F)).
  rewrite E. destruct (Pos.eqb j k); ring.
Qed.

Lemma moved_reversed h : forall Y j, z_weight (moved Y (reversed h)) j = z_weight Y j - z_weight (moved (PM.empty Z) h) j.
Proof.
  assert (E : forall j, z_weight (PM.empty Z) j = 0) by (intros j; unfold weight, lookup; rewrite PM.gempty; apply kZ_0).
  induction h as [|[k a] h IH]; intros Y j; [unfold moved; simpl; rewrite E; ring|].
  change (moved Y (reversed ((k, a) :: h))) with (moved (z_add_at Y k (- a)%Z) (reversed h)).
  change (moved (PM.empty Z) ((k, a) :: h)) with (moved (z_add_at (PM.empty Z) k a) h).
  rewrite IH, (moved_weight h (z_add_at (PM.empty Z) k a)), !(weight_add_at F Z 0%Z Z.add ev (kZ_add F)), E, kZ_opp.
  destruct (Pos.eqb j k); ring.
Qed.

Lemma bilinear_ext es x : forall y z, (forall j, y j = z j) -> bilinear F es x y = bilinear F es x z.
Proof. intros y z H. induction es as [|[[i j] a] r IH]; simpl; [reflexivity|]. now rewrite IH, H. Qed.

Lemma bilinear_plus es x y z : bilinear F es x (fun j => y j + z j) = bilinear F es x y + bilinear F es x z.
Proof. induction es as [|[[i j] a] r IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma bilinear_minus es x y z : bilinear F es x (fun j => y j - z j) = bilinear F es x y - bilinear F es x z.
Proof. induction es as [|[[i j] a] r IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma bilinear_minus_left es x z y : bilinear F es (fun j => x j - z j) y = bilinear F es x y - bilinear F es z y.
Proof. induction es as [|[[i j] a] r IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma range_sum_minus n x z : forall s, range_sum n s (fun j => x j - z j) = range_sum n s x - range_sum n s z.
Proof. induction n as [|n IH]; intros s; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma flow_conservation_minus cs x z : forall s, flow_conservation F cs s x -> flow_conservation F cs s z -> flow_conservation F cs s (fun j => x j - z j).
Proof.
  induction cs as [|[p n] r IH]; intros s [A B] [C D] || intros s A C; simpl in *; auto.
  split; [|now apply IH]. rewrite range_sum_minus. congruence.
Qed.

(** ** The theorem *)

Definition value (c : claim Z) : F := ev (value_numerator c) / ev (value_denominator c).

(** A plan of the first seat that secures v. *)
Definition secures (G : Game F) (v : F) (x : positive -> F) : Prop :=
  realization_plan F (Infosets1 F G) x /\ forall y, realization_plan F (Infosets2 F G) y -> v <= expected_payoff F G x y.

Theorem check_unique_sound g c modulus hs : check_unique g c modulus hs = true ->
  forall x, secures (integer_game F g) (value c) x ->
  forall s, (1 <= s < sequence_end (infosets1 g) 2)%positive -> x s = integer_plan F (plan1 c) s.
Proof.
  unfold check_unique. rewrite !andb_true_iff. intros [[Hc Hb] Hi] x' O'.
  pose proof (check_integer_sound F g c Hc) as S. fold (value c) in S.
  set (cs := infosets1 g) in *. set (es := entries g) in *. set (Y := plan2 c) in *.
  set (x := integer_plan F (plan1 c)) in *. set (v := value c) in *.
  assert (O : secures (integer_game F g) v x) by (split; apply S).
  unfold check_integer, check_equilibrium in Hc. rewrite !andb_true_iff in Hc.
  destruct Hc as (((((((T1 & T2) & D) & V) & P1) & P2) & B1) & _).
  apply (z_positive_sound F) in D as [D0 D1]. apply (z_positive_sound F) in V as [V0 V1].
  assert (plan_ok : forall cs X, z_is_realization_plan cs X = true -> (0 <= z_weight X 1 /\ z_weight X 1 <> 0) /\ realization_plan F cs (integer_plan F X)).
  { intros cs0 X. apply is_realization_plan_sound; [apply kZ_0 | apply kZ_add | apply kZ_opp |
      intros a b H; apply Z.eqb_eq in H; now subst | apply z_nonpositive_sound | apply z_positive_sound]. }
  apply plan_ok in P2 as [[Y0 Y1] P2]. fold Y in Y0, Y1, P2.
  destruct (best_response_value _ _ _ _ _ _ _ _ _ _) as [w|] eqn:W; [|discriminate].
  apply Z.eqb_eq in B1. apply (f_equal ev) in B1. rewrite !kZ_mul in B1. fold cs es Y in W.
  change (ev (lookup Z 0%Z (plan2 c) 1)) with (z_weight Y 1) in B1.
  set (Dn := ev (denominator g)) in *. set (Vt := ev (value_numerator c)) in *. set (Vb := ev (value_denominator c)) in *.
  assert (Vw : v * z_weight Y 1 * Dn = ev w).
  { unfold v, value. fold Vt Vb. transitivity (Vt * z_weight Y 1 * Dn / Vb); [field; auto|]. rewrite <- B1. field; auto. }
  (* what an optimal plan earns against Y *)
  assert (paid_by : forall z Z', z_weight Z' 1 <> 0 -> expected_payoff F (integer_game F g) z (integer_plan F Z') = bilinear F (z_entries es) z (z_weight Z') / z_weight Z' 1 / Dn).
  { intros z Z' N. unfold expected_payoff, integer_plan. simpl. rewrite bilinear_right by exact N. reflexivity. }
  assert (earns : forall z, secures (integer_game F g) v z -> bilinear F (z_entries es) z (z_weight Y) = ev w).
  { intros z [Pz Oz]. assert (E : expected_payoff F (integer_game F g) z (integer_plan F Y) = v).
    { apply (kle_antisym F); [now apply (solved_concedes _ _ _ _ _ S) | now apply Oz]. }
    rewrite paid_by in E by exact Y1. rewrite <- Vw, <- E. field. auto. }
  (* a move to and fro earns nothing *)
  assert (still : forall z h, secures (integer_game F g) v z -> In h hs -> bilinear F (z_entries es) z (z_weight (moved (PM.empty Z) h)) = 0).
  { intros z h Oz Hh. rewrite forallb_forall in Hb. pose proof (Hb h Hh) as Q. unfold feasible_both_ways in Q.
    rewrite !andb_true_iff in Q. destruct Q as [[[QA QB] EA] EB]. fold Y in QA, QB, EA, EB.
    apply Z.eqb_eq in EA, EB.
    apply plan_ok in QA as [[A0 A1] PA]. apply plan_ok in QB as [[C0 C1] PB].
    pose proof (earns z Oz) as Ez. destruct Oz as [Pz Oz].
    pose proof (Oz _ PA) as HA. pose proof (Oz _ PB) as HB.
    rewrite paid_by in HA by exact A1. rewrite paid_by in HB by exact C1.
    rewrite (bilinear_ext _ _ _ _ (moved_weight h Y)), bilinear_plus, Ez in HA.
    rewrite (bilinear_ext _ _ _ _ (moved_reversed h Y)), bilinear_minus, Ez in HB.
    set (u := bilinear F (z_entries es) z (z_weight (moved (PM.empty Z) h))) in *.
    assert (EA' : z_weight (moved Y h) 1 = z_weight Y 1) by (unfold weight; now rewrite EA).
    assert (EB' : z_weight (moved Y (reversed h)) 1 = z_weight Y 1) by (unfold weight; now rewrite EB).
    rewrite EA' in HA. rewrite EB' in HB. rewrite <- Vw in HA, HB.
    assert (N : 0 <= z_weight Y 1 * Dn) by (now apply kle_mul).
    apply (mul_le F _ _ _ HA) in N as NA. apply (mul_le F _ _ _ HB) in N as NB.
    apply sub_le in NA, NB. apply (kle_antisym F).
    - apply le_sub. match type of NB with _ <= ?e => replace (0 - u) with e by (field; auto) end. exact NB.
    - match type of NA with _ <= ?e => replace u with e by (field; auto) end. exact NA. }
  (* nothing outside the tight sequences *)
  set (L := reduced_form cs es Y) in *. set (T := tight_sequences cs 2 L _) in *. set (ts := members (action_count cs) 2 T) in *.
  assert (off : forall z, secures (integer_game F g) v z -> forall k, (1 <= k < sequence_end cs 2)%positive -> member k T = false -> z k = 0).
  { intros z Oz k K M0. pose proof (earns z Oz) as Ez. destruct Oz as [Pz _]. simpl in Pz. fold cs in Pz.
    refine (tight_sequences_sound z L (sequence_end cs 2) (plan_ge _ _ _ Pz) _ cs 2 _ T1 (plan_flow _ _ _ Pz) _ _ _ k K M0); try lia.
    - apply (complementary_slackness _ _ _ _ _ W Pz Ez).
    - intros i I M1. replace i with 1%positive in M1 by lia. rewrite member_add in M1. discriminate. }
  set (d := fun s => x' s - x s).
  assert (d_off : forall k, (1 <= k < sequence_end cs 2)%positive -> member k T = false -> d k = 0).
  { intros k K M0. unfold d. rewrite (off x' O' k K M0), (off x O k K M0). ring. }
  assert (d_1 : d 1%positive = 0).
  { unfold d. destruct O' as [[-> _ _] _]. destruct O as [[-> _ _] _]. ring. }
  assert (as_dot : forall A, z_linear_form (action_count cs) A d = dot (map (z_lookup A) ts) (map d ts)).
  { intros A. unfold linear_form. cbn [SequenceForm.range_sum]. rewrite d_1. change (Pos.succ 1) with 2%positive.
    rewrite (members_sum T A d (action_count cs) 2); [unfold ts; ring|].
    intros k K. apply d_off. rewrite sequence_end_value. lia. }
  assert (all0 : Forall (fun e => e = 0) (map d ts)).
  { refine (full_column_rank_sound _ 1%Z _ _ _ Hi _ _); [lia | apply map_length|].
    intros r R. apply in_map_iff in R as (A & <- & R). split; [apply map_length|]. rewrite <- as_dot.
    unfold best_response_value in W. destruct (entries_in_range Z (sequence_end cs 2) es) eqn:I; [|discriminate].
    destruct (parents_in_range (sequence_end cs 2) cs) eqn:Q; [|discriminate]. rewrite sequence_end_value in I, Q.
    apply in_app_or in R as [R|R].
    - apply in_map_iff in R as ([[p s] n] & <- & R).
      assert (G : Forall (conserved_at F (action_count cs) d) (backward_infosets cs 2 [])).
      { apply backward_infosets_conserved; [|exact Q|rewrite sequence_end_value; lia|constructor].
        apply flow_conservation_minus; [apply O' | apply O]. }
      rewrite Forall_forall in G. destruct (G _ R) as (G1 & G2 & G3). unfold infoset_row.
      rewrite (linear_form_add_at F Z 0%Z Z.add ev (kZ_add F)) by exact G2.
      rewrite (linear_form_subtract F Z 0%Z Z.add Z.opp ev (kZ_add F) (kZ_opp F)) by exact G3.
      rewrite linear_form_empty by apply kZ_0. rewrite G1. ring.
    - apply in_map_iff in R as (h & <- & R). unfold payoff_form.
      etransitivity; [apply (linear_form_payoff F Z 0%Z Z.add Z.mul ev); [apply kZ_add | apply kZ_mul | exact I]|].
      rewrite linear_form_empty by apply kZ_0. unfold d. rewrite bilinear_minus_left.
      rewrite (still x' h O' R), (still x h O R). ring. }
  intros s Hs. assert (E : d s = 0).
  { destruct (Pos.eq_dec s 1) as [->|N1]; [exact d_1|].
    destruct (member s T) eqn:M0; [|now apply d_off].
    rewrite Forall_forall in all0. apply all0. apply in_map. apply members_in.
    split; [|exact M0]. rewrite sequence_end_value in Hs. lia. }
  unfold d in E. replace (x' s) with (x' s - x s + x s) by ring. rewrite E. ring.
Qed.
End Meaning.
