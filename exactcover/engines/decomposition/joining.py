"""The kernel that joins two tables.

Both are sorted, with the items that they share in the highest bits, and are split item by item:
the rows of either side with the same state are a range. Ranges are combined where their states
agree, so that pairs of rows that clash are hardly ever met.

If an item of one bit ends here, only two of the three ways remain: a primary item is covered by one
side; a secondary item is covered by the right side and not by the left, or not by the right side
and in any way by the left: then the ranges of the left side are merged, which halves the work
below. Nothing is subtracted, so values can be of any kind.
"""

import numpy as np

from exactcover.engines.decomposition.fields import combined
from exactcover.engines.decomposition.rows import add_term, begin, has_room, signed, write_term
from exactcover.engines.decomposition.work import (
    CURSOR,
    DEPTH,
    DONE,
    FREE,
    FULL,
    LEFT_BEGIN,
    LEFT_END,
    LEVEL,
    N_ROWS,
    RIGHT_BEGIN,
    RIGHT_END,
    SPENT,
    STEPS,
    Joining,
    Work,
)
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U64, Unsigned

FEW_PAIRS = 16
"""So few pairs of rows are tried one by one."""
ZERO, ONE = np.uint64(0), np.uint64(1)


@kernel
def join(work: Work, task: Joining, n_left: int, n_right: int, one: int, most_steps: int) -> int:
    """Multiply all pairs of rows of two sorted tables that agree; `one` is the row of value 1.

    CURSOR is 0 when the operation begins. It is called again until it is DONE.
    """
    position, stack = work.position, work.stack
    if position[CURSOR] == 0:
        begin(work)
        position[CURSOR] = 1
        position[DEPTH] = 0
        _push(work, 0, n_left, 0, n_right, 0, n_left, ZERO)
    last_step = position[STEPS] + most_steps
    n_fields = len(task.fields.shift)
    while position[DEPTH] > 0:
        if position[STEPS] >= last_step:
            return SPENT
        top = position[DEPTH] - 1
        position[STEPS] += 1
        n_pairs = stack[top, LEFT_END] - stack[top, LEFT_BEGIN]
        n_pairs *= stack[top, RIGHT_END] - stack[top, RIGHT_BEGIN]
        level = stack[top, LEVEL]
        if level == n_fields or (level >= task.n_wide and n_pairs <= FEW_PAIRS):
            if not _multiply(work, task, top):
                return FULL
        elif level < task.n_wide:
            _split_states(work, task, top)
        elif not _split_bit(work, task, top, np.uint32(one)):
            return FULL
    return DONE


@helper
def _push(
    work: Work,
    left_begin: int,
    left_end: int,
    right_begin: int,
    right_end: int,
    level: int,
    free: int,
    prefix: Unsigned,
) -> None:
    """Put ranges of both tables on the stack, unless one is empty."""
    if left_begin == left_end or right_begin == right_end:
        return
    depth = work.position[DEPTH]
    frame = work.stack[depth]
    frame[LEFT_BEGIN], frame[LEFT_END] = left_begin, left_end
    frame[RIGHT_BEGIN], frame[RIGHT_END] = right_begin, right_end
    frame[LEVEL], frame[FREE] = level, free
    work.prefix[depth] = prefix
    work.position[DEPTH] = depth + 1


@helper
def _multiply(work: Work, task: Joining, top: int) -> bool:
    """Multiply the rows of two ranges that agree in the fields that are left.

    Return False if there is no space; then it is continued when there is.
    """
    frame = work.stack[top]
    right_begin, right_end = frame[RIGHT_BEGIN], frame[RIGHT_END]
    level = frame[LEVEL]
    low, wide = ~ZERO, ZERO
    if level > 0:
        low = (ONE << np.uint64(task.fields.shift[level - 1])) - ONE
    for k in range(task.n_wide):
        width = np.uint64(task.fields.width[k])
        wide |= ((ONE << width) - ONE) << np.uint64(task.fields.shift[k])
    prefix, need, keep = work.prefix[top], task.need, ~task.drop
    while frame[LEFT_BEGIN] < frame[LEFT_END]:
        if not has_room(work, right_end - right_begin):
            return False
        left = frame[LEFT_BEGIN]
        left_key, left_row = work.left_keys[left], work.left_rows[left]
        for right in range(right_begin, right_end):
            right_key = work.right_keys[right]
            key = left_key | right_key
            if (left_key & right_key & low) == ZERO and key & need == need:
                after = ((key & ~wide) | prefix) & keep
                add_term(work, after, left_row, work.right_rows[right])
        frame[LEFT_BEGIN] = left + 1
        work.position[STEPS] += right_end - right_begin
    work.position[DEPTH] = top
    return True


