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
  var result: LayoutResult
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

  /// Forgets lines and facts of painting, once they are encoded.
  mutating func forgetPainted() {
    result.lines = []
    result.paint = PaintFacts()
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
