"""Intervals of estimated numbers, against statistical tables; numbers as text."""

import numpy as np
import pytest

from exactcover.runtime.confidence_interval import Interval, _poisson, _student
from exactcover.runtime.formatting import format_duration, format_number


@pytest.mark.parametrize(
    ("seen", "low", "high"),
    [(0, 0, 3.689), (1, 0.0253, 5.572), (5, 1.623, 11.67), (50, 37.11, 65.92)],
)
def test_poisson_intervals_are_those_of_the_tables(seen: int, low: float, high: float) -> None:
    assert _poisson(seen) == pytest.approx((low, high), rel=0.02, abs=0.02)


@pytest.mark.parametrize(("freedom", "quantile"), [(4, 2.776), (9, 2.262), (100, 1.984)])
def test_student_quantiles_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert _student(freedom) == pytest.approx(quantile, rel=0.01)


def test_the_interval_of_samples() -> None:
    interval = Interval.of(np.array([1.0, 2.0, 3.0, 10.0]))
    assert (interval.mean, interval.median) == (4.0, 2.5)
    assert interval.error == pytest.approx(np.std([1, 2, 3, 10], ddof=1) / 2)
    assert interval.low < 4.0 < interval.high
    assert interval.high / 4.0 > 4.0 / interval.low


def test_intervals_of_lognormal_samples_hold_the_mean() -> None:
    rng = np.random.default_rng(1)
    samples = rng.lognormal(-0.125, 0.5, size=(1000, 10))
    intervals = [Interval.of(row) for row in samples]
    assert np.mean([interval.low <= 1.0 <= interval.high for interval in intervals]) > 0.95


def test_few_events_widen_the_interval() -> None:
    interval = Interval.of(np.array([100.0, 100.0])).widened(1, 7.0)
    assert interval.low < 6
    assert interval.high > 500
    nothing = Interval.of(np.zeros(4)).widened(0, 10.0)
    assert (nothing.mean, nothing.low) == (0.0, 0.0)
    assert str(nothing) == "0 (at most 36.7)"


def test_one_sample_says_little() -> None:
    assert str(Interval.of(np.array([5.0]))) == "5 (0 to inf)"


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (999.6, "1,000"), (1234567, "1,230,000"), (4.2e9, "4.2e9"), (1e-5, "1e-5")],
)
def test_numbers(value: float, text: str) -> None:
    assert format_number(value) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(2e-5, "20 us"), (0.5, "500 ms"), (59, "59 s"), (7200, "2 hours"), (1e5, "1.16 days")],
)
def test_durations(seconds: float, text: str) -> None:
    assert format_duration(seconds) == text
