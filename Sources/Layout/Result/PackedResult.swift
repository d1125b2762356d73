import CSSValues

/// A layout's result in a third of the room, for as long as nobody reads it.
///
/// OPTIMIZATION: a build lays a page out in several viewports and holds what each of them gave until the page has its files. Of a page of
/// megabytes the frames and lines of one viewport take five times what the page has.
package struct PackedResult: Sendable {
  /// All but the frames, fragments and lines.
  private let rest: LayoutResult
  private let frames: PackedWords
  private let fragments: PackedWords
  private let lines: PackedWords
  /// The characters of the tree, of which lines are parts.
  private let text: [UInt16]
  /// What lines have of their own, one behind the other.
  private let ownUnits: [UInt16]
  /// The lists of fonts that lines have.
  private let fonts: [[Int]]
  /// What is painted instead of the lines that are cut off.
  private let cuts: [(line: Int, shown: LayoutResult.ShownText)]

  /// Packs a result.
  ///
  /// - Parameters:
  ///   - result: what a layout gave.
  ///   - text: the characters of the tree that was laid out.
  package init(_ result: LayoutResult, text: [UInt16]) {
    var rest = result
    (rest.frames, rest.fragments, rest.lines) = ([], [], [])
    self.rest = rest
    self.text = text
    frames = result.frames.withUnsafeBufferPointer { frames in
      PackedWords(frames.count, width: 5) { index, words in
        words.store(frames[index].rect)
        words.store(frames[index].fragmentStart, frames[index].fragmentsAndBox, at: 4)
      }
    }
    fragments = PackedWords(result.fragments.count, width: 4) { index, words in words.store(result.fragments[index]) }
    var parts = LineParts(text)
    lines = result.lines.withUnsafeBufferPointer { lines in
      PackedWords(lines.count, width: 9) { index, words in
        words.store(lines[index].rect)
        words[4] = lines[index].baseline.bitPattern
        words[5] = parts.identity(of: lines[index])
        words.store(lines[index].rangeStart, lines[index].rangeEnd, at: 6)
        words[7] = parts.place(of: lines[index].units)
        words[8] = parts.number(of: lines[index].fonts)
      }
    }
    cuts = result.lines.indices.compactMap { index in result.lines[index].shown.map { (index, $0) } }
    (ownUnits, fonts) = (parts.ownUnits, parts.fonts)
  }

  /// The result, as it was.
  package var result: LayoutResult {
    var result = rest
    result.frames = frames.map { words in
      var frame = LayoutResult.Frame(rect: words.rect, hasBox: false)
      (frame.fragmentStart, frame.fragmentsAndBox) = words.pair(at: 4)
      return frame
    }
    result.fragments = fragments.map { $0.rect }
    result.lines = lines.map { words in
      let flags = UInt8(truncatingIfNeeded: words[5] >> 40)
      let (start, count) = words.pair(at: 7)
      var line = LayoutResult.TextLine(
        node: Int32(truncatingIfNeeded: words[5]), range: 0..<0, rect: words.rect,
        baseline: Double(bitPattern: words[4]),
        units: LineUnits(flags & LineParts.ownUnits == 0 ? text : ownUnits, Int(start)..<Int(start) + Int(count)),
        fonts: fonts[Int(words[8])], level: UInt8(truncatingIfNeeded: words[5] >> 32))
      (line.rangeStart, line.rangeEnd) = words.pair(at: 6)
      line.isOfFirstLine = flags & LineParts.firstLine != 0
      line.isFirstLetter = flags & LineParts.firstLetter != 0
      return line
    }
    for cut in cuts { result.lines[cut.line].shown = cut.shown }
    return result
  }
}

/// What the lines of a result refer to, while they are packed.
private struct LineParts {
  static let firstLine: UInt8 = 1
  static let firstLetter: UInt8 = 2
  /// The line's units are in ``ownUnits``.
  static let ownUnits: UInt8 = 4

  private let text: [UInt16]
  private(set) var ownUnits: [UInt16] = []
  private(set) var fonts: [[Int]] = []
  /// The numbers of lists by where they are in memory: lines share them.
  private var numbers: [UnsafePointer<Int>?: UInt64] = [:]
  private var last: (address: UnsafePointer<Int>?, number: UInt64)?

  init(_ text: [UInt16]) { self.text = text }

  /// The node of a line, with its level and how it differs from others.
  func identity(of line: LayoutResult.TextLine) -> UInt64 {
    let flags =
      (line.isOfFirstLine ? Self.firstLine : 0) | (line.isFirstLetter ? Self.firstLetter : 0)
      | (line.units.isPart(of: text) ? 0 : Self.ownUnits)
    return UInt64(UInt32(bitPattern: line.node)) | UInt64(line.level) << 32 | UInt64(flags) << 40
  }

  /// Where a line's units begin, and how many there are.
  mutating func place(of units: LineUnits) -> UInt64 {
    var start = units.start
    if !units.isPart(of: text) {
      start = Int32(ownUnits.count)
      ownUnits.append(contentsOf: units)
    }
    return UInt64(UInt32(bitPattern: start)) | UInt64(UInt32(bitPattern: units.length)) << 32
  }

  mutating func number(of list: [Int]) -> UInt64 {
    // All empty lists are one, which is nowhere.
    let address = list.isEmpty ? nil : list.withUnsafeBufferPointer { $0.baseAddress }
    if let last, last.address == address { return last.number }
    let number = numbers[address] ?? UInt64(fonts.count)
    if number == fonts.count {
      fonts.append(list)
      numbers[address] = number
    }
    last = (address, number)
    return number
  }
}

extension UnsafeMutablePointer<UInt64> {
  fileprivate func store(_ rect: LayoutRect) {
    self[0] = rect.x.bitPattern
    self[1] = rect.y.bitPattern
    self[2] = rect.width.bitPattern
    self[3] = rect.height.bitPattern
  }

  fileprivate func store(_ first: Int32, _ second: Int32, at index: Int) {
    self[index] = UInt64(UInt32(bitPattern: first)) | UInt64(UInt32(bitPattern: second)) << 32
  }
}

extension UnsafePointer<UInt64> {
  fileprivate var rect: LayoutRect {
    LayoutRect(
      x: Double(bitPattern: self[0]), y: Double(bitPattern: self[1]), width: Double(bitPattern: self[2]),
      height: Double(bitPattern: self[3]))
  }

  fileprivate func pair(at index: Int) -> (Int32, Int32) {
    (Int32(truncatingIfNeeded: self[index]), Int32(truncatingIfNeeded: self[index] >> 32))
  }
}
