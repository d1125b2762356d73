import Manifest
import PageFormat

extension LivePage {
  // MARK: Templates

  /// Whether a node is copied for the elements of a list: it has `t:for`, or it is a table's row or section view.
  func isTemplate(_ node: Int) -> Bool {
    let reader = page.page
    let source = sourceNode(node)
    if reader.bindings(source).contains(where: { $0.target == .repetition }) { return true }
    guard isRowTemplate(source) != nil, let parent = reader.parent(source) else { return false }
    return makesRows(parent)
  }

  /// Whether a node of the page file makes rows from data: a table, or a component of the app's own that does.
  func makesRows(_ source: Int) -> Bool {
    guard let component = page.page.component(source) else { return false }
    return component == "table" || ownComponentsWithRows.contains(component)
  }

  /// Whether a node of the page file is a table's section view (`true`) or row (`false`).
  func isRowTemplate(_ source: Int) -> Bool? {
    switch page.page.component(source) {
    case "tableSection": true
    case "tableRow": false
    default: nil
    }
  }

  /// Takes the outermost templates below a node out of the tree: they stay as they are, to be copied.
  func detachTemplates(in root: Int) {
    var stack = [root]
    while let index = stack.popLast() {
      for template in nodes[index].templates {
        changes.append(.remove(node: template))
        tree.remove(template)
      }
      stack += attachedChildren(of: index)
    }
  }

  /// The children that are in the tree: copies come where their template is.
  func attachedChildren(of node: Int) -> [Int] { tree.children(of: node) }

  /// Copies a template and puts the copy after a sibling (`nil`: first); `nil` when there are too many nodes.
  ///
  /// The copy has the numbers of one that was taken away, where there is one of the same node of the page file: pages
  /// whose rows come and go for hours have no more nodes than they showed at once.
  func insertCopy(of template: Int, into parent: Int, after sibling: Int?, scope: ProgramEvaluator.Scope) -> Int? {
    let source = sourceNode(template)
    let root: Int
    if let free = freeCopies[source]?.popLast() {
      root = free
    } else {
      guard nodes.count + page.page.subtreeEnd(source) - source <= Self.maximumNodes else { return nil }
      root = nodes.count
    }
    guard let originals = tree.insertCopy(of: template, into: parent, after: sibling, as: root) else { return nil }
    for (index, original) in zip(root..., originals.map { Int($0) }) {
      var node = LiveNode()
      node.text = nodes[original].text
      node.isTemplate = index != root && nodes[original].isTemplate
      node.scope = scope
      if index < nodes.count {
        node.generation = nodes[index].generation
        nodes[index] = node
      } else {
        nodes.append(node)
      }
      if node.isTemplate { nodes[parentNode(index)].templates.append(index) }
    }
    nodes[root].copySize = originals.count
    changes.append(.insertCopy(of: template, into: parent, after: sibling, as: root))
    detachTemplates(in: root)
    return root
  }

  // MARK: Views

  /// The name of the component that shows a node; `nil` for texts and for what is never shown.
  func component(of node: Int) -> String? { page.page.component(sourceNode(node)) }

  /// Makes the views of a subtree and puts them into the nearest view above.
  ///
  /// - Parameter position: the root's place in the parent, where it is known.
  func show(_ root: Int, parent: Int?, at position: Int? = nil) {
    var stack: [(node: Int, parent: Int?)] = [(root, parent)]
    // Views that are made here are filled in order.
    var counts: [Int: Int] = [:]
    while let (index, parent) = stack.popLast() {
      var parentOfChildren = parent
      updateLook(index)
      if let component = component(of: index) {
        emit(.create(node: index, component: component))
        nodes[index].isShown = true
        for (name, value) in initialProperties(of: index) {
          emit(.setProperty(node: index, name: name, value: value))
        }
        let place: Int
        if let parent, let count = counts[parent] {
          place = count
          counts[parent] = count + 1
        } else {
          place = (index == root ? position : nil) ?? viewPosition(of: index, in: parent)
        }
        emit(.insert(node: index, parent: parent, index: place))
        counts[index] = 0
        parentOfChildren = index
      }
      for child in attachedChildren(of: index).reversed() { stack.append((child, parentOfChildren)) }
    }
  }

