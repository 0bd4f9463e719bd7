"""How the weights of Virus War's players are made, and how players are held against each other.

Nothing here is part of a program.
"""
