import Foundation
import HybridClient
import HybridScript
import JSONValues
import Manifest

/// What scripts of Token pages ask of the app: visits, and values that are kept.
@MainActor final class AppScriptHost: @preconcurrency ScriptHost {
  private let onVisit: (String) -> Void
  /// The most characters of a value that is kept.
  private static let mostKept = 1 << 20

  init(_ onVisit: @escaping (String) -> Void) { self.onVisit = onVisit }

  func call(_ function: String, _ arguments: [JSONValue]) -> JSONValue {
    let name = "script." + (arguments.first?.text ?? "")
    switch function {
    case "pushNavigatorWithURL": if let url = arguments.first?.text { onVisit(url) }
    case "setStorage":
      guard arguments.count > 1, arguments[1].canonicalText.count <= Self.mostKept else { break }
      UserDefaults.standard.set(arguments[1].canonicalText, forKey: name)
    case "getStorage":
      guard let kept = UserDefaults.standard.string(forKey: name) else { return .null }
      return (try? JSONParser.parse(Array(kept.utf8))) ?? .null
    default: break
    }
    return .null
  }

  /// The example has no server for scripts to ask.
  func request(_ options: JSONValue, answer: @escaping (Result<JSONValue, ScriptRequestFailure>) -> Void) {
    answer(.failure(ScriptRequestFailure("the example has no server")))
  }

  func log(_ text: String) { print(text) }
  func failed(_ error: ScriptError) { print("\(error.source):\(error.line): \(error.message)") }
}

/// The scripts of a page and what they ask, for as long as the page is shown.
@MainActor final class RunningScripts {
  private let scripts: ScriptedPage
  private let host: AppScriptHost

  init(_ scripts: ScriptedPage, _ host: AppScriptHost) {
    self.scripts = scripts
    self.host = host
  }
}