  /// The place of a view among the views of its parent.
  func viewPosition(of node: Int, in parent: Int?) -> Int {
    guard let parent else { return 0 }
    var position = 0
    for child in attachedChildren(of: parent) {
      if child == node { break }
      if nodes[child].isShown { position += 1 }
    }
    return position
  }

  /// The nearest view around a node.
  func viewAround(_ node: Int) -> Int? {
    var parent = parentNode(node)
    while parent >= 0 {
      if nodes[parent].isShown { return parent }
      parent = parentNode(parent)
    }
    return nil
  }

  /// Takes a copy out of the tree and its view away. Its numbers, and those of the copies in it, are free for others.
  func discard(_ instance: Int) {
    changes.append(.remove(node: instance))
    removeViews(of: instance)
    tree.remove(instance)
    var restyling: [Int] = []
    var stack = [instance]
    while let root = stack.popLast() {
      nodes[root].isRemoved = true
      for index in root..<root + nodes[root].copySize {
        nodes[index].isShown = false
        nodes[index].generation += 1
        tables[index] = nil
        scrollOffsets[index] = nil
        spacedTables.remove(index)
        if !nodes[index].restyled.isEmpty { restyling.append(index) }
        stack += nodes[index].instances
        nodes[index].instances = []
      }
      freeCopies[sourceNode(root), default: []].append(root)
    }
    // Their classes style what stays no longer.
    for index in restyling { forgetStyles(by: index) }
  }

  /// Takes the view of a node away, or those inside of a node without one.
  private func removeViews(of root: Int) {
    var stack = [root]
    while let index = stack.popLast() {
      if nodes[index].isShown {
        emit(.remove(node: index))
      } else {
        stack += attachedChildren(of: index).reversed()
      }
    }
  }

  // MARK: Texts

  /// The texts that are directly in a node.
  func textNodes(of node: Int) -> [Int] {
    attachedChildren(of: node).filter { tree.nodes[$0].kind == .text }
  }

  /// The property that is the text of a component without texts inside; `nil` for components that have none.
  static func contentProperty(of component: String?) -> String? {
    switch component {
    case "label": "text"
    case "button", "navItem": "title"
    default: nil
    }
  }

