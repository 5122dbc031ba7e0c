# Tables that are too large for memory, as the compiled kernel reads them; blocks.py does the same
# for the uncompiled kernel.
#
# A file is read by blocks, never mapped: a mapped file that somebody truncates kills the process.
# When the file was opened and its checksum found right, a digest of every block was kept; a block
# is used only if it still has it. One that has not makes the whole file lost, for good.
#
# Blocks read last are kept in slots that all files share. A slot is locked while it is looked at.

from libc.stdlib cimport calloc, free

cdef extern from *:
    """
    #include <stdlib.h>
    #include <string.h>
    #if defined(__GNUC__) && !defined(_WIN32)
    #include <errno.h>
    #include <sched.h>
    #include <unistd.h>

    #define FANORONA_BLOCK 4096
    #define FANORONA_SLOT_BITS 11

    typedef struct {
        unsigned long long tag;  /* 0: nothing in it */
        int locked;
        unsigned char bytes[FANORONA_BLOCK];
    } fanorona_slot;

    typedef struct {
        int descriptor;
        int lost;
        unsigned long long first, size, tag;
        unsigned long long *digests;
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

    static void *fanorona_new_checked(int descriptor, unsigned long long first,
                                      unsigned long long size) {
        fanorona_checked *file = calloc(1, sizeof(fanorona_checked));
        if (!fanorona_slots)
            fanorona_slots = calloc((size_t) 1 << FANORONA_SLOT_BITS, sizeof(fanorona_slot));
        if (!file)
            return NULL;
        file->digests = calloc(size / FANORONA_BLOCK + 1, sizeof(unsigned long long));
        file->descriptor = dup(descriptor);
        file->first = first;
        file->size = size;
        file->tag = ++fanorona_files << 40;
        if (fanorona_slots && file->digests && file->descriptor >= 0)
            return file;
        free(file->digests);
        if (file->descriptor >= 0)
            close(file->descriptor);
        free(file);
        return NULL;
    }

    static void fanorona_free_checked(void *opaque) {
        fanorona_checked *file = opaque;
        if (!file)
            return;
        close(file->descriptor);
        free(file->digests);
        free(file);
    }

    static void fanorona_learn(void *opaque, const unsigned char *bytes, unsigned long long length,
                               unsigned long long at) {
        fanorona_checked *file = opaque;
        unsigned long long done, left;
        for (done = 0; done < length; done += FANORONA_BLOCK) {
            left = length - done < FANORONA_BLOCK ? length - done : FANORONA_BLOCK;
            file->digests[(at + done) / FANORONA_BLOCK] = fanorona_digest(bytes + done, left);
        }
    }

    static int fanorona_fetch(fanorona_checked *file, unsigned long long block,
                              unsigned char *bytes) {
        unsigned long long begin = block * FANORONA_BLOCK, done = 0;
        unsigned long long length =
            file->size - begin < FANORONA_BLOCK ? file->size - begin : FANORONA_BLOCK;
        while (done < length) {
            ssize_t part = pread(file->descriptor, bytes + done, length - done,
                                 (off_t) (file->first + begin + done));
            if (part < 0 && errno == EINTR)
                continue;
            if (part <= 0)
                return 0;
            done += part;
        }
        return fanorona_digest(bytes, length) == file->digests[block];
    }

    static int fanorona_checked_byte(void *opaque, unsigned long long at) {
        fanorona_checked *file = opaque;
        unsigned long long block = at / FANORONA_BLOCK, tag = file->tag | (block + 1);
        fanorona_slot *slot =
            fanorona_slots + (tag * 0x9E3779B97F4A7C15ULL >> (64 - FANORONA_SLOT_BITS));
        int value = -1;
        if (__atomic_load_n(&file->lost, __ATOMIC_RELAXED))
            return -1;
        while (__atomic_exchange_n(&slot->locked, 1, __ATOMIC_ACQUIRE))
            sched_yield();
        if (slot->tag != tag) {
            slot->tag = 0;
            if (fanorona_fetch(file, block, slot->bytes))
                slot->tag = tag;
            else
                __atomic_store_n(&file->lost, 1, __ATOMIC_RELAXED);
        }
        if (slot->tag == tag)
            value = slot->bytes[at % FANORONA_BLOCK];
        __atomic_store_n(&slot->locked, 0, __ATOMIC_RELEASE);
        return value;
    }

    static int fanorona_is_lost(void *opaque) {
        return __atomic_load_n(&((fanorona_checked *) opaque)->lost, __ATOMIC_RELAXED);
    }

    #else
    /* Elsewhere tables of any size are read into memory. */
    static void *fanorona_new_checked(int descriptor, unsigned long long first,
                                      unsigned long long size) { return NULL; }
    static void fanorona_free_checked(void *file) {}
    static void fanorona_learn(void *file, const unsigned char *bytes, unsigned long long length,
                               unsigned long long at) {}
    static int fanorona_checked_byte(void *file, unsigned long long at) { return -1; }
    static int fanorona_is_lost(void *file) { return 1; }
    #endif
    """
    void *new_checked "fanorona_new_checked" (
        int descriptor, unsigned long long first, unsigned long long size
    ) noexcept nogil
    void free_checked "fanorona_free_checked" (void *file) noexcept nogil
    void learn "fanorona_learn" (
        void *file, const unsigned char *values, unsigned long long length, unsigned long long at
    ) noexcept nogil
    int checked_byte "fanorona_checked_byte" (void *file, unsigned long long at) noexcept nogil
    bint is_lost "fanorona_is_lost" (void *file) noexcept nogil

cdef inline void **new_file_pointers(size_t size) noexcept nogil:
    return <void **> calloc(size, sizeof(void *))

cdef inline void free_file_pointers(void **files) noexcept nogil:
    free(files)
