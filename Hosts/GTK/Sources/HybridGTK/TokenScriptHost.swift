import Foundation
import HostCore
import HybridScript
import JSONValues
import Manifest

/// What scripts of Token pages ask of hybrid-view.
///
/// UNIMPLEMENTED: places, telephone calls and photographs; such calls answer `null`.
@MainActor final class TokenScriptHost: @preconcurrency ScriptHost {
  weak var screen: TokenScreen?
  weak var window: AppWindow?
  /// The screens that the page is one of.
  weak var stack: ScreenStack?
  /// What `setStorage` and `setGlobleStorage` keep, as long as the program runs: two stores.
  private static var storage: [String: [String: JSONValue]] = [:]
  /// The most bytes of it.
  private static let mostStorage = 4 << 20

  init(_ window: AppWindow, _ stack: ScreenStack) {
    self.window = window
    self.stack = stack
  }

  func call(_ function: String, _ arguments: [JSONValue]) -> JSONValue {
    let texts = arguments.map { $0.text ?? "" }
    Trace.note("call", [("function", .string(function)), ("arguments", .array(arguments))])
    if let answer = window?.app?.onCall?(function, arguments) { return answer }
    switch function {
    case "pushNavigatorWithURL":
      if let url = texts.first, let screen { stack?.proposeLater(url, from: screen.path) }
    case "setTitle": if let title = texts.first { screen?.ownTitle = ScriptText.shown(title) }
    case "alert", "alertTitles", "alertInput":
      guard let question = PageQuestion(function, arguments) else { break }
      screen?.notes.ask(question) { [weak self] button, text in
        guard let callback = question.callback else { return }
        self?.screen?.answer(callback: callback, with: question.answer(button: button, text: text))
      }
    case "showHUDWithStatus": screen?.showNote(ScriptText.shown(texts.first ?? ""))
    case "hideHUD": screen?.notes.hide()
    case "setStorage", "setGlobleStorage":
      guard arguments.count > 1, let name = texts.first else { break }
      let store = Self.store(of: function)
      let size = Self.storage.values.joined().reduce(0) { $0 + $1.key.utf8.count + $1.value.canonicalText.utf8.count }
      if size + arguments[1].canonicalText.utf8.count <= Self.mostStorage {
        Self.storage[store, default: [:]][name] = arguments[1]
      }
    case "getStorage", "getGlobleStorage":
      return texts.first.flatMap { Self.storage[Self.store(of: function)]?[$0] } ?? .null
    case "clearAllStorage", "clearGlobleStorage": Self.storage[Self.store(of: function)] = nil
    default:
      // What this host cannot do is answered all the same: no script waits for it.
      guard let callback = arguments.first(where: { $0["callback"]?.int != nil }) else { break }
      Task { [weak self] in self?.screen?.answer(callback: callback, with: [.null]) }
    }
    return .null
  }

  private static func store(of function: String) -> String { function.contains("Globle") ? "all sites" : "site" }

  func request(_ options: JSONValue, answer: @escaping (Result<JSONValue, ScriptRequestFailure>) -> Void) {
    Trace.note("request", [("url", options["url"])])
    let request: PageRequest
    do throws(PageRequest.Failure) {
      request = try PageRequest(options)
    } catch {
      return answer(.failure(ScriptRequestFailure(error.description)))
    }
    // A script whose page is gone is not answered.
    let id = nextRequest
    nextRequest += 1
    requests[id] = Task { [weak self] in
      let result = await Self.network.send(request)
      guard let self, !Task.isCancelled else { return }
      requests[id] = nil
      Trace.note("answered", [("url", .string(request.url))])
      answer(result.mapError { ScriptRequestFailure($0.description) })
    }
  }

  private static let network = PageNetwork()
  private var requests: [Int: Task<Void, Never>] = [:]
  private var nextRequest = 0

  /// The page is shown no more: nothing is asked for any longer.
  func end() {
    for task in requests.values { task.cancel() }
    requests = [:]
  }

  func log(_ text: String) { FileHandle.standardError.write(Data((ScriptText.line(text) + "\n").utf8)) }
  /// Whether a script was stopped that ran too long or took too much memory.
  private(set) var hasStoppedScripts = false

  func failed(_ error: ScriptError) {
    if error.kind == .time || error.kind == .memory { hasStoppedScripts = true }
    let line = ScriptText.line("\(error.source):\(error.line): \(error.message)")
    FileHandle.standardError.write(Data((line + "\n").utf8))
    Trace.note("scriptFailed", [("message", .string(error.message))])
  }
}
