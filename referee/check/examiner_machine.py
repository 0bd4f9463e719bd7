"""Machines on which teachers start the students' programs: what a program finds there.

A program for Windows that runs here, under Wine, need not start on an old Windows: Wine has the
libraries and functions of new ones. So a profile lists the newest version that the header of a
program may demand, the libraries, and the functions that the machine lacks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from formats.text import Text

_SYSTEM = re.compile(
    r"(kernel32|kernelbase|ntdll|msvcrt|user32|gdi32|advapi32|shell32|shlwapi|ole32|oleaut32"
    r"|rpcrt4|ws2_32|wsock32|winmm|psapi|bcrypt|bcryptprimitives|crypt32|version|secur32|userenv"
    r"|iphlpapi|comctl32|comdlg32|imm32|dbghelp|msvcp60|mscoree)\.dll"
)
"""Libraries of every Windows since Windows 7."""
_SETS_OF_WIN7 = re.compile(
    r"api-ms-win-(core-(console|datetime|debug|delayload|errorhandling|fibers|file|handle|heap"
    r"|interlocked|io|libraryloader|localization|localregistry|memory|misc|namedpipe|privilege"
    r"|processenvironment|processthreads|profile|rtlsupport|string|synch|sysinfo|threadpool|util"
    r"|xstate)|security-(base|lsalookup|sddl)|service-(core|management-l1|management-l2|winsvc))"
    r"(-l1)?-1-0\.dll"
)
"""API sets that Windows 7 knows; all others came later."""
_SETS = re.compile(r"(api|ext)-ms-(win|onecore)-[a-z0-9-]+\.dll")
_UCRT = re.compile(r"ucrtbase\.dll")
_MSVC_2012 = re.compile(r"(msvcr|msvcp|vcomp|vccorlib|atl|mfc)110d?u?\.dll")
_MINGW = re.compile(
    r"(libgcc_s_(dw2|seh|sjlj)-1|libstdc\+\+-6|libwinpthread-1|pthreadgc2|mingwm10|libgomp-1"
    r"|libquadmath-0|libssp-0)\.dll"
)
_AFTER_WIN7 = frozenset(
    """
    GetSystemTimePreciseAsFileTime QueryInterruptTime QueryInterruptTimePrecise
    QueryUnbiasedInterruptTimePrecise CreateFile2 CopyFile2 WaitOnAddress WakeByAddressSingle
    WakeByAddressAll GetCurrentThreadStackLimits SetThreadDescription GetThreadDescription
    PrefetchVirtualMemory OfferVirtualMemory ReclaimVirtualMemory DiscardVirtualMemory
    VirtualAlloc2 VirtualAllocFromApp MapViewOfFile3 MapViewOfFileFromApp CreateFileMapping2
    GetProcessMitigationPolicy SetProcessMitigationPolicy SetProcessInformation
    GetProcessInformation SetThreadInformation GetThreadInformation LoadPackagedLibrary
    GetPackageFamilyName GetCurrentPackageFullName AddDllDirectory RemoveDllDirectory
    SetDefaultDllDirectories GetOverlappedResultEx GetFirmwareType CreatePseudoConsole
    ClosePseudoConsole ResizePseudoConsole GetTempPath2A GetTempPath2W GetMachineTypeAttributes
    IsWow64Process2 GetSystemCpuSetInformation SetThreadSelectedCpuSets InitializeContext2
    QueryProcessCycleTime2 UnmapViewOfFile2 UnmapViewOfFileEx CreateWaitableTimer2 GetHostNameW
    ProcessPrng BCryptHash SetProcessDpiAwarenessContext GetDpiForWindow GetDpiForSystem
    SetThreadDpiAwarenessContext RtlGetDeviceFamilyInfoEnum
    """.split()  # noqa: SIM905  # a list of words is read more easily
)
"""Functions of Windows 8 and later: a program that imports one does not start on Windows 7."""


@dataclass(frozen=True, slots=True)
class ExaminerMachine:
    """A profile of a machine with Windows."""

    title: Text
    version: tuple[int, int] = (10, 0)
    """The newest version of the subsystem that a program may demand."""
    patterns: tuple[re.Pattern[str], ...] = (_SYSTEM, _SETS, _UCRT)
    """Patterns of the names of installed libraries, in lower case."""
    libraries: frozenset[str] = frozenset()
    """Further libraries, by their names in lower case."""
    newer: frozenset[str] = frozenset()
    """Functions that the libraries lack."""

    def has(self, library: str) -> bool:
        """Return whether the machine has the library."""
        name = library.lower()
        return name in self.libraries or any(regex.fullmatch(name) for regex in self.patterns)

    def starts(self, version: tuple[int, int] | None) -> bool:
        """Return whether the machine starts programs that demand that version of the subsystem."""
        return version is None or version <= self.version


MACHINES: Mapping[str, ExaminerMachine] = {
    "win7": ExaminerMachine(
        Text("Windows 7 with MSVC 2012 and MinGW", "Windows 7 с MSVC 2012 и MinGW"),
        (6, 1),
        (_SYSTEM, _SETS_OF_WIN7, _MSVC_2012, _MINGW),
        newer=_AFTER_WIN7,
    ),
    "win10": ExaminerMachine(Text("Windows 10", "Windows 10")),
}
"""The profiles by their names in event files."""
