import CSSValues

/// The lines of the block containers whose content was let go of, in one list that becomes the result's.
///
/// OPTIMIZATION: a page of megabytes has fifty thousand such containers. A context of its own with three lists for each would take
/// three times what the result says of their lines, beside the result.
struct FinishedLines {
  /// What is left of a container's lines.
  private struct Record {
    /// The places in ``FinishedLines/texts``.
    var texts: Range<Int32>
    /// The places in ``FinishedLines/boxFragments``.
    var boxes: Range<Int32>
    /// The places in ``FinishedLines/otherFragments``.
    var others: Range<Int32>
    /// The pieces on lines that the engine has counted for the container.
    var pieceCount: Int32
  }

  /// What the result says of the texts on lines, from their container's border box. Those of containers that were laid out again stay
  /// until ``compact()``.
  private(set) var texts: [LayoutResult.TextLine] = []
  /// The inline boxes on lines.
  private(set) var boxFragments: [InlineContext.BoxFragment] = []
  /// What has a place on a line and no text in the result: line breaks.
  private(set) var otherFragments: [InlineContext.TextFragment] = []
  /// Of scroll containers, around all lines, from the border box; px.
  private(set) var bounds: [BoxIndex: LayoutRect] = [:]
  /// By box: the record's place and 1 more, or 0; empty as long as there are no records.
  private var places: [Int32] = []
  private var records: [Record] = []
  /// How many of ``texts`` are of no container any more.
  private var unused = 0

  /// So many texts of no container are worth a new list, where they are half of it.
  private static let mostUnused = 1 << 14

  /// Whether no container has lines here.
  var isEmpty: Bool { records.isEmpty }

  private func record(of box: BoxIndex) -> Record? {
    guard !places.isEmpty, places[Int(box)] > 0 else { return nil }
    return records[Int(places[Int(box)]) - 1]
  }

  /// The places in ``texts`` of a container's; `nil` where it has no lines here.
  func texts(of box: BoxIndex) -> Range<Int>? {
    record(of: box).map { Int($0.texts.lowerBound)..<Int($0.texts.upperBound) }
  }

  /// The inline boxes on the lines of a container.
  func boxFragments(of box: BoxIndex) -> ArraySlice<InlineContext.BoxFragment> {
    record(of: box).map { boxFragments[Int($0.boxes.lowerBound)..<Int($0.boxes.upperBound)] } ?? []
  }

  /// The line breaks of a container.
  func otherFragments(of box: BoxIndex) -> ArraySlice<InlineContext.TextFragment> {
    record(of: box).map { otherFragments[Int($0.others.lowerBound)..<Int($0.others.upperBound)] } ?? []
  }

  /// The pieces on lines that the engine has counted for a container.
  func pieceCount(of box: BoxIndex) -> Int { record(of: box).map { Int($0.pieceCount) } ?? 0 }

  /// Forgets the lines of a container, which has others now.
  mutating func forget(_ box: BoxIndex) {
    guard let record = record(of: box) else { return }
    unused += record.texts.count
    places[Int(box)] = 0
    bounds[box] = nil
  }

  /// Keeps the lines of a container instead of those that it had.
  ///
  /// - Parameters:
  ///   - context: the container's lines, as committed.
  ///   - lines: by its text fragments, what the result says of each; `nil` for what it says nothing of.
  ///   - boxCount: how many boxes there are.
  ///   - isScrolled: whether the container scrolls.
  mutating func keep(_ context: InlineContext, _ lines: [LayoutResult.TextLine?], boxCount: Int, isScrolled: Bool) {
    let box = context.container
    if places.isEmpty { places = Array(repeating: 0, count: boxCount) }
    forget(box)
    if unused > Self.mostUnused, unused > texts.count / 2 { compact() }
    var record = Record(
      texts: Int32(texts.count)..<Int32(texts.count), boxes: Int32(boxFragments.count)..<Int32(boxFragments.count),
      others: Int32(otherFragments.count)..<Int32(otherFragments.count),
      pieceCount: Int32(clamping: context.pieceCount))
    for (fragment, line) in zip(context.textFragments, lines) {
      if let line { texts.append(line) } else { otherFragments.append(fragment) }
    }
    boxFragments.append(contentsOf: context.boxFragments)
    record.texts = record.texts.lowerBound..<Int32(texts.count)
    record.boxes = record.boxes.lowerBound..<Int32(boxFragments.count)
    record.others = record.others.lowerBound..<Int32(otherFragments.count)
    records.append(record)
    places[Int(box)] = Int32(records.count)
    if isScrolled { bounds[box] = context.lineBounds }
  }

  /// Takes the list of texts; the containers' places in it stay known.
  mutating func takeTexts() -> [LayoutResult.TextLine] {
    defer { texts = [] }
    return texts
  }

  /// Gives back what boxes that were laid out again have left behind.
  private mutating func compact() {
    let old = self
    (texts, boxFragments, otherFragments, records) = ([], [], [], [])
    unused = 0
    for index in places.indices {
      guard let record = old.record(of: BoxIndex(index)) else { continue }
      func moved<Element>(_ range: Range<Int32>, _ from: [Element], _ to: inout [Element]) -> Range<Int32> {
        let start = Int32(to.count)
        to.append(contentsOf: from[Int(range.lowerBound)..<Int(range.upperBound)])
        return start..<Int32(to.count)
      }
      records.append(
        Record(
          texts: moved(record.texts, old.texts, &texts), boxes: moved(record.boxes, old.boxFragments, &boxFragments),
          others: moved(record.others, old.otherFragments, &otherFragments), pieceCount: record.pieceCount))
      places[index] = Int32(records.count)
    }
  }
}
