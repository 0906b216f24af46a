"""Maps, forces, paths and supply lines: what hexes carry, before any rule speaks of it."""
