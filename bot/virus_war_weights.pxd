cdef extern from *:
    """
    typedef struct { float base[2], early[32], late[32]; } vw_weights;
    static const vw_weights vw_champion[3][3] = {{{{0}}}};
    static inline const vw_weights *vw_weights_of(int ending, int steps) {
        return &vw_champion[ending][steps - 1];
    }
    """
    ctypedef struct Weights "vw_weights":
        float base[2]
        float early[32]
        float late[32]
    const Weights *weights_of "vw_weights_of"(int ending, int steps) noexcept nogil


cdef enum:
    COUNTS = 8     # of a side
    TERMS = 32
