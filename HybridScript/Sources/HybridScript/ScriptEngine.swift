#if canImport(JavaScriptCore)
  import JavaScriptCore
#else
  import CJavaScriptCore
#endif

/// A JavaScript context with one native function: texts go in and come out, and nothing else crosses. With
/// ``ScriptLimits`` the one file that touches JavaScriptCore; it owns the context and every value it makes.
final class ScriptEngine {
  private let group: JSContextGroupRef
  private let context: JSGlobalContextRef
  private let limits: ScriptLimits
  /// Answers `native(operation, argument)`.
  var native: (String, String) -> String = { _, _ in "" }
  /// Called with a promise that was rejected and that nothing took, when the run is over in which it was.
  var rejected: (ScriptError) -> Void = { _ in }
  private var watch: ScriptWatch
  /// The process's memory when the engine's was last found to be within its limit, or ended a run.
  private var innocent: Int
  /// Whether ``watch`` looks just now.
  private var isLooking = false
  /// How many runs are inside of each other: the outermost one's limits hold.
  private var depth = 0
  /// Whether a script is running: what is called now is called by it.
  var isRunning: Bool { depth > 0 }
  private var rejections: [ScriptError] = []
  /// What was run as a file: what else a thrown object says of its source is not a place.
  private var files: Set<String> = []

  /// How often a running script is looked at, in seconds.
  private static let interval = 0.01
  /// The most rejections of one run that are reported.
  private static let maximumRejections = 8
  /// The most files whose names are known.
  private static let maximumFiles = 10_000
  /// The longest text of what was thrown that is reported, in UTF-16 units: a longer one would be copied several times.
  private static let maximumMessage = 1 << 16
  /// Where the engine's callbacks find it.
  private var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Has compiled loops look for the end of a script themselves. Else the engine interrupts them by a signal to their
  /// thread, and on those of dispatch queues an endless loop that was compiled before is never ended.
  ///
  /// The first value of JavaScript's in the process makes the memory of the options read-only: set later, this ends the process.
  private static let endsLoops: Bool = jsc_options_set_boolean("usePollingTraps", 1) != 0

  /// Sets JavaScriptCore up for a program that shows web views too, before either is used.
  ///
  /// - Returns: whether scripts may run before the first web view is made.
  static func prepare() -> Bool {
    let knowsMainThread = hybrid_jsc_initialize_main_thread()
    // Scripts of pages are short. They are interpreted, as in apps of Apple's systems: the compiler takes 2 MB of memory.
    _ = jsc_options_set_boolean("useJIT", 0)
    _ = endsLoops
    return knowsMainThread
  }

