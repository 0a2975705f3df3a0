"""Tables in use: acting, bots and clocks, other processes, lists, chat.

Three classes share the tables that are in memory (`LiveTable`):

- `Hub` acts: it opens tables, carries commands out, and keeps those who listen.
- `Driver` lets happen what happens by itself: bots decide, clocks run out. It acts through the hub like anybody else.
- `Sync` keeps the tables in step with other processes: it announces what was written here, and reads what was written there.

One lock per table, `LiveTable.lock`, and one rule: hold it to change a table, or to read several values that must agree.

- A command is judged, written to the store and published under the lock, so that updates are sent in the order of the log.
- Nothing slow is done under it but the store's write: bots think and the outlooks of updates are computed outside, on
  copies. (A new listener's own first outlook is computed under it, unless it is known.) A bot's decision is a command like
  any other, judged when it arrives.
- A coroutine never holds two tables' locks. A rematch is opened in the transaction of the old table, without the hub.
- Methods that say "the caller holds the lock" do not take it. Chat and presence do not need it.
"""
