#!/usr/bin/env python3
"""Applies the patches of a release that `hybrid delta` published, and checks what they give.

Written from docs/reference/format.md (“Patches”) alone, with Python's standard library: proof that the format stands on its own. It is
slow; a client in another language does the same in milliseconds.

The table of content types below repeats that of docs/reference/format.md (“Content types”) on purpose: a patch leaves out the types that
follow from a path, so that every client needs the table.

    patch.py OLD NEW        OLD: a folder with the earlier release as its current one, NEW: the folder with patches from it
"""

import base64
import hashlib
import json
import struct
import sys
import zipfile
import zlib

M32, M64 = 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF
GOLD = 0x9E3779B97F4A7C15
T = [1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047, 2549, 2994, 3348, 3607, 3785, 3901, 3975,
     4024, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094]


def squash(x):
    if x > 2047:
        return 4095
    if x < -2047:
        return 1
    i, w = (x >> 7) + 16, x & 127
    return (T[i] * (128 - w) + T[i + 1] * w + 64) >> 7


STRETCH = []
for value in range(-2047, 2048):
    while len(STRETCH) <= squash(value):
        STRETCH.append(value)
STRETCH += [2047] * (4096 - len(STRETCH))


class Decoder:
    def __init__(self, data):
        self.data, self.position, self.low, self.high, self.window = data, 0, 0, M32, 0
        for _ in range(4):
            self.shift()

    def shift(self):
        byte = self.data[self.position] if self.position < len(self.data) else 0
        self.window = (self.window << 8 | byte) & M32
        self.position += 1

    def bit(self, p):
        middle = self.low + ((self.high - self.low) * p >> 16)
        bit = 1 if self.window <= middle else 0
        if bit:
            self.high = middle
        else:
            self.low = middle + 1
        while (self.low ^ self.high) & 0xFF000000 == 0:
            self.shift()
            self.low = self.low << 8 & M32
            self.high = (self.high << 8 | 255) & M32
        return bit


