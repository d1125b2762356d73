#!/usr/bin/env python3
"""Opens a folder that `hybrid build` published, checks it and prints a page's frames.

Written from docs/reference/format.md alone, with Python's standard library: proof that the format stands on its own. It checks what that
document asks of a reader: signatures and roots, sizes and hashes, every rule of archives and names, the release's id, the columns
of pages and layouts. What needs a device's memory (the highest sequence, the channel, rollouts) is left to clients.

    reader.py [--root FILE] DIST                        lists the pages and viewports
    reader.py [--root FILE] DIST PAGE [VIEWPORT]        prints the page's nodes with their frames and lines

--root names the first root, as apps have it; without it, the folder's own counts, and a folder without roots is not signed.
"""

import base64
import datetime
import hashlib
import itertools
import json
import os
import re
import struct
import sys
import unicodedata
import zlib


def refuse(text):
    sys.exit(text)


def digest(data):
    """A hash as manifests write it."""
    return "sha256-" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


# JSON


def parse(data, name, limit=500_000):
    """A JSON text: no member twice, no more than 64 levels and `limit` values, integers up to 2^53 − 1."""

    def members(pairs):
        if len(dict(pairs)) != len(pairs):
            refuse(f"{name}: a member stands twice")
        return dict(pairs)

    count = 0

    def depth(value, level=0):
        nonlocal count
        count += 1
        if level >= 64 or count > limit:
            refuse(f"{name}: more than 64 levels or {limit} values")
        for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
            depth(part, level + 1)

    def constant(text):
        refuse(f"{name}: {text}")

    try:
        value = json.loads(data.decode("utf-8"), object_pairs_hook=members, parse_constant=constant)
        depth(value)
    except (ValueError, RecursionError) as error:
        refuse(f"{name}: no JSON: {error}")
    return value


def member(value, key, kind, name):
    """A member of the type, which must be there."""
    found = value.get(key) if isinstance(value, dict) else None
    if not isinstance(found, kind) or isinstance(found, bool):
        refuse(f"{name}: {key} is missing or wrong")
    if kind is int and not 0 <= found < 1 << 53:
        refuse(f"{name}: {key} is {found}")
    return found


def hash_of(value, key, name):
    text = member(value, key, str, name)
    if not re.fullmatch(r"sha256-[A-Za-z0-9_-]{43}", text) or digest_bytes(text) is None:
        refuse(f"{name}: {key} is no hash")
    return text


def digest_bytes(text):
    data = base64.urlsafe_b64decode(text[7:] + "=")
    # One spelling: unused bits are zero.
    return data if base64.urlsafe_b64encode(data).rstrip(b"=").decode() == text[7:] else None


# Files of the release


class Release:
    def __init__(self, folder):
        self.folder = folder

    def read(self, path, limit):
        try:
            with open(os.path.join(self.folder, path), "rb") as file:
                data = file.read(limit + 1)
        except OSError as error:
            refuse(f"{path}: {error.strerror}")
        if len(data) > limit:
            refuse(f"{path}: more than {limit} bytes")
        return data

    def checked(self, reference, name, limit=None):
        """A file that another one names, checked against its size and hash."""
        url = member(reference, "url", str, name)
        if len(url) > 512 or not all(map(is_name, url.split("/"))):
            refuse(f"{name}: the URL {url!r} leaves the release")
        size, expected = member(reference, "size", int, name), hash_of(reference, "hash", name)
        if size > (1 << 40 if limit is None else limit):
            refuse(f"{url}: more than {limit or 1 << 40} bytes")
        data = self.read(url, size)
        if len(data) != size or digest(data) != expected:
            refuse(f"{url}: size or hash is wrong")
        return data


