"""Many games: events as data, schedules, what games count for, standings and ratings.

Everything here that decides is plain functions over names and numbers. An event file says what is
played (``event``), a schedule who meets whom (``schedules``), the course of a tournament what has
come of it so far (``course``), and from that alone follow the table (``standings``), who met whom
with what result (``crosstable``) and the ratings (``rating``). For a section of an event::

    reading = event_reader.read(data)  # an event, or diagnostics
    entrants = section.seeded(names, event.seed)
    schedule = section.format.schedule(entrants, event.seed)
    course = follow(schedule, results, section.starts.count, section.scoring)
    course.to_play()  # the games that can be played now; none if it is over
    standings(schedule, course, section.bonuses)

A format that is ``auto`` is picked first (``formula``), and the pick is to be kept: the number of
games at a time, on which it depends, may be another when a run goes on.
"""
