/// Gives relative units their px for one element and property (CSS Values 4, 6).
struct UnitResolver: CalcResolver {
  /// The font that `em` and the like count from.
  let font: FontStyle
  /// The language of the text in it: without a family it may choose another font.
  let language: String
  /// What `lh` is, in px.
  let lineHeight: () -> Double
  let isVertical: Bool
  /// Whether the inline axis is vertical.
  let isVerticalFlow: Bool
  let context: ComputationContext
  /// Whether `rem` counts from the element's own font: of the root, outside of its font properties.
  let rootFont: FontStyle
  var percentagesAreOpaque = true
  private(set) var dependencies: StyleDependencies = []

  /// A resolver for a property: font properties count from the parent's font.
  init(_ property: PropertyID, _ style: ComputedStyle, _ context: ComputationContext) {
    self.context = context
    let isFont = property == .fontSize
    font = isFont ? context.parent.font : style.font
    language = isFont ? context.parent.text.language : style.text.language
    rootFont = context.isRoot && !isFont ? style.font : context.rootFont
    isVertical = style.text.writingMode != .horizontalTB && style.text.textOrientation == .upright
    let isOfParent = isFont || property == .lineHeight
    let lineFont = isOfParent ? context.parent.font : style.font
    let lineLanguage = isOfParent ? context.parent.text.language : style.text.language
    lineHeight = { Self.lineHeight(of: lineFont, context, language: lineLanguage) }
    isVerticalFlow = style.text.writingMode != .horizontalTB
  }

  /// The used line height of a font in px.
  static func lineHeight(of font: FontStyle, _ context: ComputationContext, language: String = "") -> Double {
    switch font.lineHeight {
    case .normal: metrics(of: font, context, language: language).lineSpacing
    case .number(let factor): factor * font.size
    case .length(let length): length
    }
  }

  static func metrics(of font: FontStyle, _ context: ComputationContext, language: String = "") -> FontMetrics {
    context.fontMetrics?.metrics(for: font, language: language)
      ?? FontMetrics(ascent: (font.size * 0.9).rounded(), descent: (font.size * 0.22).rounded(), size: font.size)
  }

  mutating func value(of variable: CalcVariable) -> CalcNode? {
    guard variable == .siblingIndex || variable == .siblingCount else { return nil }
    dependencies.insert(.siblings)
    let number = variable == .siblingIndex ? context.siblingIndex : context.siblingCount
    return number.map { .number(Double($0)) }
  }

  mutating func pixels(per unit: Unit) -> Double? {
    if let factor = unit.canonicalFactor { return unit.kind == .length ? factor : nil }
    switch unit {
    case .em: return font.size
    case .ex: return metrics(font, language).xHeight
    case .cap: return metrics(font, language).capHeight
    case .ch:
      let metrics = metrics(font, language)
      return isVertical ? metrics.ideographicAdvance : metrics.zeroAdvance
    case .ic: return metrics(font, language).ideographicAdvance
    case .lh: return lineHeight()
    case .rem:
      dependencies.insert(.rootFont)
      return rootFont.size
    case .rex: return metrics(rootFont, rootLanguage).xHeight
    case .rcap: return metrics(rootFont, rootLanguage).capHeight
    case .rch: return metrics(rootFont, rootLanguage).zeroAdvance
    case .ric: return metrics(rootFont, rootLanguage).ideographicAdvance
    case .rlh:
      dependencies.insert(.rootFont)
      return Self.lineHeight(of: rootFont, context)
    case .cqw, .cqh, .cqi, .cqb, .cqmin, .cqmax:
      dependencies.insert(.container)
      return container(unit) / 100
    default:
      dependencies.insert(.viewport)
      return viewport(unit) / 100
    }
  }

  /// Only the root element knows its language; other elements take its font without one.
  private var rootLanguage: String { context.isRoot ? language : "" }

  private mutating func metrics(_ font: FontStyle, _ language: String) -> FontMetrics {
    dependencies.insert(.fontMetrics)
    return Self.metrics(of: font, context, language: language)
  }

  private func container(_ unit: Unit) -> Double {
    let width = context.containerWidth ?? context.viewport.width
    let height = context.containerHeight ?? context.smallHeight ?? context.viewport.height
    let isVertical = isVerticalFlow
    return switch unit {
    case .cqw: width
    case .cqh: height
    case .cqi: isVertical ? height : width
    case .cqb: isVertical ? width : height
    case .cqmin: min(width, height)
    default: max(width, height)
    }
  }

  private func viewport(_ unit: Unit) -> Double {
    let (width, now) = (context.viewport.width, context.viewport.height)
    let height =
      switch unit {
      case .svw, .svh, .svi, .svb, .svmin, .svmax: context.smallHeight ?? now
      case .dvw, .dvh, .dvi, .dvb, .dvmin, .dvmax: now
      default: context.largeHeight ?? now
      }
    let isVertical = isVerticalFlow
    return switch unit {
    case .vw, .svw, .lvw, .dvw, .percentH: width
    case .vh, .svh, .lvh, .dvh, .percentV: height
    case .vi, .svi, .lvi, .dvi: isVertical ? height : width
    case .vb, .svb, .lvb, .dvb: isVertical ? width : height
    case .vmin, .svmin, .lvmin, .dvmin: min(width, height)
    default: max(width, height)
    }
  }
}
