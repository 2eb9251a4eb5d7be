"""One server and one browser for all tests of the workbench; nothing may leave the machine."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from tests.web.seen import PATIENCE, Workbench, arrived

HERE = Path(__file__).parent
WITHOUT = (
    # a window's own pages and a page kept in store: half of what a person's browser costs
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"),
    # what Playwright goes without: the last list that a browser is given is the one that counts
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"),
    *("NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
)
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    f"--disable-features={','.join(WITHOUT)}",
)

SLOW = os.environ.get("SABOT_WEB_SLOW", "")
"""How many times slower the browser is, and how late every answer comes: ``6 300`` (ms)."""
LEFT = ("htmx:sendAbort", "htmx:afterRequest")
"""What htmx says where a page was left before its last request came back."""


def started(*words: str) -> tuple[subprocess.Popen, Workbench]:
    """Start ``sabot web`` with these words, and return it when it answers."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sabot", "web", "--no-browser", "--port", "0", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    said = process.stdout.readline()
    address = re.search(r"http://[^/\s]+", said)
    assert address, said + process.stderr.read()
    token = re.search(r"X-Sabot-Token: (\S+)", process.stderr.readline())
    return process, Workbench(address[0], token[1], process.pid)


def ended(process: subprocess.Popen) -> int:
    """End a server as Ctrl-C does, and return its exit code."""
    process.send_signal(signal.SIGINT)
    try:
        return process.wait(PATIENCE)
    finally:
        process.kill()
        process.stdout.close()
        process.stderr.close()


@pytest.fixture(scope="session")
def workbench():
    """The workbench, started as a user starts it."""
    pytest.importorskip("starlette", reason="the extra 'web' is not installed")
    process, found = started()
    yield found
    ended(process)


class Patient(httpx.Client):
    """Asks for a page again while it shows the job that it waits for, as a browser does."""

    def get(self, url, **options):
        """Return the page with its answer."""
        end = time.monotonic() + PATIENCE
        while b"%2Fpart%2Fpage" in (answer := super().get(url, **options)).content:
            assert time.monotonic() < end, f"{url} waits for its job"
            time.sleep(0.1)
        return answer


@pytest.fixture
def http(workbench):
    """A program that asks the workbench, with the token."""
    headers = {"X-Sabot-Token": workbench.token}
    # a line that nobody used for five seconds is closed by the server: perhaps just as it is used
    kept = httpx.Limits(keepalive_expiry=1.0)
    plain = {"verify": False, "trust_env": False}  # no certificates are read: there is no TLS here
    with Patient(
        base_url=workbench.address, headers=headers, timeout=PATIENCE, limits=kept, **plain
    ) as client:
        yield client


@pytest.fixture(scope="session")
def browser():
    """Chromium, once for all tests of a process."""
    place = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if place is None:
        assert not os.environ.get("CI"), "there is no chromium; tools/web_setup.sh installs it"
        pytest.skip("there is no chromium; tools/web_setup.sh installs it")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=place, headless=True, args=list(FLAGS))
        yield found
        found.close()


def enter(context, workbench):
    """Open the address that the workbench printed: its cookie is kept from here on."""
    assert context.request.get(f"/?token={workbench.token}").ok


@contextmanager
def person(browser, workbench):
    """A person's browser: it fails the test if anything leaves the machine, or breaks in a page."""
    found = browser.new_context(
        base_url=workbench.address, viewport={"width": 1280, "height": 900}, locale="en-GB"
    )
    found.set_default_timeout(1000 * PATIENCE)
    enter(found, workbench)
    wrong: list[str] = []

    def asked(request):
        if urlsplit(request.url).hostname not in ("127.0.0.1", None):
            wrong.append(f"a request left the machine: {request.url}")

    def said(message):
        if message.type == "error" and not message.text.startswith(LEFT):
            wrong.append(f"the console says: {message.text}")

    found.on("request", asked)
    found.on("console", said)
    found.on("weberror", lambda fault: wrong.append(f"a script broke: {fault.error}"))
    try:
        yield found
    finally:
        found.close()
    assert not wrong, wrong


@pytest.fixture
def context(browser, workbench):
    """The browser of one person at the common workbench."""
    with person(browser, workbench) as found:
        yield found


@pytest.fixture
def page(context):
    """One page of that browser."""
    return opened(context)


def opened(context):
    """Return a new page of a person's browser, as slow as the tests are asked to be.

    Whoever goes to an address there waits for its answer; ``context.new_page()`` does not.
    """
    found = context.new_page()
    go = found.goto

    def goto(url, **options):
        answer = go(url, **options)
        if "wait_until" not in options:  # else the test says itself what it waits for
            arrived(found)
        return answer

    found.goto = goto
    if SLOW:
        times, late = map(float, SLOW.split())
        debugger = context.new_cdp_session(found)
        debugger.send("Emulation.setCPUThrottlingRate", {"rate": times})
        line = {"offline": False, "latency": late, "downloadThroughput": -1, "uploadThroughput": -1}
        debugger.send("Network.emulateNetworkConditions", line)
    return found
