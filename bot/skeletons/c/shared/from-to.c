enum { SIZE = 8, LAST_HALF_MOVE = 60 };
enum { MOST_MOVES = SIZE * SIZE * 8 };  // each piece has at most eight

typedef struct {
    int row, column;        // from here
    int to_row, to_column;  // to there
} Move;
