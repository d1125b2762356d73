/// A property of CSS: longhands first, then logical longhands, then shorthands.
///
/// The raw value is an index into the property table; it is stable within a version of the tool only.
public enum PropertyID: UInt16, CaseIterable, Hashable, Sendable {
  // Longhands.
  case color, colorScheme, direction, writingMode, textOrientation, fontSize, fontFamily, fontWeight, fontStyle
  case fontStretch, fontVariantCaps, fontVariantLigatures, fontVariantNumeric, fontVariantEastAsian
  case fontVariantPosition, fontVariantEmoji, fontVariantAlternates, fontKerning, fontOpticalSizing, fontPalette
  case fontFeatureSettings, fontVariationSettings, fontLanguageOverride, fontSizeAdjust, fontSynthesisWeight
  case fontSynthesisStyle, fontSynthesisSmallCaps, lineHeight, letterSpacing, wordSpacing, textRendering
  case textSizeAdjust, textSpacingTrim, textAutospace, mathDepth, mathShift, mathStyle, webkitFontSmoothing
  case webkitLocale, textAlign, textAlignLast, textJustify, textIndent, textTransform, textCombineUpright
  case textEmphasisColor, textEmphasisPosition, textEmphasisStyle, textUnderlineOffset, textUnderlinePosition
  case textDecorationSkipInk, textShadow, textWrapMode, textWrapStyle, textBoxEdge, textAnchor, textFit
  case whiteSpaceCollapse, tabSize, wordBreak, lineBreak, overflowWrap, hyphens, hyphenateCharacter
  case hyphenateLimitChars, visibility, listStyleType, listStylePosition, listStyleImage, captionSide
  case borderCollapse, borderSpacing, emptyCells, quotes, orphans, widows, cursor, pointerEvents, caretColor
  case caretAnimation, caretShape, imageOrientation, imageRendering, accentColor, scrollbarColor, speak, rubyAlign
  case rubyOverhang, rubyPosition, interactivity, interestDelayStart, interestDelayEnd, interpolateSize
  case dynamicRangeLimit, forcedColorAdjust, printColorAdjust, ruleOverlap, positionVisibility, paintOrder, clipRule
  case colorInterpolation, colorInterpolationFilters, colorRendering, dominantBaseline, fill, fillOpacity, fillRule
  case markerStart, markerMid, markerEnd, shapeRendering, stroke, strokeDasharray, strokeDashoffset, strokeLinecap
  case strokeLinejoin, strokeMiterlimit, strokeOpacity, strokeWidth, webkitTextFillColor, webkitTextStrokeColor
  case webkitTextStrokeWidth, webkitTextSecurity, webkitTapHighlightColor, webkitUserModify, webkitLineBreak
  case webkitRtlOrdering, userSelect, display, position, float, clear, top, right, bottom, left, marginTop
  case marginRight, marginBottom, marginLeft, paddingTop, paddingRight, paddingBottom, paddingLeft, width, height
  case minWidth, minHeight, maxWidth, maxHeight, boxSizing, aspectRatio, overflowX, overflowY, zIndex, verticalAlign
  case contain, tableLayout, objectFit, objectPosition, unicodeBidi, textOverflow, webkitLineClamp, webkitBoxOrient
  case webkitBoxAlign, webkitBoxPack, webkitBoxDirection, webkitBoxFlex, webkitBoxOrdinalGroup, webkitBoxReflect
  case webkitUserDrag, scrollbarWidth, columnCount, columnWidth, borderTopWidth, borderRightWidth, borderBottomWidth
  case borderLeftWidth, borderTopStyle, borderRightStyle, borderBottomStyle, borderLeftStyle, borderTopColor
  case borderRightColor, borderBottomColor, borderLeftColor, borderTopLeftRadius, borderTopRightRadius
  case borderBottomRightRadius, borderBottomLeftRadius, outlineWidth, outlineStyle, outlineColor, outlineOffset
  case flexDirection, flexWrap, flexGrow, flexShrink, flexBasis, flexLineCount, order, alignContent, justifyContent
  case alignItems, justifyItems, alignSelf, justifySelf, rowGap, columnGap, gridTemplateColumns, gridTemplateRows
  case gridTemplateAreas, gridAutoColumns, gridAutoRows, gridAutoFlow, gridRowStart, gridRowEnd, gridColumnStart
  case gridColumnEnd, backgroundColor, backgroundImage, backgroundPositionX, backgroundPositionY, backgroundSize
  case backgroundRepeat, backgroundAttachment, backgroundOrigin, backgroundClip, backgroundBlendMode, opacity
  case boxShadow, transform, transformOrigin, transformBox, transformStyle, translate, rotate, scale, perspective
  case perspectiveOrigin, backfaceVisibility, filter, backdropFilter, mixBlendMode, isolation, clipPath, clip
  case maskImage, maskMode, maskRepeat, maskPosition, maskClip, maskOrigin, maskSize, maskComposite, maskType
  case webkitMaskBoxImageSource, webkitMaskBoxImageSlice, webkitMaskBoxImageWidth, webkitMaskBoxImageOutset
  case webkitMaskBoxImageRepeat, borderImageSource, borderImageSlice, borderImageWidth, borderImageOutset
  case borderImageRepeat, borderShape, cornerTopLeftShape, cornerTopRightShape, cornerBottomRightShape
  case cornerBottomLeftShape, boxDecorationBreak, content, counterIncrement, counterReset, counterSet, willChange
  case textDecorationLine, textDecorationStyle, textDecorationColor, textDecorationThickness, textBoxTrim
  case initialLetter, alignmentBaseline, baselineShift, baselineSource, appearance, fieldSizing, resize, touchAction
  case appRegion, columnFill, columnSpan, columnHeight, columnWrap, columnRuleWidth, columnRuleStyle
  case columnRuleColor, columnRuleBreak, columnRuleInsetCapStart, columnRuleInsetCapEnd
  case columnRuleInsetJunctionStart, columnRuleInsetJunctionEnd, columnRuleVisibilityItems, rowRuleWidth
  case rowRuleStyle, rowRuleColor, rowRuleBreak, rowRuleInsetCapStart, rowRuleInsetCapEnd, rowRuleInsetJunctionStart
  case rowRuleInsetJunctionEnd, rowRuleVisibilityItems, breakBefore, breakAfter, breakInside, page, pageOrientation
  case size, containIntrinsicWidth, containIntrinsicHeight, containerName, containerType, contentVisibility
  case marginTrim, objectViewBox, overflowAnchor, overflowClipMargin, overlay, overscrollBehaviorX
  case overscrollBehaviorY, scrollAxisLock, scrollBehavior, scrollInitialTarget, scrollMarkerGroup
  case scrollTargetGroup, scrollMarginTop, scrollMarginRight, scrollMarginBottom, scrollMarginLeft, scrollPaddingTop
  case scrollPaddingRight, scrollPaddingBottom, scrollPaddingLeft, scrollSnapAlign, scrollSnapStop, scrollSnapType
  case scrollTimelineAxis, scrollTimelineName, viewTimelineAxis, viewTimelineName, viewTimelineInset
  case viewTransitionName, viewTransitionClass, viewTransitionGroup, viewTransitionScope, timelineScope
  case scrollbarGutter, shapeImageThreshold, shapeMargin, shapeOutside, animationName, animationDuration
  case animationTimingFunction, animationDelay, animationIterationCount, animationDirection, animationFillMode
  case animationPlayState, animationComposition, animationTimeline, animationRangeStart, animationRangeEnd
  case animationTrigger, transitionProperty, transitionDuration, transitionTimingFunction, transitionDelay
  case transitionBehavior, offsetPath, offsetDistance, offsetPosition, offsetAnchor, offsetRotate, anchorName
  case anchorScope, positionAnchor, positionArea, positionTryOrder, positionTryFallbacks, readingFlow, readingOrder
  case bufferedRendering, floodColor, floodOpacity, lightingColor, stopColor, stopOpacity, vectorEffect, cx, cy, x
  case y, r, rx, ry, d, frameSizing, zoom
  // Logical longhands (CSS Logical Properties 1).
  case inlineSize, blockSize, minInlineSize, minBlockSize, maxInlineSize, maxBlockSize, marginBlockStart
  case marginBlockEnd, marginInlineStart, marginInlineEnd, paddingBlockStart, paddingBlockEnd, paddingInlineStart
  case paddingInlineEnd, insetBlockStart, insetBlockEnd, insetInlineStart, insetInlineEnd, borderBlockStartWidth
  case borderBlockEndWidth, borderInlineStartWidth, borderInlineEndWidth, borderBlockStartStyle, borderBlockEndStyle
  case borderInlineStartStyle, borderInlineEndStyle, borderBlockStartColor, borderBlockEndColor
  case borderInlineStartColor, borderInlineEndColor, borderStartStartRadius, borderStartEndRadius
  case borderEndStartRadius, borderEndEndRadius, cornerStartStartShape, cornerStartEndShape, cornerEndStartShape
  case cornerEndEndShape, scrollMarginBlockStart, scrollMarginBlockEnd, scrollMarginInlineStart
  case scrollMarginInlineEnd, scrollPaddingBlockStart, scrollPaddingBlockEnd, scrollPaddingInlineStart
  case scrollPaddingInlineEnd, overflowBlock, overflowInline, overscrollBehaviorBlock, overscrollBehaviorInline
  case containIntrinsicBlockSize, containIntrinsicInlineSize
  // Shorthands.
  case all, animation, animationRange, background, backgroundPosition, border, borderBlock, borderBlockColor
  case borderBlockEnd, borderBlockStart, borderBlockStyle, borderBlockWidth, borderBottom, borderColor, borderImage
  case borderInline, borderInlineColor, borderInlineEnd, borderInlineStart, borderInlineStyle, borderInlineWidth
  case borderLeft, borderRadius, borderRight, borderStyle, borderTop, borderWidth, columnRule, rowRule, rule
  case ruleColor, ruleStyle, ruleWidth, columns, containIntrinsicSize, container, cornerShape, cornerTopShape
  case cornerBottomShape, cornerLeftShape, cornerRightShape, cornerBlockStartShape, cornerBlockEndShape
  case cornerInlineStartShape, cornerInlineEndShape, flex, flexFlow, font, fontSynthesis, fontVariant, gap, grid
  case gridArea, gridColumn, gridRow, gridTemplate, inset, insetBlock, insetInline, interestDelay, listStyle, margin
  case marginBlock, marginInline, marker, mask, offset, outline, overflow, overscrollBehavior, padding, paddingBlock
  case paddingInline, pageBreakAfter, pageBreakBefore, pageBreakInside, webkitColumnBreakAfter
  case webkitColumnBreakBefore, webkitColumnBreakInside, placeContent, placeItems, placeSelf, positionTry
  case scrollMargin, scrollMarginBlock, scrollMarginInline, scrollPadding, scrollPaddingBlock, scrollPaddingInline
  case scrollTimeline, textBox, textDecoration, textEmphasis, textWrap, transition, viewTimeline, whiteSpace
  case webkitTextStroke, webkitMaskBoxImage
}
