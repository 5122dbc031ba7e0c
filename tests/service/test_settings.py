"""Settings come from the environment, and their table from the code."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from fanorona.service.app import create_app
from fanorona.service.engine.open_tables import OpenTables
from fanorona.service.operation.server import addresses, require_free_addresses
from fanorona.service.settings import BadSetting, Settings, page
from tests.cli.running import PROJECT, in_own_process
from tests.service.serving import free_port


def test_a_variable_sets_a_setting() -> None:
    settings = Settings.from_environment(
        {"FANORONA_MAX_NODES": "5", "FANORONA_CORS_ORIGINS": "a, b"}
    )
    assert settings.max_nodes == 5
    assert settings.cors_origins == ("a", "b")
    assert settings.max_batch == Settings().max_batch


def test_every_origin_may_ask_unless_that_is_closed() -> None:
    assert Settings().cors_origins == ("*",)
    assert Settings.from_environment({"FANORONA_CORS_ORIGINS": "none"}).cors_origins == ()


def test_an_option_overrules_its_variable() -> None:
    assert Settings.from_environment({"FANORONA_PORT": "1"}, port=2, workers=None).port == 2


@pytest.mark.parametrize("text", ["many", "-1", "70000", "1.5", "٣"])
def test_a_bad_setting_is_named(text: str) -> None:
    with pytest.raises(BadSetting, match=r"FANORONA_PORT is .* a whole number from 0 to 65535"):
        Settings.from_environment({"FANORONA_PORT": text})


@pytest.mark.parametrize("name", ["FANORONA_TABLES", "FANORONA_PUZZLES"])
def test_a_folder_that_is_set_must_be_there(tmp_path: Path, name: str) -> None:
    Settings.from_environment({name: str(tmp_path)})
    with pytest.raises(BadSetting, match=rf"{name} is .*; write the path of an existing folder"):
        Settings.from_environment({name: str(tmp_path / "none")})


def test_a_bad_setting_ends_the_command() -> None:
    ran = in_own_process(["serve"], FANORONA_MAX_NODES="none")
    assert ran.status == 3
    assert "FANORONA_MAX_NODES" in ran.err


@pytest.mark.parametrize(
    "settings", [Settings(rate_limit="often"), Settings(rate_limit="1/minute", rate_storage="x://")]
)
def test_a_rate_limit_that_cannot_be_used_is_an_error(settings: Settings) -> None:
    with pytest.raises(BadSetting, match="rate limit"):
        create_app(settings, OpenTables([]))


def test_the_page_in_the_documentation_is_that_of_the_code() -> None:
    written = (PROJECT / "docs" / "settings.md").read_text("utf-8")
    assert written == "\n".join(page()) + "\n", "run: make openapi"


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "127.0.0.1:8000"),
        ("localhost", "localhost:8000"),
        ("::1", "[::1]:8000"),
        ("[::]", "[::]:8000"),
    ],
)
def test_an_address_may_be_of_either_kind(host: str, address: str) -> None:
    settings = Settings(host=host, metrics_host=host, metrics_port=9_100)
    assert addresses(settings) == [address, address.replace("8000", "9100")]


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield taken.getsockname()[1]


def test_a_port_that_is_taken_is_refused_in_plain_words(taken_port: int) -> None:
    refused = rf"^cannot listen on 127\.0\.0\.1:{taken_port}: .*"
    with pytest.raises(BadSetting, match=f"{refused}port 0"):
        require_free_addresses(Settings(port=taken_port))
    with pytest.raises(BadSetting, match=f"{refused}FANORONA_METRICS_PORT"):
        require_free_addresses(Settings(port=0, metrics_port=taken_port))


def test_the_metrics_have_a_port_of_their_own() -> None:
    port = free_port()
    with pytest.raises(BadSetting, match="FANORONA_METRICS_PORT is already the service's port"):
        require_free_addresses(Settings(port=port, metrics_port=port, metrics_host="127.0.0.2"))


def test_port_0_is_any_free_port() -> None:
    require_free_addresses(Settings(port=0))


@pytest.mark.parametrize(
    ("name", "text"), [("MAX_NODES", "9" * 5_000), ("TABLES", "/" + "long" * 200)]
)
def test_a_value_of_any_length_is_refused(name: str, text: str) -> None:
    with pytest.raises(BadSetting):
        Settings.from_environment({f"FANORONA_{name}": text})
