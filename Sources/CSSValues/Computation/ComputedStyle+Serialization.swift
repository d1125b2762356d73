import Names

/// What serialisation knows of an element besides its style.
public struct SerializationContext: Sendable {
  /// Whether the parent's box is a flex or grid container: `min-width: auto` then stays `auto`.
  public var isFlexOrGridItem = false

  /// An element in a block container.
  public init() {}
}

extension ComputedStyle {
  /// The computed value of a longhand or shorthand as Chromium's `getComputedStyle` writes it (without layout: used
  /// values stay computed ones); empty where a shorthand cannot express its longhands.
  public func serialized(
    _ property: PropertyID, _ context: SerializationContext = SerializationContext()
  ) -> String {
    if property.isShorthand { return ShorthandSerialization(style: self, context: context).text(property) }
    let physical = property.physical(text.writingMode, text.direction)
    return serializedLonghand(physical, context)
  }

  private func serializedLonghand(_ property: PropertyID, _ context: SerializationContext) -> String {
    switch property {
    case .minWidth where box.minWidth == .auto, .minHeight where box.minHeight == .auto:
      return context.isFlexOrGridItem ? "auto" : "0px"
    case .lineHeight:
      if case .number(let factor) = font.lineHeight { return NumberText.text(factor * font.size) + "px" }
    case .justifyItems where alignment.justifyItems == AlignmentValue(.auto, isLegacy: true): return "normal"
    case .transform:
      if let value = other[.transform], let matrix = TransformMatrix(value) { return matrix.text }
    case .backgroundSize, .backgroundRepeat, .backgroundPositionX, .backgroundPositionY, .backgroundOrigin,
      .backgroundClip, .backgroundAttachment:
      return layered(property, by: .backgroundImage)
    case .animationDuration:
      return mapped(property) { $0 == .keyword("auto") ? .dimension(0, .s) : $0 }
    case .listStyleType:
      if case .counterStyle(let name) = text.listStyleType { return CSSText.identifier(name) }
    case .caretColor where other[.caretColor] == nil: return text.color.text
    case .textEmphasisColor, .webkitTextFillColor, .webkitTextStrokeColor, .textDecorationColor, .columnRuleColor,
      .rowRuleColor:
      if other[property] == nil { return text.color.text }
    default: break
    }
    return resolvedText(computedValue(property))
  }

  /// A list as long as another: repeated or cut (CSS Backgrounds and Borders 3, 3.1).
  private func layered(_ property: PropertyID, by leading: PropertyID) -> String {
    var count = 1
    if case .list(let images, .comma) = computedValue(leading) { count = images.count }
    let value = computedValue(property)
    var items = [value]
    if case .list(let list, .comma) = value { items = list }
    guard items.count != count else { return resolvedText(value) }
    return (0..<count).map { resolvedText(items[$0 % items.count]) }.joined(separator: ", ")
  }

  private func mapped(_ property: PropertyID, _ transform: (CSSValue) -> CSSValue) -> String {
    guard let value = other[property] else { return "0s" }
    return resolvedText(PropertyComputation.mapItems(value, transform))
  }

  /// The text with `currentcolor` as the colour that it is.
  func resolvedText(_ value: CSSValue) -> String { replacingCurrentColor(value).text }

  private func replacingCurrentColor(_ value: CSSValue) -> CSSValue {
    switch value {
    case .color(.currentColor): .color(.absolute(text.color))
    case .list(let items, let separator): .list(items.map(replacingCurrentColor), separator)
    case .function(let name, let arguments, let separator):
      .function(name, arguments.map(replacingCurrentColor), separator)
    default: value
    }
  }
}
