#!/usr/bin/perl
use strict;
use warnings;

open(my $in, '<', 'matrix.txt') or die "matrix.txt: $!";
chomp(my @lines = <$in>);
close $in;

my ($player, $number, $winner) = split ' ', $lines[0];
my %left = (A => (split ' ', $lines[1])[1], B => (split ' ', $lines[2])[1]);
my @board = map { [split //] } @lines[3 .. 10];
my %other = (A => 'B', B => 'A');
my %up = (A => -1, B => 1);

sub cell {
    my ($row, $column) = @_;
    return $row < 0 || $row > 7 || $column < 0 || $column > 7 ? '*' : $board[$row][$column];
}

sub moves {
    my ($player) = @_;
    my @found;
    for my $row (0 .. 7) {
        for my $column (grep { $board[$row][$_] eq $player } 0 .. 7) {
            for my $right (-1 .. 1) {
                my $near = cell($row + $up{$player}, $column + $right);
                my $far = cell($row + 2 * $up{$player}, $column + 2 * $right);
                push @found, [$row, $column, $right, 1] if $near eq '-';
                push @found, [$row, $column, $right, 2] if $near eq $other{$player} && $far eq '-';
            }
        }
    }
    return @found;
}

my @moves = moves($player);
my ($row, $column, $right, $length) = @{$moves[rand @moves]};
for my $n (0 .. $length) {
    $board[$row + $n * $up{$player}][$column + $n * $right] = $n == $length ? $player : '-';
}

if (!moves($other{$player})) { $winner = $other{$player} }
elsif (grep { $_ eq $player } @{$board[$player eq 'A' ? 0 : 7]}) { $winner = $player }
elsif ($number == 60) { $winner = 'D' }

my ($user, $system) = times;
$left{$player} -= $user + $system;
open(my $out, '>', 'matrix.txt') or die "matrix.txt: $!";
print $out "$other{$player} ", $number + 1, " $winner\n";
printf $out "0 %.2f\n", $left{$_} for 'A', 'B';
print $out @$_, "\n" for @board;
close $out;
