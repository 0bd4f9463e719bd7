# The solver for Python, with a listener during long searches.
#
# Expected before: `Position` and all imports of kernel.pyx.


cdef object value_of(int who, float chance):
    """Return the proven winner, or else the chance."""
    if who == OPEN:
        return Value(UNPROVEN, chance=chance if chance >= 0 else None)
    return Value("ABD"[who])


cdef str name_of(const Turn *turn):
    cdef char text[8 * STEPS]
    spell_turn(turn, text)
    return text.decode()


cdef void tell_listener(void *listener) noexcept with gil:
    (<Solver>listener).listen()


cdef class Solver:
    """The solver of a position, with a listener."""

    cdef Table table
    cdef Report report
    cdef Budget budget
    cdef Watch watch
    cdef object tell
    cdef object interrupted
    cdef int64_t start
    cdef int64_t next_told
    cdef int half_move

    def __init__(self, position: Position, seconds: float, tell) -> None:
        self.table = position.table
        self.half_move = self.watch.half_move = position.matrix.half_move
        self.tell = tell
        self.start = self.next_told = wall_microseconds()
        self.watch.listener = <void *>self
        self.watch.tell = &tell_listener
        self.budget.deadline = self.start + <int64_t>(seconds * 1e6)
        self.budget.clock = &wall_microseconds
        self.budget.watch = &self.watch

    cdef void listen(self) noexcept:
        """Report the progress a few times a second, and check for Control-C."""
        cdef int64_t now = wall_microseconds()
        if now < self.next_told:
            return
        self.next_told = now + 200000
        try:
            PyErr_CheckSignals()
            if self.tell is not None:
                depth = self.watch.half_move - self.half_move + 1
                seconds = (now - self.start) / 1e6
                self.tell(Progress(depth, self.watch.nodes, seconds, self.best()))
        except BaseException as error:
            self.interrupted = error
            self.watch.stopped = True

    cdef str best(self):
        if self.report.count == 0:
            return ""
        return name_of(&self.report.verdicts[self.report.best].turn)

    def solution(self, all_turns: bool) -> Solution:
        """Return the report as a solution, like every kernel."""
        cdef bint all_of_them = all_turns
        cdef bint done
        cdef int n
        with nogil:
            done = solve(&self.table, &self.report, &self.budget, all_of_them)
        if self.interrupted is not None:
            raise self.interrupted
        if not done:
            raise MemoryError
        moves = {
            name_of(&self.report.verdicts[n].turn): value_of(
                self.report.verdicts[n].winner, self.report.verdicts[n].chance
            )
            for n in range(self.report.count)
        }
        value = value_of(self.report.winner, self.report.chance)
        seconds = (wall_microseconds() - self.start) / 1e6
        return Solution(value, self.best(), moves, self.report.nodes, seconds)
