import Diagnostics
import HTML
import Names

/// A declaration that may end a fault of layout. It is proposed only after a layout with it has no such fault.
struct LayoutMend: Equatable {
  var element: NodeID
  /// The declarations in CSS's syntax.
  var declarations: String
  /// What is proposed, where that is not the declarations themselves.
  var words: String?

  /// The declarations that may end a fault, the mildest first.
  static func candidates(for finding: LayoutLint.Finding, _ document: Document) -> [LayoutMend] {
    let element = finding.element
    switch finding.code {
    case .viewportProtrusion: return overflow(of: element, document)
    case .parentProtrusion:
      var mends = widths(of: element)
      if let parent = finding.other {
        mends += [growing(parent), LayoutMend(element: parent, declarations: "flex-wrap: wrap")]
      }
      return mends + containers(of: element, document) + [growing(element)]
    case .elementCollision:
      guard let other = finding.other else { return [] }
      var mends = [growing(other), LayoutMend(element: element, declarations: "margin-top: 0")]
      mends += widths(of: other) + widths(of: element) + containers(of: element, document)
      return mends
        + [element, other].flatMap { parts(of: $0, document) }.flatMap { widths(of: $0) + [growing($0)] }
        + [element, other].map { LayoutMend(element: $0, declarations: "position: static") }
    case .textCut:
      return [
        growing(element),
        LayoutMend(element: element, declarations: "max-height: none", words: "write `max-height` in `em`, or none"),
        LayoutMend(element: element, declarations: "white-space: normal"),
        LayoutMend(element: element, declarations: "width: auto", words: "write `width` in `em`, or `min-width`"),
      ]
    case .textOverlap, .coveredText:
      guard let other = finding.other else { return [] }
      return [growing(other), growing(element)]
        + [element, other].flatMap {
          [
            LayoutMend(element: $0, declarations: "margin-top: 0"),
            LayoutMend(element: $0, declarations: "margin-bottom: 0"),
            LayoutMend(element: $0, declarations: "position: static"),
          ]
        }
    default: return []
    }
  }

  /// What a reader is to write.
  func help(for finding: LayoutLint.Finding, _ document: Document) -> String {
    let target = element == finding.element ? "it" : "`\(LayoutLint.label(element, document))`"
    if let words { return element == finding.element ? words : "\(words) (\(target))" }
    return "give \(target) `\(declarations)`"
  }

  /// The page with the declarations, which win over all others.
  func applied(to document: Document) -> Document {
    var document = document
    let important = declarations.split(separator: ";").map { $0 + " !important" }.joined(separator: ";")
    let known = document.value(element, .style).map { $0 + ";" } ?? ""
    document.setAttribute(.style, to: known + important, of: element)
    return document
  }

  // MARK: Sorts of mends

  /// The height of a box is the least that it has.
  private static func growing(_ element: NodeID) -> LayoutMend {
    LayoutMend(element: element, declarations: "height: auto", words: "write `min-height` instead of `height`")
  }

  private static func widths(of element: NodeID) -> [LayoutMend] {
    [
      "max-width: 100%", "min-width: 0", "white-space: normal", "overflow-wrap: anywhere", "flex-shrink: 1",
      "box-sizing: border-box", "max-width: 100%; min-width: 0", "max-width: 100%; box-sizing: border-box",
      "flex-shrink: 1; min-width: 0", "min-width: 0; overflow-wrap: anywhere",
    ].map { LayoutMend(element: element, declarations: $0) }
  }

  /// What the boxes around an element may do.
  private static func containers(of element: NodeID, _ document: Document) -> [LayoutMend] {
    ancestors(of: element, document).flatMap { ancestor in
      [
        "flex-wrap: wrap", "grid-template-columns: repeat(auto-fit, minmax(min(10rem, 100%), 1fr))",
        "grid-template-columns: minmax(0, 1fr)",
      ].map { LayoutMend(element: ancestor, declarations: $0) }
    }
  }

  private static func overflow(of element: NodeID, _ document: Document) -> [LayoutMend] {
    let around = ancestors(of: element, document)
    var mends = widths(of: element) + containers(of: element, document)
    mends += around.flatMap { ancestor in
      ["max-width: 100%", "min-width: 0", "white-space: normal", "box-sizing: border-box"].map {
        LayoutMend(element: ancestor, declarations: $0)
      }
    }
    mends += ([element] + around).flatMap { element in
      ["margin-left: 0", "margin-right: 0", "left: auto", "right: 0; left: auto", "overflow-x: auto"].map {
        LayoutMend(element: element, declarations: $0)
      }
    }
    return mends
  }

  /// The nearest elements around one, without the body.
  private static func ancestors(of element: NodeID, _ document: Document) -> [NodeID] {
    var found: [NodeID] = []
    var node = document.parentElement(element)
    while node.exists, found.count < 3, !document.isElement(node, .body), node != document.documentElement {
      found.append(node)
      node = document.parentElement(node)
    }
    return found
  }

  /// The first elements in one.
  private static func parts(of element: NodeID, _ document: Document) -> [NodeID] {
    var found: [NodeID] = []
    var node = document.next(after: element, within: element)
    while node.exists, found.count < 3 {
      if document.isElement(node) { found.append(node) }
      node = document.next(after: node, within: element)
    }
    return found
  }
}
