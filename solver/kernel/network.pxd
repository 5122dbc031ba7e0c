# The network of a learned evaluation for C; network.py does the same for the uncompiled kernel, and
# says what it computes. Four or eight numbers at a time, where the processor can: every x86-64 can.

cdef extern from *:
    """
    #include <stddef.h>
    #define FANORONA_LANES 8
    #define FANORONA_HIDDEN 32
    #define FANORONA_PAIRS 5
    #define FANORONA_HIDDEN_SHIFT 7
    #define FANORONA_MOST_HIDDEN 8191
    #define FANORONA_VALUE_SHIFT 12

    static inline const short *fanorona_row(const short *windows, size_t kind, size_t index) {
        return windows + FANORONA_LANES * (kind * 19683 + index);
    }

    static inline void fanorona_rows(const short **rows, const short *windows, size_t kind,
                                     unsigned long long left, unsigned long long right) {
        rows[0] = fanorona_row(windows, kind, left & 0xFFFF);
        rows[1] = fanorona_row(windows, kind + 1, left >> 16 & 0xFFFF);
        rows[2] = fanorona_row(windows, kind + 2, left >> 32 & 0xFFFF);
        rows[3] = fanorona_row(windows, kind + 3, left >> 48);
        rows[4] = fanorona_row(windows, kind + 2, right & 0xFFFF);
        rows[5] = fanorona_row(windows, kind + 1, right >> 16 & 0xFFFF);
        rows[6] = fanorona_row(windows, kind, right >> 32 & 0xFFFF);
    }

    #ifdef __SSE2__
    #include <emmintrin.h>

    static inline int fanorona_network(const short **rows, const short *first,
                                       const unsigned int *first_bias, const short *second,
                                       int second_bias, int own, int enemy) {
        const __m128i zero = _mm_setzero_si128();
        const __m128i most = _mm_set1_epi16(FANORONA_MOST_HIDDEN);
        __m128i sums = zero, other = zero, total, pairs[FANORONA_PAIRS];
        int at, pair;
        for (at = 0; at < 26; at += 2) {
            sums = _mm_add_epi16(sums, _mm_loadu_si128((const __m128i *) rows[at]));
            other = _mm_add_epi16(other, _mm_loadu_si128((const __m128i *) rows[at + 1]));
        }
        sums = _mm_add_epi16(sums, other);
        pairs[0] = _mm_shuffle_epi32(sums, 0x00);
        pairs[1] = _mm_shuffle_epi32(sums, 0x55);
        pairs[2] = _mm_shuffle_epi32(sums, 0xAA);
        pairs[3] = _mm_shuffle_epi32(sums, 0xFF);
        pairs[4] = _mm_set1_epi32(own | enemy << 16);
        total = _mm_madd_epi16(sums, _mm_loadu_si128((const __m128i *) second));
        second += FANORONA_LANES;
        for (at = 0; at < FANORONA_HIDDEN; at += 8) {
            __m128i low = _mm_loadu_si128((const __m128i *) (first_bias + at));
            __m128i high = _mm_loadu_si128((const __m128i *) (first_bias + at + 4));
            for (pair = 0; pair < FANORONA_PAIRS; pair++) {
                const short *row = first + 2 * (FANORONA_HIDDEN * pair + at);
                low = _mm_add_epi32(
                    low, _mm_madd_epi16(pairs[pair], _mm_loadu_si128((const __m128i *) row)));
                high = _mm_add_epi32(
                    high, _mm_madd_epi16(pairs[pair], _mm_loadu_si128((const __m128i *) (row + 8))));
            }
            low = _mm_packs_epi32(_mm_srai_epi32(low, FANORONA_HIDDEN_SHIFT),
                                  _mm_srai_epi32(high, FANORONA_HIDDEN_SHIFT));
            low = _mm_min_epi16(_mm_max_epi16(low, zero), most);
            total = _mm_add_epi32(
                total, _mm_madd_epi16(low, _mm_loadu_si128((const __m128i *) (second + at))));
        }
        total = _mm_add_epi32(total, _mm_shuffle_epi32(total, 0x4E));
        total = _mm_add_epi32(total, _mm_shuffle_epi32(total, 0xB1));
        return (_mm_cvtsi128_si32(total) + second_bias) >> FANORONA_VALUE_SHIFT;
    }
    #else
    static inline int fanorona_network(const short **rows, const short *first,
                                       const unsigned int *first_bias, const short *second,
                                       int second_bias, int own, int enemy) {
        int inputs[2 * FANORONA_PAIRS] = {0}, hidden[FANORONA_HIDDEN];
        int at, lane, total = second_bias;
        for (at = 0; at < 26; at++)
            for (lane = 0; lane < FANORONA_LANES; lane++)
                inputs[lane] += rows[at][lane];
        inputs[FANORONA_LANES] = own;
        inputs[FANORONA_LANES + 1] = enemy;
        for (lane = 0; lane < FANORONA_LANES; lane++)
            total += inputs[lane] * second[lane];
        second += FANORONA_LANES;
        for (at = 0; at < FANORONA_HIDDEN; at++)
            hidden[at] = (int) first_bias[at];
        for (lane = 0; lane < 2 * FANORONA_PAIRS; lane++)
            for (at = 0; at < FANORONA_HIDDEN; at++)
                hidden[at] += inputs[lane] * first[2 * (FANORONA_HIDDEN * (lane / 2) + at) + lane % 2];
        for (at = 0; at < FANORONA_HIDDEN; at++) {
            int value = hidden[at] >> FANORONA_HIDDEN_SHIFT;
            value = value < 0 ? 0 : value > FANORONA_MOST_HIDDEN ? FANORONA_MOST_HIDDEN : value;
            total += value * second[at];
        }
        return total >> FANORONA_VALUE_SHIFT;
    }
    #endif

    static inline int fanorona_evaluate(
        const short *windows, const short *first, const unsigned int *first_bias,
        const short *second, const unsigned int *second_bias, int phase,
        unsigned long long l0, unsigned long long l1, unsigned long long l2, unsigned long long l3,
        unsigned long long l4, unsigned long long r0, unsigned long long r1, unsigned long long r2,
        unsigned long long r3, unsigned long long r4, int own, int enemy) {
        const short *rows[26];
        /* The lowest ranks, then the highest, turned over. */
        fanorona_rows(rows, windows, 0, l0 + 27 * l1 + 729 * l2, r0 + 27 * r1 + 729 * r2);
        fanorona_rows(rows + 7, windows, 0, l4 + 27 * l3 + 729 * l2, r4 + 27 * r3 + 729 * r2);
        fanorona_rows(rows + 14, windows, 4, l1 + 27 * l2 + 729 * l3, r1 + 27 * r2 + 729 * r3);
        rows[21] = fanorona_row(windows, 8, r0 >> 48);
        rows[22] = fanorona_row(windows, 9, r1 >> 48);
        rows[23] = fanorona_row(windows, 10, r2 >> 48);
        rows[24] = fanorona_row(windows, 9, r3 >> 48);
        rows[25] = fanorona_row(windows, 8, r4 >> 48);
        return fanorona_network(rows, first, first_bias,
                                second + (FANORONA_LANES + FANORONA_HIDDEN) * phase,
                                (int) second_bias[phase], own, enemy);
    }
    """
    int network "fanorona_evaluate" (
        const short *windows,
        const short *first,
        const unsigned int *first_bias,
        const short *second,
        const unsigned int *second_bias,
        int phase,
        unsigned long long l0,
        unsigned long long l1,
        unsigned long long l2,
        unsigned long long l3,
        unsigned long long l4,
        unsigned long long r0,
        unsigned long long r1,
        unsigned long long r2,
        unsigned long long r3,
        unsigned long long r4,
        int own,
        int enemy,
    ) noexcept nogil
