import Foundation
import HybridScript
import Manifest

/// What scripts of Token pages ask of hybrid-view.
///
/// UNIMPLEMENTED: the network (`token.request`), places, telephone calls and photographs; such calls answer `null`, or fail.
@MainActor final class TokenScriptHost: @preconcurrency ScriptHost {
  weak var screen: TokenScreen?
  weak var window: AppWindow?
  /// What `setStorage` keeps, as long as the program runs.
  private static var storage: [String: JSONValue] = [:]
  /// The most bytes of it.
  private static let mostStorage = 4 << 20

  init(_ window: AppWindow) { self.window = window }

  func call(_ function: String, _ arguments: [JSONValue]) -> JSONValue {
    let texts = arguments.map { $0.text ?? "" }
    Trace.note("call", [("function", .string(function)), ("arguments", .array(arguments))])
    switch function {
    case "pushNavigatorWithURL":
      if let url = texts.first { window?.visitLater(url) }
    case "setTitle": if let title = texts.first { window?.setTitle(title) }
    case "alert": window?.notice(texts.prefix(2).filter { !$0.isEmpty }.joined(separator: "\n"))
    case "showHUDWithStatus": window?.notice(texts.first ?? "")
    case "setStorage", "setGlobleStorage":
      guard arguments.count > 1, let name = texts.first else { break }
      let size = Self.storage.reduce(0) { $0 + $1.key.utf8.count + $1.value.canonicalText.utf8.count }
      if size + arguments[1].canonicalText.utf8.count <= Self.mostStorage { Self.storage[name] = arguments[1] }
    case "getStorage", "getGlobleStorage": return texts.first.flatMap { Self.storage[$0] } ?? .null
    case "clearAllStorage", "clearGlobleStorage": Self.storage = [:]
    default: break
    }
    return .null
  }

  func request(_ options: JSONValue, answer: @escaping (Result<JSONValue, ScriptRequestFailure>) -> Void) {
    Trace.note("request", [("url", options["url"])])
    answer(.failure(ScriptRequestFailure("hybrid-view has no network for scripts")))
  }

  func log(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
  func failed(_ error: ScriptError) {
    FileHandle.standardError.write(Data("\(error.source):\(error.line): \(error.message)\n".utf8))
    Trace.note("scriptFailed", [("message", .string(error.message))])
  }
}
