/* The pyconfig.h with which Python's headers are compiled for Linux on another system. Nothing of
   Python remains in the program. */

#define Py_PYCONFIG_H
#define _GNU_SOURCE 1
#define WITH_THREAD 1
#define HAVE_PTHREAD_H 1
#define SIZEOF_VOID_P 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_LONG 8
#define SIZEOF_LONG_LONG 8
#define SIZEOF_INT 4
#define SIZEOF_SHORT 2
#define SIZEOF_WCHAR_T 4
#define SIZEOF_TIME_T 8
#define SIZEOF_DOUBLE 8
#define SIZEOF_FLOAT 4
#define SIZEOF_PID_T 4
#define SIZEOF_OFF_T 8
#define SIZEOF_FPOS_T 16
#define SIZEOF_PTHREAD_T 8
#define ALIGNOF_LONG 8
#define ALIGNOF_SIZE_T 8
#define HAVE_STDINT_H 1
#define HAVE_STDDEF_H 1
#define HAVE_STDLIB_H 1
#define HAVE_STRING_H 1
#define HAVE_INTTYPES_H 1
#define HAVE_UNISTD_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SYS_SELECT_H 1
#define HAVE_WCHAR_H 1
#define HAVE_SSIZE_T 1
#define STDC_HEADERS 1
