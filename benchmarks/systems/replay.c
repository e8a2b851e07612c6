// Makes the calls of kernels that recorder.py has written: replay LIBRARY TAPE ...
// For each it says whether the arrays and the result are the same as where it was recorded.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#define OPEN(path) ((void *)LoadLibraryA(path))
#define FIND(library, name) ((void *)GetProcAddress((HMODULE)(library), name))
#else
#include <dlfcn.h>
#define OPEN(path) dlopen(path, RTLD_NOW)
#define FIND(library, name) dlsym(library, name)
#endif

typedef struct { int64_t size, moves, calls, arrays, arguments, table, result; } Header;

static int64_t result; // of the last number that was made an object
static int64_t made[8];

// The functions of Python that entries call.
static int64_t save(void) { return 1; }
static void restore(int64_t thread) { (void)thread; }
static void increase(int64_t object) { (void)object; }
static int64_t as_long(int64_t object, int *overflow) {
    *overflow = 0;
    return *(int64_t *)(object + 16);
}
static int64_t from_bool(int64_t value) { result = value; return (int64_t)made; }
static int64_t from_double(double value) { result = (int64_t)value; return (int64_t)made; }
static int64_t from_int(int64_t value) { result = value; return (int64_t)made; }
static void set_error(int64_t type) { (void)type; }

static void *functions[] = {(void *)save, (void *)restore, (void *)increase, (void *)as_long,
    (void *)from_bool, (void *)from_double, (void *)from_int, (void *)from_int,
    (void *)set_error};

static void take(void *to, size_t n, FILE *file) {
    if (fread(to, 1, n, file) != n) { printf("the tape is too short\n"); exit(2); }
}

// Makes one call; returns 0 if it had the result that was recorded.
static int replay(void *library, const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) { printf("%s cannot be read\n", path); return 1; }
    char symbol[128];
    Header h;
    take(symbol, sizeof symbol, file);
    take(&h, sizeof h, file);
    char *memory = malloc(h.size + 64);
    char *block = memory + (-(uintptr_t)memory & 63);
    take(block, h.size, file);
    for (int64_t k = 0; k < h.moves + h.calls; k++) {
        int64_t pair[2];
        take(pair, sizeof pair, file);
        int64_t value = k < h.moves ? (int64_t)(block + pair[1]) : (int64_t)functions[pair[1]];
        memcpy(block + pair[0], &value, 8);
    }
    int64_t (*entry)(int64_t, int64_t) = (int64_t (*)(int64_t, int64_t))FIND(library, symbol);
    if (!entry) { printf("there is no %s\n", symbol); return 1; }
    int64_t object = entry((int64_t)(block + h.arguments), (int64_t)(block + h.table));
    int is_number = object == (int64_t)made, differ = 0;
    for (int64_t k = 0; k < h.arrays; k++) {
        int64_t place[2];
        take(place, sizeof place, file);
        char *wanted = malloc(place[1] + 1);
        take(wanted, place[1], file);
        differ += memcmp(wanted, block + place[0], place[1]) != 0;
        free(wanted);
    }
    fclose(file);
    free(memory);
    int is_wrong = differ || (is_number && result != h.result);
    printf("%s %s: %lld, wanted %lld; %lld arrays, %d differ\n", is_wrong ? "WRONG" : "right", symbol,
        is_number ? (long long)result : 0LL, (long long)h.result, (long long)h.arrays, differ);
    return is_wrong;
}

int main(int n, char **words) {
    if (n < 3) return 2;
    void *library = OPEN(words[1]);
    if (!library) { printf("the library cannot be loaded\n"); return 2; }
    int wrong = 0;
    for (int k = 2; k < n; k++) wrong += replay(library, words[k]);
    return wrong != 0;
}
