"""Sizes that were not built, turning the window, fonts of the package."""
import json
import os
import shutil
import subprocess
import time

from driver import (
    Display, HEIGHT, HERE, HYBRID, PATIENCE, View, WIDTH, WORK, await_picture, build, center, check, configure, difference, read_png, rows_data,
    run, turned_site)


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
        own, other = measured_elsewhere(display, wide, high)
        return (f"painted {wide} px wide: {off:.2%} off the painter's picture; the measures have {size} bytes; a label of another machine's "
                f"measures is {other[0]:g} by {other[1]:g} px, by this system's text {own[0]:g} by {own[1]:g}")
    finally:
        display.process.terminate()
        display.process.wait(30)


def measured_elsewhere(display, width, height):
    """A release that is built where the same family is another font: a Token page is laid out by its measures, as in the build, and
    without them by this system's text. Answers the sizes of a label, without and with the measures."""
    site = os.path.join(WORK, "elsewhere-site")
    os.makedirs(site)
    configure(site, "elsewhere", dialect="token")
    with open(os.path.join(site, "index.html"), "w", encoding="utf-8") as file:
        file.write('<!DOCTYPE html><html lang="en" html-identify="Token"><head><title>Elsewhere</title><style>body { width: 100%; height: 100%; '
                   'font-family: Liberation Sans } label { font-size: 26px; align-self: flex-start }</style></head><body>'
                   '<label id="text">As wide as the font of the build says</label></body></html>')
    rules = os.path.join(WORK, "elsewhere.conf")
    with open(rules, "w") as file:
        file.write('<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><include>/etc/fonts/fonts.conf</include>'
                   '<match target="pattern"><test name="family"><string>Liberation Sans</string></test><edit name="family" mode="assign" '
                   'binding="strong"><string>DejaVu Serif</string></edit></match></fontconfig>')
    elsewhere = dict(os.environ, FONTCONFIG_FILE=rules)

    def wanted(environment):
        """The label's size by `hybrid inspect`."""
        nodes = json.loads(run("inspect", "layout", "index.html", "--root", site, "--viewport", f"{width}x{height}@1", "--format", "json",
                               env=environment))["nodes"]
        return next([node["w"], node["h"]] for node in nodes if node.get("id") == "text")

    sizes = [wanted(dict(os.environ)), wanted(elsewhere)]
    check(sizes[0] != sizes[1], f"the label has {sizes[0]} px in both fonts: DejaVu Serif or Liberation Sans is not installed")
    for size, emitted in zip(sizes, ((), ("--emit", "measures"))):
        built = os.path.join(WORK, "elsewhere" + "-measured" * len(emitted[:1]))
        run("build", site, "-o", built, "--no-cache", *emitted, env=elsewhere)
        view = View(display, built, "--width", width, "--height", height)
        try:
            found = view.wait("places")["places"]["text"][2:]
        finally:
            view.end()
        check(found == size, f"the label has {found} px instead of {size} {'with' if emitted else 'without'} measures")
    return sizes


def size_site(name):
    """A Web and a Token page with a box of 5rem, built with measures."""
    site = os.path.join(WORK, name + "-site")
    os.makedirs(site)
    box = "height: 5rem; background-color: rgb(51, 102, 204)"
    with open(os.path.join(site, "index.html"), "w") as file:
        file.write(
            "<!DOCTYPE html><html lang=en><title>Size</title><meta name=viewport content='width=device-width'>"
            f"<style>body {{ margin: 0 }} div {{ {box} }} @media (prefers-color-scheme: dark) {{ body {{ background: #111 }} }}</style><div></div></html>")
    with open(os.path.join(site, "native.html"), "w") as file:
        file.write(
            f'<html html-identify="Token"><head><title>Size</title></head><body><view id="box" style="{box}"></view>'
            '<label id="usual">Hhhhhhhh</label><label id="fixed" style="font-size: 16px">Hhhhhhhh</label></body></html>')
    with open(os.path.join(site, "hybrid.json"), "w") as file:
        json.dump({"viewports": [{"width": WIDTH, "height": HEIGHT, "scale": 1}], "colorSchemes": ["light", "dark"]}, file)
    return build(site, name, "--emit", "measures")


