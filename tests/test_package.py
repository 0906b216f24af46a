"""The face of the package: its doctests, and that imports run one way."""

import ast
import doctest
from pathlib import Path

import grognard

SOURCE = Path(grognard.__file__).parent
LAYERS = ["geometry", "board", "kernel", "systems", "ai", "lab", "server", "cli"]


def test_the_examples_of_the_package_run():
    assert doctest.testmod(grognard).failed == 0


def package(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0]


def imports(path: Path) -> set[str]:
    """The packages of ours that a file imports, by their first name."""
    here = path.relative_to(SOURCE.parent).with_suffix("").parts
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            base = here[: -node.level] if node.level else ()
            full = (*base, *(node.module or "").split("."))
            names = [(*full, alias.name) for alias in node.names] if len(full) == 1 else [full]
            found |= {name[1] for name in names if name[0] == "grognard" and len(name) > 1}
        elif isinstance(node, ast.Import):
            found |= {a.name.split(".")[1] for a in node.names if a.name.startswith("grognard.")}
    return found & set(LAYERS)


def test_imports_run_one_way():
    for path in SOURCE.rglob("*.py"):
        where = package(path)
        if where in LAYERS:
            above = {x for x in imports(path) if LAYERS.index(x) > LAYERS.index(where)}
            assert not above, f"{path} imports {above}"


def test_systems_never_know_of_each_other():
    systems = [p for p in (SOURCE / "systems").iterdir() if p.is_dir() and (p / "__init__.py").exists()]
    for system in systems:
        others = [p.name for p in systems if p != system]
        for path in system.rglob("*.py"):
            assert not any(other in path.read_text() for other in others)