def learn(slots, index, bit, limit):
    p, n = slots[index] >> 10, slots[index] & 1023
    p += ((4194303 if bit else 0) - p) * (131072 // (2 * n + 3)) >> 16
    slots[index] = p << 10 | min(n + 1, limit) if n < limit else p << 10 | n


class Numbers:
    def __init__(self):
        self.slots = [1 << 31] * (64 + 32 * 16)

    def read(self, coder):
        def bit(index):
            b = coder.bit(max(64, min(65472, self.slots[index] >> 16)))
            learn(self.slots, index, b, 60)
            return b

        node = 1
        for _ in range(5):
            node = node << 1 | bit(node)
        width, value = node - 32, 1
        for depth in range(width):
            value = value << 1 | (bit(64 + width * 16 + value) if depth < 3 else coder.bit(32768))
        return value - 1


class Bytes:
    def __init__(self):
        self.tables = [{} for _ in range(9)]
        self.weights = [[19660] * 10 for _ in range(36)]
        self.history, self.end, self.positions = bytearray(1 << 20), 0, [0] * 65536
        self.recent = self.hits = self.differences = self.length = self.match = 0

    def key(self):
        return ((self.recent & 0xFFFFFFFFFF) * GOLD & M64) >> 48

    def put(self, byte):
        self.history[self.end & 0xFFFFF] = byte
        self.end += 1

    def find(self):
        self.length, c = 0, self.positions[self.key()]
        if c == 0 or c >= self.end or self.end - c >= (1 << 20) - 16:
            return
        n = 0
        while n < 8 and n < c and self.history[(c - 1 - n) & 0xFFFFF] == self.recent >> 8 * n & 255:
            n += 1
        if n >= 4:
            self.length, self.match = n, c

    def begin(self, before):
        self.recent = int.from_bytes(before[-8:], "big")
        for shift in range(40, -8, -8):
            self.put(self.recent >> shift & 255)
        self.hits = self.differences = 0
        self.find()
        self.positions[self.key()] = self.end & M32

    def step(self, expected, coder=None, byte=0):
        """Decodes a byte; without a coder learns the one given. `expected` is −1 for none."""
        predicted = self.history[self.match & 0xFFFFF] if self.length else -1
        old, r = expected + 1, self.recent
        d = 0 if expected < 0 else (expected + (self.differences >> 24) & 255) + 1
        contexts = [
            r & 0xFF, r & 0xFFFF, r & 0xFFFFFF, r & M32, r & 0xFFFFFFFFFFFF, old << 8 | self.hits,
            d << 32 | self.differences & 0xFF, old << 8 | r & 0xFF, predicted + 1 << 8 | min(self.length, 31)]
        hashes = [((v + n * 0x123456789ABCDEF1) * GOLD & M64) >> 32 for n, v in enumerate(contexts, 1)]
        m = 0 if self.length == 0 else 1 if self.length < 8 else 2 if self.length < 16 else 3
        weights = self.weights[(0 if expected < 0 else 1 + (self.hits & 7)) * 4 + m]
        node = 1
        for level in range(7, -1, -1):
            salt = node * 0x2C1B3C6D & M32
            slots = [((h ^ salt) * 0x9E3779B1 & M32) >> 14 for h in hashes]
            for table, slot in zip(self.tables, slots):
                table.setdefault(slot, 1 << 31)
            inputs = [STRETCH[table[slot] >> 20] for table, slot in zip(self.tables, slots)] + [256]
            q = squash(max(-2047, min(2047, sum(i * w for i, w in zip(inputs, weights)) >> 16)))
            bit = coder.bit(q * 16 + 8) if coder else byte >> level & 1
            error = ((bit << 12) - q) * 10
            for n in range(10):
                change = (inputs[n] * error + 0x2000) >> 14
                weights[n] = max(-(1 << 22), min(1 << 22, weights[n] + change))
            for table, slot in zip(self.tables, slots):
                learn(table, slot, bit, 250)
            node = node << 1 | bit
        byte = node & 255
        if expected >= 0:
            self.hits = (self.hits << 1 | (byte == expected)) & 15
            self.differences = (self.differences << 8 | byte - expected & 255) & M32
        self.recent = (r << 8 | byte) & M64
        self.put(byte)
        if self.length and predicted == byte:
            self.length, self.match = min(self.length + 1, 65535), self.match + 1
        else:
            self.find()
        self.positions[self.key()] = self.end & M32
        return byte


class Patch:
    def __init__(self, data):
        if data[:9] != b"HYBPATCH\x01":
            sys.exit("no patch of this version")
        size = struct.unpack_from("<I", data, 9)[0]
        self.coder, self.tail = Decoder(data[13 : 13 + size]), data[13 + size :]
        self.head, self.model = Numbers(), Bytes()
        self.copies, self.news, self.jumps, self.learnt = Numbers(), Numbers(), Numbers(), Numbers()

    def number(self):
        return self.head.read(self.coder)

    def text(self):
        count = self.number()
        self.model.begin(b"")
        return bytes(self.model.step(-1, self.coder) for _ in range(count))

    def take(self, count):
        taken, self.tail = self.tail[:count], self.tail[count:]
        return taken

    def entry(self, size, old):
        count = self.learnt.read(self.coder)
        if count:
            start = self.learnt.read(self.coder)
            self.model.begin(old[max(0, start - 8) : start])
            for byte in old[start : start + count]:
                self.model.step(-1, None, byte)
        else:
            start = 0
        made, source = bytearray(), 0
        while len(made) < size:
            copied = self.copies.read(self.coder)
            if copied:
                jump = self.jumps.read(self.coder)
                source += jump >> 1 if jump & 1 == 0 else -(jump >> 1) - 1
                made += old[source : source + copied]
                source += copied
            new = self.news.read(self.coder)
            if new:
                self.model.begin(bytes(made[-8:]))
            for _ in range(new):
                made.append(self.model.step(old[source] if source < len(old) else -1, self.coder))
                source += 1
        return bytes(made)


TYPES = {
    "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8", "xhtml": "application/xhtml+xml",
    "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
    "json": "application/json", "map": "application/json", "webmanifest": "application/manifest+json",
    "xml": "application/xml", "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8",
    "csv": "text/csv; charset=utf-8", "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg",
    "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "bmp": "image/bmp",
    "ico": "image/vnd.microsoft.icon", "apng": "image/apng", "woff": "font/woff", "woff2": "font/woff2",
    "ttf": "font/ttf", "otf": "font/otf", "eot": "application/vnd.ms-fontobject", "mp4": "video/mp4",
    "webm": "video/webm", "mov": "video/quicktime", "mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg",
    "wav": "audio/wav", "wasm": "application/wasm", "pdf": "application/pdf", "zip": "application/zip",
    "vtt": "text/vtt; charset=utf-8", "page": "application/vnd.hybrid.page",
    "layout": "application/vnd.hybrid.layout",
}


def content_type(path):
    """The type of a path by its extension, the same in every client."""
    ending = path.rsplit(".", 1)[-1].lower() if "." in path else ""
    return TYPES.get(ending, "application/octet-stream")


def digest(data):
    return "sha256-" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def apply(data, index_file, archive):
    """The new index of a patch, with the entries that it makes checked by their hashes in it."""
    old, patch = json.loads(index_file), Patch(data)
    if patch.text() != hashlib.sha256(index_file).digest()[:8]:
        sys.exit("the patch is of another release")
    entries, last = {entry["path"]: entry for entry in old}, -1
    for _ in range(patch.number()):
        last += patch.number() + 1
        del entries[old[last]["path"]]
    last = 0
    for _ in range(patch.number()):
        step = patch.number()
        if step:
            last += step - 1
            path, kind = old[last]["path"], old[last]["contentType"]
        else:
            path = patch.text().decode()
            kind = content_type(path)
        if patch.number():
            kind = patch.text().decode()
        method = patch.number()
        if method == 0:
            same = old[patch.number()]
            entries[path] = {"path": path, "hash": same["hash"], "size": same["size"], "contentType": kind}
            continue
        size = patch.number()
        if method == 1:
            made = patch.take(size)
        elif method == 2:
            made = zlib.decompress(patch.take(patch.number()), -15)
        else:
            made = patch.entry(size, archive.read(old[patch.number()]["path"]) if method == 3 else b"")
        entries[path] = {"path": path, "hash": digest(made), "size": size, "contentType": kind}
    return canonical(sorted(entries.values(), key=lambda entry: entry["path"].encode()))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    old, new = (json.load(open(f"{folder}/manifest.json")) for folder in sys.argv[1:])
    before = {package["name"]: package for package in old["packages"]}
    after = {package["name"]: package for package in new["packages"]}
    for entry in new["patches"]:
        if entry["from"] != old["id"]:
            continue
        data = open(f"{sys.argv[2]}/{entry['url']}", "rb").read()
        package = before[entry["package"]]
        index = open(f"{sys.argv[1]}/{package['index']['url']}", "rb").read()
        made = apply(data, index, zipfile.ZipFile(f"{sys.argv[1]}/{package['url']}"))
        if digest(made) != after[entry["package"]]["index"]["hash"]:
            sys.exit(f"{entry['package']}: the patch gives another package")
        print(f"{entry['package']}: {len(data)} bytes, right")


if __name__ == "__main__":
    main()
