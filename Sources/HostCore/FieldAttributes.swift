import JSONValues

/// What a field is like: every attribute of the dialect's fields, and those of HTML that apps know besides.
public struct FieldAttributes: Hashable, Sendable {
  /// The keyboard, or what is typed.
  public enum Purpose: Int, Sendable {
    case text, digits, number, email, url, password, phone
  }

  /// What the return key does, by the dialect's names.
  public enum ReturnKey: String, Sendable, CaseIterable {
    case standard = "default"
    case go, google, join, next, route, search, send, yahoo, done
    case emergencyCall = "emergencycall"
    case proceed = "continue"
  }

  /// What is drawn around a field.
  public enum Border: String, Sendable {
    case none, line, bezel
    case rounded = "roundedrect"
  }

  /// Which letters are written large by themselves.
  public enum Capitalization: String, Sendable {
    case none, words, sentences, characters
  }

  /// What it holds.
  public var text: String
  /// What it shows while it is empty.
  public var placeholder: String
  /// Whether letters are not shown.
  public var isSecure: Bool
  /// Whether a reader may change it.
  public var isEditable: Bool
  /// Whether a form needs it.
  public var isRequired: Bool
  /// Whether a button that empties it is shown.
  public var showsClear: Bool
  /// Whether it is emptied when typing begins.
  public var clearsOnBegin: Bool
  /// The most characters; 0 for no limit.
  public var maximumLength: Int
  /// The keyboard.
  public var purpose: Purpose
  /// The return key.
  public var returnKey: ReturnKey
  /// Capital letters.
  public var capitalization: Capitalization

  /// What is drawn around it.
  public var border: Border
  /// The cursor's colour; `nil` for the platform's.
  public var cursorColor: ViewLook.Color?
  /// Whether its text can be selected where it cannot be changed.
  public var isSelectable: Bool
  /// Whether a button to give up is shown beside it.
  public var showsCancel: Bool

  /// The attributes of a field.
  public init(of view: HostView) {
    func isOn(_ names: String...) -> Bool {
      names.contains { name in view[name].map { $0.isEmpty || ViewLook.isOn($0) } ?? false }
    }
    let type = view["type"]?.lowercased() ?? "text"
    isSecure = type == "password" || type == "secure" || isOn("secure", "secureTextEntry")
    maximumLength = (view["maxlength"] ?? view["maxLength"]).flatMap { Int($0) } ?? 0
    if maximumLength < 0 || maximumLength > HostLimits.longestField { maximumLength = 0 }
    let own = view["text"] ?? view["value"] ?? (view.text.isEmpty ? nil : view.text) ?? ""
    text = String(own.prefix(maximumLength > 0 ? maximumLength : HostLimits.longestField))
    placeholder = String((view["placeholder"] ?? "").prefix(1_000))
    isEditable = (view["editable"].map { ViewLook.isOn($0) } ?? true) && !isOn("readonly", "readOnly", "disabled")
    isRequired = isOn("required")
    showsClear = isOn("showClear")
    clearsOnBegin = isOn("clearOnBegin")
    returnKey = view["returnType"].flatMap { ReturnKey(rawValue: $0.lowercased()) } ?? .standard
    capitalization = view["autocapitalize"].flatMap { Capitalization(rawValue: $0.lowercased()) } ?? .sentences
    border = view["borderStyle"].flatMap { Border(rawValue: $0.lowercased()) } ?? .none
    cursorColor = ViewLook.Color(view["cursorColor"])
    isSelectable = view["selectable"].map { ViewLook.isOn($0) } ?? true
    showsCancel = isOn("showsCancelButton")
    if isSecure {
      purpose = .password
      return
    }
    purpose =
      switch (view["keyboardType"]?.lowercased() ?? "default", type) {
      case ("number", _): .digits
      case ("decimalpad", _), ("numbers", _), ("numbersandpunctuation", _), (_, "number"): .number
      case ("emailaddress", _), (_, "email"): .email
      case ("url", _), (_, "url"): .url
      case (_, "tel"): .phone
      default: .text
      }
  }

  /// The line around a field in its own coordinates, as systems without field borders of that kind draw it; `nil` for none.
  public var outline: (width: Double, radius: Double, color: ViewLook.Color)? {
    switch border {
    case .none: nil
    case .line: (1, 0, .black)
    case .bezel: (2, 2, ViewLook.Color(0.47, 0.47, 0.5, 0.6))
    case .rounded: (1, 6, ViewLook.Color(60 / 255, 60 / 255, 67 / 255, 0.29))
    }
  }

  /// What typing gives: no more than ``maximumLength`` characters.
  public func bounded(_ text: String) -> String {
    String(text.prefix(maximumLength > 0 ? maximumLength : HostLimits.longestField))
  }

  /// Titles of a segment or picker, as pages write them: separated by commas, or a JSON list, whose texts may have commas. Empty ones count
  /// where others follow: pages hear the number of what was chosen.
  public static func titles(_ text: String?) -> [String] {
    guard let text, text.utf8.count <= 1 << 16 else { return [] }
    if case .array(let elements)? = try? JSONParser.parse(Array(text.utf8)) {
      return elements.prefix(HostLimits.mostTitles).map { $0 == .null ? "" : $0.text ?? $0.canonicalText }
    }
    func trimmed(_ text: Substring, _ start: String, _ end: String) -> Substring {
      var text = text.drop { $0.isWhitespace || start.contains($0) }
      while let last = text.last, last.isWhitespace || end.contains(last) { text.removeLast() }
      return text
    }
    var titles = trimmed(text[...], "[", "]").split(omittingEmptySubsequences: false) { $0 == "," || $0 == "，" }
      .prefix(HostLimits.mostTitles).map { String(trimmed($0, "\"'", "\"'")) }
    while titles.last?.isEmpty == true { titles.removeLast() }
    return titles
  }
}
