import HybridClient

/// A highlighted part of a line of a view's text.
public struct TextMark: Hashable, Sendable {
  /// Why it is highlighted.
  public enum Kind: Sendable {
    /// It was looked for.
    case found
    /// It was looked for, and is what the reader is at.
    case current
    /// The reader selected it.
    case selected
  }

  /// The line's place among those of the view.
  public var line: Int
  /// Characters of the line.
  public var range: Range<Int>
  /// Why it is highlighted.
  public var kind: Kind
}

/// A place between two characters of a page's texts.
struct TextPosition: Hashable, Comparable {
  /// The view's place among those with texts, in the page's order.
  var view: Int
  /// The line's place among those of the view.
  var line: Int
  /// The characters of the line before it.
  var column: Int

  static func < (left: Self, right: Self) -> Bool {
    (left.view, left.line, left.column) < (right.view, right.line, right.column)
  }
}

/// The lines of a view's text with what is between them: nothing within a word, a space or the end of a line elsewhere.
struct TextFlow {
  let lines: [[Character]]
  /// What is between a line and the next one, one fewer than there are lines.
  let joints: [String]
  /// The lines at whose end a hyphen is painted that the text does not have: a soft hyphen is there, or a dictionary parts the word.
  private var hyphenated: Set<Int> = []

  init(of view: HostView) {
    if view.kind.takesText {
      let field = FieldAttributes(of: view)
      // What a field hides is not to be found out by searching, either.
      let texts = field.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      lines = field.isSecure ? [] : texts.map(Array.init)
      joints = lines.dropFirst().map { _ in "\n" }
      return
    }
    let texts = view.lines.map(\.text)
    lines = texts.map(Array.init)
    var joints: [String] = []
    var rest = Substring(view.text)
    for (index, text) in texts.enumerated() {
      // UNIMPLEMENTED: texts that are painted otherwise than they are written, with another `hyphenate-character` or transformed,
      // are not found there.
      var place = text.isEmpty ? nil : rest.firstRange(of: text)
      if place == nil, text.count > 1, let last = text.last, last == "-" || last == "\u{2010}" {
        place = rest.firstRange(of: text.dropLast() + "\u{AD}") ?? rest.firstRange(of: text.dropLast())
        if place != nil { hyphenated.insert(index) }
      }
      if index > 0 {
        let between = place.map { rest[..<$0.lowerBound] }
        joints.append(between.map { $0.contains(where: \.isNewline) ? "\n" : $0.isEmpty ? "" : " " } ?? " ")
      }
      if let place { rest = rest[place.upperBound...] }
    }
    self.joints = joints
  }

  /// A character with its place; what is between lines has none.
  private struct Letter {
    var folded: String
    var line: Int
    var column: Int
  }

  /// Where a text is, whatever its case: the parts of lines for each place.
  func places(of wanted: [String], atMost limit: Int) -> [[(line: Int, range: Range<Int>)]] {
    guard !wanted.isEmpty else { return [] }
    var letters: [Letter] = []
    for (line, characters) in lines.enumerated() {
      for (column, character) in characters.enumerated() {
        if column + 1 == characters.count, hyphenated.contains(line) { continue }
        letters += Self.folded(character).map { Letter(folded: $0, line: line, column: column) }
      }
      if joints.indices.contains(line), !joints[line].isEmpty {
        letters.append(Letter(folded: " ", line: -1, column: 0))
      }
    }
    var found: [[(line: Int, range: Range<Int>)]] = []
    var start = 0
    while start + wanted.count <= letters.count, found.count < limit {
      guard wanted.indices.allSatisfy({ letters[start + $0].folded == wanted[$0] }) else {
        start += 1
        continue
      }
      var parts: [(line: Int, range: Range<Int>)] = []
      for letter in letters[start..<start + wanted.count] where letter.line >= 0 {
        if let last = parts.indices.last, parts[last].line == letter.line {
          parts[last].range = parts[last].range.lowerBound..<letter.column + 1
        } else {
          parts.append((letter.line, letter.column..<letter.column + 1))
        }
      }
      found.append(parts)
      start += wanted.count
    }
    return found
  }

  /// The characters of a text that is looked for: runs of white space are one space.
  static func folded(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ").flatMap(folded)
  }

  /// What a character is compared as, whatever its case: `ss` for `ß`, and nothing for a soft hyphen.
  private static func folded(_ character: Character) -> [String] {
    character == "\u{AD}" ? [] : character.uppercased().lowercased().map { String($0) }
  }

  /// The text from a place to another, white space between lines included.
  func text(from start: (line: Int, column: Int), to end: (line: Int, column: Int)) -> String {
    var text = ""
    for line in lines.indices where line >= start.line && line <= end.line {
      let characters = lines[line]
      let first = line == start.line ? min(start.column, characters.count) : 0
      let last = line == end.line ? min(end.column, characters.count) : characters.count
      if first < last { text += String(characters[first..<last]) }
      if line < end.line, joints.indices.contains(line) { text += joints[line] }
    }
    return text
  }
}

extension HostTree {
  /// The views with lines of text that are not hidden, in the page's order.
  var texts: [HostView] {
    var found: [HostView] = []
    var stack = Array(roots.reversed())
    while let view = stack.popLast() {
      guard !view.isHidden else { continue }
      if !view.lines.isEmpty, !view.kind.takesText { found.append(view) }
      stack += view.children.reversed()
    }
    return found
  }

  /// The views that are searched: those with lines of text, and fields with what is in them.
  var searchedTexts: [HostView] {
    var found: [HostView] = []
    var stack = Array(roots.reversed())
    while let view = stack.popLast() {
      guard !view.isHidden else { continue }
      if !view.lines.isEmpty || view.kind.takesText { found.append(view) }
      stack += view.children.reversed()
    }
    return found
  }

  /// Marks parts of texts, and nothing else of the same kinds.
  func mark(_ marks: [Int: [TextMark]], replacing kinds: Set<TextMark.Kind>) {
    for (node, view) in views {
      let others = view.marks.filter { !kinds.contains($0.kind) }
      let wanted = others + (marks[node] ?? [])
      guard wanted != view.marks else { continue }
      view.marks = wanted
      view.needsUpdate = true
      if let own = platformView(of: node) {
        view.needsUpdate = false
        adapter.update(own, from: view)
      }
    }
  }

  /// A point of the screen in a view's own coordinates; `nil` where a transform hides it.
  func local(_ x: Double, _ y: Double, in view: HostView) -> (x: Double, y: Double)? {
    var path: [HostView] = []
    var next: HostView? = view
    while let current = next {
      path.append(current)
      next = current.parent
    }
    var point = (x: x + screen.x, y: y + screen.y)
    for (index, current) in path.reversed().enumerated() {
      guard let inner = current.inside(point.x, point.y) else { return nil }
      point = index + 1 == path.count ? inner : (inner.x + current.offset.x, inner.y + current.offset.y)
    }
    return point
  }
}
