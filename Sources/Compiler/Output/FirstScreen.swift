import CSSValues
import Diagnostics
import HTML
import Layout
import Names
import Painting

/// Finds pages whose first screen only scripts make, such as those with an empty root for React or Vue: no host paints them.
enum FirstScreen {
  /// Whether the page's author says what its first screen is: `<meta name="hybrid-first-screen" content="none">`.
  static let metaName = "hybrid-first-screen"

  /// Whether none of the layouts shows a text, an image or a control on its first screen.
  static func isEmpty(in layouts: [ViewportLayout], _ document: Document) -> Bool {
    !layouts.contains { shows($0, document) }
  }

  private static func shows(_ layout: ViewportLayout, _ document: Document) -> Bool {
    let height = layout.screen?.height ?? layout.viewport.height
    let width = layout.screen?.width ?? layout.viewport.width
    let tree = layout.tree
    let moved = layout.result.transformedRects
    // What is a px large counts visitors, or is for screen readers.
    func isSeen(_ rect: LayoutRect) -> Bool {
      rect.width > 1 && rect.height > 1 && rect.y * layout.pageScale < height && rect.y + rect.height > 0
        && rect.x * layout.pageScale < width && rect.x + rect.width > 0
    }
    var steps = 0
    /// Whether a node and what is around it let it be seen.
    func isVisible(_ node: Int) -> Bool {
      guard tree.styles[Int(tree.nodes[node].style)].text.visibility == .visible else { return false }
      var next = StyledTree.Index(node)
      while next >= 0, steps < mostSteps {
        steps += 1
        let record = tree.nodes[Int(next)]
        if record.kind != .text, hides(next, record) { return false }
        next = record.parent
      }
      return true
    }
    /// Whether nothing in an element is seen: it is transparent, or cuts what is in it to nothing.
    func hides(_ node: StyledTree.Index, _ record: StyledTree.Node) -> Bool {
      let style = Int(record.style)
      if tree.styles[style].visual.opacity <= 0 { return true }
      if let rect = moved[node], rect.width <= 1 || rect.height <= 1, layout.result.frames[Int(node)].rect.height > 1 {
        return true
      }
      let frame = layout.result.frames[Int(node)]
      guard frame.hasBox else { return false }
      return tree.styles[style].box.overflowX != .visible && frame.rect.width <= 1
        || tree.styles[style].box.overflowY != .visible && frame.rect.height <= 1
    }
    let canvas = canvas(layout, document)
    var knownAreas: Bool?
    /// Whether a box shows anything but the canvas's color.
    func hasAreas() -> Bool {
      if let known = knownAreas { return known }
      let found = tree.nodes.indices.contains { node in
        tree.nodes[node].kind != .text && isSeen(layout.result.frames[node].rect)
          && PagePainter.showsBox(tree.styles[Int(tree.nodes[node].style)], on: canvas) && isVisible(node)
      }
      knownAreas = found
      return found
    }
    /// Whether a text is apart from what is below it.
    func isApart(_ node: Int) -> Bool {
      let style = Int(tree.nodes[node].style)
      let color = PaintColor(tree.styles[style].text.color)
      return !color.isTransparent && color != canvas || tree.styles[style].other[.textShadow] != nil || hasAreas()
    }
    for line in layout.result.lines where isSeen(line.rect) && isVisible(Int(line.node)) {
      if line.units.contains(where: { $0 > 0x20 && $0 != 0xA0 }), isApart(Int(line.node)) { return true }
    }
    return tree.nodes.indices.contains { node in
      switch tree.nodes[node].role {
      case .button, .textField, .textArea, .select, .brokenImage: break
      case .replaced:
        // What a canvas or a frame shows is not in the page.
        guard case .node(let element) = layout.origins[node], !drawnByOthers.contains(document.name(element)) else {
          return false
        }
      default: return false
      }
      return isVisible(node) && isSeen(layout.result.frames[node].rect)
    }
  }

  /// The color behind all boxes: of the root or the body, or of what is below them.
  private static func canvas(_ layout: ViewportLayout, _ document: Document) -> PaintColor {
    let tree = layout.tree
    guard !tree.nodes.isEmpty else { return .white }
    for node in tree.nodes.indices {
      guard case .node(let element) = layout.origins[node], canvasOwners.contains(document.name(element)) else {
        continue
      }
      let style = tree.styles[Int(tree.nodes[node].style)]
      if case .color(let color) = style.visual.backgroundColor, color.alpha > 0 { return PaintColor(color) }
      if document.name(element) == .body { break }
    }
    let prefersDark = layout.viewport.colorScheme == .dark
    return PagePainter.canvas(below: tree.styles[Int(tree.nodes[0].style)], prefersDark: prefersDark)
  }

  private static let canvasOwners: Set<Name> = [.html, .body]

  /// Whether a document runs a script when it is loaded that is no `<script>`.
  static func runsScriptOnLoad(_ document: Document) -> Bool {
    (0..<document.nodeCount).contains { number in
      let node = document.node(number: number)
      return document.isElement(node) && document.name(node) == .body && document.value(node, "onload") != nil
    }
  }

  /// How many elements around texts are looked at: beyond it everything counts as seen.
  private static let mostSteps = 1_000_000

  private static let drawnByOthers: Set<Name> = ["canvas", "iframe", "embed", "object", "audio"]
}

extension PageReading {
  /// Whether hosts paint a Web page's first screen: as its author says, or else unless only scripts make it.
  mutating func paintsFirstScreen(_ document: Document, _ layouts: [ViewportLayout], runsScripts: Bool) -> Bool {
    guard dialect == .web else { return true }
    if let node = meta(named: FirstScreen.metaName, in: document), let value = document.value(node, .content) {
      switch value.lowercased() {
      case "none": return false
      case "painted": return true
      default:
        diagnostics.report(
          .unknownFirstScreen, "`\(value)` is not a first screen", in: source, at: document.sourceRange(node),
          help: "write `content=\"none\"` or `content=\"painted\"`")
      }
    }
    guard runsScripts || FirstScreen.runsScriptOnLoad(document), FirstScreen.isEmpty(in: layouts, document) else {
      return true
    }
    diagnostics.report(
      Diagnostic(
        .noFirstScreen, "no text, image or control is on the first screen before scripts run: hosts do not paint it",
        at: SourceLocation(file: authoredFile),
        help:
          "render the page on the server or in the build, or add `<meta name=\"\(FirstScreen.metaName)\" content=\"painted\">`"
      ))
    return false
  }
}
