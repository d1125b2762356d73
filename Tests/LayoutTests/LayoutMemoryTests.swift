import CSSValues
import Testing

@testable import Layout

/// Subtrees that the tree before had are not laid out again.
struct LayoutMemoryTests {
  /// A bar whose styles all trees share, below texts of their own.
  private func tree(_ title: String, _ styles: [ComputedStyle]) -> StyledTree {
    var tree = StyledTree()
    tree.styles = styles
    let root = tree.appendElement(to: -1, style: 0)
    let head = tree.appendElement(to: root, style: 0)
    tree.appendText(title.utf16, to: head)
    let bar = tree.appendElement(to: root, style: 1)
    for text in ["start", "a longer word", "end"] {
      let item = tree.appendElement(to: bar, style: 0)
      tree.appendText(text.utf16, to: item)
    }
    return tree
  }

  private var styles: [ComputedStyle] {
    var block = ComputedStyle()
    block.font.size = 10
    block.font.lineHeight = .number(1)
    block.box.display = .block
    block.box.originalDisplay = .block
    var flex = block
    flex.box.display = .flex
    flex.box.originalDisplay = .flex
    return [block, flex]
  }

  @Test func sameSubtreesAreTakenOver() {
    let (viewport, measurer, styles) = (Viewport(width: 200, height: 100), SquareMeasurer(), styles)
    let memory = LayoutMemory(viewport: viewport, measurer: measurer)
    for (title, kept) in [("first page", 0), ("second, with a title of two lines", 10), ("third", 10)] {
      let tree = tree(title, styles)
      let known = memory.layOut(tree)
      let plain = layout(tree, in: viewport, measuredBy: measurer)
      #expect(known.frames == plain.frames)
      #expect(known.lines == plain.lines)
      #expect(memory.keptBoxes == kept, "\(title)")
    }
  }

  /// The styles of another tree may have the same numbers and be others.
  @Test func otherStylesAreNotTheSame() {
    let (viewport, measurer, styles) = (Viewport(width: 200, height: 100), SquareMeasurer(), styles)
    let memory = LayoutMemory(viewport: viewport, measurer: measurer)
    _ = memory.layOut(tree("first", styles))
    var others = styles
    others[1].flex.direction = .column
    let changed = tree("first", others)
    #expect(memory.layOut(changed).frames == layout(changed, in: viewport, measuredBy: measurer).frames)
    // The title and the items of the bar are the same, which have three boxes each, with an anonymous block that is not needed.
    #expect(memory.keptBoxes == 12)
  }
}
