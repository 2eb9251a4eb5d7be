(** From the rules of a game to its sequence form: the expected payoff of behaviour strategies is the
    bilinear form of their realization plans, and what is proved of plans holds of behaviour strategies. *)
Require Import ZArith PArith QArith List Bool Lia Field Reals.
Require Import Sabot.OrderedField Sabot.PositiveMap Sabot.SequenceForm Sabot.Soundness Sabot.IntegerGame Sabot.Solution Sabot.Uniqueness Sabot.Certificate.
Require Import Sabot.Rules.
Import ListNotations.
Open Scope positive_scope.

(** * What runs *)

(** The information sets of a player in order, each with two actions (no and yes), the number of its
    sequence "no" ("yes" is the next) and the sequence before it. *)
Record numbering (know : Type) := {
  infoset_list : list know;
  number : know -> positive;
  previous : know -> positive;
  same : forall a b : know, {a = b} + {a <> b}
}.
Arguments infoset_list {know}. Arguments number {know}. Arguments previous {know}. Arguments same {know}.

Section Run.
Context {card know1 know2 : Type}.
Variables (n1 : numbering know1) (n2 : numbering know2).

Fixpoint in_order {know} (n : numbering know) (l : list know) (s : positive) : bool :=
  match l with
  | [] => true
  | k :: r => (number n k =? s) && (previous n k <? s) && in_order n r (Pos.succ (Pos.succ s))
  end.

Definition index {know} (n : numbering know) : PM.t know :=
  fold_left (fun m k => PM.add (number n k) k m) (infoset_list n) (PM.empty know).

(** [k] is the information set of that number, and comes after the sequence [s]: perfect recall. *)
Definition recalled {know} (n : numbering know) (m : PM.t know) (k : know) (s : positive) : bool :=
  (previous n k =? s) && match PM.find (number n k) m with Some j => if same n k j then true else false | None => false end.

Definition table := PM.t (PM.t Z).
Definition add_payoff (t : table) (i j : positive) (a : Z) : table :=
  let row := match PM.find i t with Some row => row | None => PM.empty Z end in
  PM.add i (PM.add j (a + match PM.find j row with Some b => b | None => 0 end)%Z row) t.

(** The payoffs of the tree [g] by sequences, when its root has the weight [w]. *)
Fixpoint payoff_table (m1 : PM.t know1) (m2 : PM.t know2) (g : game_tree card know1 know2)
    (w : Z) (s1 s2 : positive) (t : table) : option table :=
  match g with
  | pay a => Some (add_payoff t s1 s2 (w * a))
  | draw pack next =>
    let u := (w / size pack)%Z in
    if (0 <? size pack)%Z then if (size pack * u =? w)%Z then
      fold_left (fun o c => match o with
        | Some t => payoff_table m1 m2 (next (fst c)) (u * snd c) s1 s2 t
        | None => None end) pack (Some t)
    else None else None
  | ask1 k next =>
    if recalled n1 m1 k s1 then
      match payoff_table m1 m2 (next false) w (number n1 k) s2 t with
      | Some t => payoff_table m1 m2 (next true) w (Pos.succ (number n1 k)) s2 t
      | None => None
      end
    else None
  | ask2 k next =>
    if recalled n2 m2 k s2 then
      match payoff_table m1 m2 (next false) w s1 (number n2 k) t with
      | Some t => payoff_table m1 m2 (next true) w s1 (Pos.succ (number n2 k)) t
      | None => None
      end
    else None
  end.

Fixpoint elements {A} (m : PM.t A) (key : positive -> positive) : list (positive * A) :=
  match m with
  | Leaf => []
  | Node l o r => elements l (fun p => key (xO p)) ++
      match o with Some a => [(key xH, a)] | None => [] end ++ elements r (fun p => key (xI p))
  end.
Definition table_entries (t : table) : list (entry Z) :=
  flat_map (fun r => map (fun e => (fst r, fst e, snd e)) (elements (snd r) (fun p => p)))
    (elements t (fun p => p)).

Definition binary_infosets {know} (n : numbering know) : list infoset :=
  map (fun k => (previous n k, 2%nat)) (infoset_list n).
Definition local_of (q : Q) : local_strategy :=
  [(Zpos (Qden q) - Qnum q, Zpos (Qden q)); (Qnum q, Zpos (Qden q))]%Z.
Definition locals {know} (n : numbering know) (x : know -> Q) : list local_strategy :=
  map (fun k => local_of (x k)) (infoset_list n).

(** A game by its rules, its value and a strategy of each player. Denominators are hints: that of the
    payoffs, and those of the plans. *)
Record rules_claim := {
  tree : game_tree card know1 know2;
  claimed_value : Q; claimed1 : know1 -> Q; claimed2 : know2 -> Q;
  payoff_denominator : Z; denominator1 : Z; denominator2 : Z
}.

Definition solution_of (c : rules_claim) (t : table) : solution := {|
  solution_game := {| infosets1 := binary_infosets n1; infosets2 := binary_infosets n2;
    entries := table_entries t; denominator := payoff_denominator c |};
  stated_numerator := Qnum (claimed_value c); stated_denominator := Zpos (Qden (claimed_value c));
  strategy1 := locals n1 (claimed1 c); strategy2 := locals n2 (claimed2 c);
  plan1_denominator := denominator1 c; plan2_denominator := denominator2 c |}.

Definition in_table (t : table) : bool :=
  forallb (fun e => (fst (fst e) <? sequence_end (binary_infosets n1) 2) &&
    (snd (fst e) <? sequence_end (binary_infosets n2) 2)) (table_entries t).

