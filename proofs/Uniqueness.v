(** [check_unique_sound]: the first seat's plan is the only optimal one. An optimal plan has weight on tight
    sequences only (complementary slackness) and satisfies linear equations: flow conservation at its own
    information sets, and, for each direction in which the other's optimal plan can be moved both ways, that
    the move earns nothing. If these equations have full column rank on the tight sequences, there is one
    solution. They are those of docs/reference/certificate.md with the values of the other's information sets
    eliminated. *)
Require Import ZArith PArith List Bool Lia Field.
Require Import Sabot.OrderedField Sabot.PositiveMap Sabot.SequenceForm Sabot.Soundness Sabot.Slackness Sabot.IntegerGame Sabot.PackedRank Sabot.ModularRank.
Import ListNotations.

(** * What runs *)

Notation z_lookup := (lookup Z 0%Z).
Notation z_add_at := (add_at Z 0%Z Z.add).
Notation z_payoff_form := (payoff_form Z 0%Z Z.add Z.mul).
Notation reduced_form := (worths Z 0%Z Z.add Z.mul Z.opp z_maximum).
Definition z_nonzero (a : Z) : bool := negb (a =? 0)%Z.
Notation tight_sequences := (possibly_tight Z 0%Z z_nonzero).

(** The members of a set among the actions, the last one first. *)
Fixpoint range_members (n : nat) (s : positive) (T : PM.t unit) (acc : list positive) : list positive :=
  match n with O => acc | S n => range_members n (Pos.succ s) T (if member s T then s :: acc else acc) end.
Fixpoint members (cs : list infoset) (s : positive) (T : PM.t unit) (acc : list positive) : list positive :=
  match cs with [] => acc | (_, n) :: r => members r (advance n s) T (range_members n s T acc) end.

