import CSSValues
import Foundation
import JSONValues
import Manifest
import PageFormat
import Routing
import Testing

@testable import Archive
@testable import HybridClient

/// What every client must decide alike, as one file that the tests of clients in other languages read too:
/// `Tests/Fixtures/Vectors/decisions.json`. `HYBRID_UPDATE=1` writes it again.
struct SharedDecisionTests {
  private static let file = HostileVectors.file.deletingLastPathComponent().appendingPathComponent("decisions.json")

  @Test func theCommittedDecisionsAreThoseOfThisClient() throws {
    let made = JSONValue.object([
      "rollout": try rollout(), "runtimeVersion": runtimeVersions(), "timestamps": timestamps(), "names": names(),
      "packageNames": packageNames(), "indexSizes": indexSizes(), "valueCounts": valueCounts(),
      "collisions": collisions(), "json": json(), "routes": try routes(),
      "viewports": viewports(), "versions": versions(),
    ])
    // A member on each line, so that changes can be read.
    var text = "{\n"
    if case .object(let members) = made {
      text += members.sorted { $0.key < $1.key }.map { key, value in
        "\"\(key)\":[\n" + (value.elements ?? []).map(\.canonicalText).joined(separator: ",\n") + "\n]"
      }.joined(separator: ",\n")
    }
    text += "\n}\n"
    if ProcessInfo.processInfo.environment["HYBRID_UPDATE"] != nil {
      try Data(text.utf8).write(to: Self.file)
    }
    let committed = try String(contentsOf: Self.file, encoding: .utf8)
    #expect(text == committed, "run: HYBRID_UPDATE=1 swift test --filter SharedDecisionTests")
  }

  private func rollout() throws -> JSONValue {
    var cases: [JSONValue] = []
    for number in 0..<40 {
      let release = ContentHash(of: [UInt8(number)])
      let installation = "installation-\(number * 7919)"
      for share in [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1] {
        let takes = Rollout.includes(installation: installation, release: release, share: share)
        cases.append(
          .object([
            "installation": .string(installation), "release": .string(release.description), "share": .number(share),
            "takes": .bool(takes),
          ]))
      }
    }
    return .array(cases)
  }

  private func runtimeVersions() -> JSONValue {
    let versions = [
      "1", "1.0", "1.0.0", "1.2", "1.10", "2.0-beta", "2.0-beta.2", "2.0", "2.0+5", "2.0-rc+7", "0", "", "x", "1.x.3",
      "1..2",
      "18446744073709551616", "1-", "-1", "+1", "01.2",
    ]
    return .array(
      versions.flatMap { version in
        versions.map { minimum in
          .array([.string(version), .string(minimum), .bool(RuntimeVersion.isAtLeast(version, minimum))])
        }
      })
  }

  /// Texts, and whether each is a semantic version.
  private func versions() -> JSONValue {
    let texts = [
      "1.2.3", "0.0.0", "1.0.0-beta.1", "1.0.0-0.a.10", "1.0.0+5", "1.0.0-a-b+001.x-y", "999999999999999999.0.0",
      "1.2.3--", "1000000000000000000.0.0", "1", "1.2", "1.2.3.4", "01.2.3", "1.02.3", "1.2.3-", "1.2.3+", "1.2.3-01",
      "1.2.3-a..b", "1.2.3-a.", "1.2.3+a..b", "1.2.3+a+b", "v1.2.3", "1.2.x", "-1.2.3", " 1.2.3", "1.2.3 ", "1.2.3\n",
      "1.2.3-\u{212A}", "",
    ]
    return .array(texts.map { .array([.string($0), .bool(SemanticVersion.isSound($0))]) })
  }

