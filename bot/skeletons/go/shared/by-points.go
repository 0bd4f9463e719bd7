// byPoints returns the player with more points.
func byPoints(game *Game) byte {
	switch a, b := game.points[0], game.points[1]; {
	case a > b:
		return 'A'
	case a < b:
		return 'B'
	}
	return 'D'
}
