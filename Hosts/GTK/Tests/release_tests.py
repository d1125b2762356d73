"""Updates, and what is saved under `hybrid watch`."""
import functools
import http.server
import json
import os
import shutil
import socket
import subprocess
import threading
import time

from driver import Effort, HEIGHT, HERE, HYBRID, PATIENCE, WIDTH, WORK, center, check, run, View


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
        # Releases of the same version differ by their sequence: the next one is shown, too.
        page = os.path.join(site, "index.html")
        with open(page) as file:
            text = file.read()
        with open(page, "w") as file:
            file.write(text.replace("rgb(232,238,250)", "rgb(250,220,160)"))
        release("6.0.0", 8, "--sign-key", key)
        view.wait("installed", version="6.0.0")
        view.wait("reloaded", version="6.0.0")
        check(display.still()[6][12:15] == bytes([250, 220, 160]), "the second release of a version is not on the screen")
        return ("2.0.0 installed and shown; 3.0.0 and 4.0.0 taken back; 5.0.0 keeps what was typed; 6.0.0 comes while it runs, "
                "and another 6.0.0 after it")
    finally:
        view.end()


def kiosks(display):
    """Nobody is there: a first release that cannot be shown is replaced, a damaged one repaired; servers that are down take none back."""
    site = os.path.join(WORK, "kiosk-site")
    shutil.copytree(os.path.join(HERE, "site"), site)
    index = os.path.join(site, "index.html")
    with open(index) as file:
        text = file.read()
    server, key = os.path.join(WORK, "kiosk-server"), os.path.join(WORK, "kiosk.pem")
    run("keygen", "-o", key)
    run("build", site, "-o", server, "--no-cache", "--sequence", 1)
    run("roots", "add", server, "--key", key + ".pub", "--sign-key", key)
    os.remove(index)
    run("build", site, "-o", server, "--no-cache", "--sequence", 2, "--sign-key", key)
    store = os.path.join(WORK, "kiosk-store")
    arguments = [server, "--root", os.path.join(server, "roots", "1.root.json"), "--store", store, "--kiosk", "--update-every", "1"]
    view = View(display, *arguments)
    try:
        view.wait("badRelease")
        with open(index, "w") as file:
            file.write(text)
        run("build", site, "-o", server, "--no-cache", "--sequence", 3, "--sign-key", key)
        view.wait("installed")
        view.wait("shown", isHealthy=True)
    finally:
        view.end()
    objects = [os.path.join(folder, name) for folder, _, names in os.walk(os.path.join(store, "objects")) for name in names]
    check(objects, "the store has no objects")
    for path in objects:
        with open(path, "wb") as file:
            file.write(b"damaged")
    view = View(display, *arguments)
    try:
        view.wait("shown", isHealthy=True)
    finally:
        view.end()
    # What a server or an address that was given says of itself is no fault of the release.
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    pages = os.path.join(WORK, "kiosk-pages")
    os.makedirs(pages)
    with open(os.path.join(pages, "account.html"), "w") as file:
        file.write("<!DOCTYPE html><title>account</title>an account")
    view = View(display, *arguments, "--url", f"http://127.0.0.1:{port}/account.html")
    try:
        view.wait("visitFailed")
        answers = functools.partial(http.server.SimpleHTTPRequestHandler, directory=pages)
        web = http.server.ThreadingHTTPServer(("127.0.0.1", port), answers)
        threading.Thread(target=web.serve_forever, daemon=True).start()
        # Nobody presses "Try again".
        view.wait("shown", isHealthy=True)
        check(not any(event["event"] == "badRelease" for event in view.events), "a server that is down takes the release back")
        web.shutdown()
        web.server_close()
    finally:
        view.end()
    view = View(display, *arguments, "--url", "/mistyped.html")
    try:
        view.wait("visitFailed")
        time.sleep(1.5)
        view.read()
        check(not any(event["event"] == "badRelease" for event in view.events), "a mistyped address takes the release back")
    finally:
        view.end()
    return "replaced, repaired, and kept where a server is down"


