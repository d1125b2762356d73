import CSS
import CSSValues
import HTML
import PageFormat
import Style

// The styles of `::placeholder`, `::first-line` and the like: of what has no node, clients draw it by these.
extension PageEncoder {
  /// The styles of a layout's pseudo-elements without nodes, by node of the page and pseudo-element.
  mutating func pseudoStyles(ofLayout layout: Int) -> [PagePseudoStyle] {
    let parts = layouts[layout].styles.parts.compactMap { key, part -> Part? in
      let node = nodeIndices[key.node.index]
      guard node >= 0, let pseudo = PagePseudoElement(key.pseudo) else { return nil }
      return Part(node: Int(node), pseudo: pseudo, part: part)
    }.sorted { ($0.node, $0.pseudo.rawValue) < ($1.node, $1.pseudo.rawValue) }
    // In the order of the nodes: styles are numbered as they are met.
    var highlights = HighlightStyles()
    var result: [PagePseudoStyle] = []
    for part in parts {
      let rows = part.part.states?.rows ?? []
      let conditions = part.part.states.flatMap { self.conditions(of: $0) } ?? []
      let styles = [part.part.style] + (conditions.isEmpty ? [] : rows.map { Int32($0.style) })
      var numbers: [Int]
      if part.pseudo == .selection {
        let around = highlights.style(around: part.node, in: page)
        let own = styles.map { HighlightStyles.inherit(Self.portable($0, layouts[layout]), from: around) }
        // What is selected looks like the text around it, unless a declaration changes that.
        if own.allSatisfy({ $0 == around }) { continue }
        highlights.known[part.node] = own[0]
        numbers = own.map { page.internStyle($0) }
      } else {
        numbers = styles.compactMap { styleNumber($0, inLayout: layout) }
        guard numbers.count == styles.count else { continue }
      }
      var states: PageNodeStates?
      if numbers.count > 1 {
        states = PageNodeStates(
          node: part.node, conditions: conditions,
          rows: zip(rows, numbers.dropFirst()).map { .init(mask: $0.mask, style: $1) })
      }
      result.append(PagePseudoStyle(node: part.node, pseudo: part.pseudo, style: numbers[0], states: states))
    }
    return result
  }

  private struct Part {
    var node: Int
    var pseudo: PagePseudoElement
    var part: ElementStyles.Part
  }

  private static func portable(_ style: Int32, _ layout: ViewportLayout) -> PortableStyle {
    let known = layout.styles.portable
    return style > 0 && Int(style) <= known.count
      ? known[Int(style) - 1] : PortableStyle(layout.styles.styles[Int(style)], ValueOrigins())
  }
}

/// The styles of what is selected: they inherit from those of the elements around, not from the text (CSS Pseudo-Elements 4,
/// 3.5), and only say what is other than the text's own.
private struct HighlightStyles {
  /// By node of the page.
  var known: [Int: PortableStyle] = [:]

  private static let none = PortableStyle(entries: [])
  /// CSS Pseudo-Elements 4, 3.2: what applies to highlights.
  private static let properties: Set<PropertyID> = [
    .color, .backgroundColor, .textDecorationLine, .textDecorationStyle, .textDecorationColor, .textDecorationThickness,
    .textShadow, .webkitTextFillColor, .webkitTextStrokeColor, .webkitTextStrokeWidth,
  ]

  /// The style of the nearest element around a node that has one.
  func style(around node: Int, in page: PageModel) -> PortableStyle {
    var parent = page.nodes[node].parent
    while let next = parent {
      if let style = known[next] { return style }
      parent = page.nodes[next].parent
    }
    return Self.none
  }

  static func inherit(_ style: PortableStyle, from around: PortableStyle) -> PortableStyle {
    let own = style.entries.filter { entry in
      guard case .property(let property) = entry.field else { return false }
      return properties.contains(property) && entry.origin != .parent
    }
    let fields = Set(own.map(\.field))
    let kept = around.entries.filter { !fields.contains($0.field) }
    return PortableStyle(entries: (own + kept).sorted { $0.field.name < $1.field.name })
  }
}

extension PagePseudoElement {
  /// The pseudo-element of a selector; `nil` for one that page files do not hold so.
  init?(_ pseudo: PseudoElement) {
    switch pseudo {
    case .placeholder: self = .placeholder
    case .firstLine: self = .firstLine
    case .firstLetter: self = .firstLetter
    case .selection: self = .selection
    case .backdrop: self = .backdrop
    case .fileSelectorButton: self = .fileSelectorButton
    case .sliderTrack: self = .sliderTrack
    case .sliderThumb: self = .sliderThumb
    case .progressBar: self = .progressBar
    case .progressValue: self = .progressValue
    case .meterBar: self = .meterBar
    case .meterOptimumValue: self = .meterOptimumValue
    case .meterSuboptimumValue: self = .meterSuboptimumValue
    case .meterEvenLessGoodValue: self = .meterEvenLessGoodValue
    default: return nil
    }
  }
}
