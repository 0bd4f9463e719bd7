#!/usr/bin/tclsh
set start [clock microseconds]
set file [open matrix.txt]
set lines [split [string trim [read $file]] "\n"]
close $file
lassign [lindex $lines 0] player number winner
set rows [lsearch -all -inline -regexp $lines {^[o-]+$}]
set other [expr {$player eq "A" ? "B" : "A"}]

# Eat the last chip of the first row that has one.
set n 0
while {[set last [string last o [lindex $rows $n]]] < 0} {incr n}
lset rows $n [string replace [lindex $rows $n] $last $last -]
if {[string index [lindex $rows end] 0] eq "-"} {set winner $other}

set mine [expr {$player eq "A" ? 1 : 2}]
set left [lindex $lines $mine 1]
set used [expr {([clock microseconds] - $start) / 1e6}]
lset lines $mine [list 0 [expr {$left - $used}]]

set file [open matrix.txt w]
fconfigure $file -translation crlf
puts $file "$other [incr number] $winner"
puts $file [join [lrange $lines 1 2] "\n"]
puts $file [join $rows "\n"]
puts -nonewline $file "game chomp"
close $file
