enum { SIZE = 8, LAST_HALF_MOVE = 60 };

typedef struct {
    int row, column;        // from here
    int to_row, to_column;  // to there
} Move;
