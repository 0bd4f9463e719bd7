#include <algorithm>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    char player, winner;
    int halfMove, points[2];
    double left[2];
    vector<string> board;
    string line;

    ifstream fin("matrix.txt");
    fin >> player >> halfMove >> winner >> points[0] >> left[0] >> points[1] >> left[1];
    while (fin >> line && line.find_first_not_of("o-") == string::npos) board.push_back(line);
    fin.close();

    // Eat the last chip that is left; the poisoned one is the first of the bottom row.
    char other = player == 'A' ? 'B' : 'A';
    int row = 0;
    while (board[row][0] != 'o') row++;
    board[row][board[row].rfind('o')] = '-';
    winner = board.back()[0] == '-' ? other : 'U';

    // It takes some time to start a program, perhaps 0.05 s. And never say that no time is left.
    double used = (double)clock() / CLOCKS_PER_SEC + 0.05;
    left[player - 'A'] = max(left[player - 'A'] - used, 0.00001);

    ofstream fout("matrix.txt");
    fout << other << ' ' << halfMove + 1 << ' ' << winner << '\n';
    for (int i = 0; i < 2; i++) fout << points[i] << ' ' << left[i] << '\n';
    for (string& cells : board) fout << cells << '\n';
    fout << "game chomp\n";
}
