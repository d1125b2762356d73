import Names

/// A complex selector in a ``SelectorTable``.
@frozen
public struct Selector: Sendable {
  /// The first component, of the rightmost compound.
  public let start: UInt32
  /// The number of components.
  public let count: UInt32
  /// The specificity; larger wins.
  public let specificity: Specificity
  /// The pseudo-element that the selector styles; `nil` is the element itself.
  public let pseudoElement: PseudoElement?
  /// The pseudo-element's argument or vendor name.
  public let pseudoArgument: Name
  /// The states of an element or its relations that the selector names.
  public let dynamicStates: DynamicStates
  /// Whether `:scope` or `&` is somewhere in it.
  public let mentionsScope: Bool
}

/// A specificity (Selectors 4, 17): ids, then classes, then types, each at most 1023.
@frozen
public struct Specificity: Hashable, Sendable, Comparable {
  /// Ten bits each.
  public let rawValue: UInt32

  /// From packed bits.
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// From the three counts.
  public init(_ ids: UInt32 = 0, _ classes: UInt32 = 0, _ types: UInt32 = 0) {
    rawValue = min(ids, 1023) << 20 | min(classes, 1023) << 10 | min(types, 1023)
  }

  /// The .
  public static func + (left: Specificity, right: Specificity) -> Specificity {
    Specificity(
      (left.rawValue >> 20) + (right.rawValue >> 20), (left.rawValue >> 10 & 1023) + (right.rawValue >> 10 & 1023),
      (left.rawValue & 1023) + (right.rawValue & 1023))
  }

  @inlinable public static func < (left: Specificity, right: Specificity) -> Bool { left.rawValue < right.rawValue }
}

/// A list of complex selectors: a range of ``SelectorTable/selectors``.
@frozen
public struct SelectorList: Sendable {
  /// The first selector.
  public let start: UInt32
  /// The number of selectors.
  public let count: UInt32
}

/// The selectors of a style sheet in flat arrays, immutable once built.
public final class SelectorTable: @unchecked Sendable {
  // Immutable after `init`: the buffers are filled once and freed in `deinit`, so that the matcher can hold plain
  // pointers for as long as it holds the table.

  /// All components.
  public let components: UnsafeBufferPointer<SelectorComponent>
  /// All complex selectors.
  public let selectors: UnsafeBufferPointer<Selector>
  /// All lists, addressed by index.
  public let lists: UnsafeBufferPointer<SelectorList>
  /// What ``SelectorComponent/Kind/nth`` points at.
  public let nths: UnsafeBufferPointer<NthSelector>
  /// What ``SelectorComponent/Kind/attribute`` points at.
  public let attributes: UnsafeBufferPointer<AttributeSelector>
  let values: UnsafeBufferPointer<UInt8>
  /// By list, how many components it asks for at most with those of the lists in it, each as often as it is written there: of
  /// rules nested in rules twice as many with each level. No more than `greatestWeight`.
  public let weights: UnsafeBufferPointer<UInt32>
  /// What ``SelectorComponent/Kind/language`` points at: the ranges of one `:lang()`.
  public let languages: [[String]]

  init(_ builder: Builder) {
    components = Self.copy(builder.components)
    selectors = Self.copy(builder.selectors)
    lists = Self.copy(builder.lists)
    nths = Self.copy(builder.nths)
    attributes = Self.copy(builder.attributes)
    values = Self.copy(builder.values)
    weights = Self.copy(Self.weights(builder))
    languages = builder.languages
  }

  /// The numbers of those of a sheet's rules that have a selector with a vendor's pseudo-element.
  func rulesOfVendorParts(among rules: [StyleRule]) -> [Int32] {
    guard selectors.contains(where: { $0.pseudoElement == .vendor }) else { return [] }
    return rules.indices.filter { rule in
      let list = lists[Int(rules[rule].selectors)]
      return selectors[Int(list.start)..<Int(list.start + list.count)].contains { $0.pseudoElement == .vendor }
    }.map { Int32($0) }
  }

  private static let greatestWeight: UInt32 = 1 << 20

