"""Small models in MiniZinc: all kinds of constraints, alone, with a truth value, and in sums.

Those of `ALL` are solved for all solutions, and those of `BEST` for the best value. Variables with
other solutions than those that are printed would be counted twice, so all are printed.
"""

ALL = {
    "linear": "var 0..4: x; var -2..3: y; constraint 2*x - 3*y <= 4 /\\ x + y != 3;",
    "products": "var -3..3: x; var -3..3: y; var -9..9: z; constraint x * y = z /\\ z >= x;",
    "division": "var -5..5: x; var -3..3: y; constraint y != 0 /\\ x div y = 1 /\\ x mod y < 1;",
    "absolute values": "var 0..3: x; var 0..3: y; constraint x * x * y <= 8 /\\ abs(x - 2*y) > 0;",
    "extremes": "array[1..3] of var 0..3: x; constraint max(x) - min(x) = 2 /\\ x[1] < x[3];",
    "clauses": "array[1..5] of var bool: b; constraint (b[1] \\/ not b[2]) /\\ (b[3] -> b[4]) "
    "/\\ (b[4] xor b[5]) /\\ (b[1] <-> b[5]);",
    "truth values": "var 0..4: x; var 0..4: y; var bool: p; var bool: q; "
    "constraint (p <-> x < y) /\\ (q <-> x + y = 4) /\\ (p \\/ q);",
    "conditions": "var 1..4: x; var 1..4: y; constraint if x > 2 then y = x - 2 else y > x endif;",
    "elements": "var 1..4: i; var 1..3: j; var 0..9: v; array[1..4] of int: a = [4, 0, 7, 4]; "
    "array[1..3] of var 1..4: x; constraint a[i] = v /\\ x[j] = i /\\ x[1] < x[2] /\\ x[3] = 2;",
    "matrix elements": "array[1..2, 1..3] of int: a = [|1, 2, 3|2, 3, 1|]; var 1..2: i; "
    "var 1..3: j; constraint a[i, j] = 2;",
    "all different": "array[1..4] of var 1..4: q; constraint alldifferent(q) /\\ "
    "alldifferent([q[i] + i | i in 1..4]) /\\ alldifferent([q[i] - i | i in 1..4]);",
    "all different, but zeros": "array[1..3] of var 0..2: x; constraint alldifferent_except_0(x);",
    "all different, or not": "array[1..3] of var 1..3: x; var bool: p; "
    "constraint p <-> alldifferent(x);",
    "all equal": "array[1..3] of var 1..3: x; var 0..1: b; constraint b = bool2int(all_equal(x));",
    "counts": "array[1..4] of var 1..3: x; var 0..4: n; constraint count(x, 2) = n /\\ "
    "count(x, 1) > n;",
    "cardinality": "array[1..4] of var 1..3: x; var 0..4: n; "
    "constraint global_cardinality(x, [1, 2, 3], [n, 2, n]);",
    "closed cardinality": "array[1..3] of var 0..4: x; "
    "constraint global_cardinality_low_up_closed(x, [1, 3], [1, 0], [2, 2]);",
    "at most and at least": "array[1..4] of var 1..3: x; constraint at_most(2, x, 1) /\\ "
    "at_least(1, x, 3) /\\ exactly(1, x, 2);",
    "number of values": "array[1..4] of var 1..4: x; var 1..4: n; constraint nvalue(n, x) /\\ "
    "n = x[1] /\\ increasing(x);",
    "among": "array[1..4] of var 0..3: x; var 0..2: n; constraint among(n, x, {1, 3}) /\\ "
    "decreasing(x);",
    "table": "array[1..3] of var 1..4: x; constraint table(x, [|1, 2, 3|2, 2, 4|4, 3, 1|1, 1, 1|]) "
    "/\\ x[1] != 4;",
    "table, or not": "array[1..2] of var 1..3: x; var bool: p; "
    "constraint table(x, [|1, 2|3, 3|]) <-> p;",
    "regular": "array[1..5] of var 1..2: x; "
    "constraint regular(x, 3, 2, [|1, 2|3, 2|0, 1|], 1, {2, 3});",
    "circuit": "array[1..5] of var 1..5: x; constraint circuit(x) /\\ x[1] > x[2];",
    "subcircuit": "array[1..4] of var 1..4: x; constraint subcircuit(x) /\\ x[2] != 2;",
    "inverse": "array[1..4] of var 1..4: x; array[1..4] of var 1..4: y; "
    "constraint inverse(x, y) /\\ x[1] < y[1];",
    "lexicographic": "array[1..3] of var 0..1: x; array[1..3] of var 0..1: y; "
    "constraint lex_less(x, y) /\\ sum(x) = sum(y);",
    "precedence": "array[1..4] of var 1..3: x; constraint value_precede_chain([1, 2, 3], x);",
    "sorted": "array[1..3] of var 0..2: x; array[1..3] of var 0..2: y; constraint sort(x, y);",
    "cumulative": "array[1..3] of var 0..4: s; "
    "constraint cumulative(s, [2, 3, 1], [1, 2, 2], 3) /\\ s[1] <= s[2];",
    "disjunctive": "array[1..3] of var 0..5: s; constraint disjunctive(s, [2, 3, 1]);",
    "rectangles": "array[1..2] of var 0..2: x; array[1..2] of var 0..2: y; "
    "constraint diffn(x, y, [2, 1], [1, 2]);",
    "bins": "array[1..4] of var 1..2: b; constraint bin_packing_load([l, 7 - l], b, [1, 2, 3, 1]); "
    "var 0..4: l;",
    "sets": "var set of 1..4: s; var set of 1..4: t; constraint s subset t /\\ card(t) = 3 /\\ "
    "2 in s /\\ not (1 in t diff s);",
    "set operations": "var set of 1..3: s; var set of 1..3: t; var 0..3: n; "
    "constraint s intersect t = {2} /\\ card(s union t) = n /\\ n > 1;",
    "optional variables": "var opt 1..3: x; var 1..3: y; constraint x < y;",
    "without bounds": "var int: x; var 0..5: y; constraint x = 3 * y - 4 /\\ x * x <= 40;",
    "no solution": "array[1..4] of var 1..3: x; constraint alldifferent(x);",
    "no solution by sums": "var 0..9: x; var 0..9: y; constraint 2 * x + 4 * y = 11;",
}
"""Name -> a model of which all solutions are wanted."""

