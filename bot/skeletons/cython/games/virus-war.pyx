# The rules of Virus War. A move is one step here: a turn is made of three.

from libc.stdlib cimport atoi
from libc.string cimport strtok


cdef enum:
    STEPS = 3
    MOST_MOVES = 16 * 16  # one for each cell of the largest board


cdef enum Ending:
    KILL_ALL
    LAST_TURN
    FULL_TURN


cdef struct Move:
    int row          # where a symbol is put, or an enemy's killed; a row of -1 is a pass
    int column


cdef struct Rules:
    bint occupied    # the corners, at the start
    int first_turn   # number of its steps
    Ending ending


cdef bint read_rules(const Game *game, Rules *rules) noexcept nogil:
    """Read the line `rules` of the file: a rule set, then options that differ from it."""
    cdef char line[LONGEST]
    cdef char *word
    if game.rules[0]:
        strcpy(line, game.rules)
    else:
        strcpy(line, b"classic")
    word = strtok(line, b" ")
    rules.occupied = strcmp(word, b"petersburg") == 0
    rules.first_turn = 1 if rules.occupied else STEPS
    if strcmp(word, b"classic") == 0:
        rules.ending = KILL_ALL
    elif strcmp(word, b"sesc") == 0:
        rules.ending = LAST_TURN
    elif rules.occupied or strcmp(word, b"last-move") == 0:
        rules.ending = FULL_TURN
    else:
        return False
    word = strtok(NULL, b" ")
    while word != NULL:
        if not read_option(word, rules):
            return False
        word = strtok(NULL, b" ")
    return True


cdef bint read_option(const char *word, Rules *rules) noexcept nogil:
    if strcmp(word, b"opening=corner") == 0:
        rules.occupied = False
    elif strcmp(word, b"opening=occupied") == 0:
        rules.occupied = True
    elif strncmp(word, b"first-turn=", 11) == 0:
        rules.first_turn = atoi(word + 11)
    elif strcmp(word, b"ending=kill-all") == 0:
        rules.ending = KILL_ALL
    elif strcmp(word, b"ending=last-turn") == 0:
        rules.ending = LAST_TURN
    elif strcmp(word, b"ending=full-turn") == 0:
        rules.ending = FULL_TURN
    else:
        # This bot passes only where it must, so it need not know whether it may.
        return strncmp(word, b"passing=", 8) == 0
    return True


cdef Rules rules_of(const Game *game) noexcept nogil:
    cdef Rules rules
    read_rules(game, &rules)
    return rules


cdef bint is_good(const Game *game) noexcept nogil:
    """Return whether the file is of this game."""
    cdef Rules rules
    if strcmp(game.name, b"virus-war") != 0 or not read_rules(game, &rules):
        return False
    if has_points(game) or game.width < 4 or game.width > 16:
        return False
    return consists_of(game, game.width, game.width, b"-ABab")


cdef char killed(char player) noexcept nogil:
    """Return the letter of a killed symbol of the player."""
    return c"a" if player == c"A" else c"b"


cdef bint wiped_out(const Game *game, char player) noexcept nogil:
    """Return whether the player has lost the last live symbol."""
    return cells_with(game, player) == 0 and cells_with(game, killed(player)) > 0


cdef void spread(const Game *game, int row, int column, bint *reached) noexcept nogil:
    """Mark the neighbours of the cell, and go on from enemy symbols that we killed."""
    cdef int up
    cdef int right
    cdef int near
    cdef char content
    for up in range(-1, 2):
        for right in range(-1, 2):
            content = cell(game, row + up, column + right)
            near = (row + up) * MOST + column + right
            if content == c"*" or reached[near]:
                continue
            reached[near] = True
            if content == killed(other(game.player)):
                spread(game, row + up, column + right, reached)


cdef int find_steps(const Game *game, Move *moves) noexcept nogil:
    """List the possible steps, and return their number."""
    cdef bint[MOST * MOST] reached
    cdef int count = 0
    cdef char own = game.player
    cdef char content
    cdef int last = game.height - 1
    cdef int row
    cdef int column
    if not rules_of(game).occupied and cells_with(game, own) + cells_with(game, killed(own)) == 0:
        # The very first step of a player is the own corner.
        moves[0].row = last if own == c"A" else 0
        moves[0].column = 0 if own == c"A" else last
        return cell(game, moves[0].row, moves[0].column) == c"-"
    memset(reached, 0, sizeof(reached))
    for row in range(game.height):
        for column in range(game.width):
            if game.board[row][column] == own:
                spread(game, row, column, reached)
    for row in range(game.height):
        for column in range(game.width):
            content = game.board[row][column]
            if reached[row * MOST + column] and (content == c"-" or content == other(own)):
                moves[count].row = row
                moves[count].column = column
                count += 1
    return count


cdef int find_moves(const Game *game, Move *moves) noexcept nogil:
    """List the legal moves: steps; or a pass, where no step is possible."""
    cdef int count = find_steps(game, moves)
    if count > 0 or game.steps > 0:
        return count
    moves[0].row = -1
    return 1


cdef void make_step(Game *game, const Move *move) noexcept nogil:
    cdef bint empty = game.board[move.row][move.column] == c"-"
    game.board[move.row][move.column] = game.player if empty else killed(other(game.player))
    game.steps += 1


cdef int turn_length(const Game *game) noexcept nogil:
    return rules_of(game).first_turn if game.half_move == 1 else STEPS


cdef bint can_complete(const Game *game) noexcept nogil:
    """Return whether the player to move can make a whole turn; any steps prove it."""
    cdef Move[MOST_MOVES] moves
    cdef Game trial = game[0]
    while trial.steps < turn_length(&trial):
        if find_steps(&trial, moves) == 0:
            return False
        make_step(&trial, &moves[0])
    return True


cdef char result(const Game *game, bint both_passed) noexcept nogil:
    """Return the winner field after a turn; `player` is the next player."""
    cdef char mover = other(game.player)
    cdef Ending ending = rules_of(game).ending
    if ending != FULL_TURN and wiped_out(game, game.player):
        return mover
    if ending == FULL_TURN and not can_complete(game):
        return mover
    if not both_passed:
        return c"U"
    return mover if ending == LAST_TURN else c"D"


cdef void play(Game *game, const Move *move) noexcept nogil:
    """Make the move. The turn ends with its last step, and where no more can be made."""
    cdef Move[MOST_MOVES] moves
    cdef bint passed = move.row < 0
    cdef bint both_passed = passed and strcmp(game.last, b"pass") == 0
    cdef bint won
    if not passed:
        make_step(game, move)
        won = rules_of(game).ending != FULL_TURN and wiped_out(game, other(game.player))
        if not won and game.steps < turn_length(game) and find_steps(game, moves):
            return
    end_turn(game)
    game.last[0] = 0
    if passed:
        strcpy(game.last, b"pass")
    game.winner = result(game, both_passed)
