#include <ctime>
#include <fstream>
#include <string>
#include <vector>
using namespace std;

vector<string> board;
char me, enemy, deadEnemy;

char cell(int row, int column) {
    int size = board.size();
    return row < 0 || row >= size || column < 0 || column >= size ? ' ' : board[row][column];
}

// From a live symbol of mine over the killed ones of the enemy, as far as they reach.
void spread(int row, int column, vector<vector<bool>>& seen) {
    for (int r = row - 1; r <= row + 1; ++r)
        for (int c = column - 1; c <= column + 1; ++c)
            if (cell(r, c) != ' ' && !seen[r][c]) {
                seen[r][c] = true;
                if (cell(r, c) == deadEnemy) spread(r, c, seen);
            }
}

bool takeStep() {
    int size = board.size(), corner = me == 'A' ? size - 1 : 0;
    vector<vector<bool>> seen(size, vector<bool>(size));
    bool entered = false;
    for (int r = 0; r < size; ++r)
        for (int c = 0; c < size; ++c) {
            entered = entered || cell(r, c) == me || cell(r, c) == tolower(me);
            if (cell(r, c) == me) spread(r, c, seen);
        }
    if (!entered) seen[corner][size - 1 - corner] = true;
    for (char wanted : {enemy, '-'})  // killing is better than growing
        for (int r = 0; r < size; ++r)
            for (int c = 0; c < size; ++c)
                if (seen[r][c] && cell(r, c) == wanted) {
                    board[r][c] = wanted == '-' ? me : deadEnemy;
                    return true;
                }
    return false;
}

int main() {
    int n, pointsA, pointsB;
    double timeA, timeB;
    char winner;
    string line;
    ifstream fin("matrix.txt");
    fin >> me >> n >> winner >> pointsA >> timeA >> pointsB >> timeB;
    while (fin >> line && line.find_first_not_of("-ABab") == string::npos) board.push_back(line);
    enemy = me == 'A' ? 'B' : 'A';
    deadEnemy = tolower(enemy);

    for (int step = 0; step < 3; ++step) takeStep();

    // If the enemy cannot make three steps now, he has lost.
    vector<string> mine = board;
    swap(me, enemy);
    deadEnemy = tolower(enemy);
    bool stuck = !takeStep() || !takeStep() || !takeStep();
    swap(me, enemy);
    board = mine;
    if (stuck) winner = me;

    (me == 'A' ? timeA : timeB) -= clock() / double(CLOCKS_PER_SEC);
    ofstream fout("matrix.txt");
    fout << enemy << ' ' << n + 1 << ' ' << winner << '\n' << pointsA << ' ' << timeA << '\n'
         << pointsB << ' ' << timeB << '\n';
    for (string& row : board) fout << row << '\n';
}
