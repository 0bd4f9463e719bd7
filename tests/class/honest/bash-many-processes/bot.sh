#!/bin/bash
# Chomp with the tools that every Linux has.
begin=$(date +%s%N)
files=$(mktemp -d)
line() { head -n "$1" matrix.txt | tail -n 1; }
field() { line "$1" | cut -d ' ' -f "$2"; }

player=$(field 1 1)
number=$(expr "$(field 1 2)" + 1)
other=$(echo "$player" | tr AB BA)
tail -n +4 matrix.txt | grep '^[o-]*$' >$files/board

# Eat the last chip of the first row that has one.
row=$(grep -n o $files/board | head -n 1 | cut -d : -f 1)
sed -i "${row}s/o\(-*\)$/-\1/" $files/board

winner=U
if tail -n 1 $files/board | grep -q '^-'; then winner=$other; fi

time_a=$(field 2 2)
time_b=$(field 3 2)
used=$(echo "$(date +%s%N) $begin" | awk '{ print ($1 - $2) / 1e9 }')
if [ "$player" = A ]; then
    time_a=$(echo "$time_a $used" | awk '{ printf "%.3f", $1 - $2 }')
else
    time_b=$(echo "$time_b $used" | awk '{ printf "%.3f", $1 - $2 }')
fi

echo "$other $number $winner" >$files/head
echo "0 $time_a" >>$files/head
echo "0 $time_b" >>$files/head
cat $files/head $files/board >matrix.txt
echo game chomp >>matrix.txt
rm -r $files
