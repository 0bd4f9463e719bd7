let other player = if player = 'A' then 'B' else 'A'
let up player = if player = 'A' then -1 else 1

let cell board row column =
  if row < 0 || row > 7 || column < 0 || column > 7 then '*'
  else Bytes.get board.(row) column

(* All moves: row, column, direction, length. *)
let moves board player =
  let found = ref [] in
  for row = 0 to 7 do
    for column = 0 to 7 do
      for right = -1 to 1 do
        let ahead n = cell board (row + (n * up player)) (column + (n * right)) in
        if cell board row column = player then
          if ahead 1 = '-' then found := (row, column, right, 1) :: !found
          else if ahead 1 = other player && ahead 2 = '-' then
            found := (row, column, right, 2) :: !found
      done
    done
  done;
  !found

let () =
  let file = Scanf.Scanning.open_in "matrix.txt" in
  let player, number, _ = Scanf.bscanf file " %c %d %c" (fun a b c -> (a, b, c)) in
  let read_time () = Scanf.bscanf file " %d %f" (fun _ time -> time) in
  let time_a = read_time () in
  let time_b = read_time () in
  let board = Array.init 8 (fun _ -> Scanf.bscanf file " %s" Bytes.of_string) in
  Scanf.Scanning.close_in file;

  let row, column, right, length = List.hd (moves board player) in
  for n = 0 to length do
    let piece = if n = length then player else '-' in
    Bytes.set board.(row + (n * up player)) (column + (n * right)) piece
  done;

  let winner =
    if moves board (other player) = [] then other player
    else if Bytes.contains board.(if player = 'A' then 0 else 7) player then player
    else if number = 60 then 'D'
    else 'U'
  in
  let used = Sys.time () in
  let time_a = if player = 'A' then time_a -. used else time_a in
  let time_b = if player = 'B' then time_b -. used else time_b in
  let out = open_out "matrix.txt" in
  Printf.fprintf out "%c %d %c\n" (other player) (number + 1) winner;
  Printf.fprintf out "0 %g\n0 %g\n" time_a time_b;
  Array.iter (fun row -> Printf.fprintf out "%s\n" (Bytes.to_string row)) board;
  close_out out
