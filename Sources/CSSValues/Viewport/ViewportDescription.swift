/// What a page's `<meta name="viewport">` says of the width that the page is laid out at (CSS Viewport 1, 3; the
/// algorithm is that of CSS Device Adaptation 1, 7 and 10).
///
/// DEVIATION: `height` is not read; the page is as high as its width and the screen's ratio make it.
public struct ViewportDescription: Hashable, Sendable {
  /// A width that the element names.
  public enum Width: Hashable, Sendable {
    /// `device-width`.
    case deviceWidth
    /// `device-height`.
    case deviceHeight
    /// CSS px.
    case pixels(Double)
  }

  /// The named width; `nil` where the element names none.
  public var width: Width?
  /// `initial-scale`, within `minimum-scale` and `maximum-scale`; `nil` where the element names none.
  public var initialScale: Double?

  /// A page without the element.
  public init() {}

  /// Whether the page says nothing of its width, so that phones lay it out ``fallbackWidth`` wide.
  public var saysNothing: Bool { width == nil && initialScale == nil }

  /// The width that browsers of phones lay pages out at that say nothing, in CSS px.
  public static let fallbackWidth = 980.0

  /// Reads the value of the `content` attribute.
  public init(content: String) {
    var scales: [String: Double] = [:]
    for (key, value) in Self.pairs(of: content) {
      switch key {
      case "width":
        switch value {
        case "device-width": width = .deviceWidth
        case "device-height": width = .deviceHeight
        default: width = Self.number(value).flatMap { $0 > 0 ? .pixels(min(10_000, max(1, $0))) : nil }
        }
      case "initial-scale", "minimum-scale", "maximum-scale":
        scales[key] = Self.number(value).flatMap { $0 > 0 ? min(10, max(0.1, $0)) : nil }
      default: break
      }
    }
    if var scale = scales["initial-scale"] {
      if let maximum = scales["maximum-scale"] { scale = min(scale, maximum) }
      if let minimum = scales["minimum-scale"] { scale = max(scale, minimum) }
      initialScale = scale
    }
  }

  /// The names and values of a `content` attribute, in lower case and in order; commas, semicolons and white space part
  /// them.
  private static func pairs(of content: String) -> [(String, String)] {
    let isSeparator = { (character: Character) in character == "," || character == ";" || character.isWhitespace }
    var pairs: [(String, String)] = []
    var rest = Substring(content.lowercased())
    while true {
      rest = rest.drop { isSeparator($0) || $0 == "=" }
      guard !rest.isEmpty else { return pairs }
      let name = rest.prefix { !isSeparator($0) && $0 != "=" }
      rest = rest.dropFirst(name.count)
      // A name without `=` has no value.
      let next = rest.drop { $0.isWhitespace }
      guard next.first == "=" else { continue }
      rest = next.dropFirst().drop { $0.isWhitespace }
      let value = rest.prefix { !isSeparator($0) && $0 != "=" }
      rest = rest.dropFirst(value.count)
      pairs.append((String(name), String(value)))
    }
  }

  /// The number at the beginning of a value, as browsers read it: `390px` is 390.
  private static func number(_ text: String) -> Double? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }
    guard let number = Double(digits), number.isFinite else { return nil }
    return number
  }

  /// The size that the page is laid out at on a screen, in CSS px, and the CSS px of the screen that one of the page takes.
  ///
  /// A page that says nothing is laid out at the screen's own size, not ``fallbackWidth`` wide: callers report it.
  public func page(onScreenOf width: Double, _ height: Double) -> (width: Double, height: Double, scale: Double) {
    var pageWidth: Double?
    switch self.width {
    case .deviceWidth: pageWidth = width
    case .deviceHeight: pageWidth = height
    case .pixels(let pixels): pageWidth = pixels
    case nil: break
    }
    // `width` is a lower bound where a scale leaves more room (`extend-to-zoom`).
    if let initialScale { pageWidth = max(pageWidth ?? 0, width / initialScale) }
    guard let pageWidth, pageWidth > 0, pageWidth.isFinite, pageWidth != width else {
      return (width, height, initialScale ?? 1)
    }
    let used = min(10_000, max(1, pageWidth))
    return (used, (height * used / width * 64).rounded() / 64, initialScale ?? width / used)
  }
}
