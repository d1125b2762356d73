import Names

/// Shorthands of computed styles as text (CSSOM 1, 6.7.2 "serialize a CSS value").
struct ShorthandSerialization {
  let style: ComputedStyle
  let context: SerializationContext

  private func longhand(_ property: PropertyID) -> String { style.serialized(property, context) }

  func text(_ property: PropertyID) -> String {
    let parts = property.longhands.map(longhand)
    switch PropertyTable.form(of: property) {
    case .sides?: return Self.collapsedSides(parts)
    case .pair?: return parts[0] == parts[1] ? parts[0] : parts.joined(separator: " ")
    case .anyOrder?, nil: break
    }
    switch property {
    case .all: return ""
    case .border:
      let sides = [PropertyID.borderTop, .borderRight, .borderBottom, .borderLeft].map(text)
      return Set(sides).count == 1 ? sides[0] : ""
    case .borderBlock, .borderInline:
      let ends: [PropertyID] =
        property == .borderBlock ? [.borderBlockStart, .borderBlockEnd] : [.borderInlineStart, .borderInlineEnd]
      return text(ends[0]) == text(ends[1]) ? text(ends[0]) : ""
    case .borderRadius: return borderRadius()
    case .flexFlow: return Self.withoutInitial(parts, ["row", "nowrap"])
    case .gridRow, .gridColumn: return Self.lines(property.longhands.map { style.computedValue($0) })
    case .gridArea: return Self.lines(property.longhands.map { style.computedValue($0) })
    case .font: return font()
    case .fontVariant: return Self.variant(parts)
    case .fontSynthesis:
      let names = ["weight", "style", "small-caps"]
      let on = zip(names, parts).filter { $1 == "auto" }.map(\.0)
      return on.isEmpty ? "none" : on.joined(separator: " ")
    case .backgroundPosition:
      let images = items(.backgroundImage).count
      let (xs, ys) = (items(.backgroundPositionX), items(.backgroundPositionY))
      return (0..<images).map { xs[$0 % xs.count] + " " + ys[$0 % ys.count] }.joined(separator: ", ")
    case .animation: return layers(property) { Self.animation($0) }
    case .transition: return layers(property) { Self.transition($0) }
    case .background: return background()
    case .mask: return layers(property) { Self.mask($0) }
    case .columns:
      let text = Self.withoutInitial(Array(parts[..<2]), ["auto", "auto"])
      return parts[2] == "auto" ? text : text + " / " + parts[2]
    case .container: return parts[1] == "normal" ? parts[0] : parts.joined(separator: " / ")
    case .whiteSpace: return Self.whiteSpace(parts[0], parts[1])
    case .textWrap: return Self.withoutInitial(parts, ["wrap", "auto"])
    case .textDecoration:
      var words = [parts[0]]
      if parts[1] != "auto" { words.append(parts[1]) }
      if parts[2] != "solid" { words.append(parts[2]) }
      if parts[3] != style.text.color.text { words.append(parts[3]) }
      if words.count > 1, words[0] == "none" { words.removeFirst() }
      return words.joined(separator: " ")
    case .borderImage, .webkitMaskBoxImage:
      if property == .borderImage, parts == ["none", "100%", "1", "0", "stretch"] { return "none" }
      return parts[0] + " " + parts[1] + " / " + parts[2] + " / " + parts[3] + " " + parts[4]
    case .gridTemplate, .grid: return gridTemplate(parts)
    case .offset: return offset(parts)
    case .marker: return Set(parts).count == 1 ? parts[0] : ""
    case .scrollTimeline, .viewTimeline, .animationRange:
      return layers(property) {
        $0.enumerated().filter { $0.offset == 0 || !["block", "auto", "normal"].contains($0.element) }
          .map(\.element).joined(separator: " ")
      }
    case .pageBreakAfter, .pageBreakBefore, .pageBreakInside:
      switch parts[0] {
      case "page": return "always"
      case "auto", "left", "right", "avoid": return parts[0]
      default: return ""
      }
    case .webkitColumnBreakAfter, .webkitColumnBreakBefore, .webkitColumnBreakInside:
      switch parts[0] {
      case "column": return "always"
      case "avoid-column": return "avoid"
      default: return parts[0] == "auto" ? "auto" : ""
      }
    default: return parts.joined(separator: " ")
    }
  }