(** A direction in which the other's plan is moved. *)
Definition direction := list (positive * Z).
Definition moved (Y : PM.t Z) (h : direction) : PM.t Z :=
  fold_left (fun Y e => z_add_at Y (fst e) (snd e)) h Y.

Notation z_is_realization_plan := (is_realization_plan Z 0%Z Z.add Z.opp Z.eqb z_nonpositive z_positive).
Notation z_conserves_flow := (conserves_flow Z 0%Z Z.add Z.eqb).
Definition feasible_both_ways (cs : list infoset) (Y : PM.t Z) (h : direction) : bool :=
  let A := moved (PM.empty Z) h in
  if (z_lookup A 1 =? 0)%Z then
    if forallb (fun e => (Z.abs (z_lookup A (fst e)) <=? z_lookup Y (fst e))%Z) h then z_conserves_flow cs 2 A else false
  else false.

(** Equations of the first seat's optimal plans, on the tight sequences: at its information set ... *)
Definition infoset_row (T : PM.t unit) (c : positive * positive * nat) : row :=
  let '(p, s, n) := c in
  fold_left (fun r k => (k, 1%Z) :: r) (rev_append (range_members n s T []) [])
    (if Pos.eqb p 1 then [] else [(p, (-1)%Z)]).
Definition infoset_rows (T : PM.t unit) (cs : list infoset) : list row :=
  fold_left (fun rows c => let '(p, s, n) := c in if member p T then infoset_row T c :: rows else rows) (backward_infosets cs 2 []) [].

(** ... and for a direction, from the payoffs by the second seat's sequence. *)
Definition column (C : PM.t row) (j : positive) : row := match PM.find j C with Some r => r | None => [] end.
Definition payoff_columns (T : PM.t unit) (es : list (entry Z)) : PM.t row :=
  fold_left (fun C (e : entry Z) => let '(i, j, a) := e in if member i T then PM.add j ((i, a) :: column C j) C else C) es (PM.empty row).
Definition direction_form (C : PM.t row) (h : direction) : PM.t Z :=
  fold_left (fun L e => fold_left (fun L e' => z_add_at L (fst e') (snd e * snd e')%Z) (column C (fst e)) L) h (PM.empty Z).
Definition row_of (ascending : list positive) (L : PM.t Z) : row :=
  fold_left (fun r k => let a := z_lookup L k in if (a =? 0)%Z then r else (k, a) :: r) ascending [].

(** The row r and b times s, where both fall, after [acc] in reverse. *)
Fixpoint merged (b : Z) (r : row) {struct r} : row -> row -> row :=
  fix inner (s acc : row) {struct s} : row :=
  match s with
  | [] => rev_append acc r
  | (j, y) :: s' =>
    match r with
    | [] => inner s' ((j, (b * y)%Z) :: acc)
    | (i, x) :: r' =>
      match Pos.compare i j with
      | Gt => merged b r' s ((i, x) :: acc)
      | Lt => inner s' ((j, (b * y)%Z) :: acc)
      | Eq => merged b r' s' ((i, (x + b * y)%Z) :: acc)
      end
    end
  end.
Fixpoint falls (r : row) : bool :=
  match r with (i, _) :: r => match r with (j, _) :: _ => if (j <? i)%positive then falls r else false | [] => true end | [] => true end.
(** A column that rises, turned round. *)
Definition turned (r : row) : row :=
  match r with (i, _) :: (j, _) :: _ => if (i <? j)%positive then rev_append r [] else r | _ => r end.
(** Without the empty sequence and coefficients that are 0. *)
Definition cleaned (r : row) : row :=
  rev_append (fold_left (fun acc (e : positive * Z) => if Pos.eqb (fst e) 1 then acc else if (snd e =? 0)%Z then acc else e :: acc) r []) [].

(** A direction from one sequence to another, as in every matrix, has two columns, which are merged. *)
Definition direction_row (ts : list positive) (C : PM.t row) (h : direction) : row :=
  match h with
  | [(j, a); (k, b)] =>
    let r := merged b (merged a [] (turned (column C j)) []) (turned (column C k)) [] in
    if falls r then cleaned r else row_of ts (direction_form C h)
  | _ => row_of ts (direction_form C h)
  end.

(** The equations have one solution; for plans of which [check_integer] is true. *)
Definition determines (g : game Z) (c : claim Z) (modulus : Z) (hs : list direction) : bool :=
  let cs := infosets1 g in
  if forallb (feasible_both_ways (infosets2 g) (plan2 c)) hs then
    let T := tight_sequences cs 2 (reduced_form cs (entries g) (plan2 c)) (PM.add xH tt (PM.empty unit)) in
    let ts := rev_append (members cs 2 T []) [] in
    let C := payoff_columns T (entries g) in
    full_column_rank modulus ts (fold_left (fun rows h => direction_row ts C h :: rows) hs (infoset_rows T cs))
  else false.

Definition check_unique (g : game Z) (c : claim Z) (modulus : Z) (hs : list direction) : bool :=
  if check_integer g c then determines g c modulus hs else false.

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

Lemma z_nonzero_sound z : z_nonzero z = true -> ev z <> 0.
Proof. unfold z_nonzero. destruct (Z.eqb_spec z 0) as [|N]; [discriminate|]. intros _. now apply ev_ne. Qed.

Lemma range_nonnegative_le n : forall s L, range_nonnegative Z 0%Z Z.opp z_nonpositive n s L = true ->
  forall k, (s <= k < advance n s)%positive -> (0 <= z_lookup L k)%Z.
Proof.
  induction n as [|n IH]; intros s L H k K; simpl in *; [lia|].
  destruct (z_nonpositive (- z_lookup L s)) eqn:E; [|discriminate].
  destruct (Pos.eq_dec k s) as [->|]; [unfold z_nonpositive in E; apply Z.leb_le in E; lia|]. apply (IH _ _ H). lia.
Qed.

(** ** Sums over a list of sequences *)

Fixpoint list_sum (f : positive -> F) (l : list positive) : F := match l with [] => 0 | k :: l => f k + list_sum f l end.

Lemma range_members_in n : forall s T acc k,
  In k (range_members n s T acc) <-> ((s <= k < advance n s)%positive /\ member k T = true) \/ In k acc.
Proof.
  induction n as [|n IH]; intros s T acc k; simpl; [intuition lia|].
  assert (A : (s < advance n (Pos.succ s))%positive) by (pose proof (advance_value n (Pos.succ s)); lia).
  rewrite IH. destruct (member s T) eqn:E; simpl; destruct (Pos.eq_dec s k) as [->|]; intuition (try lia; congruence).
Qed.

Lemma members_in cs : forall s T acc k,
  In k (members cs s T acc) <-> ((s <= k < sequence_end cs s)%positive /\ member k T = true) \/ In k acc.
Proof.
  induction cs as [|[p n] r IH]; intros s T acc k; simpl; [intuition lia|]. rewrite IH, range_members_in.
  assert (A : (s <= advance n s <= sequence_end r (advance n s))%positive).
  { rewrite sequence_end_value. pose proof (advance_value n s). pose proof (advance_value (action_count r) (advance n s)). lia. }
  split; [intros [[]|[[]|]]; (try now right); left; split; try assumption; lia|].
  intros [[K M]|]; [|now (right; right)]. destruct (Pos.ltb_spec k (advance n s)); [right; left | left]; split; try assumption; lia.
Qed.

Lemma range_members_nodup n : forall s T acc, NoDup acc -> (forall k, In k acc -> (k < s)%positive) ->
  NoDup (range_members n s T acc).
Proof.
  induction n as [|n IH]; intros s T acc N H; simpl; [exact N|]. apply IH.
  - destruct (member s T); [|exact N]. constructor; [|exact N]. intros I. apply H in I. lia.
  - intros k K. destruct (member s T); [destruct K as [<-|K]; [lia|]|]; apply H in K; lia.
Qed.

Lemma members_nodup cs : forall s T acc, NoDup acc -> (forall k, In k acc -> (k < s)%positive) -> NoDup (members cs s T acc).
Proof.
  induction cs as [|[p n] r IH]; intros s T acc N H; simpl; [exact N|]. apply IH; [now apply range_members_nodup|].
  intros k K. apply range_members_in in K as [[K _]|K]; [lia|]. apply H in K. pose proof (advance_value n s). lia.
Qed.

Lemma range_members_sum T f n : forall s acc, (forall k, (s <= k < advance n s)%positive -> member k T = false -> f k = 0) ->
  list_sum f (range_members n s T acc) = range_sum n s f + list_sum f acc.
Proof.
  induction n as [|n IH]; intros s acc H; simpl in *; [ring|].
  assert (A : (s < advance n (Pos.succ s))%positive) by (pose proof (advance_value n (Pos.succ s)); lia).
  rewrite IH by (intros k K; apply H; lia).
  destruct (member s T) eqn:E; simpl; [ring|]. rewrite (H s) by (try exact E; lia). ring.
Qed.

Lemma range_sum_app n m f : forall s, range_sum (n + m) s f = range_sum n s f + range_sum m (advance n s) f.
Proof. induction n as [|n IH]; intros s; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma members_sum T f cs : forall s acc, (forall k, (s <= k < sequence_end cs s)%positive -> member k T = false -> f k = 0) ->
  list_sum f (members cs s T acc) = range_sum (action_count cs) s f + list_sum f acc.
Proof.
  induction cs as [|[p n] r IH]; intros s acc H; simpl in *; [ring|].
  assert (A : (s <= advance n s <= sequence_end r (advance n s))%positive).
  { rewrite sequence_end_value. pose proof (advance_value n s). pose proof (advance_value (action_count r) (advance n s)). lia. }
  rewrite IH by (intros k K; apply H; lia). rewrite range_members_sum by (intros k K; apply H; lia).
  rewrite range_sum_app. ring.
Qed.

Lemma list_sum_rev f l : list_sum f (rev_append l []) = list_sum f l.
Proof.
  assert (H : forall l acc, list_sum f (rev_append l acc) = list_sum f l + list_sum f acc).
  { induction l0 as [|k l0 IH]; intros acc; simpl; [ring|]. rewrite IH. simpl. ring. }
  rewrite H. simpl. ring.
Qed.

Lemma in_rev_append {A} (l : list A) k : In k (rev_append l []) <-> In k l.
Proof. rewrite rev_append_rev, app_nil_r. symmetry. apply in_rev. Qed.

Lemma row_of_dot L d l : row_dot F (row_of l L) d = list_sum (fun k => z_weight L k * d k) l.
Proof.
  unfold row_of. assert (H : forall r, row_dot F (fold_left (fun r k => let a := z_lookup L k in if (a =? 0)%Z then r else (k, a) :: r) l r) d
    = list_sum (fun k => z_weight L k * d k) l + row_dot F r d).
  { induction l as [|k l IH]; intros r; cbn [fold_left list_sum]; [ring|]. rewrite IH. cbn zeta. unfold weight.
    destruct (Z.eqb_spec (z_lookup L k) 0) as [->|]; cbn [row_dot]; [rewrite kZ_0|]; ring. }
  rewrite H. cbn [row_dot]. ring.
Qed.

(** ** Payoffs by column *)

Definition column_dot (es : list (entry Z)) (j : positive) (d : positive -> F) : F :=
  bilinear F (z_entries es) d (fun k => if Pos.eqb k j then 1 else 0).

Lemma column_add C k r j : column (PM.add k r C) j = if Pos.eqb j k then r else column C j.
Proof. unfold column. destruct (Pos.eqb_spec j k) as [->|N]; [now rewrite PM.gss | now rewrite PM.gso]. Qed.

Lemma payoff_columns_dot T d j es : (forall i k a, In (i, k, a) es -> member i T = false -> d i = 0) ->
  row_dot F (column (payoff_columns T es) j) d = column_dot es j d.
Proof.
  intros D. unfold payoff_columns, column_dot.
  assert (H : forall C, row_dot F (column (fold_left (fun C (e : entry Z) => let '(i, j, a) := e in
      if member i T then PM.add j ((i, a) :: column C j) C else C) es C) j) d
    = bilinear F (z_entries es) d (fun k => if Pos.eqb k j then 1 else 0) + row_dot F (column C j) d).
  { induction es as [|[[i k] a] r IH]; intros C; cbn [fold_left]; [simpl; ring|].
    rewrite IH by (intros x y b I; apply (D x y b); now right).
    change (z_entries ((i, k, a) :: r)) with ((i, k, ev a) :: z_entries r). cbn [bilinear].
    destruct (member i T) eqn:M.
    - rewrite column_add, Pos.eqb_sym. destruct (Pos.eqb_spec k j) as [->|N]; cbn [row_dot]; ring.
    - rewrite (D i k a) by (try exact M; now left). ring. }
  rewrite H. change (column (PM.empty row) j) with (@nil (positive * Z)). cbn [row_dot]. ring.
Qed.

Lemma payoff_columns_in T i j a es : In (i, a) (column (payoff_columns T es) j) -> In (i, j, a) es.
Proof.
  unfold payoff_columns.
  assert (H : forall C, In (i, a) (column (fold_left (fun C (e : entry Z) => let '(i, j, a) := e in
      if member i T then PM.add j ((i, a) :: column C j) C else C) es C) j) -> In (i, j, a) es \/ In (i, a) (column C j)).
  { induction es as [|[[x k] b] r IH]; intros C I; cbn [fold_left] in I; [now right|].
    apply IH in I as [I|I]; [left; now right|]. destruct (member x T); [|now right].
    rewrite column_add in I. destruct (Pos.eqb_spec j k) as [->|N].
    - destruct I as [I|I]; [injection I as -> ->; left; now left | now right].
    - now right. }
  intros I. apply H in I as [I|I]; [exact I|]. unfold column in I. rewrite PM.gempty in I. destruct I.
Qed.

(** ** Directions *)

Lemma moved_weight h : forall Y j, z_weight (moved Y h) j = z_weight Y j + z_weight (moved (PM.empty Z) h) j.
Proof.
  assert (E : forall j, z_weight (PM.empty Z) j = 0) by (intros j; unfold weight, lookup; rewrite PM.gempty; apply kZ_0).
  induction h as [|[k a] h IH]; intros Y j; unfold moved in *; simpl in *; [rewrite E; ring|].
  rewrite IH. rewrite (IH (z_add_at (PM.empty Z) k a)). rewrite !(weight_add_at F Z 0%Z Z.add ev (kZ_add F)).
  rewrite E. destruct (Pos.eqb j k); ring.
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

Lemma bilinear_scale es d b z : bilinear F es d (fun j => b * z j) = b * bilinear F es d z.
Proof. induction es as [|[[i j] a] r IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma scaled_column_dot N d b r : forall L, (forall i a, In (i, a) r -> (i < advance N 2)%positive) ->
  z_linear_form N (fold_left (fun L e' => z_add_at L (fst e') (b * snd e')%Z) r L) d = z_linear_form N L d + ev b * row_dot F r d.
Proof.
  induction r as [|[i a] r IH]; intros L Hr; cbn [fold_left row_dot fst snd]; [ring|].
  rewrite IH by (intros x y Q; apply (Hr x y); now right).
  rewrite (linear_form_add_at F Z 0%Z Z.add ev (kZ_add F)) by (apply (Hr i a); now left). rewrite kZ_mul. ring.
Qed.

Lemma direction_form_dot N C es d : (forall j, row_dot F (column C j) d = column_dot es j d) ->
  (forall j i a, In (i, a) (column C j) -> (i < advance N 2)%positive) ->
  forall h, z_linear_form N (direction_form C h) d = bilinear F (z_entries es) d (z_weight (moved (PM.empty Z) h)).
Proof.
  intros HC HN h.
  assert (E : forall j, z_weight (PM.empty Z) j = 0) by (intros j; unfold weight, lookup; rewrite PM.gempty; apply kZ_0).
  unfold direction_form.
  assert (G : forall L, z_linear_form N (fold_left (fun L e => fold_left (fun L e' => z_add_at L (fst e') (snd e * snd e')%Z) (column C (fst e)) L) h L) d
    = z_linear_form N L d + bilinear F (z_entries es) d (z_weight (moved (PM.empty Z) h))).
  { induction h as [|[j b] h IH]; intros L; cbn [fold_left fst snd].
    - unfold moved. cbn [fold_left]. rewrite (bilinear_ext _ _ _ (fun j => 0 * 0)) by (intros j; rewrite E; ring). rewrite bilinear_scale. ring.
    - rewrite IH, scaled_column_dot by (intros i a; apply HN). rewrite HC.
      change (moved (PM.empty Z) ((j, b) :: h)) with (moved (z_add_at (PM.empty Z) j b) h).
      rewrite (bilinear_ext _ _ (z_weight (moved (z_add_at (PM.empty Z) j b) h))
        (fun k => ev b * (if Pos.eqb k j then 1 else 0) + z_weight (moved (PM.empty Z) h) k)).
      + rewrite bilinear_plus, bilinear_scale. unfold column_dot. ring.
      + intros k. rewrite moved_weight, (weight_add_at F Z 0%Z Z.add ev (kZ_add F)), E. destruct (Pos.eqb k j); ring. }
  rewrite G, linear_form_empty by apply kZ_0. ring.
Qed.

(** ** A direction with two columns *)

Lemma row_dot_rev d r : forall acc, row_dot F (rev_append r acc) d = row_dot F r d + row_dot F acc d.
Proof. induction r as [|[i a] r IH]; intros acc; cbn [rev_append row_dot]; [ring|]. rewrite IH. cbn [row_dot]. ring. Qed.

Lemma merged_dot b d : forall r s acc, row_dot F (merged b r s acc) d = row_dot F acc d + row_dot F r d + ev b * row_dot F s d.
Proof.
  induction r as [|[i x] r IH]; induction s as [|[j y] s IHs]; intros acc; cbn [merged].
  - rewrite row_dot_rev. cbn [row_dot]. ring.
  - cbn [merged] in IHs. rewrite IHs. cbn [row_dot]. rewrite kZ_mul. ring.
  - rewrite row_dot_rev. cbn [row_dot]. ring.
  - destruct (Pos.compare_spec i j) as [->|L|L].
    + rewrite IH. cbn [row_dot]. rewrite kZ_add, kZ_mul. ring.
    + cbn [merged] in IHs. rewrite IHs. cbn [row_dot]. rewrite kZ_mul. ring.
    + rewrite IH. cbn [row_dot]. ring.
Qed.

Lemma turned_dot d r : row_dot F (turned r) d = row_dot F r d.
Proof.
  destruct r as [|[i a] [|[j b] r]]; cbn [turned]; try reflexivity.
  destruct (i <? j)%positive; [|reflexivity]. rewrite row_dot_rev. cbn [row_dot]. ring.
Qed.

Lemma cleaned_dot d r : d 1%positive = 0 -> row_dot F (cleaned r) d = row_dot F r d.
Proof.
  intros D. unfold cleaned. rewrite row_dot_rev.
  assert (H : forall acc, row_dot F (fold_left (fun acc (e : positive * Z) => if Pos.eqb (fst e) 1 then acc else if (snd e =? 0)%Z then acc else e :: acc) r acc) d
    = row_dot F acc d + row_dot F r d).
  { induction r as [|[i a] r IH]; intros acc; cbn [fold_left fst snd row_dot]; [ring|]. rewrite IH.
    destruct (Pos.eqb_spec i 1) as [->|]; [rewrite D; ring|]. destruct (Z.eqb_spec a 0) as [->|]; [rewrite kZ_0|cbn [row_dot]]; ring. }
  rewrite H. cbn [row_dot]. ring.
Qed.

Lemma direction_row_dot N ts C h d : d 1%positive = 0 ->
  (forall A, z_linear_form N A d = row_dot F (row_of ts A) d) ->
  (forall j i a, In (i, a) (column C j) -> (i < advance N 2)%positive) ->
  row_dot F (direction_row ts C h) d = z_linear_form N (direction_form C h) d.
Proof.
  intros D A HN. destruct h as [|[j a] [|[k b] [|e h]]]; cbn [direction_row]; try (symmetry; apply A).
  destruct (falls _); [|symmetry; apply A]. rewrite cleaned_dot, !merged_dot, !turned_dot by exact D. cbn [row_dot].
  unfold direction_form. cbn [fold_left fst snd].
  rewrite !scaled_column_dot by (intros i x; apply HN). rewrite linear_form_empty by apply kZ_0. ring.
Qed.

Lemma conserves_flow_weight X : forall cs s, z_conserves_flow cs s X = true -> flow_conservation F cs s (z_weight X).
Proof.
  induction cs as [|[p n] r IH]; intros s H; simpl in *; [exact I|].
  destruct (Z.eqb_spec (range_total Z 0%Z Z.add n s X 0%Z) (lookup Z 0%Z X p)) as [E|]; [|discriminate]. split; [|now apply IH].
  apply (f_equal ev) in E. rewrite (range_total_sound F Z 0%Z Z.add ev (kZ_add F)), kZ_0 in E. unfold weight at 2. rewrite <- E. ring.
Qed.

Lemma moved_outside h k : ~ In k (map fst h) -> z_lookup (moved (PM.empty Z) h) k = 0%Z.
Proof.
  unfold moved. assert (H : forall A, ~ In k (map fst h) -> z_lookup (fold_left (fun Y e => z_add_at Y (fst e) (snd e)) h A) k = z_lookup A k).
  { induction h as [|[i a] h IH]; intros A N; cbn [fold_left fst snd]; [reflexivity|].
    rewrite IH by (intros I; apply N; now right). rewrite lookup_add_at. destruct (Pos.eqb_spec k i) as [->|]; [exfalso; apply N; now left | reflexivity]. }
  intros N. rewrite H by exact N. unfold lookup. now rewrite PM.gempty.
Qed.

Lemma range_sum_plus n x z : forall s, range_sum n s (fun j => x j + z j) = range_sum n s x + range_sum n s z.
Proof. induction n as [|n IH]; intros s; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma range_sum_scale n b x : forall s, range_sum n s (fun j => b * x j) = b * range_sum n s x.
Proof. induction n as [|n IH]; intros s; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma flow_conservation_plus cs x z b : forall s, flow_conservation F cs s x -> flow_conservation F cs s z ->
  flow_conservation F cs s (fun j => x j + b * z j).
Proof.
  induction cs as [|[p n] r IH]; intros s; [intros; exact I|]. intros [A B] [C D].
  split; [|now apply IH]. rewrite range_sum_plus, range_sum_scale. congruence.
Qed.

(** The plan Y/W moved by h/W, and by -h/W. *)
Lemma feasible_both_ways_sound cs Y h b : (b = 1%Z \/ b = (-1)%Z) -> 0 <= z_weight Y 1 -> z_weight Y 1 <> 0 ->
  (forall k, (0 <= z_lookup Y k)%Z \/ ~ (2 <= k < sequence_end cs 2)%positive) ->
  realization_plan F cs (integer_plan F Y) -> feasible_both_ways cs Y h = true ->
  realization_plan F cs (fun k => integer_plan F Y k + ev b / z_weight Y 1 * z_weight (moved (PM.empty Z) h) k).
Proof.
  intros B W0 W1 Y0 P. unfold feasible_both_ways. set (A := moved (PM.empty Z) h).
  destruct (Z.eqb_spec (z_lookup A 1) 0) as [A1|]; [|discriminate].
  destruct (forallb _ h) eqn:H; [|discriminate]. intros Fl. rewrite forallb_forall in H.
  split.
  - rewrite (plan_1 _ _ _ P). unfold weight at 2. rewrite A1, kZ_0. ring.
  - intros k K.
    assert (L : (0 <= z_lookup Y k + b * z_lookup A k)%Z).
    { destruct (in_dec Pos.eq_dec k (map fst h)) as [I|I].
      - apply in_map_iff in I as ([i a] & E & I). cbn in E. subst i. specialize (H _ I). cbn in H. apply Z.leb_le in H.
        destruct B as [->| ->]; lia.
      - unfold A. rewrite moved_outside by exact I. destruct (Y0 k); [lia | contradiction]. }
    replace (integer_plan F Y k + ev b / z_weight Y 1 * z_weight A k) with (ev (z_lookup Y k + b * z_lookup A k) / z_weight Y 1).
    + replace 0 with (0 / z_weight Y 1) by (field; exact W1). apply div_le; [exact W0 | exact W1 | now apply kZ_le].
    + rewrite kZ_add, kZ_mul. unfold integer_plan, plan_of_weights. fold (z_weight Y k) (z_weight A k). field. exact W1.
  - apply flow_conservation_plus; [apply P | now apply conserves_flow_weight].
Qed.

Lemma infoset_row_dot T p s n d : (forall k, (s <= k < advance n s)%positive -> member k T = false -> d k = 0) -> d 1%positive = 0 ->
  row_dot F (infoset_row T (p, s, n)) d = range_sum n s d - d p.
Proof.
  intros H D1. unfold infoset_row.
  assert (G : forall l r, row_dot F (fold_left (fun r k => (k, 1%Z) :: r) l r) d = list_sum d l + row_dot F r d).
  { induction l as [|k l IH]; intros r; cbn [fold_left list_sum]; [ring|]. rewrite IH. cbn [row_dot]. rewrite kZ_1. ring. }
  rewrite G, list_sum_rev, range_members_sum by exact H. cbn [list_sum].
  destruct (Pos.eqb_spec p 1) as [->|]; cbn [row_dot]; [rewrite D1; ring|].
  change (-1)%Z with (- (1))%Z. rewrite (kZ_opp F 1%Z), kZ_1. ring.
Qed.

(** ** The theorem *)

Definition value (c : claim Z) : F := ev (value_numerator c) / ev (value_denominator c).

(** A plan of the first seat that secures v. *)
Definition secures (G : Game F) (v : F) (x : positive -> F) : Prop :=
  realization_plan F (Infosets1 F G) x /\ forall y, realization_plan F (Infosets2 F G) y -> v <= expected_payoff F G x y.

Theorem determines_sound g c modulus hs : check_integer g c = true -> determines g c modulus hs = true ->
  forall x, secures (integer_game F g) (value c) x ->
  forall s, (1 <= s < sequence_end (infosets1 g) 2)%positive -> x s = integer_plan F (plan1 c) s.
Proof.
  intros Hc. unfold determines.
  destruct (forallb _ hs) eqn:Hb; [|discriminate]. intros Hi x' O'.
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
  assert (Yn : forall k, (0 <= z_lookup Y k)%Z \/ ~ (2 <= k < sequence_end (infosets2 g) 2)%positive).
  { unfold is_realization_plan in P2. rewrite !andb_true_iff in P2. destruct P2 as [[_ N2] _]. apply all_nonnegative_range in N2.
    intros k. rewrite sequence_end_value. destruct (Pos.leb_spec 2 k); [|right; lia].
    destruct (Pos.ltb_spec k (advance (action_count (infosets2 g)) 2)); [left | right; lia].
    now apply (range_nonnegative_le _ _ _ N2). }
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
  (* a move both ways earns nothing *)
  assert (still : forall z h, secures (integer_game F g) v z -> In h hs -> bilinear F (z_entries es) z (z_weight (moved (PM.empty Z) h)) = 0).
  { intros z h Oz Hh. rewrite forallb_forall in Hb. pose proof (Hb h Hh) as Q.
    pose proof (feasible_both_ways_sound _ Y h 1 (or_introl eq_refl) Y0 Y1 Yn P2 Q) as PA.
    pose proof (feasible_both_ways_sound _ Y h (-1) (or_intror eq_refl) Y0 Y1 Yn P2 Q) as PB.
    pose proof (earns z Oz) as Ez. destruct Oz as [Pz Oz].
    pose proof (Oz _ PA) as HA. pose proof (Oz _ PB) as HB.
    set (u := bilinear F (z_entries es) z (z_weight (moved (PM.empty Z) h))) in *.
    assert (pays : forall b, expected_payoff F (integer_game F g) z (fun k => integer_plan F Y k + ev b / z_weight Y 1 * z_weight (moved (PM.empty Z) h) k)
      = v + ev b * u / (z_weight Y 1 * Dn)).
    { intros b. unfold expected_payoff. cbn [Entries Denominator integer_game game_in_field]. fold es Dn.
      rewrite bilinear_plus, bilinear_scale. fold u. unfold integer_plan at 1. rewrite bilinear_right by exact Y1. rewrite Ez, <- Vw. field. auto. }
    rewrite pays in HA. rewrite pays in HB.
    assert (N : 0 <= z_weight Y 1 * Dn) by (now apply kle_mul).
    apply sub_le in HA, HB. pose proof (kle_mul F _ _ HA N) as NA. pose proof (kle_mul F _ _ HB N) as NB.
    apply (kle_antisym F).
    - apply le_sub. match type of NB with _ <= ?e => replace (0 - u) with e; [exact NB|] end.
      change (-1)%Z with (- (1))%Z. rewrite (kZ_opp F 1%Z), kZ_1. field. auto.
    - match type of NA with _ <= ?e => replace u with e; [exact NA|] end. rewrite kZ_1. field. auto. }
  (* nothing outside the tight sequences *)
  set (L := reduced_form cs es Y) in *. set (T := tight_sequences cs 2 L _) in *. set (ts := rev_append (members cs 2 T []) []) in *.
  assert (off : forall z, secures (integer_game F g) v z -> forall k, (1 <= k < sequence_end cs 2)%positive -> member k T = false -> z k = 0).
  { intros z Oz k K M0. pose proof (earns z Oz) as Ez. destruct Oz as [Pz _]. simpl in Pz. fold cs in Pz.
    refine (possibly_tight_sound F Z 0%Z z_nonzero ev z_nonzero_sound z L (sequence_end cs 2) (plan_ge _ _ _ Pz) _ cs 2 _ T1 (plan_flow _ _ _ Pz) _ _ _ k K M0); try lia.
    - apply (no_weight_where_worse F Z 0%Z Z.add Z.mul Z.opp z_nonpositive z_maximum ev (kZ_0 F) (kZ_add F) (kZ_mul F) (kZ_opp F) (z_nonpositive_sound F) _ _ _ _ _ W Pz Ez).
    - intros i I M1. replace i with 1%positive in M1 by lia. rewrite member_add in M1. discriminate. }
  set (d := fun s => x' s - x s).
  assert (d_off : forall k, (1 <= k < sequence_end cs 2)%positive -> member k T = false -> d k = 0).
  { intros k K M0. unfold d. rewrite (off x' O' k K M0), (off x O k K M0). ring. }
  assert (d_1 : d 1%positive = 0).
  { unfold d. destruct O' as [[-> _ _] _]. destruct O as [[-> _ _] _]. ring. }
  assert (as_row : forall A, z_linear_form (action_count cs) A d = row_dot F (row_of ts A) d).
  { intros A. rewrite row_of_dot. unfold ts. rewrite list_sum_rev.
    rewrite (members_sum T _ cs 2) by (intros k K M0; rewrite d_off; [ring | lia | exact M0]).
    unfold linear_form. cbn [SequenceForm.range_sum list_sum]. rewrite d_1. change (Pos.succ 1) with 2%positive. ring. }
  unfold best_response_value in W. destruct (entries_in_range Z (sequence_end cs 2) es) eqn:I; [|discriminate].
  destruct (parents_in_range (sequence_end cs 2) cs) eqn:Q; [|discriminate].
  assert (In_range : forall i j a, In (i, j, a) es -> (i < sequence_end cs 2)%positive).
  { clear - I. induction es as [|[[x y] b] r IH]; intros i j a E; [destruct E|]. cbn [entries_in_range] in I.
    destruct (Pos.ltb_spec x (sequence_end cs 2)); [|discriminate]. destruct E as [E|E]; [injection E as <- <- <-; assumption | now apply (IH I i j a)]. }
  assert (all0 : forall k, In k ts -> d k = 0).
  { apply (full_column_rank_sound F _ _ _) with (2 := Hi).
    - unfold ts. rewrite rev_append_rev, app_nil_r. apply NoDup_rev. apply members_nodup; [constructor | intros k []].
    - assert (G : forall hs' rows r, In r (fold_left (fun rows h => direction_row ts (payoff_columns T es) h :: rows) hs' rows) ->
        In r rows \/ exists h, In h hs' /\ r = direction_row ts (payoff_columns T es) h).
      { induction hs' as [|h hs' IH]; intros rows r R; cbn [fold_left] in R; [now left|].
        apply IH in R as [[R|R]|(h' & H1 & H2)]; [right; exists h; split; [now left | now symmetry] | now left | right; exists h'; split; [now right | exact H2]]. }
      intros r R. apply G in R as [R|(h & Hh & ->)].
      + assert (Gd : Forall (conserved_at F (action_count cs) d) (backward_infosets cs 2 [])).
        { rewrite sequence_end_value in Q. apply backward_infosets_conserved; [|exact Q|rewrite sequence_end_value; lia|constructor].
          apply flow_conservation_minus; [apply O' | apply O]. }
        assert (K : forall l rows, In r (fold_left (fun rows c => let '(p, s, n) := c in if member p T then infoset_row T c :: rows else rows) l rows) ->
          In r rows \/ exists p s n, In (p, s, n) l /\ r = infoset_row T (p, s, n)).
        { induction l as [|[[p s] n] l IH]; intros rows K; cbn [fold_left] in K; [now left|].
          apply IH in K as [K|(p' & s' & n' & H1 & H2)]; [|right; exists p', s', n'; split; [now right | exact H2]].
          destruct (member p T); [|now left]. destruct K as [<-|K]; [right; exists p, s, n; split; [now left | reflexivity] | now left]. }
        unfold infoset_rows in R. apply K in R as [[]|(p & s & n & H1 & ->)].
        rewrite Forall_forall in Gd. destruct (Gd _ H1) as (G1 & G2 & G3).
        rewrite infoset_row_dot; [rewrite G1; ring | | exact d_1].
        intros k Hk. apply d_off. rewrite sequence_end_value. lia.
      + assert (HC : forall j, row_dot F (column (payoff_columns T es) j) d = column_dot es j d).
        { intros j. apply payoff_columns_dot. intros i k a E M0. apply d_off; [|exact M0]. pose proof (In_range _ _ _ E). lia. }
        assert (HN : forall j i a, In (i, a) (column (payoff_columns T es) j) -> (i < advance (action_count cs) 2)%positive).
        { intros j i a E. apply payoff_columns_in in E. rewrite <- sequence_end_value. now apply (In_range i j a). }
        rewrite (direction_row_dot (action_count cs) _ _ _ d d_1 as_row HN). rewrite (direction_form_dot _ _ es d HC HN).
        unfold d. rewrite bilinear_minus_left. rewrite (still x' h O' Hh), (still x h O Hh). ring. }
  intros s Hs. assert (E : d s = 0).
  { destruct (Pos.eq_dec s 1) as [->|N1]; [exact d_1|].
    destruct (member s T) eqn:M0; [|now apply d_off].
    apply all0. unfold ts. apply in_rev_append, members_in. left. split; [lia | exact M0]. }
  unfold d in E. replace (x' s) with (x' s - x s + x s) by ring. rewrite E. ring.
Qed.

Theorem check_unique_sound g c modulus hs : check_unique g c modulus hs = true ->
  forall x, secures (integer_game F g) (value c) x ->
  forall s, (1 <= s < sequence_end (infosets1 g) 2)%positive -> x s = integer_plan F (plan1 c) s.
Proof. unfold check_unique. destruct (check_integer g c) eqn:H; [|discriminate]. now apply determines_sound. Qed.
End Meaning.
