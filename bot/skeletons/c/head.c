// @NAME@: a bot for @TITLE_EN@. Put your thinking in the place of `choose`, near the end.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 64 };  // of columns, or rows
enum { DONE = 0, CANNOT_WRITE = 1, MALFORMED = 2 };

typedef struct {
    char player;  // who is to move
    int half_move;
    char winner;              // U while the game goes on
    int points[2];            // points of A and of B; 0 in a game without points
    char time[2][64];         // what they have left, letter by letter as in the file
    double seconds[2];        // the same times as numbers
    int width, height;
    char board[MOST][MOST + 1];  // board[0] is the top row
    char name[64];               // the game in the footer; empty for MMPeshki
    char rules[64];              // empty if the game has one set of rules
    char last[64];               // the move just made; empty if the file does not say
    int steps;                   // number of steps made, in a game whose moves have several
} Game;

char other(char player) { return player == 'A' ? 'B' : 'A'; }

// Return the character of a cell; '*' outside the board.
char cell(const Game *game, int row, int column) {
    bool inside = 0 <= row && row < game->height && 0 <= column && column < game->width;
    return inside ? game->board[row][column] : '*';
}

// Count the cells with that character.
int cells_with(const Game *game, char what) {
    int count = 0;
    for (int row = 0; row < game->height; ++row)
        for (int column = 0; column < game->width; ++column)
            count += game->board[row][column] == what;
    return count;
}

// Return whether the board has this size and no other letters.
bool consists_of(const Game *game, int width, int height, const char *letters) {
    if (game->width != width || game->height != height) return false;
    for (int row = 0; row < height; ++row)
        if (strspn(game->board[row], letters) != (size_t)width) return false;
    return true;
}

// Return whether a player has points, which a game without points must not have.
bool has_points(const Game *game) { return game->points[0] != 0 || game->points[1] != 0; }

// Give the turn to the other player.
void end_turn(Game *game) {
    game->player = other(game->player);
    game->half_move += 1;
    game->steps = 0;
}

// The file. A function that reads returns false if the file is malformed.

// Read the next line that is not blank, without the blanks at its ends.
bool read_line(FILE *file, char *line, int room) {
    while (fgets(line, room, file) != NULL) {
        char *start = line;
        if (strncmp(start, "\xEF\xBB\xBF", 3) == 0) start += 3;  // a byte-order mark
        start += strspn(start, " \t\r\n");
        size_t length = strlen(start);
        while (length > 0 && strchr(" \t\r\n", start[length - 1]) != NULL) --length;
        memmove(line, start, length);
        line[length] = '\0';
        if (length > 0) return true;
    }
    return false;
}

bool read_header(FILE *file, Game *game) {
    char line[64], player[8], winner[8], more[2];
    if (!read_line(file, line, sizeof line)) return false;
    // The widths keep a word from running over the end of its array.
    if (sscanf(line, "%7s %9d %7s %1s", player, &game->half_move, winner, more) != 3) return false;
    if (strcmp(player, "A") != 0 && strcmp(player, "B") != 0) return false;
    if (strlen(winner) != 1 || strchr("ABDU", winner[0]) == NULL) return false;
    game->player = player[0];
    game->winner = winner[0];
    // A has the odd half-moves, B the even ones.
    if (game->half_move < 1 || game->half_move % 2 != (game->player == 'A')) return false;
    for (int n = 0; n < 2; ++n) {
        if (!read_line(file, line, sizeof line)) return false;
        if (sscanf(line, "%9d %63s %1s", &game->points[n], game->time[n], more) != 2) return false;
        if (game->points[n] < 0) return false;
        if (sscanf(game->time[n], "%lf%1s", &game->seconds[n], more) != 1) return false;
        if (!(game->seconds[n] >= 0 && game->seconds[n] < 1e9)) return false;
    }
    return true;
}

// A line below the board: a word and, after a blank, its value.
bool read_footer(Game *game, const char *line) {
    const char *value = strchr(line, ' ');
    if (value == NULL || strlen(value + 1) >= sizeof game->name) return false;
    if (strncmp(line, "game ", 5) == 0) strcpy(game->name, value + 1);
    else if (strncmp(line, "rules ", 6) == 0) strcpy(game->rules, value + 1);
    else if (strncmp(line, "last ", 5) == 0) strcpy(game->last, value + 1);
    else return false;
    return true;
}

bool read_game(FILE *file, Game *game) {
    char line[MOST + 64];
    memset(game, 0, sizeof *game);
    if (!read_header(file, game)) return false;
    bool below = false;  // the board
    while (read_line(file, line, sizeof line)) {
        below = below || strchr(line, ' ') != NULL;
        if (below) {
            if (!read_footer(game, line)) return false;
            continue;
        }
        int width = (int)strlen(line);
        // The length is checked first: memory behind a short row is not the board.
        if (width > MOST || game->height == MOST) return false;
        if (game->height > 0 && width != game->width) return false;
        game->width = width;
        strcpy(game->board[game->height++], line);
    }
    return game->height > 0;
}

bool write_game(const Game *game) {
    FILE *file = fopen("matrix.txt", "w");
    if (file == NULL) return false;
    fprintf(file, "%c %d %c\n", game->player, game->half_move, game->winner);
    for (int n = 0; n < 2; ++n) fprintf(file, "%d %s\n", game->points[n], game->time[n]);
    for (int row = 0; row < game->height; ++row) fprintf(file, "%s\n", game->board[row]);
    if (game->name[0] != '\0') fprintf(file, "game %s\n", game->name);
    if (game->rules[0] != '\0') fprintf(file, "rules %s\n", game->rules);
    bool written = !ferror(file);
    return fclose(file) == 0 && written;  // data may reach the disk only here
}
