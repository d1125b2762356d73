import Diagnostics
import HTML
import Names

/// Puts a page together from its file, layouts, partials, components and data, before it is parsed.
///
/// The result is markup as if it had been written out; every byte knows the file that a person wrote it in. One per page.
struct Composer {
  /// Fragments within fragments beyond this are an error.
  static let maximumDepth = 48
  /// Loops, fragments and values may make this many bytes at most, whatever they are made of.
  static let maximumSize = 32 << 20
  /// A page may have this many bytes, and so many more for each byte of what it is made of: a few files that double each
  /// other's text make no more.
  static let smallestLimit = 2 << 20
  static let growth = 4

  /// The loops of a page together go round this many times.
  static let maximumIterations = 200_000

  /// Partials, components and slots together are put in this many times: each may hold the next one twice.
  static let maximumInsertions = 50_000

  let path: String
  let compiler: PageCompiler
  let isToken: Bool
  let keepsCase: Bool
  let derived: DerivedPage?
  let language: String?
  var checker: ReferenceChecker
  var diagnostics: DiagnosticSink
  var inputs: [CompositionInput] = []
  /// The same, for looking up.
  private var knownInputs: Set<CompositionInput> = []
  /// The bytes of the page, its layouts, partials and components.
  private var readBytes = 0
  /// The bytes that values have made in attributes: of parameters, which hand them on, in particular.
  var filledBytes = 0
  /// The most bytes that the page may have, once it has more than ``smallestLimit``.
  private var sizeLimit: Int?
  /// `page`, where the page has front matter or the site uses composition.
  var page: StaticValue?
  /// The language that values are formatted in.
  var locale = "en"

  var output = ComposedText()
  /// What partials and components add at the end of the head and of the body.
  var styles = ComposedText()
  var scripts = ComposedText()
  var collected: Set<String> = []
  /// Where they go: before `</head>` and `</body>`, or where the first partial is.
  var headEnd: Int?
  var bodyEnd: Int?
  var firstUse: Int?
  /// How many problems were reported, and values left out because of one.
  var failures = 0
  var isInHead = false
  /// What pages give their layouts, the innermost last.
  var documents: [DocumentParts] = []
  /// The first byte of the element that fills a slot just now: its `slot` has done its work.
  var slotPlace: Int?
  /// Whether the last text that was filled holds placeholders of the client.
  var leftPlaceholder = false
  var isStopped = false
  var depth = 0
  var iterations = 0
  var insertions = 0
  var customElements: [Name: Bool] = [:]
  /// The placeholders of fragments that nothing filled.
  var unfilled: [UnfilledPlaceholder] = []
  /// The attributes that `t:text-…` fill.
  var messageTargets: [Name: Name?] = [:]

  var composition: SiteComposition { compiler.composition }

  /// A file in which pieces are, with what was given to it.
  final class Frame {
    let fragment: Fragment
    let parent: Frame?
    /// What fills the slots; `nil` for a page, whose `<slot>`s are its own.
    let slots: [String: SlotContents]?
    /// A partial or component, whose styles and scripts are collected.
    let collects: Bool
    /// The component's tag, where its markup is marked for scoped styles.
    let mark: String?
    /// The tag or attribute in the parent's file that uses the fragment.
    let use: Range<Int>

    init(
      _ fragment: Fragment, parent: Frame?, use: Range<Int> = 0..<0, slots: [String: SlotContents]?, collects: Bool,
      mark: String? = nil
    ) {
      self.use = use
      self.fragment = fragment
      self.parent = parent
      self.slots = slots
      self.collects = collects
      self.mark = mark
    }

    /// The files from the page to this one.
    var trail: [String] { (parent?.trail ?? []) + [fragment.path] }
  }

  /// Pieces that fill a slot, with the file and the names that they see.
  struct SlotContents {
    var frame: Frame
    var scope: Scope
    var ranges: [Range<Int>]
  }

  /// What a page with a layout adds to it.
  struct DocumentParts {
    var frame: Frame
    var scope: Scope
    /// The pieces of the head without `<title>`.
    var head: [Range<Int>]
    var title: Range<Int>?
  }

  /// The names that expressions see.
  struct Scope {
    var values: [String: StaticValue] = [:]
    /// Names that a loop of the client takes.
    var dynamic: Set<String> = []
    /// Parameters whose values are wrong or missing, which was reported: nothing more is said where they are used.
    var failed: Set<String> = []