Definition check_rules (c : rules_claim) (e1 e2 : uniqueness_evidence) : bool :=
  in_order n1 (infoset_list n1) 2 && in_order n2 (infoset_list n2) 2 &&
  match payoff_table (index n1) (index n2) (tree c) (payoff_denominator c) 1 1 (PM.empty _) with
  | Some t => in_table t && check_certificate (solution_of c t) e1 e2
  | None => false
  end.
End Run.
Arguments tree {card know1 know2}. Arguments claimed_value {card know1 know2}.
Arguments claimed1 {card know1 know2}. Arguments claimed2 {card know1 know2}.

(** * What it means *)

Section Meaning.
Variable F : OrderedField.
Add Field Ffield_rules : (kfield F).
Notation "0" := (k0 F). Notation "1" := (k1 F).
Infix "+" := (kadd F). Infix "*" := (kmul F). Infix "-" := (ksub F). Infix "/" := (kdiv F).
Notation "- x" := (kopp F x). Infix "<=" := (kle F).
Context {card know1 know2 : Type}.
Notation tree_type := (game_tree card know1 know2).

(** The definitions of Rules.v, in any ordered field. *)
Definition strategy {know} (x : know -> F) : Prop := forall k, 0 <= x k /\ x k <= 1.
Fixpoint average (g : tree_type) (x : know1 -> F) (y : know2 -> F) : F :=
  match g with
  | pay a => kZ F a
  | draw pack next =>
    fold_right (kadd F) 0 (map (fun '(card, number) => kZ F number * average (next card) x y) pack) / kZ F (size pack)
  | ask1 k next => x k * average (next true) x y + (1 - x k) * average (next false) x y
  | ask2 k next => y k * average (next true) x y + (1 - y k) * average (next false) x y
  end.
Definition kQ (q : Q) : F := fraction F (Qnum q) (Zpos (Qden q)).

(** ** Sums over a map *)

Fixpoint map_sum {A} (m : PM.t A) (f : positive -> A -> F) : F :=
  match m with
  | Leaf => 0
  | Node l o r => map_sum l (fun p => f (xO p)) + match o with Some a => f xH a | None => 0 end + map_sum r (fun p => f (xI p))
  end.

Lemma map_sum_add {A} (a : A) k : forall m f,
  map_sum (PM.add k a m) f = map_sum m f + f k a - match PM.find k m with Some b => f k b | None => 0 end.
Proof.
  induction k as [k IH|k IH|]; intros [|l o r] f; simpl; try rewrite IH; simpl; try ring;
    destruct k; simpl; try ring; destruct o; ring.
Qed.

Definition list_sum (f : positive * positive * Z -> F) (l : list (entry Z)) : F := fold_right (fun e s => f e + s) 0 l.

Lemma list_sum_app f l l' : list_sum f (l ++ l') = list_sum f l + list_sum f l'.
Proof. induction l as [|e l IH]; simpl; [ring|]. unfold list_sum in *. rewrite IH. ring. Qed.

Lemma elements_sum {A} (h : positive * A -> list (entry Z)) f (m : PM.t A) : forall key,
  list_sum f (flat_map h (elements m key)) = map_sum m (fun p a => list_sum f (h (key p, a))).
Proof.
  induction m as [|l IHl o r IHr]; intros key; simpl; [reflexivity|].
  rewrite !flat_map_app, !list_sum_app, IHl, IHr. destruct o; simpl; [rewrite app_nil_r|]; ring.
Qed.

Lemma map_sum_ext {A} (m : PM.t A) : forall f g, (forall p a, f p a = g p a) -> map_sum m f = map_sum m g.
Proof.
  induction m as [|l IHl o r IHr]; intros f g H; simpl; [reflexivity|].
  rewrite (IHl _ (fun p => g (xO p))), (IHr _ (fun p => g (xI p))) by (intros; apply H).
  destruct o; [rewrite H|]; reflexivity.
Qed.

Definition table_value (t : table) (X Y : positive -> F) : F :=
  map_sum t (fun i row => X i * map_sum row (fun j a => kZ F a * Y j)).

Lemma add_payoff_value t i j a X Y : table_value (add_payoff t i j a) X Y = table_value t X Y + kZ F a * X i * Y j.
Proof.
  unfold table_value, add_payoff. rewrite map_sum_add, map_sum_add, kZ_add.
  destruct (PM.find i t) as [row|] eqn:E.
  - destruct (PM.find j row) as [b|]; [ring|]. rewrite kZ_0. ring.
  - assert (Z0 : PM.find j (PM.empty Z) = None) by apply PM.gempty. rewrite Z0, kZ_0. simpl. ring.
Qed.

Lemma bilinear_table t X Y : bilinear F (entries_in_field F Z (kZ F) (table_entries t)) X Y = table_value t X Y.
Proof.
  assert (S : forall es, bilinear F (entries_in_field F Z (kZ F) es) X Y = list_sum (fun e => kZ F (snd e) * X (fst (fst e)) * Y (snd (fst e))) es).
  { induction es as [|[[i j] a] es IH]; simpl; [reflexivity|]. unfold list_sum in IH. rewrite IH. reflexivity. }
  rewrite S. unfold table_entries. rewrite elements_sum. unfold table_value. apply map_sum_ext. intros i row.
  assert (R : forall (l : list (positive * Z)), map (fun e => (i, fst e, snd e)) l = flat_map (fun e => [(i, fst e, snd e)]) l).
  { induction l as [|e l IH]; simpl; [reflexivity|]. now rewrite IH. }
  cbn [fst snd]. rewrite R, elements_sum. unfold list_sum. cbn [fold_right fst snd].
  assert (M : forall (A : Type) (m : PM.t A) f c, map_sum m (fun p a => c * f p a) = c * map_sum m f).
  { induction m as [|l IHl o r IHr]; intros f c; simpl; [ring|].
    rewrite (IHl (fun p => f (xO p))), (IHr (fun p => f (xI p))). destruct o; ring. }
  rewrite <- M. apply map_sum_ext. intros j a. ring.
Qed.

(** ** Behaviour strategies and plans *)

Section Player.
Context {know : Type}.
Variable n : numbering know.

Fixpoint extend (x : know -> F) (l : list know) (X : positive -> F) : positive -> F :=
  match l with
  | [] => X
  | k :: r => extend x r (fun s =>
      if (s =? number n k)%positive then X (previous n k) * (1 - x k)
      else if (s =? Pos.succ (number n k))%positive then X (previous n k) * x k else X s)
  end.

(** The realization plan of a behaviour strategy. *)
Definition plan (x : know -> F) : positive -> F := extend x (infoset_list n) (fun _ => 1).

(** The same by equations: that is all that is needed of it. *)
Definition realizes (x : know -> F) (X : positive -> F) (k : know) : Prop :=
  X (number n k) = X (previous n k) * (1 - x k) /\ X (Pos.succ (number n k)) = X (previous n k) * x k.

Lemma extend_before x l : forall s X k, in_order n l s = true -> (k < s)%positive -> extend x l X k = X k.
Proof.
  induction l as [|i r IH]; intros s X k H K; simpl in *; [reflexivity|].
  rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3]. apply Pos.eqb_eq in H1.
  rewrite (IH _ _ _ H3) by lia.
  destruct (Pos.eqb_spec k (number n i)); [lia|]. destruct (Pos.eqb_spec k (Pos.succ (number n i))); [lia | reflexivity].
