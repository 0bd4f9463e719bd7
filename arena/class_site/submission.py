"""``arena submit --to https://...``: submission to a class's site over its HTTP interface."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path
from typing import Any

from click.exceptions import Exit

from arena import texts
from arena.bots.check_report import finding_from_data, print_report
from arena.class_site.client import ClassSite, Login, SiteRefusal, SiteUnavailable, login_of
from arena.commands import ExitStatus
from arena.console import plain_console
from arena.parameters import WrongUsage
from formats.printable import printable, printable_sentence
from formats.text import Text
from referee.numbers import BYTES, count_text
from tournaments.entrants.entrant_faults import BEGUN
from tournaments.storage import short_hash
from tournaments.submission.attachments import Attachments
from tournaments.submission.log import entry_sentence, late_sentence, time_with_offset

_CHECK_INTERVAL = 1.0
"""Seconds between two requests for the state of the check."""
_LONGEST_SILENCE = 120.0
"""Seconds without an answer after which the command ends: a site is started again in less."""
_OPEN_SECTIONS = Text(
    "the site takes bots for {known}: name one with --to {base}/events/EVENT and --section",
    "сайт принимает ботов в {known}: укажите один ключами --to {base}/events/ТУРНИР и --section",
)
_CLOSED = Text("the site takes no bots now", "сайт сейчас ботов не принимает")
_WAITING = Text(
    "waiting; bots to be checked before this one: {ahead}",
    "ожидание; ботов перед этим: {ahead}",
)
_RUNNING = Text("the site checks the bot", "сайт проверяет бота")
_AGAIN = Text("{refusal}; the next request follows soon", "{refusal}; запрос скоро повторится")
_CHECK_LOST = Text(
    "the site was started again and does not know the check any more; arena submit --list shows"
    " whether the bot was entered",
    "сайт запустили заново, и о проверке он больше не знает; принят ли бот, покажет"
    " arena submit --list",
)
_STATES = {"waiting": _WAITING, "running": _RUNNING}
"""Sentences for the states of a check that is not over."""
_VERSION = Text(
    "{place}  version {number}  {time}  {size}  {sha256}  {state}",
    "{place}  версия {number}  {time}  {size}  {sha256}  {state}",
)
_CHANGES = {
    "play": texts.CHOSEN_VERSION,
    "withdraw": texts.WITHDRAWN_VERSION,
    "recheck": texts.RECHECKED_VERSION,
}
"""Sentences for the actions on a version."""
_NONE_PLAYS = Text("no version of {name} plays there", "ни одна версия {name} там не играет")
_NO_VERSION = Text("{name} has no version {number} there", "версии {number} у {name} там нет")
_SEVERAL_SECTIONS = Text(
    "{name} has such versions in {known}: name one with --to {base}/events/EVENT and --section",
    "такие версии {name} есть в {known}: укажите одну ключами --to {base}/events/ТУРНИР и"
    " --section",
)


def submit_to_site(
    site: ClassSite, section: str | None, name: str, file: Path, attachments: Attachments
) -> None:
    """Send the bot, wait for its check, and print the findings; raise Exit if it failed."""
    login = login_of(name, site)
    open_section = _open_section(site, section)
    files = {"bot": (file.name, file.read_bytes())}
    if attachments.sources:
        files["sources"] = "sources.zip", attachments.sources
    if attachments.report:
        files["report"] = f"report{attachments.ending}", attachments.report
    submissions = site.post(
        "submissions", login=login, fields={"event": open_section["key"]}, files=files
    )
    submissions = _wait_for_check(site, login, submissions)
    _print_findings(submissions, name, site)
    with site.refuse_unknown_data():
        check, sentences = submissions["check"], []
        number, is_fit = check["version"], check["passed"]
        if number is not None:
            entry = printable(str(check["event"])), name, number, check["sha256"]
            sentences.append(entry_sentence(*entry, is_fit=is_fit))
        versions = _versions_of(submissions, open_section)
        if number is not None and not is_fit:
            plays = [v for v in versions if v["plays"]]
            text = texts.OTHER_VERSION_PLAYS if plays else texts.NO_VERSION_PLAYS
            sentences.append(text.filled(_values(plays[0], name) if plays else {"name": name}))
        times = [v["time"] for v in versions if v["number"] == number]
        sentences += filter(None, (late_sentence(time, open_section["deadline"]) for time in times))
    for sentence in sentences:
        plain_console().print(sentence.say(site.language))
    if not is_fit:
        raise Exit(ExitStatus.BAD)


def act_on_site(
    site: ClassSite, section: str | None, name: str | None, action: str, number: int | None
) -> None:
    """List the student's versions, let one play, withdraw one, or have one checked again."""
    login = login_of(name, site)
    submissions = site.get("submissions", login=login)
    if action == "list":
        _print_versions(submissions, login.name, site)
        return
    with site.refuse_unknown_data():
        fitting = [
            version
            for version in submissions["versions"]
            if section in (None, version["section"])
            and site.event in (None, version["event"])
            and (version["plays"] if number is None else version["number"] == number)
        ]
        if len({(version["event"], version["section"]) for version in fitting}) > 1:
            values = {"name": login.name, "known": _section_list(fitting), "base": site.base}
            raise WrongUsage(_SEVERAL_SECTIONS, **values)
        if not fitting:
            text = _NONE_PLAYS if number is None else _NO_VERSION
            raise SiteRefusal(text.say(site.language, {"name": login.name, "number": number}))
        (version, *_) = fitting
        path = version["event"], version["section"], str(version["number"]), action
    submissions = site.post("submissions", *path, login=login)
    if action == "recheck":
        submissions = _wait_for_check(site, login, submissions)
        _print_findings(submissions, login.name, site)
    with site.refuse_unknown_data():
        versions = _versions_of(submissions, version)
        (changed,) = [v for v in versions if v["number"] == version["number"]]
        sentence = _CHANGES[action].filled(_values(changed, login.name)).say(site.language)
        is_fit = action != "recheck" or submissions["check"]["passed"]
    if is_fit is not None:
        plain_console().print(sentence)
    if not is_fit:
        raise Exit(ExitStatus.BAD)


