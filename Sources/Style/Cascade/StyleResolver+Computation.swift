import CSS
import CSSValues
import HTML
import Names

// From the declarations that apply to a computed style (CSS Cascade 5, 4).
extension StyleResolver {
  /// The properties that others depend on, in the order in which they are computed. `writing-mode` and `direction` come
  /// before them: they say what logical properties are.
  private static let first = PropertyTable.first.filter { $0 != .writingMode && $0 != .direction }
  private static let isFirst: [Bool] = {
    var result = [Bool](repeating: false, count: PropertyID.longhandCount)
    for property in PropertyTable.first { result[Int(property.rawValue)] = true }
    return result
  }()

  /// Computes a style; the second value says whether other elements with the same declarations may share it.
  func compute(
    _ element: Int, pseudo: PseudoElement?, _ applied: [AppliedBlock], parentStyle: Int, isRoot: Bool, container: Int
  ) -> (StyleRecord, Bool) {
    let parent = isRoot ? initialStyle : table.styles[parentStyle]
    current.cascaded.removeAll()
    current.cascaded.add(applied, blocks)
    work.charge(StyleWork.computation, .styles)
    work.charge(StyleWork.declaration, times: current.cascaded.items.count, .declarations)
    if current.cascaded.isCut { work.refuseDeclarations() }
    current.origins = ValueOrigins()
    current.meetsTextLimit = false

    // Custom properties come first: values refer to them.
    let parentCustom = table.customProperties[parentStyle]
    var substitution = ElementSubstitution(
      resolver: self, element: element, pseudo: pseudo, parentStyle: parentStyle, isRoot: isRoot)
    var style = isRoot ? initialStyle : parent.inheritedOnly()
    var context = computationContext(parent: parent, isRoot: isRoot, container: container)
    let record = tree.elements[element]
    context.siblingIndex = Int(record.position)
    let lastSibling = record.parent >= 0 ? tree.elements[Int(record.parent)].lastChild : Int32(element)
    context.siblingCount = Int(lastSibling >= 0 ? tree.elements[Int(lastSibling)].position : record.position)
    context.isDark = table.isDark[parentStyle]
    var custom = resolveCustomProperties(parent: parentCustom, style, &context, &substitution)
    substitution.custom = custom
    if let language = ownLanguage(element, pseudo) {
      style.text.language = language
      current.origins.setsLanguage = recordsOrigins
    }

    apply(.writingMode, &style, &context, &substitution)
    apply(.direction, &style, &context, &substitution)
    current.cascaded.mapLogicalProperties(style.text.writingMode, style.text.direction)
    var keyword = table.fontSizeKeywords[parentStyle]
    /// Typed values count from the element's own font and colour scheme, which are known only before its colour.
    func resolveTypedProperties() {
      if substitution.basis.context == nil {
        // Lengths in conditions of `if()` count from the element's own font.
        substitution.basis.context = context
        substitution.basis.style.font = style.font
      }
      guard current.cascaded.customWinners.keys.contains(where: registrations.isTyped) else { return }
      custom = resolveCustomProperties(parent: parentCustom, style, &context, &substitution)
      substitution.custom = custom
    }
    for property in Self.first {
      switch property {
      case .fontSize:
        applyFontSize(&style, &context, &substitution, parent: parent, keyword: &keyword)
      case .colorScheme:
        apply(.colorScheme, &style, &context, &substitution)
        context.isDark = style.usesDarkScheme(prefersDark: environment.viewport.colorScheme == .dark)
      case .color:
        if isRoot { context.rootFont = style.font }
        resolveTypedProperties()
        if isRoot { applyInitialColor(&style, &context) }
        apply(.color, &style, &context, &substitution)
      default:
        apply(property, &style, &context, &substitution)
      }
    }
    for property in current.cascaded.touched where !Self.isFirst[Int(property.rawValue)] {
      apply(property, &style, &context, &substitution)
    }

    if tree.isQuirks, pseudo == nil { noteDefaultMargins(of: record, &style) }
    var layoutDisplay = Display.block
    let text = (style.text.textAlign, style.text.whiteSpaceCollapse, style.text.textWrapMode)
    ElementFixUps.apply(
      to: &style, element: element, pseudo: pseudo, isRoot: isRoot, parent: parent,
      parentLayoutDisplay: table.layoutDisplays[parentStyle], tree: tree, layoutDisplay: &layoutDisplay)
    if recordsOrigins {
      if style.text.textAlign != text.0 { current.origins.note(.textAlign, .own) }
      if style.text.whiteSpaceCollapse != text.1 { current.origins.note(.whiteSpaceCollapse, .own) }
      if style.text.textWrapMode != text.2 { current.origins.note(.textWrapMode, .own) }
    }
    var isShareable = !substitution.dependsOnlyOnElement
    if substitution.usesEnvironment { context.dependencies.insert(.safeArea) }
    if substitution.asksMedia { context.dependencies.insert(.mediaCondition) }
    if current.meetsTextLimit { context.dependencies.insert(.textLimit) }
    if resolveContent(&style, element) || context.dependencies.contains(.siblings) { isShareable = false }
    let styleRecord = StyleRecord(
      style: style, custom: custom, dependencies: context.dependencies, fontSizeKeyword: keyword,
      layoutDisplay: layoutDisplay, isDark: context.isDark, origins: current.origins)
    return (styleRecord, isShareable)
  }

