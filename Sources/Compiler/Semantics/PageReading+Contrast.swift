import CSSValues
import HTML
import Layout
import Names
import PageFormat
import Painting

extension PageReading {
  /// Reports texts that are hard to read, by what the painter paints of each layout.
  ///
  /// - Parameters:
  ///   - layouts: the layouts.
  ///   - document: the page.
  ///   - files: the page file, and the layout file of each layout.
  ///   - nodes: by node of the document its number in the page file, or -1.
  mutating func reportContrast(
    of layouts: [ViewportLayout], _ document: Document, _ files: (page: [UInt8], layouts: [[UInt8]]), nodes: [Int32]
  ) {
    guard let page = try? PageReader(FileBytes(files.page)), page.nodeCount > 0 else { return }
    let images = images(of: document)
    let elements = Self.elements(of: page, document, nodes)
    let exempt = Self.disabled(document)
    var check = AccessibilityCheck(document, layouts, isToken: dialect == .token)
    var budget = PaintProbe.stepsOfPage
    for (index, layout) in layouts.enumerated() where files.layouts.indices.contains(index) {
      // OPTIMIZATION: a page without dark styles looks alike in both schemes.
      if layouts[..<index].contains(where: { EnvironmentLook.areAlike($0, layout) }) { continue }
      guard let reader = try? LayoutReader(FileBytes(files.layouts[index])) else { continue }
      // An image of unknown size may be anywhere in its box.
      var painter = PagePainter(page: page, layout: reader) { source in
        guard let size = images.size(generated: source), let width = size.naturalWidth, let height = size.naturalHeight,
          width > 0, height > 0
        else { return (10_000, 10_000) }
        return (width, height)
      }
      guard let list = try? painter.paint() else { continue }
      var contrast = ContrastCheck(
        document, page, list, elements: elements, isMoving: Self.moving(page, layout, elements),
        exempt: exempt, budget: budget)
      for finding in contrast.findings() { check.note(finding) }
      budget = contrast.budget
      if let stop = contrast.stop {
        check.note(stop, contrastStoppedAt: layout.viewport.name)
        break
      }
    }
    check.report(in: source, &diagnostics)
  }

  /// By node of the page file its element.
  private static func elements(of page: PageReader, _ document: Document, _ nodes: [Int32]) -> [NodeID] {
    var elements = [NodeID](repeating: .none, count: page.nodeCount)
    for (number, node) in nodes.enumerated() where node >= 0 && Int(node) < elements.count {
      let own = document.node(number: number)
      elements[Int(node)] = document.isElement(own) ? own : document.parentElement(own)
    }
    // Generated boxes belong to the element around them, which comes before.
    for node in elements.indices where !elements[node].exists {
      if let parent = page.parent(node) { elements[node] = elements[parent] }
    }
    return elements
  }

  /// By node of the page file whether it is animated, or in something that is.
  private static func moving(_ page: PageReader, _ layout: ViewportLayout, _ elements: [NodeID]) -> [Bool] {
    var animated: Set<NodeID> = []
    for (node, origin) in zip(layout.tree.nodes, layout.origins) where node.kind == .element {
      guard let name = layout.tree.styles[Int(node.style)].other[.animationName] else { continue }
      if case .keyword(let word) = name, word == "none" { continue }
      switch origin {
      case .node(let element), .anonymous(let element), .pseudo(let element, _): animated.insert(element)
      }
    }
    var moving = [Bool](repeating: false, count: page.nodeCount)
    guard !animated.isEmpty else { return moving }
    for node in moving.indices {
      moving[node] = animated.contains(elements[node]) || page.parent(node).map { moving[$0] } ?? false
    }
    return moving
  }

  /// Disabled elements with all that is in them, and the labels of disabled controls.
  private static func disabled(_ document: Document) -> Set<NodeID> {
    var disabled: Set<NodeID> = []
    var ids: [String: NodeID] = [:]
    var labels: [NodeID] = []
    // The first control in each label that has one.
    var controls: [NodeID: NodeID] = [:]
    var node = document.documentElement
    while node.exists {
      if document.isElement(node) {
        if document.hasAttribute(node, .disabled) && document.value(node, .disabled) != "false"
          || document.value(node, "aria-disabled")?.lowercased() == "true"
          || disabled.contains(document.parentElement(node))
        {
          disabled.insert(node)
        }
        if let id = document.value(node, .id), ids[id] == nil { ids[id] = node }
        if document.isElement(node, .label) { labels.append(node) }
        if !labels.isEmpty, [.input, .select, .textarea, .button].contains(document.name(node)) {
          // A label that has one is in labels that have it, too.
          var around = document.parentElement(node)
          while around.exists, controls[around] == nil {
            if document.isElement(around, .label) { controls[around] = node }
            around = document.parentElement(around)
          }
        }
      }
      node = document.next(after: node)
    }
    guard !disabled.isEmpty else { return [] }
    let exempt = Set(
      labels.filter { label in
        let control = document.value(label, .for).map { ids[$0] } ?? controls[label]
        return control.map { disabled.contains($0) } ?? false
      })
    guard !exempt.isEmpty else { return disabled }
    node = document.documentElement
    while node.exists {
      if document.isElement(node), exempt.contains(node) || disabled.contains(document.parentElement(node)) {
        disabled.insert(node)
      }
      node = document.next(after: node)
    }
    return disabled
  }
}
