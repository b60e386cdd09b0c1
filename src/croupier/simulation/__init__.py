"""Shoes dealt by the million: one random stream, one way of drawing, coups counted by facts."""
