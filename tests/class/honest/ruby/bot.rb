#!/usr/bin/env ruby
START = Process.clock_gettime(Process::CLOCK_MONOTONIC)
OTHER = { 'A' => 'B', 'B' => 'A' }
UP = { 'A' => -1, 'B' => 1 }

def cell(row, column)
  row.between?(0, 7) && column.between?(0, 7) ? $board[row][column] : nil
end

def moves(player)
  [*0..7].product([*0..7], [-1, 0, 1]).filter_map do |row, column, right|
    next unless $board[row][column] == player
    near = cell(row + UP[player], column + right)
    far = cell(row + 2 * UP[player], column + 2 * right)
    if near == '-'
      [row, column, right, 1]
    elsif near == OTHER[player] && far == '-'
      [row, column, right, 2]
    end
  end
end

head, line_a, line_b, *$board = File.readlines('matrix.txt', chomp: true)
player, number, winner = head.split
left = { 'A' => line_a.split[1].to_f, 'B' => line_b.split[1].to_f }

row, column, right, length = moves(player).sample
(0..length).each do |n|
  $board[row + n * UP[player]][column + n * right] = n == length ? player : '-'
end

winner = 'D' if number == '60'
winner = player if $board[player == 'A' ? 0 : 7].include?(player)
winner = OTHER[player] if moves(OTHER[player]).empty?

left[player] -= Process.clock_gettime(Process::CLOCK_MONOTONIC) - START
File.open('matrix.txt', 'w') do |file|
  file.puts "#{OTHER[player]} #{number.to_i + 1} #{winner}"
  file.puts "0 #{left['A']}", "0 #{left['B']}"
  file.puts $board
end
