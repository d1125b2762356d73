import CSS
import CSSValues
import Diagnostics
import Names

// Custom properties (CSS Variables 2): substitution in an order that needs no value before it is known.
extension StyleResolver {
  /// The custom properties of an element.
  func resolveCustomProperties(
    parent: CustomProperties, _ style: ComputedStyle, _ context: inout ComputationContext,
    _ substitution: inout ElementSubstitution
  ) -> CustomProperties {
    let winners = current.cascaded.customWinners
    // What does not inherit starts again from its initial value.
    let nonInherited = parent === CustomProperties.none ? [] : registrations.nonInherited
    guard !winners.isEmpty || !nonInherited.isEmpty, !work.isBeyond else { return parent }
    work.charge(StyleWork.customProperty, times: winners.count + nonInherited.count, .references)
    var resolved: [Name: CustomPropertyValue?] = [:]
    var texts: [Name: UnresolvedValue] = [:]
    // OPTIMIZATION: most of what frameworks give every element is inherited anyway.
    func isInherited(_ value: CustomPropertyValue?, _ name: Name) -> Bool {
      CustomPropertyValue.areSame(value, registrations.value(name, in: parent))
    }
    for (name, winner) in winners {
      let index = current.cascaded.settled(winner, blocks) { $0 == .custom(name) }
      switch state(name, index) {
      case .settled(let value): resolved[name] = .some(value)
      case .inherits: resolved[name] = .some(registrations.value(name, in: parent))
      case .text(let unresolved):
        if !registrations.isRegistered(name), let plain = substitutionTexts.plain(unresolved) {
          if !isInherited(plain, name) { resolved[name] = .some(plain) }
        } else {
          texts[name] = unresolved
        }
      }
    }
    for name in nonInherited where winners[name] == nil {
      let initial = registrations.initial(name)
      if !isInherited(initial, name) { resolved[name] = .some(initial) }
    }
    work.charge(StyleWork.ownProperty, times: resolved.count + texts.count, .references)
    substitution.basis.style = style
    substitution.basis.context = context
    guard !texts.isEmpty else { return shared(resolved, over: parent) }
    var order = ReferenceOrder(texts)
    order.run()
    work.charge(order.cost, .references)
    let evaluation = CustomPropertyEvaluation(
      self, texts, resolved, parent: parent, style, context, substitution)
    // In an order that needs no value before it is known; only within cycles does one ask for another.
    for name in order.result { _ = evaluation.value(name) }
    substitution.adopt(evaluation.substitution)
    return shared(evaluation.resolved, over: parent)
  }

  /// What declarations come to as custom properties that elements alike have in common.
  private func shared(_ declared: [Name: CustomPropertyValue?], over parent: CustomProperties) -> CustomProperties {
    let (properties, copies) = table.custom.properties(declared, over: parent) { registrations.initial($0) }
    work.charge(StyleWork.customProperty, times: copies, .references)
    return properties
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
    _ context: inout ComputationContext
  ) -> CustomPropertyValue? {
    guard let text else { return invalid(name, parent: parent) }
    if let keyword = WideKeyword(text: text) {
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
      work.charge(StyleWork.part, times: $0, .values)
      return !work.isBeyond
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
    guard open.count < Self.maximumDepth, !resolver.work.isBeyond else {
      cyclic.formUnion(open)
      return nil
    }
    var text: [UInt8]? = unresolved.text
    var isTainted = false
    if unresolved.hasReferences {
      open.append(name)
      var own = substitution
      text = own.substitute(unresolved) { self.value($0) }
      isTainted = own.isTainted
      substitution.adopt(own)
      open.removeLast()
    }
    let result =
      cyclic.contains(name)
      ? resolver.invalid(name, parent: parent)
      : resolver.computed(
        name, text, isTainted: isTainted, parent: parent, style, &context)
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
