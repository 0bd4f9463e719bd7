#!/usr/bin/ruby
require 'bigdecimal'
require 'fileutils'
require 'set'
require 'tempfile'

text = File.read('matrix.txt')
player, number, _, _, time_a, _, time_b, *rest = text.split
rows = rest.take_while { |word| word.match?(/\A[o-]+\z/) }
times = { 'A' => BigDecimal(time_a), 'B' => BigDecimal(time_b) }

# Each thread weighs the chips of a row; the highest row that has chips is bitten.
counts = rows.map { |row| Thread.new { sleep 0.01; row.count('o') } }.map(&:value)
bitten = counts.index(&:positive?)
rows[bitten] = ('o' * (counts[bitten] - 1)).ljust(rows[bitten].size, '-')

other = { 'A' => 'B', 'B' => 'A' }[player]
winner = rows.last.start_with?('o') ? 'U' : other
times[player] -= BigDecimal(Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID).to_s)
written = Tempfile.create('matrix', '.')
written.puts "#{other} #{number.to_i.succ} #{winner}"
written.puts "0 #{times['A'].to_s('F')}", "0 #{times['B'].to_s('F')}"
written.puts rows, 'game chomp'
written.close
FileUtils.mv(written.path, 'matrix.txt')
