# Made by: python -m bot.train.recipe


cdef extern from *:
    """
    static const float vw_recipe[3][3][14] = {{{0}}};
    static inline const float *vw_recipe_weights(int ending, int steps) {
        return vw_recipe[ending][steps - 1];
    }
    """
    const float *recipe_weights "vw_recipe_weights"(int ending, int steps) noexcept nogil


cdef enum:
    RECIPE_TERMS = 7
