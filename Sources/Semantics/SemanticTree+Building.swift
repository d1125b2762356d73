import CSSValues
import HTML
import Names
import Page

extension SemanticTree {
  /// The semantics of a document with the styles of one environment.
  ///
  /// - Parameters:
  ///   - document: the page's tree.
  ///   - styles: the computed styles, which say what is shown.
  ///   - isToken: whether the page describes native components.
  public init(_ document: Document, styles: any SemanticStyles, isToken: Bool = false) {
    var builder = SemanticTreeBuilder(SemanticsContext(document, styles: styles, isToken: isToken))
    builder.build()
    self = builder.tree
  }
}

/// Walks a document in the order of reading and makes its semantic nodes.
struct SemanticTreeBuilder {
  /// What waits to be visited.
  private struct Visit {
    var node: NodeID
    var parent: Int
    /// The element around a text, whose styles it has.
    var element: NodeID
    /// Whether nodes below belong to a control that presents them as its own.
    var isPart = false
  }

  let context: SemanticsContext
  var names: NameComputation
  private(set) var tree = SemanticTree()
  /// OPTIMIZATION: kept beside the context, out of which each access would copy it.
  let document: Document
  /// The element that owns another one, by `aria-owns`.
  private var owners: [NodeID: NodeID] = [:]
  /// The drop-down or list box that was asked last, with the options that are chosen.
  var selectedOptions: (select: NodeID, options: Set<NodeID>)?

  init(_ context: SemanticsContext) {
    self.context = context
    document = context.document
    names = NameComputation(context)
  }

  mutating func build() {
    let root = document.documentElement
    guard root.exists else { return }
    collectOwners()
    var stack = [Visit(node: root, parent: -1, element: root)]
    while let visit = stack.popLast() {
      switch document.kind(visit.node) {
      case .text: appendText(visit)
      case .element: appendElement(visit, &stack)
      default: break
      }
    }
    close()
    var positions = SemanticPositions(context)
    positions.number(&tree.nodes)
    tree.isCut = context.budget <= 0
    tree.unknownRoles = context.unknownRoles
    tree.duplicateIDs = context.duplicateIDs
    tree.misplacedRoles = context.misplacedRoles
    tree.conflictingRoles = context.conflictingRoles
  }

  private mutating func collectOwners() {
    var node = document.documentElement
    while node.exists {
      if document.isElement(node), document.hasAttribute(node, "aria-owns") {
        for owned in context.references(node, "aria-owns") where owners[owned] == nil && !isAbove(owned, node) {
          owners[owned] = node
        }
      }
      node = document.next(after: node)
    }
  }

  /// Whether an element is above another one, or is it, with owners for parents: owning it would make a circle.
  private func isAbove(_ upper: NodeID, _ lower: NodeID) -> Bool {
    var node = lower
    var steps = 0
    while node.exists, steps < 2000 {
      if node == upper { return true }
      node = owners[node] ?? document.parentElement(node)
      steps += 1
    }
    context.budget -= steps
    return steps >= 2000
  }

  /// Sets where each subtree ends.
  private mutating func close() {
    for index in tree.nodes.indices { tree.nodes[index].subtreeEnd = index + 1 }
    for index in tree.nodes.indices.reversed() where tree.nodes[index].parent >= 0 {
      let parent = tree.nodes[index].parent
      tree.nodes[parent].subtreeEnd = max(tree.nodes[parent].subtreeEnd, tree.nodes[index].subtreeEnd)
    }
    // A drawing without texts and links is an image.
    for index in tree.nodes.indices
    where tree.nodes[index].role == .graphicsDocument && tree.nodes[index].subtreeEnd == index + 1 {
      guard !document.hasAttribute(tree.nodes[index].source, .role) else { continue }
      tree.nodes[index].role = .image
      tree.nodes[index].states.insert(.presentsChildren)
    }
  }

  // MARK: Texts

  private mutating func appendText(_ visit: Visit) {
    guard !visit.isPart, !context.isInvisible(visit.element) else { return }
    let characters = document.text(visit.node)
    appendText(context.styles.shown(characters, of: visit.element), from: visit.node, parent: visit.parent)
  }

