import CSSValues
import HTML
import Layout
import Page

/// A page laid out at one viewport: what the encoder and inspection read.
struct ViewportLayout: Sendable {
  /// What the page is laid out in: the screen, or what `<meta name="viewport">` makes of it.
  var viewport: Viewport
  /// The screen, where the page has another viewport.
  var screen: Viewport?
  /// The CSS px of the screen that one of the page takes when the page opens.
  var pageScale = 1.0
  var styles: ElementStyles
  var tree: StyledTree
  /// What each node of the tree stands for.
  var origins: [TreeOrigin]
  /// By node of ``LayoutStage/nodes``: what it is laid out as; `nil` where it is not displayed.
  var boxes: [PageBox?]
  /// The same of generated boxes.
  var generatedBoxes: [TreeOrigin: PageBox]
  /// What layout knows of nodes that neither their styles nor the tree say; the nodes without any are left out.
  var facts: [(origin: TreeOrigin, facts: [PageLayoutFact])]
  var result: LayoutResult {
    _read {
      placed.bringBack()
      yield placed.result
    }
    _modify {
      placed.bringBack()
      if !isKnownUniquelyReferenced(&placed) { placed = PlacedNodes(placed.result) }
      yield &placed.result
    }
  }
  private var placed: PlacedNodes
  /// The fonts that measured, in order of family.
  var fonts: [MeasuredFont]
  /// The places in ``fonts`` by the numbers that the result's lines have.
  var fontPlaces: [Int: Int]
  /// The families whose text was measured with stand-in fonts, with these fonts.
  var standIns: [ApproximateFonts.Family: Set<String>] = [:]
  /// Whether container queries had a part in the styles.
  var usesContainers = false
  /// Whether styles asked for `env()`.
  var usesSafeArea = false
  /// The thickness of classic scrollbars in px.
  var scrollbarThickness: Double = 0
  /// The first element whose generated content there was no room for.
  var generatesBeyondLimit: NodeID?

  /// The nodes of so large a tree are in less room while nobody asks where they were placed.
  private static let largeTree = 1 << 15

  init(
    viewport: Viewport, styles: ElementStyles, tree: StyledTree, origins: [TreeOrigin], boxes: [PageBox?],
    generatedBoxes: [TreeOrigin: PageBox], facts: [(origin: TreeOrigin, facts: [PageLayoutFact])], usesSafeArea: Bool,
    generatesBeyondLimit: NodeID?
  ) {
    self.viewport = viewport
    self.styles = styles
    self.tree = tree
    self.origins = origins
    self.boxes = boxes
    self.generatedBoxes = generatedBoxes
    self.facts = facts
    self.usesSafeArea = usesSafeArea
    self.generatesBeyondLimit = generatesBeyondLimit
    placed = PlacedNodes(LayoutResult())
    (fonts, fontPlaces) = ([], [:])
  }

  /// Keeps where the nodes of a large page were placed in less room until someone asks: while another viewport is laid out or encoded.
  func setAside() {
    if tree.nodes.count >= Self.largeTree { placed.setAside(text: tree.text) }
  }

  /// Whether where the nodes were placed is kept in less room now.
  var isSetAside: Bool { placed.isSetAside }

  /// Forgets lines and facts of painting once they are encoded, for all who hold the layout.
  func forgetPainted() {
    placed.bringBack()
    placed.result.lines = []
    placed.result.paint = PaintFacts()
  }
}

/// Where a viewport's nodes were placed, for a while in less room. What is held says the same in both forms, so that layouts that are
/// copied share it; one thread at a time asks.
private final class PlacedNodes: @unchecked Sendable {
  @exclusivity(unchecked) var result: LayoutResult
  @exclusivity(unchecked) private var packed: PackedResult?

  init(_ result: LayoutResult) { self.result = result }

  var isSetAside: Bool { packed != nil }

  func setAside(text: [UInt16]) {
    guard packed == nil else { return }
    packed = PackedResult(result, text: text)
    result = LayoutResult()
  }

  @inline(__always)
  func bringBack() {
    if packed != nil { unpack() }
  }

  @inline(never)
  private func unpack() {
    guard let packed else { return }
    result = packed.result
    self.packed = nil
  }
}

/// A font that measured text of a page.
struct MeasuredFont: Hashable, Sendable {
  var family: String
  /// `sha256-` and base64url of the file or of the metrics file's text.
  var hash: String
  /// The file's size in bytes.
  var size: Int
  /// Whether the font stands in for another, so that devices may have another.
  var isApproximate = false
  /// The family of a stand-in font, whatever `@font-face` calls it.
  var standInFamily = ""
  /// The families that a stand-in font measured, as styles name them.
  var standsInFor: [String] = []
  /// Whether the page ships the font.
  var isShipped = false
}
