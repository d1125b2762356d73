import Dispatch
import HybridClient
import JSONValues
import Manifest
import PageFormat

/// A live page that runs its scripts: the nodes of the page file behind the dialect's interfaces.
///
/// One belongs to one page on one thread at a time: timers and answers of the network come back on the queue it is given.
public final class ScriptedPage {
  /// The page as native views.
  public let live: LivePage
  /// The app.
  public weak var host: (any ScriptHost)?
  /// Made when the first script runs: a page without scripts takes no memory for an engine.
  private var engine: ScriptEngine?
  private let limits: ScriptLimits
  private let queue: DispatchQueue
  private var timers: [Int: DispatchSourceTimer] = [:]
  /// By repeating timer: how often in a row it was ended.
  private var overruns: [Int: Int] = [:]
  /// When the last runs of timers were ended, at most ``maximumEndedTimers``.
  private var endedTimers: [ContinuousClock.Instant] = []
  /// Whether the page has lost its timers.
  private var hasNoTimers = false
  /// The requests that have no answer yet.
  private var openRequests = 0
  /// By ``handle(_:)``: how far a node is scrolled.
  private var offsets: [Int64: (x: Double, y: Double)] = [:]
  private let contents: (String) -> [UInt8]?
  /// The most timers that a page may have at once.
  static let maximumTimers = 1_000
  /// The most bytes of a text that a script gives to a view; what goes beyond is left out.
  static let maximumText = 1 << 18
  /// A repeating timer that is ended this many times in a row is stopped.
  static let maximumOverruns = 3
  /// After so many runs of timers that were ended within a hundred times what one may take, none runs any more: else timers that
  /// start one another would keep the thread for good.
  static let maximumEndedTimers = 10
  /// The most requests that a page may have without an answer.
  static let maximumRequests = 1_000
  /// The most values in what a script hands over at once: what reads them has no limit of memory.
  static let maximumValues = 1_000_000

  /// A page whose scripts have not run.
  ///
  /// - Parameters:
  ///   - live: the page; ``start()`` starts it.
  ///   - host: the app.
  ///   - contents: the bytes of an entry of the package, such as `web/index.js`.
  ///   - queue: where timers fire; the page must be used only on it once it has started.
  ///   - seconds: how long a script, a handler or a timer may run, in seconds of the processor; ten times as long by the clock.
  ///   - megabytes: how much memory one of them may add.
  public init(
    _ live: LivePage, host: any ScriptHost, contents: @escaping (String) -> [UInt8]?, queue: DispatchQueue = .main,
    seconds: Double = 2, megabytes: Int = 256
  ) {
    self.live = live
    self.host = host
    self.contents = contents
    self.queue = queue
    limits = ScriptLimits(seconds: seconds, bytes: megabytes << 20)
    // The page on the screen may outlive its scripts.
    live.onCall = { [weak self] function, arguments, _ in
      let path = function.split(separator: ".").map { JSONValue.string(String($0)) }
      self?.call("__page.run(\(Self.list(path)), \(Self.list(arguments)))", "handler \(function)")
    }
    live.onEvent = { [weak self] event in self?.take(event) }
  }

  deinit { for timer in timers.values { timer.cancel() } }

  /// Sets JavaScriptCore up in a program that shows WebKitGTK's web views too: both use the same library. Call it on the main
  /// thread, before the first page with scripts and before the first use of WebKitGTK.
  ///
  /// Without it a web view that has run a script ends the program at the next page with scripts, and after a page with scripts
  /// no web view loads anything.
  ///
  /// - Returns: whether scripts may run before the first use of WebKitGTK. Else use WebKitGTK first: make its default context.
  @discardableResult public static func prepareWithWebViews() -> Bool { ScriptEngine.prepare() }

  /// Shows the page, then runs its scripts in the order of the document: the whole tree is there.
  public func start() {
    live.start()
    let page = live.page.page
    guard (0..<page.scriptCount).contains(where: { page.script($0).kind != .data }) else { return }
    guard startEngine() else { return }
    for index in 0..<page.scriptCount {
      let script = page.script(index)
      guard script.kind != .data else { continue }
      if let text = script.text {
        run(text, page.source, line: script.line ?? 1)
      } else if let source = script.source, let bytes = contents(source) {
        // Errors name the file that was written: the package has it below `web/`.
        run(String(decoding: bytes, as: UTF8.self), source.hasPrefix("web/") ? String(source.dropFirst(4)) : source)
      }
    }
    call("__page.lifecycle('onload')", "onload")
    live.flush()
  }

