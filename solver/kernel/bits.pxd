# What the kernel needs of C; bits.py does the same for the uncompiled kernel.
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

ctypedef unsigned long long word

cdef extern from *:
    """
    #ifdef _MSC_VER
    #include <windows.h>
    #include <intrin.h>
    static __inline double fanorona_clock(void) { return GetTickCount64() / 1000.0; }
    static __inline int fanorona_lowest(unsigned long long set) {
        unsigned long at; _BitScanForward64(&at, set); return (int) at;
    }
    #define fanorona_count(set) ((int) __popcnt64(set))
    #define fanorona_prefetch(address) _mm_prefetch((const char *) (address), _MM_HINT_T0)
    static __inline void fanorona_large_pages(void *start, size_t bytes) {}
    /* The interlocked functions are barriers, which plain accesses do not pass. */
    static __inline unsigned int fanorona_version(unsigned int *version) {
        return (unsigned int) _InterlockedOr((volatile long *) version, 0);
    }
    static __inline unsigned int fanorona_version_after(unsigned int *version) {
        return (unsigned int) _InterlockedOr((volatile long *) version, 0);
    }
    static __inline int fanorona_begin_write(unsigned int *version) {
        long now = (long) fanorona_version(version);
        if (now & 1) return 0;
        return _InterlockedCompareExchange((volatile long *) version, now + 1, now) == now;
    }
    static __inline void fanorona_end_write(unsigned int *version) {
        _InterlockedIncrement((volatile long *) version);
    }
    #else
    #include <time.h>
    #include <sys/mman.h>
    #include <stdint.h>
    /* Pages of 2 MB, where the system has them: a table in pages of 4 kB waits for the addresses. */
    static inline void fanorona_large_pages(void *start, size_t bytes) {
    #ifdef MADV_HUGEPAGE
        uintptr_t page = 1 << 21;
        uintptr_t first = ((uintptr_t) start + page - 1) & ~(page - 1);
        uintptr_t end = ((uintptr_t) start + bytes) & ~(page - 1);
        if (end > first) (void) madvise((void *) first, end - first, MADV_HUGEPAGE);
    #endif
    }
    static inline double fanorona_clock(void) {
        struct timespec now; clock_gettime(CLOCK_MONOTONIC, &now);
        return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
    }
    #define fanorona_lowest(set) __builtin_ctzll(set)
    /* Nearly every x86-64 processor counts bits with one instruction; not all, so the compiler may not. */
    static inline int fanorona_count(unsigned long long set) {
    #if defined(__x86_64__)
        if (__builtin_cpu_supports("popcnt")) {
            __asm__("popcntq %0, %0" : "+r" (set) : : "cc");
            return (int) set;
        }
    #endif
        return __builtin_popcountll(set);
    }
    #define fanorona_prefetch(address) __builtin_prefetch(address)
    /* What is read between the two looks at a version is whole if they agree on an even number. */
    static inline unsigned int fanorona_version(unsigned int *version) {
        return __atomic_load_n(version, __ATOMIC_ACQUIRE);
    }
    static inline unsigned int fanorona_version_after(unsigned int *version) {
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        return __atomic_load_n(version, __ATOMIC_RELAXED);
    }
    static inline int fanorona_begin_write(unsigned int *version) {
        unsigned int now = __atomic_load_n(version, __ATOMIC_RELAXED);
        if (now & 1) return 0;
        if (!__atomic_compare_exchange_n(
                version, &now, now + 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return 0;
        __atomic_thread_fence(__ATOMIC_RELEASE);
        return 1;
    }
    static inline void fanorona_end_write(unsigned int *version) {
        __atomic_store_n(version, *version + 1, __ATOMIC_RELEASE);
    }
    #endif
    /* Worded for conditional moves: nobody can predict where the higher keys are. */
    static inline size_t fanorona_highest(const unsigned long long *keys, size_t at, size_t end) {
        size_t best = at, other;
        unsigned long long highest = keys[at], key;
        for (other = at + 1; other < end; other++) {
            key = keys[other];
            best = key > highest ? other : best;
            highest = key > highest ? key : highest;
        }
        return best;
    }
    """
    double clock "fanorona_clock" () noexcept nogil
    int lowest "fanorona_lowest" (unsigned long long set) noexcept nogil
    int count "fanorona_count" (unsigned long long set) noexcept nogil
    size_t highest "fanorona_highest" (unsigned long long *keys, size_t at, size_t end) noexcept nogil
    void prefetch "fanorona_prefetch" (void *address) noexcept nogil
    void large_pages "fanorona_large_pages" (void *start, size_t bytes) noexcept nogil
    unsigned int load_version "fanorona_version" (unsigned int *version) noexcept nogil
    unsigned int load_version_after "fanorona_version_after" (unsigned int *version) noexcept nogil
    bint begin_write_of "fanorona_begin_write" (unsigned int *version) noexcept nogil
    void end_write_of "fanorona_end_write" (unsigned int *version) noexcept nogil