def slow_repair(display):
    """A damaged release on a slow network: the one before is shown meanwhile, and the damaged one once it is here again."""
    gate = threading.Event()
    gate.set()

    class Handler(http.server.SimpleHTTPRequestHandler):
        def do_GET(self):
            gate.wait(60)
            super().do_GET()

        def log_message(self, *_):
            pass

    site = os.path.join(WORK, "slow-site")
    shutil.copytree(os.path.join(HERE, "site"), site)
    folder, key = os.path.join(WORK, "slow-server"), os.path.join(WORK, "slow.pem")
    path = os.path.join(site, "hybrid.json")

    def release(version, sequence, *arguments):
        with open(path) as file:
            configuration = json.load(file)
        with open(path, "w") as file:
            json.dump(dict(configuration, version=version), file)
        # Each release has a first page of its own.
        index = os.path.join(site, "index.html")
        with open(index) as file:
            text = file.read()
        with open(index, "w") as file:
            file.write(text.replace("</title>", f" {version}</title>"))
        run("build", site, "-o", folder, "--no-cache", "--sequence", sequence, *arguments)

    release("0.9.0", 1)
    run("keygen", "-o", key)
    run("roots", "add", folder, "--key", key + ".pub", "--sign-key", key)
    release("1.0.0", 2, "--sign-key", key)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    store = os.path.join(WORK, "slow-store")
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    arguments = [address, "--root", os.path.join(folder, "roots", "1.root.json"), "--store", store, "--update-at-once"]

    def objects():
        return {os.path.join(where, name) for where, _, names in os.walk(os.path.join(store, "objects")) for name in names}

    try:
        view = View(display, *arguments)
        try:
            view.wait("release", version="1.0.0")
            view.wait("shown", isHealthy=True)
            before = objects()
            release("2.0.0", 3, "--sign-key", key)
        finally:
            view.end()
        view = View(display, *arguments)
        try:
            view.wait("release", version="2.0.0")
            view.wait("shown", isHealthy=True)
        finally:
            view.end()
        new = objects() - before
        check(new, "the second release has no objects of its own")
        for path in new:
            with open(path, "wb") as file:
                file.write(b"damaged")
        gate.clear()
        view = View(display, *arguments)
        try:
            damaged = view.wait("damaged", version="2.0.0")["at"]
            view.wait("release", version="1.0.0")
            shown = view.wait("shown", isHealthy=True)["at"]
            gate.set()
            view.wait("release", version="2.0.0")
            view.wait("shown", isHealthy=True)
            check(not any(event["event"] == "badRelease" for event in view.events), "what is damaged counts as bad")
            return f"the one before is shown after {(shown - damaged) / 1000:.1f} s, the damaged one once it is fetched"
        finally:
            view.end()
    finally:
        gate.set()
        server.shutdown()
        server.server_close()


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
        effort, elapsed = Effort(watch, view.process), []
        for green in range(220, 225):
            with effort:
                with open(page, "w") as file:
                    file.write(text.replace("rgb(232,238,250)", f"rgb(250,{green},160)"))
                saved = time.time()
                view.wait("reloaded")
                elapsed.append((time.time() - saved) * 1000)
            # A field's cursor blinks: the screen is never still.
            end = time.time() + PATIENCE
            while (now := display.screen())[6][12:15] != bytes([250, green, 160]):
                check(time.time() < end, "the new colour is not on the screen")
                time.sleep(0.05)
            time.sleep(1)
        # The aim is 150 ms; twice that is too much. What a save takes of the processor counts on a busy machine as well.
        taken = effort.processor * 1000 / len(elapsed)
        check(taken < 300, f"a save takes {taken:.0f} ms of processor time")
        check(min(elapsed) < 300 or not effort.has_room, f"on the screen {min(elapsed):.0f} ms after a save; the aim is 150")
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
        note = "" if effort.has_room else " (not compared, the machine is busy)"
        return (f"on the screen {min(elapsed):.0f} to {max(elapsed):.0f} ms after a save{note}, with {taken:.0f} ms of processor time; "
                "a folder that comes later and is made anew is followed")
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
