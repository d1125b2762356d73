import CSS
import CSSValues
import Names

/// A custom property's computed value: text that is tokenized where it is substituted.
public final class CustomPropertyValue: Hashable, Sendable {
  /// The text without white space around it.
  public let text: [UInt8]
  /// The typed value of a registered property.
  public let typed: CSSValue?
  /// Whether text of an attribute is in it: it may not become part of an address (CSS Values 5, 7.7.3).
  public let isTainted: Bool
  /// OPTIMIZATION: values are compared far more often than made.
  fileprivate let textHash: Int

  /// A value.
  public init(_ text: [UInt8], typed: CSSValue? = nil, isTainted: Bool = false) {
    self.text = text
    self.typed = typed
    self.isTainted = isTainted
    textHash = text.hashValue
  }

  public static func == (left: CustomPropertyValue, right: CustomPropertyValue) -> Bool {
    left === right || left.textHash == right.textHash && left.text == right.text
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(textHash) }

  /// Whether two values, of which `nil` is the guaranteed-invalid one, can stand for each other.
  static func areSame(_ left: CustomPropertyValue?, _ right: CustomPropertyValue?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left === right || left == right && left.isTainted == right.isTainted && left.typed == right.typed
  }
}

/// The custom properties of an element: its own, and those of its ancestors behind them.
public final class CustomProperties: Sendable {
  /// What the element itself sets; `nil` is the guaranteed-invalid value, which hides an ancestor's.
  let own: [Name: CustomPropertyValue?]
  let parent: CustomProperties?
  private let depth: Int

  /// None.
  public static let none = CustomProperties(own: [:], parent: nil)

  fileprivate init(own: [Name: CustomPropertyValue?], parent: CustomProperties?) {
    self.own = own
    self.parent = parent
    depth = (parent?.depth ?? -1) + 1
  }

  /// Whether looking something up goes through many elements.
  fileprivate var isLong: Bool { depth >= 12 }

  /// The same properties in a shorter chain: those of the nearest elements as one, up to an ancestor that has more than twice as many.
  /// What a page sets once for all of it, such as a framework's hundreds, is not copied.
  fileprivate var folded: CustomProperties {
    var own = own
    var next = parent
    while let above = next, above.own.count <= 2 * own.count {
      own.merge(above.own) { nearer, _ in nearer }
      next = above.parent
    }
    return CustomProperties(own: own, parent: next)
  }

  /// The value of a property that inherits, or `nil` where it is not set or invalid.
  public subscript(name: Name) -> CustomPropertyValue? {
    var current: CustomProperties? = self
    while let properties = current {
      if let found = properties.own[name] { return found }
      current = properties.parent
    }
    return nil
  }

  /// Every property with its value; `nil` values hide an ancestor's.
  private var all: [Name: CustomPropertyValue?] {
    var chain: [CustomProperties] = []
    var current: CustomProperties? = self
    while let properties = current {
      chain.append(properties)
      current = properties.parent
    }
    var result: [Name: CustomPropertyValue?] = [:]
    for properties in chain.reversed() {
      for (name, value) in properties.own { result[name] = .some(value) }
    }
    return result
  }

  /// Every property that has a value.
  public var values: [Name: CustomPropertyValue] { all.compactMapValues { $0 } }
}

/// The custom properties of elements, equal ones once: styles are told apart by them, and what is below an element is, too.
///
/// OPTIMIZATION: frameworks give every element the same fifty, which then are those that it inherits.
struct CustomPropertyTable {
  private struct Key: Hashable {
    let own: [Name: CustomPropertyValue?]
    let base: CustomProperties
    private let sum: Int

    init(_ own: [Name: CustomPropertyValue?], over base: CustomProperties) {
      self.own = own
      self.base = base
      // In no order: dictionaries have none.
      sum = own.reduce(own.count) { sum, entry in
        var hasher = Hasher()
        hasher.combine(entry.key)
        hasher.combine(entry.value?.textHash)
        return sum &+ hasher.finalize()
      }
    }

    static func == (left: Key, right: Key) -> Bool {
      left.sum == right.sum && left.base === right.base && left.own.count == right.own.count
        && left.own.allSatisfy { name, value in
          right.own[name].map { CustomPropertyValue.areSame(value, $0) } ?? false
        }
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(sum)
      hasher.combine(ObjectIdentifier(base))
    }
  }

  /// So few properties of an ancestor are looked through for those that are hidden.
  private static let shortList = 16

  private var known: [Key: CustomProperties] = [:]
  /// What long chains are in short, by their ends: look-ups stay short however deep the document is.
  private var folded: [ObjectIdentifier: CustomProperties] = [:]
  /// Those chains, so that nothing else gets their addresses.
  private var chains: [CustomProperties] = []

  /// The custom properties of an element, and how many others had to be copied for them: the same number whether they were or not.
  ///
  /// - Parameters:
  ///   - declared: what its declarations come to.
  ///   - parent: what it inherits.
  ///   - initial: a property's value where no element sets it.
  mutating func properties(
    _ declared: [Name: CustomPropertyValue?], over parent: CustomProperties, initial: (Name) -> CustomPropertyValue?
  ) -> (properties: CustomProperties, copies: Int) {
    var (own, base) = (declared, parent)
    while true {
      // What is inherited anyway says nothing.
      for (name, value) in own
      where CustomPropertyValue.areSame(value ?? initial(name), base[name] ?? initial(name)) {
        own.removeValue(forKey: name)
      }
      if own.isEmpty { return (base, 0) }
      // What is hidden must not tell styles apart: cards set what their contents set back.
      guard let below = base.parent, base.own.count <= Self.shortList,
        own.keys.contains(where: { base.own.index(forKey: $0) != nil })
      else { break }
      own = base.own.merging(own) { $1 }
      base = below
    }
    var copies = 0
    if base.isLong {
      base = short(base)
      copies = base.own.count
    }
    let key = Key(own, over: base)
    if let known = known[key] { return (known, copies) }
    let made = CustomProperties(own: own, parent: base)
    known[key] = made
    return (made, copies)
  }

  /// A long chain as a shorter one, made once for all that is below it.
  private mutating func short(_ chain: CustomProperties) -> CustomProperties {
    if let known = folded[ObjectIdentifier(chain)] { return known }
    let made = chain.folded
    folded[ObjectIdentifier(chain)] = made
    chains.append(chain)
    return made
  }
}
