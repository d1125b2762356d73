/// A radix tree over the bytes of patterns: literal edges by their first byte, then parameters from the most to the least
/// specific, then a whole segment, then the rest.
///
/// A match visits a node at most once for each place in the URL at which a segment begins or a literal ends, so that its
/// time follows the URL's length and not the number of patterns.
struct RouteTree {
  struct Node {
    /// The literal bytes that lead into the node, in `bytes`.
    var literalStart: Int32
    var literalEnd: Int32
    /// Nodes by the first byte of their literals, sorted.
    var literals: [(byte: UInt8, node: Int32)] = []
    /// Nodes behind a parameter, in order of specificity.
    var parameters: [(type: RouteParameterType, node: Int32)] = []
    /// The node behind `*`.
    var segment: Int32 = -1
    /// The candidates that end here, in order of precedence.
    var ends: [Int32] = []
    /// The candidates that take the rest from here.
    var rests: [Int32] = []
  }

  private(set) var nodes = [Node(literalStart: 0, literalEnd: 0)]
  private(set) var bytes: [UInt8] = []

  /// Adds a candidate's pieces.
  mutating func insert(_ pieces: [RoutePattern.Piece], candidate: Int32) {
    var node: Int32 = 0
    for piece in pieces {
      switch piece {
      case .literal(let literal): node = insert(literal, below: node)
      case .parameter(_, let type): node = parameterNode(type, below: node)
      case .segment:
        if nodes[Int(node)].segment < 0 { nodes[Int(node)].segment = makeNode([]) }
        node = nodes[Int(node)].segment
      case .rest:
        nodes[Int(node)].rests.append(candidate)
        return
      }
    }
    nodes[Int(node)].ends.append(candidate)
  }

  /// Puts the candidates of every node into the order of their precedence.
  mutating func sortEnds(by precedes: (Int32, Int32) -> Bool) {
    for index in nodes.indices {
      nodes[index].ends.sort(by: precedes)
      nodes[index].rests.sort(by: precedes)
    }
  }

  private mutating func makeNode(_ literal: some Collection<UInt8>) -> Int32 {
    let start = Int32(bytes.count)
    bytes.append(contentsOf: literal)
    nodes.append(Node(literalStart: start, literalEnd: Int32(bytes.count)))
    return Int32(nodes.count - 1)
  }

  private mutating func parameterNode(_ type: RouteParameterType, below node: Int32) -> Int32 {
    if let known = nodes[Int(node)].parameters.first(where: { $0.type == type }) { return known.node }
    let made = makeNode([])
    nodes[Int(node)].parameters.append((type, made))
    nodes[Int(node)].parameters.sort { $0.type.specificity < $1.type.specificity }
    return made
  }

  private mutating func insert(_ literal: [UInt8], below parent: Int32) -> Int32 {
    var node = parent
    var rest = literal[...]
    while let first = rest.first {
      let edges = nodes[Int(node)].literals
      guard let edge = edges.firstIndex(where: { $0.byte == first }) else {
        let made = makeNode(rest)
        nodes[Int(node)].literals.append((first, made))
        nodes[Int(node)].literals.sort { $0.byte < $1.byte }
        return made
      }
      let child = edges[edge].node
      let start = Int(nodes[Int(child)].literalStart)
      let count = Int(nodes[Int(child)].literalEnd) - start
      var shared = 0
      while shared < count, shared < rest.count, bytes[start + shared] == rest[rest.startIndex + shared] { shared += 1 }
      if shared < count {
        // The edge is split: a new node takes the shared bytes, the old one keeps the others.
        nodes.append(Node(literalStart: Int32(start), literalEnd: Int32(start + shared)))
        let middle = Int32(nodes.count - 1)
        nodes[Int(child)].literalStart = Int32(start + shared)
        nodes[Int(middle)].literals = [(bytes[start + shared], child)]
        nodes[Int(node)].literals[edge].node = middle
        node = middle
      } else {
        node = child
      }
      rest = rest.dropFirst(shared)
    }
    return node
  }

  /// The first candidate that accepts a URL, with the ranges of its parameters in order.
  ///
  /// - Parameter accepts: whether a candidate whose path matches takes the URL's query.
  func match(
    _ url: UnsafeBufferPointer<UInt8>, from start: Int, accepts: (Int32) -> Bool, ranges: inout [Range<Int>]
  ) -> Int32? {
    nodes.withUnsafeBufferPointer { nodes in
      bytes.withUnsafeBufferPointer { bytes in
        let search = Search(nodes: nodes, bytes: bytes, url: url)
        return search.match(0, start, accepts, &ranges)
      }
    }
  }

  /// The buffers of one match; recursion is as deep as the longest pattern has pieces.
  private struct Search {
    let nodes: UnsafeBufferPointer<Node>
    let bytes: UnsafeBufferPointer<UInt8>
    let url: UnsafeBufferPointer<UInt8>

    func match(_ node: Int, _ start: Int, _ accepts: (Int32) -> Bool, _ ranges: inout [Range<Int>]) -> Int32? {
      var position = start
      var index = Int(nodes[node].literalStart)
      let end = Int(nodes[node].literalEnd)
      guard url.count - position >= end - index else { return nil }
      while index < end {
        guard bytes[index] == url[position] else { return nil }
        index += 1
        position += 1
      }
      if position == url.count {
        for candidate in nodes[node].ends where accepts(candidate) { return candidate }
      } else {
        let byte = url[position]
        for edge in 0..<nodes[node].literals.count where nodes[node].literals[edge].byte == byte {
          if let found = match(Int(nodes[node].literals[edge].node), position, accepts, &ranges) { return found }
        }
        if let found = matchParameters(node, position, accepts, &ranges) { return found }
      }
      // The rest begins at a segment's edge or is nothing.
      for candidate in nodes[node].rests where accepts(candidate) { return candidate }
      return nil
    }

    private func matchParameters(
      _ node: Int, _ position: Int, _ accepts: (Int32) -> Bool, _ ranges: inout [Range<Int>]
    ) -> Int32? {
      guard nodes[node].segment >= 0 || !nodes[node].parameters.isEmpty else { return nil }
      var segmentEnd = position
      while segmentEnd < url.count, url[segmentEnd] != 0x2F { segmentEnd += 1 }
      guard segmentEnd > position else { return nil }
      for index in 0..<nodes[node].parameters.count {
        let (type, child) = nodes[node].parameters[index]
        // A parameter takes as much of its segment as leaves something for what follows in it.
        let takesWhole =
          nodes[Int(child)].literals.allSatisfy { $0.byte == 0x2F } && nodes[Int(child)].parameters.isEmpty
        var end = segmentEnd
        while end > position {
          if type == .string || type.accepts(UnsafeBufferPointer(rebasing: url[position..<end])) {
            ranges.append(position..<end)
            if let found = match(Int(child), end, accepts, &ranges) { return found }
            ranges.removeLast()
          }
          if takesWhole { break }
          end -= 1
        }
      }
      if nodes[node].segment >= 0 { return match(Int(nodes[node].segment), segmentEnd, accepts, &ranges) }
      return nil
    }
  }
}

extension RouteParameterType {
  /// The order in which parameters at one place are tried: the narrower type first.
  var specificity: Int {
    switch self {
    case .bool: 0
    case .int: 1
    case .uuid: 2
    case .double: 3
    case .slug: 4
    case .string: 5
    }
  }
}
