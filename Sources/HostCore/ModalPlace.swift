import CSSValues

/// Where a modal is on the screen, as `modal_style` of the navigation rules says: as high as it may be on phones, and a sheet in
/// the middle of larger screens.
public struct ModalPlace: Hashable, Sendable {
  /// How much of the screen a modal takes.
  public enum Style: String, Sendable {
    /// The lower half.
    case medium
    /// All but a strip at the upper edge.
    case large
    /// The whole screen.
    case full
    /// `large`, and on wide screens a page's width.
    case pageSheet = "page_sheet"
    /// `large`, and on wide screens a small box in the middle.
    case formSheet = "form_sheet"
  }

  /// In the screen's coordinates, in CSS px.
  public var frame: LayoutRect
  /// Whether nothing of what is below is seen.
  public var coversScreen: Bool { style == .full }
  /// The style that counts: `large` for one that is missing or unknown.
  public var style: Style

  /// From this width on sheets are not as wide as the screen, in CSS px.
  private static let wide = 600.0
  /// The strip above a sheet where what is below is seen, in CSS px.
  private static let strip = 48.0

  /// The place of a modal on a screen of this size.
  public init(style name: String?, onScreenOf width: Double, _ height: Double) {
    style = name.flatMap(Style.init) ?? .large
    let (width, height) = (max(1, width), max(1, height))
    let isWide = width >= Self.wide
    func sheet(_ mostWidth: Double, _ mostHeight: Double) -> LayoutRect {
      let own = (width: min(width, mostWidth), height: min(height, mostHeight))
      // At the lower edge of a phone, in the middle of what is larger.
      let y = isWide ? ((height - own.height) / 2).rounded(.down) : height - own.height
      return LayoutRect(x: ((width - own.width) / 2).rounded(.down), y: y, width: own.width, height: own.height)
    }
    let below = max(1, height - Self.strip)
    switch style {
    case .full: frame = LayoutRect(x: 0, y: 0, width: width, height: height)
    case .medium:
      frame = sheet(isWide ? 704 : width, (height / 2).rounded(.up))
      frame.y = height - frame.height
    case .large: frame = sheet(isWide ? 704 : width, isWide ? height - 2 * Self.strip : below)
    case .pageSheet: frame = sheet(isWide ? 704 : width, isWide ? height - 2 * Self.strip : below)
    case .formSheet: frame = sheet(isWide ? 540 : width, isWide ? min(620, height - 2 * Self.strip) : below)
    }
    frame.height = max(1, frame.height)
  }
}
