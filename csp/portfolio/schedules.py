"""The schedules of portfolios: propagation, clause learning and other engines in turns.

Most searches end within the first time slice of propagation. Another search may take too long: then
other engines have time slices, too. Lengths are measured in work, not in seconds: so a search is
the same on every computer. 2^19 updates of propagation take about 0.05 seconds; an update of clause
learning or linear relaxations may take four times as long as one of propagation. For all solutions,
see `csp.portfolio.counting`.

For the best solution, clause learning has a short time slice before its first long one; and the
second one of propagation, long enough for short proofs, comes before the long ones of others. Where
tasks share resources, it is the other way round: schedules are proved by clause learning, or not at
all. Linear relaxations come early where they state the model; they go on there, up to four time
slices, while they solve the root, or bound the objective and there is no solution yet.

>>> print(FOR_BEST)
engine              updates          next          when
propagation         2^16             closing       always
as given            2^17, dives      doubles       always
linear, 4 times     2^17             worth         rows state the model
learning            2^16             rising        always
learning, 3 times                    rising        tasks share resources
propagation         2^17             stays         tasks share resources
propagation         2^19             stays         no tasks share resources
symmetries          2^13                           always
learning                             rising        always
linear              2^17             worth         rows do not state the model
rounds:
learning                             rising        always
linear                               worth         always
neighbourhoods      2^18             better        always
propagation                          closing       always
as given                             doubles       always
symmetries          2^15                           round 2
symmetries          2^17                           round 5

A free search, of which one engine has the controls of branching that are given (`method="free"`),
has time slices "as given"; so has a model that advises phases. Others have no such engine.

For few solutions, the first time slice of propagation takes no longer than the look for cliques of
comparisons after it. Clauses on the exact cover problem, whose updates are short, come before lazy
clause generation is prepared: most models that can be translated end here. Propagation finds most
solutions that it finds early, so it grows in every second round only.

>>> print(FOR_FEW)
engine              updates          next          when
propagation alone   2^10 + 2^5 a group              always
cliques             2^16                           always
as given            2^17, dives      doubles       always
propagation         2^16             doubles       always
packing             2^16             doubles       always
exact_cover         2^22             doubles       nothing is conditional
learning, 2 times   2^17             stays         tasks share resources
rounds:
learning            2^17             doubles       always
packing                              doubles       always
exact_cover                          doubles       always
propagation                          every second  always
as given                             doubles       always
symmetries          2^13                           round 2, one solution is wanted
symmetries          2^15                           round 4, one solution is wanted
symmetries          2^17                           round 8, one solution is wanted
"""

from csp.portfolio.plan import (
    ALONE,
    BETTER,
    CLIQUES,
    CLOSING,
    EVERY_SECOND,
    EXACT_COVER,
    FOR_ONE,
    GIVEN,
    LEARNING,
    LINEAR,
    LINEAR_EARLY,
    LINEAR_LATE,
    NEIGHBOURHOODS,
    PACKING,
    PROPAGATION,
    RISING,
    SYMMETRIES,
    UNCONDITIONAL,
    WITH_TASKS,
    WITHOUT_TASKS,
    WORTH,
    Plan,
    Turn,
)

FOR_BEST = Plan(
    opening=(
        Turn(PROPAGATION, 1 << 16, CLOSING),
        Turn(GIVEN, 1 << 17, dives=True),
        Turn(LINEAR, 1 << 17, WORTH, LINEAR_EARLY, times=4),
        Turn(LEARNING, 1 << 16, RISING),
        Turn(LEARNING, None, RISING, WITH_TASKS, times=3),
        Turn(PROPAGATION, 1 << 17, CLOSING, WITH_TASKS, then=1 << 17),
        Turn(PROPAGATION, 1 << 19, CLOSING, WITHOUT_TASKS, then=1 << 19),
        Turn(SYMMETRIES, 1 << 13),
        Turn(LEARNING, None, RISING),
        Turn(LINEAR, 1 << 17, WORTH, LINEAR_LATE),
    ),
    rounds=(
        Turn(LEARNING, None, RISING),
        Turn(LINEAR, None, WORTH),
        Turn(NEIGHBOURHOODS, 1 << 18, BETTER),
        Turn(PROPAGATION, None, CLOSING),
        Turn(GIVEN),
        Turn(SYMMETRIES, 1 << 15, round=2),
        Turn(SYMMETRIES, 1 << 17, round=5),
    ),
    replaced=(PROPAGATION, LEARNING),
)
"""The schedule for the best solution."""

FOR_FEW = Plan(
    opening=(
        Turn(ALONE, 1 << 10, per_group=1 << 5),
        Turn(CLIQUES, 1 << 16),
        Turn(GIVEN, 1 << 17, dives=True),
        Turn(PROPAGATION, 1 << 16),
        Turn(PACKING, 1 << 16),
        Turn(EXACT_COVER, 1 << 22, when=UNCONDITIONAL),
        Turn(LEARNING, 1 << 17, when=WITH_TASKS, times=2, then=1 << 17),
    ),
    rounds=(
        Turn(LEARNING, 1 << 17),
        Turn(PACKING),
        Turn(EXACT_COVER),
        Turn(PROPAGATION, None, EVERY_SECOND),
        Turn(GIVEN),
        Turn(SYMMETRIES, 1 << 13, when=FOR_ONE, round=2),
        Turn(SYMMETRIES, 1 << 15, when=FOR_ONE, round=4),
        Turn(SYMMETRIES, 1 << 17, when=FOR_ONE, round=8),
    ),
    replaced=(LEARNING,),
)
"""The schedule for one solution, or few: clauses alone gain from broken symmetries."""
