package main

import (
	"bytes"
	"fmt"
	"os"
	"time"
)

var board [8][]byte

func cell(row, column int) byte {
	if row < 0 || row > 7 || column < 0 || column > 7 {
		return '*'
	}
	return board[row][column]
}

// findMove gives the first legal move: row, column, direction and length; length 0 is none.
func findMove(player, enemy byte) (int, int, int, int) {
	up := ahead(player)
	for row := 0; row < 8; row++ {
		for column := 0; column < 8; column++ {
			for right := -1; right <= 1 && board[row][column] == player; right++ {
				next := cell(row+up, column+right)
				if next == '-' {
					return row, column, right, 1
				}
				if next == enemy && cell(row+2*up, column+2*right) == '-' {
					return row, column, right, 2
				}
			}
		}
	}
	return 0, 0, 0, 0
}

func ahead(player byte) int {
	if player == 'A' {
		return -1
	}
	return 1
}

func main() {
	start := time.Now()
	var player, winner string
	var number, points int
	var left [2]float64
	in, _ := os.Open("matrix.txt")
	fmt.Fscan(in, &player, &number, &winner)
	fmt.Fscan(in, &points, &left[0], &points, &left[1])
	for i := range board {
		fmt.Fscan(in, &board[i])
	}
	in.Close()

	me, enemy := player[0], byte('A'+'B')-player[0]
	row, column, right, length := findMove(me, enemy)
	for i := 0; i < length; i++ {
		board[row+i*ahead(me)][column+i*right] = '-'
	}
	board[row+length*ahead(me)][column+length*right] = me

	lastRow := board[0]
	if me == 'B' {
		lastRow = board[7]
	}
	if _, _, _, answer := findMove(enemy, me); answer == 0 {
		winner = string(enemy)
	} else if bytes.IndexByte(lastRow, me) >= 0 {
		winner = player
	} else if number == 60 {
		winner = "D"
	}

	left[me-'A'] -= time.Since(start).Seconds()
	out, _ := os.Create("matrix.txt")
	defer out.Close()
	fmt.Fprintf(out, "%c %d %s\n0 %.3f\n0 %.3f\n", enemy, number+1, winner, left[0], left[1])
	for _, row := range board {
		fmt.Fprintln(out, string(row))
	}
}
