"""The blog posts on exact cover and on generating puzzles with dancing links.

The search is the engine `dancing_links` of `exactcover`; the strategies are `beneficial_first` and
`permuted`.
"""
