"""Why somebody stands where he stands: what decided between him and his neighbours in the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise

from formats.text import Text, listed
from tournaments.run.result_tables import COUNTED_DOWN, digits_of, told
from tournaments.run.tournament import SectionState
from tournaments.standings.places import Standing
from tournaments.standings.tie_breaks import TIE_BREAKS

_ABOVE = Text("above {name}: {why}", "выше, чем {name}: {why}")
_BELOW = Text("below {name}: {why}", "ниже, чем {name}: {why}")
_SHARES = Text("shares the place with {name}", "делит место с {name}")
_IS_OUT = Text("who is out of the tournament is below", "выбывшие и снятые ниже")
_MUTE = Text(
    "who never made a move is below all who did",
    "кто ни разу не сделал хода, ниже всех, кто ходил",
)
_POINTS = Text("points, {one} : {other}", "очки, {one} : {other}")
_TIE_BREAK = Text("{title}, {one} : {other}", "{title}, {one} : {other}")
_DIVIDED = Text(
    "{names} share the places {first} to {last}; the bonuses of these places, {sum} = {total}, are"
    " divided equally: {each} for each",
    "{names} делят места с {first} по {last}; бонусы этих мест, {sum} = {total}, делятся поровну:"
    " каждому по {each}",
)
_FORMAT = Text("by the format ({format})", "по формату ({format})")


def placing(state: SectionState, name: str) -> Iterator[Text]:
    """Of somebody's place, by those next to him."""
    table = state.standings
    (place,) = (n for n, one in enumerate(table) if one.entrant == name)
    if place > 0:
        yield _between(state, table[place], table[place - 1], _BELOW)
    if place + 1 < len(table):
        yield _between(state, table[place], table[place + 1], _ABOVE)


def broken_ties(state: SectionState) -> Iterator[Text]:
    """Of each two neighbours with equal points, what decided between them."""
    table = state.standings
    for one, other in pairwise(table):
        is_tied = one.row.points == other.row.points and one.never_moved == other.never_moved
        if is_tied and one.place != other.place and not other.departure:
            why = _between(state, one, other, _ABOVE)
            yield Text(f"{one.entrant} {why.en}", f"{one.entrant} {why.ru}")


def shared_bonuses(state: SectionState) -> Iterator[Text]:
    """Yield for each shared place how its bonuses are divided, once all is played."""
    bonuses = state.bonuses if state.finished else ()
    for place, equals in groupby(state.standings, key=lambda one: one.place):
        sharing = [one for one in equals if not one.departure]
        count = sharing[0].shared if sharing else 0
        earned = bonuses[place - 1 : place - 1 + count]
        if count < 2 or not any(earned):
            continue
        whole = [*earned, *[Fraction(0)] * (count - len(earned))]
        terms = [told(each) for each in whole]
        yield _DIVIDED.filled(
            {
                "names": listed(Text(one.entrant, one.entrant) for one in sharing),
                "first": place,
                "last": place + count - 1,
                "sum": listed(terms, between=Text(" + ", " + ")),
                "total": told(sum(whole, Fraction(0))),
                "each": told(sharing[0].bonus),
            }
        )


def _between(state: SectionState, one: Standing, other: Standing, relation: Text) -> Text:
    if one.place == other.place:
        return _SHARES.filled({"name": other.entrant})
    return relation.filled({"name": other.entrant, "why": _why(state, one, other)})


def _why(state: SectionState, one: Standing, other: Standing) -> Text:
    if bool(one.departure) != bool(other.departure):
        return _IS_OUT
    if one.never_moved != other.never_moved:
        return _MUTE
    if one.row is other.row or not _is_by_numbers(state, one, other):
        return _FORMAT.filled({"format": state.schedule.title})
    if one.row.points != other.row.points:
        said = {"one": told(one.row.points), "other": told(other.row.points)}
        return _POINTS.filled(said)
    return _tie_break(state.section.scoring.tie_breaks, one, other)


def _is_by_numbers(state: SectionState, one: Standing, other: Standing) -> bool:
    """Whether points and tie-breaks decided between them, and not their tiers."""
    tiers = state.schedule.tiers(state.progress)
    return any({one.entrant, other.entrant} <= set(tier.entrants) for tier in tiers)


def _tie_break(names: Sequence[str], one: Standing, other: Standing) -> Text:
    """The first that is not the same for both."""
    for name, mine, foes in zip(names, one.tie_breaks, other.tie_breaks, strict=True):
        if mine is not None and foes is not None and mine != foes:
            sign = -1 if name in COUNTED_DOWN else 1
            digits = digits_of(name, (mine, foes))
            values = {"one": told(sign * mine, digits), "other": told(sign * foes, digits)}
            return _TIE_BREAK.filled({"title": TIE_BREAKS[name].title, **values})
    return _SHARES.filled({"name": other.entrant})