  private mutating func appendText(_ text: String, from source: NodeID, parent: Int) {
    let text = SemanticsContext.collapsed(text)
    guard !text.isEmpty else { return }
    var node = SemanticNode(source: source, role: .text, parent: parent)
    node.name = text
    node.nameSource = .text
    tree.nodes.append(node)
  }

  // MARK: Elements

  private mutating func appendElement(_ visit: Visit, _ stack: inout [Visit]) {
    let element = visit.node
    guard !context.isLeftOut(element), document.name(element) != .head else { return }
    if context.isAriaHidden(element) || document.hasAttribute(element, .inert) {
      tree.hidden.append(element)
      if !document.hasAttribute(element, .inert) { collectHiddenFocus(in: element) }
      return
    }
    noteMissingReferences(of: element)
    guard !Self.isWithoutMeaning(document.name(element), document.namespace(element)) else { return }
    var role = context.role(element)
    let wasPresentational = role == .presentation
    if wasPresentational { tree.presentational.append(element) }
    var number = visit.parent
    var isPart = visit.isPart
    if isPart { noteNested(element, in: number) }
    if !visit.isPart, !context.isInvisible(element) {
      if role == .label, context.isRedundant(label: element) {
        for child in document.children(element) where document.isElement(child) {
          stack.append(Visit(node: child, parent: visit.parent, element: element))
        }
        return
      }
      if role == .paragraph, isEmpty(element) { role = .generic }
      let name = nameIfNeeded(element, role)
      // A landmark only by its name: without one it is a box.
      if role == .region, document.isElement(element, .section), name.text.isEmpty {
        role = .generic
      }
      if role != .presentation && role != .generic || isSignificant(element, name, role) {
        let node = node(for: element, role == .presentation ? .generic : role, name, parent: visit.parent)
        number = tree.nodes.count
        tree.nodes.append(node)
        isPart = node.states.contains(.presentsChildren)
      }
    }
    if context.isToken, !isPart, let attribute = TokenRoles.textAttribute(document.name(element).string),
      let text = context.text(element, attribute), !context.isInvisible(element), context.role(element) == .generic
    {
      appendText(text, from: element, parent: number)
    }
    guard !hidesChildren(element) else { return }
    push(childrenOf: element, parent: number, isPart: isPart, &stack)
  }

  private func push(childrenOf element: NodeID, parent: Int, isPart: Bool, _ stack: inout [Visit]) {
    let first = stack.count
    func add(_ child: NodeID) { stack.append(Visit(node: child, parent: parent, element: element, isPart: isPart)) }
    let isClosed = document.isElement(element, .details) && !document.hasAttribute(element, .open)
    var child = document.firstChild(element)
    while child.exists {
      let isShown = !isClosed || document.isElement(child, .summary) && context.isSummary(child)
      if isShown, owners.isEmpty || owners[child] == nil { add(child) }
      child = document.nextSibling(child)
    }
    if document.hasAttribute(element, "aria-owns") {
      for child in context.references(element, "aria-owns") where owners[child] == element { add(child) }
    }
    // The first child is visited first.
    var (low, high) = (first, stack.count - 1)
    while low < high {
      stack.swapAt(low, high)
      (low, high) = (low + 1, high - 1)
    }
  }

  /// Whether what is in an element is not shown, or is a part of what shows it.
  private func hidesChildren(_ element: NodeID) -> Bool {
    if context.isToken { return document.name(element).string == "script" }
    guard document.namespace(element) == .html else { return false }
    switch document.name(element) {
    case .input, .textarea, .img, .iframe, .video, .audio, .canvas, .embed, .object, .progress, .meter: return true
    default: return false
    }
  }

  /// Elements that are shown and mean nothing.
  private static func isWithoutMeaning(_ name: Name, _ namespace: Namespace) -> Bool {
    switch namespace {
    case .svg:
      switch name {
      case .defs, .symbol, .clipPath, .mask, .pattern, .linearGradient, .radialGradient, .filter, .title, .desc, .style,
        .script, .marker:
        return true
      default: return name.string == "metadata"
      }
    case .html: return name == .script || name == .style || name == .br || name == .wbr
    case .mathML, .other: return false
    }
  }

