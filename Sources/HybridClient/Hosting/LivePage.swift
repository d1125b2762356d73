import CSSValues
import JSONValues
import Manifest
import Page
import PageFormat

/// An opened page as native views: fills it with data, sends commands to a ``ViewHost``, takes events back.
///
/// One belongs to one page on one thread at a time. Nothing is sent to the host before ``flush()``. Every
/// call that comes from outside of a script ends with it.
///
/// ```swift
/// let live = try LivePage(page, data: .object(["title": .string("News")]), host: views)
/// live.start()
/// live.handle(.click(node: 8))
/// ```
public final class LivePage {
  /// The page and its layout; another layout of it after ``takeLooks(of:)``.
  public internal(set) var page: OpenedPage
  /// Where commands go.
  public weak var host: (any ViewHost)?
  /// Called for a handler such as `@click="open('x', 1)"`, with its arguments' values.
  public var onCall: (_ function: String, _ arguments: [JSONValue], _ node: Int) -> Void = { _, _, _ in }
  /// Called for every event, after the page has taken note of it.
  public var onEvent: (ViewEvent) -> Void = { _ in }

  /// The most nodes that a page may have at once, with the numbers that removed rows keep for others of their kind; what
  /// data would make beyond is left out.
  public static let maximumNodes = 100_000

  /// The nodes as they are nested: templates are taken out of it, and their copies are put in.
  var tree: Page
  /// By node of ``tree``.
  var nodes: [LiveNode] = []
  /// By node of the page file: the roots of copies that were taken away, whose numbers are free for other copies of it.
  var freeCopies: [Int: [Int]] = [:]
  /// What bindings are filled from, with what readers entered.
  public internal(set) var data: JSONValue = .object([:])
  /// Whether long tables that scroll by themselves, and long loops (`t:for`) in what scrolls, have nodes and views only for the rows near
  /// what is seen, and those that were changed. A list of ten thousand rows then costs what a few screens of it do. The host reports how far tables are scrolled
  /// (`ViewEvent.scroll`). Set it before ``start()``.
  public var makesRowsOnDemand = false
  /// Where the value is that a reader or a script entered, while the page is filled with it.
  var written: DataPlace?
  /// The tables whose rows are made on demand.
  var rowWindows: [Int: RowWindow] = [:]
  /// By node that scrolls: how far down it is, in px, where the host said so.
  var scrollOffsets: [Int: Double] = [:]
  /// Rows that are to be seen after the next layout, by table.
  var awaitedRows: [Int: RowWindow.SeenRow] = [:]
  /// The long tables that have all of their rows: they do not scroll by themselves.
  var wholeTables: Set<Int> = []
  /// By row in the tree: how far those that are left out move it down, in px.
  var rowOffsets: [Int: Double] = [:]
  /// By table: the sections that a script or ``setTable(_:_:)`` gave.
  var tables: [Int: JSONValue] = [:]
  var changes: [PageChange] = []
  private(set) var pending: [ViewCommand] = []
  let layout: any LivePageLayout
  private(set) var places = LivePagePlaces()
  private(set) var isStarted = false
  var looks: LookTable
  /// By component of the app's own: what its properties are where a page says nothing.
  lazy var defaults: [String: [String: String]] = {
    var defaults: [String: [String: String]] = [:]
    for index in 0..<page.page.factCount {
      let fact = page.page.fact(index)
      guard fact.kind == .componentDefault, let dot = fact.name.lastIndex(of: ".") else { continue }
      defaults[String(fact.name[..<dot]), default: [:]][String(fact.name[fact.name.index(after: dot)...])] = fact.value
    }
    return defaults
  }()
  /// The components of the app's own that make rows.
  lazy var ownComponentsWithRows = Set(
    (0..<page.page.factCount).map { page.page.fact($0) }.filter { $0.kind == .componentRows }.map(\.name))
  /// Whether data or a script gave a table the height of its rows or section views.
  var givesRowHeights = false
  /// The tables that have a margin between their sections.
  var spacedTables: Set<Int> = []
  /// What the values of bound styles stand for.
  lazy var valueShapes = ValueShapeIndex(page.page)
  /// By node of the page file: what its classes change, by the classes.
  lazy var classStates = ClassStateIndex(page.page, page.layout?.viewport)
  let evaluator: ProgramEvaluator

