# Made by:
#   (all but the last at commit 207a1c7)
#   python -m bot.train.selfplay champion --rules classic --sizes 8 10 11 12 --games 400 --nodes
#       600 --least 60 --out k0-classic.npz
#   python -m bot.train.selfplay champion --rules sesc --sizes 8 10 11 12 --games 400 --nodes
#       600 --least 60 --out k0-sesc.npz
#   python -m bot.train.selfplay champion --rules last-move --rules petersburg --sizes 8 10 11
#       12 --games 400 --nodes 600 --least 60 --out k0-last-move.npz
#   python -m bot.train.recipe k0-classic.npz k0-sesc.npz k0-last-move.npz


cdef extern from *:
    """
    static const float vw_recipe[3][3][14] = {
        {
            {-0.0243f, 0.0257f, 1.0984f, -0.9431f, -0.4979f, 0.4536f, -0.0966f,
             0.0019f, 0.1211f, -0.0256f, -0.0187f, 0.0503f, 0.1191f, -0.1105f},
            {-0.0211f, 0.0179f, 0.9769f, -0.7883f, -0.5107f, 0.4713f, -0.0766f,
             -0.0097f, 0.1008f, -0.0161f, -0.0125f, 0.0347f, 0.3496f, -0.3009f},
            {-0.0251f, 0.0188f, 1.0640f, -0.8659f, -0.5063f, 0.4740f, -0.0414f,
             -0.0454f, 0.0598f, 0.0295f, -0.0057f, 0.0230f, 0.3790f, -0.3906f},
        },
        {
            {-0.0142f, -0.0178f, 0.8324f, 0.6512f, -0.4690f, 0.3752f, -0.1536f,
             0.1162f, 0.1681f, -0.1316f, -0.0346f, 0.0847f, 0.1161f, -0.0988f},
            {-0.0057f, -0.0350f, 0.5873f, 0.9928f, -0.4851f, 0.3906f, -0.1068f,
             0.0473f, 0.1374f, -0.1105f, -0.0268f, 0.0683f, 0.3358f, -0.2366f},
            {-0.0048f, -0.0326f, 0.4777f, 0.9344f, -0.4792f, 0.3670f, -0.0713f,
             0.0341f, 0.0828f, -0.0503f, -0.0148f, 0.0401f, 0.2897f, -0.0893f},
        },
        {
            {0.0278f, -0.0765f, -0.0274f, 2.0089f, -0.4005f, 0.2784f, -0.3431f,
             0.0600f, 0.0525f, -0.0997f, -0.0326f, 0.0525f, 0.1931f, -0.1261f},
            {0.0249f, -0.0727f, 0.0534f, 1.9616f, -0.4084f, 0.2866f, -0.3212f,
             0.0204f, 0.0361f, -0.0761f, -0.0266f, 0.0413f, 0.0389f, -0.0530f},
            {0.0231f, -0.0545f, -0.0116f, 1.5155f, -0.3605f, 0.2235f, -0.2914f,
             0.0068f, -0.0024f, -0.0413f, -0.0308f, 0.0568f, -0.3759f, 0.1869f},
        },
    };
    static inline const float *vw_recipe_weights(int ending, int steps) {
        return vw_recipe[ending][steps - 1];
    }
    """
    const float *recipe_weights "vw_recipe_weights"(int ending, int steps) noexcept nogil


cdef enum:
    RECIPE_TERMS = 7