cdef inline unsigned long long *new_words(size_t size) noexcept nogil:
    return <unsigned long long *> calloc(size, sizeof(unsigned long long))

cdef inline unsigned long long *new_table(size_t size) noexcept nogil:
    cdef unsigned long long *words = new_words(size)
    if words:
        large_pages(words, size * sizeof(unsigned long long))
    return words

cdef inline unsigned long long *unset_words(size_t size) noexcept nogil:
    return <unsigned long long *> malloc(size * sizeof(unsigned long long))

cdef inline void in_large_pages(unsigned long long *words, size_t size) noexcept nogil:
    large_pages(words, size * sizeof(unsigned long long))

cdef inline void clear_words(unsigned long long *words, size_t start, size_t size) noexcept nogil:
    memset(words + start, 0, size * sizeof(unsigned long long))

cdef inline unsigned long long *as_words(void *array) noexcept nogil:
    return <unsigned long long *> array

cdef inline unsigned int *as_numbers(void *array) noexcept nogil:
    return <unsigned int *> array

cdef inline void clear_any(void *array, size_t size) noexcept nogil:
    memset(array, 0, size)

cdef inline void expect_word(unsigned long long *words, size_t at) noexcept nogil:
    prefetch(words + at)

cdef inline void expect_number(unsigned int *numbers, size_t at) noexcept nogil:
    prefetch(numbers + at)

cdef inline unsigned int version(unsigned int *versions, size_t at) noexcept nogil:
    return load_version(versions + at)

cdef inline unsigned int version_after(unsigned int *versions, size_t at) noexcept nogil:
    return load_version_after(versions + at)

cdef inline bint begin_write(unsigned int *versions, size_t at) noexcept nogil:
    return begin_write_of(versions + at)

cdef inline void end_write(unsigned int *versions, size_t at) noexcept nogil:
    end_write_of(versions + at)

cdef inline unsigned int *new_numbers(size_t size) noexcept nogil:
    return <unsigned int *> calloc(size, sizeof(unsigned int))

cdef inline void free_numbers(unsigned int *numbers) noexcept nogil:
    free(numbers)

cdef inline unsigned long long *grown_words(
    unsigned long long *words, size_t size, size_t larger
) noexcept nogil:
    return <unsigned long long *> realloc(words, larger * sizeof(unsigned long long))

cdef inline signed char *new_small(size_t size) noexcept nogil:
    return <signed char *> calloc(size, 1)

cdef inline short *new_shorts(size_t size) noexcept nogil:
    return <short *> calloc(size, sizeof(short))

cdef inline void free_shorts(short *shorts) noexcept nogil:
    free(shorts)

cdef inline void free_words(unsigned long long *words) noexcept nogil:
    free(words)

cdef inline void free_any(void *array) noexcept nogil:
    free(array)

cdef inline void free_small(signed char *small) noexcept nogil:
    free(small)

cdef inline unsigned long long mixed(
    unsigned long long a, unsigned long long b, unsigned long long c, unsigned long long d
) noexcept nogil:
    cdef unsigned long long mix = a * 0x9E3779B97F4A7C15ULL
    mix = (mix ^ (mix >> 29) ^ b) * 0xBF58476D1CE4E5B9ULL
    mix = (mix ^ (mix >> 32) ^ c) * 0x94D049BB133111EBULL
    mix = (mix ^ (mix >> 31) ^ d) * 0xD6E8FEB86659FD93ULL
    return mix ^ (mix >> 30)

cdef inline unsigned long long mixed_pair(unsigned long long a, unsigned long long b) noexcept nogil:
    cdef unsigned long long mix = (a * 0x9E3779B97F4A7C15ULL) ^ (b * 0xBF58476D1CE4E5B9ULL)
    mix = (mix ^ (mix >> 32)) * 0x94D049BB133111EBULL
    return mix ^ (mix >> 30)
