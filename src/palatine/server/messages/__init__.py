"""Everything that goes over the wire, and how it is built from a table."""
