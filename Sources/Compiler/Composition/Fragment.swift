import Diagnostics
import HTML
import Names
import Platform

/// A file that pages are composed from, cut into pieces once.
final class Fragment: Sendable {
  /// The site path.
  let path: String
  let scan: MarkupScan
  /// What `<param>` declares, in order.
  let parameters: [FragmentParameter]
  /// The names of the slots; `""` is the one without a name.
  let slots: [String]
  /// The pieces of the front matter's script.
  let frontMatter: ClosedRange<Int>?
  /// The start tag of `<html>`, `<head>` and `<body>`, or -1.
  let html: Int
  let head: Int
  let body: Int
  /// The names that its expressions begin with; of fragments that are put into pages.
  let usedNames: Set<String>
  /// Whether a `<style scoped>` is in it.
  let isScoped: Bool
  /// Problems of the text and of the declarations.
  let diagnostics: DiagnosticSink
  /// Attributes that nearly have a name of composition's.
  let directives: DiagnosticSink

  var source: SourceFile { scan.source }

  /// A file cut into pieces; `isInserted` where it is put into pages, which are not to end inside of it.
  init(path: String, scan: MarkupScan, isInserted: Bool = false, diagnostics: DiagnosticSink = DiagnosticSink()) {
    self.path = path
    self.scan = scan
    var parameters: [FragmentParameter] = []
    var slots: [String] = []
    var frontMatter: ClosedRange<Int>?
    var places = [-1, -1, -1]
    var isScoped = false
    var diagnostics = diagnostics
    var directives = DiagnosticSink()
    var known: [Name: Bool] = [:]
    for (index, piece) in scan.pieces.enumerated() where piece.kind == .startTag {
      for attribute in piece.attributes.lazy.map({ scan.attributes[$0] }) {
        if known[attribute.name] == nil { known[attribute.name] = CompositionNames.isPermitted(attribute.name) }
        if known[attribute.name] == false { CompositionNames.report(attribute, in: scan, &directives) }
      }
      switch piece.name {
      case .html where places[0] < 0: places[0] = index
      case .head where places[1] < 0: places[1] = index
      case .body where places[2] < 0: places[2] = index
      case .slot: slots.append(scan.value(piece, .name) ?? "")
      case .style where scan.attribute(piece, CompositionNames.scoped) != nil: isScoped = true
      case .script where scan.value(piece, .type)?.lowercased() == "application/hybrid+json":
        if frontMatter == nil {
          frontMatter = index...max(index, piece.partner)
        } else {
          directives.report(
            .frontMatterInvalid, "the page has front matter already", in: scan.source, at: piece.range,
            help: "join the two objects")
        }
      case .param:
        guard let parameter = FragmentParameter(piece, in: scan, &diagnostics) else { break }
        if parameters.contains(where: { $0.name == parameter.name }) {
          diagnostics.report(
            .parameterInvalid, "the parameter `\(parameter.name)` is declared twice", in: scan.source, at: piece.range,
            help: "remove one of them")
        } else {
          parameters.append(parameter)
        }
      default: break
      }
    }
    CompositionNames.reportRepeated(in: scan, &directives)
    self.parameters = parameters
    self.slots = slots
    self.frontMatter = frontMatter
    (html, head, body) = (places[0], places[1], places[2])
    self.isScoped = isScoped
    usedNames = isInserted ? ExpressionNames.names(in: scan) : []
    if isInserted {
      Self.reportOpenEnd(of: scan, &diagnostics)
      ForeignFrontMatter.report(in: scan.source, &diagnostics)
    }
    self.diagnostics = diagnostics
    self.directives = directives
  }

