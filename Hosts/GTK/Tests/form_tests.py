"""Token pages that people enter something into: fields, controls, rows, scripts."""
import http.server
import itertools
import json
import os
import shutil
import threading
import time

from driver import Display, Effort, HEIGHT, HERE, PATIENCE, View, WIDTH, WORK, build, center, check, configure, difference, rows_data
from reach_tests import Answers


def scrolling(display, view):
    """Frames a second of a list that is scrolled by a fast wheel, in the median, and the processor time that this takes. Half of the aim,
    60 frames, is too little."""
    notches, delay = 100, 0.015
    for _ in range(3):
        view.read()
        before = len(view.events)
        with Effort(view.process) as effort:
            display.tool("click", "--repeat", notches, "--delay", round(delay * 1000), 5)
            time.sleep(0.3)
        view.read()
        scrolls = [event for event in view.events[before:] if event["event"] == "scroll"]
        rates = sorted(event["framesPerSecond"] for event in scrolls if event["framesPerSecond"])
        rate = rates[len(rates) // 2] if rates else 0
        if rate >= 30 and effort.processor < notches * delay:
            break
    check(rates, "no frames are counted")
    # A program that works for longer than the wheel is turned falls behind on any machine.
    check(effort.processor < notches * delay, f"{notches} notches take {effort.processor:.2f} s of processor time")
    check(rate >= 30 or not effort.has_room, f"{rate:.0f} frames a second; the aim is 60")
    note = "" if effort.has_room else " (not compared, the machine is busy)"
    return f"{rate:.0f} frames a second{note}, {effort.processor:.2f} s for {notches} notches"


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
        display.tool("mousemove", 200, 500)
        rate = scrolling(display, view)
        check(not view.maps("libwebkitgtk"), "WebKitGTK is loaded, although no Web page was shown")
        check(not view.maps("libLLVM"), "OpenGL's compiler is loaded")
        check(not view.maps("libcurl"), "libcurl is loaded, although nothing was fetched")
        check(not view.maps("libavif"), "libavif is loaded, although no such image was shown")
        # The aim is 80 MB, as people install the program; one that is not optimized takes about 100. What frames are drawn into
        # is kept for a second or two.
        drawing = view.memory()
        time.sleep(5)
        memory = view.memory()
        check(drawing < 160, f"10,000 rows take {drawing} MB; the aim is 80")
        return (
            f"{most} views for 10,000 rows, {rate}, {memory} MB, of which {view.shared_memory()} MB count; {drawing} while drawing"
        )
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


def jumps(display):
    """A list whose rows differ in height: after a jump by its scroll bar the rows of that place are on the screen, one below the other, each
    as high as its data says."""
    site = os.path.join(WORK, "jumps-site")
    os.makedirs(site)
    configure(site, "jumps", dialect="token")
    # A row's number is its color. Those of the first half are higher in the mean; none is lower than rows are by themselves.
    heights = [max(44, 30 + number * 37 % 90 + (60 if number < 2500 else 0)) for number in range(5000)]
    data = os.path.join(WORK, "jumps.json")
    with open(data, "w") as file:
        json.dump({"rows": [{"h": height, "c": f"rgb({number % 251},{number // 251},7)"} for number, height in enumerate(heights)]}, file)
    with open(os.path.join(site, "index.html"), "w") as file:
        file.write(f"""<!DOCTYPE html><html lang="en" html-identify="Token"><head><title>Jumps</title><style>
body {{ width: 100%; height: 100%; background-color: rgb(255,255,255) }}</style></head><body>
<table t:data="item in rows" showSeparator="false" style="height: {HEIGHT}px">
<tableRow style="height: {{{{ item.h }}}}px; background-color: {{{{ item.c }}}}"></tableRow></table></body></html>
""")
    view = View(display, build(site, "jumps"), "--data", data)

    def shown():
        """The numbers of the rows from the upper edge on, and what is wrong with them."""
        pixels = [tuple(row[600:603]) for row in display.still()]
        # A line of one pixel is where the edge of two rows lies between pixels.
        runs = [(color, high) for color, same in itertools.groupby(pixels) if (high := len(list(same))) > 1]
        numbers = [green * 251 + red if blue == 7 else None for (red, green, blue), _ in runs]
        if None in numbers:
            return numbers, f"between the rows {numbers} are {runs[numbers.index(None)]}"
        if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            return numbers, f"the rows are {numbers}"
        # The first and the last are cut off.
        wrong = [(number, high) for number, (_, high) in list(zip(numbers, runs))[1:-1] if abs(high - heights[number]) > 1]
        return numbers, f"rows with other heights than {[heights[number] for number, _ in wrong]}: {wrong}" if wrong else None

    def await_rows(text, before=None):
        """Waits for rows, after a jump for others than before; answers the first one's number."""
        end = time.time() + 15
        while True:
            numbers, fault = shown()
            if not fault and before is not None and abs(numbers[0] - before) < 100:
                fault = f"the rows are {numbers}, and were those from {before} on"
            # What is on the screen may be from before the jump.
            if not fault and before is not None and view.last("scroll")["views"] < len(numbers):
                fault = f"the rows {numbers} are not made"
            if not fault:
                return numbers[0]
            check(time.time() < end, f"{text}: {fault}; {view.last('scroll')}")
            time.sleep(0.3)

    try:
        view.wait("places")
        view.focus()
        firsts = [await_rows("at the start")]
        check(firsts == [0], "the list does not begin with its first row")
        # The bar comes once the pointer is over it.
        display.tool("mousemove", WIDTH - 3, 30)
        time.sleep(0.5)
        at = 20
        for wanted in 420, 700, 160, 560, 280, 640, 420:
            display.tool("mousemove", WIDTH - 4, at)
            time.sleep(0.3)
            display.tool("mousedown", 1)
            view.read()
            view.seen = len(view.events)
            # A drag begins with a small step.
            begun = at + (10 if wanted > at else -10)
            display.tool("mousemove", WIDTH - 4, begun, "sleep", 0.05, "mousemove", WIDTH - 4, wanted, "sleep", 0.05, "mouseup", 1)
            view.wait("scroll")
            firsts.append(await_rows(f"after a jump from {at} to {wanted} px of the bar", firsts[-1]))
            way = f"a jump from {at} to {wanted} px of the bar leads from row {firsts[-2]} to {firsts[-1]}"
            check((firsts[-1] > firsts[-2]) == (wanted > at), way)
            # The bar's handle is 40 px high, and not where it was let go once rows have been measured.
            scroll = view.last("scroll")
            at = 20 + round((HEIGHT - 40) * scroll["y"] / (scroll["height"] - HEIGHT))
        return f"jumps to the rows {', '.join(map(str, firsts[1:]))}"
    finally:
        view.end()


def made_again(_):
    """A size that needs rules which were not built leaves all as it is. A page of another release is made again: what was entered
    follows the item of its row, though the page's script begins again with the rows in their first order."""
    site = os.path.join(WORK, "made-again-site")
    os.makedirs(site)
    configure(site, "again")
    with open(os.path.join(site, "rows.js"), "w") as file:
        file.write("""let rows = [0, 1, 2, 3, 4, 5].map(number => ({ name: `Row ${number}` }));
function show() { document.getElementById("list").reloadData(rows); }
function turn() { rows = [{ name: "New" }, ...rows.reverse()]; show(); }
show();
""")
    with open(os.path.join(site, "index.html"), "w") as file:
        file.write("""<!DOCTYPE html><html lang="en" html-identify="Token"><head><title>Rows</title><style>
body { width: 100%; height: 100%; font-family: Liberation Sans, sans-serif }
button { height: 40px } table { flex: 1 } tableRow { flex-direction: row; height: 48px } label { width: 120px }
input { width: 130px; height: 36px } @media (min-width: 600px) { label { width: 300px } }
</style><script src="rows.js"></script></head><body><button id="turn" title="Turn" @click="turn()"></button>
<table id="list" t:data="(item, index) in rows" rowHeight="48"><tableRow><label>{{ item.name }}</label>
<input id="f-{{ item.name }}"></tableRow></table></body></html>
""")
    built = build(site, "made-again")
    display = Display(HEIGHT, HEIGHT, "wide-again")
    view = None
    try:
        view = View(display, built, "--width", WIDTH, "--height", HEIGHT, "--watch")
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
        places = view.wait("places")["places"]
        check(places["f-Row 5"][1] < places["f-Row 0"][1], f"the script has begun again: {places}")
        check(places["turn"][2] == WIDTH, f"the page is {places['turn'][2]} px wide")
        display.still()
        display.tool("type", "--delay", "30", ",")
        view.wait("change", value="of 5,")
        configure(site, "again", version="1.0.1")
        build(site, "made-again")
        places = view.wait("places")["places"]
        view.wait("reloaded", version="1.0.1")
        check(places["f-Row 0"][1] < places["f-Row 5"][1], f"the script has not begun again: {places}")
        # The keyboard goes along, too.
        display.still()
        display.tool("type", "--delay", "30", "!")
        view.wait("change", value="of 5,!")
        display.tap(*center(places["f-Row 5"]))
        time.sleep(0.3)
        display.tool("key", "End")
        display.tool("type", "--delay", "30", "?")
        view.wait("change", value="of 5,!?")
        return "what was typed into a row follows its item, with the keyboard"
    finally:
        if view:
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
    configure(site, "kept", dialect="token")
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
