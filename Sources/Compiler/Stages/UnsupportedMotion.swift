import CSS
import CSSValues
import Diagnostics
import HTML
import Names
import PageFormat
import Style

/// What changes over time in a Token page's sheets, and what of it hosts do not play.
enum UnsupportedMotion {
  /// Whether hosts play a longhand's value in a keyframe.
  static func isPlayed(_ property: PropertyID, _ value: CSSValue) -> Bool {
    PageKeyframes.properties.contains(property) && spatialPart(of: property, value) == nil
  }

  /// The part of a transform that hosts cannot show: what leaves the plane, and percentages within `calc()`.
  static func spatialPart(of property: PropertyID, _ value: CSSValue) -> String? {
    switch property {
    case .transform:
      let items = if case .list(let items, _) = value { items } else { [value] }
      return items.lazy.compactMap(spatialFunction).first
    case .translate, .scale, .rotate:
      guard case .list(let items, _) = value else { return mixedCalculation(in: [value]) }
      let isSpatial =
        property == .rotate
        ? items.contains { [.keyword("x"), .keyword("y")].contains($0) } || items.count > 2
        : items.count > 2 && !isFlat(items[2], neutral: property == .scale ? 1 : 0)
      return isSpatial ? value.text : mixedCalculation(in: items)
    default: return nil
    }
  }

  private static func spatialFunction(_ value: CSSValue) -> String? {
    guard case .function(let name, let arguments, _) = value else { return nil }
    let staysInPlane =
      switch name.string.lowercased() {
      case "translate", "translatex", "translatey", "scale", "scalex", "scaley", "rotate", "rotatez", "skew", "skewx",
        "skewy", "matrix":
        true
      case "translatez", "translate3d": arguments.last.map { isFlat($0, neutral: 0) } ?? false
      case "scale3d": arguments.last.map { isFlat($0, neutral: 1) } ?? false
      default: false
      }
    return staysInPlane ? mixedCalculation(in: arguments) : value.text
  }

  private static func isFlat(_ value: CSSValue, neutral: Double) -> Bool {
    switch value {
    case .number(let number), .dimension(let number, _): number == neutral
    default: false
    }
  }

  /// Devices know the size of a box only when they show it, and add nothing to a share of it.
  private static func mixedCalculation(in values: [CSSValue]) -> String? {
    values.first { value in
      if case .math = value { return value.text.contains("%") }
      return false
    }?.text
  }

  /// The properties that transitions of hosts know, by the names that `transition-property` takes.
  static let transitions: Set<String> = [
    "all", "none", "opacity", "color", "background-color", "background", "border-color", "border", "border-top-color",
    "border-top", "transform", "translate", "rotate", "scale",
  ]

  static let help =
    "animate `opacity`, `transform` or a color: `transform: scale()` in place of a width, `translate` in place of a margin"
}

extension PageReading {
  /// Warns of what changes over time on the page and is not played: declarations of keyframes and transitions of other properties.
  mutating func reportUnsupportedMotion(
    in layouts: [ViewportLayout], _ document: Document, _ sheets: PageStyleSheets
  ) {
    let styles = layouts.flatMap(\.styles.styles)
    let names = Set(styles.flatMap(StyleResolver.animationNames))
    let transitions = Set(
      styles.lazy.filter { $0.other[.transitionDuration] != nil }.flatMap {
        Self.words($0.computedValue(.transitionProperty).text)
      }
    ).subtracting(UnsupportedMotion.transitions)
    guard !names.isEmpty || !transitions.isEmpty else { return }
    // What is left when it has ended is part of the style, so that the style does not say where it began.
    var filling: Set<String> = []
    for style in styles where style.other[.animationFillMode] != nil {
      let fills = Self.words(style.computedValue(.animationFillMode).text)
      if fills.contains("forwards") || fills.contains("both") { filling.formUnion(StyleResolver.animationNames(style)) }
    }
    var unsettled: [String: Set<PropertyID>] = [:]
    for rule in layouts.flatMap(\.styles.keyframes) { unsettled[rule.name, default: []].formUnion(rule.unsettled) }
    var found: Set<String> = []
    var queue = sheets.sheets
    while let collected = queue.popLast() {
      let sheet = collected.sheet
      for rule in sheet.keyframes where names.contains(rule.name) {
        report(rule, in: sheet, isFilling: filling.contains(rule.name), unsettled: unsettled[rule.name] ?? [])
      }
      reportDeclarations(in: sheet, transitions, hasAnimations: !names.isEmpty, &found)
      queue += collected.imports.compactMap(\.self)
    }
    reportTransitions(of: transitions.subtracting(found), in: layouts, document)
  }

  private static func words(_ text: String) -> [String] {
    text.split { $0 == "," || $0 == " " }.map { $0.lowercased() }
  }

