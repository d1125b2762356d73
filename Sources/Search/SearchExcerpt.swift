/// The part of a text that answers a question, with the places of its words.
public struct SearchExcerpt: Hashable, Sendable {
  /// The characters that are shown.
  public var text: String
  /// The places of the question's words in ``text``, in order.
  public var highlights: [Range<String.Index>]

  /// The most bytes of a text that are looked through.
  private static let mostBytes = 1 << 18

  /// The part of a text with most of a question's words; its beginning where it has none.
  ///
  /// - Parameters:
  ///   - text: the text; line breaks become spaces.
  ///   - query: the question.
  ///   - length: about how many characters.
  public init(of text: String, for query: SearchQuery, length: Int = 160) {
    let text = String(text.unicodeScalars.prefix(Self.mostBytes).map { $0 == "\n" ? " " : Character($0) })
    let scalars = text.unicodeScalars
    var words: [(number: Int?, range: Range<Int>)] = []
    var position = 0
    var index = text.startIndex
    SearchText.forEachWord(in: text) { term, range in
      position += scalars.distance(from: index, to: range.lowerBound)
      index = range.lowerBound
      let size = scalars.distance(from: range.lowerBound, to: range.upperBound)
      words.append((query.number(of: term), position..<position + size))
    }
    let count = scalars.count
    let found = words.filter { $0.number != nil }
    var start = 0
    if let first = Self.start(of: found, within: length), first > length / 4 {
      // From the beginning of a word, a little before the first one found.
      start = words.last { $0.range.lowerBound <= first - length / 4 }?.range.lowerBound ?? 0
    }
    var end = count
    if count - start > length {
      let last = words.last { $0.range.lowerBound >= start && $0.range.upperBound <= start + length }
      end = max(last?.range.upperBound ?? 0, start + 1)
      if end - start < length / 2 { end = min(count, start + length) }
    }
    self.init(scalars, start..<end, of: count, found.map(\.range))
  }

  private init(_ scalars: String.UnicodeScalarView, _ shown: Range<Int>, of count: Int, _ places: [Range<Int>]) {
    let start = scalars.index(scalars.startIndex, offsetBy: shown.lowerBound)
    let end = scalars.index(start, offsetBy: shown.count)
    let lead = shown.lowerBound > 0 ? "…" : ""
    text = lead + String(scalars[start..<end]) + (shown.upperBound < count ? "…" : "")
    let whole = text.unicodeScalars
    highlights = []
    var last: Range<Int>?
    var merged: [Range<Int>] = []
    for place in places where place.lowerBound >= shown.lowerBound && place.upperBound <= shown.upperBound {
      if let before = last, place.lowerBound <= before.upperBound {
        merged[merged.count - 1] = before.lowerBound..<max(before.upperBound, place.upperBound)
      } else {
        merged.append(place)
      }
      last = merged.last
    }
    for place in merged {
      let offset = place.lowerBound - shown.lowerBound + lead.unicodeScalars.count
      let lower = whole.index(whole.startIndex, offsetBy: offset)
      highlights.append(lower..<whole.index(lower, offsetBy: place.count))
    }
  }

  /// Where the stretch begins that has the most of the question's words, each counted once.
  private static func start(of found: [(number: Int?, range: Range<Int>)], within length: Int) -> Int? {
    var best = (count: 0, start: Int?.none)
    // As far as the ends of stretches, which move on with their beginnings.
    var counts: [Int: Int] = [:]
    var end = 0
    for (index, word) in found.enumerated() {
      while end < found.count, found[end].range.upperBound <= word.range.lowerBound + length * 3 / 4 || end == index {
        counts[found[end].number ?? 0, default: 0] += 1
        end += 1
      }
      if counts.count > best.count { best = (counts.count, word.range.lowerBound) }
      let number = found[index].number ?? 0
      let left = (counts[number] ?? 1) - 1
      counts[number] = left > 0 ? left : nil
    }
    return best.start
  }
}