  private static func collapsedSides(_ parts: [String]) -> String {
    var parts = parts
    if parts[3] == parts[1] {
      parts.removeLast()
      if parts[2] == parts[0] {
        parts.removeLast()
        if parts[1] == parts[0] { parts.removeLast() }
      }
    }
    return parts.joined(separator: " ")
  }

  /// The parts that are not initial; the first initial one where all are.
  private static func withoutInitial(_ parts: [String], _ initial: [String]) -> String {
    let kept = zip(parts, initial).filter { $0 != $1 }.map(\.0)
    return kept.isEmpty ? initial[0] : kept.joined(separator: " ")
  }

  private func borderRadius() -> String {
    let radii = PropertyID.borderRadius.longhands.map { property -> (String, String) in
      let value = style.computedValue(property)
      if case .list(let pair, _) = value { return (pair[0].text, pair[1].text) }
      return (value.text, value.text)
    }
    let horizontal = Self.collapsedSides(radii.map(\.0))
    let vertical = Self.collapsedSides(radii.map(\.1))
    return horizontal == vertical ? horizontal : horizontal + " / " + vertical
  }

  /// Grid lines between slashes; those that the ones before imply are left out.
  private static func lines(_ values: [CSSValue]) -> String {
    var values = values
    func implied(_ line: CSSValue) -> CSSValue {
      if case .identifier = line { return line }
      return .keyword("auto")
    }
    while values.count > 1 {
      let base = values.count == 2 ? values[0] : values[values.count - 3]
      guard values[values.count - 1] == implied(base) else { break }
      values.removeLast()
    }
    return values.map(\.text).joined(separator: " / ")
  }

  private func font() -> String {
    // Longhands that the shorthand resets but cannot express.
    for property in [
      PropertyID.fontSizeAdjust, .fontKerning, .fontFeatureSettings, .fontVariationSettings,
      .fontOpticalSizing, .fontLanguageOverride, .fontVariantLigatures, .fontVariantNumeric, .fontVariantEastAsian,
      .fontVariantAlternates, .fontVariantPosition, .fontVariantEmoji,
    ] {
      guard longhand(property) == property.definition.initial else { return "" }
    }
    var words: [String] = []
    let slant = longhand(.fontStyle)
    if slant != "normal" { words.append(slant) }
    let caps = longhand(.fontVariantCaps)
    if caps == "small-caps" { words.append(caps) } else if caps != "normal" { return "" }
    if style.font.weight != 400 { words.append(longhand(.fontWeight)) }
    if style.font.stretch != 100 {
      let names: [Double: String] = [
        50: "ultra-condensed", 62.5: "extra-condensed", 75: "condensed", 87.5: "semi-condensed", 112.5: "semi-expanded",
        125: "expanded", 150: "extra-expanded", 200: "ultra-expanded",
      ]
      guard let name = names[style.font.stretch] else { return "" }
      words.append(name)
    }
    let height = style.font.lineHeight == .normal ? "" : " / " + longhand(.lineHeight)
    words.append(longhand(.fontSize) + height)
    words.append(longhand(.fontFamily))
    return words.joined(separator: " ")
  }

  private static func variant(_ parts: [String]) -> String {
    let kept = parts.filter { $0 != "normal" }
    if kept.contains("none") { return kept.count == 1 ? "none" : "" }
    return kept.isEmpty ? "normal" : kept.joined(separator: " ")
  }

  private static func whiteSpace(_ collapse: String, _ wrap: String) -> String {
    switch (collapse, wrap) {
    case ("collapse", "wrap"): "normal"
    case ("preserve", "nowrap"): "pre"
    case ("preserve", "wrap"): "pre-wrap"
    case ("preserve-breaks", "wrap"): "pre-line"
    case ("collapse", "nowrap"): "nowrap"
    case ("break-spaces", "wrap"): "break-spaces"
    default: collapse + " " + wrap
    }
  }

  // MARK: Lists

  /// The items of a longhand's list, each as text.
  private func items(_ property: PropertyID) -> [String] {
    let physical = property.physical(style.text.writingMode, style.text.direction)
    if case .list(let items, .comma) = style.computedValue(physical) { return items.map { style.resolvedText($0) } }
    return [longhand(property)]
  }

