import Painting

/// What a view looks like, read from its properties: numbers and colours in place of texts.
public struct ViewLook: Hashable, Sendable {
  /// A colour; each part is 0 to 1.
  public struct Color: Hashable, Sendable {
    /// The parts, not multiplied with `alpha`.
    public var red, green, blue, alpha: Double

    /// A colour from its parts.
    public init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// The initial look of text.
    public static let black = Color(0, 0, 0)

    /// `rgb()`, `rgba()`, and hex of three, six or eight digits, as computed styles and scripts write them.
    public init?(_ text: String?) {
      guard let text = text?.lowercased(), text.utf8.count <= 64 else { return nil }
      if text.hasPrefix("#") {
        let digits = Array(text.dropFirst())
        let wide = digits.count <= 4 ? digits.flatMap { [$0, $0] } : digits
        guard wide.count == 6 || wide.count == 8, let number = UInt32(String(wide), radix: 16) else { return nil }
        let word = wide.count == 6 ? number << 8 | 255 : number
        func part(_ shift: UInt32) -> Double { Double(word >> shift & 255) / 255 }
        self.init(part(24), part(16), part(8), part(0))
        return
      }
      guard text.hasPrefix("rgb"), let open = text.firstIndex(of: "(") else { return nil }
      let numbers = text[text.index(after: open)...].split { ", )/".contains($0) }.compactMap { Double($0) }
      guard numbers.count >= 3, numbers.allSatisfy(\.isFinite) else { return nil }
      func part(_ value: Double) -> Double { max(0, min(1, value)) }
      self.init(
        part(numbers[0] / 255), part(numbers[1] / 255), part(numbers[2] / 255), numbers.count > 3 ? part(numbers[3]) : 1
      )
    }
  }

  /// The background; `nil` where nothing is painted.
  public var background: Color?
  /// The border's width in CSS px; 0 for none.
  public var borderWidth: Double
  /// The border's colour.
  public var borderColor: Color
  /// The corners' radius in CSS px, as far as the box allows.
  public var radius: Double
  /// 0 to 1, of the view with all that is in it.
  public var opacity: Double
  /// How the view is shown with all that is in it, from the upper left corner of its frame; `nil` where it is as it was placed.
  public var transform: PaintMatrix?
  /// The texts' colour.
  public var color: Color
  /// The families, the first wanted most, as CSS writes them.
  public var families: [String]
  /// The texts' size in CSS px.
  public var fontSize: Double
  /// 1 to 1000.
  public var fontWeight: Int
  /// Whether letters are slanted.
  public var isItalic: Bool
  /// 0 at the left, 1 at the right.
  public var alignment: Double

  /// The look of a view.
  public init(of view: HostView) {
    background = Color(view["backgroundColor"]).flatMap { $0.alpha > 0 ? $0 : nil }
    borderWidth = Self.pixels(view["borderWidth"])
    borderColor = Color(view["borderColor"]) ?? .black
    let side = min(view.frame.width, view.frame.height)
    let radius = view["borderRadius"]
    let wanted = radius?.hasSuffix("%") == true ? Self.pixels(radius) / 100 * side : Self.pixels(radius)
    self.radius = max(0, min(wanted, side / 2))
    opacity = max(0, min(1, view["opacity"].flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil } ?? 1))
    transform = view.transform
    color = Color(view["color"]) ?? .black
    families = Self.families(view["fontFamily"])
    fontSize = max(1, min(1_000, Self.pixels(view["fontSize"] ?? "16px")))
    let weight = view["fontWeight"].flatMap { $0 == "bold" ? 700 : Double($0) } ?? 400
    fontWeight = Int(max(1, min(1_000, weight.isFinite ? weight : 400)))
    isItalic = view["fontStyle"].map { $0.hasPrefix("italic") || $0.hasPrefix("oblique") } ?? false
    alignment =
      switch view["textAlign"] {
      case "center": 0.5
      case "left": 0
      case "right": 1
      case "end": view.isRightToLeft ? 0 : 1
      default: view.isRightToLeft ? 1 : 0
      }
  }

  /// The number that a length begins with, up to 10,000 px; 0 for anything else.
  public static func pixels(_ text: String?) -> Double {
    let digits = (text ?? "").prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
    guard let value = Double(digits), value.isFinite else { return 0 }
    return max(0, min(value, 10_000))
  }

  /// The families of a list, without quotes.
  public static func families(_ text: String?) -> [String] {
    (text ?? "").prefix(1_000).split(separator: ",").prefix(16).map { name in
      String(name.drop { " \"'".contains($0) }.reversed().drop { " \"'".contains($0) }.reversed())
    }.filter { !$0.isEmpty }
  }

  /// Whether a boolean property is on: `true`, `1`, `yes`, in any case.
  public static func isOn(_ text: String) -> Bool { ["true", "1", "yes"].contains(text.lowercased()) }
}
