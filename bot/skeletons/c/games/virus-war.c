// The rules of Virus War. A move is one step here: a turn is made of three.

enum { STEPS = 3 };  // of a turn

typedef struct {
    int row, column;  // where a symbol is put, or an enemy's killed; a row of -1 is a pass
} Move;

enum { MOST_MOVES = 16 * 16 };  // one for each cell of the largest board

typedef enum { KILL_ALL, LAST_TURN, FULL_TURN } Ending;

typedef struct {
    bool occupied;   // the corners, at the start
    int first_turn;  // number of its steps
    Ending ending;
} Rules;

// Read the line `rules` of the file: a rule set, then options that differ from it.
bool read_rules(const Game *game, Rules *rules) {
    char line[sizeof game->rules];
    strcpy(line, game->rules[0] != '\0' ? game->rules : "classic");
    char *word = strtok(line, " ");
    rules->occupied = strcmp(word, "petersburg") == 0;
    rules->first_turn = rules->occupied ? 1 : STEPS;
    if (strcmp(word, "classic") == 0) rules->ending = KILL_ALL;
    else if (strcmp(word, "sesc") == 0) rules->ending = LAST_TURN;
    else if (rules->occupied || strcmp(word, "last-move") == 0) rules->ending = FULL_TURN;
    else return false;
    while ((word = strtok(NULL, " ")) != NULL) {
        if (strcmp(word, "opening=corner") == 0) rules->occupied = false;
        else if (strcmp(word, "opening=occupied") == 0) rules->occupied = true;
        else if (strncmp(word, "first-turn=", 11) == 0) rules->first_turn = atoi(word + 11);
        else if (strcmp(word, "ending=kill-all") == 0) rules->ending = KILL_ALL;
        else if (strcmp(word, "ending=last-turn") == 0) rules->ending = LAST_TURN;
        else if (strcmp(word, "ending=full-turn") == 0) rules->ending = FULL_TURN;
        // This bot passes only where it must, so it need not know whether it may.
        else if (strncmp(word, "passing=", 8) != 0) return false;
    }
    return true;
}

Rules rules_of(const Game *game) {
    Rules rules;
    read_rules(game, &rules);
    return rules;
}

// Return whether the file is of this game.
bool is_good(const Game *game) {
    Rules rules;
    if (strcmp(game->name, "virus-war") != 0 || !read_rules(game, &rules)) return false;
    if (has_points(game)) return false;
    if (game->width < 4 || game->width > 16) return false;
    return consists_of(game, game->width, game->width, "-ABab");
}

// Return the letter of a killed symbol of the player.
char killed(char player) { return player == 'A' ? 'a' : 'b'; }

// Return whether the player has lost the last live symbol.
bool wiped_out(const Game *game, char player) {
    return cells_with(game, player) == 0 && cells_with(game, killed(player)) > 0;
}

// Mark the neighbours of the cell, and go on from enemy symbols that we killed.
void spread(const Game *game, int row, int column, bool reached[MOST][MOST]) {
    for (int up = -1; up <= 1; ++up)
        for (int right = -1; right <= 1; ++right) {
            char content = cell(game, row + up, column + right);
            if (content == '*' || reached[row + up][column + right]) continue;
            reached[row + up][column + right] = true;
            if (content == killed(other(game->player)))
                spread(game, row + up, column + right, reached);
        }
}

// List the possible steps, and return their number.
int find_steps(const Game *game, Move *moves) {
    int count = 0;
    char own = game->player;
    int size = game->height;
    if (!rules_of(game).occupied && cells_with(game, own) + cells_with(game, killed(own)) == 0) {
        // The very first step of a player is the own corner.
        Move corner = {own == 'A' ? size - 1 : 0, own == 'A' ? 0 : size - 1};
        if (cell(game, corner.row, corner.column) == '-') moves[count++] = corner;
        return count;
    }
    bool reached[MOST][MOST] = {{false}};
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column)
            if (game->board[row][column] == own) spread(game, row, column, reached);
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column) {
            char content = game->board[row][column];
            if (!reached[row][column] || (content != '-' && content != other(own))) continue;
            Move move = {row, column};
            moves[count++] = move;
        }
    return count;
}

// List the legal moves: steps; or a pass, where no step is possible.
int find_moves(const Game *game, Move *moves) {
    int count = find_steps(game, moves);
    if (count > 0 || game->steps > 0) return count;
    Move pass = {-1, -1};
    moves[0] = pass;
    return 1;
}

void make_step(Game *game, Move move) {
    char *place = &game->board[move.row][move.column];
    *place = *place == '-' ? game->player : killed(other(game->player));
    game->steps += 1;
}

int turn_length(const Game *game) {
    return game->half_move == 1 ? rules_of(game).first_turn : STEPS;
}

// Return whether the player to move can make a whole turn; any steps prove it.
bool can_complete(const Game *start) {
    Game game = *start;
    Move moves[MOST_MOVES];
    while (game.steps < turn_length(&game)) {
        if (find_steps(&game, moves) == 0) return false;
        make_step(&game, moves[0]);
    }
    return true;
}

// Return the winner field after a turn; player is the next player.
char result(const Game *game, bool both_passed) {
    char mover = other(game->player);
    Ending ending = rules_of(game).ending;
    if (ending != FULL_TURN && wiped_out(game, game->player)) return mover;
    if (ending == FULL_TURN && !can_complete(game)) return mover;
    if (!both_passed) return 'U';
    return ending == LAST_TURN ? mover : 'D';
}

// Return the game after a move. The turn ends when no more steps can be made.
Game play(const Game *before, Move move) {
    Game game = *before;
    Move moves[MOST_MOVES];
    bool passed = move.row < 0;
    bool both_passed = passed && strcmp(game.last, "pass") == 0;
    if (!passed) make_step(&game, move);
    bool won = rules_of(&game).ending != FULL_TURN && wiped_out(&game, other(game.player));
    bool full = game.steps >= turn_length(&game) || find_steps(&game, moves) == 0;
    if (!passed && !won && !full) return game;
    end_turn(&game);
    strcpy(game.last, passed ? "pass" : "");
    game.winner = result(&game, both_passed);
    return game;
}
