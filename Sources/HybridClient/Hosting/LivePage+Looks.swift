import CSSValues
import PageFormat

// What data and scripts give nodes on top of their styles: hosts are given the looks that change, and layouts what may move.
extension LivePage {
  /// A node's style in this viewport: that of its classes, or its own.
  func style(of node: Int) -> Int? {
    nodes[node].style ?? page.layout?.style(sourceNode(node), in: page.page) ?? page.page.style(sourceNode(node))
  }

  /// The computed values of a node that are not initial, with what data and scripts gave it.
  public func declarations(of node: Int) -> [(property: String, value: String)] {
    guard nodes.indices.contains(node) else { return [] }
    if let style = looks.style(nodes[node].look) { return PageReader.declarations(of: style) }
    return style(of: node).map { page.page.declarations(ofStyle: $0) } ?? []
  }

  /// A node's computed style in this viewport with what data and scripts gave it: what hosts paint that need more than looks say.
  /// `nil` where the node has none.
  ///
  /// ```swift
  /// if let style = live.computedStyle(of: 0) { print(style) }
  /// ```
  public func computedStyle(of node: Int) -> ComputedStyle? {
    guard nodes.indices.contains(node) else { return nil }
    if let style = looks.style(nodes[node].look) { return style }
    return style(of: node).map { looks.style(ofFile: $0) }
  }

  /// The look of a node in this viewport, by property.
  func look(of node: Int) -> [String: String] {
    if nodes[node].look >= 0 { return looks.look(nodes[node].look) }
    return style(of: node).map { looks.look(ofStyle: $0) } ?? [:]
  }

  /// Brings what a node has on top of its style up to date with its bindings and properties.
  ///
  /// - Parameter before: the properties that its view was notified of; `nil` where none but its look changes.
  func redeclare(_ node: Int, from before: [(String, String)]? = nil) {
    // As in a build: what the row's own `style` says of data counts after what its table gives it.
    var declarations = rowHeight(of: node) + nodes[node].spacing + nodes[node].bound
    for (name, value) in nodes[node].properties.sorted(by: { $0.key < $1.key }) where LookProperty.isLook(name) {
      declarations += LookProperty.declarations(name, value) ?? []
    }
    let known = nodes[node].declarations
    guard declarations != known else {
      if nodes[node].isShown, let before { emitDifferences(of: node, from: before) }
      return
    }
    nodes[node].declarations = declarations
    if known.filter(\.affectsLayout) != declarations.filter(\.affectsLayout) {
      changes.append(.declarations(node: node, declarations))
    }
    relook(node, from: before)
  }

  // MARK: Heights of rows

  /// Whether a property of a table is the height of its rows or section views.
  func isRowHeight(_ name: String, of node: Int) -> Bool {
    (name == "rowHeight" || name == "rowSectionHeight") && component(of: node) == "table"
  }

  /// What data or a script gave the table around a row or section view for its height; empty for what the page has
  /// written out, which its styles hold, and for what is not a height.
  private func rowHeight(of node: Int) -> [LocalDeclaration] {
    guard givesRowHeights, let isSection = isRowTemplate(sourceNode(node)) else { return [] }
    var table = parentNode(node)
    while table >= 0, component(of: table) != "table" { table = parentNode(table) }
    guard table >= 0, let text = nodes[table].properties[isSection ? "rowSectionHeight" : "rowHeight"] else {
      return []
    }
    var height = valueShapes.declarations("height", text)
    if height.isEmpty { height = LookProperty.height(text) }
    // The dialect's least height of a row gives way to any other.
    return height.isEmpty ? [] : [LocalDeclaration(.minHeight, .dimension(0, .px))] + height
  }

  /// Gives the rows and section views in a subtree the heights of their tables.
  func resizeRows(in root: Int) {
    guard givesRowHeights else { return }
    var stack = [root]
    while let node = stack.popLast() {
      if isRowTemplate(sourceNode(node)) != nil { redeclare(node) }
      stack += attachedChildren(of: node).reversed()
    }
  }

