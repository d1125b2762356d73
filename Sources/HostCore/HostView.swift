import CSSValues
import HybridClient
import PageFormat
import Painting

/// A view of a page as a host knows it, on the screen or not: cheap enough for every row of a long list.
public final class HostView {
  /// The node of the page.
  public let node: Int
  /// The component's name.
  public let component: String
  /// What the platform makes of it.
  public let kind: HostViewKind
  /// The view around it; `nil` for those of the page itself.
  public internal(set) weak var parent: HostView?
  /// The views in it, as the page has them.
  public internal(set) var children: [HostView] = [] {
    didSet { knownSections = nil }
  }
  /// Its place in the parent's coordinates as the page says, in CSS px.
  public internal(set) var frame = LayoutRect.zero
  /// How far from its frame it is shown, because it stays in place or at an edge of what scrolls.
  var shift = (x: 0.0, y: 0.0)
  /// Whether it is shown elsewhere than at its frame.
  var isShifted: Bool { shift.x != 0 || shift.y != 0 }
  /// Whether the page says that it stays in place or at an edge: ``keeping``.
  var isKept = false
  /// Whether it is the header of a section that stays at the edge of its table, above the rows whatever they say.
  var isRaised: Bool { isShifted && !isKept }
  private var knownSections: [HostView]?
  /// Its text.
  public internal(set) var text = ""
  /// The lines of the text as they were measured.
  public internal(set) var lines: [ViewTextLine] = []
  /// The highlighted parts of its lines: what was looked for, and what is selected.
  public internal(set) var marks: [TextMark] = []
  /// The size of what scrolls in it; `nil` where nothing does.
  public internal(set) var scrollArea: (width: Double, height: Double)?
  /// How far it is scrolled.
  public internal(set) var offset = (x: 0.0, y: 0.0)
  /// How far what scrolls in it reaches beyond its left edge, in CSS px: a view that begins at its right side, as with
  /// `dir="rtl"`, scrolls to the left. ``offset`` is 0 at its begin and negative from there, as pages count.
  public internal(set) var leading = 0.0
  /// What the page says of it, in the order in which it was said. Few enough to look through.
  private var properties: [(name: String, value: String)] = []
  /// Its frame with those of all that is in it and may stick out; `nil` where that must be found again.
  var extent: LayoutRect?
  /// Where it was scrolled to when the views in it were chosen.
  var chosenOffset = (x: 0.0, y: 0.0)
  /// Whether it was given a text or properties that the platform's view does not show yet.
  var needsUpdate = false

  init(node: Int, component: String) {
    self.node = node
    self.component = component
    kind = HostViewKind(component: component)
  }

  /// What is shown of properties that change over time, in place of what the page says.
  private var shown: [String: String] = [:]
  /// The properties that change over time.
  var transitions: [String: ViewTransition] = [:]
  /// Its keyframe animations, of which the last counts most.
  var animations: [ViewAnimation] = []
  /// Whether it was made with the commands that are carried out now: it looks as it is from the start.
  var isNew = true

  /// A property's value, on its way to another one where it changes over time; `nil` where the page says nothing.
  public subscript(name: String) -> String? {
    if !shown.isEmpty, let value = shown[name] { return value }
    return said(name)
  }

  /// What the page says of a property.
  func said(_ name: String) -> String? { properties.first { $0.name == name }?.value }

  /// Shows a property otherwise than the page says; `nil` as the page says.
  func show(_ value: String?, for name: String) {
    guard value != nil || !shown.isEmpty else { return }
    shown[name] = value
    noteTransform(name)
  }

  func set(_ name: String, to value: String?) {
    defer { noteTransform(name) }
    if let index = properties.firstIndex(where: { $0.name == name }) {
      if let value { properties[index].value = value } else { properties.remove(at: index) }
    } else if let value {
      properties.append((name, value))
    }
  }

  private var isTransformed = false

  private func noteTransform(_ name: String) {
    guard TransformList.properties.contains(name) || name == "transformOrigin" else { return }
    isTransformed = TransformList.properties.contains { self[$0] != nil }
    forgetExtents()
    parent?.forgetExtents()
  }

