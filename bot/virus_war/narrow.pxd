# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
# Virus War on boards of up to 10 x 10: names for what the included code is written in.

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdio cimport fprintf, stderr
from libc.string cimport memcpy, strchr, strcmp

from bot.common.chance cimport Chance, random_below
from bot.common.matrix_file cimport Matrix
from bot.virus_war.bits cimport NARROW_STRIDE as STRIDE
from bot.virus_war.bits cimport NARROW_WORDS as WORDS
from bot.virus_war.bits cimport Narrow as Bits
from bot.virus_war.bits cimport has_newest
from bot.virus_war.bits cimport narrow_bit as bit
from bot.virus_war.bits cimport narrow_count as count
from bot.virus_war.bits cimport narrow_first as first
from bot.virus_war.bits cimport narrow_grown as grown
from bot.virus_war.bits cimport narrow_none as none
from bot.virus_war.bits cimport narrow_nth as nth
from bot.virus_war.bits cimport narrow_nth_newest as nth_newest
from bot.virus_war.bits cimport narrow_some as some
from bot.virus_war.puct_tree cimport (
    SAMPLE,
    SURE,
    Bough,
    Crown,
    Samples,
    cell_of,
    chance_of,
    fell_crown,
    for_side,
    is_overgrown,
    look_of,
    raise_crown,
    resolve_bough,
    settle,
    take_root,
    twig_of,
    unflattened,
    worth_of,
    worth_to_mover,
    bud,
    make_room,
)
from bot.virus_war.curves cimport Curves, odds_by_curves
from bot.virus_war.file cimport (
    CHAMPION,
    CROSSES,
    DRAWN,
    FULL_TURN,
    GREEDY,
    KILL_ALL,
    LAST_TURN,
    NOUGHTS,
    OPEN,
    RECIPE,
    STEPS,
    UCT,
    Manner,
    Rules,
    Turn,
    name_cell,
)
from bot.virus_war.maths cimport (
    Logarithms,
    exponential,
    logarithm,
    logistic,
    square_root,
)
from bot.virus_war.dfpn_table cimport (
    MOST_ODDS,
    OFF,
    SHARE,
    SURELY,
    WORK_A_STEP,
    Child,
    Choice,
    Entry,
    Numbers,
    Prover,
    Report,
    Verdict,
    dismiss,
    entry_of,
    equip,
    fetch,
    is_exhausted,
    keep,
)
from bot.virus_war.recipe_weights cimport RECIPE_TERMS, recipe_weights
from bot.common.clock cimport used_microseconds
from bot.virus_war.uct_tree cimport (
    DEEPEST,
    MOST_CHILDREN,
    PASS,
    Budget,
    Node,
    Tree,
    best_child,
    count_visit,
    fell,
    for_player,
    is_full,
    is_spent,
    new_node,
    plant,
    playouts_left,
    prove,
    resolve,
    share_of,
    value_of_win,
)
from bot.virus_war.weights cimport COUNTS

include "sized/rules.pxi"
include "sized/rollout.pxi"


# The compiler takes the attributes of these first declarations for the functions below: all that
# they call becomes a part of them, and of the second one with the newest instructions.
cdef extern from *:
    """
    static int vw_narrow_play_out(const void *, void *, int64_t *) __attribute__((flatten));
    static int vw_narrow_play_out_newest(const void *, void *, int64_t *)
        __attribute__((flatten, target("bmi,bmi2")));
    """


cdef inline int play_out_portable "vw_narrow_play_out"(
    const void *start, void *lot, int64_t *steps
) noexcept nogil:
    return play_out(<const Game *>start, <Chance *>lot, steps, False)


cdef inline int play_out_newest "vw_narrow_play_out_newest"(
    const void *start, void *lot, int64_t *steps
) noexcept nogil:
    return play_out(<const Game *>start, <Chance *>lot, steps, True)


include "sized/styles.pxi"
