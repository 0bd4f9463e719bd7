# The board of MMPeshki as three words of 64 bits: the pieces of each side, and the free cells.
#
# The player to move always moves up, to higher bits: after a move the board is mirrored, row 1
# becoming row 8, which is the byte swap of a word. Bit 0 is then the bottom left square for that
# player, and only names and files depend on the colour. Marked squares are in none of the three
# words, so they stop a piece as the edge does.
#
# In one direction a piece can either step, if the cell ahead is free, or jump, if a foe is there.
# Both are computed as sets of pieces, whose sizes are the numbers of moves.

from libc.stdint cimport uint64_t

from bot.common.matrix_file cimport Matrix, has_points


cdef extern from *:
    """
    #define NOT_FILE_A 0xfefefefefefefefeULL
    #define NOT_FILE_H 0x7f7f7f7f7f7f7f7fULL
    #define ANY_FILE 0xffffffffffffffffULL
    #define FAR_ROW 0xff00000000000000ULL
    #define HOME_ROW 0x00000000000000ffULL
    #define STEP_FROM_FAR 0x00ff000000000000ULL
    #define JUMP_FROM_FAR 0x0000ff0000000000ULL
    """
    const uint64_t NOT_FILE_A
    const uint64_t NOT_FILE_H
    const uint64_t ANY_FILE
    const uint64_t FAR_ROW
    const uint64_t HOME_ROW
    const uint64_t STEP_FROM_FAR    # the row from which a step reaches the far row
    const uint64_t JUMP_FROM_FAR    # the row from which a jump reaches it
    int popcount "__builtin_popcountll"(uint64_t word) nogil
    int lowest "__builtin_ctzll"(uint64_t word) nogil
    uint64_t mirrored "__builtin_bswap64"(uint64_t word) nogil


cdef enum:
    LAST_HALF_MOVE = 60
    MOST_PIECES = 8
    MOST_MOVES = 24
    JUMP = 3            # added to the direction of a move that is a jump


cdef struct Board:
    uint64_t own        # of the player to move
    uint64_t foe
    uint64_t free
    int half_move       # about to be made; A makes the odd ones


cdef struct Moves:
    int count
    # The origin times eight, plus the direction: 0 left, 1 ahead, 2 right, and 3 more for a jump.
    unsigned short moves[MOST_MOVES + 1]    # `add_moves` may write one more


