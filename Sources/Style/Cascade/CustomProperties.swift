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

  /// A value.
  public init(_ text: [UInt8], typed: CSSValue? = nil, isTainted: Bool = false) {
    self.text = text
    self.typed = typed
    self.isTainted = isTainted
  }

  public static func == (left: CustomPropertyValue, right: CustomPropertyValue) -> Bool {
    left === right || left.text == right.text
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// The custom properties of an element: its own, and those of its ancestors behind them.
public final class CustomProperties: Sendable {
  /// What the element itself sets; `nil` is the guaranteed-invalid value, which hides an ancestor's.
  let own: [Name: CustomPropertyValue?]
  let parent: CustomProperties?
  private let depth: Int

  /// None.
  public static let none = CustomProperties(own: [:], parent: nil)

  init(own: [Name: CustomPropertyValue?], parent: CustomProperties?) {
    // A long chain is folded, so that a look-up stays short however deep the document is.
    if let parent, parent.depth >= 12 {
      var all = parent.all
      for (name, value) in own { all[name] = .some(value) }
      self.own = all
      self.parent = nil
      depth = 0
    } else {
      self.own = own
      self.parent = parent
      depth = (parent?.depth ?? -1) + 1
    }
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
