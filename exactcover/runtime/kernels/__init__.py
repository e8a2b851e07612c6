"""The only modules that talk to Numba and LLVM, and the helpers of all kernels."""
