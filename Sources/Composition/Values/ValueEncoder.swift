import Diagnostics
import HTML
import Names
import References

/// Where a value is.
enum ValuePlace {
  /// Text and attributes: character references.
  case markup
  /// A parameter: escaped where it is used.
  case value
  /// A URL: percent-encoded, its scheme looked at.
  case url
  /// Several URLs with commas between them.
  case urls
  /// A place with a syntax of its own in which plain words and numbers are harmless.
  case words(String)
  /// A place that takes no values.
  case refused(String)
}

/// Keeps values of data from breaking out of the places that they are put into: each place has its own escaping, and some
/// take no values.
struct ValueEncoder {
  let page: CompositionPage
  let journal: CompositionJournal

  /// Where an attribute's value is.
  func place(of name: Name, _ piece: MarkupPiece, in context: Context) -> ValuePlace {
    let text = name.string.lowercased()
    if text.hasPrefix("on") && !page.isToken { return .refused("the event handler `\(name)`") }
    if text == "srcdoc" || text == "http-equiv" { return .refused("`\(text)`") }
    if text == "content", piece.name == .meta, context.scan.attribute(piece, Name("http-equiv")) != nil {
      return .refused("`content` of `http-equiv`")
    }
    if text.hasPrefix("@") || text.hasPrefix("on") { return .words("the event handler `\(name)`") }
    if text == "style" { return .words("`style`") }
    if text == "t:for" || text == "t:data" { return .words("`\(name)`") }
    if Self.animations.contains(piece.name.string.lowercased()) {
      if text == "attributename" { return .refused("`attributeName` of an animation") }
      if ["from", "to", "by", "values"].contains(text) { return .words("`\(name)` of an animation") }
    }
    if text == "srcset" || text == "imagesrcset" || text == "ping" { return .urls }
    if URLAttributes.contains(name, of: piece.name) { return .url }
    return !page.isToken && ScriptAttributes.contains(text) ? .words("`\(name)`, which a script may run") : .markup
  }

  /// Elements of SVG that give attributes of others their values, `href` among them.
  private static let animations: Set<String> = ["animate", "set", "animatetransform", "animatemotion", "animatecolor"]

  /// A value as its place wants it, or `nil` where it was refused.
  ///
  /// - Parameters:
  ///   - text: the value.
  ///   - place: where it is.
  ///   - before: what the attribute's value has before it.
  ///   - expression: what the value is of, for messages.
  ///   - range: the bytes of the expression.
  func encoded(
    _ text: String, for place: ValuePlace, after before: String, _ expression: String, at range: Range<Int>,
    in context: Context
  ) -> String? {
    switch place {
    case .markup, .value: return text
    case .url, .urls:
      let isList = if case .urls = place { true } else { false }
      if Self.continuesHost(before, isList: isList), !text.isEmpty, !text.hasPrefix("/") {
        journal.report(
          .unsafeValue, "the value goes on with the name of the host: `\(text.prefix(60))`", in: context, at: range,
          help: "write `/` before it, or let the value be the whole URL")
        return nil
      }
      if let url = Self.encodedURL(text, after: before, isList: isList) { return url }
      journal.report(
        .unsafeValue, "the value climbs out of its folder: `\(text.prefix(60))`", in: context, at: range,
        help: "take `..` out of the data, or let the value be the whole URL")
      return nil
    case .words(let place):
      let isHarmless = text.unicodeScalars.allSatisfy {
        $0.value >= 0x80 || $0.properties.isAlphabetic || ($0.value >= 0x30 && $0.value <= 0x39)
          || "#%-_. ".unicodeScalars.contains($0)
      }
      if isHarmless { return text }
      journal.report(
        .unsafeValue, "the value could break out of \(place): `\(text.prefix(60))`", in: context, at: range,
        help: "only letters, digits, spaces and # % - _ . are safe there")
      return nil
    case .refused(let place):
      journal.report(
        .unsafeValue, "a value of the build cannot be in \(place): `\(expression.prefix(60))`", in: context,
        at: range, help: "put it into a `data-` attribute and read it from there")
      return nil
    }
  }

  /// A filled attribute; one with a URL whose scheme is not safe is reported and leads nowhere.
  func safeValue(
    _ value: String, for place: ValuePlace, of name: Name, _ piece: MarkupPiece, at range: Range<Int>,
    in context: Context
  ) -> String {
    if Self.isSafe(value, place, piece) { return value }
    journal.report(
      .unsafeValue, "the value gives `\(name)` a scheme that is not safe: `\(value.prefix(60))`", in: context,
      at: range, help: "use http, https, mailto, tel or a path of the site")
    return "#"
  }

