"""Files that are written in one piece."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fanorona.cli.output.whole_file import write_whole


def test_an_error_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    beside = tmp_path / "taken"
    beside.write_bytes(b"")
    with pytest.raises(NotADirectoryError) as caught:
        write_whole(beside / "sheet.html", b"")
    assert caught.value.filename == str(beside / "sheet.html")


@pytest.mark.skipif(os.name != "posix", reason="named pipes are a matter of Unix")
def test_a_pipe_or_a_device_is_written_to_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(pipe, b"content")
        assert os.read(reader, 100) == b"content"
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]
