#!/usr/bin/env python3
"""Drives hybrid-view under Xvfb by real input (xdotool), and compares its screen with pictures of the painter.

    view_test.py HYBRID HYBRID-VIEW        the two programs; Xvfb and xdotool must be there
"""
import base64
import http.server
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

import component_pages
import painted_pages

HYBRID, VIEW = (os.path.abspath(path) for path in sys.argv[1:3])
HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "..", "..", "..", "examples")
WORK = tempfile.mkdtemp(prefix="hybrid-view-")
WIDTH, HEIGHT = 390, 844
# A machine that builds at the same time is slow; what is waited for usually comes at once.
PATIENCE = float(os.environ.get("HYBRID_VIEW_PATIENCE", "90"))


class Failed(Exception):
    pass


def check(condition, text):
    if not condition:
        raise Failed(text)


class Display:
    """An X server of its own, whose screen is a file."""

    def __init__(self, width=WIDTH, height=HEIGHT, name="screen"):
        read, write = os.pipe()
        self.folder = os.path.join(WORK, name)
        os.makedirs(self.folder)
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-fbdir", self.folder, "-nolisten", "tcp"],
            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        number = b""
        while not number.endswith(b"\n"):
            piece = os.read(read, 16)
            check(piece, "Xvfb does not start")
            number += piece
        self.name = ":" + number.decode().strip()
        os.close(read)
        home = os.path.join(WORK, "home")
        os.makedirs(home, exist_ok=True)
        self.environment = dict(
            os.environ, DISPLAY=self.name, GDK_BACKEND="x11", GSK_RENDERER="cairo", GTK_A11Y="none", HOME=home,
            XDG_CACHE_HOME=os.path.join(home, "cache"), XDG_DATA_HOME=os.path.join(home, "data"),
            WEBKIT_DISABLE_DMABUF_RENDERER="1", LIBGL_ALWAYS_SOFTWARE="1", NO_AT_BRIDGE="1")

    def tool(self, *arguments):
        done = subprocess.run(
            ["xdotool", *map(str, arguments)], env=self.environment, capture_output=True, text=True, timeout=60)
        check(done.returncode == 0, f"xdotool {arguments}: {done.stderr}")
        return done.stdout

    def tap(self, x, y):
        self.tool("mousemove", round(x), round(y), "click", 1)

    def screen(self):
        """Rows of red, green and blue (XWD, version 7)."""
        data = open(os.path.join(self.folder, "Xvfb_screen0"), "rb").read()
        header = struct.unpack(">25I", data[:100])
        start, stride = header[0] + header[19] * 12, header[12]
        rows = []
        for y in range(header[5]):
            line = data[start + y * stride:start + y * stride + header[4] * 4]
            row = bytearray(header[4] * 3)
            row[0::3], row[1::3], row[2::3] = line[2::4], line[1::4], line[0::4]
            rows.append(bytes(row))
        return rows

    def still(self, seconds=20):
        """The screen, once it does not change any more."""
        end, last = time.time() + seconds, None
        while time.time() < end:
            now = self.screen()
            if now == last:
                return now
            last = now
            time.sleep(0.3)
        return last


def await_picture(display, wanted, most, seconds=20):
    """The screen once at most a share of its pixels differs from a picture's, and that share: what is painted is drawn some time later."""
    end = time.time() + seconds
    while True:
        shown = display.still()
        off = difference(shown, wanted, 8)
        if off < most or time.time() > end:
            return shown, off
        time.sleep(0.3)


def read_png(path):
    """Rows of red, green and blue of a PNG of 8 bits with or without alpha."""
    data = open(path, "rb").read()
    place, body, width, channels = 8, b"", 0, 4
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        chunk = data[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, _, _, color = struct.unpack(">IIBB", chunk[:10])
            channels = {2: 3, 6: 4}[color]
        elif kind == b"IDAT":
            body += chunk
        place += length + 12
    raw, stride = zlib.decompress(body), width * channels
    rows, before = [], bytearray(stride)
    for y in range(len(raw) // (stride + 1)):
        kind = raw[y * (stride + 1)]
        row = bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for x in range(stride):
            left = row[x - channels] if x >= channels else 0
            up, corner = before[x], before[x - channels] if x >= channels else 0
            if kind == 1:
                row[x] = (row[x] + left) & 255
            elif kind == 2:
                row[x] = (row[x] + up) & 255
            elif kind == 3:
                row[x] = (row[x] + (left + up) // 2) & 255
            elif kind == 4:
                guess = left + up - corner
                a, b, c = abs(guess - left), abs(guess - up), abs(guess - corner)
                row[x] = (row[x] + (left if a <= b and a <= c else up if b <= c else corner)) & 255
        out = bytearray(width * 3)
        for channel in range(3):
            out[channel::3] = row[channel::channels]
        rows.append(bytes(out))
        before = row
    return rows


def write_png(path, rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + row for row in rows))
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b""))


def difference(first, second, tolerance=64):
    """The share of pixels of which a channel differs by more than the tolerance."""
    check(len(first) == len(second) and len(first[0]) == len(second[0]), "pictures have different sizes")
    count = total = 0
    for one, other in zip(first, second):
        total += len(one) // 3
        if one == other:
            continue
        for x in range(0, len(one), 3):
            if max(abs(one[x] - other[x]), abs(one[x + 1] - other[x + 1]), abs(one[x + 2] - other[x + 2])) > tolerance:
                count += 1
    return count / total


class ScreenReader:
    """A session bus with AT-SPI on it, and what it says of hybrid-view."""

    def __init__(self, display):
        runtime = os.path.join(WORK, "runtime")
        os.makedirs(runtime, mode=0o700, exist_ok=True)
        self.environment = dict(display.environment, XDG_RUNTIME_DIR=runtime, GTK_A11Y="atspi")
        del self.environment["NO_AT_BRIDGE"]
        self.bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address=1"], env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        address = self.bus.stdout.readline().strip()
        check(address, "dbus-daemon does not start")
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = address

    def ask(self, *arguments):
        """Debian's own Python has GLib's bindings; the one in the path may be another."""
        program = os.path.join(HERE, "screen_reader.py")
        done = subprocess.run(
            ["/usr/bin/python3", program, *arguments], env=self.environment, capture_output=True, text=True, timeout=120)
        return json.loads(done.stdout) if done.returncode == 0 else None, done.stderr

    def tree(self):
        """The program's objects. It is on the accessibility bus some time after its first screen, and an object can go while it is asked
        for others, so an answer is waited for."""
        end = time.time() + PATIENCE
        while True:
            tree, error = self.ask("tree", "hybrid-view")
            if tree:
                break
            check(time.time() < end, f"AT-SPI: {error[-500:]}")
            time.sleep(0.3)
        found, stack = [], [tree]
        while stack:
            node = stack.pop()
            found.append(node)
            stack += reversed(node["children"])
        return found

    def wait(self, wanted, text):
        """What `wanted` finds in the tree, once it finds something."""
        end = time.time() + PATIENCE
        while True:
            found = [node for node in self.tree() if wanted(node)]
            if found:
                return found[0]
            check(time.time() < end, f"{text}; the tree: {[(node['role'], node['name']) for node in self.tree()]}")
            time.sleep(0.3)

    def press(self, role, name):
        done, error = self.ask("do", "hybrid-view", role, name)
        check(done and done["done"], f"{role} “{name}” cannot be pressed: {error[-300:]}")

    def end(self):
        self.bus.terminate()
        self.bus.wait(30)


class View:
    """A running hybrid-view with what it says."""

    def __init__(self, display, *arguments, environment=None, kiosk=True, program="hybrid-view"):
        self.display = display
        self.events, self.seen = [], 0
        self.path = os.path.join(WORK, "trace.log")
        self.log = open(self.path, "wb")
        self.errors = open(os.path.join(WORK, "errors.log"), "ab")
        self.process = subprocess.Popen(
            [os.path.join(os.path.dirname(VIEW), program), *map(str, arguments), *(["--kiosk"] if kiosk else []), "--trace"], env=environment or display.environment, stdout=self.log, stderr=self.errors)

    def read(self):
        with open(self.path, encoding="utf-8") as file:
            lines = [line for line in file.read().split("\n")[:-1] if line]
        self.events = [json.loads(line) for line in lines]

    def wait(self, event, seconds=None, **members):
        """The next event of a kind, after those that were waited for before."""
        end = time.time() + (seconds or PATIENCE)
        while time.time() < end:
            self.read()
            for place in range(self.seen, len(self.events)):
                found = self.events[place]
                if found["event"] == event and all(found.get(name) == value for name, value in members.items()):
                    self.seen = place + 1
                    return found
            check(self.process.poll() is None, f"hybrid-view ended with {self.process.returncode}, waiting for {event}")
            time.sleep(0.02)
        raise Failed(f"no {event} {members}; last: {self.events[-5:]}")

    def focus(self):
        self.display.tool("windowfocus", "--sync", self.display.tool("search", "--onlyvisible", "--name", ".").split()[0])

    def shared_memory(self):
        """The program's own memory with its share of what other programs map too, in MB."""
        for line in open(f"/proc/{self.process.pid}/smaps_rollup"):
            if line.startswith("Pss:"):
                return int(line.split()[1]) // 1024
        return 0

    def maps(self, library):
        return library in open(f"/proc/{self.process.pid}/maps").read()

    def memory(self):
        for line in open(f"/proc/{self.process.pid}/status"):
            if line.startswith("VmRSS"):
                return int(line.split()[1]) // 1024
        return 0

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(30)
        self.log.close()
        self.errors.close()


def run(*arguments, **options):
    done = subprocess.run([HYBRID, *map(str, arguments)], capture_output=True, text=True, timeout=300, **options)
    check(done.returncode == 0, f"hybrid {' '.join(map(str, arguments))}: {done.stdout}{done.stderr}")
    return done.stdout


def build(site, name, *arguments):
    target = os.path.join(WORK, name)
    run("build", site, "-o", target, "--no-cache", *arguments)
    return target


def center(place):
    return place[0] + place[2] / 2, place[1] + place[3] / 2


# The tests.

def web_pages(display):
    """A Web page: painted at once, like the painter's picture; WebKit's own picture; a link; back to where it was."""
    site = os.path.join(HERE, "web")
    pages = build(site, "pages")
    picture = os.path.join(WORK, "pages.png")
    run("picture", "index.html", "--root", site, "--viewport", f"{WIDTH}x{HEIGHT}@1", "-o", picture)
    wanted = read_png(picture)
    view = View(display, pages, "--no-web-views")
    try:
        painted = view.wait("painted")
        shown, off = await_picture(display, wanted, 0.001)
        write_png(os.path.join(WORK, "painted.png"), shown)
        check(off < 0.001, f"{off:.2%} of the painted first screen's pixels differ from the painter's")
        check(difference(wanted, [bytes([255]) * (WIDTH * 3)] * HEIGHT) > 0.1, "the painter's picture is blank")
    finally:
        view.end()
    view = View(display, pages)
    try:
        view.wait("handedOver")
        display.tool("mousemove", 200, 700)
        shown = display.still()
        write_png(os.path.join(WORK, "web.png"), shown)
        own = difference(shown, wanted)
        check(own < 0.06, f"{own:.2%} of WebKit's pixels differ from the painter's")
        # Scrolled a little, so that the link is still there; the way back leads to the same place.
        display.tool("click", "--repeat", 1, 5)
        time.sleep(1)
        scrolled = display.still()
        check(difference(scrolled, shown) > 0.05, "the page did not scroll")
        display.tap(200, 125 - 60)
        visit = view.wait("visit", url="/second.html", action="advance")["at"]
        # The web view is given 50 ms to draw what it has loaded. On a busy machine it may be there before the painter.
        whole = view.wait("handedOver")["at"] - visit - 50
        first = [event["at"] - visit for event in view.events if event["event"] == "painted" and event["at"] >= visit]
        painting = f"painted after {first[0]:.0f} ms" if first else "not painted, the web view was faster"
        check(difference(display.still(), scrolled) > 0.3, "the second page looks like the first")
        view.focus()
        display.tool("key", "alt+Left")
        view.wait("restored", url="/")
        display.tool("mousemove", 200, 700)
        back = difference(display.still(), scrolled)
        check(back < 0.01, f"{back:.2%} of the pixels differ after going back")
        return (f"painted after {painted['at']:.0f} ms: {off:.2%} off the painter's picture; WebKit's: {own:.2%}; "
                f"the next page was {painting}; WebKit loaded it after {whole:.0f} ms")
    finally:
        view.end()


