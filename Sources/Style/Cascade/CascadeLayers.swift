import CSS
import Names

/// The layers of one origin of one document in their order (CSS Cascade 5, 6.4.4): every sheet adds to the same tree.
struct CascadeLayers {
  private struct Layer {
    var parent: Int32
    var children: [Int32] = []
  }
  private struct Key: Hashable {
    var parent: Int32
    var name: Name
  }

  /// Layer 0 is the origin itself: what is in no layer.
  private var layers = [Layer(parent: -1)]
  private var named: [Key: Int32] = [:]

  /// The layer of a name inside another, made at its first mention.
  mutating func layer(_ name: Name, in parent: Int32) -> Int32 {
    let key = Key(parent: parent, name: name)
    if let known = named[key] { return known }
    let layer = anonymous(in: parent)
    named[key] = layer
    return layer
  }

  /// The layer of a dotted name; `nil` is an anonymous one.
  mutating func layer(_ path: [Name]?, in parent: Int32) -> Int32 {
    guard let path else { return anonymous(in: parent) }
    var current = parent
    for name in path { current = layer(name, in: current) }
    return current
  }

  /// A layer of its own.
  mutating func anonymous(in parent: Int32) -> Int32 {
    let index = Int32(layers.count)
    layers.append(Layer(parent: parent))
    layers[Int(parent)].children.append(index)
    return index
  }

  /// Each layer's rank: a higher one wins among normal declarations. What a layer holds outside of its own layers
  /// ranks above those; what is in no layer has the highest rank.
  func ranks() -> [UInt32] {
    var ranks = [UInt32](repeating: 0, count: layers.count)
    var next: UInt32 = 0
    // Post-order without recursion: layers may be nested deeply.
    var stack: [(layer: Int32, child: Int)] = [(0, 0)]
    while let (layer, child) = stack.last {
      let children = layers[Int(layer)].children
      if child < children.count {
        stack[stack.count - 1].child += 1
        stack.append((children[child], 0))
      } else {
        ranks[Int(layer)] = next
        next += 1
        stack.removeLast()
      }
    }
    return ranks
  }
}
