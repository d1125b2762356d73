import CSSValues
import HTML
import Layout

/// The resolved values of a page's elements: what `getComputedStyle` answers (CSSOM, 9), used values included.
public struct ResolvedValues {
  let page: PageInspection
  private let properties: [(name: String, id: PropertyID)]
  private var cache: [Int32: [String]] = [:]
  /// How many times as long `zoom` makes the lengths of the element that is asked for.
  private var zoom = 1.0

  init(page: PageInspection, properties: [String]) {
    self.page = page
    self.properties = properties.compactMap { name in PropertyID(named: name).map { (name, $0) } }
  }

  /// The values of an element by property name; properties that are not known are left out.
  public mutating func values(of element: NodeID) -> [String: String] {
    let index = page.styles.style(of: element)
    guard index >= 0 else { return [:] }
    let style = page.styles.styles[Int(index)]
    // Lengths are said as declarations have them.
    zoom = page.styles.zooms[element] ?? 1
    if cache[index] == nil {
      let computed = page.styles.computedStyle(of: element) ?? style
      cache[index] = properties.map { computed.serialized($0.id) }
    }
    let computed = cache[index] ?? []
    var result: [String: String] = [:]
    result.reserveCapacity(properties.count)
    for (position, property) in properties.enumerated() {
      result[property.name] = usedValue(of: property.id, element: element, style: style) ?? computed[position]
    }
    return result
  }

  /// The used value of a property that CSSOM resolves to one, or `nil` where it resolves to the computed one.
  private func usedValue(of property: PropertyID, element: NodeID, style: ComputedStyle) -> String? {
    // Elements inside of `<svg>` have no CSS box: their values are the computed ones.
    guard !page.isGraphic(element) else { return nil }
    guard let frame = page.frame(of: element)?.rect else {
      // Chromium transforms nothing that is not laid out.
      return property == .transform && style.other[.transform] != nil ? "none" : nil
    }
    let isBroken = page.isBrokenImage(element)
    let isInline = style.box.display == .inline && !page.isReplaced(element) && !isBroken
    switch property {
    case .width:
      guard !isInline else { return nil }
      let edges = horizontalEdges(of: element, style: style)
      return pixels(style.box.boxSizing == .borderBox ? frame.width : max(0, frame.width - edges))
    case .height:
      guard !isInline else { return nil }
      let edges = verticalEdges(of: element, style: style)
      return pixels(style.box.boxSizing == .borderBox ? frame.height : max(0, frame.height - edges))
    case .minWidth:
      return style.box.minWidth == .auto && isFlexOrGridItem(element, style) ? "auto" : nil
    case .minHeight:
      return style.box.minHeight == .auto && isFlexOrGridItem(element, style) ? "auto" : nil
    // The words of an image are as large as they are.
    case .aspectRatio: return isBroken && style.box.display == .inline ? "auto" : nil
    case .paddingTop: return padding(style.box.padding.top, of: element)
    case .paddingRight: return padding(style.box.padding.right, of: element)
    case .paddingBottom: return padding(style.box.padding.bottom, of: element)
    case .paddingLeft: return padding(style.box.padding.left, of: element)
    default: return usedPlacement(of: property, element: element, style: style, frame: frame, isInline: isInline)
    }
  }

  /// Whether a box is an item of a flex or grid container: `auto` minimum sizes then stay what they are (CSS Sizing 3, 5).
  func isFlexOrGridItem(_ element: NodeID, _ style: ComputedStyle) -> Bool {
    guard style.box.position != .absolute, style.box.position != .fixed else { return false }
    var ancestor = page.document.parentElement(element)
    while ancestor.exists, let parent = page.style(of: ancestor) {
      switch parent.box.display {
      case .contents: ancestor = page.document.parentElement(ancestor)
      // Chromium counts those of `-webkit-box` as no such items.
      case .box(_, let inside, _): return inside == .flex || inside == .grid
      default: return false
      }
    }
    return false
  }

  private func padding(_ value: LengthPercentage, of element: NodeID) -> String? {
    guard value.hasPercentage else { return nil }
    return pixels(value.resolve(containingWidth(of: element)))
  }

  private func horizontalEdges(of element: NodeID, style: ComputedStyle) -> Double {
    let basis = containingWidth(of: element)
    return style.box.padding.left.resolve(basis) + style.box.padding.right.resolve(basis) + style.border.left.width
      + style.border.right.width
  }

  private func verticalEdges(of element: NodeID, style: ComputedStyle) -> Double {
    let basis = containingWidth(of: element)
    return style.box.padding.top.resolve(basis) + style.box.padding.bottom.resolve(basis) + style.border.top.width
      + style.border.bottom.width
  }

  /// The content width of the nearest ancestor with a block container's box.
  func containingWidth(of element: NodeID) -> Double {
    var ancestor = page.document.parentElement(element)
    while ancestor.exists {
      if let frame = page.frame(of: ancestor)?.rect, let style = page.style(of: ancestor), style.box.display != .inline
      {
        let paddings =
          style.box.padding.left.hasPercentage || style.box.padding.right.hasPercentage
          ? 0 : style.box.padding.left.resolve(0) + style.box.padding.right.resolve(0)
        return max(0, frame.width - paddings - style.border.left.width - style.border.right.width)
      }
      ancestor = page.document.parentElement(ancestor)
    }
    return page.viewport.width
  }

  /// A length as CSSOM serialises it: at most six significant decimals, without closing zeros.
  func pixels(_ value: Double) -> String {
    let rounded = (value / zoom * 10_000).rounded() / 10_000 + 0
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))px" : "\(rounded)px"
  }
}

extension PageInspection {
  /// The resolved values of the named properties.
  public func resolvedValues(of properties: [String]) -> ResolvedValues {
    ResolvedValues(page: self, properties: properties)
  }
}
