"""Report of a check for the author: the cause, then the turn that shows it, then the findings."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from math import ceil
from time import monotonic
from typing import TYPE_CHECKING, TypedDict

from arena.bots import texts
from arena.bots.tried_turn import tried_turn_from_lost_turn
from arena.console import Styled, plain_console
from arena.texts import HINT
from formats.fault import Severity
from formats.printable import printable, printable_sentence
from formats.text import Language, Text
from referee.check.checks import all_checks
from referee.check.finding import CheckResult, Finding
from referee.check.trials import Tell
from referee.diagnosis import cause_of_fault
from referee.machine import cores
from referee.numbers import ERRORS, count_text
from referee.program import Program, RefereeError
from referee.verdict import Ending

if TYPE_CHECKING:
    from arena.result_formats import ReportedFault


class ReportFormat(StrEnum):
    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    JUNIT = "junit"


class FindingData(TypedDict):
    check: str
    title: str | None
    grade: str
    sentence: str
    cause: str | None
    advice: str | None
    position: int | None


class CheckReport(TypedDict):
    """Data that ``arena check`` prints as JSON."""

    bot: str
    good: bool
    findings: list[FindingData]


_SEVERITIES = {CheckResult.FAILED: Severity.ERROR, CheckResult.WARNED: Severity.WARNING}
STUDENT = "student"
"""JUnit case name of the finding about the student, which belongs to no check."""
_BUSY = 3
"""Programs for each core that make a machine too busy for a check."""
_COLOURS = {
    CheckResult.PASSED: "green",
    CheckResult.WARNED: "bold yellow",
    CheckResult.FAILED: "bold red",
}


def collect_findings(
    name: str, examine: Callable[[Tell], Iterable[Finding]], language: Language
) -> list[Finding]:
    """Return all findings; meanwhile a terminal shows the progress of the check."""
    values_of_name = {"name": printable(name)}
    console = plain_console(stderr=True)
    with console.status(texts.CHECKING.say(language, values_of_name)) as status:
        began = monotonic()

        def tell(number: int, count: int) -> None:
            left = (monotonic() - began) / number * (count - number)
            values = {"number": number, "count": count, "left": ceil(left), **values_of_name}
            status.update(texts.CHECKING_POSITION.say(language, values))

        try:
            return list(examine(tell))
        except RefereeError as error:
            raise RefereeError(machine_message(error, name)) from None


def machine_message(error: RefereeError, name: str) -> Text:
    """Return why the check could not go on: mostly since too much else runs here."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    if load < _BUSY * len(cores()):
        return error.text
    values = {
        "name": printable(name),
        "load": round(load),
        "cores": len(cores()),
        "why": error.text,
    }
    return texts.TOO_BUSY.filled(values)


def main_reason(findings: Iterable[Finding]) -> Text | None:
    """Return the main reason why the bot is not fit, in one sentence; None if it is."""
    failed = next((finding for finding in findings if finding.result is CheckResult.FAILED), None)
    return None if failed is None else failed.cause or failed.sentence


def print_report(name: str, findings: list[Finding], language: Language, command: str = "") -> bool:
    """Print the findings; return whether nothing failed.

    ``command`` is the command line that shows one position, without the position's number.
    """
    console = plain_console()
    name = printable(name)
    for line in _lines(name, findings, language, command):
        console.print(line)
    failures = sum(finding.result is CheckResult.FAILED for finding in findings)
    text = texts.BOT_IS_UNFIT if failures else texts.BOT_IS_FIT
    values = {"name": name, "errors": count_text(failures, ERRORS)}
    console.print(text.say(language, values), style="bold")
    return not failures