cdef inline uint64_t image(uint64_t cells) noexcept nogil:
    """Return the cells mirrored left and right."""
    cells = (cells >> 1 & 0x5555555555555555ULL) | (cells & 0x5555555555555555ULL) << 1
    cells = (cells >> 2 & 0x3333333333333333ULL) | (cells & 0x3333333333333333ULL) << 2
    return (cells >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (cells & 0x0f0f0f0f0f0f0f0fULL) << 4


cdef inline uint64_t steppers(uint64_t own, uint64_t free, uint64_t wall, int way) noexcept nogil:
    """Return the pieces that can step by ``way``; ``wall`` has the files that allow it."""
    return own & wall & (free >> way)


cdef inline uint64_t jumpers(
    uint64_t own, uint64_t foe, uint64_t free, uint64_t wall, int way
) noexcept nogil:
    return own & wall & ((foe & wall & (free >> way)) >> way)


cdef inline uint64_t movers(
    uint64_t own, uint64_t foe, uint64_t free, uint64_t wall, int way
) noexcept nogil:
    return own & wall & ((free | (foe & wall & (free >> way))) >> way)


cdef inline int count_moves(uint64_t own, uint64_t foe, uint64_t free) noexcept nogil:
    return (
        popcount(movers(own, foe, free, NOT_FILE_A, 7))
        + popcount(movers(own, foe, free, ANY_FILE, 8))
        + popcount(movers(own, foe, free, NOT_FILE_H, 9))
    )


cdef inline bint can_move(uint64_t own, uint64_t foe, uint64_t free) noexcept nogil:
    return (
        movers(own, foe, free, NOT_FILE_A, 7)
        | movers(own, foe, free, ANY_FILE, 8)
        | movers(own, foe, free, NOT_FILE_H, 9)
    ) != 0


# The following two are for the side that moves down, without mirroring: perft needs the speed.

cdef inline uint64_t movers_down(
    uint64_t own, uint64_t foe, uint64_t free, uint64_t wall, int way
) noexcept nogil:
    return own & wall & ((free | (foe & wall & (free << way))) << way)


cdef inline int count_replies(uint64_t foe, uint64_t own, uint64_t free) noexcept nogil:
    return (
        popcount(movers_down(foe, own, free, NOT_FILE_A, 9))
        + popcount(movers_down(foe, own, free, ANY_FILE, 8))
        + popcount(movers_down(foe, own, free, NOT_FILE_H, 7))
    )


cdef inline uint64_t arrivals(uint64_t own, uint64_t foe, uint64_t free) noexcept nogil:
    """Return the pieces that can reach the far row now."""
    return (
        ((movers(own, foe, free, NOT_FILE_A, 7) | movers(own, foe, free, ANY_FILE, 8)
          | movers(own, foe, free, NOT_FILE_H, 9)) & STEP_FROM_FAR)
        | ((jumpers(own, foe, free, NOT_FILE_A, 7) | jumpers(own, foe, free, ANY_FILE, 8)
            | jumpers(own, foe, free, NOT_FILE_H, 9)) & JUMP_FROM_FAR)
    )


cdef inline void add_moves(
    Moves *moves, uint64_t ahead, uint64_t left, uint64_t right, int kind
) noexcept nogil:
    """Add the moves from the cells; every candidate is written, but only legal ones are counted.

    So the processor has to predict the end of one loop, not of three.
    """
    cdef uint64_t origins = ahead | left | right
    cdef int count = moves.count
    cdef int origin
    while origins:
        origin = lowest(origins)
        moves.moves[count] = <unsigned short>(origin * 8 + kind + 1)
        count += ahead >> origin & 1
        moves.moves[count] = <unsigned short>(origin * 8 + kind)
        count += left >> origin & 1
        moves.moves[count] = <unsigned short>(origin * 8 + kind + 2)
        count += right >> origin & 1
        origins &= origins - 1
    moves.count = count


cdef inline void add_jumps(
    Moves *moves, uint64_t own, uint64_t foe, uint64_t free
) noexcept nogil:
    add_moves(
        moves, jumpers(own, foe, free, ANY_FILE, 8), jumpers(own, foe, free, NOT_FILE_A, 7),
        jumpers(own, foe, free, NOT_FILE_H, 9), JUMP,
    )


cdef inline void add_steps(Moves *moves, uint64_t own, uint64_t free) noexcept nogil:
    add_moves(
        moves, steppers(own, free, ANY_FILE, 8), steppers(own, free, NOT_FILE_A, 7),
        steppers(own, free, NOT_FILE_H, 9), 0,
    )


cdef inline void list_moves(Moves *moves, const Board *board) noexcept nogil:
    """List all legal moves, jumps first."""
    moves.count = 0
    add_jumps(moves, board.own, board.foe, board.free)
    add_steps(moves, board.own, board.free)


cdef inline int way_of(int move) noexcept nogil:
    """Return the difference of the squares of a step in the move's direction."""
    return 7 + (move & 7) - (JUMP if (move & 7) >= JUMP else 0)


cdef inline bint is_jump(int move) noexcept nogil:
    return (move & 7) >= JUMP


cdef inline int target_of_step(int move) noexcept nogil:
    """Return the target of a step; the result for a jump is another cell."""
    return (move >> 3) + 7 + (move & 7)


cdef inline int target_of(int move) noexcept nogil:
    return (move >> 3) + (way_of(move) << (1 if is_jump(move) else 0))


cdef inline int image_of_move(int move) noexcept nogil:
    return ((move >> 3) ^ 7) << 3 | ((2 + 2 * JUMP if is_jump(move) else 2) - (move & 7))


cdef inline void drop_images(Moves *moves, const Board *board) noexcept nogil:
    """On a symmetric board, drop one of each two moves that are mirror images."""
    cdef int kept = 0
    cdef int n
    if board.own != image(board.own) or board.foe != image(board.foe):
        return
    if board.free != image(board.free):
        return
    for n in range(moves.count):
        if moves.moves[n] <= image_of_move(moves.moves[n]):
            moves.moves[kept] = moves.moves[n]
            kept += 1
    moves.count = kept


cdef inline Board after(const Board *board, int move) noexcept nogil:
    """Return the board after the move, from the other player's side."""
    cdef Board child
    cdef uint64_t origin = <uint64_t>1 << (move >> 3)
    cdef uint64_t target = origin << way_of(move)
    cdef uint64_t taken = 0
    if is_jump(move):
        taken = target
        target = target << way_of(move)
    child.own = mirrored(board.foe ^ taken)
    child.foe = mirrored(board.own ^ origin ^ target)
    child.free = mirrored(board.free ^ origin ^ target ^ taken)
    child.half_move = board.half_move + 1
    return child


cdef inline char player_at(int half_move) noexcept nogil:
    return c"A" if half_move & 1 else c"B"


cdef inline char outcome_of(const Board *board) noexcept nogil:
    """Return the winner, in the order of the rules; D for a draw, U while the game goes on."""
    if not can_move(board.own, board.foe, board.free):
        return player_at(board.half_move)
    if board.half_move > 1 and board.foe & HOME_ROW:
        return player_at(board.half_move + 1)
    return c"D" if board.half_move > LAST_HALF_MOVE else c"U"


cdef inline const char *read_board_of(Board *board, const Matrix *matrix) noexcept nogil:
    """Read the position of a matrix; return a sentence if no game of MMPeshki can have it."""
    cdef uint64_t sets[3]
    cdef uint64_t bit
    cdef int n
    cdef char cell
    if matrix.game[0] or matrix.rules[0] or matrix.last[0]:
        return b"MMPeshki has no lines after the board"
    if has_points(matrix):
        return b"MMPeshki keeps no points"
    if matrix.width != 8 or matrix.height != 8:
        return b"the board is not 8 x 8"
    sets[0] = sets[1] = sets[2] = 0
    for n in range(64):
        # The first row of the file is the top one.
        bit = <uint64_t>1 << (n ^ 56)
        cell = matrix.cells[n]
        if cell == c"A":
            sets[0] |= bit
        elif cell == c"B":
            sets[1] |= bit
        elif cell == c"-":
            sets[2] |= bit
        elif cell != c"*":
            return b"a cell is none of - A B *"
    if popcount(sets[0]) > MOST_PIECES or popcount(sets[1]) > MOST_PIECES:
        return b"a side has more than eight pieces"
    board.half_move = matrix.half_move
    board.own, board.foe, board.free = sets[0], sets[1], sets[2]
    if matrix.player == c"B":
        board.own, board.foe, board.free = mirrored(sets[1]), mirrored(sets[0]), mirrored(sets[2])
    if board.own & FAR_ROW or (board.half_move == 1 and board.foe & HOME_ROW):
        return b"a piece on its far row: the game cannot have gone on, or begun"
    return NULL


cdef inline void write_board_to(Matrix *matrix, const Board *board) noexcept nogil:
    """Write the board and the winner; player and number are left to `end_turn`."""
    cdef bint red = board.half_move & 1
    cdef uint64_t red_set = board.own if red else mirrored(board.foe)
    cdef uint64_t blue_set = board.foe if red else mirrored(board.own)
    cdef uint64_t bit
    cdef int n
    for n in range(64):
        bit = <uint64_t>1 << (n ^ 56)
        if matrix.cells[n] != c"*":
            matrix.cells[n] = c"A" if red_set & bit else (c"B" if blue_set & bit else c"-")
    matrix.winner = outcome_of(board)


cdef inline void name_move(char *name, const Board *board, int move) noexcept nogil:
    """Write a move such as a2-b3 or a2:c4 into a buffer of six characters."""
    cdef int across = 0 if board.half_move & 1 else 56
    cdef int origin = (move >> 3) ^ across
    cdef int target = target_of(move) ^ across
    name[0] = <char>(c"a" + (origin & 7))
    name[1] = <char>(c"1" + (origin >> 3))
    name[2] = c":" if is_jump(move) else c"-"
    name[3] = <char>(c"a" + (target & 7))
    name[4] = <char>(c"1" + (target >> 3))
    name[5] = 0
