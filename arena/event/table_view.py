"""Tables in a terminal: ruled and coloured there, in plain columns when piped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich import box
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table as RichTable
from rich.text import Text as RichText

from arena.event import texts
from formats.text import Language, Text
from tournaments.run.bracket import bracket
from tournaments.run.explanations import explanations
from tournaments.run.placing import broken_ties, shared_bonuses
from tournaments.run.result_tables import Column, Table, crosstable_table, standings_table
from tournaments.run.tournament import SectionState, Tournament
from tournaments.standings.state import Departure

_STYLES = {"place": "bold", "number": "dim", "name": "bold", "points": "bold green"}
_SPARE = frozenset({"byes", "rating", "rating-error"})
"""Columns that a narrow terminal leaves out, after the tie-breaks."""
_ANY_WIDTH = 10_000
_WIDTH_OF_PIPE = 100


def show(
    title: str,
    sections: Sequence[SectionState],
    console: Console,
    language: Language,
    *,
    crosstable: bool,
) -> None:
    """Print the tables of the sections, with brackets, notes and crosstables."""
    console.print(title, style="bold")
    for state in sections:
        console.print()
        console.print(heading(state, language))
        console.print()
        picture = TablePrinter(console, language, state.progress.out)
        picture.show(standings_table(state))
        show_bracket(state, console, language)
        for note in (*explanations(state), *broken_ties(state), *shared_bonuses(state)):
            console.print(note.say(language), style="dim", soft_wrap=not console.is_terminal)
        cross = crosstable_table(state)
        if crosstable or (console.is_terminal and picture.fits(cross)):
            console.print()
            console.print(texts.CROSSTABLE.say(language))
            console.print()
            picture.show(cross)


def print_seed(tournament: Tournament, console: Console, language: Language) -> None:
    """Print what may be published of a secret seed."""
    if sentence := tournament.seed_sentence:
        console.print()
        console.print(sentence.say(language), style="dim", soft_wrap=not console.is_terminal)


def heading(state: SectionState, language: Language) -> str:
    """Return the heading of a section: its game, and how many games were played."""
    section = state.section
    title = section.game.title.say(language)
    name = title if section.name == section.game.name else f"{section.name}: {title}"
    values = {"name": name, "played": len(state.entries), "games": state.games}
    return texts.HEADING.say(language, values)


def show_bracket(state: SectionState, console: Console, language: Language) -> None:
    """Print who met whom in a knockout, round by round; the winner of a match is marked."""
    rounds = bracket(state)
    pairs = [line.entrants for round_ in rounds for line in round_.lines]
    empty = texts.NO_MATCH.say(language)
    width = max((cell_len(name or empty) for pair in pairs for name in pair), default=0) + 2
    for round_ in rounds:
        console.print(RichText(f"{round_.title.say(language)}:"))
        for line in round_.lines:
            names = (f"{name} *" if name == line.winner else name for name in line.entrants)
            first, second = (name or empty for name in names)
            score = line.score.say(language) if line.score else ""
            why = f" ({line.why.say(language)})" if line.why else ""
            pair = f"{set_cell_size(first, width)} - {set_cell_size(second, width)}"
            console.print(RichText(f"  {pair} {score}{why}".rstrip()))
    if any(line.winner for round_ in rounds for line in round_.lines):
        console.print(texts.WON_MATCH.say(language), style="dim")
    if rounds:
        console.print()


class TablePrinter:
    """Printer of tables, as wide as the console."""

    def __init__(self, console: Console, language: Language, out: Mapping[str, Departure]) -> None:
        self._console = console
        self._language = language
        self._out = out
        """Entrants who are out of the tournament."""

    def show(self, table: Table) -> None:
        """Print the table; where it is too wide, leave out columns, and name them."""
        left_out: list[Text] = []
        spare = [column for column in table.columns if column.key in _SPARE]
        spare += [column for column in table.columns if column.is_tie_break]
        while spare and not self.fits(table):
            left_out.insert(0, spare[-1].title)
            table = table.without(spare.pop().key)
        if self._console.is_terminal:
            self._console.print(self._rich_table(table), soft_wrap=False)
        else:
            self._pipe(table)
        if left_out:
            names = ", ".join(title.say(self._language) for title in left_out)
            self._console.print(
                texts.COLUMNS_LEFT_OUT.say(self._language, {"names": names}), style="dim"
            )

    def fits(self, table: Table) -> bool:
        """Return whether the table fits without folding lines."""
        width = self._console.width if self._console.is_terminal else _WIDTH_OF_PIPE
        return self._width(table) <= width

    def _width(self, table: Table) -> int:
        wide = self._console.options.update(width=_ANY_WIDTH)
        return Measurement.get(self._console, wide, self._rich_table(table)).maximum

    def _pipe(self, table: Table) -> None:
        """Print the table without blanks at the ends of lines."""
        wide = Console(width=self._width(table), highlight=False, color_system=None)
        with wide.capture() as capture:
            wide.print(self._rich_table(table))
        for line in capture.get().splitlines():
            self._console.print(line.rstrip())

    def _rich_table(self, table: Table) -> RichTable:
        if self._console.is_terminal:
            picture = RichTable(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=0)
        else:
            picture = RichTable(box=None, pad_edge=False, padding=(0, 1), collapse_padding=True)
        for column in table.columns:
            picture.add_column(
                self._title(column),
                justify="left" if column.is_name else "right",
                style=_STYLES.get(column.key, ""),
                no_wrap=not column.is_name,
                overflow="fold",
            )
        for row in table.display_rows:
            picture.add_row(*self._cells(table, row))
        return picture

    def _title(self, column: Column) -> RichText:
        """Return the title of a column; that of a tie-break is long and stands in several lines."""
        title = column.title.say(self._language)
        if column.is_tie_break:
            title = title.replace(" ", "\n").replace("-", "-\n")
        return RichText(title)

    def _cells(self, table: Table, row: Sequence[Text]) -> Iterator[RichText]:
        """Yield the cells of a row; names are plain text, without markup."""
        for column, cell in zip(table.columns, row, strict=True):
            text = cell.say(self._language)
            departure = self._out.get(text) if column.key == "name" else None
            tag = (
                texts.WITHDRAWN_NAME
                if departure and departure.withdrawn
                else texts.DISQUALIFIED_NAME
            )
            yield RichText(tag.say(self._language, {"name": text}) if departure else text)
