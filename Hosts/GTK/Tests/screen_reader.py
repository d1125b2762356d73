#!/usr/bin/python3
"""Asks AT-SPI what a screen reader is given of a program, as JSON on stdout.

    screen_reader.py tree PROGRAM            the accessible objects of the program, each with its children
    screen_reader.py do PROGRAM ROLE NAME    carries the first action of an object out

It speaks to the accessibility bus itself, through GLib's D-Bus (Debian's python3-gi); DBUS_SESSION_BUS_ADDRESS names the session."""
import json
import os
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

ACCESSIBLE = "org.a11y.atspi.Accessible"
ACTION = "org.a11y.atspi.Action"
FLAGS = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
# AT-SPI's numbers of states.
STATES = {4: "checked", 8: "enabled", 10: "expanded", 11: "focusable", 23: "selected", 25: "showing", 30: "visible"}


def connect(address):
    return Gio.DBusConnection.new_for_address_sync(address, FLAGS, None, None)


def call(bus, place, interface, method, arguments=None):
    answer = bus.call_sync(
        place[0], place[1], interface, method, arguments, None, Gio.DBusCallFlags.NONE, 10_000, None)
    return answer.unpack()


def get(bus, place, interface, name):
    return call(bus, place, "org.freedesktop.DBus.Properties", "Get", GLib.Variant("(ss)", (interface, name)))[0]


def describe(bus, place, depth=0):
    interfaces = call(bus, place, ACCESSIBLE, "GetInterfaces")[0]
    bits = call(bus, place, ACCESSIBLE, "GetState")[0]
    states = [name for number, name in STATES.items() if len(bits) > number // 32 and bits[number // 32] >> (number % 32) & 1]
    found = {
        "role": call(bus, place, ACCESSIBLE, "GetRoleName")[0], "name": get(bus, place, ACCESSIBLE, "Name"),
        "description": get(bus, place, ACCESSIBLE, "Description"), "states": states, "place": list(place),
        "actions": [], "children": [],
    }
    if ACTION in interfaces:
        found["actions"] = [action[0] for action in call(bus, place, ACTION, "GetActions")[0]]
    if "org.a11y.atspi.Value" in interfaces:
        found["value"] = get(bus, place, "org.a11y.atspi.Value", "CurrentValue")
    if depth < 60:
        found["children"] = [describe(bus, child, depth + 1) for child in call(bus, place, ACCESSIBLE, "GetChildren")[0]]
    return found


def objects(found):
    yield found
    for child in found["children"]:
        yield from objects(child)


def main():
    session = connect(os.environ["DBUS_SESSION_BUS_ADDRESS"])
    address = call(session, ("org.a11y.Bus", "/org/a11y/bus"), "org.a11y.Bus", "GetAddress")[0]
    bus = connect(address)
    root = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
    programs = [
        child for child in call(bus, root, ACCESSIBLE, "GetChildren")[0]
        if get(bus, child, ACCESSIBLE, "Name") == sys.argv[2]]
    if not programs:
        sys.exit(f"no program is called {sys.argv[2]}")
    tree = describe(bus, programs[-1])
    if sys.argv[1] == "tree":
        json.dump(tree, sys.stdout)
        return
    role, name = sys.argv[3:5]
    for found in objects(tree):
        if found["role"] == role and found["name"] == name and found["actions"]:
            done = call(bus, tuple(found["place"]), ACTION, "DoAction", GLib.Variant("(i)", (0,)))[0]
            json.dump({"done": done, "action": found["actions"][0]}, sys.stdout)
            return
    sys.exit(f"no {role} is called {name}, or it has no action")


main()