    /// Gives a parameter its value; one that is nothing for a reason that was reported has failed.
    mutating func set(_ name: String, _ value: StaticValue, isReported: Bool) {
      values[name] = value
      if isReported, value == .null { failed.insert(name) }
    }
  }

  init(path: String, compiler: PageCompiler, isToken: Bool, checker: ReferenceChecker, diagnostics: DiagnosticSink) {
    self.path = path
    self.compiler = compiler
    self.isToken = isToken
    self.checker = checker
    self.diagnostics = diagnostics
    keepsCase = isToken || path.lowercased().hasSuffix(".xhtml")
    derived = compiler.composition.derived[path]
    language = derived?.language ?? compiler.composition.language(of: path)
  }

  /// The composed page, or `nil` where its text stays as it is.
  mutating func compose(_ source: SourceFile) -> SourceFile? {
    guard derived != nil || language != nil || Self.mayCompose(source.bytes, composition) else { return nil }
    let fragment: Fragment
    if derived != nil, let known = compiler.fragments.fragment(source.path, keepsCase: keepsCase, { _ in source }) {
      fragment = known
    } else {
      fragment = Fragment(path: source.path, scan: MarkupScan(source, keepsCase: keepsCase))
    }
    diagnostics.append(fragment.directives)
    record(source.path, "page")
    readBytes = source.bytes.count
    for file in derived?.inputs ?? [] {
      checker.record(file, exists: true)
      record(file, "data")
    }
    let facts = fragment.readFrontMatter(&diagnostics)
    locale = language ?? Self.language(of: fragment) ?? "en"
    page = facts != nil || composition.isActive ? .object(pageFacts(facts ?? StaticObject())) : nil
    let frame = Frame(fragment, parent: nil, slots: nil, collects: false)
    document(frame, Scope(values: derived?.variables ?? [:]))
    let text = finished()
    return SourceFile(path: path, bytes: text.bytes, origins: text.origins)
  }

  /// Whether bytes hold anything that composition could act on.
  private static func mayCompose(_ bytes: [UInt8], _ composition: SiteComposition) -> Bool {
    if !composition.components.isEmpty || !composition.vendored.isEmpty { return true }
    let words: [StaticString] = ["{{", "<include", "hybrid+json", "layout="]
    return bytes.withUnsafeBufferPointer { bytes in
      for index in 0..<bytes.count {
        switch bytes[index] {
        // Composition's own attributes begin with `t:`, misspelt ones too.
        case 0x74 where index > 0 && index + 1 < bytes.count && bytes[index + 1] == 0x3A && bytes[index - 1] <= 0x20:
          return true
        case 0x7B, 0x3C, 0x68, 0x6C:
          // OPTIMIZATION: the second byte tells nearly all places apart.
          guard index + 1 < bytes.count else { break }
          let second = bytes[index + 1]
          guard second == 0x7B || second == 0x69 || second == 0x79 || second == 0x61 else { break }
          for word in words where index + word.utf8CodeUnitCount <= bytes.count {
            let isHere = word.withUTF8Buffer { word in
              word.indices.allSatisfy { bytes[index + $0] == word[$0] }
            }
            if isHere { return true }
          }
        default: break
        }
      }
      return false
    }
  }

  private static func language(of fragment: Fragment) -> String? {
    guard fragment.html >= 0 else { return nil }
    return fragment.scan.value(fragment.scan.pieces[fragment.html], .lang).flatMap { $0.isEmpty ? nil : $0 }
  }

  private func pageFacts(_ frontMatter: StaticObject) -> StaticObject {
    var facts = frontMatter
    for name in derived?.facts.names ?? [] { facts[name] = derived?.facts[name] }
    // A layout of pages in Markdown may be that of pages in HTML, too.
    if composition.listsHeadings, facts["headings"] == nil { facts["headings"] = .list([]) }
    facts["path"] = .text(path)
    facts["url"] = .text("/" + path)
    facts["language"] = .text(locale)
    return facts
  }

  /// The text with what was collected in its place.
  private func finished() -> ComposedText {
    let end = output.bytes.count
    let head = headEnd ?? firstUse ?? end
    let body = bodyEnd ?? end
    let parts = [(offset: head, text: styles), (offset: max(head, body), text: scripts)]
    return output.inserting(parts)
  }

  // MARK: Documents and layouts

