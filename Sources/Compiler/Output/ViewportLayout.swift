import CSSValues
import HTML
import Layout

/// A page laid out at one viewport in one colour scheme: what the encoder and inspection read.
struct ViewportLayout: Sendable {
  var viewport: Viewport
  var colorScheme: ColorScheme
  var styles: ElementStyles
  var tree: StyledTree
  var origins: [TreeOrigin]
  var result: LayoutResult
  /// The fonts that measured, in order of family.
  var fonts: [MeasuredFont]
  /// The places in ``fonts`` by the numbers that the result's lines have.
  var fontPlaces: [Int: Int]
  /// Whether container queries had a part in the styles.
  var usesContainers = false
  /// The thickness of classic scrollbars in px.
  var scrollbarThickness: Double = 0
}

/// A font that measured text of a page.
struct MeasuredFont: Hashable, Sendable {
  var family: String
  /// `sha256-` and base64url of the file or of the metrics file's text.
  var hash: String
  /// The file's size in bytes.
  var size: Int
  /// Whether the font is the build machine's own, so that devices may have another.
  var isApproximate = false
  /// The family of a font of the build machine, whatever `@font-face` calls it.
  var machineFamily = ""
}
