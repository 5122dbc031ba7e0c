"""The pages for people: complete, and without anything from elsewhere."""

from __future__ import annotations

import html
import re
import shlex
import subprocess

from fanorona.service.contract.examples import EXAMPLES
from tests.service.serving import Server


def test_the_page_has_every_operation(server: Server) -> None:
    page = server.get("/docs").text
    for example in EXAMPLES:
        assert f'<section id="{example.operation}">' in page


def test_pages_need_nothing_from_elsewhere(server: Server) -> None:
    for path in ("/", "/docs", "/docs/problems"):
        page = server.get(path).text
        for address in re.findall(r'(?:src|href)="([^"]+)"', page):
            assert address.startswith(("/", "#", "data:")), address
            if address.startswith("/"):
                assert server.get(html.unescape(address)).status_code == 200


def test_a_slash_at_the_end_is_left_out(server: Server) -> None:
    for path in ("/docs", "/docs/problems"):
        response = server.session.get(f"{server.url}{path}/", allow_redirects=False, timeout=30)
        assert (response.status_code, response.headers["Location"]) == (308, path)
        assert server.get(f"{path}/").text == server.get(path).text


def test_the_commands_on_the_page_work(server: Server) -> None:
    page = server.get("/docs").text
    commands = [
        shlex.split(html.unescape(command))
        for command in re.findall(r'<pre class="command">(.*?)</pre>', page, re.DOTALL)
    ]
    assert len(commands) == len(EXAMPLES)
    for command in commands:
        done = subprocess.run([*command, "-sf"], capture_output=True, check=True, timeout=30)
        assert done.stdout


def test_the_fliporona_win_can_be_asked_from_the_page(server: Server) -> None:
    page = server.get("/docs").text
    command = next(
        html.unescape(one)
        for one in re.findall(r'<pre class="command">(.*?)</pre>', page, re.DOTALL)
        if "fliporona" in one and "forced-win" in one
    )
    done = subprocess.run([*shlex.split(command), "-s"], capture_output=True, text=True, timeout=30)
    assert '"value":"win"' in done.stdout
