(** [check_file_sound]: all that a file of a solved game claims: the certificate (Certificate.v), for each
    seat whether its behaviour strategy is the only optimal one, and which information sets are listed as off
    the path of play. To be read to know the statement: [file] and "What it means" up to [file_holds]. *)
Require Import ZArith PArith List Bool Lia Field.
Require Import Sabot.OrderedField Sabot.PositiveMap Sabot.SequenceForm Sabot.Soundness Sabot.IntegerGame Sabot.Solution.
Require Import Sabot.Uniqueness Sabot.Certificate.
Import ListNotations.

Record file := {
  file_solution : solution;
  evidence1 : uniqueness_evidence; evidence2 : uniqueness_evidence;
  behaviour1 : option bool; behaviour2 : option bool;  (* claimed to be the only optimal behaviour strategy *)
  off_path1 : option (list bool); off_path2 : option (list bool);  (* for each information set, whether it is listed *)
  is_matrix : bool
}.

(** * What runs *)

(** Whether each information set has a parent with weight. *)
Fixpoint all_reached (cs : list infoset) (X : PM.t Z) : bool :=
  match cs with [] => true | (p, _) :: r => if (z_lookup X p =? 0)%Z then false else all_reached r X end.

Definition check_behaviour (cs : list infoset) (X : PM.t Z) (e : uniqueness_evidence) (b : option bool) : bool :=
  match b with
  | None => true
  | Some b => Bool.eqb b (match e with Unique _ _ _ _ => all_reached cs X | NotUnique _ _ => false end)
  end.

Fixpoint range_meets (n : nat) (s : positive) (P : PM.t unit) : bool :=
  match n with O => false | S n => if member s P then true else range_meets n (Pos.succ s) P end.

Definition paid_sequences (es : list (entry Z)) (Y : PM.t Z) : PM.t unit :=
  fold_left (fun P (e : entry Z) => let '(i, j, a) := e in
    if (a =? 0)%Z then P else if (z_lookup Y j =? 0)%Z then P else PM.add i tt P) es (PM.empty unit).

