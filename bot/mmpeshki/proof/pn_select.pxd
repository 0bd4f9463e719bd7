# Which move of a position the proof numbers of MMPeshki are to look into next.
#
# The player to move wins by one move that makes the other lose, the one with least to do; and
# loses if all moves lose. For that only a share of the moves' work is added up, but for the
# hardest: they have much in common. A child on which others are at work seems to take more, so
# that each goes its own way where there is another.

from libc.stdint cimport int64_t

from bot.mmpeshki.board cimport MOST_MOVES, Board, Moves
from bot.mmpeshki.proof.pn_estimate cimport ENDLESS, Guess
from bot.common.transposition cimport INFINITE


cdef struct Children:
    Moves moves
    Board boards[MOST_MOVES]
    Guess *guesses[MOST_MOVES]


cdef struct Choice:
    int best                    # with least work to make it lose, or -1 if all are proven
    int64_t least               # that work,
    int64_t second              # and that of the next best
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
