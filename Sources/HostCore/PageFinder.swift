import CSSValues

/// Finds a text on a page and in its fields, whatever its case, and marks where it is: `HostView.marks`.
///
/// Rows that a long table has not made are not looked through.
struct PageFinder {
  /// What a reader sees of a search.
  struct Result: Hashable {
    var count: Int
    var current: Int?
  }

  private var position: TextPosition?
  private static let most = 10_000

  /// Looks for a text again, since the page may be another by now.
  ///
  /// - Parameter step: 0 for the place where the reader is or the next one after it, 1 for the next one, -1 for the one before.
  mutating func find<Adapter: HostAdapter>(_ text: String, step: Int, in tree: HostTree<Adapter>) -> Result {
    let wanted = TextFlow.folded(String(text.prefix(1_000)))
    let views = tree.searchedTexts
    var places: [(position: TextPosition, node: Int, parts: [(line: Int, range: Range<Int>)])] = []
    for (number, view) in views.enumerated() where places.count < Self.most {
      for parts in TextFlow(of: view).places(of: wanted, atMost: Self.most - places.count) {
        guard let first = parts.first else { continue }
        places.append(
          (TextPosition(view: number, line: first.line, column: first.range.lowerBound), view.node, parts))
      }
    }
    // A search begins where the reader is, not at the start of the page.
    let seen = position == nil ? places.firstIndex { Self.isSeenOrBelow($0.node, in: tree) } : nil
    let current = choose(places.map(\.position), step, from: seen ?? 0)
    position = current.map { places[$0].position }
    var marks: [Int: [TextMark]] = [:]
    for (index, place) in places.enumerated() {
      marks[place.node, default: []] += place.parts.map {
        TextMark(line: $0.line, range: $0.range, kind: index == current ? .current : .found)
      }
    }
    tree.mark(marks, replacing: [.found, .current])
    if let current, let view = tree.view(of: places[current].node) {
      tree.reveal(view)
      tree.refresh()
    }
    return Result(count: places.count, current: current)
  }

  private static func isSeenOrBelow<Adapter: HostAdapter>(_ node: Int, in tree: HostTree<Adapter>) -> Bool {
    guard let view = tree.view(of: node) else { return false }
    let frame = tree.place(of: view)
    return frame.y + frame.height > 0
  }

  private func choose(_ places: [TextPosition], _ step: Int, from start: Int) -> Int? {
    guard !places.isEmpty else { return nil }
    guard let position else { return step < 0 ? (start + places.count - 1) % places.count : start }
    switch step {
    case 0: return places.firstIndex { $0 >= position } ?? 0
    case 1...: return places.firstIndex { $0 > position } ?? 0
    default: return places.lastIndex { $0 < position } ?? places.count - 1
    }
  }
}

/// What a reader selects on a page by dragging over its texts.
struct PageSelection {
  private var start: (node: Int, line: Int, column: Int)?
  private(set) var text = ""
  /// The views that it reaches from and to, and those between them.
  private(set) var nodes: [Int] = []
  /// The most views that it reaches: their rows stay in the tree while it lasts.
  static let mostViews = 2_000

  /// The width of a text in a view's font, in CSS px.
  typealias Measure = (_ text: String, _ view: HostView) -> Double

  /// Begins at a point of the screen.
  ///
  /// - Returns: whether there is text to be selected there.
  mutating func begin<Adapter: HostAdapter>(
    atX x: Double, y: Double, in tree: HostTree<Adapter>, _ measure: Measure
  ) -> Bool {
    clear(in: tree)
    guard let view = tree.hit(x: x, y: y), !view.lines.isEmpty, view.isSelectable,
      let place = Self.place(atX: x, y: y, in: view, tree, measure)
    else { return false }
    start = (view.node, place.line, place.column)
    nodes = [view.node]
    return true
  }

