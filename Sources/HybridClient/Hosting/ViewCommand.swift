import CSSValues
import JSONValues
import Manifest
import PageFormat

/// One step of showing a page with native views. Views are named by numbers: those of the page's nodes, and above them the
/// copies that data makes.
public enum ViewCommand: Sendable, Hashable {
  /// Makes a view of a component (`label`, `button`, or one of the app's own), which is not shown yet.
  case create(node: Int, component: String)
  /// Sets a property by its name in camel case (`backgroundColor`, `placeholder`); `nil` gives it its default again.
  case setProperty(node: Int, name: String, value: String?)
  /// Puts a view into another at a place among its children, counted from 0; without a parent it is the page itself, or the
  /// bar above it.
  case insert(node: Int, parent: Int?, index: Int)
  /// Takes a view and everything in it away for good.
  case remove(node: Int)
  /// Places a view in its parent's coordinates, in CSS px (points).
  case setFrame(node: Int, frame: LayoutRect)
  /// Gives a view its text, with the lines as they were measured; lines are in the view's own coordinates, and missing
  /// where the host's own text system must break them.
  case setText(node: Int, text: String, lines: [ViewTextLine])
  /// The size of what scrolls inside a view.
  case setScrollArea(node: Int, width: Double, height: Double)
  /// Something to be done once: `scrollToTop`, `scrollTo` with an offset from the top in CSS px, `endEditing`, `reload`.
  case perform(node: Int, action: String, arguments: [JSONValue])

  /// The view.
  public var node: Int {
    switch self {
    case .create(let node, _), .setProperty(let node, _, _), .insert(let node, _, _), .remove(let node),
      .setFrame(let node, _), .setText(let node, _, _), .setScrollArea(let node, _, _), .perform(let node, _, _):
      node
    }
  }
}

/// A line of text inside a view.
public struct ViewTextLine: Sendable, Hashable {
  /// What is painted.
  public var text: String
  /// The line's rectangle in the view's coordinates, in CSS px.
  public var frame: LayoutRect
  /// From the view's top to the baseline.
  public var baseline: Double

  /// A line from its parts.
  public init(text: String, frame: LayoutRect, baseline: Double) {
    self.text = text
    self.frame = frame
    self.baseline = baseline
  }
}

/// Shows a page: creates and changes views by commands.
///
/// `docs/reference/hosts.md` shows one for UIKit and one for Android.
///
/// ```swift
/// final class Recorder: ViewHost {
///   var commands: [ViewCommand] = []
///   func apply(_ commands: [ViewCommand]) { self.commands += commands }
/// }
/// ```
public protocol ViewHost: AnyObject {
  /// Carries commands out in their order; they belong together and are shown at once.
  func apply(_ commands: [ViewCommand])
}

/// An action of the reader on a live page, or a change of the page's visibility.
///
/// ```swift
/// live.handle(.textChange(node: 12, text: "Ada"))
/// ```
public enum ViewEvent: Sendable, Hashable {
  /// A tap on a view.
  case click(node: Int)
  /// A field's text was changed by the reader.
  case textChange(node: Int, text: String)
  /// A switch, segment or page control has another value.
  case valueChange(node: Int, value: JSONValue)
  /// A view scrolled to an offset in CSS px.
  case scroll(node: Int, x: Double, y: Double)
  /// The page is shown.
  case appear
  /// The page is hidden.
  case disappear
  /// Anything else, by its name: `beginEditing`, `endEditing`, `clear`, `return`, `headerRefresh`, `search`, `longPress`,
  /// `swipe`.
  case other(node: Int, name: String, value: JSONValue)
}
