# The player: this is yours to change.


cdef Move choose(const Game *game, const Move *moves, int count) noexcept nogil:
    """Return one of the legal moves: the first that wins at once, or else any."""
    cdef Game after
    cdef int n
    for n in range(count):
        after = game[0]
        play(&after, &moves[n])
        if after.winner == game.player:
            return moves[n]
    return moves[rand() % count]


cdef long perft(const Game *game, int depth) noexcept nogil:
    """Return the number of sequences of that many moves, to be compared with `arena perft`."""
    cdef Game after
    cdef Move[MOST_MOVES] moves
    cdef long total = 0
    cdef int n
    if depth == 0:
        return 1
    if game.winner != c"U":
        return 0
    for n in range(find_moves(game, moves)):
        after = game[0]
        play(&after, &moves[n])
        total += perft(&after, depth - 1)
    return total


cdef public int bot_main(int words, char **word) noexcept nogil:
    """The program: one move in the file, and its exit status."""
    cdef Game game
    cdef Move[MOST_MOVES] moves
    cdef Move move
    cdef FILE *file = fopen(b"matrix.txt", b"r")
    cdef bint good = file != NULL and read_game(file, &game) and is_good(&game)
    cdef char player
    cdef int own
    cdef double left
    if file != NULL:
        fclose(file)
    if not good:
        fprintf(stderr, b"matrix.txt is missing or malformed\n")
        return MALFORMED
    if words == 2:  # for you, not for the referee: @PROGRAM@ 3
        printf(b"%ld\n", perft(&game, atoi(word[1])))
        return DONE
    if game.winner != c"U" or find_moves(&game, moves) == 0:
        fprintf(stderr, b"the game is over\n")
        return DONE
    # time() alone is the same for all turns of one second.
    srand(<unsigned int>time(NULL) * 61 + game.half_move)
    player = game.player
    while game.player == player and game.winner == c"U":
        move = choose(&game, moves, find_moves(&game, moves))
        play(&game, &move)
    # The clock is read last, when the move is known.
    own = 0 if player == c"A" else 1
    left = game.seconds[own] - clock() / <double>CLOCKS_PER_SEC
    snprintf(game.time[own], LONGEST, b"%.6f", left if left > 0 else 0.0)
    return DONE if write_game(&game) else CANNOT_WRITE
