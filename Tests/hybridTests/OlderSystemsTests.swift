import Foundation
import Testing

/// Apps on Apple's systems need iOS 16 or macOS 13: what came later is not used, and `Platform` has what takes its place.
@Suite struct OlderSystemsTests {
  /// The locks of Apple's systems, with a lock of this system under them: eight threads count, errors pass, text is checked.
  @Test func whatTakesThePlaceOfNewerLibrariesWorks() throws {
    let scratch = try Scratch()
    try scratch.write(
      "lock.swift",
      """
      import Glibc
      struct os_unfair_lock {}
      typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock>
      nonisolated(unsafe) private let mutex = {
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        return mutex
      }()
      func os_unfair_lock_lock(_ lock: os_unfair_lock_t) { pthread_mutex_lock(mutex) }
      func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) { pthread_mutex_unlock(mutex) }
      """)
    try scratch.write(
      "main.swift",
      """
      import Dispatch
      struct Failure: Error {}
      let count = Mutex(0)
      DispatchQueue.concurrentPerform(iterations: 8) { _ in for _ in 0..<10_000 { count.withLock { $0 += 1 } } }
      do { try count.withLock { (n: inout Int) throws(Failure) -> Void in n += 1; throw Failure() } } catch { print("thrown") }
      print(count.withLock { $0 })
      let number = Atomic<UInt64>(3)
      number.add(4, ordering: .relaxed)
      print(number.load(ordering: .relaxed), number.compareExchange(expected: 1, desired: 9, ordering: .relaxed).exchanged)
      let texts: [[UInt8]] = [[0x61, 0xC3], [0x61, 0xC3, 0xBC], Array("\\u{FFFD}".utf8), [0xED, 0xA0, 0x80], []]
      print(texts.map { String(validUTF8: $0) ?? "-" })
      """)
    let folder = Command.repository.appendingPathComponent("Sources/Platform")
    let sources = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
      .map { folder.path + "/" + $0 }
    let flags = ["-package-name", "hybrid", "-swift-version", "6", "-D", "HYBRID_OWN_LOCKS", "-o", "program"]
    let made = try run(["swiftc", "lock.swift", "main.swift"] + sources + flags, in: scratch)
    #expect(made.status == 0, "\(made.errors)")
    let output = try run(["./program"], in: scratch).output
    #expect(output == "thrown\n80001\n7 false\n[\"-\", \"aü\", \"\u{FFFD}\", \"-\", \"\"]\n")
  }

  private func run(_ arguments: [String], in scratch: Scratch) throws -> Command {
    try Command.start(
      arguments, in: scratch.url,
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": scratch.path],
      program: URL(fileURLWithPath: "/usr/bin/env")
    ).finish()
  }

  /// What the standard library got with iOS 17 and later is not named, except where `Platform` takes its place.
  @Test func noSourceNamesWhatCameLater() throws {
    let newer = [
      "import Synchronization", "import Observation", "String(validating:", "RangeSet", "InlineArray", "Int128",
      "withDiscardingTaskGroup", "utf8Span", "isolated deinit", "next(isolation:", "StaticBigInt",
    ]
    let root = Command.repository.appendingPathComponent("Sources")
    let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    let sources = names.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Platform/") }
    #expect(sources.count > 500)
    for source in sources {
      let text = try String(contentsOf: root.appendingPathComponent(source), encoding: .utf8)
      for name in newer { #expect(!text.contains(name), "\(source) names \(name)") }
    }
  }
}
