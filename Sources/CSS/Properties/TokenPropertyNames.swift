import CSSValues
import Names

/// The property names of Token pages' sheets: kebab or camel case, the short forms of Yoga's edges, and the properties of
/// native components, which sheets may set too.
public enum TokenPropertyNames {
  /// What a name stands for.
  enum Meaning {
    case property(PropertyID)
    /// Only the native side's: a custom property that does not inherit carries it through the cascade.
    case native(Name)
  }

  /// Custom properties whose names begin so are native ones.
  public static let nativePrefix = "--native-"

  /// The native property that a custom property stands for, in camel case; `nil` for others.
  public static func nativeProperty(_ name: Name) -> String? {
    let text = name.string
    guard text.hasPrefix(nativePrefix) else { return nil }
    let words = text.dropFirst(nativePrefix.count).split(separator: "-")
    return words.dropFirst().reduce(words.first.map(String.init) ?? "") {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }

  /// The native side's properties in kebab case, in alphabetical order.
  public static var nativeProperties: [String] { native.sorted() }

  private static let edges: [String: String] = [
    "start": "inset-inline-start", "end": "inset-inline-end", "margin-start": "margin-inline-start",
    "margin-end": "margin-inline-end", "margin-horizontal": "margin-inline", "margin-vertical": "margin-block",
    "padding-start": "padding-inline-start", "padding-end": "padding-inline-end",
    "padding-horizontal": "padding-inline", "padding-vertical": "padding-block", "text-color": "color",
    "title-color": "color", "align": "text-align",
  ]

  private static let native: Set<String> = [
    "image-mode", "lines", "hidden", "row-height", "row-section-height", "section-margin", "display-style",
    "show-section-view", "show-separator", "accessory-type", "right-type", "show-v-bar", "show-h-bar", "allow-scroll",
    "page-enable", "cursor-color", "placeholder", "place-holder", "show-clear", "clear-on-begin", "keyboard-type",
    "key-board-type", "return-type", "title", "highlight-title", "selected-title", "highlight-title-color",
    "selected-title-color", "selected-background-color", "on-color", "dot-color", "on-dot-color", "number", "bar-color",
    "back-arrow-color", "translucent", "shows-cancel-button", "editable", "selectable", "titles",
  ]

  /// The meaning of a name, or `nil` where it has none.
  ///
  /// - Parameter own: the native properties of an app's own components.
  static func meaning(_ name: String, _ own: Set<String> = []) -> Meaning? {
    let kebab = name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    if let property = PropertyID(named: edges[kebab] ?? kebab) { return .property(property) }
    return native.contains(kebab) || own.contains(kebab) ? .native(Name(nativePrefix + kebab)) : nil
  }

  /// The declarations that a native property stands for beside what the native side makes of it: `hidden`, which looks as
  /// in an attribute, and the number of a label's `lines`.
  static func declarations(_ native: String, _ value: String) -> [(property: PropertyID, value: String)] {
    switch native {
    case "hidden":
      let isHidden = ["true", "1", "yes"].contains(value.lowercased())
      return [(.visibility, isHidden ? "hidden" : "visible")]
    case "lines":
      guard let lines = Int32(value), lines >= 0 else { return [] }
      guard lines > 0 else { return [(.display, "flex"), (.webkitLineClamp, "none")] }
      return [
        (.display, "-webkit-box"), (.webkitBoxOrient, "vertical"), (.webkitLineClamp, "\(lines)"),
        (.overflowX, "hidden"), (.overflowY, "hidden"),
      ]
    default: return []
    }
  }

  /// `font: HelveticaNeue-Medium 16px` with the size before the family, as CSS has it; `nil` where it has another form.
  static func reorderedFont(_ value: TokenCursor) -> TokenCursor? {
    let text = value.sourceText
    guard let space = text.lastIndex(of: " ") else { return nil }
    let family = text[..<space]
    let size = text[text.index(after: space)...]
    guard let first = size.utf8.first, (first >= 0x30 && first <= 0x39) || first == 0x2E else { return nil }
    return TokenStream(text: "\(size) \(family)").cursor.trimmed()
  }
}