def other_sites(display):
    """A frame of another site stays in its page, a link to one leaves the app, a form with POST is refused and what was typed stays."""
    check(os.path.exists(os.path.join(os.path.dirname(VIEW), "example-app")), "example-app is not built: `make view` builds it")
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append((self.command, self.path))
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<body style='margin:0;background:#00f'>")

        do_POST = do_GET

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    other = f"http://127.0.0.1:{server.server_address[1]}/"
    site = os.path.join(WORK, "other-sites-site")
    os.makedirs(site)
    with open(os.path.join(site, "index.html"), "w") as file:
        file.write(f"""<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Others</title>
<style>body {{ margin: 0 }} iframe, a, button {{ display: block; box-sizing: border-box; width: 300px; height: 100px; border: 0 }}</style>
<iframe src="{other}" title="A map"></iframe><a href="{other}">The map's own page</a>
<form method="post" action="/"><input name="note" aria-label="Note"><button>Send</button></form>""")
    view = View(display, build(site, "other-sites"))

    def happened(*kinds):
        view.read()
        return [event for event in view.events if event["event"] in kinds]

    try:
        view.wait("handedOver")
        deadline = time.monotonic() + 30
        while not asked and time.monotonic() < deadline:
            time.sleep(0.1)
        check(asked == [("GET", "/")], f"the frame asked for {asked}")
        time.sleep(1)
        check(not happened("outside") and len(happened("visit")) == 1, "the frame's address was taken for the page's")
        display.tap(100, 150)
        check(view.wait("outside")["address"] == other, "the link led to another place")
        display.tap(100, 250)
        check("form" in view.wait("notice")["text"], "the note is another one")
        check(len(happened("visit")) == 1 and len(asked) == 1, f"the form was sent: {asked}")
        return "one frame, one link, one form"
    finally:
        view.end()
        server.shutdown()


def own_server(display):
    """A page of the network leads on to the others of its server, where they have moved to as well; those of another one leave the app."""
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(302 if self.path == "/moved" else 200)
            if self.path == "/moved":
                self.send_header("Location", "/three")
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            links = {"/one": ["/two", "http://localhost:%d/" % self.server.server_address[1]], "/two": ["/moved"]}.get(self.path, [])
            self.wfile.write(("<!DOCTYPE html><title>%s</title><body style='margin:0'>" % self.path + "".join(
                f"<a href='{link}' style='display:block;height:100px'>{link}</a>" for link in links)).encode())

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    server_name = f"http://127.0.0.1:{server.server_address[1]}"
    first = server_name + "/one"
    view = View(display, build(os.path.join(HERE, "site"), "own-server"), "--url", first)
    try:
        view.wait("completed", url=first)
        view.wait("handedOver")
        display.still()
        display.tap(100, 50)
        view.wait("visit", url=server_name + "/two", action="advance")
        view.wait("completed", url=server_name + "/two")
        view.wait("handedOver")
        display.still()
        display.tap(100, 50)
        view.wait("visit", url=server_name + "/moved")
        view.wait("completed", url=server_name + "/moved")
        view.wait("handedOver")
        display.tool("key", "alt+Left")
        view.wait("restored", url=server_name + "/two")
        display.tool("key", "alt+Left")
        view.wait("restored", url=first)
        display.still()
        display.tap(100, 150)
        view.wait("outside", address=f"http://localhost:{server.server_address[1]}/")
        return "three pages of one server, one of another"
    finally:
        view.end()
        server.shutdown()


def any_size(_):
    """A width that was not built, from only the package: a painted page is like the painter's of that width, and a native page too."""
    site = os.path.join(WORK, "any-size-site")
    shutil.copytree(os.path.join(HERE, "web"), site)
    shutil.copy(os.path.join(HERE, "site", "detail.html"), os.path.join(site, "native.html"))
    wide, high = 440, 900
    display = Display(wide, high, "other")
    try:
        plain, measured = build(site, "plain-size"), build(site, "any-size", "--emit", "measures")
        view = View(display, plain, "--no-web-views", "--width", wide, "--height", high)
        try:
            view.wait("notPainted")
        finally:
            view.end()
        picture = os.path.join(WORK, "any-size.png")
        run("picture", "index.html", "--root", site, "--viewport", f"{wide}x{high}@1", "-o", picture)
        view = View(display, measured, "--no-web-views", "--width", wide, "--height", high)
        try:
            view.wait("painted")
            _, off = await_picture(display, read_png(picture), 0.001)
            check(off < 0.001, f"{off:.2%} of the pixels differ from the painter's")
            display.tap(200, 125)
            view.wait("paintedLink")
        finally:
            view.end()
        drawer = os.path.join(os.path.dirname(HYBRID), "page-picture")
        shown = []
        for folder in (plain, measured):
            done = subprocess.run(
                [drawer, folder, "native.html", "--width", str(wide), "--height", str(high), "--scale", "1"], capture_output=True, text=True, timeout=120)
            check(done.returncode == 0, done.stderr)
            shown.append(done.stdout)
            view = View(display, folder, "--url", "/native.html", "--width", wide, "--height", high)
            try:
                view.wait("places")
                shown.append(display.still())
            finally:
                view.end()
        check(shown[0] == shown[2], "packaged measures give other commands than this system's text")
        check(shown[1] == shown[3], "packaged measures give another screen than this system's text")
        size = next(package["size"] for package in json.load(open(os.path.join(measured, "manifest.json")))["packages"]
                    if package["name"] == "measures")
        return f"painted {wide} px wide: {off:.2%} off the painter's picture; the measures have {size} bytes"
    finally:
        display.process.terminate()
        display.process.wait(30)


def shipped_fonts(_):
    """A size that was not built, from a store: the measures are fetched when a page needs them, and texts are drawn in the font that
    the release ships, under the name that the release gives it."""
    face = subprocess.run(["fc-match", "-f", "%{file}", "DejaVu Serif"], capture_output=True, text=True).stdout
    check(face.endswith("DejaVuSerif.ttf"), f"DejaVu Serif is not installed (fonts-dejavu): {face}")
    page = ('<html html-identify="Token" lang="en"><head><title>t</title><style>{rule} body {{ width: 100%; height: 100% }} '
            'label {{ font-family: {family}; font-size: 26px }}</style></head><body><label id="text">Wide letters, shipped under '
            'another name, on more lines than one</label></body></html>')
    web = ('<!DOCTYPE html><html lang="en"><head><title>t</title><meta name="viewport" content="width=device-width"><style>{rule} '
           'p {{ font: 26px {family} }}</style></head><body><p>Wide letters, shipped under another name</p></body></html>')
    rule = "@font-face { font-family: Brand; src: url(brand.ttf) }"
    sites = {}
    for name, family, own in (("shipped", "Brand", rule), ("installed", "DejaVu Serif", "")):
        site = os.path.join(WORK, f"font-{name}-site")
        os.makedirs(site)
        for file, text in (("index.html", page), ("web.html", web)):
            with open(os.path.join(site, file), "w") as out:
                out.write(text.format(rule=own, family=family))
        with open(os.path.join(site, "hybrid.json"), "w") as out:
            out.write('{"name": "fonts", "viewports": [{"width": 320, "height": 480, "scale": 1}]}')
        if own:
            shutil.copy(face, os.path.join(site, "brand.ttf"))
        sites[name] = site
    key = os.path.join(WORK, "fonts.pem")
    run("keygen", "-o", key)
    server = build(sites["shipped"], "font-server", "--emit", "measures", "--sequence", 1)
    run("roots", "add", server, "--key", key + ".pub", "--sign-key", key)
    run("build", sites["shipped"], "-o", server, "--no-cache", "--emit", "measures", "--sequence", 2, "--sign-key", key)
    installed = build(sites["installed"], "font-installed", "--emit", "measures")
    wide, high = 412, 915
    display = Display(wide, high, "fonts")
    try:
        shown = []
        store = os.path.join(WORK, "font-store")
        for arguments in ((server, "--root", os.path.join(server, "roots", "1.root.json"), "--store", store), (installed,)):
            view = View(display, *arguments, "--width", wide, "--height", high)
            try:
                if len(arguments) > 1:
                    check(view.wait("font", family="Brand")["isKnown"], "the font cannot be drawn with")
                    view.wait("measures")
                places = view.wait("places")["places"]
                shown.append((places, display.still()))
            finally:
                view.end()
            view = View(display, *arguments, "--width", wide, "--height", high, "--url", "/web.html", "--no-web-views")
            try:
                # The measures are in the store by now.
                view.wait("painted")
                blank = [bytes([255]) * (wide * 3)] * high
                end = time.time() + 20
                while difference(display.still(), blank) < 0.005 and time.time() < end:
                    time.sleep(0.3)
                shown.append(display.still())
            finally:
                view.end()
        check(shown[0][0] == shown[2][0], f"the label is at {shown[0][0]}, and at {shown[2][0]} in the font of that name")
        off = difference(shown[0][1], shown[2][1], 8)
        check(off < 0.001, f"{off:.2%} of a Token page's pixels differ from those in the machine's font of that kind")
        off = difference(shown[1], shown[3], 8)
        check(off < 0.001, f"{off:.2%} of a painted page's pixels differ from those in the machine's font of that kind")
        blank = [bytes([255]) * (wide * 3)] * high
        check(difference(shown[0][1], blank) > 0.01 and difference(shown[1], blank) > 0.005, "nothing is shown")
        return "a Token page and a painted one look as in the machine's font; the measures were fetched on demand"
    finally:
        display.process.terminate()
        display.process.wait(30)


def painted_links(display):
    """A tap on the painted screen is followed without the web view, and the page comes in the web view with it."""
    news = build(os.path.join(EXAMPLES, "news"), "news")
    view = View(display, news, "--no-web-views")
    try:
        view.wait("painted")
        display.tap(129, 82)
        view.wait("paintedLink")
        view.wait("visit", url="/topics.html")
        view.wait("painted")
    finally:
        view.end()
    view = View(display, news)
    try:
        # The web view may be faster than the tap: then its own link leads on.
        view.wait("completed")
        display.tap(129, 82)
        view.wait("visit", url="/topics.html")
        view.wait("handedOver")
    finally:
        view.end()
    return "followed on the painted screen and in the web view"


def rows_data():
    """A file with the rows of a long list."""
    path = os.path.join(WORK, "rows.json")
    with open(path, "w") as file:
        json.dump({"name": "you", "rows": [{"name": f"Row {i}", "count": i * 7 % 1000} for i in range(10000)]}, file)
    return path


def token_form(display):
    """GTK's own widgets: typing, a switch, a segment, a button."""
    site = build(os.path.join(HERE, "site"), "rows")
    view = View(display, site, "--data", rows_data())
    try:
        places = view.wait("places")["places"]
        view.focus()
        before = display.still()
        display.tap(*center(places["name"]))
        time.sleep(0.3)
        display.tool("key", "ctrl+a")
        display.tool("type", "--delay", "30", "Ada")
        view.wait("change", value="Ada")
        # What is bound follows: "Hello you" is another picture now.
        x, y, wide, high = (round(number) for number in places["greeting"])
        greeting = [row[x * 3:(x + wide) * 3] for row in display.still()[y:y + high]]
        check(greeting != [row[x * 3:(x + wide) * 3] for row in before[y:y + high]], "the greeting did not follow")
        display.tap(*center(places["wanted"]))
        view.wait("change", value="true")
        x, y, wide, high = places["kind"]
        display.tap(x + wide * 0.5, y + high / 2)
        view.wait("change", value="1")
        x, y, wide, high = places["amount"]
        display.tap(x + wide * 0.9, y + high / 2)
        view.wait("change")
        display.tap(*center(places["all"]))
        view.wait("visit", url="/list.html")
        view.wait("places")
        # A list of 10,000 rows: by the wheel, then far down.
        display.tool("mousemove", 200, 500)
        display.tool("click", "--repeat", 40, "--delay", 15, 5)
        end = time.time() + 20
        scroll = view.wait("scroll")
        while scroll["y"] < 1500 and time.time() < end:
            scroll = view.wait("scroll")
        time.sleep(1)
        view.read()
        scrolls = [event for event in view.events if event["event"] == "scroll"]
        # All rows are there to be scrolled to; those that are far off have neither nodes nor views.
        check(abs(scrolls[-1]["height"] - 480000) < 1, f"the list is {scrolls[-1]['height']} px high")
        check(max(event["nodes"] for event in scrolls) < 1000, f"{scrolls[-1]['nodes']} nodes")
        most = max(event["views"] for event in scrolls)
        check(most < 220, f"{most} views are on the screen and around it")
        # A row leads on; going back, the list is where it was.
        shown = display.still()
        display.tap(100, 400)
        view.wait("call", function="pushNavigatorWithURL")
        view.wait("visit", url="/detail.html")
        view.wait("places")
        check(difference(display.still(), shown, 3) > 0.5, "the detail looks like the list")
        display.tool("key", "alt+Left")
        view.wait("restored", url="/list.html")
        display.tool("mousemove", 5, 5)
        off = difference(display.still(), shown)
        check(off < 0.01, f"{off:.2%} of the pixels differ after going back to the list")
        rates = sorted(event["framesPerSecond"] for event in scrolls if event["framesPerSecond"])
        rate = f"{rates[len(rates) // 2]:.0f} frames a second" if rates else "no frames counted"
        check(not view.maps("libwebkitgtk"), "WebKitGTK is loaded, although no Web page was shown")
        check(not view.maps("libLLVM"), "OpenGL's compiler is loaded")
        check(not view.maps("libcurl"), "libcurl is loaded, although nothing was fetched")
        check(not view.maps("libavif"), "libavif is loaded, although no such image was shown")
        return f"{most} views for 10,000 rows, {rate}, {view.memory()} MB, of which {view.shared_memory()} MB count"
    finally:
        view.end()


