import CSSValues
import HTML
import Style

/// The computed styles of a document's elements at one viewport, as box generation reads them.
struct ElementStyles: Sendable {
  /// The distinct styles.
  var styles: [ComputedStyle]
  /// What page files hold of each from the second on.
  var portable: [PortableStyle] = []
  /// By node: the element's style, or -1 for what is not an element or has none.
  var elements: [Int32]
  /// The styles of generated boxes, by element.
  var pseudos: [GeneratedBox: [NodeID: Int32]]
  /// The styles of elements and generated boxes in states such as `:hover`.
  var states: [TreeOrigin: StateStyles] = [:]
  /// The styles of pseudo-elements that make no boxes of their own here, at rest and in states.
  var parts: [ResolvedStyles.PseudoKey: Part] = [:]
  /// By element: the native side's properties that style sheets give it, in camel case, in alphabetical order.
  var nativeProperties: [NodeID: [(name: String, value: String)]] = [:]
  /// The `@keyframes` rules of a Token page, which hosts play.
  var keyframes: [ResolvedKeyframes] = []
  /// The page's own counter styles.
  var counterStyles = CounterStyleRules()
  /// Whether matching the page's selectors took too long.
  var isIncomplete = false
  /// The first element for which substituting `var()` gave a text that is longer than allowed.
  var elementWithLongText: NodeID?
  /// How many times as long `zoom` makes the lengths of elements, of those of which it is not once.
  var zooms: [NodeID: Double] = [:]
  /// By number of a style that `zoom` enlarged: that of the style as declarations have it.
  var unzoomed: [Int32: Int32] = [:]
  /// The first element for whose values there is no room: all long values are taken off then.
  var elementBeyondParts: NodeID?
  /// How the styles take more than they may.
  var excess: StyleExcess?
  /// Whether the page asks for more than its styles may have, and is refused.
  var isBeyondLimits: Bool { elementBeyondParts != nil || excess != nil }
  /// Elements whose states combine in more ways than are computed.
  var crowdedStates: [NodeID] = []

  /// What a pseudo-element without a box of its own looks like.
  struct Part: Sendable {
    var style: Int32
    var states: StateStyles?
  }

  /// The index of an element's style, or -1.
  func style(of node: NodeID) -> Int32 { elements[node.index] }

  /// The generated boxes that are not displayed at rest and that states bring about: they have nodes without a box.
  var boxesOfStates: [TreeOrigin] {
    states.keys.filter { origin in
      guard case .pseudo(let element, let box) = origin, let style = pseudo(box, of: element) else { return false }
      return styles[Int(style)].box.display == .none
    }
  }

  /// The index of a generated box's style, or `nil` where the element has no such box.
  func pseudo(_ box: GeneratedBox, of node: NodeID) -> Int32? { pseudos[box]?[node] }
}
