import CSSValues
import Names

/// CSS Grid 2: track lists, areas and lines.
extension ValueParser {
  /// `[ <custom-ident>* ]`.
  func lineNames(_ cursor: inout TokenCursor) -> CSSValue? {
    cursor.skipWhitespace()
    guard cursor.peekKind == .leftBracket else { return nil }
    var contents = cursor.consumeBlock()
    var names: [Name] = []
    while true {
      contents.skipWhitespace()
      if contents.isAtEnd { return .lineNames(names) }
      guard let name = customIdent(&contents, excluding: ["span", "auto"]) else { return nil }
      names.append(name)
    }
  }

  private func trackBreadth(_ cursor: inout TokenCursor, allowsFlex: Bool = true) -> CSSValue? {
    if let name = keyword(&cursor, ["auto", "min-content", "max-content"]) { return .keyword(name) }
    let start = cursor
    if allowsFlex, let flex = numeric(.flex, .nonNegative, &cursor) { return flex }
    cursor = start
    return numeric(.lengthPercentage, .nonNegative, &cursor)
  }

  /// `<track-size>` (7.2).
  func trackSize(_ cursor: inout TokenCursor) -> CSSValue? {
    if let breadth = trackBreadth(&cursor) { return breadth }
    let start = cursor
    if let contents = function("minmax", &cursor) {
      guard let parts = commaSeparated(contents), parts.count == 2 else { return nil }
      var (first, second) = (parts[0], parts[1])
      guard let low = trackBreadth(&first, allowsFlex: false), let high = trackBreadth(&second) else { return nil }
      first.skipWhitespace()
      second.skipWhitespace()
      guard first.isAtEnd, second.isAtEnd else { return nil }
      return .function("minmax", [low, high], .comma)
    }
    cursor = start
    if var contents = function("fit-content", &cursor) {
      guard let limit = numeric(.lengthPercentage, .nonNegative, &contents) else { return nil }
      contents.skipWhitespace()
      return contents.isAtEnd ? .function("fit-content", [limit], .comma) : nil
    }
    return nil
  }

  private static func isFixed(_ value: CSSValue) -> Bool {
    switch value {
    case .percentage, .math: return true
    case .dimension(_, let unit): return unit != .fr
    case .function("minmax", let bounds, _):
      func isLength(_ value: CSSValue) -> Bool {
        switch value {
        case .percentage, .math: true
        case .dimension(_, let unit): unit != .fr
        default: false
        }
      }
      return isLength(bounds[0]) || isLength(bounds[1])
    default: return false
    }
  }

  /// `repeat()` of tracks (7.2.3).
  private func trackRepeat(_ cursor: inout TokenCursor) -> (value: CSSValue, isAuto: Bool, isFixed: Bool)? {
    guard let contents = function("repeat", &cursor), let parts = commaSeparated(contents), parts.count == 2 else {
      return nil
    }
    var head = parts[0]
    let count: CSSValue
    var isAuto = false
    if let name = keyword(&head, ["auto-fill", "auto-fit"]) {
      count = .keyword(name)
      isAuto = true
    } else {
      guard let number = numeric(.integer, CalcRange(1, .infinity), &head) else { return nil }
      count = number
    }
    head.skipWhitespace()
    guard head.isAtEnd else { return nil }
    var body = parts[1]
    guard let (items, isFixed) = tracks(&body, allowsRepeat: false), body.isAtEnd else { return nil }
    return (.function("repeat", [count, .list(items, .space)], .comma), isAuto, isFixed)
  }

  /// Track sizes with line names between them, at least one size.
  private func tracks(_ cursor: inout TokenCursor, allowsRepeat: Bool) -> (items: [CSSValue], isFixed: Bool)? {
    var items: [CSSValue] = []
    var hasTrack = false
    var hasAuto = false
    var isFixed = true
    var lastWasNames = false
    while true {
      cursor.skipWhitespace()
      if cursor.isAtEnd { break }
      if cursor.peekKind == .leftBracket {
        guard !lastWasNames, let names = lineNames(&cursor) else { return nil }
        if names != .lineNames([]) { items.append(names) }
        lastWasNames = true
        continue
      }
      let start = cursor
      if allowsRepeat, let repeated = trackRepeat(&cursor) {
        if repeated.isAuto, hasAuto { return nil }
        hasAuto = hasAuto || repeated.isAuto
        isFixed = isFixed && repeated.isFixed
        items.append(repeated.value)
      } else {
        cursor = start
        guard let size = trackSize(&cursor) else {
          cursor = start
          break
        }
        isFixed = isFixed && Self.isFixed(size)
        items.append(size)
      }
      hasTrack = true
      lastWasNames = false
    }
    guard hasTrack, !hasAuto || isFixed else { return nil }
    return (items, isFixed)
  }

