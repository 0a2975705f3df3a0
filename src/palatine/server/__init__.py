"""The table server: shared tables with seats, clocks and a log; storage; REST and WebSocket."""
