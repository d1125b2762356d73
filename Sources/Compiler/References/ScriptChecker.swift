import Composition
import Diagnostics
import HTML
import Names
import References

/// Follows the scripts of a page to the files that they name with literal texts: imports, targets of import maps,
/// `import("…")` and `new URL("…", import.meta.url)`; reports those that are missing.
///
/// It works only on tokens: what a script puts together at run time is not seen.
struct ScriptChecker {
  let base: DocumentBase
  let source: SourceFile
  let compiler: PageCompiler
  /// Whether the page's scripts are, or bring, an engine that fills `{{ }}`.
  private(set) var fillsBraces = false
  private var map = ImportMap()
  private var hasMap = false
  /// Whether a script may make an import map.
  private var makesMaps = false
  /// The modules that were looked into, by site path.
  private var visited: Set<String> = []
  private var pending: [String] = []
  /// Bare names are judged when all scripts have been seen.
  private var unknownNames: [(name: String, source: SourceFile, range: Range<Int>)] = []

  /// More scripts of one page are not followed.
  private static let maximumScripts = 2_000

  init(base: DocumentBase, source: SourceFile, compiler: PageCompiler) {
    self.base = base
    self.source = source
    self.compiler = compiler
  }

  /// Checks the scripts of a document.
  mutating func check(_ document: Document, _ checker: inout ReferenceChecker, _ diagnostics: inout DiagnosticSink) {
    let scripts = Self.scripts(of: document)
    // A map counts for modules before it too, where those are not fetched yet: all are read first.
    for (node, type) in scripts where type == .importMap { readMap(node, document, &checker, &diagnostics) }
    for (node, type) in scripts where type != .importMap {
      if let url = document.value(node, .src) {
        if Self.isTemplateEngine(url) { fillsBraces = true }
        guard let path = path(of: url, from: base) else { continue }
        if type == .translated { translated.insert(path) }
        follow(path, type == .module)
      } else {
        let (text, file) = inlineText(node, document)
        let facts = ScriptFacts(text)
        if type != .translated { reportFault(of: facts, in: file, &diagnostics) }
        visit(facts, in: file, base: base, isModule: type == .module, &checker, &diagnostics)
      }
    }
    while let path = pending.popLast() {
      let files = compiler.files
      guard let facts = compiler.scripts.facts(path, bytes: { try? files.read(path) }) else { continue }
      checker.record(path, exists: true)
      guard let file = facts.source else {
        note(facts)
        continue
      }
      if !translated.contains(path) { reportFault(of: facts, in: file, &diagnostics) }
      visit(facts, in: file, base: DocumentBase(path), isModule: !classic.contains(path), &checker, &diagnostics)
    }
    reportUnknownNames(&diagnostics)
  }

  // MARK: The page's scripts

  private enum Kind {
    case classic
    case module
    /// A script in another language, which a script of the page translates.
    case translated
    case importMap
  }

  private static func scripts(of document: Document) -> [(node: NodeID, kind: Kind)] {
    var result: [(NodeID, Kind)] = []
    var node = document.next(after: .document)
    while node.exists {
      if document.isElement(node), document.name(node) == .script {
        let type = (document.value(node, .type) ?? "").lowercased()
        switch type {
        case "module": result.append((node, .module))
        case "importmap": result.append((node, .importMap))
        case "text/babel": result.append((node, .translated))
        case _ where type.isEmpty || type.hasSuffix("javascript") || type.hasSuffix("ecmascript"):
          result.append((node, .classic))
        default: break
        }
      }
      node = document.next(after: node)
    }
    return result
  }

  private func inlineText(_ node: NodeID, _ document: Document) -> (text: [UInt8], file: SourceFile) {
    let text = Array(document.textContent(node).utf8)
    let child = document.firstChild(node)
    return (text, SourceFile(text, in: source, at: child.exists ? document.sourceRange(child).lowerBound : 0))
  }

  /// Scripts whose names say that they fill `{{ }}` or use braces for something else, wherever they are.
  private static func isTemplateEngine(_ url: String) -> Bool {
    let name = url.lowercased()
    return [
      "vue", "angular", "alpine", "handlebars", "mustache", "ractive", "nunjucks", "liquid", "hogan", "mathjax",
      "katex",
    ]
    .contains { name.contains($0) }
  }

  private mutating func readMap(
    _ node: NodeID, _ document: Document, _ checker: inout ReferenceChecker, _ diagnostics: inout DiagnosticSink
  ) {
    hasMap = true
    let (text, file) = inlineText(node, document)
    for entry in map.add(text) {
      guard let address = entry.address else { continue }
      guard ModuleSpecifiers.isURL(address) else {
        diagnostics.report(
          .moduleNameUnknown, "the import map's address `\(address.prefix(120))` is not a URL", in: file,
          at: entry.range, help: "write `./\(address.prefix(120))`")
        continue
      }
      // A folder stands for the modules below it, which are looked for where they are imported.
      guard !address.hasSuffix("/") else { continue }
      let target = checker.resolve(
        address, from: base, kind: .resource, source: file, range: entry.range, diagnostics: &diagnostics)
      if let target, ReferringFile.isScript(target) { follow(target, true) }
    }
  }

