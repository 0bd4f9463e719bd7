package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// How many chips there are in each row, the top one first.
type chocolate [3]int

func (c chocolate) bitten(row, column int) chocolate {
	for above := 0; above <= row; above++ {
		if c[above] > column {
			c[above] = column
		}
	}
	return c
}

// wins tells whether the player to move wins, by trying everything.
func (c chocolate) wins(known map[chocolate]bool) bool {
	if c == (chocolate{}) {
		return true // the other one has eaten the poisoned chip
	}
	value, found := known[c]
	for row := 0; row < len(c) && !found; row++ {
		for column := 0; column < c[row] && !value; column++ {
			value = !c.bitten(row, column).wins(known)
		}
	}
	known[c] = value
	return value
}

func main() {
	start := time.Now()
	text, _ := os.ReadFile("matrix.txt")
	lines := strings.Split(string(text), "\n")
	var now chocolate
	for row := range now {
		now[row] = strings.Count(lines[3+row], "o")
	}

	// A goroutine for each move; of those that win any will do.
	next := now.bitten(2, now[2]-1)
	var group sync.WaitGroup
	var lock sync.Mutex
	for row := range now {
		for column := 0; column < now[row]; column++ {
			group.Add(1)
			go func(choice chocolate) {
				defer group.Done()
				if !choice.wins(map[chocolate]bool{}) {
					lock.Lock()
					next = choice
					lock.Unlock()
				}
			}(now.bitten(row, column))
		}
	}
	group.Wait()

	head := strings.Fields(lines[0])
	enemy, mine, winner := "B", 1, "U"
	if head[0] == "B" {
		enemy, mine = "A", 2
	}
	if next == (chocolate{}) {
		winner = enemy
	}
	number, _ := strconv.Atoi(head[1])
	left, _ := strconv.ParseFloat(strings.Fields(lines[mine])[1], 64)
	left -= time.Since(start).Seconds()
	lines[mine] = "0 " + strconv.FormatFloat(left, 'f', -1, 64)

	out := fmt.Sprintf("%s %d %s\n%s\n%s\n", enemy, number+1, winner, lines[1], lines[2])
	for row, chips := range next {
		out += strings.Repeat("o", chips) + strings.Repeat("-", len(lines[3+row])-chips) + "\n"
	}
	os.WriteFile("matrix.txt", []byte(out+"game chomp\n"), 0644)
}