  /// Runs a text as a script of the page; an error is reported to the host.
  ///
  /// - Parameters:
  ///   - script: the text.
  ///   - source: what errors name.
  ///   - line: the source's line at which the script begins, for errors.
  /// - Returns: whether it came to its end.
  @discardableResult
  public func run(_ script: String, _ source: String, line: Int = 1) -> Bool { perform(script, source, line) == nil }

  /// Calls into the page for what an event or the app asks; what was reported to the host of it.
  @discardableResult
  private func call(_ script: String, _ name: String) -> ScriptError? { perform(script, name, nil) }

  /// Whether the engine has run the interfaces that pages use.
  private func startEngine() -> Bool {
    guard engine == nil else { return true }
    let engine = ScriptEngine(limits)
    engine.native = { [unowned self] operation, argument in self.answer(operation, argument) }
    engine.rejected = { [weak self] error in self?.host?.failed(error) }
    self.engine = engine
    return call(Prelude.text, Prelude.source) == nil
  }

  private func perform(_ script: String, _ source: String, _ line: Int?) -> ScriptError? {
    guard startEngine(), let engine else { return nil }
    do throws(ScriptError) {
      try engine.run(script, source: source, line: line)
      return nil
    } catch {
      // What ends a script ends those that called it, and the outermost one reports it.
      if !(engine.isRunning && error.kind != .exception) { host?.failed(error) }
      return error
    }
  }

  // MARK: Events

  private func take(_ event: ViewEvent) {
    // Without scripts nothing listens.
    guard engine != nil else { return }
    switch event {
    case .click(let node): click(node)
    case .textChange(let node, let text): send("textChange", node, [.string(text)])
    case .valueChange(let node, let value):
      if live.source(of: node).flatMap({ live.page.page.component($0) }) == "dots" {
        send("indexChange", node, [value])
      } else {
        send("click", node, [value])
      }
    case .scroll(let node, let x, let y): offsets[handle(node)] = (x, y)
    case .appear: call("__page.lifecycle('pageShow')", "pageShow")
    case .disappear: call("__page.lifecycle('pageClose')", "pageClose")
    case .other(let node, let name, let value):
      let names = ["clear": "clearClick", "return": "keyBoardReturn", "search": "searchButtonClick"]
      send(names[name] ?? name, node, [value])
    }
  }

  /// A tap goes to the nearest node around it that listens; in a table, the row's section and number come along.
  private func click(_ start: Int) {
    let row = live.row(of: start)
    var next: Int? = start
    while let node = next {
      var values: [JSONValue] = []
      if let row, row.table == node { values = [.integer(Int64(row.section)), .integer(Int64(row.row))] }
      if listens(node) {
        send("click", node, values)
        return
      }
      next = live.parent(of: node)
    }
  }

  private func listens(_ node: Int) -> Bool {
    guard let engine else { return false }
    do throws(ScriptError) {
      return try engine.run("__page.has(\(handle(node)), 'click')", source: "click", line: nil) == "true"
    } catch {
      host?.failed(error)
      return false
    }
  }

  private func send(_ name: String, _ node: Int, _ values: [JSONValue]) {
    call("__page.event(\(handle(node)), \(Self.literal(name)), \(Self.list(values)))", "event \(name)")
  }

  /// Answers a callback that a script gave to the app: `{"callback": 3}` in the arguments of ``ScriptHost/call(_:_:)``.
  public func answer(callback: JSONValue, with values: [JSONValue]) {
    guard let number = callback["callback"]?.int else { return }
    call("__page.callback(\(number), \(Self.list(values)), true)", "callback")
    live.flush()
  }

  // MARK: What scripts ask

  /// A text as a script writes it: line separators end lines there.
  private static func literal(_ text: String) -> String {
    JSONValue.string(text).canonicalText.replacing("\u{2028}", with: "\\u2028").replacing("\u{2029}", with: "\\u2029")
  }

  /// The JSON text of a list, for a script to parse: a literal would make of `__proto__` what it is not.
  private static func list(_ values: [JSONValue]) -> String { literal(JSONValue.array(values).canonicalText) }

  /// Answers a call of the prelude's with JSON, or with `!` and the reason why it could not be read.
  private func answer(_ operation: String, _ argument: String) -> String {
    do throws(JSONError) {
      return value(operation, try Self.read(argument).elements ?? []).canonicalText
    } catch {
      return "!" + Self.literal("what the script hands over cannot be read: expected \(error.expected)")
    }
  }

