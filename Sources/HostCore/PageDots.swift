import CSSValues
import PageFormat

/// The dots of a page control (`dots`).
public struct PageDots: Hashable, Sendable {
  /// How many there are.
  public var count: Int
  /// The one of the page that is shown.
  public var chosen: Int
  /// The colour of the others.
  public var color: ViewLook.Color
  /// The colour of the chosen one.
  public var onColor: ViewLook.Color
  /// Whether the first one is at the right.
  public var isRightToLeft: Bool

  /// The most dots of a control.
  private static let most = 100

  /// The dots of a view.
  public init(of view: HostView) {
    count = max(0, min(view["number"].flatMap { Int($0) } ?? 0, Self.most))
    chosen = view["value"].flatMap { Int($0) } ?? 0
    color = ViewLook.Color(view["dotColor"]) ?? ViewLook.Color(0, 0, 0, 0.25)
    onColor = ViewLook.Color(view["onDotColor"]) ?? ViewLook.Color(0, 0, 0, 0.75)
    isRightToLeft = view.isRightToLeft
  }

  /// Where the dots are in a box: side by side in the middle, 8 px wide.
  public func places(width: Double, height: Double) -> [LayoutRect] {
    (0..<count).map { index in
      let place = isRightToLeft ? count - 1 - index : index
      return LayoutRect(
        x: (width - Double(count) * Self.step) / 2 + Double(place) * Self.step + 4, y: height / 2 - 4, width: 8,
        height: 8)
    }
  }

  /// The dot that a tap is for: the nearest one.
  ///
  /// - Parameters:
  ///   - x: in the view's coordinates.
  ///   - width: the view's width.
  /// - Returns: the dot's number, or `nil` for a view without dots.
  public func index(atX x: Double, width: Double) -> Int? {
    guard count > 0, x.isFinite, width.isFinite else { return nil }
    let steps = (x - (width - Double(count) * Self.step) / 2) / Self.step
    let place = Int(max(0, min(steps, Double(count - 1))))
    return isRightToLeft ? count - 1 - place : place
  }

  /// From one dot to the next, in CSS px.
  private static let step = 16.0
}

extension HostView {
  /// The address of the image that a view shows, as the page writes it; `nil` for none.
  public var imageSource: String? {
    switch component {
    case "image": return self["src"] ?? self["url"]
    case "button", "navItem": return ButtonLook(of: self).image
    default: return nil
    }
  }
}

extension HostView {
  /// Whether the view begins at its right side (`dir="rtl"`).
  public var isRightToLeft: Bool { self["direction"] == "rtl" }

  /// Whether a reader may use the view: neither `disabled` nor `enabled="false"`.
  public var isEnabled: Bool {
    !(self["disabled"].map { $0.isEmpty || ViewLook.isOn($0) } ?? false)
      && (self["enabled"].map { ViewLook.isOn($0) } ?? true)
  }

  /// Whether taps and keys reach the view and what is in it (`setUserInteractionEnabled`). Where they do not, they are for what is
  /// around or behind it.
  public var takesInput: Bool { self["userInteractionEnabled"].map { ViewLook.isOn($0) } ?? true }

  /// Whether taps and keys reach the view: neither it nor anything around it refuses them.
  public var isReachable: Bool {
    var next: HostView? = self
    while let view = next {
      if !view.takesInput { return false }
      next = view.parent
    }
    return true
  }
}
