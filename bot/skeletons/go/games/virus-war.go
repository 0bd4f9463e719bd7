// The rules of Virus War. A move is one step here: a turn is made of three.

const stepsOfTurn = 3

// Move tells where a symbol is put, or an enemy's killed; a row of -1 is a pass.
type Move struct{ row, column int }

var pass = Move{-1, -1}

// Rules are the options of a rule set, with changes.
type Rules struct {
	occupied  bool // the corners, at the start
	firstTurn int  // number of its steps
	ending    string
}

var ruleSets = map[string]Rules{
	"classic":    {false, stepsOfTurn, "kill-all"},
	"sesc":       {false, stepsOfTurn, "last-turn"},
	"petersburg": {true, 1, "full-turn"},
	"last-move":  {false, stepsOfTurn, "full-turn"},
}

// rulesOf reads the line `rules` of the file; false if it is not understood.
func rulesOf(game *Game) (Rules, bool) {
	words := strings.Fields(game.rules)
	if len(words) == 0 {
		words = []string{"classic"}
	}
	rules, good := ruleSets[words[0]]
	for _, word := range words[1:] {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "opening":
			rules.occupied = value == "occupied"
		case "first-turn":
			rules.firstTurn, _ = strconv.Atoi(value)
		case "ending":
			rules.ending = value
		case "passing":
			// This bot passes only where it must, so it need not know whether it may.
		default:
			return rules, false
		}
	}
	return rules, good
}

// endsBy tells whether the game ends in this way.
func endsBy(game *Game, ending string) bool {
	rules, _ := rulesOf(game)
	return rules.ending == ending
}

// isGood tells whether the file is of this game.
func isGood(game *Game) bool {
	size := game.width()
	_, good := rulesOf(game)
	good = good && game.name == "virus-war" && !game.hasPoints()
	return good && 4 <= size && size <= 16 && game.consistsOf(size, size, "-ABab")
}

// killed returns the letter of a killed symbol of the player.
func killed(player byte) byte { return player - 'A' + 'a' }

// wipedOut tells whether the player has lost the last live symbol.
func wipedOut(game *Game, player byte) bool {
	return game.count(player) == 0 && game.count(killed(player)) > 0
}

// findSteps lists the steps that can be made next.
func findSteps(game *Game) []Move {
	own := game.player
	rules, _ := rulesOf(game)
	if !rules.occupied && game.count(own)+game.count(killed(own)) == 0 {
		// The very first step of a player is the own corner.
		corner := Move{game.height() - 1, 0}
		if own == 'B' {
			corner = Move{0, game.width() - 1}
		}
		if game.cell(corner.row, corner.column) != '-' {
			return nil
		}
		return []Move{corner}
	}
	var steps []Move
	for row, line := range reach(game) {
		for column, reached := range line {
			content := game.board[row][column]
			if reached && (content == '-' || content == other(own)) {
				steps = append(steps, Move{row, column})
			}
		}
	}
	return steps
}

// reach marks the cells that touch a live symbol of the player, or a chain of killed ones.
func reach(game *Game) [][]bool {
	reached := make([][]bool, game.height())
	for row := range reached {
		reached[row] = make([]bool, game.width())
	}
	var spread func(row, column int)
	spread = func(row, column int) {
		for up := row - 1; up <= row+1; up++ {
			for right := column - 1; right <= column+1; right++ {
				content := game.cell(up, right)
				if content == '*' || reached[up][right] {
					continue
				}
				reached[up][right] = true
				if content == killed(other(game.player)) {
					spread(up, right)
				}
			}
		}
	}
	for row := range game.board {
		for column, content := range game.board[row] {
			if content == game.player {
				spread(row, column)
			}
		}
	}
	return reached
}

// findMoves lists the legal moves: steps; or a pass, where no step is possible.
func findMoves(game *Game) []Move {
	steps := findSteps(game)
	if len(steps) == 0 && game.steps == 0 {
		return []Move{pass}
	}
	return steps
}

func makeStep(game *Game, step Move) {
	place := &game.board[step.row][step.column]
	if *place == '-' {
		*place = game.player
	} else {
		*place = killed(other(game.player))
	}
	game.steps++
}

func turnLength(game *Game) int {
	if rules, _ := rulesOf(game); game.halfMove == 1 {
		return rules.firstTurn
	}
	return stepsOfTurn
}

// canComplete tells whether the player to move can make a whole turn; any steps prove it.
func canComplete(game *Game) bool {
	game = game.clone()
	for game.steps < turnLength(game) {
		steps := findSteps(game)
		if len(steps) == 0 {
			return false
		}
		makeStep(game, steps[0])
	}
	return true
}

// result gives the winner field after a turn; player is the next player.
func result(game *Game, bothPassed bool) byte {
	mover := other(game.player)
	if endsBy(game, "full-turn") && !canComplete(game) {
		return mover
	}
	if !endsBy(game, "full-turn") && wipedOut(game, game.player) {
		return mover
	}
	if bothPassed && endsBy(game, "last-turn") {
		return mover
	}
	if bothPassed {
		return 'D'
	}
	return 'U'
}

// play gives the game after a move. The turn ends with its last step, and where no more is left.
func play(game *Game, move Move) *Game {
	after := game.clone()
	if move != pass {
		makeStep(after, move)
		won := !endsBy(game, "full-turn") && wipedOut(after, other(game.player))
		if !won && after.steps < turnLength(after) && len(findSteps(after)) > 0 {
			return after
		}
	}
	after.endTurn()
	after.last = ""
	if move == pass {
		after.last = "pass"
	}
	after.winner = result(after, move == pass && game.last == "pass")
	return after
}
