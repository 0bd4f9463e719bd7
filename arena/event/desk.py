"""Commands by which the teacher decides about entrants and games, each with its reason.

These are ``arena admit``, ``withdraw``, ``disqualify``, ``reinstate``, ``replay-game``, ``annul``
and ``restore-game``. Nothing is played here; ``arena run`` plays the due games afterwards.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

from click.exceptions import Exit

from arena.bots.resolve import named_bot
from arena.commands import ExitStatus
from arena.console import plain_console
from arena.event import texts
from arena.event.event_folder import (
    ENTRANT_NAMES,
    EventArgument,
    folder_of,
    print_faults,
    reason_of_failure,
)
from arena.event_files import default_event_file, event_file
from arena.files import FileFailure
from arena.options import BOT_NAMES, LanguageOption, reader_language
from arena.parameters import Argument, Option, WrongUsage
from formats.fault import Fault
from formats.names import normalized
from formats.text import Language, Text, join_list
from tournaments.entrants import entrant_faults
from tournaments.entrants.enrolment import BotVersion, CannotEnrol, program_of
from tournaments.ledger.decision import Verb
from tournaments.ledger.ledger_faults import BadLedger
from tournaments.run.decisions import CannotDecide, DecisionWriter
from tournaments.run.explanations import decision_sentence
from tournaments.run.result_tables import Value, display_text
from tournaments.run.setup import open_event
from tournaments.run.tournament import SectionState, Tournament
from tournaments.standings.scoring import Removed

_NAME_HELP = Text("The entrant's name.", "Имя участника.")
LatecomerArgument = Annotated[str, Argument(metavar="NAME", help=_NAME_HELP)]
NameArgument = Annotated[str, Argument(metavar="NAME", help=_NAME_HELP, completed=ENTRANT_NAMES)]
GameArgument = Annotated[
    int,
    Argument(metavar="NUMBER", min=1, help=Text("The game's number.", "Номер партии.")),
]
ReasonOption = Annotated[
    str,
    Option(
        "--reason",
        help=Text(
            "The reason; the ledger, the table and the report state it.",
            "Причина; её покажут журнал, таблица и отчёт.",
        ),
    ),
]
SectionOption = Annotated[
    str | None,
    Option(
        "--section",
        help=Text("In this section only.", "Только в этом разделе."),
    ),
]
_GAMES = Text(
    "The entrant's games: all lost, all annulled, or those played stand and the rest is lost",
    "Партии участника: все проиграны, все аннулированы или сыгранные остаются, прочие проиграны",
)
_STAND = Text(" (default: stand).", " (по умолчанию stand).")
_AS_EVENT = Text(" (default: as the event has it).", " (по умолчанию — как в турнире).")

_MOST_CHANGES = 8
"""Most entrants whose new places are listed after a decision."""

_Decide: TypeAlias = Callable[[DecisionWriter], Tournament]


def admit(
    event: EventArgument,
    name: LatecomerArgument,
    reason: ReasonOption,
    program: Annotated[
        str | None,
        Option(
            "--program",
            metavar="BOT",
            completed=BOT_NAMES,
            help=Text(
                "The program, or a built-in bot (default: the one in the event's folder of bots).",
                "Программа или встроенный бот (по умолчанию — та, что в папке ботов турнира).",
            ),
        ),
    ] = None,
    section: SectionOption = None,
    lang: LanguageOption = None,
) -> None:
    language = reader_language(lang)

    def admit_entrant(writer: DecisionWriter) -> Tournament:
        state = _one_section(writer, section)
        return writer.admit(_program(event, state, normalized(name), program, language))

    _decide(event, reason, admit_entrant, language)


def withdraw(
    event: EventArgument,
    name: NameArgument,
    reason: ReasonOption,
    games: Annotated[
        Removed,
        Option(
            "--games", show_default=False, help=Text(_GAMES.en + _STAND.en, _GAMES.ru + _STAND.ru)
        ),
    ] = Removed.STAND,
    section: SectionOption = None,
    lang: LanguageOption = None,
) -> None:
    _decide_about_entrant(Verb.WITHDRAW, event, name, reason, section, lang, games)


def disqualify(
    event: EventArgument,
    name: NameArgument,
    reason: ReasonOption,
    games: Annotated[
        Removed | None,
        Option("--games", help=Text(_GAMES.en + _AS_EVENT.en, _GAMES.ru + _AS_EVENT.ru)),
    ] = None,
    section: SectionOption = None,
    lang: LanguageOption = None,
) -> None:
    _decide_about_entrant(Verb.DISQUALIFY, event, name, reason, section, lang, games)


def reinstate(
    event: EventArgument,
    name: NameArgument,
    reason: ReasonOption,
    section: SectionOption = None,
    lang: LanguageOption = None,
) -> None:
    _decide_about_entrant(Verb.REINSTATE, event, name, reason, section, lang)


def _command_about_game(verb: Verb) -> Callable[..., None]:
    """Return the command with the verb for a game."""

    def command(
        event: EventArgument,
        game: GameArgument,
        reason: ReasonOption,
        section: SectionOption = None,
        lang: LanguageOption = None,
    ) -> None:
        def decide_about_game(writer: DecisionWriter) -> Tournament:
            return writer.decide_game(verb, game, _one_section(writer, section).section.name)

        _decide(event, reason, decide_about_game, reader_language(lang))

    return command


replay_game = _command_about_game(Verb.REPLAY)
annul = _command_about_game(Verb.ANNUL)
restore_game = _command_about_game(Verb.RESTORE)


def _decide_about_entrant(
    verb: Verb,
    event: str,
    name: str,
    reason: str,
    section: str | None,
    lang: LanguageOption,
    games: Removed | None = None,
) -> None:
    """Decide in the named section, or in each of the entrant's sections that allows it."""

    def decide_about_entrant(writer: DecisionWriter) -> Tournament:
        sections = (
            [_one_section(writer, section)] if section else _sections_of(writer, normalized(name))
        )
        names = [state.section.name for state in sections]
        return writer.decide(verb, normalized(name), names, games)

    _decide(event, reason, decide_about_entrant, reader_language(lang))