def text_size(display):
    """The reader's text size: Token pages follow it in place and from the start, what has a size in px stays."""
    built = size_site("text-size")

    def heights(places):
        return [round(places[name][3], 1) for name in ("box", "usual", "fixed")]

    def ink(place):
        """How many pixels of a label are dark."""
        rows = display.still()[round(place[1]):round(place[1] + place[3])]
        return sum(row[3 * x] < 128 for row in rows for x in range(WIDTH))

    view = View(display, built, "--url", "/native.html", "--font-scale", 2)
    try:
        large = view.wait("places")["places"]
        check(heights(large)[0] == 170 and 40 < heights(large)[1] < 42 and 18 < heights(large)[2] < 20, f"at the start: {large}")
        largest = ink(large["usual"])
    finally:
        view.end()
    view = View(display, built, "--url", "/native.html")
    try:
        usual = view.wait("places")["places"]
        check(heights(usual)[0] == 85, f"at the usual size: {usual}")
        first = ink(usual["usual"])
        check(largest > first * 2.5, f"the letters are not large at the start: {largest} dark pixels, {first} at the usual size")
        view.focus()
        for _ in range(20):
            display.tool("key", "ctrl+plus")
            grown = view.wait("places")["places"]
            if grown["box"][3] >= 170:
                break
        check(grown["box"][3] >= 170 and grown["usual"][3] > 40, f"after Control and plus: {grown}")
        check(abs(grown["fixed"][3] - usual["fixed"][3]) < 0.1, f"px grow: {grown}")
        share = ink(grown["usual"]) / first
        check(share > 2.5, f"the letters are not as large as their boxes: {share:.2f} times as many dark pixels")
        display.tool("key", "ctrl+0")
        check(heights(view.wait("places")["places"]) == heights(usual), "the usual size does not come back")
        return f"5rem: {heights(usual)[0]} px, at twice the text size {heights(large)[0]} px"
    finally:
        view.end()


def painted_again(display):
    """Without a web view a painted page follows the color scheme and the text size."""
    def color(x, y):
        return tuple(display.still()[y][3 * x:3 * x + 3])
    view = View(display, size_site("painted-again"), "--no-web-views")
    try:
        view.wait("painted")
        view.focus()
        check(color(200, 100) == (255, 255, 255) and color(200, 500) == (255, 255, 255), "the page is not painted")
        display.tool("key", "F8")
        view.wait("painted")
        check(color(200, 500) == (17, 17, 17), f"the dark scheme is not painted: {color(200, 500)}")
        for _ in range(4):
            display.tool("key", "ctrl+plus")
            view.wait("fontScale")
        view.wait("painted")
        time.sleep(1)
        check(color(200, 100) == (51, 102, 204), f"larger texts are not painted: {color(200, 100)}")
        return "dark and large"
    finally:
        view.end()


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


def window_size(_):
    """With a bar above the page, too, the page has the size that was asked for."""
    display = Display(WIDTH + 200, HEIGHT + 200, "sizes")
    site = os.path.join(WORK, "window-site")
    os.makedirs(site)
    configure(site, "window", dialect="token")
    with open(os.path.join(site, "index.html"), "w") as file:
        file.write("""<html html-identify="Token" lang="en"><head><title>All</title></head>
<body style="width: 100%; height: 100%"><view id="all" style="width: 100%; height: 100%"></view></body></html>""")
    view = View(display, build(site, "window"), "--width", WIDTH, "--height", 600, kiosk=False)
    try:
        end = time.time() + PATIENCE
        while True:
            time.sleep(0.3)
            size = (view.last("places") or {"places": {}})["places"].get("all")
            if size and size[2:] == [WIDTH, 600]:
                break
            check(time.time() < end, f"the page has {size}")
        return "390 x 600 below the bar"
    finally:
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
