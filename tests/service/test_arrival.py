"""Requests are found in what clients send, however it is cut into pieces."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fanorona.service.operation.arrival import MOST_HEAD_BYTES, Arrival

BARE = b"GET / HTTP/1.1\r\n\r\n"
SIZED = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab\r\n"
CHUNKED = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\n\r\n"
TRAILED = b"POST / HTTP/1.1\r\ntransfer-encoding: Chunked\r\n\r\n1\r\nx\r\n0\r\nA: b\r\n\r\n"
REQUESTS = [BARE, SIZED, CHUNKED, TRAILED]


def requests_in(pieces: list[bytes], most_body: int = 10) -> list[tuple[bytes, bool]]:
    """The requests found, each with whether it is whole."""
    arrival = Arrival(most_body)
    found = []
    for piece in pieces:
        arrival.data += piece
        while arrival.data and arrival.can_be_taken():
            taken = arrival.take()
            found.append((taken.request, taken.is_whole))
    return found


@given(st.lists(st.sampled_from(REQUESTS), max_size=4), st.lists(st.integers(0, 300)))
def test_every_request_is_taken_once_and_whole(sent: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(sent)
    edges = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    pieces = [stream[a:b] for a, b in pairwise(edges)]
    assert requests_in(pieces) == [(request, True) for request in sent]


@pytest.mark.parametrize("request_sent", REQUESTS)
def test_a_request_that_misses_a_byte_is_waited_for(request_sent: bytes) -> None:
    assert requests_in([request_sent[:-1]]) == []


@pytest.mark.parametrize(
    "hopeless",
    [
        b"GET / HTTP/1.1\n\n",
        b"a" * (MOST_HEAD_BYTES + 1),
        b"POST / HTTP/1.1\r\nContent-Length: 11\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 4\r\nContent-Length: 4\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\nabcd",
        b"POST / HTTP/1.1\r\nContent-Length: -4\r\n\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n11\r\n" + b"a" * 17 + b"\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1" * 9_000,
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + b"a" * 70_000,
    ],
    ids=range(11),
)
def test_what_can_only_be_refused_is_not_waited_for(hopeless: bytes) -> None:
    assert requests_in([hopeless]) == [(hopeless, False)]


def test_a_client_that_waits_for_a_word_is_known() -> None:
    arrival = Arrival(10)
    arrival.data += b"POST / HTTP/1.1\r\nExpect: 100-Continue\r\nContent-Length: 4\r\n\r\n"
    assert not arrival.can_be_taken()
    assert arrival.expects_continue
