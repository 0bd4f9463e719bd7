#!/usr/bin/gawk -f
# Chomp. The whole file is one record, its words are the fields.
function now(   time) {
    "date +%s.%N" | getline time
    close("date +%s.%N")
    return time
}

BEGIN {
    start = now()
    RS = "^$"
    getline <"matrix.txt"
    close("matrix.txt")
    player = $1
    other = player == "A" ? "B" : "A"
    for (last = 8; $(last + 1) ~ /^[o-]+$/; last++) continue

    # Of all rows that have chips the lowest one loses its right half.
    for (n = last; $n !~ /o/; n--) continue
    kept = int(gsub(/o/, "o", $n) / 2)
    for (above = 8; above <= n; above++) {
        width = length($above)
        chips = gsub(/o/, "o", $above)
        $above = substr("oooooooooooooooo", 1, chips < kept ? chips : kept)
        while (length($above) < width) $above = $above "-"
    }
    $3 = $last ~ /^-/ ? other : "U"
    $(player == "A" ? 5 : 7) -= now() - start

    printf "%s %d %s\r\n%s %.2f\r\n%s %.2f\r\n", other, $2 + 1, $3, $4, $5, $6, $7 >"matrix.txt"
    for (n = 8; n <= last; n++) printf "%s\r\n", $n >"matrix.txt"
    printf "game chomp\r\n" >"matrix.txt"
}
