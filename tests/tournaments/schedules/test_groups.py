"""Groups filled to and fro by the seeds, and the finals of their best."""

from __future__ import annotations

from formats.outcome import Winner
from tests.tournaments.schedules.playing import as_in, names, pairs, play_all, results, stronger
from tournaments.schedules import follow
from tournaments.schedules.groups import Groups
from tournaments.standings.match import GameResult, ScheduledGame
from tournaments.standings.places import standings
from tournaments.standings.scoring import Penalty, Scoring
from tournaments.standings.state import TournamentProgress


def order(schedule: Groups, progress: TournamentProgress) -> str:
    return "".join(standing.entrant for standing in standings(schedule, progress))


def test_seeds_go_like_a_snake() -> None:
    assert ["".join(g) for g in Groups(names(8), 3).members()] == ["afg", "beh", "cd"]
    assert ["".join(g) for g in Groups(names(8), 2).members()] == ["adeh", "bcfg"]


def test_groups_are_played_side_by_side_then_the_final() -> None:
    schedule = Groups(names(8), 2, 2)
    progress = play_all(schedule)
    assert pairs(progress, 1) == ["a-h", "d-e", "b-g", "c-f"]
    assert [len(pairs(progress, n)) for n in range(1, 8)] == [4, 4, 4, 2, 2, 2, 0]
    assert schedule.round_sizes() == (4, 4, 4, 2, 2, 2)
    assert schedule.waves() == (12, 6)
    assert order(schedule, progress) == "abcdefgh"


def test_matches_say_their_group() -> None:
    first, *_ = play_all(Groups(names(4), 2, 1)).match_results.values()
    assert first.match.title is not None
    assert (first.match.title.en, first.match.title.ru) == ("group A", "группа A")


def test_final_as_knockout_crosses_the_groups() -> None:
    """Winners a and b, then seconds d and c: a meets c, who was second to b."""
    schedule = Groups(names(8), 2, 2, final="knockout")
    progress = play_all(schedule)
    assert pairs(progress, 4) == ["a-c", "b-d"]
    assert pairs(progress, 5) == ["c-d", "a-b"]
    assert schedule.round_sizes() == (4, 4, 4, 2, 2)


def test_the_final_alone_decides_among_those_in_it() -> None:
    """Entrant b has won all games of its group, a none of its own; they draw in the final."""
    table = """
      a  b  c  d
    a .  == .  ==
    b .  .  11 .
    """
    schedule = Groups(("a", "b", "c", "d"), 2, 1)

    assert ["".join(group) for group in schedule.members()] == ["ad", "bc"]
    progress = play_all(schedule, as_in(table))
    lines = standings(schedule, progress)[:2]
    assert [(line.place, line.shared, line.entrant) for line in lines] == [
        *[(1, 2, "a"), (1, 2, "b")]
    ]
    assert [line.row.games for line in lines] == [2, 2]


def test_entrants_outside_the_final_stand_by_their_places_in_the_groups() -> None:
    """The third of a weak group stands above the fourth of a strong one, whatever the points."""
    schedule = Groups(names(8), 2, 1)
    progress = play_all(schedule)
    assert order(schedule, progress) == "abcdefgh"
    rows = {standing.entrant: standing.row for standing in standings(schedule, progress)}
    assert [rows[name].points for name in "cdefgh"] == [4, 4, 2, 2, 0, 0]


def test_no_final_before_the_groups_are_played_out() -> None:
    schedule = Groups(names(4), 2, 1)
    games = [result for result in play_all(schedule).results.values() if result.game[0] == "1"]
    assert pairs(follow(schedule, games[1:]), 2) == []
    assert pairs(follow(schedule, games), 2) == ["a-b"]


def test_a_disqualification_in_the_final_changes_no_finalist() -> None:
    """Now d, whom a has beaten in the group, has won there, and stands above c."""
    schedule = Groups(names(4), 2, 1)
    games = [result for result in play_all(schedule).results.values() if result.game[0] == "1"]
    scoring = Scoring(disqualification=Penalty.TOURNAMENT)
    progress = follow(schedule, [*games, *results("2/a/b/1a B!")], 1, scoring)
    assert not list(progress.to_play())
    assert [standing.entrant for standing in standings(schedule, progress)] == ["b", "d", "c", "a"]


def test_an_entrant_that_is_out_goes_to_no_final() -> None:
    """Groups a d e and b c f; a wins all games before its last match of the group."""
    scoring = Scoring(disqualification=Penalty.TOURNAMENT)
    schedule = Groups(names(6), 2, 1)
    fatal = next(
        m for m in schedule.matches(TournamentProgress({})) if set(m.entrants) == {"a", "e"}
    )

    def decide(scheduled_game: ScheduledGame) -> GameResult:
        if scheduled_game.match == fatal:
            winner: Winner = "B" if scheduled_game.first == "a" else "A"
            return GameResult(
                scheduled_game.id, scheduled_game.first, scheduled_game.second, winner, True
            )
        return stronger(scheduled_game)

    progress = play_all(schedule, decide, scoring=scoring)
    assert set(progress.out) == {"a"}
    assert pairs(progress, 4) == ["d-b"]
    assert order(schedule, progress)[-1] == "a"


def test_a_group_is_of_two_at_least_and_has_who_goes_on() -> None:
    assert not list(Groups(names(4), 2, 2).faults())
    assert [fault.kind.code for fault in Groups(names(5), 3, 1).faults()] == ["E302"]
    assert [fault.kind.code for fault in Groups(names(5), 2, 3).faults()] == ["E302"]
    assert [fault.kind.code for fault in Groups(names(3), 2, 1).faults()] == ["E301"]
