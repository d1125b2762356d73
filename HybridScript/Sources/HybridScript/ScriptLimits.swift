#if canImport(JavaScriptCore)
  import JavaScriptCore
#else
  import CJavaScriptCore
#endif
import Foundation

/// What one run may use up: a script, a handler, a timer, each with the callbacks of promises that it leaves.
struct ScriptLimits {
  /// Seconds of the processor. By the clock, ten times as many.
  var seconds: Double
  /// Bytes that the engine's memory may have, where it grew.
  var bytes: Int

  /// The end of a run that used up more.
  func error(_ kind: ScriptError.Kind, in source: String) -> ScriptError {
    let text =
      kind == .time ? "the script ran longer than \(seconds) s" : "the script used more than \(bytes >> 20) MB"
    return ScriptError(kind: kind, message: text, source: source, line: 0, column: 0)
  }
}

/// The watch over one run, on the script's thread.
struct ScriptWatch {
  private let limits: ScriptLimits
  private let start = ContinuousClock.now
  /// The thread's time on the processor when the run began, in seconds: a machine that is busy ends no script.
  private let processor = Self.processorSeconds()
  /// The process's memory when the run began.
  private let resident = Self.residentBytes()
  /// The process's memory when the engine's was last found to be within the limit, or ended a run: growth counts from there, also
  /// over many runs.
  private(set) var innocent: Int
  private var nextLook = 0.0
  /// Why the run has ended, if it has.
  private(set) var ended: ScriptError.Kind?

  /// The process may grow by this many times the limit, whatever the engine says of itself.
  private static let allowance = 8
  /// What a turn of the engine's callbacks may take between two looks at the process's memory, in seconds.
  private static let interval = 0.005

  init(_ limits: ScriptLimits, innocent: Int) {
    self.limits = limits
    // What was freed since may be taken again.
    self.innocent = min(innocent, resident)
  }

  /// Whether the run must end; asked while the engine is still.
  mutating func shouldEnd(_ context: JSContextRef) -> Bool {
    if ended != nil { return true }
    let used = Self.processorSeconds() - processor
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    if used > limits.seconds || Double(seconds) + Double(attoseconds) / 1e18 > limits.seconds * 10 {
      ended = .time
      return true
    }
    guard used >= nextLook else { return false }
    nextLook = used + Self.interval
    lookAtMemory(context)
    return ended != nil
  }

  /// Looks at the memory when the run is over, which may have been shorter than the time between two looks.
  mutating func finish(_ context: JSContextRef) {
    if ended == nil { lookAtMemory(context) }
    // The page goes on with what it has: what it adds from here on counts.
    if ended == .memory { innocent = Self.residentBytes() }
  }

  private mutating func lookAtMemory(_ context: JSContextRef) {
    let now = Self.residentBytes()
    guard now - innocent > limits.bytes else { return }
    if now - resident > limits.bytes * Self.allowance || Self.engineBytes(context) > limits.bytes {
      ended = .memory
    } else {
      // Another page or an image that was loaded meanwhile grew.
      innocent = now
    }
  }

  /// What this thread has had of the processor, in seconds.
  private static func processorSeconds() -> Double {
    var time = timespec()
    guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// What an engine holds after a collection.
  private static func engineBytes(_ context: JSContextRef) -> Int {
    JSSynchronousGarbageCollectForDebugging(context)
    guard let statistics = JSGetMemoryUsageStatistics(context) else { return 0 }
    return ["heapCapacity", "extraMemorySize"].reduce(0) { sum, name in
      let value = withString(name) { JSObjectGetProperty(context, statistics, $0, nil) }
      return sum + (value.flatMap { Int(exactly: JSValueToNumber(context, $0, nil).rounded()) } ?? 0)
    }
  }

  /// The process's memory, where the system reports it: JavaScriptCore has no limit of its own.
  static func residentBytes() -> Int {
    #if os(Linux)
      guard let file = fopen("/proc/self/statm", "r") else { return 0 }
      defer { fclose(file) }
      var buffer = [UInt8](repeating: 0, count: 128)
      let count = fread(&buffer, 1, buffer.count, file)
      let parts = String(decoding: buffer[..<count], as: UTF8.self).split(separator: " ")
      return parts.count > 1 ? (Int(parts[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    #else
      return 0
    #endif
  }
}