  /// Reports what the file leaves open at its end, so that it would take in the rest of each page that it is put into.
  private static func reportOpenEnd(of scan: MarkupScan, _ diagnostics: inout DiagnosticSink) {
    let source = scan.source
    guard let last = scan.pieces.indices.last else { return }
    let piece = scan.pieces[last]
    if piece.kind == .comment, piece.range.count < 7 || !source.bytes[piece.range].suffix(3).elementsEqual("-->".utf8) {
      guard source.bytes[piece.range].starts(with: "<!--".utf8) else { return }
      diagnostics.report(
        .compositionUnclosed, "the comment is not closed", in: source,
        at: piece.range.lowerBound..<piece.range.lowerBound + 4, help: "write `-->` where it ends")
    }
    let holder = piece.kind == .text ? last - 1 : last
    guard piece.kind == .startTag || piece.kind == .text && piece.name != .empty, holder >= 0 else { return }
    let tag = scan.pieces[holder]
    guard tag.kind == .startTag, holdsText.contains(tag.name), tag.partner < 0, !tag.isSelfClosing else { return }
    diagnostics.report(
      .compositionUnclosed, "`<\(tag.name)>` is not closed", in: source, at: tag.range,
      help: "write `</\(tag.name)>` where it ends")
  }

  /// The elements whose contents are text up to their end tag.
  private static let holdsText: Set<Name> = [.script, .style, .textarea, .title]

  /// The front matter's object; `nil` where there is none or it cannot be read, which is reported.
  func readFrontMatter(_ diagnostics: inout DiagnosticSink) -> StaticObject? {
    guard let pieces = frontMatter else { return nil }
    let text = scan.pieces[pieces].filter { $0.kind == .text }.map(\.range)
    guard let first = text.first, let last = text.last else {
      diagnostics.report(
        .frontMatterInvalid, "the front matter is empty", in: source, at: scan.pieces[pieces.lowerBound].range,
        help: "write a JSON object between the tags, or remove them")
      return nil
    }
    let range = first.lowerBound..<last.upperBound
    do {
      guard case .object(let object) = try JSONValueReader.read(source.bytes, in: range) else {
        diagnostics.report(
          .frontMatterInvalid, "the front matter is not a JSON object", in: source,
          at: range.lowerBound..<range.lowerBound
        )
        return nil
      }
      if object["layout"] != nil {
        diagnostics.report(
          Diagnostic(
            .frontMatterInvalid, "`layout` in front matter names no layout", in: source, at: range,
            severity: .warning, help: "write it as an attribute: `<html layout=\"/layouts/main.html\">`"))
      }
      return object
    } catch {
      diagnostics.report(
        .frontMatterInvalid, "the front matter is not valid JSON: \(error.message)", in: source,
        at: error.offset..<error.offset)
      return nil
    }
  }
}

/// A parameter that a partial, layout or component declares.
struct FragmentParameter: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case text, number, boolean, data
  }

  var name: String
  var kind: Kind
  var fallback: StaticValue?
  var isRequired: Bool

  /// What a `<param name type default>` declares; `nil` for one of an `<object>` (`value` without `type`).
  init?(_ piece: MarkupPiece, in scan: MarkupScan, _ diagnostics: inout DiagnosticSink) {
    if scan.attribute(piece, .value) != nil { return nil }
    func fail(_ message: String, help: String) {
      diagnostics.report(.parameterInvalid, message, in: scan.source, at: piece.range, help: help)
    }
    guard let name = scan.value(piece, .name), let first = name.first, first.isLetter || first == "_",
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" })
    else {
      fail("`<param>` needs a name of letters, digits and `-`", help: "write `<param name=\"title\" type=\"text\">`")
      return nil
    }
    self.name = name
    let type = scan.value(piece, .type) ?? "text"
    guard let kind = Kind(rawValue: type) else {
      let near = Suggestion.nearest(to: type, in: Kind.allCases.map(\.rawValue))
      fail(
        "there is no type `\(type)`",
        help: near.map { "did you mean `\($0)`?" } ?? "types are text, number, boolean, data")
      return nil
    }
    self.kind = kind
    isRequired = scan.attribute(piece, CompositionNames.required) != nil
    if let text = scan.value(piece, CompositionNames.fallback) {
      guard kind != .data, let value = Self.value(text, kind) else {
        fail("the default `\(text)` of `\(name)` is not a \(kind.rawValue)", help: "write a value of the declared type")
        return nil
      }
      fallback = value
    }
  }

  /// A literal of a type.
  static func value(_ text: String, _ kind: Kind) -> StaticValue? {
    switch kind {
    case .text: return .text(text)
    case .number:
      guard let number = Double(text), number.isFinite else { return nil }
      return .number(number)
    case .boolean:
      switch text.lowercased() {
      case "", "true": return .boolean(true)
      case "false": return .boolean(false)
      default: return nil
      }
    case .data: return nil
    }
  }
}

