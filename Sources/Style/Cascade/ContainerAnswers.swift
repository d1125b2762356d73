/// What container queries answer, by ``ContainerPlaces`` number and context of a set's rules.
struct ContainerAnswers {
  /// More answers are not kept at once.
  private static let maximumCount = 1 << 24

  private var rows: [UInt32: [Bool?]] = [:]
  /// The root's font size that lengths counted from.
  private var rootFontSize = Double.nan

  /// Forgets all answers where lengths now count from another size.
  mutating func use(rootFontSize size: Double) {
    guard size != rootFontSize else { return }
    rootFontSize = size
    rows.removeAll()
  }

  /// The answer that is known.
  func answer(_ number: UInt32, _ context: UInt32) -> Bool? {
    guard let row = rows[number] else { return nil }
    return row[Int(context)]
  }

  /// Keeps an answer.
  ///
  /// - Parameter count: the number of contexts.
  mutating func keep(_ answer: Bool, _ number: UInt32, _ context: UInt32, of count: Int) {
    if rows[number] == nil, (rows.count + 1) * count > Self.maximumCount { rows.removeAll() }
    rows[number, default: [Bool?](repeating: nil, count: count)][Int(context)] = answer
  }
}
