import Names

/// The prelude of `@container` (CSS Conditional 5, 5): a list of queries, one of which must hold.
public struct ContainerQuery: Sendable {
  /// One container and what is asked of it.
  ///
  /// OPTIMIZATION: an object, since copying a condition for each container that is asked takes longer than asking.
  public final class Member: Sendable {
    /// The container's name, or `nil` for any.
    public let name: Name?
    /// `nil` asks only that the container is there.
    public let condition: Condition<ContainerTest>?
    /// Whether the query never holds, since a part of it asks for what is not known.
    public let asksForUnknown: Bool
    /// The number of tests in the condition.
    public let testCount: Int
    /// The axes that a container must have, in either writing mode.
    private let horizontalAxes: (inline: Bool, block: Bool)
    private let verticalAxes: (inline: Bool, block: Bool)

    init(name: Name?, condition: Condition<ContainerTest>?) {
      self.name = name
      self.condition = condition
      asksForUnknown = condition?.asksForUnknown ?? false
      var count = 0
      condition?.visitTests { _ in count += 1 }
      testCount = count
      horizontalAxes = Self.axes(condition, isVertical: false)
      verticalAxes = Self.axes(condition, isVertical: true)
    }

    /// Whether the condition needs a container's inline axis, and whether its block axis.
    ///
    /// - Parameter isVertical: whether the container's lines are vertical.
    public func axes(isVertical: Bool) -> (inline: Bool, block: Bool) { isVertical ? verticalAxes : horizontalAxes }

    private static func axes(
      _ condition: Condition<ContainerTest>?, isVertical: Bool
    ) -> (inline: Bool, block: Bool) {
      var (inline, block) = (false, false)
      condition?.visitTests { test in
        guard case .size(let feature) = test else { return }
        let axes = feature.axes(isVertical: isVertical)
        inline = inline || axes.inline
        block = block || axes.block
      }
      return (inline, block)
    }
  }
  /// The queries.
  public let members: [Member]

  /// Reads a whole prelude, or `nil` where it is none.
  init?(_ whole: TokenCursor) {
    var cursor = whole
    var members: [Member] = []
    repeat {
      let start = cursor.position
      let range = cursor.skip(until: .comma)
      guard let member = Self.member(cursor.over(start..<range.upperBound).trimmed()) else { return nil }
      members.append(member)
    } while cursor.consume(.comma) != nil
    self.members = members
  }

  private static func member(_ whole: TokenCursor) -> Member? {
    var cursor = whole
    var name: Name?
    if let token = cursor.peek.kind == .ident ? cursor.peek : nil {
      let lower = cursor.lowercasedName(token).string
      if lower != "not" {
        guard !["and", "or", "none", "initial", "inherit", "unset", "revert", "default"].contains(lower) else {
          return nil
        }
        cursor.position += 1
        name = cursor.name(token)
        cursor.skipWhitespace()
      }
    }
    if cursor.isAtEnd { return name == nil ? nil : Member(name: name, condition: nil) }
    guard let condition = parser.parse(cursor) else { return nil }
    return Member(name: name, condition: condition)
  }

  private static var parser: ConditionParser<ContainerTest> {
    ConditionParser(parseTest: parseTest)
  }

  private static func parseTest(_ cursor: inout TokenCursor) -> Condition<ContainerTest>? {
    switch cursor.peekKind {
    case .leftParenthesis:
      let contents = cursor.consumeBlock()
      if let test = FeatureTest.parse(contents) {
        return ContainerQuery.isFeature(test.name) ? .test(.size(test)) : .unknown
      }
      return contents.isGeneralEnclosed ? .unknown : nil
    case .function:
      let isStyle = cursor.text(cursor.peek, is: "style")
      let isScroll = cursor.text(cursor.peek, is: "scroll-state")
      let contents = cursor.consumeBlock()
      if isStyle { return styleCondition(contents) ?? .unknown }
      return isScroll ? .test(.scrollState) : .unknown
    default:
      return nil
    }
  }

  static func isFeature(_ name: String) -> Bool {
    ["width", "height", "inline-size", "block-size", "aspect-ratio", "orientation"].contains(name)
  }

  /// Whether a query asks for the style of a container.
  public var asksForStyles: Bool {
    var asks = false
    for member in members {
      member.condition?.visitTests { test in
        switch test {
        case .style, .styleRange: asks = true
        case .size, .scrollState: break
        }
      }
    }
    return asks
  }

  /// Whether nothing decides but the sizes and computed styles of containers: no value is given by a function, which may
  /// ask for an attribute of the element.
  public var dependsOnlyOnStyles: Bool {
    var isSo = true
    for member in members {
      member.condition?.visitTests { test in
        switch test {
        case .style(_, let value): isSo = isSo && value?.sourceText.utf8.contains(0x28) != true
        case .styleRange(let parts, _): isSo = isSo && !parts.contains { $0.sourceText.utf8.contains(0x28) }
        case .size, .scrollState: break
        }
      }
    }
    return isSo
  }

