import CSSValues
import Names

/// Matches compiled grammars against tokens.
extension ValueParser {
  /// Matches a node and appends what it stands for; the cursor and `items` stay as they were where it does not match.
  func match(_ node: GrammarNode, _ cursor: inout TokenCursor, _ items: inout [CSSValue], depth: Int) -> Bool {
    guard depth < Self.maximumDepth else { return false }
    switch node {
    case .keyword(let name):
      cursor.skipWhitespace()
      guard cursor.peekKind == .ident, cursor.lowercasedName(cursor.peek) == name else { return false }
      cursor.position += 1
      items.append(.keyword(name))
      return true
    case .terminal(let terminal, let range):
      let start = cursor
      guard let value = self.terminal(terminal, range, &cursor, depth: depth + 1) else {
        cursor = start
        return false
      }
      items.append(value)
      return true
    case .slash:
      let start = cursor
      cursor.skipWhitespace()
      guard cursor.consumeDelim("/") else {
        cursor = start
        return false
      }
      items.append(.slash)
      return true
    case .sequence(let nodes):
      let start = cursor
      let count = items.count
      for node in nodes where !match(node, &cursor, &items, depth: depth + 1) {
        cursor = start
        items.removeSubrange(count...)
        return false
      }
      return true
    case .commaSequence(let parts): return matchCommaSequence(parts, &cursor, &items, depth: depth)
    case .oneOf(let nodes): return matchOneOf(nodes, &cursor, &items, depth: depth)
    case .allOf(let nodes): return matchAnyOrder(nodes, &cursor, &items, needsAll: true, depth: depth)
    case .someOf(let nodes): return matchAnyOrder(nodes, &cursor, &items, needsAll: false, depth: depth)
    case .repeated(let node, let low, let high, let comma):
      return comma
        ? matchCommaList(node, low, high, &cursor, &items, depth: depth)
        : matchRepeated(node, low, high, &cursor, &items, depth: depth)
    case .function(let name, let node): return matchFunction(name, node, &cursor, &items, depth: depth)
    }
  }

  private func matchOneOf(
    _ nodes: [GrammarNode], _ cursor: inout TokenCursor, _ items: inout [CSSValue], depth: Int
  ) -> Bool {
    let start = cursor
    var best: (cursor: TokenCursor, items: [CSSValue])?
    let isIdent = {
      var probe = start
      probe.skipWhitespace()
      return probe.peekKind == .ident
    }()
    for node in nodes {
      if case .keyword = node, !isIdent { continue }
      var probe = start
      var found: [CSSValue] = []
      guard match(node, &probe, &found, depth: depth + 1) else { continue }
      if best == nil || probe.position > best?.cursor.position ?? 0 { best = (probe, found) }
    }
    guard let best else { return false }
    cursor = best.cursor
    items += best.items
    return true
  }

  private func matchAnyOrder(
    _ nodes: [GrammarNode], _ cursor: inout TokenCursor, _ items: inout [CSSValue], needsAll: Bool, depth: Int
  ) -> Bool {
    let start = cursor
    var found = [[CSSValue]?](repeating: nil, count: nodes.count)
    var matched = 0
    var progress = true
    while progress {
      progress = false
      var best: (index: Int, cursor: TokenCursor, items: [CSSValue])?
      for (index, node) in nodes.enumerated() where found[index] == nil {
        var probe = cursor
        var values: [CSSValue] = []
        guard match(node, &probe, &values, depth: depth + 1), probe.position > cursor.position, !values.isEmpty else {
          continue
        }
        if best == nil || probe.position > best?.cursor.position ?? 0 { best = (index, probe, values) }
      }
      if let best {
        found[best.index] = best.items
        cursor = best.cursor
        matched += 1
        progress = true
      }
    }
    let isComplete =
      needsAll
      ? zip(nodes, found).allSatisfy { node, values in values != nil || Self.isOptional(node) }
      : matched > 0
    guard isComplete else {
      cursor = start
      return false
    }
    for values in found { items += values ?? [] }
    return true
  }

  private static func isOptional(_ node: GrammarNode) -> Bool {
    if case .repeated(_, 0, _, _) = node { return true }
    return false
  }

  private func matchRepeated(
    _ node: GrammarNode, _ low: Int, _ high: Int, _ cursor: inout TokenCursor, _ items: inout [CSSValue], depth: Int
  ) -> Bool {
    let start = cursor
    let count = items.count
    var matched = 0
    while matched < high {
      let position = cursor.position
      guard match(node, &cursor, &items, depth: depth + 1), cursor.position > position else { break }
      matched += 1
    }
    if matched >= low { return true }
    cursor = start
    items.removeSubrange(count...)
    return false
  }

  private func matchCommaList(
    _ node: GrammarNode, _ low: Int, _ high: Int, _ cursor: inout TokenCursor, _ items: inout [CSSValue], depth: Int
  ) -> Bool {
    let start = cursor
    var list: [CSSValue] = []
    while list.count < high {
      var probe = cursor
      if !list.isEmpty {
        probe.skipWhitespace()
        guard probe.consume(.comma) != nil else { break }
      }
      var item: [CSSValue] = []
      guard match(node, &probe, &item, depth: depth + 1), let value = Self.joined(item) else { break }
      list.append(value)
      cursor = probe
    }
    guard list.count >= low, !list.isEmpty else {
      cursor = start
      return false
    }
    items.append(list.count == 1 ? list[0] : .list(list, .comma))
    return true
  }

  private func matchCommaSequence(
    _ parts: [(node: GrammarNode, isOptional: Bool)], _ cursor: inout TokenCursor, _ items: inout [CSSValue], depth: Int
  ) -> Bool {
    let start = cursor
    var list: [CSSValue] = []
    for part in parts {
      var probe = cursor
      if !list.isEmpty {
        probe.skipWhitespace()
        guard probe.consume(.comma) != nil else {
          if part.isOptional { continue }
          cursor = start
          return false
        }
      }
      var item: [CSSValue] = []
      if match(part.node, &probe, &item, depth: depth + 1), let value = Self.joined(item) {
        list.append(value)
        cursor = probe
      } else if !part.isOptional {
        cursor = start
        return false
      }
    }
    items.append(list.count == 1 ? list[0] : .list(list, .comma))
    return true
  }

  private func matchFunction(
    _ name: Name, _ node: GrammarNode, _ cursor: inout TokenCursor, _ items: inout [CSSValue], depth: Int
  ) -> Bool {
    let start = cursor
    cursor.skipWhitespace()
    guard cursor.peekKind == .function, cursor.lowercasedName(cursor.peek) == name else {
      cursor = start
      return false
    }
    var contents = cursor.consumeBlock()
    var arguments: [CSSValue] = []
    guard match(node, &contents, &arguments, depth: depth + 1) else {
      cursor = start
      return false
    }
    contents.skipWhitespace()
    guard contents.isAtEnd else {
      cursor = start
      return false
    }
    if arguments.count == 1, case .list(let list, .comma) = arguments[0] {
      items.append(.function(name, list, .comma))
    } else {
      items.append(.function(name, arguments, .space))
    }
    return true
  }
}
