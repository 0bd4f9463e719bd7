/* Forks, and so do its children. */
#include "../offender.h"

int main(void) { for (;;) fork(); }
