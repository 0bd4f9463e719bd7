"""The ladders of events that take submissions: workers that play them, and their pages.

A ladder is played by a worker, which runs ``arena ladder`` and which the site starts and ends; the
site itself only reads ledgers. Where another process plays a ladder already, the site starts none.
"""
