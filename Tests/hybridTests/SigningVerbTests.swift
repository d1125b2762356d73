import Cryptography
import Foundation
import Manifest
import Testing

/// `keygen`, `roots`, `sign`, `delta`, `build --sign-key`, `--emit expo` and what `verify` says of them.
@Suite struct SigningVerbTests {
  private func site(_ scratch: Scratch, text: String = "one", configuration: String = "{}") throws {
    try scratch.write("site/hybrid.json", configuration)
    try scratch.write("site/index.html", "<!DOCTYPE html><html lang=en><title>t</title><p>\(text)")
    try scratch.write("site/app.css", String(repeating: "p { color: green }\n", count: 200))
  }

  private func latest(_ scratch: Scratch) throws -> [String: Any] {
    let file = try Data(contentsOf: scratch.url.appendingPathComponent("d/latest.json"))
    let envelope = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
    let payload = try #require(Data(base64Encoded: envelope["payload"] as? String ?? ""))
    return try #require(try JSONSerialization.jsonObject(with: payload) as? [String: Any])
  }

  @Test func keysAreForTheirOwnerAndNeverPrinted() throws {
    let scratch = try Scratch()
    let made = try Command.run("keygen", "-o", "key.pem", in: scratch.url)
    #expect(made.status == 0 && made.errors == "")
    let text = try String(contentsOf: scratch.url.appendingPathComponent("key.pem"), encoding: .utf8)
    let secret = try #require(text.split(separator: "\n").dropFirst().first.map(String.init))
    let mode =
      try FileManager.default.attributesOfItem(atPath: scratch.path + "/key.pem")[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(text.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
    let again = try Command.run("keygen", "-o", "key.pem", in: scratch.url)
    #expect(again.status == 73)
    #expect(
      again.errors
        == "error[HYB5013]: key.pem exists; a key is never overwritten\nhelp: name another file with `--out`\n")
    #expect(try String(contentsOf: scratch.url.appendingPathComponent("key.pem"), encoding: .utf8) == text)

    try site(scratch)
    var printed = made.output + again.output + again.errors
    for command in [
      ["build", "site", "-o", "d", "--sign-key", "key.pem", "-v"], ["sign", "d", "--sign-key", "key.pem"],
      ["roots", "add", "d", "--key", "key.pem", "--sign-key", "key.pem"], ["verify", "d"],
      ["sign", "d", "--sign-key", "key.pem.pub"],
    ] {
      let run = try Command.start(command, in: scratch.url).finish()
      printed += run.output + run.errors
    }
    printed += try Command.run("build", "site", "-o", "d", in: scratch.url, environment: ["HYBRID_SIGN_KEY": secret])
      .errors
    #expect(!printed.contains(secret))
    for (_, bytes) in Scratch.contents(scratch.url.appendingPathComponent("d")) {
      #expect(bytes.range(of: Data(secret.utf8)) == nil)
    }
  }

  @Test func badKeysAndDatesAreRefused() throws {
    let scratch = try Scratch()
    try site(scratch)
    try scratch.write("bad.pem", "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n")
    let bad = try Command.run("build", "site", "-o", "d", "--sign-key", "bad.pem", in: scratch.url)
    #expect(bad.status == 65)
    #expect(bad.errors.hasPrefix("error[HYB5001]: bad.pem holds no private Ed25519 key in PEM\n"))
    #expect(!bad.errors.contains("c2VjcmV0"))
    #expect(try Command.run("build", "site", "-o", "d", "--sign-key", "none.pem", in: scratch.url).status == 66)
    // No key is written over a device.
    let device = try Command.run("build", "site", "-o", "d", "--sign-key", "/dev/zero", in: scratch.url)
    #expect(device.status != 0 && device.errors.contains("/dev/zero holds no private Ed25519 key"), "\(device.errors)")
    #expect(!device.errors.contains("keygen -o"))
    let variable = try Command.run(
      "build", "site", "-o", "d", in: scratch.url, environment: ["HYBRID_SIGN_KEY": "c2VjcmV0"])
    #expect(variable.status == 65 && !variable.errors.contains("c2VjcmV0"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/d"))
    _ = try Command.run("keygen", "-o", "key.pem", in: scratch.url)
    func sign(_ arguments: String...) throws -> Command {
      try Command.start(["sign", "d", "--sign-key", "key.pem"] + arguments, in: scratch.url).finish()
    }
    #expect(try sign().status == 66)
    #expect(try Command.run("build", "site", "-o", "d", in: scratch.url).status == 0)
    #expect(try Command.run("sign", "d", in: scratch.url).status == 64)
    #expect(try sign("--expires", "soon").status == 64)
    #expect(try sign("--rollout", "2").status == 64)
    let past = try sign("--expires", "2020-01-01")
    #expect(past.status == 64 && past.errors.hasPrefix("error[HYB5006]: `--expires 2020-01-01` has passed"))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: scratch.path + "/key.pem")
    let asked = try sign("--expires", "2100-01-01")
    #expect(
      asked.status == 65 && asked.output == ""
        && asked.errors.hasSuffix(
          """
          latest.json:1:1: error[HYB5109]: signature: expected a release that somebody has signed, found a draft without \
          signatures
          help: look who published it; `--draft` signs one that you have built yourself

          """),
      "\(asked.errors)")
    #expect(try sign("--draft", "--refresh").status == 64)
    let exposed = try sign("--draft", "--expires", "2100-01-01T00:00:00Z", "--channel", "beta", "--rollout", "0.25")
    #expect(exposed.status == 0)
    #expect(exposed.errors == "warning[HYB5002]: key.pem can be read by others\nhelp: chmod 600 key.pem\n")
    let payload = try latest(scratch)
    #expect(payload["expires"] as? String == "2100-01-01T00:00:00Z" && payload["channel"] as? String == "beta")
    #expect(payload["rollout"] as? Double == 0.25)
  }

