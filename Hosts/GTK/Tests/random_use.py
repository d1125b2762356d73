#!/usr/bin/env python3
"""Uses hybrid-view at random under Xvfb, by real input, and says every minute what memory it takes: it must stay flat.

    random_use.py HYBRID HYBRID-VIEW [--minutes 60] [--rate 4] [--seed 1] [--grown 6]

Taps, long presses, drags, the wheel, typing, keys of forms, going back, turning, dark colors, text sizes, finding, and pages of every kind
of the tests' site: a form, a list of 10,000 rows, sections, gestures, a page right to left, scripts. Memory is measured once a fifth of
the time has gone, and in the last tenth. Exit status 1 where it grew by more than --grown percent, or the program does not answer; 2 where
it was measured less than ten times, which is too few to compare: in under ten minutes.
"""
import argparse
import json
import os
import random
import shutil
import statistics
import sys
import time

parser = argparse.ArgumentParser()
parser.add_argument("hybrid")
parser.add_argument("view")
parser.add_argument("--minutes", type=float, default=60)
parser.add_argument("--rate", type=float, default=4, help="inputs a second")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--grown", type=float, default=6, help="percent that memory may grow")
OPTIONS = parser.parse_args()

# It takes the two programs from the arguments, which may come behind options here.
sys.argv[1:3] = [OPTIONS.hybrid, OPTIONS.view]
import driver  # noqa: E402

PAGES = ["index.html", "list.html", "loop.html", "lists.html", "fingers.html", "detail.html", "turned.html", "bar.html", "spoken.html", "kept.html", "keys.html"]
MENU = """<!DOCTYPE html>
<html lang="en" html-identify="Token" version="1.1">
<head>
  <title>Menu</title>
  <style>
    body { width: 100%%; height: 100%%; padding: 16px; font-family: Liberation Sans, sans-serif; background-color: rgb(255,255,255) }
    .go { width: 160px; height: 30px; margin: 0 0 4px; font-size: 14px; line-height: 30px; background-color: rgb(232,238,250) }
  </style>
  <script src="menu.js"></script>
</head>
<body>
%s
</body>
</html>
"""
SCRIPT = "function go(address) { document.pushNavigatorWithURL(address); }\n"
KEYS = ["Return", "Tab", "Escape", "BackSpace", "Home", "End", "Page_Down", "Page_Up", "Down", "Up", "space"]
WORDS = "harbour market morning council bridge orchard library".split()


def make_site():
    """The tests' site, upright and turned, with a menu of its pages."""
    site = driver.turned_site("random-site", colorSchemes=["light", "dark"])
    lines = "\n".join(f"""  <label id="p{number}" class="go" @click="go('/{page}')">{page}</label>""" for number, page in enumerate(PAGES))
    for name, text in ("menu.html", MENU % lines), ("menu.js", SCRIPT):
        with open(os.path.join(site, name), "w", encoding="utf-8") as file:
            file.write(text)
    return driver.build(site, "random")


class Trace:
    """What the program says, of which only the last is kept."""

    def __init__(self, path):
        self.file, self.rest = open(path, encoding="utf-8"), ""
        self.counts, self.places, self.scroll, self.depth = {}, {}, {}, 0

    def read(self):
        lines = (self.rest + self.file.read()).split("\n")
        self.rest = lines.pop()
        for line in filter(None, lines):
            event = json.loads(line)
            self.counts[event["event"]] = self.counts.get(event["event"], 0) + 1
            if event["event"] == "places":
                self.places = event["places"]
            elif event["event"] == "scroll":
                self.scroll = event


