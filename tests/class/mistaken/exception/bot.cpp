#include <fstream>
#include <string>
#include <vector>

int main() {
    std::ifstream file("matrix.txt");
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines.at(11).size();
}