def secrets(display):
    """What is typed into a field that hides it is in no line of the trace, and once the field is gone it is typed nowhere."""
    site = os.path.join(WORK, "secrets-site")
    shutil.copytree(os.path.join(HERE, "site"), site)
    target = build(site, "secrets")
    view = View(display, target, "--watch")
    try:
        places = view.wait("places")["places"]
        view.focus()
        display.still()
        display.tap(*center(places["secret"]))
        time.sleep(0.3)
        display.tool("type", "--delay", "30", "zqx7")
        change = view.wait("change", isSecret=True)
        check("value" not in change, f"{change}")
        time.sleep(1)
        # A release without the field takes the place of this one while it is typed into.
        page = os.path.join(site, "index.html")
        with open(page) as file:
            lines = [line for line in file if 'id="secret"' not in line]
        with open(page, "w") as file:
            file.write("".join(lines))
        build(site, "secrets")
        view.wait("reloaded")
        display.still()
        display.tool("type", "--delay", "30", "vwk9")
        time.sleep(1)
        view.read()
        changes = [event for event in view.events if event["event"] == "change"]
        check(all(event.get("isSecret") for event in changes), f"the rest was typed into another field: {changes[-1]}")
        with open(view.path) as file:
            text = file.read()
        check("zq" not in text and "vw" not in text, "the trace has what was typed")
        return f"{len(changes)} changes of a password without its letters, none of another field"
    finally:
        view.end()


def loops(display):
    """10,000 copies of `t:for` in a scroll view: nodes and views for what is near the screen, and what follows is below all of them."""
    view = View(display, build(os.path.join(HERE, "site"), "loops"), "--data", rows_data(), "--url", "/loop.html")
    try:
        view.wait("places")
        view.focus()
        display.still()
        display.tool("mousemove", 200, 500)
        display.tool("click", "--repeat", 40, "--delay", 15, 5)
        end = time.time() + 20
        scroll = view.wait("scroll")
        while scroll["y"] < 1500 and time.time() < end:
            scroll = view.wait("scroll")
        display.still()
        view.read()
        scrolls = [event for event in view.events if event["event"] == "scroll"]
        height = 60 + 10000 * 30 + 80
        check(abs(scrolls[-1]["height"] - height) < 1, f"{scrolls[-1]['height']} px high, not {height}")
        nodes, views = (max(event[kind] for event in scrolls) for kind in ("nodes", "views"))
        check(nodes < 1000 and views < 400, f"{nodes} nodes, {views} views")
        # A copy knows its element, and goes on being where it was.
        shown = display.still()
        display.tap(100, 400)
        view.wait("call", function="pushNavigatorWithURL")
        view.wait("visit", url="/detail.html")
        view.wait("places")
        display.still()
        display.tool("key", "alt+Left")
        view.wait("restored", url="/loop.html")
        display.tool("mousemove", 5, 5)
        off = difference(display.still(), shown)
        check(off < 0.01, f"{off:.2%} of the pixels differ after going back")
        # The end, with what is below the copies.
        for _ in range(40):
            display.tool("mousemove", 200, 500)
            display.tool("click", "--repeat", 100, "--delay", 1, 5)
            view.read()
            y = [event for event in view.events if event["event"] == "scroll"][-1]["y"]
            if y > height - HEIGHT - 1:
                break
        check(y > height - HEIGHT - 1, f"scrolled to {y}")
        last = display.still()
        check(last[HEIGHT - 40][600:603] == bytes([250, 200, 160]), f"the end has the color {tuple(last[HEIGHT - 40][600:603])}")
        return f"{views} views and {nodes} nodes for 10,000 copies, {view.memory()} MB"
    finally:
        view.end()


def components(_):
    """A page for each component: each is shown, each property of it that the dialect's table says works makes another picture, and
    those that it says are ignored make none."""
    size = (390, 1600)
    site = os.path.join(WORK, "components-site")
    os.makedirs(site)
    shutil.copy(os.path.join(HERE, "site", "logo.png"), site)
    known = component_pages.write(site, size)
    built = build(site, "components")
    display = Display(*size, name="tall")
    count, wrong = 0, []
    try:
        for component in component_pages.components():
            tag, ignored = component["tag"], component["hosts"]["hybrid-view"]["ignores"]
            page = tag.replace("*", "every")
            view = View(display, built, "--width", size[0], "--height", size[1], "--url", f"/{page}.html")
            try:
                places = view.wait("places")["places"]

                def picture(screen, number):
                    x, y, wide, high = (round(part) for part in places[f"i{number}"])
                    return [row[x * 3:(x + wide) * 3] for row in screen[y:y + high]]

                def faults(screen):
                    found = []
                    for name, (number, other) in known[tag].items():
                        if name is None:
                            blank = picture(screen, number)
                            if not component.get("isBlank") and len(set(blank)) == 1 and len(set(blank[0])) == 1:
                                found.append(f"{tag} is not shown")
                        elif (picture(screen, number) == picture(screen, other)) != (name in ignored):
                            found.append(f"{tag}: {name} makes {'a' if name in ignored else 'no'} difference")
                    return found

                # Images and web views come later.
                end = time.time() + 20
                while (last := faults(display.still())) and time.time() < end:
                    time.sleep(0.3)
                wrong += last
                count += len(known[tag]) - 1
            finally:
                view.end()
        screens = []
        for page in ("bar", "plain"):
            view = View(display, built, "--width", size[0], "--height", size[1], "--url", f"/{page}.html")
            try:
                view.wait("places")
                screens.append(display.still())
            finally:
                view.end()
        if screens[0] != screens[1]:
            wrong.append("the navigation bar is shown")
    finally:
        display.process.terminate()
        display.process.wait(30)
    check(not wrong, "; ".join(wrong))
    return f"{len(known) - 1} components are shown, {count} properties work or are ignored as the table says"


def titles(_):
    """Titles of pickers and segments have the page's color and size, in the dark scheme too, whose own would not show on the page's background."""
    size = (390, 900)
    site = os.path.join(WORK, "titles-site")
    os.makedirs(site)
    with open(os.path.join(site, "hybrid.json"), "w") as file:
        json.dump({"name": "titles", "version": "1.0.0", "viewports": [{"width": size[0], "height": size[1], "scale": 1}]}, file)
    looks = {"plain": "background-color: rgb(255,255,255)", "red": "color: rgb(220,0,0)",
             "large": "background-color: rgb(255,255,255); font-size: 26px"}
    controls = "".join(
        f'<picker id="p-{name}" titles="Hamburg,Lisbon" style="width: 300px; height: 110px; margin: 4px; {look}"></picker>'
        f'<segment id="s-{name}" titles="Hamburg,Lisbon" style="width: 300px; height: 44px; margin: 4px; {look}"></segment>'
        for name, look in looks.items())
    with open(os.path.join(site, "index.html"), "w") as file:
        file.write(f"""<!DOCTYPE html><html lang="en" html-identify="Token" version="1.1"><head><title>Titles</title><style>
body {{ width: 100%; height: 100%; font-family: Liberation Sans, sans-serif; background-color: rgb(255,255,255) }}
</style></head><body>{controls}</body></html>
""")
    built = build(site, "titles")
    display = Display(*size, name="narrow")
    found = {}
    try:
        for scheme in ("light", "dark"):
            view = View(display, built, "--width", size[0], "--height", size[1], *(["--dark"] if scheme == "dark" else []))
            try:
                places = view.wait("places")["places"]
                screen = display.still()

                def count(name, isMeant):
                    """How many pixels of a control's titles are as they should be."""
                    x, y, wide, high = (round(part) for part in places[name])
                    # Without what frames draw at the edges, and without the segment that is chosen.
                    left = x + wide // 2 + 8 if name.startswith("s-") else x + 8
                    rows = [[tuple(row[at * 3:at * 3 + 3]) for at in range(left, x + wide - 8)] for row in screen[y + 6:y + high - 6]]
                    return sum(isMeant(*pixel) for row in rows for pixel in row)

                for kind in "ps":
                    dark = count(f"{kind}-plain", lambda red, green, blue: max(red, green, blue) < 60)
                    check(dark > 40, f"{scheme}: {kind}-plain has {dark} dark pixels")
                    red = count(f"{kind}-red", lambda red, green, blue: red > 170 and max(green, blue) < 70)
                    check(red > 40, f"{scheme}: {kind}-red has {red} red pixels")
                    large = count(f"{kind}-large", lambda red, green, blue: max(red, green, blue) < 60)
                    check(large > 1.8 * dark, f"{scheme}: {kind}-large has {large} dark pixels, {dark} at 16 px")
                    found[scheme, kind] = (dark, red, large)
            finally:
                view.end()
    finally:
        display.process.terminate()
        display.process.wait(30)
    return f"as the page says, light and dark: {found}"


def webkit_declarations(_):
    """The declarations of WebKitGTK's functions are those of its headers."""
    shims = os.path.join(HERE, "..", "Sources", "GTKShims")
    flags = subprocess.run(["pkg-config", "--cflags", "webkitgtk-6.0"], capture_output=True, text=True)
    check(flags.returncode == 0, "WebKitGTK's headers are not installed (libwebkitgtk-6.0-dev)")
    compiler = shutil.which("cc") or shutil.which("clang")
    for file in ("WebKitLibrary.c", "WebViews.c"):
        done = subprocess.run(
            [compiler, "-fsyntax-only", "-Wall", "-Werror", "-DHV_CHECKS_WEBKIT", *flags.stdout.split(), "-I", os.path.join(shims, "include"),
             os.path.join(shims, file)], capture_output=True, text=True)
        check(done.returncode == 0, done.stderr[-2000:])
    return "as in the headers"


def turned_site(name, **settings):
    """The site of the tests, built upright and turned."""
    site = os.path.join(WORK, name)
    shutil.copytree(os.path.join(HERE, "site"), site)
    path = os.path.join(site, "hybrid.json")
    with open(path) as file:
        configuration = json.load(file)
    configuration["viewports"].append({"width": HEIGHT, "height": WIDTH, "scale": 1})
    configuration.update(settings)
    with open(path, "w") as file:
        json.dump(configuration, file)
    return site


def rotation(_):
    """Turned in place: what was entered and how far a list is scrolled stay; the dark colours."""
    site = turned_site("turned-site", colorSchemes=["light", "dark"])
    for page in ("index.html", "list.html"):
        path = os.path.join(site, page)
        text = open(path).read()
        with open(path, "w") as file:
            file.write(text.replace(
                "</style>", "@media (prefers-color-scheme: dark) { body { background-color: rgb(20,24,40) } }</style>"))
    built = build(site, "turned")
    display = Display(HEIGHT, HEIGHT, "square")
    try:
        for arguments, background in ((), (255, 255, 255)), (("--dark",), (20, 24, 40)):
            view = View(display, built, "--width", WIDTH, "--height", HEIGHT, "--data", rows_data(), *arguments)
            try:
                places = view.wait("places")["places"]
                view.focus()
                window = display.tool("search", "--onlyvisible", "--name", ".").split()[0]
                check(display.still()[600][300 * 3:301 * 3] == bytes(background), "the page has other colours")
                display.tap(*center(places["name"]))
                time.sleep(0.3)
                display.tool("key", "End")
                display.tool("type", "--delay", "30", ", open")
                view.wait("change", value="you, open")
                display.tool("windowsize", window, HEIGHT, WIDTH)
                turned = view.wait("places")["places"]
                check(turned["name"][2] > places["name"][2] + 400, f"the field is {turned['name'][2]} px wide")
                # What was entered and the keyboard are where they were.
                display.tool("type", "--delay", "30", "ed")
                view.wait("change", value="you, opened")
                check(display.still()[350][800 * 3:801 * 3] == bytes(background), "the turned page has other colours")
                display.tap(*center(turned["all"]))
                view.wait("visit", url="/list.html")
                view.wait("places")
                display.tool("mousemove", 400, 200)
                display.tool("click", "--repeat", 10, "--delay", 30, 5)
                time.sleep(1)
                view.read()
                y = [event for event in view.events if event["event"] == "scroll"][-1]["y"]
                check(y > 100, "the list did not scroll")
                display.tool("windowsize", window, WIDTH, HEIGHT)
                rows = view.wait("places")["places"]["rows"]
                check(rows[2] == WIDTH and rows[3] == HEIGHT, f"the turned list is at {rows}")
                display.still()
                display.tool("mousemove", 200, 400)
                display.tool("click", 5)
                scroll = view.wait("scroll")
                check(y < scroll["y"] < y + 200, f"the turned list is at {scroll['y']} px instead of {y}")
            finally:
                view.end()
        return f"turned twice, light and dark, with what was entered; the list is at {y:.0f} px again"
    finally:
        display.process.terminate()
        display.process.wait(30)


