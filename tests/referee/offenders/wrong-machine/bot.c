/* Is an honest program, but its header says that it is for another machine. */
#include "../offender.h"

int main(void) { play(); }
