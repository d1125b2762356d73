import JSONValues
import Manifest

/// What a script asks a reader: `token.alert`, `token.alertTitles` or `token.alertInput`.
///
///     token.alert(title, message, callback)
///     token.alertTitles(title, message, ['Red', 'Green'], callback)      // the number of what was chosen
///     token.alertInput(title, message, placeholder, callback)            // the text; null if it was cancelled
///
/// All arguments but the titles of `alertTitles` may be missing.
public struct PageQuestion: Sendable, Hashable {
  /// Title and message, one above the other.
  public let text: String
  /// What an empty field says; `nil` where no text is asked for.
  public let placeholder: String?
  /// The buttons from above.
  public let buttons: [String]
  /// What the script is answered with, as `ScriptHost` hands it over; `nil` where it wants no answer.
  public let callback: JSONValue?

  private let function: String

  /// The question of a call; `nil` for other functions and without anything to choose.
  public init?(_ function: String, _ arguments: [JSONValue]) {
    var texts: [String] = []
    var titles: [String] = []
    var callback: JSONValue?
    for argument in arguments {
      switch argument {
      case .string(let text): texts.append(ScriptText.shown(text))
      case .array(let elements): titles += elements.map { $0.text ?? $0.canonicalText }
      case .object where argument["callback"]?.int != nil: callback = argument
      case .null: texts.append("")
      case .integer, .number, .bool: texts.append(argument.canonicalText)
      case .object: continue
      }
    }
    self.function = function
    self.callback = callback
    text = texts.prefix(2).filter { !$0.isEmpty }.joined(separator: "\n")
    switch function {
    case "alert": (placeholder, buttons) = (nil, ["OK"])
    case "alertInput": (placeholder, buttons) = (texts.count > 2 ? texts[2] : "", ["OK", "Cancel"])
    case "alertTitles":
      guard !titles.isEmpty else { return nil }
      (placeholder, buttons) = (
        nil, titles.prefix(HostLimits.mostTitles).map(ScriptText.shown)
      )
    default: return nil
    }
  }

  /// The arguments of the callback.
  ///
  /// - Parameters:
  ///   - button: the number of the button that was pressed.
  ///   - text: what the field holds.
  public func answer(button: Int, text: String) -> [JSONValue] {
    switch function {
    case "alertInput": [button == 0 ? .string(String(text.prefix(HostLimits.longestField))) : .null]
    case "alertTitles": [.integer(Int64(button))]
    default: []
    }
  }
}