  /// A page or layout as a whole: what its own layout says, or its pieces.
  mutating func document(_ frame: Frame, _ scope: Scope) {
    let fragment = frame.fragment
    guard fragment.html >= 0 else { return rootless(frame, scope) }
    let html = fragment.scan.pieces[fragment.html]
    guard let attribute = fragment.scan.attribute(html, .layout),
      case let url = fragment.scan.value(attribute), Self.isPage(url)
    else { return process(0..<fragment.scan.pieces.count, frame, scope) }
    guard let layout = load(url, "layout", from: frame, at: attribute.sourceRange) else {
      return process(0..<fragment.scan.pieces.count, frame, scope)
    }
    let reported = failures
    reportNearNames(html, "`\(layout.path)` has no parameter", layout, frame)
    let isMisnamed = failures > reported
    let (parts, slots) = split(frame, scope)
    documents.append(parts)
    check(slots, of: layout, frame)
    let inner = Frame(
      layout, parent: frame, use: attribute.sourceRange, slots: slots.filter { !isBlank($0.value) }, collects: false)
    document(inner, layoutParameters(layout, html, frame, scope, isMisnamed: isMisnamed))
  }

  /// A page without a tag `<html>`: it gets one where its language is to be declared.
  private mutating func rootless(_ frame: Frame, _ scope: Scope) {
    let pieces = frame.fragment.scan.pieces
    guard let language, !keepsCase, !frame.collects else { return process(0..<pieces.count, frame, scope) }
    let start =
      pieces.indices.first { index in
        pieces[index].kind != .doctype && !isBlank(index..<index + 1, frame.fragment)
      } ?? pieces.count
    process(0..<start, frame, scope)
    let place = start < pieces.count ? pieces[start].range.lowerBound : frame.fragment.source.bytes.count
    let direction = Self.isRightToLeft(language) ? " dir=\"rtl\"" : ""
    output.insert("<html lang=\"\(language)\"\(direction)>", for: place..<place, of: frame.fragment.source)
    process(start..<pieces.count, frame, scope)
  }

  private static func isPage(_ url: String) -> Bool {
    let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return path.hasSuffix(".html") || path.hasSuffix(".htm") || path.hasSuffix(".xhtml")
  }

  /// The parameters of a layout: attributes of `<html>`, then members of the front matter, then defaults.
  private mutating func layoutParameters(
    _ layout: Fragment, _ html: MarkupPiece, _ frame: Frame, _ scope: Scope, isMisnamed: Bool
  ) -> Scope {
    var inner = Scope()
    for parameter in layout.parameters {
      let reported = failures
      let attribute = frame.fragment.scan.attribute(html, attributeName(parameter.name))
      let value: StaticValue
      if let attribute {
        value = argument(attribute, parameter, frame, scope)
      } else if let given = page?[parameter.name], given != .null {
        value = typed(given, parameter, frame, html.range)
      } else {
        value = missing(parameter, layout, frame, html.range)
      }
      inner.set(parameter.name, value, isReported: failures > reported || attribute == nil && isMisnamed)
    }
    return inner
  }

  /// A value of the front matter as a parameter; reports one of another type.
  private mutating func typed(
    _ value: StaticValue, _ parameter: FragmentParameter, _ frame: Frame, _ range: Range<Int>
  ) -> StaticValue {
    switch (parameter.kind, value) {
    case (.data, _), (.number, .number), (.boolean, .boolean), (.text, .text): return value
    case (.text, .number), (.text, .boolean): return .text(value.plainText ?? "")
    default:
      report(
        .parameterType, "`\(parameter.name)` takes a \(parameter.kind.rawValue), not \(value.noun)", frame.fragment,
        frame.fragment.frontMatter.map { frame.fragment.scan.pieces[$0.lowerBound].range } ?? range,
        help: "change it in the front matter")
      return .null
    }
  }