  /// A text with its doubled braces taken apart, and at its ends kept from the page's own: data never becomes a binding of
  /// the client, whether this product's (Token pages) or a script's (`{{` in Web pages).
  ///
  /// - Parameter previous: the byte that the text is put behind; two values may make a pair.
  func neutral(_ text: String, after previous: UInt8? = nil) -> String {
    let isToken = page.isToken
    guard text.utf8.contains(where: { $0 == 0x7B || isToken && $0 == 0x7D }) else { return text }
    let joiner: Unicode.Scalar = "\u{2060}"
    let isBrace = { (scalar: Unicode.Scalar) in scalar == "{" || isToken && scalar == "}" }
    var result = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    if !isToken, previous == 0x7B { last = "{" }
    for scalar in text.unicodeScalars {
      if isBrace(scalar), last == scalar || last == nil && isToken { result.append(joiner) }
      result.append(scalar)
      last = scalar
    }
    if isToken, let last, isBrace(last) { result.append(joiner) }
    return String(result)
  }

  // MARK: URLs

  /// Whether a URL's text so far ends within the name of its host.
  private static func continuesHost(_ before: String, isList: Bool) -> Bool {
    let prefix = lastURL(of: before, isList: isList)
    guard let slashes = prefix.firstRange(of: "//") else { return false }
    let scheme = prefix[..<slashes.lowerBound]
    return (scheme.isEmpty || scheme.hasSuffix(":")) && !prefix[slashes.upperBound...].contains { "/?#".contains($0) }
  }

  /// The URL that a text ends with.
  private static func lastURL(of text: String, isList: Bool) -> String {
    isList ? String(text.split(whereSeparator: { $0 == "," || $0 == " " }).last ?? "") : text
  }

  /// A value as a part of a URL: at its start a URL of its own, later on a part of the path or query. `nil` where a part
  /// of a path would climb.
  private static func encodedURL(_ text: String, after before: String, isList: Bool) -> String? {
    let prefix = lastURL(of: before, isList: isList)
    if prefix.isEmpty || isList && before.last.map({ $0 == " " || $0 == "," }) == true {
      return percentEncoded(text) { byte in
        byte > 0x20 && byte != 0x7F && !"\"'<>`{}\\^|".utf8.contains(byte) && !(isList && byte == 0x2C)
      }
    }
    let isQuery = prefix.contains("?") || prefix.contains("#")
    var encoded = percentEncoded(text) { byte in
      (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || "-._~".utf8.contains(byte)
        || byte >= 0x80 || (byte == 0x2F && !isQuery)
    }
    guard !isQuery else { return encoded }
    if prefix.hasSuffix("/") {
      while encoded.hasPrefix("/") { encoded = "%2F" + encoded.dropFirst() }
    }
    let last = prefix.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    for segment in (last + encoded).split(separator: "/") where segment == ".." || segment == "." { return nil }
    return encoded
  }

  private static func percentEncoded(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
    var result: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in text.utf8 {
      if isKept(byte) { result.append(byte) } else { result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether every URL of a filled attribute has a scheme that does no harm.
  private static func isSafe(_ value: String, _ place: ValuePlace, _ piece: MarkupPiece) -> Bool {
    switch place {
    case .url: return isSafeURL(value, piece)
    case .urls:
      let parts = value.split { $0 == "," || $0.isWhitespace }
      return parts.allSatisfy { isSafeURL(String($0), piece) }
    default: return true
    }
  }

  private static func isSafeURL(_ url: String, _ piece: MarkupPiece) -> Bool {
    let stripped = SiteReference.stripped(url)
    guard let scheme = SiteReference.scheme(of: stripped) else { return true }
    if scheme == "data" {
      return [.img, .image].contains(piece.name) && stripped.lowercased().hasPrefix("data:image/")
    }
    return ["http", "https", "mailto", "tel", "sms", "geo"].contains(scheme)
  }

  // MARK: Characters

  /// A text as markup has it.
  static func escaped(_ text: String, inAttribute: Bool) -> String {
    guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E || $0 == 0x22 || $0 == 0x0D || $0 == 0 })
    else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"" where inAttribute: result += "&quot;"
      case "\r": result += "&#13;"
      case "\0": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The references that an expression in a text may be written with.
  static func unescaped(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var text = text
    for (reference, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
      text = text.split(separator: reference, omittingEmptySubsequences: false).joined(separator: character)
    }
    return text
  }
}