  /// Lists are behind those that they hold.
  private static func weights(_ builder: Builder) -> [UInt32] {
    var weights: [UInt32] = []
    weights.reserveCapacity(builder.lists.count)
    func weight(_ list: UInt32) -> UInt32 { list < weights.count ? weights[Int(list)] : 0 }
    for list in builder.lists {
      var sum: UInt32 = 0
      for selector in builder.selectors[Int(list.start)..<Int(list.start + list.count)] {
        for component in builder.components[Int(selector.start)..<Int(selector.start + selector.count)] {
          sum += 1
          switch component.kind {
          case .matchesAny, .matchesNone, .has: sum += weight(component.first)
          case .nth:
            let list = builder.nths[Int(component.first)].list
            if list != .max { sum += weight(list) }
          default: break
          }
          sum = min(sum, greatestWeight)
        }
      }
      weights.append(sum)
    }
    return weights
  }

  /// The part of a selector that is about the element which its pseudo-element belongs to; a selector without one is
  /// itself.
  public func originatingElement(of selector: Selector) -> Selector {
    guard selector.pseudoElement != nil else { return selector }
    let end = selector.start + selector.count
    let before = (selector.start..<end).last {
      components[Int($0)].kind == .combinator
        && components[Int($0)].first == UInt32(Combinator.pseudoElement.rawValue)
    }
    let start = before.map { $0 + 1 } ?? end
    return Selector(
      start: start, count: end - start, specificity: selector.specificity, pseudoElement: nil, pseudoArgument: .empty,
      dynamicStates: selector.dynamicStates, mentionsScope: selector.mentionsScope)
  }

  deinit {
    components.deallocate()
    selectors.deallocate()
    lists.deallocate()
    nths.deallocate()
    attributes.deallocate()
    values.deallocate()
    weights.deallocate()
  }

  private static func copy<Element>(_ array: [Element]) -> UnsafeBufferPointer<Element> {
    let buffer = UnsafeMutableBufferPointer<Element>.allocate(capacity: array.count)
    _ = buffer.initialize(from: array)
    return UnsafeBufferPointer(buffer)
  }

  /// The bytes that an attribute selector compares with.
  public func value(of attribute: AttributeSelector) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: values[Int(attribute.valueStart)..<Int(attribute.valueStart + attribute.valueCount)])
  }

  /// Collects selectors while a sheet is read.
  public struct Builder: Sendable {
    var components: [SelectorComponent] = []
    var selectors: [Selector] = []
    var lists: [SelectorList] = []
    var nths: [NthSelector] = []
    var attributes: [AttributeSelector] = []
    var values: [UInt8] = []
    var languages: [[String]] = []
    /// What was last asked of a list: rules that are nested in a long one ask the same again and again.
    private var lastFacts: (list: UInt32, range: SelectorList, specificity: Specificity, states: DynamicStates)?

    /// Nothing yet.
    public init() {}

    /// The finished table.
    public func build() -> SelectorTable { SelectorTable(self) }

    /// The highest specificity in a list.
    mutating func specificity(ofList list: UInt32) -> Specificity { facts(ofList: list).specificity }

    /// The states that a list's selectors name.
    mutating func dynamicStates(ofList list: UInt32) -> DynamicStates { facts(ofList: list).states }

    private mutating func facts(ofList list: UInt32) -> (specificity: Specificity, states: DynamicStates) {
      let range = lists[Int(list)]
      if let last = lastFacts, last.list == list, last.range.start == range.start, last.range.count == range.count {
        return (last.specificity, last.states)
      }
      var highest = Specificity()
      var states: DynamicStates = []
      for index in range.start..<(range.start + range.count) {
        highest = max(highest, selectors[Int(index)].specificity)
        states.formUnion(selectors[Int(index)].dynamicStates)
      }
      lastFacts = (list, range, highest, states)
      return (highest, states)
    }

    /// Forgets facts of lists that are taken away: other lists may get their numbers.
    mutating func forgetFacts() { lastFacts = nil }

    mutating func append(_ member: Selector) -> UInt32 {
      lists.append(SelectorList(start: UInt32(selectors.count), count: 1))
      selectors.append(member)
      return UInt32(lists.count - 1)
    }

    mutating func append(_ members: [Selector]) -> UInt32 {
      let list = SelectorList(start: UInt32(selectors.count), count: UInt32(members.count))
      selectors += members
      lists.append(list)
      return UInt32(lists.count - 1)
    }
  }
}
