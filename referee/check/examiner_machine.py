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


def _libraries(names: str) -> re.Pattern[str]:
    """Return the pattern of the libraries with these names, which stand without ``.dll``."""
    return re.compile(rf"({'|'.join(names.split())})\.dll")


_SYSTEM = _libraries(
    """
    aclui activeds adsldpc advapi32 atl authz avicap32 avifil32 avrt bcrypt bcryptprimitives
    cabinet cfgmgr32 clusapi comctl32 comdlg32 credui crypt32 cryptbase cryptnet cryptsp
    cryptui d2d1 d3d10 d3d10_1 d3d10core d3d11 d3d8 d3d9 dbgeng dbghelp ddraw dhcpcsvc
    dhcpcsvc6 dinput dinput8 dnsapi dsound dsprop dwmapi dwrite dxgi dxva2 esent evr faultrep
    fltlib fontsub fwpuclnt gdi32 gdiplus glu32 hid hlink httpapi imagehlp imm32 iphlpapi
    kernel32 kernelbase ksuser ktmw32 linkinfo loadperf lz32 mapi32 mf mfplat mfplay
    mfreadwrite mgmtapi mlang mmdevapi mpr mprapi msacm32 msasn1 mscms mscoree msctf msdelta
    msdmo msdrm msftedit mshtml msi msimg32 mspatcha msvcirt msvcp60 msvcrt msvfw32 mswsock
    ncrypt ndfapi netapi32 netutils newdev normaliz ntdll ntdsapi odbc32 odbccp32 ole32 oleacc
    oleaut32 oledlg olepro32 opengl32 pdh powrprof printui prntvpt propsys psapi quartz qwave
    rasapi32 rasdlg resutils riched20 rpcns4 rpcrt4 rstrtmgr rtutils samcli scarddlg sechost
    secur32 security sensapi setupapi sfc shdocvw shell32 shfolder shlwapi slc snmpapi srvcli
    sspicli t2embed tapi32 taskschd tbs tdh uiautomationcore url urlmon user32 userenv usp10
    uxtheme version virtdisk vssapi webservices wer wevtapi windowscodecs winhttp wininet winmm
    winscard winsta wintrust winusb wkscli wlanapi wldap32 ws2_32 wsnmp32 wsock32 wtsapi32
    xinput9_1_0 xmllite
    """
)
"""Libraries of every Windows since Windows 7."""
_PRINTING = re.compile(r"winspool\.drv")
_LIBRARIES_AFTER_WIN7 = _libraries(
    """
    bluetoothapis combase d3d12 d3dcompiler_47 dcomp ninput pathcch shcore websocket win32u
    xaudio2_8 xaudio2_9 xinput1_4
    """
)
"""Libraries that Windows 10 has and Windows 7 lacks."""
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
    patterns: tuple[re.Pattern[str], ...] = (
        _SYSTEM,
        _PRINTING,
        _LIBRARIES_AFTER_WIN7,
        _SETS,
        _UCRT,
    )
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
        (_SYSTEM, _PRINTING, _SETS_OF_WIN7, _MSVC_2012, _MINGW),
        newer=_AFTER_WIN7,
    ),
    "win10": ExaminerMachine(Text("Windows 10", "Windows 10")),
}
"""The profiles by their names in event files."""
