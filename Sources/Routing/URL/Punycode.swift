/// Writes names in ASCII (RFC 3492, 6.3 Encoding procedure).
enum Punycode {
  /// A label without `xn--`; `nil` where it is too long to be one.
  static func encoded(_ label: [Unicode.Scalar]) -> String? {
    guard label.count <= 256 else { return nil }
    var output = label.filter(\.isASCII).map { Character($0) }
    let basic = output.count
    if basic > 0 { output.append("-") }
    var (handled, next, delta, bias) = (basic, 128, 0, 72)
    while handled < label.count {
      // There is a scalar that was not handled, and all that were are below `next`.
      let smallest = label.lazy.map { Int($0.value) }.filter { $0 >= next }.min() ?? next
      delta += (smallest - next) * (handled + 1)
      next = smallest
      for scalar in label {
        if scalar.value < next { delta += 1 }
        guard scalar.value == next else { continue }
        var (rest, step) = (delta, 36)
        while true {
          let threshold = min(26, max(1, step - bias))
          if rest < threshold { break }
          output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
          rest = (rest - threshold) / (36 - threshold)
          step += 36
        }
        output.append(digit(rest))
        bias = adapted(delta, handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      next += 1
    }
    return String(output)
  }

  private static func digit(_ value: Int) -> Character {
    Character(Unicode.Scalar(UInt8(value < 26 ? 0x61 + value : 0x30 + value - 26)))
  }

  /// RFC 3492, 6.1 Bias adaptation function.
  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var bias = 0
    while delta > 455 {
      delta /= 35
      bias += 36
    }
    return bias + 36 * delta / (delta + 38)
  }
}