def made_again(_):
    """A page that needs rules which were not built is made again: what was entered follows the item of its row, though the page's
    script begins again with the rows in their first order."""
    site = os.path.join(WORK, "again-site")
    os.makedirs(site)
    with open(os.path.join(site, "hybrid.json"), "w") as file:
        json.dump({"name": "again", "version": "1.0.0", "viewports": [{"width": WIDTH, "height": HEIGHT, "scale": 1}]}, file)
    with open(os.path.join(site, "rows.js"), "w") as file:
        file.write("""let rows = [0, 1, 2, 3, 4, 5].map(number => ({ name: `Row ${number}` }));
function show() { document.getElementById("list").reloadData(rows); }
function turn() { rows = [{ name: "New" }, ...rows.reverse()]; show(); }
show();
""")
    with open(os.path.join(site, "index.html"), "w") as file:
        file.write("""<!DOCTYPE html><html lang="en" html-identify="Token" version="1.1"><head><title>Rows</title><style>
body { width: 100%; height: 100%; font-family: Liberation Sans, sans-serif }
button { height: 40px } table { flex: 1 } tableRow { flex-direction: row; height: 48px } label { width: 120px }
input { width: 130px; height: 36px } @media (min-width: 600px) { label { width: 300px } }
</style><script src="rows.js"></script></head><body><button id="turn" title="Turn" @click="turn()"></button>
<table id="list" t:data="(item, index) in rows" rowHeight="48"><tableRow><label>{{ item.name }}</label>
<input id="f-{{ item.name }}"></tableRow></table></body></html>
""")
    built = build(site, "again")
    display = Display(HEIGHT, HEIGHT, "wide-again")
    view = None
    try:
        view = View(display, built, "--width", WIDTH, "--height", HEIGHT)
        places = view.wait("places")["places"]
        view.focus()
        display.still()
        window = display.tool("search", "--onlyvisible", "--name", ".").split()[0]
        display.tap(*center(places["turn"]))
        display.still()
        # The first row is a new one, and the second the last one of the script's own.
        display.tap(*center(places["f-Row 1"]))
        time.sleep(0.3)
        display.tool("type", "--delay", "30", "of 5")
        view.wait("change", value="of 5")
        display.tool("windowsize", window, 700, HEIGHT)
        view.wait("madeAgain")
        places = view.wait("places")["places"]
        check(places["f-Row 0"][1] < places["f-Row 5"][1], f"the script has not begun again: {places}")
        # The keyboard goes along, too.
        display.still()
        display.tool("type", "--delay", "30", "!")
        view.wait("change", value="of 5!")
        display.tap(*center(places["f-Row 5"]))
        time.sleep(0.3)
        display.tool("key", "End")
        display.tool("type", "--delay", "30", "?")
        view.wait("change", value="of 5!?")
        return "what was typed into a row follows its item, with the keyboard"
    finally:
        if view:
            view.end()
        display.process.terminate()
        display.process.wait(30)


def in_place(_):
    """Another size keeps what scripts made and wait for; a message of a failed visit is left; the wheel over what cannot move."""
    site = build(turned_site("kept-site", colorSchemes=["light", "dark"]), "kept")
    display = Display(HEIGHT, HEIGHT, "kept-screen")
    view = View(display, site, "--width", WIDTH, "--height", HEIGHT, "--url", "/kept.html")

    def titles():
        view.read()
        return [event["arguments"][0] for event in view.events if event["event"] == "call" and event["function"] == "setTitle"]

    def turn(width, height):
        display.tool("windowsize", window, width, height)
        places = view.wait("places")["places"]
        while places["end"][2] != width:
            places = view.wait("places")["places"]
        return places

    def count_color(place):
        x, y = round(place[0] + place[2] / 2), round(place[1] + 4)
        return tuple(display.still()[y][x * 3:x * 3 + 3])

    def end_row():
        green = bytes((170, 255, 170))
        return next((y for y, row in enumerate(display.still()) if row[900:903] == green), None)
    try:
        view.wait("call", function="setTitle", arguments=['stored {"a":1} null all'])
        places = view.wait("places")["places"]
        view.focus()
        window = display.tool("search", "--onlyvisible", "--name", ".").split()[0]
        view.wait("call", function="setTitle", arguments=["place null"])
        display.still()
        for count in (1, 2):
            display.tap(*center(places["add"]))
            view.wait("call", function="setTitle", arguments=[f"rows {count} of {count}"])
        display.tap(*center(places["ask"]))
        view.wait("question", text="First")
        turned = turn(HEIGHT, WIDTH)
        check(turned["add"][3] == 36, f"the rules of the new width do not count: {turned['add']}")
        check(turned["later"][3] == 44, "what the script showed is hidden")
        time.sleep(0.5)
        for name in ("First", "Second"):
            if name == "Second":
                view.wait("question", text=name)
                time.sleep(0.5)
            display.tool("key", "Return")
            view.wait("call", function="setTitle", arguments=[f"{name.lower()} answered"])
        check(count_color(turned["count"]) == (255, 170, 90), f"the look of the new width does not count: {count_color(turned['count'])}")
        display.tap(*center(turned["add"]))
        view.wait("call", function="setTitle", arguments=["rows 3 of 3"])
        for width in range(HEIGHT - 20, WIDTH, -30):
            display.tool("windowsize", window, width, 600)
        places = turn(WIDTH, HEIGHT)
        display.still()
        display.tap(*center(places["lost"]))
        view.wait("visitFailed", url="/absent.html")
        turn_behind = HEIGHT - 100
        display.tool("windowsize", window, turn_behind, HEIGHT)
        display.still()
        display.tool("key", "alt+Left")
        view.wait("leftFailure", url="/kept.html")
        places = turn(WIDTH, HEIGHT)
        display.still()
        display.tap(*center(places["add"]))
        view.wait("call", function="setTitle", arguments=["rows 4 of 4"])
        # A note does not keep the page from the reader, and the script takes it away.
        display.tap(*center(places["busy"]))
        view.wait("notice", text="Loading")
        display.tap(*center(places["add"]))
        view.wait("call", function="setTitle", arguments=["rows 5 of 5"])
        noted = display.screen()
        view.wait("call", function="setTitle", arguments=["hidden"])
        check(difference(display.still(), noted) > 0.001, "the note stays")
        # Another color scheme and text size keep the page too.
        display.tool("key", "F8")
        view.wait("scheme", scheme="dark")
        places = view.wait("places")["places"]
        check(count_color(places["count"]) == (60, 20, 60), f"the dark look does not count: {count_color(places['count'])}")
        display.tool("key", "F8")
        view.wait("places")
        display.tool("key", "ctrl+plus")
        view.wait("fontScale")
        display.tool("key", "ctrl+0")
        view.wait("fontScale", scale=1)
        places = view.wait("places")["places"]
        check(count_color(places["count"]) == (200, 200, 200), "the light look does not come back")
        check(titles().count("begun") == 1, "the script began again")
        check(not any(event["event"] == "madeAgain" for event in view.events), "the page was made again")
        for name in ("wide", "sizes", "rows"):
            before = end_row()
            display.tool("mousemove", *(round(number) for number in center(places[name])))
            display.tool("click", "--repeat", 2, "--delay", 50, 5)
            after = end_row()
            check(after < before - 20, f"the wheel over {name}: the page is at {after} px instead of {before}")
            display.tool("click", "--repeat", 4, "--delay", 50, 4)
            check(end_row() == before, f"the wheel back over {name}")
        return f"in place: {len(titles())} titles, one beginning"
    finally:
        view.end()
        display.process.terminate()
        display.process.wait(30)


def scripts(display):
    """Questions of scripts, an answer of a server, and a colour that changes over time."""
    answers = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=answers.serve_forever, daemon=True).start()
    site = build(os.path.join(HERE, "site"), "scripts")
    data = os.path.join(WORK, "scripts.json")
    with open(data, "w") as file:
        json.dump({"address": f"http://127.0.0.1:{answers.server_port}/"}, file)
    view = View(display, site, "--url", "/asking.html", "--data", data)
    try:
        places = view.wait("places")["places"]
        view.focus()
        display.still()
        display.tap(*center(places["name"]))
        view.wait("question", buttons=["OK", "Cancel"])
        time.sleep(0.5)
        display.tool("type", "--delay", "30", "Ada")
        display.tool("key", "Return")
        view.wait("questionAnswered", button=0, text="Ada")
        view.wait("call", function="setTitle", arguments=["Hello Ada"])
        display.tap(*center(places["send"]))
        view.wait("answered")
        view.wait("call", function="setTitle", arguments=["POST /find q=a+b"])
        display.tap(*center(places["fade"]))
        begun = view.wait("tap")["at"]
        still = view.wait("still")["at"]
        check(450 < still - begun < 5000, f"the way took {still - begun} ms instead of 500")
        return f"asked, answered, faded in {still - begun:.0f} ms"
    finally:
        view.end()
        answers.shutdown()


def lists(display):
    """A transform that changes over time, a header that stays, an accessory, pulling to refresh, and scrolling page by page."""
    site = build(os.path.join(HERE, "site"), "lists")
    view = View(display, site, "--url", "/lists.html")
    try:
        places = view.wait("places")["places"]
        view.focus()

        def pixel(screen, x, y):
            return tuple(screen[round(y)][round(x) * 3:round(x) * 3 + 3])

        shown = display.still()
        left, top, wide, high = places["mover"]
        check(pixel(shown, left + 30, top + 20) == (200, 30, 30), "the view is not where it was laid out")
        display.tap(*center(places["kind"]))
        time.sleep(0.3)
        display.tool("type", "--delay", "30", "far")
        view.wait("change", value="far")
        begun = view.events[view.seen - 1]["at"]
        still = view.wait("still")["at"]
        moved = display.still()
        check(pixel(moved, left + 30, top + 20) == (255, 255, 255), "the view is still where it was laid out")
        # 60 by 40 px become 90 by 60, around the same middle.
        check(all(pixel(moved, left + 230 + dx, top + 20 + dy) == (200, 30, 30) for dx in (-43, 0, 43) for dy in (-18, 18)),
              "the view is not where its transform shows it")
        # The header stays, although its own place is so far up that rows there have no nodes any more.
        left, top, wide, high = places["rows"]
        check(pixel(moved, left + 200, top + 5) == (36, 62, 110), "the first header is not at the list's edge")
        check(pixel(moved, left + wide - 20, top + 30 + 22) != (255, 255, 255) or
              pixel(moved, left + wide - 18, top + 30 + 22) != (255, 255, 255), "the row has no accessory")
        display.tool("mousemove", left + 100, top + high / 2)
        end = time.time() + PATIENCE
        while True:
            display.tool("click", "--repeat", 10, "--delay", 15, 5)
            time.sleep(0.5)
            view.read()
            reached = [event["y"] for event in view.events if event["event"] == "scroll"][-1]
            if reached > 2400:
                break
            check(time.time() < end, f"the list is scrolled to {reached}")
        scrolled = display.still()
        check(pixel(scrolled, left + 200, top + 5) == (36, 62, 110), "the header did not stay")
        check(pixel(scrolled, left + 200, top + 45) != (36, 62, 110), "the header is higher than it was laid out")
        # Up again, and on: the list is read again, once for each pull.
        display.tool("click", "--repeat", 150, "--delay", 10, 4)
        view.wait("pulled")
        view.wait("call", function="setTitle", arguments=["read again"])
        left, top, wide, high = places["pages"]
        display.tool("mousemove", left + wide / 2, top + high / 2)
        display.tool("click", "--repeat", 1, 7)
        settled = view.wait("settled")
        check(settled["x"] == 358, f"pages came to rest at {settled['x']}")
        check(pixel(display.still(), left + 5, top + 5) == (250, 220, 160), "the second page is not on the screen")
        return f"moved in {still - begun:.0f} ms, the header stayed at {reached:.0f} px, pulled, turned a page"
    finally:
        view.end()


