"""Every error is a problem with a stable code, and reveals nothing about the inside."""

from __future__ import annotations

import gzip
import http.client
import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from fanorona.service.problems import MEDIA_TYPE, PAGE, Kind
from fanorona.service.routes import puzzles
from fanorona.solver import answers
from fanorona.solver.search import forced_win
from fanorona.words import LANGUAGES, Language, say
from tests.cli.running import PROJECT
from tests.service.serving import PATIENCE, SMALL, START, Server, connected

COLON = {"en": ": ", "fr": " : ", "mg": ": "}


def assert_problem(response: Any, kind: Kind) -> dict[str, Any]:
    """It is that problem, complete and uncached."""
    assert response.status_code == kind.status, response.text
    assert response.headers["Content-Type"] == MEDIA_TYPE
    assert response.headers["Cache-Control"] == "no-store"
    problem: dict[str, Any] = response.json()
    assert problem["type"] == f"{PAGE}#{kind.code}"
    assert (problem["status"], problem["code"]) == (kind.status, kind.code)
    assert problem["title"]
    assert problem["detail"]
    return problem


def test_an_unknown_address_is_not_found(server: Server) -> None:
    problem = assert_problem(server.get("/v1/nothing"), Kind.NOT_FOUND)
    assert problem["detail"] == "There is nothing at this address."
    assert_problem(server.get("/v1/rules/chess"), Kind.NOT_FOUND)
    assert_problem(server.get("/v1/puzzles/none-1"), Kind.NOT_FOUND)