  /// The elements with default margins that pages in quirks mode drop at the edges of cells and of the body.
  private static let withDefaultMargins: Set<Name> = [
    .p, .blockquote, .dir, .dl, .h1, .h2, .h3, .h4, .h5, .h6, .listing, .menu, .ol, .plaintext, .pre, .ul, .xmp,
  ]

  /// Those of them that drop their lower margins, too.
  private static let withDefaultLowerMargins: Set<Name> = [.listing, .p, .plaintext, .pre, .xmp]

  /// HTML, 15.3.9: notes which of the element's margins are the user agent's.
  private func noteDefaultMargins(of element: ElementTree.Element, _ style: inout ComputedStyle) {
    guard element.namespace == .html, Self.withDefaultMargins.contains(element.name) else { return }
    let (mode, direction) = (style.text.writingMode, style.text.direction)
    func isDefault(_ property: PropertyID) -> Bool {
      let winner = current.cascaded.settled(current.cascaded.winners[Int(property.rawValue)], blocks) { declared in
        guard case .known(let candidate) = declared else { return false }
        return candidate == property || candidate.isLogical && candidate.physical(mode, direction) == property
      }
      return winner >= 0 && current.cascaded.items[Int(winner)].origin == .userAgent
    }
    style.box.hasDefaultUpperMargin = isDefault(.marginTop)
    style.box.hasDefaultLowerMargin = Self.withDefaultLowerMargins.contains(element.name) && isDefault(.marginBottom)
  }

  /// Puts the values of attributes into `content` and joins strings that meet; whether an attribute was asked for.
  private func resolveContent(_ style: inout ComputedStyle, _ element: Int) -> Bool {
    guard case .items(let items, let alternative) = style.content.content else { return false }
    var usesAttributes = false
    let record = tree.elements[element]
    func resolved(_ items: [ContentItem]) -> [ContentItem] {
      var result: [ContentItem] = []
      for item in items {
        var item = item
        if case .attribute(let name) = item {
          usesAttributes = true
          let name = record.namespace == .html && !tree.isCaseSensitive ? Name(name).asciiLowercased : Name(name)
          item = .string(tree.document.value(record.node, name) ?? "")
        }
        if case .string(let text) = item, case .string(let before) = result.last {
          result[result.count - 1] = .string(before + text)
        } else {
          result.append(item)
        }
      }
      return result
    }
    let joined = resolved(items)
    let joinedAlternative = resolved(alternative)
    if usesAttributes || joined.count != items.count {
      style.content.content = .items(joined, alternative: joinedAlternative)
    }
    return usesAttributes
  }

  /// The style that the root inherits from.
  var initialStyle: ComputedStyle {
    var style = ComputedStyle()
    if environment.initialFontSize != 16 { style.font.size = environment.initialFontSize }
    return style
  }

  func computationContext(parent: ComputedStyle, isRoot: Bool, container: Int) -> ComputationContext {
    var context = ComputationContext(
      parent: parent, rootFont: isRoot ? parent.font : rootElement.font, viewport: environment.viewport)
    context.isRoot = isRoot
    context.smallHeight = environment.smallHeight
    context.largeHeight = environment.largeHeight
    context.fontMetrics = fontMetrics
    context.isQuirks = tree.isQuirks
    context.resolveURL = resolveURL
    context.mediumFontSize = environment.initialFontSize
    if container >= 0 { setContainerUnits(&context, container) }
    return context
  }

