/// What is known of some of a few boxes or styles, by their index: looked up far more often than a hash is worth.
struct IndexTable<Value> {
  private var values: [Value?]

  /// A table of nothing for indices below `count`.
  init(count: Int) { values = Array(repeating: nil, count: count) }

  subscript(index: Int32) -> Value? {
    get { values[Int(index)] }
    set { values[Int(index)] = newValue }
  }

  /// Takes over what another table knows of the indices below a limit.
  mutating func take(from other: IndexTable, below limit: Int) {
    for index in 0..<min(limit, values.count, other.values.count) { values[index] = other.values[index] }
  }
}
