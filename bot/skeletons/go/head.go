// @NAME@: a bot for @TITLE_EN@. Put your thinking in the place of `choose`, near the end.
package main

import (
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"time"
)

const (
	done = iota
	cannotWrite
	malformed
)

// Game is the game in matrix.txt.
type Game struct {
	player   byte // who is to move
	halfMove int
	winner   byte       // U while the game goes on
	points   [2]int     // points of A and of B; 0 in a game without points
	times    [2]string  // what they have left, letter by letter as in the file
	seconds  [2]float64 // the same times as numbers
	board    [][]byte   // the rows, the top one first
	name     string     // the game in the footer; empty for MMPeshki
	rules    string     // empty if the game has one set of rules
	last     string     // the move just made; empty if the file does not say
	steps    int        // number of steps made, in a game whose moves have several
}

// clone copies the game, to try a move on.
func (game *Game) clone() *Game {
	after := *game
	after.board = make([][]byte, len(game.board))
	for row := range game.board {
		after.board[row] = append([]byte(nil), game.board[row]...)
	}
	return &after
}

func (game *Game) height() int { return len(game.board) }

func (game *Game) width() int { return len(game.board[0]) }

// cell returns the character of a cell; '*' outside the board.
func (game *Game) cell(row, column int) byte {
	if row < 0 || row >= game.height() || column < 0 || column >= game.width() {
		return '*'
	}
	return game.board[row][column]
}

// count returns the number of cells with that character.
func (game *Game) count(what byte) int {
	cells := 0
	for _, row := range game.board {
		cells += strings.Count(string(row), string(what))
	}
	return cells
}

// consistsOf tells whether the board has this size and no other symbols.
func (game *Game) consistsOf(width, height int, symbols string) bool {
	for _, row := range game.board {
		if strings.Trim(string(row), symbols) != "" {
			return false
		}
	}
	return game.width() == width && game.height() == height
}

// hasPoints tells whether a player has points, which a game without points must not have.
func (game *Game) hasPoints() bool { return game.points != [2]int{} }

// endTurn gives the turn to the other player.
func (game *Game) endTurn() {
	game.player = other(game.player)
	game.halfMove++
	game.steps = 0
}

func other(player byte) byte {
	if player == 'A' {
		return 'B'
	}
	return 'A'
}

// The file.

// readGame gives the game in the file; nil if that is missing or malformed.
func readGame() *Game {
	text, err := os.ReadFile("matrix.txt")
	if err != nil {
		return nil
	}
	var lines []string // those that are not blank
	for _, line := range strings.Split(strings.TrimPrefix(string(text), "\uFEFF"), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	var game Game
	if len(lines) < 4 || !game.readHeader(lines[:3]) || !game.readBoard(lines[3:]) {
		return nil
	}
	return &game
}

func (game *Game) readHeader(lines []string) bool {
	words := strings.Fields(lines[0])
	if len(words) != 3 || len(words[0]) != 1 || len(words[2]) != 1 {
		return false
	}
	halfMove, err := strconv.Atoi(words[1])
	game.player, game.halfMove, game.winner = words[0][0], halfMove, words[2][0]
	if err != nil || strings.Trim(words[0], "AB") != "" || strings.Trim(words[2], "ABDU") != "" {
		return false
	}
	// A has the odd half-moves, B the even ones.
	if halfMove < 1 || (halfMove%2 == 1) != (game.player == 'A') {
		return false
	}
	return game.readClock(0, lines[1]) && game.readClock(1, lines[2])
}

// readClock reads the points and the time of a player.
func (game *Game) readClock(own int, line string) bool {
	words := strings.Fields(line)
	if len(words) != 2 {
		return false
	}
	points, wrong := strconv.Atoi(words[0])
	seconds, err := strconv.ParseFloat(words[1], 64)
	game.points[own], game.times[own], game.seconds[own] = points, words[1], seconds
	return wrong == nil && err == nil && points >= 0 && seconds >= 0 && seconds < 1e9
}

// readBoard reads the rows and the lines below them: words and their values.
func (game *Game) readBoard(lines []string) bool {
	for _, line := range lines {
		switch words := strings.Fields(line); {
		case len(words) == 1:
			game.board = append(game.board, []byte(line))
		case words[0] == "game":
			game.name = words[1]
		case words[0] == "rules":
			game.rules = strings.Join(words[1:], " ")
		case words[0] == "last":
			game.last = words[1]
		default:
			return false
		}
	}
	for _, row := range game.board {
		if len(row) != game.width() {
			return false
		}
	}
	return game.height() > 0
}

// write puts the whole file in its place at once.
func (game *Game) write() error {
	text := fmt.Sprintf("%c %d %c\n", game.player, game.halfMove, game.winner)
	for own := range game.points {
		text += fmt.Sprintf("%d %s\n", game.points[own], game.times[own])
	}
	for _, row := range game.board {
		text += fmt.Sprintf("%s\n", row)
	}
	if game.name != "" {
		text += fmt.Sprintf("game %s\n", game.name)
	}
	if game.rules != "" {
		text += fmt.Sprintf("rules %s\n", game.rules)
	}
	return os.WriteFile("matrix.txt", []byte(text), 0o644)
}
