"""Crew rostering: every flight of the day gets one crew, at the minimum cost, with proof.

The items are the flights. An option is a duty: flights that one crew can fly one after another,
from Bern and back to Bern. It costs the minutes that the crew is paid for.

Airlines solve such set partitioning problems with millions of duties; see C. Barnhart and others,
"Airline crew scheduling", Handbook of Transportation Science (2003).
"""

from collections.abc import Iterator
from typing import NamedTuple

from exactcover import Cheapest, Problem, Solution

TIMETABLE = """
    101 Bern Rome 0600 0740    102 Rome Bern 1530 1710    103 Bern Rome 0700 0840
    104 Rome Bern 0930 1110    105 Bern Rome 1200 1340    201 Bern Oslo 0800 1030
    202 Oslo Bern 1130 1400    203 Bern Oslo 1115 1345    204 Oslo Bern 1600 1830
    301 Bern Wien 0630 0800    302 Wien Bern 0900 1030    303 Bern Wien 0930 1100
    304 Wien Bern 1815 1945    305 Wien Bern 1245 1415    306 Bern Wien 1500 1630
    307 Wien Bern 1730 1900    401 Rome Wien 0930 1100    402 Wien Rome 1300 1430
    403 Rome Wien 1545 1715
"""
HOME = "Bern"
TURN, REPORT = 40, 60
"""Minutes: the minimum between two flights of a crew; those before the first and after the last."""
LONGEST, LEAST_PAID = 13 * 60, 6 * 60
"""Minutes: the longest duty, and the minutes that are paid even if a duty is shorter."""


class Flight(NamedTuple):
    """A flight; its times are in minutes."""

    number: str
    origin: str
    target: str
    departure: int
    arrival: int


Duty = tuple[Flight, ...]


def flights() -> list[Flight]:
    """Read the timetable."""
    words = TIMETABLE.split()
    times = [int(word[:2]) * 60 + int(word[2:]) for word in words[3::5] + words[4::5]]
    half = len(times) // 2
    return list(map(Flight, words[::5], words[1::5], words[2::5], times[:half], times[half:]))


def duties(day: list[Flight], begun: Duty = ()) -> Iterator[Duty]:
    """Yield all duties that begin with these flights."""
    place, ready = (begun[-1].target, begun[-1].arrival + TURN) if begun else (HOME, 0)
    if begun and place == HOME:
        yield begun
    for flight in day:
        duty = (*begun, flight)
        if flight.origin == place and flight.departure >= ready and minutes(duty) <= LONGEST:
            yield from duties(day, duty)


def minutes(duty: Duty) -> int:
    """Return how long a duty takes."""
    return duty[-1].arrival - duty[0].departure + REPORT


def rosters(day: list[Flight], k: int) -> Cheapest:
    """Find the k cheapest rosters; the options' labels are the duties.

    >>> rosters(flights(), 2).costs
    (3385, 3395)
    """
    options = {duty: [flight.number for flight in duty] for duty in duties(day)}
    costs = {duty: max(LEAST_PAID, minutes(duty)) for duty in options}
    return Problem(options, [flight.number for flight in day], costs=costs).cheapest(k)


def draw(roster: Solution) -> str:
    """Return a chart: a line for each crew, a column for each quarter of an hour from 6 to 21."""
    lines = []
    for option in roster:
        line = [" "] * 60
        for flight in option.label:
            first, last = flight.departure // 15 - 24, flight.arrival // 15 - 24
            line[first:last] = flight.number.center(last - first, "─")
        lines.append(f"{''.join(line)} {option.cost / 60:5.2f} h")
    return "\n".join(lines)


if __name__ == "__main__":
    best = rosters(flights(), 2)
    for pay, roster in zip(best.costs, best.solutions, strict=True):
        print(f"{len(roster)} crews, paid for {pay / 60:.2f} hours:\n{draw(roster)}\n")
    print(f"Proved to be the cheapest two: {best.complete}")
