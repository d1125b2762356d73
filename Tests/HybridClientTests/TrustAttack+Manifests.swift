import JSONValues
import Manifest

@testable import HybridClient

/// False manifests under a good signature, as a broken publisher or one with a stolen key sends them.
extension TrustAttack {
  private static func change(
    _ name: String, _ rule: ReleaseRule, _ path: [JSONStep], _ value: JSONValue?
  ) -> TrustAttack {
    TrustAttack("a manifest whose " + name, rule) { try $0.sealChanged(path, value) }
  }

  private static func text(_ name: String, _ bytes: @escaping @Sendable ([UInt8]) -> [UInt8]) -> TrustAttack {
    TrustAttack("a manifest " + name, .json) { world in
      world.serve(43)
      world.seal(bytes(world.files(43)["manifest.json"] ?? []))
    }
  }

  private static let long = JSONValue.string(String(repeating: "a", count: 1025))
  private static let hash = JSONValue.string("sha256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU")

  private static func package(_ name: String) -> [JSONStep] { [.member("packages"), .element(0), .member(name)] }
  private static func viewport(_ name: String) -> [JSONStep] { [.member("viewports"), .element(0), .member(name)] }

  private static func repeated(
    _ name: String, _ rule: ReleaseRule, _ member: String, _ count: Int,
    _ element: @escaping @Sendable (AttackWorld, Int) throws -> JSONValue
  ) -> TrustAttack {
    TrustAttack("a manifest with " + name, rule) { world in
      let elements = try (0..<count).map { try element(world, $0) }
      try world.sealChanged([.member(member)], .array(elements))
    }
  }

  private static func packages(
    _ name: String, _ rule: ReleaseRule, _ change: @escaping @Sendable (inout ReleaseManifest) -> Void
  ) -> TrustAttack {
    TrustAttack("a manifest with " + name, rule) { world in
      world.serve(43)
      var manifest = try world.manifest(43)
      change(&manifest)
      world.seal(manifest.encode())
    }
  }

  /// A package whose index has 60 MiB.
  private static func indexed(_ name: String, like other: ManifestPackage, of viewport: String? = nil)
    -> ManifestPackage
  {
    var package = other
    package.name = name
    package.viewport = viewport
    package.index.size = 60 << 20
    return package
  }

  private static func patch(
    _ name: String, _ rule: ReleaseRule, _ change: @escaping @Sendable (inout ManifestPatch, ReleaseManifest) -> Void
  ) -> TrustAttack {
    TrustAttack("a patch " + name, rule) { world in
      world.serve(43)
      var manifest = try world.manifest(43)
      var patch = ManifestPatch(
        from: try world.manifest(42).id, to: manifest.id, package: "base",
        file: ReleaseFileReference(url: "patches/x.patch", hash: manifest.id, size: 10))
      change(&patch, manifest)
      manifest.patches = [patch]
      world.seal(manifest.encode())
    }
  }