def report_as(
    output_format: ReportFormat, program: Program, findings: list[Finding], language: Language
) -> str:
    """Return the findings for a program; SARIF leaves out those of passed checks."""
    import json  # noqa: PLC0415 - people read text

    from arena.result_formats import CheckedSubject, junit, sarif  # noqa: PLC0415

    if output_format is ReportFormat.JSON:
        data: CheckReport = {
            "bot": program.name,
            "good": main_reason(findings) is None,
            "findings": [finding_data(finding, language) for finding in findings],
        }
        return json.dumps(data, ensure_ascii=False, indent=2)
    path = str(program.path)
    if output_format is ReportFormat.SARIF:
        return sarif([CheckedSubject(path, list(_results(findings, language)))])
    subjects = [
        CheckedSubject(finding.check or STUDENT, list(_results([finding], language)))
        for finding in findings
    ]
    return junit(f"arena check {printable(program.name)}", subjects)


def _results(findings: Iterable[Finding], language: Language) -> Iterator[ReportedFault]:
    from arena.result_formats import ReportedFault  # noqa: PLC0415 - people read text

    for finding in findings:
        if finding.result is not CheckResult.PASSED:
            sentence = (finding.cause or finding.sentence).say(language)
            advice = f" ({finding.advice.say(language)})" if finding.advice else ""
            yield ReportedFault(finding.check, _SEVERITIES[finding.result], sentence + advice)


def finding_data(finding: Finding, language: Language) -> FindingData:
    """Return a finding as data for other programs."""
    return {
        "check": finding.check,
        "title": finding.title.say(language) if finding.title else None,
        "grade": str(finding.result),
        "sentence": finding.sentence.say(language),
        "cause": finding.cause.say(language) if finding.cause else None,
        "advice": finding.advice.say(language) if finding.advice else None,
        "position": finding.position or None,
    }


def finding_from_data(data: FindingData) -> Finding:
    """Return the finding that another program sent, in its one language."""

    def sentence(value: str) -> Text:
        shown = printable_sentence(value)
        return Text(shown, shown)

    def text(value: str | None) -> Text | None:
        return None if value is None else sentence(value)

    return Finding(
        CheckResult(data["grade"]),
        sentence(data["sentence"]),
        text(data["advice"]),
        cause=text(data["cause"]),
        title=text(data["title"]),
    )


def _lines(
    name: str, findings: list[Finding], language: Language, command: str
) -> Iterator[Styled]:
    why = main_reason(findings)
    if why:
        yield Styled.assemble((f"{name}: {why.say(language)}", _COLOURS[CheckResult.FAILED]))
        yield Styled()
    for finding in findings:
        if finding.lost_turn is not None:
            yield from _turn(finding, language, command)
            yield Styled()
    for finding in findings:
        yield from _finding(finding, language)


def _turn(finding: Finding, language: Language, command: str) -> Iterator[Styled]:
    """Yield the turn that shows a finding: faults of its file, output, and a command to see it."""
    lost_turn = finding.lost_turn
    assert lost_turn is not None, "only findings with a turn come here"
    yield from tried_turn_from_lost_turn(lost_turn).complaint(language)
    # The clock of the position alone would not show that the time of a game is used up.
    is_late = lost_turn.offence.ending is Ending.OUT_OF_TIME and not cause_of_fault(lost_turn)
    if command and finding.position and not is_late:
        again = f"{command} --position {finding.position}"
        yield Styled(texts.SEE_TURN.say(language, {"command": again}))


def _finding(finding: Finding, language: Language) -> Iterator[Styled]:
    result_words = {result: result.word.say(language) for result in CheckResult}
    titles = [check.TITLE.say(language) for check in all_checks().values()]
    word = f"{result_words[finding.result]:<{max(map(len, result_words.values()))}}"
    title = f"{finding.title.say(language) if finding.title else '':<{max(map(len, titles))}}"
    line = Styled.assemble((word, _COLOURS[finding.result]), f"  {title}  ")
    yield line.append(finding.sentence.say(language))
    # A turn that is shown has the hint already.
    if finding.advice and finding.lost_turn is None:
        margin = " " * (len(word) + 2)
        yield Styled(f"{margin}{HINT.say(language)}: {finding.advice.say(language)}")
