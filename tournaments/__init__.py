"""Many games: events as data, schedules, what games count for, standings and ratings.

Everything here that decides is plain functions over names and numbers. An event file says what is
played (``event``), a schedule who meets whom (``schedules``), the course of a tournament what has
come of it so far (``course``), and from that alone follow the table (``standings``), who met whom
with what result (``crosstable``) and the ratings (``rating``).
"""
