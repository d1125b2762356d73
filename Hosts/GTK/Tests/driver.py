"""Drives hybrid-view under Xvfb by real input (xdotool), reads what it traces and what is on its screen."""
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib


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
        program = os.path.join(os.path.dirname(VIEW), program)
        check(os.path.exists(program), f"{os.path.basename(program)} is not built: `make view` builds it")
        self.display = display
        self.events, self.seen = [], 0
        self.path = os.path.join(WORK, "trace.log")
        self.log = open(self.path, "wb")
        self.errors = open(os.path.join(WORK, "errors.log"), "ab")
        self.process = subprocess.Popen(
            [program, *map(str, arguments), *(["--kiosk"] if kiosk else []), "--trace"],
            env=environment or display.environment, stdout=self.log, stderr=self.errors)

    def read(self):
        with open(self.path, encoding="utf-8") as file:
            lines = [line for line in file.read().split("\n")[:-1] if line]
        self.events = [json.loads(line) for line in lines]

    def last(self, event):
        """The last event of a kind that there is by now, whether it was waited for or not; `None` where there is none."""
        self.read()
        return next((found for found in reversed(self.events) if found["event"] == event), None)

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


class Effort:
    """What a piece of a test takes: processor time of programs, and whether the machine had any to spare. A machine that does other
    things makes frames fewer and saves later, but what they take of the processor stays about the same."""

    def __init__(self, *processes):
        self.processes = processes
        self.processor = self.idle = self.whole = 0.0

    def counts(self):
        ticks = 0
        for process in self.processes:
            with open(f"/proc/{process.pid}/stat") as file:
                # In user code and in the system, and that of its children.
                ticks += sum(int(part) for part in file.read().rsplit(")", 1)[1].split()[11:15])
        with open("/proc/stat") as file:
            times = [int(part) for part in file.readline().split()[1:9]]
        return ticks / os.sysconf("SC_CLK_TCK"), times[3] + times[4], sum(times)

    def __enter__(self):
        self.begun = self.counts()
        return self

    def __exit__(self, *_):
        processor, idle, whole = (now - then for now, then in zip(self.counts(), self.begun))
        self.processor += processor
        self.idle += idle
        self.whole += whole

    @property
    def has_room(self):
        """Whether the processors had nothing to do for a fifth of the time: what takes long then does so by itself."""
        return self.idle > 0.2 * self.whole


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


def rows_data():
    """A file with the rows of a long list."""
    path = os.path.join(WORK, "rows.json")
    with open(path, "w") as file:
        json.dump({"name": "you", "rows": [{"name": f"Row {i}", "count": i * 7 % 1000} for i in range(10000)]}, file)
    return path


def configure(site, name, width=WIDTH, height=HEIGHT, **settings):
    """Writes the configuration of a site that is built for one window."""
    viewports = [{"width": width, "height": height, "scale": 1}]
    with open(os.path.join(site, "hybrid.json"), "w", encoding="utf-8") as file:
        json.dump({"name": name, "version": "1.0.0", "viewports": viewports, **settings}, file)


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