  /// What a view shows as its text: white space at the ends of lines is gone. `nil` where it has none.
  func shownText(of node: Int) -> String? {
    let texts = textNodes(of: node)
    let joined = texts.map { nodes[$0].text ?? "" }.joined() + (nodes[node].text ?? "")
    let lines = joined.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.joined(separator: " ")
    }
    let first = lines.firstIndex { !$0.isEmpty }
    let last = lines.lastIndex { !$0.isEmpty }
    guard let first, let last else { return nodes[node].sent.text == nil ? nil : "" }
    return lines[first...last].joined(separator: "\n")
  }

  // MARK: Properties

  /// What a view is made with: its style's look, then its attributes, which win.
  func initialProperties(of node: Int) -> [(String, String)] {
    let source = sourceNode(node)
    var properties = look(of: node)
    // Computed visibility is handed down; a host hides what is inside with the view that is hidden.
    if parentNode(node) >= 0, look(of: parentNode(node))["hidden"] != nil { properties["hidden"] = nil }
    if let component = component(of: node), Self.withoutText.contains(component), textNodes(of: node).isEmpty {
      for name in Self.textLooks { properties[name] = nil }
    }
    // Controls, and what scrolls, cut off by themselves; what sticks out of a page is scrolled to.
    if Self.cutting.contains(component(of: node) ?? "") { properties["overflow"] = nil }
    // Buttons of hosts have a colour of their own where they get none; black is the initial one of CSS.
    if let component = component(of: node), Self.tinted.contains(component), properties["color"] == nil {
      properties["color"] = "rgb(0, 0, 0)"
    }
    let bound = Set(page.page.bindings(source).filter { $0.target == .attribute }.compactMap(\.name))
    for (name, value) in page.page.attributes(source) where !Self.isStructural(name) && !bound.contains(name) {
      let camel = Self.reportedName(name.camelCased, of: component(of: node))
      // Colours, sizes and the like are in the style already, computed.
      if properties[camel] == nil || !Self.styleNames.contains(camel) {
        properties[camel] = value.trimmingSpacesAndSemicolons
      }
    }
    for (name, value) in nodes[node].properties {
      // What is a look is in the look already, computed.
      if LookProperty.isLook(name), !LookProperty.isReported(name), LookProperty.declarations(name, value) != nil {
        continue
      }
      properties[name] = value
    }
    if !defaults.isEmpty, let component = component(of: node), let own = defaults[component] {
      properties.merge(own) { given, _ in given }
    }
    if nodes[node].sent.isGone { properties["hidden"] = "true" }
    return properties.sorted { $0.key < $1.key }
  }

  /// The dialect's components that platforms cut off by themselves, and the page itself.
  private static let cutting: Set<String> = [
    "body", "scrollView", "table", "input", "textArea", "searchBar", "switch", "segment", "picker", "webView",
  ]

  private static let textLooks = [
    "color", "fontFamily", "fontSize", "fontStyle", "fontWeight", "textAlign", "textDecoration",
    "textPaint",
  ]

  /// The dialect's components whose texts hosts tint.
  private static let tinted: Set<String> = ["button", "navItem"]

  /// The dialect's components that show no text of their own.
  private static let withoutText: Set<String> = [
    "body", "view", "scrollView", "image", "table", "tableHeader", "tableSection", "tableRow", "tableFooter", "webView",
  ]

  /// The name by which hosts hear of a property that has several.
  static func reportedName(_ name: String, of component: String?) -> String {
    switch name {
    case "textColor", "titleColor": "color"
    case "align": "textAlign"
    case "placeHolder": "placeholder"
    case "keyBoardType": "keyboardType"
    case "value": valueProperty(of: component)
    default: name
    }
  }

  /// The property that a reader changes, and that `@bind` fills.
  static func valueProperty(of component: String?) -> String {
    switch component {
    case "input", "textArea", "searchBar": "text"
    case "switch": "on"
    case "segment": "selectedIndex"
    default: "value"
    }
  }

  private static func isStructural(_ name: String) -> Bool {
    name == "style" || name.hasPrefix("@") || name.hasPrefix("t:") || name.hasPrefix("xmlns")
  }

  private static let styleNames: Set<String> = [
    "backgroundColor", "color", "fontSize", "fontFamily", "fontWeight", "textAlign", "opacity", "hidden", "zIndex",
    "borderWidth", "borderColor", "borderRadius", "borderWidths", "borderColors", "overflow", "fontStyle",
    "textDecoration",
    "transitionDuration", "transitionProperty", "transitionDelay",
    "transitionTimingFunction", "animationName", "animationDuration", "animationDelay", "animationTimingFunction",
    "animationIterationCount", "animationDirection", "animationFillMode", "animationPlayState", "keyframes",
    "transform", "transformOrigin", "translate", "rotate", "scale", "direction", "paint", "textPaint",
  ]
}

extension String {
  /// Without white space around it and without the semicolons that pages close values with.
  fileprivate var trimmingSpacesAndSemicolons: String {
    func isDropped(_ character: Character) -> Bool { character.isWhitespace || character == ";" }
    let start = drop(while: isDropped)
    guard let last = start.lastIndex(where: { !isDropped($0) }) else { return "" }
    return String(start[...last])
  }
}
