import CSS
import CSSValues
import HTML
import Names

/// The styles of a document's elements in one environment: each distinct computed style once, and who has it.
public struct ResolvedStyles: Sendable {
  /// A pseudo-element of an element.
  public struct PseudoKey: Hashable, Sendable {
    /// The originating element.
    public var node: NodeID
    /// The kind.
    public var pseudo: PseudoElement

    /// A pseudo-element of an element.
    public init(node: NodeID, pseudo: PseudoElement) {
      self.node = node
      self.pseudo = pseudo
    }
  }

  /// The distinct styles; the first is the initial one.
  public var styles: [ComputedStyle] = [ComputedStyle()]
  /// The custom properties that go with each style, in the order of ``styles``.
  public var customProperties: [CustomProperties] = [.none]
  /// What each style depends on, in the order of ``styles``.
  public var dependencies: [StyleDependencies] = [[]]
  /// What page files hold of each style, in the order of ``styles`` from the second on; empty where the resolver was not
  /// asked to record how values came about.
  public var portable: [PortableStyle] = []
  /// The style of each node as an index in ``styles``; `UInt32.max` for nodes that are not elements.
  public var elementStyle: [UInt32] = []
  /// The styles of pseudo-elements that appear: `::before` and `::after` with content, `::marker` of list items, and
  /// those that a rule styles.
  public var pseudoStyle: [PseudoKey: UInt32] = [:]
  /// Whether matching took more steps than one page is given: what was left counts as not matching.
  public var isIncomplete = false
  /// The first element for which substituting `var()` and the like gave a text that is longer than allowed: the property is
  /// invalid.
  public var elementWithLongText: NodeID?
  /// How the styles take more than they may; from some element on none is computed then.
  package var excess: StyleExcess?
  /// What the choice of rules and the values depended on; `container` where a container's size or style had a part.
  public var environmentDependencies: EnvironmentDependencies = []
  /// The styles of elements in states, where the resolver was asked for them.
  public var stateStyles: [NodeID: StateStyles] = [:]
  /// The styles of pseudo-elements in states of elements, as ``stateStyles``.
  public var pseudoStateStyles: [PseudoKey: StateStyles] = [:]
  /// Elements whose states combine in more ways than are computed.
  public var elementsWithTooManyStates: [NodeID] = []

  /// Adds what a style's values depend on.
  mutating func note(_ dependencies: StyleDependencies) {
    if dependencies.contains(.viewport) { environmentDependencies.formUnion([.width, .height]) }
    if dependencies.contains(.devicePixelRatio) { environmentDependencies.insert(.resolution) }
    if dependencies.contains(.colorScheme) { environmentDependencies.insert(.colorScheme) }
    if dependencies.contains(.safeArea) { environmentDependencies.insert(.safeArea) }
    if dependencies.contains(.container) { environmentDependencies.insert(.container) }
  }

  /// The style of a node's element, or `nil`.
  public func style(of node: NodeID) -> ComputedStyle? {
    guard node.exists, node.index < elementStyle.count, elementStyle[node.index] != .max else { return nil }
    return styles[Int(elementStyle[node.index])]
  }

  /// The style of a pseudo-element that appears, or `nil`.
  public func style(of node: NodeID, _ pseudo: PseudoElement) -> ComputedStyle? {
    pseudoStyle[PseudoKey(node: node, pseudo: pseudo)].map { styles[Int($0)] }
  }
}

/// The sizes of query containers as layout found them, by node, in px: what a second pass over styles takes.
public typealias ContainerSizes = [NodeID: ContainerSize]
