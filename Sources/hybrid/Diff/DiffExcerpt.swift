/// Parts of two texts that show where these differ.
enum DiffExcerpt {
  /// Both texts in one line each, cut to a number of characters around their first difference: what both begin with, and what both end
  /// with, is left out as far as there is no room for it.
  static func pair(_ old: String?, _ new: String?, limit: Int) -> (old: String?, new: String?) {
    let (before, after) = (old.map(characters), new.map(characters))
    guard let before, let after else {
      return (before.map { cut($0, from: 0, limit) }, after.map { cut($0, from: 0, limit) })
    }
    guard max(before.count, after.count) > limit else { return (String(before), String(after)) }
    let same = zip(before, after).prefix { $0 == $1 }.count
    // A third of the room is for what comes before the difference, from the beginning of a word on.
    var start = max(0, same - limit / 3)
    if start > 0, let space = before[start..<same].firstIndex(of: " ") { start = space + 1 }
    // Where the whole difference is in the first characters, they are shown from the first.
    if same < limit * 2 / 3 { start = 0 }
    return (cut(before, from: start, limit), cut(after, from: start, limit))
  }

  private static func characters(_ text: String) -> [Character] {
    Array(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  private static func cut(_ text: [Character], from start: Int, _ limit: Int) -> String {
    let start = min(start, text.count)
    let end = text.count - start > limit ? start + limit - 1 : text.count
    var shown = text[start..<end]
    // Not within a word, where the cut leaves most of the room.
    if end < text.count, let space = shown.lastIndex(of: " "), space - start > limit * 2 / 3 { shown = shown[..<space] }
    return (start > 0 ? "…" : "") + String(shown) + (end < text.count ? "…" : "")
  }
}
