# What the code in this folder takes from elsewhere, for the width of board that includes it.
#
# Expected before: of bits.pxd, for that width, the set of cells `Bits`, its `STRIDE` and `WORDS`,
# and bit, count, first, grown, none, nth, nth_newest and some; and `has_newest`.

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdio cimport fprintf, stderr
from libc.string cimport memcpy, strchr, strcmp

from bot.common.chance cimport Chance, random_below
from bot.common.matrix_file cimport Matrix
from bot.virus_war.puct_tree cimport (
    SAMPLE, SURE, Bough, Crown, Samples, cell_of, chance_of, fell_crown, for_side, is_overgrown,
    look_of, raise_crown, resolve_bough, settle, take_root, twig_of, unflattened, worth_of,
    worth_to_mover, bud, make_room,
)
from bot.virus_war.curves cimport Curves, odds_by_curves
from bot.virus_war.file cimport (
    CHAMPION, CROSSES, DRAWN, FULL_TURN, GREEDY, KILL_ALL, LAST_TURN, NOUGHTS, OPEN, STEPS, UCT,
    Manner, Rules, Turn, name_cell,
)
from bot.virus_war.maths cimport Logarithms, exponential, logarithm, logistic, square_root
from bot.virus_war.dfpn_table cimport (
    MOST_ODDS, OFF, SHARE, SURELY, WORK_A_STEP, Child, Choice, Entry, Numbers, Prover, Report,
    Verdict, dismiss, entry_of, equip, fetch, is_exhausted, keep,
)
from bot.common.clock cimport used_microseconds
from bot.virus_war.uct_tree cimport (
    DEEPEST, MOST_CHILDREN, PASS, Budget, Node, Tree, best_child, count_visit, fell, for_player,
    is_full, is_spent, new_node, plant, playouts_left, prove, share_of, value_of_win,
)
from bot.virus_war.weights cimport COUNTS

include "rules.pxi"
include "rollout.pxi"
