(** Finite maps from positive numbers: a binary tree, in which the bits of a number are the path to its value. *)
Require Import PArith.
Inductive trie (A : Type) : Type := Leaf | Node (l : trie A) (o : option A) (r : trie A).
Arguments Leaf {A}. Arguments Node {A}.

Module PM.
Definition t := trie.
Definition empty A : t A := Leaf.
Fixpoint find {A} (k : positive) (m : t A) {struct m} : option A :=
  match m with
  | Leaf => None
  | Node l o r => match k with xH => o | xO k => find k l | xI k => find k r end
  end.
Fixpoint add {A} (k : positive) (a : A) (m : t A) : t A :=
  match k, m with
  | xH, Leaf => Node Leaf (Some a) Leaf
  | xH, Node l _ r => Node l (Some a) r
  | xO k, Leaf => Node (add k a Leaf) None Leaf
  | xO k, Node l o r => Node (add k a l) o r
  | xI k, Leaf => Node Leaf None (add k a Leaf)
  | xI k, Node l o r => Node l o (add k a r)
  end.
Lemma gempty A k : find k (empty A) = None.
Proof. reflexivity. Qed.
Lemma gss A k (a : A) : forall m, find k (add k a m) = Some a.
Proof. induction k; intros [|l o r]; simpl; auto. Qed.
Lemma gso A k (a : A) : forall i m, i <> k -> find i (add k a m) = find i m.
Proof.
  induction k as [k IH|k IH|]; intros [i|i|] [|l o r] N; simpl; try reflexivity;
    try (rewrite IH by congruence); try reflexivity; congruence.
Qed.
End PM.

(** Sets of positive numbers. *)
Definition member (k : positive) (T : PM.t unit) : bool := match PM.find k T with Some _ => true | None => false end.

Lemma member_add k s T : member k (PM.add s tt T) = if Pos.eqb k s then true else member k T.
Proof. unfold member. destruct (Pos.eqb_spec k s) as [->|N]; [now rewrite PM.gss | now rewrite PM.gso]. Qed.
