import CSSValues
import Layout

/// A tree to lay out, with what its frames must add up to.
struct LayoutTree: Sendable {
  let name: String
  /// The sums of all nodes' x and y (from the parent's border box), widths and heights in px; `nil` where none is given.
  let sums: [Double]?
  let make: @Sendable () -> StyledTree

  /// The trees that other layout engines were measured with.
  static let all: [LayoutTree] = [
    LayoutTree(name: "T1", sums: [5_366_719, 999_960_000, 15_960_800, 880_000]) { rows(isAutomatic: false) },
    LayoutTree(name: "T1b", sums: [5_366_719, 999_960_000, 15_960_800, 880_000]) { rows(isAutomatic: true) },
    LayoutTree(name: "T2", sums: [34_419, 60_522, 148_606, 215_788]) { binary(levels: 13, basis: .auto) },
    LayoutTree(name: "T2 at 11 levels", sums: nil) { binary(levels: 11, basis: .auto) },
    LayoutTree(name: "T2 at 15 levels", sums: nil) { binary(levels: 15, basis: .auto) },
    LayoutTree(name: "T2b", sums: [34_419, 60_522, 148_606, 215_788]) {
      binary(levels: 13, basis: .value(.zero))
    },
    LayoutTree(name: "T3", sums: [45_000, 454_950, 111_110, 111_200]) { tens() },
  ]

  /// Styles of a tree, each once.
  private struct Builder {
    var tree = StyledTree()

    mutating func style(_ change: (inout ComputedStyle) -> Void) -> Int32 {
      var style = ComputedStyle()
      style.box.display = .flex
      style.box.originalDisplay = .flex
      style.box.boxSizing = .borderBox
      change(&style)
      tree.styles.append(style)
      return Int32(tree.styles.count - 1)
    }
  }

  private static func px(_ value: Double) -> SizeValue { .value(.length(value)) }

  /// A column of 10,000 rows with three flexible children each.
  private static func rows(isAutomatic: Bool) -> StyledTree {
    var builder = Builder()
    let root = builder.style {
      $0.flex.direction = .column
      $0.box.width = px(800)
    }
    let row = builder.style {
      if !isAutomatic { $0.box.height = px(20) }
      $0.box.padding = Sides(.length(2))
      $0.flex.shrink = 0
    }
    let children = (1...3).map { factor in
      builder.style {
        $0.flex.grow = Double(factor)
        $0.flex.shrink = 1
        $0.flex.basis = px(0)
        $0.box.minWidth = px(0)
        if isAutomatic { $0.box.height = px(16) }
      }
    }
    let rootNode = builder.tree.appendElement(to: -1, style: root)
    for _ in 0..<10_000 {
      let rowNode = builder.tree.appendElement(to: rootNode, style: row)
      for child in children { builder.tree.appendElement(to: rowNode, style: child) }
    }
    return builder.tree
  }

  /// A binary tree of rows and columns in turn.
  private static func binary(levels: Int, basis: SizeValue) -> StyledTree {
    var builder = Builder()
    func flexible(_ style: inout ComputedStyle) {
      style.flex.grow = 1
      style.flex.shrink = 1
      style.flex.basis = basis
      style.box.minWidth = px(0)
      style.box.minHeight = px(0)
    }
    let root = builder.style {
      flexible(&$0)
      $0.box.width = px(1000)
      $0.box.height = px(1000)
      $0.box.padding = Sides(.length(1))
    }
    let inner = [FlexDirection.row, .column].map { direction in
      builder.style {
        flexible(&$0)
        $0.flex.direction = direction
        $0.box.padding = Sides(.length(1))
      }
    }
    let leaf = builder.style {
      flexible(&$0)
      $0.box.width = px(10)
      $0.box.height = px(10)
    }
    func grow(_ level: Int, _ parent: StyledTree.Index) {
      for _ in 0..<2 {
        if level == levels - 1 {
          builder.tree.appendElement(to: parent, style: leaf)
        } else {
          let node = builder.tree.appendElement(to: parent, style: inner[level % 2])
          grow(level + 1, node)
        }
      }
    }
    grow(1, builder.tree.appendElement(to: -1, style: root))
    return builder.tree
  }

  /// Four levels of ten children each.
  private static func tens() -> StyledTree {
    var builder = Builder()
    // Shrink-to-fit, as other engines size a root without a width.
    let root = builder.style {
      $0.flex.direction = .column
      $0.box.position = .absolute
    }
    let nodes = [FlexDirection.row, .column].map { direction in
      builder.style {
        $0.flex.direction = direction
        $0.flex.grow = 1
        $0.flex.shrink = 0
        $0.box.width = px(10)
        $0.box.height = px(10)
      }
    }
    func grow(_ level: Int, _ parent: StyledTree.Index) {
      if level == 4 { return }
      for _ in 0..<10 {
        grow(level + 1, builder.tree.appendElement(to: parent, style: nodes[(level + 1) % 2]))
      }
    }
    grow(0, builder.tree.appendElement(to: -1, style: root))
    return builder.tree
  }
}
