# The file of notes with the proof numbers of MMPeshki, from which a proof goes on another day.
#
# The file has a heading and all used guesses, but not the table of alpha-beta, which is larger and
# soon full again. It is written under another name and then renamed, so whenever the machine stops,
# the notes are complete.

from libc.stdint cimport int64_t, uint64_t
from libc.stdio cimport FILE, fclose, fopen, fread, fwrite, rename, snprintf

from bot.common.clock cimport wall_microseconds
from bot.mmpeshki.proof.pn_estimate cimport Guess, Guesses, place_of


cdef extern from *:
    """
    #define MM_NOTES 0x324e4d4dULL      /* MMN2; another number, should a guess change */
    """
    const uint64_t MM_NOTES


cdef enum:
    WORDS_OF_HEADING = 4
    LONGEST_PATH = 4096
    BETWEEN_NOTES = 600000000   # microseconds


cdef struct Notes:
    const char *path            # NULL: no notes are written
    const char *fault           # the reason why notes cannot be read or written
    int64_t next                # time of the next writing
    uint64_t heading[WORDS_OF_HEADING]  # version of the format, and the position


cdef inline bint is_read(Notes *notes, Guesses *guesses, FILE *file) noexcept nogil:
    cdef uint64_t heading[WORDS_OF_HEADING]
    cdef Guess read
    cdef Guess *guess
    cdef int n
    if fread(heading, sizeof(heading), 1, file) != 1:
        return False
    for n in range(WORDS_OF_HEADING):
        if heading[n] != notes.heading[n]:
            return False
    while fread(&read, sizeof(Guess), 1, file) == 1:
        guess = place_of(guesses, read.key)
        if guess == NULL:
            return False
        guesses.used += guess.key == 0
        guess[0] = read
        guess.hands = guess.looked_at = 0
    return True


cdef inline bint read_notes(
    Notes *notes, Guesses *guesses, uint64_t root, int limit
) noexcept nogil:
    """Read the notes of the same position, if there are any; return False if they do not fit."""
    cdef FILE *file
    cdef bint fits
    if notes.path == NULL:
        return True
    notes.next = wall_microseconds() + BETWEEN_NOTES
    notes.heading = [MM_NOTES, root, guesses.marks, limit]
    file = fopen(notes.path, b"rb")
    if file == NULL:
        return True
    fits = is_read(notes, guesses, file)
    fclose(file)
    if not fits:
        notes.fault = b"not notes of this position, or too many for so little memory"
    return fits


cdef inline bint is_written(
    const Notes *notes, const Guesses *guesses, const char *path
) noexcept nogil:
    cdef FILE *file = fopen(path, b"wb")
    cdef bint well
    cdef uint64_t n
    if file == NULL:
        return False
    well = fwrite(notes.heading, sizeof(notes.heading), 1, file) == 1
    for n in range(guesses.mask + 1):
        if guesses.places[n].key and well:
            well = fwrite(guesses.places + n, sizeof(Guess), 1, file) == 1
    return fclose(file) == 0 and well


cdef inline void write_notes(Notes *notes, const Guesses *guesses) noexcept nogil:
    cdef char beside[LONGEST_PATH]
    if notes.path == NULL:
        return
    notes.fault = NULL
    snprintf(beside, LONGEST_PATH, b"%s.new", notes.path)
    if not is_written(notes, guesses, beside) or rename(beside, notes.path) != 0:
        notes.fault = b"the notes cannot be written"
    notes.next = wall_microseconds() + BETWEEN_NOTES


cdef inline bint is_time_to_note(const Notes *notes) noexcept nogil:
    return notes.path != NULL and wall_microseconds() >= notes.next
