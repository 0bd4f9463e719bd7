/* Deletes matrix.txt. */
#include "../offender.h"

int main(void) { return unlink("matrix.txt"); }