  private func ownLanguage(_ element: Int, _ pseudo: PseudoElement?) -> String? {
    guard pseudo == nil else { return nil }
    let parent = Int(tree.elements[element].parent)
    if parent >= 0, languageNumber(parent) == languageNumber(element) { return nil }
    return memory.language(of: element, in: tree)
  }

  private func languageNumber(_ element: Int) -> Int32 { memory.languageNumber(of: element, in: tree) }

  // MARK: One property

  /// CSS Color Adjustment 1, 2.2: the initial `color` is that of text on the canvas in the element's colour scheme.
  private func applyInitialColor(_ style: inout ComputedStyle, _ context: inout ComputationContext) {
    guard style.other[.colorScheme] != nil else { return style.setInitial(.color) }
    let canvasText = CSSValue.color(.system("canvastext"))
    Computation.apply(canvasText, to: .color, of: &style, &context)
    if recordsOrigins { current.origins.note(.color, specified: canvasText) }
  }

  /// Applies a property's winner, if it has one.
  private func apply(
    _ property: PropertyID, _ style: inout ComputedStyle, _ context: inout ComputationContext,
    _ substitution: inout ElementSubstitution
  ) {
    let winner = current.cascaded.winners[Int(property.rawValue)]
    guard winner >= 0 else { return }
    if let pseudo = substitution.pseudo, !PseudoElementProperties.applies(property, to: pseudo) { return }
    switch value(of: property, winner, style, &substitution) {
    case .value(let value):
      work.charge(StyleWork.longhand, .declarations)
      let parts = value.partCount(of: property, upTo: StyleWork.maximum / StyleWork.part)
      if parts > 1 { work.charge(StyleWork.part, times: parts - 1, .values) }
      guard !work.isBeyond else { return style.setInitial(property) }
      Computation.apply(value, to: property, of: &style, &context)
      if recordsOrigins { current.origins.note(property, specified: value) }
    case .inherit:
      if !property.isInherited { current.readsParent = true }
      // DEVIATION: `content` does not inherit in browsers, even where it is asked to.
      property == .content ? style.setInitial(property) : style.copy(property, from: context.parent)
      if recordsOrigins { current.origins.note(property, .parent) }
    case .initial where property == .color:
      if recordsOrigins { current.origins.note(property, .own) }
      applyInitialColor(&style, &context)
    case .initial:
      style.setInitial(property)
      if recordsOrigins { current.origins.note(property, .own) }
    }
  }

  /// What a property comes to once the CSS-wide keywords are resolved (CSS Cascade 5, 7.3).
  enum Settled {
    case value(CSSValue)
    case inherit
    case initial
  }

  private func value(
    of property: PropertyID, _ winner: Int32, _ style: ComputedStyle, _ substitution: inout ElementSubstitution
  ) -> Settled {
    let writingMode = style.text.writingMode
    let direction = style.text.direction
    var index = winner
    // `var()` may bring another keyword: rolling back may be needed again.
    for _ in 0..<64 {
      index = current.cascaded.settled(index, blocks) { declared in
        guard case .known(let candidate) = declared else { return false }
        return candidate == property || (candidate.isLogical && candidate.physical(writingMode, direction) == property)
      }
      guard index >= 0 else { return property.isInherited ? .inherit : .initial }
      var declared = current.cascaded.value(index, blocks)
      if case .unresolved(let unresolved) = declared {
        // The longhand as it was declared: a logical one stands for itself in its shorthand.
        guard case .known(let original) = current.cascaded.items[Int(index)].property,
          let resolved = substitution.resolve(unresolved, original)
        else { return property.isInherited ? .inherit : .initial }
        declared = resolved
      }
      switch declared {
      case .value(let value): return .value(value)
      case .wide(.inherit): return .inherit
      case .wide(.initial): return .initial
      case .wide(.unset): return property.isInherited ? .inherit : .initial
      case .wide(.revert), .wide(.revertLayer), .wide(.revertRule):
        guard case .wide(let keyword) = declared else { break }
        current.cascaded.replaceItem(index, keyword)
        continue
      case .unresolved: return property.isInherited ? .inherit : .initial
      }
    }
    return property.isInherited ? .inherit : .initial
  }

