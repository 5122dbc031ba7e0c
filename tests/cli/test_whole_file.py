"""Files that are written in one piece."""

from __future__ import annotations

from pathlib import Path

import pytest

from fanorona.cli.output.whole_file import write_whole


def test_an_error_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    beside = tmp_path / "taken"
    beside.write_bytes(b"")
    with pytest.raises(NotADirectoryError) as caught:
        write_whole(beside / "sheet.html", b"")
    assert caught.value.filename == str(beside / "sheet.html")
