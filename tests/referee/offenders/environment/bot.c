/* Looks for the referee's environment. */
#include "../offender.h"

extern char **environ;

int main(void) {
    int found = 0;
    for (char **each = environ; *each; ++each)
        found += strncmp(*each, "PATH=", 5) && strncmp(*each, "HOME=", 5) &&
                 strncmp(*each, "LANG=", 5) && strncmp(*each, "TMPDIR=", 7) &&
                 strncmp(*each, "PWD=", 4) &&
                 strncmp(*each, "JDK_JAVA_OPTIONS=", 17);
    return unless(found > 0 || getenv("OFFENDER_SECRET"));
}
