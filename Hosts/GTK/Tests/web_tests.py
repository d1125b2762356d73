"""Web pages: first screens, WebKit over them, links, servers, errors."""
import http.server
import os
import shutil
import subprocess
import threading
import time

from driver import (
    EXAMPLES, Failed, HEIGHT, HERE, PATIENCE, VIEW, View, WIDTH, WORK, await_picture, build, center, check, configure, difference, read_png, run,
    write_png)


def web_pages(display):
    """A Web page: painted at once, like the painter's picture; WebKit's own picture; a link; back to where it was."""
    site = os.path.join(HERE, "web")
    pages = build(site, "pages")
    picture = os.path.join(WORK, "pages.png")
    run("picture", "index.html", "--root", site, "--viewport", f"{WIDTH}x{HEIGHT}@1", "-o", picture)
    wanted = read_png(picture)
    run("picture", "second.html", "--root", site, "--viewport", f"{WIDTH}x{HEIGHT}@1", "-o", picture)
    second = read_png(picture)
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
        view.focus()
        # On a busy machine the web view may be faster than the painter, but not each time.
        for attempt in range(6):
            display.tap(200, 125 - 60)
            visit = view.wait("visit", url="/second.html", action="advance")["at"]
            first, whole, seen = next_page(display, view, visit)
            check(difference(display.still(), scrolled) > 0.3, "the second page looks like the first")
            display.tool("key", "alt+Left")
            view.wait("restored", url="/")
            display.tool("mousemove", 200, 700)
            back = difference(display.still(), scrolled)
            check(back < 0.01, f"{back:.2%} of the pixels differ after going back")
            warm = difference(seen, second, 8) if first and seen else 1
            if warm < 0.001:
                break
        check(first, "the next page was never painted, the web view was always faster")
        check(warm < 0.001, f"{warm:.2%} of the next page's pixels differ from the painter's until the web view takes over")
        return (f"painted after {painted['at']:.0f} ms: {off:.2%} off the painter's picture; WebKit's: {own:.2%}; the next page was painted "
                f"after {first:.0f} ms, at attempt {attempt + 1}: {warm:.2%} off; WebKit loaded it after {whole:.0f} ms")
    finally:
        view.end()


def next_page(display, view, visit):
    """When a page of a running program was painted, if it was, and loaded, in ms after the visit; and what was on the screen before the
    web view took over."""
    seen, last, end = None, display.screen(), time.time() + PATIENCE
    while True:
        view.read()
        known = {event["event"]: event["at"] for event in view.events if event["at"] >= visit}
        if "handedOver" in known:
            break
        # This one was still there after it had been read.
        seen = last
        check(time.time() < end, "the web view never takes over")
        last = display.screen()
    view.seen = len(view.events)
    # The web view is given 50 ms to draw what it has loaded.
    return known["painted"] - visit if "painted" in known else None, known["handedOver"] - visit - 50, seen


def other_sites(display):
    """A frame of another site stays in its page, a link to one leaves the app, a form with POST is refused and what was typed stays."""
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


def typing(display):
    """What is typed into a field of the painted screen is in the field once the web view has the page, in its order, and goes on there."""
    site = os.path.join(WORK, "typing-site")
    os.makedirs(site)
    configure(site, "typing")
    with open(os.path.join(site, "index.html"), "w") as file:
        file.write("""<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Typing</title>
<style>body { margin: 0; background: #fff } input { display: block; box-sizing: border-box; width: 300px; height: 60px; margin: 10px } b { display: block; height: 200px; background: #ccc }</style>
<form onsubmit="event.preventDefault(); block.style.background = note.value === 'He&quot;llo' ? 'rgb(10,120,60)' : 'rgb(200,0,0)'">
<input id="note" aria-label="Note" oninput="if (note.value === 'He&quot;llo you') block.style.background = 'rgb(20,60,200)'"></form><b id="block"></b>
<script>const end = Date.now() + 5000; while (Date.now() < end);</script>""")
    view = View(display, build(site, "typing"))

    def block():
        return tuple(display.still()[150][300:303])

    try:
        view.wait("painted")
        view.focus()
        display.tool("type", "--delay", "30", "nothing")
        display.tap(100, 40)
        time.sleep(0.2)
        display.tool("type", "--delay", "30", 'He"llx')
        display.tool("key", "BackSpace")
        display.tool("type", "--delay", "30", "o")
        display.tool("key", "Return")
        view.read()
        check(not any(event["event"] == "handedOver" for event in view.events), "the machine was too slow: the web view was there before")
        view.wait("handedOver")
        check(block() == (10, 120, 60), f"the form was sent with another text: {block()}")
        display.tool("type", "--delay", "30", " you")
        check(block() == (20, 60, 200), f"keys do not go on in the field: {block()}")
        return "a text with a correction, Return, and more in the web view"
    finally:
        view.end()


def first_addresses(display):
    """What is opened at the start: no file, and a server's own first page, not the release's."""
    site = os.path.join(WORK, "address-site")
    os.makedirs(site)
    with open(os.path.join(site, "index.html"), "w") as file:
        file.write("""<html html-identify="Token" lang="en"><head><title>Own</title><script>
function go() { document.pushNavigatorWithURL("//other.example/path") }
</script></head><body><button title="Go" @click="go()" style="height: 100px"></button></body></html>""")
    with open(os.path.join(site, "hybrid.json"), "w") as file:
        file.write('{"name": "own", "dialect": "token", "viewports": [{"width": 390, "height": 844, "scale": 1}]}')
    built = build(site, "address")
    done = subprocess.run(
        [VIEW, built, "--url", "file:///etc/hostname"], env=display.environment, capture_output=True, text=True, timeout=60)
    check(done.returncode != 0 and "a web view loads nothing of file:" in done.stderr, f"{done.returncode} {done.stderr}")
    view = View(display, built)
    try:
        view.wait("completed")
        display.still()
        display.tap(100, 50)
        check(view.wait("outside")["address"] == "https://other.example/path", "another address was opened")
    finally:
        view.end()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<title>s</title><body style='margin:0;background:#00f'>")

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    view = View(display, built, "--url", address)
    try:
        check("page" not in view.wait("visit", url=address), "the server's page counts as the release's")
        view.wait("completed", url=address)
        end = time.time() + 20
        while display.still()[400][300:303] != bytes([0, 0, 255]):
            check(time.time() < end, "the server's page is not on the screen")
    finally:
        view.end()
        server.shutdown()
        server.server_close()
    view = View(display, built, "--url", address)
    try:
        view.wait("visitFailed")
        check(not any(event["event"] == "badRelease" for event in view.events), "a server that is down takes the release back")
    finally:
        view.end()
    return "a file, another host and a server's first page"


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
