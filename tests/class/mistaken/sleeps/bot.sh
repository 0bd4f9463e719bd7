#!/bin/sh
# Waits for the other player to move.
while [ "$(head -c 1 matrix.txt)" != "X" ]; do
    sleep 1
done
