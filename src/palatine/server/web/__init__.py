"""REST and sockets: how the server is reached."""
