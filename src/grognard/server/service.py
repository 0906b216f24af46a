"""What stands behind the routes."""

from __future__ import annotations


class Service: ...