class Reader:
    """Somebody who does anything."""

    def __init__(self, display, view, rng):
        self.display, self.view, self.rng = display, view, rng
        self.trace = Trace(view.path)
        self.window = display.tool("search", "--onlyvisible", "--name", ".").split()[0]
        self.isTurned = False

    @property
    def size(self):
        return (driver.HEIGHT, driver.WIDTH) if self.isTurned else (driver.WIDTH, driver.HEIGHT)

    def point(self):
        """Mostly something that has a name."""
        if self.trace.places and self.rng.random() < 0.6:
            x, y, wide, high = self.rng.choice(list(self.trace.places.values()))
            return x + wide * self.rng.random(), y + high * self.rng.random()
        return self.rng.random() * self.size[0], self.rng.random() * self.size[1]

    def move(self):
        x, y = self.point()
        self.display.tool("mousemove", max(0, min(self.size[0] - 1, round(x))), max(0, min(self.size[1] - 1, round(y))))

    def tap(self):
        self.move()
        self.display.tool("click", 1)

    def hold(self):
        self.move()
        self.display.tool("mousedown", 1)
        time.sleep(0.7)
        self.display.tool("mouseup", 1)

    def drag(self):
        self.move()
        self.display.tool("mousedown", 1)
        for _ in range(3):
            self.display.tool("mousemove_relative", "--", self.rng.randrange(-60, 61), self.rng.randrange(-20, 21))
        self.display.tool("mouseup", 1)

    def wheel(self):
        self.move()
        # Down more often than up, and sometimes beside.
        button = self.rng.choice([5, 5, 5, 4, 4, 7, 6])
        self.display.tool("click", "--repeat", self.rng.randrange(1, 25), "--delay", 12, button)

    def write(self):
        self.display.tool("type", "--delay", 15, self.rng.choice(WORDS) + " ")

    def key(self):
        self.display.tool("key", self.rng.choice(KEYS))

    def back(self):
        self.display.tool("key", "alt+Left")

    def home(self):
        for _ in range(8):
            self.display.tool("key", "alt+Left")

    def turn(self):
        self.isTurned = not self.isTurned
        self.display.tool("windowsize", self.window, *self.size)

    def look(self):
        self.display.tool("key", self.rng.choice(["F8", "ctrl+plus", "ctrl+0", "ctrl+0", "ctrl+minus"]))

    def find(self):
        self.display.tool("key", "ctrl+f")
        self.display.tool("type", "--delay", 15, self.rng.choice(["row", "a", "o"]))
        self.display.tool("key", self.rng.choice(["F3", "Escape"]))

    ACTIONS = [(tap, 34), (wheel, 24), (write, 10), (key, 8), (back, 9), (home, 3), (drag, 4), (hold, 2), (turn, 2), (look, 2), (find, 2)]

    def act(self):
        actions, weights = zip(*self.ACTIONS)
        self.rng.choices(actions, weights)[0](self)


def use(display, built):
    """What was measured each minute: minutes, inputs, resident and shared memory in MB."""
    rng = random.Random(OPTIONS.seed)
    view = driver.View(
        display, built, "--width", driver.WIDTH, "--height", driver.HEIGHT, "--url", "/menu.html", "--data", driver.rows_data())
    measured = []
    try:
        view.wait("places")
        view.focus()
        reader = Reader(display, view, rng)
        start, inputs, minute = time.time(), 0, 0
        while (gone := time.time() - start) < OPTIONS.minutes * 60:
            if gone >= minute * 60:
                reader.trace.read()
                measured.append((minute, inputs, view.memory(), view.shared_memory()))
                print(
                    f"{minute:3} min  {inputs:6} inputs  {measured[-1][2]} MB resident, {measured[-1][3]} MB by shares; "
                    f"{reader.trace.counts.get('visit', 0)} visits, {reader.trace.scroll.get('views', 0)} views", flush=True)
                minute += 1
                view.focus()
            driver.check(view.process.poll() is None, f"hybrid-view ended with {view.process.returncode} after {inputs} inputs")
            reader.act()
            inputs += 1
            if inputs % 20 == 0:
                reader.trace.read()
            time.sleep(max(0, rng.random() * 2 / OPTIONS.rate - 0.05))
        # It still answers: a form shows its places again.
        before = reader.trace.counts.get("places", 0)
        reader.turn()
        end = time.time() + driver.PATIENCE
        while reader.trace.counts.get("places", 0) == before:
            driver.check(time.time() < end, "hybrid-view does not answer any more")
            time.sleep(0.2)
            reader.trace.read()
        print(f"{inputs} inputs; what was heard of: {json.dumps(dict(sorted(reader.trace.counts.items())))}")
    finally:
        view.end()
    return measured


def main():
    display = driver.Display(driver.HEIGHT, driver.HEIGHT, "random-screen")
    try:
        measured = use(display, make_site())
    except driver.Failed as failure:
        print(f"FAIL  seed {OPTIONS.seed}: {failure}")
        return 1
    finally:
        display.process.terminate()
        display.process.wait(30)
        shutil.rmtree(driver.WORK, ignore_errors=True)
    return compare([row[2] for row in measured])


def compare(measured):
    """The exit status for the megabytes of each minute."""
    if len(measured) < 10:
        print(f"measured {len(measured)} times: memory was not compared, which takes ten minutes")
        return 2
    first = statistics.median(measured[len(measured) // 5:len(measured) * 2 // 5])
    last = statistics.median(measured[-max(3, len(measured) // 10):])
    print(f"{first:.0f} MB in the second fifth, {last:.0f} MB at the end: {last / first - 1:+.1%}")
    return 1 if last > first * (1 + OPTIONS.grown / 100) else 0


if __name__ == "__main__":
    sys.exit(main())
