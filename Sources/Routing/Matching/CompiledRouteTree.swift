/// A ``RouteTree`` as contiguous arrays of plain values, which URLs are matched against.
///
/// A match compares each byte of the URL once for each way that is open at it, and tries a node at most once for each place
/// in the URL, so that its time follows the URL's length and not the number of patterns.
struct CompiledRouteTree: Sendable {
  private struct Node {
    /// The literal bytes that lead into the node, in `bytes`.
    var literal: Part
    /// Nodes by the first byte of their literals, in `branches`.
    var literals: Part
    /// Nodes behind a parameter, in order of specificity, in `branches`.
    var parameters: Part
    /// The candidates that end here and, behind them, those that take the rest from here, in `candidates`.
    var ends: Part
    var rests: Part
    /// The node behind `*`, or -1.
    var segment: Int32

    /// Whether there is but one way on from a place before the URL's end.
    var isPlain: Bool { parameters.count == 0 && rests.count == 0 && segment < 0 }
  }

  /// A part of one of the arrays.
  private struct Part {
    var start: Int32
    var count: Int32
    var range: Range<Int> { Int(start)..<Int(start + count) }
  }

  private struct Branch {
    /// The first byte of a literal or the number of a parameter's type.
    var key: UInt8
    /// Whether a parameter takes its segment as a whole.
    var takesWhole = false
    var node: Int32
  }

  private static let types = RouteParameterType.allCases
  /// Longer segments, in bytes, are taken as a whole or not at all.
  static let maximumSharedSegment = 1_024

  private var nodes: [Node] = []
  private var branches: [Branch] = []
  private var bytes: [UInt8] = []
  private var candidates: [Int32] = []
  /// The parameters of the pattern that has the most.
  private(set) var maximumParameters = 0

  /// Lays a tree's nodes out in pre-order, so that what follows a node is mostly beside it.
  init(_ tree: RouteTree) {
    nodes.reserveCapacity(tree.nodes.count)
    branches.reserveCapacity(tree.nodes.count)
    bytes.reserveCapacity(tree.bytes.count)
    var numbers = [Int32](repeating: -1, count: tree.nodes.count)
    var depths = [Int32](repeating: 0, count: tree.nodes.count)
    var order: [Int32] = []
    order.reserveCapacity(tree.nodes.count)
    var open: [Int32] = [0]
    while let index = open.popLast() {
      numbers[Int(index)] = Int32(order.count)
      order.append(index)
      let node = tree.nodes[Int(index)]
      let depth = depths[Int(index)]
      if node.segment >= 0 {
        depths[Int(node.segment)] = depth
        open.append(node.segment)
      }
      for parameter in node.parameters.reversed() {
        depths[Int(parameter.node)] = depth + 1
        open.append(parameter.node)
      }
      for literal in node.literals.reversed() {
        depths[Int(literal.node)] = depth
        open.append(literal.node)
      }
    }
    maximumParameters = Int(depths.max() ?? 0)
    for index in order { append(tree.nodes[Int(index)], in: tree, numbers) }
  }

  private mutating func append(_ node: RouteTree.Node, in tree: RouteTree, _ numbers: [Int32]) {
    func part<Element>(_ array: inout [Element], _ added: some Sequence<Element>) -> Part {
      let start = array.count
      array.append(contentsOf: added)
      return Part(start: Int32(start), count: Int32(array.count - start))
    }
    let literal = part(&bytes, tree.bytes[Int(node.literalStart)..<Int(node.literalEnd)])
    let literals = part(&branches, node.literals.map { Branch(key: $0.byte, node: numbers[Int($0.node)]) })
    let parameters = part(
      &branches,
      node.parameters.map { parameter in
        let child = tree.nodes[Int(parameter.node)]
        // A parameter takes as much of its segment as leaves something for what follows in it.
        let takesWhole = child.parameters.isEmpty && child.literals.allSatisfy { $0.byte == 0x2F }
        // Every type is one of all.
        let key = UInt8(Self.types.firstIndex(of: parameter.type) ?? 0)
        return Branch(key: key, takesWhole: takesWhole, node: numbers[Int(parameter.node)])
      })
    nodes.append(
      Node(
        literal: literal, literals: literals, parameters: parameters, ends: part(&candidates, node.ends),
        rests: part(&candidates, node.rests), segment: node.segment < 0 ? -1 : numbers[Int(node.segment)]))
  }

