"""Games in the site's memory, so that each goes on after a restart."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from decimal import Decimal
from functools import partial
from pathlib import Path
from time import time
from typing import Any, TypeAlias, cast

from arena.bots.builtin_bots import Level
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
"""Seconds after which a game without changes is forgotten."""
_GameState: TypeAlias = tuple[CasualGame, bool, str]
"""The changing state of a game: the game, whether it is paused, the next game's name."""


@dataclass
class KeptGames:
    """Writes each game into the memory when it changes, and restores all games at the start."""

    memory: SiteMemory
    links: Links
    _saved: dict[str, _GameState] = field(default_factory=dict)

    def restore(self) -> None:
        """Restore the games in the memory; those that cannot be read are forgotten."""
        plays: dict[str, Play] = {}
        next_names: dict[str, str] = {}
        for name, text in self.memory.read(_KIND, _LONGEST).items():
            try:
                data = json.loads(text)
                plays[name] = _play_from(name, data)
                next_names[name] = str(data["next"])
            except Exception:  # a fault in one game must not stop the others
                logging.getLogger(__name__).exception("a game that was kept cannot be read")
                self.memory.forget(_KIND, name)
        for name, play in plays.items():
            play.next = plays.get(next_names[name])
            self._saved[name] = _state_of(play)
            play.on_change = self.save
            self.links.restore(play)

    def keep(self, play: Play) -> None:
        """Keep a new game from now on."""
        play.on_change = self.save
        self.save(play)

    def save(self, play: Play) -> None:
        """Have the game written, if its kept state has changed."""
        state = _state_of(play)
        before = self._saved.get(play.name)
        if play.is_closed or (before and before[0] is state[0] and before[1:] == state[1:]):
            return
        self._saved[play.name] = state
        # The other thread needs a copy that does not change meanwhile.
        self.memory.write(_KIND, play.name, partial(_text, replace(play)))

    def forget(self, play: Play) -> None:
        self._saved.pop(play.name, None)
        self.memory.forget(_KIND, play.name)


def _state_of(play: Play) -> _GameState:
    return play.game, play.paused, play.next.name if play.next else ""


def _text(play: Play) -> str:
    """Return the text that is kept of a game."""
    game, paused, next_name = _state_of(play)
    data = {
        "start": write_exactly(game.start),
        "limit": game.board_game.limit,
        "moves": [[move.text, write_seconds(move.seconds), move.remark] for move in game.moves],
        "steps": list(_steps(game)),
        "times": [write_seconds(seconds) for seconds in game.now.times],
        "timed": game.timed,
        "end": game.end and _data_of_end(game.end),
        "seats": {player: _data_of_seat(seat) for player, seat in play.seats.items()},
        "links": dict(play.links),
        "client": play.client,
        "paused": paused,
        "moment": play.moment,
        "next": next_name,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _play_from(name: str, data: Mapping[str, Any]) -> Play:
    """Return the game from its data in the memory.

    Data that were not written here may raise any exception.
    """
    seats = {player: _seat_from(data["seats"][player]) for player in PLAYERS}
    play = Play(
        _game_from(data, seats),
        seats,
        paused=bool(data["paused"]),
        moment=int(data["moment"]),
        name=name,
        links={cast("Role", role): str(link) for role, link in data["links"].items()},
        client=str(data["client"]),
        # A page that was open before the restart ignores lower numbers.
        version=int(time() * 1000),
    )
    play.begin_turn()
    return play


def _game_from(data: Mapping[str, Any], seats: Mapping[Player, Seat]) -> CasualGame:
    limit = data["limit"]
    matrix = read_matrix(data["start"].encode(), limit=limit).matrix
    if matrix is None:
        raise ValueError("there is no start position")
    game = CasualGame.from_stored_moves(
        matrix,
        [RecordedMove(text, Decimal(seconds), remark) for text, seconds, remark in data["moves"]],
        timed=bool(data["timed"]),
        clocks=[player for player in PLAYERS if seats[player].clock is not None],
        end=_end_from(data["end"]) if data["end"] else None,
    )
    for step in data["steps"]:
        game = game.step(step)
    a, b = map(Decimal, data["times"])
    return replace(game, now=game.now.with_times((a, b)))


def _steps(game: CasualGame) -> Iterator[str]:
    """Yield the steps of a turn that was not sent yet."""
    if game.is_whole:
        yield from (game.position.last or "").split("-")
    else:
        yield from map(str, game.position.steps)


def _data_of_seat(seat: Seat) -> Mapping[str, object]:
    return {
        "bot": seat.bot,
        "arguments": list(seat.arguments),
        "level": seat.level,
        "think": str(seat.think),
        "program": seat.program and str(seat.program),
        "is_secret": seat.is_secret,
        "clock": seat.clock and str(seat.clock),
    }


def _seat_from(data: Mapping[str, Any]) -> Seat:
    return Seat(
        data["bot"],
        Decimal(data["think"]),
        Path(data["program"]) if data["program"] else None,
        bool(data["is_secret"]),
        Decimal(data["clock"]) if data["clock"] else None,
        # Games kept by an earlier version of the site have neither arguments nor a level.
        tuple(map(str, data.get("arguments", ()))),
        Level(data["level"]) if data.get("level") else None,
    )


def _data_of_end(end: CasualEnd) -> Mapping[str, object]:
    return {
        "winner": end.winner,
        "reason": end.reason,
        "sentence": asdict(end.sentence),
        "lawful": end.legal,
    }


def _end_from(data: Mapping[str, Any]) -> CasualEnd:
    winner: Winner = data["winner"]
    return CasualEnd(winner, data["reason"], Text(**data["sentence"]), legal=bool(data["lawful"]))