  /// One text for each item of the first list; the others repeat or are cut.
  private func layers(_ property: PropertyID, _ text: ([String]) -> String) -> String {
    let lists = property.longhands.map(items)
    let leading =
      property == .animation || property == .transition
      ? lists.map(\.count).max() ?? 1 : lists[0].count
    return (0..<leading).map { index in text(lists.map { $0[index % $0.count] }) }.joined(separator: ", ")
  }

  private static func animation(_ parts: [String]) -> String {
    let initial = ["0s", "ease", "0s", "1", "normal", "none", "running", "none", "auto"]
    var words: [String] = []
    for (index, part) in parts.prefix(9).enumerated() {
      if index == 0, part == "0s", parts[2] != "0s" { words.append(part) }
      if part != initial[index] { words.append(part) }
    }
    return words.isEmpty ? "none" : words.joined(separator: " ")
  }

  private static func transition(_ parts: [String]) -> String {
    // Property, duration, timing function, delay, behaviour.
    var words: [String] = []
    if parts[0] != "all" { words.append(parts[0]) }
    if parts[1] != "0s" || parts[3] != "0s" { words.append(parts[1]) }
    if parts[2] != "ease" { words.append(parts[2]) }
    if parts[3] != "0s" { words.append(parts[3]) }
    if parts[4] != "normal" { words.append(parts[4]) }
    return words.isEmpty ? "all" : words.joined(separator: " ")
  }

  private func background() -> String {
    let images = items(.backgroundImage)
    let longhands: [PropertyID] = [
      .backgroundRepeat, .backgroundAttachment, .backgroundPositionX, .backgroundPositionY, .backgroundSize,
      .backgroundOrigin, .backgroundClip,
    ]
    let lists = longhands.map(items)
    return images.enumerated().map { index, image in
      func at(_ list: Int) -> String { lists[list][index % lists[list].count] }
      var words: [String] = []
      if index == images.count - 1 { words.append(longhand(.backgroundColor)) }
      words += [image, at(0), at(1), at(2), at(3), "/", at(4), at(5), at(6)]
      return words.joined(separator: " ")
    }.joined(separator: ", ")
  }

  private static func mask(_ parts: [String]) -> String {
    let initial = ["none", "0% 0%", "auto", "repeat", "border-box", "border-box", "add", "match-source"]
    var words: [String] = []
    if parts[0] != "none" { words.append(parts[0]) }
    if parts[1] != initial[1] || parts[2] != initial[2] {
      words.append(parts[2] == "auto" ? parts[1] : parts[1] + " / " + parts[2])
    }
    if parts[3] != "repeat" { words.append(parts[3]) }
    if parts[4] != "border-box" || parts[5] != "border-box" {
      words.append(parts[4])
      if parts[4] != parts[5] { words.append(parts[5]) }
    }
    if parts[6] != "add" { words.append(parts[6]) }
    if parts[7] != "match-source" { words.append(parts[7]) }
    return words.isEmpty ? "none" : words.joined(separator: " ")
  }

  private func gridTemplate(_ parts: [String]) -> String {
    if parts[0] == "none", parts[1] == "none", parts[2] == "none" { return "none" }
    if parts[2] == "none" { return parts[0] + " / " + parts[1] }
    // Rows with their strings.
    guard case .tracks(let items) = style.grid.templateRows else { return "" }
    var words: [String] = []
    var rows = style.grid.templateAreas.rows[...]
    for item in items {
      switch item {
      case .lineNames: words.append(item.value.text)
      case .track:
        guard let row = rows.popFirst() else { return "" }
        words.append(CSSText.string(row))
        if item != .track(.breadth(.auto)) { words.append(item.value.text) }
      case .repeat: return ""
      }
    }
    guard rows.isEmpty else { return "" }
    return words.joined(separator: " ") + (parts[1] == "none" ? "" : " / " + parts[1])
  }

  private func offset(_ parts: [String]) -> String {
    var words: [String] = []
    if parts[0] != "normal" { words.append(parts[0]) }
    if parts[1] != "none" {
      words.append(parts[1])
      if parts[2] != "0px" { words.append(parts[2]) }
      if parts[3] != "auto 0deg" { words.append(parts[3]) }
    }
    if words.isEmpty { words.append("normal") }
    return words.joined(separator: " ") + (parts[4] == "auto" ? "" : " / " + parts[4])
  }
}