  /// The first candidate that accepts a URL, and how many ranges of parameters were written.
  ///
  /// - Parameter ranges: room for ``maximumParameters`` ranges of the URL.
  /// - Parameter accepts: whether a candidate whose path matches takes the URL's query.
  func match(
    _ url: UnsafeBufferPointer<UInt8>, from start: Int, into ranges: UnsafeMutableBufferPointer<Range<Int>>,
    accepts: (Int32) -> Bool
  ) -> (candidate: Int32, parameters: Int)? {
    nodes.withUnsafeBufferPointer { nodes in
      branches.withUnsafeBufferPointer { branches in
        bytes.withUnsafeBufferPointer { bytes in
          candidates.withUnsafeBufferPointer { candidates in
            var search = Search(
              nodes: nodes, branches: branches, bytes: bytes, candidates: candidates, url: url, ranges: ranges)
            return search.match(0, start, accepts).map { ($0, search.rangeCount) }
          }
        }
      }
    }
  }

  /// One match; recursion is as deep as the longest pattern has pieces.
  private struct Search {
    let nodes: UnsafeBufferPointer<Node>
    let branches: UnsafeBufferPointer<Branch>
    let bytes: UnsafeBufferPointer<UInt8>
    let candidates: UnsafeBufferPointer<Int32>
    let url: UnsafeBufferPointer<UInt8>
    let ranges: UnsafeMutableBufferPointer<Range<Int>>
    var rangeCount = 0
    /// How many ways were given up.
    private var failures = 0
    /// The nodes and places that led nowhere, once many ways were given up: whether they do depends on nothing else.
    private var deadEnds: Set<UInt64> = []

    init(
      nodes: UnsafeBufferPointer<Node>, branches: UnsafeBufferPointer<Branch>, bytes: UnsafeBufferPointer<UInt8>,
      candidates: UnsafeBufferPointer<Int32>, url: UnsafeBufferPointer<UInt8>,
      ranges: UnsafeMutableBufferPointer<Range<Int>>
    ) {
      self.nodes = nodes
      self.branches = branches
      self.bytes = bytes
      self.candidates = candidates
      self.url = url
      self.ranges = ranges
    }

    mutating func match(_ first: Int32, _ start: Int, _ accepts: (Int32) -> Bool) -> Int32? {
      var node = first
      var position = start
      while true {
        let entry = nodes[Int(node)]
        let length = Int(entry.literal.count)
        guard url.count - position >= length else { return nil }
        let literal = Int(entry.literal.start)
        for offset in 0..<length where bytes[literal + offset] != url[position + offset] { return nil }
        position += length
        if position < url.count {
          let child = branch(entry.literals, url[position])
          if entry.isPlain {
            guard child >= 0 else { return nil }
            node = child
            continue
          }
          if child >= 0, let found = match(child, position, accepts) { return found }
          if entry.parameters.count > 0 || entry.segment >= 0, let found = matchParameters(entry, position, accepts) {
            return found
          }
        } else if let found = candidate(entry.ends, accepts) {
          return found
        }
        // The rest begins at a segment's edge or is nothing.
        return candidate(entry.rests, accepts)
      }
    }

    private func branch(_ part: Part, _ byte: UInt8) -> Int32 {
      for index in part.range where branches[index].key == byte { return branches[index].node }
      return -1
    }

    private func candidate(_ part: Part, _ accepts: (Int32) -> Bool) -> Int32? {
      for index in part.range where accepts(candidates[index]) { return candidates[index] }
      return nil
    }

    private mutating func matchParameters(_ entry: Node, _ position: Int, _ accepts: (Int32) -> Bool) -> Int32? {
      var segmentEnd = position
      while segmentEnd < url.count, url[segmentEnd] != 0x2F { segmentEnd += 1 }
      guard segmentEnd > position else { return nil }
      for index in entry.parameters.range {
        let branch = branches[index]
        guard branch.takesWhole || segmentEnd - position <= CompiledRouteTree.maximumSharedSegment else { continue }
        let type = CompiledRouteTree.types[Int(branch.key)]
        var end = segmentEnd
        while end > position {
          if type == .string || type.accepts(UnsafeBufferPointer(rebasing: url[position..<end])) {
            ranges[rangeCount] = position..<end
            rangeCount += 1
            if let found = matchOnce(branch.node, end, accepts) { return found }
            rangeCount -= 1
          }
          if branch.takesWhole { break }
          end -= 1
        }
      }
      return entry.segment >= 0 ? matchOnce(entry.segment, segmentEnd, accepts) : nil
    }

    /// ``match(_:_:_:)`` that does not try twice what led nowhere.
    ///
    /// OPTIMIZATION: nothing is noted until many ways were given up, which only patterns with several parameters in one
    /// segment and URLs made for it bring about.
    private mutating func matchOnce(_ node: Int32, _ position: Int, _ accepts: (Int32) -> Bool) -> Int32? {
      let key = UInt64(UInt32(bitPattern: node)) << 32 | UInt64(UInt32(truncatingIfNeeded: position))
      if failures > 256, deadEnds.contains(key) { return nil }
      if let found = match(node, position, accepts) { return found }
      failures += 1
      if failures > 256 { deadEnds.insert(key) }
      return nil
    }
  }
}
