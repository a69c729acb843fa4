"""Tests of tournaments: schedules, logs, results, ratings."""
