"""Answers that workers and servers share through Redis, where the operator names one.

Whatever happens to Redis, questions are answered: what it does not say within a moment is
searched for here, and after a failure nobody asks it for some seconds.
"""

from __future__ import annotations

import logging
import struct
import time
import zlib
from typing import Any

from fanorona.service.engine.answer_cache import Answered
from fanorona.service.settings import BadSetting
from fanorona.solver.version import __version__
from fanorona.words import Message

LOG = logging.getLogger(__name__)
FORMAT = 1
"""Of what stands in Redis; another version neither reads nor overwrites it."""
PATIENCE_SECONDS = 0.1
"""An answer that Redis does not have ready is searched for instead."""
PAUSE_SECONDS = 5.0
"""How long Redis is left alone after it failed."""
MOST_BYTES = 256 << 10
"""A longer answer is not shared."""
HEADER = struct.Struct("<IQ")
"""The checksum of the rest; the nodes searched, then the body."""


class SharedAnswers:
    """Answers by their ETag, which has the engine's version and its tables in it."""

    def __init__(self, url: str, most_seconds: int) -> None:
        self._redis = _connected_later(url)
        self._most_seconds = most_seconds
        self._again_at = 0.0

    def get(self, tag: str) -> Answered | None:
        """The answer, or None if it is not there, or Redis is not."""
        return read_shared(self._ask("get", _key(tag)))

    def put(self, tag: str, answer: Answered) -> None:
        """Share an answer for a time; if Redis is full, it forgets the least recently asked."""
        if len(answer.body) <= MOST_BYTES:
            self._ask("set", _key(tag), written_shared(answer), ex=self._most_seconds)

    def _ask(self, command: str, *arguments: Any, **options: Any) -> Any:
        if time.monotonic() < self._again_at:
            return None
        try:
            return getattr(self._redis, command)(*arguments, **options)
        except Exception as error:
            # Whatever went wrong, the answer can be had without it.
            self._again_at = time.monotonic() + PAUSE_SECONDS
            LOG.warning("the shared cache is out of reach: %s", error)
            return None


def _connected_later(url: str) -> Any:
    try:
        from redis import Redis
        from redis.backoff import NoBackoff
        from redis.retry import Retry
    except ImportError:
        raise BadSetting(Message("setting.redis-missing")) from None
    try:
        return Redis.from_url(
            url,
            socket_timeout=PATIENCE_SECONDS,
            socket_connect_timeout=PATIENCE_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )
    except ValueError as error:
        raise BadSetting(Message("setting.shared-cache", fault=str(error))) from None


def _key(tag: str) -> str:
    return f"fanorona:{FORMAT}:{__version__}:{tag}"


def written_shared(answer: Answered) -> bytes:
    """An answer as it stands in Redis."""
    rest = HEADER.pack(0, answer.nodes)[4:] + answer.body
    return zlib.crc32(rest).to_bytes(4, "little") + rest


def read_shared(value: bytes | None) -> Answered | None:
    """The answer that Redis has kept; None if it was not kept whole."""
    if value is None or len(value) < HEADER.size:
        return None
    checksum, nodes = HEADER.unpack_from(value)
    if checksum != zlib.crc32(value[4:]):
        return None
    return Answered(body=value[HEADER.size :], nodes=nodes, final=True)
