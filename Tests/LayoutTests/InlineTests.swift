import CSSValues
import Testing

@testable import Layout

struct InlineTests {
  /// What a page takes grows with its boxes, contexts of lines and pieces on them, and all of them count.
  @Test(
    "Each paragraph counts as a piece on a line, a context and two boxes of half a piece",
    arguments: [(7, nil), (8, nil), (9, 13), (200, 25)] as [(Int, Int32?)])
  func pieces(_ paragraphs: Int, _ beyond: Int32?) {
    var tree = TestTree()
    for _ in 0..<paragraphs { tree.text("a", to: tree.add("p")) }
    let result = layout(
      tree.tree, in: Viewport(width: 200, height: 400, scale: 1), measuredBy: SquareMeasurer(), maximumPieces: 8 * 3)
    #expect(result.nodeBeyondPieces == beyond)
  }

  /// A marker has a box and a context of its own, and takes no more memory than the text in it counts as.
  @Test("A marker beside its item counts as its text: a piece on a line and half a box", arguments: [0, 1])
  func piecesOfMarkers(_ missing: Int) {
    var tree = TestTree()
    for _ in 0..<10 {
      let item = tree.add("li")
      let marker = tree.add("marker", to: item, role: .listMarker, display: .inline)
      tree.text("1", to: marker)
      tree.text("a", to: item)
    }
    // Three pieces of each item, and the marker's text.
    let result = layout(
      tree.tree, in: Viewport(width: 200, height: 400, scale: 1), measuredBy: SquareMeasurer(),
      maximumPieces: 10 * 3 + 15 - missing)
    #expect((result.nodeBeyondPieces == nil) == (missing == 0))
  }

  /// Styles of first lines are as many as there are kinds of paragraphs.
  @Test("Paragraphs of one style have one style of their first lines")
  func stylesOfFirstLines() {
    var tree = TestTree()
    let first = tree.add("p")
    tree.text("a", to: first)
    var styled = tree.tree
    for _ in 0..<20 {
      let paragraph = styled.appendElement(to: 0, style: styled.nodes[Int(first)].style)
      styled.appendText("ab".utf16, to: paragraph)
      styled.firstLines[paragraph] = styled.nodes[Int(first)].style
    }
    let built = BoxTreeBuilder.build(styled, scale: 1)
    #expect(built.firstLines.count == 20)
    #expect(Set(built.firstLines.values.flatMap(\.values)).count == 1)
  }

  /// As in browsers, a marker keeps the font of its own element.
  @Test("A first line's font does not reach the marker in it")
  func markersOfFirstLines() {
    var tree = TestTree()
    let item = tree.add("li") { $0.text.listStylePosition = .inside }
    let marker = tree.add("marker", to: item, role: .listMarker, display: .inline)
    tree.text("1", to: marker)
    tree.text("a", to: item)
    var styled = tree.tree
    var large = styled.styles[Int(styled.nodes[Int(item)].style)].inheritedOnly()
    large.font.size = 20
    styled.firstLines[item] = Int32(styled.styles.count)
    styled.styles.append(large)
    let lines = layout(styled, in: Viewport(width: 200, height: 400), measuredBy: SquareMeasurer()).lines
    #expect(lines.map(\.rect.width) == [10, 20])
  }

  /// Chromium halves a line's leading in layout units, toward zero, and rounds the upper half down to device pixels.
  @Test(
    "Half of the leading is above a font",
    arguments: [
      (12.984375, 1, 10, 2.984375), (12.96875, 1, 9, 3.96875), (11, 1, 9, 2), (13.5, 1, 10, 3.5), (15, 1, 11, 4),
      (14, 3, 10 + 1.0 / 3, 4 - 1.0 / 3), (13 - 1.0 / 192, 3, 10, 3 - 1.0 / 192),
    ] as [(Double, Double, Double, Double)])
  func leading(_ lineHeight: Double, _ scale: Double, _ ascent: Double, _ descent: Double) {
    let line = InlineMetrics.leaded(FontHeight(ascent: 10, descent: 3), lineHeight: lineHeight, scale: scale)
    #expect(abs(line.ascent - ascent) < 1e-9)
    #expect(abs(line.descent - descent) < 1e-9)
  }

