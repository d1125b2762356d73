import CSSValues
import Diagnostics
import HTML
import Layout
import Names

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
    func isSeen(_ rect: LayoutRect) -> Bool {
      rect.width > 0 && rect.height > 0 && rect.y * layout.pageScale < height && rect.y + rect.height > 0
    }
    let tree = layout.tree
    func isVisible(_ node: Int) -> Bool {
      tree.styles[Int(tree.nodes[node].style)].text.visibility == .visible
    }
    for line in layout.result.lines where isSeen(line.rect) && isVisible(Int(line.node)) {
      if line.text.contains(where: { $0 > 0x20 && $0 != 0xA0 }) { return true }
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
    guard runsScripts, FirstScreen.isEmpty(in: layouts, document) else { return true }
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
