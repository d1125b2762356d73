/// A ``RouteTree`` as contiguous arrays of plain values, which URLs are matched against.
///
/// A match compares each byte of the URL once for each way that is open at it, and tries a node at most once for each place
/// in the URL, so that its time follows the URL's length and not the number of patterns. The first way that leads to a
/// candidate is the most specific one, except for segments with several parameters, where all ways are looked at.
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
  /// The order of all candidates, by candidate; empty where no segment is shared by several parameters.
  private let ranks: [Int32]

  /// Lays a tree's nodes out in pre-order, so that what follows a node is mostly beside it.
  ///
  /// - Parameter ranks: the place of each candidate in the order of their precedence, needed where segments are shared.
  init(_ tree: RouteTree, ranks: [Int32]) {
    self.ranks = ranks
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
        let takesWhole =
          child.parameters.isEmpty && child.segment < 0 && child.literals.allSatisfy { $0.byte == 0x2F }
        // Every type is one of all.
        let key = UInt8(Self.types.firstIndex(of: parameter.type) ?? 0)
        return Branch(key: key, takesWhole: takesWhole, node: numbers[Int(parameter.node)])
      })
    nodes.append(
      Node(
        literal: literal, literals: literals, parameters: parameters, ends: part(&candidates, node.ends),
        rests: part(&candidates, node.rests), segment: node.segment < 0 ? -1 : numbers[Int(node.segment)]))
  }

  /// What a match found.
  struct Found {
    var candidate: Int32
    /// How many ranges of parameters were written; `nil` where several patterns share a segment, so that the candidate's
    /// own pieces have to say which parameter took what.
    var parameters: Int?
  }

  /// The most specific candidate that accepts a URL.
  ///
  /// - Parameters:
  ///   - ranges: room for ``maximumParameters`` ranges of the URL.
  ///   - accepts: whether a candidate whose path matches takes the URL's query.
  func match(
    _ url: UnsafeBufferPointer<UInt8>, from start: Int, into ranges: UnsafeMutableBufferPointer<Range<Int>>,
    accepts: (Int32) -> Bool
  ) -> Found? {
    withSearch(url, ranges) { search in
      guard let candidate = search.match(0, start, accepts) else { return nil }
      return Found(candidate: candidate, parameters: search.isShared ? nil : search.rangeCount)
    }
  }

  /// Every candidate whose path matches a URL.
  func allMatches(_ url: UnsafeBufferPointer<UInt8>, from start: Int) -> [Int32] {
    withSearch(url, UnsafeMutableBufferPointer(start: nil, count: 0)) { search in
      var found: [Int32] = []
      search.explore(0, start) { found.append($0) }
      return found
    }
  }

  private func withSearch<Answer>(
    _ url: UnsafeBufferPointer<UInt8>, _ ranges: UnsafeMutableBufferPointer<Range<Int>>,
    _ body: (inout Search) -> Answer
  ) -> Answer {
    nodes.withUnsafeBufferPointer { nodes in
      branches.withUnsafeBufferPointer { branches in
        bytes.withUnsafeBufferPointer { bytes in
          candidates.withUnsafeBufferPointer { candidates in
            self.ranks.withUnsafeBufferPointer { ranks in
              var search = Search(
                nodes: nodes, branches: branches, bytes: bytes, candidates: candidates, ranks: ranks, url: url,
                ranges: ranges)
              return body(&search)
            }
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
    let ranks: UnsafeBufferPointer<Int32>
    let url: UnsafeBufferPointer<UInt8>
    let ranges: UnsafeMutableBufferPointer<Range<Int>>
    var rangeCount = 0
    /// Whether what was found comes after a segment with several parameters.
    var isShared = false
    /// The nodes and places that were looked at while exploring: what is behind them depends on nothing else.
    private var explored: Set<UInt64> = []

    init(
      nodes: UnsafeBufferPointer<Node>, branches: UnsafeBufferPointer<Branch>, bytes: UnsafeBufferPointer<UInt8>,
      candidates: UnsafeBufferPointer<Int32>, ranks: UnsafeBufferPointer<Int32>, url: UnsafeBufferPointer<UInt8>,
      ranges: UnsafeMutableBufferPointer<Range<Int>>
    ) {
      self.nodes = nodes
      self.branches = branches
      self.bytes = bytes
      self.candidates = candidates
      self.ranks = ranks
      self.url = url
      self.ranges = ranges
    }

    mutating func match(_ first: Int32, _ start: Int, _ accepts: (Int32) -> Bool) -> Int32? {
      var node = first
      var position = start
      while true {
        let entry = nodes[Int(node)]
        guard let behind = literalEnd(entry, position) else { return nil }
        position = behind
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

    /// The place behind a node's literal; `nil` where the URL has something else.
    private func literalEnd(_ entry: Node, _ position: Int) -> Int? {
      let length = Int(entry.literal.count)
      guard url.count - position >= length else { return nil }
      let literal = Int(entry.literal.start)
      for offset in 0..<length where bytes[literal + offset] != url[position + offset] { return nil }
      return position + length
    }

    private func branch(_ part: Part, _ byte: UInt8) -> Int32 {
      for index in part.range where branches[index].key == byte { return branches[index].node }
      return -1
    }

    private func candidate(_ part: Part, _ accepts: (Int32) -> Bool) -> Int32? {
      for index in part.range where accepts(candidates[index]) { return candidates[index] }
      return nil
    }

    private func segmentEnd(_ position: Int) -> Int {
      var end = position
      while end < url.count, url[end] != 0x2F { end += 1 }
      return end
    }

    private mutating func matchParameters(_ entry: Node, _ position: Int, _ accepts: (Int32) -> Bool) -> Int32? {
      let segmentEnd = segmentEnd(position)
      guard segmentEnd > position else { return nil }
      for index in entry.parameters.range {
        let branch = branches[index]
        let type = CompiledRouteTree.types[Int(branch.key)]
        guard branch.takesWhole else {
          if let found = mostSpecific(branch, type, position, segmentEnd, accepts) { return found }
          continue
        }
        if type == .string || type.accepts(UnsafeBufferPointer(rebasing: url[position..<segmentEnd])) {
          ranges[rangeCount] = position..<segmentEnd
          rangeCount += 1
          if let found = match(branch.node, segmentEnd, accepts) { return found }
          rangeCount -= 1
        }
      }
      return entry.segment >= 0 ? match(entry.segment, segmentEnd, accepts) : nil
    }

    // MARK: Segments with several parameters

    /// The most specific of the candidates behind a parameter that leaves something of its segment: where the parameter
    /// ends depends on the pattern, so that all are asked and their ranks decide.
    private mutating func mostSpecific(
      _ branch: Branch, _ type: RouteParameterType, _ position: Int, _ segmentEnd: Int, _ accepts: (Int32) -> Bool
    ) -> Int32? {
      var best: Int32?
      let ranks = ranks
      explored.removeAll(keepingCapacity: true)
      explore(branch, type, position, segmentEnd) { candidate in
        if let best, ranks[Int(best)] <= ranks[Int(candidate)] { return }
        if accepts(candidate) { best = candidate }
      }
      if best != nil { isShared = true }
      return best
    }

    private mutating func explore(
      _ branch: Branch, _ type: RouteParameterType, _ position: Int, _ segmentEnd: Int, _ found: (Int32) -> Void
    ) {
      if type == .string || type.accepts(UnsafeBufferPointer(rebasing: url[position..<segmentEnd])) {
        explore(branch.node, segmentEnd, found)
      }
      guard !branch.takesWhole else { return }
      let part = UnsafeBufferPointer(rebasing: url[position..<segmentEnd])
      for length in type.lengths(in: part) where length < part.count {
        if type.isOpen || type.accepts(UnsafeBufferPointer(rebasing: part[..<length])) {
          explore(branch.node, position + length, found)
        }
      }
    }

    mutating func explore(_ node: Int32, _ start: Int, _ found: (Int32) -> Void) {
      let entry = nodes[Int(node)]
      guard let position = literalEnd(entry, start) else { return }
      let child = position < url.count ? branch(entry.literals, url[position]) : -1
      let isWide = position < url.count && (entry.parameters.count > 0 || entry.segment >= 0)
      // OPTIMIZATION: most places of a segment lead nowhere, and need not be noted.
      guard child >= 0 || isWide || entry.rests.count > 0 || position == url.count else { return }
      let key = UInt64(UInt32(bitPattern: node)) << 32 | UInt64(UInt32(truncatingIfNeeded: position))
      guard explored.insert(key).inserted else { return }
      if child >= 0 { explore(child, position, found) }
      if isWide {
        let segmentEnd = segmentEnd(position)
        if segmentEnd > position {
          for index in entry.parameters.range {
            explore(branches[index], CompiledRouteTree.types[Int(branches[index].key)], position, segmentEnd, found)
          }
          if entry.segment >= 0 { explore(entry.segment, segmentEnd, found) }
        }
      }
      if position == url.count { for index in entry.ends.range { found(candidates[index]) } }
      for index in entry.rests.range { found(candidates[index]) }
    }
  }
}

extension RouteParameterType {
  /// Whether every part of the type's texts is one too, as far as ``lengths(in:)`` goes.
  fileprivate var isOpen: Bool { self == .string || self == .slug }

  /// The lengths, the longest first, that a value may have at the beginning of a segment that it shares with others.
  ///
  /// Segments of more than ``CompiledRouteTree/maximumSharedSegment`` bytes are not shared, nor are numbers of more than 64.
  func lengths(in segment: UnsafeBufferPointer<UInt8>) -> ReversedCollection<Range<Int>> {
    guard segment.count <= CompiledRouteTree.maximumSharedSegment else { return (0..<0).reversed() }
    switch self {
    case .string: return (1..<(segment.count + 1)).reversed()
    case .slug:
      let end = segment.firstIndex { !RouteParameterType.slug.accepts(CollectionOfOne($0)) } ?? segment.count
      return (1..<(end + 1)).reversed()
    case .uuid: return (segment.count < 36 ? 0..<0 : 36..<37).reversed()
    case .bool, .int, .double: return (1..<(min(segment.count, 64) + 1)).reversed()
    }
  }

  /// The ranges that the parameters of a way through a pattern take in a URL that it matches. Each takes as much as
  /// leaves what the next ones need.
  static func capture(
    _ pieces: [RoutePattern.Piece], in url: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var dead: Set<Int> = []
    func read(_ index: Int, _ position: Int) -> Bool {
      guard index < pieces.count else { return position == url.count }
      let key = position * (pieces.count + 1) + index
      if dead.contains(key) { return false }
      var isFound = false
      var end = position
      while end < url.count, url[end] != 0x2F { end += 1 }
      switch pieces[index] {
      case .literal(let bytes):
        isFound =
          url.count - position >= bytes.count && url[position..<(position + bytes.count)].elementsEqual(bytes)
          && read(index + 1, position + bytes.count)
      case .segment: isFound = end > position && read(index + 1, end)
      case .rest: isFound = true
      case .parameter(_, let type):
        let segment = UnsafeBufferPointer(rebasing: url[position..<end])
        func take(_ length: Int) -> Bool {
          guard type.accepts(UnsafeBufferPointer(rebasing: segment[..<length])) else { return false }
          ranges.append(position..<(position + length))
          if read(index + 1, position + length) { return true }
          ranges.removeLast()
          return false
        }
        isFound =
          !segment.isEmpty
          && (take(segment.count) || type.lengths(in: segment).contains { $0 < segment.count && take($0) })
      }
      if !isFound { dead.insert(key) }
      return isFound
    }
    _ = read(0, start)
    return ranges
  }
}
