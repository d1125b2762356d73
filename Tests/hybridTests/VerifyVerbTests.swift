import Foundation
import Testing

/// What `verify` says of packages that were damaged in one way each: one fault, in words.
@Suite struct VerifyVerbTests {
  private func release() throws -> (scratch: Scratch, packages: [String]) {
    let scratch = try Scratch()
    try scratch.write("index.html", "<!DOCTYPE html><html lang=en><title>t</title><p>x")
    #expect(try Command.run("build", in: scratch.url).status == 0)
    let folder = scratch.url.appendingPathComponent("dist/packages").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".zip") }.sorted()
    return (scratch, names)
  }

  @Test func aDamagedPackageHasOneFault() throws {
    let (scratch, packages) = try release()
    let base = try #require(packages.first { $0.hasPrefix("base.") })
    let url = scratch.url.appendingPathComponent("dist/packages/\(base)")
    let whole = try Data(contentsOf: url)
    let prefix = "dist: "
    func faults() throws -> [String] {
      let verify = try Command.run("verify", "dist", in: scratch.url)
      #expect(verify.status == 65)
      return verify.errors.split(separator: "\n").map { String($0.trimmingPrefix(prefix)) }
    }
    try whole.prefix(100).write(to: url)
    #expect(
      try faults() == [
        "HYB5105 packages/\(base): size: expected \(whole.count) bytes, found 100", "1 fault",
      ])
    try Data().write(to: url)
    #expect(
      try faults() == ["HYB5105 packages/\(base): size: expected \(whole.count) bytes, found 0", "1 fault"])
    try FileManager.default.removeItem(at: url)
    #expect(
      try faults() == ["HYB5101 packages/\(base): missing: expected a readable file, found nothing", "1 fault"])
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    #expect(
      try faults() == ["HYB5101 packages/\(base): missing: expected a readable file, found a folder", "1 fault"])
    try FileManager.default.removeItem(at: url)
    try whole.write(to: url)
    #expect(try Command.run("verify", "dist", in: scratch.url).status == 0)
  }

  @Test func aFileThatNoManifestNamesIsANote() throws {
    let (scratch, _) = try release()
    try scratch.write("dist/packages/extra.zip", "x")
    let verify = try Command.run("verify", "dist", in: scratch.url)
    #expect(verify.status == 0)
    #expect(verify.output == "dist: sound\n")
    #expect(verify.errors == "dist: note: packages/extra.zip: no manifest names this file\n")
    let json = try Command.run("verify", "dist", "--format", "json", in: scratch.url)
    #expect(json.output == #"{"faults":[],"notes":[{"kind":"stray","file":"packages/extra.zip"}]}"# + "\n")
    // Files of a release before this one are named by its manifest.
    try FileManager.default.removeItem(at: scratch.url.appendingPathComponent("dist/packages/extra.zip"))
    try scratch.write("index.html", "<!DOCTYPE html><html lang=en><title>t</title><p>y")
    #expect(try Command.run("build", in: scratch.url).status == 0)
    #expect(try Command.run("verify", "dist", in: scratch.url).errors == "")
  }
}
