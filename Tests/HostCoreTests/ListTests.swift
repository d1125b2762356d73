import CSSValues
import HybridClient
import PageFormat
import Testing

@testable import HostCore

/// What lists have of their own: headers that stay, pages, pulls, separators and accessories.
@Suite struct ListTests {
  private let adapter = RecordingAdapter()

  /// Sections of a header, 30 high, and `rows` rows, 50 high, in a table of 200.
  private func table(sections: Int, rows: Int, _ properties: [(String, String)] = []) -> HostTree<RecordingAdapter> {
    let tree = HostTree(adapter)
    tree.setScreen(width: 300, height: 200)
    var commands: [ViewCommand] = [
      .create(node: 1, component: "table"), .insert(node: 1, parent: nil, index: 0),
      .setFrame(node: 1, frame: LayoutRect(x: 0, y: 0, width: 300, height: 200)),
    ]
    for (name, value) in properties { commands.append(.setProperty(node: 1, name: name, value: value)) }
    var (y, index) = (0.0, 0)
    for section in 0..<sections {
      for row in 0...rows {
        let node = 100 + section * 100 + row
        let height = row == 0 ? 30.0 : 50
        commands += [
          .create(node: node, component: row == 0 ? "tableSection" : "tableRow"),
          .insert(node: node, parent: 1, index: index),
          .setFrame(node: node, frame: LayoutRect(x: 0, y: y, width: 300, height: height)),
        ]
        y += height
        index += 1
      }
    }
    commands.append(.setScrollArea(node: 1, width: 300, height: y))
    tree.apply(commands)
    return tree
  }

  private func y(_ node: Int, _ tree: HostTree<RecordingAdapter>) -> Double? { tree.platformView(of: node)?.frame.y }

  @Test func theHeaderOfTheSectionThatIsSeenStays() throws {
    // A section is 530 high.
    let tree = table(sections: 3, rows: 10)
    #expect(y(100, tree) == 0 && tree.platformView(of: 100)?.isRaised == false)
    tree.scrolled(1, x: 0, y: 120)
    #expect(y(100, tree) == 120 && tree.platformView(of: 100)?.isRaised == true)
    // It is hit before the row behind it, and has its place.
    #expect(tree.hit(x: 10, y: 10)?.node == 100 && tree.hit(x: 10, y: 40)?.node != 100)
    #expect(try tree.place(of: #require(tree.view(of: 100))) == LayoutRect(x: 0, y: 0, width: 300, height: 30))
    // The next header pushes it away.
    tree.scrolled(1, x: 0, y: 515)
    #expect(y(100, tree) == 500 && y(200, tree) == 530)
    tree.scrolled(1, x: 0, y: 530)
    #expect(y(200, tree) == 530)
    // Far down, where its own place is far off the screen: the platform gets a view of it.
    tree.scrolled(1, x: 0, y: 1_500)
    #expect(y(300, tree) == 1_500)
    tree.scrolled(1, x: 0, y: 0)
    #expect(y(100, tree) == 0 && tree.platformView(of: 100)?.isRaised == false)
    #expect(tree.view(of: 300)?.place.y == 1_060)
  }

  @Test func headersOfALongSectionAreThereAfterAJump() {
    let tree = table(sections: 1, rows: 90)
    tree.scrolled(1, x: 0, y: 4_000)
    #expect(y(100, tree) == 4_000)
    #expect(tree.platformView(of: 101) == nil)
  }

  @Test func headersOfGroupsScrollAway() {
    let tree = table(sections: 3, rows: 10, [("displayStyle", "group")])
    tree.scrolled(1, x: 0, y: 120)
    #expect(y(100, tree) == 0)
    tree.apply([.setProperty(node: 1, name: "displayStyle", value: "plain")])
    #expect(y(100, tree) == 120)
  }

