"""The HTTP side: middleware, models, and a module of routes for each topic."""
