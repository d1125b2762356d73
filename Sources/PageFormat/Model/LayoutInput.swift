import CSSValues

/// What an element is to layout beyond its style. The raw values are stored.
public enum PageLayoutRole: UInt8, Sendable, CaseIterable {
  case generic = 0
  /// `<br>`.
  case lineBreak = 1
  /// `<wbr>`.
  case wordBreakOpportunity = 2
  /// Content with a natural size.
  case replaced = 3
  case button = 4
  case textField = 5
  case textArea = 6
  case select = 7
  case fieldset = 8
  case legend = 9
  case details = 10
  case listMarker = 11
  case table = 12
  case body = 13
  case root = 14
  /// The marker of a list of `disc`, `circle` or `square`, whose sign the browser draws.
  case bulletMarker = 15
  /// The same of `disclosure-open` and `disclosure-closed`.
  case disclosureMarker = 16
}

/// White space around a node that has no node of its own, and whether the node is laid out. The raw value is stored.
public struct PageSpace: OptionSet, Hashable, Sendable {
  /// The stored value.
  public let rawValue: UInt8
  /// Flags from their stored value.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Spaces that collapse stand before the node.
  public static let before = PageSpace(rawValue: 1)
  /// The spaces before the node hold a line feed.
  public static let lineFeedBefore = PageSpace(rawValue: 2)
  /// Spaces that collapse stand after the last child.
  public static let atEnd = PageSpace(rawValue: 4)
  /// The spaces after the last child hold a line feed.
  public static let lineFeedAtEnd = PageSpace(rawValue: 8)
  /// The node is not laid out, whatever its style: an option of a drop-down, what a closed `<details>` hides.
  public static let leftOut = PageSpace(rawValue: 16)
}

/// A natural size in CSS px; what is missing is `nil`.
public struct PageNaturalSize: Hashable, Sendable {
  /// The natural width.
  public var width: Double?
  /// The natural height.
  public var height: Double?
  /// Width over height.
  public var ratio: Double?
  /// How far above its content box's bottom a control without text has its baseline.
  public var baselineInset: Double?

  /// A size from its parts.
  public init(width: Double?, height: Double?, ratio: Double?, baselineInset: Double? = nil) {
    self.baselineInset = baselineInset
    self.width = width
    self.height = height
    self.ratio = ratio
  }
}

/// What layout must know of a node that neither its style nor the tree says.
public enum PageLayoutFact: Hashable, Sendable {
  /// The natural size of a replaced element.
  case naturalSize(PageNaturalSize)
  /// A text control's size in characters, at most ``maximumCharacters`` each.
  case textControl(columns: Int32, rows: Int32)
  /// What a cell or column spans.
  case tableSpan(columns: Int32, rows: Int32)
  /// Text inside the node's box that has no node: a marker's, generated content's, a control's.
  case text(String)
  /// An image inside the node's box that has no node: in generated content.
  case image(PageNaturalSize)
  /// The text of a drop-down's option: the box is as wide as the widest.
  case option(String)

  /// The most columns and rows of a text control: as many as the longest length has px (2^25), beyond which none is larger.
  public static let maximumCharacters: Int32 = 1 << 25

  /// Appends the fact's bytes: a tag byte, then numbers and strings as values have them.
  func encode(into encoder: inout ValueEncoder, _ strings: inout StringTable) {
    func size(_ size: PageNaturalSize) {
      let numbers = [size.width, size.height, size.ratio, size.baselineInset]
      var parts: UInt8 = 0
      for (index, number) in numbers.enumerated() where number != nil { parts |= UInt8(1) << UInt8(index) }
      encoder.byte(parts)
      for number in numbers { if let number { encoder.number(number) } }
    }
    switch self {
    case .naturalSize(let natural):
      encoder.byte(1)
      size(natural)
    case .textControl(let columns, let rows):
      encoder.byte(2)
      encoder.number(Double(max(0, min(columns, Self.maximumCharacters))))
      encoder.number(Double(max(0, min(rows, Self.maximumCharacters))))
    case .tableSpan(let columns, let rows):
      encoder.byte(3)
      encoder.number(Double(max(0, min(columns, Self.maximumSpan))))
      encoder.number(Double(max(0, min(rows, Self.maximumSpan))))
    case .text(let text):
      encoder.byte(4)
      encoder.string(text, &strings)
    case .image(let natural):
      encoder.byte(5)
      size(natural)
    case .option(let text):
      encoder.byte(6)
      encoder.string(text, &strings)
    }
  }

  init(_ decoder: inout ValueDecoder) throws(ValueDecodingError) {
    switch try decoder.byte() {
    case 1: self = .naturalSize(try Self.size(&decoder))
    case 2:
      let columns = try Self.integer(&decoder, upTo: Self.maximumCharacters)
      self = .textControl(columns: columns, rows: try Self.integer(&decoder, upTo: Self.maximumCharacters))
    case 3:
      let columns = try Self.integer(&decoder)
      self = .tableSpan(columns: columns, rows: try Self.integer(&decoder))
    case 4: self = .text(try decoder.string())
    case 5: self = .image(try Self.size(&decoder))
    case 6: self = .option(try decoder.string())
    default: throw .unknown
    }
  }

  /// The most columns and rows that cells span.
  private static let maximumSpan: Int32 = 65_535

  private static func integer(
    _ decoder: inout ValueDecoder, upTo limit: Int32 = maximumSpan
  ) throws(ValueDecodingError) -> Int32 {
    let number = try decoder.number()
    guard number >= 0, number <= Double(limit) else { throw .tooLarge }
    return Int32(number)
  }

  private static func size(_ decoder: inout ValueDecoder) throws(ValueDecodingError) -> PageNaturalSize {
    let parts = try decoder.byte()
    var numbers: [Double?] = []
    for bit in [UInt8(1), 2, 4, 8] { numbers.append(parts & bit != 0 ? try decoder.number() : nil) }
    return PageNaturalSize(width: numbers[0], height: numbers[1], ratio: numbers[2], baselineInset: numbers[3])
  }
}

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

  /// Whether a number lies in it.
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
  public var environment: LayoutViewport
  /// The viewport widths in which the rules hold, in CSS px.
  public var width = PageRange.all
  /// The viewport heights, in CSS px.
  public var height = PageRange.all
  /// The viewport's width over its height.
  public var ratio = PageRange.all
  /// The device pixels in a CSS px.
  public var scale = PageRange.all
  /// Whether the rules hold in the environment's own colour scheme alone.
  public var dependsOnColorScheme = false
  /// Whether the rules hold at the environment's own font scale alone.
  public var dependsOnFontScale = false
  /// Whether the rules hold for the environment's own safe area alone: styles ask for `env()`.
  public var dependsOnSafeArea = false
  /// The containers of the page, by node: the variant's rules hold where a layout by them finds all of them so.
  public var containers: [Container] = []
  /// Nodes whose styles come from other rules than the page file's, by node.
  public var overrides: [Override] = []
  /// The facts of nodes that have others than ``PageLayoutInput/facts`` says, by node.
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
  public init(environment: LayoutViewport) { self.environment = environment }

  /// Whether the rules hold in an environment.
  public func holds(in viewport: LayoutViewport) -> Bool {
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
  /// Whether styles or images depend on more than variants tell (`srcset`): only built environments are known.
  public var isBuiltOnly = false
  /// The thickness of classic scrollbars in px.
  public var scrollbarThickness: Double = 0
  /// One for each node; empty where all are generic.
  public var roles: [PageLayoutRole] = []
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
