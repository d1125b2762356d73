import CSS
import CSSValues
import Diagnostics
import Names

// Custom properties (CSS Variables 2): substitution in an order that needs no value before it is known.
extension StyleResolver {
  /// More bytes of custom properties than this for a page, what sheets say apart, and elements have those of their parents
  /// only (HYB2513).
  static let maximumCustomPropertyBytes = 1 << 27

  /// Once substitution has given so many bytes for the styles of a page, what needs more is invalid (HYB2513).
  static let maximumSubstitutedBytes = 1 << 25

  /// Once substitution has taken so many steps for the styles of a page, what needs more is invalid (HYB2513).
  static let maximumSubstitutionSteps = 1 << 25

  /// The custom properties of an element.
  func resolveCustomProperties(
    parent: CustomProperties, _ style: ComputedStyle, _ context: inout ComputationContext,
    _ substitution: inout ElementSubstitution
  ) -> CustomProperties {
    let hasNonInherited = registrations.hasNonInherited
    let hasOwn = !current.cascaded.customWinners.isEmpty || current.cascaded.leavesOutCustom
    guard hasOwn || (hasNonInherited && parent !== CustomProperties.none) else { return parent }
    guard textBytes.customProperties <= Self.maximumCustomPropertyBytes,
      textBytes.substitutionSteps <= Self.maximumSubstitutionSteps
    else {
      current.meetsTextLimit = true
      return parent
    }
    var declared: [Name: DeclaredState] = [:]
    for (name, winner) in current.cascaded.customWinners {
      let index = current.cascaded.settled(winner, blocks) { $0 == .custom(name) }
      declared[name] = state(name, index)
    }
    var resolved: [Name: CustomPropertyValue?] = [:]
    if hasNonInherited {
      // What does not inherit starts again from its initial value.
      for name in registrations.nonInherited where declared[name] == nil {
        resolved[name] = .some(registrations.initial(name))
      }
    }
    for (name, state) in declared {
      switch state {
      case .settled(let value): resolved[name] = .some(value)
      case .inherits: resolved[name] = .some(registrations.value(name, in: parent))
      case .text: break
      }
    }
    let texts = declared.compactMapValues { state in
      if case .text(let unresolved) = state { return unresolved }
      return nil as UnresolvedValue?
    }
    var order = ReferenceOrder(texts)
    order.run()
    textBytes.substitutionSteps += order.cost
    substitution.style = style
    substitution.context = context
    let evaluation = CustomPropertyEvaluation(
      self, texts, resolved, parent: parent, style, context, substitution)
    // In an order that needs no value before it is known; only within cycles does one ask for another.
    for name in order.result { _ = evaluation.value(name) }
    substitution.adopt(evaluation.substitution)
    if evaluation.total > CustomPropertyEvaluation.maximumTotal { current.meetsTextLimit = true }
    let custom = CustomProperties(own: evaluation.resolved, parent: parent)
    // A name with its value takes some 64 bytes with the table's room to grow; to read its value again takes as long as to
    // copy some hundred bytes more.
    textBytes.customProperties += evaluation.substituted + custom.own.count * 64 + texts.count * 640
    return custom
  }

  private enum DeclaredState {
    case settled(CustomPropertyValue?)
    case inherits
    case text(UnresolvedValue)
  }

  private func state(_ name: Name, _ index: Int32) -> DeclaredState {
    let unset: DeclaredState = registrations.inherits(name) ? .inherits : .settled(registrations.initial(name))
    guard index >= 0 else { return unset }
    switch current.cascaded.value(index, blocks) {
    case .wide(.initial): return .settled(registrations.initial(name))
    case .wide(.inherit): return .inherits
    case .wide: return unset
    case .unresolved(let unresolved): return .text(unresolved)
    case .value: return unset
    }
  }

  /// What an invalid value comes to (CSS Variables 2, 3.1; Properties and Values 1, 2.4).
  func invalid(_ name: Name, parent: CustomProperties) -> CustomPropertyValue? {
    guard registrations.isRegistered(name) else { return nil }
    return registrations.inherits(name) ? registrations.value(name, in: parent) : registrations.initial(name)
  }

  func computed(
    _ name: Name, _ text: [UInt8]?, isTainted: Bool, parent: CustomProperties, _ style: ComputedStyle,
    _ context: inout ComputationContext, element: Int
  ) -> CustomPropertyValue? {
    guard let text else { return invalid(name, parent: parent) }
    // OPTIMIZATION: no keyword is longer; a long text is not copied to see that it is none.
    if text.count <= 16, let keyword = WideKeyword(rawValue: String(decoding: text, as: UTF8.self).lowercased()) {
      // A fallback may bring a keyword.
      switch keyword {
      case .initial: return registrations.initial(name)
      default:
        return registrations.inherits(name) || keyword == .inherit
          ? registrations.value(name, in: parent) : registrations.initial(name)
      }
    }
    guard registrations.isRegistered(name) else { return CustomPropertyValue(text, isTainted: isTainted) }
    let value = registrations.compute(name, text, style, &context) {
      valueParts.hasRoom(forParts: $0, element: element)
    }
    guard let value else { return invalid(name, parent: parent) }
    return isTainted ? CustomPropertyValue(value.text, typed: value.typed, isTainted: true) : value
  }
}

