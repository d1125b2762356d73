import CSSValues
import HybridClient

/// What a page says of the bar above it (`navigationBar`), for platforms that have a bar of their own.
public struct NavigationBar: Hashable, Sendable {
  /// A button in the bar (`navItem`).
  public struct Item: Hashable, Sendable {
    /// Its node, for `HostPage.press(_:)`.
    public var node: Int
    /// Whether it is at the bar's start, behind the way back (`position="left"`).
    public var isAtStart: Bool
    /// What it shows as it is now.
    public var look: ButtonLook
    /// Where it is in the bar.
    public var frame: LayoutRect
  }

  /// The bar's background; `nil` for the platform's.
  public var background: ViewLook.Color?
  /// The color of the page's title; `nil` for the platform's.
  public var titleColor: ViewLook.Color?
  /// The color of the way back; `nil` for the platform's.
  public var backArrowColor: ViewLook.Color?
  /// The buttons, in the page's order.
  public var items: [Item] = []
}

extension HostPage {
  /// The page's own bar as it is now; `nil` where it has none.
  public var navigationBar: NavigationBar? {
    guard let view = tree.roots.first(where: { $0.component == "navigationBar" }), !view.isHidden else { return nil }
    var bar = NavigationBar()
    bar.background = ViewLook.Color(view["backgroundColor"])
    bar.titleColor = ViewLook.Color(view["color"])
    bar.backArrowColor = ViewLook.Color(view["backArrowColor"])
    for item in view.children where item.component == "navItem" && !item.isHidden {
      bar.items.append(
        NavigationBar.Item(
          node: item.node, isAtStart: item["position"]?.lowercased() == "left",
          look: ButtonLook(of: item, isPressed: false), frame: item.frame))
    }
    return bar
  }
}
