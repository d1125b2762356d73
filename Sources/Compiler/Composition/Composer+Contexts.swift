import Diagnostics
import HTML
import Names

// Where values are, and how each place keeps them from breaking out.
extension Composer {
  /// Where a value is.
  enum ValueContext {
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

  // MARK: Text

  /// A text with placeholders.
  mutating func text(_ piece: MarkupPiece, _ index: Int, _ frame: Frame, _ scope: Scope) {
    let source = frame.fragment.source
    let isJSON = piece.name == .script && isJSONScript(index, frame)
    let edits = sheetEdits(piece, frame) + scriptEdits(index, frame)
    var cursor = piece.range.lowerBound
    let (places, unclosed) = placeholders(source.bytes[piece.range])
    for place in places {
      checkSize(frame, place)
      if isStopped { return }
      let inner = String(decoding: source.bytes[place.lowerBound + 2..<place.upperBound - 2], as: UTF8.self)
      let expression = piece.name == .empty || piece.name == .title ? Self.unescaped(inner) : inner
      let value: StaticValue
      switch evaluate(expression[...], at: place, frame, scope) {
      case .leave:
        noteUnfilled(expression, at: place, frame)
        continue
      case .failed: value = .text("")
      case .value(let found): value = found
      }
      output.copy(cursor..<place.lowerBound, of: source, editing: edits)
      cursor = place.upperBound
      if isJSON {
        if standsInString(piece.range.lowerBound..<place.lowerBound, source) {
          guard let text = plainText(value, at: place, frame) else { continue }
          output.insert(String(Self.json(.text(text)).dropFirst().dropLast()), for: place, of: source)
        } else {
          output.insert(Self.json(value), for: place, of: source)
        }
      } else if piece.name != .empty, piece.name != .title, piece.name.string != "textarea" {
        report(
          .unsafeValue, "a value of the build cannot be in `<\(piece.name)>`: `\(expression.prefix(60))`",
          frame.fragment, place,
          help: piece.name == .script
            ? "put it into a `data-` attribute or a `<script type=\"application/json\">`"
            : "put it into a `style` attribute as a custom property")
      } else if let text = plainText(value, at: place, frame) {
        var text = text
        if case .binding = value {} else { text = neutral(text, after: output.bytes.last) }
        guard !standsInTag(piece.name) else {
          report(
            .unsafeValue, "a value right behind `<` could become an element: `\(expression.prefix(60))`",
            frame.fragment,
            place, help: "write &lt; for the character <")
          continue
        }
        output.insert(Self.escaped(text, inAttribute: false), for: place, of: source)
      }
    }
    output.copy(cursor..<piece.range.upperBound, of: source, editing: edits)
    if let unclosed, piece.name == .empty || piece.name == .title {
      let rest = String(decoding: source.bytes[unclosed + 2..<piece.range.upperBound].prefix(80), as: UTF8.self)
      reportUnclosed(rest, at: unclosed..<unclosed + 2, frame, scope)
    }
  }

  /// Reports `{{` without `}}`, where what follows begins with a name of the build.
  private mutating func reportUnclosed(_ rest: String, at range: Range<Int>, _ frame: Frame, _ scope: Scope) {
    guard let name = Placeholder.leadingName(rest[...]), root(name, scope) != nil else { return }
    report(
      .expressionSyntax, "`{{` is not closed", frame.fragment, range, help: "write `}}` behind the expression")
  }

  /// Whether the end of a range of a JSON text lies within a string.
  private func standsInString(_ range: Range<Int>, _ source: SourceFile) -> Bool {
    var isInside = false
    var index = range.lowerBound
    while index < range.upperBound {
      switch source.bytes[index] {
      case 0x22: isInside.toggle()
      case 0x5C where isInside: index += 1
      // Quotes of an expression are none of the text's.
      case 0x7B where index + 1 < range.upperBound && source.bytes[index + 1] == 0x7B:
        while index + 1 < range.upperBound, source.bytes[index] != 0x7D || source.bytes[index + 1] != 0x7D {
          index += 1
        }
      default: break
      }
      index += 1
    }
    return isInside
  }

