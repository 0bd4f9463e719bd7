"""The ladder of an event: games between the newest versions of all bots until the event begins.

A ladder has a ledger of its own, of the same kind as an event's, in a hidden folder beside the
event file. Whatever stops the arena, the ladder goes on where the ledger ends. A version that
joins, leaves, or is replaced by a newer one is an entry as well; so everything that is shown
follows from the ledger alone.

- ``ladder_players``: the versions that should play now, from entrants and submissions;
- ``ladder_state``: the versions and the games in the ledger;
- ``pairing``: the choice of the game with the most information;
- ``ladder_table``: the strengths of the versions, and the gain of the newest ones;
- ``ladder_run``: the source of games, and the loop that plays them when the machine is idle.
"""
