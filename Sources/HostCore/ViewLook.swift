import CSSValues
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

    /// `rgb()`, `rgba()`, `hsl()`, `hsla()`, hex digits, and names: what computed styles, scripts and the colors of components
    /// are written in. `nil` for anything else.
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
      guard let open = text.firstIndex(of: "(") else {
        guard let named = NamedColors.all[.init(text)] else { return nil }
        self.init(named)
        return
      }
      let isHue = text.hasPrefix("hsl")
      guard isHue || text.hasPrefix("rgb") else { return nil }
      let parts = text[text.index(after: open)...].split { ", )/".contains($0) }
      /// - Parameter whole: what 100 % is, and what a number without a unit is a part of.
      func value(_ place: Int, _ whole: Double) -> Double? {
        guard parts.indices.contains(place) else { return nil }
        let part = parts[place]
        let number = part.hasSuffix("%") ? Double(part.dropLast()).map { $0 / 100 * whole } : Double(part)
        return number.flatMap { $0.isFinite ? $0 / whole : nil }
      }
      let hue = parts.first.map { $0.hasSuffix("deg") ? $0.dropLast(3) : $0 }.flatMap { Double($0) }
      guard let second = value(1, isHue ? 100 : 255), let third = value(2, isHue ? 100 : 255) else { return nil }
      let alpha = parts.count > 3 ? value(3, 1) : 1
      guard let alpha else { return nil }
      func bounded(_ value: Double) -> Double { max(0, min(1, value)) }
      if isHue {
        guard let hue, abs(hue) <= 1e6 else { return nil }
        let turned = (hue.truncatingRemainder(dividingBy: 360) + 360).truncatingRemainder(dividingBy: 360)
        self.init(CSSValues.Color(.hsl, turned, bounded(second) * 100, bounded(third) * 100, alpha: bounded(alpha)))
      } else {
        guard let first = value(0, 255) else { return nil }
        self.init(bounded(first), bounded(second), bounded(third), bounded(alpha))
      }
    }

    private init(_ color: CSSValues.Color) {
      let paint = PaintColor(color)
      // As the colors of styles are: of 256 steps each.
      func part(_ value: Double) -> Double { (value * 255).rounded() / 255 }
      self.init(part(paint.red), part(paint.green), part(paint.blue), paint.alpha)
    }
  }

  /// A line along a text.
  public enum TextLine: String, Sendable, CaseIterable {
    case underline, overline
    case through = "line-through"
  }

  /// The background; `nil` where nothing is painted.
  public var background: Color?
  /// The border's width in CSS px; 0 for none.
  public var borderWidth: Double
  /// The border's colour.
  public var borderColor: Color
  /// The borders' widths where the sides differ, from the upper one on as CSS counts; ``borderWidth`` is 0 then.
  public var borderWidths: [Double]?
  /// Their colors, in the same order.
  public var borderColors: [Color]
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
  /// The lines along the text.
  public var decorations: Set<TextLine>
  /// 0 at the left, 1 at the right.
  public var alignment: Double

  /// The look of a view.
  public init(of view: HostView) {
    background = Color(view["backgroundColor"]).flatMap { $0.alpha > 0 ? $0 : nil }
    borderWidth = Self.pixels(view["borderWidth"])
    let border = Color(view["borderColor"]) ?? .black
    borderColor = border
    let widths = view["borderWidths"]?.split(separator: " ").map { Self.pixels(String($0)) }
    borderWidths = borderWidth == 0 && widths?.count == 4 ? widths : nil
    let colors = view["borderColors"]?.split(separator: "/").map { Color($0.trimmingSpaces) ?? border }
    borderColors = colors?.count == 4 ? colors ?? [] : Array(repeating: border, count: 4)
    let words = (view["textDecoration"] ?? "").split(separator: " ")
    decorations = Set(TextLine.allCases.filter { words.contains(Substring($0.rawValue)) })
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

  /// The borders of a box whose sides differ, as rectangles that do not cover each other.
  public func sides(width: Double, height: Double) -> [(frame: LayoutRect, color: Color)] {
    guard let borderWidths else { return [] }
    let (top, bottom) = (min(borderWidths[0], height), min(borderWidths[2], max(0, height - borderWidths[0])))
    let middle = height - top - bottom
    let frames = [
      LayoutRect(x: 0, y: 0, width: width, height: top),
      LayoutRect(x: width - min(borderWidths[1], width), y: top, width: min(borderWidths[1], width), height: middle),
      LayoutRect(x: 0, y: height - bottom, width: width, height: bottom),
      LayoutRect(x: 0, y: top, width: min(borderWidths[3], width), height: middle),
    ]
    return zip(frames, borderColors).filter { $0.0.width > 0 && $0.0.height > 0 }.map { ($0.0, $0.1) }
  }

  /// The padding box with its corners, which views with ``HostView/clips`` cut to.
  public func inside(width: Double, height: Double) -> RoundedRect {
    let widths = borderWidths ?? [borderWidth, borderWidth, borderWidth, borderWidth]
    let box = LayoutRect(x: 0, y: 0, width: width, height: height)
    return RoundedRect(box, radii: Array(repeating: radius, count: 8))
      .inset(top: widths[0], right: widths[1], bottom: widths[2], left: widths[3])
  }

  /// The lines along a line of text, in the view's coordinates.
  ///
  /// - Parameters:
  ///   - x: where the text begins.
  ///   - baseline: of the text.
  ///   - width: of the text.
  public func strokes(atX x: Double, baseline: Double, width: Double) -> [LayoutRect] {
    let thickness = max(1, fontSize / 14)
    return TextLine.allCases.filter(decorations.contains).map { line in
      let y =
        switch line {
        case .underline: baseline + fontSize * 0.1
        case .overline: baseline - fontSize * 0.9
        case .through: baseline - fontSize * 0.3
        }
      return LayoutRect(x: x, y: y - thickness / 2, width: width, height: thickness)
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

extension Substring {
  fileprivate var trimmingSpaces: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
