"""The table server: tables that people share, their seats, clocks and log; storage; REST and sockets."""
