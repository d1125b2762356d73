import CSS
import CSSValues
import Diagnostics
import HTML
import Layout
import Names
import Style

extension PageReading {
  /// The page's images whose boxes are known. With `images` in the configuration, those that may get candidates have marks:
  /// the page was laid out with them and looks the same.
  mutating func imageUses(
    of document: Document, _ layouts: [ViewportLayout], _ stage: LayoutStage, _ sheets: PageStyleSheets,
    _ description: ViewportDescription, runsScripts: Bool
  ) -> [(node: NodeID, use: ImageUse)] {
    guard dialect == .web else { return [] }
    let options = compiler.options
    let images = images(of: document)
    var uses = ImageUseCollector(document: document, layouts: layouts, images: images, source: source) {
      guard let screen = options.screens.first else { return [] }
      return PageVariants.thresholds(sheets, Environment(viewport: screen, features: options.features)).widths
    }.collect()
    guard options.rewritesImages else { return uses }
    if ImageMarkup.holdsMarks(source.bytes) {
      for index in uses.indices where uses[index].use.reason.isEmpty {
        uses[index].use.reason = "the page has attributes called data-hybrid-image"
      }
    }
    let trial = ImageTrial(
      document: document, layouts: layouts, stage: stage, images: images, description: description, options: options)
    trial.mark(&uses, wraps: !runsScripts && !Self.hasContentPolicy(document))
    return uses
  }

  /// Whether a policy of the page may forbid `style` attributes.
  private static func hasContentPolicy(_ document: Document) -> Bool {
    var node = document.documentElement
    while node.exists {
      if document.isElement(node, .meta),
        document.value(node, .httpEquiv)?.lowercased() == "content-security-policy"
      {
        return true
      }
      node = document.next(after: node)
    }
    return false
  }
}