  static let manifests: [TrustAttack] = [
    change("version of the format is 0", .formatVersion, [.member("formatVersion")], .integer(0)),
    change("version of the format is 2", .formatVersion, [.member("formatVersion")], .integer(2)),
    change("version of the format is a text", .members, [.member("formatVersion")], .string("1")),
    change("version of the format is negative", .members, [.member("formatVersion")], .integer(-1)),
    change("version of the format is missing", .members, [.member("formatVersion")], nil),
    change("id is missing", .members, [.member("id")], nil),
    change("id is of MD5", .members, [.member("id")], .string("md5-1B2M2Y8AsgTpgAmY7PhCfg")),
    change("id has padding", .members, [.member("id")], .string("sha256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU=")),
    change("id is that of nothing", .identity, [.member("id")], hash),
    change("name is a number", .members, [.member("name")], .integer(1)),
    change("name has an escape sequence", .texts, [.member("name")], .string("\u{1b}]0;x\u{7}")),
    change("name reverses what follows", .texts, [.member("name")], .string("a\u{202e}b")),
    change("name isolates what follows", .texts, [.member("name")], .string("a\u{2066}b")),
    change("version has a line separator", .texts, [.member("version")], .string("1\u{2028}2")),
    change("name is too long", .texts, [.member("name")], long),
    change("version is missing", .members, [.member("version")], nil),
    change("version has a line feed", .texts, [.member("version")], .string("1\n2")),
    change("version is too long", .texts, [.member("version")], long),
    change("version is a word", .texts, [.member("version")], .string("newest")),
    change("version has two numbers", .texts, [.member("version")], .string("1.2")),
    change("version has a number with a zero before it", .texts, [.member("version")], .string("1.02.3")),
    change("version has an empty part", .texts, [.member("version")], .string("1.2.3-a..b")),
    change("sequence is missing", .members, [.member("sequence")], nil),
    change("sequence is negative", .members, [.member("sequence")], .integer(-1)),
    change("sequence is a fraction", .members, [.member("sequence")], .number(43.5)),
    change("sequence is 2^53", .members, [.member("sequence")], .integer(1 << 53)),
    change("sequence is a text", .members, [.member("sequence")], .string("43")),
    change("sequence is higher than that of latest.json", .manifestSequence, [.member("sequence")], .integer(44)),
    change("sequence is lower than that of latest.json", .manifestSequence, [.member("sequence")], .integer(42)),
    TrustAttack("a release that needs a newer app", .runtimeVersion) { world in
      world.settings.runtimeVersion = "2.0"
      try world.sealChanged([.member("runtimeVersion")], .string("2.1"))
    },
    TrustAttack("a release that needs the app after its preview", .runtimeVersion) { world in
      world.settings.runtimeVersion = "2.0-beta"
      try world.sealChanged([.member("runtimeVersion")], .string("2.0"))
    },
    change("runtime version has a C1 control", .texts, [.member("runtimeVersion")], .string("1\u{9b}m")),
    change("viewports are an object", .members, [.member("viewports")], .object([:])),
    change("viewport is called “..”", .names, viewport("name"), .string("..")),
    change("viewport is called “.”", .names, viewport("name"), .string(".")),
    change("viewport has a slash in its name", .names, viewport("name"), .string("a/b")),
    change("viewport has no width", .members, viewport("width"), nil),
    change("viewport is 0 wide", .viewports, viewport("width"), .integer(0)),
    change("viewport is -1 high", .viewports, viewport("height"), .integer(-1)),
    change("viewport is 1e308 wide", .viewports, viewport("width"), .number(1e308)),
    change("viewport is 2^53 - 1 high", .viewports, viewport("height"), .integer(1 << 53 - 1)),
    change("viewport has a scale of 1e-300", .viewports, viewport("scale"), .number(1e-300)),
    change("viewport has a font scale of 65", .viewports, viewport("fontScale"), .integer(65)),
    change("viewport has colours of no scheme", .viewports, viewport("colorScheme"), .string("sepia")),
    change(
      "viewport has a safe area of -1e300", .viewports, viewport("safeArea"), .object(["top": .number(-1e300)])),
    change("viewport has a scale that is a text", .members, viewport("scale"), .string("3")),
    change("viewport's colours are a number", .members, viewport("colorScheme"), .integer(1)),
    repeated("65 viewports", .counts, "viewports", 65) { _, number in
      .object([
        "name": .string("v\(number)"), "width": .integer(1), "height": .integer(1), "scale": .integer(1),
      ])
    },
    packages("a viewport twice", .names) { $0.viewports.append($0.viewports[0]) },
    packages("two viewports that differ in case", .names) { manifest in
      manifest.viewports += ["phone", "PHONE"].map { ManifestViewport(name: $0, width: 1, height: 1, scale: 1) }
    },
    change("packages are missing", .members, [.member("packages")], nil),
    change("packages are an object", .members, [.member("packages")], .object([:])),
    change("packages are none", .basePackage, [.member("packages")], .array([])),
    change("packages are null", .members, [.member("packages"), .element(0)], .null),
    repeated("1,001 packages", .counts, "packages", 1001) { _, _ in .null },
    packages("2,101 packages, each with a patch of 2^53 - 1 bytes", .counts) { $0.repeatBase(2101, size: 1 << 53 - 1) },
    packages("packages whose patches of 2^53 - 1 bytes are within the counts", .sizes) {
      $0.repeatBase(1000, size: 1 << 53 - 1)
    },
    TrustAttack("a manifest with 1,000 packages and patches of a terabyte each", .indexTotals) { world in
      world.serve(43)
      var manifest = try world.manifest(43)
      manifest.repeatBase(1000, size: 1 << 40, from: try world.manifest(42).id)
      world.seal(manifest.encode())
    },
    change("package is called “.”", .names, package("name"), .string(".")),
    change("package is called “..”", .names, package("name"), .string("..")),
    change("package begins with a dot", .names, package("name"), .string(".hidden")),
    change("package has a path for a name", .names, package("name"), .string("../base")),
    change("package has no name", .names, package("name"), .string("")),
    change("package is called CON", .names, package("name"), .string("CON")),
    change("package is called nul.txt", .names, package("name"), .string("nul.txt")),
    change("package is called Com1", .names, package("name"), .string("Com1")),
    change("viewport is called aux", .names, viewport("name"), .string("aux")),
    change("package has a name of 201 letters", .names, package("name"), .string(String(repeating: "a", count: 201))),
    change("package has a name with an accent", .names, package("name"), .string("bäse")),
    change("package has a name with NUL", .names, package("name"), .string("base\u{0}")),
    packages("no package base", .basePackage) { $0.packages[0].name = "other" },
    packages("the package base twice", .names) { $0.packages.append($0.packages[0]) },
    packages("the packages base and BASE", .names) { manifest in
      manifest.packages.append(manifest.packages[0])
      manifest.packages[2].name = "BASE"
    },
    packages("a base that comes on demand", .basePackage) { $0.packages[0].load = .onDemand },
    packages("a base of one viewport", .basePackage) { $0.packages[0].viewport = "390x844@3" },
    packages("a package of an unknown viewport", .viewports) { $0.packages[1].viewport = "1x1@1" },
    change("archive's hash is of SHA-1", .members, package("hash"), .string("sha1-2jmj7l5rSw0yVb_vlWAYkK_YBwk")),
    change(
      "archive's hash is in standard base64", .members, package("hash"),
      .string("sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU")),
    change("archive's size is negative", .members, package("size"), .integer(-1)),
    change("archive has no bytes", .sizes, package("size"), .integer(0)),
    change("archive's size is a text", .members, package("size"), .string("1")),
    change("archive has 2^53 - 1 bytes", .sizes, package("size"), .integer(1 << 53 - 1)),
    change("archive has a byte more than a terabyte", .sizes, package("size"), .integer(1 << 40 + 1)),
    change("package unpacks to more than a terabyte", .sizes, package("unpackedSize"), .integer(1 << 40 + 1)),
    change("package unpacks to 2^53 - 1 bytes", .sizes, package("unpackedSize"), .integer(1 << 53 - 1)),
    change("package has 1,000,001 entries", .sizes, package("entryCount"), .integer(1_000_001)),
    change("index has a byte more than 64 MiB", .sizes, package("index") + [.member("size")], .integer(1 << 26 + 1)),
    packages("indexes of 180 MiB in all", .sizes) { manifest in
      manifest.packages += (1...3).map { indexed("p\($0)", like: manifest.packages[0]) }
    },
    packages("indexes of 120 MiB for every device and 60 MiB for one", .sizes) { manifest in
      manifest.packages += (1...3).map { number in
        indexed("p\(number)", like: manifest.packages[0], of: number == 1 ? manifest.viewports[0].name : nil)
      }
    },
    change("index is missing", .members, package("index"), nil),
    repeated("1,001 fonts", .counts, "fonts", 1001) { _, _ in .null },
    change(
      "font has an escape sequence", .texts, [.member("fonts")],
      .array([.object(["family": .string("\u{1b}[2J"), "hash": hash])])),
    change("font has no hash", .members, [.member("fonts")], .array([.object(["family": .string("A")])])),
    repeated("10,001 patches", .counts, "patches", 10_001) { _, _ in .null },
    patch("to another release", .patches) { patch, _ in patch.to = ContentHash(of: [1]) },
    patch("from the release itself", .patches) { patch, manifest in patch.from = manifest.id },
    patch("of a package that the release does not have", .patches) { patch, _ in patch.package = "other" },
    patch("of a package called “..”", .names) { patch, _ in patch.package = ".." },
    patch("at an address above the release", .paths) { patch, _ in patch.file.url = "../x.patch" },
    patch("of 2^53 - 1 bytes", .sizes) { patch, _ in patch.file.size = 1 << 53 - 1 },
    change("routes are an entry that base does not have", .baseEntries, [.member("routes")], .string("routes.json")),
    change("pages are an entry that base does not have", .baseEntries, [.member("pages")], .string("pages.json")),
    change(
      "routes are an entry of another package", .baseEntries, [.member("routes")],
      .string("layouts/390x844@3/news/index.html.layout")),
    change("routes are spelled in NFD", .baseEntries, [.member("routes")], .string("web/cafe\u{301}.txt")),
    change("pages are a number", .members, [.member("pages")], .integer(1)),
    TrustAttack("a manifest with the least number that there is", .identity) { world in
      try world.sealChanged([.member("id")], hash)
      let text = String(
        decoding: world.server["manifests/\(try world.latest().manifest.hash.name).json"] ?? [], as: UTF8.self)
      world.seal(
        Array(
          text.replacing(
            "{\"fonts\"", with: "{\"navigation\":[-9223372036854775808,-9.223372036854775808e18],\"fonts\""
          ).utf8))
    },
    TrustAttack("a manifest with unknown members", .installed) { world in
      try world.sealChanged([.member("later")], .array([.null, .integer(.min), .number(1e300)]))
    },
    text("that has a member twice") {
      Array(String(decoding: $0, as: UTF8.self).replacing("{\"fonts\"", with: "{\"id\":1,\"fonts\"").utf8)
    },
    text("65 levels deep") { _ in [UInt8](repeating: UInt8(ascii: "["), count: 65) },
    text("of 500,001 values") { bytes in
      // In a member that no client knows.
      Array("{\"later\":[".utf8) + Array(String(repeating: "0,", count: 500_000).utf8) + Array("0],".utf8)
        + bytes.dropFirst()
    },
    text("of 200,000 brackets") { _ in [UInt8](repeating: UInt8(ascii: "["), count: 200_000) },
    text("with bytes behind it") { $0 + Array("{}".utf8) },
    text("that is not UTF-8") { [0xff] + $0 },
    text("with a byte order mark") { [0xef, 0xbb, 0xbf] + $0 },
    text("with a comment") { Array("/**/".utf8) + $0 },
    text("in single quotes") { Array(String(decoding: $0, as: UTF8.self).replacing("\"", with: "'").utf8) },
    text("that is cut") { Array($0.dropLast()) },
    text("that is empty") { _ in [] },
    text("that is an array") { Array("[".utf8) + $0 + Array("]".utf8) },
    text("with a number that is none") {
      Array(String(decoding: $0, as: UTF8.self).replacing("\"sequence\":43", with: "\"sequence\":NaN").utf8)
    },
  ]

