cdef enum:
    SIZE = 8
    LAST_HALF_MOVE = 60
    MOST_MOVES = SIZE * SIZE * 8  # each piece has at most eight


cdef struct Move:
    int row          # from here
    int column
    int to_row       # to there
    int to_column