  // MARK: The files that scripts name

  private var classic: Set<String> = []
  private var translated: Set<String> = []

  private mutating func follow(_ path: String, _ isModule: Bool) {
    guard visited.count < Self.maximumScripts, visited.insert(path).inserted else { return }
    if !isModule { classic.insert(path) }
    pending.append(path)
  }

  /// The site path that a URL leads to, where the site has the file.
  private func path(of url: String, from base: DocumentBase) -> String? {
    guard case .local(let path, _) = SiteReference(url, from: base, prefix: compiler.options.base),
      compiler.files.contains(path)
    else { return nil }
    return path
  }

  /// Reports what keeps a script from running; what it is certain of, as on Token pages.
  private func reportFault(of facts: ScriptFacts, in file: SourceFile, _ diagnostics: inout DiagnosticSink) {
    guard let fault = facts.fault else { return }
    diagnostics.report(
      .pageScriptSyntax, fault.message, in: file, at: fault.range, help: "browsers run nothing of this script")
  }

  private mutating func note(_ facts: ScriptFacts) {
    if facts.mentionsBraces { fillsBraces = true }
    if facts.mentionsImportMap { makesMaps = true }
  }

  private mutating func visit(
    _ facts: ScriptFacts, in file: SourceFile, base: DocumentBase, isModule: Bool, _ checker: inout ReferenceChecker,
    _ diagnostics: inout DiagnosticSink
  ) {
    note(facts)
    for reference in facts.references {
      // Classic scripts have only `import()`.
      guard isModule || reference.use == .dynamicImport else { continue }
      switch reference.use {
      case .staticImport, .dynamicImport:
        load(reference, in: file, base: base, &checker, &diagnostics)
      case .address:
        let url = led(reference.text, file)
        // A folder, or another host's file that need not be fetched.
        guard SiteReference.scheme(of: url) == nil, !url.hasSuffix("/"), !url.hasSuffix("."), !url.isEmpty else {
          continue
        }
        let target = checker.resolve(
          url, from: base, kind: .resource, source: file, range: reference.range, diagnostics: &diagnostics)
        if let target, ReferringFile.isScript(target) { follow(target, true) }
      }
    }
  }

  /// A specifier of a fetched file as it is packed: URLs of other hosts lead to files of the site, by a path that no import
  /// map takes for a name.
  private func led(_ text: String, _ file: SourceFile) -> String {
    guard !compiler.composition.vendored.isEmpty, file.path != source.path else { return text }
    return compiler.composition.vendored.address(text, inFile: file.path).map(ModuleSpecifiers.specifier) ?? text
  }

  private mutating func load(
    _ reference: ScriptFacts.Reference, in file: SourceFile, base: DocumentBase, _ checker: inout ReferenceChecker,
    _ diagnostics: inout DiagnosticSink
  ) {
    var url = led(reference.text, file)
    var from = base
    let isURL = ModuleSpecifiers.isURL(url)
    if let mapped = map.address(
      for: isURL ? normalised(url, base) : url, isInScope: { isBelow($0, base) },
      normalised: { [self] key in ModuleSpecifiers.isURL(key) ? normalised(key, self.base) : key })
    {
      // What is wrong with the address itself is reported in the map.
      guard let address = mapped.address, ModuleSpecifiers.isURL(address) else { return }
      url = address
      from = self.base
    } else if !isURL {
      unknownNames.append((url, file, reference.range))
      return
    }
    let kind: ReferenceKind = reference.use == .staticImport ? .module : .resource
    let target = checker.resolve(
      url, from: from, kind: kind, source: file, range: reference.range, diagnostics: &diagnostics)
    if let target, ReferringFile.isScript(target) { follow(target, true) }
  }

  /// A URL as import maps compare it.
  private func normalised(_ url: String, _ base: DocumentBase) -> String {
    switch SiteReference(url, from: base, prefix: compiler.options.base) {
    case .local(let path, let suffix): "/" + path + suffix
    case .directory(let path, let suffix): "/" + path + (path.isEmpty ? "" : "/") + suffix
    default: url
    }
  }

  /// Whether a module is in a scope.
  private func isBelow(_ prefix: String, _ module: DocumentBase) -> Bool {
    let scope = normalised(ModuleSpecifiers.isURL(prefix) ? prefix : "./" + prefix, base)
    let path = "/" + (module.file ?? "")
    return path == scope || scope.hasSuffix("/") && path.hasPrefix(scope)
  }

  private func reportUnknownNames(_ diagnostics: inout DiagnosticSink) {
    guard !map.isUnknown, hasMap || !makesMaps else { return }
    let names = map.imports.map(\.key)
    let suggestions = Suggestion.Budget()
    for (name, file, range) in unknownNames {
      let near = suggestions.nearest(to: name, in: names).map { "did you mean `\($0)`?" }
      diagnostics.report(
        .moduleNameUnknown, "no import map has the module `\(name.prefix(120))`", in: file, at: range,
        help: near ?? "write a path such as ./\(name.prefix(60)).js, or add the name to `<script type=\"importmap\">`")
    }
  }
}
