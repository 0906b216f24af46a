"""Golden games: records that were played once, each with the position it ended in. A game that ends elsewhere is a rule
that changed: the commit says which clause. `python -m tests.golden` plays them anew and writes both."""
