import Foundation
import Testing

/// Builds that are killed or run out of disk: the folder holds the old or the new release, whole.
@Suite(.serialized) struct SoakPublisherTests {
  private static let isLong = ProcessInfo.processInfo.environment["HYBRID_SOAK"] != nil

  private func write(_ scratch: Scratch, _ number: Int) throws {
    try scratch.write(
      "site/hybrid.json", #"{"version":"1.0.\#(number)","viewports":[{"width":320,"height":480,"scale":2}]}"#)
    try scratch.write("site/index.html", "<!DOCTYPE html><html lang=en><title>t</title><p>release \(number)")
    try scratch.write("site/data.txt", String(repeating: "\(number) line of text\n", count: 3000))
  }

  private func version(_ scratch: Scratch) throws -> String {
    let data = try Data(contentsOf: scratch.url.appendingPathComponent("d/manifest.json"))
    let manifest = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    return manifest["version"] as? String ?? ""
  }

  @Test func aBuildThatIsKilledLeavesTheOldOrTheNewRelease() throws {
    let scratch = try Scratch()
    let arguments = ["build", "site", "-o", "d", "-q", "--no-cache", "--sequence"]
    try write(scratch, 0)
    let start = ContinuousClock.now
    #expect(try Command.start(arguments + ["0"], in: scratch.url).finish().status == 0)
    var longest = UInt32((ContinuousClock.now - start) / .microseconds(1))
    var state: UInt64 = 1
    var (killed, rounds) = (0, 0)
    for number in 1...(Self.isLong ? 200 : 10) {
      rounds = number
      try write(scratch, number)
      let began = ContinuousClock.now
      let running = try Command.start(arguments + ["\(number)"], in: scratch.url)
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // The writing is at the end of a build.
      usleep(longest / 2 + UInt32(state >> 33) % (longest * 3 / 4))
      kill(running.process.processIdentifier, SIGKILL)
      if running.finish().status == -SIGKILL {
        killed += 1
      } else {
        // The machine has become faster than it was when the first one was timed.
        longest = min(longest, UInt32((ContinuousClock.now - began) / .microseconds(1)) * 3 / 4)
      }
      // manifest.json, the copy for people, goes before latest.json: that it is a release ahead is a note.
      let verify = try Command.run("verify", "d", "--format", "json", in: scratch.url)
      #expect(verify.status == 0 && verify.output.hasPrefix(#"{"faults":[]"#), "\(number): \(verify.output)")
    }
    #expect(killed > 0)
    if Self.isLong { print("builds: \(killed) killed in \(rounds)") }
    #expect(try Command.start(arguments + ["1000"], in: scratch.url).finish().status == 0)
    #expect(try Command.run("verify", "d", in: scratch.url).output == "d: sound\n")
    #expect(try version(scratch) == "1.0.\(rounds)")
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/d").filter {
      $0.hasPrefix(".hybrid-tmp")
    }
    #expect(left.isEmpty)
  }

  @Test func aFullDiskLeavesTheOldRelease() throws {
    let scratch = try Scratch()
    try write(scratch, 0)
    try FileManager.default.createDirectory(atPath: scratch.path + "/d", withIntermediateDirectories: true)
    // A file system of its own, too small for the second release.
    let script = """
      mount -t tmpfs -o size=200k tmpfs d 2>/dev/null || { echo unsupported; exit 0; }
      "$1" build site -o d -q 2>/dev/null; echo "build $?"
      dd if=/dev/zero of=d/ballast bs=1k count=200 2>/dev/null
      head -c 300000 /dev/urandom > site/new.bin
      "$1" build site -o d -q --sequence 1 2>&1 | grep -m1 '^error' | cut -c1-14
      rm d/ballast
      "$1" verify d
      """
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["unshare", "-rm", "sh", "-c", script, "sh", Command.executable.path]
    process.currentDirectoryURL = scratch.url
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard !text.isEmpty, !text.contains("unsupported") else {
      print("aFullDiskLeavesTheOldRelease: no mount namespaces here; skipped")
      return
    }
    #expect(text == "build 0\nerror[HYB0117]\nd: sound\n")
  }
}
