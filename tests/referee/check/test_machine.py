"""Tests of the check that a program would start on the machine of the teacher."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from bot.builder.compiler import Target
from bot.builder.executable import build, program_named
from formats.games import all_games
from referee.check import binary
from referee.check.checked_bot import CheckedBot
from referee.check.checks import all_checks
from referee.check.examiner_machine import MACHINES
from referee.check.finding import CheckResult, Finding
from referee.program import Program
from tests.formats.games.example_games import DEFAULT, SHORT
from tests.present import needs
from tournaments.event.reader import read_event

GAME = all_games()[DEFAULT].with_rules(None)
WIN7 = MACHINES["win7"]
MINGW = "x86_64-w64-mingw32-gcc"


def findings(path: Path, **changes: object) -> list[Finding]:
    checked_bot = CheckedBot(Program("ivanov", path), GAME, machine=WIN7)
    return list(all_checks()["machine"].run(replace(checked_bot, **changes)))  # type: ignore[arg-type]


def build_for_windows(folder: Path, source: str, *words: str) -> Path:
    """Compile the C source to a program for Windows; return its path."""
    (folder / "bot.c").write_text(source, encoding="utf-8")
    subprocess.run([MINGW, "-O1", "bot.c", "-o", "bot.exe", *words], cwd=folder, check=True)
    return folder / "bot.exe"


def library(folder: Path, name: str) -> str:
    (folder / "own.c").write_text("int own(void) { return 0; }")
    subprocess.run([MINGW, "-shared", "own.c", "-o", name], cwd=folder, check=True)
    return name


CALLS_OWN = "int own(void); int main(void) { return own(); }"
NEWER = """\
#define _WIN32_WINNT 0x0A00
#include <windows.h>
int main(void) { FILETIME now; GetSystemTimePreciseAsFileTime(&now); return 0; }
"""


@needs(MINGW)
def test_the_reason_why_a_program_would_not_start_is_named(tmp_path: Path) -> None:
    program = build_for_windows(
        tmp_path, "#include <time.h>\nint main(void) { return clock() < 0; }"
    )
    (finding,) = findings(program)
    assert finding.result is CheckResult.PASSED
    (finding,) = findings(build_for_windows(tmp_path, NEWER))
    assert finding.result is CheckResult.FAILED
    assert "it calls GetSystemTimePreciseAsFileTime" in finding.sentence.en
    version = ("-Wl,--major-subsystem-version,6", "-Wl,--minor-subsystem-version,2")
    (finding,) = findings(build_for_windows(tmp_path, "int main(void) { return 0; }", *version))
    assert "it demands Windows 6.2" in finding.sentence.en
    assert findings(tmp_path / "bot.exe", machine=MACHINES["win10"])[0].result is CheckResult.PASSED
    assert findings(tmp_path / "bot.exe", machine=None) == []


@needs(MINGW)
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("MSVCR110.dll", ""),
        ("libstdc++-6.dll", ""),
        ("api-ms-win-core-file-l1-1-0.dll", ""),
        ("api-ms-win-core-file-l1-2-0.dll", "needs api-ms-win-core-file-l1-2-0.dll"),
        ("api-ms-win-crt-runtime-l1-1-0.dll", "needs the Universal C Runtime"),
        ("VCRUNTIME140.dll", "needs the libraries of Visual C++ (VCRUNTIME140.dll)"),
        ("MSVCR120.dll", "needs MSVCR120.dll, which Windows 7"),
        ("own.dll", "needs own.dll"),
    ],
)
def test_only_libraries_of_the_machine_pass(tmp_path: Path, name: str, reason: str) -> None:
    path = build_for_windows(tmp_path, CALLS_OWN, library(tmp_path, name))
    (finding,) = findings(path)
    assert finding.result is (CheckResult.FAILED if reason else CheckResult.PASSED)
    assert reason in finding.sentence.en
    machine = replace(WIN7, libraries=frozenset({name.lower()}))
    assert findings(path, machine=machine)[0].result is CheckResult.PASSED


def test_each_windows_has_its_own_libraries() -> None:
    """A program that imports one of them starts, so that no check may refuse it."""
    of_both = """
        AVRT CFGMGR32 COMDLG32 CRYPT32 D3D9 DNSAPI DWMAPI GLU32 HID IPHLPAPI MPR MSIMG32 MSVFW32
        NCRYPT NETAPI32 NORMALIZ ODBC32 OLEACC OPENGL32 PDH POWRPROF PROPSYS RSTRTMGR SETUPAPI
        UXTHEME VERSION WINHTTP WININET WINSCARD WINTRUST WLDAP32 WS2_32 WTSAPI32 gdiplus urlmon
    """
    for machine in MACHINES.values():
        names = [*(f"{name}.dll" for name in of_both.split()), "WINSPOOL.DRV"]
        assert [name for name in names if not machine.has(name)] == []
        assert not any(map(machine.has, ("own.dll", "winspool.dll", "xopengl32.dll", "qt5gui.dll")))
    of_windows_10 = ("combase.dll", "SHCORE.dll", "XINPUT1_4.dll", "D3D12.dll")
    assert all(map(MACHINES["win10"].has, of_windows_10))
    assert not any(map(WIN7.has, of_windows_10))


@needs(MINGW, "wine")
def test_both_checks_know_the_same_libraries_of_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A library that Wine lacks is a fault of Wine, whether the event names a machine or not."""
    path = build_for_windows(tmp_path, CALLS_OWN, library(tmp_path, "crypt32.dll"))
    check = all_checks()["libraries"].run
    checked_bot = CheckedBot(Program("ivanov", path), GAME)
    with_machine = replace(checked_bot, machine=WIN7)
    (finding,) = check(checked_bot)
    assert finding.result is CheckResult.PASSED
    assert list(check(with_machine)) == []
    (tmp_path / "drive_c" / "windows" / "system32").mkdir(parents=True)
    monkeypatch.setattr("referee.check.checks.libraries.wine_folder", lambda: tmp_path)
    for checked in (checked_bot, with_machine):
        sentences = [finding.sentence.en for finding in check(checked)]
        assert any("crypt32.dll: every Windows has it" in sentence for sentence in sentences)
        assert {finding.result for finding in check(checked)} == {CheckResult.WARNED}


