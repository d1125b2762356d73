import CSSValues
import Names

/// Shorthands of lists: `background`, `mask`, `animation`, `transition` and the timelines. Every item between commas
/// sets one value of each longhand's list.
struct LayeredShorthand {
  let values: ValueParser
  let property: PropertyID

  private typealias Layer = [PropertyID: CSSValue]

  func parse(_ cursor: TokenCursor) -> ShorthandParser.Longhands {
    guard let parts = values.commaSeparated(cursor) else { return [] }
    var layers: [Layer] = []
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      let layer: Layer?
      switch property {
      case .background: layer = background(part, isLast: isLast)
      case .mask: layer = mask(part)
      case .animation: layer = animation(part)
      case .transition: layer = transition(part)
      case .animationRange: layer = animationRange(part)
      default: layer = timeline(part)
      }
      guard let layer, !layer.isEmpty else { return [] }
      layers.append(layer)
    }
    // `none` of a transition allows nothing beside it.
    if property == .transition, layers.count > 1,
      layers.contains(where: { $0[.transitionProperty] == .keyword("none") })
    {
      return []
    }
    return property.longhands.map { longhand in
      if longhand == .backgroundColor {
        return (longhand, layers.last?[longhand] ?? ShorthandParser.initial(longhand))
      }
      if longhand == .animationTrigger { return (longhand, ShorthandParser.initial(longhand)) }
      let list = layers.map { $0[longhand] ?? ShorthandParser.initial(longhand) }
      return (longhand, list.count == 1 ? list[0] : .list(list, .comma))
    }
  }

  /// One item of a longhand's comma-separated list.
  private func item(_ longhand: PropertyID, _ cursor: inout TokenCursor) -> CSSValue? {
    let whole = GrammarLibrary.grammar(of: longhand)
    // OPTIMIZATION: what is always one component needs no list of what was matched.
    if whole.hasAtomicItems {
      var probe = cursor
      probe.skipWhitespace()
      guard let value = values.single(whole, &probe) else { return nil }
      cursor = probe
      return Canonical.value(value, of: longhand)
    }
    let grammar = whole.root
    var node = grammar
    if case .repeated(let inner, _, _, true) = grammar { node = inner }
    if case .oneOf(let nodes) = grammar, longhand == .transitionProperty || longhand == .animationTrigger {
      node = .oneOf(
        nodes.map {
          if case .repeated(let inner, _, _, true) = $0 { return inner }
          return $0
        })
    }
    var items: [CSSValue] = []
    var probe = cursor
    guard values.match(node, &probe, &items, depth: 0), probe.position > cursor.position,
      let value = ValueParser.joined(items)
    else { return nil }
    cursor = probe
    return Canonical.value(value, of: longhand)
  }

  private func background(_ cursor: TokenCursor, isLast: Bool) -> Layer? {
    var cursor = cursor
    var layer: Layer = [:]
    var boxes: [CSSValue] = []
    while true {
      cursor.skipWhitespace()
      if cursor.isAtEnd { break }
      if layer[.backgroundImage] == nil, let value = item(.backgroundImage, &cursor) {
        layer[.backgroundImage] = value
        continue
      }
      if layer[.backgroundPositionX] == nil {
        var probe = cursor
        if let position = values.position(&probe, allowsThree: true), case .list(let pair, _) = position {
          cursor = probe
          layer[.backgroundPositionX] = pair[0]
          layer[.backgroundPositionY] = pair[1]
          cursor.skipWhitespace()
          if cursor.consumeDelim("/") {
            guard let size = item(.backgroundSize, &cursor) else { return nil }
            layer[.backgroundSize] = size
          }
          continue
        }
      }
      if layer[.backgroundRepeat] == nil, let value = item(.backgroundRepeat, &cursor) {
        layer[.backgroundRepeat] = value
        continue
      }
      if layer[.backgroundAttachment] == nil, let value = item(.backgroundAttachment, &cursor) {
        layer[.backgroundAttachment] = value
        continue
      }
      if boxes.count < 2, let value = item(.backgroundClip, &cursor) {
        boxes.append(value)
        continue
      }
      if isLast, layer[.backgroundColor] == nil, let value = item(.backgroundColor, &cursor) {
        layer[.backgroundColor] = value
        continue
      }
      return nil
    }
    guard assign(boxes, origin: .backgroundOrigin, clip: .backgroundClip, &layer) else { return nil }
    return layer
  }

  /// One box is both origin and clip; of two the first is the origin.
  private func assign(_ boxes: [CSSValue], origin: PropertyID, clip: PropertyID, _ layer: inout Layer) -> Bool {
    func isOrigin(_ value: CSSValue) -> Bool {
      if case .list = value { return false }
      return value != .keyword("text") && value != .keyword("border-area") && value != .keyword("no-clip")
    }
    guard let first = boxes.first else { return true }
    if boxes.count == 1 {
      layer[clip] = first
      if isOrigin(first) { layer[origin] = first }
      return true
    }
    let (start, end) = isOrigin(first) ? (first, boxes[1]) : (boxes[1], first)
    guard isOrigin(start) else { return false }
    layer[origin] = start
    layer[clip] = end
    return true
  }

  private func mask(_ cursor: TokenCursor) -> Layer? {
    var cursor = cursor
    var layer: Layer = [:]
    var boxes: [CSSValue] = []
    while true {
      cursor.skipWhitespace()
      if cursor.isAtEnd { break }
      if layer[.maskPosition] == nil {
        var probe = cursor
        if let position = values.position(&probe) {
          cursor = probe
          layer[.maskPosition] = position
          cursor.skipWhitespace()
          if cursor.consumeDelim("/") {
            guard let size = item(.maskSize, &cursor) else { return nil }
            layer[.maskSize] = size
          }
          continue
        }
      }
      var matched = false
      for longhand in [PropertyID.maskImage, .maskRepeat, .maskComposite, .maskMode] where layer[longhand] == nil {
        guard let value = item(longhand, &cursor) else { continue }
        layer[longhand] = value
        matched = true
        break
      }
      if matched { continue }
      guard boxes.count < 2, let value = item(.maskClip, &cursor) else { return nil }
      boxes.append(value)
    }
    guard assign(boxes, origin: .maskOrigin, clip: .maskClip, &layer) else { return nil }
    return layer
  }

  private func animation(_ cursor: TokenCursor) -> Layer? {
    var cursor = cursor
    var layer: Layer = [:]
    let order: [PropertyID] = [
      .animationTimingFunction, .animationIterationCount, .animationDirection, .animationFillMode, .animationPlayState,
      .animationName,
    ]
    while true {
      cursor.skipWhitespace()
      if cursor.isAtEnd { break }
      if let time = times(&cursor, .animationDuration, .animationDelay, &layer) {
        guard time else { return nil }
        continue
      }
      var matched = false
      for longhand in order where layer[longhand] == nil {
        guard let value = item(longhand, &cursor) else { continue }
        layer[longhand] = value
        matched = true
        break
      }
      guard matched else { return nil }
    }
    return layer
  }

  /// The first time is a duration, the second a delay; `nil` where no time is given, false where there are too many.
  private func times(
    _ cursor: inout TokenCursor, _ duration: PropertyID, _ delay: PropertyID, _ layer: inout Layer
  ) -> Bool? {
    var probe = cursor
    guard let time = values.numeric(.time, .all, &probe) else {
      if duration == .animationDuration, layer[duration] == nil, cursor.peekKind == .ident,
        cursor.text(cursor.peek, is: "auto")
      {
        layer[duration] = .keyword("auto")
        cursor.position += 1
        return true
      }
      return nil
    }
    cursor = probe
    // A negative time is not a duration, so it is the delay.
    var isNegative = false
    if case .dimension(let value, _) = time { isNegative = value < 0 }
    if layer[duration] == nil, !isNegative {
      layer[duration] = time
      return true
    }
    guard layer[delay] == nil else { return false }
    layer[delay] = time
    return true
  }

  private func transition(_ cursor: TokenCursor) -> Layer? {
    var cursor = cursor
    var layer: Layer = [:]
    while true {
      cursor.skipWhitespace()
      if cursor.isAtEnd { break }
      if let time = times(&cursor, .transitionDuration, .transitionDelay, &layer) {
        guard time else { return nil }
        continue
      }
      var matched = false
      for longhand in [PropertyID.transitionTimingFunction, .transitionBehavior, .transitionProperty]
      where layer[longhand] == nil {
        guard let value = item(longhand, &cursor) else { continue }
        layer[longhand] = value
        matched = true
        break
      }
      guard matched else { return nil }
    }
    return layer
  }

  private func timeline(_ cursor: TokenCursor) -> Layer? {
    var cursor = cursor
    var layer: Layer = [:]
    let longhands = property.longhands
    guard let name = item(longhands[0], &cursor) else { return nil }
    layer[longhands[0]] = name
    while true {
      cursor.skipWhitespace()
      if cursor.isAtEnd { return layer }
      var matched = false
      for longhand in longhands.dropFirst() where layer[longhand] == nil {
        guard let value = item(longhand, &cursor) else { continue }
        layer[longhand] = value
        matched = true
        break
      }
      guard matched else { return nil }
    }
  }

  private func animationRange(_ cursor: TokenCursor) -> Layer? {
    var cursor = cursor
    guard let start = item(.animationRangeStart, &cursor) else { return nil }
    cursor.skipWhitespace()
    var end: CSSValue?
    if !cursor.isAtEnd {
      guard let value = item(.animationRangeEnd, &cursor) else { return nil }
      end = value
      cursor.skipWhitespace()
      guard cursor.isAtEnd else { return nil }
    }
    if end == nil {
      // A range's name without an offset means both ends.
      switch start {
      case .list(let items, _): end = items.first
      case .keyword(let name) where name != "normal": end = start
      default: end = .keyword("normal")
      }
    }
    return [.animationRangeStart: start, .animationRangeEnd: end ?? .keyword("normal")]
  }
}