  /// The parts of a document that a layout takes: what is in the head, and what fills the slots. Contents outside of the
  /// body belong to it, as browsers have it (HTML, sections 13.2.6.4.2 to 13.2.6.4.22).
  private func split(_ frame: Frame, _ scope: Scope) -> (DocumentParts, [String: SlotContents]) {
    let fragment = frame.fragment
    let pieces = fragment.scan.pieces
    var head: [Range<Int>] = []
    var title: Range<Int>?
    var bodyStart = pieces.count
    var index = 0
    while index < pieces.count {
      let piece = pieces[index]
      if fragment.body >= 0, index == fragment.body {
        bodyStart = index + 1
        break
      }
      let end = max(index, piece.partner) + 1
      switch piece.kind {
      case .startTag where piece.name == .head || piece.name == .html:
        index += 1
        continue
      case .startTag where piece.name == .title:
        title = index..<end
      case .startTag
      where [.meta, .link, .style, .script, .base].contains(piece.name)
        || (index > fragment.html && index < fragment.body):
        if fragment.frontMatter?.contains(index) != true { head.append(index..<end) }
      case .startTag:
        bodyStart = index
      default:
        if piece.kind == .text, !isBlank(index..<index + 1, fragment) { bodyStart = index }
      }
      if bodyStart < pieces.count { break }
      index = end
    }
    let slots = fillings(contents(of: fragment, from: bodyStart), frame, scope)
    return (DocumentParts(frame: frame, scope: scope, head: head, title: title), slots)
  }

  /// The pieces from a place to the file's end without the tags of the document itself.
  private func contents(of fragment: Fragment, from start: Int) -> [Range<Int>] {
    let pieces = fragment.scan.pieces
    var result: [Range<Int>] = []
    var first = start
    for index in pieces.indices.dropFirst(start) {
      let piece = pieces[index]
      guard piece.kind == .startTag || piece.kind == .endTag, piece.name == .html || piece.name == .body else {
        continue
      }
      if first < index { result.append(first..<index) }
      first = index + 1
    }
    if first < pieces.count { result.append(first..<pieces.count) }
    // White space around the document's tags is the author's layout of the file.
    return result.filter { $0.lowerBound == start || !isBlank($0, fragment) }
  }

  /// Contents by the slot that they fill: elements with `slot`, and everything else.
  func fillings(_ ranges: [Range<Int>], _ frame: Frame, _ scope: Scope) -> [String: SlotContents] {
    let scan = frame.fragment.scan
    var result: [String: SlotContents] = [:]
    func add(_ name: String, _ range: Range<Int>) {
      if result[name, default: SlotContents(frame: frame, scope: scope, ranges: [])].ranges.last?.upperBound
        == range.lowerBound, name.isEmpty, let last = result[name]?.ranges.popLast()
      {
        result[name]?.ranges.append(last.lowerBound..<range.upperBound)
      } else {
        result[name, default: SlotContents(frame: frame, scope: scope, ranges: [])].ranges.append(range)
      }
    }
    for range in ranges {
      var index = range.lowerBound
      while index < range.upperBound {
        let piece = scan.pieces[index]
        let end = min(range.upperBound, piece.kind == .startTag ? max(index, piece.partner) + 1 : index + 1)
        let slot = piece.kind == .startTag ? scan.value(piece, .slot) ?? "" : ""
        add(slot, index..<max(end, index + 1))
        index = max(end, index + 1)
      }
    }
    return result
  }

  func isBlank(_ contents: SlotContents) -> Bool {
    contents.ranges.allSatisfy { isBlank($0, contents.frame.fragment) }
  }

  func isBlank(_ range: Range<Int>, _ fragment: Fragment) -> Bool {
    range.allSatisfy { index in
      let piece = fragment.scan.pieces[index]
      if piece.kind == .comment || fragment.frontMatter?.contains(index) == true { return true }
      return piece.kind == .text
        && fragment.source.bytes[piece.range].allSatisfy { $0 == 0x20 || ($0 >= 9 && $0 <= 13) }
    }
  }

  /// Reports contents for slots that a fragment lacks.
  mutating func check(_ slots: [String: SlotContents], of fragment: Fragment, _ frame: Frame) {
    for (name, contents) in slots.sorted(by: { $0.key < $1.key }) where !fragment.slots.contains(name) {
      guard !isBlank(contents) else { continue }
      let scan = contents.frame.fragment.scan
      let index = contents.ranges.joined().first { !isBlank($0..<$0 + 1, contents.frame.fragment) } ?? 0
      let piece = scan.pieces[index]
      let range = scan.attribute(piece, .slot)?.sourceRange ?? piece.range
      let trail = (frame.trail + [fragment.path]).joined(separator: " → ")
      let near = Suggestion.nearest(to: name, in: fragment.slots.filter { !$0.isEmpty })
      let known = fragment.slots.filter { !$0.isEmpty }.sorted()
      report(
        .slotUnknown,
        name.isEmpty
          ? "`\(fragment.path)` has no slot without a name (\(trail))"
          : "`\(fragment.path)` has no slot `\(name)` (\(trail))", frame.fragment, range,
        help: near.map { "did you mean `\($0)`?" }
          ?? (known.isEmpty ? "write `<slot>` where the contents go" : "it has \(known.joined(separator: ", "))"))
    }
  }

