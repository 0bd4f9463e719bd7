"""What the kernel of Virus War is held against the law on."""

SIZES = tuple((size, size) for size in (4, 5, 6, 7, 8, 9, 10, 11, 12, 16))
"""The first three, which are small, far oftener than the others."""
FILE_SIZES = tuple((size, size) for size in (4, 5, 10, 11, 16))
"""Of the files that it must read."""
MORE_RULES = (
    "classic passing=no",
    "classic opening=occupied first-turn=2",
    "sesc first-turn=1 passing=no",
    "petersburg passing=yes ending=kill-all",
    "last-move passing=yes",
)
"""Options combined anew, beside the rule sets."""
