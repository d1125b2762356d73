import Diagnostics
import HTML
import Names
import References

/// The scripts of a Token page, looked over in the order of the document.
struct PageScripts {
  /// The site paths of external scripts by their `<script>` elements.
  private(set) var files: [NodeID: String] = [:]
  /// The lines of the page at which inline scripts begin, counted from 1, where their texts are as they were written.
  private(set) var lines: [NodeID: Int] = [:]
  /// The names that the scripts may define.
  private(set) var names: Set<String> = []
  private var identifiers: Set<String> = []
  private var classes: Set<String> = []
  private var tags: Set<String> = []
  /// The names that scripts declare outside of all blocks, and whether by `let`, `const` or `class`.
  private var globals: [String: Bool] = [:]
  private var hasScripts = false
  /// Whether a script cannot be seen: it may define anything.
  private var hasUnseenScript = false

  /// What every page's scripts have without defining it.
  private static let given: Set<String> = ["token", "document", "window", "console", "history", "location"]

  /// Collects the scripts of a document; external ones are read through the checker.
  init(
    _ document: Document, path: String, base: String, source: SourceFile, checker: inout ReferenceChecker,
    diagnostics: inout DiagnosticSink
  ) {
    var node = document.documentElement
    while node.exists {
      defer { node = document.next(after: node) }
      guard document.isElement(node), document.name(node) == .script else { continue }
      let type = (document.value(node, .type) ?? "").lowercased()
      guard type.isEmpty || type.hasSuffix("javascript") || type == "module" || type.hasSuffix("ecmascript") else {
        continue
      }
      hasScripts = true
      if type == "module" {
        diagnostics.report(
          .scriptModule, "`type=\"module\"` runs as a classic script on a Token page", in: source,
          at: document.attribute(node, .type)?.sourceRange ?? document.sourceRange(node),
          help: "remove the attribute; scripts share one scope")
      }
      guard let reference = document.value(node, .src) else {
        addInline(node, document, source, &diagnostics)
        continue
      }
      guard case .local(let file, _) = SiteReference(reference, from: path, base: base) else {
        hasUnseenScript = true
        continue
      }
      files[node] = file
      // What is missing has been reported with the page's other references.
      guard let bytes = try? checker.read(file) else {
        hasUnseenScript = true
        continue
      }
      add(ScriptOutline(bytes), in: SourceFile(path: file, bytes: bytes), offset: 0, &diagnostics)
    }
  }

  private mutating func addInline(
    _ node: NodeID, _ document: Document, _ source: SourceFile, _ diagnostics: inout DiagnosticSink
  ) {
    let text = Array(document.textContent(node).utf8)
    var start = 0
    let child = document.firstChild(node)
    if child.exists {
      let range = document.sourceRange(child)
      // A text that was changed in reading (line ends, references) has no places of its own.
      let isVerbatim = range.count == text.count && range.upperBound <= source.bytes.count
      start = isVerbatim ? range.lowerBound : -1
      if isVerbatim { lines[node] = source.position(at: start).line }
    }
    add(ScriptOutline(text), in: source, offset: start, fallback: document.sourceRange(node), &diagnostics)
  }

  private mutating func add(
    _ outline: ScriptOutline, in source: SourceFile, offset: Int, fallback: Range<Int> = 0..<0,
    _ diagnostics: inout DiagnosticSink
  ) {
    func place(_ range: Range<Int>) -> Range<Int> {
      offset < 0 ? fallback : range.lowerBound + offset..<range.upperBound + offset
    }
    for fault in outline.faults {
      diagnostics.report(.scriptSyntax, fault.message, in: source, at: place(fault.range))
    }
    // ECMAScript 2025, 16.1.7: a script that declares what another one has declared does not run.
    for (name, declaration) in outline.globals.sorted(by: { $0.value.range.lowerBound < $1.value.range.lowerBound }) {
      if let isLexical = globals[name] {
        guard isLexical || declaration.isLexical else { continue }
        diagnostics.report(
          .scriptSyntax, "another script of the page declares `\(name)` already", in: source,
          at: place(declaration.range), help: "scripts of a page share one scope: this one would not run")
      } else {
        globals[name] = declaration.isLexical
      }
    }
    names.formUnion(outline.names)
    identifiers.formUnion(outline.identifiers)
    classes.formUnion(outline.classes)
    tags.formUnion(outline.tags)
  }

  /// Whether a handler of this name may find a function; `true` where no script says otherwise.
  func defines(_ name: String) -> Bool {
    !hasScripts || hasUnseenScript || names.contains(name) || Self.given.contains(name)
  }

  /// Whether a script looks the element up by its id, a class or its tag.
  func looksUp(_ node: NodeID, in document: Document) -> Bool {
    guard hasScripts else { return false }
    if let identifier = document.value(node, .id), identifiers.contains(identifier) { return true }
    if !tags.isEmpty, tags.contains(document.name(node).string) { return true }
    guard !classes.isEmpty, let list = document.value(node, .class) else { return false }
    return list.split(whereSeparator: \.isWhitespace).contains { classes.contains(String($0)) }
  }
}
