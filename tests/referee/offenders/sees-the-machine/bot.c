/* Closes its memory to the keeper, and looks how much memory of the machine is free and what else runs. */
#include "../offender.h"
#include <sys/prctl.h>
#include <sys/sysinfo.h>

int main(void) {
    struct sysinfo here;
    prctl(PR_SET_DUMPABLE, 0);
    return unless(sysinfo(&here) == 0 && (here.procs > 2 || here.freeram != here.totalram));
}
