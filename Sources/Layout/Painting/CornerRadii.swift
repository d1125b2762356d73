import CSSValues

/// The used radii of a border box's corners, in px (CSS Backgrounds 3, 5).
public struct CornerRadii: Hashable, Sendable {
  /// The node.
  public var node: StyledTree.Index
  /// The horizontal radii: top left, top right, bottom right, bottom left.
  public var horizontal: [Double]
  /// The vertical radii, in the same order.
  public var vertical: [Double]

  /// Radii of a node's corners, four of each.
  public init(node: StyledTree.Index, horizontal: [Double], vertical: [Double]) {
    self.node = node
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The radii of a style on a border box; `nil` where all corners are square.
  init?(node: StyledTree.Index, _ border: BorderStyle, box: LayoutRect) {
    // OPTIMIZATION: no arrays are made for the many boxes whose corners are square.
    var horizontal = SIMD4(
      Self.resolve(border.topLeftRadius.horizontal, box.width),
      Self.resolve(border.topRightRadius.horizontal, box.width),
      Self.resolve(border.bottomRightRadius.horizontal, box.width),
      Self.resolve(border.bottomLeftRadius.horizontal, box.width))
    var vertical = SIMD4(
      Self.resolve(border.topLeftRadius.vertical, box.height),
      Self.resolve(border.topRightRadius.vertical, box.height),
      Self.resolve(border.bottomRightRadius.vertical, box.height),
      Self.resolve(border.bottomLeftRadius.vertical, box.height))
    // A corner with one radius of 0 is square (5.1).
    let isSquare = (horizontal .== 0) .| (vertical .== 0)
    guard !all(isSquare) else { return nil }
    horizontal.replace(with: 0, where: isSquare)
    vertical.replace(with: 0, where: isSquare)
    // Corner overlap (5.5): all radii shrink alike until no two touch.
    var factor = 1.0
    for (sum, side) in [
      (horizontal[0] + horizontal[1], box.width), (horizontal[3] + horizontal[2], box.width),
      (vertical[0] + vertical[3], box.height), (vertical[1] + vertical[2], box.height),
    ] where sum > 0 {
      factor = min(factor, side / sum)
    }
    self.node = node
    self.horizontal = (0..<4).map { horizontal[$0] * factor }
    self.vertical = (0..<4).map { vertical[$0] * factor }
  }

  private static func resolve(_ length: LengthPercentage, _ basis: Double) -> Double {
    let radius =
      switch length {
      case .length(let length): length
      case .percentage(let percentage): percentage * basis / 100
      case .calc(let expression): expression.resolve(percentageBasis: basis)
      }
    return radius.isFinite ? max(0, min(radius, 1e6)) : 0
  }
}
