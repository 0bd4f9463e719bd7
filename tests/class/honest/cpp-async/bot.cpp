#include <algorithm>
#include <chrono>
#include <fstream>
#include <future>
#include <sstream>
#include <thread>
#include <vector>
#include "peshki.h"

// Sleeps and computes in turn, as if it asked an oracle.
int valueOf(const move& m) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    volatile int sum = 0;
    for (int i = 0; i < 300000; ++i) sum = sum + i % 7;
    return m.length * 100 + m.column;
}

int main() {
    auto begin = std::chrono::high_resolution_clock::now();
    std::ifstream file("matrix.txt");
    std::stringstream text;
    text << file.rdbuf();
    file.close();

    char player, winner;
    int halfMove;
    std::string pointsA, pointsB;
    double timeA, timeB;
    text >> player >> halfMove >> winner >> pointsA >> timeA >> pointsB >> timeB;
    for (auto& row : board) {
        std::string cells;
        text >> cells;
        std::copy(cells.begin(), cells.end(), row);
    }

    move moves[24];
    std::vector<std::future<int>> values;
    for (int i = 0, count = find_moves(player, moves); i < count; ++i)
        values.push_back(std::async(std::launch::async, valueOf, moves[i]));
    int best = 0, bestValue = 0;
    for (int i = 0; i < (int)values.size(); ++i)
        if (int value = values[i].get(); value > bestValue) best = i, bestValue = value;
    make_move(player, moves[best]);

    auto end = std::chrono::high_resolution_clock::now();
    (player == 'A' ? timeA : timeB) -= std::chrono::duration<double>(end - begin).count();
    std::ofstream out("matrix.txt", std::ios::trunc);
    out << other(player) << " " << halfMove + 1 << " " << winner_after(player, halfMove) << "\n"
        << pointsA << " " << timeA << "\n" << pointsB << " " << timeB << "\n";
    for (auto& row : board) out << row << "\n";
    return 0;
}
