import JSONValues
import Manifest

/// A message between a page in a web view and a session: JSON with a name and data.
///
/// | from the page | data |
/// | --- | --- |
/// | `pageLoaded` | `restorationIdentifier`, `title`, `location` |
/// | `visitProposed` | `location`, `action` |
/// | `visitStarted` | `identifier`, `location`, `hasCachedSnapshot` |
/// | `visitRequestFailed` | `identifier`, `statusCode` (0 for the network) |
/// | `visitRendered`, `visitCompleted` | `identifier`, `restorationIdentifier`, `title` |
/// | `formSubmitted` | `action`, `method`: a standard submission, which was stopped |
/// | `formAnswered` | `statusCode`, `submittedTo`, and `location`, `action`: where the answer of an `XMLHttpRequest` submission leads, if it says |
/// | `formFailed` | `statusCode` (0 for the network), `submittedTo`, `message`: the answer is not a success |
/// | `errorRaised` | `message` |
public struct BridgeMessage: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The data.
  public var data: [String: JSONValue]

  /// A message from its parts.
  public init(name: String, data: [String: JSONValue] = [:]) {
    self.name = name
    self.data = data
  }

  /// A message from the text that the page sent; `nil` for anything else.
  public init?(json: String) {
    guard json.utf8.count <= 1 << 20, case .object(let members)? = try? JSONParser.parse(Array(json.utf8)),
      case .string(let name)? = members["name"]
    else { return nil }
    self.name = name
    if case .object(let data)? = members["data"] { self.data = data } else { data = [:] }
  }

  func text(_ key: String) -> String? {
    if case .string(let text)? = data[key] { text } else { nil }
  }

  func integer(_ key: String) -> Int? {
    switch data[key] {
    case .integer(let value): Int(exactly: value)
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }
}
