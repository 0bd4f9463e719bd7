/* Leaves nothing in matrix.txt. */
#include "../offender.h"

int main(void) { return truncate("matrix.txt", 0); }