  /// What is too much before there are lines takes no memory for them.
  @Test("Nothing of a tree is shaped whose boxes and contexts are too many", arguments: [false, true])
  func piecesBeforeLines(_ hasFirstLines: Bool) {
    var tree = TestTree()
    let paragraphs = (0..<10).map { _ in tree.add("p") }
    for paragraph in paragraphs { tree.text("ab", to: paragraph) }
    var styled = tree.tree
    if hasFirstLines {
      for paragraph in paragraphs { styled.firstLines[paragraph] = styled.nodes[Int(paragraph)].style }
    }
    func shaped(_ maximum: Int) -> Int {
      let measurer = CountingMeasurer()
      let result = layout(
        styled, in: Viewport(width: 200, height: 400, scale: 1), measuredBy: measurer, maximumPieces: maximum)
      #expect((result.nodeBeyondPieces == nil) == (maximum == 100))
      return measurer.shaped
    }
    #expect(shaped(hasFirstLines ? 39 : 19) == 0)
    // Here there is room for lines, but not for those of the last paragraphs.
    #expect(shaped(hasFirstLines ? 41 : 21) > 0)
    #expect(shaped(100) == (hasFirstLines ? 20 : 10))
  }

  @Test("A large tree lets go of the content of lines, and lays out what it has laid out before as it was")
  func releasedContent() {
    var tree = TestTree()
    let flex = tree.add("flex", display: .flex)
    for index in 0..<4 {
      let item = tree.add("item", to: flex) { $0.box.setWidth(40 + Double(index)) }
      let block = tree.add("p", to: item)
      tree.text("some words of \(index) that wrap", to: block)
      let inline = tree.add("span", to: block, display: .inline)
      tree.text("in a box of their own", to: inline)
    }
    let cut = tree.add("cut") {
      $0.box.overflowX = .hidden
      $0.box.overflowY = .hidden
      $0.box.textOverflow = .ellipsis
      $0.box.setWidth(50)
    }
    tree.text("unbreakableandlong", to: cut)
    let scrolled = tree.add("scrolled") {
      $0.box.overflowX = .scroll
      $0.box.overflowY = .scroll
      $0.box.setWidth(40)
    }
    tree.text("first", to: scrolled)
    tree.add("br", to: scrolled, role: .lineBreak, display: .inline)
    tree.text("secondandlonger", to: scrolled)
    // What is positioned comes after the texts behind it.
    let positioned = tree.add("positioned") { $0.box.position = .absolute }
    tree.text("positioned", to: positioned)
    let last = tree.add("last")
    tree.text("the last words", to: last)
    func result(_ largeText: Int) -> LayoutResult {
      LayoutEngine(
        tree.tree, viewport: Viewport(width: 200, height: 400, scale: 1), scrollbars: Scrollbars(),
        measurer: SquareMeasurer(), largeText: largeText
      ).run()
    }
    let (kept, released) = (result(.max), result(0))
    #expect(kept.lines.count > 10)
    #expect(kept.lines == released.lines)
    #expect(kept.frames == released.frames)
    #expect(kept.fragments == released.fragments)
    #expect(kept.lines.contains { $0.shown != nil })
    #expect(kept.scrollAreas == released.scrollAreas && !kept.scrollAreas.isEmpty)
    #expect(kept.contentWidth == released.contentWidth && kept.contentHeight == released.contentHeight)
  }

  @Test("Boxes count where there are no lines")
  func boxesWithoutLines() {
    var tree = TestTree()
    for _ in 0..<100 { tree.add("p") }
    func beyond(_ limit: Int) -> Int32? {
      layout(
        tree.tree, in: Viewport(width: 200, height: 400, scale: 1), measuredBy: SquareMeasurer(), maximumPieces: limit
      ).nodeBeyondPieces
    }
    #expect(beyond(50) == nil)
    #expect(beyond(20) == 41)
  }

