import CSSValues
import Names

/// `grid-template` and `grid` (CSS Grid 2, 7.4 and 7.8).
struct GridShorthand {
  let values: ValueParser

  func parse(_ property: PropertyID, _ cursor: TokenCursor) -> ShorthandParser.Longhands {
    if property == .grid, let automatic = autoFlow(cursor) { return automatic }
    guard let template = template(cursor) else { return [] }
    if property == .gridTemplate { return template }
    return template + [
      (.gridAutoFlow, .keyword("row")), (.gridAutoRows, .keyword("auto")), (.gridAutoColumns, .keyword("auto")),
    ]
  }

  private func result(_ rows: CSSValue, _ columns: CSSValue, _ areas: CSSValue) -> ShorthandParser.Longhands {
    [(.gridTemplateRows, rows), (.gridTemplateColumns, columns), (.gridTemplateAreas, areas)]
  }

  private func template(_ cursor: TokenCursor) -> ShorthandParser.Longhands? {
    var cursor = cursor
    if cursor.position + 1 == cursor.end, cursor.consumeIdent("none") {
      return result(.keyword("none"), .keyword("none"), .keyword("none"))
    }
    let parts = slashSeparated(cursor)
    guard parts.count <= 2 else { return nil }
    if cursor.remaining.contains(where: { cursor.stream.tokens[$0].kind == .string }) {
      return areas(parts[0], columns: parts.count == 2 ? parts[1] : nil)
    }
    guard parts.count == 2, let rows = values.parse(.gridTemplateRows, parts[0]),
      let columns = values.parse(.gridTemplateColumns, parts[1])
    else { return nil }
    return result(rows, columns, .keyword("none"))
  }

  /// `[ names? "row" size? names? ]+ [ / columns ]?`.
  private func areas(_ cursor: TokenCursor, columns: TokenCursor?) -> ShorthandParser.Longhands? {
    var cursor = cursor
    var rows: [CSSValue] = []
    var strings: [String] = []
    var pending: [Name] = []
    func flush() {
      if !pending.isEmpty { rows.append(.lineNames(pending)) }
      pending = []
    }
    while true {
      cursor.skipWhitespace()
      if cursor.isAtEnd { break }
      if cursor.peekKind == .leftBracket {
        guard let names = values.lineNames(&cursor), case .lineNames(let list) = names else { return nil }
        pending += list
        cursor.skipWhitespace()
        if cursor.peekKind == .leftBracket {
          // The end names of one row and the start names of the next.
          guard let next = values.lineNames(&cursor), case .lineNames(let more) = next else { return nil }
          pending += more
          cursor.skipWhitespace()
        }
        if cursor.isAtEnd { break }
      }
      guard let string = values.string(&cursor), case .string(let text) = string else { return nil }
      strings.append(text)
      flush()
      let start = cursor
      if let size = values.trackSize(&cursor) {
        rows.append(size)
      } else {
        cursor = start
        rows.append(.keyword("auto"))
      }
    }
    flush()
    guard let areas = ValueParser.areas(strings) else { return nil }
    var columnValue = CSSValue.keyword("none")
    if let columns {
      // An explicit track list: no repeat(), no none.
      guard let value = values.parse(.gridTemplateColumns, columns), value != .keyword("none"),
        !columns.remaining.contains(where: { index in
          let token = columns.stream.tokens[index]
          return token.kind == .function && columns.text(token, is: "repeat")
        }), !columns.text(columns.peek, is: "subgrid")
      else { return nil }
      columnValue = value
    }
    return result(rows.count == 1 ? rows[0] : .list(rows, .space), columnValue, areas)
  }

  /// The forms of `grid` with `auto-flow`.
  private func autoFlow(_ cursor: TokenCursor) -> ShorthandParser.Longhands? {
    let parts = slashSeparated(cursor)
    guard parts.count == 2 else { return nil }
    for (index, part) in parts.enumerated() {
      var part = part
      guard let isDense = flowKeywords(&part) else { continue }
      part.skipWhitespace()
      let isRow = index == 0
      var automatic = CSSValue.keyword("auto")
      if !part.isAtEnd {
        guard let sizes = values.parse(isRow ? .gridAutoRows : .gridAutoColumns, part) else { return nil }
        automatic = sizes
      }
      let longhand: PropertyID = isRow ? .gridTemplateColumns : .gridTemplateRows
      guard let template = values.parse(longhand, parts[1 - index]) else { return nil }
      let flow: CSSValue =
        isRow
        ? .keyword(isDense ? "dense" : "row")
        : (isDense ? .list([.keyword("column"), .keyword("dense")], .space) : .keyword("column"))
      return [
        (.gridTemplateRows, isRow ? .keyword("none") : template),
        (.gridTemplateColumns, isRow ? template : .keyword("none")),
        (.gridTemplateAreas, .keyword("none")), (.gridAutoFlow, flow),
        (.gridAutoRows, isRow ? automatic : .keyword("auto")), (.gridAutoColumns, isRow ? .keyword("auto") : automatic),
      ]
    }
    return nil
  }

  /// `auto-flow && dense?` at the start: whether `dense` was there, or `nil`.
  private func flowKeywords(_ cursor: inout TokenCursor) -> Bool? {
    cursor.skipWhitespace()
    var isDense = cursor.consumeIdent("dense")
    cursor.skipWhitespace()
    guard cursor.consumeIdent("auto-flow") else { return nil }
    cursor.skipWhitespace()
    if !isDense { isDense = cursor.consumeIdent("dense") }
    return isDense
  }

  private func slashSeparated(_ cursor: TokenCursor) -> [TokenCursor] {
    var cursor = cursor
    var parts: [TokenCursor] = []
    var start = cursor.position
    while !cursor.isAtEnd {
      if cursor.peek.isDelim("/") {
        parts.append(cursor.over(start..<cursor.position).trimmed())
        cursor.position += 1
        start = cursor.position
      } else {
        cursor.skipComponentValue()
      }
    }
    parts.append(cursor.over(start..<cursor.end).trimmed())
    return parts
  }
}
