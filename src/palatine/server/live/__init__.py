"""Tables in use: acting, bots and clocks, other processes, lists, chat."""
