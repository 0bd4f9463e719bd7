"""``arena validate``: check files, and whether the change from one to the next is a legal move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple, NotRequired, TypedDict

from click.exceptions import Exit

from arena import texts
from arena.commands import ExitStatus
from arena.console import Styled, print_data, say
from arena.diagnostics import (
    DiagnosticData,
    DiagnosticFormat,
    as_data,
    as_github,
    print_diagnostics,
)
from arena.drawing.position import summary
from arena.files import NamedFile, is_pattern, read_files
from arena.options import LanguageOption, Letters, LettersOption, LimitOption, reader_language
from arena.parameters import Argument, Option
from formats.fault import Diagnostic, Severity
from formats.matrix import Matrix, Reading, read_matrix
from formats.text import Language, Text
from referee.numbers import ERRORS, count_text

if TYPE_CHECKING:
    from arena.result_formats import CheckedSubject
    from formats.transition import Change


class ValidatedFile(NamedTuple):
    """A file that was read, and its diagnostics."""

    name: str
    reading: Reading
    diagnostics: Sequence[Diagnostic]

    @property
    def good(self) -> bool:
        """Return whether there are no errors, only warnings at most."""
        return not any(diagnostic.severity is Severity.ERROR for diagnostic in self.diagnostics)


class FileReport(TypedDict):
    file: str
    good: bool
    diagnostics: list[DiagnosticData]


class ValidateReport(TypedDict):
    """Data that the command prints as JSON."""

    good: bool
    files: list[FileReport]
    move: NotRequired[str | None]
    """The move from the first file to the second; null if no legal move leads there."""


def validate(
    files: Annotated[
        list[str],
        Argument(
            metavar="FILE [AFTER] ...",
            help=Text(
                "One matrix.txt; two, before and after a move; or many, each on its own.",
                "Один matrix.txt; два, до и после хода; или много независимых.",
            ),
        ),
    ],
    output_format: Annotated[
        DiagnosticFormat,
        Option(
            "--format",
            help=Text(
                "Output format: for people, programs, GitHub, editors or CI.",
                "Вид вывода: для людей, программ, GitHub, редакторов или CI.",
            ),
        ),
    ] = DiagnosticFormat.TEXT,
    each: Annotated[
        bool,
        Option(
            "--each",
            help=Text(
                "Check two files separately, not as a move.",
                "Проверить два файла отдельно, а не как ход.",
            ),
        ),
    ] = False,
    letters: LettersOption = Letters.STRICT,
    limit: LimitOption = None,
    lang: LanguageOption = None,
) -> None:
    language = reader_language(lang)
    is_change = len(files) == 2 and not each and not any(map(is_pattern, files))
    first, *others = read_files(files)
    readings = [_read(first, letters, limit)]
    start = readings[0].reading.matrix if is_change else None
    readings += [_read(file, letters, limit, start) for file in others]
    transition = None
    if is_change:
        from formats.transition import change  # noqa: PLC0415 - one file is no change

        transition = change(readings[0].reading, readings[1].reading)
        readings[1] = readings[1]._replace(diagnostics=transition.diagnostics)
    _PRINTERS[output_format](readings, transition, language)
    if not all(checked.good for checked in readings):
        raise Exit(ExitStatus.BAD)


def _read(
    file: NamedFile, letters: Letters, limit: int | None, before: Matrix | None = None
) -> ValidatedFile:
    reading = read_matrix(file.data, lenient=letters is Letters.LENIENT, limit=limit, before=before)
    return ValidatedFile(file.name, reading, reading.diagnostics)


def _print_text(
    readings: Sequence[ValidatedFile], transition: Change | None, language: Language
) -> None:
    for name, reading, diagnostics in readings:
        print_diagnostics(name, reading.source, diagnostics, language, stderr=False)
    for checked in [] if transition else readings:
        say(_verdict(checked, language))
    if transition:
        _print_change(readings, transition, language)


def _verdict(checked: ValidatedFile, language: Language) -> str:
    if checked.good and checked.reading.matrix:
        values = {"name": checked.name, "summary": summary(checked.reading.matrix, language)}
        return texts.GOOD.say(language, values)
    count = sum(
        1 + diagnostic.more
        for diagnostic in checked.diagnostics
        if diagnostic.severity is Severity.ERROR
    )
    return texts.BAD.say(language, {"name": checked.name, "errors": count_text(count, ERRORS)})


def _print_change(
    readings: Sequence[ValidatedFile], transition: Change, language: Language
) -> None:
    before, after = readings
    legal = before.good and after.good
    values = {"before": before.name, "after": after.name, "move": transition.move}
    text_of_error = texts.ILLEGAL if transition.move is None else texts.LEGAL_BUT_WRONG
    text = texts.LEGAL if legal else text_of_error
    say(text.say(language, values))
    if legal and after.reading.matrix:
        say(summary(after.reading.matrix, language))
    if not legal:
        say(Styled(texts.TWO_FILES.say(language), "dim"))


def _print_json(
    readings: Sequence[ValidatedFile], transition: Change | None, language: Language
) -> None:
    files: list[FileReport] = [
        {
            "file": name,
            "good": checked.good,
            "diagnostics": [as_data(diagnostic, language) for diagnostic in diagnostics],
        }
        for checked in readings
        for name, _, diagnostics in [checked]
    ]
    report: ValidateReport = {"good": all(checked.good for checked in readings), "files": files}
    if transition:
        report["move"] = None if transition.move is None else str(transition.move)
    import json  # noqa: PLC0415 - only programs ask for this form

    print_data(json.dumps(report, ensure_ascii=False, indent=2) + "\n")


def _print_github(
    readings: Sequence[ValidatedFile],
    _transition: Change | None,
    language: Language,
) -> None:
    for name, _, diagnostics in readings:
        for diagnostic in diagnostics:
            print(as_github(name, diagnostic, language))


def _print_sarif(
    readings: Sequence[ValidatedFile], _transition: Change | None, language: Language
) -> None:
    from arena.result_formats import sarif  # noqa: PLC0415 - only editors ask for this form

    print_data(sarif(_subjects(readings, language)) + "\n")


def _print_junit(
    readings: Sequence[ValidatedFile], _transition: Change | None, language: Language
) -> None:
    from arena.result_formats import junit  # noqa: PLC0415 - only CI asks for this form

    print_data(junit("arena validate", _subjects(readings, language)) + "\n")


def _subjects(readings: Sequence[ValidatedFile], language: Language) -> list[CheckedSubject]:
    from arena.result_formats import CheckedSubject, result_from_diagnostic  # noqa: PLC0415

    return [
        CheckedSubject(name, [result_from_diagnostic(d, language) for d in diagnostics])
        for name, _, diagnostics in readings
    ]


_PRINTERS = {
    DiagnosticFormat.TEXT: _print_text,
    DiagnosticFormat.JSON: _print_json,
    DiagnosticFormat.GITHUB: _print_github,
    DiagnosticFormat.SARIF: _print_sarif,
    DiagnosticFormat.JUNIT: _print_junit,
}