BEST = {
    "knapsack": "array[1..5] of var 0..2: x; constraint sum(i in 1..5)((i + 2) * x[i]) <= 17; "
    "var 0..99: p = sum(i in 1..5)(i * i * x[i]); solve maximize p;",
    "ruler": "array[1..5] of var 0..20: m; constraint m[1] = 0 /\\ increasing(m) /\\ "
    "alldifferent([m[j] - m[i] | i, j in 1..5 where i < j]); var 0..20: p = m[5]; "
    "solve :: int_search(m, input_order, indomain_min) minimize p;",
    "tour": "array[1..5] of var 1..5: next; array[1..5, 1..5] of int: d = "
    "array2d(1..5, 1..5, [abs(i * i - 3 * j) + i | i, j in 1..5]); constraint circuit(next); "
    "var 0..200: p = sum(i in 1..5)(d[i, next[i]]); solve minimize p;",
    "schedule": "array[1..5] of var 0..20: s; array[1..5] of int: d = [3, 2, 4, 1, 2]; "
    "constraint cumulative(s, d, [2, 1, 2, 3, 1], 3) /\\ s[1] + 3 <= s[4]; "
    "var 0..30: p = max(i in 1..5)(s[i] + d[i]); solve minimize p;",
    "assignment": "array[1..4] of var 1..4: x; constraint alldifferent(x); "
    "array[1..16] of int: c = [7, 3, 5, 8, 2, 9, 4, 6, 1, 5, 8, 3, 6, 7, 2, 4]; "
    "var 0..99: p = sum(i in 1..4)(c[4 * i - 4 + x[i]]); solve minimize p;",
    "set of items": "var set of 1..6: s; constraint sum(i in s)(i) <= 11 /\\ "
    "forall(i in 1..5)(not (i in s /\\ i + 1 in s)); var 0..6: p = card(s); solve maximize p;",
    "large values": "var 0..3000000: x; var 0..3000000: y; constraint 7 * x + 11 * y <= 20000001 "
    "/\\ x <= 2 * y; var 0..6000000: p = x + y; solve maximize p;",
    "prices": "array[1..4] of float: price = [2.5, 0.1, 3.75, 1.2]; array[1..4] of var 0..5: x; "
    "var float: cost = sum(i in 1..4)(price[i] * x[i]); constraint cost <= 20.3 /\\ "
    "0.5 * x[1] - x[2] / 4 >= 0.25 /\\ (cost <= 9.05 -> x[4] = 0) /\\ x[3] > 2; "
    "var 0..99: p = sum(i in 1..4)(i * x[i]); solve maximize p;",
    "without bounds": "var int: x; var int: p; var 1..9: y; constraint x = y * y - 8 * y /\\ "
    "p = max(x, -2 * y); solve minimize p;",
    "no solution": "var 0..5: p; constraint 2 * p = 7; solve minimize p;",
}
"""Name -> a model with an objective `p`."""
