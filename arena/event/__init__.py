"""Commands about events: play, table, report, submissions, decisions, rejudging."""
