import CSSValues

// What hosts paint as pages are painted: they ask for the style itself (`LivePage.computedStyle(of:)`), and learn here that there is
// something to paint, and when it changes.
extension LookTable {
  /// What a style asks of its boxes and of its texts beyond the looks that hosts draw by themselves, as declarations of CSS; `nil` where
  /// it asks for nothing more.
  static func paint(of style: ComputedStyle) -> (box: String?, texts: String?) {
    (
      asksForBox(style) ? declarations(boxProperties, of: style) : nil,
      asksForTexts(style) ? declarations(textProperties, of: style) : nil
    )
  }

  private static func asksForBox(_ style: ComputedStyle) -> Bool {
    let border = style.border
    let outline = border.outline
    if outline.width > 0, outline.style != .none, outline.style != .hidden { return true }
    let sides = [border.top, border.right, border.bottom, border.left]
    if sides.contains(where: { $0.width > 0 && ![.none, .hidden, .solid].contains($0.style) }) { return true }
    let first = border.topLeftRadius
    if [border.topRightRadius, border.bottomRightRadius, border.bottomLeftRadius].contains(where: { $0 != first })
      || first.horizontal != first.vertical
    {
      return true
    }
    // Percentages make ellipses.
    if case .length = first.horizontal {} else { return true }
    return style.other.own.contains { boxTriggers.contains($0.property) }
  }

  private static func asksForTexts(_ style: ComputedStyle) -> Bool {
    let (text, font) = (style.text, style.font)
    return text.letterSpacing != .zero || text.wordSpacing != .zero || font.variantCaps != .normal
      || font.variantNumeric != [] || font.variantEastAsian != [] || font.variantLigatures != []
      || font.variantPosition != .normal || !font.featureSettings.isEmpty || !font.variationSettings.isEmpty
      || font.kerning != .auto || font.stretch != 100
      || style.other.inherited.contains { textTriggers.contains($0.property) }
      || style.other[.textDecorationLine] != nil
  }

  private static func declarations(_ properties: [PropertyID], of style: ComputedStyle) -> String {
    properties.compactMap { property in
      let value = style.serialized(property)
      return value == initialTexts[property] ? nil : "\(property.name): \(value)"
    }.joined(separator: "; ")
  }

  private static let boxTriggers: Set<PropertyID> = [
    .backgroundImage, .backgroundClip, .boxShadow, .borderImageSource, .filter, .clipPath, .maskImage,
  ]
  private static let textTriggers: Set<PropertyID> = [
    .textShadow, .textEmphasisStyle, .webkitTextStrokeWidth, .webkitTextFillColor,
  ]
  private static let boxProperties: [PropertyID] = [
    .backgroundImage, .backgroundPositionX, .backgroundPositionY, .backgroundSize, .backgroundRepeat, .backgroundOrigin,
    .backgroundClip, .backgroundBlendMode, .boxShadow, .borderTopStyle, .borderRightStyle, .borderBottomStyle,
    .borderLeftStyle, .borderTopLeftRadius, .borderTopRightRadius, .borderBottomRightRadius, .borderBottomLeftRadius,
    .borderImageSource, .borderImageSlice, .borderImageWidth, .borderImageOutset, .borderImageRepeat, .outlineStyle,
    .outlineWidth, .outlineColor, .outlineOffset, .filter, .clipPath, .maskImage, .maskPosition, .maskSize, .maskRepeat,
    .maskOrigin, .maskClip, .maskMode, .maskComposite,
  ]
  private static let textProperties: [PropertyID] = [
    .letterSpacing, .wordSpacing, .fontVariantCaps, .fontVariantNumeric, .fontVariantEastAsian, .fontVariantLigatures,
    .fontVariantPosition, .fontFeatureSettings, .fontVariationSettings, .fontKerning, .fontStretch, .textShadow,
    .textDecorationLine, .textDecorationStyle, .textDecorationColor, .textDecorationThickness, .textUnderlineOffset,
    .textUnderlinePosition, .textDecorationSkipInk, .textEmphasisStyle, .textEmphasisColor, .textEmphasisPosition,
    .webkitTextStrokeWidth, .webkitTextStrokeColor, .webkitTextFillColor,
  ]
  private static let initialTexts: [PropertyID: String] = {
    let style = ComputedStyle()
    return Dictionary(uniqueKeysWithValues: (boxProperties + textProperties).map { ($0, style.serialized($0)) })
  }()
}