  /// What `style()` takes: one declaration, or a boolean combination of them in parentheses.
  public static func styleCondition(_ contents: TokenCursor) -> Condition<ContainerTest>? {
    if let test = styleTest(contents) { return .test(test) }
    let parser = ConditionParser<ContainerTest>(parseTest: { cursor in
      guard cursor.peekKind == .leftParenthesis else { return nil }
      return styleTest(cursor.consumeBlock()).map { .test($0) } ?? .unknown
    })
    return parser.parse(contents)
  }

  private static func styleTest(_ contents: TokenCursor) -> ContainerTest? {
    var cursor = contents.trimmed()
    guard let token = cursor.consume(.ident) else { return styleRange(contents) }
    let isCustom = cursor.text(token).hasPrefix("--")
    let name = isCustom ? cursor.name(token) : cursor.lowercasedName(token)
    guard name.string != "not" else { return nil }
    cursor.skipWhitespace()
    if cursor.isAtEnd { return .style(name, nil) }
    // Behind the colon a value of a custom property may hold signs of comparison.
    guard cursor.consume(.colon) != nil else { return styleRange(contents) }
    var value = cursor.trimmed()
    _ = RawDeclaration.stripImportant(&value)
    return .style(name, value)
  }

  /// `<style-range>` (CSS Conditional 5, 5.3): two or three values with comparisons between them, those of three pointing
  /// the same way.
  private static func styleRange(_ contents: TokenCursor) -> ContainerTest? {
    guard let (parts, comparisons) = FeatureTest.comparisons(contents) else { return nil }
    let isChain =
      comparisons.count == 1
      || comparisons.count == 2 && (comparisons.allSatisfy(\.isRising) || comparisons.allSatisfy(\.isFalling))
    guard isChain else { return nil }
    return .styleRange(parts, comparisons)
  }
}

/// One test of a container query.
public enum ContainerTest: Sendable {
  /// A feature of the container's size.
  case size(FeatureTest)
  /// `style(name: value)`; without a value, whether it is not the initial value. Names of properties are in lower case.
  case style(Name, TokenCursor?)
  /// `style(--x > 3)`: values, of which a dashed name by itself means that property's, and a comparison between each
  /// two.
  case styleRange([TokenCursor], [FeatureTest.Comparison])
  /// `scroll-state()`: at rest nothing is scrolled, stuck or snapped.
  case scrollState
}

/// The size of a container as queries see it.
public struct ContainerSize: Hashable, Sendable {
  /// The content box's width in px; `nil` where the container does not contain its inline size.
  public var width: Double?
  /// The content box's height in px; `nil` where the container does not contain its block size.
  public var height: Double?

  /// The content box's size.
  public init(width: Double?, height: Double?) {
    self.width = width
    self.height = height
  }
}

extension FeatureTest {
  /// The truth of a container feature: unknown where the container lacks the axis.
  public func truth(_ size: ContainerSize, isVertical: Bool, _ units: QueryUnits) -> Truth {
    switch name {
    case "width": return size.width.map { compare($0, .length, units) } ?? .unknown
    case "height": return size.height.map { compare($0, .length, units) } ?? .unknown
    case "inline-size":
      return (isVertical ? size.height : size.width).map { compare($0, .length, units) } ?? .unknown
    case "block-size":
      return (isVertical ? size.width : size.height).map { compare($0, .length, units) } ?? .unknown
    case "aspect-ratio", "orientation":
      guard let width = size.width, let height = size.height else { return .unknown }
      if name == "aspect-ratio" { return compareRatio(width, height, units) }
      return keyword(height >= width ? "portrait" : "landscape", of: ["portrait", "landscape"], units)
    default:
      return .unknown
    }
  }

  /// Whether the feature needs the container's inline axis, and whether its block axis.
  func axes(isVertical: Bool) -> (inline: Bool, block: Bool) {
    switch name {
    case "width": (!isVertical, isVertical)
    case "height": (isVertical, !isVertical)
    case "inline-size": (true, false)
    case "block-size": (false, true)
    default: (true, true)
    }
  }
}

extension Condition<ContainerTest> {
  /// Whether any part asks for what is not known: a container query with such a part never holds.
  ///
  /// DEVIATION: styles can be asked only for custom properties, as in browsers.
  var asksForUnknown: Bool {
    switch self {
    case .test(.style(let name, _)): !name.string.hasPrefix("--")
    case .test: false
    case .unknown: true
    case .not(let condition): condition.asksForUnknown
    case .and(let conditions), .or(let conditions): conditions.contains(where: \.asksForUnknown)
    }
  }
}