  /// JSON as `JSON.stringify` writes it, where halves of surrogate pairs stay: they become U+FFFD, as browsers show them.
  private static func read(_ text: String) throws(JSONError) -> JSONValue {
    do throws(JSONError) {
      return try JSONParser.parse(Array(text.utf8), atMost: maximumValues)
    } catch {
      return try JSONParser.parse(LoneSurrogates.replaced(in: Array(text.utf8)), atMost: maximumValues)
    }
  }

  /// What scripts know a node by: its number, and how many had that number before. A node that was removed with its row
  /// is none of a later row's.
  private func handle(_ node: Int) -> Int64 { Int64(live.generation(of: node) & 0xF_FFFF) << 32 | Int64(node) }

  /// The node of a handle; -1 where it was removed.
  private func node(_ handle: JSONValue) -> Int {
    guard let number = handle.int, number >= 0, let node = Int(exactly: number & 0xFFFF_FFFF),
      self.handle(node) == number
    else { return -1 }
    return node
  }

  private func value(_ operation: String, _ arguments: [JSONValue]) -> JSONValue {
    func argument(_ index: Int) -> JSONValue { index < arguments.count ? arguments[index] : .null }
    let node = node(argument(0))
    let source = live.source(of: node)
    let page = live.page.page
    switch operation {
    case "type":
      guard let source else { return .object([:]) }
      return .object(of: [
        ("tag", page.tag(source).map { .string($0) }), ("component", page.component(source).map { .string($0) }),
        ("element", .bool(page.kind(source) == .element)), ("rows", .bool(live.makesRows(of: node))),
      ])
    case "find": return .array(find(node, argument(1).text ?? "", argument(2).text ?? ""))
    case "text": return .string(live.text(of: node))
    case "value":
      return .string(live.property("text", of: node) ?? live.property("value", of: node) ?? live.text(of: node))
    case "parent": return live.parent(of: node).map { .integer(handle($0)) } ?? .integer(-1)
    case "children": return .array(live.children(of: node).map { .integer(handle($0)) })
    case "attribute": return live.property(argument(1).text ?? "", of: node).map { .string($0) } ?? .null
    case "attributes":
      var members: [String: JSONValue] = [:]
      if let source {
        for (name, value) in page.attributes(source) {
          members[name] = .string(live.property(name.camelCased, of: node) ?? value)
        }
      }
      return .object(members)
    case "style":
      var members: [String: JSONValue] = [:]
      for (name, value) in live.declarations(of: node) { members[name] = .string(value) }
      return .object(members)
    case "frame": return frame(node)
    case "offset":
      return .object(["x": .number(offsets[handle(node)]?.x ?? 0), "y": .number(offsets[handle(node)]?.y ?? 0)])
    case "setText": live.setText(Self.bounded(argument(1).text) ?? "", of: node)
    case "setProperty": live.setProperty(argument(1).text ?? "", to: Self.bounded(argument(2).text), of: node)
    case "perform": live.perform(argument(1).text ?? "", Array(arguments.dropFirst(2)), on: node)
    case "table": live.setTable(argument(1), of: node)
    case "refill": live.setData(live.data)
    case "source": return .string(page.source)
    case "html":
      return .string(contents("web/" + page.source).map { String(decoding: $0, as: UTF8.self) } ?? "")
    case "log": host?.log(argument(0).text ?? "")
    case "host": return host?.call(argument(0).text ?? "", Array(arguments.dropFirst())) ?? .null
    case "request": return .bool(request(argument(0), argument(1).int ?? 0, argument(2).int ?? 0))
    case "timer":
      return .bool(startTimer(argument(0).int ?? 0, argument(1).double ?? 0, argument(2) == .bool(true)))
    case "clearTimer": stopTimer(argument(0).int.flatMap { Int(exactly: $0) } ?? 0)
    case "living":
      let living = (argument(0).elements ?? []).filter { self.node($0) >= 0 }
      offsets = offsets.filter { self.node(.integer($0.key)) >= 0 }
      return .array(living)
    default: break
    }
    return .null
  }

  /// What a view is given of a text: laying it out is not a script's time, which is bounded.
  private static func bounded(_ text: String?) -> String? {
    guard let text, text.utf8.count > maximumText else { return text }
    return String(decoding: text.utf8.prefix(maximumText), as: UTF8.self)
  }

