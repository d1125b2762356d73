/// What container queries answer, by ``ContainerPlaces`` number and context of a set's rules.
struct ContainerAnswers {
  /// More answers are not kept at once.
  private static let maximumCount = 1 << 24

  /// The answers of the numbers, by their places.
  private var rows: [[Bool?]] = []
  private var places: [UInt32: Int] = [:]
  /// The number that was asked for last, with its place: an element asks for all contexts one after another.
  private var last: (number: UInt32, place: Int)?
  /// The root's font size that lengths counted from.
  private var rootFontSize = Double.nan

  /// Forgets all answers where lengths now count from another size.
  mutating func use(rootFontSize size: Double) {
    guard size != rootFontSize else { return }
    rootFontSize = size
    forget()
  }

  /// The answer that is known.
  mutating func answer(_ number: UInt32, _ context: UInt32) -> Bool? {
    guard let place = place(of: number) else { return nil }
    return rows[place][Int(context)]
  }

  /// Keeps an answer.
  ///
  /// - Parameter count: the number of contexts.
  mutating func keep(_ answer: Bool, _ number: UInt32, _ context: UInt32, of count: Int) {
    if let place = place(of: number) {
      rows[place][Int(context)] = answer
      return
    }
    if (rows.count + 1) * count > Self.maximumCount { forget() }
    var row = [Bool?](repeating: nil, count: count)
    row[Int(context)] = answer
    places[number] = rows.count
    last = (number, rows.count)
    rows.append(row)
  }

  private mutating func place(of number: UInt32) -> Int? {
    if let last, last.number == number { return last.place }
    guard let place = places[number] else { return nil }
    last = (number, place)
    return place
  }

  private mutating func forget() {
    rows.removeAll()
    places.removeAll()
    last = nil
  }
}
