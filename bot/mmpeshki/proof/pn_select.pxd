# The choice of the next move by the proof numbers of MMPeshki.
#
# The player to move wins if one move makes the other lose: its work is that of the easiest move.
# The player loses if all moves lose: its work is that of the hardest move and a share of the
# others', since they have much in common. A child on which other threads work counts as harder, so
# that threads take different ways.

from libc.stdint cimport int64_t

from bot.mmpeshki.board cimport MOST_MOVES, Board, Moves
from bot.mmpeshki.proof.pn_estimate cimport ENDLESS, Guess
from bot.common.transposition cimport INFINITE


cdef struct Children:
    Moves moves
    Board boards[MOST_MOVES]
    Guess *guesses[MOST_MOVES]


cdef struct Choice:
    int best                    # the child that is easiest to prove lost; -1 if all are proven
    int64_t least               # its work
    int64_t second              # the work of the next best child
    int64_t most                # the work for the hardest to prove won,
    int64_t others              # and for the others
    int longest                 # the score if all are won for the other side


cdef inline Choice choice_of(const Children *children) noexcept nogil:
    cdef Choice choice = [-1, ENDLESS + 1, ENDLESS + 1, 0, 0, -INFINITE]
    cdef const Guess *child
    cdef int64_t to_lose
    cdef int n
    for n in range(children.moves.count):
        child = children.guesses[n]
        if child.to_win == 0:
            choice.longest = max(choice.longest, -child.score)
            continue
        choice.others += child.to_win
        choice.most = max(choice.most, <int64_t>child.to_win)
        to_lose = min(child.to_lose * (<int64_t>1 + child.hands), <int64_t>ENDLESS)
        if to_lose < choice.least:
            choice.second = choice.least
            choice.least = to_lose
            choice.best = n
        elif to_lose < choice.second:
            choice.second = to_lose
    choice.others -= choice.most
    return choice
