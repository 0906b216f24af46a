"""`python -m grognard` is `grognard`."""

from .cli import main

main()
