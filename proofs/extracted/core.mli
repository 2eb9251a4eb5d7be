
val negb : bool -> bool

type nat =
| O
| S of nat

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

val length : 'a1 list -> nat

type comparison =
| Eq
| Lt
| Gt

val compOpp : comparison -> comparison

val add : nat -> nat -> nat

val eqb : bool -> bool -> bool

module Pos :
 sig
  val succ : Whole.positive -> Whole.positive

  val add : Whole.positive -> Whole.positive -> Whole.positive

  val add_carry : Whole.positive -> Whole.positive -> Whole.positive

  val pred_double : Whole.positive -> Whole.positive

  val mul : Whole.positive -> Whole.positive -> Whole.positive

  val compare_cont :
    comparison -> Whole.positive -> Whole.positive -> comparison

  val compare : Whole.positive -> Whole.positive -> comparison

  val eqb : Whole.positive -> Whole.positive -> bool

  val ltb : Whole.positive -> Whole.positive -> bool

  val iter_op : ('a1 -> 'a1 -> 'a1) -> Whole.positive -> 'a1 -> 'a1

  val to_nat : Whole.positive -> nat
 end

module Z :
 sig
  val double : Whole.t -> Whole.t

  val succ_double : Whole.t -> Whole.t

  val pred_double : Whole.t -> Whole.t

  val pos_sub : Whole.positive -> Whole.positive -> Whole.t

  val compare : Whole.t -> Whole.t -> comparison

  val to_nat : Whole.t -> nat

  val pos_div_eucl : Whole.positive -> Whole.t -> Whole.t * Whole.t

  val div_eucl : Whole.t -> Whole.t -> Whole.t * Whole.t
 end

val rev_append : 'a1 list -> 'a1 list -> 'a1 list

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1

val forallb : ('a1 -> bool) -> 'a1 list -> bool

type 'a trie =
| Leaf
| Node of 'a trie * 'a option * 'a trie

module PM :
 sig
  type 'a t = 'a trie

  val empty : 'a1 t

  val find : Whole.positive -> 'a1 t -> 'a1 option

  val add : Whole.positive -> 'a1 -> 'a1 t -> 'a1 t
 end

val member : Whole.positive -> unit PM.t -> bool

type infoset = Whole.positive * nat

val advance : nat -> Whole.positive -> Whole.positive

val sequence_end : infoset list -> Whole.positive -> Whole.positive

val backward_infosets :
  infoset list -> Whole.positive -> ((Whole.positive * Whole.positive) * nat)
  list -> ((Whole.positive * Whole.positive) * nat) list

val valid_tree : infoset list -> Whole.positive -> bool

val lookup : 'a1 -> 'a1 PM.t -> Whole.positive -> 'a1

val add_at :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> 'a1 PM.t -> Whole.positive -> 'a1 -> 'a1 PM.t

type 'c entry = (Whole.positive * Whole.positive) * 'c

val payoff_form :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> 'a1 entry list -> 'a1
  PM.t -> 'a1 PM.t

val subtract_range :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> nat -> Whole.positive -> 'a1
  -> 'a1 PM.t -> 'a1 PM.t

val range_values :
  'a1 -> nat -> Whole.positive -> 'a1 PM.t -> 'a1 list -> 'a1 list

val backward_step :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> ('a1 list -> 'a1) -> 'a1 PM.t
  -> ((Whole.positive * Whole.positive) * nat) -> 'a1 PM.t

val range_nonpositive :
  'a1 -> ('a1 -> bool) -> nat -> Whole.positive -> 'a1 PM.t -> bool

val all_nonpositive :
  'a1 -> ('a1 -> bool) -> infoset list -> Whole.positive -> 'a1 PM.t -> bool

val entries_in_range : Whole.positive -> 'a1 entry list -> bool

val parents_in_range : Whole.positive -> infoset list -> bool

val best_response_value :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> ('a1
  -> bool) -> ('a1 list -> 'a1) -> infoset list -> 'a1 entry list -> 'a1 PM.t
  -> 'a1 option

val swapped_entries : ('a1 -> 'a1) -> 'a1 entry list -> 'a1 entry list