def stacks(display):
    """Tabs with stacks of their own, a sheet above what it came from, a modal that only its way back closes, and an animation."""
    site = build(os.path.join(HERE, "tabs"), "tabs")
    view = View(display, site)

    def color(x, y):
        # The pointer is elsewhere, and what was asked for may not be drawn yet.
        screen = display.still()
        return tuple(screen[round(y)][round(x) * 3:round(x) * 3 + 3])

    def await_color(x, y, wanted, text):
        end = time.time() + PATIENCE
        while color(x, y) != wanted:
            check(time.time() < end, f"{text}: {color(x, y)} at {x}, {y}")
            time.sleep(0.2)

    news, more, edit, last = (232, 238, 250), (250, 232, 200), (210, 250, 210), (250, 210, 250)
    try:
        tabs = view.wait("tabs")
        check(tabs["titles"] == ["News", "More"], f"the tabs are {tabs['titles']}")
        left, top, wide, high = tabs["frame"]
        check((left, top + high, wide) == (0, HEIGHT, WIDTH), f"the bar is at {tabs['frame']}")
        places = view.wait("places")["places"]
        view.focus()
        await_color(300, 700, news, "the first tab is not on the screen")
        # A sheet over the lower half, above the page that it came from.
        display.tap(*center(places["edit"]))
        modal = view.wait("modal", style="medium")
        x, y, w, h = modal["frame"]
        check((x, w) == (0, WIDTH) and abs(y - top / 2) <= 1 and abs(y + h - top) <= 1, f"the sheet is at {modal['frame']}")
        inside = view.wait("places")["places"]
        await_color(300, y + h - 20, edit, "the sheet is not on the screen")
        behind = color(300, y - 50)
        check(behind != news and all(a < b for a, b in zip(behind, news)), f"what is below the sheet has the color {behind}")
        # On within the sheet, back within it.
        display.tap(x + center(inside["next"])[0], y + center(inside["next"])[1])
        view.wait("visit", url="/edit-more.html")
        view.wait("places")
        await_color(300, y + h - 20, last, "the second screen is not in the sheet")
        display.tool("key", "alt+Left")
        view.wait("restored", url="/edit.html")
        await_color(300, y + h - 20, edit, "the first screen is not in the sheet again")
        # What is below is out of reach: a tap there closes the sheet, and nothing else.
        display.tap(*center(places["on"]))
        view.wait("modalClosed")
        view.wait("restored", url="/")
        await_color(300, 700, news, "the page is not on the screen again")
        view.read()
        check(not any(event.get("url") == "/detail.html" for event in view.events), "the tap went through the shade")
        # The other tab has screens of its own, and an animation that holds a view elsewhere.
        display.tap(wide * 0.75, top + high / 2)
        view.wait("tab", number=1)
        played = view.wait("places")["places"]["played"]
        await_color(300, 700, more, "the second tab is not on the screen")
        x, y = center(played)
        check(abs(x - 246) <= 1, f"the animated view is around {x}, 200 px beside where it was laid out")
        await_color(x, y, (30, 130, 60), "the animation does not show the view elsewhere")
        await_color(x - 200, y, more, "the view is where it was laid out")
        display.tap(wide * 0.25, top + high / 2)
        view.wait("tab", number=0)
        await_color(300, 700, news, "the first tab is not on the screen again")
        # A modal that covers all, which Escape does not close: only the way back does.
        display.tap(*center(places["ask"]))
        check(view.wait("modal", style="full")["frame"] == [0, 0, WIDTH, top], "the modal does not cover the screen")
        question = view.wait("places")["places"]["question"]
        await_color(300, 700, (250, 250, 180), "the modal is not on the screen")
        display.tool("key", "Escape")
        display.tap(*center(question))
        view.wait("call", function="setTitle", arguments=["asked"])
        check(sum(event["event"] == "modalClosed" for event in view.events) == 1, "Escape closed the modal")
        display.tool("key", "alt+Left")
        view.wait("modalClosed")
        await_color(300, 700, news, "the page is not on the screen after the modal")
        display.tap(*center(places["on"]))
        view.wait("visit", url="/detail.html")
        return f"two tabs, a sheet from {modal['frame'][1]:.0f} px on, a modal, an animation"
    finally:
        view.end()


def mixed(display):
    """Web pages and Token pages with scripts share one JavaScript engine: they come in any order, and each does what it does alone."""
    site = build(os.path.join(HERE, "mixed"), "mixed")

    class Walk:
        def __init__(self, url):
            self.view, self.url = View(display, site, "--url", url), url
            self.tabs = self.view.wait("tabs")["frame"]
            self.places = {}
            self.arrive(url)

        def arrive(self, url):
            """A page that is made: a Web page is loaded, a Token page's script runs."""
            self.url = url
            if url in ("/", "/second.html"):
                self.view.wait("handedOver")
                display.still()
                return
            self.view.wait("call", function="setTitle", arguments=["script of " + url[1:-5]])
            self.places = self.view.wait("places")["places"]
            if "help" in self.places:
                x, y = center(self.places["help"])
                end = time.time() + PATIENCE
                while tuple(display.screen()[round(y)][round(x) * 3:round(x) * 3 + 3]) != (10, 120, 60):
                    check(time.time() < end, "the web view in the Token page shows nothing")
                    check(self.view.process.poll() is None, f"hybrid-view ended with {self.view.process.returncode}")
                    time.sleep(0.1)

        def link(self, url):
            """The page leads on."""
            isWeb = self.url in ("/", "/second.html")
            if isWeb:
                display.tap(30, {"/token.html": 28, "/second.html": 76}[url])
            else:
                display.tap(*center(self.places[{"/second.html": "web", "/inside.html": "inside"}[url]]))
            self.view.wait("visit", url=url)
            self.arrive(url)

        def back(self, url):
            display.tool("key", "alt+Left")
            self.view.wait("restored", url=url)
            self.url = url
            if url not in ("/", "/second.html"):
                self.places = self.view.wait("places")["places"]
            display.still()

        def tab(self, number):
            left, top, wide, high = self.tabs
            display.tap(left + wide * (0.25 + number / 2), top + high / 2)
            self.view.wait("tab", number=number)
            self.arrive(["/", "/token.html"][number])

    # Where the program begins, and what is done there: `>` follows a link, `<` goes back, a number chooses a tab.
    walks = [
        ("/", ["message", ">/token.html", ">/inside.html", "</token.html", "</", ">/second.html", ">/token.html"]),
        ("/", [">/second.html", "</", ">/token.html", ">/second.html"]),
        ("/second.html", [">/token.html", "</second.html", ">/token.html"]),
        ("/", ["message", "1", ">/second.html", ">/token.html"]),
        ("/token.html", [">/second.html", "</token.html", ">/inside.html", ">/second.html", ">/token.html"]),
        ("/token.html", ["0", "message", ">/token.html", ">/second.html"]),
        ("/inside.html", [">/second.html", "</inside.html", "1", ">/second.html"]),
    ]
    for begin, steps in walks:
        walk, done = Walk(begin), [begin]
        try:
            for step in steps:
                done.append(step)
                if step == "message":
                    # It may have come before the web view took over.
                    walk.view.seen = 0
                    walk.view.wait("message", name="pageLoaded")
                    walk.view.seen = len(walk.view.events)
                elif step[0] == ">":
                    walk.link(step[1:])
                elif step[0] == "<":
                    walk.back(step[1:])
                else:
                    walk.tab(int(step))
            check(walk.view.process.poll() is None, f"hybrid-view ended with {walk.view.process.returncode}")
        except Failed as failure:
            raise Failed(f"{' '.join(done)}: {failure}") from None
        finally:
            walk.view.end()
    return f"{len(walks)} ways of {sum(len(steps) for _, steps in walks)} steps"


def hidden_screens(display):
    """What a screen does that is not seen: it leads on in its own tab, its title, question and note wait until it is seen."""
    site = build(os.path.join(HERE, "mixed"), "hidden")
    # With a title for the window, which a kiosk has as well.
    view = View(display, site, "--url", "/sub/later.html")

    def title():
        window = display.tool("search", "--onlyvisible", "--class", "hybrid-view").split()[0]
        return display.tool("getwindowname", window).strip()

    def await_title(wanted):
        end = time.time() + PATIENCE
        while title() != wanted:
            check(time.time() < end, f"the window is called {title()}, not {wanted}")
            time.sleep(0.2)

    try:
        left, top, wide, high = view.wait("tabs")["frame"]
        places = view.wait("places")["places"]
        view.focus()
        display.still()
        display.tap(*center(places["later"]))
        display.tap(left + wide * 0.75, top + high / 2)
        view.wait("tab", number=1)
        view.wait("call", function="setTitle", arguments=["script of token"])
        await_title("script of token")
        before = display.still()
        view.wait("question", text="Asked later")
        # Where a page in a folder leads counts from the folder.
        view.wait("completed", url="/sub/end.html")
        check(difference(display.still(), before, 8) == 0, "a screen of another tab shows something")
        check(title() == "script of token", f"a screen of another tab calls the window {title()}")
        display.tap(left + wide * 0.25, top + high / 2)
        view.wait("tab", number=0)
        # The page has no title of a script's.
        await_title("mixed")
        shown = display.still()
        check(all(tuple(shown[y][600:603]) == (250, 220, 160) for y in range(0, round(top), 10)), "something is above the new screen")
        display.tool("key", "alt+Left")
        view.wait("restored", url="/sub/later.html")
        await_title("said later")
        display.still()
        display.tool("key", "Return")
        view.wait("questionAnswered", button=0)
        await_title("answered 0")
        noted = display.still()
        display.tool("key", "Escape")
        time.sleep(0.5)
        check(difference(display.still(), noted, 8) > 0.001, "Escape leaves the note")
        return "titles, questions, notes and visits stay with their screens"
    finally:
        view.end()


def deep_stack(display):
    """A screen that is gone back to is as it was left, however many were above it."""
    site = os.path.join(WORK, "deep-site")
    os.makedirs(site)
    with open(os.path.join(site, "hybrid.json"), "w") as file:
        json.dump({"name": "deep", "version": "1.0.0", "viewports": [{"width": WIDTH, "height": HEIGHT, "scale": 1}]}, file)
    depth = 9
    for number in range(depth):
        name = "index" if number == 0 else f"page{number}"
        rows = "".join(f'<label style="height: 40px">Row {row}</label>' for row in range(40))
        with open(os.path.join(site, name + ".html"), "w") as file:
            file.write(f"""<html lang="en" html-identify="Token"><head><title>Page {number}</title>
<style>body {{ width: 100%; height: 100% }} input, button {{ height: 40px; background-color: rgb(230, 230, 240) }}
scrollView {{ height: 400px }}</style><script>function go(url) {{ document.pushNavigatorWithURL(url) }}</script></head>
<body><input id="field"></input><button id="on" title="On" @click="go('/page{number + 1}.html')"></button>
<scrollView id="rows">{rows}</scrollView></body></html>""")
    view = View(display, build(site, "deep"))
    left = {}
    try:
        places = view.wait("places")["places"]
        view.focus()
        for number in range(depth - 1):
            time.sleep(0.5)
            if number < 2:
                display.tap(*center(places["field"]))
                time.sleep(0.3)
                display.tool("type", "--delay", "30", f"a{number}")
                view.wait("change", value=f"a{number}")
                display.tool("mousemove", *(round(value) for value in center(places["rows"])))
                display.tool("click", "--repeat", 3, "--delay", 50, 5)
                view.wait("scroll")
            # A field's cursor blinks: the screen is never still.
            time.sleep(0.5)
            left[number] = display.screen()
            display.tap(*center(places["on"]))
            view.wait("visit", url=f"/page{number + 1}.html")
            view.wait("places")
        pictures = []
        for number in range(depth - 2, -1, -1):
            display.tool("key", "alt+Left")
            view.wait("visit", url=f"/page{number}.html" if number else "/", action="restore")
            if number < 2:
                view.wait("entered", values=[f"a{number}"])
            view.wait("places")
            time.sleep(0.5)
            pictures.append(display.screen())
        # The rows of the first two are scrolled, those of the others are not. The pointer and a bar may be further to the right.
        top = round(places["rows"][1])
        rows = lambda picture: [row[:120 * 3] for row in picture[top:top + 400]]
        for number in range(depth - 1):
            now = rows(pictures[depth - 2 - number])
            check(difference(now, rows(left[number])) == 0, f"the rows of screen {number} are elsewhere")
        check(difference(rows(pictures[-1]), rows(pictures[0])) > 0, "the rows of the first screen were not scrolled")
        return f"{depth} screens, the lowest with what was typed and where it was scrolled to"
    finally:
        view.end()


def desktop_settings(display):
    """A dark desktop, larger texts and a scale of its own count from the first screen on."""
    site = build(os.path.join(HERE, "mixed"), "settings")
    folder = os.path.join(WORK, "dark-home")
    os.makedirs(os.path.join(folder, "gtk-4.0"))
    with open(os.path.join(folder, "gtk-4.0", "settings.ini"), "w") as file:
        file.write("[Settings]\ngtk-application-prefer-dark-theme=1\n")
    view = View(display, site, "--url", "/dark.html", environment=dict(display.environment, XDG_CONFIG_HOME=folder))
    try:
        view.wait("places")
        color = tuple(display.still()[400][300:303])
        check(color == (20, 20, 40), f"the page on a dark desktop has the color {color}")
    finally:
        view.end()

    def await_size(wanted, text):
        """The width and height of the green box."""
        end = time.time() + PATIENCE
        green = bytes([10, 120, 60])
        while True:
            screen = display.still()
            wide = sum(screen[5][x * 3:x * 3 + 3] == green for x in range(WIDTH))
            high = sum(row[15:18] == green for row in screen)
            if (wide, high) == (wanted, wanted):
                return
            check(time.time() < end, f"{text}: {wide} by {high} px instead of {wanted}")
            time.sleep(0.2)

    view = View(display, site, "--url", "/sizes.html", "--scale", 2, "--no-web-views")
    try:
        view.wait("painted")
        await_size(160, "painted for another scale than the display's")
    finally:
        view.end()
    view = View(display, site, "--url", "/sizes.html", "--font-scale", 1.5)
    try:
        view.wait("handedOver")
        await_size(240, "in WebKit with larger texts")
        view.focus()
        display.tool("key", "ctrl+0")
        view.wait("fontScale", scale=1)
        await_size(160, "in WebKit once texts are as usual")
        return "dark, 240 px for 10rem of larger texts, painted at the display's scale"
    finally:
        view.end()


