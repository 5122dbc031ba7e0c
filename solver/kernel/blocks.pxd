# Tables that are too large for memory, as the compiled kernel reads them; blocks.py does the same
# for the uncompiled kernel.
#
# A file is read by packed blocks, never mapped: a mapped file that somebody truncates kills the
# process. When the file was opened and its checksum found right, the place and a digest of every
# block were kept; a block is used only if it still has it. One that has not makes the whole file
# lost, for good.
#
# Blocks read last are kept in slots that all files share, with the parts unpacked so far. A slot is
# locked from `held` to `let_go`. A file may also remember whatever was unpacked of it: it has room
# for all of its values, which the system hands out as they are written, and a note for each part.

from libc.stdlib cimport calloc, free

cdef extern from *:
    """
    #include <stdlib.h>
    #include <string.h>
    #if defined(__GNUC__) && !defined(_WIN32)
    #include <errno.h>
    #include <sched.h>
    #include <unistd.h>

    #define FANORONA_BLOCK 4096 /* values */
    #define FANORONA_PACKED 5152 /* bytes that a block has at most */
    #define FANORONA_PART 256 /* values that are unpacked together */
    #define FANORONA_SLOT_BITS 11

    typedef struct {
        unsigned long long tag;  /* 0: nothing in it */
        int locked;
        unsigned int unpacked;  /* a bit for each part */
        unsigned int length;
        unsigned char packed[FANORONA_PACKED];
        unsigned char values[FANORONA_BLOCK];
    } fanorona_slot;

    typedef struct {
        int descriptor;
        int lost;
        unsigned long long size, tag;
        unsigned long long *places;  /* of every block, and where the last one ends */
        unsigned long long *digests;
        unsigned char *known;  /* the values, of the parts that are noted */
        unsigned char *noted;
    } fanorona_checked;

    static fanorona_slot *fanorona_slots = NULL;
    static unsigned long long fanorona_files = 0;

    static unsigned long long fanorona_digest(const unsigned char *bytes, size_t length) {
        static const unsigned long long odd = 0x9E3779B97F4A7C15ULL;
        unsigned long long lane[4] = {length + 1, odd, ~odd, odd << 1}, word[4];
        unsigned char tail[32];
        size_t at, k;
        for (at = 0; at < length; at += 32) {
            if (length - at >= 32) {
                memcpy(word, bytes + at, 32);
            } else {
                memset(tail, 0, 32);
                memcpy(tail, bytes + at, length - at);
                memcpy(word, tail, 32);
            }
            for (k = 0; k < 4; k++) {
                lane[k] = (lane[k] ^ word[k]) * odd;
                lane[k] ^= lane[k] >> 29;
            }
        }
        for (k = 1; k < 4; k++) {
            lane[0] = (lane[0] ^ lane[k]) * odd;
            lane[0] ^= lane[0] >> 32;
        }
        return lane[0];
    }

    static void fanorona_free_checked(void *opaque) {
        fanorona_checked *file = opaque;
        if (!file)
            return;
        if (file->descriptor >= 0)
            close(file->descriptor);
        free(file->places);
        free(file->digests);
        free(file->known);
        free(file->noted);
        free(file);
    }

    static void *fanorona_new_checked(int descriptor, unsigned long long first,
                                      unsigned long long size) {
        fanorona_checked *file = calloc(1, sizeof(fanorona_checked));
        unsigned long long blocks = (size + FANORONA_BLOCK - 1) / FANORONA_BLOCK;
        if (!fanorona_slots)
            fanorona_slots = calloc((size_t) 1 << FANORONA_SLOT_BITS, sizeof(fanorona_slot));
        if (!file)
            return NULL;
        file->places = calloc(blocks + 1, sizeof(unsigned long long));
        file->digests = calloc(blocks, sizeof(unsigned long long));
        file->descriptor = dup(descriptor);
        file->size = size;
        file->tag = ++fanorona_files << 40;
        if (fanorona_slots && file->places && file->digests && file->descriptor >= 0) {
            file->places[0] = first;
            return file;
        }
        fanorona_free_checked(file);
        return NULL;
    }

    static void fanorona_remember_all(void *opaque) {
        fanorona_checked *file = opaque;
        if (file->noted)
            return;
        file->known = calloc(file->size, 1);
        if (file->known)
            file->noted = calloc(file->size / FANORONA_PART + 1, 1);
    }

    /* Another thread may be writing: a note says that what it is about is written. */
    static int fanorona_recalled(void *opaque, unsigned long long at) {
        fanorona_checked *file = opaque;
        if (file->noted && __atomic_load_n(file->noted + at / FANORONA_PART, __ATOMIC_ACQUIRE))
            return file->known[at];
        return -1;
    }

    /* Only for whoever has the slot of the block. */
    static void fanorona_note(void *opaque, unsigned long long first, const unsigned char *values,
                              unsigned long long start, unsigned long long number) {
        fanorona_checked *file = opaque;
        if (!file->noted)
            return;
        memcpy(file->known + first, values + start, number);
        __atomic_store_n(file->noted + first / FANORONA_PART, 1, __ATOMIC_RELEASE);
    }

    static int fanorona_learn(void *opaque, unsigned long long block, const unsigned char *bytes,
                              unsigned long long at, unsigned long long length) {
        fanorona_checked *file = opaque;
        if (length > FANORONA_PACKED)
            return 0;
        file->places[block + 1] = file->places[block] + length;
        file->digests[block] = fanorona_digest(bytes + at, length);
        return 1;
    }

    static int fanorona_fetch(fanorona_checked *file, unsigned long long block,
                              fanorona_slot *slot) {
        unsigned long long begin = file->places[block], done = 0;
        unsigned long long length = file->places[block + 1] - begin;
        while (done < length) {
            ssize_t part = pread(file->descriptor, slot->packed + done, length - done,
                                 (off_t) (begin + done));
            if (part < 0 && errno == EINTR)
                continue;
            if (part <= 0)
                return 0;
            done += part;
        }
        slot->length = length;
        slot->unpacked = 0;
        return fanorona_digest(slot->packed, length) == file->digests[block];
    }

    static void *fanorona_held(void *opaque, unsigned long long block) {
        fanorona_checked *file = opaque;
        unsigned long long tag = file->tag | (block + 1);
        fanorona_slot *slot =
            fanorona_slots + (tag * 0x9E3779B97F4A7C15ULL >> (64 - FANORONA_SLOT_BITS));
        if (__atomic_load_n(&file->lost, __ATOMIC_RELAXED))
            return NULL;
        while (__atomic_exchange_n(&slot->locked, 1, __ATOMIC_ACQUIRE))
            sched_yield();
        if (slot->tag == tag)
            return slot;
        slot->tag = 0;
        if (fanorona_fetch(file, block, slot)) {
            slot->tag = tag;
            return slot;
        }
        __atomic_store_n(&file->lost, 1, __ATOMIC_RELAXED);
        __atomic_store_n(&slot->locked, 0, __ATOMIC_RELEASE);
        return NULL;
    }

    static void fanorona_let_go(void *slot) {
        __atomic_store_n(&((fanorona_slot *) slot)->locked, 0, __ATOMIC_RELEASE);
    }

    static int fanorona_needs(void *opaque, int part) {
        fanorona_slot *slot = opaque;
        if (slot->unpacked >> part & 1)
            return 0;
        slot->unpacked |= 1u << part;
        return 1;
    }

    #define fanorona_packed(slot) (((fanorona_slot *) (slot))->packed)
    #define fanorona_length(slot) (((fanorona_slot *) (slot))->length)
    #define fanorona_values(slot) (((fanorona_slot *) (slot))->values)

    static int fanorona_is_lost(void *opaque) {
        return __atomic_load_n(&((fanorona_checked *) opaque)->lost, __ATOMIC_RELAXED);
    }

    #else
    /* Elsewhere tables of any size are read into memory. */
    static void fanorona_free_checked(void *file) {}
    static void *fanorona_new_checked(int descriptor, unsigned long long first,
                                      unsigned long long size) { return NULL; }
    static int fanorona_learn(void *file, unsigned long long block, const unsigned char *bytes,
                              unsigned long long at, unsigned long long length) { return 0; }
    static void fanorona_remember_all(void *file) {}
    static int fanorona_recalled(void *file, unsigned long long at) { return -1; }
    static void fanorona_note(void *file, unsigned long long first, const unsigned char *values,
                              unsigned long long start, unsigned long long number) {}
    static void *fanorona_held(void *file, unsigned long long block) { return NULL; }
    static void fanorona_let_go(void *slot) {}
    static int fanorona_needs(void *slot, int part) { return 0; }
    static int fanorona_is_lost(void *file) { return 1; }
    #define fanorona_packed(slot) ((unsigned char *) (slot))
    #define fanorona_length(slot) 0
    #define fanorona_values(slot) ((unsigned char *) (slot))
    #endif
    """
    void *new_checked "fanorona_new_checked" (
        int descriptor, unsigned long long first, unsigned long long size
    ) noexcept nogil
    void free_checked "fanorona_free_checked" (void *file) noexcept nogil
    bint learn "fanorona_learn" (
        void *file,
        unsigned long long block,
        const unsigned char *blocks,
        unsigned long long at,
        unsigned long long length,
    ) noexcept nogil
    void remember_all "fanorona_remember_all" (void *file) noexcept nogil
    int recalled "fanorona_recalled" (void *file, unsigned long long at) noexcept nogil
    void note "fanorona_note" (
        void *file,
        unsigned long long first,
        const unsigned char *values,
        unsigned long long start,
        unsigned long long number,
    ) noexcept nogil
    void *held "fanorona_held" (void *file, unsigned long long block) noexcept nogil
    void let_go "fanorona_let_go" (void *slot) noexcept nogil
    bint needs "fanorona_needs" (void *slot, int part) noexcept nogil
    const unsigned char *packed_in "fanorona_packed" (void *slot) noexcept nogil
    unsigned long long length_in "fanorona_length" (void *slot) noexcept nogil
    unsigned char *values_in "fanorona_values" (void *slot) noexcept nogil
    bint is_lost "fanorona_is_lost" (void *file) noexcept nogil

cdef inline void **new_file_pointers(size_t size) noexcept nogil:
    return <void **> calloc(size, sizeof(void *))

cdef inline void free_file_pointers(void **files) noexcept nogil:
    free(files)