  /// Whether what is written next into a text would begin or go on with a tag's name: behind `<`, and in the text of
  /// `<title>` and `<textarea>` behind a part of an end tag.
  private func standsInTag(_ element: Name) -> Bool {
    var end = output.bytes.count
    if element != .empty {
      while end > 0, (0x61...0x7A).contains(output.bytes[end - 1] | 0x20) { end -= 1 }
      if end > 1, output.bytes[end - 1] == 0x2F { end -= 1 }
    }
    return end > 0 && output.bytes[end - 1] == 0x3C
  }

  /// What the URLs in the text of a `<style>` become, seen from the page.
  func sheetEdits(_ piece: MarkupPiece, _ frame: Frame) -> [StyleSheetAddresses.Edit] {
    guard piece.name == .style, rewritesStyleSheets(frame) else { return [] }
    return StyleSheetAddresses.edits(frame.fragment.source.bytes[piece.range], lineComments: isToken) {
      sheetAddress($0, frame)
    }
  }

  /// What the imports of a module, or the addresses of an import map, in a page become.
  func scriptEdits(_ index: Int, _ frame: Frame) -> [StyleSheetAddresses.Edit] {
    let scan = frame.fragment.scan
    let piece = scan.pieces[index]
    guard piece.name == .script, !composition.vendored.isEmpty, index > 0, case let tag = scan.pieces[index - 1],
      tag.kind == .startTag
    else { return [] }
    let bytes = Array(frame.fragment.source.bytes[piece.range])
    let specifiers: [ModuleSpecifiers.Specifier]
    switch scan.value(tag, .type)?.lowercased() {
    case "module": specifiers = ModuleSpecifiers.specifiers(in: bytes)
    case "importmap": specifiers = ModuleSpecifiers.addresses(ofImportMap: bytes)
    default: return []
    }
    return composition.scriptEdits(specifiers, at: piece.range.lowerBound) { url in
      composition.vendoredFile(of: url).map { SiteReference.relative(to: $0.path, from: path) + $0.suffix }
    }
  }

  /// Whether URLs in a file's CSS may have to be rewritten.
  func rewritesStyleSheets(_ frame: Frame) -> Bool { !composition.vendored.isEmpty || rebases(frame) }

  /// A URL of a file's CSS as the page has to write it; `nil` where it stays.
  private func sheetAddress(_ url: String, _ frame: Frame) -> String? {
    // From the site's root, as in attributes: the page's `<base href>` may lead relative ones elsewhere.
    let base = compiler.options.base.hasSuffix("/") ? compiler.options.base : compiler.options.base + "/"
    if let file = composition.vendoredFile(of: url) {
      return base + SiteReference.percentEncoded(file.path) + file.suffix
    }
    guard rebases(frame), !SiteReference.stripped(url).hasPrefix("/"),
      case .local(let target, let suffix) = SiteReference(url, from: frame.fragment.path, base: compiler.options.base)
    else { return nil }
    return base + SiteReference.percentEncoded(target) + suffix
  }

  private func isJSONScript(_ index: Int, _ frame: Frame) -> Bool {
    let scan = frame.fragment.scan
    guard index > 0, case let tag = scan.pieces[index - 1], tag.kind == .startTag else { return false }
    let type = scan.value(tag, .type)?.lowercased() ?? ""
    return type == "application/json" || type == "application/ld+json"
  }

  /// The ranges of `{{ … }}`, and the place of a `{{` without an end.
  private func placeholders(_ bytes: ArraySlice<UInt8>) -> (places: [Range<Int>], unclosed: Int?) {
    var result: [Range<Int>] = []
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      guard bytes[index] == 0x7B, bytes[index + 1] == 0x7B else {
        index += 1
        continue
      }
      var end = index + 2
      while end + 1 < bytes.endIndex, bytes[end] != 0x7D || bytes[end + 1] != 0x7D { end += 1 }
      guard end + 1 < bytes.endIndex else { return (result, index) }
      result.append(index..<end + 2)
      index = end + 2
    }
    return (result, nil)
  }

