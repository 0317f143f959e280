/* Random games of Othello on 8 x 8, one 64-bit word per player: the yardstick for our compiled rules.

   The same algorithm as games/green_box/othellino/rules.py: moves and captures by doubling shifts along
   four lines, a list of legal squares, a random square from it. Scalar code, no intrinsics. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef uint64_t Set;

static const Set INNER_COLUMNS = 0x7E7E7E7E7E7E7E7EULL;

typedef struct {
    Set up, down;
} Runs;

static inline Runs runs(Set start, Set other, int shift) {
    Set up = other & (start << shift), down = other & (start >> shift);
    up |= other & (up << shift);
    down |= other & (down >> shift);
    Set pairs = other & (other << shift), back = pairs >> shift;
    up |= pairs & (up << 2 * shift);
    down |= back & (down >> 2 * shift);
    up |= pairs & (up << 2 * shift);
    down |= back & (down >> 2 * shift);
    return (Runs){up, down};
}

static inline Set ends(Set own, Set other, int shift) {
    Runs r = runs(own, other, shift);
    return (r.up << shift) | (r.down >> shift);
}

static inline Set moves_of(Set own, Set other) {
    Set inner = other & INNER_COLUMNS;
    return (ends(own, inner, 1) | ends(own, inner, 7) | ends(own, inner, 9) | ends(own, other, 8)) & ~(own | other);
}

static inline Set closed(Set own, Set other, Set placed, int shift) {
    Runs r = runs(placed, other, shift);
    Set turned = 0;
    if (own & (r.up << shift)) turned |= r.up;
    if (own & (r.down >> shift)) turned |= r.down;
    return turned;
}

static inline Set turned_by(Set own, Set other, Set placed) {
    Set inner = other & INNER_COLUMNS;
    return closed(own, inner, placed, 1) | closed(own, inner, placed, 7) | closed(own, inner, placed, 9) |
           closed(own, other, placed, 8);
}

static inline uint64_t stir(uint64_t noise) {
    noise ^= noise << 13;
    noise ^= noise >> 7;
    return noise ^ noise << 17;
}

int main(int count, char **arguments) {
    long games = count > 1 ? atol(arguments[1]) : 100000, plies = 0, lead = 0;
    uint64_t noise = 0x9E3779B97F4A7C15ULL;
    struct timespec start, stop;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (long g = 0; g < games; g++) {
        Set own = 1ULL << 28 | 1ULL << 35, other = 1ULL << 27 | 1ULL << 36, moves = moves_of(own, other);
        int side = 1;
        for (;;) {
            noise = stir(noise);
            if (moves) {
                int list[64], n = 0;
                for (Set left = moves; left; left &= left - 1) list[n++] = __builtin_ctzll(left);
                Set placed = 1ULL << list[(noise >> 32) * (uint64_t)n >> 32];
                Set turned = turned_by(own, other, placed);
                own |= turned | placed;
                other ^= turned;
            }
            Set swap = own;
            own = other;
            other = swap;
            side = -side;
            plies++;
            moves = moves_of(own, other);
            if (!moves && !moves_of(other, own)) break;
        }
        lead += side * (__builtin_popcountll(own) - __builtin_popcountll(other));
    }
    clock_gettime(CLOCK_MONOTONIC, &stop);
    double seconds = (double)(stop.tv_sec - start.tv_sec) + 1e-9 * (double)(stop.tv_nsec - start.tv_nsec);
    printf("games_per_second %.1f plies_per_game %.2f lead %.3f\n", games / seconds, (double)plies / games,
           (double)lead / games);
    return 0;
}
