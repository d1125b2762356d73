import CSSValues

/// The properties of components that are looks: what data and scripts give them counts as a declaration of the node's own,
/// as the attributes in a page's source do.
enum LookProperty {
  /// What a value stands for; `nil` for a property that is not a look, or a value that it does not take.
  static func declarations(_ name: String, _ text: String) -> [LocalDeclaration]? {
    switch name {
    case "backgroundColor": return color(text, .backgroundColor)
    case "color", "textColor", "titleColor": return color(text, .color)
    case "borderColor":
      return color(text, .borderTopColor, .borderRightColor, .borderBottomColor, .borderLeftColor)
    case "borderWidth":
      return length(text, .borderTopWidth, .borderRightWidth, .borderBottomWidth, .borderLeftWidth)
    case "borderRadius":
      return length(
        text, .borderTopLeftRadius, .borderTopRightRadius, .borderBottomRightRadius, .borderBottomLeftRadius)
    case "opacity": return LookText.number(text).map { [LocalDeclaration(.opacity, .number($0))] }
    case "fontSize": return length(text, .fontSize)
    case "font": return font(text)
    case "textAlign", "align":
      let word = LookText.word(text)
      return ["left", "center", "right", "start", "end", "justify"].contains(word)
        ? [LocalDeclaration(.textAlign, .keyword(named: word))] : nil
    case "lines": return lines(text)
    default: return nil
    }
  }

  /// Whether a property is a look.
  static func isLook(_ name: String) -> Bool {
    switch name {
    case "backgroundColor", "color", "textColor", "titleColor", "borderColor", "borderWidth", "borderRadius", "opacity",
      "fontSize", "font", "textAlign", "align", "lines":
      true
    default: false
    }
  }

  /// Whether hosts know the value only by the look's own name: the number of lines is reported as well.
  static func isReported(_ name: String) -> Bool { name == "lines" || name == "font" }

  private static func color(_ text: String, _ properties: PropertyID...) -> [LocalDeclaration]? {
    LookText.color(text).map { color in
      properties.map { LocalDeclaration($0, .color(.absolute(color))) }
    }
  }

  private static func length(_ text: String, _ properties: PropertyID...) -> [LocalDeclaration]? {
    guard let length = LookText.length(text) else { return nil }
    switch length {
    case .dimension(let number, _), .percentage(let number): if number < 0 { return nil }
    default: return nil
    }
    return properties.map { LocalDeclaration($0, length) }
  }

  /// The height that a table gives its rows, where the page has no form of it.
  static func height(_ text: String) -> [LocalDeclaration] { length(text, .height) ?? [] }

  /// As `font` of CSS, which resets what it does not name; a size by itself changes nothing else.
  private static func font(_ text: String) -> [LocalDeclaration]? {
    guard let font = LookText.font(text) else { return nil }
    let size = font.size.map { [LocalDeclaration(.fontSize, .dimension($0, .px))] } ?? []
    guard !font.family.isEmpty else { return size }
    let family = LocalDeclaration(.fontFamily, LookText.families(font.family))
    guard font.size != nil else { return [family] }
    let reset: [PropertyID] = [.fontStyle, .fontWeight, .fontStretch, .lineHeight]
    return reset.map { LocalDeclaration($0, .keyword("normal")) } + size + [family]
  }

  /// The most lines that a label shows; 0 is all (the build's own declarations of the attribute).
  private static func lines(_ text: String) -> [LocalDeclaration]? {
    guard let number = LookText.number(text), number >= 0, number == number.rounded(), number <= 10_000 else {
      return nil
    }
    if number == 0 {
      return [LocalDeclaration(.display, .keyword("flex")), LocalDeclaration(.webkitLineClamp, .keyword("none"))]
    }
    return [
      LocalDeclaration(.display, .keyword("-webkit-box")), LocalDeclaration(.webkitBoxOrient, .keyword("vertical")),
      LocalDeclaration(.webkitLineClamp, .number(number)), LocalDeclaration(.overflowX, .keyword("hidden")),
      LocalDeclaration(.overflowY, .keyword("hidden")),
    ]
  }
}