val range_total :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> nat -> Whole.positive -> 'a1 PM.t -> 'a1 ->
  'a1

val conserves_flow :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> bool) -> infoset list ->
  Whole.positive -> 'a1 PM.t -> bool

val range_nonnegative :
  'a1 -> ('a1 -> 'a1) -> ('a1 -> bool) -> nat -> Whole.positive -> 'a1 PM.t
  -> bool

val all_nonnegative :
  'a1 -> ('a1 -> 'a1) -> ('a1 -> bool) -> infoset list -> Whole.positive ->
  'a1 PM.t -> bool

val is_realization_plan :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> ('a1 -> 'a1 -> bool) -> ('a1
  -> bool) -> ('a1 -> bool) -> infoset list -> 'a1 PM.t -> bool

type 'c game = { infosets1 : infoset list; infosets2 : infoset list;
                 entries : 'c entry list; denominator : 'c }

type 'c claim = { value_numerator : 'c; value_denominator : 'c;
                  plan1 : 'c PM.t; plan2 : 'c PM.t }

val check_equilibrium :
  'a1 -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1) -> ('a1
  -> 'a1 -> bool) -> ('a1 -> bool) -> ('a1 -> bool) -> ('a1 list -> 'a1) ->
  'a1 game -> 'a1 claim -> bool

val z_nonpositive : Whole.t -> bool

val z_positive : Whole.t -> bool

val z_maximum : Whole.t list -> Whole.t

val check_integer : Whole.t game -> Whole.t claim -> bool

type local_strategy = (Whole.t * Whole.t) list

type solution = { solution_game : Whole.t game; stated_numerator : Whole.t;
                  stated_denominator : Whole.t;
                  strategy1 : local_strategy list;
                  strategy2 : local_strategy list;
                  plan1_denominator : Whole.t; plan2_denominator : Whole.t }

val extend_actions :
  local_strategy -> Whole.positive -> Whole.t -> Whole.t PM.t -> Whole.t PM.t

val extend_weights :
  infoset list -> local_strategy list -> Whole.positive -> Whole.t PM.t ->
  Whole.t PM.t

val strategy_weights :
  infoset list -> local_strategy list -> Whole.t -> Whole.t PM.t

val sums_to_one : local_strategy -> Whole.t -> Whole.t -> bool

val check_actions :
  nat -> local_strategy -> Whole.positive -> Whole.t -> Whole.t PM.t -> bool

val check_strategy :
  infoset list -> local_strategy list -> Whole.positive -> Whole.t PM.t ->
  bool

val check_solution : solution -> bool

type row = (Whole.positive * Whole.t) list

val push : Whole.t -> Whole.positive -> Whole.t -> row -> row

val reduced_row : Whole.t -> row -> row

val scaled_row : Whole.t -> Whole.t -> row -> row

val subtract_row : Whole.t -> Whole.t -> row -> row -> row -> row

val power_mod : Whole.t -> Whole.t -> Whole.positive -> Whole.t

val inverse_mod : Whole.t -> Whole.t -> Whole.t

val reduce_row : Whole.positive list -> Whole.t -> row PM.t -> row -> row

val insert_row : Whole.positive list -> Whole.t -> row PM.t -> row -> row PM.t

val keys_in : unit PM.t -> row -> bool

val determined :
  row PM.t -> Whole.positive list -> unit PM.t -> unit PM.t option

val no_divisor : nat -> Whole.t -> Whole.t -> bool

val is_prime : Whole.t -> bool

val full_column_rank : Whole.t -> Whole.positive list -> row list -> bool

val reduced_form :
  infoset list -> Whole.t entry list -> Whole.t PM.t -> Whole.t PM.t

val add_zeros :
  nat -> Whole.positive -> Whole.t PM.t -> unit PM.t -> unit PM.t

val tight_sequences :
  infoset list -> Whole.positive -> Whole.t PM.t -> unit PM.t -> unit PM.t

val range_members :
  nat -> Whole.positive -> unit PM.t -> Whole.positive list -> Whole.positive
  list

val members :
  infoset list -> Whole.positive -> unit PM.t -> Whole.positive list ->
  Whole.positive list

type direction = (Whole.positive * Whole.t) list

val moved : Whole.t PM.t -> direction -> Whole.t PM.t

val feasible_both_ways : infoset list -> Whole.t PM.t -> direction -> bool

val infoset_row :
  unit PM.t -> ((Whole.positive * Whole.positive) * nat) -> row

val infoset_rows : unit PM.t -> infoset list -> row list

val column : row PM.t -> Whole.positive -> row

val payoff_columns : unit PM.t -> Whole.t entry list -> row PM.t

val direction_form : row PM.t -> direction -> Whole.t PM.t

val row_of : Whole.positive list -> Whole.t PM.t -> row

val check_unique :
  Whole.t game -> Whole.t claim -> Whole.t -> direction list -> bool

type uniqueness_evidence =
| NotUnique of local_strategy list * Whole.t
| Unique of local_strategy list * Whole.t * Whole.t * direction list

val range_differ :
  nat -> Whole.positive -> Whole.t PM.t -> Whole.t PM.t -> bool

val differ :
  infoset list -> Whole.positive -> Whole.t PM.t -> Whole.t PM.t -> bool

val check_uniqueness :
  Whole.t game -> Whole.t -> Whole.t -> Whole.t PM.t -> Whole.t PM.t ->
  uniqueness_evidence -> bool

val swapped_game : Whole.t game -> Whole.t game

val check_certificate :
  solution -> uniqueness_evidence -> uniqueness_evidence -> bool

type file = { file_solution : solution; evidence1 : uniqueness_evidence;
              evidence2 : uniqueness_evidence; behaviour1 : bool option;
              behaviour2 : bool option; off_path1 : bool list option;
              off_path2 : bool list option; is_matrix : bool }

val all_reached : infoset list -> Whole.t PM.t -> bool

val check_behaviour :
  infoset list -> Whole.t PM.t -> uniqueness_evidence -> bool option -> bool

val range_meets : nat -> Whole.positive -> unit PM.t -> bool

val paid_sequences : Whole.t entry list -> Whole.t PM.t -> unit PM.t

val leading_sequences :
  infoset list -> Whole.t entry list -> Whole.t PM.t -> unit PM.t

val covers_entries : Whole.t entry list -> Whole.t PM.t -> unit PM.t -> bool

val covers_parents : infoset list -> Whole.positive -> unit PM.t -> bool

val check_listed :
  bool -> infoset list -> Whole.positive -> bool list -> Whole.t PM.t -> unit
  PM.t -> bool

val check_off_path :
  bool -> Whole.t game -> Whole.t PM.t -> Whole.t PM.t -> bool list option ->
  bool

val check_file : file -> bool

type interval = { interval_game : Whole.t game; low_numerator : Whole.t;
                  low_denominator : Whole.t; high_numerator : Whole.t;
                  high_denominator : Whole.t;
                  interval_strategy1 : local_strategy list;
                  interval_strategy2 : local_strategy list;
                  interval_scale1 : Whole.t; interval_scale2 : Whole.t }

val check_interval : interval -> bool

type poly = Whole.t list

val padd : poly -> poly -> poly

val pscale : Whole.t -> poly -> poly

val popp : poly -> poly

val pmul : poly -> poly -> poly

val pzero : poly -> bool

val peqb : poly -> poly -> bool

val times_linear :
  Whole.t -> Whole.t -> Whole.t -> Whole.t list -> Whole.t list

val linear_power : Whole.t -> Whole.t -> nat -> Whole.t list

val substituted :
  Whole.t -> Whole.t -> Whole.t -> Whole.t -> poly -> Whole.t list

type range = { range_scale : Whole.t; range_from : Whole.t;
               range_to : Whole.t option }

val nonneg_between : nat -> Whole.t -> Whole.t -> Whole.t -> poly -> bool

val nonneg : range -> poly -> bool

val big : Whole.t

val p_nonpositive : range -> poly -> bool

val p_positive : range -> poly -> bool

val p_maximum_of : range -> poly list -> poly list -> poly

val p_maximum : range -> poly list -> poly

val valid_range : range -> bool

val check_parametric : range -> poly game -> poly claim -> bool
