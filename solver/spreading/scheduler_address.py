"""The address of a cluster's scheduler, as people type it."""

from __future__ import annotations

import re

LOCAL = "local"

_HOST = r"(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])"
_ADDRESS = re.compile(rf"(?:(?P<way>tcp|tls|ws|wss)://)?(?P<host>{_HOST}):(?P<port>[0-9]{{1,5}})/?")


def scheduler_address(text: str) -> str | None:
    """The address in full, `local` as it is, None if it cannot be one.

    Examples:
        >>> scheduler_address("lab7:8786"), scheduler_address("lab7")
        ('tcp://lab7:8786', None)
    """
    text = text.strip()
    if text == LOCAL:
        return LOCAL
    found = _ADDRESS.fullmatch(text)
    if found is None or not 1 <= int(found["port"]) <= 65535:
        return None
    return f"{found['way'] or 'tcp'}://{found['host']}:{found['port']}"
