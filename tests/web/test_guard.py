"""The guard: who may ask, how much may be sent, and what no request can do."""

import asyncio
import hashlib
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from tests.web.seen import PATIENCE, faults_of

import sabot.web
from sabot.web.server import SecurityMiddleware, create_app, open_socket

STATIC = Path(sabot.web.__file__).parent / "static"
VENDORED = (STATIC / "VENDORED.md", Path(__file__).parent / "vendor" / "VENDORED.md")


def test_another_name_for_this_machine_is_refused(http):
    for host in ("evil.example", "127.0.0.1", "localhost:1", "127.0.0.1.evil.example:80", ""):
        answer = http.get("/", headers={"host": host})
        assert answer.status_code in (400, 421), host
        assert "le-her" not in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "cors"},
    ],
)
def test_a_page_of_another_site_gets_nothing(http, headers):
    assert http.get("/api/games", headers=headers).status_code == 403
    assert http.post("/api/solve", json={"game": "kuhn"}, headers=headers).status_code == 403


def test_a_link_from_another_site_may_be_followed_by_who_has_the_token(http):
    headers = {
        "sec-fetch-site": "cross-site",
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document",
    }
    assert http.get("/", headers=headers).status_code == 200


@pytest.fixture
def stranger(workbench):
    """A program of another account of this machine: it can reach the port, and has no token."""
    with httpx.Client(base_url=workbench.address, timeout=PATIENCE) as client:
        yield client


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/game?g=le-her&solved=1",
        "/jobs",
        "/check",
        "/api",
        "/nowhere",
        "//evil.example",
        "/whist",
    ],
)
def test_without_the_token_no_page_is_shown_and_it_says_what_to_do(stranger, workbench, path):
    answer = stranger.get(path)
    assert answer.status_code == 403
    assert "sabot web" in answer.text and "token=" in answer.text
    assert 'evil.example"' not in answer.text
    assert workbench.token not in answer.text and "277/11050" not in answer.text


@pytest.mark.parametrize("path", ["/api/games", "/api/openapi.json", "/api/jobs/x", "/api/nowhere"])
def test_without_the_token_no_interface_answers(stranger, path):
    answer = stranger.get(path)
    assert (answer.status_code, answer.json()["schema"]) == (403, "sabot/fault/1")
    assert "header X-Sabot-Token" in answer.json()["fault"]


@pytest.mark.parametrize("cookie", ["", "wrong", "\u00e9", "x" * 3000])
def test_a_guessed_cookie_opens_nothing(stranger, workbench, cookie):
    name = f"sabot-{workbench.address.rpartition(':')[2]}"
    cookies = f"{name}={cookie}".encode()
    assert stranger.get("/", headers={b"cookie": cookies}).status_code == 403
    assert stranger.get("/", params={"token": cookie}).status_code == 403


def test_the_printed_address_sets_a_cookie_that_scripts_and_other_sites_cannot_use(
    stranger, workbench
):
    answer = stranger.get("/game", params={"g": "kuhn", "token": workbench.token})
    assert answer.status_code == 200
    assert 'content="0; url=/game?g=kuhn"' in answer.text  # the token is gone from the address
    kept = [line for line in answer.headers.get_list("set-cookie") if "sabot-" in line]
    assert len(kept) == 1 and kept[0].endswith("; Path=/; HttpOnly; SameSite=Strict")
    assert workbench.token not in answer.text + kept[0]
    assert stranger.get("/game?g=kuhn").status_code == 200
    assert stranger.get("/api/games").status_code == 200
    # the cookie alone changes nothing: a page of ours knows the token besides
    assert stranger.post("/api/solve", json={"game": "kuhn"}).status_code == 403


def test_a_token_never_leads_to_another_machine(stranger, workbench):
    answer = stranger.get(f"//evil.example/?token={workbench.token}")
    assert 'content="0; url=/"' in answer.text and "evil" not in answer.text


