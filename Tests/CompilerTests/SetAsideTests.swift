import CSSValues
import Layout
import Testing

@testable import Compiler

@Suite struct SetAsideTests {
  /// A layout of so many nodes, each of which was placed somewhere else.
  private func layout(_ count: Int) -> ViewportLayout {
    var tree = StyledTree()
    tree.styles.append(ComputedStyle())
    tree.appendElement(to: -1, style: 0)
    for _ in 1..<count { tree.appendText("word".utf16, to: 0) }
    var layout = ViewportLayout(
      viewport: Viewport(width: 390, height: 844), styles: ElementStyles(styles: [], elements: [], pseudos: [:]),
      tree: tree, origins: [], boxes: [], generatedBoxes: [:], facts: [], usesSafeArea: false,
      generatesBeyondLimit: nil)
    var result = LayoutResult()
    result.frames = (0..<count).map { .init(rect: LayoutRect(x: 0, y: Double($0), width: 8, height: 1), hasBox: true) }
    result.lines = (1..<count).map {
      .init(
        node: Int32($0), range: 0..<4, rect: LayoutRect(x: 0, y: Double($0), width: 4, height: 1),
        baseline: Double($0) + 0.8, text: Array("word".utf16), fonts: [0, 4], level: 0)
    }
    result.contentHeight = Double(count)
    layout.result = result
    return layout
  }

  /// What is set aside is the same when someone asks, for all who hold the layout.
  @Test(arguments: [3, 1 << 15]) func resultsAreThereAgain(count: Int) {
    let kept = layout(count)
    let result = kept.result
    let copy = kept
    for _ in 0..<2 {
      kept.setAside()
      kept.setAside()
      #expect(kept.isSetAside == (count > 3) && copy.isSetAside == kept.isSetAside)
      #expect(copy.result.frames == result.frames)
      #expect(kept.result.lines == result.lines)
      #expect(kept.result.contentHeight == Double(count) && !copy.isSetAside)
    }
  }

  /// A layout that changes leaves its copies as they were, set aside or not.
  @Test func copiesKeepTheirResults() {
    let kept = layout(1 << 15)
    var copy = kept
    kept.setAside()
    copy.result.frames[1].rect.x = 5
    kept.setAside()
    #expect(kept.result.frames[1].rect.x == 0)
    #expect(copy.result.frames[1].rect.x == 5 && copy.result.frames[2] == kept.result.frames[2])
  }

  /// Lines that are encoded are forgotten by all who hold the layout.
  @Test func encodedLinesAreForgotten() {
    let kept = layout(1 << 15)
    let copy = kept
    kept.setAside()
    kept.forgetPainted()
    #expect(copy.result.lines.isEmpty && copy.result.frames.count == 1 << 15)
    kept.setAside()
    #expect(copy.result.lines.isEmpty && copy.result.frames.count == 1 << 15)
  }
}
