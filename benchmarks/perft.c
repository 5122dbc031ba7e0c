/*
 * perft FEN DEPTH: count the turn sequences of DEPTH turns under the `standard`
 * rules of Fanorona and print "nodes seconds". Status 2: bad usage or input.
 *
 * The yardstick for the compiled kernel: plain C, one thread, no hash table,
 * any odd board from 3x3 to 63 points.    gcc -std=gnu11 -O3 -o perft perft.c
 *
 * Bit layout, here 9x5: bit = rank * width + file, a1 is bit 0.
 *
 *     5   36 37 38 39 40 41 42 43 44
 *     4   27 28 29 30 31 32 33 34 35          directions   3 2 1
 *     3   18 19 20 21 22 23 24 25 26                       4 . 0
 *     2    9 10 11 12 13 14 15 16 17                       5 6 7
 *     1    0  1  2  3  4  5  6  7  8
 *          a  b  c  d  e  f  g  h  i          d and d ^ 4 are opposite
 */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_POINTS = 63, MIN_SIDE = 3, MAX_SIDE = MAX_POINTS / MIN_SIDE, MAX_DEPTH = 99 };

typedef struct {
    uint64_t white, black;
    int width, height;
    int black_to_move;
} position;

/* The board, set once by set_board. */
static uint64_t points;             /* all points */
static uint64_t can_leave[8];       /* points with a line in direction d */
static unsigned rotation[8];        /* bits to rotate left for a step in direction d */
static uint64_t neighbours[64];     /* points joined to a point */
static uint8_t direction_by_offset[2 * (MAX_SIDE + 1) + 1];     /* bit distance of a step -> d */

static void set_board(int width, int height)
{
    static const int file_step[8] = {1, 1, 0, -1, -1, -1, 0, 1};
    static const int rank_step[8] = {0, 1, 1, 1, 0, -1, -1, -1};

    points = (UINT64_C(1) << (width * height)) - 1;
    for (int d = 0; d < 8; d++) {
        int offset = rank_step[d] * width + file_step[d];
        int diagonal = file_step[d] && rank_step[d];

        rotation[d] = (unsigned)offset & 63;
        direction_by_offset[offset + MAX_SIDE + 1] = (uint8_t)d;
        for (int rank = 0; rank < height; rank++)
            for (int file = 0; file < width; file++) {
                int to_file = file + file_step[d], to_rank = rank + rank_step[d];
                int point = rank * width + file;

                if (to_file < 0 || to_file >= width || to_rank < 0 || to_rank >= height)
                    continue;
                if (diagonal && (file + rank) % 2)
                    continue;
                can_leave[d] |= UINT64_C(1) << point;
                neighbours[point] |= UINT64_C(1) << (point + offset);
            }
    }
}

/* All of set one step further in direction d; what has no line there is dropped.
 * The mask leaves nothing to wrap round, so a rotation serves both signs of the shift. */
static inline uint64_t step(uint64_t set, int d)
{
    set &= can_leave[d];
    return set << rotation[d] | set >> (-rotation[d] & 63);
}

/* The unbroken line of enemy stones that begins with the enemy stone `first`, in direction d.
 * Most lines have one or two stones, so only the third is worth a branch. */
static inline uint64_t line(uint64_t first, int d, uint64_t enemy)
{
    uint64_t second = step(first, d) & enemy;
    uint64_t taken = first | second;

    for (uint64_t next = step(second, d) & enemy; next; next = step(next, d) & enemy)
        taken |= next;
    return taken;
}

static uint64_t perft(uint64_t own, uint64_t enemy, int depth);

/* Play the turn that stops here, then each that goes on. The moving stone stands on `at`, came
 * in direction `last` and is not in `others`; `visited` holds its points of this turn, the
 * origin included. `depth` >= 2 includes this turn. */
static uint64_t chain(uint64_t others, uint64_t enemy, uint64_t visited, uint64_t at, int last, int depth)
{
    uint64_t nodes = perft(enemy, others | at, depth - 1);
    int from = __builtin_ctzll(at);
    uint64_t open = neighbours[from] & ~(others | enemy | visited | step(at, last));

    for (; open; open &= open - 1) {
        uint64_t to = open & -open;
        int d = direction_by_offset[__builtin_ctzll(to) - from + MAX_SIDE + 1];
        uint64_t ahead = step(to, d) & enemy;
        uint64_t behind = step(at, d ^ 4) & enemy;

        if (ahead)
            nodes += chain(others, enemy ^ line(ahead, d, enemy), visited | to, to, d, depth);
        if (behind)
            nodes += chain(others, enemy ^ line(behind, d ^ 4, enemy), visited | to, to, d, depth);
    }
    return nodes;
}

/* The turns that chain would play, counted only, for the last ply: where the stone ends does not
 * matter there, so one word, `blocked`, holds the own stones and the visited points. */
static uint64_t count_chain(uint64_t blocked, uint64_t enemy, uint64_t at, int last)
{
    uint64_t nodes = 1;
    int from = __builtin_ctzll(at);
    uint64_t open = neighbours[from] & ~(blocked | enemy | step(at, last));

    for (; open; open &= open - 1) {
        uint64_t to = open & -open;
        int d = direction_by_offset[__builtin_ctzll(to) - from + MAX_SIDE + 1];
        uint64_t ahead = step(to, d) & enemy;
        uint64_t behind = step(at, d ^ 4) & enemy;

        if (ahead)
            nodes += count_chain(blocked | to, enemy ^ line(ahead, d, enemy), to, d);
        if (behind)
            nodes += count_chain(blocked | to, enemy ^ line(behind, d ^ 4, enemy), to, d);
    }
    return nodes;
}