  /// A live page that shows nothing yet.
  ///
  /// - Throws: ``LivePageError`` where the page is a Web page, which has no views.
  /// - Parameters:
  ///   - page: the page.
  ///   - data: what bindings are filled from: an object.
  ///   - host: shows the page.
  ///   - layout: lays it out when it changes; the frames of the package, moved, where there is none.
  public init(
    _ page: OpenedPage, data: JSONValue = .object([:]), host: any ViewHost, layout: (any LivePageLayout)? = nil
  ) throws(LivePageError) {
    guard page.page.dialect == .token else { throw .webPage(page.page.source) }
    self.page = page
    self.host = host
    self.data = data
    let layout = layout ?? TemplateLayout(page)
    self.layout = layout
    evaluator = ProgramEvaluator(page: page.page)
    looks = LookTable(page.page, page.layout?.viewport, fontScale: layout.fontScale)
    let reader = page.page
    tree = reader.page()
    nodes = (0..<reader.nodeCount).map { index in
      var node = LiveNode()
      node.text = reader.kind(index) == .text ? reader.text(index) : nil
      return node
    }
    for index in nodes.indices {
      if isTemplate(index) {
        nodes[index].isTemplate = true
        if let parent = reader.parent(index) { nodes[parent].templates.append(index) }
      }
      guard let name = Self.contentProperty(of: reader.component(index)), textNodes(of: index).isEmpty,
        let text = reader.attribute(index, name), !text.isEmpty
      else { continue }
      nodes[index].text = text
    }
  }

  /// Shows the page: fills its bindings, makes its views and places them.
  public func start() {
    guard !isStarted, !nodes.isEmpty else { return }
    isStarted = true
    detachTemplates(in: 0)
    show(0, parent: nil)
    fill(0)
    flush()
  }

  /// Fills the page's bindings from other data.
  public func setData(_ data: JSONValue) {
    self.data = data
    guard isStarted else { return }
    fill(0)
    flush()
  }

  /// Takes an event of the reader's or the system's.
  public func handle(_ event: ViewEvent) {
    switch event {
    case .click(let node): call("click", at: node)
    case .textChange(let node, let text):
      guard nodes.indices.contains(node) else { return }
      keepRow(of: node)
      nodes[node].properties[Self.valueProperty(of: component(of: node))] = text
      let generation = nodes[node].generation
      bindBack(node, .string(text))
      // The text that was entered may have removed the row, and another row may have its number.
      if nodes[node].generation == generation { call("textChange", at: node) }
    case .valueChange(let node, let value):
      guard nodes.indices.contains(node) else { return }
      keepRow(of: node)
      nodes[node].properties[Self.valueProperty(of: component(of: node))] = ProgramEvaluator.text(value)
      let generation = nodes[node].generation
      bindBack(node, value)
      if nodes[node].generation == generation { call("change", at: node) }
    case .other(let node, let name, _):
      if name == "beginEditing" { keepRow(of: node) }
      call(name, at: node)
    case .scroll(let node, _, let y): scrollRows(of: node, to: y)
    case .appear, .disappear: break
    }
    onEvent(event)
    flush()
  }

  /// What readers do with a finger: it belongs to the nearest view around that has a handler.
  private static let gestures: Set<String> = [
    "click", "longPress", "swipe", "swipeLeft", "swipeRight", "swipeUp", "swipeDown",
  ]

  /// Calls the handlers of a node or, for taps and other gestures, of the nearest node around it that has some.
  private func call(_ event: String, at start: Int) {
    var next = start
    while nodes.indices.contains(next) {
      let node = next
      let handlers = page.page.handlers(sourceNode(node)).filter { $0.event == event }
      // A handler may take the row away: its number is another's then.
      let generation = nodes[node].generation
      for handler in handlers where nodes[node].generation == generation {
        let value = handler.program.map { evaluator.value($0, data: data, scope: nodes[node].scope) }
        onCall(handler.function, value?.elements ?? [], node)
      }
      guard Self.gestures.contains(event), handlers.isEmpty else { return }
      next = parentNode(node)
    }
  }

  // MARK: Sending to the host

  func emit(_ command: ViewCommand) {
    if isStarted { pending.append(command) }
  }

  /// Lays out what changed, so that ``frame(of:)`` answers for the page as it is now; the host hears of it with the rest.
  public func layOut() {
    guard isStarted, !changes.isEmpty || places.frames.isEmpty else { return }
    let seen = seenRows().merging(awaitedRows) { $1 }
    // What a layout says of the heights of rows decides which rows are near what is seen.
    for _ in 0..<Self.mostRounds {
      let changes = changes
      self.changes = []
      // The layout changes its own places in place: nobody else has them meanwhile.
      places = LivePagePlaces()
      places = layout.places(after: changes)
      let moved = measureRows()
      keepRows(seen)
      if let changed = places.changed { place(changed, and: moved, after: changes) } else { placeAll() }
      guard chooseRows() else { break }
    }
    reportScrolling(since: seen)
  }

