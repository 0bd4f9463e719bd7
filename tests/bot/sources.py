"""Small programs in C and C++ that tests compile."""

from __future__ import annotations

SMALL_C = '#include <stdio.h>\nint main(void) { puts("moved"); return 0; }\n'
STREAMS = """\
#include <iostream>
#include <vector>
int main() { std::vector<int> moves(3); std::cout << "moved " << moves.size() << std::endl; }
"""
CLASSES_ALONE = """\
#include <stdio.h>
struct Bot { const char *said; Bot() : said("moved") {} };
int main() { Bot bot; puts(bot.said); return 0; }
"""
WITH_A_WARNING = "int main(void) { int unused; return 0; }\n"
BROKEN = "int main(void) { retrun 0; }\n"
