import Foundation
import Testing

/// What a release may take the place of.
@Suite struct ReplacementTests {
  private func site() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("site/index.html", "<!DOCTYPE html><html lang=en><title>t</title><p>x")
    #expect(try Command.run("keygen", "-o", "key", in: scratch.url).status == 0)
    return scratch
  }

  private func build(
    _ scratch: Scratch, _ arguments: String..., text: String = "x", environment: [String: String] = [:]
  ) throws -> Command {
    try scratch.write("site/index.html", "<!DOCTYPE html><html lang=en><title>t</title><p>\(text)")
    return try Command.start(
      ["build", "site", "-o", "d"] + arguments, in: scratch.url, environment: environment
    ).finish()
  }

  @Test func aSignedReleaseIsNotReplacedByAnUnsignedOne() throws {
    let scratch = try site()
    #expect(try build(scratch, "--sign-key", "key", "--sequence", "1").status == 0)
    let before = Scratch.contents(scratch.url.appendingPathComponent("d"))
    let refused = try build(scratch, "--sequence", "2", text: "y")
    #expect(refused.status == 73)
    #expect(
      refused.errors == """
        error[HYB5065]: d: its release is signed, and there is no key to sign the next one
        help: name the keys that sign with `--sign-key`, or set HYBRID_SIGN_KEY; `--allow-unsigned` publishes it unsigned
        1 error
        Nothing was published.

        """, "\(refused.errors)")
    #expect(Scratch.contents(scratch.url.appendingPathComponent("d")) == before)
    #expect(try build(scratch, "--sequence", "2", "--allow-unsigned", text: "y").status == 0)
    #expect(try build(scratch, "--sequence", "3", text: "z").status == 0)
  }

  @Test func besideTrustRootsEveryReleaseIsSigned() throws {
    let scratch = try site()
    #expect(
      try Command.run("roots", "add", "d", "--key", "key.pub", "--sign-key", "key", in: scratch.url).status == 0)
    let refused = try build(scratch, "--sequence", "1")
    #expect(
      refused.status == 73 && refused.errors.contains("error[HYB5065]: d: it has trust roots"), "\(refused.errors)")
    // A draft that another machine signs.
    #expect(try build(scratch, "--sequence", "1", "--allow-unsigned").status == 0)
    #expect(try Command.run("sign", "d", "--draft", "--sign-key", "key", in: scratch.url).status == 0)
    let shard = try Command.run("build", "site", "--shard", "1/1", "-o", "s", in: scratch.url)
    #expect(shard.status == 0)
    let merged = try Command.run("merge", "s", "-o", "d", "--sequence", "2", in: scratch.url)
    #expect(merged.status == 73 && merged.errors.contains("error[HYB5065]"), "\(merged.errors)")
  }

  /// Nobody knows whether a release was signed whose `latest.json` is damaged; its manifests still hold its number.
  @Test func aDamagedLatestGuardsAsASignedOne() throws {
    let scratch = try site()
    #expect(try build(scratch, "--sign-key", "key", "--sequence", "43").status == 0)
    try scratch.write("d/latest.json", "{")
    let refused = try build(scratch, "--sequence", "44", text: "y")
    #expect(refused.status == 73 && refused.errors.contains("its latest.json is damaged"), "\(refused.errors)")
    let older = try build(scratch, "--sign-key", "key", "--sequence", "42", text: "y")
    #expect(older.status == 73 && older.errors.contains("error[HYB5066]"), "\(older.errors)")
    try FileManager.default.removeItem(at: scratch.url.appendingPathComponent("d/latest.json"))
    let missing = try build(scratch, "--sequence", "1", text: "y")
    #expect(missing.status == 73 && missing.errors.contains("error[HYB5066]"), "\(missing.errors)")
    #expect(try build(scratch, "--sequence", "43", "--sign-key", "key").status == 0)
  }

  /// No app takes what strangers to the root sign.
  @Test func besideTrustRootsOneOfTheirKeysSigns() throws {
    let scratch = try site()
    #expect(
      try Command.run("roots", "add", "d", "--key", "key.pub", "--sign-key", "key", in: scratch.url).status == 0)
    #expect(try build(scratch, "--sign-key", "key", "--sequence", "1").status == 0)
    #expect(try Command.run("keygen", "-o", "other", in: scratch.url).status == 0)
    let before = Scratch.contents(scratch.url.appendingPathComponent("d"))
    let refused = try build(scratch, "--sign-key", "other", "--sequence", "2", text: "y")
    #expect(
      refused.status == 73 && refused.errors.contains("none of the keys that sign is in its root 1"),
      "\(refused.errors)")
    #expect(Scratch.contents(scratch.url.appendingPathComponent("d")) == before)
    let both = try build(scratch, "--sign-key", "other", "--sign-key", "key", "--sequence", "2", text: "y")
    #expect(both.status == 0, "\(both.errors)")
  }

  /// Apps without a root of trust have the keys that signed the release before.
  @Test func withoutTrustRootsAKnownKeySigns() throws {
    let scratch = try site()
    #expect(try Command.run("keygen", "-o", "other", in: scratch.url).status == 0)
    #expect(try build(scratch, "--sign-key", "key", "--sequence", "1").status == 0)
    let before = Scratch.contents(scratch.url.appendingPathComponent("d"))
    let refused = try build(scratch, "--sign-key", "other", "--sequence", "2", text: "y")
    #expect(refused.status == 73)
    #expect(
      refused.errors == """
        error[HYB5007]: d: other keys signed its release, and it has no roots that list the new ones
        help: sign with a key that apps have, or introduce the new one with hybrid roots; `--allow-unsigned` publishes it all the same
        1 error
        Nothing was published.

        """, "\(refused.errors)")
    #expect(Scratch.contents(scratch.url.appendingPathComponent("d")) == before)
    // One key of both is enough: that is how apps learn of the second.
    #expect(
      try build(scratch, "--sign-key", "key", "--sign-key", "other", "--sequence", "2", text: "y").status == 0)
    #expect(try build(scratch, "--sign-key", "other", "--sequence", "3", text: "z").status == 0)
  }

  @Test func aSignedReleaseIsNotReplacedByAnOlderOne() throws {
    let scratch = try site()
    #expect(try build(scratch, "--sign-key", "key", "--sequence", "43").status == 0)
    let before = Scratch.contents(scratch.url.appendingPathComponent("d"))
    let refused = try build(scratch, "--sign-key", "key", "--sequence", "40", text: "y")
    #expect(refused.status == 73)
    #expect(
      refused.errors.hasPrefix("error[HYB5066]: d: its release has the sequence 43, and the new one 40\n"),
      "\(refused.errors)")
    #expect(Scratch.contents(scratch.url.appendingPathComponent("d")) == before)
    let allowed = try build(scratch, "--sign-key", "key", "--sequence", "40", "--allow-older", text: "y")
    #expect(allowed.status == 0 && allowed.errors.contains("warning[HYB5005]"), "\(allowed.errors)")
  }

  /// Where nobody has signed anything, a lower number is a warning: apps of unsigned releases are trials.
  @Test func unsignedReleasesAreReplacedAsBefore() throws {
    let scratch = try site()
    #expect(try build(scratch, "--sequence", "43").status == 0)
    let older = try build(scratch, "--sequence", "40", text: "y")
    #expect(older.status == 0 && older.errors.contains("warning[HYB5005]"), "\(older.errors)")
  }

  /// What a secret looks like that CI does not have.
  @Test func anEmptyVariableIsAnError() throws {
    let scratch = try site()
    for value in ["", " \n"] {
      let refused = try build(scratch, environment: ["HYBRID_SIGN_KEY": value])
      #expect(refused.status == 64)
      #expect(refused.errors.hasPrefix("error[HYB5067]: HYBRID_SIGN_KEY is set and empty\n"), "\(refused.errors)")
      #expect(!FileManager.default.fileExists(atPath: scratch.path + "/d"))
    }
    let empty = ["HYBRID_SIGN_KEY": ""]
    #expect(try build(scratch, "--allow-unsigned", environment: empty).status == 0)
    #expect(try build(scratch, "--sign-key", "key", "--sequence", "1", environment: empty).status == 0)
    #expect(try Command.run("sign", "d", in: scratch.url, environment: empty).status == 64)
    #expect(
      try Command.run("build", "site", "--shard", "1/1", "-o", "s", in: scratch.url, environment: empty).status == 0)
    #expect(try Command.run("merge", "s", "-o", "e", in: scratch.url, environment: empty).status == 64)
    try scratch.write("site/hybrid.json", #"{"runtimeVersion":"1"}"#)
    let expo = try Command.run(
      "build", "site", "-o", "f", "--emit", "expo", in: scratch.url, environment: ["HYBRID_EXPO_SIGN_KEY": ""])
    #expect(expo.status == 64 && expo.errors.contains("HYBRID_EXPO_SIGN_KEY is set and empty"), "\(expo.errors)")
  }
}