/// The order in which custom properties can be computed: Tarjan's strongly connected components, without recursion.
struct ReferenceOrder {
  private let names: [Name]
  private let edges: [[Int]]
  /// How many names were looked up.
  let cost: Int
  /// Every name, after those that it may refer to, except for cycles.
  private(set) var result: [Name] = []

  init(_ declared: [Name: UnresolvedValue]) {
    // The order of names must not depend on hashing.
    names = declared.keys.sorted { $0.rawValue < $1.rawValue }
    var indices: [Name: Int] = [:]
    for (index, name) in names.enumerated() { indices[name] = index }
    edges = names.map { name in
      (declared[name]?.references ?? []).compactMap { indices[$0] }
    }
    cost = declared.values.reduce(0) { $0 + $1.references.count }
  }

  mutating func run() {
    // OPTIMIZATION: what most rules set refers to nothing that they set.
    if edges.allSatisfy(\.isEmpty) {
      result = names
      return
    }
    var index = [Int](repeating: -1, count: names.count)
    var low = [Int](repeating: 0, count: names.count)
    var isOnStack = [Bool](repeating: false, count: names.count)
    var stack: [Int] = []
    var next = 0
    for root in names.indices where index[root] < 0 {
      var work: [(node: Int, edge: Int)] = [(root, 0)]
      while let (node, edge) = work.last {
        if edge == 0 {
          index[node] = next
          low[node] = next
          next += 1
          stack.append(node)
          isOnStack[node] = true
        }
        if edge < edges[node].count {
          work[work.count - 1].edge += 1
          let target = edges[node][edge]
          if index[target] < 0 {
            work.append((target, 0))
          } else if isOnStack[target] {
            low[node] = min(low[node], index[target])
          }
          // A second visit of edge 0 must not number the node again.
          continue
        }
        work.removeLast()
        if let above = work.last { low[above.node] = min(low[above.node], low[node]) }
        if low[node] == index[node] {
          var component: [Int] = []
          while let member = stack.popLast() {
            isOnStack[member] = false
            component.append(member)
            if member == node { break }
          }
          for member in component { result.append(names[member]) }
        }
      }
    }
  }
}

/// Computes the custom properties of one element: each is substituted once, and one that comes to itself is invalid
/// (CSS Variables 2, 2.3). References in fallbacks and conditions count only where they are used.
final class CustomPropertyEvaluation {
  /// More text than this for all custom properties of an element and they are invalid. In bytes.
  static let maximumTotal = 1 << 24
  /// Cycles are followed this far; deeper references count as a cycle.
  private static let maximumDepth = 128

  private let resolver: StyleResolver
  private let texts: [Name: UnresolvedValue]
  private(set) var resolved: [Name: CustomPropertyValue?]
  private let parent: CustomProperties
  private let style: ComputedStyle
  private var context: ComputationContext
  private(set) var substitution: ElementSubstitution
  private var open: [Name] = []
  private var cyclic: Set<Name> = []
  /// The bytes that came out so far.
  private(set) var total = 0
  /// Those of them that are not a sheet's.
  private(set) var substituted = 0

  init(
    _ resolver: StyleResolver, _ texts: [Name: UnresolvedValue], _ resolved: [Name: CustomPropertyValue?],
    parent: CustomProperties, _ style: ComputedStyle, _ context: ComputationContext,
    _ substitution: ElementSubstitution
  ) {
    self.resolver = resolver
    self.texts = texts
    self.resolved = resolved
    self.parent = parent
    self.style = style
    self.context = context
    self.substitution = substitution
  }

  /// The computed value of a property; `nil` is invalid or not set.
  func value(_ name: Name) -> CustomPropertyValue? {
    if let known = resolved[name] { return known }
    guard let unresolved = texts[name] else { return resolver.registrations.value(name, in: parent) }
    if let start = open.firstIndex(of: name) {
      cyclic.formUnion(open[start...])
      return nil
    }
    guard open.count < Self.maximumDepth, total <= Self.maximumTotal else {
      cyclic.formUnion(open)
      return nil
    }
    var text: [UInt8]? = unresolved.text
    var isTainted = false
    if unresolved.hasReferences {
      open.append(name)
      var own = substitution
      text = own.substitute(resolver.substitutionTexts.tokens(of: unresolved)) { self.value($0) }
      isTainted = own.isTainted
      substituted += text?.count ?? 0
      substitution.adopt(own)
      open.removeLast()
    }
    total += text?.count ?? 0
    let result =
      cyclic.contains(name)
      ? resolver.invalid(name, parent: parent)
      : resolver.computed(
        name, text, isTainted: isTainted, parent: parent, style, &context, element: substitution.element)
    resolved[name] = .some(result)
    return result
  }
}

extension StyleResolver {
  /// A custom property's computed value as CSSOM writes it; empty where it has none.
  public func customPropertyText(_ name: Name, _ properties: CustomProperties) -> String {
    registrations.value(name, in: properties).map { String(decoding: $0.text, as: UTF8.self) } ?? ""
  }
}