def test_a_person_opens_the_printed_address_and_a_link_of_another_site(browser, workbench):
    context = browser.new_context(base_url=workbench.address)
    page = context.new_page()
    assert page.goto("/").status == 403
    page.get_by_role("heading", name="This workbench is locked").wait_for()
    assert faults_of(page) == []
    page.goto(f"/game?g=kuhn-poker&token={workbench.token}")
    page.wait_for_url("**/game?g=kuhn-poker")
    page.get_by_role("heading", name="Kuhn's poker").wait_for()
    page.goto(f"data:text/html,<a href='{workbench.address}/matrix'>there</a>")
    page.get_by_text("there").click()
    page.get_by_role("heading", name="This workbench is locked").wait_for()
    page.get_by_role("link", name="open this page").click()
    page.get_by_role("heading", name="Matrix").first.wait_for()
    context.close()


def test_the_key_of_the_browser_opens_the_workbench_once():
    key = "once"

    async def nothing(scope, receive, send):
        raise AssertionError("no application was to be reached")

    guard = SecurityMiddleware(nothing, hosts=["127.0.0.1:1"], token="secret", browser_key=key)
    assert [asked(guard, f"/?token={key}")[0] for _ in range(2)] == [200, 403]
    assert asked(guard, "/?token=secret")[0] == 200
    assert asked(guard, "/?token=")[0] == 403


def asked(app, address, method="GET", receive=None, **headers):
    """Return the status and the headers of an answer, without a server."""
    path, _, query = address.partition("?")
    told = {"host": "127.0.0.1:1", **headers}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in told.items()],
        "server": ("127.0.0.1", 1),
        "scheme": "http",
    }
    said = []

    async def send(message):
        said.append(message)

    async def nothing_more():
        return {"type": "http.disconnect"}

    with ThreadPoolExecutor(1) as other:  # the browser's driver has a loop in this thread
        other.submit(asyncio.run, app(scope, receive or nothing_more, send)).result()
    return said[0]["status"], dict(said[0]["headers"])


@pytest.mark.parametrize("first", [[], [{"type": "http.request", "body": b"{", "more_body": True}]])
def test_who_announces_more_than_he_sends_is_told_so_in_the_end(monkeypatch, first):
    monkeypatch.setattr("sabot.web.server.BODY_TIMEOUT", 0.05)
    sent = list(first)

    async def never_more():
        return sent.pop(0) if sent else await asyncio.Event().wait()

    app = create_app(hosts=["127.0.0.1:1"], token="secret")
    headers = {"x-sabot-token": "secret", "content-length": "100"}
    status, told = asked(app, "/api/solve", "POST", never_more, **headers)
    assert (status, told[b"connection"]) == (408, b"close")


@pytest.mark.parametrize("token", ["", "wrong", "x" * 5000])
def test_nothing_is_begun_without_the_token(http, token):
    answer = http.post("/api/solve", json={"game": "kuhn"}, headers={"X-Sabot-Token": token})
    assert (answer.status_code, answer.json()["schema"]) == (403, "sabot/fault/1")
    assert http.post("/part/pasted", headers={"X-Sabot-Token": token}).status_code == 403


def test_every_answer_carries_the_policy(http):
    for path in ("/", "/game?g=le-her", "/api/games", "/static/workbench.css", "/nowhere"):
        headers = http.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'self'; ")
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


def test_no_page_holds_a_script_or_a_style_of_its_own(http):
    for path in ("/", "/game?g=baccara(model=A1)&solved=1", "/compare?a=kuhn&b=leduc"):
        text = http.get(path).text
        assert not re.search(r"\sstyle=|<style|\son\w+=", text)
        assert not re.search(r"<script(?![^>]*\ssrc=)", text)


def test_what_is_too_large_is_refused_and_the_next_is_answered(http):
    answer = http.post("/api/solve", content=b"x" * 10_000_000)
    assert (answer.status_code, answer.json()["fault"][:14]) == (413, "more than 1 MB")

    def endless():
        yield from (b" " * 100_000 for _ in range(30))

    answer = http.post("/api/solve", content=endless())
    assert answer.status_code == 413
    assert http.get("/api/games").status_code == 200


def test_who_sends_seventy_megabytes_gets_an_answer_and_no_reset(workbench):
    host, _, port = workbench.address.removeprefix("http://").partition(":")
    head = f"POST /check HTTP/1.1\r\nHost: {host}:{port}\r\nX-Sabot-Token: {workbench.token}\r\n"
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as raw:
        raw.sendall(f"{head}Content-Length: 70000000\r\n\r\n".encode())
        for _ in range(70):
            raw.sendall(b"x" * 1_000_000)
        said = raw.makefile("rb").read()
    assert said.startswith(b"HTTP/1.1 413 ")
    assert b"more than 64 MB were sent" in said and b"connection: close" in said


