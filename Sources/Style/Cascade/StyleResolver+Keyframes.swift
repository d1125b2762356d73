import CSS
import CSSValues
import Names

/// An `@keyframes` rule with what its declarations say, for who plays it: values are specified ones, without references.
public struct ResolvedKeyframes: Hashable, Sendable {
  /// The declarations at an offset.
  public struct Frame: Hashable, Sendable {
    /// When the frame is reached within an iteration, 0 to 1.
    public var offset: Double
    /// The longhands, the last declaration of each.
    public var declarations: [LocalDeclaration]
  }

  /// The rule's name.
  public var name: String
  /// By their offsets, one for each.
  public var frames: [Frame]
  /// Longhands that are left out: what `var()` makes of them is not the same for all elements with the animation, or the
  /// value is `inherit` and the like.
  public var unsettled: Set<PropertyID> = []
}

// Keyframes for devices, which compute them for each element but know no custom properties.
extension StyleResolver {
  /// The rules that count, in the order of their names; after ``resolve()``. References are replaced as at the elements
  /// with the animation, or at the root where only data and states bring it about.
  public func keyframes() -> [ResolvedKeyframes] {
    guard !author.keyframes.isEmpty else { return [] }
    let users = elementsByAnimation()
    let root = elementStyles.first.map { $0 == .max ? [] : [0] } ?? []
    // Of equal names the last rule counts.
    var last: [String: Int] = [:]
    for (index, rule) in author.keyframes.enumerated() { last[rule.name] = index }
    return last.sorted { $0.key < $1.key }.map { name, rule in
      let elements = users[name] ?? root
      guard let first = elements.first else { return ResolvedKeyframes(name: name, frames: []) }
      let references = references(of: rule)
      return settled(
        elements.prefix(references.count > 0 ? 1 + Self.mostCompared / references.count : 1).dropFirst(),
        of: elements.count, keyframes(rule, at: first), rule, references.properties)
    }
  }

  /// Leaves out what is not the same for other elements.
  private func settled(
    _ others: ArraySlice<Int>, of count: Int, _ resolved: ResolvedKeyframes, _ number: Int,
    _ references: Set<PropertyID>
  ) -> ResolvedKeyframes {
    var rule = resolved
    if !references.isEmpty, others.count + 1 < count { rule.unsettled.formUnion(references) }
    for element in others {
      let other = keyframes(number, at: element)
      guard other != resolved else { continue }
      rule.unsettled.formUnion(other.unsettled)
      for (index, frame) in rule.frames.enumerated() {
        for declaration in frame.declarations
        where !(other.frames.indices.contains(index) && other.frames[index].declarations.contains(declaration)) {
          rule.unsettled.insert(declaration.property)
        }
      }
    }
    let unsettled = rule.unsettled
    for index in rule.frames.indices {
      rule.frames[index].declarations.removeAll { unsettled.contains($0.property) }
    }
    return rule
  }

  /// The declarations with references that are compared for each rule.
  private static let mostCompared = 20_000

  /// How many declarations of a rule have references, and of which longhands.
  private func references(of rule: Int) -> (count: Int, properties: Set<PropertyID>) {
    let first = blocks.authorStart + author.keyframeBlocks[rule]
    var found: (count: Int, properties: Set<PropertyID>) = (0, [])
    for frame in author.keyframes[rule].frames {
      for declaration in blocks[first + frame.block].declarations {
        guard case .known(let property) = declaration.property, case .unresolved = declaration.value else { continue }
        found.count += 1
        found.properties.insert(property)
      }
    }
    return found
  }

  /// By name of an animation: the elements with it, one for each style.
  private func elementsByAnimation() -> [String: [Int]] {
    var users: [String: [Int]] = [:]
    var known: Set<UInt32> = []
    for element in tree.elements.indices where elementStyles[element] != .max {
      let style = Int(elementStyles[element])
      guard known.insert(elementStyles[element]).inserted, table.styles[style].other[.animationName] != nil else {
        continue
      }
      for name in Self.animationNames(table.styles[style]) { users[name, default: []].append(element) }
    }
    return users
  }

  /// The names in a style's `animation-name`.
  public static func animationNames(_ style: ComputedStyle) -> [String] {
    guard style.other[.animationName] != nil else { return [] }
    func name(_ value: CSSValue) -> String? {
      switch value {
      case .identifier(let name): name.string
      case .string(let text): text
      default: nil
      }
    }
    let value = style.computedValue(.animationName)
    if case .list(let items, _) = value { return items.compactMap(name) }
    return [value].compactMap(name)
  }

  private func keyframes(_ rule: Int, at element: Int) -> ResolvedKeyframes {
    var result = ResolvedKeyframes(name: author.keyframes[rule].name, frames: [])
    let first = blocks.authorStart + author.keyframeBlocks[rule]
    var substitution = ElementSubstitution(
      resolver: self, element: element, pseudo: nil, parentStyle: 0, isRoot: tree.elements[element].parent < 0)
    substitution.custom = table.customProperties[Int(elementStyles[element])]
    var offsets: [Double: [PropertyID: CSSValue]] = [:]
    for frame in author.keyframes[rule].frames {
      for declaration in blocks[first + frame.block].declarations {
        guard case .known(let property) = declaration.property else { continue }
        guard let value = value(declaration.value, of: property, &substitution) else {
          result.unsettled.insert(property)
          continue
        }
        for offset in frame.offsets { offsets[offset / 100, default: [:]][property] = value }
      }
    }
    result.frames = offsets.sorted { $0.key < $1.key }.map { offset, values in
      .init(
        offset: offset,
        declarations: values.sorted { $0.key.rawValue < $1.key.rawValue }.map { LocalDeclaration($0.key, $0.value) })
    }
    return result
  }

  /// The specified value of a declaration; `nil` where that is another one in each place.
  private func value(
    _ declared: DeclaredValue, of property: PropertyID, _ substitution: inout ElementSubstitution
  ) -> CSSValue? {
    var declared = declared
    if case .unresolved(let unresolved) = declared {
      guard let resolved = substitution.resolve(unresolved, property) else { return nil }
      declared = resolved
    }
    switch declared {
    case .value(let value): return value
    case .wide(.initial): return ComputedStyle().computedValue(property)
    case .wide(.unset) where !property.isInherited: return ComputedStyle().computedValue(property)
    case .wide, .unresolved: return nil
    }
  }
}
