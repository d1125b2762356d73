"""What a team would script instead: headless Chromium loads each page at each viewport and reads every element's frame.

Chromium is driven over a pipe (`--remote-debugging-pipe`): JSON messages that end with a zero byte on descriptors 3 and 4.
"""
import glob
import json
import os
import shutil
import subprocess
import tempfile
import time

VIEWPORTS = [(375, 667, 2), (390, 844, 3), (430, 932, 3)]
FRAMES = """JSON.stringify(Array.from(document.querySelectorAll('*'), (element) => {
  const box = element.getBoundingClientRect();
  return [box.x, box.y, box.width, box.height];
}))"""


def find():
    """The browser's command, or None where it is not installed."""
    return next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)


class Browser:
    """One browser with one tab."""

    def __init__(self, command):
        self.profile = tempfile.mkdtemp()
        to_browser, ours_out = os.pipe()
        ours_in, from_browser = os.pipe()

        def descriptors():
            # Above both numbers first: either may be one of the pipes' own.
            saved = (os.dup2(to_browser, 100), os.dup2(from_browser, 101))
            os.dup2(saved[0], 3)
            os.dup2(saved[1], 4)

        self.process = subprocess.Popen(
            [command, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--allow-file-access-from-files",
             "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "about:blank"],
            close_fds=False, preexec_fn=descriptors, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.out, self.input = ours_out, os.fdopen(ours_in, "rb", buffering=0)
        self.number, self.buffer, self.events = 0, b"", []
        target = self.call("Target.createTarget", {"url": "about:blank"}, None)["targetId"]
        self.session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True}, None)["sessionId"]
        self.call("Page.enable", {})

    def message(self):
        while b"\0" not in self.buffer:
            part = self.input.read(1 << 16)
            if not part:
                raise OSError("the browser is gone")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, parameters, session=""):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise OSError(answer["error"]["message"])
                return answer["result"]
            self.events.append(answer.get("method"))

    def load(self, url):
        self.events.clear()
        self.call("Page.navigate", {"url": url})
        while "Page.loadEventFired" not in self.events:
            self.events.append(self.message().get("method"))

    def frames(self, url, viewport):
        """The text of every element's frame at a viewport."""
        width, height, scale = viewport
        self.call("Emulation.setDeviceMetricsOverride",
                  {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": True})
        self.load(url)
        return self.call("Runtime.evaluate", {"expression": FRAMES, "returnByValue": True})["result"]["value"]

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


def measure(site, pages):
    """Seconds that the browser takes for so many of a site's pages at three viewports; None without one."""
    command = find()
    if not command:
        return None
    # The site's paths count from its root.
    paths = sorted(glob.glob(os.path.join(site, "pages", "*.html")))[:pages]
    server = subprocess.Popen(["python3", "-m", "http.server", "--bind", "127.0.0.1", "0", "-d", site], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    try:
        port = server.stdout.readline().split("port ")[1].split()[0]
        browser = Browser(command)
        try:
            browser.frames(f"http://127.0.0.1:{port}/index.html", VIEWPORTS[0])
            began = time.monotonic()
            size = 0
            for path in paths:
                for viewport in VIEWPORTS:
                    size += len(browser.frames(f"http://127.0.0.1:{port}/pages/{os.path.basename(path)}", viewport))
            seconds = time.monotonic() - began
        finally:
            browser.close()
    finally:
        server.kill()
        server.wait()
    if size == 0:
        raise OSError("the browser answered nothing")
    return seconds


def first_paint(path, viewport, loads=21):
    """The median time in ms from a navigation to the first contentful paint of a page that was loaded before; None without Chromium."""
    command = find()
    if not command:
        return None
    browser = Browser(command)
    try:
        width, height, scale = viewport
        browser.call("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False})
        times = []
        for _ in range(loads):
            browser.load("file://" + os.path.abspath(path))
            for _ in range(200):
                found = browser.call("Runtime.evaluate", {
                    "expression": "(performance.getEntriesByName('first-contentful-paint')[0] || {}).startTime || 0"})
                if found["result"]["value"]:
                    times.append(found["result"]["value"])
                    break
                time.sleep(0.01)
        return sorted(times)[len(times) // 2] if times else None
    finally:
        browser.close()
