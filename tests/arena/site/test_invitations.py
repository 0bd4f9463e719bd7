"""Invitations: a student registers with a link, and nobody else does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient

from arena.site.application import application
from arena.site.settings import Settings
from arena.site.submit.tokens import INVITATIONS, Invitation, invite
from tests.arena.conftest import Run
from tests.arena.site.asking import HERE, browser_at
from tests.arena.site.test_submit import EVENT, write_tokens
from tests.formats.games.example_games import SHORT
from tests.tournaments.filled_ledger import fill
from tests.tournaments.ledger.edited import SMALL
from tests.tournaments.submission.submitting import GOOD, event, submissions_in, submit_unchecked
from tournaments.entrants.enrolment import BotVersion
from tournaments.ledger import open_ledger
from tournaments.ledger.decision import Decision, Verb
from tournaments.submission import Submissions, submissions

TOMORROW = date.today() + timedelta(days=1)


@pytest.fixture(name="folder")
def make_folder(tmp_path: Path) -> Path:
    (tmp_path / "cup.toml").write_text(EVENT)
    write_tokens(tmp_path, "ivanov right-token")  # without an end of line
    submit_unchecked(submissions_in(tmp_path), "sidorov", GOOD)
    return tmp_path


@pytest.fixture(name="invitation")
def make_invitation(folder: Path) -> Invitation:
    return invite(folder / INVITATIONS, TOMORROW, most=2)


@pytest.fixture(name="browser")
def open_browser(folder: Path, invitation: Invitation) -> Iterator[TestClient]:
    assert invitation.most
    with browser_at(folder) as client:
        yield client


def join(browser: TestClient, code: str, name: str) -> tuple[int, str]:
    answer = browser.post(f"/submit/join/{code}", data={"name": name})
    return answer.status_code, answer.text


def test_a_student_registers_and_is_signed_in(
    browser: TestClient, folder: Path, invitation: Invitation
) -> None:
    page = browser.get(f"/submit/join/{invitation.code}")
    assert page.status_code == 200
    assert invitation.last_day.isoformat() in page.text
    status, text = join(browser, invitation.code, " Пётр  Иванов ")
    assert status == 200
    (token,) = re.findall(r"<code>([0-9a-f]{20})</code>", text)
    assert "Пётр Иванов: versions and games" in browser.get("/submit").text
    lines = (folder / "tokens.txt").read_text().splitlines()
    assert lines[-2:] == [f"# invited {invitation.code}", f"Пётр Иванов {token}"]
    browser.cookies.clear()
    assert browser.get("/api/submissions", auth=("ivanov", "right-token")).status_code == 200


@pytest.mark.parametrize("name", ["ivanov", "IVANOV", "ivаnov", "sidorov", "a/b", "", "x" * 200])
def test_a_name_that_is_taken_or_none_is_refused(
    browser: TestClient, folder: Path, invitation: Invitation, name: str
) -> None:
    before = (folder / "tokens.txt").read_text()
    status, text = join(browser, invitation.code, name)
    assert status == 409
    assert 'role="alert"' in text
    assert f'value="{name}"' in text
    assert "maxlength" not in text, "the end of a name would be lost without a word"
    assert (folder / "tokens.txt").read_text() == before


ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "cp1251"]


@pytest.mark.parametrize("name", ["anna", "Пётр", "Łukasz"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_token_counts_whatever_the_encoding_of_the_files(
    browser: TestClient, folder: Path, invitation: Invitation, encoding: str, name: str
) -> None:
    """Programs on Windows write other encodings, and old and new tokens must count in them."""
    before = "# группа\r\nивановский right-token"
    (folder / "tokens.txt").write_bytes(before.encode(encoding))
    (folder / INVITATIONS).write_bytes(
        f"# группа\r\n{(folder / INVITATIONS).read_text()}".encode(encoding)
    )
    other = invite(folder / INVITATIONS, TOMORROW, most=1)
    assert browser.get(f"/submit/join/{other.code}").status_code == 200
    status, text = join(browser, invitation.code, name)
    assert status == 200, text
    (token,) = re.findall(r"<code>([0-9a-f]{20})</code>", text)
    browser.cookies.clear()
    for pair in ((name, token), ("ивановский", "right-token")):
        assert browser.get("/api/submissions", auth=_utf8(*pair)).status_code == 200
    assert {file.name for file in folder.glob("*.txt")} == {"tokens.txt", INVITATIONS}
    for file in ("tokens.txt", INVITATIONS):
        assert (folder / file).stat().st_mode & 0o777 == 0o600


def _utf8(name: str, token: str) -> tuple[bytes, bytes]:
    return name.encode(), token.encode()


@pytest.mark.parametrize("line", ["short x", "../ivanov another-token", "Ivanov another-token"])
def test_nobody_registers_in_a_file_that_lets_nobody_in(
    browser: TestClient, folder: Path, invitation: Invitation, line: str
) -> None:
    with (folder / "tokens.txt").open("a") as file:
        file.write(f"\n{line}\n")
    before = (folder / "tokens.txt").read_bytes()
    assert join(browser, invitation.code, "anna")[0] == 503
    assert (folder / "tokens.txt").read_bytes() == before


LISTED = f'entrants = [{{ name = "listed", bot = "{SHORT}-nim" }}, {{ bot = "{SHORT}" }}]'


@pytest.mark.parametrize(
    "name",
    ["one", "late", "by hand", "listed", "withdrawn", "sidorov", "Sidorov"],
)
def test_a_name_of_another_student_is_refused_wherever_it_is_known(
    browser: TestClient, folder: Path, invitation: Invitation, name: str
) -> None:
    """Whoever registers such a name could see that student's games, and replace the bot."""
    fill(folder / "cup", SMALL, most=1)
    late = BotVersion.from_data(SHORT, "late", b"a program", "bots/late")
    with open_ledger(folder / "cup", writing=True) as ledger:
        ledger.decide([Decision(SHORT, Verb.ADMIT, "late", "ill", 1.0, program=late)])
    (folder / "next.toml").write_text(EVENT.replace('"bots"', '"programs"'))
    (folder / "listed.toml").write_text(EVENT.replace('entrants = "bots"', LISTED))
    (folder / "programs").mkdir()
    (folder / "programs/by hand").write_bytes(GOOD)
    section_submissions = submissions(
        event((folder / "next.toml").read_text()), folder, folder / "next", None
    )
    assert isinstance(section_submissions, Submissions)
    submit_unchecked(section_submissions, "withdrawn", GOOD)
    section_submissions.withdraw("withdrawn")
    status, text = join(browser, invitation.code, name)
    assert status == 409, text
    assert join(browser, invitation.code, "somebody else")[0] == 200


