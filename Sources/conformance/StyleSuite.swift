import CSS
import CSSValues
import Diagnostics
import Foundation
import HTML
import Names
import Style
import Text

enum StyleSuite {
  /// The fonts of the machine, without any of a document's.
  private static let fonts = FontSet(library: FontLibrary())

  private struct Question: Decodable {
    struct Viewport: Decodable {
      var width: Double
      var height: Double
      var dpr: Double
    }
    var id: String
    var html: String
    var resources: [String: String]?
    var viewport: Viewport
    var media: [String: String]?
    var target: String
    var pseudo: String?
    var props: [String]
  }

  private struct Answer: Encodable {
    var id: String
    var values: [String: String]
  }

  @Sendable
  static func answer(_ question: Data) -> Data {
    guard let asked = try? JSONDecoder().decode(Question.self, from: question) else { return unanswered(question) }
    let source = SourceFile(path: "page.html", text: asked.html)
    var diagnostics = DiagnosticSink()
    let document = HTMLParser.parse(source, diagnostics: &diagnostics)
    var environment = Environment.desktop(
      width: asked.viewport.width, height: asked.viewport.height, devicePixelRatio: asked.viewport.dpr)
    environment.showsRunningAnimations = true
    apply(asked.media ?? [:], to: &environment)

    var options = StyleSheetOptions()
    options.quirksMode = document.quirksMode == .quirks
    var collector = StyleSheetCollector(options: options) { url, _ in
      let name = url.split(separator: "/").last.map(String.init) ?? url
      return (asked.resources?[url] ?? asked.resources?[name]).map { SourceFile(path: name, text: $0) }
    }
    let sheets = collector.collect(document, source: source)
    let author = RuleSet(sheets, environment: environment, isQuirks: options.quirksMode)
    let tree = ElementTree(document)
    let resolver = StyleResolver(
      tree, author: author, environment: environment,
      fontMetrics: SystemTextMeasurer(fonts: fonts, scale: asked.viewport.dpr), resolveURL: { resolve($0) })
    var styles = resolver.resolve()

    var values: [String: String] = [:]
    if let node = target(asked.target, in: tree), var index = styles.elementStyle[node.index] as UInt32?, index != .max
    {
      var isAnswered = true
      var context = SerializationContext()
      context.isFlexOrGridItem = asked.pseudo == nil && isItem(node, tree, styles)
      if let pseudo = asked.pseudo {
        if let (kind, argument) = pseudoElement(pseudo),
          let found = resolver.pseudoStyle(of: node, kind, argument: argument, into: &styles)
        {
          index = found
        } else {
          isAnswered = false
        }
      }
      if isAnswered {
        for property in asked.props {
          values[property] = serialize(property, styles, Int(index), resolver, context)
        }
      }
    }
    return encoded(Answer(id: asked.id, values: values))
  }

  private static func serialize(
    _ property: String, _ styles: ResolvedStyles, _ index: Int, _ resolver: StyleResolver,
    _ context: SerializationContext
  ) -> String {
    if property.hasPrefix("--") {
      return resolver.customPropertyText(Name(property), styles.customProperties[index])
    }
    return PropertyID(named: property).map { styles.styles[index].serialized($0, context) } ?? ""
  }

  /// Whether an element's box is an item of a flex or grid container.
  private static func isItem(_ node: NodeID, _ tree: ElementTree, _ styles: ResolvedStyles) -> Bool {
    func style(_ element: Int) -> ComputedStyle? {
      let index = styles.elementStyle[tree.elements[element].node.index]
      return index == .max ? nil : styles.styles[Int(index)]
    }
    guard let element = tree.elements.firstIndex(where: { $0.node == node }), let own = style(element),
      own.box.position != .absolute, own.box.position != .fixed
    else { return false }
    var parent = Int(tree.elements[element].parent)
    while parent >= 0, let style = style(parent) {
      switch style.box.display {
      case .contents: parent = Int(tree.elements[parent].parent)
      case .box(_, let inside, _): return inside == .flex || inside == .grid
      default: return false
      }
    }
    return false
  }

  private static func target(_ selector: String, in tree: ElementTree) -> NodeID? {
    var parser = SelectorParser()
    guard let list = try? parser.parseList(TokenStream(text: selector).cursor.trimmed()) else { return nil }
    let matcher = SelectorMatcher(tree, parser.builder.build())
    return tree.elements.indices.first { matcher.matches(list: list, $0) }.map { tree.elements[$0].node }
  }

  private static func pseudoElement(_ text: String) -> (PseudoElement, Name?)? {
    var parser = SelectorParser()
    guard (try? parser.parseList(TokenStream(text: "*" + text).cursor)) != nil else { return nil }
    let table = parser.builder.build()
    guard let selector = table.selectors.last, let pseudo = selector.pseudoElement else { return nil }
    return (pseudo, selector.pseudoArgument == .empty ? nil : selector.pseudoArgument)
  }

  private static func apply(_ media: [String: String], to environment: inout Environment) {
    if let scheme = media["color-scheme"] { environment.viewport.colorScheme = scheme == "dark" ? .dark : .light }
    if let motion = media["reduced-motion"] { environment.reducedMotion = motion == "reduce" }
    if let forced = media["forced-colors"] { environment.forcedColors = forced == "active" }
    if let type = media["type"] { environment.mediaType = type == "print" ? .print : .screen }
  }

  /// The documents' address is `http://t.test/`.
  @Sendable
  private static func resolve(_ url: String) -> String {
    URL(string: url, relativeTo: URL(string: "http://t.test/")).map { $0.absoluteURL.absoluteString } ?? url
  }
}
