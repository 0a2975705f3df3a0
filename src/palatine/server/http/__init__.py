"""REST and the WebSocket."""
