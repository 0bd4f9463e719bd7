/* Thinks for ever, where the time that passes is charged. */
#include "../offender.h"

int main(void) { for (;;) continue; }
