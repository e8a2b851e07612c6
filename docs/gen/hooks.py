"""The hooks that mkdocs calls while it builds the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs.structure.files import File, Files

from docs.gen import navigation
from docs.gen.links import with_site_links
from docs.gen.pages import generated

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

BOOSTS = {"guides/": 2, "tutorials/": 2, "decisions/": 0.5}
"""How much pages count in the search: readers ask what to do more often than why it is so."""


def on_files(files: Files, *, config: MkDocsConfig) -> None:
    """Add the generated files, and resolve the navigation."""
    for path, content in generated().items():
        files.append(File.generated(config, path, content=content))
    pages = [file.src_uri for file in files if file.is_documentation_page()]
    config.nav = navigation.resolved(config.nav or [], pages)


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead links to files of the repository to pages of the site; weigh the page in the search."""
    for folder, boost in BOOSTS.items():
        if page.file.src_uri.startswith(folder):
            page.meta["search"] = {"boost": boost}
    return with_site_links(markdown, page.file.src_uri)