  private func timestamps() -> JSONValue {
    let texts = [
      "2027-01-31T12:00:00Z", "2027-01-31", "2027-01-31T12:00:00+02:00", "2027-01-31t12:00:00.25z", "2024-02-29",
      "2023-02-29", "2100-02-29", "2000-02-29", "1969-12-31T23:59:59Z", "0001-01-01", "9999-12-31T23:59:60Z",
      "2027-13-01",
      "2027-00-01", "2027-01-00", "2027-1-1", "2027-01-31T24:00:00Z", "2027-01-31T12:00:00", "2027-01-31T12:00Z",
      "2027-01-31T12:00:00.Z", "2027-01-31T12:00:00-25:00", " 2027-01-31", "2027-01-31 12:00:00-00:30", "soon", "",
    ]
    return .array(
      texts.map { .array([.string($0), Timestamp($0).map { .integer($0.seconds) } ?? .null]) })
  }

  private func names() -> JSONValue {
    let names = [
      "a", "a/b.txt", "", "/a", "a//b", "a/", "./a", "../a", "a/..", "a\\b", "C:/a", "c:a", "a:b", "[id:int].html",
      "[id:int]x:y", "x/[a:b", "[a/b:c]", "a*", "a?", "<a", "a|b", "a\"b", "nul", "NUL.txt", "con.a.b", "aux .x",
      "com1",
      "COM¹", "lpt0.txt", "com10", "conin$", "a.", "a ", "a./b", "a\u{7f}", "a\u{85}", "a\u{202e}b", "\u{feff}a",
      "a\nb",
      "\u{e0041}a", "ü/ß.txt", "日本語", "a b", "...", "…", ".a", "~", "%2e%2e/a", String(repeating: "a", count: 255),
      String(repeating: "a", count: 256), String(repeating: "ü", count: 128),
      String(repeating: "abcdefg/", count: 128) + "a", String(repeating: "abcdefg/", count: 127) + "abcdefgh",
    ]
    return .array(
      names.map { name in
        do throws(ArchiveError) {
          try EntryName.check(name)
          return .array([.string(name), .null])
        } catch {
          return .array([.string(name), .string(error.kind.rawValue)])
        }
      })
  }

  /// Names of packages and viewports, and whether they are sound.
  private func packageNames() -> JSONValue {
    let names = [
      "base", "390x844@3", "", ".", "..", ".a", "a/b", "a b", "ü", "CON", "con", "nul.txt", "Aux.a.b", "prn", "com1",
      "LPT9.x", "com10", "console", "a.nul", "conin$", String(repeating: "a", count: 200),
      String(repeating: "a", count: 201),
    ]
    return .array(names.map { .array([.string($0), .bool(ReleasePath.isName($0))]) })
  }

  /// The sizes of indexes in MiB by viewport (of `null`, those of every device), and whether a device may install them.
  private func indexSizes() -> JSONValue {
    let cases: [[(viewport: String?, size: UInt64)]] = [
      [(nil, 64), ("a", 64), ("b", 64)], [(nil, 64), (nil, 64)], [(nil, 64), (nil, 64), ("a", 1)],
      [(nil, 43), (nil, 43), (nil, 43)], [(nil, 1), ("a", 64), ("a", 64)], [(nil, 0), ("a", 64), ("a", 64), ("b", 64)],
      [(nil, 65)],
    ]
    return .array(
      cases.map { sizes in
        let file = ReleaseFileReference(url: "a", hash: ContentHash(of: []), size: ReleaseLimits.smallestArchive)
        var manifest = ReleaseManifest(id: file.hash, name: "a", version: "1.0.0", sequence: 1)
        manifest.viewports = ["a", "b"].map { ManifestViewport(name: $0, width: 1, height: 1, scale: 1) }
        for (number, (viewport, size)) in sizes.enumerated() {
          var index = file
          index.size = size << 20
          manifest.packages.append(
            ManifestPackage(
              name: number == 0 ? "base" : "p\(number)", archive: file, unpackedSize: 0, entryCount: 0, load: .install,
              viewport: viewport, index: index))
        }
        let text = manifest.encode()
        return .array([
          .string(String(decoding: text, as: UTF8.self)), .bool((try? ReleaseManifest(decoding: text)) != nil),
        ])
      })
  }