def test_another_method_names_those_allowed(server: Server) -> None:
    response = server.session.delete(f"{server.url}/v1/moves", timeout=PATIENCE)
    assert_problem(response, Kind.METHOD_NOT_ALLOWED)
    assert set(response.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


def test_every_wrong_parameter_is_named(server: Server) -> None:
    response = server.get("/v1/moves", limit="many", offset=-1, colour="red")
    problem = assert_problem(response, Kind.INVALID_PARAMETER)
    pointers = {one["pointer"] for one in problem["errors"]}
    assert pointers == {"/position", "/limit", "/offset", "/colour"}


def test_a_pointer_is_escaped(server: Server) -> None:
    response = server.get(f"/v1/moves?position={SMALL}&a/b~c=1")
    assert response.json()["errors"] == [
        {"pointer": "/a~1b~0c", "detail": "unknown parameter", "code": "parameter.unknown"}
    ]


@pytest.mark.parametrize(
    ("path", "misspelt", "meant"),
    [
        ("/v1/moves", "postion", "position"),
        ("/v1/moves", "Rules", "rules"),
        ("/v1/forced-win", "maxTurns", "max_turns"),
        ("/v1/analysis", "time-ms", "time_ms"),
        ("/v1/puzzles/check", "node", "nodes"),
    ],
)
def test_a_misspelt_parameter_gets_a_suggestion(
    server: Server, path: str, misspelt: str, meant: str
) -> None:
    method = server.post if path.endswith("check") else server.get
    problem = assert_problem(method(f"{path}?{misspelt}=1"), Kind.INVALID_PARAMETER)
    told = {one["pointer"]: one["detail"] for one in problem["errors"]}
    assert told[f"/{misspelt}"] == f"unknown parameter; did you mean `{meant}`?"


def test_a_misspelt_parameter_gets_a_suggestion_in_a_batch(server: Server) -> None:
    question = {"ask": "moves", "position": SMALL, "limits": 3}
    answer = server.post("/v1/batch", json={"questions": [question]}).json()["answers"][0]
    assert answer["problem"]["errors"] == [
        {
            "pointer": "/limits",
            "detail": "unknown parameter; did you mean `limit`?",
            "code": "parameter.unknown.meant",
        }
    ]


@pytest.mark.parametrize(
    ("parts", "pointer"),
    [
        ([("fil", "x")], "/fil"),
        ([("file", "x"), ("nodes", "1")], "/nodes"),
        ([("file", "x"), ("file", "y")], "/file"),
    ],
)
def test_an_upload_has_one_part(server: Server, parts: list[tuple[str, str]], pointer: str) -> None:
    form = [(name, (None, text)) for name, text in parts]
    problem = assert_problem(server.post("/v1/puzzles/check", files=form), Kind.INVALID_PARAMETER)
    assert [one["pointer"] for one in problem["errors"]] == [pointer]


def test_an_upload_without_parts_is_refused(server: Server) -> None:
    for kind in ("multipart/form-data", "multipart/form-data; boundary=x"):
        response = server.post(
            "/v1/puzzles/check", data=b"--x\r\njunk", headers={"Content-Type": kind}
        )
        assert_problem(response, Kind.INVALID_PARAMETER)


def test_an_upload_with_a_part_without_a_name_is_refused(server: Server) -> None:
    part = b"--x\r\nContent-Disposition: form-data\r\n\r\nPosition: start\r\n"
    named = b'--x\r\nContent-Disposition: form-data; name="nodes"\r\n\r\n5\r\n--x--\r\n'
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    response = server.post("/v1/puzzles/check", data=part + named, headers=kind)
    assert_problem(response, Kind.INVALID_PARAMETER)


def test_a_query_of_bytes_that_are_not_text_is_malformed(app_client: FlaskClient) -> None:
    query = {"QUERY_STRING": "position=\xff\xfe"}
    for path in ("/v1/moves", "/", "/nowhere"):
        response = app_client.get(path, environ_overrides=query)
        assert response.status_code == Kind.MALFORMED_REQUEST.status
        assert response.get_json()["code"] == Kind.MALFORMED_REQUEST.code


def test_a_position_has_one_name_only(server: Server) -> None:
    response = server.get("/v1/moves", position=SMALL, fen=SMALL)
    problem = assert_problem(response, Kind.INVALID_PARAMETER)
    assert problem["errors"] == [
        {
            "pointer": "/fen",
            "detail": "give either `position` or `fen`",
            "code": "parameter.either",
        }
    ]


@pytest.mark.parametrize("text", ["start:5", "start:4x4", "started", "start:99999999999x3"])
def test_what_names_no_start_position_is_unreadable(server: Server, text: str) -> None:
    assert_problem(server.get("/v1/moves", position=text), Kind.UNREADABLE_POSITION)


def test_a_start_position_must_fit_the_rules(server: Server) -> None:
    response = server.get("/v1/moves", position="start:vela:B", rules="fliporona")
    problem = assert_problem(response, Kind.UNREADABLE_POSITION)
    assert problem["detail"] == "there is no Vela under fliporona; leave out ':vela:B'"


@pytest.mark.parametrize("limit", ["1_000", " 5", "+5", "5.0", "٣", "1e3", ""])
def test_a_number_is_plain_digits(server: Server, limit: str) -> None:
    assert_problem(server.get("/v1/moves", position=SMALL, limit=limit), Kind.INVALID_PARAMETER)


def test_a_parameter_given_twice_is_refused(server: Server) -> None:
    response = server.get(f"/v1/moves?position={SMALL}&position={START}")
    problem = assert_problem(response, Kind.INVALID_PARAMETER)
    assert problem["errors"] == [
        {"pointer": "/position", "detail": "given more than once", "code": "parameter.twice"}
    ]


def test_an_unreadable_position_says_where(server: Server) -> None:
    problem = assert_problem(
        server.get("/v1/moves", position="BBB/BXW/WWW W"), Kind.UNREADABLE_POSITION
    )
    assert "column 6" in problem["detail"]


def test_every_defect_of_a_position_is_listed(server: Server) -> None:
    response = server.get("/v1/moves", position="BBB/BBB/WWW W hand:3,4")
    problem = assert_problem(response, Kind.ILLEGAL_POSITION)
    assert len(problem["errors"]) == 2
    assert {one["pointer"] for one in problem["errors"]} == {"/position"}


def test_an_illegal_turn_names_the_failing_step(server: Server) -> None:
    response = server.get("/v1/play", position=START, turn="f2-e3A-e4A")
    assert assert_problem(response, Kind.ILLEGAL_TURN)["step"] == 2


def test_a_line_names_its_failing_turn(server: Server) -> None:
    for unreadable in ("a1-a9", "what?"):
        response = server.get("/v1/play", position=START, line=f"f2-e3A d5-d4A {unreadable}")
        problem = assert_problem(response, Kind.UNREADABLE_TURN)
        assert problem["turn_number"] == 3
        (fault,) = problem["errors"]
        assert (fault["pointer"], fault["detail"]) == ("/line", problem["detail"])
    response = server.get("/v1/play", position=START, line="f2-e3A_f2-e3A_a1-a2")
    problem = assert_problem(response, Kind.ILLEGAL_TURN)
    assert (problem["turn_number"], problem["step"]) == (2, 1)
    assert problem["detail"].startswith("turn 2: 'f2-e3A' is not legal")
    (fault,) = problem["errors"]
    assert (fault["pointer"], fault["detail"]) == ("/line", problem["detail"])


@pytest.mark.parametrize("query", [{}, {"turn": "f2-e3A", "line": "f2-e3A"}, {"line": ""}])
def test_either_a_turn_or_a_line_is_played(server: Server, query: dict[str, str]) -> None:
    response = server.get("/v1/play", position=START, **query)
    assert_problem(response, Kind.INVALID_PARAMETER)


def test_a_long_line_is_refused(server: Server) -> None:
    question = {"ask": "play", "position": START, "line": "f2-e3A " * 2_000}
    answer = server.post("/v1/batch", json={"questions": [question]}).json()["answers"][0]
    assert (answer["status"], answer["problem"]["code"]) == (422, Kind.INVALID_PARAMETER.code)
    assert answer["problem"]["errors"][0]["pointer"] == "/line"
    response = server.get("/v1/play", position=START, line="f2-e3A " * 600)
    assert_problem(response, Kind.URL_TOO_LONG)


def test_an_ambiguous_turn_lists_its_readings(server: Server) -> None:
    response = server.get("/v1/play", position=START, turn="d3-e3")
    assert assert_problem(response, Kind.AMBIGUOUS_TURN)["turns"] == ["d3-e3A", "d3-e3W"]


def test_an_unreadable_turn_is_refused(server: Server) -> None:
    assert_problem(server.get("/v1/play", position=START, turn="hello?"), Kind.UNREADABLE_TURN)


def test_a_position_in_no_table_is_not_covered(server: Server) -> None:
    problem = assert_problem(server.get("/v1/tablebase", position=START), Kind.NOT_COVERED)
    assert "/" not in problem["detail"]
    response = server.get("/v1/tablebase", position=SMALL, rules="livret")
    assert_problem(response, Kind.NOT_COVERED)


def test_another_media_type_is_refused(server: Server) -> None:
    for path in ("/v1/batch", "/v1/puzzles/check"):
        response = server.post(path, data=b"x", headers={"Content-Type": "image/png"})
        assert_problem(response, Kind.UNSUPPORTED_MEDIA_TYPE)


@pytest.mark.parametrize("path", ["/v1/batch", "/v1/puzzles/check"])
def test_a_compressed_body_is_refused(server: Server, path: str) -> None:
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    response = server.post(path, data=gzip.compress(b"{}"), headers=headers)
    assert_problem(response, Kind.UNSUPPORTED_MEDIA_TYPE)
    assert response.headers["Accept-Encoding"] == "identity"
    headers["Content-Encoding"] = "identity"
    assert_problem(server.post(path, data=b"{}", headers=headers), Kind.INVALID_PARAMETER)


@pytest.mark.parametrize(
    "body", [b"{", b"\xff", b'{"questions": NaN}', b"[" * 50_000, b"1" * 5_000], ids=len
)
def test_a_body_that_is_not_json_is_malformed(server: Server, body: bytes) -> None:
    response = server.post("/v1/batch", data=body, headers={"Content-Type": "application/json"})
    assert_problem(response, Kind.MALFORMED_REQUEST)


def test_a_name_given_twice_in_a_body_is_refused(server: Server) -> None:
    body = b'{"text": "Title: one", "text": "Title: two"}'
    headers = {"Content-Type": "application/json"}
    response = server.post("/v1/puzzles/check", data=body, headers=headers)
    assert "'text' twice" in assert_problem(response, Kind.MALFORMED_REQUEST)["detail"]


def test_text_that_cannot_be_written_out_is_refused(server: Server) -> None:
    response = server.post(
        "/v1/puzzles/check",
        data=b'{"text": "Title: \\ud800"}',
        headers={"Content-Type": "application/json"},
    )
    assert_problem(response, Kind.INVALID_PARAMETER)


def test_a_long_body_is_refused(server: Server) -> None:
    long = b"#" * 70_000
    plain = {"Content-Type": "text/plain"}
    assert_problem(server.post("/v1/puzzles/check", data=long, headers=plain), Kind.BODY_TOO_LARGE)
    in_parts = iter([long])
    response = server.post("/v1/puzzles/check", data=in_parts, headers=plain)
    assert_problem(response, Kind.BODY_TOO_LARGE)


def test_a_long_address_is_refused(server: Server) -> None:
    assert_problem(server.get("/v1/moves", position="W" * 5_000), Kind.URL_TOO_LONG)
    assert_problem(server.get("/v1/moves", position="W" * 10_000), Kind.URL_TOO_LONG)


CHUNKED = (
    b"POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)
LONG_CHUNK = b"11170\r\n%s\r\n" % (b" " * 70_000)
NOT_HTTP = {
    "no request": (b"HELLO\r\n\r\n", 400),
    "no length of a chunk": (CHUNKED % b"/v1/batch" + b"many\r\n", 400),
    "no end of a chunk": (CHUNKED % b"/v1/puzzles/check" + b"2\r\n{}..", 400),
    "no end of a long body": (CHUNKED % b"/v1/batch" + LONG_CHUNK + b"many\r\n", 413),
}


@pytest.mark.parametrize("sent", NOT_HTTP)
def test_what_is_not_http_is_the_fault_of_the_client(server: Server, sent: str) -> None:
    request, status = NOT_HTTP[sent]
    with connected(server.url) as connection:
        connection.sendall(request)
        response = http.client.HTTPResponse(connection)
        response.begin()
        problem = json.load(response)
    assert (response.status, problem["status"]) == (status, status)
    assert response.headers["Content-Type"] == MEDIA_TYPE
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_a_long_header_is_refused(server: Server) -> None:
    longest = server.answer("/v1/limits")["header_bytes"]
    response = server.get("/health/live", headers={"X-Long": "x" * longest})
    problem = response.json()
    assert (response.status_code, problem["code"]) == (431, "headers-too-large")
    assert response.headers["Content-Type"] == MEDIA_TYPE


WITH_A_FAULT: dict[str, Any] = {
    "GET /v1/moves": {"query_string": {"position": SMALL, "offset": "3"}},
    "GET /v1/forced-win": {"query_string": {"position": SMALL, "nodes": 999}},
    "POST /v1/puzzles/check": {"data": f"Position: {SMALL}", "content_type": "text/plain"},
}


@pytest.fixture
def faulty_client(app_client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """The app with a fault in every answer that is worked out."""

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("/secret/path")

    monkeypatch.setattr(answers, "moves", fail)
    monkeypatch.setattr(forced_win, "forced_win", fail)
    monkeypatch.setattr(puzzles, "check", fail)
    return app_client


@pytest.mark.parametrize("asked", WITH_A_FAULT)
def test_a_fault_of_ours_tells_nothing(faulty_client: FlaskClient, asked: str) -> None:
    method, path = asked.split()
    response = faulty_client.open(path, method=method, **WITH_A_FAULT[asked])
    assert response.status_code == 500
    assert response.headers["Content-Type"] == MEDIA_TYPE
    assert response.get_json()["code"] == "internal-error"
    assert "secret" not in response.get_data(as_text=True)


def test_a_fault_in_a_stream_tells_nothing(faulty_client: FlaskClient) -> None:
    response = faulty_client.get(
        "/v1/forced-win",
        query_string={"position": SMALL, "nodes": 999},
        headers={"Accept": "application/x-ndjson"},
    )
    last = json.loads(response.get_data(as_text=True).splitlines()[-1])
    assert (last["event"], last["code"]) == ("problem", "internal-error")
    assert "secret" not in response.get_data(as_text=True)


def test_every_code_is_explained(server: Server) -> None:
    page = server.get(PAGE).text
    documentation = (PROJECT / "docs" / "service.md").read_text("utf-8")
    for kind in Kind:
        assert f'id="{kind.code}"' in page
        assert f"| `{kind.code}` | {kind.status} | {kind.meaning} |" in documentation


@pytest.mark.parametrize(
    ("wanted", "language", "beginning"),
    [
        ("fr", "fr", "position illégale : 'huff:' n'a pas de sens"),
        ("fr-CA, en;q=0.5", "fr", "position illégale : 'huff:' n'a pas de sens"),
        ("de, fr;q=0.5", "fr", "position illégale : 'huff:' n'a pas de sens"),
        ("mg-MG", "mg", "toerana tsy ara-dalàna: tsy misy dikany ny 'huff:'"),
        ("de", "en", "illegal position: 'huff:' does not apply"),
    ],
)
def test_a_problem_is_in_the_language_of_the_reader(
    server: Server, wanted: str, language: str, beginning: str
) -> None:
    position = "BBB/B1W/WWW W huff:a1"
    answer = server.get("/v1/moves", headers={"Accept-Language": wanted}, position=position)
    assert answer.json()["detail"].startswith(beginning)
    assert answer.headers["Content-Language"] == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_title_and_detail_of_any_problem_are_in_the_language(
    server: Server, language: Language
) -> None:
    answer = server.get("/v1/nothing", headers={"Accept-Language": language})
    problem = assert_problem(answer, Kind.NOT_FOUND)
    assert answer.headers["Content-Language"] == language
    assert problem["title"] == say(Kind.NOT_FOUND.title, language)
    assert problem["detail"] == say(Kind.NOT_FOUND.meaning, language)
    wrong = server.get("/v1/moves", headers={"Accept-Language": language}, position=SMALL, limit=-1)
    assert wrong.json()["detail"] == f"limit{COLON[language]}" + say(
        "parameter.too-small", language, least=0
    )


WRONG: list[tuple[str, dict[str, Any], dict[str, str]]] = [
    ("/v1/moves", {}, {"/position": "parameter.missing"}),
    ("/v1/moves", {"position": ""}, {"/position": "parameter.empty"}),
    ("/v1/moves", {"position": "W" * 3_000}, {"/position": "parameter.long"}),
    ("/v1/moves", {"position": SMALL, "limit": "many"}, {"/limit": "parameter.whole"}),
    ("/v1/moves", {"position": SMALL, "offset": -1}, {"/offset": "parameter.too-small"}),
    ("/v1/moves", {"position": SMALL, "distinct": "yes"}, {"/distinct": "parameter.flag"}),
    ("/v1/moves", {"position": SMALL, "rules": "chess"}, {"/rules": "rules.unknown"}),
    ("/v1/moves", {"position": SMALL, "colour": "red"}, {"/colour": "parameter.unknown"}),
    ("/v1/analysis", {"position": SMALL, "depth": 9_999}, {"/depth": "parameter.range"}),
    ("/v1/play", {"position": SMALL}, {"/turn": "parameter.either"}),
    ("/v1/diagram.svg", {"position": SMALL, "theme": "pink"}, {"/theme": "parameter.choice"}),
    ("/v1/puzzles", {"difficulty": "hard"}, {"/difficulty": "parameter.shape"}),
    ("/v1/puzzles/daily", {"date": "today"}, {"/date": "parameter.day"}),
]


@pytest.mark.parametrize(("path", "query", "codes"), WRONG, ids=str)
def test_every_fault_of_a_parameter_has_its_code(
    server: Server, path: str, query: dict[str, Any], codes: dict[str, str]
) -> None:
    problem = assert_problem(server.get(path, **query), Kind.INVALID_PARAMETER)
    assert {one["pointer"]: one["code"] for one in problem["errors"]} == codes


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ({}, {"/questions": "parameter.missing"}),
        ([], {"": "parameter.object"}),
        ({"questions": None}, {"/questions": "parameter.null"}),
        ({"questions": "x"}, {"/questions": "parameter.list"}),
        ({"questions": []}, {"/questions": "parameter.empty"}),
        ({"questions": [1]}, {"/questions/0": "parameter.object"}),
        ({"questions": [{}], "budget": 3}, {"/budget": "parameter.object"}),
        ({"questions": [{}], "budget": {"nodes": 0}}, {"/budget/nodes": "parameter.too-small"}),
    ],
    ids=str,
)
def test_every_fault_of_a_body_has_its_code(
    server: Server, body: object, codes: dict[str, str]
) -> None:
    problem = assert_problem(server.post("/v1/batch", json=body), Kind.INVALID_PARAMETER)
    assert {one["pointer"]: one["code"] for one in problem["errors"]} == codes


@pytest.mark.parametrize(
    ("question", "codes"),
    [
        ({"ask": "chess"}, {"/ask": "parameter.choice"}),
        ({"ask": "moves", "position": 3}, {"/position": "parameter.text"}),
        ({"ask": "moves", "position": "\ud800"}, {"/position": "parameter.unicode"}),
        ({"ask": "moves", "position": SMALL, "limit": 1.5}, {"/limit": "parameter.whole"}),
    ],
    ids=ascii,
)
def test_every_fault_of_a_question_in_a_batch_has_its_code(
    server: Server, question: dict[str, Any], codes: dict[str, str]
) -> None:
    answer = server.post("/v1/batch", json={"questions": [question]}).json()["answers"][0]
    assert {one["pointer"]: one["code"] for one in answer["problem"]["errors"]} == codes


@pytest.mark.parametrize(
    ("path", "query", "detail"),
    [
        ("/v1/moves", {"position": "BBB/B1X/WWW W"}, "colonne 7 : "),
        ("/v1/play", {"position": "BBB/B1W/WWW W", "line": "b1-b2A a1-a2"}, "coup 2 : "),
    ],
)
def test_the_place_of_a_fault_is_in_french_too(
    server: Server, path: str, query: dict[str, str], detail: str
) -> None:
    answer = server.get(path, headers={"Accept-Language": "fr"}, **query)
    assert answer.json()["detail"].startswith(detail)
