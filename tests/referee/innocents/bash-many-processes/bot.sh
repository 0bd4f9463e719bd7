#!/bin/bash
# Chomp with the tools that every Linux has.
begin=$(date +%s%N)
line() { head -n "$1" matrix.txt | tail -n 1; }
field() { line "$1" | cut -d ' ' -f "$2"; }

player=$(field 1 1)
number=$(expr "$(field 1 2)" + 1)
other=$(echo "$player" | tr AB BA)
tail -n +4 matrix.txt | grep '^[o-]*$' >/tmp/board

# Eat the last chip of the first row that has one.
row=$(grep -n o /tmp/board | head -n 1 | cut -d : -f 1)
sed -i "${row}s/o\(-*\)$/-\1/" /tmp/board

winner=U
if tail -n 1 /tmp/board | grep -q '^-'; then winner=$other; fi

time_a=$(field 2 2)
time_b=$(field 3 2)
used=$(echo "$(date +%s%N) $begin" | awk '{ print ($1 - $2) / 1e9 }')
if [ "$player" = A ]; then
    time_a=$(echo "$time_a $used" | awk '{ printf "%.3f", $1 - $2 }')
else
    time_b=$(echo "$time_b $used" | awk '{ printf "%.3f", $1 - $2 }')
fi

echo "$other $number $winner" >/tmp/head
echo "0 $time_a" >>/tmp/head
echo "0 $time_b" >>/tmp/head
cat /tmp/head /tmp/board >matrix.txt
echo game chomp >>matrix.txt
rm /tmp/head /tmp/board
