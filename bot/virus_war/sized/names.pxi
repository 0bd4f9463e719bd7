# The imports of the code in this folder, for the width of board that includes it.
#
# Expected before: the declarations of bits.pxd for the width: the set of cells `Bits`, its `WORDS`,
# and at_cell, bit, column_of, count, first, grown, none, nth, nth_newest, row_of and some; and
# `has_newest`.

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdio cimport fprintf, stderr
from libc.string cimport memcpy, strchr, strcmp

from bot.common.chance cimport Chance, random_below
from bot.common.matrix_file cimport Matrix
from bot.virus_war.puct_tree cimport (
    SAMPLE, SURE, Node, PuctTree, Samples, add_visits, bring_best, cell_of, correct, eagerness,
    edge_of, for_side, free_tree, init_node, init_tree, is_full, make_room, new_root, prior_weight,
    resolve_node, settle, unflattened, worth_by_odds, worth_of, worth_to_mover,
)
from bot.virus_war.curves cimport FINENESS, Curves, curves_for, length_of_curve, odds_by_curves
from bot.virus_war.file cimport (
    CHAMPION, CROSSES, DRAWN, FULL_TURN, GREEDY, KILL_ALL, LAST_TURN, NOUGHTS, OPEN, STEPS, UCT,
    Manner, Rules, Turn, name_cell,
)
from bot.virus_war.maths cimport Logarithms, exponential, logarithm, logistic, square_root
from bot.virus_war.dfpn_table cimport (
    MOST_ODDS, OFF, SHARE, SURELY, WORK_A_STEP, Child, Choice, Entry, Numbers, Prover, Report,
    Verdict, free_prover, entry_of, init_prover, fetch, is_exhausted, keep,
)
from bot.virus_war.uct_tree cimport (
    DEEPEST, MOST_CHILDREN, NOT_LOST, PASS, Budget, UctNode, UctTree, best_child, count_visit,
    for_player, free_uct_tree, init_uct_tree, is_spent, is_uct_full, new_node, playouts_left,
    rank_of, share_of, value_of_win,
)
from bot.virus_war.weights cimport COUNTS

include "rules.pxi"
include "rollout.pxi"
