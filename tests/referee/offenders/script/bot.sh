#!/bin/sh
# Is a script that plays a move it knows by heart: allowed, but it knows one move only.
cat >matrix.txt <<'END'
B 2 U
0 0.5
0 0.5
--------
B------B
---A----
--------
--------
--------
--------
--------
END
