#!/usr/bin/perl -i
# perl -i edits a file line by line: what is printed while it is read takes its place.
use POSIX qw(clock);
my ($player, $other, $eaten);
@ARGV = ('matrix.txt');
while (<>) {
    if ($. == 1) {
        my @head = split;
        $player = $head[0];
        $other = $player eq 'A' ? 'B' : 'A';
        my $winner = chips() == 1 ? $other : 'U';
        print "$other ", $head[1] + 1, " $winner\n";
    } elsif ($. <= 3) {
        my ($points, $left) = split;
        $left -= clock() / 1e6 if $player eq ('A', 'B')[$. - 2];
        print "$points $left\n";
    } else {
        # the last chip of the first row that has any
        $eaten ||= s/o(?!o)/-/ if /^[o-]+$/;
        print unless /^last/;
    }
}

sub chips {
    open my $file, '<', '/proc/self/fd/' . fileno(ARGV);
    return scalar map { /^[o-]+$/ ? /o/g : () } <$file>;
}