Qed.

Lemma extend_at x l : forall s X, in_order n l s = true -> Forall (realizes x (extend x l X)) l.
Proof.
  induction l as [|i r IH]; intros s X H; simpl in *; [constructor|].
  rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3]. apply Pos.eqb_eq in H1. apply Pos.ltb_lt in H2.
  constructor; [|now apply (IH _ _ H3)].
  split; rewrite !(extend_before x r _ _ _ H3) by lia.
  - rewrite Pos.eqb_refl. destruct (Pos.eqb_spec (previous n i) (number n i)); [lia|].
    destruct (Pos.eqb_spec (previous n i) (Pos.succ (number n i))); [lia | reflexivity].
  - destruct (Pos.eqb_spec (Pos.succ (number n i)) (number n i)); [lia|]. rewrite Pos.eqb_refl.
    destruct (Pos.eqb_spec (previous n i) (number n i)); [lia|].
    destruct (Pos.eqb_spec (previous n i) (Pos.succ (number n i))); [lia | reflexivity].
Qed.

Hypothesis ordered : in_order n (infoset_list n) 2 = true.
Notation infosets := (binary_infosets n).

Lemma plan_realizes x k : In k (infoset_list n) -> realizes x (plan x) k.
Proof. intros H. pose proof (extend_at x _ _ (fun _ => 1) ordered) as A. rewrite Forall_forall in A. now apply A. Qed.

Lemma succ_number_below k : In k (infoset_list n) -> (Pos.succ (number n k) < sequence_end infosets 2)%positive.
Proof.
  unfold binary_infosets. generalize ordered. clear ordered. generalize 2%positive as s. induction (infoset_list n) as [|i r IH]; intros s H K; simpl in *; [contradiction|].
  rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3]. apply Pos.eqb_eq in H1.
  assert (T : forall (l : list know) s, (s <= sequence_end (map (fun k => (previous n k, 2%nat)) l) s)%positive).
  { clear. induction l as [|i l IH]; intros s; simpl; [lia|]. specialize (IH (Pos.succ (Pos.succ s))). lia. }
  destruct K as [->|K]; [specialize (T r (Pos.succ (Pos.succ s))); lia | exact (IH _ H3 K)].
Qed.

Lemma number_after k : In k (infoset_list n) -> (previous n k < number n k)%positive.
Proof.
  generalize ordered. clear ordered. generalize 2%positive as s. induction (infoset_list n) as [|i r IH]; intros s H K; simpl in *; [contradiction|].
  rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3]. apply Pos.eqb_eq in H1. apply Pos.ltb_lt in H2.
  destruct K as [->|K]; [lia | exact (IH _ H3 K)].
Qed.

Lemma plan_one x : plan x 1%positive = 1.
Proof. unfold plan. now rewrite (extend_before x _ _ _ _ ordered). Qed.

Lemma extend_nonnegative x : strategy x -> forall l X, (forall s, 0 <= X s) -> forall s, 0 <= extend x l X s.
Proof.
  intros Sx. induction l as [|i r IH]; intros X H s; simpl; [apply H|]. apply IH. intros k.
  destruct (Sx i) as [A B].
  destruct (Pos.eqb k (number n i)); [apply kle_mul; [apply H | now apply sub_le]|].
  destruct (Pos.eqb k (Pos.succ (number n i))); [apply kle_mul; [apply H | exact A] | apply H].
Qed.

Lemma realizes_flow x X : forall l s, in_order n l s = true -> Forall (realizes x X) l ->
  flow_conservation F (map (fun k => (previous n k, 2%nat)) l) s X.