  /// Texts, a number of values, and whether they have at most so many.
  private func valueCounts() -> JSONValue {
    let texts = [
      "0", "[]", "{}", "[0]", "[[],{}]", "{\"a\":[true,null,\"\"]}", "{\"a\":{\"b\":{\"c\":1}}}", "[0,0,0,0,0]",
    ]
    return .array(
      texts.flatMap { text in
        (0...6).map { limit in
          let isParsed = (try? JSONParser.parse(Array(text.utf8), atMost: limit)) != nil
          return .array([.string(text), .integer(Int64(limit)), .bool(isParsed)])
        }
      })
  }

  private func collisions() -> JSONValue {
    let pairs = [
      ["a", "A"], ["ß", "SS"], ["ẞ", "ss"], ["ı", "i"], ["İ", "i̇"], ["é", "e\u{301}"], ["É", "e\u{301}"], ["ﬁ", "fi"],
      ["Σ", "ς"], ["σ", "ς"], ["K", "K"], ["Å", "å"], ["a", "b"], ["a", "a/b"], ["A/x", "a"], ["a/b", "a/c"],
      ["Ǆ", "ǆ"],
      ["ŉ", "ʼn"], ["ΐ", "ΐ"], ["և", "եւ"], ["Ω", "ω"], ["ſ", "s"], ["a/ß/c", "A/SS"],
    ]
    return .array(
      pairs.map { pair in
        var rule: JSONValue = .null
        do throws(ArchiveError) { try EntryName.checkCollisions(pair) } catch { rule = .string(error.kind.rawValue) }
        return .array([.array(pair.map { .string($0) }), rule])
      })
  }

  /// Texts that are JSON, in their canonical form, and texts that are not.
  private func json() -> JSONValue {
    let texts = [
      "{}", "[]", " [1 , 2]\n", "{\"b\":1,\"a\":2}", "{\"a\":1,\"a\":1}", "{\"é\":1,\"e\\u0301\":2}",
      "[1.0,1e3,-0,0.5,1e-5]",
      "[123456789012345.5,1e300,5e-324,0.0001,0.00001]", "[01]", "[1.]", "[.5]", "[+1]", "[-]", "[1e]", "[1e999]",
      "[NaN]",
      "\"\\u00e9\\n\\/\\b\"", "\"\\ud83d\\ude00\"", "\"\\ud83d\"", "\"\\ude00\"", "\"\\x\"", "\"a", "\"a\nb\"",
      "\"\u{7f}\"",
      "nul", "true false", "{\"a\" 1}", "{a:1}", "[1,]", "{\"a\":1,}", "", "\u{feff}[]", "{\"__proto__\":1}",
      String(repeating: "[", count: 64) + String(repeating: "]", count: 64),
      String(repeating: "[", count: 65) + String(repeating: "]", count: 65), "[9007199254740991,-9007199254740991]",
      "{\"\u{ff5e}\":1,\"\u{1f600}\":2,\"z\":3}", "[2.5e+20,1e-7,123.456]",
    ]
    return .array(
      texts.map { text in
        .array([
          .string(text), (try? JSONParser.parse(Array(text.utf8))).map { .string($0.canonicalText) } ?? .null,
        ])
      })
  }