  /// The layouts that the heights of rows may ask for.
  private static let mostRounds = 12

  /// Lays the whole page out again with the layout's own text system and sends the host what moved: what a host may ask
  /// for after it has shown frames that are ``LayoutFit/approximate(_:)``, or when fonts were loaded. Without a
  /// `DeviceLayout` the frames stay.
  public func layOutAgain() {
    guard isStarted else { return }
    layout.forgetBuiltFrames()
    let seen = seenRows()
    for table in rowWindows.keys { forgetRowHeights(of: table) }
    let changes = changes
    self.changes = []
    places = layout.places(after: changes)
    _ = measureRows()
    keepRows(seen)
    placeAll()
    reportScrolling(since: seen)
    _ = chooseRows()
    flush()
  }

  /// Lays out what changed and hands everything that was collected to the host.
  public func flush() {
    guard isStarted else { return }
    layOut()
    guard !pending.isEmpty else { return }
    let commands = pending
    pending = []
    host?.apply(commands)
  }

  /// Sends the host the frames, lines and scroll areas that are others than before.
  private func placeAll() {
    var order: [Int] = []
    var stack = [0]
    while let index = stack.popLast() {
      order.append(index)
      stack += attachedChildren(of: index).reversed()
    }
    // Inner nodes first: what is around a box is shown for it.
    var hasBox = [Bool](repeating: false, count: nodes.count)
    for index in order.reversed() {
      if !hasBox[index] { hasBox[index] = isPlaced(index) }
      if hasBox[index], parentNode(index) >= 0 { hasBox[parentNode(index)] = true }
    }
    for index in order { place(index, hasBox: hasBox[index]) }
  }

  /// The same, where the nodes that moved or whose lines changed are known: a view moves too when the one around it does.
  ///
  /// - Parameter moved: views that are elsewhere than their layout puts them.
  private func place(_ changed: [Int], and moved: [Int], after changes: [PageChange]) {
    var views = Set(moved)
    func add(_ node: Int) {
      guard nodes.indices.contains(node) else { return }
      if tree.nodes[node].kind == .text {
        if let parent = parent(of: node) { views.insert(parent) }
        return
      }
      views.insert(node)
      // What has no view of its own hands its views on to the view around it.
      var stack = attachedChildren(of: node)
      while let child = stack.popLast() {
        views.insert(child)
        if !nodes[child].isShown { stack += attachedChildren(of: child) }
      }
    }
    for node in changed { add(node) }
    for change in changes {
      switch change {
      case .text(let node, _), .content(let node, _): add(node)
      case .insertCopy(_, _, _, let root):
        // Where a number is used again, the node may have the frame of the one before: layout then does not name it.
        views.formUnion((root..<root + nodes[root].copySize).lazy.filter { [nodes] in nodes[$0].isShown })
      case .style, .declarations, .remove, .move: continue
      }
    }
    for view in views.sorted() { place(view, hasBox: hasBox(view)) }
  }