def texts(display):
    """Finds texts on the page, and copies what is selected."""
    site = build(os.path.join(HERE, "site"), "texts")
    view = View(display, site, "--data", rows_data())
    try:
        places = view.wait("places")["places"]
        view.focus()
        display.tool("key", "ctrl+f")
        view.wait("finderOpened")
        display.tool("type", "--delay", "30", "HELLO")
        found = view.wait("found", text="HELLO")
        check((found["count"], found["current"]) == (1, 0), f"found {found}")
        # Orange on the page: the marked text.
        x, y, wide, high = (round(number) for number in places["greeting"])
        marked = [row[x * 3:(x + wide) * 3] for row in display.still()[y:y + high]]
        orange = sum(row[i] > 230 and row[i + 2] < 100 for row in marked for i in range(0, len(row), 3))
        check(orange > 100, f"{orange} pixels are marked")
        display.tool("key", "Escape")
        plain = [row[x * 3:(x + wide) * 3] for row in display.still()[y:y + high]]
        check(plain != marked, "the mark stays")
        # From the first letter to behind the last.
        display.tool("mousemove", x + 1, y + high / 2)
        display.tool("mousedown", 1)
        for step in range(1, 9):
            display.tool("mousemove", x + wide * step / 8 - 1, y + high / 2)
        display.tool("mouseup", 1)
        view.wait("selected", text="Hello you")
        display.tool("key", "ctrl+c")
        copied = view.wait("copied")["text"]
        check(copied == "Hello you", f"copied {copied}")
        return f"found HELLO, copied “{copied}”"
    finally:
        view.end()


def fingers(display):
    """A long press, a swipe, pulling and pushing a list, a held button, and what is around fields."""
    site = build(os.path.join(HERE, "site"), "fingers")
    view = View(display, site, "--url", "/fingers.html", "--data", rows_data())

    def picture(place):
        x, y, wide, high = (round(part) for part in place)
        return [row[x * 3:(x + wide) * 3] for row in display.still()[y:y + high]]

    def said(what):
        view.wait("call", function="setTitle", arguments=[what])

    try:
        places = view.wait("places")["places"]
        view.focus()
        # Placeholders and frames are there before anything is typed.
        x, y, wide, high = places["note"]
        empty = picture(places["note"])
        check(len({bytes(row[i:i + 3]) for row in empty for i in range(0, len(row), 3)}) > 3, "the text area says nothing")
        check(empty[0][60:63] == bytes(3), "the text area has no frame")
        display.tap(x + 20, y + 10)
        display.tool("type", "--delay", "30", "Tea")
        view.wait("change", value="Tea")
        check(picture(places["note"]) != empty, "what is typed is not shown")
        # The button in a field empties it.
        x, y, wide, high = places["name"]
        display.tap(x + wide - 14, y + high / 2)
        view.wait("cleared")
        said("clear")
        x, y, wide, high = places["search"]
        display.tap(x + wide - 30, y + high / 2)
        view.wait("cancelled")
        said("cancel")
        # A long press is no tap, and neither is a swipe.
        x, y, wide, high = places["pad"]
        display.tool("mousemove", round(x + 200), round(y + 60), "mousedown", 1)
        said("long")
        display.tool("mouseup", 1)
        display.tool("mousemove", round(x + 250), round(y + 60), "mousedown", 1)
        for step in (1, 2, 3):
            display.tool("mousemove", round(x + 250 - 50 * step), round(y + 60))
        display.tool("mouseup", 1)
        view.wait("swipe", side="left")
        said("swipe")
        said("left")
        display.tap(x + 200, y + 60)
        said("tap")
        view.read()
        told = [event["arguments"][0] for event in view.events if event["event"] == "call"]
        check(told == ["clear", "cancel", "long", "swipe", "left", "tap"], f"the page was told {told}")
        # A button that is held down looks so.
        x, y, wide, high = places["press"]
        plain = picture(places["press"])
        display.tool("mousemove", round(x + wide / 2), round(y + high / 2), "mousedown", 1)
        held = picture(places["press"])
        red = sum(row[i] > 150 and row[i + 1] < 120 for row in held for i in range(0, len(row), 3))
        check(red > 20, "a held button looks as before")
        display.tool("mouseup", 1)
        said("press")
        check(picture(places["press"]) != held and plain != held, "a button that was let go looks held")
        # Beyond both ends of a list.
        x, y, wide, high = places["rows"]
        display.tool("mousemove", round(x + 100), round(y + 60), "click", "--repeat", 4, "--delay", 30, 4)
        view.wait("pulled")
        said("header")
        return "a long press, a swipe, a pull, a held button, fields that are emptied"
    finally:
        view.end()


class Answers(http.server.BaseHTTPRequestHandler):
    """Says what it was asked."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        text = json.dumps({"said": f"POST {self.path} {body}"}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *arguments):
        pass


def screen_reader(display):
    """What AT-SPI is given: every control by role and name, a button's action, a live region, rows; a second example."""
    data = os.path.join(WORK, "spoken.json")
    with open(data, "w") as file:
        json.dump({"rows": [{"name": "Tea"}, {"name": "Bread"}]}, file)
    site = build(os.path.join(HERE, "site"), "spoken")
    reader = ScreenReader(display)
    try:
        view = View(display, site, "--url", "/spoken.html", "--data", data, environment=reader.environment)
        try:
            view.wait("places")
            reader.wait(lambda node: node["name"] == "Nothing is ordered", "the page is not in the tree")
            tree = reader.tree()
            has = {(node["role"], node["name"]): node for node in tree}
            wanted = [
                ("heading", "Orders"), ("label", "Customer"), ("text box", "Customer"), ("text box", "Password"),
                ("switch", "By express"), ("group", "Size"), ("slider", "Amount"), ("image", "The shop's logo"),
                ("button", "Order"), ("button", "Look again"), ("status", "Nothing is ordered"), ("list", "Earlier orders"),
                ("label", "Tea"), ("label", "Bread"),
            ]
            missing = [item for item in wanted if item not in has]
            check(not missing, f"AT-SPI lacks {missing}; it has {list(has)}")
            check(sum(node["role"] == "list item" for node in tree) == 2, "the rows are no items of a list")
            check(has["button", "Order"]["description"] == "It is sent at once", "the button's description is missing")
            check("checked" in has["switch", "By express"]["states"], "the switch is not on")
            check(has["slider", "Amount"]["value"] == 4, "the slider has another value")
            unnamed = [node["role"] for node in tree if node["name"].startswith(("HV", "Gtk")) and node["actions"]]
            check(not unnamed, f"controls have names of GTK's own: {unnamed}")
            # By their actions, as a screen reader presses them; the live region follows.
            reader.press("button", "Order")
            reader.wait(lambda node: (node["role"], node["name"]) == ("status", "1 ordered"), "the live region did not follow")
            reader.press("button", "Look again")
            reader.wait(lambda node: (node["role"], node["name"]) == ("status", "Looked again"), "the label was not pressed")
            reader.press("switch", "By express")
            view.wait("change", value="false")
            count = len(tree)
        finally:
            view.end()
        weather = build(os.path.join(EXAMPLES, "weather"), "weather-spoken")
        view = View(display, weather, "--data", os.path.join(EXAMPLES, "weather", "sample.json"), environment=reader.environment)
        try:
            view.wait("places")
            reader.wait(lambda node: (node["role"], node["name"]) == ("button", "Look again"), "the example's button is missing")
            roles = [node["role"] for node in reader.tree()]
            check("list" in roles and roles.count("list item") > 3, f"the example's list is missing: {roles}")
        finally:
            view.end()
        return f"{len(wanted)} of {count} objects by role and name, three pressed, a live region read"
    finally:
        reader.end()


def token_picture(display):
    """A Token page beside the picture of the painter."""
    weather = os.path.join(EXAMPLES, "weather")
    site = os.path.join(WORK, "weather-site")
    shutil.copytree(weather, site)
    # The app's answer to the script would cover the page.
    with open(os.path.join(site, "weather.js"), "w") as file:
        file.write("")
    folder = build(site, "weather")
    picture = os.path.join(WORK, "weather.png")
    drawer = os.path.join(os.path.dirname(HYBRID), "page-picture")
    done = subprocess.run(
        [drawer, folder, "index.html", "--width", str(WIDTH), "--height", str(HEIGHT), "--scale", "1", "--data",
         os.path.join(weather, "sample.json"), "-o", picture], capture_output=True, text=True, timeout=120)
    check(done.returncode == 0, done.stderr)
    view = View(display, folder, "--data", os.path.join(weather, "sample.json"))
    try:
        view.wait("places")
        shown = display.still()
        write_png(os.path.join(WORK, "weather-shown.png"), shown)
        off = difference(shown, read_png(picture))
        check(off < 0.02, f"{off:.2%} of the pixels differ from the painter's")
        return f"{off:.2%} of the pixels differ from the picture host's"
    finally:
        view.end()


