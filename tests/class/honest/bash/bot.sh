#!/bin/bash
# MMPeshki in bash. Rows and columns are numbered from 0, from the top left.
start=${EPOCHREALTIME/[.,]/}
{
    read -r player number winner
    read -r points_a time_a
    read -r points_b time_b
    mapfile -t rows
} <matrix.txt

piece_at() { # row column
    (($1 < 0 || $1 > 7 || $2 < 0 || $2 > 7)) && piece='*' || piece=${rows[$1]:$2:1}
}

put() { # row column piece
    rows[$1]=${rows[$1]:0:$2}$3${rows[$1]:$2+1}
}

find_move() { # player enemy step: finds row, column, right and length
    for row in {0..7}; do
        for column in {0..7}; do
            [[ ${rows[row]:column:1} == "$1" ]] || continue
            for right in -1 0 1; do
                for length in 1 2; do
                    piece_at $((row + length * $3)) $((column + length * right))
                    [[ $piece == - ]] && return 0
                    [[ $piece == "$2" ]] || break
                done
            done
        done
    done
    return 1
}

if [[ $player == A ]]; then
    enemy=B up=-1 far=0
else
    enemy=A up=1 far=7
fi
find_move $player $enemy $up
put $row $column -
[[ $length == 2 ]] && put $((row + up)) $((column + right)) -
put $((row + length * up)) $((column + length * right)) $player

((number == 60)) && winner=D
[[ ${rows[far]} == *$player* ]] && winner=$player
find_move $enemy $player $((-up)) || winner=$enemy

# Bash cannot count in fractions, awk can.
used=$((${EPOCHREALTIME/[.,]/} - start))
if [[ $player == A ]]; then
    time_a=$(awk "BEGIN { print $time_a - $used / 1000000 }")
else
    time_b=$(awk "BEGIN { print $time_b - $used / 1000000 }")
fi
printf '%s\n' "$enemy $((number + 1)) $winner" "$points_a $time_a" "$points_b $time_b" \
    "${rows[@]}" >matrix.txt