/// The attributes of composition.
enum CompositionNames {
  static let include = Name("include")
  static let scoped = Name("scoped")
  static let required = Name("required")
  static let fallback = Name("default")
  static let loop = Name("t:static")
  static let condition = Name("t:if")
  static let otherwise = Name("t:else")
  static let message = Name("t:text")
  static let clientLoop = Name("t:for")
  static let clientData = Name("t:data")
  static let hreflang = Name("hreflang")
  static let dir = Name("dir")

  private static let directives = ["t:static", "t:if", "t:else", "t:text", "t:for", "t:data"]

  /// Whether an attribute is not a misspelt one of composition: known, or far from all names.
  static func isPermitted(_ name: Name) -> Bool {
    isKnown(name) || Suggestion.nearest(to: name.string, in: directives) == nil
  }

  /// Whether an attribute is composition's, or has nothing to do with it.
  private static func isKnown(_ name: Name) -> Bool {
    let text = name.string
    return !text.hasPrefix("t:") || directives.contains(text) || text.hasPrefix("t:arg-") || text.hasPrefix("t:text-")
  }

  /// Reports an attribute of a Token page that begins with `t:` and is far from all names: no other tool reads such pages.
  /// What is near to one was reported when the page was put together.
  static func reportUnknown(
    _ attribute: Document.Attribute, in source: SourceFile, _ diagnostics: inout DiagnosticSink
  ) {
    guard !isKnown(attribute.name), isPermitted(attribute.name) else { return }
    let name = attribute.name.string
    let start = directives.filter { name.hasPrefix($0) }.max { $0.count < $1.count }
    diagnostics.report(
      .directiveUnknown, "there is no `\(name)`", in: source, at: attribute.sourceRange,
      help: start.map { "did you mean `\($0)`?" } ?? "loops are `t:for`, and `t:data` of a table")
  }

  /// Reports loops that are on elements with such a loop already: the tags that composition writes have only the first.
  static func reportRepeated(in scan: MarkupScan, _ diagnostics: inout DiagnosticSink) {
    for (name, range) in scan.repeatedAttributes where [clientLoop, clientData, loop].contains(name) {
      diagnostics.report(
        .repetitionMisplaced, "`\(name)` is given twice: the second does nothing", in: scan.source, at: range,
        help: "put an inner loop on an element inside")
    }
  }

  /// Reports an attribute that nearly has a name of composition's: it would do nothing.
  static func report(_ attribute: Document.Attribute, in scan: MarkupScan, _ diagnostics: inout DiagnosticSink) {
    let near = Suggestion.nearest(to: attribute.name.string, in: directives)
    diagnostics.report(
      .directiveUnknown, "there is no `\(attribute.name)`", in: scan.source, at: attribute.sourceRange,
      help: near.map { "did you mean `\($0)`?" })
  }
}

/// The fragments of a site, each cut once.
final class FragmentCache: Sendable {
  private struct Key: Hashable {
    var path: String
    var keepsCase: Bool
  }
  private let fragments = Mutex<[Key: Fragment]>([:])

  func fragment(_ path: String, keepsCase: Bool, _ make: (inout DiagnosticSink) -> SourceFile?) -> Fragment? {
    let key = Key(path: path, keepsCase: keepsCase)
    if let known = fragments.withLock({ $0[key] }) { return known }
    var diagnostics = DiagnosticSink()
    guard let source = make(&diagnostics) else { return nil }
    let scan = MarkupScan(source, keepsCase: keepsCase)
    let made = Fragment(path: path, scan: scan, isInserted: true, diagnostics: diagnostics)
    return fragments.withLock { fragments in
      if let known = fragments[key] { return known }
      fragments[key] = made
      return made
    }
  }
}