  @Test func aKeyInTheSiteIsNotShipped() throws {
    let scratch = try Scratch()
    try site(scratch)
    _ = try Command.run("keygen", "-o", "site/key", in: scratch.url)
    // Whatever it is called, and whether it signs or not.
    #expect(try Command.run("build", "site", in: scratch.url).errors.hasPrefix("key:1:1: error[HYB5003]"))
    let build = try Command.run("build", "site", "--sign-key", "site/key", in: scratch.url)
    #expect(build.status == 1)
    #expect(build.errors.hasPrefix("key:1:1: error[HYB5003]: the file holds a private key and would be shipped\n"))
    try scratch.write("site/other.pem", "-----BEGIN RSA PRIVATE KEY-----\nAA==\n-----END RSA PRIVATE KEY-----\n")
    #expect(try Command.run("build", "site", in: scratch.url).errors.contains("other.pem:1:1: error[HYB5003]"))
    try scratch.write("site/.hybridignore", "key*\n*.pem\n")
    #expect(try Command.run("build", "site", "--sign-key", "site/key", in: scratch.url).status == 0)
  }

  @Test func rootsAreRotatedByTwoSigners() throws {
    let scratch = try Scratch()
    try site(scratch)
    for name in ["a", "b"] { _ = try Command.run("keygen", "-o", name, in: scratch.url) }
    let first = try Command.run(
      "roots", "add", "d", "--key", "a.pub", "--sign-key", "a", "--expires", "2100-01-01", in: scratch.url)
    #expect(first.output == "d/roots/1.root.json: root 1, 1 of 1 key\n" && first.errors == "")
    #expect(try Command.run("build", "site", "-o", "d", "--sign-key", "a", in: scratch.url).errors == "")
    try FileManager.default.copyItem(atPath: scratch.path + "/d/roots/1.root.json", toPath: scratch.path + "/app.json")
    #expect(try Command.run("verify", "d", "--fresh", "--root", "app.json", in: scratch.url).output == "d: sound\n")

    let draft = try Command.run(
      "roots", "add", "d", "--key", "a.pub", "--key", "b.pub", "--threshold", "2", "--sign-key", "a", in: scratch.url)
    #expect(draft.output == "d/roots/2.root.draft.json: root 2, 2 of 2 keys, not published yet\n")
    #expect(
      draft.errors
        == "warning[HYB5008]: root 2 lacks signatures: 1 by its own keys\nhelp: run `hybrid roots sign d --sign-key FILE`\n"
    )
    #expect(try Command.run("verify", "d", in: scratch.url).status == 0)
    let ids = Dictionary(
      uniqueKeysWithValues: try ["a", "b"].map { ($0, try KeyFile.readVerificationKey(scratch.path + "/\($0).pub").id) }
    )
    let order = ids.values.sorted()
    let printed =
      "root 2 to sign: 2 of 2 keys (before: 1), never expires\n"
      + order.map { "  \($0)\($0 == ids["b"] ? ", new" : "")\n" }.joined()
    let dry = try Command.run("roots", "sign", "d", "--dry-run", in: scratch.url)
    #expect(dry.output == printed && dry.errors == "", "\(dry)")
    let signed = try Command.run("roots", "sign", "d", "--sign-key", "b", in: scratch.url)
    #expect(
      signed.output == "d/roots/2.root.json: root 2, 2 of 2 keys\n" && signed.errors == printed, "\(signed.errors)")
    let short = try Command.run("verify", "d", "--format", "json", in: scratch.url)
    #expect(short.status == 65)
    #expect(
      short.output == """
        {"faults":[{"kind":"signature","code":"HYB5109","file":"latest.json",\
        "expected":"2 valid signatures by known keys","rule":"signatures","found":"1"}]}

        """)
    // The second signer adds to what the first has signed.
    #expect(try Command.run("sign", "d", "--sign-key", "b", in: scratch.url).errors == "")
    #expect(try Command.run("verify", "d", in: scratch.url).status == 0)
    let third = try Command.run("roots", "add", "d", "--key", "b.pub", "--sign-key", "b", in: scratch.url)
    #expect(third.errors.contains("1 by keys of root 2"))
    let lost = try Command.run("roots", "sign", "d", "--sign-key", "b", in: scratch.url)
    #expect(lost.errors.contains("1 by keys of root 2") && lost.errors.contains("  \(ids["a"] ?? ""), withdrawn\n"))
    let list = try Command.run("roots", "d", in: scratch.url)
    #expect(list.output.contains("root 1: 1 of 1 key, expires 2100-01-01T00:00:00Z\n"))
    #expect(list.output.contains("root 3: 1 of 1 key, waits for signatures\n"))
    let foreign = try Command.run(
      "roots", "add", "site", "--key", "a.pub", "--sign-key", "a", in: scratch.url)
    #expect(foreign.status == 73)
    try scratch.write("app.json", "{}")
    #expect(try Command.run("verify", "d", "--root", "app.json", in: scratch.url).errors.contains("HYB5110"))
  }

  @Test func deltaWritesChecksAndPrunesPatches() throws {
    let scratch = try Scratch()
    for (number, text) in ["one", "two", "three"].enumerated() {
      try site(scratch, text: text, configuration: #"{"version":"1.\#(number).0"}"#)
      #expect(
        try Command.run("build", "site", "-o", "d", "--sequence", "\(number + 1)", in: scratch.url).status == 0)
    }
    let delta = try Command.run("delta", "d", "d", in: scratch.url)
    #expect(delta.status == 0 && delta.errors == "")
    let lines = delta.output.split(separator: "\n")
    #expect(lines.last?.contains("patches from 2 earlier releases, ") == true)
    #expect(
      lines.contains { $0.hasPrefix("base from 1.0.0: ") } && lines.contains { $0.hasPrefix("base from 1.1.0: ") })
    #expect(try Command.run("verify", "d", in: scratch.url).status == 0)
    let patches = scratch.url.appendingPathComponent("d/patches")
    func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: patches.path).count }
    let both = try count()
    // The same release built again keeps its patches.
    #expect(try Command.run("build", "site", "-o", "d", "--sequence", "3", in: scratch.url).status == 0)
    #expect(try count() == both)
    let fewer = try Command.run("delta", "d", "d", "--keep", "1", in: scratch.url)
    #expect(fewer.output.contains("of older releases taken out\n"))
    #expect(try count() < both && count() > 0)
    #expect(try Command.run("verify", "d", in: scratch.url).status == 0)
    // A patch that gives something else is a fault, even when its hash is right.
    let name = try #require(FileManager.default.contentsOfDirectory(atPath: patches.path).first)
    try Data([1, 2, 3]).write(to: patches.appendingPathComponent(name))
    #expect(try Command.run("verify", "d", in: scratch.url).status == 65)

    let none = try Command.run("delta", "site", "d", in: scratch.url)
    #expect(none.status == 0 && none.errors.hasPrefix("warning[HYB5010]: site holds no earlier release"))
    #expect(try Command.run("delta", "d", "site", in: scratch.url).status == 66)
    #expect(try Command.run("delta", "gone", "d", in: scratch.url).status == 66)
  }

  @Test func deltaWritesPatchesForFirstInstallations() throws {
    let scratch = try Scratch()
    try site(scratch, text: "one", configuration: #"{"version":"1.0.0"}"#)
    #expect(try Command.run("build", "site", "-o", "d", "--sequence", "1", in: scratch.url).status == 0)
    let delta = try Command.run("delta", "d", "d", "--first-install", in: scratch.url)
    #expect(delta.status == 0 && delta.errors == "")
    #expect(delta.output.hasPrefix("base from nothing: "))
    #expect(delta.output.contains(" from 0 earlier releases and from nothing, "))
    #expect(try Command.run("verify", "d", in: scratch.url).status == 0)
    let listed = try Command.run("delta", "d", "d", "--first-install", "--format", "json", in: scratch.url).output
    let nothing = "sha256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"
    #expect(listed.hasPrefix(#"{"patches":[{"from":"\#(nothing)","package":"base","#))
  }

  @Test func theSequenceGrowsOrIsWarnedOf() throws {
    let scratch = try Scratch()
    _ = try Command.run("keygen", "-o", "key", "-q", in: scratch.url)
    try site(scratch)
    func build() throws -> Command {
      try Command.run("build", "site", "-o", "d", "--sign-key", "key", "--sequence", "5", in: scratch.url)
    }
    #expect(try build().errors == "")
    #expect(try build().errors == "")
    try site(scratch, text: "other")
    #expect(
      try build().errors.hasPrefix(
        "warning[HYB5005]: the release has the sequence 5, and the one before had 5\n"))
  }

  /// What apps take is not replaced by what only a key has signed that no root lists.
  @Test(arguments: [["sign", "d"], ["sign", "d", "--draft"], ["delta", "d", "d"]])
  func strangersSignNothing(_ arguments: [String]) throws {
    let scratch = try Scratch()
    try site(scratch)
    for key in ["key", "stranger"] { _ = try Command.run("keygen", "-o", key, "-q", in: scratch.url) }
    _ = try Command.run("build", "site", "-o", "d", "--sign-key", "key", in: scratch.url)
    _ = try Command.run("roots", "add", "d", "--key", "key.pub", "--sign-key", "key", in: scratch.url)
    let file = scratch.url.appendingPathComponent("d/latest.json")
    let before = try Data(contentsOf: file)
    let refused = try Command.start(arguments + ["--sign-key", "stranger"], in: scratch.url).finish()
    #expect(refused.status != 0)
    #expect(refused.errors.contains("none of the keys that sign is in its root 1"), "\(refused.errors)")
    #expect(try Data(contentsOf: file) == before)
    // One that the root lists is enough for a further one to sign beside it.
    let both = ["--sign-key", "stranger", "--sign-key", "key"]
    #expect(try Command.start(["sign", "d"] + both, in: scratch.url).finish().status == 0)
  }

  @Test func aForgedReleaseIsNotSigned() throws {
    let scratch = try Scratch()
    try site(scratch)
    for name in ["key", "thief"] { _ = try Command.run("keygen", "-o", name, "-q", in: scratch.url) }
    _ = try Command.run("roots", "add", "d", "--key", "key.pub", "--sign-key", "key", in: scratch.url)
    #expect(try Command.run("build", "site", "-o", "d", "--sign-key", "key", in: scratch.url).status == 0)
    let folder = scratch.url.appendingPathComponent("d/packages")
    // Of this release: that of the thief leaves its archives beside them.
    let archive = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().first { $0.hasSuffix(".zip") })
    let refreshed = try Command.run(
      "sign", "d", "--sign-key", "key", "--refresh", "--expires", "30d", "--root", "d/roots/1.root.json",
      in: scratch.url)
    #expect(refreshed.status == 0 && refreshed.errors == "", "\(refreshed.errors)")
    let unsigned = try Command.run("delta", "d", "d", in: scratch.url)
    #expect(
      unsigned.status == 64
        && unsigned.errors == """
          error[HYB5014]: d: its release is signed, and would not be any more
          help: name the keys that sign with `--sign-key`, or set HYBRID_SIGN_KEY

          """
    )
    // Somebody else's release in its place.
    try site(scratch, text: "forged")
    try scratch.publishIgnoringRoots("site", to: "d", signedBy: "thief")
    for arguments in [["sign", "d"], ["delta", "d", "d"]] {
      let refused = try Command.start(arguments + ["--sign-key", "key"], in: scratch.url).finish()
      #expect(refused.status == 65 && refused.output == "")
      #expect(
        refused.errors.hasPrefix(
          "latest.json:1:1: error[HYB5109]: signature: expected a signature by a key of the folder's roots, found one by sha256-"
        ), "\(refused.errors)")
      #expect(
        refused.errors.hasSuffix("help: look who published it; hybrid verify d names every fault\n"),
        "\(refused.errors)")
    }
    // Files that are damaged, and roots that are.
    try site(scratch)
    #expect(try Command.run("build", "site", "-o", "d", "--sign-key", "key", in: scratch.url).status == 0)
    let bytes = try Data(contentsOf: folder.appendingPathComponent(archive))
    try (bytes + Data([0])).write(to: folder.appendingPathComponent(archive))
    let damaged = try Command.run("sign", "d", "--sign-key", "key", in: scratch.url)
    #expect(
      damaged.status == 65 && damaged.errors.hasPrefix("packages/\(archive):1:1: error[HYB5105]: size"),
      "\(damaged.errors)")
    try bytes.write(to: folder.appendingPathComponent(archive))
    try scratch.write("d/roots/1.root.json", "{}")
    for arguments in [["sign", "d"], ["build", "site", "-o", "d"], ["delta", "d", "d"]] {
      let refused = try Command.start(arguments + ["--sign-key", "key"], in: scratch.url).finish()
      #expect(refused.status == 65 && refused.errors.hasPrefix("roots/1.root.json:1:1: error[HYB5103]"), "\(refused)")
    }
  }

  @Test func anOlderReleaseIsNotFreshened() throws {
    let scratch = try Scratch()
    _ = try Command.run("keygen", "-o", "key", "-q", in: scratch.url)
    func refresh(_ arguments: String...) throws -> Command {
      try Command.start(
        ["sign", "d", "--sign-key", "key", "--refresh", "--expires", "30d"] + arguments, in: scratch.url
      )
      .finish()
    }
    for number in 1...2 {
      try site(scratch, text: "\(number)")
      #expect(
        try Command.run(
          "build", "site", "-o", "d", "--sign-key", "key", "--sequence", "\(number)", in: scratch.url
        ).status == 0)
      #expect(try refresh("--state", "state").status == 0)
      if number == 1 {
        try FileManager.default.copyItem(atPath: scratch.path + "/d", toPath: scratch.path + "/older")
      }
    }
    #expect(try String(contentsOfFile: scratch.path + "/state", encoding: .utf8) == "2\n")
    // The older release as a whole.
    try FileManager.default.removeItem(atPath: scratch.path + "/d")
    try FileManager.default.moveItem(atPath: scratch.path + "/older", toPath: scratch.path + "/d")
    let refused = try refresh("--state", "state")
    #expect(
      refused.status == 65
        && refused.errors.hasPrefix(
          "latest.json:1:1: error[HYB5111]: rollback in sequence: expected 2 or more, found 1\n"),
      "\(refused.errors)")
    #expect(try refresh("--expect-sequence", "2").status == 65)
    #expect(try refresh("--expect-sequence", "1").status == 0)
    try scratch.write("state", "x")
    #expect(try refresh("--state", "state").status == 65)
    // Who puts an older release back would put this file back with it.
    for path in ["d/state", "./d/../d/packages/state", scratch.path + "/d/state"] {
      let inside = try refresh("--state", path)
      #expect(inside.status == 64 && inside.errors.contains("is in the folder of the release"), "\(inside.errors)")
    }
  }

  @Test func cleaningKeepsTheRoots() throws {
    let scratch = try Scratch()
    try site(scratch)
    _ = try Command.run("keygen", "-o", "key", "-q", in: scratch.url)
    _ = try Command.run("roots", "add", "d", "--key", "key.pub", "--sign-key", "key", in: scratch.url)
    #expect(try Command.run("build", "site", "-o", "d", "--sign-key", "key", in: scratch.url).status == 0)
    #expect(
      try Command.run("clean", "site", "-o", "d", in: scratch.url).output.hasPrefix("removed d, except d/roots\n"))
    #expect(Scratch.contents(scratch.url.appendingPathComponent("d")).keys.sorted() == ["roots/1.root.json"])
    #expect(try Command.run("clean", "site", "-o", "d", in: scratch.url).output == "")
    #expect(try Command.run("build", "site", "-o", "d", "--sign-key", "key", in: scratch.url).errors == "")
  }

  /// Roots and patches are written into the release's folder, never through a link of it.
  @Test(arguments: ["roots", "patches", "manifests"])
  func linksOfAReleaseAreNotWrittenThrough(name: String) throws {
    let scratch = try Scratch()
    try site(scratch)
    _ = try Command.run("keygen", "-o", "key", "-q", in: scratch.url)
    #expect(try Command.run("build", "site", "-o", "d", "--sign-key", "key", in: scratch.url).status == 0)
    try site(scratch, text: "two")
    #expect(try Command.run("build", "site", "-o", "d", "--sign-key", "key", in: scratch.url).status == 0)
    let folder = scratch.path + "/d/" + name
    if FileManager.default.fileExists(atPath: folder) {
      try FileManager.default.moveItem(atPath: folder, toPath: scratch.path + "/away")
    } else {
      try FileManager.default.createDirectory(atPath: scratch.path + "/away", withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: scratch.path + "/away")
    let before = Scratch.contents(scratch.url.appendingPathComponent("away"))
    let roots = try Command.run("roots", "add", "d", "--key", "key.pub", "--sign-key", "key", in: scratch.url)
    let delta = try Command.run("delta", "d", "d", "--sign-key", "key", in: scratch.url)
    for run in [roots, delta] {
      #expect(run.status != 0 && run.errors.contains("`\(name)` is a symbolic link"), "\(run.errors)")
    }
    #expect(Scratch.contents(scratch.url.appendingPathComponent("away")) == before)
  }

  /// Whoever reads the message looks at the right folder.
  @Test func cleaningNamesWhatItCannotRemove() throws {
    let scratch = try Scratch()
    try site(scratch)
    try scratch.write("elsewhere/file", "x")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/site/.hybrid", withDestinationPath: scratch.path + "/elsewhere")
    let clean = try Command.run("clean", "site", in: scratch.url)
    #expect(clean.status == 73)
    #expect(clean.errors.hasPrefix("hybrid: site/.hybrid cannot be removed: "), "\(clean.errors)")
    #expect(Scratch.contents(scratch.url.appendingPathComponent("elsewhere")).keys.sorted() == ["file"])
  }

  @Test func expoClientsReadTheRelease() throws {
    let scratch = try Scratch()
    try site(scratch)
    let arguments = ["build", "site", "-o", "d", "--emit", "expo"]
    let missing = try Command.start(arguments, in: scratch.url).finish()
    #expect(missing.status == 78 && missing.errors.contains("error[HYB5011]"))
    try site(scratch, configuration: #"{"runtimeVersion":"1.0","sequence":7}"#)
    let relative = try Command.start(arguments, in: scratch.url).finish()
    #expect(relative.status == 0 && relative.errors.contains("warning[HYB5012]"))
    let build = try Command.start(arguments + ["--base-url", "https://cdn.example.com/app"], in: scratch.url).finish()
    #expect(build.status == 0 && build.errors == "")
    let folder = scratch.url.appendingPathComponent("d")
    let data = try Data(contentsOf: folder.appendingPathComponent("expo/manifest.json"))
    let manifest = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(manifest["runtimeVersion"] as? String == "1.0")
    #expect(manifest["createdAt"] as? String == "2020-01-01T00:00:07.000Z")
    #expect(UUID(uuidString: manifest["id"] as? String ?? "") != nil)
    let launch = try #require(manifest["launchAsset"] as? [String: String])
    #expect(launch["key"] == "web/index.html" && launch["fileExtension"] == ".html")
    let assets = try #require(manifest["assets"] as? [[String: String]])
    #expect(assets.contains { $0["key"] == "web/app.css" } && !assets.contains { $0["key"] == "web/index.html" })
    for asset in assets + [launch] {
      let url = try #require(asset["url"])
      #expect(url.hasPrefix("https://cdn.example.com/app/expo/assets/"))
      let file = folder.appendingPathComponent(String(url.dropFirst("https://cdn.example.com/app/".count)))
      #expect(FileManager.default.fileExists(atPath: file.path))
      // base64url of SHA-256, as Expo's clients check it.
      #expect(file.lastPathComponent.hasPrefix(asset["hash"] ?? "?") && asset["hash"]?.utf8.count == 43)
    }
    #expect(try Command.run("verify", "d", in: scratch.url).status == 0)
    #expect(try Command.start(arguments + ["--base-url", "cdn"], in: scratch.url).finish().status == 64)
    // Patches make another manifest of the same release, another build one of another.
    try site(scratch, text: "more", configuration: #"{"runtimeVersion":"1.0","sequence":8}"#)
    let next = try Command.start(arguments + ["--base-url", "https://cdn.example.com/app"], in: scratch.url).finish()
    #expect(next.status == 0)
    #expect(try Command.run("delta", "d", "d", in: scratch.url).output.contains("patch"))
    let patched = try Command.run("verify", "d", in: scratch.url)
    #expect(patched.status == 0 && patched.errors == "", "\(patched.errors)")
    try site(scratch, text: "last", configuration: #"{"runtimeVersion":"1.0","sequence":9}"#)
    _ = try Command.run("build", "site", "-o", "d", in: scratch.url)
    #expect(
      try Command.run("verify", "d", in: scratch.url).errors
        == "d: note: expo/manifest.json: it is of an earlier release: build with `--emit expo`\n")
  }

  /// The directory that `--emit expo` writes, against the protocol: https://docs.expo.dev/technical-specs/expo-updates-1/
  @Test func theExpoFolderFollowsTheProtocol() throws {
    let scratch = try Scratch()
    try site(scratch, configuration: #"{"runtimeVersion":"1.0","sequence":1700000000}"#)
    func openssl(_ arguments: String...) throws -> Command {
      try Command.start(["openssl"] + arguments, in: scratch.url, program: URL(fileURLWithPath: "/usr/bin/env"))
        .finish()
    }
    let hasKey = try openssl("genrsa", "-out", "rsa.pem", "2048").status == 0
    var arguments = ["build", "site", "-o", "d", "--emit", "expo", "--base-url", "https://cdn.example.com/app"]
    if hasKey { arguments += ["--expo-sign-key", "rsa.pem", "--expo-key-id", "root"] }
    let build = try Command.start(arguments, in: scratch.url).finish()
    #expect(build.status == 0 && build.errors == "", "\(build.errors)")
    let folder = scratch.url.appendingPathComponent("d")
    let body = try Data(contentsOf: folder.appendingPathComponent("expo/manifest.json"))

    // Response body: id, createdAt, runtimeVersion, launchAsset, assets, metadata, extra.
    let manifest = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
    #expect(Set(manifest.keys) == ["id", "createdAt", "runtimeVersion", "launchAsset", "assets", "metadata", "extra"])
    let id = try #require(manifest["id"] as? String)
    #expect(id.wholeMatch(of: #/[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/#) != nil)
    #expect(manifest["createdAt"] as? String == "2023-11-14T22:13:20.000Z")
    #expect((manifest["metadata"] as? [String: String]) != nil)
    let launch = try #require(manifest["launchAsset"] as? [String: String])
    let assets = try #require(manifest["assets"] as? [[String: String]])
    var keys: Set<String> = []
    for asset in assets + [launch] {
      #expect(Set(asset.keys).isSubset(of: ["hash", "key", "contentType", "fileExtension", "url"]))
      #expect(keys.insert(asset["key"] ?? "").inserted)
      if let ending = asset["fileExtension"] { #expect(ending.hasPrefix(".")) }
      #expect(asset["contentType"]?.contains("/") == true)
      // The hash is base64url of SHA-256, without padding, of the file's bytes.
      let url = try #require(asset["url"])
      let file = folder.appendingPathComponent(String(url.dropFirst("https://cdn.example.com/app/".count)))
      let digest = Data(MessageDigest.hash(Array(try Data(contentsOf: file)), with: .sha256)).base64EncodedString()
        .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
      #expect(asset["hash"] == digest)
    }

    // A multipart response (RFC 2046): each part with its name, type and signature.
    let response = String(
      decoding: try Data(contentsOf: folder.appendingPathComponent("expo/manifest.multipart")), as: UTF8.self)
    let parts = response.components(separatedBy: "--hybrid-expo-update")
    #expect(parts.count == 4 && parts.first == "" && parts.last == "--\r\n")
    func part(_ index: Int) -> (head: [String], body: String) {
      let text = parts[index].dropFirst("\r\n".unicodeScalars.count - 1)
      let cut = String(text).components(separatedBy: "\r\n\r\n")
      return (cut[0].components(separatedBy: "\r\n"), cut.dropFirst().joined().replacing("\r\n", with: ""))
    }
    let first = part(1)
    #expect(first.head.contains("Content-Disposition: form-data; name=\"manifest\""))
    #expect(first.head.contains("Content-Type: application/json"))
    #expect(first.body == String(decoding: body, as: UTF8.self))
    let second = part(2)
    #expect(second.head.contains("Content-Disposition: form-data; name=\"extensions\""))
    #expect(second.body == "{\"assetRequestHeaders\":{}}")
    #expect(try Command.run("verify", "d", in: scratch.url).output == "d: sound\n")
    guard hasKey else {
      print("theExpoFolderFollowsTheProtocol: openssl is not installed; signatures are not looked at")
      return
    }

    // The signature is an Expo SFV dictionary; another implementation accepts it for the body and for nothing else.
    let field = try #require(first.head.first { $0.hasPrefix("expo-signature: ") })
    let match = try #require(
      field.wholeMatch(of: #/expo-signature: sig="([A-Za-z0-9+\/=]+)", keyid="root", alg="rsa-v1_5-sha256"/#))
    try #require(Data(base64Encoded: String(match.1))).write(to: scratch.url.appendingPathComponent("sig"))
    try body.write(to: scratch.url.appendingPathComponent("body"))
    try (body + Data(" ".utf8)).write(to: scratch.url.appendingPathComponent("other"))
    #expect(try openssl("rsa", "-in", "rsa.pem", "-pubout", "-out", "rsa.pub").status == 0)
    #expect(try openssl("dgst", "-sha256", "-verify", "rsa.pub", "-signature", "sig", "body").status == 0)
    #expect(try openssl("dgst", "-sha256", "-verify", "rsa.pub", "-signature", "sig", "other").status != 0)

    // The same build again gives the same bytes; the key is neither printed nor shipped.
    let before = Scratch.contents(folder)
    let again = try Command.start(arguments, in: scratch.url).finish()
    #expect(again.status == 0 && Scratch.contents(folder) == before)
    let key = try String(contentsOf: scratch.url.appendingPathComponent("rsa.pem"), encoding: .utf8)
    let line = try #require(key.split(separator: "\n").dropFirst(2).first)
    #expect(!(again.output + again.errors).contains(line))
    try scratch.write("site/rsa.pem", key)
    let shipped = try Command.start(arguments, in: scratch.url).finish()
    #expect(shipped.status == 1 && shipped.errors.contains("error[HYB5003]"))
    try FileManager.default.removeItem(at: scratch.url.appendingPathComponent("site/rsa.pem"))
    // Keys that are none, and too small ones.
    try scratch.write("bad.pem", "no key")
    _ = try openssl("genrsa", "-out", "small.pem", "1024")
    for file in ["bad.pem", "small.pem", "none.pem"] {
      var refused = arguments
      refused[refused.firstIndex(of: "rsa.pem") ?? 0] = file
      let run = try Command.start(refused, in: scratch.url).finish()
      #expect(
        run.status == (file == "none.pem" ? 66 : 65) && run.errors.hasPrefix("error[HYB5001]: \(file)"), "\(run.errors)"
      )
    }
    // A damaged asset is a fault.
    let asset = try #require(launch["url"]).split(separator: "/").last.map(String.init) ?? ""
    for name in ["expo/manifest.json", "expo/manifest.multipart"] {
      let file = folder.appendingPathComponent(name)
      let sound = try Data(contentsOf: file)
      // Only an app's certificate shows whether a signature is right.
      let signature = sound.range(of: Data("sig=\"".utf8)).flatMap { begin in
        sound.range(of: Data("\", alg=".utf8)).map { begin.upperBound..<$0.lowerBound }
      }
      for place in stride(from: 0, to: sound.count, by: max(1, sound.count / 30))
      where signature?.contains(place) != true {
        var damaged = sound
        damaged[place] ^= 1
        try damaged.write(to: file)
        #expect(try Command.run("verify", "d", "-q", in: scratch.url).status == 65, "\(name) byte \(place)")
      }
      try FileManager.default.removeItem(at: file)
      #expect(try Command.run("verify", "d", in: scratch.url).errors.contains("HYB5101 \(name): missing"))
      try sound.write(to: file)
    }
    try Data("x".utf8).write(to: folder.appendingPathComponent("expo/assets/" + asset))
    let verify = try Command.run("verify", "d", in: scratch.url)
    #expect(verify.status == 65 && verify.errors.contains("expo/assets/\(asset)"))
  }
}
