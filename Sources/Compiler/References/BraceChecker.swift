import Composition
import Diagnostics
import HTML
import Names

/// Looks for `{{ … }}` in a finished page, which readers would see: composition left it, and no script seems to fill it.
struct BraceChecker {
  let source: SourceFile
  /// The places in partials, layouts and components at which composition found nothing, with the places that use them.
  let unfilled: [UnfilledPlaceholder]

  /// Reports the braces of a page.
  ///
  /// - Parameter isFilledByScripts: whether the page's scripts are, or bring, a template engine.
  func check(_ document: Document, isFilledByScripts: Bool, _ diagnostics: inout DiagnosticSink) {
    guard !isFilledByScripts, PlaceholderPlaces.mayBe(in: source.bytes), !hasForeignAttributes(document) else { return }
    var progress = Progress(uses: Dictionary(grouping: unfilled, by: \.place))
    var node = document.next(after: .document)
    while node.exists {
      if document.isElement(node) {
        guard !keepsBraces(node, document) else {
          node = document.nextSkippingChildren(after: node)
          continue
        }
        for attribute in document.attributes(node) {
          let bytes = Array(document.utf8(of: attribute))
          report(bytes, at: attribute.valueSourceOffset, &progress, &diagnostics)
        }
      } else if document.kind(node) == .text {
        report(Array(document.utf8(node)), at: document.sourceRange(node).lowerBound, &progress, &diagnostics)
      }
      node = document.next(after: node)
    }
  }

  /// As many times the problems that a page may have, braces of partials are looked at that were reported before.
  private static let mostRepetitions = 8

  /// What was reported of a page.
  private struct Progress {
    /// What composition did not fill, by where it is written.
    let uses: [UnfilledPlaceholder.Place: [UnfilledPlaceholder]]
    var reported: Set<UnfilledPlaceholder.Place> = []
    /// How many braces were looked at.
    var looked = 0
  }

  private func report(
    _ bytes: [UInt8], at offset: Int, _ progress: inout Progress, _ diagnostics: inout DiagnosticSink
  ) {
    guard PlaceholderPlaces.mayBe(in: bytes) else { return }
    var text: SourceFile?
    for place in Self.places(in: bytes) {
      // Where braces are written takes long to find, and no more problems are kept; partials may double them sixteen times.
      guard progress.looked < Self.mostRepetitions * diagnostics.limit else {
        diagnostics.drop(.warning)
        continue
      }
      progress.looked += 1
      let part = text ?? SourceFile(bytes, in: source, at: offset)
      text = part
      let written = part.written(place)
      let key = UnfilledPlaceholder.Place(file: written.file.path, offset: written.range.lowerBound)
      if let uses = progress.uses[key] {
        guard progress.reported.insert(key).inserted else { continue }
        var notes: [String] = []
        for use in uses {
          let place = SourceLocation(in: use.source, use.range)
          let note = UnfilledPlaceholder.noteStart + "\(place.file):\(place.line)"
          if !notes.contains(note), notes.count < 100 { notes.append(note) }
        }
        diagnostics.report(
          .placeholderUnfilled, "nothing fills `{{ \(uses[0].name) }}`", in: part, at: place, help: uses[0].help,
          notes: notes)
        continue
      }
      let shown = String(decoding: bytes[place].prefix(60), as: UTF8.self)
      diagnostics.report(
        .bracesRemain, "`\(shown)` remains in the page, and readers see it", in: part, at: place,
        help: Self.help(forRemaining: shown))
    }
  }

  /// What to do about braces that remain: a value of a root that the site does not have needs its first file.
  private static func help(forRemaining shown: String) -> String {
    let braces = "braces that readers are to see go into `<code>`"
    guard let match = shown.prefixMatch(of: #/\{+\s*(data|i18n)\.([A-Za-z0-9_-]+)/#) else {
      return "values of the build begin with `data.`, `page.`, `site.` or `i18n.`; \(braces)"
    }
    return match.1 == "data"
      ? "the site has no file in `data/`: write `data/\(match.2).json`; \(braces)"
      : "the site has no file in `i18n/`: write `i18n/en.json`; \(braces)"
  }

  /// Whether the contents of an element are texts about code, or not shown at all.
  private func keepsBraces(_ node: NodeID, _ document: Document) -> Bool {
    switch document.name(node).string.lowercased() {
    case "code", "pre", "kbd", "samp", "textarea", "template", "script", "style", "xmp", "plaintext", "noscript",
      "iframe", "noembed", "noframes", "listing":
      true
    default: document.value(node, Self.translate) == "no"
    }
  }

  private static let translate = Name("translate")

  /// Whether attributes of a template engine that runs in the browser are on the page (`v-if`, `ng-app`, `:class`).
  private func hasForeignAttributes(_ document: Document) -> Bool {
    var known: [Name: Bool] = [:]
    var node = document.next(after: .document)
    while node.exists {
      if document.isElement(node) {
        for attribute in document.attributes(node) where attribute.namespace == .none {
          if known[attribute.name] == nil { known[attribute.name] = ScriptAttributes.contains(attribute.name.string) }
          if known[attribute.name] == true { return true }
        }
      }
      node = document.next(after: node)
    }
    return false
  }

  /// The places of `{{ … }}` that begin as an expression or a tag of a template does. `^{{2}}` and `${{ x }}` are of other
  /// languages.
  private static func places(in bytes: [UInt8]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var index = 0
    while index + 1 < bytes.count {
      guard bytes[index] == 0x7B, bytes[index + 1] == 0x7B else {
        index += 1
        continue
      }
      let start = index
      index += 2
      while index < bytes.count, bytes[index] == 0x7B { index += 1 }
      var first = index
      while first < bytes.count, bytes[first] == 0x20 || (0x09...0x0D).contains(bytes[first]) { first += 1 }
      var end = first
      while end + 1 < bytes.count, end - start < 1_000, bytes[end] != 0x7D || bytes[end + 1] != 0x7D { end += 1 }
      guard end + 1 < bytes.count, bytes[end] == 0x7D, bytes[end + 1] == 0x7D else { continue }
      let before = start > 0 ? bytes[start - 1] : 0x20
      index = end + 2
      guard mayBegin(bytes[first]), !"^_$\\".utf8.contains(before) else { continue }
      result.append(start..<end + 2)
    }
    return result
  }

  /// Whether a byte begins an expression, or a tag of Handlebars or Jinja.
  private static func mayBegin(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || byte >= 0x80 || "_$#/>!&^\"'-~".utf8.contains(byte)
  }
}