  @Test("Lines break at spaces, which vanish at their ends (CSS Text 4, 4.3)")
  func lines() {
    var tree = TestTree()
    let block = tree.add("p") { $0.box.setWidth(65) }
    tree.text("  aa \n bbb  cc", to: block)
    #expect(
      tree.dump() == """
        p 0 0 65 20
        "aa bbb" 0 0 60 10 of 2..<10
        "cc" 0 10 20 10 of 12..<14
        """)
  }

  @Test("Edges of inline boxes are where they begin and end, over lines")
  func inlineBoxes() {
    var tree = TestTree()
    let block = tree.add("p") { $0.box.setWidth(60) }
    tree.text("a ", to: block)
    let span = tree.add("span", to: block, display: .inline) {
      $0.box.padding.left = .length(5)
      $0.box.padding.right = .length(5)
    }
    tree.text("bb cc", to: span)
    tree.text(" d", to: block)
    #expect(
      tree.dump() == """
        p 0 0 60 20
        span 0 0 45 20
        "a " 0 0 20 10 of 0..<2
        "bb" 25 0 20 10 of 0..<2
        "cc" 0 10 20 10 of 3..<5
        " d" 25 10 20 10 of 0..<2
        """)
  }

  @Test("A space and the letter in the inline box after it are kerned, but not over the end of a line")
  func kerningAcrossInlineBoxes() {
    var tree = TestTree()
    let block = tree.add("p") { $0.box.setWidth(60) }
    tree.text("a ", to: block)
    let span = tree.add("span", to: block, display: .inline)
    tree.text("Tb T", to: span)
    #expect(
      tree.dump(measuredBy: SquareMeasurer(kernsAfterSpaces: true)) == """
        p 0 0 60 10
        span 17.5 0 37.5 10
        "a " 0 0 17.5 10 of 0..<2
        "Tb T" 17.5 0 37.5 10 of 0..<4
        """)
    #expect(
      tree.dump(width: 200, measuredBy: SquareMeasurer()) == """
        p 0 0 60 10
        span 20 0 40 10
        "a " 0 0 20 10 of 0..<2
        "Tb T" 20 0 40 10 of 0..<4
        """)
  }

  @Test("A block in an inline box parts it (CSS 2.2, 9.2.1.1)")
  func blockInInline() {
    var tree = TestTree()
    let span = tree.add("span", display: .inline)
    tree.text("aa", to: span)
    let block = tree.add("block", to: span)
    tree.text("b", to: block)
    tree.text("cc", to: span)
    #expect(
      tree.dump() == """
        span 0 0 200 30
        block 0 10 200 10
        "aa" 0 0 20 10 of 0..<2
        "b" 0 10 10 10 of 0..<1
        "cc" 0 20 20 10 of 0..<2
        """)
  }

  @Test("Inline-blocks align with their last baseline; taller ones raise the line")
  func inlineBlock() {
    var tree = TestTree()
    let block = tree.add("p")
    tree.text("a", to: block)
    let box = tree.add("box", to: block, display: .inlineBlock) { $0.box.padding = Sides(.length(5)) }
    tree.text("b", to: box)
    tree.add("image", to: block, role: .replaced, display: .inline, detail: tree.replaced(width: 10, height: 30))
    #expect(
      tree.dump() == """
        p 0 0 200 37
        box 10 17 20 20
        image 30 0 10 30
        "a" 0 22 10 10 of 0..<1
        "b" 15 22 10 10 of 0..<1
        """)
  }

  @Test("Text is aligned, justified except the last line")
  func alignment() {
    var tree = TestTree()
    let block = tree.add("p") {
      $0.box.setWidth(75)
      $0.text.textAlign = .justify
    }
    tree.text("aa bb ccc d", to: block)
    let right = tree.add("right") {
      $0.box.setWidth(75)
      $0.text.textAlign = .right
    }
    tree.text("aa", to: right)
    #expect(
      tree.dump() == """
        p 0 0 75 20
        right 0 20 75 10
        "aa bb" 0 0 75 10 of 0..<5
        "ccc d" 0 10 50 10 of 6..<11
        "aa" 55 20 20 10 of 0..<2
        """)
  }

  @Test("Lines are placed beside floats")
  func floats() {
    var tree = TestTree()
    let block = tree.add("p") { $0.box.setWidth(100) }
    tree.add("float", to: block) {
      $0.box.float = .left
      $0.box.setWidth(50)
      $0.box.setHeight(15)
    }
    tree.text("aa bbb cccc dddddddd", to: block)
    #expect(
      tree.dump() == """
        p 0 0 100 40
        float 0 0 50 15
        "aa" 50 0 20 10 of 0..<2
        "bbb" 50 10 30 10 of 3..<6
        "cccc" 0 20 40 10 of 7..<11
        "dddddddd" 0 30 80 10 of 12..<20
        """)
  }

  /// CSS Text 4, 5.5: where no other place fits, the edge of an inline box ends a line as any grapheme cluster does.
  @Test("A long word breaks at an inline box beside a float, and before padding that does not fit")
  func longWordsAtEdges() {
    var tree = TestTree()
    let block = tree.add("p") {
      $0.box.setWidth(100)
      $0.text.overflowWrap = .anywhere
    }
    tree.add("float", to: block) {
      $0.box.float = .right
      $0.box.setWidth(65)
      $0.box.setHeight(15)
    }
    let link = tree.add("a", to: block, display: .inline)
    tree.text("abc", to: link)
    tree.text("defg", to: block)
    let narrow = tree.add("narrow") {
      $0.box.setWidth(60)
      $0.text.overflowWrap = .breakWord
    }
    let code = tree.add("code", to: narrow, display: .inline) {
      $0.box.padding.left = .length(10)
      $0.box.padding.right = .length(10)
    }
    tree.text("hijkl", to: code)
    #expect(
      tree.dump() == """
        p 0 0 100 30
        float 35 0 65 15
        a 0 0 30 10
        narrow 0 30 60 20
        code 0 30 50 20
        "abc" 0 0 30 10 of 0..<3
        "def" 0 10 30 10 of 0..<3
        "g" 0 20 10 10 of 3..<4
        "hijk" 10 30 40 10 of 0..<4
        "l" 0 40 10 10 of 4..<5
        """)
  }

  @Test("Preserved spaces hang, tabs stop, line feeds break")
  func preserved() {
    var tree = TestTree()
    let block = tree.add("pre") { $0.text.whiteSpaceCollapse = .preserve }
    tree.text("a\tb\n\n c", to: block)
    #expect(
      tree.dump()
        == """
        pre 0 0 200 30
        "a" 0 0 10 10 of 0..<1
        "\t" 10 0 70 10 of 1..<2
        "b" 80 0 10 10 of 2..<3
        "\\n" 90 0 0 10 of 3..<4
        "\\n" 0 10 0 10 of 4..<5
        " c" 0 20 20 10 of 5..<7
        """.replacingOccurrences("\\n", "\n"))
  }
}

