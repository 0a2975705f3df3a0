"""The server in the hands of its hosts: people and tables, reports, sanctions, announcements, the audit log."""