  /// Rows that come and go move the headers that stay.
  @Test func headersFollowTheData() {
    let tree = table(sections: 2, rows: 4)
    tree.scrolled(1, x: 0, y: 100)
    #expect(y(100, tree) == 100)
    tree.apply([
      .setFrame(node: 200, frame: LayoutRect(x: 0, y: 110, width: 300, height: 30)),
      .remove(node: 104), .remove(node: 103), .remove(node: 102),
    ])
    #expect(y(100, tree) == 80)
    tree.apply([.remove(node: 100)])
    #expect(tree.hit(x: 10, y: 5)?.node != 100)
  }

  @Test func pagesComeToRest() {
    func rest(_ start: Double, _ offset: Double) -> Double {
      PageSnap.rest(from: start, at: offset, page: 300, area: 1_000)
    }
    #expect(rest(0, 20) == 0 && rest(0, 40) == 300 && rest(300, 280) == 300 && rest(300, 250) == 0)
    #expect(rest(0, 500) == 600 && rest(600, 690) == 700 && rest(700, 660) == 600)
    #expect(PageSnap.rest(from: 0, at: .nan, page: 300, area: 900) == 0)
    #expect(PageSnap.rest(from: 0, at: 10, page: 0, area: 900) == 0)
  }

  @Test func aPullIsReportedOnce() {
    var pull = PullTracker()
    #expect(!pull.pull(40, at: 1) && pull.pull(30, at: 1.1) && !pull.pull(30, at: 1.2))
    // After a pause it is another one.
    #expect(!pull.pull(40, at: 2) && pull.pulled == 40)
    #expect(!pull.pull(-40, at: 2.1) && !pull.pull(40, at: 2.2) && pull.pull(40, at: 2.3))
    pull.end()
    #expect(!pull.pull(60, at: 2.4) && !pull.pull(.nan, at: 2.5))
  }

  @Test func aListBeyondItsEndIsReportedOnce() {
    var push = PullTracker()
    #expect(!push.reach(30) && push.reach(70) && !push.reach(90) && !push.reach(20) && !push.reach(80))
    #expect(!push.reach(0) && push.reach(64) && !push.reach(.nan) && push.reach(65))
  }

  @Test func rowsHaveSeparatorsAndAccessories() throws {
    let tree = table(sections: 1, rows: 3)
    func decoration(_ node: Int) throws -> RowDecoration? { RowDecoration(of: try #require(tree.view(of: node))) }
    #expect(try decoration(100) == nil)
    let line = try #require(try decoration(101)?.strokes.first)
    #expect(line.points.map(\.x) == [16, 300] && line.points.allSatisfy { $0.y == 49.5 })
    // None below the last row.
    #expect(try decoration(103) == nil)
    for (word, count) in [("indicator", 2), ("checkmark", 2), ("detail", 4), ("detaildisclosure", 5), ("none", 1)] {
      tree.apply([.setProperty(node: 101, name: "accessoryType", value: word)])
      #expect(try decoration(101)?.strokes.count == count, "\(word)")
    }
    tree.apply([.setProperty(node: 1, name: "showSeparator", value: "false")])
    #expect(try decoration(101) == nil)
  }

  @Test func rowsThatBeginAtTheRightAreTurned() throws {
    let tree = table(sections: 1, rows: 3)
    tree.apply([.setProperty(node: 101, name: "direction", value: "rtl")])
    func strokes(_ word: String) throws -> [[Double]] {
      tree.apply([.setProperty(node: 101, name: "accessoryType", value: word)])
      let row = try #require(tree.view(of: 101))
      return try #require(RowDecoration(of: row)).strokes.map { $0.points.map(\.x) }
    }
    // The separator begins at the right; what points to the end points to the left, and a mark is as it is.
    #expect(try strokes("indicator") == [[284, 0], [22, 16, 22]])
    #expect(try strokes("checkmark") == [[284, 0], [16, 21, 30]])
    #expect(try strokes("detail").last == [26, 26])
  }
}
