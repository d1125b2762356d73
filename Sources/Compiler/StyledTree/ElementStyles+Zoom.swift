import CSSValues
import HTML
import Style

// `zoom` (CSS Viewport 1, 3): the lengths of an element's style are as many times as long as the product of its own `zoom` and its
// ancestors' says. What comes after styles, clients included, reads lengths that are enlarged already.
extension ElementStyles {
  /// The range of products: lengths beyond are cut by layout in any case.
  private static let zoomRange = 1e-4...1e4

  /// Replaces the styles of what is zoomed, at rest and in states, by enlarged ones.
  ///
  /// - Parameter scale: the device pixels of a CSS px, to whole numbers of which the widths of lines are rounded.
  mutating func applyZoom(_ document: Document, scale: Double) {
    // Styles are read where they are: a copy would count references to each of their groups.
    guard styles.indices.contains(where: { styles[$0].other[.zoom] != nil }) else { return }
    let own = styles.indices.map { ComputedStyle.zoom(styles[$0].other[.zoom]) }
    guard own.contains(where: { $0 != 1 }) else { return }
    var zoomed = ZoomedStyles(scale: scale)
    // Products of what is around, in the order of the document: parents come first.
    var around: [NodeID: Double] = [:]
    var node = document.documentElement
    while node.exists {
      defer { node = document.next(after: node) }
      guard document.isElement(node), style(of: node) >= 0 else { continue }
      let outer = around[document.parent(node)] ?? 1
      // SVG's lengths are in the units of its root's coordinate system, which is zoomed as a whole.
      if document.namespace(node) == .svg, document.name(node) != .svg { continue }
      let inner = Self.clamped(outer * own[Int(style(of: node))])
      if inner != 1 { (around[node], zooms[node]) = (inner, inner) }
      let enlarged = zoomed.number(elements[node.index], inner, in: self)
      elements[node.index] = enlarged
      enlargeStates(of: .node(node), around: outer, own, &zoomed)
    }
    for (box, numbers) in pseudos {
      for (node, number) in numbers {
        let outer = around[node] ?? 1
        let enlarged = zoomed.number(number, Self.clamped(outer * own[Int(number)]), in: self)
        pseudos[box]?[node] = enlarged
        enlargeStates(of: .pseudo(node, box), around: outer, own, &zoomed)
      }
    }
    for (key, part) in parts {
      let outer = around[key.node] ?? 1
      var part = part
      part.style = zoomed.number(part.style, Self.clamped(outer * own[Int(part.style)]), in: self)
      part.states = part.states.map { Self.enlarged($0, around: outer, own, &zoomed, self) }
      parts[key] = part
    }
    unzoomed = zoomed.sources
    styles += zoomed.styles
    portable += zoomed.portable
  }

  /// An element's style as its declarations have it, before `zoom`.
  func computedStyle(of element: NodeID) -> ComputedStyle? {
    let index = style(of: element)
    return index >= 0 ? styles[Int(unzoomed[index] ?? index)] : nil
  }

  private mutating func enlargeStates(
    of origin: TreeOrigin, around outer: Double, _ own: [Double], _ zoomed: inout ZoomedStyles
  ) {
    guard let states = states[origin] else { return }
    self.states[origin] = Self.enlarged(states, around: outer, own, &zoomed, self)
  }

  private static func enlarged(
    _ states: StateStyles, around outer: Double, _ own: [Double], _ zoomed: inout ZoomedStyles, _ styles: ElementStyles
  ) -> StateStyles {
    var states = states
    for row in states.rows.indices {
      let number = Int32(states.rows[row].style)
      states.rows[row].style = UInt32(zoomed.number(number, clamped(outer * own[Int(number)]), in: styles))
    }
    return states
  }

  private static func clamped(_ zoom: Double) -> Double {
    abs(zoom - 1) < 1e-9 ? 1 : min(max(zoom, zoomRange.lowerBound), zoomRange.upperBound)
  }
}

/// The enlarged styles of a page, each once.
private struct ZoomedStyles {
  /// Properties whose initial values have lengths, with which portable styles leave them out.
  private static let lengthsOfInitialValues: [PropertyID] = [.fontSize, .outlineWidth, .columnRuleWidth]
  /// What is rounded to whole device pixels.
  private static let lineWidths: Set<PropertyID> = [
    .borderTopWidth, .borderRightWidth, .borderBottomWidth, .borderLeftWidth, .outlineWidth, .columnRuleWidth,
  ]

  private struct Key: Hashable {
    var style: Int32
    var zoom: Double
  }

  /// The device pixels of a CSS px.
  let scale: Double
  private(set) var styles: [ComputedStyle] = []
  private(set) var portable: [PortableStyle] = []
  /// By number of an enlarged style: that of the style that it is made of.
  private(set) var sources: [Int32: Int32] = [:]
  private var numbers: [Key: Int32] = [:]