  init(_ limits: ScriptLimits) {
    self.limits = limits
    _ = Self.endsLoops
    innocent = ScriptWatch.residentBytes()
    watch = ScriptWatch(limits, innocent: innocent)
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

  // MARK: Native functions

  private typealias Callback =
    @convention(c) (
      JSContextRef?, JSObjectRef?, JSObjectRef?, Int, UnsafePointer<JSValueRef?>?, UnsafeMutablePointer<JSValueRef?>?
    ) -> JSValueRef?

  private func install() {
    let native = function { context, function, _, count, arguments, _ in
      guard let context, let engine = ScriptEngine.engine(of: function) else { return nil }
      func text(_ index: Int) -> String {
        guard index < count, let value = arguments?[index] else { return "" }
        return ScriptEngine.text(of: value, context)
      }
      let operation = text(0)
      let answer =
        operation == "isOverdue" ? String(engine.shouldEnd()) : engine.native(operation, text(1))
      return withString(answer) { JSValueMakeString(context, $0) }
    }
    withString("__native") { name in
      JSObjectSetProperty(
        context, JSContextGetGlobalObject(context), name, native, JSPropertyAttributes(kJSPropertyAttributeDontEnum),
        nil)
    }
    let rejection = function { _, function, _, count, arguments, _ in
      if let engine = ScriptEngine.engine(of: function), count > 1, let reason = arguments?[1] {
        engine.note(rejection: reason)
      }
      return nil
    }
    JSGlobalContextSetUnhandledRejectionCallback(context, rejection, nil)
  }

  /// A function of JavaScript's that knows its engine.
  private func function(_ callback: Callback) -> JSObjectRef? {
    var definition = kJSClassDefinitionEmpty
    definition.callAsFunction = callback
    let type = JSClassCreate(&definition)
    defer { JSClassRelease(type) }
    return JSObjectMake(context, type, pointer)
  }

  private static func engine(of function: JSObjectRef?) -> ScriptEngine? {
    guard let function, let data = JSObjectGetPrivate(function) else { return nil }
    return Unmanaged<ScriptEngine>.fromOpaque(data).takeUnretainedValue()
  }

  // MARK: Running

  /// Runs a script and the callbacks of promises that it leaves, and returns the text of its value where that is a truth value
  /// or a number: to make one of anything else would be a script's work again, and the text may be as long as the memory.
  ///
  /// - Parameters:
  ///   - source: for errors, with the line at which the script begins; without a line, a name for people.
  /// - Throws: ``ScriptError``; the context can go on being used.
  @discardableResult
  func run(_ script: String, source: String, line: Int?) throws(ScriptError) -> String {
    if depth == 0 {
      watch = ScriptWatch(limits, innocent: innocent)
      arm()
    }
    depth += 1
    defer {
      depth -= 1
      if depth == 0 {
        JSContextGroupClearExecutionTimeLimit(group)
        innocent = watch.innocent
      }
    }
    if line != nil, files.count < Self.maximumFiles { files.insert(source) }
    var exception: JSValueRef?
    let value = withString(script) { text in
      withString(source) { url in JSEvaluateScript(context, text, nil, url, Int32(clamping: line ?? 1), &exception) }
    }
    // The texts are a script's own work: an end may come while they are made.
    let failure = exception.map { error($0, source: source) }
    let isPlain = value.map { JSValueIsBoolean(context, $0) || JSValueIsNumber(context, $0) } ?? false
    let text = value.flatMap { isPlain ? Self.text(of: $0, context) : nil } ?? ""
    // Runs that are too short to be looked at add up.
    if depth == 1 { watch.finish(context) }
    if let kind = watch.ended {
      if depth > 1 {
        // The engine takes an ended script's caller for one that goes on: it is ended at the next look.
        arm()
      } else {
        settle()
        rejections = []
      }
      throw limits.error(kind, in: source)
    }
    if depth == 1 { reportRejections() }
    if let failure { throw failure }
    return text
  }

  private func reportRejections() {
    let rejections = rejections
    self.rejections = []
    for rejection in rejections { rejected(rejection) }
  }

  /// Has the engine ask ``ScriptWatch/shouldEnd(_:)`` after an interval; it asks once.
  ///
  /// JavaScriptCore begins the interval again with each callback of a promise: the prelude's `then` asks for the end itself.
  ///
  /// UNIMPLEMENTED: an end for a loop that awaits values which are there (`while (true) await null`), which nothing
  /// reports. Intervals shorter than such a callback see it, and have the engine abort the process now and then
  /// (`VMTraps::requestThreadStopIfNeeded`, WebKitGTK 2.50). An app that shows pages it does not trust runs them in a process
  /// of their own.
  private func arm() {
    JSContextGroupSetExecutionTimeLimit(
      group, Self.interval,
      { _, data in
        guard let data else { return true }
        let engine = Unmanaged<ScriptEngine>.fromOpaque(data).takeUnretainedValue()
        if engine.shouldEnd() { return true }
        engine.arm()
        return false
      }, pointer)
  }

  /// Whether the run must end. To look at memory may have the engine ask again from inside: once is enough.
  private func shouldEnd() -> Bool {
    guard !isLooking else { return false }
    isLooking = true
    defer { isLooking = false }
    var watch = watch
    defer { self.watch = watch }
    return watch.shouldEnd(context)
  }

  /// The end of a script stays with the engine until a next script meets it: one that does nothing takes it away.
  private func settle() {
    JSContextGroupClearExecutionTimeLimit(group)
    for _ in 0..<8 {
      let answer = withString("1") { JSEvaluateScript(context, $0, nil, nil, 1, nil) }
      if let answer, JSValueIsNumber(context, answer) { break }
    }
    if watch.ended == .memory { JSGarbageCollect(context) }
  }

  // MARK: Errors

  private func note(rejection reason: JSValueRef) {
    guard rejections.count < Self.maximumRejections else { return }
    var error = error(reason, source: "a promise")
    error.kind = .rejection
    rejections.append(error)
  }

  /// What was thrown, with the innermost place that a page wrote: not in the prelude, nor in a call without a file.
  private func error(_ thrown: JSValueRef, source script: String) -> ScriptError {
    var error = ScriptError(
      kind: .exception, message: Self.text(of: thrown, context, atMost: Self.maximumMessage), source: script, line: 0,
      column: 0)
    if error.message.isEmpty { error.message = "what was thrown has no text" }
    guard JSValueIsObject(context, thrown), let object = JSValueToObject(context, thrown, nil) else { return error }
    func property(_ name: String) -> JSValueRef? {
      withString(name) { JSObjectGetProperty(context, object, $0, nil) }
    }
    func number(_ name: String) -> Int {
      guard let value = property(name), JSValueIsNumber(context, value) else { return 0 }
      return Int(exactly: JSValueToNumber(context, value, nil).rounded()) ?? 0
    }
    func text(_ name: String) -> String? {
      guard let value = property(name), JSValueIsString(context, value) else { return nil }
      return Self.text(of: value, context, atMost: Self.maximumMessage)
    }
    if let source = text("sourceURL"), files.contains(source) {
      (error.source, error.line, error.column) = (source, number("line"), number("column"))
    } else if let place = text("stack").flatMap({ ScriptPlace.places(inStack: $0).first { files.contains($0.source) } })
    {
      (error.source, error.line, error.column) = (place.source, place.line, place.column)
    }
    return error
  }

  // MARK: Texts

  private static let tooLong = "a text that is too long to be shown"

  /// The text of a value; one of more UTF-16 units is not copied.
  private static func text(of value: JSValueRef, _ context: JSContextRef, atMost most: Int = .max) -> String {
    if JSValueIsString(context, value), most < .max, let object = JSValueToObject(context, value, nil),
      let length = withString("length", { JSObjectGetProperty(context, object, $0, nil) }),
      JSValueToNumber(context, length, nil) > Double(most)
    {
      return tooLong
    }
    guard let string = JSValueToStringCopy(context, value, nil) else { return "" }
    defer { JSStringRelease(string) }
    let length = JSStringGetLength(string)
    guard length <= most else { return tooLong }
    guard let characters = JSStringGetCharactersPtr(string) else { return "" }
    return String(decoding: UnsafeBufferPointer(start: characters, count: length), as: UTF16.self)
  }
}

/// Calls a body with a text as a string of the engine's.
func withString<Result>(_ text: String, _ body: (JSStringRef?) -> Result) -> Result {
  let units = Array(text.utf16)
  let string = JSStringCreateWithCharacters(units, units.count)
  defer { JSStringRelease(string) }
  return body(string)
}