  // MARK: Attributes

  /// An attribute's value with its placeholders filled and its URL as seen from the page; `nil` where nothing changes.
  mutating func filled(
    _ attribute: Document.Attribute, of piece: MarkupPiece, _ frame: Frame, _ scope: Scope, rebasing: Bool = true
  ) -> String? {
    let scan = frame.fragment.scan
    let isURL = isURL(attribute.name, piece.name)
    var value: String?
    if scan.hasPlaceholder(attribute) {
      let context = context(attribute.name, piece, frame)
      switch fill(scan.value(attribute), attribute, context, frame, scope) {
      case .value(let filled):
        value = safeValue(filled, context, of: attribute.name, piece, attribute.sourceRange, frame)
      case .leave: break
      case .failed: value = ""
      }
    }
    guard rebasing else { return value }
    let text = value ?? scan.value(attribute)
    if attribute.name == .style, rewritesStyleSheets(frame) {
      let led = led(style: text, frame)
      return led == text ? value : led
    }
    guard isURL, rewritesStyleSheets(frame) || leadsToLanguage(piece, frame), !text.contains("{{") else { return value }
    return rebased(text, attribute, piece, frame) ?? value
  }

  /// The name of the attribute that follows: of `title={{ data.x }}`, without quotes, `data.x` has become one.
  private func nameBehind(_ attribute: Document.Attribute, _ frame: Frame) -> String {
    let next = frame.fragment.scan.attributes.first { $0.sourceRange.lowerBound >= attribute.sourceRange.upperBound }
    guard let next, next.sourceRange.lowerBound == attribute.sourceRange.upperBound + 1 else { return "" }
    return next.name.string
  }

  /// A `style` attribute with its URLs as seen from the page.
  private func led(style text: String, _ frame: Frame) -> String {
    let bytes = Array(text.utf8)
    let edits = StyleSheetAddresses.edits(bytes[...], lineComments: isToken) { sheetAddress($0, frame) }
    return edits.isEmpty ? text : String(decoding: StyleSheetAddresses.applying(edits, to: bytes), as: UTF8.self)
  }

  /// A text with its placeholders filled; `leftPlaceholder` says whether some are the client's.
  mutating func fill(
    _ text: String, _ attribute: Document.Attribute, _ context: ValueContext, _ frame: Frame, _ scope: Scope
  ) -> Answer<String> {
    let bytes = Array(text.utf8)
    leftPlaceholder = false
    var left = false
    var result = ""
    var cursor = 0
    var hasChanged = false
    let (places, unclosed) = placeholders(bytes[...])
    if let unclosed {
      var rest = String(decoding: bytes[(unclosed + 2)...].prefix(80), as: UTF8.self)
      if rest.isEmpty { rest = nameBehind(attribute, frame) }
      reportUnclosed(rest, at: written(unclosed..<unclosed + 2, bytes, attribute, frame), frame, scope)
    }
    for place in places {
      checkSize(frame, attribute.sourceRange, adding: result.utf8.count)
      if isStopped { return .failed }
      let expression = String(decoding: bytes[place.lowerBound + 2..<place.upperBound - 2], as: UTF8.self)
      let range = written(place, bytes, attribute, frame)
      let value: StaticValue
      switch evaluate(expression[...], at: range, frame, scope) {
      case .leave:
        left = true
        noteUnfilled(expression, at: range, frame)
        continue
      case .failed: return .failed
      case .value(let found): value = found
      }
      guard let filling = plainText(value, at: range, frame) else { return .failed }
      result += String(decoding: bytes[cursor..<place.lowerBound], as: UTF8.self)
      cursor = place.upperBound
      hasChanged = true
      if case .binding = value {
        left = true
        result += filling
        continue
      }
      guard
        let safe = encoded(
          neutral(filling, after: result.utf8.last), value, context, after: result, expression, range, frame)
      else {
        return .failed
      }
      result += safe
    }
    leftPlaceholder = left
    filledBytes += result.utf8.count
    guard hasChanged else { return .leave }
    return .value(result + String(decoding: bytes[cursor...], as: UTF8.self))
  }

