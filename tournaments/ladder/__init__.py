"""The ladder of an event: until it begins, the newest versions of all bots play each other.

It has a ledger of its own beside the event file, in a hidden folder, of the same make as that of an
event: games are entered once and whole, each entry is bound to all before it, and whatever stops
the arena, the ladder goes on where the ledger ends. A version that joins, goes, or is replaced by a
newer one is an entry as well; so all that is shown follows from the ledger alone.

- ``ladder_players``: who should play now, as entrants and submissions have it;
- ``ladder_state``: who plays, and what was played, as the ledger has it;
- ``pairing``: which game tells most;
- ``ladder_table``: how strong each version is, and what the last one has changed;
- ``ladder_run``: gives out games and enters them; ``climbing`` plays them, and gives way.
"""
