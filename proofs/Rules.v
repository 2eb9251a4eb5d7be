(** Games by their rules, for two players, one of whom is paid by the other.

    Nothing here depends on the rest of this library: these definitions and the rules of a game are
    all that a reader of a theorem in games/ has to believe. *)
Require Import ZArith List Reals.
Import ListNotations.

(** A game tree. A player whose turn it is knows what the rules name there, and nothing else; he
    answers yes ([true]) or no ([false]). A card is drawn from a pack that lists each kind of card with
    the number of such cards, each card with the same probability. *)
Inductive game_tree (card know1 know2 : Type) : Type :=
| pay (amount : Z)                                          (* to the first player; the hand ends *)
| draw (pack : list (card * Z)) (next : card -> game_tree card know1 know2)
| ask1 (knows : know1) (next : bool -> game_tree card know1 know2)
| ask2 (knows : know2) (next : bool -> game_tree card know1 know2).
Arguments pay {card know1 know2}. Arguments draw {card know1 know2}.
Arguments ask1 {card know1 know2}. Arguments ask2 {card know1 know2}.

Definition size {card : Type} (pack : list (card * Z)) : Z := fold_right Z.add 0%Z (map snd pack).

(** ** Strategies, and what they earn *)

Open Scope R_scope.
Section Meaning.
Context {card know1 know2 : Type}.
Notation tree := (game_tree card know1 know2).

(** A behaviour strategy: for all that a player may know, the probability that he answers yes. *)
Definition behaviour_strategy {know : Type} (x : know -> R) : Prop := forall k, 0 <= x k <= 1.

(** What the first player is paid on average. *)
Fixpoint expected (g : tree) (x : know1 -> R) (y : know2 -> R) : R :=
  match g with
  | pay a => IZR a
  | draw pack next =>
    fold_right Rplus 0 (map (fun '(card, number) => IZR number * expected (next card) x y) pack)
      / IZR (size pack)
  | ask1 k next => x k * expected (next true) x y + (1 - x k) * expected (next false) x y
  | ask2 k next => y k * expected (next true) x y + (1 - y k) * expected (next false) x y
  end.

(** With x the first player is paid v on average, or more, whatever the second does; with y the second
    pays v on average, or less, whatever the first does. If v is the value, these are the optimal strategies. *)
Definition optimal1 (g : tree) (v : R) (x : know1 -> R) : Prop :=
  behaviour_strategy x /\ forall y, behaviour_strategy y -> v <= expected g x y.
Definition optimal2 (g : tree) (v : R) (y : know2 -> R) : Prop :=
  behaviour_strategy y /\ forall x, behaviour_strategy x -> expected g x y <= v.

(** v is the value of the game: both players have such strategies. *)
Definition value (g : tree) (v : R) : Prop := (exists x, optimal1 g v x) /\ (exists y, optimal2 g v y).

(** A game has no more than one value. *)
Lemma value_unique g v w : value g v -> value g w -> v = w.
Proof.
  intros [(x & Sx & X) (y & Sy & Y)] [(x' & Sx' & X') (y' & Sy' & Y')].
  apply Rle_antisym; [apply Rle_trans with (expected g x y') | apply Rle_trans with (expected g x' y)]; auto.
Qed.
End Meaning.
