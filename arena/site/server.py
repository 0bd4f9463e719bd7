"""The server that the site runs in.

It waits for all that is being answered before it ends, and cuts off whatever lasts too long with a
complaint of many lines. A stream to one who watches has no end of its own, so it is ended first.
"""

from __future__ import annotations

import socket

import uvicorn
from starlette.applications import Starlette


class Server(uvicorn.Server):
    """One that takes leave of those who watch."""

    def __init__(self, site: Starlette, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._site = site

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends."""
        for close in self._site.state.at_close:
            close()
        await super().shutdown(sockets)
