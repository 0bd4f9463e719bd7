#!/usr/bin/python3
from time import perf_counter

start = perf_counter()
EMPTY = "-"


class Game:
    def __init__(self, lines):
        self.player, number, _ = lines[0].split()
        self.number = int(number)
        self.left = {"A": float(lines[1].split()[1]), "B": float(lines[2].split()[1])}
        self.board = {(x, y): lines[10 - y][x] for x in range(8) for y in range(8)}

    def moves(self):
        dy, enemy = (1, "B") if self.player == "A" else (-1, "A")
        for (x, y), piece in self.board.items():
            if piece != self.player:
                continue
            for dx in (-1, 0, 1):
                near, far = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
                if self.board.get(near) == EMPTY:
                    yield (x, y), near, None
                elif self.board.get(near) == enemy and self.board.get(far) == EMPTY:
                    yield (x, y), far, near

    def make(self, move):
        here, there, taken = move
        mover = self.player
        self.board[there] = mover
        self.board[here] = EMPTY
        if taken:
            self.board[taken] = EMPTY
        self.player = "B" if mover == "A" else "A"
        self.number += 1
        if not any(self.moves()):
            return self.player
        if any(self.board[x, 7 if mover == "A" else 0] == mover for x in range(8)):
            return mover
        return "D" if self.number > 60 else "U"

    def save(self, winner):
        with open("matrix.txt", "w") as f:
            print(self.player, self.number, winner, file=f)
            print(0, self.left["A"], file=f)
            print(0, self.left["B"], file=f)
            for y in range(7, -1, -1):
                print("".join(self.board[x, y] for x in range(8)), file=f)


game = Game(open("matrix.txt").readlines())
me = game.player
winner = game.make(max(game.moves(), key=lambda move: move[2] is not None))
game.left[me] -= perf_counter() - start
game.save(winner)
