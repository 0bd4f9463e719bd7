"""What is written down: matrix.txt, move notation, game records - and the law of each game.

The ground floor. It depends on nothing but Python, so that a student can read it as the
definition of the games, and so that a referee can judge hostile files with plain, safe code.
"""
