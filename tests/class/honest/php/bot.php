#!/usr/bin/php
<?php
$start = microtime(true);
$lines = file('matrix.txt', FILE_IGNORE_NEW_LINES);
[$player, $number, $winner] = explode(' ', $lines[0]);
$left = ['A' => (float) explode(' ', $lines[1])[1], 'B' => (float) explode(' ', $lines[2])[1]];
$board = array_map('str_split', array_slice($lines, 3, 8));
$other = ['A' => 'B', 'B' => 'A'];
$up = ['A' => -1, 'B' => 1];

function moves(array $board, string $player): array
{
    global $other, $up;
    $found = [];
    foreach ($board as $row => $cells) {
        foreach (array_keys($cells, $player) as $column) {
            foreach ([-1, 0, 1] as $right) {
                $near = $board[$row + $up[$player]][$column + $right] ?? '*';
                $far = $board[$row + 2 * $up[$player]][$column + 2 * $right] ?? '*';
                if ($near === '-') {
                    $found[] = [$row, $column, $right, 1];
                } elseif ($near === $other[$player] && $far === '-') {
                    $found[] = [$row, $column, $right, 2];
                }
            }
        }
    }
    return $found;
}

$choices = moves($board, $player);
[$row, $column, $right, $length] = $choices[array_rand($choices)];
for ($n = 0; $n <= $length; $n++) {
    $board[$row + $n * $up[$player]][$column + $n * $right] = $n === $length ? $player : '-';
}

if (!moves($board, $other[$player])) {
    $winner = $other[$player];
} elseif (in_array($player, $board[$player === 'A' ? 0 : 7])) {
    $winner = $player;
} elseif ($number == 60) {
    $winner = 'D';
}

$left[$player] -= microtime(true) - $start;
$text = "$other[$player] " . ($number + 1) . " $winner\n0 {$left['A']}\n0 {$left['B']}\n";
file_put_contents('matrix.txt', $text . implode("\n", array_map('implode', $board)) . PHP_EOL);
