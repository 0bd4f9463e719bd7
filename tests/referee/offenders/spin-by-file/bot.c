/* Thinks for ever, where what it says is charged. */
#include "../offender.h"

int main(void) { for (;;) continue; }
