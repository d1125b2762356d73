#!/usr/bin/env python3
"""Opens a folder that `hybrid build` published and prints a page's frames.

Written from docs/format.md alone, with Python's standard library: proof that the format stands on its own.

    reader.py DIST                        lists the pages and viewports
    reader.py DIST PAGE [VIEWPORT]        prints the page's nodes with their frames and lines
"""

import base64
import hashlib
import json
import struct
import sys
import zipfile


def digest(data):
    """A hash as manifests write it."""
    return "sha256-" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def checked(dist, reference):
    """A file of the release, checked against its size and hash."""
    with open(f"{dist}/{reference['url']}", "rb") as file:
        data = file.read()
    if len(data) != reference["size"] or digest(data) != reference["hash"]:
        sys.exit(f"{reference['url']}: size or hash is wrong")
    return data


def open_release(dist):
    """The manifest that latest.json names. A real client verifies the signatures here."""
    with open(f"{dist}/latest.json", "rb") as file:
        envelope = json.load(file)
    if envelope["payloadType"] != "application/vnd.hybrid.latest+json":
        sys.exit("latest.json: another payload")
    latest = json.loads(base64.b64decode(envelope["payload"]))
    return json.loads(checked(dist, latest["manifest"]))


def open_package(dist, package):
    """A package's archive, with every entry checked against the index."""
    checked(dist, package)
    archive = zipfile.ZipFile(f"{dist}/{package['url']}")
    index = {entry["path"]: entry for entry in json.loads(checked(dist, package["index"]))}
    if sorted(index) != sorted(archive.namelist()):
        sys.exit(f"{package['url']}: other entries than in its index")
    return archive, index


def read_entry(package, path):
    archive, index = package
    data = archive.read(path)
    if len(data) != index[path]["size"] or digest(data) != index[path]["hash"]:
        sys.exit(f"{path}: size or hash is wrong")
    return data


# Protocol Buffers


def varint(data, position):
    value = shift = 0
    while True:
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, position


def fields(data):
    """A message's fields: number → list of values (integers, or bytes)."""
    result, position = {}, 0
    while position < len(data):
        key, position = varint(data, position)
        kind = key & 7
        if kind == 0:
            value, position = varint(data, position)
        elif kind == 1:
            value, position = data[position : position + 8], position + 8
        elif kind == 2:
            length, position = varint(data, position)
            value, position = data[position : position + length], position + length
        elif kind == 5:
            value, position = data[position : position + 4], position + 4
        else:
            sys.exit("unknown wire type")
        result.setdefault(key >> 3, []).append(value)
    return result


def one(message, number, default=b""):
    return message.get(number, [default])[0]


def words(data, count, default, signed=False):
    """A column of 32-bit numbers; the default in every row when it is missing."""
    if not data:
        return [default] * count
    return list(struct.unpack(f"<{len(data) // 4}{'i' if signed else 'I'}", data))


NONE = 0xFFFFFFFF


class Strings:
    def __init__(self, data):
        table = fields(data)
        self.offsets, self.utf8 = one(table, 1), one(table, 2)

    def __getitem__(self, index):
        if index == NONE:
            return None
        start, end = struct.unpack_from("<II", self.offsets, index * 4)
        return self.utf8[start:end].decode()


class Page:
    def __init__(self, data):
        page = fields(data)
        if one(page, 1, 0) != 1:
            sys.exit("page: another version of the format")
        self.source, self.title = one(page, 2).decode(), one(page, 4).decode()
        self.count = one(page, 5, 0)
        self.strings = Strings(one(page, 6))
        nodes = fields(one(page, 7))
        self.kind = one(nodes, 1)
        distance = words(one(nodes, 3), self.count, 0)
        self.parent = [i - d if d else None for i, d in enumerate(distance)]
        self.tag = words(one(nodes, 5), self.count, NONE)
        self.component = words(one(nodes, 6), self.count, NONE)
        self.style = words(one(nodes, 7), self.count, NONE)
        self.text = words(one(nodes, 8), self.count, NONE)


class Layout:
    def __init__(self, data, page):
        layout = fields(data)
        if one(layout, 1, 0) != 1 or one(layout, 4, 0) != page.count:
            sys.exit("layout: another version of the format, or another page")
        frames = fields(one(layout, 7))
        self.flags = one(frames, 1) or bytes(page.count)
        x, y, self.width, self.height = (words(one(frames, n), page.count, 0, True) for n in (2, 3, 4, 5))
        # Positions are stored as differences to the parent's.
        self.origin = []
        for node in range(page.count):
            parent = page.parent[node]
            left, top = self.origin[parent] if parent is not None else (0, 0)
            self.origin.append((left + x[node], top + y[node]))
        self.strings = Strings(one(layout, 15))
        lines = fields(one(layout, 9))
        count = len(one(lines, 1)) // 4
        columns = [words(one(lines, n), count, 0, n > 3) for n in range(1, 9)]
        texts = words(one(lines, 9), count, NONE)
        self.lines = {}
        for row in zip(*columns, texts):
            self.lines.setdefault(row[0], []).append(row[1:])


def px(units):
    return f"{units / 64:g}"


def main():
    if len(sys.argv) not in (2, 3, 4):
        sys.exit(__doc__)
    dist = sys.argv[1]
    manifest = open_release(dist)
    packages = {package["name"]: package for package in manifest["packages"]}
    base = open_package(dist, packages["base"])
    pages = [path[len("pages/") : -len(".page")] for path in sorted(base[1]) if path.startswith("pages/")]
    viewports = [viewport["name"] for viewport in manifest["viewports"]]
    if len(sys.argv) == 2:
        print("\n".join(pages))
        print("viewports:", ", ".join(viewports))
        return
    source, viewport = sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else viewports[0]
    if source not in pages or viewport not in viewports:
        sys.exit(f"{source} in {viewport}: not in the release")
    page = Page(read_entry(base, f"pages/{source}.page"))
    name = next(p["name"] for p in manifest["packages"] if p.get("viewport") == viewport)
    layout = Layout(read_entry(open_package(dist, packages[name]), f"layouts/{viewport}/{source}.layout"), page)

    print(f"{page.source}: {page.title}, {viewport}")
    depth = []
    for node in range(page.count):
        parent = page.parent[node]
        depth.append(depth[parent] + 1 if parent is not None else 0)
        indent = "  " * depth[node]
        kind = page.kind[node]
        names = {2: "text", 5: "::before", 6: "::after", 7: "::marker"}
        label = names.get(kind) or page.strings[page.component[node]] or page.strings[page.tag[node]] or "?"
        if layout.flags[node] & 1:
            place = "no box"
        else:
            left, top = layout.origin[node]
            place = f"{px(left)} {px(top)} {px(layout.width[node])} {px(layout.height[node])}"
        print(f"{indent}{label} {place}")
        for start, length, x, y, width, height, baseline, text in layout.lines.get(node, []):
            left, top = layout.origin[node]
            shown = layout.strings[text]
            if shown is None:
                units = (page.strings[page.text[node]] or "").encode("utf-16-le")
                shown = units[start * 2 : (start + length) * 2].decode("utf-16-le", "replace")
            print(f"{indent}  | {px(left + x)} {px(top + y)} {px(width)} {px(height)} base {px(top + baseline)} {shown!r}")


if __name__ == "__main__":
    main()
