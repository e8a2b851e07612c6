"""Instructions of LLVM for functions that kernels call; imported when Numba compiles."""
