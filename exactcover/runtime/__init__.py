"""How any search is run, whatever it searches for: it knows nothing of exact covers.

| folder or file | what it holds |
|---|---|
| `search/` | the protocol of engines, the driver, limits, Ctrl-C, progress, requests, results |
| `portfolio/` | several engines in turn: time slices and shares of time |
| `parallel/` | workers, tasks, checkpoints, the estimate of the remaining work |
| `kernels/` | the decorator of kernels, their compilation; bit sets, hash tables, simplex |
| `pictures/`, `cli/` | SVG, PNG, colours, trees; options, the console, exit codes |
| the files | names, registries, arguments, errors, files, texts, permutations |
"""
