#include <chrono>
#include <fstream>
#include <iomanip>
#include <string>
#include "peshki.h"

using Clock = std::chrono::steady_clock;

int main() {
    const auto start = Clock::now();
    char player, winner;
    int halfMove, points[2];
    float left[2];

    std::ifstream in("matrix.txt");
    in >> player >> halfMove >> winner;
    for (int i : {0, 1}) in >> points[i] >> left[i];
    for (auto& row : board) in >> std::setw(9) >> row;
    in.close();

    move moves[24];
    const int count = find_moves(player, moves);
    make_move(player, moves[halfMove % count]);
    winner = winner_after(player, halfMove);
    left[player - 'A'] -= std::chrono::duration<float>(Clock::now() - start).count();

    std::ofstream out("matrix.txt");
    out << std::fixed << std::setprecision(2);
    out << other(player) << ' ' << halfMove + 1 << ' ' << winner << '\n';
    for (int i : {0, 1}) out << points[i] << ' ' << left[i] << '\n';
    for (auto& row : board) out << row << '\n';
}