  /// Selects up to a point of the screen.
  mutating func extend<Adapter: HostAdapter>(
    toX x: Double, y: Double, in tree: HostTree<Adapter>, _ measure: Measure
  ) {
    let views = tree.texts.filter(\.isSelectable)
    guard let start, let first = views.firstIndex(where: { $0.node == start.node }),
      let reached = Self.nearest(toX: x, y: y, views, tree),
      var place = Self.place(atX: x, y: y, in: views[reached], tree, measure)
    else { return }
    let last = max(first - Self.mostViews + 1, min(reached, first + Self.mostViews - 1))
    if last < reached { place = (TextFlow(of: views[last]).lines.count - 1, Int.max) }
    if last > reached { place = (0, 0) }
    let ends = [
      TextPosition(view: first, line: start.line, column: start.column),
      TextPosition(view: last, line: place.line, column: place.column),
    ].sorted()
    var marks: [Int: [TextMark]] = [:]
    var texts: [String] = []
    for number in ends[0].view...ends[1].view {
      let flow = TextFlow(of: views[number])
      let begin =
        number == ends[0].view
        ? (line: ends[0].line, column: ends[0].column) : (line: 0, column: 0)
      let end =
        number == ends[1].view
        ? (line: ends[1].line, column: ends[1].column) : (line: flow.lines.count - 1, column: Int.max)
      texts.append(flow.text(from: begin, to: end))
      guard begin.line <= end.line else { continue }
      for line in begin.line...end.line where flow.lines.indices.contains(line) {
        let count = flow.lines[line].count
        let from = line == begin.line ? min(begin.column, count) : 0
        let to = line == end.line ? min(end.column, count) : count
        if from < to {
          marks[views[number].node, default: []].append(TextMark(line: line, range: from..<to, kind: .selected))
        }
      }
    }
    text = texts.joined(separator: "\n")
    nodes = views[ends[0].view...ends[1].view].map(\.node)
    tree.mark(marks, replacing: [.selected])
  }

  /// Selects nothing.
  mutating func clear<Adapter: HostAdapter>(in tree: HostTree<Adapter>) {
    guard start != nil || !text.isEmpty else { return }
    start = nil
    text = ""
    nodes = []
    tree.mark([:], replacing: [.selected])
  }

  /// The view with text that a point is in, or else the nearest one: by its height on the screen, then by its sides.
  private static func nearest<Adapter: HostAdapter>(
    toX x: Double, y: Double, _ views: [HostView], _ tree: HostTree<Adapter>
  ) -> Int? {
    var best: (index: Int, far: Double, aside: Double)?
    for (index, view) in views.enumerated() where tree.platformView(of: view.node) != nil {
      let place = tree.place(of: view)
      let far = max(0, max(place.y - y, y - place.y - place.height))
      let aside = max(0, max(place.x - x, x - place.x - place.width))
      if best.map({ (far, aside) < ($0.far, $0.aside) }) ?? true { best = (index, far, aside) }
    }
    return best?.index
  }

  /// The place between two characters that is nearest to a point.
  private static func place<Adapter: HostAdapter>(
    atX x: Double, y: Double, in view: HostView, _ tree: HostTree<Adapter>, _ measure: Measure
  ) -> (line: Int, column: Int)? {
    guard let point = tree.local(x, y, in: view) else { return nil }
    let line = view.lines.lastIndex { $0.frame.y <= point.y } ?? 0
    guard view.lines.indices.contains(line) else { return nil }
    let own = view.lines[line]
    let characters = Array(own.text)
    let whole = measure(own.text, view)
    // Letters are as wide as they were measured, where the platform's font is another.
    let scale = whole > 0 && own.frame.width > 0 ? own.frame.width / whole : 1
    func edge(_ column: Int) -> Double { measure(String(characters[..<column]), view) * scale }
    let wanted = point.x - own.frame.x
    var low = 0
    var high = characters.count
    while low < high {
      let middle = (low + high + 1) / 2
      if edge(middle) <= wanted { low = middle } else { high = middle - 1 }
    }
    if low < characters.count, wanted - edge(low) > edge(low + 1) - wanted { low += 1 }
    return (line, low)
  }
}

extension HostView {
  /// Whether its text can be selected: that of buttons cannot, nor what `user-select` excludes.
  var isSelectable: Bool { kind == .box && self["userSelect"] != "none" }

  /// Where marks are in a view's coordinates, from the widths of texts in its font. A field is marked as a whole: only the platform
  /// knows where its letters are.
  ///
  /// - Parameter measure: the width of a text in CSS px.
  public func markedPlaces(_ measure: (String) -> Double) -> [(kind: TextMark.Kind, frame: LayoutRect)] {
    if kind.takesText {
      guard let mark = marks.first(where: { $0.kind == .current }) ?? marks.first else { return [] }
      return [(mark.kind, LayoutRect(x: 0, y: 0, width: frame.width, height: frame.height))]
    }
    return marks.compactMap { mark in
      guard lines.indices.contains(mark.line) else { return nil }
      let line = lines[mark.line]
      let characters = Array(line.text)
      guard mark.range.upperBound <= characters.count else { return nil }
      let whole = measure(line.text)
      let scale = whole > 0 && line.frame.width > 0 ? line.frame.width / whole : 1
      let from = measure(String(characters[..<mark.range.lowerBound])) * scale
      let to = measure(String(characters[..<mark.range.upperBound])) * scale
      return (
        mark.kind, LayoutRect(x: line.frame.x + from, y: line.frame.y, width: to - from, height: line.frame.height)
      )
    }
  }
}
