"""Automata and tables of pairs as the texts that constraint strings hold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from sudoku.errors import TextError
from sudoku.formats.iss.base64 import SIGNS
from sudoku.formats.iss.machines import Machine

MOST_STATES = (1 << 16) - 1
"""The most states that the format can number."""


def write_bits(bits: Iterable[int]) -> str:
    """Return the text whose set bits are at some positions; the inverse of `bits_of`.

    Examples
    --------
    >>> write_bits([7])
    'AC'
    """
    numbers = [0]
    for bit in bits:
        numbers += [0] * (bit // 6 + 1 - len(numbers))
        numbers[bit // 6] |= 1 << bit % 6
    return "".join(SIGNS[number] for number in numbers)


def write_machine(machine: Machine, n: int) -> str:
    """Return the text of an automaton for the digits 1 to n; the inverse of `read_machine`.

    Steps with other digits are left out.

    Raises
    ------
    TextError
        If it has more states than the format can number.

    Examples
    --------
    >>> from sudoku.formats.iss.machines import read_machine
    >>> machine = Machine([(0, 2, 1), (0, 2, 0), (1, 1, 0)], [0], [1])
    >>> read_machine(write_machine(machine, 4)) == machine
    True
    """
    first, last = list(dict.fromkeys(machine.first)), set(machine.last)
    possible = [step for step in machine.steps if 1 <= step[1] <= n]
    inner = [state for step in possible for state in (step[0], step[2])]
    others = [state for state in dict.fromkeys([*machine.last, *inner]) if state not in first]
    others.sort(key=lambda state: state not in last)
    number = {state: k for k, state in enumerate([*first, *others])}
    if len(number) > MOST_STATES:
        raise TextError(f"an automaton has {len(number):,} states: at most {MOST_STATES:,} may be")
    n_last = sum(state in last for state in others)
    width = max(len(number), n_last, len(first)).bit_length()
    steps: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for state, digit, after in possible:
        steps[number[state]].append((digit - 1, number[after]))
    n_bits = max(map(len, steps.values()), default=1).bit_length()
    digit_bits = (n - 1).bit_length()
    bits = [(0, 2), (width - 1, 4), (n - 1, 4), (len(first), width), (n_last, width)]
    also_last = sum(1 << k for k, state in enumerate(first) if state in last)
    bits += [(also_last, len(first)), (n_bits, 4)]
    for state in range(max(steps, default=-1) + 1):
        bits.append((len(steps[state]), n_bits))
        for digit, after in steps[state]:
            bits += [(digit, digit_bits), (after, width)]
    text = "".join(f"{value:0{size}b}" for value, size in bits if size)
    text += "0" * (-len(text) % 8)
    text += "0" * (-len(text) % 6)
    return "".join(SIGNS[int(text[k : k + 6], 2)] for k in range(0, len(text), 6))
