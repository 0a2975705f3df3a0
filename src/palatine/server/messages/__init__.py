"""All messages that go over the wire, and the functions that build them from a table."""
