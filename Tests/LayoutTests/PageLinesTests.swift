import CSSValues
import Testing

@testable import Layout

/// What one viewport has collected of lines is not collected again for the next.
struct PageLinesTests {
  private static let viewports = [200.0, 90, 45].map { Viewport(width: $0, height: 100) }

  private static var block: ComputedStyle {
    var block = ComputedStyle()
    block.font.size = 10
    block.font.lineHeight = .number(1)
    block.box.display = .block
    block.box.originalDisplay = .block
    return block
  }

  private static var inline: ComputedStyle {
    var inline = block.inheritedOnly()
    inline.font.weight = 700
    inline.border.left.style = .solid
    inline.border.left.width = 2
    return inline
  }

  /// Two paragraphs, of which the second has a stressed word that may be broken in two.
  private func tree(
    _ styles: [ComputedStyle], first: String = "a first text", words: [String] = ["of ", "two words", " and more"]
  )
    -> StyledTree
  {
    var tree = StyledTree()
    tree.styles = styles
    let root = tree.appendElement(to: -1, style: 0)
    let title = tree.appendElement(to: root, style: 0)
    tree.appendText(first.utf16, to: title)
    let paragraph = tree.appendElement(to: root, style: 0)
    tree.appendText(words[0].utf16, to: paragraph)
    let stressed = tree.appendElement(to: paragraph, style: 1)
    tree.appendText(words[1].utf16, to: stressed)
    tree.appendText(words[2].utf16, to: paragraph)
    return tree
  }

  /// Lays trees out in a viewport each, one after the other, and compares each with its layout by itself.
  ///
  /// - Returns: how many contents were taken over.
  private func sharedCount(_ trees: [StyledTree]) -> Int {
    let (lines, measurer) = (PageLines(), SquareMeasurer())
    for (tree, viewport) in zip(trees, Self.viewports) {
      let memory = LayoutMemory(viewport: viewport, measurer: measurer)
      let known = memory.layOut(tree, lines: lines, identities: Array(0..<Int32(tree.nodes.count)))
      let plain = layout(tree, in: viewport, measuredBy: measurer)
      #expect(known.frames == plain.frames)
      #expect(known.lines == plain.lines)
      #expect(known.fragments == plain.fragments)
    }
    return lines.sharedCount
  }

  @Test func contentsAreCollectedOnce() {
    let tree = tree([Self.block, Self.inline])
    #expect(sharedCount([tree, tree, tree]) == 4)
  }

  /// Viewports number their styles by themselves.
  @Test func numbersOfStylesMayDiffer() {
    let tree = tree([Self.block, Self.inline])
    var other = tree
    other.styles = [Self.inline, Self.block]
    for index in other.nodes.indices { other.nodes[index].style = 1 - other.nodes[index].style }
    #expect(sharedCount([tree, other, tree]) == 4)
  }

  @Test func stylesThatOnlyPlaceLinesMayDiffer() {
    let tree = tree([Self.block, Self.inline])
    var placed = Self.block
    placed.box.width = .value(.length(60))
    placed.visual.opacity = 0.5
    #expect(sharedCount([tree, self.tree([placed, Self.inline])]) == 2)
  }

  @Test func otherTextsAreCollected() {
    let styles = [Self.block, Self.inline]
    #expect(sharedCount([tree(styles), tree(styles, first: "a third text")]) == 1)
    #expect(sharedCount([tree(styles), tree(styles, words: ["of ", "two birds", " and more"])]) == 1)
    #expect(sharedCount([tree(styles), tree(styles, first: "a longer text than that")]) == 1)
  }

  @Test func otherStylesAreCollected() {
    func count(_ change: (inout ComputedStyle, inout ComputedStyle) -> Void) -> Int {
      var (block, inline) = (Self.block, Self.inline)
      change(&block, &inline)
      return sharedCount([tree([Self.block, Self.inline]), tree([block, inline])])
    }
    #expect(count { block, _ in block.font.size = 12 } == 0)
    #expect(count { block, _ in block.text.textTransform = .uppercase } == 0)
    #expect(count { block, _ in block.text.direction = .rtl } == 0)
    // Only the paragraph with the stressed word has it.
    #expect(count { _, inline in inline.font.size = 12 } == 1)
    #expect(count { _, inline in inline.border.left.width = 0 } == 1)
    #expect(count { _, inline in inline.box.position = .relative } == 1)
    #expect(count { _, inline in inline.box.unicodeBidi = .isolate } == 1)
    #expect(count { _, inline in inline.box.float = .left } == 1)
    #expect(count { _, inline in inline.box.display = .none } == 1)
  }

  /// A layout of the next page that keeps an engine keeps none of the page before.
  @Test func enginesKeepNothingOfThePage() {
    weak var kept: PageLines?
    let memory = LayoutMemory(viewport: Self.viewports[0], measurer: SquareMeasurer())
    do {
      let (lines, tree) = (PageLines(), tree([Self.block, Self.inline]))
      kept = lines
      _ = memory.layOut(tree, lines: lines, identities: Array(0..<Int32(tree.nodes.count)))
      lines.forget()
    }
    #expect(kept == nil)
  }
}