(** Sequences that lead to a payoff against [Y]; that nothing is missing is verified. *)
Definition leading_sequences (cs : list infoset) (es : list (entry Z)) (Y : PM.t Z) : PM.t unit :=
  fold_left (fun P c => let '(p, s, n) := c in if range_meets n s P then PM.add p tt P else P)
    (backward_infosets cs 2 []) (paid_sequences es Y).

Fixpoint covers_entries (es : list (entry Z)) (Y : PM.t Z) (P : PM.t unit) : bool :=
  match es with
  | [] => true
  | (i, j, a) :: r =>
    if (if (a =? 0)%Z then true else if (z_lookup Y j =? 0)%Z then true else member i P) then covers_entries r Y P else false
  end.

Fixpoint covers_parents (cs : list infoset) (s : positive) (P : PM.t unit) : bool :=
  match cs with
  | [] => true
  | (p, n) :: r => if (if range_meets n s P then member p P else true) then covers_parents r (advance n s) P else false
  end.

Fixpoint check_listed (matrix : bool) (cs : list infoset) (s : positive) (listed : list bool) (X : PM.t Z) (P : PM.t unit) : bool :=
  match cs, listed with
  | [], [] => true
  | (p, n) :: cs, l :: listed =>
    if (if (z_lookup X p =? 0)%Z then l else if l then if matrix then false else negb (range_meets n s P) else true)
    then check_listed matrix cs (advance n s) listed X P else false
  | _, _ => false
  end.

Definition check_off_path (g : game Z) (X Y : PM.t Z) (listed : option (list bool)) : bool :=
  match listed with
  | None => true
  | Some listed =>
    let P := leading_sequences (infosets1 g) (entries g) Y in
    if covers_entries (entries g) Y P then if covers_parents (infosets1 g) 2 P then
      check_listed false (infosets1 g) 2 listed X P
    else false else false
  end.

(** In a matrix no payoff has to be looked at. *)
Definition check_off_path_matrix (cs : list infoset) (X : PM.t Z) (listed : option (list bool)) : bool :=
  match listed with None => true | Some listed => check_listed true cs 2 listed X (PM.empty unit) end.

Definition check_file (f : file) : bool :=
  let s := file_solution f in let g := solution_game s in
  let X := strategy_weights (infosets1 g) (strategy1 s) (plan1_denominator s) in
  let Y := strategy_weights (infosets2 g) (strategy2 s) (plan2_denominator s) in
  check_certificate s (evidence1 f) (evidence2 f) &&
  check_behaviour (infosets1 g) X (evidence1 f) (behaviour1 f) && check_behaviour (infosets2 g) Y (evidence2 f) (behaviour2 f) &&
  if is_matrix f then check_off_path_matrix (infosets1 g) X (off_path1 f) && check_off_path_matrix (infosets2 g) Y (off_path2 f)
  else check_off_path g X Y (off_path1 f) && check_off_path (swapped_game g) Y X (off_path2 f).

(** * What it means *)

Section Meaning.
Variable F : OrderedField.
Add Field Ffield10 : (kfield F).
Notation "0" := (k0 F). Notation "1" := (k1 F).
Infix "*" := (kmul F). Infix "/" := (kdiv F). Infix "<=" := (kle F).

(** The plan gives weight to the parent of each information set. *)
Fixpoint reaches_all (cs : list infoset) (x : positive -> F) : Prop :=
  match cs with [] => True | (p, _) :: r => x p <> 0 /\ reaches_all r x end.

(** The claim [b]: the plan is the only optimal one and reaches every information set. *)
Definition behaviour_holds (cs : list infoset) (x : positive -> F) (e : uniqueness_evidence) (b : option bool) : Prop :=
  match b, e with
  | None, _ => True
  | Some b, Unique _ _ _ _ => b = true <-> reaches_all cs x
  | Some b, NotUnique _ _ => b = false
  end.

(** A sequence of the first seat leads to a payoff, against the other's plan [y]. *)
Inductive leads (G : Game F) (y : positive -> F) : positive -> Prop :=
| leads_paid i j a : In (i, j, a) (Entries F G) -> a <> 0 -> y j <> 0 -> leads G y i
| leads_on p s n k : In (p, s, n) (backward_infosets (Infosets1 F G) 2 []) -> (s <= k < advance n s)%positive ->
    leads G y k -> leads G y p.

(** An information set that is not listed has a parent with weight; one that is listed has none, or no action of
    it leads to a payoff. In a matrix the second does not count. *)
Fixpoint listed_right (matrix : bool) (G : Game F) (cs : list infoset) (s : positive) (listed : list bool) (x y : positive -> F) : Prop :=
  match cs, listed with
  | [], [] => True
  | (p, n) :: cs, l :: listed =>
    (if l then x p = 0 \/ matrix = false /\ forall k, (s <= k < advance n s)%positive -> ~ leads G y k else x p <> 0)
    /\ listed_right matrix G cs (advance n s) listed x y
  | _, _ => False
  end.
Definition off_path_holds (matrix : bool) (G : Game F) (x y : positive -> F) (listed : option (list bool)) : Prop :=
  match listed with None => True | Some l => listed_right matrix G (Infosets1 F G) 2 l x y end.

(** The game of the file and its value. *)
Definition stated_game (f : file) : Game F := integer_game F (solution_game (file_solution f)).
Definition stated_value (f : file) : F :=
  fraction F (stated_numerator (file_solution f)) (stated_denominator (file_solution f)).

(** All that the file claims, x and y being the plans of its strategies. For the second seat's [off_path] the
    seats change places. *)
Record file_holds (f : file) (x y : positive -> F) : Prop := {
  file_solved : solution_holds F (file_solution f) x y;
  file_unique1 :
    uniqueness_holds F (Infosets1 F (stated_game f)) (secures F (stated_game f) (stated_value f)) x (evidence1 f);
  file_unique2 :
    uniqueness_holds F (Infosets2 F (stated_game f)) (concedes F (stated_game f) (stated_value f)) y (evidence2 f);
  file_behaviour1 : behaviour_holds (Infosets1 F (stated_game f)) x (evidence1 f) (behaviour1 f);
  file_behaviour2 : behaviour_holds (Infosets2 F (stated_game f)) y (evidence2 f) (behaviour2 f);
  file_off_path1 : off_path_holds (is_matrix f) (stated_game f) x y (off_path1 f);
  file_off_path2 : off_path_holds (is_matrix f) (integer_game F (swapped_game (solution_game (file_solution f)))) y x (off_path2 f)
}.

(** ** Behaviour *)

Lemma plan_zero X k : weight F Z 0%Z (kZ F) X 1 <> 0 -> (integer_plan F X k = 0 <-> z_lookup X k = 0%Z).
Proof.
  intros N. unfold integer_plan, plan_of_weights, weight at 1. split; intros H.
  - apply (kZ_inj F). transitivity (kZ F (z_lookup X k) / weight F Z 0%Z (kZ F) X 1 * weight F Z 0%Z (kZ F) X 1); [field; exact N|].
    rewrite H. ring.
  - rewrite H, kZ_0. field. exact N.
Qed.

Lemma all_reached_sound X cs : weight F Z 0%Z (kZ F) X 1 <> 0 -> (all_reached cs X = true <-> reaches_all cs (integer_plan F X)).
Proof.
  intros N. induction cs as [|[p n] r IH]; simpl; [tauto|]. pose proof (plan_zero X p N) as E.
  destruct (Z.eqb_spec (z_lookup X p) 0) as [Q|Q]; [|tauto]. split; [discriminate | intros [A _]; exfalso; apply A; tauto].
Qed.

Lemma check_behaviour_sound cs X e b : weight F Z 0%Z (kZ F) X 1 <> 0 -> check_behaviour cs X e b = true ->
  behaviour_holds cs (integer_plan F X) e b.
Proof.
  intros N. destruct b as [b|]; [|now intros]. destruct e; simpl; intros H; apply eqb_prop in H; [exact H|].
  rewrite H. now apply all_reached_sound.
Qed.

(** A plan that is the only optimal one and reaches every information set is that of one behaviour strategy. *)
Lemma only_behaviour optimal x cs : only_optimal F cs optimal x -> valid_tree cs 2 = true -> reaches_all cs x ->
  forall bs, plan_of_strategy F cs bs 2 x -> forall bs' x', optimal x' -> plan_of_strategy F cs bs' 2 x' ->
  Forall2 (Forall2 (fun q q' => fraction F (fst q) (snd q) = fraction F (fst q') (snd q'))) bs bs'.
Proof.
  intros U T R bs B bs' x' O B'. pose proof (U x' O) as E.
  assert (W : forall cs s bs bs', (2 <= s)%positive -> valid_tree cs s = true -> reaches_all cs x -> plan_of_strategy F cs bs s x -> plan_of_strategy F cs bs' s x' ->
    (forall k, (1 <= k < sequence_end cs s)%positive -> x' k = x k) ->
    Forall2 (Forall2 (fun q q' => fraction F (fst q) (snd q) = fraction F (fst q') (snd q'))) bs bs').
  { clear. induction cs as [|[p n] r IH]; intros s [|b bs] [|b' bs'] S2 T R B B' E; simpl in *; try contradiction; [constructor|].
    destruct (Pos.ltb_spec p s) as [P|]; [|discriminate]. destruct n as [|n']; [discriminate|]. set (n := S n') in *.
    destruct R as [R0 R]. destruct B as (L & _ & B0 & B). destruct B' as (L' & _ & B0' & B').
    assert (A : (s <= advance n s <= sequence_end r (advance n s))%positive).
    { rewrite sequence_end_value. pose proof (advance_value n s). pose proof (advance_value (action_count r) (advance n s)). lia. }
    constructor; [|apply (IH (advance n s)); try assumption; try lia].
    assert (Ep : x' p = x p) by (apply E; lia). rewrite Ep in B0'.
    assert (K : forall k, (s <= k < advance (length b) s)%positive -> x' k = x k) by (rewrite L; intros k K; apply E; lia).
    clear - B0 B0' R0 K L L'. rewrite <- L in L'. clear L. clearbody n. clear n. revert s b' L' B0 B0' K.
    induction b as [|[a d] b IH]; intros s [|[a' d'] b'] L' B0 B0' K; simpl in *; try discriminate; [constructor|].
    destruct B0 as (_ & _ & X & B0). destruct B0' as (_ & _ & X' & B0').
    constructor; [|apply (IH (Pos.succ s)); auto; intros k H; apply K; lia]. cbn [fst snd].
    assert (Q : x p * fraction F a d = x p * fraction F a' d').
    { rewrite <- X, <- X'. symmetry. apply K. pose proof (advance_value (length b) (Pos.succ s)). lia. }
    transitivity (x p * fraction F a d / x p); [field; exact R0|]. rewrite Q. field. exact R0. }
  now apply (W cs 2%positive bs bs').
Qed.

(** ** Off the path *)

Lemma range_meets_sound P n : forall s k, (s <= k < advance n s)%positive -> member k P = true -> range_meets n s P = true.
Proof.
  induction n as [|n IH]; intros s k K M; simpl in *; [lia|]. destruct (member s P) eqn:E; [reflexivity|].
  apply (IH (Pos.succ s) k); [|exact M]. destruct (Pos.eq_dec k s) as [->|]; [congruence | lia].
Qed.

Lemma covers_entries_sound Y P es i j a : covers_entries es Y P = true -> In (i, j, a) es -> a <> 0%Z -> z_lookup Y j <> 0%Z -> member i P = true.
Proof.
  induction es as [|[[x y] b] r IH]; intros C I A J; [destruct I|]. simpl in C.
  destruct (if (b =? 0)%Z then true else if (z_lookup Y y =? 0)%Z then true else member x P) eqn:E; [|discriminate].
  destruct I as [I|I]; [|now apply IH]. injection I as -> -> ->.
  destruct (Z.eqb_spec a 0); [contradiction|]. destruct (Z.eqb_spec (z_lookup Y j) 0); [contradiction | exact E].
Qed.

Lemma covers_parents_sound P cs : forall s acc, covers_parents cs s P = true ->
  (forall p s n, In (p, s, n) acc -> range_meets n s P = true -> member p P = true) ->
  forall p t n, In (p, t, n) (backward_infosets cs s acc) -> range_meets n t P = true -> member p P = true.
Proof.
  induction cs as [|[q m] r IH]; intros s acc C A p t n I; simpl in *; [now apply A|].
  destruct (if range_meets m s P then member q P else true) eqn:E; [|discriminate].
  apply (IH (advance m s) ((q, s, m) :: acc)); [exact C | | exact I].
  intros p' s' n' [Q|Q]; [|now apply (A p' s' n')]. injection Q as <- <- <-. intros H. now rewrite H in E.
Qed.

Lemma check_off_path_sound g X Y listed : weight F Z 0%Z (kZ F) X 1 <> 0 -> weight F Z 0%Z (kZ F) Y 1 <> 0 ->
  check_off_path g X Y listed = true ->
  off_path_holds false (integer_game F g) (integer_plan F X) (integer_plan F Y) listed.
Proof.
  intros NX NY. destruct listed as [listed|]; [|now intros]. unfold check_off_path, off_path_holds.
  set (P := leading_sequences _ _ _). destruct (covers_entries (entries g) Y P) eqn:CE; [|discriminate].
  destruct (covers_parents (infosets1 g) 2 P) eqn:CP; [|discriminate].
  assert (L : forall k, leads (integer_game F g) (integer_plan F Y) k -> member k P = true).
  { intros k H. induction H as [i j a I A J | p s n k I K H IH].
    - simpl in I. unfold entries_in_field in I. apply in_map_iff in I as ([[i' j'] a'] & E & I). injection E as <- <- <-.
      apply (covers_entries_sound Y P _ _ _ _ CE I).
      + intros Q. apply A. rewrite Q. apply kZ_0.
      + intros Q. apply J. now apply plan_zero.
    - apply (covers_parents_sound P _ 2 [] CP (fun _ _ _ Q => match Q with end) p s n); [exact I|]. now apply (range_meets_sound P n s k). }
  change (Infosets1 F (integer_game F g)) with (infosets1 g).
  assert (G : forall cs s listed, check_listed false cs s listed X P = true ->
    listed_right false (integer_game F g) cs s listed (integer_plan F X) (integer_plan F Y)).
  { induction cs as [|[p n] r IH]; intros s [|l ls] H; simpl in *; try discriminate; [exact I|].
    pose proof (plan_zero X p NX) as E.
    destruct (Z.eqb_spec (z_lookup X p) 0) as [Q|Q]; destruct l; try discriminate.
    - split; [left; tauto | now apply IH].
    - destruct (range_meets n s P) eqn:M; [discriminate|]. cbn [negb] in H. split; [|now apply IH].
      right. split; [reflexivity|]. intros k K D. apply L in D. rewrite (range_meets_sound P n s k K D) in M. discriminate.
    - split; [tauto | now apply IH]. }
  apply G.
Qed.

Lemma check_off_path_matrix_sound G X y listed : weight F Z 0%Z (kZ F) X 1 <> 0 ->
  check_off_path_matrix (Infosets1 F G) X listed = true -> off_path_holds true G (integer_plan F X) y listed.
Proof.
  intros N. destruct listed as [listed|]; [|now intros]. unfold check_off_path_matrix, off_path_holds.
  generalize (Infosets1 F G), 2%positive. intros cs. revert listed.
  induction cs as [|[p n] r IH]; intros [|l ls] s H; simpl in *; try discriminate; [exact I|].
  pose proof (plan_zero X p N) as E.
  destruct (Z.eqb_spec (z_lookup X p) 0) as [Q|Q]; destruct l; try discriminate.
  - split; [left; tauto | now apply IH].
  - split; [tauto | now apply IH].
Qed.

(** ** The theorem *)

Theorem check_file_sound f : check_file f = true -> exists x y, file_holds f x y.
Proof.
  unfold check_file. rewrite !andb_true_iff. intros (((C & B1) & B2) & O).
  pose proof (check_certificate_plans F _ _ _ C) as (S & U1 & U2).
  unfold check_certificate, check_solution in C. rewrite !andb_true_iff in C. destruct C as [[[_ C] _] _].
  unfold check_integer, check_equilibrium, is_realization_plan in C. rewrite !andb_true_iff in C. simpl in C.
  destruct C as ((((_ & ((P1 & _) & _)) & ((P2 & _) & _)) & _) & _).
  apply (z_positive_sound F) in P1 as [_ P1]. apply (z_positive_sound F) in P2 as [_ P2].
  exists (solution_plan1 F (file_solution f)), (solution_plan2 F (file_solution f)).
  destruct (is_matrix f) eqn:M; apply andb_true_iff in O as [O1 O2]; split; try assumption; try (now apply check_behaviour_sound); rewrite M.
  - now apply check_off_path_matrix_sound.
  - now apply check_off_path_matrix_sound.
  - now apply check_off_path_sound.
  - now apply check_off_path_sound.
Qed.
End Meaning.
