// The player: this is yours to change.

// choose returns one of the legal moves: the first that wins at once, or else any.
func choose(game *Game, moves []Move) Move {
	for _, move := range moves {
		if play(game, move).winner == game.player {
			return move
		}
	}
	return moves[random.Intn(len(moves))]
}

var random = rand.New(rand.NewSource(time.Now().UnixNano()))

// perft counts the sequences of that many moves, to be compared with `arena perft`.
func perft(game *Game, depth int) int {
	if depth == 0 {
		return 1
	}
	if game.winner != 'U' {
		return 0
	}
	total := 0
	for _, move := range findMoves(game) {
		total += perft(play(game, move), depth-1)
	}
	return total
}

func main() {
	start := time.Now()
	game := readGame()
	if game == nil || !isGood(game) {
		fmt.Fprintln(os.Stderr, "matrix.txt is missing or malformed")
		os.Exit(malformed)
	}
	if len(os.Args) == 2 { // for you, not for the referee: @PROGRAM@ 3
		depth, _ := strconv.Atoi(os.Args[1])
		fmt.Println(perft(game, depth))
		os.Exit(done)
	}
	if game.winner != 'U' || len(findMoves(game)) == 0 {
		fmt.Fprintln(os.Stderr, "the game is over")
		os.Exit(done)
	}
	player := game.player
	for game.player == player && game.winner == 'U' {
		game = play(game, choose(game, findMoves(game)))
	}
	// The clock is read last, when the move is known.
	own := int(player - 'A')
	left := game.seconds[own] - time.Since(start).Seconds()
	if left < 0 {
		left = 0
	}
	game.times[own] = fmt.Sprintf("%.6f", left)
	if err := game.write(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(cannotWrite)
	}
}
