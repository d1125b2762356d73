import CSSValues
import Names

/// The productions that are read by code instead of a grammar.
enum Terminal: String, Sendable {
  case number, integer, percentage, length, angle, time, resolution, color, string, url, image, position, display
  case cursor, content, path, symbols, size
  case lengthPercentage = "length-percentage"
  case anglePercentage = "angle-percentage"
  case angleOrZero = "angle-zero"
  case numberOrPercentage = "number-or-percentage"
  case alphaValue = "alpha-value"
  case lengthPercentageOrNumber = "length-percentage-or-number"
  case lengthPercentageAnchor = "length-percentage-anchor"
  case customIdent = "custom-ident"
  case dashedIdent = "dashed-ident"
  case positionX = "position-x"
  case positionY = "position-y"
  case positionArea = "position-area"
  case lineWidth = "line-width"
  case fontFamily = "font-family"
  case featureTag = "feature-tag-value"
  case axisTag = "axis-tag"
  case gridTemplateTracks = "grid-template-tracks"
  case gridTemplateAreas = "grid-template-areas"
  case gridLine = "grid-line"
  case trackSize = "track-size"
  case willChange = "will-change"
  case transformOrigin = "transform-origin"
  case keyframesName = "keyframes-name"
  case containerName = "container-name"
  case counterName = "counter-name"
  case clipRect = "clip-rect"
  case dashArray = "dash-array"
  case stepPosition = "step-easing"
  case linearStops = "linear-stops"
  case polygon, shape
  case rotateAxis = "rotate"

  /// Whether its values are of one component: one token or function.
  var isAtomic: Bool {
    switch self {
    case .number, .integer, .percentage, .length, .lengthPercentage, .lengthPercentageOrNumber, .angle, .angleOrZero,
      .anglePercentage, .time, .resolution, .numberOrPercentage, .alphaValue, .color, .string, .url, .lineWidth, .size,
      .customIdent, .dashedIdent, .stepPosition, .linearStops:
      true
    default: false
    }
  }
}

extension ValueParser {
  /// Reads a terminal; the caller restores the cursor where there is none.
  func terminal(_ terminal: Terminal, _ range: CalcRange, _ cursor: inout TokenCursor, depth: Int) -> CSSValue? {
    switch terminal {
    case .number: return numeric(.number, range, &cursor)
    case .integer: return numeric(.integer, range, &cursor)
    case .percentage: return numeric(.percentage, range, &cursor)
    case .length: return numeric(.length, range, &cursor)
    case .lengthPercentage, .lengthPercentageAnchor: return numeric(.lengthPercentage, range, &cursor)
    case .lengthPercentageOrNumber:
      var parser = self
      parser.numbersAreLengths = true
      return parser.numeric(.lengthPercentage, range, &cursor)
    case .angle: return numeric(.angle, range, &cursor)
    case .angleOrZero: return numeric(.angleOrZero, range, &cursor)
    case .anglePercentage: return numeric(.anglePercentage, range, &cursor)
    case .time: return numeric(.time, range, &cursor)
    case .resolution: return numeric(.resolution, range, &cursor)
    case .numberOrPercentage: return numeric(.numberOrPercentage, range, &cursor)
    case .alphaValue: return numeric(.numberOrPercentage, .all, &cursor)
    case .color: return color(&cursor, depth: depth).map(CSSValue.color)
    case .string:
      guard let value = string(&cursor) else { return nil }
      // An OpenType language system tag has up to four letters (CSS Fonts 4, 6.13).
      if property == .fontLanguageOverride, case .string(let tag) = value {
        guard (1...4).contains(tag.utf8.count), tag.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
      }
      return value
    case .url: return url(&cursor)
    case .image: return image(&cursor, depth: depth)
    case .position: return position(&cursor, allowsThree: property == .backgroundPosition)
    case .positionX: return positionComponent(&cursor, isHorizontal: true)
    case .positionY: return positionComponent(&cursor, isHorizontal: false)
    case .positionArea: return positionArea(&cursor)
    case .display: return display(&cursor)
    case .cursor: return cursorValue(&cursor, depth: depth)
    case .content: return content(&cursor, depth: depth)
    case .path: return pathFunction(&cursor)
    case .symbols: return symbols(&cursor)
    case .size: return size(&cursor)
    case .customIdent:
      return customIdent(&cursor, excluding: property == .colorScheme ? Keywords.schemes : Keywords.noneAndAuto)
        .map(CSSValue.identifier)
    case .dashedIdent: return dashedIdent(&cursor).map(CSSValue.identifier)
    case .lineWidth:
      if let name = keyword(&cursor, Keywords.lineWidths) { return .keyword(name) }
      return numeric(.length, .nonNegative, &cursor)
    case .fontFamily: return fontFamily(&cursor)
    case .featureTag: return featureTag(&cursor)
    case .axisTag: return openTypeTag(&cursor)
    case .gridTemplateTracks: return gridTemplateTracks(&cursor)
    case .gridTemplateAreas: return gridTemplateAreas(&cursor)
    case .gridLine: return gridLine(&cursor)
    case .trackSize: return trackSize(&cursor)
    case .willChange: return willChange(&cursor)
    case .transformOrigin: return transformOrigin(&cursor)
    case .keyframesName: return keyframesName(&cursor)
    case .containerName: return customIdent(&cursor, excluding: Keywords.noContainerNames).map(CSSValue.identifier)
    case .counterName: return customIdent(&cursor, excluding: Keywords.none).map(CSSValue.identifier)
    case .clipRect: return clipRect(&cursor)
    case .dashArray: return dashArray(&cursor)
    case .stepPosition: return steps(&cursor)
    case .linearStops: return linearStops(&cursor)
    case .polygon: return polygon(&cursor)
    case .shape: return shapeFunction(&cursor, depth: depth)
    case .rotateAxis: return rotate(&cursor)
    }
  }

