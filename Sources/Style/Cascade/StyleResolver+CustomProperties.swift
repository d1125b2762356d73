import CSS
import CSSValues
import Diagnostics
import Names

// Custom properties (CSS Variables 2): substitution in an order in which nothing is needed before it is known.
extension StyleResolver {
  /// More text than this for all custom properties of an element and they are invalid. In bytes.
  private static let maximumTotal = 1 << 24

  /// The custom properties of an element.
  func resolveCustomProperties(
    parent: CustomProperties, _ style: ComputedStyle, _ context: inout ComputationContext,
    _ substitution: inout ElementSubstitution
  ) -> CustomProperties {
    let hasNonInherited = registrations.hasNonInherited
    guard !cascaded.customWinners.isEmpty || (hasNonInherited && parent !== CustomProperties.none) else {
      return parent
    }
    var declared: [Name: DeclaredState] = [:]
    for (name, winner) in cascaded.customWinners {
      let index = cascaded.settled(winner) { $0 == .custom(name) }
      declared[name] = state(name, index, parent: parent)
    }
    var resolved: [Name: CustomPropertyValue?] = [:]
    if hasNonInherited {
      // What does not inherit starts again from its initial value.
      for name in registrations.nonInherited { resolved[name] = .some(registrations.initial(name)) }
    }
    for (name, state) in declared {
      switch state {
      case .settled(let value): resolved[name] = .some(value)
      case .inherits: resolved[name] = .some(registrations.value(name, in: parent))
      case .text: break
      }
    }
    var order = ReferenceOrder(declared.compactMapValues { state in
      if case .text(let unresolved) = state { return unresolved }
      return nil
    })
    order.run()
    var total = 0
    for (name, isCyclic) in order.result {
      guard case .text(let unresolved) = declared[name] else { continue }
      if isCyclic || total > Self.maximumTotal {
        resolved[name] = .some(invalid(name, parent: parent))
        continue
      }
      var text: [UInt8]? = unresolved.text
      if unresolved.hasReferences {
        let known = resolved
        let registrations = registrations
        text = substitution.substitute(unresolved.text) { other in
          if let own = known[other] { return own }
          return registrations.value(other, in: parent)
        }
      }
      total += text?.count ?? 0
      resolved[name] = .some(computed(name, text, parent: parent, style, &context))
    }
    if total > Self.maximumTotal { reportTooLong() }
    return CustomProperties(own: resolved, parent: parent)
  }

  private enum DeclaredState {
    case settled(CustomPropertyValue?)
    case inherits
    case text(UnresolvedValue)
  }

  private func state(_ name: Name, _ index: Int32, parent: CustomProperties) -> DeclaredState {
    let unset: DeclaredState = registrations.inherits(name) ? .inherits : .settled(registrations.initial(name))
    guard index >= 0 else { return unset }
    switch cascaded.items[Int(index)].declaration.value {
    case .wide(.initial): return .settled(registrations.initial(name))
    case .wide(.inherit): return .inherits
    case .wide: return unset
    case .unresolved(let unresolved): return .text(unresolved)
    case .value: return unset
    }
  }

  /// What an invalid value comes to (CSS Variables 2, 3.1; Properties and Values 1, 2.4).
  private func invalid(_ name: Name, parent: CustomProperties) -> CustomPropertyValue? {
    guard registrations.isRegistered(name) else { return nil }
    return registrations.inherits(name) ? registrations.value(name, in: parent) : registrations.initial(name)
  }

  private func computed(
    _ name: Name, _ text: [UInt8]?, parent: CustomProperties, _ style: ComputedStyle,
    _ context: inout ComputationContext
  ) -> CustomPropertyValue? {
    guard let text else { return invalid(name, parent: parent) }
    if let keyword = WideKeyword(rawValue: String(decoding: text, as: UTF8.self).lowercased()) {
      // A fallback may bring a keyword.
      switch keyword {
      case .initial: return registrations.initial(name)
      default:
        return registrations.inherits(name) || keyword == .inherit
          ? registrations.value(name, in: parent) : registrations.initial(name)
      }
    }
    guard registrations.isRegistered(name) else { return CustomPropertyValue(text) }
    return registrations.compute(name, text, style, &context) ?? invalid(name, parent: parent)
  }

  func reportTooLong() {
    guard !diagnostics.diagnostics.contains(where: { $0.code == .cssCustomPropertyTooLong }) else { return }
    diagnostics.report(
      Diagnostic(.cssCustomPropertyTooLong, "substituting var() gives more than 1 MiB of text"))
  }
}

/// The order in which custom properties can be computed, and which of them are in cycles: Tarjan's strongly connected
/// components, without recursion.
struct ReferenceOrder {
  private let names: [Name]
  private let edges: [[Int]]
  private let refersToItself: [Bool]
  /// Every name, after those that it refers to; true where it is in a cycle.
  private(set) var result: [(name: Name, isCyclic: Bool)] = []

  init(_ declared: [Name: UnresolvedValue]) {
    // The order of names must not depend on hashing.
    names = declared.keys.sorted { $0.rawValue < $1.rawValue }
    var indices: [Name: Int] = [:]
    for (index, name) in names.enumerated() { indices[name] = index }
    edges = names.map { name in
      guard let value = declared[name], value.hasReferences else { return [] }
      return Self.references(value.text).compactMap { indices[$0] }
    }
    refersToItself = names.indices.map { [edges] in edges[$0].contains($0) }
  }

  /// The custom properties that a value's `var()`s name, fallbacks included.
  static func references(_ text: [UInt8]) -> [Name] {
    let stream = TokenStream(text)
    var found: [Name] = []
    for (index, token) in stream.tokens.enumerated() where token.kind == .function && stream.text(token, is: "var") {
      var cursor = stream.cursor.over(index..<stream.tokens.count)
      var contents = cursor.consumeBlock()
      contents.skipWhitespace()
      if let name = contents.consume(.ident) { found.append(contents.name(name)) }
    }
    return found
  }

  mutating func run() {
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
          let isCyclic = component.count > 1 || refersToItself[node]
          for member in component { result.append((names[member], isCyclic)) }
        }
      }
    }
  }
}

extension StyleResolver {
  /// A custom property's computed value as CSSOM writes it; empty where it has none.
  public func customPropertyText(_ name: Name, _ properties: CustomProperties) -> String {
    registrations.value(name, in: properties).map { String(decoding: $0.text, as: UTF8.self) } ?? ""
  }
}
