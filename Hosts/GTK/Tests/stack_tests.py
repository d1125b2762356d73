"""Visits: stacks, tabs, sheets, bars, an app of its own."""
import http.server
import os
import threading
import time

from driver import HEIGHT, HERE, PATIENCE, View, WIDTH, WORK, build, center, check, configure, difference


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


def deep_stack(display):
    """A screen that is gone back to is as it was left, however many were above it."""
    site = os.path.join(WORK, "deep-site")
    os.makedirs(site)
    configure(site, "deep")
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
