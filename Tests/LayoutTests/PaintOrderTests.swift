import CSSValues
import Layout
import Testing

/// The order of painting, by names: CSS 2.2, Appendix E.
struct PaintOrderTests {
  @Test func plainFlowsStandInTreeOrder() {
    var page = TestTree()
    let first = page.add("first") { $0.visual.backgroundColor = .color(Color(.srgb, 1, 0, 0)) }
    page.text("one", to: first)
    let second = page.add("second") { $0.visual.backgroundColor = .color(Color(.srgb, 1, 0, 0)) }
    page.text("two", to: second)
    #expect(page.paintOrder() == "tree order")
  }

  @Test func levelsGoBelowAndAbove() {
    var page = TestTree()
    page.add("above") {
      $0.box.position = .relative; $0.box.zIndex = 2
    }
    page.add("below") {
      $0.box.position = .absolute; $0.box.zIndex = -1
    }
    page.add("auto") { $0.box.position = .relative }
    page.add("plain")
    page.add("faded") { $0.visual.opacity = 0.5 }
    page.add("one") {
      $0.box.position = .relative; $0.box.zIndex = 1
    }
    #expect(page.paintOrder() == "below plain auto faded one above; contexts above below faded one")
  }

  @Test func levelsCountInsideOfTheirContext() {
    var page = TestTree()
    let context = page.add("context") {
      $0.box.position = .relative; $0.box.zIndex = 0
    }
    page.add("deep", to: context) {
      $0.box.position = .absolute; $0.box.zIndex = 9
    }
    let plain = page.add("positioned") { $0.box.position = .relative }
    // `z-index: auto` is not a context: what is in it is leveled with what is around.
    page.add("under", to: plain) {
      $0.box.position = .absolute; $0.box.zIndex = -1
    }
    page.add("over", to: plain) {
      $0.box.position = .absolute; $0.box.zIndex = 1
    }
    page.add("later") { $0.box.position = .relative }
    #expect(page.paintOrder() == "under context deep positioned later over; contexts context deep under over")
  }

  @Test func flexItemsAreLeveledWithoutPositionAndOrdered() {
    var page = TestTree()
    let row = page.add("row", display: .flex)
    page.add("top", to: row) { $0.box.zIndex = 1 }
    page.add("last", to: row) { $0.flex.order = 1 }
    page.add("first", to: row)
    page.add("block") { $0.box.zIndex = 5 }
    #expect(page.paintOrder() == "row first last block top; contexts top")
  }

  @Test func flowsComeApartWhereLaterBlocksReachOverEarlierLines() {
    var page = TestTree()
    let first = page.add("first")
    page.text("over", to: first)
    let second = page.add("second") {
      $0.visual.backgroundColor = .color(Color(.srgb, 1, 0, 0))
      $0.box.margin.top = .value(.length(-10))
    }
    page.text("two", to: second)
    #expect(page.paintOrder() == "first second “over” “two”")
  }

  @Test func floatsArePaintedOverBlocksAndUnderLines() {
    var page = TestTree()
    page.add("float") {
      $0.box.float = .left
      $0.size(30, 30)
      $0.visual.backgroundColor = .color(Color(.srgb, 0, 1, 0))
    }
    let block = page.add("block") { $0.visual.backgroundColor = .color(Color(.srgb, 1, 0, 0)) }
    page.text("text", to: block)
    #expect(page.paintOrder() == "block float “text”")
  }

  @Test func transformsAndWhatAnnouncesThemMakeContexts() {
    var page = TestTree()
    let moved = page.add("moved") { $0.other[.transform] = .function("translatex", [.dimension(5, .px)], .comma) }
    page.add("inside", to: moved) {
      $0.box.position = .absolute; $0.box.zIndex = 3
    }
    page.add("announced") { $0.other[.willChange] = .keyword("opacity") }
    page.add("isolated") { $0.other[.isolation] = .keyword("isolate") }
    page.add("paint") { $0.box.contain = .paint }
    // Transforms do not apply to boxes in lines.
    page.add("inline", display: .inline) { $0.other[.transform] = .function("scale", [.number(2)], .comma) }
    page.add("after") {
      $0.box.position = .relative; $0.box.zIndex = 1
    }
    #expect(
      page.paintOrder()
        == "inline moved inside announced isolated paint after; contexts moved inside announced isolated paint after")
  }

  @Test func clipsFollowContainingBlocks() {
    var page = TestTree()
    let outer = page.add("outer") {
      $0.box.position = .relative
      $0.size(100, 100)
      $0.box.overflowX = .hidden
      $0.box.overflowY = .hidden
    }
    let inner = page.add("inner", to: outer) {
      $0.size(50, 50)
      $0.box.overflowX = .clip
      $0.border.left.width = 3
      $0.border.left.style = .solid
    }
    page.add("escapes", to: inner) { $0.box.position = .absolute }
    page.add("free", to: inner) { $0.box.position = .fixed }
    page.add("stays", to: inner) { $0.box.position = .relative }
    #expect(
      page.painting() == """
        outer clip 0 0 100 100
        inner clip 3 -1048576 50 2097202
        escapes contained by outer
        free contained by the page
        """)
  }

  @Test func cornersShrinkUntilTheyFit() {
    var page = TestTree()
    page.add("round") {
      $0.size(100, 20)
      $0.border.topLeftRadius.horizontal = .percentage(50)
      $0.border.topLeftRadius.vertical = .percentage(50)
      $0.border.topRightRadius.horizontal = .length(150)
      $0.border.topRightRadius.vertical = .length(10)
      $0.border.bottomLeftRadius.horizontal = .length(4)
    }
    #expect(page.painting() == "round corners 25 75 0 0 / 5 5 0 0")
  }

  @Test func clipPathsAreRectangles() {
    var page = TestTree()
    page.add("inset") {
      $0.size(100, 20)
      $0.other[.clipPath] = .function("inset", [.dimension(5, .px), .percentage(10)], .space)
    }
    page.add("gone") {
      $0.box.position = .absolute
      $0.size(10, 10)
      $0.other[.clip] = .function("rect", [.zeroLength, .zeroLength, .zeroLength, .zeroLength], .comma)
    }
    page.add("shape") {
      $0.size(10, 10)
      $0.other[.clipPath] = .function("circle", [.dimension(5, .px)], .space)
    }
    #expect(page.painting() == "inset clip path 10 5 80 10\ngone clip path 0 20 0 0")
  }

  @Test func stickyBoxesKnowWhatTheyKeepTo() {
    var page = TestTree()
    let scroller = page.add("scroller") {
      $0.size(100, 50)
      $0.box.overflowX = .auto
      $0.box.overflowY = .auto
    }
    let section = page.add("section", to: scroller) { $0.size(nil, 200) }
    page.add("head", to: section) {
      $0.size(nil, 10)
      $0.box.position = .sticky
      $0.box.inset.top = .value(.percentage(10))
      $0.box.margin.bottom = .value(.length(5))
    }
    page.add("foot") {
      $0.size(nil, 10)
      $0.box.position = .sticky
      $0.box.inset.bottom = .value(.length(0))
    }
    #expect(
      page.painting() == """
        scroller clip 0 0 100 50
        head sticks to scroller top 5 within 0 0 100 195
        foot sticks to the page bottom 0 within 0 0 200 60
        """)
  }
}
