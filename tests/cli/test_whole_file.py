"""Files that are written in one piece."""

from __future__ import annotations

import os
import subprocess
import sys
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


TO_STANDARD_OUTPUT = """
from pathlib import Path
from fanorona.cli.output.whole_file import write_whole

print("before", flush=True)
write_whole(Path("/dev/stdout"), b"content\\n")
print("after")
"""


@pytest.mark.skipif(os.name != "posix", reason="/dev/stdout is a matter of Unix")
@pytest.mark.parametrize("mode", ["w", "a"])
def test_a_file_that_standard_output_goes_to_keeps_what_it_has(tmp_path: Path, mode: str) -> None:
    log = tmp_path / "log"
    log.write_text("earlier\n" if mode == "a" else "", encoding="utf-8")
    with log.open(mode, encoding="utf-8") as output:
        subprocess.run([sys.executable, "-c", TO_STANDARD_OUTPUT], stdout=output, check=True)
    lines = log.read_text(encoding="utf-8").split()
    assert lines == [*(["earlier"] if mode == "a" else []), "before", "content", "after"]
