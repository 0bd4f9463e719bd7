# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
# Virus War on boards of up to 16 x 16: names for what `sized/` is written in, and `sized/` itself.

from libc.stdint cimport int64_t

from bot.virus_war.bits cimport WIDE_WORDS as WORDS
from bot.virus_war.bits cimport Wide as Bits
from bot.virus_war.bits cimport has_newest
from bot.virus_war.bits cimport wide_bit as bit
from bot.virus_war.bits cimport wide_cell as at_cell
from bot.virus_war.bits cimport wide_column as column_of
from bot.virus_war.bits cimport wide_count as count
from bot.virus_war.bits cimport wide_first as first
from bot.virus_war.bits cimport wide_grown as grown
from bot.virus_war.bits cimport wide_none as none
from bot.virus_war.bits cimport wide_nth as nth
from bot.virus_war.bits cimport wide_nth_newest as nth_newest
from bot.virus_war.bits cimport wide_row as row_of
from bot.virus_war.bits cimport wide_some as some

include "sized/names.pxi"


# The compiler takes the attributes of these first declarations for the functions below: all that
# they call becomes a part of them, and of the second one with the newest instructions.
cdef extern from *:
    """
    static int vw_wide_play_out(const void *, void *, int64_t *) __attribute__((flatten));
    static int vw_wide_play_out_newest(const void *, void *, int64_t *)
        __attribute__((flatten, target("bmi,bmi2")));
    """


cdef inline int play_out_portable "vw_wide_play_out"(
    const void *start, void *lot, int64_t *steps
) noexcept nogil:
    return play_out(<const Game *>start, <Chance *>lot, steps, False)


cdef inline int play_out_newest "vw_wide_play_out_newest"(
    const void *start, void *lot, int64_t *steps
) noexcept nogil:
    return play_out(<const Game *>start, <Chance *>lot, steps, True)


include "sized/styles.pxi"
