/// A colour of the sRGB space, as contrast is measured (WCAG 2.2).
struct PlainColor: Hashable {
  var red, green, blue, alpha: Double

  init(gray: Double, alpha: Double = 1) {
    (red, green, blue) = (gray, gray, gray)
    self.alpha = alpha
  }

  /// The ratio of contrast between two opaque colours, 1 to 21.
  static func contrast(_ first: PlainColor, _ second: PlainColor) -> Double {
    let (one, other) = (first.luminance, second.luminance)
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  private var luminance: Double {
    func linear(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : pow24((value + 0.055) / 1.055) }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// x to the power of 2.4: x² times the fifth root of x².
  private func pow24(_ x: Double) -> Double {
    guard x > 0 else { return 0 }
    let square = x * x
    // Newton's method from above: the root of what is at most 1.
    var root = 1.0
    for _ in 0..<60 {
      let next = root - (root - square / (root * root * root * root)) / 5
      if abs(next - root) < 1e-15 { break }
      root = next
    }
    return square * root
  }

  /// As style sheets write it.
  var text: String {
    func hex(_ value: Double) -> String {
      let text = String(Int((value * 255).rounded()), radix: 16)
      return text.count < 2 ? "0" + text : text
    }
    return "#" + hex(red) + hex(green) + hex(blue)
  }
}