@needs(MINGW)
def test_built_in_bots_start_on_windows_7(tmp_path: Path) -> None:
    for bot in (f"{DEFAULT}-greedy", f"{SHORT}-random"):
        program = tmp_path / f"{bot}.exe"
        build(program_named(bot), Target.WINDOWS, program)
        (finding,) = findings(program)
        assert finding.result is CheckResult.PASSED, finding.sentence.en


def test_only_programs_of_the_demanded_kind_pass(tmp_path: Path) -> None:
    script = tmp_path / "bot"
    script.write_text("#!/bin/sh\n")
    (finding,) = findings(script, kind=binary.WINDOWS)
    assert "it is a script, and only a program for Windows is taken" in finding.sentence.en
    assert findings(script) == []


def test_an_event_names_a_machine_or_describes_one() -> None:
    text = f'title = "x"\ngame = "{SHORT}"\nentrants = "bots"\n'
    for value, expected in (
        ('"win7"', WIN7),
        ("{}", replace(WIN7)),
        (
            '{ system = "win10", version = "6.3", libraries = ["A.dll"], lacks = ["F"] }',
            replace(
                MACHINES["win10"],
                version=(6, 3),
                libraries=frozenset({"a.dll"}),
                newer=frozenset({"F"}),
            ),
        ),
    ):
        event = read_event(f"{text}machine = {value}\nprograms = 'windows'\n".encode()).event
        assert event is not None
        assert event.sections[0].limits.machine == expected
        assert event.sections[0].limits.kind == binary.WINDOWS
    faulty = read_event(
        f'{text}machine = {{ system = "win8", version = 7, lack = [] }}\nprograms = 1'.encode()
    )
    assert [d.code for d in faulty.diagnostics] == ["E006", "E004", "E003", "E004"]
