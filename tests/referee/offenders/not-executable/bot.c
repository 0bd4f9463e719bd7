/* Is an honest program that lacks the permission to be run, as it does out of a ZIP file: allowed. */
#include "../offender.h"

int main(void) { play(); }
