/// The initial containing block and what else of the device layout depends on.
public struct InitialViewport: Hashable, Sendable {
  /// CSS px.
  public var width: Double
  /// CSS px.
  public var height: Double
  /// Device pixels per CSS px.
  public var scale: Double
  /// The thickness of classic scrollbars in px; 0 for overlay or hidden ones.
  public var scrollbarThickness: Double

  /// The room in px that text areas and `scrollbar-gutter` keep for classic scrollbars though those are hidden.
  public var reservedThickness: Double

  /// A viewport; phones' scrollbars take no room.
  public init(
    width: Double, height: Double, scale: Double = 1, scrollbarThickness: Double = 0, reservedThickness: Double = 0
  ) {
    self.reservedThickness = reservedThickness
    self.width = width
    self.height = height
    self.scale = scale
    self.scrollbarThickness = scrollbarThickness
  }
}
