import CSSValues
import HostCore
import HybridClient
import PageFormat
import Testing

/// Views on the screen, hits and the keyboard, without a platform.
@Suite struct HostTreeTests {
  private let adapter = RecordingAdapter()

  /// A table of rows, each with two labels: 3 views a row.
  private func table(_ rows: Int) -> (tree: HostTree<RecordingAdapter>, commands: [ViewCommand]) {
    let tree = HostTree(adapter)
    tree.setScreen(width: 390, height: 844)
    var commands: [ViewCommand] = [
      .create(node: 1, component: "table"), .insert(node: 1, parent: nil, index: 0),
      .setFrame(node: 1, frame: LayoutRect(x: 0, y: 0, width: 390, height: 844)),
      .setScrollArea(node: 1, width: 390, height: Double(rows) * 48),
    ]
    for row in 0..<rows {
      let node = 10 + row * 3
      commands += [
        .create(node: node, component: "tableRow"), .insert(node: node, parent: 1, index: row),
        .setFrame(node: node, frame: LayoutRect(x: 0, y: Double(row) * 48, width: 390, height: 48)),
      ]
      for (place, label) in [node + 1, node + 2].enumerated() {
        commands += [
          .create(node: label, component: "label"), .insert(node: label, parent: node, index: place),
          .setFrame(node: label, frame: LayoutRect(x: Double(place) * 200, y: 0, width: 100, height: 20)),
          .setText(node: label, text: "\(row)-\(place)", lines: []),
        ]
      }
    }
    return (tree, commands)
  }

  /// The views of 10,000 rows are those of the screen and one screen on each side, wherever it is scrolled to.
  @Test func viewsOfALongListAreBounded() throws {
    let (tree, commands) = table(10_000)
    tree.apply(commands)
    #expect(tree.count == 30_001)
    let most = 3 * (3 * 844 / 48 + 3) + 1
    #expect(tree.shownCount > 60 && tree.shownCount <= most)
    for y in Array(stride(from: 0.0, through: 479_156, by: 5_003)) + [400_000, 3, 399_000, 12] {
      tree.scrolled(1, x: 0, y: y)
      #expect(tree.shownCount <= most)
      // Nothing that is seen is missing.
      let first = Int(y / 48)
      #expect(tree.platformView(of: 10 + first * 3)?.frame.y == Double(first) * 48)
      let last = min(9_999, Int((y + 843) / 48))
      #expect(tree.platformView(of: 11 + last * 3)?.text == "\(last)-0")
    }
    // Rows are used again, also where all of them are others after a jump.
    #expect(tree.madeViews <= 2 * most)
    #expect(adapter.alive <= 2 * most)
  }

  /// A table without a height of its own scrolls with the page, and has the views of the screen all the same.
  @Test func viewsOfATableAsHighAsItsRowsAreBounded() {
    let (tree, commands) = table(1_000)
    tree.apply(commands + [.setFrame(node: 1, frame: LayoutRect(x: 0, y: 0, width: 390, height: 48_000))])
    let most = 3 * (3 * 844 / 48 + 3) + 1
    for y in [0.0, 300, 24_000, 47_156, 46_800, 10] {
      tree.scrolled(nil, x: 0, y: y)
      #expect(tree.shownCount > 60 && tree.shownCount <= most)
      #expect(tree.platformView(of: 10 + Int(y / 48) * 3) != nil)
      #expect(tree.platformView(of: 10 + min(999, Int((y + 843) / 48)) * 3) != nil)
    }
  }

  /// What scrolls and is higher than the screen shows what comes before half a screen of it is gone.
  @Test func aScrollerHigherThanTheScreenIsFollowed() {
    let (tree, commands) = table(1_000)
    tree.apply(commands + [.setFrame(node: 1, frame: LayoutRect(x: 0, y: 0, width: 390, height: 4_000))])
    for y in stride(from: 0.0, through: 40_000, by: 400) {
      tree.scrolled(1, x: 0, y: y)
      #expect(tree.platformView(of: 10 + Int((y + 843) / 48) * 3) != nil)
    }
  }

