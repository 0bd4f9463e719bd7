# The rules of Virus War on sets of cells.
#
# Each side has two sets. ``chain`` has the enemy symbols killed by the side that are connected with
# a live symbol of its own; ``reach`` has the cells that touch such a symbol or a live one. A step
# is possible to empty cells and live enemies within reach. A step only adds to the sets of its
# side: the neighbours of its cell, and of the chains that it newly touches. A kill may cut the
# other side's chains, whose sets are then computed again.
#
# A side that has yet to enter the board by its corner has that corner within reach while it is
# empty.
#
# Expected before: names.pxi.


cdef struct Field:       # the constant data of a game
    int size
    Rules rules
    Bits full            # all cells of the board
    Bits home[2]         # the corners
    Bits touching[WORDS * 64]


cdef struct Game:
    const Field *field
    int player           # to move
    int half_move
    int made             # steps of this turn
    int length           # number of steps of this turn
    int passes           # in a row before this turn
    int winner
    Bits live[2]
    Bits dead[2]         # the symbols that the side has lost
    Bits reach[2]
    Bits chain[2]
    Bits empty


cdef inline void lay_field(Field *field, int size, const Rules *rules) noexcept nogil:
    """Set the field for a size and rules."""
    cdef int column
    cdef int row
    field.size = size
    field.rules = rules[0]
    field.full = none()
    for row in range(size):
        for column in range(size):
            field.full = field.full | bit(at_cell(column, row))
    for row in range(size):
        for column in range(size):
            field.touching[at_cell(column, row)] = field.full & grown(bit(at_cell(column, row)))
    field.home[CROSSES] = bit(0)
    field.home[NOUGHTS] = bit(at_cell(size - 1, size - 1))


cdef inline bint has_entered(const Game *game, int who) noexcept nogil:
    return some(game.live[who] | game.dead[who])


cdef inline Bits targets(const Game *game, int who) noexcept nogil:
    """Return the cells that the side can step on next."""
    return game.reach[who] & (game.empty | game.live[who ^ 1])


cdef inline bint can_step(const Game *game, int at) noexcept nogil:
    return some(targets(game, game.player) & bit(at))


cdef inline void spread(Game *game, int who, Bits fresh) noexcept nogil:
    """Add killed enemies that were just connected, and all others that they connect."""
    cdef Bits around
    while some(fresh):
        game.chain[who] = game.chain[who] | fresh
        around = grown(fresh) & game.field.full
        game.reach[who] = game.reach[who] | around
        fresh = around & game.dead[who ^ 1] & ~game.chain[who]


cdef inline void flood(Game *game, int who) noexcept nogil:
    """Compute the sets of a side again."""
    game.chain[who] = none()
    if game.field.rules.corner and not has_entered(game, who):
        game.reach[who] = game.field.home[who] & game.empty
        return
    game.reach[who] = grown(game.live[who]) & game.field.full
    spread(game, who, game.reach[who] & game.dead[who ^ 1])


cdef inline bint is_wiped_out(const Game *game, int who) noexcept nogil:
    """Return whether the side has lost by losing its last live symbol."""
    if game.field.rules.ending == FULL_TURN or some(game.live[who]):
        return False
    return some(game.dead[who])


cdef inline void place(Game *game, int at) noexcept nogil:
    """Change the board by a step."""
    cdef int own = game.player
    cdef int foe = own ^ 1
    cdef Bits cell = bit(at)
    cdef Bits around = game.field.touching[at]
    game.reach[own] = game.reach[own] | around
    if some(game.empty & cell):
        game.empty = game.empty ^ cell
        game.live[own] = game.live[own] | cell
        if not has_entered(game, foe):
            flood(game, foe)
    else:
        game.live[foe] = game.live[foe] ^ cell
        game.dead[foe] = game.dead[foe] | cell
        game.chain[own] = game.chain[own] | cell
        flood(game, foe)
    spread(game, own, around & game.dead[foe] & ~game.chain[own])


