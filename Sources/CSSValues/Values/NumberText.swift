/// How numbers serialise (CSSOM 1, 6.7.2): at most six significant digits, as Chromium writes them.
public enum NumberText {
  /// The text of a finite number; infinities and NaN are the keywords of `calc()`.
  public static func text(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-infinity" : "infinity" }
    if value == value.rounded(), abs(value) <= 999_999 { return String(Int(value)) }
    var magnitude = abs(value)
    var exponent = 0
    // The decimal exponent, by steps so that no logarithm's rounding matters.
    if magnitude >= 10 {
      while magnitude >= 10, exponent < 400 {
        magnitude /= 10
        exponent += 1
      }
    } else {
      while magnitude < 1, exponent > -400 {
        magnitude *= 10
        exponent -= 1
      }
    }
    var digits = Int((scaled(abs(value), 5 - exponent)).rounded(.toNearestOrEven))
    if digits >= 1_000_000 {
      digits /= 10
      exponent += 1
    }
    var text = Array(String(digits).utf8)
    while text.count < 6 { text.insert(0x30, at: 0) }
    var result: [UInt8] = value < 0 ? [0x2D] : []
    func stripZeros(_ fraction: inout ArraySlice<UInt8>) {
      while fraction.last == 0x30 { fraction.removeLast() }
    }
    if exponent < -5 || exponent >= 6 {
      result.append(text[0])
      var fraction = text[1...]
      stripZeros(&fraction)
      if !fraction.isEmpty { result += [0x2E] + fraction }
      result += Array((exponent < 0 ? "e-" : "e+").utf8)
      let power = String(abs(exponent))
      result += Array((power.utf8.count < 2 ? "0" + power : power).utf8)
    } else if exponent >= 0 {
      result += text[0...exponent]
      var fraction = text[(exponent + 1)...]
      stripZeros(&fraction)
      if !fraction.isEmpty { result += [0x2E] + fraction }
    } else {
      var fraction = (Array(repeating: UInt8(0x30), count: -exponent - 1) + text)[...]
      stripZeros(&fraction)
      result += fraction.isEmpty ? [0x30] : [0x30, 0x2E] + fraction
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func scaled(_ value: Double, _ power: Int) -> Double {
    var value = value
    var power = power
    while power >= 22 {
      value *= 1e22
      power -= 22
    }
    while power <= -22 {
      value /= 1e22
      power += 22
    }
    var factor = 1.0
    for _ in 0..<abs(power) { factor *= 10 }
    return power >= 0 ? value * factor : value / factor
  }
}
