"""The players: Cython kernels, each both a Python module and a single-shot program.

A game is a folder with a ``kernel.pyx``, by which it is found. Kernels meet the other packages only
at matrix.txt, and share code as inline functions of ``.pxd`` files: a function imported from
another kernel would need that module's initialisation, which never runs in a program without
Python. A ``.pxi`` file is included as text; its first comment names what it expects to be defined.
"""
