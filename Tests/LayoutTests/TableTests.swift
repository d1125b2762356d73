import CSSValues
import Layout
import Testing

struct TableTests {
  private func cell(
    _ tree: inout TestTree, _ name: String, _ text: String, in row: Int32, detail: Int32 = -1,
    _ change: (inout ComputedStyle) -> Void = { _ in }
  ) {
    let cell = tree.add(name, to: row, display: .tableCell, detail: detail, change)
    tree.text(text, to: cell)
  }

  @Test("Columns are as wide as their content; spans share; spacing surrounds them (CSS Tables 3, 5)")
  func automatic() {
    var tree = TestTree()
    let table = tree.add("table", role: .table, display: .table) {
      $0.text.borderSpacingHorizontal = 2
      $0.text.borderSpacingVertical = 3
    }
    let body = tree.add("body", to: table, display: .tableRowGroup)
    let first = tree.add("row1", to: body, display: .tableRow)
    cell(&tree, "a", "aa", in: first)
    cell(&tree, "b", "bbbb", in: first)
    let second = tree.add("row2", to: body, display: .tableRow)
    let both = tree.span(columns: 2, rows: 1)
    cell(&tree, "c", "cc cc", in: second, detail: both) { $0.box.setHeight(20) }
    #expect(
      tree.dump() == """
        table 0 0 66 39
        body 2 3 62 33
        row1 2 3 62 10
        a 2 3 20 10
        b 24 3 40 10
        row2 2 16 62 20
        c 2 16 62 20
        "aa" 2 3 20 10 of 0..<2
        "bbbb" 24 3 40 10 of 0..<4
        "cc cc" 2 16 50 10 of 0..<5
        """)
  }

  @Test("A given width goes to percentages first, then to what the columns ask for")
  func widths() {
    var tree = TestTree()
    let table = tree.add("table", role: .table, display: .table) {
      $0.box.setWidth(100)
    }
    let row = tree.add("row", to: table, display: .tableRow)
    cell(&tree, "a", "a", in: row) { $0.box.width = .value(.percentage(50)) }
    cell(&tree, "b", "b", in: row) { $0.box.setWidth(30) }
    cell(&tree, "c", "c", in: row)
    #expect(
      tree.dump() == """
        table 0 0 100 10
        row 0 0 100 10
        a 0 0 50 10
        b 50 0 30 10
        c 80 0 20 10
        "a" 0 0 10 10 of 0..<1
        "b" 50 0 10 10 of 0..<1
        "c" 80 0 10 10 of 0..<1
        """)
  }

  @Test("Missing parts are made (CSS Tables 3, 3)")
  func fixUp() {
    var tree = TestTree()
    cell(&tree, "a", "aa", in: 0)
    cell(&tree, "b", "b", in: 0) {
      $0.box.setHeight(30); $0.box.verticalAlign = .middle
    }
    #expect(
      tree.dump() == """
        a 0 0 20 30
        b 20 0 10 30
        "aa" 0 0 20 10 of 0..<2
        "b" 20 10 10 10 of 0..<1
        """)
  }
}
