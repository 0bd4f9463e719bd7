"""Resources that visitors share: connections, streams, rates of requests, and slots."""
