/// A radix tree over the bytes of patterns, as it grows: literal edges by their first byte, then parameters from the most
/// to the least specific, then a whole segment, then the rest. ``CompiledRouteTree`` is what URLs are matched against.
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