  // MARK: Font size (CSS Fonts 4, 2.5; HTML, 15.3.4)

  private static let sizeKeywords = [
    "xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large",
  ].map { Name($0) }

  /// What ``StyleTable/fontSizeKeywords`` has for sizes that come from no keyword of the reader's.
  private static let absoluteSize: UInt8 = .max

  private static let fontUnits: Set<Unit> = [.em, .ex, .ch, .cap, .ic, .lh, .rex, .rch, .rcap, .ric, .rlh]

  /// How far a size goes back to a keyword: not at all where it is a length, `rem` or `calc()`; as far as the parent's where
  /// it is a percentage, counts from a measure of a font (as in browsers, of the root's, too) or is one step from the parent's.
  private static func keepsParentKind(_ value: CSSValue) -> Bool {
    switch value {
    case .keyword, .percentage: true
    case .dimension(_, let unit): fontUnits.contains(unit)
    default: false
    }
  }

  /// A size that counts from the parent's, times a factor.
  private static func scaled(_ value: CSSValue, by factor: Double) -> CSSValue {
    switch value {
    case .percentage(let percentage): .percentage(percentage * factor)
    case .dimension(let number, let unit): .dimension(number * factor, unit)
    case .keyword("larger"): .percentage(120 * factor)
    case .keyword("smaller"): .percentage(100 / 1.2 * factor)
    default: value
    }
  }

  /// Applies `font-size` and the smaller default of monospaced text, as Chromium's `FontBuilder` does.
  ///
  /// Sizes change where `monospace` becomes the only family, or is so no longer. A size that goes back to a keyword is
  /// looked up again, one that counts from such a size is scaled, and one that goes back to a length stays.
  private func applyFontSize(
    _ style: inout ComputedStyle, _ context: inout ComputationContext, _ substitution: inout ElementSubstitution,
    parent: ComputedStyle, keyword: inout UInt8
  ) {
    let isMonospace = style.font.families == [.generic(.monospace)]
    let parentIsMonospace = parent.font.families == [.generic(.monospace)]
    let medium = (isMonospace ? environment.defaultMonospaceFontSize : environment.defaultFontSize)
    context.mediumFontSize = medium * environment.viewport.fontScale
    defer { context.mediumFontSize = environment.initialFontSize }
    let winner = current.cascaded.winners[Int(PropertyID.fontSize.rawValue)]
    let settled = winner >= 0 ? value(of: .fontSize, winner, style, &substitution) : .inherit
    switch settled {
    case .value(let value):
      var value = value
      if case .keyword(let name) = value, let index = Self.sizeKeywords.firstIndex(of: name) {
        keyword = UInt8(index + 1)
      } else if Self.keepsParentKind(value), keyword != Self.absoluteSize {
        keyword = 0
        if isMonospace != parentIsMonospace {
          let factor = environment.defaultMonospaceFontSize / environment.defaultFontSize
          value = Self.scaled(value, by: isMonospace ? factor : 1 / factor)
        }
      } else {
        keyword = Self.absoluteSize
      }
      Computation.apply(value, to: .fontSize, of: &style, &context)
      if recordsOrigins { current.origins.note(.fontSize, specified: value) }
    case .initial:
      keyword = 4
      style.font.size = context.mediumFontSize
      if recordsOrigins { current.origins.note(.fontSize, .relative(.keyword("medium"))) }
    case .inherit:
      style.copy(.fontSize, from: parent)
      guard isMonospace != parentIsMonospace, keyword != Self.absoluteSize else { return }
      if keyword > 0, Int(keyword) <= Self.sizeKeywords.count {
        let specified = CSSValue.keyword(Self.sizeKeywords[Int(keyword) - 1])
        Computation.apply(specified, to: .fontSize, of: &style, &context)
        if recordsOrigins { current.origins.note(.fontSize, .relative(specified)) }
      } else {
        let factor = environment.defaultMonospaceFontSize / environment.defaultFontSize
        style.font.size = isMonospace ? parent.font.size * factor : parent.font.size / factor
        if recordsOrigins {
          current.origins.note(.fontSize, .relative(.percentage(isMonospace ? factor * 100 : 100 / factor)))
        }
      }
    }
  }
}
