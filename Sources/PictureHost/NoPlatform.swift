import CSSValues
import HostCore
import JSONValues

/// A platform without views: the tree knows all that a picture needs.
final class NoPlatform: HostAdapter {
  /// Nothing that is seen.
  final class View {}

  func makeView(_: HostViewKind) -> View { View() }
  func assign(_: View, to _: HostView) {}
  func retire(_: View) {}
  func end(_: View, _: HostViewKind) {}
  func insert(_: View, into _: View?, after _: View?) {}
  func setFrame(_: LayoutRect, of _: View) {}
  func update(_: View, from _: HostView) {}
  func setScrollArea(width _: Double, height _: Double, of _: View?) {}
  func scroll(_: View?, toX _: Double, y _: Double) {}
  func focus(_: View?) {}
  func perform(_: String, _: [JSONValue], on _: View, node _: HostView) {}
}
