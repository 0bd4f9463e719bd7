#!/usr/bin/lua5.4
local file = io.open("matrix.txt")
local player, number = file:read("l"):match("(%a) (%d+)")
local left = {}
for _, name in ipairs {"A", "B"} do
  left[name] = tonumber(file:read("l"):match("%S+ (%S+)"))
end
local board = {}
for row = 1, 8 do
  board[row] = {}
  for piece in file:read("l"):gmatch("[-AB*]") do table.insert(board[row], piece) end
end
file:close()

local other = {A = "B", B = "A"}
local up = {A = -1, B = 1}

local function cell(row, column) return board[row] and board[row][column] end

local function moves(side)
  local found = {}
  for row = 1, 8 do
    for column = 1, 8 do
      for right = -1, 1 do
        local near = cell(row + up[side], column + right)
        local far = cell(row + 2 * up[side], column + 2 * right)
        if board[row][column] == side then
          local captures = near == other[side] and far == "-"
          if near == "-" then table.insert(found, {row, column, right, 1}) end
          if captures then table.insert(found, {row, column, right, 2}) end
        end
      end
    end
  end
  return found
end

local row, column, right, length = table.unpack(moves(player)[1])
for n = 0, length do
  board[row + n * up[player]][column + n * right] = n == length and player or "-"
end

local winner = number == "60" and "D" or "U"
local last_row = player == "A" and 1 or 8
if table.concat(board[last_row]):find(player) then winner = player end
if #moves(other[player]) == 0 then winner = other[player] end

left[player] = left[player] - os.clock()
file = io.open("matrix.txt", "w")
file:write(other[player], " ", number + 1, " ", winner, "\n")
file:write("0 ", left.A, "\n0 ", left.B, "\n")
for n = 1, 8 do file:write(table.concat(board[n]), "\n") end
file:close()
