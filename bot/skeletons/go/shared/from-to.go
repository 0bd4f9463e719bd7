const (
	size         = 8
	lastHalfMove = 60
)

// Move leads from one cell to another.
type Move struct {
	row, column     int // from here
	toRow, toColumn int // to there
}
