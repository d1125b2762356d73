import CSS
import CSSValues
import Diagnostics
import HTML
import Names

@testable import Style

/// A page with its styles, for tests: source in, texts out.
struct Page {
  let tree: ElementTree
  let resolver: StyleResolver
  var styles: ResolvedStyles
  let sheets: [CollectedSheet]
  /// What collecting the sheets found.
  let diagnostics: [Diagnostic]

  init(
    _ html: String, files: [String: String] = [:], environment: Environment = .desktop(width: 800, height: 600),
    states: Bool = false
  ) {
    let source = SourceFile(path: "page.html", text: html)
    var diagnostics = DiagnosticSink()
    let document = HTMLParser.parse(source, diagnostics: &diagnostics)
    var options = StyleSheetOptions()
    options.quirksMode = document.quirksMode == .quirks
    var collector = StyleSheetCollector(options: options) { url, _ in
      files[url].map { SourceFile(path: url, text: $0) }
    }
    sheets = collector.collect(document, source: source)
    self.diagnostics = collector.diagnostics.diagnostics
    let author = RuleSet(sheets, environment: environment, isQuirks: options.quirksMode)
    tree = ElementTree(document)
    resolver = StyleResolver(tree, author: author, environment: environment)
    resolver.resolvesStates = states
    styles = resolver.resolve()
  }

  /// The elements that a selector matches, as their ids, or tag names where they have none; `nil` for an invalid one.
  func matches(_ selector: String) -> String? {
    var parser = SelectorParser()
    guard let list = try? parser.parseList(TokenStream(text: selector).cursor.trimmed()) else { return nil }
    let matcher = SelectorMatcher(tree, parser.builder.build())
    return tree.elements.indices.filter { matcher.matches(list: list, $0) }.map { index in
      let element = tree.elements[index]
      return element.id == .empty ? element.name.string : element.id.string
    }.joined(separator: " ")
  }

  /// A computed value of the first element that a selector matches.
  func value(_ property: String, of selector: String) -> String {
    var parser = SelectorParser()
    guard let list = try? parser.parseList(TokenStream(text: selector).cursor.trimmed()) else { return "" }
    let matcher = SelectorMatcher(tree, parser.builder.build())
    guard let element = tree.elements.indices.first(where: { matcher.matches(list: list, $0) }) else { return "" }
    let index = Int(styles.elementStyle[tree.elements[element].node.index])
    if property.hasPrefix("--") { return resolver.customPropertyText(Name(property), styles.customProperties[index]) }
    return PropertyID(named: property).map { styles.styles[index].serialized($0) } ?? ""
  }
}
