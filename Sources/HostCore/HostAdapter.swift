import CSSValues
import JSONValues
import Manifest
import PageFormat

/// A platform, as ``HostTree`` needs it: the calls that make and change its views. All come on the thread of the tree.
public protocol HostAdapter: AnyObject {
  /// The platform's view.
  associatedtype View: AnyObject

  /// Makes a view, which is in nothing yet.
  func makeView(_ kind: HostViewKind) -> View
  /// Gives a view a node to show, of the same kind as before: everything about it may be another's.
  func assign(_ view: View, to node: HostView)
  /// Takes a view off the screen. It may be assigned again.
  func retire(_ view: View)
  /// Ends a view for good.
  func end(_ view: View, _ kind: HostViewKind)
  /// Puts a view into another one, or into the page, behind a sibling in the order of painting, or first.
  func insert(_ view: View, into parent: View?, after sibling: View?)
  /// Places a view in its parent's coordinates.
  func setFrame(_ frame: LayoutRect, of view: View)
  /// Draws and sets a view again after its properties or its text changed.
  func update(_ view: View, from node: HostView)
  /// The size of what scrolls in a view, or in the page.
  func setScrollArea(width: Double, height: Double, of view: View?)
  /// Scrolls a view, or the page.
  func scroll(_ view: View?, toX x: Double, y: Double)
  /// Gives a view the keyboard; `nil` takes it away from all.
  func focus(_ view: View?)
  /// Something to be done once, such as `reload`.
  func perform(_ action: String, _ arguments: [JSONValue], on view: View, node: HostView)
  /// Shows a view above all others of its parent, or in its own order again: the header of the section that is seen.
  func raise(_ view: View, _ isRaised: Bool)
}

extension HostAdapter {
  /// A platform where later views do not hide what sticks.
  public func raise(_ view: View, _ isRaised: Bool) {}
}
