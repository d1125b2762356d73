import CSS
import CSSValues

/// Which properties apply to which pseudo-elements (CSS Pseudo-Elements 4, 2.1.1, 2.2.1, 3.2, 4.2): the others are
/// ignored in their rules.
enum PseudoElementProperties {
  /// Whether a longhand has a part in the style of a pseudo-element.
  static func applies(_ property: PropertyID, to pseudo: PseudoElement) -> Bool {
    switch pseudo {
    case .firstLine: isInherited(property) || firstLine.contains(property)
    case .firstLetter:
      isInherited(property) || firstLine.contains(property) || firstLetter.contains(property)
    default: true
    }
  }

  private static let boxes: Set<PropertyID> = [
    .borderCollapse, .borderSpacing, .captionSide, .emptyCells, .listStyleType, .listStylePosition, .listStyleImage,
    .textAlign, .textIndent, .visibility, .direction, .writingMode, .orphans, .widows,
  ]

  /// What text inherits and a line can show.
  private static func isInherited(_ property: PropertyID) -> Bool {
    property.isInherited && !boxes.contains(property)
  }

  private static let firstLine: Set<PropertyID> = [
    .backgroundColor, .backgroundImage, .backgroundPositionX, .backgroundPositionY, .backgroundSize, .backgroundRepeat,
    .backgroundAttachment, .backgroundOrigin, .backgroundClip, .backgroundBlendMode, .textDecorationLine,
    .textDecorationStyle, .textDecorationColor, .textDecorationThickness, .verticalAlign, .baselineShift,
    .alignmentBaseline, .opacity,
  ]

  private static let firstLetter: Set<PropertyID> = [
    .float, .marginTop, .marginRight, .marginBottom, .marginLeft, .paddingTop, .paddingRight, .paddingBottom,
    .paddingLeft, .borderTopWidth, .borderRightWidth, .borderBottomWidth, .borderLeftWidth, .borderTopStyle,
    .borderRightStyle, .borderBottomStyle, .borderLeftStyle, .borderTopColor, .borderRightColor, .borderBottomColor,
    .borderLeftColor, .borderTopLeftRadius, .borderTopRightRadius, .borderBottomRightRadius, .borderBottomLeftRadius,
    .borderImageSource, .borderImageSlice, .borderImageWidth, .borderImageOutset, .borderImageRepeat, .boxShadow,
    .initialLetter, .boxDecorationBreak,
  ]
}