def _versions_of(submissions: dict[str, Any], section: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the student's versions in the event and section of a section or a version."""
    names = section["event"], section["section"]
    return [v for v in submissions["versions"] if (v["event"], v["section"]) == names]


def _values(version: dict[str, Any], name: str) -> dict[str, object]:
    """Return the values of a version that sentences use."""
    time_text = time_with_offset(datetime.fromisoformat(version["time"]), None)
    texts_of_site = {key: printable(str(version[key])) for key in ("number", "state")}
    return {**texts_of_site, "name": name, "time": time_text}


def _details(version: dict[str, Any]) -> dict[str, object]:
    """Return the values of a version that only the list shows."""
    return {
        "place": printable(f"{version['event']}/{version['section']}"),
        "size": count_text(int(version["size"]), BYTES),
        "sha256": printable(short_hash(version["sha256"])),
    }


def _print_versions(submissions: dict[str, Any], name: str, site: ClassSite) -> None:
    with site.refuse_unknown_data():
        lines = [
            _VERSION.say(site.language, {**_values(version, name), **_details(version)})
            for version in submissions["versions"]
        ]
    for line in lines:
        plain_console().print(line)


def _open_section(site: ClassSite, section: str | None) -> dict[str, Any]:
    """Return the one open section that fits. Raise WrongUsage if several or none fit.

    Raise SiteRefusal if the site takes no bots now, or the named event has begun.
    """
    events = site.get("events")
    with site.refuse_unknown_data():
        places = events["open"]
        fitting = [
            place
            for place in places
            if site.event in (None, place["event"]) and section in (None, place["section"])
        ]
        is_open = site.event in (None, *(place["event"] for place in places))
        if not is_open and site.event in [event["name"] for event in events["events"]]:
            raise SiteRefusal(BEGUN().sentence(site.language))
        if not places:
            raise SiteRefusal(_CLOSED.say(site.language))
        if len(fitting) != 1:
            raise WrongUsage(_OPEN_SECTIONS, known=_section_list(fitting or places), base=site.base)
        (place,) = fitting
        names = {key: str(place[key]) for key in ("event", "section", "key")}
        deadline = place.get("deadline")
        return {**names, "deadline": None if deadline is None else datetime.fromisoformat(deadline)}


def _section_list(places: list[dict[str, Any]]) -> str:
    return ", ".join(sorted({f"{place['event']}/{place['section']}" for place in places}))


def _wait_for_check(site: ClassSite, login: Login, submissions: dict[str, Any]) -> dict[str, Any]:
    """Return the submissions when the check is over. Raise SiteRefusal if the site has lost it.

    A site that is overloaded, or started again meanwhile, is asked again.
    """
    answered = time.monotonic()
    with site.refuse_unknown_data(), plain_console(stderr=True).status("") as status:
        check = submissions["check"]
        while check["state"] != "over":
            text = _STATES[check["state"]]
            status.update(text.say(site.language, {"ahead": check["ahead"]}))
            time.sleep(_CHECK_INTERVAL)
            try:
                submissions = site.get("submissions", login=login)
                check = submissions["check"]
                answered = time.monotonic()
            except SiteUnavailable as refusal:
                if time.monotonic() > answered + _LONGEST_SILENCE:
                    raise
                status.update(_AGAIN.say(site.language, {"refusal": str(refusal)}))
                time.sleep(_CHECK_INTERVAL)
            if check is None:
                raise SiteRefusal(_CHECK_LOST.say(site.language))
        return submissions


def _print_findings(submissions: dict[str, Any], name: str, site: ClassSite) -> None:
    """Print the findings of the check as ``arena check`` does, and why it could not be entered."""
    with site.refuse_unknown_data():
        check = submissions["check"]
        findings = [finding_from_data(data) for data in check["findings"]]
        faults = [printable_sentence(str(sentence)) for sentence in check["faults"]]
    if findings:
        print_report(name, findings, site.language)
    for sentence in faults:
        plain_console(stderr=True).print(sentence)