  @Test func rowsKeepTheirOrderWhenScrolledBackAndForth() throws {
    let (tree, commands) = table(300)
    tree.apply(commands)
    for y in [5_000.0, 0, 9_000, 4_400, 4_900] { tree.scrolled(1, x: 0, y: y) }
    let table = try #require(tree.platformView(of: 1))
    let tops = table.children.map(\.frame.y)
    #expect(tops == tops.sorted())
    #expect(tops.count > 18 && tops.first.map { $0 <= 4_900 } == true && tops.last.map { $0 >= 5_696 } == true)
    #expect(zip(tops, tops.dropFirst()).allSatisfy { $1 - $0 == 48 })
  }

  @Test func aFieldWithTheKeyboardStays() {
    let (tree, commands) = table(1_000)
    tree.apply(commands)
    tree.apply([
      .create(node: 9_000, component: "input"), .insert(node: 9_000, parent: 10, index: 2),
      .setFrame(node: 9_000, frame: LayoutRect(x: 0, y: 0, width: 100, height: 30)),
    ])
    tree.focusChanged(9_000, hasFocus: true)
    tree.scrolled(1, x: 0, y: 20_000)
    #expect(tree.platformView(of: 9_000) != nil)
    #expect(tree.platformView(of: 13) == nil)
    tree.focusChanged(9_000, hasFocus: false)
    tree.refresh()
    #expect(tree.platformView(of: 9_000) == nil)
  }

  @Test func hitsFollowScrollingClipsAndOrder() {
    let (tree, commands) = table(100)
    tree.apply(commands)
    #expect(tree.hit(x: 10, y: 10)?.node == 11)
    #expect(tree.hit(x: 150, y: 10)?.node == 10)
    tree.scrolled(1, x: 0, y: 480)
    #expect(tree.hit(x: 10, y: 10)?.node == 41)
    tree.apply([
      .create(node: 5_000, component: "view"), .insert(node: 5_000, parent: nil, index: 0),
      .setFrame(node: 5_000, frame: LayoutRect(x: 0, y: 0, width: 50, height: 50)),
    ])
    #expect(tree.hit(x: 10, y: 10)?.node == 41)
    tree.apply([.setProperty(node: 5_000, name: "zIndex", value: "2")])
    #expect(tree.hit(x: 10, y: 10)?.node == 5_000)
    tree.apply([.setProperty(node: 5_000, name: "hidden", value: "true")])
    #expect(tree.hit(x: 10, y: 10)?.node == 41)
    // What a scroller cuts off is not hit.
    #expect(tree.hit(x: 10, y: 900) == nil)
  }

  @Test func fieldsFollowEachOtherAndAreScrolledTo() {
    let tree = HostTree(adapter)
    tree.setScreen(width: 300, height: 200)
    var commands: [ViewCommand] = []
    for (place, node) in [3, 1, 2].enumerated() {
      commands += [
        .create(node: node, component: place == 1 ? "textArea" : "input"),
        .insert(node: node, parent: nil, index: place),
        .setFrame(node: node, frame: LayoutRect(x: 0, y: Double(place) * 500, width: 100, height: 30)),
      ]
    }
    tree.apply(commands)
    #expect(tree.focusOrder == [3, 1, 2])
    #expect(tree.field(after: 3) == 1)
    #expect(tree.field(after: 2) == nil)
    #expect(adapter.area.height == 1_030)
    tree.focus(2)
    #expect(adapter.focused == 2)
    #expect(adapter.pageOffset?.y == 830)
  }