  /// Warns of each declaration of a rule once.
  private mutating func report(
    _ rule: KeyframesRule, in sheet: CSSStyleSheet, isFilling: Bool, unsettled: Set<PropertyID>
  ) {
    let begun = Set(
      rule.frames.filter { $0.offsets.contains(0) }.flatMap { sheet.blocks[Int($0.block)].declarations }.map(\.property)
    )
    var known: Set<Range<UInt32>> = []
    for frame in rule.frames {
      for declaration in sheet.blocks[Int(frame.block)].declarations {
        guard
          let message = Self.fault(
            of: declaration, in: rule, sheet, unsettled, isFilling && !begun.contains(declaration.property)),
          known.insert(declaration.range).inserted
        else { continue }
        diagnostics.report(
          .motionNotShown, message.text, in: sheet.source,
          at: Int(declaration.range.lowerBound)..<Int(declaration.range.upperBound), help: message.help)
      }
    }
    if rule.frames.count > PageKeyframes.mostFrames,
      let first = rule.frames.first.flatMap({ sheet.blocks[Int($0.block)].declarations.first })
    {
      diagnostics.report(
        .motionNotShown, "`@keyframes \(rule.name)` is not played: it has more than 1,000 frames", in: sheet.source,
        at: Int(first.range.lowerBound)..<Int(first.range.upperBound),
        help: "write fewer frames: what is between two is worked out")
    }
  }

  private static func fault(
    of declaration: PropertyDeclaration, in rule: KeyframesRule, _ sheet: CSSStyleSheet, _ unsettled: Set<PropertyID>,
    _ hasNoBegin: Bool
  ) -> (text: String, help: String)? {
    let written = String(
      decoding: sheet.source.bytes[Int(declaration.range.lowerBound)..<Int(declaration.range.upperBound)], as: UTF8.self
    )
    let name = written.prefix { $0 != ":" && !$0.isWhitespace }
    let place = "in `@keyframes \(rule.name)`"
    guard case .known(let property) = declaration.property, PageKeyframes.properties.contains(property) else {
      // What a shorthand of something else resets says nothing.
      if case .known(let property) = declaration.property, isReset(property, declaration.value, by: name) { return nil }
      return ("`\(name)` \(place) is not animated: hosts play `opacity`, colors and transforms", UnsupportedMotion.help)
    }
    if property == .animationTimingFunction { return nil }
    if case .value(let value) = declaration.value, UnsupportedMotion.spatialPart(of: property, value) != nil {
      return (
        "`\(written)` \(place) is not animated: hosts move, turn and scale views in their plane, by lengths or by percentages",
        "use `translate()`, `scale()`, `rotate()`, `skew()` or `matrix()`"
      )
    }
    if unsettled.contains(property) {
      if case .value = declaration.value { return nil }
      return (
        "`\(name)` \(place) is not animated: its value is not the same for all elements with the animation",
        "write the value itself, or a rule for each value"
      )
    }
    if hasNoBegin {
      return (
        "`\(name)` \(place) does not begin where the element is: `animation-fill-mode` keeps the last frame, which is all that hosts know",
        "write a frame `from` with the first value"
      )
    }
    return nil
  }

  /// `background: red` sets a color, which is played, and resets other longhands, of which nothing is to be said.
  private static func isReset(_ property: PropertyID, _ value: DeclaredValue, by name: Substring) -> Bool {
    guard property.name != name, case .value(let value) = value else { return false }
    return value == ComputedStyle().computedValue(property) || ["background", "border", "border-top"].contains(name)
  }

  /// Warns of the declarations of a sheet that ask for what hosts do not do.
  private mutating func reportDeclarations(
    in sheet: CSSStyleSheet, _ transitions: Set<String>, hasAnimations: Bool, _ found: inout Set<String>
  ) {
    for block in sheet.blocks {
      for declaration in block.declarations {
        guard case .known(let property) = declaration.property, case .value(let value) = declaration.value else {
          continue
        }
        let message: (text: String, help: String)?
        switch property {
        case .transitionProperty:
          let names = Self.words(value.text).filter { transitions.contains($0) }
          found.formUnion(names)
          message = names.isEmpty ? nil : (Self.transitionMessage(names), UnsupportedMotion.help)
        case .animationTimeline where hasAnimations && Self.words(value.text).contains(where: { $0 != "auto" }):
          message = (
            "`animation-timeline` is not followed: hosts play animations by time",
            "remove it, or show the page in a web view"
          )
        case .animationComposition where hasAnimations && Self.words(value.text).contains(where: { $0 != "replace" }):
          message = (
            "`animation-composition` is ignored: a frame's values replace the element's", "write the sums in the frames"
          )
        default: message = nil
        }
        guard let message else { continue }
        diagnostics.report(
          .motionNotShown, message.text, in: sheet.source,
          at: Int(declaration.range.lowerBound)..<Int(declaration.range.upperBound), help: message.help)
      }
    }
  }

  private static func transitionMessage(_ names: [String]) -> String {
    let quoted = names.map { "`\($0)`" }.joined(separator: ", ")
    return "\(quoted) \(names.count == 1 ? "changes" : "change") at once: hosts play `opacity`, colors and transforms"
  }

  /// Warns of transitions that no sheet asks for, at the first element with each.
  private mutating func reportTransitions(of names: Set<String>, in layouts: [ViewportLayout], _ document: Document) {
    for name in names.sorted() {
      for layout in layouts {
        let asking = layout.styles.styles.map { style in
          style.other[.transitionDuration] != nil
            && Self.words(style.computedValue(.transitionProperty).text).contains(name)
        }
        guard let element = layout.styles.elements.firstIndex(where: { $0 >= 0 && asking[Int($0)] }) else { continue }
        diagnostics.report(
          Diagnostic(
            .motionNotShown, Self.transitionMessage([name]), in: source,
            at: document.sourceRange(NodeID(UInt32(element))), help: UnsupportedMotion.help))
        break
      }
    }
  }
}
