"""Games as the site's memory keeps them, so that each goes on after a restart where it was."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import partial
from pathlib import Path
from time import time
from typing import Any, TypeAlias, cast

from arena.bots.ours import Level
from arena.site.memory import SiteMemory
from arena.site.play.links import Links
from arena.site.play.watched_game import Play, Role, Seat
from formats.game import PLAYERS, Player
from formats.matrix import read_matrix, write_exactly
from formats.outcome import Winner
from formats.record import RecordedMove
from formats.seconds import write_seconds
from formats.text import Text
from referee.casual_game import CasualEnd, CasualGame

_KIND = "game"
_LONGEST = 30 * 24 * 3600.0
"""Seconds after which a game is forgotten in which nothing has happened."""
_Saved: TypeAlias = tuple[CasualGame, bool, str]
"""What of a game is kept and can change: the game, whether it is paused, the next game's name."""


@dataclass
class KeptGames:
    """Writes each game into the memory when it changes, and brings all games back at the start."""

    memory: SiteMemory
    links: Links
    _saved: dict[str, _Saved] = field(default_factory=dict)

    def restore(self) -> None:
        """Bring back the games that were kept; those that cannot be read are forgotten."""
        plays: dict[str, Play] = {}
        next_names: dict[str, str] = {}
        for name, text in self.memory.read(_KIND, _LONGEST).items():
            try:
                kept = json.loads(text)
                plays[name] = _play_from(name, kept)
                next_names[name] = str(kept["next"])
            except Exception:  # whatever is wrong with one game, the others go on
                logging.getLogger(__name__).exception("a game that was kept cannot be read")
                self.memory.forget(_KIND, name)
        for name, play in plays.items():
            play.next = plays.get(next_names[name])
            self._saved[name] = _saved(play)
            play.on_change = self.save
            self.links.restore(play)

    def keep(self, play: Play) -> None:
        """Keep a new game from now on."""
        play.on_change = self.save
        self.save(play)

    def save(self, play: Play) -> None:
        """Have the game written, if something has changed that is kept."""
        state = _saved(play)
        before = self._saved.get(play.name)
        if play.is_closed or (before and before[0] is state[0] and before[1:] == state[1:]):
            return
        self._saved[play.name] = state
        # A copy, which does not change while the other thread makes a text of it.
        self.memory.write(_KIND, play.name, partial(_text, replace(play)))

    def forget(self, play: Play) -> None:
        self._saved.pop(play.name, None)
        self.memory.forget(_KIND, play.name)


def _saved(play: Play) -> _Saved:
    return play.game, play.paused, play.next.name if play.next else ""


def _text(play: Play) -> str:
    """Return the text that is kept of a game."""
    game, paused, next_name = _saved(play)
    kept = {
        "start": write_exactly(game.start),
        "limit": game.law.limit,
        "moves": [[made.text, write_seconds(made.seconds), made.remark] for made in game.moves],
        "steps": list(_steps(game)),
        "times": [write_seconds(seconds) for seconds in game.now.times],
        "timed": game.timed,
        "end": game.end and _end_kept(game.end),
        "seats": {player: _seat_kept(seat) for player, seat in play.seats.items()},
        "links": dict(play.links),
        "client": play.client,
        "paused": paused,
        "moment": play.moment,
        "next": next_name,
    }
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def _play_from(name: str, kept: Mapping[str, Any]) -> Play:
    """Return the game of that name. Raises whatever a text that is not ours leads to."""
    seats = {player: _seat_from(kept["seats"][player]) for player in PLAYERS}
    play = Play(
        _game_from(kept, seats),
        seats,
        paused=bool(kept["paused"]),
        moment=int(kept["moment"]),
        name=name,
        links={cast("Role", role): str(link) for role, link in kept["links"].items()},
        client=str(kept["client"]),
        # A page that was open before takes nothing for new that has a lower number.
        version=int(time() * 1000),
    )
    play.begin_turn()
    return play


def _game_from(kept: Mapping[str, Any], seats: Mapping[Player, Seat]) -> CasualGame:
    limit = kept["limit"]
    matrix = read_matrix(kept["start"].encode(), limit=limit).matrix
    if matrix is None:
        raise ValueError("there is no start position")
    game = CasualGame.from_stored_moves(
        matrix,
        [RecordedMove(text, Decimal(seconds), remark) for text, seconds, remark in kept["moves"]],
        timed=bool(kept["timed"]),
        clocks=[player for player in PLAYERS if seats[player].clock is not None],
        end=_end_from(kept["end"]) if kept["end"] else None,
    )
    for step in kept["steps"]:
        game = game.step(step)
    a, b = map(Decimal, kept["times"])
    return replace(game, now=game.now.with_times((a, b)))


def _steps(game: CasualGame) -> Iterator[str]:
    """Yield the steps that are made of a turn which was not sent yet."""
    if game.is_whole:
        yield from (game.position.last or "").split("-")
    else:
        yield from map(str, game.position.steps)


def _seat_kept(seat: Seat) -> Mapping[str, object]:
    return {
        "bot": seat.bot,
        "arguments": list(seat.arguments),
        "level": seat.level,
        "think": str(seat.think),
        "program": seat.program and str(seat.program),
        "is_secret": seat.is_secret,
        "clock": seat.clock and str(seat.clock),
    }


def _seat_from(kept: Mapping[str, Any]) -> Seat:
    return Seat(
        kept["bot"],
        Decimal(kept["think"]),
        Path(kept["program"]) if kept["program"] else None,
        bool(kept["is_secret"]),
        Decimal(kept["clock"]) if kept["clock"] else None,
        # Games that an earlier version kept have neither.
        tuple(map(str, kept.get("arguments", ()))),
        Level(kept["level"]) if kept.get("level") else None,
    )


def _end_kept(end: CasualEnd) -> Mapping[str, object]:
    sentence = {"en": end.sentence.en, "ru": end.sentence.ru}
    return {
        "winner": end.winner,
        "reason": end.reason,
        "sentence": sentence,
        "lawful": end.lawful,
    }


def _end_from(kept: Mapping[str, Any]) -> CasualEnd:
    winner: Winner = kept["winner"]
    return CasualEnd(winner, kept["reason"], Text(**kept["sentence"]), lawful=bool(kept["lawful"]))
