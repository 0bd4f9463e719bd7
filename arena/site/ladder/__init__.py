"""The ladders of events that take submissions: processes that play them, and their pages.

A ladder is played by a process of its own, ``arena ladder``, which the site starts and ends; the
site itself only reads ledgers. Where another process plays a ladder already, the site starts none.
"""