  /// `grid-template-columns`, `grid-template-rows` (7.2).
  func gridTemplateTracks(_ cursor: inout TokenCursor) -> CSSValue? {
    if let name = keyword(&cursor, ["none"]) { return .keyword(name) }
    if keyword(&cursor, ["subgrid"]) != nil {
      var items: [CSSValue] = [.keyword("subgrid")]
      var hasAuto = false
      while true {
        cursor.skipWhitespace()
        if cursor.peekKind == .leftBracket {
          guard let names = lineNames(&cursor) else { return nil }
          items.append(names)
        } else if let contents = function("repeat", &cursor) {
          guard let parts = commaSeparated(contents), parts.count == 2 else { return nil }
          var (head, body) = (parts[0], parts[1])
          let count: CSSValue
          if keyword(&head, ["auto-fill"]) != nil {
            guard !hasAuto else { return nil }
            hasAuto = true
            count = .keyword("auto-fill")
          } else {
            guard let number = numeric(.integer, CalcRange(1, .infinity), &head) else { return nil }
            count = number
          }
          var names: [CSSValue] = []
          while !body.isAtEnd {
            guard let set = lineNames(&body) else { return nil }
            names.append(set)
            body.skipWhitespace()
          }
          guard head.isAtEnd, !names.isEmpty else { return nil }
          items.append(.function("repeat", [count, .list(names, .space)], .comma))
        } else {
          break
        }
      }
      return items.count == 1 ? items[0] : .list(items, .space)
    }
    guard let (items, _) = tracks(&cursor, allowsRepeat: true) else { return nil }
    return items.count == 1 ? items[0] : .list(items, .space)
  }

  /// `grid-template-areas` (7.3): strings that form a rectangle of rectangles.
  func gridTemplateAreas(_ cursor: inout TokenCursor) -> CSSValue? {
    if let name = keyword(&cursor, ["none"]) { return .keyword(name) }
    var rows: [String] = []
    while let string = string(&cursor), case .string(let text) = string { rows.append(text) }
    return Self.areas(rows)
  }

  /// The normalised rows of a template, or `nil` where its areas are not rectangles.
  static func areas(_ rows: [String]) -> CSSValue? {
    guard !rows.isEmpty else { return nil }
    var cells: [[String]] = []
    for row in rows {
      guard let names = areaRow(row), !names.isEmpty else { return nil }
      cells.append(names)
    }
    guard cells.allSatisfy({ $0.count == cells[0].count }) else { return nil }
    var boxes: [String: (top: Int, bottom: Int, left: Int, right: Int, count: Int)] = [:]
    for (row, names) in cells.enumerated() {
      for (column, name) in names.enumerated() where name != "." {
        var box = boxes[name] ?? (row, row, column, column, 0)
        box.bottom = row
        box.left = min(box.left, column)
        box.right = max(box.right, column)
        box.count += 1
        boxes[name] = box
      }
    }
    for box in boxes.values where box.count != (box.bottom - box.top + 1) * (box.right - box.left + 1) { return nil }
    let strings = cells.map { CSSValue.string($0.joined(separator: " ")) }
    return strings.count == 1 ? strings[0] : .list(strings, .space)
  }

  /// The cells of one row: names and null cells.
  private static func areaRow(_ text: String) -> [String]? {
    var names: [String] = []
    let scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      if [" ", "\t", "\n", "\r", "\u{C}"].contains(scalar) {
        index += 1
      } else if scalar == "." {
        while index < scalars.count, scalars[index] == "." { index += 1 }
        names.append(".")
      } else {
        var name = String.UnicodeScalarView()
        while index < scalars.count {
          let scalar = scalars[index]
          let isName =
            (scalar >= "a" && scalar <= "z") || (scalar >= "A" && scalar <= "Z") || (scalar >= "0" && scalar <= "9")
            || scalar == "-" || scalar == "_" || scalar.value >= 0x80
          guard isName else { break }
          name.append(scalar)
          index += 1
        }
        guard !name.isEmpty else { return nil }
        names.append(String(name))
      }
    }
    return names
  }

  /// `<grid-line>` (8.3).
  func gridLine(_ cursor: inout TokenCursor) -> CSSValue? {
    if keyword(&cursor, ["auto"]) != nil { return .keyword("auto") }
    var hasSpan = false
    var number: CSSValue?
    var name: Name?
    var order = 0
    while true {
      cursor.skipWhitespace()
      let start = cursor
      // `span` is first or last, never between a number and a name.
      if !hasSpan, keyword(&cursor, ["span"]) != nil {
        hasSpan = true
        order = number == nil && name == nil ? 1 : 2
      } else if number == nil, let value = numeric(.integer, .all, &cursor) {
        if order == 2 { return nil }
        number = value
      } else if name == nil, let ident = customIdent(&cursor, excluding: ["span", "auto"]) {
        if order == 2 { return nil }
        name = ident
      } else {
        cursor = start
        break
      }
    }
    if number == .number(0) { return nil }
    if hasSpan {
      guard number != nil || name != nil else { return nil }
      if case .number(let value)? = number, value < 1 { return nil }
      if number == .number(1), name != nil { number = nil }
      return .list([.keyword("span")] + (number.map { [$0] } ?? []) + (name.map { [.identifier($0)] } ?? []), .space)
    }
    switch (number, name) {
    case (let number?, let name?): return .list([number, .identifier(name)], .space)
    case (let number?, nil): return number
    case (nil, let name?): return .identifier(name)
    case (nil, nil): return nil
    }
  }
}
