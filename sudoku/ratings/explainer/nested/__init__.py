"""Forcing chains in which other techniques eliminate candidates: "(+ ...)" in the explainer.

Under an assumption candidates go. Where nothing follows directly, a nested technique looks at the
candidates that are left; what it eliminates is an implication, too. Level 1 nests locked
candidates, pairs and X-wings; levels 2, 3 and 4 also nest forcing chains, multiple chains, and
dynamic chains. The rating of a chain counts the candidates of nested chains as well.

`search` follows the assumptions one by one, and keeps the easiest chain. Under each it asks, in
this order, `basic` (locked candidates, pairs, X-wings), `simple` and `cycles` (chains of single
implications) and `alternatives` (chains from a cell, a digit in a house, or a contradiction).
`implications` is the propagation that all of them use.

The order of searches, and what decides among equals, are those of SukakuExplainer; the code is our
own.
"""
