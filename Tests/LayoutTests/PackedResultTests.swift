import CSSValues
import Testing

@testable import Layout

@Suite struct PackedResultTests {
  /// Entries of zeros, of the same words again, and of words that differ in their first, last or all bytes.
  @Test func wordsComeBack() {
    let words: [UInt64] = [
      0, .max, 1, 1 << 63, 0xFF, 0xFF << 56, 0xFF00, (-0.0).bitPattern, Double.nan.bitPattern, 1.5.bitPattern,
    ]
    for width in 1...9 {
      var entries = (0..<500).map { _ in
        (0..<width).map { _ in
          Bool.random() ? words[Int.random(in: words.indices)] : UInt64.random(in: .min ... .max)
        }
      }
      for index in stride(from: 1, to: entries.count, by: 3) { entries[index] = entries[index - 1] }
      for index in stride(from: 5, to: entries.count, by: 7) { entries[index] = Array(repeating: 0, count: width) }
      let packed = PackedWords(entries.count, width: width) { index, words in
        for word in 0..<width { words[word] = entries[index][word] }
      }
      #expect(packed.map { words in (0..<width).map { words[$0] } } == entries)
    }
    #expect(PackedWords(0, width: 3) { _, _ in }.map { $0[0] }.isEmpty)
  }

  /// Frames, fragments and lines with all that lines have.
  @Test func resultsComeBack() {
    var tree = TestTree()
    let block = tree.add("p") { $0.box.setWidth(65.25) }
    tree.text("some words that wrap", to: block)
    let inline = tree.add("span", to: block, display: .inline)
    tree.text("in a box of their own on more than one line", to: inline)
    let capital = tree.add("capitals", to: block) { $0.text.textTransform = .uppercase }
    tree.text("these words are not those of the tree", to: capital)
    let cut = tree.add("cut") {
      $0.box.overflowX = .hidden
      $0.box.overflowY = .hidden
      $0.box.textOverflow = .ellipsis
      $0.box.setWidth(50)
    }
    tree.text("unbreakableandlong", to: cut)
    tree.add("nothing", display: .none)
    var result = layout(tree.tree, in: Viewport(width: 200, height: 400, scale: 3), measuredBy: SquareMeasurer())
    result.lines[1].isFirstLetter = true
    result.lines[2].isOfFirstLine = true
    result.lines[3].level = 3
    result.lines[3].fonts = [7, 2, 0, 4]
    result.lines[4].fonts = []
    let again = PackedResult(result, text: tree.tree.text).result
    #expect(result.lines.count > 10 && result.fragments.count > 1)
    #expect(result.lines.contains { $0.shown != nil })
    #expect(again.lines == result.lines)
    #expect(again.frames == result.frames)
    #expect(again.fragments == result.fragments)
    #expect(again.scrollAreas == result.scrollAreas && again.contentHeight == result.contentHeight)
    // What the tree holds is held once.
    #expect(again.lines.contains { $0.units.isPart(of: tree.tree.text) })
    #expect(again.lines.contains { !$0.units.isPart(of: tree.tree.text) })
    let nothing = PackedResult(LayoutResult(), text: []).result
    #expect(nothing.frames.isEmpty && nothing.lines.isEmpty && nothing.fragments.isEmpty)
  }

  /// Lines of a container are there once, however often it is laid out again.
  @Test func finishedLinesAreReplaced() {
    func context(_ box: BoxIndex, _ count: Int) -> (InlineContext, [LayoutResult.TextLine?]) {
      let context = InlineContext(
        container: box, paragraph: TextParagraph(text: [], spans: [], styles: [], baseDirection: .ltr))
      let fragment = InlineContext.TextFragment(
        box: box, start: 0, end: 1, x: 0, y: 0, width: 1, height: 1, baseline: 0, level: 0, isHyphenated: false)
      context.textFragments = Array(repeating: fragment, count: count + 1)
      context.boxFragments = [.init(box: box, rect: LayoutRect(x: 0, y: 0, width: Double(count), height: 1))]
      context.pieceCount = count
      context.lineBounds = LayoutRect(x: 0, y: 0, width: 9, height: Double(count))
      let line = LayoutResult.TextLine(
        node: box, range: 0..<count, rect: .zero, baseline: 0, text: [], fonts: [], level: 0)
      return (context, Array(repeating: line, count: count) + [nil])
    }
    var finished = FinishedLines()
    #expect(finished.isEmpty && finished.texts(of: 2) == nil)
    let (first, firstLines) = context(1, 2)
    finished.keep(first, firstLines, boxCount: 4, isScrolled: true)
    for round in 0..<1000 {
      let (again, lines) = context(2, 40 + round % 7)
      finished.keep(again, lines, boxCount: 4, isScrolled: false)
    }
    // 1,000 times 43 lines would be 43,000.
    #expect(finished.texts.count < 20_000)
    #expect(finished.texts(of: 1).map { finished.texts[$0].map(\.range) } == [0..<2, 0..<2])
    #expect(finished.texts(of: 2).map { finished.texts[$0].allSatisfy { $0.node == 2 } && $0.count == 45 } == true)
    #expect(finished.boxFragments(of: 2).map(\.rect.width) == [45] && finished.otherFragments(of: 2).count == 1)
    #expect(finished.pieceCount(of: 1) == 2 && finished.pieceCount(of: 2) == 45 && finished.pieceCount(of: 3) == 0)
    #expect(finished.bounds == [1: LayoutRect(x: 0, y: 0, width: 9, height: 2)])
    finished.forget(1)
    #expect(finished.texts(of: 1) == nil && finished.boxFragments(of: 1).isEmpty && finished.bounds.isEmpty)
  }
}
