import HybridClient
import PageFormat

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
  public internal(set) var children: [HostView] = []
  /// Its place in the parent's coordinates, in CSS px.
  public internal(set) var frame = LayoutRect.zero
  /// Its text.
  public internal(set) var text = ""
  /// The lines of the text as they were measured.
  public internal(set) var lines: [ViewTextLine] = []
  /// The size of what scrolls in it; `nil` where nothing does.
  public internal(set) var scrollArea: (width: Double, height: Double)?
  /// How far it is scrolled.
  public internal(set) var offset = (x: 0.0, y: 0.0)
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
  func show(_ value: String?, for name: String) { if value != nil || !shown.isEmpty { shown[name] = value } }

  func set(_ name: String, to value: String?) {
    if let index = properties.firstIndex(where: { $0.name == name }) {
      if let value { properties[index].value = value } else { properties.remove(at: index) }
    } else if let value {
      properties.append((name, value))
    }
  }

  /// Whether the view is hidden with all that is in it.
  public var isHidden: Bool { self["hidden"].map { ViewLook.isOn($0) } ?? false }

  /// The views in it in the order of painting: by `zIndex`, those of one number in the page's order.
  public var inOrder: [HostView] { Self.inOrder(children) }

  static func inOrder(_ views: [HostView]) -> [HostView] {
    guard views.contains(where: { $0["zIndex"] != nil }) else { return views }
    return views.enumerated().sorted { ($0.element.level, $0.offset) < ($1.element.level, $1.offset) }.map(\.element)
  }

  private var level: Int { self["zIndex"].flatMap { Int($0) } ?? 0 }

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
    var whole = frame
    if kind != .scroller, depth < HostLimits.mostNested {
      for child in children where !child.isHidden {
        let own = child.wholeExtent(depth: depth + 1)
        whole = whole.united(LayoutRect(x: own.x + frame.x, y: own.y + frame.y, width: own.width, height: own.height))
      }
    }
    extent = whole
    return whole
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
    let (left, top) = (min(x, other.x), min(y, other.y))
    return LayoutRect(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  /// Whether two rectangles share an edge or more.
  func touches(_ other: LayoutRect) -> Bool {
    x <= other.x + other.width && other.x <= x + width && y <= other.y + other.height && other.y <= y + height
  }

  /// Whether a point is inside; the right and lower edges are not.
  func contains(_ pointX: Double, _ pointY: Double) -> Bool {
    pointX >= x && pointY >= y && pointX < x + width && pointY < y + height
  }

  /// The rectangle with as much again on each side.
  var widenedByItself: LayoutRect {
    LayoutRect(x: x - width, y: y - height, width: width * 3, height: height * 3)
  }
}
