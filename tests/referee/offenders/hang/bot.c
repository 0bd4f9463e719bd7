/* Waits for a signal that never comes. */
#include "../offender.h"

int main(void) { pause(); }
