"""The pages of the site, one module each; a module that is added here is found."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Protocol, cast

from starlette.routing import BaseRoute

from arena.site.site import Link, Site


class Page(Protocol):
    """The interface of every module in this folder."""

    @staticmethod
    def routes(site: Site) -> list[BaseRoute]:
        """Return the routes of the page."""


def all_pages() -> list[ModuleType]:
    names = [module.name for module in iter_modules(__path__) if module.name[0] != "_"]
    return [import_module(f"{__name__}.{name}") for name in names]


def routes_of(page: ModuleType, site: Site) -> list[BaseRoute]:
    return cast("Page", page).routes(site)


def links_of(pages: list[ModuleType]) -> tuple[Link, ...]:
    """Return the links of the navigation, in their order."""
    links = (getattr(page, "LINK", None) for page in pages)
    return tuple(sorted(filter(None, links), key=lambda link: link.order))


def bodies_of(pages: list[ModuleType]) -> Mapping[str, int]:
    """Return the largest body size for each path prefix with a limit of its own."""
    none: Mapping[str, int] = {}
    return {
        path: largest for page in pages for path, largest in getattr(page, "BODIES", none).items()
    }
