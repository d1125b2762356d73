/// The properties that paint but do not move boxes, and transforms; none inherit.
///
/// Backgrounds, shadows, filters and transforms are typed here as the clients that read them need them.
public struct VisualStyle: Hashable, Sendable {
  /// `background-color`.
  public var backgroundColor: StyleColor = .color(.transparent)
  /// 0–1.
  public var opacity: Double = 1

  /// Every property at its initial value.
  public init() {}
}