def painted(display):
    """Looks that GTK has nothing like, each beside the painter's picture: gradients, shadows, corners, borders, rings, filters, texts."""
    site = os.path.join(WORK, "painted")
    os.makedirs(site)
    write_png(os.path.join(site, "dots.png"), [b"".join(bytes((220, 60, 40) if (x // 4 + y // 4) % 2 else (240, 240, 200)) for x in range(16)) for y in range(12)])
    for name in painted_pages.PAGES:
        for suffix, has_look in (("", True), ("-plain", False)):
            with open(os.path.join(site, f"{name}{suffix}.html"), "w", encoding="utf-8") as file:
                file.write(painted_pages.page(name, has_look))
    with open(os.path.join(site, "hybrid.json"), "w", encoding="utf-8") as file:
        json.dump({"name": "painted", "version": "1.0.0", "dialect": "token", "viewports": [{"width": WIDTH, "height": HEIGHT, "scale": 1}]}, file)
    built = build(site, "painted-dist")
    said = []
    for name in painted_pages.PAGES:
        pictures = []
        for page in (name, name + "-plain"):
            path = os.path.join(WORK, page + ".png")
            run("picture", page + ".html", "--root", site, "--viewport", f"{WIDTH}x{HEIGHT}@1", "-o", path)
            pictures.append(read_png(path))
        wanted, plain = pictures
        made = difference(wanted, plain, 24)
        view = View(display, built, "--url", f"/{name}.html")
        try:
            view.wait("places")
            # A tenth of what the look changes may be off at edges, which lie between pixels.
            shown, off = await_picture(display, wanted, made / 10, seconds=5)
            off = difference(shown, wanted, 24)
            write_png(os.path.join(WORK, f"{name}-shown.png"), shown)
        finally:
            view.end()
        check(made > 0.0004, f"{name} makes no other picture")
        check(off < made / 10, f"{name}: {off:.3%} of the pixels are off, and the look makes {made:.3%}")
        said.append(f"{name} {off:.3%} of {made:.2%}")
    return ", ".join(said)


BACKGROUNDS = """<!DOCTYPE html>
<html lang="en" html-identify="Token" version="1.1">
<head><title>Backgrounds</title><style>
  body { width: 100%; height: 100%; background-color: rgb(255,255,255) }
  picker, segment { width: 200px; height: 60px; margin: 10px; background-color: rgb(250,220,160) }
</style></head>
<body>
<picker id="picker" titles="One,Two,Three"></picker>
<segment id="segment" titles="One,Two"></segment>
</body></html>
"""


def backgrounds(display):
    """What a page paints below GTK's pickers and segments is seen, also below titles that came later."""
    site = os.path.join(WORK, "backgrounds-site")
    os.makedirs(site)
    shutil.copy(os.path.join(HERE, "site", "hybrid.json"), site)
    with open(os.path.join(site, "index.html"), "w", encoding="utf-8") as file:
        file.write(BACKGROUNDS)
    view = View(display, build(site, "backgrounds"))
    try:
        places = view.wait("places")["places"]
        display.tool("mousemove", 350, 800)
        screen = display.still()
        for name, x in ("picker", 20), ("segment", 120):
            left, top, wide, high = (round(number) for number in places[name])
            for y in 8, high - 8:
                found = tuple(screen[top + y][(left + x) * 3:(left + x) * 3 + 3])
                check(found == (250, 220, 160), f"the {name} is {found} at {x}, {y}")
        return "the backgrounds of a picker and a segment are seen"
    finally:
        view.end()


def tall_effects(_):
    """A blur of a view of many screens is drawn near the window only: it takes what one of a few screens does, and goes along with scrolling."""
    site = os.path.join(WORK, "tall-site")
    os.makedirs(site)
    with open(os.path.join(site, "hybrid.json"), "w") as file:
        json.dump({"name": "tall", "version": "1.0.0", "viewports": [{"width": WIDTH, "height": HEIGHT, "scale": 1}]}, file)
    heights = 2_500, 20_000, 100_000
    for height in heights:
        strips = '<view class="strip"></view>' * (height // 1_000)
        with open(os.path.join(site, f"h{height}.html"), "w") as file:
            file.write(f"""<!DOCTYPE html><html lang="en" html-identify="Token" version="1.1"><head><title>Tall</title><style>
body {{ width: 100%; height: 100%; background-color: rgb(255,255,255) }} scrollView {{ flex: 1 }}
.tall {{ height: {height}px; background-color: rgb(40,80,200); filter: blur(4px) }}
.strip {{ height: 500px; margin: 250px 0; background-color: rgb(200,40,40) }}
</style></head><body><scrollView><view class="tall">{strips}</view></scrollView></body></html>
""")
    built = build(site, "tall")
    display = Display(WIDTH, HEIGHT, "tall-display")
    times = {}

    def blurred(wanted):
        """Waits for an edge between two colors that takes several rows; answers how many it takes."""
        end = time.time() + wanted
        while time.time() < end:
            column = [tuple(row[200 * 3:200 * 3 + 3]) for row in display.still()]
            soft = sum(60 < red < 180 and blue > 60 for red, _, blue in column)
            hard = sum(pixel == (200, 40, 40) for pixel in column)
            if soft >= 6 and hard > 50:
                return soft
            time.sleep(0.2)
        raise Failed(f"no blurred edge within {wanted} s")

    try:
        for height in heights:
            view = View(display, built, "--width", WIDTH, "--height", HEIGHT, "--url", f"/h{height}.html")
            try:
                view.wait("places")
                blurred(60)
                with open(f"/proc/{view.process.pid}/stat") as file:
                    times[height] = sum(int(part) for part in file.read().rsplit(")", 1)[1].split()[11:13]) / os.sysconf("SC_CLK_TCK")
                display.tool("mousemove", 200, 400)
                for _ in range(3):
                    display.tool("click", "--repeat", 10, "--delay", 20, 5)
                    blurred(60)
            finally:
                view.end()
        for height in heights[1:]:
            check(times[height] < 2.5 * times[heights[0]], f"processor time by height: {times}")
        return f"processor time until it is blurred, by height: {times}"
    finally:
        display.process.terminate()
        display.process.wait(30)


def kept(display):
    """A fixed bar stays on the screen while the page scrolls; a sticky header stays at the edge of its list, and leaves with its group."""
    site = os.path.join(WORK, "kept-views")
    os.makedirs(site)
    style = "body { width: 100%; height: 100% } view, scrollView { flex-shrink: 0 }"
    stripes = "".join(f'<view style="height: 100px; background-color: rgb({number * 12}, 200, 90)"></view>' for number in range(20))
    groups = "".join(
        f'<view style="height: 300px; background-color: rgb(240, 240, {number * 20})"><view style="position: sticky; top: 0; height: 40px; background-color: rgb(30, {number * 20}, 200)"></view></view>'
        for number in range(8))
    pages = {
        "fixed": f'{stripes}<view style="position: fixed; bottom: 0; left: 0; width: 390px; height: 40px; background-color: rgb(200, 30, 30)"></view>',
        "sticky": f'<scrollView style="width: 390px; height: 600px">{groups}</scrollView>',
    }
    for name, body in pages.items():
        with open(os.path.join(site, name + ".html"), "w", encoding="utf-8") as file:
            file.write(f'<!DOCTYPE html><html lang="en" html-identify="Token"><head><title>{name}</title><style>{style}</style></head><body>{body}</body></html>')
    with open(os.path.join(site, "hybrid.json"), "w", encoding="utf-8") as file:
        json.dump({"name": "kept", "version": "1.0.0", "dialect": "token", "viewports": [{"width": WIDTH, "height": HEIGHT, "scale": 1}]}, file)
    built = build(site, "kept-dist")

    def turned(name, notches, asked):
        """The colors at some heights of the screen, before and after the wheel was turned."""
        view = View(display, built, "--url", f"/{name}.html")
        try:
            view.wait("places")
            view.focus()
            display.tool("mousemove", 200, 300)
            answers = []
            for count in notches:
                if count:
                    display.tool("click", "--repeat", count, "--delay", 60, 5)
                    time.sleep(1)
                screen = display.still()
                answers.append([tuple(screen[y][200 * 3:200 * 3 + 3]) for y in asked])
            return answers
        finally:
            view.end()

    before, after = turned("fixed", (0, 4), (20, HEIGHT - 20))
    check(before[0] != after[0], f"the page was not scrolled: {before}, {after}")
    check(before[1] == after[1] == (200, 30, 30), f"the fixed bar is not at the lower edge: {before}, {after}")
    colors = turned("sticky", (0, 1, 2, 3, 3), (5, 200))
    check(len({color[1] for color in colors}) > 1, f"the list was not scrolled: {colors}")
    headers = [color[0] for color in colors]
    check(all(header[0] == 30 and header[2] == 200 for header in headers), f"no header is at the upper edge: {headers}")
    check(len(set(headers)) > 1, f"the header of the first group does not leave: {headers}")
    return f"a bar at the lower edge, headers {', '.join(str(header[1] // 20) for header in headers)} at the upper one"


def bars(display):
    """What a page says of the window's bar; dots that are tapped."""
    built = build(os.path.join(HERE, "site"), "bar-site")
    view = View(display, built, "--url", "/bar.html", kiosk=False)

    def green():
        """The middle of what is of the button's color."""
        points = [(x, y) for y, row in enumerate(display.still()[:70]) for x in range(WIDTH) if row[x * 3:x * 3 + 3] == bytes((0, 120, 60))]
        return points and (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    try:
        places = view.wait("places")["places"]
        bar = next(event for event in view.events if event["event"] == "bar")
        check(bar["titles"] == ["Save"] and "250,230,120" in bar["style"].replace(" ", ""), f"the bar is {bar}")
        save = green()
        check(save and save[0] > WIDTH / 2, "the button is not at the bar's end")
        yellow = sum(row.count(bytes((250, 230, 120))) for row in display.screen()[:60])
        check(yellow > 1000, f"the bar has no color of the page: {yellow}")
        display.tap(*save)
        view.wait("call", function="setTitle", arguments=["saved"])
        view.wait("bar", titles=["Saved"])
        # The page is below the bar.
        below = max(y for y, row in enumerate(display.still()[:100]) if row.count(bytes((250, 230, 120))) > 100) + 1
        x, y, wide, high = places["pages"]
        display.tap(x + wide / 2 + 16, below + y + high / 2)
        view.wait("call", function="setTitle", arguments=["page 2"])
        view.wait("dot", chosen=2)
        return "a button of the page in the bar, its colors, and dots"
    finally:
        view.end()


def own_app(display):
    """An app around the library: a server asks who is there, and the app's answer goes along with the next request."""
    asked = []

    class Server(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.headers.get("Authorization"))
            body = b"<!DOCTYPE html><title>Account</title><body style='background: rgb(0,120,60)'>"
            self.send_response(200 if asked[-1] == "Bearer Ada" else 401)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    built = build(os.path.join(HERE, "site"), "own-site")
    address = f"http://localhost:{server.server_port}/account"
    view = View(display, built, "--url", address, environment=dict(display.environment, EXAMPLE_TRACE="1"), program="example-app")
    try:
        view.wait("signIn", url=address)
        view.wait("question", text="Sign in to see this page")
        view.focus()
        display.still()
        display.tool("type", "--delay", "30", "Ada")
        display.tool("key", "Return")
        view.wait("completed", url=address)
        check(asked[0] is None and "Bearer Ada" in asked, f"the server was sent {asked}")
        return "asked, signed in and shown"
    finally:
        view.end()
        server.shutdown()


def right_to_left(display):
    """`dir="rtl"`: boxes, texts, GTK's controls and what tables draw begin at the right."""
    built = build(os.path.join(HERE, "site"), "turned-page")
    view = View(display, built, "--url", "/turned.html")
    try:
        places = view.wait("places")["places"]
        view.focus()
        screen = display.still()
        first, second = places["first"], places["second"]
        check(first[0] + first[2] == WIDTH and second[0] + second[2] == first[0], f"the row begins at the left: {first}, {second}")

        def dark(place, side):
            """Whether something is written in a half of a place."""
            x, y, wide, high = (round(part) for part in place)
            left = x + (wide // 2 if side else 0)
            return any(sum(row[column * 3:column * 3 + 3]) < 300 for row in screen[y + 4:y + high - 4] for column in range(left + 4, left + wide // 2 - 4))
        check(dark(places["name"], 1) and not dark(places["name"], 0), "the field's text is not at the right")
        check(places["label"][0] == 32, f"the accessory has no room of its own: {places['label']}")
        x, y, wide, high = places["kind"]
        display.tap(x + wide / 6, y + high / 2)
        view.wait("change", value="2")
        x, y, wide, high = places["name"]
        display.tap(x + wide / 2, y + high / 2)
        display.tool("key", "End")
        display.tool("type", "--delay", "30", "lovelace")
        view.wait("change", value="Adalo")
        return "boxes, a field, a segment and a table begin at the right"
    finally:
        view.end()


def held(display):
    """What a reader may not change stays, what has bounds keeps to them, and looks are those that the page says."""
    built = build(os.path.join(HERE, "site"), "held-page")
    view = View(display, built, "--url", "/held.html")

    def changes():
        view.read()
        return [event["value"] for event in view.events if event["event"] == "change"]

    def color(place, x, y):
        screen = display.still()
        column, row = round(place[0] + x), round(place[1] + y)
        return tuple(screen[row][column * 3:column * 3 + 3])
    try:
        places = view.wait("places")["places"]
        view.focus()
        for name in ("off", "read"):
            display.tap(*center(places[name]))
            display.tool("type", "--delay", "30", "new")
        time.sleep(0.5)
        check(not changes(), f"what cannot be changed was: {changes()}")
        display.tap(*center(places["name"]))
        display.tool("key", "Tab")
        display.tool("type", "--delay", "30", "x")
        time.sleep(0.5)
        # The next one that takes the keyboard is the one that is read only.
        check(not changes(), f"Tab led to a disabled field: {changes()}")
        for name, most in (("short", 4), ("area", 6)):
            display.tap(*center(places[name]))
            display.tool("type", "--delay", "60", "abcdefgh")
            view.wait("change", value="abcdefgh"[:most])
            time.sleep(0.5)
            # The field holds what the page was given: one letter fewer is one letter fewer.
            display.tool("key", "BackSpace")
            view.wait("change", value="abcdefgh"[:most - 1])
        x, y, wide, high = places["amount"]
        display.tap(x + wide * 0.62, y + high / 2)
        value = float(view.wait("change")["value"])
        check(value == round(value) and 0 < value < 10, f"the slider is at {value}")
        check(color(places["mixed"], 50, 15) == (128, 0, 128), f"color-mix() is {color(places['mixed'], 50, 15)}")
        sides = [color(places["sides"], x, y) for x, y in ((50, 27), (50, 1), (1, 10))]
        check(sides == [(0, 128, 0), (255, 255, 255), (255, 255, 255)], f"the border's sides are {sides}")
        cut = [color(places["cut"], x, y) for x, y in ((50, 15), (150, 15), (50, 45))]
        check(cut[0] == (0, 0, 255) and (0, 0, 255) not in cut[1:], f"overflow is {cut}")
        wide = places["wide"]
        before = [color(wide, x, 20) for x in (10, 370)]
        check(before == [(0, 255, 0), (255, 0, 0)], f"the row begins with {before}")
        display.tool("mousemove", round(wide[0] + 100), round(wide[1] + 20), "click", "--repeat", 12, "--delay", 30, 6)
        view.wait("scroll")
        display.tool("mousemove", 5, 5)
        after = [color(wide, x, 20) for x in (10, 290, 310)]
        check(after == [(0, 255, 0), (0, 255, 0), (255, 0, 0)], f"at its end the row shows {after}")
        display.tap(*center(places["stop"]))
        time.sleep(0.5)
        display.tap(*center(places["go"]))
        time.sleep(0.5)
        view.read()
        check(not any(event["event"] == "call" for event in view.events), "a button in what takes no input was pressed")
        display.tap(*center(places["stop"]))
        view.wait("call", function="pushNavigatorWithURL")
        return f"fields, a slider at {value:.0f}, colors, borders, what is cut off, a row to the left"
    finally:
        view.end()


def pictures(display):
    """Large images take the memory of what is shown of them; an image in its address is drawn."""
    site = os.path.join(WORK, "pictures")
    os.makedirs(site)
    for number in range(24):
        write_png(os.path.join(site, f"{number}.png"), [bytes((number * 10, column // 8 % 256, 90)[part] for column in range(2000) for part in range(3))] * 1500)
    write_png(os.path.join(site, "small.png"), [bytes((200, 60, 10)) * 4] * 4)
    with open(os.path.join(site, "small.png"), "rb") as file:
        small = base64.b64encode(file.read()).decode()
    images = "".join(f'<image src="{number}.png" alt="{number}" style="width: 350px; height: 60px; margin: 2px"></image>' for number in range(24))
    with open(os.path.join(site, "index.html"), "w", encoding="utf-8") as file:
        file.write(
            '<!DOCTYPE html><html lang="en" html-identify="Token"><head><title>Pictures</title><style>body { width: 100%; height: 100% }</style></head><body>'
            f'<image src="data:image/png;base64,{small}" alt="small" style="width: 60px; height: 40px"></image>'
            f'<scrollView style="width: 390px; height: 780px">{images}</scrollView></body></html>')
    with open(os.path.join(site, "hybrid.json"), "w", encoding="utf-8") as file:
        json.dump({"name": "pictures", "version": "1.0.0", "dialect": "token", "viewports": [{"width": 390, "height": 844, "scale": 1}]}, file)
    view = View(display, build(site, "pictures-dist"))
    try:
        view.wait("places")
        view.focus()
        display.still()
        display.tool("mousemove", 200, 500)
        for button in (5, 4):
            display.tool("click", "--repeat", 60, "--delay", 15, button)
            time.sleep(1)
            screen = display.still()
        check(tuple(screen[20][60:63]) == (200, 60, 10), f"the image in its address is {tuple(screen[20][60:63])}")
        # Decoded, the images have 288 MB.
        check(view.shared_memory() < 200, f"24 images take {view.shared_memory()} MB")
        return f"24 images of 12 MB, {view.shared_memory()} MB in all"
    finally:
        view.end()


def updates(display):
    """A store: an update arrives and keeps the screens; those are taken back whose first page is missing or does not end."""
    site = os.path.join(WORK, "update-site")
    shutil.copytree(os.path.join(HERE, "site"), site)
    server = os.path.join(WORK, "server")
    key = os.path.join(WORK, "release.pem")
    run("keygen", "-o", key)

    def release(version, sequence, *arguments, with_index=True):
        if not with_index:
            os.remove(os.path.join(site, "index.html"))
        path = os.path.join(site, "hybrid.json")
        with open(path) as file:
            configuration = json.load(file)
        configuration["version"] = version
        with open(path, "w") as file:
            json.dump(configuration, file)
        run("build", site, "-o", server, "--no-cache", "--sequence", sequence, *arguments)

    release("0.9.0", 1)
    run("roots", "add", server, "--key", key + ".pub", "--sign-key", key)
    root = os.path.join(server, "roots", "1.root.json")
    release("1.0.0", 2, "--sign-key", key)
    store = os.path.join(WORK, "store")
    arguments = [server, "--root", root, "--store", store, "--update-at-once"]
    view = View(display, *arguments)
    try:
        view.wait("release", version="1.0.0")
        view.wait("completed")
    finally:
        view.end()
    release("2.0.0", 3, "--sign-key", key)
    view = View(display, *arguments)
    try:
        view.wait("release", version="1.0.0")
        view.wait("installed", version="2.0.0")
        view.wait("release", version="2.0.0")
        view.wait("completed")
    finally:
        view.end()
    release("3.0.0", 4, "--sign-key", key, with_index=False)
    view = View(display, *arguments)
    try:
        view.wait("release", version="2.0.0")
        view.wait("installed", version="3.0.0")
        view.wait("badRelease", version="3.0.0")
        view.wait("release", version="2.0.0")
        view.wait("completed")
        view.read()
        check(not any(event["event"] == "reloaded" for event in view.events), "a release that was taken back counts as shown")
    finally:
        view.end()
    shutil.copy(os.path.join(HERE, "site", "index.html"), site)
    script = os.path.join(site, "form.js")
    text = open(script).read()
    with open(script, "w") as file:
        file.write("while (true) {}\n" + text)
    release("4.0.0", 5, "--sign-key", key)
    view = View(display, *arguments)
    try:
        view.wait("installed", version="4.0.0")
        view.wait("badRelease", version="4.0.0")
        view.wait("release", version="2.0.0")
        view.wait("shown", isHealthy=True)
    finally:
        view.end()
    with open(script, "w") as file:
        file.write(text)
    # Offered by a note: the screens stay, with what was typed.
    release("5.0.0", 6, "--sign-key", key)
    view = View(display, *arguments[:-1])
    try:
        places = view.wait("places")["places"]
        view.wait("notice", text="Version 5.0.0 is ready.")
        view.focus()
        display.still()
        display.tap(*center(places["name"]))
        time.sleep(0.3)
        display.tool("type", "--delay", "30", "Bo")
        view.wait("change", value="Bo")
        display.still()
        # The note's button is the last thing above the lower edge.
        display.tap(WIDTH / 2, HEIGHT - 16 - 20 - 17)
        view.wait("release", version="5.0.0")
        view.wait("entered", values=["Bo"])
        view.wait("reloaded", version="5.0.0")
    finally:
        view.end()
    # One that is published while the program runs.
    view = View(display, *arguments, "--update-every", "2")
    try:
        view.wait("release", version="5.0.0")
        view.wait("completed")
        time.sleep(3)
        release("6.0.0", 7, "--sign-key", key)
        view.wait("installed", version="6.0.0")
        view.wait("reloaded", version="6.0.0")
        return "2.0.0 installed and shown; 3.0.0 and 4.0.0 taken back; 5.0.0 keeps what was typed; 6.0.0 comes while it runs"
    finally:
        view.end()


def watching(display):
    """What is saved under `hybrid watch` is on the screen, with what was typed."""
    site = os.path.join(WORK, "watch-site")
    shutil.copytree(os.path.join(HERE, "site"), site)
    target = os.path.join(WORK, "watched")
    run("build", site, "-o", target)
    watch = subprocess.Popen([HYBRID, "watch", site, "-o", target], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    view = View(display, target, "--watch")
    try:
        places = view.wait("places")["places"]
        view.focus()
        # The window takes what is typed once it is drawn.
        display.still()
        display.tap(*center(places["name"]))
        time.sleep(0.3)
        display.tool("type", "--delay", "30", "Bo")
        view.wait("change", value="Bo")
        shown = display.still()
        time.sleep(2)
        page = os.path.join(site, "index.html")
        text = open(page).read()
        with open(page, "w") as file:
            file.write(text.replace("rgb(232,238,250)", "rgb(250,220,160)"))
        saved = time.time()
        view.wait("reloaded")
        elapsed = (time.time() - saved) * 1000
        now = display.still()
        check(now[6][12:15] == bytes([250, 220, 160]), "the new colour is not on the screen")
        x, y, wide, high = (round(number) for number in places["greeting"])
        check([row[x * 3:(x + wide) * 3] for row in now[y:y + high]] != [row[x * 3:(x + wide) * 3] for row in shown[y:y + high]],
              "the page below the text is as before")
        field = next(event for event in reversed(view.events) if event["event"] == "entered")
        check("Bo" in field["values"], f"what was typed is lost: {field}")
    finally:
        watch.terminate()
        watch.wait(30)
        view.end()
    # A folder that is made after the program was started, and made anew.
    later = os.path.join(WORK, "later")
    view = View(display, later, "--watch")
    try:
        view.wait("failed")
        run("build", site, "-o", later)
        view.wait("places")
        shutil.rmtree(later)
        with open(page, "w") as file:
            file.write(text)
        run("build", site, "-o", later)
        view.wait("reloaded")
        return f"on the screen {elapsed:.0f} ms after the save; a folder that comes later and is made anew is followed"
    finally:
        view.end()


def watching_stacks(display):
    """What is saved is on every screen: on those below, of another tab and of a sheet; each keeps what was typed on it."""
    site = os.path.join(WORK, "stacks-site")
    shutil.copytree(os.path.join(HERE, "tabs"), site)
    typed = {"index": "Ada", "more": "Bob", "detail": "Cyd", "edit": "Dee", "edit-more": "Eve"}
    colors = {page: (250, 200 + 10 * number, 160) for number, page in enumerate(typed)}

    def rewrite(change):
        for page in typed:
            path = os.path.join(site, page + ".html")
            with open(path) as file:
                text = change(page, file.read())
            with open(path + "~", "w") as file:
                file.write(text)
        for page in typed:
            os.replace(os.path.join(site, page + ".html~"), os.path.join(site, page + ".html"))

    def add_fields(page, text):
        field = '<input id="field" style="width: 200px; height: 36px; margin: 0 0 16px; background-color: rgb(255,255,255)"></input>'
        edit = """<label id="edit" class="go" @click="go('/edit.html')">Edit</label>""" if page == "detail" else ""
        return text.replace("<body>", f"<body>{field}{edit}")

    def recolor(page, text):
        style = text.index("background-color:", text.index("body {"))
        red, green, blue = colors[page]
        return f"{text[:style]}background-color: rgb({red},{green},{blue}){text[text.index(')', style) + 1:]}"

    rewrite(add_fields)
    target = os.path.join(WORK, "watched-stacks")
    run("build", site, "-o", target)
    watch = subprocess.Popen([HYBRID, "watch", site, "-o", target], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    view = View(display, target, "--watch")

    def enter(text, place, x=0, y=0, **wanted):
        """Types at the end of a field."""
        display.still()
        display.tap(x + place[0] + 100, y + place[1] + 18)
        time.sleep(0.3)
        display.tool("key", "End")
        display.tool("type", "--delay", "30", text)
        view.wait("change", **wanted)

    def check_screen(page, place, x=0, y=0):
        """It has the new color and what was typed; the modal's sheet is below y."""
        end = time.time() + PATIENCE
        at = lambda: tuple(display.still()[round(y) + 300][900:903])
        while at() != colors[page]:
            check(time.time() < end, f"{page} has the color {at()}")
            time.sleep(0.2)
        enter("+", place, x, y, value=typed[page] + "+")

    try:
        tabs = view.wait("tabs")
        left, top, wide, high = tabs["frame"]
        first = view.wait("places")["places"]
        view.focus()
        enter(typed["index"], first["field"], value=typed["index"])
        display.tap(wide * 0.75, top + high / 2)
        view.wait("tab", number=1)
        more = view.wait("places")["places"]
        enter(typed["more"], more["field"], value=typed["more"])
        display.tap(wide * 0.25, top + high / 2)
        view.wait("tab", number=0)
        display.still()
        display.tap(*center(first["on"]))
        detail = view.wait("places")["places"]
        enter(typed["detail"], detail["field"], value=typed["detail"])
        display.tap(*center(detail["edit"]))
        x, y, _, _ = view.wait("modal", style="medium")["frame"]
        edit = view.wait("places")["places"]
        enter(typed["edit"], edit["field"], x, y, value=typed["edit"])
        display.tap(x + center(edit["next"])[0], y + center(edit["next"])[1])
        view.wait("visit", url="/edit-more.html")
        last = view.wait("places")["places"]
        enter(typed["edit-more"], last["field"], x, y, value=typed["edit-more"])
        time.sleep(2)
        rewrite(recolor)
        view.wait("reloaded")
        # Files that are saved one after the other may be built in two steps.
        time.sleep(2)
        check_screen("edit-more", last["field"], x, y)
        display.tool("key", "alt+Left")
        view.wait("restored", url="/edit.html")
        check_screen("edit", edit["field"], x, y)
        display.tap(WIDTH / 2, 20)
        view.wait("modalClosed")
        check_screen("detail", detail["field"])
        display.tool("key", "alt+Left")
        view.wait("restored", url="/")
        check_screen("index", first["field"])
        display.tap(wide * 0.75, top + high / 2)
        view.wait("tab", number=1)
        check_screen("more", more["field"])
        return f"{len(typed)} screens in the new colors, with what was typed"
    finally:
        watch.terminate()
        watch.wait(30)
        view.end()


def errors(display):
    """A URL without a page, and a program that is given nothing to show."""
    done = subprocess.run([VIEW, os.path.join(WORK, "nowhere"), "--width", "7"], env=display.environment,
                          capture_output=True, text=True, timeout=60)
    check(done.returncode != 0 and "100 to 10000" in done.stderr, f"{done.returncode} {done.stderr}")
    view = View(display, os.path.join(WORK, "nowhere"))
    try:
        view.wait("failed")
        check(difference(display.still(), [bytes([255]) * (WIDTH * 3)] * HEIGHT) > 0.001, "no message is shown")
    finally:
        view.end()
    # The first page is missing, and then it is there.
    site = os.path.join(WORK, "again-site")
    shutil.copytree(os.path.join(HERE, "site"), site)
    built = build(site, "again")
    view = View(display, built, "--url", "/later.html")
    try:
        view.wait("visitFailed", url="/later.html")
        shutil.copy(os.path.join(site, "detail.html"), os.path.join(site, "later.html"))
        build(site, "again")
        display.still()
        # The message's button is below two lines in the middle.
        display.tap(WIDTH / 2, HEIGHT / 2 + 22)
        view.wait("completed", url="/later.html")
        return "messages are shown, and trying again opens what was built meanwhile"
    finally:
        view.end()


TESTS = [webkit_declarations, web_pages, other_sites, own_server, any_size, painted_links, token_form, secrets, loops, rotation, made_again, in_place, scripts, lists, stacks, mixed, hidden_screens, deep_stack, desktop_settings, texts, fingers, shipped_fonts, components, titles, bars, own_app, right_to_left, held, pictures, screen_reader, token_picture, painted, backgrounds, tall_effects, kept, updates, watching, watching_stacks, errors]


def main():
    wanted = sys.argv[3:]
    display = Display()
    failures = 0
    try:
        for test in TESTS:
            if wanted and test.__name__ not in wanted:
                continue
            start = time.time()
            try:
                said = test(display)
                print(f"ok    {test.__name__}: {said} ({time.time() - start:.1f} s)", flush=True)
            except Failed as failure:
                failures += 1
                print(f"FAIL  {test.__name__}: {failure}", flush=True)
    finally:
        display.process.terminate()
        display.process.wait(30)
        keep = os.environ.get("HYBRID_VIEW_KEEP")
        if keep:
            shutil.copytree(WORK, keep, dirs_exist_ok=True)
        shutil.rmtree(WORK, ignore_errors=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
