"""The HTTP API: REST operations, streams and the WebSocket."""
