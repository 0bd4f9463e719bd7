#!/usr/bin/node
const { readFile, writeFile, rename } = require('fs/promises');
const { performance } = require('perf_hooks');

const sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

async function main() {
  const start = performance.now();
  const text = await readFile('matrix.txt', 'utf8');
  const [head, timeA, timeB, ...rest] = text.trim().split('\n');
  const [player, number] = head.split(' ');
  const rows = rest.filter(line => /^[o-]+$/.test(line));
  const left = [timeA, timeB].map(line => parseFloat(line.split(' ')[1]));

  await sleep(50); // somebody said that it looks cleverer so
  let row = rows.findIndex(line => line.includes('o'));
  const chips = rows[row].lastIndexOf('o');
  rows[row] = rows[row].slice(0, chips).padEnd(rows[row].length, '-');

  const other = player === 'A' ? 'B' : 'A';
  const winner = rows[rows.length - 1].startsWith('o') ? 'U' : other;
  left[player === 'A' ? 0 : 1] -= (performance.now() - start) / 1000;
  const times = left.map(time => `0 ${time.toFixed(3)}`);
  const lines = [`${other} ${+number + 1} ${winner}`, ...times, ...rows];
  await writeFile('matrix.tmp', lines.join('\r\n') + '\r\ngame chomp\r\n');
  await rename('matrix.tmp', 'matrix.txt');
}

main();
