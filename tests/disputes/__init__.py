"""Tests of explanations, trials, cases, rulings and evidence."""
