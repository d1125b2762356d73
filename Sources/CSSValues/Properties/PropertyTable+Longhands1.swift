// swift-format-ignore-file: LineLength

extension PropertyTable {
  /// Longhands: name, whether it inherits, initial value, value definition syntax.
  static let longhands1: [PropertyDefinition] = [
    .init(.color, "color", inherits: true, initial: "canvastext", "<color>"),
    .init(
      .colorScheme, "color-scheme", inherits: true, initial: "normal",
      "normal | [ light | dark | <custom-ident> ]+ && only?"),
    .init(.direction, "direction", inherits: true, initial: "ltr", "ltr | rtl"),
    .init(
      .writingMode, "writing-mode", inherits: true, initial: "horizontal-tb",
      "horizontal-tb | vertical-rl | vertical-lr | sideways-rl | sideways-lr | lr | lr-tb | rl | rl-tb | tb | tb-rl"),
    .init(
      .textOrientation, "text-orientation", inherits: true, initial: "mixed",
      "mixed | upright | sideways | sideways-right"),
    .init(
      .fontSize, "font-size", inherits: true, initial: "medium",
      "xx-small | x-small | small | medium | large | x-large | xx-large | xxx-large | larger | smaller | math | <length-percentage[0,∞]>"
    ),
    .init(.fontFamily, "font-family", inherits: true, initial: "\"Times New Roman\"", "<font-family>#"),
    .init(
      .fontWeight, "font-weight", inherits: true, initial: "normal",
      "normal | bold | bolder | lighter | <number[1,1000]>"),
    .init(
      .fontStyle, "font-style", inherits: true, initial: "normal",
      "normal | italic | left | right | oblique <angle[-90deg,90deg]>?"),
    .init(
      .fontStretch, "font-stretch", inherits: true, initial: "100%",
      "normal | ultra-condensed | extra-condensed | condensed | semi-condensed | semi-expanded | expanded | extra-expanded | ultra-expanded | <percentage[0,∞]>"
    ),
    .init(
      .fontVariantCaps, "font-variant-caps", inherits: true, initial: "normal",
      "normal | small-caps | all-small-caps | petite-caps | all-petite-caps | unicase | titling-caps"),
    .init(
      .fontVariantLigatures, "font-variant-ligatures", inherits: true, initial: "normal",
      "normal | none | [ [ common-ligatures | no-common-ligatures ] || [ discretionary-ligatures | no-discretionary-ligatures ] || [ historical-ligatures | no-historical-ligatures ] || [ contextual | no-contextual ] ]"
    ),
    .init(
      .fontVariantNumeric, "font-variant-numeric", inherits: true, initial: "normal",
      "normal | [ [ lining-nums | oldstyle-nums ] || [ proportional-nums | tabular-nums ] || [ diagonal-fractions | stacked-fractions ] || ordinal || slashed-zero ]"
    ),
    .init(
      .fontVariantEastAsian, "font-variant-east-asian", inherits: true, initial: "normal",
      "normal | [ [ jis78 | jis83 | jis90 | jis04 | simplified | traditional ] || [ full-width | proportional-width ] || ruby ]"
    ),
    .init(.fontVariantPosition, "font-variant-position", inherits: true, initial: "normal", "normal | sub | super"),
    .init(
      .fontVariantEmoji, "font-variant-emoji", inherits: true, initial: "normal", "normal | text | emoji | unicode"),
    .init(
      .fontVariantAlternates, "font-variant-alternates", inherits: true, initial: "normal",
      "normal | [ stylistic( <custom-ident> ) || historical-forms || styleset( <custom-ident># ) || character-variant( <custom-ident># ) || swash( <custom-ident> ) || ornaments( <custom-ident> ) || annotation( <custom-ident> ) ]"
    ),
    .init(.fontKerning, "font-kerning", inherits: true, initial: "auto", "auto | normal | none"),
    .init(.fontOpticalSizing, "font-optical-sizing", inherits: true, initial: "auto", "auto | none"),
    .init(
      .fontPalette, "font-palette", inherits: true, initial: "normal",
      "normal | light | dark | <dashed-ident> | <palette-mix>"),
    .init(
      .fontFeatureSettings, "font-feature-settings", inherits: true, initial: "normal", "normal | <feature-tag-value>#"),
    .init(
      .fontVariationSettings, "font-variation-settings", inherits: true, initial: "normal",
      "normal | [ <axis-tag> <number> ]#"),
    .init(.fontLanguageOverride, "font-language-override", inherits: true, initial: "normal", "normal | <string>"),
    .init(
      .fontSizeAdjust, "font-size-adjust", inherits: true, initial: "none",
      "none | [ ex-height | cap-height | ch-width | ic-width | ic-height ]? [ from-font | <number[0,∞]> ]"),
    .init(.fontSynthesisWeight, "font-synthesis-weight", inherits: true, initial: "auto", "auto | none"),
    .init(.fontSynthesisStyle, "font-synthesis-style", inherits: true, initial: "auto", "auto | none"),
    .init(.fontSynthesisSmallCaps, "font-synthesis-small-caps", inherits: true, initial: "auto", "auto | none"),
    .init(
      .lineHeight, "line-height", inherits: true, initial: "normal", "normal | <number[0,∞]> | <length-percentage[0,∞]>"
    ),
    .init(.letterSpacing, "letter-spacing", inherits: true, initial: "normal", "normal | <length-percentage>"),
    .init(.wordSpacing, "word-spacing", inherits: true, initial: "normal", "normal | <length-percentage>"),
    .init(
      .textRendering, "text-rendering", inherits: true, initial: "auto",
      "auto | optimizespeed | optimizelegibility | geometricprecision"),
    .init(.textSizeAdjust, "text-size-adjust", inherits: true, initial: "auto", "auto | none | <percentage[0,∞]>"),
    .init(
      .textSpacingTrim, "text-spacing-trim", inherits: true, initial: "normal",
      "normal | space-all | space-first | trim-start"),
    .init(
      .textAutospace, "text-autospace", inherits: true, initial: "no-autospace", "normal | no-autospace | <autospace>"),
    .init(.mathDepth, "math-depth", inherits: true, initial: "0", "auto-add | add( <integer> ) | <integer>"),
    .init(.mathShift, "math-shift", inherits: true, initial: "normal", "normal | compact"),
    .init(.mathStyle, "math-style", inherits: true, initial: "normal", "normal | compact"),
    .init(
      .webkitFontSmoothing, "-webkit-font-smoothing", inherits: true, initial: "auto",
      "auto | none | antialiased | subpixel-antialiased"),
    .init(.webkitLocale, "-webkit-locale", inherits: true, initial: "auto", "auto | <string>"),
    .init(
      .textAlign, "text-align", inherits: true, initial: "start",
      "start | end | left | right | center | justify | match-parent | -webkit-left | -webkit-right | -webkit-center"),
    .init(
      .textAlignLast, "text-align-last", inherits: true, initial: "auto",
      "auto | start | end | left | right | center | justify | match-parent"),
    .init(
      .textJustify, "text-justify", inherits: true, initial: "auto",
      "auto | none | inter-word | inter-character | distribute"),
    .init(.textIndent, "text-indent", inherits: true, initial: "0px", "<length-percentage> && hanging? && each-line?"),
    .init(
      .textTransform, "text-transform", inherits: true, initial: "none",
      "none | math-auto | capitalize | uppercase | lowercase"),
    .init(.textCombineUpright, "text-combine-upright", inherits: true, initial: "none", "none | all"),
    .init(.textEmphasisColor, "text-emphasis-color", inherits: true, initial: "currentcolor", "<color>"),
    .init(
      .textEmphasisPosition, "text-emphasis-position", inherits: true, initial: "over",
      "[ over | under ] && [ right | left ]?"),
    .init(
      .textEmphasisStyle, "text-emphasis-style", inherits: true, initial: "none",
      "none | [ [ filled | open ] || [ dot | circle | double-circle | triangle | sesame ] ] | <string>"),
    .init(.textUnderlineOffset, "text-underline-offset", inherits: true, initial: "auto", "auto | <length-percentage>"),
    .init(
      .textUnderlinePosition, "text-underline-position", inherits: true, initial: "auto",
      "auto | [ [ from-font | under ] || [ left | right ] ]"),
    .init(.textDecorationSkipInk, "text-decoration-skip-ink", inherits: true, initial: "auto", "auto | none | all"),
    .init(
      .textShadow, "text-shadow", inherits: true, initial: "none", "none | [ <color>? && <length>{2} <length[0,∞]>? ]#"),
    .init(.textWrapMode, "text-wrap-mode", inherits: true, initial: "wrap", "wrap | nowrap"),
    .init(.textWrapStyle, "text-wrap-style", inherits: true, initial: "auto", "auto | balance | stable | pretty"),
    .init(
      .textBoxEdge, "text-box-edge", inherits: true, initial: "auto",
      "auto | [ text | ideographic | ideographic-ink ] | [ text | ideographic | ideographic-ink | cap | ex ] [ text | ideographic | ideographic-ink | alphabetic ]"
    ),
    .init(.textAnchor, "text-anchor", inherits: true, initial: "start", "start | middle | end"),
    .init(
      .textFit, "text-fit", inherits: true, initial: "none",
      "none | [ grow | shrink ] [ consistent | per-line | per-line-all ]? <percentage>?"),
    .init(
      .whiteSpaceCollapse, "white-space-collapse", inherits: true, initial: "collapse",
      "collapse | preserve | preserve-breaks | preserve-spaces | break-spaces"),
    .init(.tabSize, "tab-size", inherits: true, initial: "8", "<number[0,∞]> | <length[0,∞]>"),
    .init(
      .wordBreak, "word-break", inherits: true, initial: "normal",
      "normal | break-all | keep-all | manual | auto-phrase | break-word"),
    .init(.lineBreak, "line-break", inherits: true, initial: "auto", "auto | loose | normal | strict | anywhere"),
    .init(.overflowWrap, "overflow-wrap", inherits: true, initial: "normal", "normal | break-word | anywhere"),
    .init(.hyphens, "hyphens", inherits: true, initial: "manual", "none | manual | auto"),
    .init(.hyphenateCharacter, "hyphenate-character", inherits: true, initial: "auto", "auto | <string>"),
    .init(
      .hyphenateLimitChars, "hyphenate-limit-chars", inherits: true, initial: "auto", "[ auto | <integer[1,∞]> ]{1,3}"),
    .init(.visibility, "visibility", inherits: true, initial: "visible", "visible | hidden | collapse"),
    .init(
      .listStyleType, "list-style-type", inherits: true, initial: "disc", "none | <string> | <symbols> | <custom-ident>"
    ),
    .init(.listStylePosition, "list-style-position", inherits: true, initial: "outside", "inside | outside"),
    .init(.listStyleImage, "list-style-image", inherits: true, initial: "none", "none | <image>"),
    .init(.captionSide, "caption-side", inherits: true, initial: "top", "top | bottom"),
    .init(.borderCollapse, "border-collapse", inherits: true, initial: "separate", "separate | collapse"),
    .init(.borderSpacing, "border-spacing", inherits: true, initial: "0px", "<length[0,∞]>{1,2}"),
    .init(.emptyCells, "empty-cells", inherits: true, initial: "show", "show | hide"),
    .init(.quotes, "quotes", inherits: true, initial: "auto", "auto | none | [ <string> <string> ]+"),
    .init(.orphans, "orphans", inherits: true, initial: "2", "<integer[1,∞]>"),
    .init(.widows, "widows", inherits: true, initial: "2", "<integer[1,∞]>"),
    .init(.cursor, "cursor", inherits: true, initial: "auto", "<cursor>"),
    .init(
      .pointerEvents, "pointer-events", inherits: true, initial: "auto",
      "auto | none | visiblepainted | visiblefill | visiblestroke | visible | painted | fill | stroke | bounding-box | all"
    ),
    .init(.caretColor, "caret-color", inherits: true, initial: "auto", "auto | <color>"),
    .init(.caretAnimation, "caret-animation", inherits: true, initial: "auto", "auto | manual"),
    .init(.caretShape, "caret-shape", inherits: true, initial: "auto", "auto | bar | block | underscore"),
    .init(.imageOrientation, "image-orientation", inherits: true, initial: "from-image", "none | from-image"),
    .init(
      .imageRendering, "image-rendering", inherits: true, initial: "auto",
      "auto | pixelated | crisp-edges | -webkit-optimize-contrast"),
    .init(.accentColor, "accent-color", inherits: true, initial: "auto", "auto | <color>"),
    .init(.scrollbarColor, "scrollbar-color", inherits: true, initial: "auto", "auto | <color>{2}"),
    .init(
      .speak, "speak", inherits: true, initial: "normal",
      "none | normal | spell-out | digits | literal-punctuation | no-punctuation"),
    .init(
      .rubyAlign, "ruby-align", inherits: true, initial: "space-around", "start | center | space-between | space-around"
    ),
    .init(.rubyOverhang, "ruby-overhang", inherits: true, initial: "auto", "auto | none"),
    .init(
      .rubyPosition, "ruby-position", inherits: true, initial: "over", "over | under | alternate? || [ over | under ]"),
    .init(.interactivity, "interactivity", inherits: true, initial: "auto", "auto | inert"),
    .init(.interestDelayStart, "interest-delay-start", inherits: true, initial: "normal", "normal | <time[0,∞]>"),
    .init(.interestDelayEnd, "interest-delay-end", inherits: true, initial: "normal", "normal | <time[0,∞]>"),
    .init(
      .interpolateSize, "interpolate-size", inherits: true, initial: "numeric-only", "numeric-only | allow-keywords"),
    .init(
      .dynamicRangeLimit, "dynamic-range-limit", inherits: true, initial: "no-limit",
      "standard | no-limit | constrained | <dynamic-range-limit-mix>"),
    .init(
      .forcedColorAdjust, "forced-color-adjust", inherits: true, initial: "auto", "auto | none | preserve-parent-color"),
    .init(.printColorAdjust, "print-color-adjust", inherits: true, initial: "economy", "economy | exact"),
    .init(
      .ruleOverlap, "rule-overlap", inherits: false, initial: "row-over-column", "row-over-column | column-over-row"),
    .init(
      .positionVisibility, "position-visibility", inherits: false, initial: "anchors-visible",
      "always | [ anchors-valid || anchors-visible || no-overflow ]"),
    .init(.paintOrder, "paint-order", inherits: true, initial: "normal", "normal | [ fill || stroke || markers ]"),
    .init(.clipRule, "clip-rule", inherits: true, initial: "nonzero", "nonzero | evenodd"),
    .init(.colorInterpolation, "color-interpolation", inherits: true, initial: "srgb", "auto | srgb | linearrgb"),
    .init(
      .colorInterpolationFilters, "color-interpolation-filters", inherits: true, initial: "linearrgb",
      "auto | srgb | linearrgb"),
    .init(
      .colorRendering, "color-rendering", inherits: true, initial: "auto", "auto | optimizespeed | optimizequality"),
    .init(
      .dominantBaseline, "dominant-baseline", inherits: true, initial: "auto",
      "auto | text-bottom | alphabetic | ideographic | middle | central | mathematical | hanging | text-top | use-script | no-change | reset-size | text-after-edge | text-before-edge"
    ),
    .init(.fill, "fill", inherits: true, initial: "black", "<paint>"),
    .init(.fillOpacity, "fill-opacity", inherits: true, initial: "1", "<alpha-value>"),
    .init(.fillRule, "fill-rule", inherits: true, initial: "nonzero", "nonzero | evenodd"),
    .init(.markerStart, "marker-start", inherits: true, initial: "none", "none | <url>"),
    .init(.markerMid, "marker-mid", inherits: true, initial: "none", "none | <url>"),
    .init(.markerEnd, "marker-end", inherits: true, initial: "none", "none | <url>"),
    .init(
      .shapeRendering, "shape-rendering", inherits: true, initial: "auto",
      "auto | optimizespeed | crispedges | geometricprecision"),
    .init(.stroke, "stroke", inherits: true, initial: "none", "<paint>"),
    .init(.strokeDasharray, "stroke-dasharray", inherits: true, initial: "none", "none | <dash-array>"),
    .init(.strokeDashoffset, "stroke-dashoffset", inherits: true, initial: "0px", "<length-percentage-or-number>"),
    .init(.strokeLinecap, "stroke-linecap", inherits: true, initial: "butt", "butt | round | square"),
    .init(.strokeLinejoin, "stroke-linejoin", inherits: true, initial: "miter", "miter | bevel | round"),
    .init(.strokeMiterlimit, "stroke-miterlimit", inherits: true, initial: "4", "<number[0,∞]>"),
    .init(.strokeOpacity, "stroke-opacity", inherits: true, initial: "1", "<alpha-value>"),
    .init(.strokeWidth, "stroke-width", inherits: true, initial: "1px", "<length-percentage-or-number[0,∞]>"),
    .init(.webkitTextFillColor, "-webkit-text-fill-color", inherits: true, initial: "currentcolor", "<color>"),
    .init(.webkitTextStrokeColor, "-webkit-text-stroke-color", inherits: true, initial: "currentcolor", "<color>"),
    .init(.webkitTextStrokeWidth, "-webkit-text-stroke-width", inherits: true, initial: "0px", "<line-width>"),
    .init(
      .webkitTextSecurity, "-webkit-text-security", inherits: true, initial: "none", "none | disc | circle | square"),
    .init(
      .webkitTapHighlightColor, "-webkit-tap-highlight-color", inherits: true, initial: "rgba(0, 0, 0, 0.18)", "<color>"
    ),
    .init(
      .webkitUserModify, "-webkit-user-modify", inherits: true, initial: "read-only",
      "read-only | read-write | read-write-plaintext-only"),
    .init(.webkitLineBreak, "-webkit-line-break", inherits: true, initial: "auto", "auto | normal | after-white-space"),
    .init(.webkitRtlOrdering, "-webkit-rtl-ordering", inherits: true, initial: "logical", "logical | visual"),
    .init(.userSelect, "user-select", inherits: true, initial: "auto", "auto | none | text | all"),
    .init(.display, "display", inherits: false, initial: "inline", "<display>"),
    .init(
      .position, "position", inherits: false, initial: "static",
      "static | relative | absolute | fixed | sticky"),
    .init(.float, "float", inherits: false, initial: "none", "none | left | right | inline-start | inline-end"),
    .init(.clear, "clear", inherits: false, initial: "none", "none | left | right | both | inline-start | inline-end"),
    .init(.top, "top", inherits: false, initial: "auto", "auto | <length-percentage-anchor>"),
    .init(.right, "right", inherits: false, initial: "auto", "auto | <length-percentage-anchor>"),
    .init(.bottom, "bottom", inherits: false, initial: "auto", "auto | <length-percentage-anchor>"),
    .init(.left, "left", inherits: false, initial: "auto", "auto | <length-percentage-anchor>"),
    .init(.marginTop, "margin-top", inherits: false, initial: "0px", "auto | <length-percentage-anchor>"),
    .init(.marginRight, "margin-right", inherits: false, initial: "0px", "auto | <length-percentage-anchor>"),
    .init(.marginBottom, "margin-bottom", inherits: false, initial: "0px", "auto | <length-percentage-anchor>"),
    .init(.marginLeft, "margin-left", inherits: false, initial: "0px", "auto | <length-percentage-anchor>"),
    .init(.paddingTop, "padding-top", inherits: false, initial: "0px", "<length-percentage[0,∞]>"),
    .init(.paddingRight, "padding-right", inherits: false, initial: "0px", "<length-percentage[0,∞]>"),
    .init(.paddingBottom, "padding-bottom", inherits: false, initial: "0px", "<length-percentage[0,∞]>"),
    .init(.paddingLeft, "padding-left", inherits: false, initial: "0px", "<length-percentage[0,∞]>"),
    .init(.width, "width", inherits: false, initial: "auto", "auto | <size>"),
    .init(.height, "height", inherits: false, initial: "auto", "auto | <size>"),
    .init(.minWidth, "min-width", inherits: false, initial: "auto", "auto | <size>"),
    .init(.minHeight, "min-height", inherits: false, initial: "auto", "auto | <size>"),
    .init(.maxWidth, "max-width", inherits: false, initial: "none", "none | <size>"),
    .init(.maxHeight, "max-height", inherits: false, initial: "none", "none | <size>"),
    .init(.boxSizing, "box-sizing", inherits: false, initial: "content-box", "content-box | border-box"),
    .init(.aspectRatio, "aspect-ratio", inherits: false, initial: "auto", "auto && <ratio> | auto | <ratio>"),
    .init(
      .overflowX, "overflow-x", inherits: false, initial: "visible", "visible | hidden | clip | scroll | auto | overlay"
    ),
    .init(
      .overflowY, "overflow-y", inherits: false, initial: "visible", "visible | hidden | clip | scroll | auto | overlay"
    ),
    .init(.zIndex, "z-index", inherits: false, initial: "auto", "auto | <integer>"),
    .init(
      .verticalAlign, "vertical-align", inherits: false, initial: "baseline",
      "baseline | sub | super | top | text-top | middle | bottom | text-bottom | -webkit-baseline-middle | <length-percentage>"
    ),
    .init(
      .contain, "contain", inherits: false, initial: "none",
      "none | strict | content | [ [ size | inline-size ] || layout || style || paint ]"),
    .init(.tableLayout, "table-layout", inherits: false, initial: "auto", "auto | fixed"),
    .init(.objectFit, "object-fit", inherits: false, initial: "fill", "fill | contain | cover | none | scale-down"),
    .init(.objectPosition, "object-position", inherits: false, initial: "50% 50%", "<position>"),
    .init(
      .unicodeBidi, "unicode-bidi", inherits: false, initial: "normal",
      "normal | embed | isolate | bidi-override | isolate-override | plaintext | -webkit-isolate | -webkit-isolate-override | -webkit-plaintext"
    ),
    .init(.textOverflow, "text-overflow", inherits: false, initial: "clip", "clip | ellipsis"),
    .init(.webkitLineClamp, "-webkit-line-clamp", inherits: false, initial: "none", "none | <integer[1,∞]>"),
    .init(
      .webkitBoxOrient, "-webkit-box-orient", inherits: false, initial: "horizontal",
      "horizontal | vertical | inline-axis | block-axis"),
    .init(
      .webkitBoxAlign, "-webkit-box-align", inherits: false, initial: "stretch",
      "stretch | start | end | center | baseline"),
    .init(.webkitBoxPack, "-webkit-box-pack", inherits: false, initial: "start", "start | end | center | justify"),
    .init(.webkitBoxDirection, "-webkit-box-direction", inherits: false, initial: "normal", "normal | reverse"),
    .init(.webkitBoxFlex, "-webkit-box-flex", inherits: false, initial: "0", "<number>"),
    .init(.webkitBoxOrdinalGroup, "-webkit-box-ordinal-group", inherits: false, initial: "1", "<integer[1,∞]>"),
    .init(
      .webkitBoxReflect, "-webkit-box-reflect", inherits: false, initial: "none",
      "none | [ above | below | right | left ] <length-percentage>? <image>?"),
    .init(.webkitUserDrag, "-webkit-user-drag", inherits: false, initial: "auto", "auto | none | element"),
    .init(.scrollbarWidth, "scrollbar-width", inherits: false, initial: "auto", "auto | thin | none"),
    .init(.columnCount, "column-count", inherits: false, initial: "auto", "auto | <integer[1,∞]>"),
    .init(.columnWidth, "column-width", inherits: false, initial: "auto", "auto | <length[0,∞]>"),
    .init(.borderTopWidth, "border-top-width", inherits: false, initial: "medium", "<line-width>"),
    .init(.borderRightWidth, "border-right-width", inherits: false, initial: "medium", "<line-width>"),
    .init(.borderBottomWidth, "border-bottom-width", inherits: false, initial: "medium", "<line-width>"),
    .init(.borderLeftWidth, "border-left-width", inherits: false, initial: "medium", "<line-width>"),
    .init(.borderTopStyle, "border-top-style", inherits: false, initial: "none", "<line-style>"),
    .init(.borderRightStyle, "border-right-style", inherits: false, initial: "none", "<line-style>"),
    .init(.borderBottomStyle, "border-bottom-style", inherits: false, initial: "none", "<line-style>"),
    .init(.borderLeftStyle, "border-left-style", inherits: false, initial: "none", "<line-style>"),
    .init(.borderTopColor, "border-top-color", inherits: false, initial: "currentcolor", "<color>"),
    .init(.borderRightColor, "border-right-color", inherits: false, initial: "currentcolor", "<color>"),
    .init(.borderBottomColor, "border-bottom-color", inherits: false, initial: "currentcolor", "<color>"),
    .init(.borderLeftColor, "border-left-color", inherits: false, initial: "currentcolor", "<color>"),
    .init(
      .borderTopLeftRadius, "border-top-left-radius", inherits: false, initial: "0px", "<length-percentage[0,∞]>{1,2}"),
    .init(
      .borderTopRightRadius, "border-top-right-radius", inherits: false, initial: "0px", "<length-percentage[0,∞]>{1,2}"
    ),
    .init(
      .borderBottomRightRadius, "border-bottom-right-radius", inherits: false, initial: "0px",
      "<length-percentage[0,∞]>{1,2}"),
    .init(
      .borderBottomLeftRadius, "border-bottom-left-radius", inherits: false, initial: "0px",
      "<length-percentage[0,∞]>{1,2}"),
    .init(.outlineWidth, "outline-width", inherits: false, initial: "medium", "<line-width>"),
    .init(
      .outlineStyle, "outline-style", inherits: false, initial: "none",
      "auto | none | dotted | dashed | solid | double | groove | ridge | inset | outset"),
    .init(.outlineColor, "outline-color", inherits: false, initial: "currentcolor", "<color>"),
    .init(.outlineOffset, "outline-offset", inherits: false, initial: "0px", "<length>"),
    .init(
      .flexDirection, "flex-direction", inherits: false, initial: "row", "row | row-reverse | column | column-reverse"),
    .init(.flexWrap, "flex-wrap", inherits: false, initial: "nowrap", "nowrap | wrap | wrap-reverse | balance"),
    .init(.flexGrow, "flex-grow", inherits: false, initial: "0", "<number[0,∞]>"),
    .init(.flexShrink, "flex-shrink", inherits: false, initial: "1", "<number[0,∞]>"),
    .init(.flexBasis, "flex-basis", inherits: false, initial: "auto", "auto | content | <size>"),
    .init(.flexLineCount, "flex-line-count", inherits: false, initial: "1", "<integer[1,∞]>"),
    .init(.order, "order", inherits: false, initial: "0", "<integer>"),
    .init(
      .alignContent, "align-content", inherits: false, initial: "normal",
      "normal | <baseline-position> | <content-distribution> | [ safe | unsafe ]? [ center | start | end | flex-start | flex-end ]"
    ),
    .init(
      .justifyContent, "justify-content", inherits: false, initial: "normal",
      "normal | <content-distribution> | [ safe | unsafe ]? [ center | start | end | flex-start | flex-end | left | right ]"
    ),
    .init(
      .alignItems, "align-items", inherits: false, initial: "normal",
      "normal | stretch | <baseline-position> | [ safe | unsafe ]? <self-position>"),
  ]
}
