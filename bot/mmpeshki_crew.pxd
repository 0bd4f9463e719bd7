# Threads that help one at its search of MMPeshki: hired for one task, then dismissed.
#
# The one that asks works as well, and is the only one that looks at the clock and is listened to.
# The others, its mates, share its table but for the near shelf. They work until the task is over,
# whoever finds that out, and are waited for.

from libc.stdint cimport INT64_MAX, int64_t, uint64_t
from libc.stdlib cimport calloc
from libc.stdlib cimport free as release
from libc.string cimport memset

from bot.mmpeshki_search cimport Search
from bot.mmpeshki_table cimport BUCKETS_NEAR, make_shelf, put


cdef extern from *:
    """
    #define count_in(place, more) (void)__atomic_fetch_add(place, more, __ATOMIC_RELAXED)
    """
    void count_in(int64_t *place, int64_t more) nogil


cdef extern from "pythread.h" nogil:
    ctypedef void *PyThread_type_lock
    int WAIT_LOCK
    PyThread_type_lock PyThread_allocate_lock()
    void PyThread_free_lock(PyThread_type_lock lock)
    int PyThread_acquire_lock(PyThread_type_lock lock, int mode)
    void PyThread_release_lock(PyThread_type_lock lock)
    unsigned long PyThread_start_new_thread(void (*function)(void *) noexcept nogil, void *argument)
    unsigned long NO_THREAD "PYTHREAD_INVALID_THREAD_ID"


cdef enum:
    MOST_MATES = 63


cdef struct Mate:
    Search search
    int number
    void (*work)(Mate *) noexcept nogil
    const void *task            # for that
    Search *asker
    int64_t told                # of its nodes, how many the asker knows of
    PyThread_type_lock at_work  # held while it is


cdef struct Crew:
    Search *asker
    Mate *mates
    int count
    uint64_t over               # nothing more is to be done


cdef inline void tell_mate(Search *search) noexcept nogil:
    """At each of its looks at the clock, of which it has none."""
    cdef Mate *mate = <Mate *>search.listener
    count_in(&mate.asker.nodes_beside, search.nodes - mate.told)
    mate.told = search.nodes


cdef inline void work_as_mate(void *argument) noexcept nogil:
    cdef Mate *mate = <Mate *>argument
    mate.work(mate)
    tell_mate(&mate.search)
    PyThread_release_lock(mate.at_work)


cdef inline void start_mate(Mate *mate, Search *asker) noexcept nogil:
    mate.asker = asker
    mate.search = asker[0]
    memset(&mate.search.past, 0, sizeof(mate.search.past))
    mate.search.nodes = 0
    mate.search.next_look = 0
    mate.search.most_nodes = 0
    mate.search.deadline = INT64_MAX
    mate.search.tell = &tell_mate
    mate.search.listener = mate
    if not make_shelf(&mate.search.table.near, BUCKETS_NEAR):
        return
    mate.at_work = PyThread_allocate_lock()
    if mate.at_work == NULL:
        return
    PyThread_acquire_lock(mate.at_work, WAIT_LOCK)
    if PyThread_start_new_thread(&work_as_mate, mate) == NO_THREAD:
        PyThread_release_lock(mate.at_work)


cdef inline void hire(
    Crew *crew, Search *asker, void (*work)(Mate *) noexcept nogil, const void *task
) noexcept nogil:
    """Has others do that work, as many as there are cores beside the asker's."""
    cdef int n
    crew.asker = asker
    crew.over = 0
    asker.over = &crew.over
    crew.count = min(asker.cores - 1, <int>MOST_MATES)
    crew.mates = <Mate *>calloc(max(crew.count, 1), sizeof(Mate))
    if crew.mates == NULL:
        crew.count = 0
    for n in range(crew.count):
        crew.mates[n].number = n
        crew.mates[n].work = work
        crew.mates[n].task = task
        start_mate(crew.mates + n, asker)


cdef inline void stop_work(Crew *crew) noexcept nogil:
    """It is over; the mates are still there to be asked what they found."""
    cdef Mate *mate
    cdef int n
    put(&crew.over, 1)
    for n in range(crew.count):
        mate = crew.mates + n
        if mate.at_work == NULL:
            continue
        PyThread_acquire_lock(mate.at_work, WAIT_LOCK)
        PyThread_release_lock(mate.at_work)
        PyThread_free_lock(mate.at_work)
    crew.asker.over = NULL
    crew.asker.nodes += crew.asker.nodes_beside
    crew.asker.nodes_beside = 0


cdef inline void dismiss(Crew *crew) noexcept nogil:
    cdef int n
    for n in range(crew.count):
        release(crew.mates[n].search.table.near.memory)
    release(crew.mates)