def test_only_so_many_names_register(browser: TestClient, invitation: Invitation) -> None:
    assert [join(browser, invitation.code, f"student {n}")[0] for n in "abc"] == [200, 200, 409]


@pytest.mark.parametrize("code", ["none", "..%2fx", "%00", "é"])
def test_an_unknown_code_is_not_found(browser: TestClient, code: str) -> None:
    answer = browser.get(f"/submit/join/{code}?lang=ru")
    assert answer.status_code == 404
    assert "<p>Это приглашение недействительно" in answer.text or code != "none"


def test_an_invitation_ends(browser: TestClient, folder: Path, invitation: Invitation) -> None:
    path = folder / INVITATIONS
    yesterday = date.today() - timedelta(days=1)
    path.write_text(path.read_text().replace(TOMORROW.isoformat(), yesterday.isoformat()))
    assert join(browser, invitation.code, "late")[0] == 404
    path.write_text("")
    assert join(browser, invitation.code, "late")[0] == 404


def test_files_that_others_can_read_invite_nobody(
    browser: TestClient, folder: Path, invitation: Invitation
) -> None:
    (folder / INVITATIONS).chmod(0o644)
    assert join(browser, invitation.code, "spy")[0] == 404


def test_the_command_prints_the_link(run: Run, tmp_path: Path) -> None:
    result = run("invite", str(tmp_path), "--site", "https://class.example/", "--days", "3")
    assert result.status == 0, result.err
    code = (tmp_path / INVITATIONS).read_text().split()[0]
    assert f"https://class.example/submit/join/{code}\n" in result.out
    assert (tmp_path / INVITATIONS).stat().st_mode & 0o777 == 0o600
    assert run("invite", str(tmp_path / "none")).status == 2


def test_an_invitation_is_beside_the_tokens_that_the_site_uses(
    run: Run, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "private").mkdir()
    tokens = (folder / "tokens.txt").rename(tmp_path / "private/names")
    result = run("invite", str(folder), "--tokens", str(tokens))
    assert result.status == 0, result.err
    address = result.out.split()[0]
    with TestClient(application(Settings(events=folder, tokens=tokens)), base_url=HERE) as client:
        assert client.get(urlsplit(address).path).status_code == 200


@pytest.mark.parametrize(
    ("last_day", "shown", "is_logged"),
    [
        (TOMORROW, "Nobody has registered yet", False),
        (date.today() - timedelta(days=1), "Nobody can submit here yet", True),
    ],
)
def test_an_invitation_works_before_there_is_a_file_of_tokens(
    folder: Path, last_day: date, shown: str, is_logged: bool, caplog: pytest.LogCaptureFixture
) -> None:
    (folder / "tokens.txt").unlink()
    invite(folder / INVITATIONS, last_day, most=2)
    with browser_at(folder) as client:
        assert shown in client.get("/submit").text
    assert ("nobody can submit" in caplog.text) == is_logged
