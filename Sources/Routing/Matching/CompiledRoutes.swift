/// What a ``RouteTable`` matches with: plain values in contiguous arrays behind one reference.
final class CompiledRoutes: Sendable {
  /// A way of taking and leaving the optional parts of a pattern.
  private struct Candidate {
    var pattern: Int32
    /// The index of the way in the pattern's variants.
    var variant: Int32
    /// The first of the names of its parameters.
    var names: Int32
    /// Its items of the query, in `queryItems`.
    var query: Range<Int32>
  }

  /// What a pattern asks of an item of the query.
  struct QueryItem: Sendable {
    var name: [UInt8]
    /// The value that the item must have, or `nil` for a parameter.
    var literal: [UInt8]?
    /// The parameter's name.
    var parameter = ""
    var type = RouteParameterType.string
    var isOptional: Bool

    init(_ item: RoutePattern.QueryItem, of pattern: RoutePattern) {
      name = Array(item.name.utf8)
      isOptional = item.isOptional
      switch item.value {
      case .literal(let text): literal = Array(text.utf8)
      case .parameter(let index, let type):
        parameter = pattern.parameters[index].name
        self.type = type
      }
    }
  }

  let patterns: [RoutePattern]
  private let candidates: [Candidate]
  /// The names of the parameters in the candidates' paths.
  private let names: [String]
  private let queryItems: [QueryItem]
  private let paths: CompiledRouteTree
  private let authorities: CompiledRouteTree
  private let maximumParameters: Int

  init(
    _ patterns: [RoutePattern], _ candidates: [RouteTable.Candidate], paths: CompiledRouteTree,
    authorities: CompiledRouteTree
  ) {
    self.patterns = patterns
    var names: [String] = []
    var queryItems: [QueryItem] = []
    self.candidates = candidates.map { candidate in
      let (name, item) = (Int32(names.count), Int32(queryItems.count))
      names += candidate.names
      queryItems += candidate.query
      return Candidate(
        pattern: Int32(candidate.pattern), variant: Int32(candidate.variant), names: name,
        query: item..<Int32(queryItems.count))
    }
    self.names = names
    self.queryItems = queryItems
    self.paths = paths
    self.authorities = authorities
    maximumParameters = max(paths.maximumParameters, authorities.maximumParameters)
  }

  /// What a URL or path leads to, or `nil`.
  ///
  /// Nothing is allocated but the answer.
  func match(_ url: String) -> RouteMatch? {
    guard var url = URLNormalization.canonical(url) else { return nil }
    return url.withUTF8 { bytes in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count + 1) { target in
        let layout = URLNormalization.normalize(bytes, into: target)
        let query = RouteQuery(bytes: UnsafeBufferPointer(rebasing: bytes[layout.query]))
        return match(UnsafeBufferPointer(rebasing: target[..<layout.count]), pathStart: layout.pathStart, query)
      }
    }
  }

  private func match(_ target: UnsafeBufferPointer<UInt8>, pathStart: Int, _ query: RouteQuery) -> RouteMatch? {
    withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: max(1, maximumParameters)) { ranges in
      func accepts(_ candidate: Int32) -> Bool { acceptsQuery(Int(candidate), query) }
      func answer(_ found: CompiledRouteTree.Found, _ target: UnsafeBufferPointer<UInt8>, _ start: Int) -> RouteMatch {
        if let count = found.parameters {
          return routeMatch(Int(found.candidate), target, UnsafeBufferPointer(rebasing: ranges[..<count]), query)
        }
        let candidate = candidates[Int(found.candidate)]
        let pieces = patterns[Int(candidate.pattern)].variants[Int(candidate.variant)]
        return RouteParameterType.capture(pieces, in: target, from: start).withUnsafeBufferPointer {
          routeMatch(Int(found.candidate), target, $0, query)
        }
      }
      if pathStart > 0, let found = authorities.match(target, from: 0, into: ranges, accepts: accepts) {
        return answer(found, target, 0)
      }
      var (path, start) = (target, pathStart)
      let root: StaticString = "/"
      if pathStart == target.count { (path, start) = (UnsafeBufferPointer(start: root.utf8Start, count: 1), 0) }
      return paths.match(path, from: start, into: ranges, accepts: accepts).map { answer($0, path, start) }
    }
  }

  private func acceptsQuery(_ candidate: Int, _ query: RouteQuery) -> Bool {
    for index in candidates[candidate].query {
      let item = queryItems[Int(index)]
      guard let value = query.value(of: item.name) else {
        if item.isOptional { continue }
        return false
      }
      if let literal = item.literal {
        guard RouteQuery.equals(value, literal) else { return false }
      } else if !value.isEmpty {
        guard RouteQuery.accepts(item.type, value) else { return false }
      } else if item.type != .string, !item.isOptional {
        return false
      }
    }
    return true
  }

  private func routeMatch(
    _ candidate: Int, _ target: UnsafeBufferPointer<UInt8>, _ ranges: UnsafeBufferPointer<Range<Int>>,
    _ query: RouteQuery
  ) -> RouteMatch {
    let candidate = candidates[candidate]
    var values: [(name: String, value: String)] = []
    let count = ranges.count + candidate.query.count
    if count > 0 { values.reserveCapacity(count) }
    for index in ranges.indices {
      let text = UnsafeBufferPointer(rebasing: target[ranges[index]])
      values.append((names[Int(candidate.names) + index], Self.decodingSlashes(text)))
    }
    for index in candidate.query {
      let item = queryItems[Int(index)]
      if item.literal == nil, let value = query.value(of: item.name), !value.isEmpty || item.type == .string {
        values.append((item.parameter, RouteQuery.decoded(value)))
      }
    }
    return RouteMatch(pattern: Int(candidate.pattern), values: values)
  }

  /// The only escape that is left in a path is the slash's.
  private static func decodingSlashes(_ text: UnsafeBufferPointer<UInt8>) -> String {
    for byte in text where byte == 0x25 { return String(decoding: text, as: UTF8.self).replacingEscapedSlashes() }
    return String(decoding: text, as: UTF8.self)
  }
}