@helper
def _split_states(work: Work, task: Joining, top: int) -> None:
    """Replace ranges by the pairs of ranges with states of the next field that agree."""
    fields, frame = task.fields, work.stack[top]
    left_begin, left_end, free = frame[LEFT_BEGIN], frame[LEFT_END], frame[FREE]
    first, right_end, level = frame[RIGHT_BEGIN], frame[RIGHT_END], frame[LEVEL]
    prefix = work.prefix[top]
    shift = np.uint64(fields.shift[level])
    mask = (ONE << np.uint64(fields.width[level])) - ONE
    work.position[DEPTH] = top
    while left_begin < left_end:
        one = (work.left_keys[left_begin] >> shift) & mask
        left_next = _end(work.left_keys, left_begin, left_end, shift, mask)
        right_begin = first
        while right_begin < right_end:
            other = (work.right_keys[right_begin] >> shift) & mask
            right_next = _end(work.right_keys, right_begin, right_end, shift, mask)
            state = combined(fields, level, signed(one), signed(other))
            if state >= 0 and state >= fields.least[level]:
                both = prefix | (np.uint64(state) << shift)
                _push(work, left_begin, left_next, right_begin, right_next, level + 1, free, both)
            right_begin = right_next
        left_begin = left_next


@helper
def _end(keys: U64, begin: int, end: int, shift: Unsigned, mask: Unsigned) -> int:
    """Return the end of the rows at the beginning of a range with the same state of a field."""
    state = (keys[begin] >> shift) & mask
    begin += 1
    while begin < end:
        middle = (begin + end) >> 1
        if (keys[middle] >> shift) & mask == state:
            begin = middle + 1
        else:
            end = middle
    return end


@helper
def _first_with(keys: U64, begin: int, end: int, bit: Unsigned) -> int:
    """Return the first place of a range whose key has a bit, which is the highest that differs."""
    while begin < end:
        middle = (begin + end) >> 1
        if keys[middle] & bit != ZERO:
            end = middle
        else:
            begin = middle + 1
    return begin


@helper
def _split_bit(work: Work, task: Joining, top: int, one: Unsigned) -> bool:
    """Replace ranges by those that agree on the next item of one bit; False if space lacks."""
    frame = work.stack[top]
    left_begin, left_end, free = frame[LEFT_BEGIN], frame[LEFT_END], frame[FREE]
    right_begin, right_end, level = frame[RIGHT_BEGIN], frame[RIGHT_END], frame[LEVEL]
    prefix = work.prefix[top]
    bit = ONE << np.uint64(task.fields.shift[level])
    ends, need = task.drop & bit != ZERO, task.need & bit != ZERO
    left = _first_with(work.left_keys, left_begin, left_end, bit)
    right = _first_with(work.right_keys, right_begin, right_end, bit)
    level += 1
    merges = ends and not need and left_begin < left and left < left_end and right_begin < right
    if merges:
        n = left_end - left_begin
        if free + n > len(work.left_keys) or not has_room(work, 2 * n):
            return False
    work.position[DEPTH] = top
    _push(work, left_begin, left, right, right_end, level, free, prefix)
    if merges:
        last = _merge(work, left_begin, left, left_end, bit, free, one)
        _push(work, free, last, right_begin, right, level, last, prefix)
        return True
    if not need:
        _push(work, left_begin, left, right_begin, right, level, free, prefix)
    _push(work, left, left_end, right_begin, right, level, free, prefix)
    return True


@helper
def _merge(
    work: Work, begin: int, middle: int, end: int, bit: Unsigned, free: int, one: Unsigned
) -> int:
    """Merge two ranges without and with a bit into rows without it; return where they end."""
    keys, rows, low = work.left_keys, work.left_rows, bit - ONE
    first, second = begin, middle
    while first < middle or second < end:
        is_first = first < middle and (second == end or keys[first] & low <= keys[second] & low)
        is_second = second < end and (first == middle or keys[second] & low <= keys[first] & low)
        place = first if is_first else second
        keys[free] = keys[place] & ~bit
        rows[free] = rows[place]
        if is_first and is_second:
            row = np.uint32(work.position[N_ROWS])
            work.position[N_ROWS] += 1
            work.is_merged[row] = True
            write_term(work, rows[first], one, row)
            write_term(work, rows[second], one, row)
            rows[free] = row
        first += int(is_first)
        second += int(is_second)
        free += 1
    return free