  /// Works out the looks of a node and of what inherits from it, and emits what changed.
  func relook(_ root: Int, from before: [(String, String)]? = nil) {
    if looks.isFull { forgetLooks() }
    var stack = [root]
    while let node = stack.popLast() {
      let look = nodes[node].look
      let known = !nodes[node].isShown ? [] : node == root && before != nil ? before ?? [] : initialProperties(of: node)
      updateLook(node)
      if nodes[node].isShown { emitDifferences(of: node, from: known) }
      if nodes[node].look != look { stack += attachedChildren(of: node).reversed() }
    }
  }

  /// Gives views the looks that the page's rules choose in another viewport. Data, texts, rows and what scripts changed stay.
  ///
  /// Where views are is the layout's: it takes the viewport first (`DeviceLayout.resize`), and ``layOutAgain()`` follows.
  ///
  /// - Parameter opened: the same page of the same release, opened for the device as it is now; another page changes nothing.
  public func takeLooks(of opened: OpenedPage) {
    guard opened.page.source == page.page.source, opened.page.nodeCount == page.page.nodeCount else { return }
    let known = page.layout?.viewport
    let table = LookTable(opened.page, opened.layout?.viewport, fontScale: layout.fontScale)
    guard isStarted, opened.layout?.viewport != known || table.fontScale != looks.fontScale else {
      page = opened
      if !isStarted { looks = table }
      return
    }
    let before = nodes.indices.map { nodes[$0].isShown ? initialProperties(of: $0) : [] }
    page = opened
    looks = table
    classStates = ClassStateIndex(opened.page, opened.layout?.viewport)
    updateLooks()
    for node in nodes.indices where nodes[node].isShown { emitDifferences(of: node, from: before[node]) }
    // Classes that scripts gave have styles of their own in some viewports.
    for node in nodes.indices where !nodes[node].isRemoved {
      if let classes = nodes[node].properties["class"] { restyle(node, classes) }
    }
  }

  /// Begins again with all looks that data and scripts changed; hosts know them already.
  private func forgetLooks() {
    looks.forget()
    updateLooks()
  }

  private func updateLooks() {
    for node in nodes.indices { nodes[node].look = -1 }
    var stack = [0]
    while let node = stack.popLast() {
      updateLook(node)
      stack += attachedChildren(of: node).reversed()
    }
  }

  /// Finds the number of a node's look from that of its parent.
  func updateLook(_ node: Int) {
    let parent = parentNode(node)
    let around = parent >= 0 ? nodes[parent].look : -1
    guard around >= 0 || !nodes[node].declarations.isEmpty || looks.isRescaled, let style = style(of: node) else {
      nodes[node].look = -1
      return
    }
    nodes[node].look = looks.number(
      ofStyle: style, parent: around, parentStyle: parent >= 0 ? self.style(of: parent) : nil,
      root: nodes.isEmpty ? nil : self.style(of: 0), nodes[node].declarations)
  }

  /// Sends the properties of a view that changed.
  func emitDifferences(of node: Int, from before: [(String, String)]) {
    let after = initialProperties(of: node)
    let known = Dictionary(before) { first, _ in first }
    let names = Set(after.map(\.0))
    for (name, _) in before where !names.contains(name) { emit(.setProperty(node: node, name: name, value: nil)) }
    for (name, value) in after where known[name] != value { emit(.setProperty(node: node, name: name, value: value)) }
  }

  // MARK: Views without a box

  /// Hides a view that has no box, such as one whose `display` data makes `none`, and shows it again with its box.
  func emitHidden(_ node: Int, isGone: Bool) {
    // Without a layout nothing is anywhere. What is inside goes and comes with what is around it.
    guard page.layout != nil else { return }
    if let around = viewAround(node), nodes[around].sent.isGone { return }
    guard nodes[node].sent.isGone != isGone else { return }
    let before = initialProperties(of: node)
    nodes[node].sent.isGone = isGone
    emitDifferences(of: node, from: before)
  }

  /// Whether a node or what is inside is anywhere: `display: contents` has no box, but what is in it may.
  func hasBox(_ root: Int) -> Bool {
    var stack = [root]
    while let node = stack.popLast() {
      if isPlaced(node) { return true }
      stack += attachedChildren(of: node)
    }
    return false
  }

  /// Whether a node itself has a box or lines.
  func isPlaced(_ node: Int) -> Bool { layoutFrame(of: node) != nil || places.lines[node] != nil }
}