  private func place(_ index: Int, hasBox: Bool) {
    guard nodes[index].isShown else { return }
    emitHidden(index, isGone: !hasBox)
    if let frame = layoutFrame(of: index) {
      let origin = originOfParent(of: index)
      let numbers = [
        frame.x - origin.x, frame.y - origin.y + (rowOffsets[index] ?? 0), frame.width, frame.height,
      ]
      if nodes[index].sent.frame != numbers {
        nodes[index].sent.frame = numbers
        emit(
          .setFrame(
            node: index, frame: LayoutRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])))
      }
    }
    if var area = places.scrollAreas[index] {
      area.height += rowWindows[index]?.leftOut ?? 0
      guard nodes[index].sent.scroll != [area.width, area.height] else { return emitText(of: index) }
      nodes[index].sent.scroll = [area.width, area.height]
      emit(.setScrollArea(node: index, width: area.width, height: area.height))
    }
    emitText(of: index)
  }

  private func originOfParent(of index: Int) -> (x: Double, y: Double) {
    var parent = parentNode(index)
    while parent >= 0 {
      if nodes[parent].isShown, let frame = layoutFrame(of: parent) { return (frame.x, frame.y) }
      parent = parentNode(parent)
    }
    return (0, 0)
  }

  /// Sends the host a view's text with its lines, where either changed.
  func emitText(of index: Int) {
    let texts = textNodes(of: index)
    let text = shownText(of: index)
    guard text != nil || nodes[index].sent.text != nil else { return }
    var lines: [ViewTextLine] = []
    let origin = layoutFrame(of: index)
    for node in texts + [index] {
      for line in places.lines[node] ?? [] {
        let frame = LayoutRect(
          x: line.frame.x - (origin?.x ?? 0), y: line.frame.y - (origin?.y ?? 0), width: line.frame.width,
          height: line.frame.height)
        lines.append(ViewTextLine(text: line.text, frame: frame, baseline: line.baseline - (origin?.y ?? 0)))
      }
    }
    guard nodes[index].sent.text != text || nodes[index].sent.lines != lines else { return }
    nodes[index].sent.text = text
    nodes[index].sent.lines = lines
    emit(.setText(node: index, text: text ?? "", lines: lines))
  }

  // MARK: Looking

  /// The number of nodes, those that were taken away included.
  public var nodeCount: Int { nodes.count }

  /// The number of times that a node's number was reused: 0 at first, and 1 more each time that a copy with the number is
  /// removed. Later rows reuse the numbers of removed ones.
  ///
  /// Store the generation together with a number. If it has changed, the number belongs to another node.
  public func generation(of node: Int) -> Int { nodes.indices.contains(node) ? nodes[node].generation : 0 }

  /// A node's border box in page coordinates in CSS px; `nil` without a box.
  public func frame(of node: Int) -> LayoutRect? {
    guard var frame = layoutFrame(of: node) else { return nil }
    var next = rowOffsets.isEmpty ? -1 : node
    while next >= 0 {
      frame.y += rowOffsets[next] ?? 0
      next = parentNode(next)
    }
    return frame
  }

  /// Where layout puts a node: rows that are left out take no room there.
  func layoutFrame(of node: Int) -> LayoutRect? {
    places.frames.indices.contains(node) ? places.frames[node] : nil
  }

  /// The node of the page file that a node is or was copied from.
  public func source(of node: Int) -> Int? { nodes.indices.contains(node) ? sourceNode(node) : nil }

  /// The same of a node that is there.
  func sourceNode(_ node: Int) -> Int { Int(tree.nodes[node].source) }

  /// The node around one, -1 for the first. Templates have theirs, though they are not among its children.
  func parentNode(_ node: Int) -> Int { Int(tree.nodes[node].parent) }

  /// The parent; `nil` for the first node, for copies that were taken away and for numbers of no node.
  public func parent(of node: Int) -> Int? {
    nodes.indices.contains(node) && parentNode(node) >= 0 && !nodes[node].isRemoved ? parentNode(node) : nil
  }

  /// The children that are in the tree, in order.
  public func children(of node: Int) -> [Int] { nodes.indices.contains(node) ? attachedChildren(of: node) : [] }

  /// Whether a node makes rows from data: a table, or a component of the app's own that has rows. It takes
  /// ``setTable(_:of:)``.
  public func makesRows(of node: Int) -> Bool { source(of: node).map { makesRows($0) } ?? false }

  /// The section and row of the table's row that a node is in.
  public func row(of node: Int) -> (table: Int, section: Int, row: Int)? {
    var next = node
    while nodes.indices.contains(next) {
      if let row = nodes[next].row { return (parentNode(next), row.section, row.row) }
      next = parentNode(next)
    }
    return nil
  }

  /// A node's text as readers see it: its own, or that of everything below it.
  public func text(of node: Int) -> String {
    guard nodes.indices.contains(node) else { return "" }
    var result = ""
    var stack = [node]
    while let index = stack.popLast() {
      result += nodes[index].text ?? ""
      stack += attachedChildren(of: index).reversed()
    }
    return result
  }

  /// A property that data or a script set, or the attribute of the page. All names of a property say the same.
  public func property(_ name: String, of node: Int) -> String? {
    guard nodes.indices.contains(node) else { return nil }
    return nodes[node].properties[Self.reportedName(name, of: component(of: node))]
      ?? page.page.attribute(sourceNode(node), name)
  }

  /// What a reader may change in a view: a field's text, whether a switch is on; else the text of a node.
  public func value(of node: Int) -> String {
    guard nodes.indices.contains(node) else { return "" }
    return property(Self.valueProperty(of: component(of: node)), of: node) ?? property("value", of: node)
      ?? property("text", of: node) ?? text(of: node)
  }
}