/* Sequences of `depth` >= 1 turns, `own` to move. */
static uint64_t perft(uint64_t own, uint64_t enemy, int depth)
{
    uint64_t empty = points & ~(own | enemy);
    uint64_t nodes = 0;
    int captures = 0;

    if (!enemy)
        return 0;
    for (int d = 0; d < 8; d++) {
        int back = d ^ 4;
        uint64_t movers = own & step(empty, back);
        uint64_t approaching = movers & step(step(enemy, back), back);
        uint64_t withdrawing = movers & step(enemy, d);

        captures |= (approaching | withdrawing) != 0;
        for (; approaching; approaching &= approaching - 1) {
            uint64_t from = approaching & -approaching, to = step(from, d);
            uint64_t taken = line(step(to, d), d, enemy);

            nodes += depth == 1 ? count_chain(own | to, enemy ^ taken, to, d)
                                : chain(own ^ from, enemy ^ taken, from | to, to, d, depth);
        }
        for (; withdrawing; withdrawing &= withdrawing - 1) {
            uint64_t from = withdrawing & -withdrawing, to = step(from, d);
            uint64_t taken = line(step(from, back), back, enemy);

            nodes += depth == 1 ? count_chain(own | to, enemy ^ taken, to, d)
                                : chain(own ^ from, enemy ^ taken, from | to, to, d, depth);
        }
    }
    if (captures)
        return nodes;

    for (int d = 0; d < 8; d++) {
        uint64_t movers = own & step(empty, d ^ 4);

        if (depth == 1) {
            nodes += (unsigned)__builtin_popcountll(movers);
            continue;
        }
        for (; movers; movers &= movers - 1) {
            uint64_t from = movers & -movers;

            nodes += perft(enemy, own ^ from ^ step(from, d), depth - 1);
        }
    }
    return nodes;
}

/* Read the position; NULL, or what is wrong with the text. Ranks come from the top, so
 * each new one pushes those before it up by one width. */
static const char *read_position(const char *text, position *pos)
{
    memset(pos, 0, sizeof *pos);
    for (;; text++) {
        uint64_t white = 0, black = 0;
        int width = 0;

        while (*text != '/' && *text != ' ' && *text) {
            int run = 1;

            if (strchr("Ww", *text))
                white |= UINT64_C(1) << width;
            else if (strchr("Bb", *text))
                black |= UINT64_C(1) << width;
            else if (isdigit((unsigned char)*text)) {
                run = 0;
                do {
                    run = 10 * run + (*text++ - '0');
                } while (isdigit((unsigned char)*text) && run <= MAX_SIDE);
                if (run == 0)
                    return "a run of no empty points";
                text--;
            } else if (*text != '.')
                return "unknown character in the board";
            text++;
            width += run;
            if (width > MAX_SIDE)
                return "rank too long";
        }
        if (pos->height == 0)
            pos->width = width;
        if (width != pos->width)
            return "ranks of different lengths";
        pos->height++;
        if (pos->width * pos->height > MAX_POINTS || pos->height > MAX_SIDE)
            return "more than 63 points";
        pos->white = pos->white << width | white;
        pos->black = pos->black << width | black;
        if (*text != '/')
            break;
    }
    if (pos->width < MIN_SIDE || pos->height < MIN_SIDE || pos->width % 2 == 0 || pos->height % 2 == 0)
        return "width and height must be odd and at least 3";

    text += strspn(text, " ");
    if (!*text || !strchr("WwBb", *text) || (text[1] && text[1] != ' '))
        return "the side to move must be W or B";
    pos->black_to_move = *text == 'B' || *text == 'b';
    text++;
    text += strspn(text, " ");
    if (*text == '-' && (!text[1] || text[1] == ' '))
        text++;
    text += strspn(text, " 0123456789");    /* counters of other programs */
    return *text ? "state that this program does not count" : NULL;
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    position pos;
    const char *defect;
    char *end;
    long depth;

    if (argc != 3) {
        fprintf(stderr, "usage: perft FEN DEPTH\n");
        return 2;
    }
    defect = read_position(argv[1], &pos);
    if (defect) {
        fprintf(stderr, "perft: position: %s\n", defect);
        return 2;
    }
    depth = strtol(argv[2], &end, 10);
    if (!isdigit((unsigned char)argv[2][0]) || *end || depth > MAX_DEPTH) {
        fprintf(stderr, "perft: depth: a number from 0 to %d is needed\n", MAX_DEPTH);
        return 2;
    }

    set_board(pos.width, pos.height);
    uint64_t own = pos.black_to_move ? pos.black : pos.white;
    uint64_t enemy = pos.black_to_move ? pos.white : pos.black;
    double start = now();
    uint64_t nodes = depth ? perft(own, enemy, (int)depth) : 1;
    double seconds = now() - start;

    printf("%llu %.6f\n", (unsigned long long)nodes, seconds);
    return 0;
}
