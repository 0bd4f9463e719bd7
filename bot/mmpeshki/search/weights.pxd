# Made by:
#   python -m research.mmpeshki --rounds 1000 --positions 1600


cdef extern from *:
    """
    /* They can be changed as the program runs if it is compiled so, which makes it slower. */
    #ifndef MM_WEIGHTS
    #define MM_WEIGHTS static const
    #endif
    MM_WEIGHTS int mm_weights[] = {
        -7,      /* ROW_1 */
        -68,     /* ROW_2 */
        -44,     /* ROW_3 */
        2,       /* ROW_4 */
        87,      /* ROW_5 */
        105,     /* ROW_6 */
        202,     /* ROW_7 */
        32,      /* ON_EDGE */
        26,      /* BEHIND */
        11,      /* ASIDE_BEHIND */
        101,     /* BACKED */
        28,      /* FACING */
        16,      /* A_MOVE */
        73,      /* A_JUMP */
        13,      /* THEIR_JUMP */
        332,     /* RUN */
        53,      /* A_MOVE_OF_RUN */
        347,     /* THEIR_RUN */
        51,      /* A_MOVE_OF_THEIRS */
    };
    """
    const int *WEIGHTS "mm_weights"


cdef enum:
    ROW_1
    ROW_2
    ROW_3
    ROW_4
    ROW_5
    ROW_6
    ROW_7
    ON_EDGE
    BEHIND
    ASIDE_BEHIND
    BACKED
    FACING
    A_MOVE
    A_JUMP
    THEIR_JUMP
    RUN
    A_MOVE_OF_RUN
    THEIR_RUN
    A_MOVE_OF_THEIRS
