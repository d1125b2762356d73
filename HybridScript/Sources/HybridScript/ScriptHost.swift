import HybridClient
import JSONValues
import Manifest

/// What a page's scripts ask of the app: dialogs, storage, the network, navigation.
public protocol ScriptHost: AnyObject {
  /// `token.alert`, `token.setStorage`, `document.pushNavigatorWithURL` and the like, by their names.
  ///
  /// - Returns: what the script gets at once; `null` for what has no answer.
  func call(_ function: String, _ arguments: [JSONValue]) -> JSONValue

  /// `token.request`: the app asks the network and answers, at once or later, on the page's thread.
  ///
  /// - Parameter options: `url`, `method`, `header`, `httpParameter`, `jsonParameter`, `timeout`, `resultType`.
  func request(_ options: JSONValue, answer: @escaping (Result<JSONValue, ScriptRequestFailure>) -> Void)

  /// `console.log` and `token.log`.
  func log(_ text: String)

  /// A script ended with an error; the page goes on.
  func failed(_ error: ScriptError)
}

/// Why a request has no answer.
public struct ScriptRequestFailure: Error, Sendable, Hashable {
  /// For the script's `failure`.
  public var message: String

  /// A failure.
  public init(_ message: String) { self.message = message }
}