  /// How the view is shown with all that is in it, in coordinates that begin at the upper left corner of its frame; `nil` where
  /// nothing transforms it. Transforms out of the plane do nothing.
  public var transform: PaintMatrix? {
    guard isTransformed else { return nil }
    var matrix = PaintMatrix.identity
    for name in TransformList.properties {
      guard let list = TransformList(name, self[name], width: frame.width, height: frame.height) else { continue }
      matrix = matrix.concatenated(list.matrix)
    }
    guard matrix != .identity else { return nil }
    let origin = transformOrigin
    return PaintMatrix.translation(origin.x, origin.y).concatenated(matrix)
      .concatenated(.translation(-origin.x, -origin.y))
  }

  /// The point that keeps its place under turns and scales.
  private var transformOrigin: (x: Double, y: Double) {
    let parts = (self["transformOrigin"] ?? "").split(separator: " ")
    func length(_ index: Int, _ whole: Double) -> Double {
      guard parts.indices.contains(index) else { return whole / 2 }
      let text = parts[index]
      let number = Double(text.hasSuffix("%") ? text.dropLast() : text.hasSuffix("px") ? text.dropLast(2) : text)
      guard let number, number.isFinite else { return whole / 2 }
      return text.hasSuffix("%") ? number / 100 * whole : number
    }
    return (length(0, frame.width), length(1, frame.height))
  }

  /// A point of the parent's coordinates in those of the view, before it scrolls; `nil` where its transform hides it.
  func inside(_ x: Double, _ y: Double) -> (x: Double, y: Double)? {
    let (x, y) = (x - frame.x - shift.x, y - frame.y - shift.y)
    guard let transform else { return (x, y) }
    guard let back = transform.inverse else { return nil }
    let (innerX, innerY) = back.apply(x, y)
    return (innerX, innerY)
  }

  /// Where a rectangle of the view's own coordinates is shown in the parent's.
  func outside(_ rect: LayoutRect) -> LayoutRect {
    let shown = transform.map { $0.bounds(of: rect) } ?? rect
    return LayoutRect(
      x: shown.x + frame.x + shift.x, y: shown.y + frame.y + shift.y, width: shown.width, height: shown.height)
  }

  /// How far the view has to be scrolled to show a rectangle of what is in it; to the side only where more is there than fits.
  func offset(showing place: LayoutRect) -> (x: Double, y: Double) {
    var offset = offset
    offset.y = StickyPosition.offset(showing: place.y, place.height, in: frame.height, from: offset.y)
    if let area = scrollArea, area.width > frame.width {
      let x = StickyPosition.offset(showing: place.x + leading, place.width, in: frame.width, from: offset.x + leading)
      offset.x = min(x, area.width - frame.width) - leading
    }
    return offset
  }

  /// Whether the view is hidden with all that is in it.
  public var isHidden: Bool { self["hidden"].map { ViewLook.isOn($0) } ?? false }

  /// Whether what sticks out of the view is cut off (`overflow`).
  public var clips: Bool { kind == .scroller || self["overflow"] == "hidden" }

  /// The views in it in the order of painting: by `zIndex`, those of one number in the page's order.
  ///
  /// DEVIATION: of one number, those that stay in place or at an edge come last. All components are positioned, so that by CSS 2.1,
  /// appendix E, what follows a bar would be painted over it when it is scrolled.
  public var inOrder: [HostView] { Self.inOrder(children) }

  /// Views in the order of painting, such as those of the page itself.
  public static func inOrder(_ views: [HostView]) -> [HostView] {
    guard views.contains(where: { $0.isKept || $0["zIndex"] != nil }) else { return views }
    func place(_ view: HostView, _ offset: Int) -> (Int, Int, Int) { (view.level, view.isKept ? 1 : 0, offset) }
    return views.enumerated().sorted { place($0.element, $0.offset) < place($1.element, $1.offset) }.map(\.element)
  }

  private var level: Int { self["zIndex"].flatMap { Int($0) } ?? 0 }

  /// Where it is in the parent's coordinates now.
  public var place: LayoutRect {
    LayoutRect(x: frame.x + shift.x, y: frame.y + shift.y, width: frame.width, height: frame.height)
  }

