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
}
