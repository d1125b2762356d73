import CSSValues
import Layout
import Testing

struct BlockTests {
  @Test("Margins of siblings and of first and last children collapse (CSS 2.2, 8.3.1)")
  func marginsCollapse() {
    var tree = TestTree()
    let outer = tree.add("outer") { $0.box.margin.top = .value(.length(10)) }
    tree.add("first", to: outer) {
      $0.box.setHeight(20)
      $0.box.margin.top = .value(.length(30))
      $0.box.margin.bottom = .value(.length(8))
    }
    tree.add("second", to: outer) {
      $0.box.setHeight(20)
      $0.box.margin.top = .value(.length(12))
      $0.box.margin.bottom = .value(.length(-5))
    }
    tree.add("after") { $0.box.setHeight(5) }
    #expect(
      tree.dump() == """
        outer 0 30 200 52
        first 0 30 200 20
        second 0 62 200 20
        after 0 77 200 5
        """)
  }

  @Test("A text field takes the width of 0 for the average of full-width characters")
  func textFieldsInFullWidthFonts() {
    var tree = TestTree()
    tree.add("field", role: .textField, display: .inlineBlock, detail: tree.textField(columns: 7))
    func width(average: Double) -> String {
      String(tree.dump(measuredBy: SquareMeasurer(averageAdvance: average)).split(separator: "\n")[0])
    }
    #expect(width(average: 0.5) == "field 0 0 40 10")
    #expect(width(average: 1.6) == "field 0 0 112 10")
    #expect(width(average: 1.8) == "field 0 0 70 10")
  }

  @Test("What is in a container of queries does not make its size (CSS Conditional 5, 4.1)")
  func containers() {
    var tree = TestTree()
    for (name, type) in [("inline", "inline-size"), ("both", "size"), ("scroll", "scroll-state")] {
      let container = tree.add(name) {
        $0.box.float = .left
        $0.other[.containerType] = .keyword(named: type)
      }
      tree.add(name + "-child", to: container) {
        $0.box.setWidth(50)
        $0.box.setHeight(20)
      }
    }
    #expect(
      tree.dump() == """
        inline 0 0 0 20
        inline-child 0 0 50 20
        both 0 0 0 0
        both-child 0 0 50 20
        scroll 0 0 50 20
        scroll-child 0 0 50 20
        """)
  }

  @Test("A cleared empty block moves what follows below the floats and ends its parent's height there")
  func clearance() {
    var tree = TestTree()
    let parent = tree.add("parent")
    tree.add("float", to: parent) {
      $0.box.float = .left
      $0.box.setWidth(50)
      $0.box.setHeight(30)
    }
    tree.add("clear", to: parent) { $0.box.clear = .both }
    tree.add("after") { $0.box.setHeight(5) }
    #expect(
      tree.dump() == """
        parent 0 0 200 30
        float 0 0 50 30
        clear 0 30 200 0
        after 0 30 200 5
        """)
  }

  @Test("The root of a formatting context is placed beside floats and holds its own")
  func formattingContext() {
    var tree = TestTree()
    tree.add("float") {
      $0.box.float = .right
      $0.box.setWidth(50)
      $0.box.setHeight(30)
    }
    let root = tree.add("root") {
      $0.box.overflowX = .hidden; $0.box.overflowY = .hidden
    }
    tree.add("inner", to: root) {
      $0.box.float = .left
      $0.box.setWidth(40)
      $0.box.setHeight(60)
    }
    #expect(
      tree.dump() == """
        float 150 0 50 30
        root 0 0 150 60
        inner 0 0 40 60
        """)
  }

  @Test("Absolute boxes are placed at their insets or where they would be in the flow (CSS Positioned Layout 3, 4)")
  func positioned() {
    var tree = TestTree()
    let container = tree.add("container") {
      $0.box.position = .relative
      $0.box.setHeight(100)
      $0.box.padding = Sides(.length(10))
    }
    tree.add("flow", to: container) { $0.box.setHeight(20) }
    tree.add("static", to: container) {
      $0.box.position = .absolute
      $0.box.setWidth(10)
      $0.box.setHeight(10)
    }
    tree.add("filled", to: container) {
      $0.box.position = .absolute
      $0.box.inset = Sides(.value(.length(5)))
    }
    tree.add("centred", to: container) {
      $0.box.position = .absolute
      $0.box.inset = Sides(.zero)
      $0.box.margin = Sides(.auto)
      $0.box.setWidth(20)
      $0.box.setHeight(20)
    }
    #expect(
      tree.dump() == """
        container 0 0 200 120
        flow 10 10 180 20
        static 10 30 10 10
        filled 5 5 190 110
        centred 90 50 20 20
        """)
  }

  @Test("Deep nesting is cut, not a stack overflow")
  func deepNesting() {
    var tree = StyledTree()
    var style = ComputedStyle()
    style.box.display = .block
    tree.styles.append(style)
    var parent: Int32 = -1
    for _ in 0..<100_000 { parent = tree.appendElement(to: parent, style: 0) }
    let result = layout(tree, in: Viewport(width: 100, height: 100), measuredBy: SquareMeasurer())
    #expect(result.frames[0].hasBox)
    #expect(!result.frames[99_999].hasBox)
  }
}
