"""Tables in memory: commands, bots and clocks, other processes, lists, chat.

Three classes share the tables in memory (`LiveTable`):

- `Hub` acts: it opens tables, executes commands, and keeps the listeners.
- `Driver` runs bots and clocks. It acts through the hub, as people do.
- `Sync` follows other processes: it announces entries written here, and reads entries written there.

Each table has one lock, `LiveTable.lock`. Hold it to change the table, or to read several values that must agree.

- A command is checked, stored and published under the lock, so updates are sent in the order of the log.
- The only slow work under the lock is the store's write, and the first outlook of a new listener if it is not cached.
  Bots think outside it, and outlooks of updates are computed outside it on copies. A bot's decision is a command like
  any other, checked when it arrives.
- A coroutine never holds two locks. A rematch is opened in the transaction of the old table, without the hub.
- Methods that say "the caller holds the lock" do not take it. Chat and presence do not need it.
"""