  // MARK: Files

  /// The fragment of a URL; reports that it is missing or leads back to itself.
  mutating func load(_ url: String, _ role: String, from frame: Frame, at range: Range<Int>) -> Fragment? {
    guard case .local(let target, _) = SiteReference(url, from: frame.fragment.path, base: compiler.options.base) else {
      report(
        .compositionFileMissing, "the \(role) `\(url.prefix(120))` is not a path in the site", frame.fragment, range,
        help: "name a file of the site, such as /partials/header.html")
      return nil
    }
    return load(path: target, role, from: frame, at: range)
  }

  mutating func load(path target: String, _ role: String, from frame: Frame, at range: Range<Int>) -> Fragment? {
    let trail = frame.trail
    if trail.contains(target) {
      report(
        .compositionCycle, "the \(role) leads back to itself: \((trail + [target]).joined(separator: " → "))",
        frame.fragment, range, help: "take one of them out of the circle")
      return nil
    }
    guard trail.count < Self.maximumDepth else {
      report(
        .compositionLimit,
        "more than \(Self.maximumDepth) files are nested: \(trail.suffix(3).joined(separator: " → "))",
        frame.fragment, range)
      return nil
    }
    guard countInsertion(frame, range) else { return nil }
    record(target, role)
    guard let bytes = try? checker.read(target) else {
      let trail = (trail + [target]).joined(separator: " → ")
      report(
        .compositionFileMissing, "the \(role) `\(target)` is not in the site (\(trail))", frame.fragment, range,
        help: "paths that begin with / count from the site's root")
      return nil
    }
    if knownInputs.insert(CompositionInput(path: target, role: "")).inserted { readBytes += bytes.count }
    let fragment = compiler.fragments.fragment(target, keepsCase: keepsCase) { problems in
      let decoded = EncodingSniffer.decode(bytes)
      let source = SourceFile(path: target, bytes: decoded.text)
      decoded.report(in: source, to: &problems)
      return source
    }
    if let fragment {
      diagnostics.append(fragment.diagnostics)
      diagnostics.append(fragment.directives)
    }
    return fragment
  }

  /// Counts a file or a slot that is put in; whether the page may have one more.
  mutating func countInsertion(_ frame: Frame, _ range: Range<Int>) -> Bool {
    insertions += 1
    if insertions > Self.maximumInsertions, !isStopped {
      report(
        .compositionLimit, "partials, components and slots are put in more than \(Self.maximumInsertions) times",
        frame.fragment, range, help: "a file that holds another one twice doubles the page with each level")
      isStopped = true
    }
    return !isStopped
  }

  /// Notes what the page was composed from.
  mutating func record(_ path: String, _ role: String) {
    let input = CompositionInput(path: path, role: role)
    if knownInputs.insert(input).inserted { inputs.append(input) }
  }

  /// Stops where the page, or the values that were made for it, have become larger than what they are made of allows.
  mutating func checkSize(_ frame: Frame, _ range: Range<Int>, adding more: Int = 0) {
    let size = max(output.bytes.count, filledBytes) + more
    guard size > Self.smallestLimit, !isStopped else { return }
    let limit =
      sizeLimit
      ?? min(
        Self.maximumSize,
        Self.smallestLimit
          + Self.growth * (readBytes + (composition.data?.size ?? 0) + (derived.map { Self.size(of: $0) } ?? 0)))
    sizeLimit = limit
    guard size > limit else { return }
    report(
      .compositionLimit,
      "the composed page has more than \(limit >> 20) MB, the most for what it is made of", frame.fragment, range,
      help: "spread a long list over several pages; a partial that uses a parameter twice doubles its text")
    isStopped = true
  }

  private static func size(of page: DerivedPage) -> Int {
    StaticValue.object(page.facts).size + page.variables.values.reduce(0) { $0 + $1.size }
  }

  mutating func report(
    _ code: DiagnosticCode, _ message: String, _ fragment: Fragment, _ range: Range<Int>, help: String? = nil
  ) {
    failures += 1
    diagnostics.report(code, message, in: fragment.source, at: range, help: help)
  }

  /// The name as an attribute has it: HTML's are lower-case.
  func attributeName(_ name: String) -> Name { keepsCase ? Name(name) : Name(name).asciiLowercased }
}
