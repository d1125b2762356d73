import CJavaScriptCore
import Foundation

/// A JavaScript context with one native function: texts go in and come out, and nothing else crosses. The one file that
/// touches JavaScriptCore; it owns the context and every value it makes.
final class ScriptEngine {
  /// What scripts may use up.
  struct Limits {
    /// Seconds of the processor that one run may take: a script, a handler, a timer. By the clock, ten times as many.
    var seconds: Double
    /// Bytes that a run may add to the process.
    var bytes: Int
  }

  private let group: JSContextGroupRef
  private let context: JSGlobalContextRef
  private let limits: Limits
  /// Answers `native(operation, argument)`.
  var native: (String, String) -> String = { _, _ in "" }
  private var watch = Watch()
  /// How many runs are inside of each other: the outermost one's limits hold.
  private var depth = 0
  /// Whether a script is running: what is called now is called by it.
  var isRunning: Bool { depth > 0 }

  /// What the watch over a running script knows; JavaScriptCore calls back into it from the script's thread.
  private struct Watch {
    var start = ContinuousClock.now
    /// The thread's time on the processor when the run began, in seconds: a machine that is busy ends no script.
    var processor = 0.0
    var memory = 0
    var seconds = 1.0
    var bytes = Int.max
    var ended: ScriptError.Kind?
  }

  /// How often a running script is looked at, in seconds.
  private static let interval = 0.01

  init(_ limits: Limits) {
    self.limits = limits
    // Both are documented to return a context; memory's end is the process's.
    group = JSContextGroupCreate()
    context = JSGlobalContextCreateInGroup(group, nil)
    install()
  }

  deinit {
    JSContextGroupClearExecutionTimeLimit(group)
    JSGlobalContextRelease(context)
    JSContextGroupRelease(group)
  }

  /// Has the engine ask ``shouldEnd()`` after an interval; it asks once.
  ///
  /// JavaScriptCore begins the interval anew with each callback of a promise: the prelude's `then` asks for the end itself.
  ///
  /// UNIMPLEMENTED: an end for a loop that awaits values which are there (`while (true) await null`), of which nothing is
  /// told. An app that shows pages it does not trust runs them in a process of their own.
  private func arm() {
    JSContextGroupSetExecutionTimeLimit(
      group, Self.interval,
      { _, data in
        guard let data else { return true }
        let engine = Unmanaged<ScriptEngine>.fromOpaque(data).takeUnretainedValue()
        if engine.shouldEnd() { return true }
        engine.arm()
        return false
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func install() {
    var definition = kJSClassDefinitionEmpty
    definition.callAsFunction = { context, function, _, count, arguments, _ in
      guard let context, let function, let data = JSObjectGetPrivate(function) else { return nil }
      let engine = Unmanaged<ScriptEngine>.fromOpaque(data).takeUnretainedValue()
      func text(_ index: Int) -> String {
        guard index < count, let value = arguments?[index] else { return "" }
        return ScriptEngine.text(of: value, context)
      }
      let operation = text(0)
      let answer = operation == "isOverdue" ? String(engine.shouldEnd()) : engine.native(operation, text(1))
      return engine.withString(answer) { JSValueMakeString(context, $0) }
    }
    let type = JSClassCreate(&definition)
    defer { JSClassRelease(type) }
    let function = JSObjectMake(context, type, Unmanaged.passUnretained(self).toOpaque())
    withString("__native") { name in
      JSObjectSetProperty(
        context, JSContextGetGlobalObject(context), name, function, JSPropertyAttributes(kJSPropertyAttributeDontEnum),
        nil)
    }
  }

  // MARK: Running

  /// Runs a script and returns the text of its value.
  ///
  /// - Throws: ``ScriptError``; the context can go on being used.
  @discardableResult
  func run(_ script: String, source: String, line: Int = 1) throws(ScriptError) -> String {
    if depth == 0 {
      watch = Watch(
        processor: Self.processorSeconds(), memory: Self.residentBytes(), seconds: limits.seconds, bytes: limits.bytes)
      arm()
    }
    depth += 1
    defer {
      depth -= 1
      if depth == 0 { JSContextGroupClearExecutionTimeLimit(group) }
    }
    var exception: JSValueRef?
    let value = withString(script) { text in
      withString(source) { url in JSEvaluateScript(context, text, nil, url, Int32(clamping: line), &exception) }
    }
    if let kind = watch.ended {
      let text =
        kind == .time
        ? "the script ran longer than \(limits.seconds) s" : "the script used more than \(limits.bytes >> 20) MB"
      if depth > 1 {
        // The engine takes an ended script's caller for one that goes on: it is ended at the next look.
        arm()
      } else {
        settle()
        if kind == .memory { JSGarbageCollect(context) }
      }
      throw ScriptError(kind: kind, message: text, source: source, line: 0, column: 0)
    }
    if let exception { throw error(exception, source: source) }
    return value.map { Self.text(of: $0, context) } ?? ""
  }

  /// The end of a script stays with the engine until a next script meets it: one that does nothing takes it away.
  private func settle() {
    JSContextGroupClearExecutionTimeLimit(group)
    for _ in 0..<8 {
      let answer = withString("1") { JSEvaluateScript(context, $0, nil, nil, 1, nil) }
      if let answer, JSValueIsNumber(context, answer) { return }
    }
  }

  private func shouldEnd() -> Bool {
    if watch.ended != nil { return true }
    let (seconds, attoseconds) = (ContinuousClock.now - watch.start).components
    let isLate = Double(seconds) + Double(attoseconds) / 1e18 > watch.seconds * 10
    if isLate || Self.processorSeconds() - watch.processor > watch.seconds {
      watch.ended = .time
    } else if Self.residentBytes() - watch.memory > watch.bytes {
      watch.ended = .memory
    } else {
      return false
    }
    return true
  }

  /// What this thread has had of the processor, in seconds.
  private static func processorSeconds() -> Double {
    var time = timespec()
    guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The process's memory, where the system tells: JavaScriptCore has no limit of its own.
  private static func residentBytes() -> Int {
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

  private func error(_ exception: JSValueRef, source: String) -> ScriptError {
    var error = ScriptError(
      kind: .exception, message: Self.text(of: exception, context), source: source, line: 0, column: 0)
    guard JSValueIsObject(context, exception), let object = JSValueToObject(context, exception, nil) else {
      return error
    }
    func number(_ name: String) -> Int {
      let value = withString(name) { JSObjectGetProperty(context, object, $0, nil) }
      guard let value, JSValueIsNumber(context, value) else { return 0 }
      return Int(exactly: JSValueToNumber(context, value, nil).rounded()) ?? 0
    }
    error.line = number("line")
    error.column = number("column")
    let url = withString("sourceURL") { JSObjectGetProperty(context, object, $0, nil) }
    if let url, JSValueIsString(context, url) { error.source = Self.text(of: url, context) }
    return error
  }

  // MARK: Texts

  private func withString<Result>(_ text: String, _ body: (JSStringRef?) -> Result) -> Result {
    let units = Array(text.utf16)
    let string = JSStringCreateWithCharacters(units, units.count)
    defer { JSStringRelease(string) }
    return body(string)
  }

  private static func text(of value: JSValueRef, _ context: JSContextRef) -> String {
    guard let string = JSValueToStringCopy(context, value, nil) else { return "" }
    defer { JSStringRelease(string) }
    let length = JSStringGetLength(string)
    guard let characters = JSStringGetCharactersPtr(string) else { return "" }
    return String(decoding: UnsafeBufferPointer(start: characters, count: length), as: UTF16.self)
  }
}
