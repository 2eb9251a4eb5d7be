(** Le Her, with 13 ranks and 4 suits: its value, and the only optimal strategy of each player.

    To be believed: Rules.v, and the rules below. *)
Require Import ZArith List Reals.
Require Import Sabot.Rules.
Import ListNotations.
Open Scope Z_scope.

(** * The rules *)

(** Cards are ranks, from 1 (ace) to 13 (king). *)
Definition king : Z := 13.
Definition full_pack : list (Z * Z) := map (fun rank => (Z.of_nat rank, 4)) (seq 1 13).
Definition without (card : Z) (pack : list (Z * Z)) : list (Z * Z) :=
  map (fun '(rank, number) => (rank, if rank =? card then number - 1 else number)) pack.

(** The higher card wins 1, and the dealer wins ties. The receiver is the first player. *)
Definition compare (receiver dealer : Z) : game_tree Z Z Z :=
  pay (if dealer <? receiver then 1 else -1).

(** A dealer who replaces his card takes the next card of the pack. If that is a king, he keeps his old card. *)
Definition replace (receiver dealer : Z) (pack : list (Z * Z)) : game_tree Z Z Z :=
  draw pack (fun next => compare receiver (if next =? king then dealer else next)).

(** Each player gets a card and sees only that. The receiver may exchange the cards; a dealer with a
    king refuses. After an exchange the dealer knows both cards: he must replace his if it loses, and
    only then. If the receiver does not exchange, the dealer may replace his card. *)
Definition le_her : game_tree Z Z Z :=
  draw full_pack (fun receiver =>
  draw (without receiver full_pack) (fun dealer =>
  let rest := without dealer (without receiver full_pack) in
  ask1 receiver (fun exchanges =>
    if exchanges then
      if dealer =? king then compare receiver dealer             (* he refuses *)
      else if dealer <=? receiver then compare dealer receiver   (* exchanged: the dealer's card wins *)
      else replace dealer receiver rest                          (* exchanged: it loses *)
    else
      ask2 dealer (fun replaces =>
        if replaces then replace receiver dealer rest else compare receiver dealer)))).

(** * The solution *)

Open Scope R_scope.

(** The probability that the receiver exchanges a card: he exchanges all up to 6, and sometimes a 7. *)
Definition exchange (card : Z) : R := if (card <=? 6)%Z then 1 else if (card =? 7)%Z then 3/8 else 0.

(** The probability that the dealer replaces a card: he replaces all up to 7, and sometimes an 8. *)
Definition replacement (card : Z) : R := if (card <=? 7)%Z then 1 else if (card =? 8)%Z then 5/8 else 0.

(** The value is 277/11050, paid to the receiver. A strategy of the receiver is optimal if and only if it
    is [exchange] at all 13 ranks; one of the dealer, if and only if it is [replacement]. *)
Definition le_her_statement : Prop :=
  value le_her (277/11050) /\
  (forall x, optimal1 le_her (277/11050) x <->
    behaviour_strategy x /\ forall card, (1 <= card <= 13)%Z -> x card = exchange card) /\
  (forall y, optimal2 le_her (277/11050) y <->
    behaviour_strategy y /\ forall card, (1 <= card <= 13)%Z -> y card = replacement card).

(** * The proof *)

Require Import QArith Qreals Lra Lia.
Require Import Sabot.OrderedField Sabot.Solution Sabot.Certificate Sabot.FromRules.
Open Scope R_scope.

Definition ranks : numbering Z := {|
  infoset_list := map Z.of_nat (seq 1 13); number := fun card => Z.to_pos (2 * card); previous := fun _ => 1%positive;
  same := Z.eq_dec |}.

Definition claim : rules_claim := {|
  tree := le_her; claimed_value := 277 # 11050;
  claimed1 := fun card => if (card <=? 6)%Z then 1%Q else if (card =? 7)%Z then 3#8 else 0%Q;
  claimed2 := fun card => if (card <=? 7)%Z then 1%Q else if (card =? 8)%Z then 5#8 else 0%Q;
  payoff_denominator := 132600; denominator1 := 8; denominator2 := 8 |}.

(** Evidence of uniqueness: each player's plan can be moved at the rank where he mixes. *)
Definition evidence1 : uniqueness_evidence :=
  Unique (locals ranks (claimed2 claim)) 8 1000003 [[(17%positive, 1%Z); (16%positive, (-1)%Z)]].
Definition evidence2 : uniqueness_evidence :=
  Unique (locals ranks (claimed1 claim)) 8 1000003 [[(15%positive, 1%Z); (14%positive, (-1)%Z)]].

Lemma le_her_checked : check_rules ranks ranks claim evidence1 evidence2 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma in_ranks card : In card (infoset_list ranks) <-> (1 <= card <= 13)%Z.
Proof.
  change (In card (map Z.of_nat (seq 1 13)) <-> (1 <= card <= 13)%Z). rewrite in_map_iff. split.
  - intros (n & <- & H). apply in_seq in H. lia.
  - intros H. exists (Z.to_nat card). split; [lia | apply in_seq; lia].
Qed.

Lemma claimed_exchange card : exchange card = Q2R (claimed1 claim card).
Proof. unfold exchange. simpl. destruct (card <=? 6)%Z; [unfold Q2R; simpl; lra|]. destruct (card =? 7)%Z; unfold Q2R; simpl; lra. Qed.

Lemma claimed_replacement card : replacement card = Q2R (claimed2 claim card).
Proof. unfold replacement. simpl. destruct (card <=? 7)%Z; [unfold Q2R; simpl; lra|]. destruct (card =? 8)%Z; unfold Q2R; simpl; lra. Qed.

Lemma strategy_exchange : behaviour_strategy exchange.
Proof. intros card. unfold exchange. destruct (card <=? 6)%Z; [lra|]. destruct (card =? 7)%Z; lra. Qed.

Lemma strategy_replacement : behaviour_strategy replacement.
Proof. intros card. unfold replacement. destruct (card <=? 7)%Z; [lra|]. destruct (card =? 8)%Z; lra. Qed.

Lemma claimed_277 : 277/11050 = Q2R (claimed_value claim).
Proof. unfold Q2R. simpl. lra. Qed.

Theorem le_her_solved : le_her_statement.
Proof.
  split; [|split].
  - exact (claimed_value_ok _ _ _ _ _ le_her_checked _ _ _ claimed_277 strategy_exchange strategy_replacement claimed_exchange claimed_replacement).
  - intros x. transitivity (behaviour_strategy x /\ forall card, In card (infoset_list ranks) -> x card = exchange card).
    + apply (claimed1_unique _ _ _ _ _ le_her_checked _ _ claimed_277 strategy_exchange claimed_exchange); reflexivity.
    + split; intros [S H]; (split; [exact S|]); intros card C; now apply H, in_ranks.
  - intros y. transitivity (behaviour_strategy y /\ forall card, In card (infoset_list ranks) -> y card = replacement card).
    + apply (claimed2_unique _ _ _ _ _ le_her_checked _ _ claimed_277 strategy_replacement claimed_replacement); reflexivity.
    + split; intros [S H]; (split; [exact S|]); intros card C; now apply H, in_ranks.
Qed.

(** In every ordered field in which equality is decidable, as the rationals: the claimed strategies are optimal with
    that value, and each is the only optimal one at the information sets. *)
Theorem le_her_ordered_field (F : OrderedField) : (forall a b : F, {a = b} + {a <> b}) ->
  rules_solved F ranks ranks claim evidence1 evidence2.
Proof. intros decide. exact (check_rules_sound F _ _ decide _ _ _ le_her_checked). Qed.
