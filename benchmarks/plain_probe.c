/* Reads random bytes of a file by blocks that must still have their digests: what a probe of a table
   would cost if its values were not packed.

   plain_probe FILE NUMBER SEED prints the seconds. */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define BLOCK 4096
#define SLOT_BITS 11
#define ODD 0x9E3779B97F4A7C15ULL

typedef unsigned long long word;

static struct {
    word tag;
    unsigned char bytes[BLOCK];
} slots[1 << SLOT_BITS];

static word digest(const unsigned char *bytes) {
    word lane[4] = {1, ODD, ~ODD, ODD << 1}, next[4];
    for (int at = 0; at < BLOCK; at += 32) {
        memcpy(next, bytes + at, 32);
        for (int k = 0; k < 4; k++) {
            lane[k] = (lane[k] ^ next[k]) * ODD;
            lane[k] ^= lane[k] >> 29;
        }
    }
    return lane[0] ^ lane[1] ^ lane[2] ^ lane[3];
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

int main(int count, char **arguments) {
    int file = count == 4 ? open(arguments[1], O_RDONLY) : -1;
    struct stat about;
    if (file < 0 || fstat(file, &about) < 0)
        return 2;
    word blocks = about.st_size / BLOCK, chance = strtoull(arguments[3], NULL, 10) * ODD + 1;
    word *digests = calloc(blocks, sizeof(word)), total = 0;
    for (word block = 0; block < blocks; block++) {
        if (pread(file, slots[0].bytes, BLOCK, block * BLOCK) != BLOCK)
            return 2;
        digests[block] = digest(slots[0].bytes);
    }
    double began = seconds();
    for (long left = atol(arguments[2]); left > 0; left--) {
        chance = chance * 6364136223846793005ULL + 1442695040888963407ULL;
        word at = (chance >> 20) % (blocks * BLOCK), block = at / BLOCK;
        word slot = (block + 1) * ODD >> (64 - SLOT_BITS);
        if (slots[slot].tag != block + 1) {
            if (pread(file, slots[slot].bytes, BLOCK, block * BLOCK) != BLOCK ||
                digest(slots[slot].bytes) != digests[block])
                return 2;
            slots[slot].tag = block + 1;
        }
        total += slots[slot].bytes[at % BLOCK];
    }
    printf("%.6f %llu\n", seconds() - began, total);
    return 0;
}