  static let addresses: [TrustAttack] = {
    let urls = [
      "/etc/passwd", "../x.zip", "packages/../../x", "packages//x", "./x", "http://evil.example/x.zip",
      "//evil.example/x", "a\\b", "", "packages/.hidden", "packages/%2e%2e/x", "packages/x.zip?y", "packages/x.zip#y",
      "packages/ü.zip", "a\u{0}b", "a b", "packages/", "file:x", String(repeating: "a", count: 513),
    ]
    return urls.enumerated().map { number, url in
      TrustAttack("an archive at the address \(number) “\(url.prefix(30))”", .paths) {
        try $0.sealChanged(package("url"), .string(url))
      }
    }
      + urls.prefix(6).enumerated().map { number, url in
        TrustAttack("an index at the address \(number) “\(url)”", .paths) {
          try $0.sealChanged(package("index") + [.member("url")], .string(url))
        }
      }
  }()

  // MARK: Indexes

  private static func index(
    _ name: String, _ rule: ReleaseRule, _ change: @escaping @Sendable (inout [PackageIndexEntry]) -> Void
  ) -> TrustAttack {
    index(name, Outcome.refused(rule), change)
  }

  private static func index(
    _ name: String, _ outcome: Outcome, _ change: @escaping @Sendable (inout [PackageIndexEntry]) -> Void
  ) -> TrustAttack {
    TrustAttack("an index " + name, outcome) { world in
      let url = try world.manifest(43).packages[0].index.url
      var index = try PackageIndex(decoding: world.files(43)[url] ?? [])
      change(&index.entries)
      let entries = index.entries
      try world.sealIndex(index.encode()) { manifest in
        // The numbers follow the false entry where they can, so that the entry itself is what is met.
        manifest.packages[0].entryCount = UInt64(entries.count)
        manifest.packages[0].unpackedSize = entries.reduce(0) { $0 &+ $1.size }
      }
    }
  }