  private mutating func nameIfNeeded(_ element: NodeID, _ role: SemanticRole) -> NameComputation.Answer {
    if role == .presentation { return .init(text: "", source: .none) }
    if role == .generic || role == .label || role == .legend {
      // Nothing but an attribute names these.
      // HTML-AAM: the `title` of an abbreviation is its name.
      guard
        context.text(element, "aria-label") != nil || document.hasAttribute(element, "aria-labelledby")
          || document.isElement(element, .abbr)
      else { return .init(text: "", source: .none) }
    }
    if element == document.documentElement, document.name(element) == .html {
      return .init(text: title, source: .title)
    }
    return names.name(of: element)
  }

  private var title: String {
    // In Token pages the elements of a document have no namespace of their own.
    let root = document.documentElement
    guard let head = document.children(root).first(where: { document.name($0) == .head }),
      let title = document.children(head).first(where: { document.name($0) == .title })
    else {
      return ""
    }
    return SemanticsContext.collapsed(document.textContent(title))
  }

  /// Whether an element without a role has something to say all the same.
  private func isSignificant(_ element: NodeID, _ name: NameComputation.Answer, _ role: SemanticRole) -> Bool {
    if role == .presentation, !document.hasAttribute(element, .role) { return false }
    if !name.text.isEmpty { return true }
    if role == .generic, context.isFocusable(element) { return true }
    if document.isElement(element, .body) { return false }
    return Self.significantAttributes.contains { document.hasAttribute(element, $0) }
  }

  private static let significantAttributes: [Name] = [
    .lang, "aria-live", "aria-describedby", "aria-description", "aria-current", "aria-roledescription", "aria-busy",
    "aria-keyshortcuts",
  ]

  private func isEmpty(_ element: NodeID) -> Bool {
    document.children(element).allSatisfy { child in
      switch document.kind(child) {
      case .element: false
      case .text: document.utf8(child).allSatisfy { $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D) }
      default: true
      }
    }
  }

  // MARK: What is wrong

  private static let referenceAttributes: [Name] = [
    "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-details", "aria-flowto",
    "aria-activedescendant", "aria-errormessage",
  ]

  private mutating func noteMissingReferences(of element: NodeID) {
    let isFor = document.isElement(element, .label)
    guard isFor || context.mayHaveARIA(element),
      isFor || document.attributes(element).contains(where: { $0.name.string.hasPrefix("aria-") })
    else { return }
    for name in Self.referenceAttributes + [Name.for] {
      if name == .for, !isFor { continue }
      guard let value = document.value(element, name) else { continue }
      for id in value.split(whereSeparator: \.isWhitespace).prefix(100)
      where context.ids[String(id)] == nil && !id.contains("{{") {
        tree.missingReferences.append((element, name.string, String(id)))
      }
    }
  }

  /// Notes what takes the focus in a control whose contents are presented as its own: assistive technology does not reach it.
  private mutating func noteNested(_ element: NodeID, in number: Int) {
    guard tree.nodes.indices.contains(number), !context.isInvisible(element) else { return }
    let control = tree.nodes[number].source
    // A `<summary>` is a button here and holds links elsewhere; `<option>`s are the drop-down's own.
    guard !document.isElement(control, .summary), context.isFocusable(element),
      (context.htmlInteger(element, .tabindex) ?? 0) >= 0
    else { return }
    tree.nestedControls.append((element, control))
  }

  /// Notes what takes the focus in a part that is hidden from assistive technology.
  private mutating func collectHiddenFocus(in part: NodeID) {
    var node = part
    while node.exists {
      guard document.isElement(node) else {
        node = document.next(after: node, within: part)
        continue
      }
      if context.isLeftOut(node) || document.hasAttribute(node, .inert) {
        node = document.nextSkippingChildren(after: node, within: part)
        continue
      }
      if context.isFocusable(node), !context.isInvisible(node), (context.htmlInteger(node, .tabindex) ?? 0) >= 0 {
        tree.hiddenFocus.append(node)
      }
      node = document.next(after: node, within: part)
    }
  }
}