def _decide(event: str, reason: str, decide: _Decide, language: Language) -> None:
    """Make the decision, and print it and the number of due games."""
    if not reason.strip():
        raise WrongUsage(texts.SAY_WHY)
    folder = folder_of(event)
    try:
        with open_event(folder) as open_folder:
            writer = DecisionWriter(open_folder, reason.strip())
            before, after = writer.tournament, decide(writer)
    except (CannotDecide, CannotEnrol, BadLedger) as error:
        print_faults(error.faults, language)
        raise Exit(ExitStatus.BAD) from None
    except (OSError, sqlite3.OperationalError) as error:
        values = {"folder": folder, "why": reason_of_failure(error)}
        plain_console(stderr=True).print(texts.CANNOT_GO_ON.say(language, values))
        raise Exit(ExitStatus.OWN_FAULT) from None
    _print_decisions(before, after, event, language)


def _print_decisions(before: Tournament, after: Tournament, event: str, language: Language) -> None:
    console = plain_console()
    for old, new in zip(before.sections, after.sections, strict=True):
        decisions = new.decisions.entries[len(old.decisions.entries) :]
        for decision in decisions:
            values = {"section": new.section.name, "sentence": decision_sentence(new, decision)}
            console.print(texts.SECTION.say(language, values))
        subjects = {decision.subject for decision in decisions}
        for sentence in _effects(old, new, subjects) if decisions and new.is_finished else ():
            console.print(sentence.say(language))
    due = sum(len(list(state.progress.to_play())) for state in after.sections)
    file = default_event_file(Path(event)) if Path(event).is_dir() else event
    text = texts.GAMES_DUE if due else texts.NOTHING_DUE
    console.print(text.say(language, {"games": due, "event": file}))


def _effects(
    before: SectionState, after: SectionState, subjects: Collection[str]
) -> Iterator[Text]:
    """Yield how decisions change a section's places and bonuses, those of the subjects first."""
    new = {standing.entrant: standing for standing in after.standings}
    pairs = [(old, new[old.entrant]) for old in before.standings]
    pairs.sort(key=lambda pair: pair[0].entrant not in subjects)
    places = [(a.entrant, (a.place, a.shared), (b.place, b.shared)) for a, b in pairs]
    bonuses = [(a.entrant, a.bonus, b.bonus) for a, b in pairs]
    section = after.section.name
    changes = _changes(places)
    text = texts.PLACES_CHANGE if changes else texts.PLACES_STAY
    yield text.filled({"section": section, "changes": changes})
    if changes := _changes(bonuses):
        yield texts.BONUSES_CHANGE.filled({"section": section, "changes": changes})


def _changes(values: Iterable[tuple[str, Value, Value]]) -> Text | None:
    """Return the changed values with the names of their entrants; a long list is cut."""
    changes = [
        texts.CHANGE.filled({"name": name, "before": display_text(old), "after": display_text(new)})
        for name, old, new in values
        if old != new
    ]
    if len(changes) > _MOST_CHANGES:
        more = texts.MORE_CHANGES.filled({"count": len(changes) - _MOST_CHANGES})
        changes = [*changes[:_MOST_CHANGES], more]
    return join_list(changes, Text("; ", "; ")) if changes else None


def _one_section(writer: DecisionWriter, name: str | None) -> SectionState:
    sections = {state.section.name: state for state in writer.tournament.sections}
    names = ", ".join(sections)
    if name is None and len(sections) > 1:
        raise CannotDecide([entrant_faults.WHICH_SECTION(known=names)])
    state = sections.get(name) if name is not None else next(iter(sections.values()))
    if state is None:
        raise CannotDecide([entrant_faults.NO_SECTION(section=name, known=names)])
    return state


def _sections_of(writer: DecisionWriter, name: str) -> Sequence[SectionState]:
    """Return the sections in which the entrant takes part; if there are none, the first.

    The decision then fails there, with a message that says so.
    """
    sections = writer.tournament.sections
    return [state for state in sections if name in state.decisions.names] or sections[:1]


def _program(
    event: str, state: SectionState, name: str, program: str | None, language: Language
) -> BotVersion:
    """Return the latecomer's program."""
    section = state.section
    if program is None:
        bot = None if Path(event).is_dir() else program_of(section, name, event_file(event).folder)
        if bot is None:
            raise WrongUsage(texts.NO_PROGRAM, name=name)
        if isinstance(bot, Fault):
            raise CannotDecide([bot])
        return bot
    built_in = named_bot(program, language).program
    try:
        data = built_in.path.read_bytes()
    except OSError as error:
        raise FileFailure.at(built_in.path, error) from None
    source = program if Path(program).is_file() else built_in.name
    return BotVersion.from_data(section.name, name, data, source, built_in.arguments)