  /// Whatever is painted last, and where it is: Tab passes over a scroller that holds a row that is tapped.
  @Test func whatIsTappedTakesTheKeyboardInTheOrderOfThePage() {
    let tree = HostTree(adapter)
    tree.setScreen(width: 300, height: 200)
    tree.hearsTaps = { [2, 21, 4, 5, 81].contains($0.node) }
    let components = ["input", "view", "label", "view", "view", "scrollView", "webView", "scrollView"]
    var commands: [ViewCommand] = []
    func add(_ component: String, _ node: Int, to parent: Int? = nil, at index: Int, y: Double) {
      commands += [
        .create(node: node, component: component), .insert(node: node, parent: parent, index: index),
        .setFrame(node: node, frame: LayoutRect(x: 0, y: y, width: 100, height: 30)),
      ]
    }
    for (index, component) in components.enumerated() {
      add(component, index + 1, at: index, y: Double(components.count - index) * 500)
    }
    add("label", 21, to: 2, at: 0, y: 0)
    add("view", 61, to: 6, at: 0, y: 0)
    add("view", 81, to: 8, at: 0, y: 100)
    commands += [6, 8].map { .setScrollArea(node: $0, width: 100, height: 200) }
    commands += [
      .setProperty(node: 4, name: "disabled", value: "true"), .setProperty(node: 5, name: "hidden", value: "true"),
      .setProperty(node: 1, name: "zIndex", value: "3"),
    ]
    tree.apply(commands)
    #expect(tree.focusOrder == [1, 2, 21, 81])
    func stops(forward: Bool) -> [Int] {
      var stops: [Int] = []
      while let next = tree.tabStop(after: stops.last, forward: forward), stops.count < 20 { stops.append(next) }
      return stops
    }
    #expect(stops(forward: true) == [1, 2, 21, 6, 7, 81])
    #expect(stops(forward: false) == [81, 7, 6, 21, 2, 1])
    // From what takes no keyboard, such as a control that was disabled since.
    #expect(tree.tabStop(after: 4) == 6 && tree.tabStop(after: 4, forward: false) == 21)
    tree.focus(81)
    #expect(adapter.focused == 81 && tree.view(of: 8)?.offset.y == 100)
  }

  @Test func numbersThatAreUsedAgainAreOtherViews() {
    let (tree, commands) = table(3)
    tree.apply(commands)
    tree.apply([
      .remove(node: 10), .create(node: 10, component: "tableRow"), .insert(node: 10, parent: 1, index: 2),
      .setFrame(node: 10, frame: LayoutRect(x: 0, y: 96, width: 390, height: 48)),
    ])
    #expect(tree.view(of: 10)?.children.isEmpty == true)
    #expect(tree.view(of: 11) == nil)
    #expect(tree.platformView(of: 10)?.children.isEmpty == true)
    tree.end()
    #expect(adapter.alive == 0)
  }

  @Test func viewsInOnePlaceAreBounded() {
    let tree = HostTree(adapter)
    tree.setScreen(width: 300, height: 300)
    var commands: [ViewCommand] = []
    for node in 0..<HostLimits.mostShown + 500 {
      commands += [
        .create(node: node, component: "view"), .insert(node: node, parent: node == 0 ? nil : 0, index: node),
        .setFrame(node: node, frame: LayoutRect(x: 0, y: 0, width: 10, height: 10)),
      ]
    }
    tree.apply(commands)
    #expect(tree.shownCount == HostLimits.mostShown)
    #expect(tree.count == HostLimits.mostShown + 500)
  }

  @Test func hostileCommandsAreLeftAlone() {
    let tree = HostTree(adapter)
    tree.setScreen(width: 300, height: 300)
    var commands: [ViewCommand] = [
      .insert(node: 7, parent: nil, index: 0), .remove(node: 7), .setFrame(node: 7, frame: .zero),
      .create(node: 1, component: "view"), .create(node: 2, component: "view"),
      .insert(node: 1, parent: nil, index: -5),
      .insert(node: 2, parent: 1, index: 99), .insert(node: 1, parent: 2, index: 0),
      .setFrame(node: 1, frame: LayoutRect(x: .nan, y: 0, width: .infinity, height: 1)),
      .setScrollArea(node: 1, width: .infinity, height: .nan),
    ]
    // Nested far deeper than a screen: bounded, and no crash.
    for node in 10..<5_000 {
      commands += [
        .create(node: node, component: "view"), .insert(node: node, parent: node == 10 ? nil : node - 1, index: 0),
        .setFrame(node: node, frame: LayoutRect(x: 0, y: 0, width: 10, height: 10)),
      ]
    }
    tree.apply(commands)
    #expect(tree.shownCount <= HostLimits.mostNested + 2)
    tree.scrolled(1, x: .nan, y: .infinity)
    _ = tree.hit(x: 5, y: 5)
    tree.apply([.remove(node: 10)])
    #expect(tree.view(of: 4_000) == nil)
  }
}
