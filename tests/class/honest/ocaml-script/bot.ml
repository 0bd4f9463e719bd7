#!/usr/bin/ocaml
(* Chomp, run by the interpreter, which compiles it at each turn. *)
let start = Sys.time ()

let rec read_lines file =
  match input_line file with
  | line -> line :: read_lines file
  | exception End_of_file -> close_in file; []

let is_row line = line <> "" && String.for_all (fun c -> c = 'o' || c = '-') line

(* Eats the last chip of the first row that has one. *)
let rec bite = function
  | [] -> []
  | row :: rows -> (
      match String.rindex_opt row 'o' with
      | None -> row :: bite rows
      | Some place -> String.mapi (fun i c -> if i = place then '-' else c) row :: rows)

let time_of line = float_of_string (List.nth (String.split_on_char ' ' line) 1)

let () =
  let lines = Array.of_list (read_lines (open_in "matrix.txt")) in
  let head = String.split_on_char ' ' lines.(0) in
  let player = List.hd head and number = int_of_string (List.nth head 1) in
  let other = if player = "A" then "B" else "A" in
  let rows = bite (List.filter is_row (Array.to_list lines)) in
  let poisoned = (List.nth rows (List.length rows - 1)).[0] in
  let winner = if poisoned = '-' then other else "U" in
  let mine = if player = "A" then 1 else 2 in
  let left = time_of lines.(mine) -. (Sys.time () -. start) in
  lines.(mine) <- "0 " ^ string_of_float left;
  let file = open_out_bin "matrix.txt" in
  Printf.fprintf file "%s %d %s\n" other (number + 1) winner;
  Printf.fprintf file "%s\n%s\n" lines.(1) lines.(2);
  List.iter (fun row -> output_string file (row ^ "\n")) rows;
  output_string file "game chomp";
  close_out file