  private func routes() throws -> JSONValue {
    let patterns = [
      "/", "/user/{name}", "/user/me", "/user/{id:int}", "/user/{id:int}/edit", "/files/**", "/docs/*/raw", "/a[/b]/c",
      "/search?q={q}", "/search?q={q}&page={page:int}", "/search", "/x/{a:bool}", "/x/{a:uuid}", "/x/{a:double}",
      "/x/{a:slug}", "/api/{name}.json", "/api/{name}", "/api/{name}.tar.gz", "/api/{name}.gz", "/v/{a}-{b}",
      "/list?sort=up", "/list?n={n:int?}", "/ü/{x}", "news://open/{id}", "https://{shop}.example.com/cart",
      "/p/{a}/{b?}".replacing("/{b?}", with: "[/{b}]"),
    ]
    let urls = [
      "/", "", "/user/ada", "/user/me", "/user/me/", "/user/12", "/user/-5", "/user/99999999999999999999",
      "/user/12/edit",
      "/user/", "/user//x", "/files", "/files/", "/files/a/b/c", "/files/a//b", "/docs/x/raw", "/docs/x/y/raw", "/a/c",
      "/a/b/c", "/a/x/c", "/search?q=x", "/search?q=", "/search?page=2&q=a+b", "/search?page=x&q=a", "/search",
      "/search?x=1",
      "/x/true", "/x/12345678-1234-1234-1234-123456789abc", "/x/1.5", "/x/ab-c", "/x/a b", "/x/1e400", "/api/a.json",
      "/api/a.b.json", "/api/a.tar.gz", "/api/a.gz", "/api/a", "/api/.json", "/v/1-2", "/v/1-2-3", "/v/-",
      "/list?sort=up",
      "/list?sort=down", "/list?n=5", "/list?n=", "/list?n=x", "/%C3%BC/%2Fa", "/ü/%252F", "/user/%61da",
      "/user/../user/me",
      "/user/./me", "/user/%2e%2e/user/me", "news://open/7", "NEWS://Open/7", "https://toys.example.com/cart",
      "https://example.org/user/me", "//example.org/user/me", "https:\\\\example.org\\user\\me", "http://[::1",
      "/user/me#x",
      "/user/ada?x=1#y", "/p/1", "/p/1/2", "/p/1/2/3", "/user/a%", "/user/%zz", "/none",
    ]
    let router = try Router(patterns.map { Route(pattern: $0) })
    var cases: [JSONValue] = [.array(patterns.map { .string($0) })]
    for url in urls {
      let match = router.match(url)
      cases.append(
        .array([
          .string(url), match.flatMap(\.route).map { .string(patterns[$0]) } ?? .null,
          match.map { .object($0.values.mapValues { .string($0) }) } ?? .null,
        ]))
    }
    return .array(cases)
  }

  /// The viewports of a release, then devices with the viewports' names, the nearest first.
  private func viewports() -> JSONValue {
    var manifest = ReleaseManifest(id: ContentHash(of: []), name: "a", version: "1.0.0", sequence: 1)
    var number = 0
    for (width, height, scale) in [(375.0, 667.0, 2.0), (390, 844, 3), (412, 915, 2.625), (844, 390, 3)] {
      for (scheme, top, fontScale) in [("light", 0.0, 1.0), ("light", 47, 1), ("dark", 0, 1), ("light", 0, 1.3)] {
        number += 1
        manifest.viewports.append(
          ManifestViewport(
            name: "v\(number)", width: width, height: height, scale: scale, fontScale: fontScale, colorScheme: scheme,
            safeArea: [top, 0, top == 0 ? 0 : 34, 0]))
      }
    }
    var cases: [JSONValue] = [
      .array(
        manifest.viewports.map { viewport in
          .object([
            "name": .string(viewport.name), "width": .number(viewport.width), "height": .number(viewport.height),
            "scale": .number(viewport.scale), "fontScale": .number(viewport.fontScale),
            "colorScheme": .string(viewport.colorScheme),
            "safeArea": .object([
              "top": .number(viewport.safeArea[0]), "right": .number(0), "bottom": .number(viewport.safeArea[2]),
              "left": .number(0),
            ]),
          ])
        })
    ]
    for (width, height) in [(390.0, 844.0), (391, 800), (360, 640), (844, 390), (1024, 768)] {
      for (scheme, fontScale, top) in [("light", 1.0, 0.0), ("light", 1, 59), ("dark", 1, 20), ("light", 1.2, 47)] {
        let device = DeviceTraits(
          width: width, height: height, scale: 2, fontScale: fontScale, colorScheme: scheme == "dark" ? .dark : .light,
          safeArea: SafeAreaInsets(top: top, bottom: top / 2))
        cases.append(
          .array([
            .object([
              "width": .number(width), "height": .number(height), "scale": .number(2), "fontScale": .number(fontScale),
              "colorScheme": .string(scheme),
              "safeArea": .object(["top": .number(top), "bottom": .number(top / 2)]),
            ]), .array(manifest.viewportsByDistance(to: device).map { .string($0.name) }),
          ]))
      }
    }
    return .array(cases)
  }
}
