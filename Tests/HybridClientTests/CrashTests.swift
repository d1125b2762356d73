import Foundation
import Manifest
import PageFormat
import TestSupport
import Testing

@testable import HybridClient

/// Updates that are killed: the store shows the old or the new release, whole, whatever the moment.
@Suite(.serialized) struct SoakCrashTests {
  private static let isLong = ProcessInfo.processInfo.environment["HYBRID_SOAK"] != nil
  private let phone = DeviceTraits(width: 390, height: 844, scale: 3)

  /// A release of some files, which share half of their bytes with the other one.
  private func release(_ name: String) -> ReleaseContents {
    var contents = sampleRelease(text: name)
    contents.version = name == "one" ? "1.0.0" : "2.0.0"
    var generator = SeededGenerator(state: 1)
    let common = (0..<6000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    var own = SeededGenerator(state: name == "one" ? 2 : 3)
    for number in 0..<12 {
      let bytes = number % 3 == 0 ? common : common + (0..<2000).map { _ in UInt8.random(in: 0...255, using: &own) }
      contents.packages[1].files.append(
        PackageFile(path: "web/\(number).bin", contents: .bytes(bytes + [UInt8(number)])))
    }
    return contents
  }

  /// Every entry of the shown release, read and checked.
  private func shownVersion(_ store: ReleaseStore) throws -> String? {
    guard let release = try store.launch(now: 0) else { return nil }
    #expect(try release.openPage("news/index.html", for: phone).layout != nil)
    let title = try release.openPage("news/index.html", for: phone).page.title
    #expect(title == (release.manifest.version == "1.0.0" ? "one" : "two"))
    for number in 0..<12 { #expect(try release.contents(of: "web/\(number).bin").count > 6000) }
    #expect(store.verify() == [])
    return release.manifest.version
  }

  @Test func anUpdateThatIsKilledLeavesTheOldOrTheNewRelease() throws {
    let one = try TemporaryFolder()
    let two = try TemporaryFolder()
    let device = try TemporaryFolder()
    _ = try ReleasePublisher(folder: one.path).publish(release("one"))
    _ = try ReleasePublisher(folder: two.path).publish(release("two"))
    _ = try ReleasePublisher(folder: one.path).writePatches(from: two.path)
    let store = try ReleaseStore(folder: device.path)
    func update(_ server: TemporaryFolder) throws -> UpdaterProgram {
      try UpdaterProgram(["update", device.path, server.path, "--pause", "1", "--now", "0"])
    }
    var longest: UInt32 = 0
    for server in [one, two, one, two] {
      let start = ContinuousClock.now
      #expect(try update(server).finish().status == 0)
      longest = max(longest, UInt32((ContinuousClock.now - start) / .microseconds(1)))
    }
    #expect(try shownVersion(store) == "2.0.0")
    var generator = SeededGenerator(state: 7)
    var killed = 0
    var seen: [String: Int] = [:]
    let goal = Self.isLong ? 500 : 30
    var round = 0
    // One that ended before its kill does not count.
    while killed < goal, round < goal * 4 {
      round += 1
      let before = try shownVersion(store)
      let server = before == "1.0.0" ? two : one
      let running = try update(server)
      usleep(UInt32.random(in: 0...longest, using: &generator))
      kill(running.process.processIdentifier, SIGKILL)
      if running.finish().status == -SIGKILL { killed += 1 }
      let after = try shownVersion(store)
      #expect(after == "1.0.0" || after == "2.0.0", "round \(round)")
      seen[after == before ? "old" : "new", default: 0] += 1
      // The release on trial is the good one: otherwise the second launch would take it back.
      try store.markShownHealthy()
    }
    // A machine that is busier than it was at first may let more of them end.
    #expect(killed >= goal / 2 && seen["old"] != nil)
    if Self.isLong { print("updates: \(killed) killed in \(round); \(seen)") }
    // What the crashes left is cleaned, and the store goes on.
    for server in [one, two] { #expect(try update(server).finish().status == 0) }
    #expect(try shownVersion(store) == "2.0.0")
    try store.prune()
    #expect(FileSystem.names(in: device.path + "/downloads")?.isEmpty == true)
  }

  @Test func twoProcessesShareAStore() throws {
    let one = try TemporaryFolder()
    let two = try TemporaryFolder()
    let device = try TemporaryFolder()
    _ = try ReleasePublisher(folder: one.path).publish(release("one"))
    _ = try ReleasePublisher(folder: two.path).publish(release("two"))
    let store = try ReleaseStore(folder: device.path)
    #expect(try UpdaterProgram.run("update", device.path, one.path, "--now", "0").status == 0)
    let rounds = Self.isLong ? 50 : 3
    var (ended, busy) = (0, 0)
    for _ in 0..<rounds {
      let running = try [one, two, one, two].map {
        try UpdaterProgram(["update", device.path, $0.path, "--pause", "1", "--now", "0"])
      }
      var endedNow = 0
      for process in running {
        let end = process.finish()
        // One installs; another that comes at the same time says that it is busy and leaves all as it is.
        if end.status == 0 {
          endedNow += 1
        } else {
          #expect(end.status == 65 && end.output.contains("busy: another process holds the lock"), "\(end)")
          busy += 1
        }
      }
      #expect(endedNow > 0)
      ended += endedNow
      #expect(try shownVersion(store) != nil)
      try store.markShownHealthy()
    }
    #expect(busy > 0 && ended + busy == rounds * 4, "\(ended) ended, \(busy) busy")
  }

  @Test func showingAReleaseAndCallingItHealthyAreOneStepEach() throws {
    let one = try TemporaryFolder()
    let two = try TemporaryFolder()
    let device = try TemporaryFolder()
    _ = try ReleasePublisher(folder: one.path).publish(release("one"))
    _ = try ReleasePublisher(folder: two.path).publish(release("two"))
    let store = try ReleaseStore(folder: device.path)
    for server in [one, two] {
      #expect(try UpdaterProgram.run("update", device.path, server.path, "--now", "0").status == 0)
    }
    let installation = store.state.installationID
    #expect(!installation.isEmpty)
    let steps = ["install", "activate", "markHealthy"]
    var killed: [String: Int] = [:]
    let goal = Self.isLong ? 100 : 4
    var generator = SeededGenerator(state: 11)
    var round = 0
    while round < goal * 30, let next = steps.first(where: { killed[$0, default: 0] < goal }) {
      round += 1
      let running = try UpdaterProgram(["churn", device.path, one.path, two.path, "--now", "0"])
      running.wait(forLast: next)
      usleep(UInt32.random(in: 0...2000, using: &generator))
      kill(running.process.processIdentifier, SIGKILL)
      let end = running.finish()
      #expect(end.status == -SIGKILL)
      let step = end.output.split(separator: "\n").last.map(String.init) ?? ""
      killed[step, default: 0] += 1
      // The state is the one before the step or the one after it: always a release, whole, and still the same device.
      let state = store.state
      #expect(state.installationID == installation && state.current != nil, "round \(round)")
      #expect(!state.isOnTrial || state.previous != nil && state.previous != state.current)
      #expect(store.verify() == [], "round \(round)")
      // One on trial that is not called healthy is taken back in the end, and never to nothing.
      let shown = try shownVersion(store)
      #expect(shown == "1.0.0" || shown == "2.0.0", "round \(round)")
      try store.markShownHealthy()
    }
    #expect(steps.allSatisfy { killed[$0, default: 0] >= goal }, "\(killed)")
    if Self.isLong { print("showing: \(killed) in \(round)") }
    try store.prune()
    #expect(try shownVersion(store) != nil)
  }

  @Test func aFullDiskLeavesTheOldRelease() throws {
    let one = try TemporaryFolder()
    let two = try TemporaryFolder()
    _ = try ReleasePublisher(folder: one.path).publish(release("one"))
    _ = try ReleasePublisher(folder: two.path).publish(release("two"))
    let device = try TemporaryFolder()
    // A file system of its own that is too small for both releases, in a mount namespace of its own.
    let script = """
      mount -t tmpfs -o size=400k tmpfs "$1" 2>/dev/null || { echo unsupported; exit 0; }
      "$2" update "$1" "$3" --now 0; echo "status $?"
      dd if=/dev/zero of="$1/ballast" bs=1k count=400 2>/dev/null
      "$2" update "$1" "$4" --now 0; echo "status $?"
      "$2" show "$1"
      rm "$1/ballast"
      "$2" update "$1" "$4" --now 0; echo "status $?"
      "$2" show "$1"
      """
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "unshare", "-rm", "sh", "-c", script, "sh", device.path, UpdaterProgram.executable.path, one.path, two.path,
    ]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard !text.isEmpty, !text.contains("unsupported") else {
      print("aFullDiskLeavesTheOldRelease: no mount namespaces here; skipped")
      return
    }
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(lines.count == 8, "\(text)")
    #expect(lines.first?.hasPrefix("installed 1.0.0") == true && lines.dropFirst().first == "status 0")
    #expect(lines.contains { $0.contains("diskFull") }, "\(text)")
    #expect(lines.dropFirst(3).first == "status 65" || lines.dropFirst(3).first == "status 1", "\(text)")
    #expect(lines.contains("demo 1.0.0") && lines.last == "demo 2.0.0", "\(text)")
  }
}
