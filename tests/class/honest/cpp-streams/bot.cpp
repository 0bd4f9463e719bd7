#include <ctime>
#include <fstream>
#include <string>
#include <vector>
using namespace std;

vector<string> board(8);

char other(char player) { return player == 'A' ? 'B' : 'A'; }

char cell(int row, int column) {
    return row < 0 || row > 7 || column < 0 || column > 7 ? '*' : board[row][column];
}

// 1: it can step there, 2: it can capture there, 0: neither.
int canMove(char player, int row, int column, int right) {
    int up = player == 'A' ? -1 : 1;
    if (board[row][column] != player) return 0;
    if (cell(row + up, column + right) == '-') return 1;
    if (cell(row + up, column + right) != other(player)) return 0;
    return cell(row + 2 * up, column + 2 * right) == '-' ? 2 : 0;
}

bool tryMove(char player, bool reallyMove) {
    int up = player == 'A' ? -1 : 1;
    for (int row = 0; row < 8; ++row)
        for (int column = 0; column < 8; ++column)
            for (int right = -1; right <= 1; ++right)
                if (int length = canMove(player, row, column, right)) {
                    if (!reallyMove) return true;
                    board[row][column] = '-';
                    if (length == 2) board[row + up][column + right] = '-';
                    board[row + length * up][column + length * right] = player;
                    return true;
                }
    return false;
}

int main() {
    char player, winner;
    int n, pointsA, pointsB;
    double timeA, timeB;
    ifstream fin("matrix.txt");
    fin >> player >> n >> winner >> pointsA >> timeA >> pointsB >> timeB;
    for (auto& row : board) fin >> row;
    fin.close();

    tryMove(player, true);
    if (!tryMove(other(player), false)) winner = other(player);
    else if (board[player == 'A' ? 0 : 7].find(player) != string::npos) winner = player;
    else if (n == 60) winner = 'D';

    double& mine = player == 'A' ? timeA : timeB;
    mine -= (double)clock() / CLOCKS_PER_SEC;

    ofstream fout("matrix.txt");
    fout << other(player) << ' ' << n + 1 << ' ' << winner << endl;
    fout << pointsA << ' ' << timeA << endl << pointsB << ' ' << timeB << endl;
    for (auto& row : board) fout << row << endl;
}
