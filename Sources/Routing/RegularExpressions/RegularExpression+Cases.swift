extension RegularExpression {
  /// Whether the expression somewhere takes an ASCII capital without its small letter, however it is written (`A`, `\x41`,
  /// `[A-F]`, `[^a]`), or a set of more than letters without capitals (`[^A-Z]`): it matches otherwise where case does not
  /// count.
  public var isCaseSensitive: Bool {
    var parser = RegularExpressionParser(text, ignoresCase: false)
    // The text was parsed before.
    guard let tree = try? parser.parse() else { return false }
    return Self.isCaseSensitive(tree)
  }

  /// The tree is not a deeper than the parser lets groups be.
  private static func isCaseSensitive(_ node: RegularExpressionNode) -> Bool {
    switch node {
    case .set(let set): isCaseSensitive(set)
    case .sequence(let nodes), .alternation(let nodes): nodes.contains(where: isCaseSensitive)
    case .capture(_, let node), .repetition(let node, _, _, _), .lookAhead(let node, _): isCaseSensitive(node)
    case .empty, .start, .end, .wordBoundary: false
    }
  }

  private static func isCaseSensitive(_ set: CharacterRanges) -> Bool {
    // Without `é` or `€` it is a set of some letters, of which small ones are recognized by the URLs that they meet.
    let isInverted = set.contains(0x20AC)
    return (UInt32(0x41)...0x5A).contains { capital in
      let (hasCapital, hasSmall) = (set.contains(capital), set.contains(capital + 32))
      return hasCapital && !hasSmall || isInverted && hasCapital != hasSmall
    }
  }
}