  /// A value of the sizing properties (CSS Sizing 4, 4).
  func size(_ cursor: inout TokenCursor) -> CSSValue? {
    if let name = keyword(&cursor, Keywords.sizes) { return .keyword(name) }
    // DEVIATION: `fit-content()` sizes only tracks, as in browsers.
    let start = cursor
    if let value = calcSize(&cursor) { return value }
    cursor = start
    return numeric(.lengthPercentage, .nonNegative, &cursor)
  }

  /// `calc-size(basis, calculation)` (CSS Values 5, 10.1).
  private func calcSize(_ cursor: inout TokenCursor) -> CSSValue? {
    guard let contents = function("calc-size", &cursor), let parts = commaSeparated(contents), parts.count == 2 else {
      return nil
    }
    var first = parts[0]
    let basis: CSSValue
    if let name = keyword(&first, ["any", "auto", "content"]) {
      basis = .keyword(name)
    } else if let value = size(&first) {
      basis = value
    } else {
      return nil
    }
    var parser = CalcParser(percentageKind: .length, isToken: options.isToken)
    if basis != .keyword("any") { parser.sizeIsVariable = true }
    var second = parts[1]
    guard first.isAtEnd, let (node, type) = parser.sum(&second, depth: 0), type == CalcType(.length), second.isAtEnd
    else { return nil }
    return .function("calc-size", [basis, .math(CalcExpression(node, range: .nonNegative))], .comma)
  }

  func keyframesName(_ cursor: inout TokenCursor) -> CSSValue? {
    if let string = string(&cursor), case .string(let text) = string {
      let name = Name(text)
      let isReserved = name.asciiLowercased == "none" || Self.reservedIdents.contains(name.asciiLowercased)
      return isReserved ? string : .identifier(name)
    }
    return customIdent(&cursor, excluding: Keywords.none).map(CSSValue.identifier)
  }

  /// `will-change` (CSS Will Change 1): names that are not a property of all.
  func willChange(_ cursor: inout TokenCursor) -> CSSValue? {
    guard let parts = commaSeparated(cursor) else { return nil }
    var names: [CSSValue] = []
    for part in parts {
      var part = part
      let isAuto = part.peekKind == .ident && part.text(part.peek, is: "auto")
      if isAuto, parts.count == 1, part.position + 1 == part.end {
        cursor.position = cursor.end
        return .keyword("auto")
      }
      guard let name = customIdent(&part, excluding: ["auto", "none", "all", "will-change"]), part.isAtEnd else {
        return nil
      }
      let lower = name.asciiLowercased
      names.append(.identifier(PropertyID(name: lower) == nil ? name : lower))
    }
    cursor.position = cursor.end
    return names.count == 1 ? names[0] : .list(names, .comma)
  }

  /// `stroke-dasharray`: lengths between commas or white space.
  func dashArray(_ cursor: inout TokenCursor) -> CSSValue? {
    var parser = self
    parser.numbersAreLengths = true
    var items: [CSSValue] = []
    while let item = parser.numeric(.lengthPercentage, .nonNegative, &cursor) {
      items.append(item)
      cursor.skipWhitespace()
      if cursor.peekKind == .comma {
        cursor.position += 1
        cursor.skipWhitespace()
        if cursor.isAtEnd { return nil }
      }
    }
    return items.isEmpty ? nil : (items.count == 1 ? items[0] : .list(items, .comma))
  }

