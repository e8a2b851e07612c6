/* A sudoku solver as a plain C program: the baseline for start-up times.

   It takes a line of 81 characters, and prints the first solution that backtracking finds. */
#include <stdio.h>

static int grid[81], row[9], column[9], box[9];

static int solve(void) {
    int cell = -1, most = 10;
    for (int k = 0; k < 81; k++)
        if (!grid[k]) {
            int used = row[k / 9] | column[k % 9] | box[k / 27 * 3 + k % 9 / 3];
            int left = 9 - __builtin_popcount(used);
            if (left < most) most = left, cell = k;
        }
    if (cell < 0) return 1;
    int r = cell / 9, c = cell % 9, b = cell / 27 * 3 + cell % 9 / 3;
    for (int digit = 1; digit <= 9; digit++) {
        int bit = 1 << digit;
        if ((row[r] | column[c] | box[b]) & bit) continue;
        grid[cell] = digit, row[r] |= bit, column[c] |= bit, box[b] |= bit;
        if (solve()) return 1;
        grid[cell] = 0, row[r] ^= bit, column[c] ^= bit, box[b] ^= bit;
    }
    return 0;
}

int main(int n, char **words) {
    for (int k = 0; n > 1 && k < 81 && words[1][k]; k++)
        if (words[1][k] >= '1' && words[1][k] <= '9') {
            grid[k] = words[1][k] - '0';
            row[k / 9] |= 1 << grid[k];
            column[k % 9] |= 1 << grid[k];
            box[k / 27 * 3 + k % 9 / 3] |= 1 << grid[k];
        }
    if (!solve()) return 1;
    for (int k = 0; k < 81; k++) putchar('0' + grid[k]);
    putchar('\n');
    return 0;
}