Proof.
  induction l as [|i r IH]; intros s H A; simpl in *; [exact I|].
  rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3]. apply Pos.eqb_eq in H1.
  inversion A as [|? ? [R1 R2] A']; subst. split; [|now apply IH]. rewrite R1, R2. ring.
Qed.

Lemma plan_ok x : strategy x -> realization_plan F infosets (plan x).
Proof.
  intros Sx. split.
  - apply plan_one.
  - intros s _. apply extend_nonnegative; [exact Sx|]. intros; apply one_ge.
  - apply (realizes_flow x); [exact ordered|]. exact (extend_at x _ _ _ ordered).
Qed.

Lemma extend_same x x' : forall l X, Forall (fun k => x k = x' k) l -> forall X', (forall s, X s = X' s) -> forall s, extend x l X s = extend x' l X' s.
Proof.
  induction l as [|i r IH]; intros X A X' H s; simpl; [apply H|]. inversion A; subst.
  apply IH; [assumption|]. intros k. rewrite !H. now replace (x i) with (x' i).
Qed.

(** Two families of weights with the same equations are equal at all sequences. *)
Lemma same_weights x X X' : X 1%positive = X' 1%positive ->
  forall l s, in_order n l s = true -> Forall (realizes x X) l -> Forall (realizes x X') l ->
  (forall k, (k < s)%positive -> X k = X' k) ->
  forall k, (k < sequence_end (map (fun k => (previous n k, 2%nat)) l) s)%positive -> X k = X' k.
Proof.
  intros E. induction l as [|i r IH]; intros s H A A' B k K; simpl in *; [now apply B|].
  rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3]. apply Pos.eqb_eq in H1. apply Pos.ltb_lt in H2.
  inversion A as [|? ? [R1 R2] AA]; subst. inversion A' as [|? ? [R1' R2'] AA']; subst.
  apply (IH _ H3 AA AA'); [|exact K]. intros j J.
  destruct (Pos.eq_dec j (number n i)) as [->|]; [rewrite R1, R1', B by lia; reflexivity|].
  destruct (Pos.eq_dec j (Pos.succ (number n i))) as [->|]; [rewrite R2, R2', B by lia; reflexivity|].
  apply B. lia.
Qed.

Lemma index_in k j : PM.find k (index n) = Some j -> In j (infoset_list n).
Proof.
  unfold index. assert (G : forall l m, (forall k j, PM.find k m = Some j -> In j (infoset_list n)) ->
    (forall j, In j l -> In j (infoset_list n)) -> forall k j, PM.find k (fold_left (fun m k => PM.add (number n k) k m) l m) = Some j -> In j (infoset_list n)).
  { induction l as [|i l IH]; intros m Hm Hl k' j'; simpl; [apply Hm|]. apply IH; [|intros; apply Hl; now right].
    intros k'' j''. destruct (Pos.eq_dec k'' (number n i)) as [->|N].
    - rewrite PM.gss. intros E; injection E as <-. apply Hl. now left.
    - rewrite PM.gso by exact N. apply Hm. }
  apply G; [|auto]. intros k' j'. rewrite PM.gempty. discriminate.
Qed.

Lemma recalled_ok k s : recalled n (index n) k s = true -> previous n k = s /\ In k (infoset_list n).
Proof.
  unfold recalled. rewrite andb_true_iff. intros [H G]. apply Pos.eqb_eq in H. split; [exact H|].
  destruct (PM.find _ _) as [j|] eqn:E; [|discriminate]. destruct (same n k j) as [->|]; [|discriminate].
  now apply (index_in (number n j)).
Qed.

(** Every plan is the plan of a behaviour strategy. *)
Variable decide : forall a b : F, {a = b} + {a <> b}.

Definition behaviour (X : positive -> F) (k : know) : F :=
  if in_dec (same n) k (infoset_list n) then
    if decide (X (previous n k)) 0 then 0 else X (Pos.succ (number n k)) / X (previous n k)
  else 0.

Lemma flow_at X : forall l s, in_order n l s = true ->
  flow_conservation F (map (fun k => (previous n k, 2%nat)) l) s X ->
  (forall k, (s <= k < sequence_end (map (fun k => (previous n k, 2%nat)) l) s)%positive -> 0 <= X k) ->
  Forall (fun k => X (number n k) + X (Pos.succ (number n k)) = X (previous n k) /\ 0 <= X (number n k) /\ 0 <= X (Pos.succ (number n k))) l.
Proof.
  induction l as [|i r IH]; intros s H Fl G; simpl in *; [constructor|].
  rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3]. apply Pos.eqb_eq in H1. destruct Fl as [E Fl].
  assert (T : forall l s, (s <= sequence_end (map (fun k => (previous n k, 2%nat)) l) s)%positive).
  { clear. induction l as [|i l IH]; intros s; simpl; [lia|]. specialize (IH (Pos.succ (Pos.succ s))). lia. }
  specialize (T r (Pos.succ (Pos.succ s))).
  constructor.
  - rewrite H1. split; [rewrite <- E; ring | split; apply G; lia].
  - apply (IH _ H3 Fl). intros k K. apply G. lia.
Qed.

Lemma behaviour_ok X : realization_plan F infosets X ->
  strategy (behaviour X) /\ forall s, (s < sequence_end infosets 2)%positive -> plan (behaviour X) s = X s.
Proof.
  intros P.
  pose proof (flow_at X _ _ ordered (plan_flow _ _ _ P) (plan_ge _ _ _ P)) as A. rewrite Forall_forall in A.
  split.
  - intros k. unfold behaviour. destruct (in_dec _ _ _) as [K|]; [|split; [apply le_refl | apply one_ge]].
    destruct (A k K) as (E & G1 & G2).
    destruct (decide _ _) as [|N]; [split; [apply le_refl | apply one_ge]|].
    assert (G : 0 <= X (previous n k)).
    { rewrite <- E. replace 0 with (0 + 0) by ring. now apply le_add2. }
    split.
    + replace 0 with (0 / X (previous n k)) by (field; exact N). now apply div_le.
    + replace 1 with (X (previous n k) / X (previous n k)) by (field; exact N). apply div_le; [exact G | exact N|].
      rewrite <- E. replace (X (Pos.succ (number n k))) with (0 + X (Pos.succ (number n k))) at 1 by ring. now apply kle_add.
  - apply (same_weights (behaviour X)) with (l := infoset_list n).
    + rewrite plan_one. symmetry. apply P.
    + exact ordered.
    + exact (extend_at _ _ _ _ ordered).
    + rewrite Forall_forall. intros k K. destruct (A k K) as (E & G1 & G2). unfold realizes, behaviour.
      destruct (in_dec _ _ _) as [|N]; [|contradiction].
      destruct (decide _ _) as [D|D].
      * rewrite D in *. 
        assert (S0 : X (Pos.succ (number n k)) = 0).
        { apply (kle_antisym F); [|exact G2]. rewrite <- E. 
          replace (X (Pos.succ (number n k))) with (0 + X (Pos.succ (number n k))) at 1 by ring. now apply kle_add. }
        rewrite S0 in *. split; [|ring]. transitivity (X (number n k) + 0); [ring | rewrite E; ring].
      * split; [|field; exact D]. transitivity (X (previous n k) - X (Pos.succ (number n k))); [rewrite <- E; ring | field; exact D].
    + intros k K. replace k with 1%positive by lia. rewrite plan_one. symmetry. apply P.
Qed.

(** The plan in a solution is that of the claimed strategy. *)
Lemma claimed_realizes (x : know -> Q) X : forall l s, in_order n l s = true ->
  plan_of_strategy F (map (fun k => (previous n k, 2%nat)) l) (map (fun k => local_of (x k)) l) s X ->
  Forall (realizes (fun k => kQ (x k)) X) l.
Proof.
  induction l as [|i r IH]; intros s H P; simpl in *; [constructor|].
  rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3]. apply Pos.eqb_eq in H1.
  destruct P as (_ & S & (_ & _ & E1 & N & _ & E2 & _) & P). constructor; [|now apply (IH _ H3)].
  split; rewrite H1; [|exact E2]. rewrite E1. f_equal. change (kQ (x i)) with (fraction F (Qnum (x i)) (Zpos (Qden (x i)))).
  rewrite <- S. ring.
Qed.

Lemma claimed_plan (x : know -> Q) X : X 1%positive = 1 -> plan_of_strategy F infosets (locals n x) 2 X ->
  forall s, (s < sequence_end infosets 2)%positive -> plan (fun k => kQ (x k)) s = X s.
Proof.
  intros E P. apply (same_weights (fun k => kQ (x k))) with (l := infoset_list n).
  - now rewrite plan_one.
  - exact ordered.
  - exact (extend_at _ _ _ _ ordered).
  - exact (claimed_realizes x X _ _ ordered P).
  - intros k K. replace k with 1%positive by lia. now rewrite plan_one.
Qed.

Lemma claimed_probabilities (x : know -> Q) X : forall l s,
  plan_of_strategy F (map (fun k => (previous n k, 2%nat)) l) (map (fun k => local_of (x k)) l) s X ->
  Forall (fun k => 0 <= kQ (x k) /\ kQ (x k) <= 1) l.
Proof.
  assert (B : forall a b : F, 0 <= a -> a + (b + 0) = 1 -> b <= 1).
  { intros a b A S. apply (kle_add F _ _ b) in A. rewrite <- S. replace (a + (b + 0)) with (a + b) by ring.
    replace (0 + b) with b in A by ring. exact A. }
  induction l as [|i r IH]; intros s P; simpl in *; [constructor|].
  destruct P as (_ & S & (_ & G1 & _ & _ & G2 & _) & P). constructor; [|exact (IH _ P)]. split; [exact G2 | exact (B _ _ G1 S)].
Qed.

(** Strategies with different plans differ at an information set. *)
Lemma plans_differ x x' s : plan x s <> plan x' s -> exists k, In k (infoset_list n) /\ x k <> x' k.
Proof.
  intros N. destruct (Exists_dec (fun k => x k <> x' k) (infoset_list n)) as [E|E].
  - intros k. destruct (decide (x k) (x' k)) as [D|D]; [right; intros Q; exact (Q D) | now left].
  - now apply Exists_exists in E.
  - exfalso. apply N. apply extend_same; [|reflexivity]. apply Forall_forall. intros k K.
    destruct (decide (x k) (x' k)) as [D|D]; [exact D|]. exfalso. apply E, Exists_exists. eauto.
Qed.

(** Strategies with the same plan are equal at an information set that the plan reaches. *)
Lemma same_plans x x' k : (forall s, (1 <= s < sequence_end infosets 2)%positive -> plan x s = plan x' s) ->
  In k (infoset_list n) -> plan x' (previous n k) <> 0 -> x k = x' k.
Proof.
  intros E K N. pose proof (succ_number_below k K) as B. pose proof (number_after k K) as A.
  pose proof (E (Pos.succ (number n k)) ltac:(lia)) as W.
  rewrite (proj2 (plan_realizes x k K)), (proj2 (plan_realizes x' k K)), (E (previous n k)) in W by lia.
  transitivity (plan x' (previous n k) * x k / plan x' (previous n k)); [field; exact N|]. rewrite W. field. exact N.
Qed.
End Player.

(** ** The table of payoffs is the game *)

Section Game.
Variables (n1 : numbering know1) (n2 : numbering know2).
Hypothesis ordered1 : in_order n1 (infoset_list n1) 2 = true.
Hypothesis ordered2 : in_order n2 (infoset_list n2) 2 = true.

Lemma payoff_table_sound x y : forall g w s1 s2 t t',
  payoff_table n1 n2 (index n1) (index n2) g w s1 s2 t = Some t' ->
  table_value t' (plan n1 x) (plan n2 y) =
  table_value t (plan n1 x) (plan n2 y) + kZ F w * plan n1 x s1 * plan n2 y s2 * average g x y.
Proof.
  induction g as [a|pack next IH|k next IH|k next IH]; intros w s1 s2 t t' H; cbn [payoff_table average] in *.
  - injection H as <-. rewrite add_payoff_value, kZ_mul. ring.
  - destruct (Z.ltb_spec 0 (size pack)) as [P|]; [|discriminate].
    set (u := (w / size pack)%Z) in *.
    destruct (Z.eqb_spec (size pack * u) w) as [E|]; [|discriminate].
    assert (N : kZ F (size pack) <> 0) by (intros Q; apply kZ_inj in Q; lia).
    rewrite <- E, kZ_mul.
    transitivity (table_value t (plan n1 x) (plan n2 y) + kZ F u * plan n1 x s1 * plan n2 y s2 *
      fold_right (kadd F) 0 (map (fun '(card, number) => kZ F number * average (next card) x y) pack));
      [|field; exact N].
    clear P E N. clearbody u. revert t H. induction pack as [|[c m] pack IHp]; intros t H; cbn [fold_left map fold_right fst snd] in *.
    + injection H as <-. ring.
    + destruct (payoff_table _ _ _ _ (next c) _ _ _ _) as [t1|] eqn:E1.
      * rewrite (IHp _ H), (IH _ _ _ _ _ _ E1), kZ_mul. ring.
      * exfalso. clear - H. induction pack as [|e pack IHp]; [discriminate | now apply IHp].
  - destruct (recalled _ _ _ _) eqn:R; [|discriminate]. apply recalled_ok in R as [<- K].
    destruct (payoff_table _ _ _ _ (next false) _ _ _ _) as [t1|] eqn:E1; [|discriminate].
    destruct (plan_realizes n1 ordered1 x k K) as [A B].
    rewrite (IH _ _ _ _ _ _ H), (IH _ _ _ _ _ _ E1), A, B. ring.
  - destruct (recalled _ _ _ _) eqn:R; [|discriminate]. apply recalled_ok in R as [<- K].
    destruct (payoff_table _ _ _ _ (next false) _ _ _ _) as [t1|] eqn:E1; [|discriminate].
    destruct (plan_realizes n2 ordered2 y k K) as [A B].
    rewrite (IH _ _ _ _ _ _ H), (IH _ _ _ _ _ _ E1), A, B. ring.
Qed.

Lemma bilinear_same es X X' Y Y' (m1 m2 : positive) :
  forallb (fun e : entry Z => (fst (fst e) <? m1)%positive && (snd (fst e) <? m2)%positive) es = true ->
  (forall s, (s < m1)%positive -> X s = X' s) -> (forall s, (s < m2)%positive -> Y s = Y' s) ->
  bilinear F (entries_in_field F Z (kZ F) es) X Y = bilinear F (entries_in_field F Z (kZ F) es) X' Y'.
Proof.
  intros H A B. induction es as [|[[i j] a] es IH]; simpl in *; [reflexivity|].
  rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3]. apply Pos.ltb_lt in H1, H2.
  rewrite (IH H3), (A i H1), (B j H2). reflexivity.
Qed.
End Game.

(** ** The theorem *)

Section Solved.
Variables (n1 : numbering know1) (n2 : numbering know2).
Variable decide : forall a b : F, {a = b} + {a <> b}.

Definition secures_rules (g : tree_type) (v : F) (x : know1 -> F) : Prop := forall y, strategy y -> v <= average g x y.
Definition concedes_rules (g : tree_type) (v : F) (y : know2 -> F) : Prop := forall x, strategy x -> average g x y <= v.

(** Of the claimed strategy x, as the evidence says: every optimal strategy does the same at each information set that
    x itself allows to reach (the first of a player are such); or another strategy is optimal, and does something else
    at an information set. *)
Definition only_strategy {know} (n : numbering know) (optimal : (know -> F) -> Prop) (x : know -> Q) (e : uniqueness_evidence) : Prop :=
  match e with
  | Unique _ _ _ _ => forall z, strategy z -> optimal z -> forall k, In k (infoset_list n) ->
      plan n (fun k => kQ (x k)) (previous n k) <> 0 -> z k = kQ (x k)
  | NotUnique _ _ => exists z, strategy z /\ optimal z /\ exists k, In k (infoset_list n) /\ z k <> kQ (x k)
  end.
Definition probabilities {know} (n : numbering know) (x : know -> Q) : Prop :=
  forall k, In k (infoset_list n) -> 0 <= kQ (x k) /\ kQ (x k) <= 1.

Record rules_solved (c : rules_claim) (e1 e2 : uniqueness_evidence) : Prop := {
  rules_probabilities1 : probabilities n1 (claimed1 c);
  rules_probabilities2 : probabilities n2 (claimed2 c);
  rules_secures : secures_rules (tree c) (kQ (claimed_value c)) (fun k => kQ (claimed1 c k));
  rules_concedes : concedes_rules (tree c) (kQ (claimed_value c)) (fun k => kQ (claimed2 c k));
  rules_only1 : only_strategy n1 (secures_rules (tree c) (kQ (claimed_value c))) (claimed1 c) e1;
  rules_only2 : only_strategy n2 (concedes_rules (tree c) (kQ (claimed_value c))) (claimed2 c) e2;
  (* what a player does outside his information sets does not count *)
  rules_local : forall x x' y y', (forall k, In k (infoset_list n1) -> x k = x' k) -> (forall k, In k (infoset_list n2) -> y k = y' k) ->
    average (tree c) x y = average (tree c) x' y'
}.

Theorem check_rules_sound c e1 e2 : check_rules n1 n2 c e1 e2 = true -> rules_solved c e1 e2.
Proof.
  unfold check_rules. rewrite !andb_true_iff. intros [[O1 O2] H].
  destruct (payoff_table _ _ _ _ _ _ _ _ _) as [t|] eqn:T; [|discriminate].
  apply andb_true_iff in H as [B H]. unfold in_table in B.
  apply (check_certificate_sound F) in H as (X & Y & (PX & PY & S) & U1 & U2).
  set (G := integer_game F (solution_game (solution_of n1 n2 c t))) in *.
  set (v := fraction F (stated_numerator _) (stated_denominator _)) in *. change (kQ (claimed_value c)) with v.
  cbn [solution_of solution_game infosets1 infosets2 strategy1 strategy2] in *.
  assert (D : kZ F (payoff_denominator c) <> 0) by exact (proj2 (solved_denominator _ _ _ _ _ S)).
  assert (E : forall x y, average (tree c) x y = expected_payoff F G (plan n1 x) (plan n2 y)).
  { intros x y. pose proof (payoff_table_sound n1 n2 O1 O2 x y _ _ _ _ _ _ T) as A.
    rewrite !plan_one in A by assumption. unfold expected_payoff, G. cbn [integer_game game_in_field Entries Denominator entries denominator solution_of solution_game].
    unfold integer_game, game_in_field. cbn [Entries Denominator entries denominator].
    rewrite bilinear_table, A. unfold table_value at 1. simpl. field. exact D. }
  assert (P : forall X X' Y Y', (forall s, (s < sequence_end (binary_infosets n1) 2)%positive -> X s = X' s) ->
    (forall s, (s < sequence_end (binary_infosets n2) 2)%positive -> Y s = Y' s) -> expected_payoff F G X Y = expected_payoff F G X' Y').
  { intros X1 X2 Y1 Y2 HX HY. unfold expected_payoff. f_equal. exact (bilinear_same _ _ _ _ _ _ _ B HX HY). }
  pose proof (plan_1 _ _ _ (solved_x _ _ _ _ _ S)) as X1. pose proof (plan_1 _ _ _ (solved_y _ _ _ _ _ S)) as Y1.
  pose proof (claimed_plan n1 O1 _ _ X1 PX) as CX. pose proof (claimed_plan n2 O2 _ _ Y1 PY) as CY.
  split.
  - intros k K. pose proof (claimed_probabilities n1 _ _ _ _ PX) as A. rewrite Forall_forall in A. now apply A.
  - intros k K. pose proof (claimed_probabilities n2 _ _ _ _ PY) as A. rewrite Forall_forall in A. now apply A.
  - intros y Sy. rewrite E, (P _ X _ (plan n2 y) CX) by reflexivity. apply (solved_secures _ _ _ _ _ S). now apply plan_ok.
  - intros x Sx. rewrite E, (P _ (plan n1 x) _ Y) by (reflexivity || exact CY). apply (solved_concedes _ _ _ _ _ S). now apply plan_ok.
  - assert (O : forall z Z, strategy z -> (forall s, (s < sequence_end (binary_infosets n1) 2)%positive -> plan n1 z s = Z s) ->
      (secures_rules (tree c) v z <-> forall Y', realization_plan F (binary_infosets n2) Y' -> v <= expected_payoff F G Z Y')).
    { intros z Z Sz EZ. split; intros H w Hw.
      - destruct (behaviour_ok n2 O2 decide w Hw) as [Sw Ew]. rewrite <- (P _ Z _ w EZ Ew), <- E. now apply H.
      - rewrite E, (P _ Z _ (plan n2 w) EZ) by reflexivity. apply H. now apply plan_ok. }
    destruct e1 as [bs k|bs k p hs]; cbn [only_strategy uniqueness_holds] in *.
    + destruct U1 as (Z & [PZ OZ] & s & Hs & N). destruct (behaviour_ok n1 O1 decide Z PZ) as [Sz Ez].
      exists (behaviour n1 decide Z). split; [exact Sz | split; [now apply (O _ Z)|]].
      apply (plans_differ n1 decide) with (s := s). rewrite Ez, CX by lia. auto.
    + intros z Sz Oz i Hi. apply (same_plans n1 O1); [|exact Hi]. intros s Hs. rewrite CX by lia. apply U1; [|exact Hs].
      split; [now apply plan_ok|]. apply (O z); [exact Sz | reflexivity | exact Oz].
  - assert (O : forall z Z, strategy z -> (forall s, (s < sequence_end (binary_infosets n2) 2)%positive -> plan n2 z s = Z s) ->
      (concedes_rules (tree c) v z <-> forall X', realization_plan F (binary_infosets n1) X' -> expected_payoff F G X' Z <= v)).
    { intros z Z Sz EZ. split; intros H w Hw.
      - destruct (behaviour_ok n1 O1 decide w Hw) as [Sw Ew]. rewrite <- (P _ w _ Z Ew EZ), <- E. now apply H.
      - rewrite E, (P _ (plan n1 w) _ Z) by (reflexivity || exact EZ). apply H. now apply plan_ok. }
    destruct e2 as [bs k|bs k p hs]; cbn [only_strategy uniqueness_holds] in *.
    + destruct U2 as (Z & [PZ OZ] & s & Hs & N). destruct (behaviour_ok n2 O2 decide Z PZ) as [Sz Ez].
      exists (behaviour n2 decide Z). split; [exact Sz | split; [now apply (O _ Z)|]].
      apply (plans_differ n2 decide) with (s := s). rewrite Ez, CY by lia. auto.
    + intros z Sz Oz i Hi. apply (same_plans n2 O2); [|exact Hi]. intros s Hs. rewrite CY by lia. apply U2; [|exact Hs].
      split; [now apply plan_ok|]. apply (O z); [exact Sz | reflexivity | exact Oz].
  - intros x x' y y' Hx Hy. rewrite !E. apply P; intros s _; (apply extend_same; [now apply Forall_forall | reflexivity]).
Qed.
End Solved.
End Meaning.

(** ** At the reals *)

Lemma average_real {card know1 know2 : Type} (g : game_tree card know1 know2) x y : average Rfield g x y = expected g x y.
Proof. reflexivity. Qed.

Section Real.
Context {card know1 know2 : Type}.
Variables (n1 : numbering know1) (n2 : numbering know2) (c : @rules_claim card know1 know2) (e1 e2 : uniqueness_evidence).
Hypothesis checked : check_rules n1 n2 c e1 e2 = true.
Variables (v : R) (x : know1 -> R) (y : know2 -> R).
Hypothesis value_v : v = Q2R (claimed_value c).
Hypothesis strategy_x : behaviour_strategy x.
Hypothesis strategy_y : behaviour_strategy y.
Hypothesis claimed_x : forall k, x k = Q2R (claimed1 c k).
Hypothesis claimed_y : forall k, y k = Q2R (claimed2 c k).

Let solved_real : rules_solved Rfield n1 n2 c e1 e2 := check_rules_sound Rfield n1 n2 Req_EM_T c e1 e2 checked.

Lemma ordered_numberings : in_order n1 (infoset_list n1) 2 = true /\ in_order n2 (infoset_list n2) 2 = true.
Proof. clear solved_real. pose proof checked as H. unfold check_rules in H. rewrite !andb_true_iff in H. tauto. Qed.

Lemma claimed1_optimal : optimal1 (tree c) v x.
Proof.
  split; [exact strategy_x|]. intros z Sz. rewrite value_v, <- average_real.
  rewrite (rules_local _ _ _ _ _ _ solved_real x (fun k => Q2R (claimed1 c k)) z z) by (intros; auto).
  exact (rules_secures _ _ _ _ _ _ solved_real z Sz).
Qed.

Lemma claimed2_optimal : optimal2 (tree c) v y.
Proof.
  split; [exact strategy_y|]. intros z Sz. rewrite value_v, <- average_real.
  rewrite (rules_local _ _ _ _ _ _ solved_real z z y (fun k => Q2R (claimed2 c k))) by (intros; auto).
  exact (rules_concedes _ _ _ _ _ _ solved_real z Sz).
Qed.

Lemma claimed_value_ok : value (tree c) v.
Proof. split; [exists x; exact claimed1_optimal | exists y; exact claimed2_optimal]. Qed.

(** The information sets of a player who moves once, if these are all: his only optimal strategy. *)
Definition is_unique (e : uniqueness_evidence) : bool := match e with Unique _ _ _ _ => true | NotUnique _ _ => false end.

Lemma claimed1_unique : is_unique e1 = true -> (forall k, In k (infoset_list n1) -> previous n1 k = 1) ->
  forall z, optimal1 (tree c) v z <-> behaviour_strategy z /\ forall k, In k (infoset_list n1) -> z k = x k.
Proof.
  intros U P z. split; intros [Sz H]; (split; [exact Sz|]).
  - pose proof (rules_only1 _ _ _ _ _ _ solved_real) as A. pose proof ordered_numberings as [O1 O2]. destruct e1; [discriminate|]. intros k K. rewrite claimed_x.
    apply (A z Sz); [|exact K|rewrite (P k K), plan_one by assumption; apply one_ne]. intros w Sw. rewrite value_v in H. exact (H w Sw).
  - intros w Sw. rewrite <- average_real, (rules_local _ _ _ _ _ _ solved_real z x w w) by (intros; auto).
    now apply claimed1_optimal.
Qed.

Lemma claimed2_unique : is_unique e2 = true -> (forall k, In k (infoset_list n2) -> previous n2 k = 1) ->
  forall z, optimal2 (tree c) v z <-> behaviour_strategy z /\ forall k, In k (infoset_list n2) -> z k = y k.
Proof.
  intros U P z. split; intros [Sz H]; (split; [exact Sz|]).
  - pose proof (rules_only2 _ _ _ _ _ _ solved_real) as A. pose proof ordered_numberings as [O1 O2]. destruct e2; [discriminate|]. intros k K. rewrite claimed_y.
    apply (A z Sz); [|exact K|rewrite (P k K), plan_one by assumption; apply one_ne]. intros w Sw. rewrite value_v in H. exact (H w Sw).
  - intros w Sw. rewrite <- average_real, (rules_local _ _ _ _ _ _ solved_real w w z y) by (intros; auto).
    now apply claimed2_optimal.
Qed.
End Real.