extension String {
  func replacingOccurrences(_ target: String, _ replacement: String) -> String {
    split(separator: target, omittingEmptySubsequences: false).joined(separator: replacement)
  }

  @Test func textOverflowShowsWhatFitsBeforeTheEllipsis() {
    func shown(_ direction: Direction = .ltr, _ change: (inout BoxStyle) -> Void = { _ in }) -> String {
      var page = TestTree()
      let block = page.add("block") {
        $0.size(55, nil)
        $0.box.overflowX = .hidden
        $0.box.overflowY = .hidden
        $0.box.textOverflow = .ellipsis
        $0.text.textWrapMode = .nowrap
        $0.text.direction = direction
        change(&$0.box)
      }
      page.text("abc", to: block)
      let inner = page.add("inner", to: block, display: .inline)
      page.text("defgh", to: inner)
      page.text("ij", to: block)
      return page.shownTexts()
    }
    #expect(shown() == "d… 30 0 20 10 of 0..<1\n 80 0 0 10 of 0..<0")
    #expect(
      shown {
        $0.overflowX = .visible; $0.overflowY = .visible
      } == "")
    #expect(shown { $0.setWidth(100) } == "")
    // The first character of a line is always shown.
    #expect(shown { $0.setWidth(5) }.hasPrefix("a… 0 0 20 10 of 0..<1"))
    #expect(shown { $0.textOverflow = .string("--") } == "-- 30 0 20 10 of 0..<0\n 80 0 0 10 of 0..<0")
  }
}
