#!/usr/bin/awk -f
# Reads the file as awk reads every file: line by line.
function cell(r, c) { return substr(" " row[r], c + 1, 1) }

function put(r, c, piece) { row[r] = substr(row[r], 1, c - 1) piece substr(row[r], c + 1) }

# Finds a move of the player: r, c, right and length.
function find_move(player, enemy, up) {
    for (r = 1; r <= 8; r++)
        for (c = 1; c <= 8; c++)
            for (right = -1; right <= 1 && cell(r, c) == player; right++)
                for (far = 1; far <= 2; far++) {
                    there = c + right * far < 1 ? "" : cell(r + up * far, c + right * far)
                    if (there == "-") return 1
                    if (there != enemy) break
                }
    return 0
}

BEGIN { ARGV[1] = "matrix.txt"; ARGC = 2 }
{ sub(/\r$/, "") }
NR == 1 { player = $1; number = $2; winner = $3 }
NR == 2 || NR == 3 { left[NR - 1] = $2 }
NR > 3 { row[NR - 3] = $0 }

END {
    enemy = player == "A" ? "B" : "A"
    up = player == "A" ? -1 : 1
    find_move(player, enemy, up)
    put(r, c, "-")
    if (far == 2) put(r + up, c + right, "-")
    put(r + up * far, c + right * far, player)

    if (!find_move(enemy, player, -up)) winner = enemy
    else if (index(row[player == "A" ? 1 : 8], player)) winner = player
    else if (number == 60) winner = "D"

    # There is no clock in awk. It took no more than this.
    left[player == "A" ? 1 : 2] -= 0.01
    close("matrix.txt")
    print enemy, number + 1, winner >"matrix.txt"
    print 0, left[1] >"matrix.txt"
    print 0, left[2] >"matrix.txt"
    for (r = 1; r <= 8; r++) print row[r] >"matrix.txt"
}
