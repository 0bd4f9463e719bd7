#!/usr/bin/env node
const fs = require('fs');

const lines = fs.readFileSync('matrix.txt', 'utf8').split(/\r?\n/);
let [player, number, winner] = lines[0].split(' ');
const times = [1, 2].map(i => Number(lines[i].split(' ')[1]));
const board = lines.slice(3, 11).map(line => [...line]);
const enemy = player === 'A' ? 'B' : 'A';

function* moves(player, enemy) {
  const up = player === 'A' ? -1 : 1;
  for (let row = 0; row < 8; row++)
    for (let column = 0; column < 8; column++)
      for (const right of [0, -1, 1]) {
        if (board[row][column] !== player) continue;
        const near = [row + up, column + right];
        const far = [row + 2 * up, column + 2 * right];
        const [met, behind] = [near, far].map(([r, c]) => board[r]?.[c]);
        if (met === '-') yield { row, column, to: near };
        if (met === enemy && behind === '-') yield { row, column, taken: near, to: far };
      }
}

const { row, column, taken, to } = moves(player, enemy).next().value;
board[row][column] = '-';
if (taken) board[taken[0]][taken[1]] = '-';
board[to[0]][to[1]] = player;

if (moves(enemy, player).next().done) winner = enemy;
else if (board[player === 'A' ? 0 : 7].includes(player)) winner = player;
else if (number === '60') winner = 'D';

const used = process.cpuUsage();
times['AB'.indexOf(player)] -= (used.user + used.system) / 1e6;
const text = [
  `${enemy} ${Number(number) + 1} ${winner}`,
  ...times.map(time => `0 ${time}`),
  ...board.map(row => row.join('')),
].join('\n');
fs.writeFileSync('matrix.txt', text);
