import PageFormat

/// What surrounds each node's painting: transforms, groups and clips, from the page inwards.
///
/// Scopes are numbered and share their outer parts, so that going from one node to the next ends and begins only what
/// differs. All that is in a stacking context is painted in one piece, so that a group is begun once.
///
/// DEVIATION: a positioned node that escapes a clip between it and its containing block ends a group inside of that clip, so
/// that such a group is laid over what is below in two pieces.
struct PaintScopes {
  /// One scope: what it begins, inside of another one.
  struct Scope {
    /// -1 for the page itself.
    var parent: Int32
    var depth: Int32
    /// The node, and whether this is its clip (of what is in it) or its group (of itself with all that is in it).
    var node: Int32
    var isClip: Bool
    /// What it begins, outermost first.
    var begins: [DisplayItem]
    /// How many ``DisplayItem/end`` end it: the steps of masks end what they begin themselves.
    var ends: Int
  }

  private(set) var scopes: [Scope] = []
  private var interned: [Key: Int32] = [:]
  private struct Key: Hashable {
    var parent: Int32
    var node: Int32
    var isClip: Bool
  }

  /// The scope of a node's clip or group inside of another one, where it is known already.
  func known(in parent: Int32, node: Int, isClip: Bool) -> Int32? {
    interned[Key(parent: parent, node: Int32(node), isClip: isClip)]
  }

  /// Adds the scope of a node's clip or group inside of another one; without items it is that one.
  mutating func add(_ items: [DisplayItem], in parent: Int32, node: Int, isClip: Bool) -> Int32 {
    let key = Key(parent: parent, node: Int32(node), isClip: isClip)
    let number: Int32
    if items.isEmpty {
      number = parent
    } else {
      number = Int32(scopes.count)
      let depth = parent < 0 ? 0 : scopes[Int(parent)].depth + 1
      scopes.append(
        Scope(
          parent: parent, depth: depth, node: Int32(node), isClip: isClip, begins: items,
          ends: items.reduce(0) { $0 + $1.depthChange }))
    }
    interned[key] = number
    return number
  }

  /// How many items end on the way from one scope to another, and the scopes that begin, outermost first.
  func path(from: Int32, to: Int32) -> (ends: Int, begins: [Int32]) {
    var (left, right) = (from, to)
    var ends = 0
    var begins: [Int32] = []
    func depth(_ scope: Int32) -> Int32 { scope < 0 ? -1 : scopes[Int(scope)].depth }
    while left != right {
      if depth(left) >= depth(right) {
        ends += scopes[Int(left)].ends
        left = scopes[Int(left)].parent
      } else {
        begins.append(right)
        right = scopes[Int(right)].parent
      }
    }
    return (ends, begins.reversed())
  }

  /// The scopes from the outermost to this one.
  func chain(_ scope: Int32) -> [Int32] {
    var chain: [Int32] = []
    var next = scope
    while next >= 0 {
      chain.append(next)
      next = scopes[Int(next)].parent
    }
    return chain.reversed()
  }
}
