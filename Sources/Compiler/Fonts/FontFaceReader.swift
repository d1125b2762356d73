import CSS
import CSSValues
import Names
import Text

/// Reads `@font-face` rules (CSS Fonts 4, 4) into what the text measurer takes.
struct FontFaceReader {
  /// The font file of a URL in a sheet, or `nil` where there is none (which the caller has reported).
  let load: (_ url: String, _ sheet: String) -> FontFile?

  /// The rule, or `nil` where it lacks a family or sources, which makes it void.
  func read(_ rule: DescriptorRule, sheet: String) -> FontFaceRule? {
    guard let family = family(rule["font-family"]), let sources = rule["src"].map({ read(sources: $0, sheet) }) else {
      return nil
    }
    var face = FontFaceRule(family: family, sources: sources)
    if let value = rule["font-weight"] {
      face.weight = range(value, keywords: ["normal": 400, "bold": 700]) ?? face.weight
    }
    if let value = rule["font-stretch"] ?? rule["font-width"] {
      face.stretch = range(value, keywords: Self.stretches) ?? face.stretch
    }
    if let value = rule["font-style"] { face.slant = slant(value) }
    if let value = rule["unicode-range"] { face.unicodeRanges = UnicodeRanges.read(value.sourceText) }
    if let value = rule["font-feature-settings"] { face.featureSettings = settings(value) }
    if let value = rule["font-variation-settings"] { face.variationSettings = settings(value) }
    face.ascentOverride = rule["ascent-override"].flatMap(fraction)
    face.descentOverride = rule["descent-override"].flatMap(fraction)
    face.lineGapOverride = rule["line-gap-override"].flatMap(fraction)
    if let value = rule["size-adjust"].flatMap(fraction) { face.sizeAdjust = value }
    return face
  }

  private func family(_ value: TokenCursor?) -> String? {
    guard var cursor = value else { return nil }
    cursor.skipWhitespace()
    if cursor.peekKind == .string { return cursor.text(cursor.next()) }
    var words: [String] = []
    while !cursor.isAtEnd {
      let token = cursor.next()
      if token.kind == .ident { words.append(cursor.text(token)) } else if token.kind != .whitespace { return nil }
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private func read(sources value: TokenCursor, _ sheet: String) -> [FontFaceRule.Source] {
    var cursor = value
    var result: [FontFaceRule.Source] = []
    while !cursor.isAtEnd {
      let source = cursor.over(cursor.skip(until: .comma)).trimmed()
      if let source = read(source: source, sheet) { result.append(source) }
      _ = cursor.consume(.comma)
    }
    return result
  }

  private func read(source value: TokenCursor, _ sheet: String) -> FontFaceRule.Source? {
    var cursor = value
    let token = cursor.peek
    var url: String?
    if token.kind == .url {
      url = cursor.text(cursor.next())
    } else if token.kind == .function {
      let name = cursor.text(token).lowercased()
      let inner = cursor.consumeBlock().trimmed()
      if name == "local" {
        return family(inner).map { .local($0) }
      }
      if name == "url" || name == "src", inner.peekKind == .string { url = inner.text(inner.peek) }
    }
    guard let url else { return nil }
    // `format()` says what the file is before it is fetched: browsers skip what they cannot read.
    cursor.skipWhitespace()
    if cursor.peekKind == .function, cursor.text(cursor.peek).lowercased() == "format" {
      let inner = cursor.consumeBlock().trimmed()
      let format = inner.text(inner.peek).lowercased()
      let known = [
        "woff", "woff2", "truetype", "opentype", "collection", "woff2-variations", "woff-variations",
        "truetype-variations", "opentype-variations",
      ]
      guard known.contains(format) else { return nil }
    }
    return load(url, sheet).map { .file($0) }
  }

  private static let stretches: [String: Double] = [
    "normal": 100, "ultra-condensed": 50, "extra-condensed": 62.5, "condensed": 75, "semi-condensed": 87.5,
    "semi-expanded": 112.5, "expanded": 125, "extra-expanded": 150, "ultra-expanded": 200,
  ]

  private func range(_ value: TokenCursor, keywords: [String: Double]) -> ClosedRange<Double>? {
    var cursor = value
    var numbers: [Double] = []
    while !cursor.isAtEnd {
      let token = cursor.next()
      switch token.kind {
      case .number, .percentage: numbers.append(token.number)
      case .ident:
        if let number = keywords[cursor.text(token).lowercased()] { numbers.append(number) }
      default: break
      }
    }
    guard let first = numbers.first, first.isFinite else { return nil }
    let second = numbers.count > 1 && numbers[1].isFinite ? numbers[1] : first
    return min(first, second)...max(first, second)
  }

  private func slant(_ value: TokenCursor) -> FontFaceRule.Slant {
    var cursor = value.trimmed()
    let word = cursor.text(cursor.next()).lowercased()
    switch word {
    case "italic": return .italic
    case "oblique":
      var angles: [Double] = []
      while !cursor.isAtEnd {
        let token = cursor.next()
        if token.kind == .dimension, token.number.isFinite { angles.append(token.number) }
      }
      let first = angles.first ?? 14
      let second = angles.count > 1 ? angles[1] : first
      return .oblique(min(first, second)...max(first, second))
    default: return .normal
    }
  }

  private func settings(_ value: TokenCursor) -> [FontSetting] {
    var cursor = value
    var result: [FontSetting] = []
    while !cursor.isAtEnd {
      let part = cursor.over(cursor.skip(until: .comma)).trimmed()
      _ = cursor.consume(.comma)
      var inner = part
      let token = inner.next()
      let tag = Array(inner.text(token).utf8)
      guard token.kind == .string, tag.count == 4 else { continue }
      inner.skipWhitespace()
      let setting = inner.peek
      let number: Double =
        setting.kind == .number && setting.number.isFinite
        ? setting.number : inner.text(setting, is: "off") && setting.kind == .ident ? 0 : 1
      result.append(FontSetting(tag: tag.reduce(0) { $0 << 8 | UInt32($1) }, value: number))
    }
    return result
  }

  private func fraction(_ value: TokenCursor) -> Double? {
    let token = value.trimmed().peek
    return token.kind == .percentage && token.number.isFinite && token.number >= 0 ? token.number / 100 : nil
  }
}

/// `unicode-range` (CSS Syntax 3, 7): `U+26`, `U+0-7F`, `U+4??`.
public enum UnicodeRanges {
  /// The ranges of a comma-separated list, without those that are invalid.
  public static func read(_ text: String) -> [ClosedRange<UInt32>] {
    text.split(separator: ",").compactMap { read(one: $0.filter { !$0.isWhitespace }) }
  }

  private static func read(one text: String) -> ClosedRange<UInt32>? {
    guard text.count > 2, text.lowercased().hasPrefix("u+") else { return nil }
    let body = text.dropFirst(2)
    if let question = body.firstIndex(of: "?") {
      guard body[question...].allSatisfy({ $0 == "?" }), body.count <= 6 else { return nil }
      guard let low = UInt32(body.replacing("?", with: "0"), radix: 16),
        let high = UInt32(body.replacing("?", with: "f"), radix: 16)
      else { return nil }
      return low...min(high, 0x10FFFF)
    }
    let ends = body.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let low = UInt32(ends[0], radix: 16) else { return nil }
    guard ends.count == 2 else { return low <= 0x10FFFF ? low...low : nil }
    guard let high = UInt32(ends[1], radix: 16), high >= low else { return nil }
    return low...min(max(low, high), max(low, 0x10FFFF))
  }
}
