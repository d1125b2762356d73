/// How far a screen's notch and bars reach into the page, in CSS px: what `env(safe-area-inset-*)` answers.
public struct SafeAreaInsets: Sendable, Hashable {
  /// From the top edge.
  public var top: Double
  /// From the right edge.
  public var right: Double
  /// From the bottom edge.
  public var bottom: Double
  /// From the left edge.
  public var left: Double

  /// Insets from the four edges; those that are not given are 0.
  public init(top: Double = 0, right: Double = 0, bottom: Double = 0, left: Double = 0) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  /// No insets.
  public static let zero = SafeAreaInsets()

  /// The largest inset that a file may hold.
  public static let maximum = 100_000.0

  /// The four insets in the order of CSS: top, right, bottom, left.
  public var sides: [Double] { [top, right, bottom, left] }

  /// Insets from four numbers in the order of CSS; `nil` where they are not four numbers from 0 to ``maximum``.
  public init?(sides: [Double]) {
    guard sides.count == 4, sides.allSatisfy({ $0 >= 0 && $0 <= Self.maximum }) else { return nil }
    self.init(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])
  }
}

extension SafeAreaInsets: CustomStringConvertible {
  /// The four insets as CSS orders them, such as `47 0 34 0`.
  public var description: String {
    sides.map { $0 == $0.rounded() && abs($0) < 1e9 ? String(Int($0)) : String($0) }.joined(separator: " ")
  }
}
