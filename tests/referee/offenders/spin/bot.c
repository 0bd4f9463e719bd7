/* Thinks for ever. */
#include "../offender.h"

int main(void) { for (;;) continue; }