# Signatures: Ed25519 (RFC 8032) in the integers that Python has

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
I = pow(2, (P - 1) // 4, P)


def add(a, b):
    x, y = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    z, t = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = y - x, t - z, t + z, y + x
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(scalar, point):
    result = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def same(a, b):
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def point(data):
    """A point in its one encoding; None for other bytes."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * I % P
    if (x * x - square) % P or x == 0 and sign:
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_key(data):
    """Whether the bytes are a public key: no point of order 1, 2, 4 or 8."""
    key = point(data) if len(data) == 32 else None
    return key is not None and not same(multiply(8, key), (0, 1, 1, 0))


def is_signed(key, signature, message):
    a, r = point(key), point(signature[:32]) if len(signature) == 64 else None
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    return same(multiply(s, BASE), add(r, multiply(h, a)))


class Envelope:
    """A DSSE envelope."""

    def __init__(self, data, kind, name):
        value = parse(data, name)
        self.name, self.kind = name, member(value, "payloadType", str, name)
        if self.kind != kind:
            refuse(f"{name}: another payload")
        self.payload = self.decode(member(value, "payload", str, name))
        signatures = member(value, "signatures", list, name)
        if len(signatures) > 64:
            refuse(f"{name}: more than 64 signatures")
        self.signatures = [
            (member(s, "keyid", str, name), self.decode(member(s, "sig", str, name))) for s in signatures]

    def decode(self, text):
        try:
            data = base64.b64decode(text, validate=True)
        except ValueError:
            refuse(f"{self.name}: no base64")
        if base64.b64encode(data).decode() != text:
            refuse(f"{self.name}: another spelling of base64")
        return data

    def require(self, root):
        """Ends where fewer than the threshold of different keys of a root have signed."""
        kind = self.kind.encode()
        message = b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(self.payload), self.payload)
        count = sum(
            any(keyid == digest(key) and is_signed(key, signature, message) for keyid, signature in self.signatures)
            for key in root["keys"])
        if count < root["threshold"]:
            refuse(f"{self.name}: {count} of {root['threshold']} signatures by keys of root {root['version']}")


def moment(value, name):
    text = value.get("expires")
    if text is None:
        return None
    try:
        time = datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=datetime.timezone.utc)
        if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", text, re.ASCII):
            raise ValueError
        return time
    except (TypeError, ValueError):
        refuse(f"{name}: expires is no time")


def check_expiry(time, name):
    if time is not None and time <= datetime.datetime.now(datetime.timezone.utc):
        refuse(f"{name}: expired")


def read_root(data, name, previous):
    envelope = Envelope(data, "application/vnd.hybrid.root+json", name)
    value = parse(envelope.payload, name)
    root = {"version": member(value, "version", int, name), "threshold": member(value, "threshold", int, name)}
    root["expires"] = moment(value, name)
    root["keys"] = []
    for key in member(value, "keys", list, name):
        if member(key, "algorithm", str, name) != "ed25519":
            continue
        data = envelope.decode(member(key, "public", str, name))
        if not is_key(data) or member(key, "keyid", str, name) != digest(data) or data in root["keys"]:
            refuse(f"{name}: a key that is none, is another or stands twice")
        root["keys"].append(data)
    if not 1 <= root["threshold"] <= len(root["keys"]) or previous and root["version"] != previous["version"] + 1:
        refuse(f"{name}: threshold or version is wrong")
    if previous:
        envelope.require(previous)
    envelope.require(root)
    return root


def newest_root(release, first):
    """The end of the chain of roots; None in a folder without roots."""
    path = "roots/{}.root.json".format
    if first is None and not os.path.exists(os.path.join(release.folder, path(1))):
        return None
    root = read_root(release.read(path(1), 1 << 18) if first is None else first, path(1) if first is None else "root", None)
    while os.path.exists(os.path.join(release.folder, path(root["version"] + 1))) and root["version"] < 1024:
        name = path(root["version"] + 1)
        root = read_root(release.read(name, 1 << 18), name, root)
    check_expiry(root["expires"], path(root["version"]))
    return root


def is_name(text):
    return re.fullmatch(r"[A-Za-z0-9_@+-][A-Za-z0-9._@+-]{0,199}", text) is not None and not is_device(text)


def open_release(release, first_root):
    """The manifest that latest.json names."""
    envelope = Envelope(release.read("latest.json", 1 << 18), "application/vnd.hybrid.latest+json", "latest.json")
    root = newest_root(release, first_root)
    if root:
        envelope.require(root)
    latest = parse(envelope.payload, "latest.json")
    check_expiry(moment(latest, "latest.json"), "latest.json")
    reference = member(latest, "manifest", dict, "latest.json")
    data = release.checked(reference, "latest.json", 1 << 24)
    name = reference["url"]
    manifest = parse(data, name)
    if not 1 <= member(manifest, "formatVersion", int, name) <= 1:
        refuse(f"{name}: another version of the format")
    if member(manifest, "sequence", int, name) != member(latest, "sequence", int, "latest.json"):
        refuse(f"{name}: another sequence than in latest.json")
    hash_of(manifest, "id", name)
    for key, limit in (("viewports", 64), ("packages", 1000), ("fonts", 1000), ("patches", 10_000)):
        if len(manifest.get(key) or []) > limit:
            refuse(f"{name}: more than {limit} {key}")
    for text in [manifest.get(key) or "" for key in ("name", "version", "runtimeVersion")] + [latest.get("channel") or ""]:
        if not isinstance(text, str) or len(text.encode()) > 1024 or re.search("[\\x00-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069]", text):
            refuse(f"{name}: a text that is too long, or has a character that steers what shows it")
    names = [member(package, "name", str, name) for package in member(manifest, "packages", list, name)]
    if not all(map(is_name, names)):
        refuse(f"{name}: a package has a bad name")
    if len({text.lower() for text in names}) != len(names) or "base" not in names:
        refuse(f"{name}: two packages of one name, or no base")
    viewports = [member(viewport, "name", str, name) for viewport in member(manifest, "viewports", list, name)]
    if not all(map(is_name, viewports)) or len({text.lower() for text in viewports}) != len(viewports):
        refuse(f"{name}: a viewport has a bad name, or two have one")
    for patch in manifest.get("patches") or []:
        if patch.get("to") != manifest["id"] or patch.get("from") == manifest["id"] or patch.get("package") not in names:
            refuse(f"{name}: a patch that does not lead to a package of this release")
    for package in manifest["packages"]:
        if member(package, "unpackedSize", int, name) > 1 << 40 or member(package, "entryCount", int, name) > 1_000_000:
            refuse(f"{name}: a package is too large")
        if package.get("viewport") is not None and package["viewport"] not in viewports:
            refuse(f"{name}: a package of no viewport")
        if package["name"] == "base" and (package.get("viewport") or package.get("load", "install") != "install"):
            refuse(f"{name}: a base package that is not installed with the release")
    sizes = {None: 0}
    for package in manifest["packages"]:
        size = member(member(package, "index", dict, name), "size", int, name)
        sizes[package.get("viewport")] = sizes.get(package.get("viewport"), 0) + size
    shared = sizes.pop(None)
    if shared + max(sizes.values(), default=0) > 1 << 27:
        refuse(f"{name}: the indexes that one device installs have more than 128 MiB")
    return manifest, name


# Packages

HIDDEN = [(0x200E, 0x200F), (0x2028, 0x202E), (0x2066, 0x2069), (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFB), (0xE0000, 0xE007F)]
DEVICES = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"}
DEVICES |= {port + digit for port in ("COM", "LPT") for digit in "0123456789¹²³"}


def is_device(part):
    """Whether Windows takes a part of a name for a device."""
    return part.split(".")[0].rstrip(" ").upper() in DEVICES


def check_name(name, file):
    def bad(rule):
        refuse(f"{file}: the name {name!r} {rule}")

    if not 1 <= len(name.encode()) <= 1024:
        bad("is empty or too long")
    for character in map(ord, name):
        if character < 0x20 or 0x7F <= character < 0xA0 or any(a <= character <= b for a, b in HIDDEN):
            bad("has a control character")
    # A colon may be in brackets: files such as [id:int].html are routes with a parameter.
    if set(re.sub(r"\[[^\]/]*", "", name)) & {":"} or set(name) & set('\\<>"|?*'):
        bad("has a character that file systems refuse")
    for part in name.split("/"):
        if part in ("", ".", "..") or part[-1] in ". " or len(part.encode()) > 255:
            bad("has a part that is empty, leads up, ends in a dot or a space, or is too long")
        if is_device(part):
            bad("is a device")


def check_collisions(names, file):
    def key(name):
        return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())

    keys = {}
    for name in names:
        if keys.setdefault(key(name), name) != name:
            refuse(f"{file}: {name!r} and {keys[key(name)]!r} are one name")
    for name in names:
        parts = name.split("/")
        for end in range(1, len(parts)):
            if key("/".join(parts[:end])) in keys:
                refuse(f"{file}: {name!r} lies in a file")


def read_index(release, package):
    name = package["index"]["url"] if isinstance(package.get("index"), dict) else package["name"]
    entries = parse(release.checked(member(package, "index", dict, package["name"]), package["name"], 1 << 26), name, 5_000_000)
    if not isinstance(entries, list) or len(entries) != member(package, "entryCount", int, package["name"]):
        refuse(f"{name}: another number of entries than the manifest says")
    index, last = {}, b""
    token = r"[A-Za-z0-9!#$%&'*+.^_`|~-]+"
    for entry in entries:
        path = member(entry, "path", str, name)
        check_name(path, name)
        hash_of(entry, "hash", name)
        member(entry, "size", int, name)
        kind = "application/octet-stream" if entry.get("contentType") is None else member(entry, "contentType", str, name)
        if len(kind) > 255 or not re.fullmatch(token + "/" + token + "( *;[ -~]*)?", kind):
            refuse(f"{name}: {path!r} has a bad content type")
        if path.encode() <= last:
            refuse(f"{name}: {path!r} is not in order")
        index[path], last = entry, path.encode()
    check_collisions(list(index), name)
    if sum(entry["size"] for entry in entries) != member(package, "unpackedSize", int, package["name"]):
        refuse(f"{name}: another size than the manifest says")
    return index


class Archive:
    """A ZIP archive as docs/reference/format.md has it, and as nothing else."""

    LOCAL, CENTRAL = struct.Struct("<4sHHHHHIIIHH"), struct.Struct("<4sHHHHHHIIIHHHHHII")

    def __init__(self, data, file):
        self.data, self.file, self.entries = data, file, {}
        count, start = self.end_record()
        position, following = start, 0
        for _ in range(count):
            head = self.take(self.CENTRAL, position)
            (magic, made, version, flags, method, time, date, checksum, packed, size, name_size, extra_size, comment, disk,
             internal, external, offset) = head
            name = self.text(position + 46, name_size)
            extra = self.data[position + 46 + name_size :][:extra_size]
            size, packed, offset = self.large(extra, [size, packed, offset], name)
            position += 46 + name_size + extra_size
            if magic != b"PK\x01\x02" or comment or disk or flags & ~0x0800 or method not in (0, 8):
                self.bad(f"{name!r} has a feature that packages do not have")
            if not flags & 0x0800 and not name.isascii() or version not in (20, 45):
                self.bad(f"{name!r} has another version, or a name that is not marked as UTF-8")
            if made >> 8 == 3 and external >> 16 & 0o170000 not in (0, 0o100000) or external & 0x10:
                self.bad(f"{name!r} is no file")
            if self.entries and name.encode() <= list(self.entries)[-1].encode():
                self.bad(f"{name!r} is not in order")
            check_name(name, file)
            # Entries stand one after another from byte 0 on.
            if offset != following:
                self.bad(f"bytes before {name!r} that belong to no entry, or to two")
            content = self.local(offset, name, (flags, method, checksum, packed, size))
            following = content + packed
            self.entries[name] = (content, packed, size, method, checksum)
        if following != start or position != self.directory_end:
            self.bad("bytes that belong to no entry")
        check_collisions(list(self.entries), file)

    def bad(self, rule):
        refuse(f"{self.file}: {rule}")

    def take(self, form, position):
        if position + form.size > len(self.data):
            self.bad("cut short")
        return form.unpack_from(self.data, position)

    def text(self, position, size):
        if position + size > len(self.data):
            self.bad("cut short")
        try:
            return self.data[position : position + size].decode("utf-8")
        except UnicodeDecodeError:
            self.bad("a name that is no UTF-8")

    def large(self, extra, numbers, name):
        """Numbers of which those of all ones are in the extra field of ZIP64."""
        missing = [index for index, number in enumerate(numbers) if number == 0xFFFFFFFF]
        expected = 4 + 8 * len(missing) if missing else 0
        if len(extra) != expected or missing and struct.unpack_from("<HH", extra) != (1, 8 * len(missing)):
            self.bad(f"{name!r} has another extra field than ZIP64's")
        for place, index in enumerate(missing):
            (numbers[index],) = struct.unpack_from("<Q", extra, 4 + 8 * place)
        return numbers

    def local(self, offset, name, expected):
        magic, version, flags, method, time, date, checksum, packed, size, name_size, extra_size = self.take(self.LOCAL, offset)
        found = self.text(offset + 30, name_size)
        extra = self.data[offset + 30 + name_size :][:extra_size]
        if 0xFFFFFFFF in (packed, size) or extra:
            size, packed = self.large(extra, [size, packed], name)
        content = offset + 30 + name_size + extra_size
        if magic != b"PK\x03\x04" or found != name or (flags, method, checksum, packed, size) != expected:
            self.bad(f"the local header of {name!r} says something else")
        if content + packed > len(self.data):
            self.bad("cut short")
        return content

    def end_record(self):
        """The number of entries, and where the central directory begins."""
        end = len(self.data) - 22
        form = struct.Struct("<4sHHHHIIH")
        magic, disk, start_disk, here, count, size, start, comment = self.take(form, max(end, 0))
        if end < 0 or magic != b"PK\x05\x06" or disk or start_disk or here != count or comment:
            self.bad("no end record at its end")
        self.directory_end = end
        if count == 0xFFFF or 0xFFFFFFFF in (size, start):
            locator = struct.Struct("<4sIQI")
            magic, disk, place, disks = self.take(locator, max(end - 20, 0))
            record = struct.Struct("<4sQHHIIQQQQ")
            if end < 76 or magic != b"PK\x06\x07" or disk or disks != 1 or place != end - 20 - record.size:
                self.bad("no ZIP64 end record")
            magic, length, made, version, disk, start_disk, here, count, size, start = self.take(record, place)
            if magic != b"PK\x06\x06" or length != 44 or disk or start_disk or here != count:
                self.bad("a ZIP64 end record that lies")
            self.directory_end = place
        if start + size != self.directory_end or count * 46 > size:
            self.bad("a central directory that does not end at the end record")
        return count, start

    def read(self, name):
        content, packed, size, method, checksum = self.entries[name]
        data = self.data[content : content + packed]
        if method == 8:
            inflater = zlib.decompressobj(-15)
            try:
                # A bomb stops at its first byte too many.
                data = inflater.decompress(data, size + 1)
            except zlib.error as error:
                self.bad(f"{name!r}: {error}")
            if not inflater.eof or inflater.unused_data:
                self.bad(f"{name!r} has more or fewer bytes than it says")
        if len(data) != size or zlib.crc32(data) != checksum:
            self.bad(f"{name!r}: size or checksum is wrong")
        return data


class Package:
    def __init__(self, release, package):
        self.index = read_index(release, package)
        self.archive = Archive(release.checked(package, package["name"]), package["url"])
        if list(self.archive.entries) != list(self.index):
            refuse(f"{package['url']}: other entries than in its index")
        if any(self.archive.entries[path][2] != entry["size"] for path, entry in self.index.items()):
            refuse(f"{package['url']}: other sizes than in its index")

    def read(self, path):
        if self.index[path]["size"] > 1 << 26:
            refuse(f"{path}: more than 64 MiB")
        data = self.archive.read(path)
        if digest(data) != self.index[path]["hash"]:
            refuse(f"{path}: the hash is wrong")
        return data


def check_identity(manifest, indexes, name):
    lines = sorted(
        f"{entry['hash']} {package} {path}\n".encode() for package, index in indexes.items() for path, entry in index.items())
    if digest(b"".join(lines)) != manifest["id"]:
        refuse(f"{name}: the id is not that of the entries")
    for key in ("routes", "pages"):
        if manifest.get(key) is not None and manifest[key] not in indexes["base"]:
            refuse(f"{name}: {key} names no entry of base")


def check_listings(manifest, base):
    """What the base package lists as routes and pages (rule 38)."""

    def texts(value, keys, name):
        for key in keys:
            if value.get(key) is not None:
                member(value, key, str, name)

    def listing(path):
        return parse(base.read(path), path, 2_000_000) if path is not None else None

    pages = listing(manifest.get("pages"))
    if pages is not None:
        name, listed = manifest["pages"], set()
        for page in member(pages, "pages", list, name):
            listed.add(member(page, "path", str, name))
            texts(page, ("title", "package"), name)
        texts(pages, ("base",), name)
    routes = listing(manifest.get("routes"))
    if routes is not None:
        name = manifest["routes"]
        for route in member(routes, "routes", list, name):
            if not isinstance(route, dict) or (route.get("pattern") is None) == (route.get("urlPattern") is None):
                refuse(f"{name}: a route without one pattern")
            texts(route, ("pattern", "urlPattern", "page", "name"), name)
            if pages is not None and route.get("page") is not None and route["page"] not in listed:
                refuse(f"{name}: a route leads to {route['page']!r}, which is not among the pages")
        texts(routes, ("scheme",), name)
        if "hosts" in routes and not all(isinstance(host, str) for host in member(routes, "hosts", list, name)):
            refuse(f"{name}: hosts is wrong")


# Protocol Buffers


def varint(data, position):
    value = shift = 0
    while True:
        if shift > 63 or position >= len(data):
            refuse("a number that does not end")
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value & 0xFFFFFFFFFFFFFFFF, position


def fields(data, known, repeated=()):
    """A message's known fields; unknown ones are passed over."""
    result, position = {}, 0
    while position < len(data):
        key, position = varint(data, position)
        number, kind = key >> 3, key & 7
        if kind == 0:
            value, position = varint(data, position)
        elif kind in (1, 2, 5):
            length, position = varint(data, position) if kind == 2 else ({1: 8, 5: 4}[kind], position)
            value, position = data[position : position + length], position + length
        else:
            refuse("unknown wire type")
        if number == 0 or position > len(data):
            refuse("a message that is cut short")
        if number in known and number not in repeated:
            if number in result:
                refuse(f"field {number} stands twice")
            result[number] = value
    return result


NONE = 0xFFFFFFFF

# Columns: Tools/columns writes this table.
COLUMNS = {
    "StringTable": {"offsets": (1, "I", None)},
    "NodeColumns": {"kind": (1, "B", None), "flags": (2, "B", 0), "parent_distance": (3, "I", None), "subtree_size": (4, "I", None),
        "tag": (5, "I", NONE), "component": (6, "I", NONE), "style": (7, "I", NONE), "text": (8, "I", NONE),
        "attribute_start": (9, "I", 0), "handler_start": (10, "I", 0), "binding_start": (11, "I", 0)},
    "AttributeColumns": {"name": (1, "I", None), "value": (2, "I", None)},
    "HandlerColumns": {"event": (1, "I", None), "function": (2, "I", None), "arguments": (3, "I", None), "program": (4, "I", NONE)},
    "BindingColumns": {"target": (1, "B", None), "name": (2, "I", None), "index": (3, "I", None), "expression": (4, "I", None),
        "program": (5, "I", NONE)},
    "ProgramColumns": {"start": (1, "I", None), "kind": (2, "B", None), "operand": (3, "I", None), "upper": (4, "I", 0)},
    "StyleColumns": {"start": (1, "I", None), "declaration": (2, "I", None), "property": (3, "I", None), "value": (4, "I", NONE),
        "byte_start": (5, "I", 0)},
    "LayoutInput": {"box": (3, "B", 0), "space": (4, "B", 0), "fact_node": (5, "I", None), "fact_start": (6, "I", 0)},
    "Variant": {"node": (8, "I", None), "style": (9, "I", None), "fact_node": (10, "I", None), "fact_start": (11, "I", 0),
        "container_node": (14, "I", None), "box_node": (18, "I", None), "box": (19, "B", None)},
    "StateColumns": {"node": (1, "I", None), "condition_start": (2, "I", None), "condition_node": (3, "i", None),
        "condition_state": (4, "B", None), "row_start": (5, "I", None), "mask": (6, "B", None), "style": (7, "I", None)},
    "PseudoStyleColumns": {"node": (1, "I", None), "pseudo": (2, "B", None), "style": (3, "I", None)},
    "ScriptColumns": {"kind": (1, "B", None), "flags": (2, "B", 0), "source": (3, "I", None), "text": (4, "I", None),
        "type": (5, "I", None), "node": (6, "I", None), "line": (7, "I", 0)},
    "ClassStateColumns": {"node": (1, "I", None), "classes": (2, "I", None), "row_start": (3, "I", 0), "target": (4, "I", None),
        "style": (5, "I", None), "viewport": (6, "I", NONE), "color_scheme": (7, "B", 0)},
    "ValueShapeColumns": {"property": (1, "I", None), "shape": (2, "I", None), "byte_start": (3, "I", 0)},
    "SemanticColumns": {"node": (1, "I", None), "role": (2, "B", None), "states": (3, "I", 0), "name": (4, "I", NONE),
        "description": (5, "I", NONE), "property_start": (6, "I", 0), "property": (7, "B", None), "value": (8, "I", None)},
    "KeyframeColumns": {"name": (1, "I", None), "frame_start": (2, "I", None), "offset": (3, "d", None), "byte_start": (4, "I", 0),
        "viewport": (6, "I", NONE), "color_scheme": (7, "B", 0)},
    "FactColumns": {"kind": (1, "B", None), "name": (2, "I", None), "value": (3, "I", None)},
    "FrameColumns": {"flags": (1, "B", 0), "x": (2, "i", None), "y": (3, "i", None), "width": (4, "i", None), "height": (5, "i", None)},
    "RectangleColumns": {"node": (1, "I", None), "x": (2, "i", None), "y": (3, "i", None), "width": (4, "i", None),
        "height": (5, "i", None)},
    "LineColumns": {"node": (1, "I", None), "start": (2, "I", None), "length": (3, "I", None), "x": (4, "i", None), "y": (5, "i", None),
        "width": (6, "i", None), "height": (7, "i", None), "baseline": (8, "i", None), "text": (9, "I", NONE), "level": (10, "B", 0),
        "font": (11, "I", NONE), "parts": (12, "B", 0)},
    "StyleOverrideColumns": {"node": (1, "I", None), "style": (2, "I", None)},
    "ScrollAreaColumns": {"node": (1, "I", None), "width": (2, "i", None), "height": (3, "i", None)},
    "ContainerColumns": {"node": (1, "I", None), "container": (2, "I", None)},
    "TransformColumns": {"node": (1, "I", None)},
    "CornerColumns": {"node": (1, "I", None)},
    "StickyColumns": {"node": (1, "I", None), "scroller": (2, "I", None)},
    "ImageColumns": {"node": (1, "I", None), "source": (2, "I", None)},
}
# End of columns.


NARROW = {"I": {1: "B", 2: "H", 4: "I"}, "i": {1: "b", 2: "h", 4: "i"}}


def version(data):
    """The version of a page or layout file, which is its first field."""
    return data[1] if data[:1] == b"\x08" and len(data) > 1 else 0


def numbers(data, form, version, name):
    """The bytes of a column, the letter of its numbers, and whether they are narrow: a byte before them says how many each has."""
    if not isinstance(data, bytes):
        refuse(f"column {name} is a number")
    if version < 2 or form not in NARROW or not data:
        return data, form, False
    if data[0] not in NARROW[form]:
        refuse(f"column {name} has numbers of {data[0]} bytes")
    return data[1:], NARROW[form][data[0]], data[0] < 4


class Columns:
    """The columns of a message, by the names in the table: number, letter of `struct`, number in every row of a missing one."""

    def __init__(self, name, data, version):
        self.columns, self.version = COLUMNS[name], version
        self.message = fields(data, {number for number, _, _ in self.columns.values()})

    def numbers(self, name):
        number, form, _ = self.columns[name]
        return numbers(self.message.get(number, b""), form, self.version, name)

    def rows(self, name):
        """The number of rows that a column has."""
        data, form, _ = self.numbers(name)
        return len(data) // struct.calcsize("<" + form)

    def read(self, name, rows):
        """A column of numbers; the default in every row when it is missing."""
        number, _, default = self.columns[name]
        data, form, narrow = self.numbers(name)
        if not data and (default is not None or rows == 0):
            return [default] * rows
        width = struct.calcsize("<" + form)
        if len(data) != rows * width:
            refuse(f"column {number} has {len(data)} bytes instead of {rows * width}")
        values = list(struct.unpack(f"<{rows}{form}", data))
        # All bits of a narrow number stand for all bits of a wide one.
        none = (1 << 8 * width) - 1
        return [NONE if value == none else value for value in values] if narrow and form.isupper() else values

    def starts(self, name, rows):
        """A column of starts: from version 2 on, each number is how far it is from the one before."""
        values = self.read(name, rows)
        if self.version >= 2:
            values = list(itertools.accumulate(values))
        if sorted(values) != values or values and values[-1] > NONE:
            refuse(f"{name}: rows that do not follow one another")
        return values


def number(message, key):
    value = message.get(key, 0)
    if not isinstance(value, int):
        refuse(f"field {key} is no number")
    return value


class Strings:
    def __init__(self, data, version):
        table = Columns("StringTable", data, version)
        self.utf8 = fields(data, (1, 2)).get(2, b"")
        self.offsets = table.starts("offsets", table.rows("offsets"))
        if self.offsets and (self.offsets[0] or self.offsets[-1] != len(self.utf8)):
            refuse("strings that do not follow one another")

    def __getitem__(self, index):
        if index == NONE:
            return None
        if index + 1 >= len(self.offsets):
            refuse(f"string {index} is not there")
        try:
            return self.utf8[self.offsets[index] : self.offsets[index + 1]].decode()
        except UnicodeDecodeError:
            refuse(f"string {index} is no UTF-8")


class Page:
    def __init__(self, data):
        page = fields(data, range(1, 28), repeated=(21,))
        if number(page, 1) not in (1, 2) or number(page, 1) != version(data):
            refuse("page: another version of the format")
        self.version = number(page, 1)
        self.source, self.title = page.get(2, b"").decode(), page.get(4, b"").decode()
        self.count = number(page, 5)
        if number(page, 3) not in (1, 2) or self.count > len(data):
            refuse("page: no dialect, or more nodes than bytes")
        self.strings = Strings(page.get(6, b""), self.version)
        nodes = Columns("NodeColumns", page.get(7, b""), self.version)
        self.kind = nodes.read("kind", self.count)
        nodes.read("flags", self.count)
        distance, size = nodes.read("parent_distance", self.count), nodes.read("subtree_size", self.count)
        self.parent = []
        for node in range(self.count):
            if distance[node] > node or not 1 <= size[node] <= self.count - node:
                refuse(f"page: node {node} has no parent, or too many descendants")
            parent = node - distance[node] if distance[node] else None
            if parent is not None and node + size[node] > parent + size[parent]:
                refuse(f"page: node {node} ends behind its parent")
            self.parent.append(parent)
        self.tag, self.component, self.style, self.text = (
            nodes.read(name, self.count) for name in ("tag", "component", "style", "text"))
        for name in ("attribute_start", "handler_start", "binding_start"):
            nodes.starts(name, self.count + 1)
        self.read_semantics(Columns("SemanticColumns", page.get(26, b""), self.version))

    def read_semantics(self, rows):
        """By node: the number of its role, its states, name and description, and its properties by number."""
        count, places = rows.rows("node"), rows.rows("property")
        nodes, roles, states, names, descriptions = (
            rows.read(name, count) for name in ("node", "role", "states", "name", "description"))
        starts = rows.starts("property_start", count + 1)
        properties, values = rows.read("property", places), rows.read("value", places)
        if any(a >= b for a, b in zip(nodes, nodes[1:] + [self.count])) or starts[-1] != places:
            refuse("page: semantics that are not in the order of their nodes")
        self.semantics = {
            node: (
                roles[row], states[row], self.strings[names[row]], self.strings[descriptions[row]],
                {properties[n]: self.strings[values[n]] for n in range(starts[row], starts[row + 1])})
            for row, node in enumerate(nodes)}


class Layout:
    def __init__(self, data, page):
        layout = fields(data, range(1, 23), repeated=(11,))
        if number(layout, 1) not in (1, 2) or number(layout, 1) != version(data) or number(layout, 4) != page.count:
            refuse("layout: another version of the format, or another page")
        if layout.get(2, b"").decode() != page.source:
            refuse("layout: of another page")
        count = page.count
        self.version = number(layout, 1)
        frames = Columns("FrameColumns", layout.get(7, b""), self.version)
        self.flags = frames.read("flags", count)
        x, y, self.width, self.height = (frames.read(name, count) for name in ("x", "y", "width", "height"))
        # Positions are stored as differences to the parent's.
        self.origin = []
        for node in range(count):
            parent = page.parent[node]
            left, top = self.origin[parent] if parent is not None else (0, 0)
            self.origin.append((left + x[node], top + y[node]))
            if max(map(abs, (*self.origin[node], self.width[node], self.height[node]))) >= 1 << 30:
                refuse(f"layout: node {node} lies too far out")
        self.strings = Strings(layout.get(15, b""), self.version)
        lines = Columns("LineColumns", layout.get(9, b""), self.version)
        columns = [
            lines.read(name, lines.rows("node"))
            for name in ("node", "start", "length", "x", "y", "width", "height", "baseline")]
        texts = lines.read("text", lines.rows("node"))
        if sorted(columns[0]) != columns[0] or columns[0] and columns[0][-1] >= count:
            refuse("layout: lines that are not in the order of their nodes")
        self.lines = {}
        for row in zip(*columns, texts):
            node, start, length, text = row[0], row[1], row[2], row[8]
            if text == NONE and page.text[node] == NONE:
                refuse(f"layout: node {node} has a line and no text")
            if text == NONE and (start + length) * 2 > len(page.strings[page.text[node]].encode("utf-16-le")):
                refuse(f"layout: a line of node {node} ends behind its text")
            self.lines.setdefault(node, []).append(row[1:])
        self.check_order(layout.get(13, b""), count)

    def check_order(self, data, count):
        """The order of painting has every node once."""
        data, form, _ = numbers(data, "I", self.version, "paint_order")
        width = 2 * struct.calcsize("<" + form)
        runs = list(struct.unpack(f"<{len(data) // width * 2}{form}", data[: len(data) // width * width]))
        if len(data) % width or sum(runs[1::2]) != (count if runs else 0):
            refuse("layout: an order of painting with other nodes")
        seen = bytearray(count)
        for first, length in zip(runs[::2], runs[1::2]):
            if first + length > count or any(seen[first : first + length]):
                refuse("layout: an order of painting with a node twice")
            seen[first : first + length] = b"\1" * length


def px(units):
    return f"{units / 64:g}"


def show(page, layout, viewport):
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
                units = page.strings[page.text[node]].encode("utf-16-le")
                shown = units[start * 2 : (start + length) * 2].decode("utf-16-le", "replace")
            print(f"{indent}  | {px(left + x)} {px(top + y)} {px(width)} {px(height)} base {px(top + baseline)} {shown!r}")


def main(arguments):
    first_root = None
    if arguments[:1] == ["--root"] and len(arguments) > 1:
        with open(arguments[1], "rb") as file:
            first_root = file.read()
        arguments = arguments[2:]
    if len(arguments) not in (1, 2, 3):
        refuse(__doc__)
    release = Release(arguments[0])
    manifest, name = open_release(release, first_root)
    packages = {package["name"]: package for package in manifest["packages"]}
    check_identity(manifest, {key: read_index(release, package) for key, package in packages.items()}, name)
    base = Package(release, packages["base"])
    check_listings(manifest, base)
    pages = [path[len("pages/") : -len(".page")] for path in sorted(base.index) if path.startswith("pages/")]
    viewports = [viewport["name"] for viewport in manifest["viewports"]]
    if len(arguments) == 1:
        print("\n".join(pages))
        print("viewports:", ", ".join(viewports))
        return
    source, viewport = arguments[1], arguments[2] if len(arguments) > 2 else viewports[0]
    if source not in pages or viewport not in viewports:
        refuse(f"{source} in {viewport}: not in the release")
    page = Page(base.read(f"pages/{source}.page"))
    # Packages on demand have other files of the viewport.
    package = next(
        p for p in manifest["packages"] if p.get("viewport") == viewport and p.get("load", "install") == "install")
    layout = Layout(Package(release, package).read(f"layouts/{viewport}/{source}.layout"), page)
    show(page, layout, viewport)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (IndexError, KeyError, UnicodeDecodeError, struct.error, AttributeError, TypeError) as error:
        # A file that breaks a rule which nothing above has named.
        refuse(f"damaged: {error!r}")
