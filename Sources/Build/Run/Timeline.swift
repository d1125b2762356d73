import Foundation
import Platform

/// When what was done on which thread: what `--timings` writes.
public final class Timeline: Sendable {
  private struct Event {
    var name: String
    var category: String
    /// Microseconds since the timeline began.
    var start: Int
    var duration: Int
    var thread: UInt
  }

  private let isKept: Bool
  private let begin = ContinuousClock.now
  private let events = Mutex<[Event]>([])
  /// A watch that runs for days keeps its first hours.
  private static let limit = 200_000

  /// - Parameter isKept: whether anybody asks for it: a site of many pages has an event for each.
  init(isKept: Bool) { self.isKept = isKept }

  /// Runs a piece of work and keeps how long it took.
  func measure<Answer>(_ name: String, _ category: String, _ work: () -> Answer) -> Answer {
    guard isKept else { return work() }
    let start = ContinuousClock.now
    let answer = work()
    let end = ContinuousClock.now
    let thread = UInt(bitPattern: Thread.current.hash)
    let event = Event(
      name: name, category: category, start: Self.microseconds(start - begin),
      duration: Self.microseconds(end - start), thread: thread)
    events.withLock { if $0.count < Self.limit { $0.append(event) } }
    return answer
  }

  private static func microseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds) &* 1_000_000 &+ Int(attoseconds / 1_000_000_000_000)
  }

  /// The events in the format that Chrome's and Perfetto's trace viewers read (Trace Event Format, complete events).
  public var chromeTrace: String {
    let events = events.withLock { $0 }.sorted { ($0.start, -$0.duration) < ($1.start, -$1.duration) }
    var threads: [UInt: Int] = [:]
    let rows = events.map { event -> JSONText in
      let number = threads[event.thread] ?? threads.count
      threads[event.thread] = number
      return [
        "name": .string(event.name), "cat": .string(event.category), "ph": "X", "ts": .integer(event.start),
        "dur": .integer(event.duration), "pid": 1, "tid": .integer(number),
      ]
    }
    let document: JSONText = ["traceEvents": .array(rows), "displayTimeUnit": "ms"]
    return document.compact + "\n"
  }
}
