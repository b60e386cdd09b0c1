"""Millions of simulated shoes: one random stream, one way of drawing, coups counted by facts."""
