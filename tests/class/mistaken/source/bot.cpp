#include <fstream>
#include <string>

int main() {
    std::ifstream file("matrix.txt");
    std::string line;
    std::getline(file, line);
}
