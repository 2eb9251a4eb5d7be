(* The ways in which the check of a file ends without a proof. *)

exception Refused of string
exception Not_well_formed of string
exception Not_for_this_checker of string

let refuse format = Printf.ksprintf (fun why -> raise (Refused why)) format
let malformed format = Printf.ksprintf (fun why -> raise (Not_well_formed why)) format

(* what a well-formed file claims *)
let demand holds why = if not holds then raise (Refused why)

(* the grammar *)
let require holds why = if not holds then raise (Not_well_formed why)