HOSTILE = [
    "matrix(file=/etc/passwd)",
    "/etc/passwd.csv",
    "own.py:war",
    "own.py",
    "efg(file='x')",
    "whist(file=/etc/passwd)",
    "matrix( file = /etc/passwd )",
    "network(file=/etc/passwd)",
]


@pytest.mark.parametrize("game", HOSTILE)
def test_no_request_opens_a_file(http, game):
    for verb in ("solve", "size", "show", "equilibria", "prove"):
        answer = http.post(f"/api/{verb}", json={"game": game})
        assert answer.status_code == 400, (verb, answer.text)
        assert "a page opens no file" in answer.json()["fault"]
    assert "a page opens no file" in http.get("/game", params={"g": game}).text


@pytest.mark.parametrize(
    "game",
    [
        "<script>alert(1)</script>",
        "le-her(ranks=<img src=x>)",
        "le-her(ranks=10**9)",
        "le-her(" * 1000,
        "kuhn-poker(bet=" + "9" * 5000 + "/0)",
        "baccara(decks=0)",
        "\x00\x1b[31m",
        "",
        'matrix(payoffs=[[1,2],[3,0]], rows=["a,b])',
        "matrix(payoffs=[[1,2],[3,0]], columns=['a,b])",
    ],
)
def test_a_hostile_game_string_is_told_as_text(http, game):
    answer = http.post("/api/solve", json={"game": game})
    assert answer.status_code == 400
    for page in (
        http.get("/game", params={"g": game}),
        http.get("/compare", params={"a": game, "b": game}),
    ):
        assert "<script>alert" not in page.text and "<img src=x" not in page.text
        assert page.status_code < 500


def test_the_server_listens_on_this_machine_alone(workbench):
    assert workbench.address.startswith("http://127.0.0.1:")
    port = int(workbench.address.rpartition(":")[2])
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    heard = [line[1] for line in lines if line[3] == "0A"]  # others may call from that port
    places = [place for place in heard if place.endswith(f":{port:04X}")]
    assert {place.split(":")[0] for place in places} == {"0100007F"}


def test_what_is_vendored_is_what_it_says():
    for page in VENDORED:
        told = re.findall(r"^\| `(\S+)` .*`([0-9a-f]{64})` \|$", page.read_text(), re.MULTILINE)
        assert told
        for name, digest in told:
            assert hashlib.sha256((page.parent / name).read_bytes()).hexdigest() == digest


def test_no_page_names_another_machine():
    for path in [*STATIC.glob("*.js"), *STATIC.glob("*.css")]:
        if not path.name.endswith(".min.js"):  # they name the SVG namespace, or their own site
            assert "http" not in path.read_text(encoding="utf-8"), path


@pytest.mark.parametrize(
    ("game", "status"),
    [("nonsense", 404), ("le-her(ranks=0)", 422), ("own.py:war", 422), ("kuhn", 200)],
)
def test_the_page_of_no_game_is_not_found_and_still_a_page(http, game, status):
    for address in ("/game?g={}", "/envelope?g={}", "/compare?a=kuhn&b={}"):
        answer = http.get(address.format(game))
        assert answer.status_code == status, address
        assert '<nav aria-label="Pages">' in answer.text


def test_a_page_that_is_not_there_says_so(http):
    answer = http.get("/nowhere")
    assert answer.status_code == 404 and '<nav aria-label="Pages">' in answer.text
    assert http.get("/api/nowhere").json()["fault"] == "there is no such page"
    assert isinstance(http, httpx.Client)


def test_answers_on_a_kept_connection_are_sent_without_delay():
    async def nodelay():
        found = asyncio.get_running_loop().create_future()

        async def accepted(_, writer):
            there = writer.get_extra_info("socket")
            found.set_result(there.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        sock = open_socket(0)
        async with await asyncio.start_server(accepted, sock=sock):
            _, writer = await asyncio.open_connection(*sock.getsockname())
            try:
                return await found
            finally:
                writer.close()

    with ThreadPoolExecutor(1) as other:  # the browser's driver has a loop in this thread
        assert other.submit(asyncio.run, nodelay()).result() == 1
