"""What is on the screen beside the painter's pictures."""
import base64
import itertools
import os
import shutil
import subprocess
import time

import component_pages
import painted_pages
from driver import (
    Display, EXAMPLES, Failed, HEIGHT, HERE, HYBRID, View, WIDTH, WORK, await_picture, build, check, configure, difference, read_png, run, write_png)


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
    configure(site, "titles", size[0], size[1])
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
    configure(site, "painted", dialect="token")
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
    """A blur of a view of many screens is drawn near the window only: it takes what one of a few screens does, and the edges that it blurs
    go along with scrolling."""
    site = os.path.join(WORK, "tall-site")
    os.makedirs(site)
    configure(site, "tall")
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

    def blurred(view, wanted):
        """Waits until each edge of the strips is where the view is scrolled to, and takes several rows; answers how far that is."""
        end = time.time() + wanted
        while time.time() < end:
            column = [tuple(row[200 * 3:200 * 3 + 3]) for row in display.still()]
            scroll = view.last("scroll")
            y = scroll["y"] if scroll else 0
            edges = [edge - round(y) for edge in range(250, height, 500) if 30 < edge - y < HEIGHT - 30]
            faults = []
            for edge in edges:
                ends = {column[edge - 25], column[edge + 25]}
                soft = [60 < red < 180 and blue > 60 for red, _, blue in column[edge - 20:edge + 20]]
                if ends != {(200, 40, 40), (40, 80, 200)} or sum(soft) < 6 or any(soft[:4] + soft[-4:]):
                    faults.append(f"{ends} around {edge}, {sum(soft)} rows between them")
            if edges and not faults:
                return y
            time.sleep(0.2)
        raise Failed(f"{height} px, scrolled to {y}: no blurred edges within {wanted} s, but {faults}")

    try:
        for height in heights:
            view = View(display, built, "--width", WIDTH, "--height", HEIGHT, "--url", f"/h{height}.html")
            try:
                view.wait("places")
                blurred(view, 60)
                with open(f"/proc/{view.process.pid}/stat") as file:
                    times[height] = sum(int(part) for part in file.read().rsplit(")", 1)[1].split()[11:13]) / os.sysconf("SC_CLK_TCK")
                display.tool("mousemove", 200, 400)
                reached = 0
                for _ in range(3):
                    display.tool("click", "--repeat", 5, "--delay", 20, 5)
                    # About 89 px for each notch.
                    while view.wait("scroll")["y"] < reached + 300:
                        pass
                    before, reached = reached, blurred(view, 60)
                    check(reached > before + 100, f"scrolled from {before} to {reached}")
            finally:
                view.end()
        for height in heights[1:]:
            check(times[height] < 2.5 * times[heights[0]], f"processor time by height: {times}")
        return f"processor time until it is blurred, by height: {times}"
    finally:
        display.process.terminate()
        display.process.wait(30)


def pictures(display):
    """Large images are drawn, each in its place, and take the memory of what is shown of them; an image in its address is drawn."""
    site = os.path.join(WORK, "pictures")
    os.makedirs(site)
    for number in range(24):
        write_png(os.path.join(site, f"{number}.png"), [bytes((number * 77 % 250, column // 8 % 256, 90)[part] for column in range(2000) for part in range(3))] * 1500)
    write_png(os.path.join(site, "small.png"), [bytes((200, 60, 10)) * 4] * 4)
    with open(os.path.join(site, "small.png"), "rb") as file:
        small = base64.b64encode(file.read()).decode()
    images = "".join(
        f'<image id="i{number}" src="{number}.png" alt="{number}" style="width: 350px; height: 60px; margin: 2px"></image>' for number in range(24))
    with open(os.path.join(site, "index.html"), "w", encoding="utf-8") as file:
        file.write(
            '<!DOCTYPE html><html lang="en" html-identify="Token"><head><title>Pictures</title><style>body { width: 100%; height: 100% }</style></head><body>'
            f'<image src="data:image/png;base64,{small}" alt="small" style="width: 60px; height: 40px"></image>'
            f'<scrollView id="area" style="width: 390px; height: 780px">{images}</scrollView></body></html>')
    configure(site, "pictures", dialect="token")
    view = View(display, build(site, "pictures-dist"))
    try:
        places = view.wait("places")["places"]
        view.focus()
        display.still()
        display.tool("mousemove", 380, 500)
        _, top, _, high = places["area"]

        def looked_at():
            """The numbers of the images that are on the screen as a whole, and what is wrong with them."""
            screen, scroll = display.still(), view.last("scroll")
            numbers, faults = set(), []
            for number in range(24):
                x, y, _, tall = places[f"i{number}"]
                y -= scroll["y"]
                if y < top or y + tall > top + high:
                    continue
                numbers.add(number)
                for dx, dy in itertools.product((20, 175, 330), (10, 45)):
                    found = tuple(screen[round(y + dy)][round(x + dx) * 3:round(x + dx) * 3 + 3])
                    # The green grows by one each eight of 2000 columns. GTK's glow at the end of what is scrolled is above the last image.
                    if any(abs(one - other) > 20 for one, other in zip(found, (number * 77 % 250, dx / 350 * 2000 / 8, 90))):
                        faults.append(f"image {number} has {found} at {dx}, {dy}")
            return numbers, faults

        seen = set()
        for button in (5, 4):
            display.tool("click", "--repeat", 60, "--delay", 15, button)
            view.wait("scroll")
            time.sleep(1)
            end = time.time() + 20
            while (look := looked_at())[1] and time.time() < end:
                time.sleep(0.3)
            check(not look[1], "; ".join(look[1][:4]))
            seen |= look[0]
        check(len(seen) == 24, f"only the images {sorted(seen)} came to the screen")
        screen = display.still()
        check(tuple(screen[20][60:63]) == (200, 60, 10), f"the image in its address is {tuple(screen[20][60:63])}")
        # Decoded, the images have 288 MB.
        check(view.shared_memory() < 200, f"24 images take {view.shared_memory()} MB")
        return f"24 images of 12 MB, {view.shared_memory()} MB in all"
    finally:
        view.end()
