import CSSValues
import Diagnostics
import Names

/// Finds the custom properties of one block that refer to each other in a circle: all of them are invalid (CSS Variables 2,
/// 2.3). References in fallbacks and conditions count only where they are used, and are not looked at.
enum CustomPropertyCycles {
  /// Reports a block's circles, once.
  static func report(_ declarations: [PropertyDeclaration], in source: SourceFile, _ sink: inout DiagnosticSink) {
    // OPTIMIZATION: most blocks' custom properties refer to none of the block's.
    guard mayHaveCircles(declarations) else { return }
    var last: [Name: Int] = [:]
    for (index, declaration) in declarations.enumerated() {
      guard case .custom(let name) = declaration.property else { continue }
      last[name] = index
    }
    let members = last.values.sorted()
    var places: [Name: Int] = [:]
    for (place, index) in members.enumerated() {
      if case .custom(let name) = declarations[index].property { places[name] = place }
    }
    let edges = members.map { index -> [Int] in
      guard case .unresolved(let value) = declarations[index].value, value.hasReferences else { return [] }
      return references(value.text).compactMap { places[$0] }
    }
    let circle = onCircles(edges)
    guard let first = circle.first else { return }
    let names = circle.prefix(3).map { place -> String in
      guard case .custom(let name) = declarations[members[place]].property else { return "" }
      return name.string
    }
    let range = declarations[members[first]].range
    let more = circle.count > 3 ? " and \(circle.count - 3) more" : ""
    sink.report(
      .cssCustomPropertyCycle,
      circle.count == 1
        ? "`\(names[0])` refers to itself, so that it is invalid"
        : "\(names.map { "`\($0)`" }.joined(separator: ", "))\(more) refer to each other in a circle, so that all are invalid",
      in: source, at: Int(range.lowerBound)..<Int(range.upperBound), help: "give one of them a value of its own")
  }

  /// Whether a custom property refers to one of the block's.
  private static func mayHaveCircles(_ declarations: [PropertyDeclaration]) -> Bool {
    var names: Set<Name>?
    for declaration in declarations {
      guard case .custom = declaration.property, case .unresolved(let value) = declaration.value, value.hasReferences
      else { continue }
      let known =
        names
        ?? Set(
          declarations.lazy.compactMap { declaration in
            guard case .custom(let name) = declaration.property else { return nil }
            return name
          })
      names = known
      if value.references.contains(where: known.contains) { return true }
    }
    return false
  }

  /// The custom properties that a value's `var()`s name.
  private static func references(_ text: [UInt8]) -> [Name] {
    let stream = TokenStream(text)
    var cursor = stream.cursor
    var found: [Name] = []
    while !cursor.isAtEnd {
      guard cursor.peekKind == .function else {
        cursor.position += 1
        continue
      }
      let isReference = cursor.text(cursor.peek, is: "var")
      // Other functions are looked into; conditions are not.
      guard isReference || cursor.text(cursor.peek, is: "if") else {
        cursor.position += 1
        continue
      }
      var contents = cursor.consumeBlock()
      guard isReference else { continue }
      contents.skipWhitespace()
      if let name = contents.consume(.ident) { found.append(contents.name(name)) }
    }
    return found
  }

  /// The places that are on cycles, or between two of them. They are what remains when these are removed, one after the
  /// other: those that refer to nothing that remains, and those that nothing that remains refers to.
  private static func onCircles(_ edges: [[Int]]) -> [Int] {
    var reversed = [[Int]](repeating: [], count: edges.count)
    for (place, targets) in edges.enumerated() { for target in targets { reversed[target].append(place) } }
    var isLeft = [Bool](repeating: true, count: edges.count)
    for (forward, backward) in [(edges, reversed), (reversed, edges)] {
      var degrees = forward.map { targets in targets.count { isLeft[$0] } }
      var work = edges.indices.filter { isLeft[$0] && degrees[$0] == 0 }
      while let place = work.popLast() {
        isLeft[place] = false
        for other in backward[place] where isLeft[other] {
          degrees[other] -= 1
          if degrees[other] == 0 { work.append(other) }
        }
      }
    }
    return edges.indices.filter { isLeft[$0] }
  }
}
