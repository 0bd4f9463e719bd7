"""The ladders of the events that take bots: who plays them, and what the pages show of them.

They are played by processes of their own, ``arena ladder``, which the site begins and ends; the
site itself only reads their ledgers. Where somebody plays a ladder already, the site does not.
"""