  init(scale: Double) { self.scale = scale }

  /// The number that a style of a page has at a zoom: behind those that the page has already.
  mutating func number(_ style: Int32, _ zoom: Double, in page: ElementStyles) -> Int32 {
    guard style > 0, Int(style) <= page.portable.count, zoom != 1 || page.styles[Int(style)].zoom != 1 else {
      return style
    }
    let key = Key(style: style, zoom: zoom)
    if let known = numbers[key] { return known }
    let made = enlarged(page.portable[Int(style) - 1], page.styles[Int(style)], zoom)
    let number = Int32(page.styles.count + styles.count)
    styles.append(made.computed())
    portable.append(made)
    sources[number] = style
    numbers[key] = number
    return number
  }

  private func enlarged(_ portable: PortableStyle, _ style: ComputedStyle, _ zoom: Double) -> PortableStyle {
    var entries = portable.entries
    for property in Self.lengthsOfInitialValues where !entries.contains(where: { $0.field == .property(property) }) {
      // Behind the language, which comes before all.
      let place = entries.first?.field == .language ? 1 : 0
      entries.insert(
        .init(field: .property(property), value: style.computedValue(property), origin: .own), at: place)
    }
    return PortableStyle(
      entries: entries.compactMap { entry in
        guard case .property(let property) = entry.field else { return entry }
        if property == .zoom { return nil }
        var entry = entry
        // What it came of is not enlarged: it holds for the built viewport only.
        entry.origin = .own
        entry.value = entry.value.enlarged(zoom)
        if Self.lineWidths.contains(property), case .dimension(let width, .px) = entry.value, width > 0 {
          entry.value = .dimension(max((width * scale).rounded(.down), 1) / scale, .px)
        }
        if property == .borderSpacing { entry.value = entry.value.wholePixels(scale: scale) }
        return entry
      })
  }
}

extension ComputedStyle {
  /// The element's own `zoom`; 0 counts as 1.
  fileprivate var zoom: Double { Self.zoom(other[.zoom]) }

  /// The `zoom` of a value of the property.
  fileprivate static func zoom(_ value: CSSValue?) -> Double {
    switch value {
    case .number(let number) where number > 0 && number.isFinite: number
    case .percentage(let percentage) where percentage > 0 && percentage.isFinite: percentage / 100
    default: 1
    }
  }
}

extension CSSValue {
  /// The computed value with lengths that are so many times as long.
  fileprivate func enlarged(_ zoom: Double) -> CSSValue {
    switch self {
    case .dimension(let length, .px): return .dimension(length * zoom, .px)
    case .math(let expression):
      return .math(
        CalcExpression(
          expression.root.enlarged(zoom), range: expression.range, isInteger: expression.isInteger,
          percentagesAreOpaque: expression.percentagesAreOpaque))
    case .list(let values, let separator): return .list(values.map { $0.enlarged(zoom) }, separator)
    case .function(let name, let arguments, let separator):
      var arguments = arguments.map { $0.enlarged(zoom) }
      // The numbers of matrices that stand for lengths.
      let lengths = name == "matrix" ? [4, 5] : name == "matrix3d" ? [12, 13, 14] : []
      for place in lengths where place < arguments.count {
        if case .number(let number) = arguments[place] { arguments[place] = .number(number * zoom) }
      }
      return .function(name, arguments, separator)
    case .keyword, .identifier, .number, .percentage, .dimension, .color, .string, .url, .slash, .lineNames, .raw:
      return self
    }
  }
}

extension CalcNode {
  /// The calculation with lengths that are so many times as long.
  fileprivate func enlarged(_ zoom: Double) -> CalcNode {
    func all(_ nodes: [CalcNode]) -> [CalcNode] { nodes.map { $0.enlarged(zoom) } }
    switch self {
    case .length(let length): return .length(length * zoom)
    case .dimension(let length, .px): return .dimension(length * zoom, .px)
    case .number, .percentage, .dimension, .variable: return self
    case .sum(let nodes): return .sum(all(nodes))
    case .product(let nodes): return .product(all(nodes))
    case .negate(let node): return .negate(node.enlarged(zoom))
    case .invert(let node): return .invert(node.enlarged(zoom))
    case .min(let nodes): return .min(all(nodes))
    case .max(let nodes): return .max(all(nodes))
    case .clamp(let low, let value, let high):
      return .clamp(min: low?.enlarged(zoom), value: value.enlarged(zoom), max: high?.enlarged(zoom))
    case .round(let strategy, let value, let step):
      return .round(strategy, value.enlarged(zoom), step.enlarged(zoom))
    case .function(let function, let nodes): return .function(function, all(nodes))
    }
  }
}
