import CSSValues

/// The room in CSS px that classic scrollbars take (CSS Overflow 3, 3.2); those of phones are over the content and take none.
public struct Scrollbars: Hashable, Sendable {
  /// The thickness of scrollbars that are shown.
  public var thickness: Double
  /// The room that text areas and `scrollbar-gutter` keep for scrollbars though those are hidden.
  public var reserved: Double

  /// Scrollbars of a thickness.
  public init(thickness: Double = 0, reserved: Double = 0) {
    self.thickness = thickness
    self.reserved = reserved
  }

  /// The same for a box with a `scrollbar-width`: thin ones are 10 px thick where others are 15, as in Chromium.
  func of(_ width: ScrollbarWidth) -> Scrollbars {
    switch width {
    case .auto: self
    case .thin: Scrollbars(thickness: (thickness * 2 / 3).rounded(), reserved: (reserved * 2 / 3).rounded())
    case .none: Scrollbars()
    }
  }
}
