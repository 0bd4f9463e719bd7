// Bots that do nothing wrong, and print times in one of the ways in which people print them.
#undef _GNU_SOURCE  // which C++ has set already
#include "offenders/offender.h"

#include <fstream>
#include <iomanip>
#include <string>

static void print_times(std::ostream &out, const std::string &way, double time) {
    if (way == "stream") out << time;
    if (way == "float") out << float(time);
    if (way == "float-fixed") out << std::fixed << float(time);
    if (way == "two-digits") out << std::fixed << std::setprecision(2) << time;
    if (way == "one-digit") out << std::fixed << std::setprecision(1) << time;
    if (way == "scientific") out << std::scientific << time;
    if (way == "no-digit") out << std::fixed << std::setprecision(0) << time;
}

int main(int, char *words[]) {
    matrix m = move();
    std::ofstream out("matrix.txt");
    out << m.player << ' ' << m.half_move << ' ' << m.winner << '\n';
    for (int n = 0; n < 2; ++n) {
        out << m.points[n] << ' ';
        print_times(out, words[1], m.time[n]);
        out << '\n';
    }
    for (auto row : m.row) out << row << '\n';
}
