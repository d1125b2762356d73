"""Fingers, the keyboard, screen readers, the desktop's settings and direction."""
import http.server
import json
import os
import time

from driver import EXAMPLES, HERE, PATIENCE, WIDTH, WORK, build, center, check, rows_data, ScreenReader, View


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


def fingers(display):
    """A long press, a swipe, pulling and pushing a list, a held button, and what is around fields."""
    site = build(os.path.join(HERE, "site"), "fingers")
    data = os.path.join(WORK, "fingers.json")
    with open(data, "w") as file:
        json.dump({"rows": [{"name": f"Row {number}"} for number in range(40)]}, file)
    view = View(display, site, "--url", "/fingers.html", "--data", data)

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
        # By one command: on a busy machine the next would come so late that it is a long press again.
        steps = [part for step in (1, 2, 3) for part in ("sleep", 0.03, "mousemove", round(x + 250 - 50 * step), round(y + 60))]
        display.tool("mousemove", round(x + 250), round(y + 60), "mousedown", 1, *steps, "mouseup", 1)
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
        ends = lambda: [event["arguments"][0] for event in view.events if event["event"] == "call"][-2:]
        # To the lower end, and on there.
        end = time.time() + PATIENCE
        while True:
            display.tool("click", "--repeat", 5, "--delay", 30, 5)
            reached = view.wait("scroll")
            while (last := view.last("scroll")) != reached:
                reached = last
                time.sleep(0.3)
            if reached["y"] > reached["height"] - high - 1:
                break
            check(time.time() < end, f"the list is scrolled to {reached['y']} of {reached['height']} px")
            check(ends() == ["press", "header"], f"the list's lower end is told of at {reached['y']} px: {ends()}")
        time.sleep(0.7)
        display.tool("click", "--repeat", 4, "--delay", 30, 5)
        view.wait("pushed")
        said("footer")
        # A control hears of taps, and what is around it of long presses and swipes that begin on it.
        count = len([event for event in view.events if event["event"] == "call"])
        x, y = center(places["within"])
        display.tap(x, y)
        said("within")
        time.sleep(0.9)
        display.tap(*center(places["pad"]))
        said("tap")
        display.tool("mousemove", round(x), round(y), "mousedown", 1)
        said("around")
        display.tool("mouseup", 1)
        steps = [part for step in (1, 2, 3) for part in ("sleep", 0.03, "mousemove", round(x - 30 * step), round(y))]
        display.tool("mousemove", round(x), round(y), "mousedown", 1, *steps, "mouseup", 1)
        said("swiped")
        display.tap(x, y)
        said("within")
        told = [event["arguments"][0] for event in view.events if event["event"] == "call"][count:]
        check(told == ["within", "tap", "around", "swiped", "within"], f"the page was told {told}")
        return "a long press, a swipe, a pull, a push, a held button, fields that are emptied, gestures on a button"
    finally:
        view.end()


def keys(display):
    """What only takes taps is reached by Tab in the order of the page and pressed by Return and space, rows far down included."""
    site = build(os.path.join(HERE, "site"), "keys")
    view = View(display, site, "--url", "/keys.html", "--data", rows_data())

    def picture(place):
        x, y, wide, high = (round(part) for part in place)
        return [row[x * 3:(x + wide) * 3] for row in display.still()[y:y + high]]

    def press(key, what):
        display.tool("key", key)
        view.wait("call", function="setTitle", arguments=[what])
    try:
        places = view.wait("places")["places"]
        view.focus()
        display.tap(*center(places["name"]))
        first, second = places["first"], places["second"]
        plain = picture(first)
        # The first of the two is at the right.
        check(first[0] > second[0], f"the row is not turned: {places}")
        display.tool("key", "Tab")
        press("space", "first")
        ring = picture(first)
        changed = sum(old[x:x + 3] != new[x:x + 3] for old, new in zip(plain, ring) for x in range(0, len(old), 3))
        check(changed > 2 * (100 + 40), f"no ring is around what has the keyboard: {changed} px differ")
        check(len({bytes(ring[0][x:x + 3]) for x in range(0, 300, 3)} - {bytes((250, 220, 160))}) == 1, "the ring is not closed")
        display.tool("key", "Tab")
        press("Return", "second")
        check(picture(first) == plain, "the ring stays")
        display.tool("key", "Tab")
        press("space", "press")
        display.tool("key", "Tab")
        press("KP_Enter", "around")
        display.tool("key", "Tab")
        view.read()
        calls = len([event for event in view.events if event["event"] == "call"])
        # What is typed into a field presses nothing around it.
        display.tool("type", "--delay", "60", "a b")
        view.wait("change", value="a b")
        display.tool("key", "Return")
        time.sleep(0.5)
        view.read()
        check(len([event for event in view.events if event["event"] == "call"]) == calls, "keys of a field pressed what is around it")
        display.tool("key", "Tab")
        press("Return", "text")
        display.tool("key", "shift+Tab")
        display.tool("key", "shift+Tab")
        press("Return", "around")
        display.tool("key", "Tab")
        display.tool("key", "Tab")
        # Far more rows than are made at once.
        for row in range(60):
            display.tool("key", "Tab")
        press("space", "Row 59")
        places = [event["y"] for event in view.events if event["event"] == "scroll"]
        check(places and places[-1] > 2_000, f"the list is not where its row is: {places[-3:]}")
        for row in range(60):
            display.tool("key", "shift+Tab")
        press("Return", "text")
        # A tap beside takes the keyboard away, and a key presses nothing then.
        display.tap(*center(second))
        view.wait("call", arguments=["second"])
        display.tool("key", "Return")
        time.sleep(0.5)
        view.read()
        check(not [event for event in view.events[view.seen:] if event["event"] == "call"], "a key pressed what was tapped")
        # Tab comes back to where it was.
        display.tool("key", "Tab")
        press("space", "text")
        return "six kinds of views, a ring, 60 rows down and up"
    finally:
        view.end()


def stops(display):
    """Tab and Shift+Tab go through text areas and pickers, and change nothing of them."""
    view = View(display, build(os.path.join(HERE, "site"), "stops"), "--url", "/stops.html")

    def changes():
        view.read()
        return [event["value"] for event in view.events if event["event"] == "change"]
    try:
        places = view.wait("places")["places"]
        view.focus()
        x, y, wide, high = places["sizes"]
        display.tap(x + wide / 2, y + 20 * 2)
        view.wait("change")
        before = changes()
        view.focus()
        display.tap(*center(places["area"]))
        display.tool("type", "ab")
        view.wait("change", value="ab")
        typed = changes()
        for way, said in (("Tab", "last"), ("shift+Tab", "first")):
            for _ in range(2 if way == "Tab" else 3):
                display.tool("key", way)
            display.tool("key", "space")
            view.wait("call", function="setTitle", arguments=[said])
        check(changes() == typed, f"going through changed something: {changes()[len(typed):]}")
        # The keyboard is in the area again, and its keys in the picker choose.
        display.tool("key", "Tab")
        display.tool("type", "c")
        view.wait("change", value="abc")
        display.tool("key", "Tab")
        display.tool("key", "Down")
        display.tool("key", "space")
        value = view.wait("change")["value"]
        check(value != before[-1], f"the arrow keys of a picker choose nothing: {value}, {before}")
        return "two ways through a text area and a picker"
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
