/* The pyconfig.h with which Python's headers are compiled for Windows, instead of the one for this
   machine. Nothing of Python remains in the program. */

#define Py_PYCONFIG_H
#define MS_WINDOWS
#define MS_WIN64
#define MS_WIN32
#define NT_THREADS
#define WITH_THREAD 1
#define COMPILER "[gcc]"
#define PY_LONG_LONG long long
#define PLATFORM "win32"
#define SIZEOF_VOID_P 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_INT 4
#define SIZEOF_SHORT 2
#define SIZEOF_WCHAR_T 2
#define SIZEOF_TIME_T 8
#define SIZEOF_DOUBLE 8
#define SIZEOF_FLOAT 4
#define SIZEOF_PID_T 4
#define SIZEOF_OFF_T 4
#define SIZEOF_FPOS_T 8
#define ALIGNOF_LONG 4
#define ALIGNOF_SIZE_T 8
#define HAVE_STDINT_H 1
#define HAVE_STDDEF_H 1
#define HAVE_WCHAR_H 1
#define HAVE_UINT32_T 1
#define HAVE_SSIZE_T 1
#define STDC_HEADERS 1
#define HAVE_DECLSPEC_DLL
