import CSSValues
import PageFormat

/// Numbers, colours and shapes as SVG writes them.
enum SVGText {
  /// A length: hundredths of a pixel are as fine as pictures need.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let scaled = Int((min(1e12, max(-1e12, value)) * 100).rounded())
    let (whole, part) = (abs(scaled) / 100, abs(scaled) % 100)
    let sign = scaled < 0 ? "-" : ""
    guard part > 0 else { return "\(sign)\(whole)" }
    return "\(sign)\(whole)." + (part % 10 == 0 ? "\(part / 10)" : part < 10 ? "0\(part)" : "\(part)")
  }

  /// A factor or a share.
  static func precise(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let scaled = Int((min(1e9, max(-1e9, value)) * 1_000_000).rounded())
    let (whole, part) = (abs(scaled) / 1_000_000, abs(scaled) % 1_000_000)
    let sign = scaled < 0 ? "-" : ""
    guard part > 0 else { return "\(sign)\(whole)" }
    var digits = String(part + 1_000_000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }

  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // XML has no way to write these (XML 1.0, 2.2).
      case let scalar where scalar.value < 0x20 && scalar != "\t" && scalar != "\n": result += "\u{FFFD}"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A colour's attribute, with one for its opacity where it is not opaque.
  static func attributes(_ name: String, _ color: PaintColor) -> String {
    let opacity = color.alpha < 1 ? " \(name)-opacity=\"\(precise(color.alpha))\"" : ""
    return "\(name)=\"\(hexadecimal(color))\"" + opacity
  }

  /// The same where the attribute of the colour is called `stop-color` or `flood-color`.
  static func colorAttributes(_ name: String, _ color: PaintColor) -> String {
    let opacity = color.alpha < 1 ? " \(name)-opacity=\"\(precise(color.alpha))\"" : ""
    return "\(name)-color=\"\(hexadecimal(color))\"" + opacity
  }

  static func hexadecimal(_ color: PaintColor) -> String {
    "#"
      + [color.red, color.green, color.blue].map { part -> String in
        let byte = String(Int((min(1, max(0, part)) * 255).rounded()), radix: 16)
        return byte.count == 1 ? "0" + byte : byte
      }.joined()
  }

  static func box(_ rect: LayoutRect) -> String {
    "x=\"\(number(rect.x))\" y=\"\(number(rect.y))\" width=\"\(number(max(0, rect.width)))\" "
      + "height=\"\(number(max(0, rect.height)))\""
  }

  /// A path's data, with numbers as SVG files or others have them.
  static func data(_ path: PaintPath, _ number: (Double) -> String = number) -> String {
    var text = ""
    path.forEach { step, place in
      func points(_ count: Int) -> String { path.points[place..<place + count].map(number).joined(separator: " ") }
      switch step {
      case .move: text += "M" + points(2)
      case .line: text += "L" + points(2)
      case .curve: text += "C" + points(6)
      case .close: text += "Z"
      }
    }
    return text
  }

  /// The element of a shape without its end, ready for attributes: `<rect x=…`.
  static func element(_ shape: PaintShape) -> String {
    switch shape {
    case .rounded(let rounded):
      guard let radius = rounded.radii.first else { return "<rect \(box(rounded.rect))" }
      if rounded.radii.allSatisfy({ $0 == radius }) { return "<rect \(box(rounded.rect)) rx=\"\(number(radius))\"" }
      return "<path d=\"\(data(rounded.path))\""
    case .ring(let outer, let inner):
      let hole = inner.rect.width > 0 && inner.rect.height > 0 ? data(inner.path) : ""
      return "<path fill-rule=\"evenodd\" clip-rule=\"evenodd\" d=\"\(data(outer.path))\(hole)\""
    case .path(let path, let rule):
      let isEvenOdd = rule == .evenOdd ? "fill-rule=\"evenodd\" clip-rule=\"evenodd\" " : ""
      return "<path \(isEvenOdd)d=\"\(data(path))\""
    }
  }

  static func matrix(_ m: PaintMatrix) -> String {
    "matrix(" + [m.a, m.b, m.c, m.d, m.e, m.f].map(precise).joined(separator: " ") + ")"
  }
}