  private func find(_ root: Int, _ kind: String, _ text: String) -> [JSONValue] {
    var found: [JSONValue] = []
    var stack = live.children(of: root).reversed() as [Int]
    while let node = stack.popLast() {
      stack += live.children(of: node).reversed()
      let isMatch: Bool =
        switch kind {
        case "id": live.property("id", of: node) == text
        case "tag": live.source(of: node).flatMap { live.page.page.tag($0) } == text
        default:
          (live.property("class", of: node) ?? "").split(whereSeparator: \.isWhitespace).contains { $0 == text }
        }
      guard isMatch else { continue }
      found.append(.integer(handle(node)))
      if kind == "id" { break }
    }
    return found
  }

  /// A frame in the coordinates of the view around it, as the original's `originX` has it.
  private func frame(_ node: Int) -> JSONValue {
    // Scripts read what they have just changed.
    live.layOut()
    guard let frame = live.frame(of: node) else {
      return .object(["x": .integer(0), "y": .integer(0), "width": .integer(0), "height": .integer(0)])
    }
    var origin = (x: 0.0, y: 0.0)
    if let parent = live.parent(of: node).flatMap({ live.frame(of: $0) }) { origin = (parent.x, parent.y) }
    return .object([
      "x": .number(frame.x - origin.x), "y": .number(frame.y - origin.y), "width": .number(frame.width),
      "height": .number(frame.height),
    ])
  }

  /// Whether the app was asked.
  private func request(_ options: JSONValue, _ success: Int64, _ failure: Int64) -> Bool {
    guard openRequests < Self.maximumRequests else { return false }
    guard let host else { return true }
    openRequests += 1
    var isOpen = true
    host.request(options) { [weak self] answer in
      guard let self else { return }
      if isOpen { openRequests -= 1 }
      isOpen = false
      switch answer {
      case .success(let value):
        call("__page.callback(\(success), \(Self.list([value])))", "success")
      case .failure(let reason):
        call("__page.callback(\(failure), \(Self.list([.string(reason.message)])))", "failure")
      }
      call("__page.forget(\(success), \(failure))", "request")
      live.flush()
    }
    return true
  }

  // MARK: Timers

  /// Delays are in milliseconds, as of `setTimeout`; repeating ones are at least 4 ms (HTML, 8.6).
  private func startTimer(_ callback: Int64, _ delay: Double, _ repeats: Bool) -> Bool {
    guard callback > 0, timers.count < Self.maximumTimers, !hasNoTimers else { return false }
    let number = Int(callback)
    let milliseconds = Int(max(repeats ? 4 : 0, min(delay.isFinite ? delay : 0, 1e9)))
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(
      deadline: .now() + .milliseconds(milliseconds), repeating: repeats ? .milliseconds(milliseconds) : .never)
    timer.setEventHandler { [weak self] in self?.fire(number, repeats) }
    timers[number] = timer
    timer.resume()
    return true
  }

  private func fire(_ number: Int, _ repeats: Bool) {
    guard timers[number] != nil else { return }
    if !repeats { timers.removeValue(forKey: number)?.cancel() }
    if let error = call("__page.callback(\(number), '[]', \(repeats))", "timer"),
      error.kind == .time || error.kind == .memory
    {
      noteEnd(of: number, repeats, error)
    } else {
      overruns[number] = nil
    }
    live.flush()
  }

  /// Stops a timer that is ended again and again, and all of them where others take its place.
  private func noteEnd(of number: Int, _ repeats: Bool, _ error: ScriptError) {
    func report(_ message: String) {
      host?.failed(ScriptError(kind: error.kind, message: message, source: error.source, line: 0, column: 0))
    }
    let now = ContinuousClock.now
    // What a run keeps of the memory stays, which time does not.
    let weight = error.kind == .memory ? Self.maximumEndedTimers / 3 + 1 : 1
    endedTimers = (endedTimers + Array(repeating: now, count: weight)).suffix(Self.maximumEndedTimers)
    if repeats { overruns[number, default: 0] += 1 }
    if endedTimers.count == Self.maximumEndedTimers, now - endedTimers[0] < .seconds(limits.seconds * 100) {
      hasNoTimers = true
      for number in Array(timers.keys) { stopTimer(number) }
      report("timers were ended again and again in a short time: the page has none from here on")
    } else if overruns[number] == Self.maximumOverruns {
      stopTimer(number)
      report("a repeating timer was ended \(Self.maximumOverruns) times in a row and is stopped")
    }
  }

  private func stopTimer(_ number: Int) {
    overruns[number] = nil
    timers.removeValue(forKey: number)?.cancel()
    call("__page.forget(\(number))", "timer")
  }
}
