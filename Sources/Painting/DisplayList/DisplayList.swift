import CSSValues
import PageFormat

/// A page, or a part of one, as steps of painting: what every renderer draws, in order (CSS 2.2, Appendix E).
///
/// Coordinates are CSS px in page coordinates. Renderers know nothing of CSS: colours are resolved, gradients have their
/// stops, borders are areas.
///
/// ```swift
/// let list = try PagePainter(page: page, layout: layout).paint()
/// for (item, bounds) in zip(list.items, list.bounds) where bounds.intersects(dirty) { draw(item) }
/// ```
public struct DisplayList: Sendable {
  /// The steps.
  public internal(set) var items: [DisplayItem] = []
  /// What each step may touch, in page coordinates before transforms around it; empty for steps that begin or end something.
  public internal(set) var bounds: [LayoutRect] = []
  /// The node that each step is painted for.
  public internal(set) var nodes: [Int] = []
  /// The fonts and spacings of texts, each once.
  public internal(set) var textStyles: [TextRunStyle] = []
  /// The canvas: the page's size in px.
  public internal(set) var size: (width: Double, height: Double) = (0, 0)
  /// The colour below everything.
  public var canvasColor = PaintColor.white
  /// The places of carets by the items of texts; empty until ``placeCarets(_:)``.
  public internal(set) var carets: [Int: [TextCaret]] = [:]
  /// What the page asks for and no renderer shows, each kind once, with the first node that asks for it.
  public internal(set) var omissions: [PaintOmission] = []

  /// Whether steps that only draw are kept, not just counted.
  var keepsSteps = true
  /// How many steps were not kept.
  private var dropped = 0
  /// The number of steps, those among them that were not kept.
  var stepCount: Int { items.count + dropped }

  /// An empty list.
  public init() {}

  /// An empty list of a canvas, for what no page file describes.
  ///
  /// - Parameters:
  ///   - width: of the canvas in px.
  ///   - height: of the canvas in px.
  public init(width: Double, height: Double) { size = (width, height) }

  /// Adds a step at the end.
  ///
  /// - Parameters:
  ///   - item: the step; what it begins must be ended by another one.
  ///   - bounds: what it may touch; empty for steps that begin or end something.
  ///   - node: the node that it is painted for.
  public mutating func append(_ item: DisplayItem, bounds: LayoutRect = .zero, node: Int) {
    guard keepsSteps || item.depthChange != 0 else {
      dropped += 1
      return
    }
    items.append(item)
    self.bounds.append(bounds)
    nodes.append(node)
  }

  /// Adds all steps of another list at the end.
  public mutating func append(contentsOf other: DisplayList) {
    let start = items.count
    let numbers = other.textStyles.map { number(of: $0) }
    for (index, item) in other.items.enumerated() {
      append(item.renumbered(numbers, movedBy: start), bounds: other.bounds[index], node: other.nodes[index])
    }
  }

  /// The steps up to the last one for a node.
  func prefix(through node: Int) -> DisplayList {
    var list = self
    let count = (nodes.lastIndex(of: node) ?? -1) + 1
    list.items.removeLast(items.count - count)
    list.bounds.removeLast(items.count - count)
    list.nodes.removeLast(items.count - count)
    return list
  }

  /// What the steps may touch: their bounds with what blurs spread; empty where nothing is painted.
  public var reach: LayoutRect {
    zip(items, bounds).reduce(LayoutRect.zero) { whole, step in
      var bounds = step.1
      guard bounds.width > 0 || bounds.height > 0 else { return whole }
      if case .shadow(let shadow) = step.0 { bounds = bounds.inset(by: -shadow.blur - 2) }
      return whole.width > 0 || whole.height > 0 ? whole.bounding(bounds) : bounds
    }
  }

  /// The place of a style in ``textStyles``, which it joins where it is new.
  public mutating func number(of style: TextRunStyle) -> Int {
    if let known = textStyles.lastIndex(of: style) { return known }
    textStyles.append(style)
    return textStyles.count - 1
  }

  /// The addresses of all images, each once, in the order of painting.
  public var imageSources: [String] {
    var seen: Set<String> = []
    var sources: [String] = []
    func add(_ source: String) {
      if seen.insert(source).inserted { sources.append(source) }
    }
    func add(_ paint: Paint) {
      if case .pattern(let pattern) = paint { add(pattern.source) }
    }
    for item in items {
      switch item {
      case .fill(_, let paint, _), .stroke(_, let paint, _): add(paint)
      case .image(let source, _, _, _): add(source)
      case .beginGroup(let effect): for layer in effect.mask { add(layer.paint) }
      default: break
      }
    }
    return sources
  }
}

/// Something that a page asks for and the painter leaves out.
public struct PaintOmission: Hashable, Sendable {
  /// The node.
  public var node: Int
  /// The element or the property as source has it, such as `<iframe>` or `perspective`.
  public var what: String
  /// In which case it is left out, such as "below 16 other groups"; `nil` where it always is.
  public var condition: String?
  /// The property whose value asks for it; `nil` for elements.
  public var property: PropertyID?
}