  private static func path(_ name: String, _ rule: ReleaseRule, _ path: String) -> TrustAttack {
    index("with the path \(name)", rule) { entries in
      entries[entries.count - 1].path = path
      if rule == .entryNames { entries.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) } }
    }
  }

  private static func type(_ name: String, _ type: String) -> TrustAttack {
    index("with a content type \(name)", .contentTypes) { $0[0].contentType = type }
  }

  static let indexes: [TrustAttack] = [
    path("above the package", .entryNames, "../x"), path("from the root", .entryNames, "/etc/passwd"),
    path("of Windows", .entryNames, "web\\x"), path("of a device", .entryNames, "web/nul"),
    path("with NUL", .entryNames, "web/a\u{0}b"), path("with a reversed text", .entryNames, "web/\u{202e}x"),
    path("that is empty", .entryNames, ""), path("that is too long", .entryNames, String(repeating: "x/", count: 600)),
    type("with a parameter that has no name", "text/html;;;="),
    type("with a quoted text that does not end", #"text/html; charset="utf-8"#),
    index("in another order", .entryOrder) { $0.swapAt(0, 1) },
    index("with an entry twice", .entryOrder) { $0.insert($0[0], at: 1) },
    index("with two entries that differ in case", .entryOrder) { entries in
      var other = entries[entries.count - 1]
      other.path = "zeb.txt"
      var upper = other
      upper.path = "ZEB.txt"
      entries.append(other)
      entries.insert(upper, at: 0)
    },
    index("with a file that is a folder", .entryOrder) { entries in
      var inner = entries[entries.count - 1]
      inner.path += "/a"
      entries.append(inner)
    },
    TrustAttack("an index whose path is NFD and whose entry NFC", .entries) { world in
      let url = try world.manifest(43).packages[0].index.url
      var index = try PackageIndex(decoding: world.files(43)[url] ?? [])
      for number in index.entries.indices where index.entries[number].path.hasSuffix(".txt") {
        index.entries[number].path = "web/cafe\u{301}.txt"
      }
      index = PackageIndex(index.entries)
      let id = ReleaseManifest.identity(
        of: index.entries.map { ("base", $0.path, $0.hash) } + (try world.layoutEntries()))
      try world.sealIndex(index.encode()) { $0.id = id }
    },
    index("without an entry of the archive", Outcome.refusedArchive("entryCount")) { $0.removeLast() },
    index("with an entry that the archive lacks", Outcome.refusedArchive("entryCount")) { entries in
      var other = entries[entries.count - 1]
      other.path += "z"
      entries.append(other)
    },
    TrustAttack("an index whose sizes add up to another sum", .indexTotals) { world in
      let url = try world.manifest(43).packages[0].index.url
      var index = try PackageIndex(decoding: world.files(43)[url] ?? [])
      index.entries[0].size += 1
      try world.sealIndex(index.encode())
    },
    TrustAttack("an index with sizes that overflow", .indexTotals) { world in
      let url = try world.manifest(43).packages[0].index.url
      var index = try PackageIndex(decoding: world.files(43)[url] ?? [])
      for number in index.entries.indices { index.entries[number].size = 1 << 40 }
      try world.sealIndex(index.encode())
    },
    TrustAttack("an index with more entries than the manifest says", .indexTotals) { world in
      let url = try world.manifest(43).packages[0].index.url
      try world.sealIndex(world.files(43)[url] ?? []) { $0.packages[0].entryCount -= 1 }
    },
    TrustAttack("an index that is empty, though pages are named", .indexTotals) { world in
      try world.sealIndex(Array("[]".utf8)) { $0.pages = "pages.json" }
    },
    TrustAttack("an empty base, though pages are named", .baseEntries) { world in
      try world.sealIndex(Array("[]".utf8)) { manifest in
        manifest.pages = "pages.json"
        manifest.packages[0].entryCount = 0
        manifest.packages[0].unpackedSize = 0
      }
    },
    index("whose sizes are exchanged by one", .entries) { entries in
      entries[0].size += 1
      entries[1].size -= 1
    },
    index("whose last sizes are exchanged by one", .entries) { entries in
      // Both are fetched, and the entries before them are there: parts of the archive are enough.
      entries[entries.count - 1].size += 1
      entries[entries.count - 2].size -= 1
    },
    index("with an entry of more than a terabyte", .sizes) { $0[0].size = 1 << 40 + 1 },
    TrustAttack("an index with another entry's hash", .entryBytes) { world in
      let url = try world.manifest(43).packages[0].index.url
      var index = try PackageIndex(decoding: world.files(43)[url] ?? [])
      index.entries[0].hash = ContentHash(of: [9])
      try world.sealIndex(index.encode())
    },
    type("that splits a header", "text/html\r\nset-cookie: a=b"), type("with a line feed", "text/html\n"),
    type("that is empty", ""), type("without a slash", "text"), type("without a subtype", "text/"),
    type("without a type", "/html"), type("with two slashes", "text/html/x"), type("with an accent", "text/h\u{e9}"),
    type("of 256 characters", "text/" + String(repeating: "a", count: 251)), type("with NUL", "text/html\u{0}"),
    type("with a space in it", "text/ht ml"), type("with a quote", "text/\"html\""),
    TrustAttack("an index of 5,000,001 values", .json) { world in
      try world.sealIndex(
        Array("[{\"later\":[".utf8) + Array(String(repeating: "0,", count: 5_000_000).utf8) + Array("0]}]".utf8))
    },
    TrustAttack("an index that is an object", .json) { try $0.sealIndex(Array("{}".utf8)) },
    TrustAttack("an index that is cut", .json) { world in
      let url = try world.manifest(43).packages[0].index.url
      try world.sealIndex(Array((world.files(43)[url] ?? []).dropLast()))
    },
    TrustAttack("an index that the host changed", .indexFile) { world in
      world.serve(43)
      let url = try world.manifest(43).packages[0].index.url
      world.server[url] = (world.files(43)[url] ?? []).map { $0 == UInt8(ascii: "a") ? UInt8(ascii: "b") : $0 }
    },
    TrustAttack("an index that the host took away", .refusedTransfer) { world in
      world.serve(43)
      world.server[try world.manifest(43).packages[0].index.url] = nil
    },
  ]
}

extension ReleaseManifest {
  /// Makes packages like `base`, each of a size in bytes and with a patch of it.
  fileprivate mutating func repeatBase(_ count: Int, size: UInt64, from old: ContentHash = ContentHash(of: [1])) {
    let base = packages[0]
    for number in packages.count..<count {
      var package = base
      package.name = "p\(number)"
      (package.archive.size, package.unpackedSize) = (min(size, 1 << 40), 1 << 40)
      packages.append(package)
    }
    patches = packages.map { package in
      var file = base.archive
      (file.url, file.size) = ("patches/\(package.name).patch", size)
      return ManifestPatch(from: old, to: id, package: package.name, file: file)
    }
  }
}

extension AttackWorld {
  /// What `latest.json` says now.
  func latest() throws -> LatestRelease {
    try LatestRelease(
      decoding: Envelope(decoding: server["latest.json"] ?? [], payloadType: LatestRelease.payloadType).payload)
  }

  /// The entries of the second package of release 43.
  func layoutEntries() throws -> [(package: String, path: String, hash: ContentHash)] {
    let package = try manifest(43).packages[1]
    return try PackageIndex(decoding: files(43)[package.index.url] ?? []).entries.map {
      (package.name, $0.path, $0.hash)
    }
  }
}
