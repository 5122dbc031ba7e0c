from fanorona.solver.kernel.bits cimport word
from fanorona.solver.kernel.game cimport Game
from fanorona.solver.kernel.stop cimport Stop

cdef class Generator:
    cdef Game game
    cdef Stop stop
    cdef bint stopped
    cdef word ticks
    # The system has no memory; or the lists have all that they may have.
    cdef bint out_of_memory
    cdef bint over_memory
    cdef size_t most_bytes
    cdef size_t bytes_held
    # The turns found: four words each, from the point of view of the side that moves next.
    cdef word *words
    cdef size_t size
    cdef size_t room
    # No list may be longer than `most`; `ceiling` is what ends first, that or the room.
    cdef size_t most
    cdef size_t ceiling
    cdef bint crowded
    # While merging, the list from `start` on has `dropped` turns less than were found.
    cdef bint merging
    cdef size_t start
    cdef size_t dropped
    # Counting stores nothing; recording also keeps every step, from each turn's place on.
    cdef bint counting
    cdef bint recording
    cdef word *trail
    cdef size_t trail_size
    cdef size_t trail_room
    cdef word *places
    cdef size_t places_room
    cdef word *path
    # The hash table by which equal results are merged.
    cdef word *slots
    cdef size_t slots_room
    cdef size_t slots_used
    # Only turns along these destinations, where guided.
    cdef bint guided
    cdef signed char *guide
    cdef int guide_size
    cdef int guide_origin
    # What holds for the turn being generated.
    cdef word state
    cdef int huffed
    cdef int origin
    cdef bint harmless
    cdef bint contact
    cdef bint chains
    cdef bint forfeiting

    cdef inline void tick(self) noexcept nogil
    cdef word count_turns(self, word own, word enemy, word liable, word state) noexcept nogil
    cdef void generate(self, word own, word enemy, word liable, word state) noexcept nogil
    cdef word list_within(self, word own, word enemy, word liable, word state, word nodes) noexcept nogil
    cdef void list_results(self, word own, word enemy, word liable, word state) noexcept nogil
    cdef void list_plain(self, word own, word enemy) noexcept nogil
    cdef void list_quiet(self, word own, word enemy) noexcept nogil
    cdef void plain_paikas(self, word own, word enemy, bint lively) noexcept nogil
    cdef void plain_step(self, int point, int to, int direction, word rest, word enemy, word barred) noexcept nogil
    cdef void plain_chain(self, int point, int last, word rest, word enemy, word barred) noexcept nogil
    cdef inline void put(self, word own, word enemy) noexcept nogil
    cdef void merge_all(self) noexcept nogil
    cdef bint claim(self, size_t words) noexcept nogil
    cdef bint fail(self) noexcept nogil
    cdef bint make_place(self) noexcept nogil
    cdef bint room_to_record(self, size_t at, size_t end) noexcept nogil
    cdef inline void limit_to(self, size_t most) noexcept nogil
    cdef void place(self, word own, word enemy, word state) noexcept nogil
    cdef void move(self, word own, word enemy) noexcept nogil
    cdef void paikas(self, word own, word enemy, word starters) noexcept nogil
    cdef bint step(self, int point, int direction, word rest, word enemy, word barred, int depth) noexcept nogil
    cdef void capture(self, int to, int direction, int kind, word taken, word rest, word enemy, word barred, int depth) noexcept nogil
    cdef bint chain(self, int point, int last, word rest, word enemy, word barred, int depth) noexcept nogil
    cdef inline word line(self, int point, int direction, word enemy) noexcept nogil
    cdef void emit(self, word own, word enemy, word liable, int depth) noexcept nogil
    cdef void record(self, size_t at, int depth) noexcept nogil
    cdef bint grow(self) noexcept nogil
    cdef void merge(self, size_t start) noexcept nogil
    cdef inline bint same(self, size_t one, size_t other) noexcept nogil
    cdef inline bint among(self, size_t at, size_t start, size_t end) noexcept nogil
    cdef bint ready_to_merge(self, size_t found) noexcept nogil
    cdef bint seen_before(self, size_t at, size_t kept, size_t start) noexcept nogil
    cdef word count_below(self, word own, word enemy, word liable, word state, int depth) noexcept nogil

cdef bint has_turn(Game game, word own, word enemy, word liable, word state) noexcept nogil