cdef inline bint can_complete(const Game *game) noexcept nogil:
    """Return whether a complete turn is possible; trying any steps shows it."""
    cdef Game now
    cdef Bits cells = targets(game, game.player)
    cdef int _
    if count(cells) >= game.length:
        return True
    now = game[0]
    for _ in range(game.length):
        if not some(cells):
            return False
        place(&now, first(cells))
        cells = targets(&now, now.player)
    return True


cdef inline int decided(const Game *game) noexcept nogil:
    """Return the winner at the start of a turn."""
    cdef int own = game.player
    cdef int foe = own ^ 1
    if is_wiped_out(game, own):
        return foe
    if is_wiped_out(game, foe):
        return own
    if game.field.rules.ending == FULL_TURN and not can_complete(game):
        return foe
    if game.passes < 2:
        return OPEN
    return foe if game.field.rules.ending == LAST_TURN else DRAWN


cdef inline void see_limit(Game *game) noexcept nogil:
    """Set the result if the game has reached the event's limit, which no file contains."""
    cdef int limit = game.field.rules.limit
    if game.winner == OPEN and limit and game.half_move > limit:
        game.winner = DRAWN


cdef inline void open_turn(Game *game) noexcept nogil:
    game.made = 0
    game.length = game.field.rules.first_turn if game.half_move == 1 else STEPS
    game.winner = decided(game)
    see_limit(game)


cdef inline void next_turn(Game *game, int passes) noexcept nogil:
    game.passes = passes
    game.player ^= 1
    game.half_move += 1
    open_turn(game)


cdef inline bint step(Game *game, int at) noexcept nogil:
    """Make a step; return whether it ends the turn."""
    place(game, at)
    game.made += 1
    if (
        game.made < game.length
        and some(targets(game, game.player))
        and not is_wiped_out(game, game.player ^ 1)
    ):
        return False
    next_turn(game, 0)
    return True


cdef inline bint may_pass(const Game *game) noexcept nogil:
    if game.made or game.winner != OPEN:
        return False
    return game.field.rules.passing or not some(targets(game, game.player))


cdef inline void make_pass(Game *game) noexcept nogil:
    next_turn(game, game.passes + 1)


cdef inline void load(Game *game, const Field *field, const Matrix *matrix) noexcept nogil:
    """Set up the position of a matrix."""
    cdef Bits *sets[4]
    cdef Bits *cells
    cdef const char *kinds = b"ABab"
    cdef const char *kind
    cdef int at
    sets[0] = &game.live[CROSSES]
    sets[1] = &game.live[NOUGHTS]
    sets[2] = &game.dead[CROSSES]
    sets[3] = &game.dead[NOUGHTS]
    game.field = field
    game.empty = none()
    for at in range(4):
        sets[at][0] = none()
    for at in range(matrix.width * matrix.height):
        kind = strchr(kinds, matrix.cells[at])
        cells = &game.empty
        if kind != NULL:
            cells = sets[kind - kinds]
        cells[0] = cells[0] | bit(
            at_cell(at % matrix.width, matrix.height - 1 - at // matrix.width)
        )
    flood(game, CROSSES)
    flood(game, NOUGHTS)
    game.player = CROSSES if matrix.player == c"A" else NOUGHTS
    game.half_move = matrix.half_move
    load_passes(game, matrix)


cdef inline void load_passes(Game *game, const Matrix *matrix) noexcept nogil:
    """Return the number of passes before: a file shows one, and the result after two."""
    cdef const char *winners = b"ABD"
    game.passes = 0
    if strcmp(matrix.last, b"pass") == 0:
        game.passes = 2
        open_turn(game)
        if game.winner != OPEN and matrix.winner == winners[game.winner]:
            return
        game.passes = 1
    open_turn(game)


cdef inline uint64_t perft(const Game *game, int depth) noexcept nogil:
    """Return the number of sequences of ``depth`` steps without passes."""
    cdef Game now
    cdef Bits cells
    cdef int at
    cdef uint64_t total = 0
    if depth == 0:
        return 1
    if game.winner != OPEN:
        return 0
    cells = targets(game, game.player)
    if depth == 1:
        return count(cells)
    while some(cells):
        at = first(cells)
        cells = cells ^ bit(at)
        now = game[0]
        step(&now, at)
        total += perft(&now, depth - 1)
    return total