  /// Where it is in what scrolls around it, as platforms count: from the left edge of that.
  public var platformPlace: LayoutRect {
    var place = place
    place.x += parent?.leading ?? 0
    return place
  }

  /// How far it is scrolled, as platforms count: from the left edge of what scrolls.
  public var platformOffset: (x: Double, y: Double) { (offset.x + leading, offset.y) }

  /// An offset within what can be scrolled to.
  func clampedX(_ x: Double, area: Double) -> Double {
    StickyPosition.clamped(x + leading, area: area, screen: frame.width) - leading
  }

  /// How far what scrolls reaches beyond the left edge now.
  var wantedLeading: Double {
    guard kind == .scroller, let scrollArea, scrollArea.width > frame.width + 0.5 else { return 0 }
    let extents = children.lazy.filter { !$0.isHidden }.map { $0.wholeExtent() }
    guard let left = extents.map(\.x).min(), left < -0.5 else { return 0 }
    // Rows that run the other way scroll to the other side, too.
    guard isRightToLeft || extents.allSatisfy({ $0.right <= frame.width + 0.5 }) else { return 0 }
    return scrollArea.width - frame.width
  }

  /// The section views in a table, in the page's order.
  var sections: [HostView] {
    if let knownSections { return knownSections }
    let sections = component == "table" ? children.filter { $0.component == "tableSection" } : []
    knownSections = sections
    return sections
  }

  /// The part of what scrolls that is seen.
  var seen: LayoutRect { LayoutRect(x: offset.x, y: offset.y, width: frame.width, height: frame.height) }

  /// Forgets the extents of a view and of those around it.
  func forgetExtents() {
    var next: HostView? = self
    while let view = next, view.extent != nil {
      view.extent = nil
      next = view.parent
    }
  }

  /// The frame with those of all that sticks out, in the parent's coordinates.
  func wholeExtent(depth: Int = 0) -> LayoutRect {
    if let extent { return extent }
    var whole = LayoutRect(x: 0, y: 0, width: frame.width, height: frame.height)
    if !clips, depth < HostLimits.mostNested {
      for child in children where !child.isHidden {
        whole = whole.united(child.wholeExtent(depth: depth + 1))
      }
    }
    whole = outside(whole)
    extent = whole
    return whole
  }
}

extension HostView {
  /// What the page says of where it stays: `fixed`, `sticky`, or nothing.
  var keeping: String? { said("position").flatMap { ["fixed", "sticky"].contains($0) ? $0 : nil } }

  /// The frame with those of all that sticks out, without what stays in place on the screen: nobody scrolls to that.
  func scrolledExtent(depth: Int = 0) -> LayoutRect {
    var whole = LayoutRect(x: 0, y: 0, width: frame.width, height: frame.height)
    if !clips, depth < HostLimits.mostNested {
      for child in children where !child.isHidden && child.keeping != "fixed" {
        whole = whole.united(child.scrolledExtent(depth: depth + 1))
      }
    }
    return outside(whole)
  }
}

/// What hosts bound, whatever a page asks for.
public enum HostLimits {
  /// Views inside of each other.
  public static let mostNested = 512
  /// Views that the platform has at once; what a page shows beyond is left out.
  public static let mostShown = 10_000
  /// Views of one kind that wait to be used again.
  public static let mostWaiting = 256
  /// The longest text of a field, in characters.
  public static let longestField = 65_535
  /// Titles of a segment or picker.
  public static let mostTitles = 1_000
}

extension LayoutRect {
  /// The smallest rectangle around both; an empty one adds nothing.
  func united(_ other: LayoutRect) -> LayoutRect {
    guard other.width > 0 || other.height > 0 else { return self }
    guard width > 0 || height > 0 else { return other }
    return bounding(other)
  }

  /// Whether two rectangles share an edge or more.
  func touches(_ other: LayoutRect) -> Bool {
    x <= other.right && other.x <= right && y <= other.bottom && other.y <= bottom
  }

  /// The rectangle with as much again on each side.
  var widenedByItself: LayoutRect {
    LayoutRect(x: x - width, y: y - height, width: width * 3, height: height * 3)
  }
}
