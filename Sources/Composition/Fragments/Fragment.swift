import Diagnostics
import HTML
import JSONValues
import Names

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
    usedNames = isInserted ? FileExpressions.names(in: scan) : []
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

  /// Whether there is nothing to see in pieces: white space, comments and front matter.
  func isBlank(_ range: Range<Int>) -> Bool {
    range.allSatisfy { index in
      let piece = scan.pieces[index]
      if piece.kind == .comment || frontMatter?.contains(index) == true { return true }
      return piece.kind == .text && source.bytes[piece.range].allSatisfy { $0 == 0x20 || ($0 >= 9 && $0 <= 13) }
    }
  }

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
    do throws(JSONError) {
      guard case .object(let object) = try StaticValue(json: source.bytes, in: range) else {
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
        .frontMatterInvalid, "the front matter is not valid JSON: \(error.clause)", in: source,
        at: error.offset..<error.offset)
      return nil
    }
  }
}
