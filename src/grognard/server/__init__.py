"""The server: live games over HTTP and WebSocket. It knows no system: `kernel/show.py` and `wire.py` are all it speaks."""