  /// The place of a part of an attribute's value, where the source has it as it is; else the attribute's.
  private func written(
    _ place: Range<Int>, _ value: [UInt8], _ attribute: Document.Attribute, _ frame: Frame
  ) -> Range<Int> {
    let bytes = frame.fragment.source.bytes
    let start = attribute.valueSourceOffset + place.lowerBound
    let end = attribute.valueSourceOffset + place.upperBound
    guard end <= attribute.sourceRange.upperBound, end <= bytes.count, bytes[start..<end].elementsEqual(value[place])
    else {
      return attribute.sourceRange
    }
    return start..<end
  }

  /// Where an attribute's value is.
  func context(_ name: Name, _ piece: MarkupPiece, _ frame: Frame) -> ValueContext {
    let text = name.string.lowercased()
    if text.hasPrefix("on") && !isToken { return .refused("the event handler `\(name)`") }
    if text == "srcdoc" || text == "http-equiv" { return .refused("`\(text)`") }
    if text == "content", piece.name == .meta, frame.fragment.scan.attribute(piece, Name("http-equiv")) != nil {
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
    if isURL(name, piece.name) { return .url }
    return !isToken && Self.isScriptsOwn(text) ? .words("`\(name)`, which a script may run") : .markup
  }

  /// Elements of SVG that give attributes of others their values, `href` among them.
  private static let animations: Set<String> = ["animate", "set", "animatetransform", "animatemotion", "animatecolor"]

  /// Whether client frameworks take an attribute's value for an expression or a handler: Vue's and Alpine's `:href`,
  /// `v-on:click` and `x-init`, Angular's `[href]` and `(click)`, htmx's `hx-on` and `hx-vals`, Knockout's `data-bind`.
  static func isScriptsOwn(_ name: String) -> Bool {
    let name = name.hasPrefix("data-") ? name.dropFirst("data-".count) : name[...]
    if let first = name.utf8.first, ":[(*#_".utf8.contains(first) || name.contains(".") { return true }
    let known = [
      "v-", "x-", "ng-", "hx-on", "hx-vals", "hx-vars", "hx-headers", "on-", "on:", "bind-", "bind:", "signals",
      "effect", "computed",
    ]
    if known.contains(where: name.hasPrefix) || name == "bind" { return true }
    return name.contains(":") && !["xlink:", "xml:", "xmlns:", "t:"].contains(where: name.hasPrefix)
  }

  /// A value as its place wants it, or `nil` where it was refused.
  mutating func encoded(
    _ text: String, _ value: StaticValue, _ context: ValueContext, after before: String, _ expression: String,
    _ range: Range<Int>, _ frame: Frame
  ) -> String? {
    switch context {
    case .markup, .value: return text
    case .url, .urls:
      let isList = if case .urls = context { true } else { false }
      if Self.continuesHost(before, isList: isList), !text.isEmpty, !text.hasPrefix("/") {
        report(
          .unsafeValue, "the value goes on with the name of the host: `\(text.prefix(60))`", frame.fragment, range,
          help: "write `/` before it, or let the value be the whole URL")
        return nil
      }
      if let url = encodedURL(text, after: before, isList: isList) { return url }
      report(
        .unsafeValue, "the value climbs out of its folder: `\(text.prefix(60))`", frame.fragment, range,
        help: "take `..` out of the data, or let the value be the whole URL")
      return nil
    case .words(let place):
      let isHarmless = text.unicodeScalars.allSatisfy {
        $0.value >= 0x80 || $0.properties.isAlphabetic || ($0.value >= 0x30 && $0.value <= 0x39)
          || "#%-_. ".unicodeScalars.contains($0)
      }
      if isHarmless { return text }
      report(
        .unsafeValue, "the value could break out of \(place): `\(text.prefix(60))`", frame.fragment, range,
        help: "only letters, digits, spaces and # % - _ . are safe there")
      return nil
    case .refused(let place):
      report(
        .unsafeValue, "a value of the build cannot be in \(place): `\(expression.prefix(60))`", frame.fragment,
        range,
        help: "put it into a `data-` attribute and read it from there")
      return nil
    }
  }

  // MARK: URLs

  /// Whether a URL's text so far ends within the name of its host.
  private static func continuesHost(_ before: String, isList: Bool) -> Bool {
    let prefix = isList ? String(before.split(whereSeparator: { $0 == "," || $0 == " " }).last ?? "") : before
    guard let slashes = prefix.firstRange(of: "//") else { return false }
    let scheme = prefix[..<slashes.lowerBound]
    return (scheme.isEmpty || scheme.hasSuffix(":")) && !prefix[slashes.upperBound...].contains { "/?#".contains($0) }
  }

  /// A value as a part of a URL: at its start a URL of its own, later on a part of the path or query. `nil` where a part
  /// of a path would climb.
  private func encodedURL(_ text: String, after before: String, isList: Bool) -> String? {
    let prefix = isList ? String(before.split(whereSeparator: { $0 == "," || $0 == " " }).last ?? "") : before
    if prefix.isEmpty || isList && before.last.map({ $0 == " " || $0 == "," }) == true {
      return Self.percentEncoded(text) { byte in
        byte > 0x20 && byte != 0x7F && !"\"'<>`{}\\^|".utf8.contains(byte) && !(isList && byte == 0x2C)
      }
    }
    let isQuery = prefix.contains("?") || prefix.contains("#")
    var encoded = Self.percentEncoded(text) { byte in
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

  /// A filled attribute; one with a URL whose scheme is not safe is reported and leads nowhere.
  mutating func safeValue(
    _ value: String, _ context: ValueContext, of name: Name, _ piece: MarkupPiece, _ range: Range<Int>, _ frame: Frame
  ) -> String {
    if isSafe(value, context, piece) { return value }
    report(
      .unsafeValue, "the value gives `\(name)` a scheme that is not safe: `\(value.prefix(60))`", frame.fragment, range,
      help: "use http, https, mailto, tel or a path of the site")
    return "#"
  }

  /// Whether every URL of a filled attribute has a scheme that does no harm.
  private func isSafe(_ value: String, _ context: ValueContext, _ piece: MarkupPiece) -> Bool {
    switch context {
    case .url: return isSafeURL(value, piece)
    case .urls:
      let parts = value.split { $0 == "," || $0.isWhitespace }
      return parts.allSatisfy { isSafeURL(String($0), piece) }
    default: return true
    }
  }

  private func isSafeURL(_ url: String, _ piece: MarkupPiece) -> Bool {
    let stripped = SiteReference.stripped(url)
    guard let scheme = SiteReference.scheme(of: stripped) else { return true }
    if scheme == "data" {
      return [.img, .image].contains(piece.name) && stripped.lowercased().hasPrefix("data:image/")
    }
    return ["http", "https", "mailto", "tel", "sms", "geo"].contains(scheme)
  }

  /// Whether an attribute holds a URL.
  func isURL(_ name: Name, _ element: Name) -> Bool {
    switch name {
    case .href, .src, .poster, .action, .background, .xlinkHref, .srcset: true
    case .data: element == .object
    default:
      [
        "formaction", "cite", "longdesc", "manifest", "ping", "imagesrcset", "url", "hx-get", "hx-post", "hx-put",
        "hx-patch", "hx-delete", "hx-push-url", "hx-replace-url",
      ].contains(name.string.lowercased())
    }
  }

  /// Whether the URLs of a file count from elsewhere than the page's.
  func rebases(_ frame: Frame) -> Bool {
    if let language, language != composition.languages.first { return true }
    return Self.folder(frame.fragment.path) != Self.folder(path)
  }

  private static func folder(_ path: String) -> Substring {
    path.lastIndex(of: "/").map { path[..<$0] } ?? ""
  }

  /// A URL of a file as the page has to write it; `nil` where it stays.
  private func rebased(
    _ url: String, _ attribute: Document.Attribute, _ piece: MarkupPiece, _ frame: Frame
  ) -> String? {
    if attribute.name == .srcset || attribute.name.string == "imagesrcset" {
      let result = ReferenceCollector.sourceSet(url) { rebased($0, piece, frame) }
      return result == url ? nil : result
    }
    return rebased(url, piece, frame)
  }

  private func rebased(_ url: String, _ piece: MarkupPiece, _ frame: Frame) -> String? {
    let base = compiler.options.base.hasSuffix("/") ? compiler.options.base : compiler.options.base + "/"
    // Readers follow links to where they lead; what a page loads comes from the site.
    if piece.name != .a, piece.name != .area, let file = composition.vendoredFile(of: url) {
      return base + SiteReference.percentEncoded(file.path) + file.suffix
    }
    guard rebases(frame) || leadsToLanguage(piece, frame) else { return nil }
    let isAbsolute = SiteReference.stripped(url).hasPrefix("/")
    switch SiteReference(url, from: frame.fragment.path, base: compiler.options.base) {
    case .local(let target, let suffix):
      let wanted = frame.fragment.scan.value(piece, CompositionNames.hreflang)
      let localized = localized(target, wanted)
      if isAbsolute, localized == target { return nil }
      return base + SiteReference.percentEncoded(localized) + suffix
    case .directory(let target, let suffix):
      let index = target.isEmpty ? "index.html" : target + "/index.html"
      let localized = localized(index, frame.fragment.scan.value(piece, CompositionNames.hreflang))
      if localized != index { return base + SiteReference.percentEncoded(localized) + suffix }
      if isAbsolute { return nil }
      return base + (target.isEmpty ? "" : SiteReference.percentEncoded(target) + "/") + suffix
    default: return nil
    }
  }

  /// Whether a link names the language in which the reader goes on.
  func leadsToLanguage(_ piece: MarkupPiece, _ frame: Frame) -> Bool {
    composition.languages.count > 1 && frame.fragment.scan.attribute(piece, CompositionNames.hreflang) != nil
  }

  /// A page's path in the page's language, or in that which a link names.
  private func localized(_ target: String, _ wanted: String?) -> String {
    guard let fallback = composition.languages.first, let language = wanted ?? language else { return target }
    guard language != fallback, composition.languages.contains(language) else { return target }
    for candidate in [target, target + ".html", target + "/index.html"] where composition.localized.contains(candidate)
    {
      return language + "/" + target
    }
    return target
  }

  // MARK: Escaping

  /// A text with its doubled braces taken apart, and at its ends kept from the page's own: data never becomes a binding of
  /// the client, whether this product's (Token pages) or a script's (`{{` in Web pages).
  ///
  /// - Parameter previous: the byte that the text is put behind; two values may make a pair.
  func neutral(_ text: String, after previous: UInt8? = nil) -> String {
    guard text.utf8.contains(where: { $0 == 0x7B || isToken && $0 == 0x7D }) else { return text }
    let joiner: Unicode.Scalar = "\u{2060}"
    let isBrace = { [isToken] (scalar: Unicode.Scalar) in scalar == "{" || isToken && scalar == "}" }
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
  private static func unescaped(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var text = text
    for (reference, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
      text = text.split(separator: reference, omittingEmptySubsequences: false).joined(separator: character)
    }
    return text
  }

  /// A value as JSON that cannot end a script.
  static func json(_ value: StaticValue, depth: Int = 0) -> String {
    switch value {
    case .null: return "null"
    case .boolean(let value): return value ? "true" : "false"
    case .number(let number): return StaticValue.plain(number)
    case .text(let text), .binding(let text):
      var result = "\""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "<", ">", "&", "\u{2028}", "\u{2029}", "\0"..<" ":
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result + "\""
    case .list(let elements): return "[" + elements.map { json($0, depth: depth + 1) }.joined(separator: ",") + "]"
    case .object(let object):
      let members = object.names.map { "\(json(.text($0))):\(json(object[$0] ?? .null, depth: depth + 1))" }
      return "{" + members.joined(separator: ",") + "}"
    }
  }
}
