import Diagnostics
import HTML
import Names

/// Looks for elements that neither HTML nor SVG nor MathML has: most often a misspelt name.
struct ElementChecker {
  let source: SourceFile
  /// Of one name, so many are reported.
  private static let limit = 20
  private static let metadata = Name("metadata")

  init(source: SourceFile) { self.source = source }

  /// Reports the unknown elements of a page, those in templates' contents included.
  func check(_ document: Document, _ diagnostics: inout DiagnosticSink) {
    var counts: [Name: Int] = [:]
    check(document, within: .document, &counts, &diagnostics)
  }

  private func check(
    _ document: Document, within root: NodeID, _ counts: inout [Name: Int], _ diagnostics: inout DiagnosticSink
  ) {
    var roots = [root]
    while let root = roots.popLast() {
      var node = document.next(after: root, within: root)
      while node.exists {
        if document.isElement(node) {
          let contents = document.templateContents(of: node)
          if contents.exists { roots.append(contents) }
          let (name, namespace) = (document.name(node), document.namespace(node))
          if !ElementVocabulary.knows(name, in: namespace), !isInForeignVocabulary(node, document) {
            counts[name, default: 0] += 1
            if counts[name, default: 0] <= Self.limit { report(node, name, namespace, document, &diagnostics) }
          }
        }
        node = document.next(after: node, within: root)
      }
    }
  }

  /// Whether an element is in `<metadata>` or `<annotation-xml>`, which hold elements of any vocabulary.
  private func isInForeignVocabulary(_ node: NodeID, _ document: Document) -> Bool {
    guard document.namespace(node) != .html else { return false }
    var parent = document.parentElement(node)
    while parent.exists {
      if document.name(parent) == Self.metadata || document.name(parent) == .annotationXml { return true }
      parent = document.parentElement(parent)
    }
    return false
  }

  /// The dialect's tags, which a page without `html-identify` has for nothing.
  private static let components = Set(ComponentRegistry().components.keys.map { $0.lowercased() })

  private func report(
    _ node: NodeID, _ name: Name, _ namespace: Namespace, _ document: Document, _ diagnostics: inout DiagnosticSink
  ) {
    let vocabulary =
      switch namespace {
      case .html, .other: "HTML"
      case .svg: "SVG"
      case .mathML: "MathML"
      }
    diagnostics.report(
      .unknownElement, "\(vocabulary) has no element `<\(name.string.prefix(60))>`", in: source,
      at: document.sourceRange(node), help: Self.help(for: name, in: namespace))
  }

  private static func help(for name: Name, in namespace: Namespace) -> String {
    if namespace == .html, Self.components.contains(name.string.lowercased()) {
      return
        "it is a component of Token pages: write `<html html-identify=\"Token\">`, or `\"dialect\": \"token\"` in hybrid.json"
    } else if let near = ElementVocabulary.suggestion(for: name, in: namespace) {
      return "did you mean `<\(near)>`?"
    } else if namespace == .svg, ElementVocabulary.isHTML(name) {
      return "put elements of HTML into `<foreignObject>`"
    } else {
      return "elements of your own have a hyphen in their names"
    }
  }
}