  /// `rect()` of `clip` (CSS 2.2, 11.1.2): commas between all or none.
  func clipRect(_ cursor: inout TokenCursor) -> CSSValue? {
    guard var contents = function("rect", &cursor) else { return nil }
    var items: [CSSValue] = []
    var commas = 0
    while items.count < 4 {
      contents.skipWhitespace()
      if !items.isEmpty, contents.consume(.comma) != nil { commas += 1 }
      contents.skipWhitespace()
      if contents.consumeIdent("auto") {
        items.append(.keyword("auto"))
      } else {
        guard let length = numeric(.length, .all, &contents) else { return nil }
        items.append(length)
      }
    }
    contents.skipWhitespace()
    guard contents.isAtEnd, commas == 0 || commas == 3 else { return nil }
    return .function("rect", items, .comma)
  }

  /// `cursor` (CSS UI 4, 5.1.1): images with hot spots, then a keyword.
  func cursorValue(_ cursor: inout TokenCursor, depth: Int) -> CSSValue? {
    guard let parts = commaSeparated(cursor) else { return nil }
    var items: [CSSValue] = []
    for (index, part) in parts.enumerated() {
      var part = part
      if index == parts.count - 1 {
        guard let name = keyword(&part, Keywords.cursors), part.isAtEnd else { return nil }
        items.append(.keyword(name == "hand" ? "pointer" : name))
        break
      }
      guard let image = image(&part, depth: depth) else { return nil }
      var pieces = [image]
      if let x = numeric(.number, .all, &part) {
        guard let y = numeric(.number, .all, &part) else { return nil }
        pieces += [x, y]
      }
      part.skipWhitespace()
      guard part.isAtEnd else { return nil }
      items.append(pieces.count == 1 ? image : .list(pieces, .space))
    }
    cursor.position = cursor.end
    return items.count == 1 ? items[0] : .list(items, .comma)
  }

  /// `rotate` (CSS Transforms 2, 5.2): an angle, with an axis before or behind it.
  func rotate(_ cursor: inout TokenCursor) -> CSSValue? {
    var axis: [CSSValue] = []
    var angle: CSSValue?
    while true {
      cursor.skipWhitespace()
      if cursor.isAtEnd { break }
      if axis.isEmpty, let name = keyword(&cursor, ["x", "y", "z"]) {
        axis = [.keyword(name)]
      } else if angle == nil, let value = numeric(.angle, .all, &cursor) {
        angle = value
      } else if axis.isEmpty, let x = numeric(.number, .all, &cursor), let y = numeric(.number, .all, &cursor),
        let z = numeric(.number, .all, &cursor)
      {
        axis = [x, y, z]
      } else {
        return nil
      }
    }
    guard let angle else { return nil }
    return axis.isEmpty ? angle : .list(axis + [angle], .space)
  }
}

/// Sets of keywords that terminals ask for.
private enum Keywords {
  static let schemes: Set<Name> = ["only", "normal", "light", "dark"]
  static let none: Set<Name> = ["none"]
  static let noneAndAuto: Set<Name> = ["none", "auto"]
  static let lineWidths: [StaticString] = ["thin", "medium", "thick"]
  static let noContainerNames: Set<Name> = ["none", "and", "or", "not"]
  static let sizes: [StaticString] = [
    "min-content", "max-content", "fit-content", "stretch", "-webkit-fill-available", "-webkit-min-content",
    "-webkit-max-content", "-webkit-fit-content", "intrinsic", "min-intrinsic",
  ]
  static let cursors: [StaticString] = [
    "auto", "default", "none", "context-menu", "help", "pointer", "progress", "wait", "cell", "crosshair", "text",
    "vertical-text", "alias", "copy", "move", "no-drop", "not-allowed", "grab", "grabbing", "e-resize", "n-resize",
    "ne-resize", "nw-resize", "s-resize", "se-resize", "sw-resize", "w-resize", "ew-resize", "ns-resize",
    "nesw-resize", "nwse-resize", "col-resize", "row-resize", "all-scroll", "zoom-in", "zoom-out", "hand",
    "-webkit-grab", "-webkit-grabbing", "-webkit-zoom-in", "-webkit-zoom-out",
  ]
}
