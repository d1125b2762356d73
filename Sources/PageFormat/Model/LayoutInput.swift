import CSSValues
import Page

/// A closed range of numbers of an environment.
public struct PageRange: Hashable, Sendable {
  /// The least number, which may be −∞.
  public var low: Double
  /// The greatest number, which may be ∞.
  public var high: Double

  /// A range from its ends.
  public init(_ low: Double, _ high: Double) {
    self.low = low
    self.high = high
  }

  /// Every number.
  public static let all = PageRange(-.infinity, .infinity)

  /// Whether a number is in it.
  public func contains(_ number: Double) -> Bool { number >= low && number <= high }
}

/// The environments in which the same rules hold, and what those rules make of the page's nodes.
public struct PageVariant: Sendable, Hashable {
  /// A node's style under the rules; `nil` for none: no such box.
  public struct Override: Sendable, Hashable {
    /// The node.
    public var node: Int
    /// The style.
    public var style: Int?

    /// A node with its style.
    public init(node: Int, style: Int?) {
      self.node = node
      self.style = style
    }
  }

  /// What a node is laid out as under the rules.
  public struct Box: Sendable, Hashable {
    /// The node.
    public var node: Int
    /// What it is laid out as.
    public var box: PageBox

    /// A node with what it is laid out as.
    public init(node: Int, box: PageBox) {
      self.node = node
      self.box = box
    }
  }

  /// A container with the sizes of its content box between which its queries answer as they do in the variant.
  public struct Container: Sendable, Hashable {
    /// The node.
    public var node: Int
    /// In CSS px.
    public var width: PageRange
    /// In CSS px.
    public var height: PageRange

    /// A container with its sizes.
    public init(node: Int, width: PageRange, height: PageRange) {
      self.node = node
      self.width = width
      self.height = height
    }
  }

  /// The environment that the styles' values were computed in; its name is empty.
  public var environment: Viewport
  /// The viewport widths in which the rules hold, in CSS px.
  public var width = PageRange.all
  /// The viewport heights, in CSS px.
  public var height = PageRange.all
  /// The viewport's width over its height.
  public var ratio = PageRange.all
  /// The device pixels in a CSS px.
  public var scale = PageRange.all
  /// Whether the rules hold only in the environment's own colour scheme.
  public var dependsOnColorScheme = false
  /// Whether the rules hold only at the environment's own font scale.
  public var dependsOnFontScale = false
  /// Whether the rules hold only for the environment's own safe area: styles ask for `env()`.
  public var dependsOnSafeArea = false
  /// The containers of the page, by node: the variant's rules hold where a layout by them finds all of them so.
  public var containers: [Container] = []
  /// Nodes whose styles come from other rules than the page file's, by node.
  public var overrides: [Override] = []
  /// What nodes are laid out as where ``PageLayoutInput/boxes`` says otherwise, by node.
  public var boxes: [Box] = []
  /// The facts of nodes that have others than ``PageLayoutInput/facts`` says, by node; without bytes they have none.
  public var facts: [PageFactRow] = []

  /// The styles of nodes in states, by node, where they are other than ``PageModel/states``.
  public var states: [PageNodeStates] = []
  /// Whether ``states`` counts instead of the page's.
  public var hasOwnStates = false
  /// The styles of pseudo-elements without nodes, where they are other than ``PageModel/pseudoStyles``.
  public var pseudoStyles: [PagePseudoStyle] = []
  /// Whether ``pseudoStyles`` counts instead of the page's.
  public var hasOwnPseudoStyles = false

  /// A variant without differences that holds everywhere.
  public init(environment: Viewport) { self.environment = environment }

  /// Whether the rules hold in an environment.
  public func holds(in viewport: Viewport) -> Bool {
    width.contains(viewport.width) && height.contains(viewport.height) && scale.contains(viewport.scale)
      && ratio.contains(viewport.width / viewport.height)
      && (!dependsOnColorScheme || viewport.colorScheme == environment.colorScheme)
      && (!dependsOnFontScale || viewport.fontScale == environment.fontScale)
      && (!dependsOnSafeArea || viewport.safeArea == environment.safeArea)
  }
}

/// The facts of one node.
public struct PageFactRow: Sendable, Hashable {
  /// The node.
  public var node: Int
  /// Its facts as bytes; see ``PageModel/encodeFacts(_:)``.
  public var bytes: [UInt8]

  /// A node with its facts.
  public init(node: Int, bytes: [UInt8]) {
    self.node = node
    self.bytes = bytes
  }
}

/// What layout must know of a page beyond its nodes and their styles.
public struct PageLayoutInput: Sendable, Hashable {
  /// Whether the document is in quirks mode.
  public var isQuirky = false
  /// Whether the document is in quirks or limited-quirks mode, in which lines without text ignore their block's font.
  public var hasLineHeightQuirk = false
  /// Whether styles or images depend on more than variants have (`srcset`): only built environments are known.
  public var isBuiltOnly = false
  /// The thickness of classic scrollbars in px.
  public var scrollbarThickness: Double = 0
  /// What each node is laid out as; empty where all are generic.
  public var boxes: [PageBox] = []
  /// One for each node; empty where there is none.
  public var spaces: [PageSpace] = []
  /// The facts of nodes, by node.
  public var facts: [PageFactRow] = []
  /// The environments whose rules are known: that of the page's styles first.
  public var variants: [PageVariant] = []

  /// Nothing.
  public init() {}
}

extension PageModel {
  /// The bytes of a node's facts.
  public mutating func encodeFacts(_ facts: [PageLayoutFact]) -> [UInt8] {
    var encoder = ValueEncoder()
    for fact in facts { fact.encode(into: &encoder, &strings) }
    return encoder.bytes
  }
}
