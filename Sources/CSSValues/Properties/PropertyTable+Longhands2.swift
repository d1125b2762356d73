// swift-format-ignore-file: LineLength

extension PropertyTable {
  /// Longhands: name, whether it inherits, initial value, value definition syntax.
  static let longhands2: [PropertyDefinition] = [
    .init(
      .justifyItems, "justify-items", inherits: false, initial: "legacy",
      "normal | stretch | <baseline-position> | [ safe | unsafe ]? [ <self-position> | left | right ] | legacy && [ left | right | center ] | legacy"
    ),
    .init(
      .alignSelf, "align-self", inherits: false, initial: "auto",
      "auto | normal | stretch | <baseline-position> | [ safe | unsafe ]? <self-position>"),
    .init(
      .justifySelf, "justify-self", inherits: false, initial: "auto",
      "auto | normal | stretch | <baseline-position> | [ safe | unsafe ]? [ <self-position> | left | right ]"),
    .init(.rowGap, "row-gap", inherits: false, initial: "normal", "normal | <length-percentage[0,∞]>"),
    .init(.columnGap, "column-gap", inherits: false, initial: "normal", "normal | <length-percentage[0,∞]>"),
    .init(.gridTemplateColumns, "grid-template-columns", inherits: false, initial: "none", "<grid-template-tracks>"),
    .init(.gridTemplateRows, "grid-template-rows", inherits: false, initial: "none", "<grid-template-tracks>"),
    .init(.gridTemplateAreas, "grid-template-areas", inherits: false, initial: "none", "<grid-template-areas>"),
    .init(.gridAutoColumns, "grid-auto-columns", inherits: false, initial: "auto", "<track-size>+"),
    .init(.gridAutoRows, "grid-auto-rows", inherits: false, initial: "auto", "<track-size>+"),
    .init(.gridAutoFlow, "grid-auto-flow", inherits: false, initial: "row", "[ row | column ] || dense"),
    .init(.gridRowStart, "grid-row-start", inherits: false, initial: "auto", "<grid-line>"),
    .init(.gridRowEnd, "grid-row-end", inherits: false, initial: "auto", "<grid-line>"),
    .init(.gridColumnStart, "grid-column-start", inherits: false, initial: "auto", "<grid-line>"),
    .init(.gridColumnEnd, "grid-column-end", inherits: false, initial: "auto", "<grid-line>"),
    .init(.backgroundColor, "background-color", inherits: false, initial: "rgba(0, 0, 0, 0)", "<color>"),
    .init(.backgroundImage, "background-image", inherits: false, initial: "none", "[ none | <image> ]#"),
    .init(.backgroundPositionX, "background-position-x", inherits: false, initial: "0%", "<position-x>#"),
    .init(.backgroundPositionY, "background-position-y", inherits: false, initial: "0%", "<position-y>#"),
    .init(.backgroundSize, "background-size", inherits: false, initial: "auto", "<bg-size>#"),
    .init(.backgroundRepeat, "background-repeat", inherits: false, initial: "repeat", "<repeat-style>#"),
    .init(
      .backgroundAttachment, "background-attachment", inherits: false, initial: "scroll", "[ scroll | fixed | local ]#"),
    .init(.backgroundOrigin, "background-origin", inherits: false, initial: "padding-box", "<visual-box>#"),
    .init(
      .backgroundClip, "background-clip", inherits: false, initial: "border-box",
      "[ <visual-box> | [ border-area || text ] ]#"),
    .init(.backgroundBlendMode, "background-blend-mode", inherits: false, initial: "normal", "<blend-mode>#"),
    .init(.opacity, "opacity", inherits: false, initial: "1", "<alpha-value>"),
    .init(
      .boxShadow, "box-shadow", inherits: false, initial: "none",
      "none | [ inset? && <color>? && [ <length>{2} [ <length[0,∞]> <length>? ]? ] ]#"),
    .init(.transform, "transform", inherits: false, initial: "none", "none | <transform-function>+"),
    .init(.transformOrigin, "transform-origin", inherits: false, initial: "50% 50%", "<transform-origin>"),
    .init(
      .transformBox, "transform-box", inherits: false, initial: "view-box",
      "content-box | border-box | fill-box | stroke-box | view-box"),
    .init(.transformStyle, "transform-style", inherits: false, initial: "flat", "flat | preserve-3d"),
    .init(
      .translate, "translate", inherits: false, initial: "none",
      "none | <length-percentage> [ <length-percentage> <length>? ]?"),
    .init(.rotate, "rotate", inherits: false, initial: "none", "none | <rotate>"),
    .init(.scale, "scale", inherits: false, initial: "none", "none | <number-or-percentage>{1,3}"),
    .init(.perspective, "perspective", inherits: false, initial: "none", "none | <length[0,∞]>"),
    .init(.perspectiveOrigin, "perspective-origin", inherits: false, initial: "50% 50%", "<position>"),
    .init(.backfaceVisibility, "backface-visibility", inherits: false, initial: "visible", "visible | hidden"),
    .init(.filter, "filter", inherits: false, initial: "none", "none | [ <filter-function> | <url> ]+"),
    .init(
      .backdropFilter, "backdrop-filter", inherits: false, initial: "none", "none | [ <filter-function> | <url> ]+"),
    .init(.mixBlendMode, "mix-blend-mode", inherits: false, initial: "normal", "<blend-mode> | plus-lighter"),
    .init(.isolation, "isolation", inherits: false, initial: "auto", "auto | isolate"),
    .init(
      .clipPath, "clip-path", inherits: false, initial: "none", "none | <clip-source> | <basic-shape> || <geometry-box>"
    ),
    .init(.clip, "clip", inherits: false, initial: "auto", "auto | <clip-rect>"),
    .init(.maskImage, "mask-image", inherits: false, initial: "none", "[ none | <image> | <url> ]#"),
    .init(.maskMode, "mask-mode", inherits: false, initial: "match-source", "[ alpha | luminance | match-source ]#"),
    .init(.maskRepeat, "mask-repeat", inherits: false, initial: "repeat", "<repeat-style>#"),
    .init(.maskPosition, "mask-position", inherits: false, initial: "0% 0%", "<position>#"),
    .init(
      .maskClip, "mask-clip", inherits: false, initial: "border-box",
      "[ content-box | padding-box | border-box | fill-box | stroke-box | view-box | no-clip | text | border | padding | content ]#"
    ),
    .init(
      .maskOrigin, "mask-origin", inherits: false, initial: "border-box",
      "[ content-box | padding-box | border-box | fill-box | stroke-box | view-box | border | padding | content ]#"),
    .init(.maskSize, "mask-size", inherits: false, initial: "auto", "<bg-size>#"),
    .init(
      .maskComposite, "mask-composite", inherits: false, initial: "add", "[ add | subtract | intersect | exclude ]#"),
    .init(.maskType, "mask-type", inherits: false, initial: "luminance", "luminance | alpha"),
    .init(
      .webkitMaskBoxImageSource, "-webkit-mask-box-image-source", inherits: false, initial: "none", "none | <image>"),
    .init(
      .webkitMaskBoxImageSlice, "-webkit-mask-box-image-slice", inherits: false, initial: "0 fill",
      "<border-image-slice>"),
    .init(
      .webkitMaskBoxImageWidth, "-webkit-mask-box-image-width", inherits: false, initial: "auto",
      "[ <number[0,∞]> | <length-percentage[0,∞]> | auto ]{1,4}"),
    .init(
      .webkitMaskBoxImageOutset, "-webkit-mask-box-image-outset", inherits: false, initial: "0",
      "[ <number[0,∞]> | <length[0,∞]> ]{1,4}"),
    .init(
      .webkitMaskBoxImageRepeat, "-webkit-mask-box-image-repeat", inherits: false, initial: "stretch",
      "[ stretch | repeat | round | space ]{1,2}"),
    .init(.borderImageSource, "border-image-source", inherits: false, initial: "none", "none | <image>"),
    .init(.borderImageSlice, "border-image-slice", inherits: false, initial: "100%", "<border-image-slice>"),
    .init(
      .borderImageWidth, "border-image-width", inherits: false, initial: "1",
      "[ <number[0,∞]> | <length-percentage[0,∞]> | auto ]{1,4}"),
    .init(
      .borderImageOutset, "border-image-outset", inherits: false, initial: "0", "[ <number[0,∞]> | <length[0,∞]> ]{1,4}"
    ),
    .init(
      .borderImageRepeat, "border-image-repeat", inherits: false, initial: "stretch",
      "[ stretch | repeat | round | space ]{1,2}"),
    .init(
      .borderShape, "border-shape", inherits: false, initial: "none", "none | [ <basic-shape> <geometry-box>? ]{1,2}"),
    .init(.cornerTopLeftShape, "corner-top-left-shape", inherits: false, initial: "superellipse(1)", "<corner-shape>"),
    .init(
      .cornerTopRightShape, "corner-top-right-shape", inherits: false, initial: "superellipse(1)", "<corner-shape>"),
    .init(
      .cornerBottomRightShape, "corner-bottom-right-shape", inherits: false, initial: "superellipse(1)",
      "<corner-shape>"),
    .init(
      .cornerBottomLeftShape, "corner-bottom-left-shape", inherits: false, initial: "superellipse(1)", "<corner-shape>"),
    .init(.boxDecorationBreak, "box-decoration-break", inherits: false, initial: "slice", "slice | clone"),
    .init(.content, "content", inherits: false, initial: "normal", "normal | none | <content>"),
    .init(.counterIncrement, "counter-increment", inherits: false, initial: "none", "none | <counter-increment>"),
    .init(.counterReset, "counter-reset", inherits: false, initial: "none", "none | <counter-reset>"),
    .init(.counterSet, "counter-set", inherits: false, initial: "none", "none | <counter-set>"),
    .init(.willChange, "will-change", inherits: false, initial: "auto", "<will-change>"),
    .init(
      .textDecorationLine, "text-decoration-line", inherits: false, initial: "none",
      "none | [ underline || overline || line-through || blink ] | spelling-error | grammar-error"),
    .init(
      .textDecorationStyle, "text-decoration-style", inherits: false, initial: "solid",
      "solid | double | dotted | dashed | wavy"),
    .init(.textDecorationColor, "text-decoration-color", inherits: false, initial: "currentcolor", "<color>"),
    .init(
      .textDecorationThickness, "text-decoration-thickness", inherits: false, initial: "auto",
      "auto | from-font | <length-percentage>"),
    .init(.textBoxTrim, "text-box-trim", inherits: false, initial: "none", "none | trim-start | trim-end | trim-both"),
    .init(
      .initialLetter, "initial-letter", inherits: false, initial: "normal",
      "normal | <number[1,∞]> [ <integer[1,∞]> | drop | raise ]?"),
    .init(
      .alignmentBaseline, "alignment-baseline", inherits: false, initial: "auto",
      "auto | baseline | before-edge | text-before-edge | middle | central | after-edge | text-after-edge | ideographic | alphabetic | hanging | mathematical"
    ),
    .init(
      .baselineShift, "baseline-shift", inherits: false, initial: "0px",
      "baseline | sub | super | <length-percentage-or-number>"),
    .init(.baselineSource, "baseline-source", inherits: false, initial: "auto", "auto | first | last"),
    .init(
      .appearance, "appearance", inherits: false, initial: "none",
      "none | auto | button | checkbox | listbox | menulist | meter | progress-bar | push-button | radio | searchfield | slider-horizontal | square-button | textarea | base-select | base | menulist-button | textfield | media-slider | media-sliderthumb | media-volume-slider | media-volume-sliderthumb | searchfield-cancel-button | slider-vertical | sliderthumb-horizontal | sliderthumb-vertical | -internal-appearance-auto-base-select"
    ),
    .init(.fieldSizing, "field-sizing", inherits: false, initial: "fixed", "fixed | content"),
    .init(.resize, "resize", inherits: false, initial: "none", "none | both | horizontal | vertical | block | inline"),
    .init(
      .touchAction, "touch-action", inherits: false, initial: "auto",
      "auto | none | manipulation | [ pan-x | pan-left | pan-right ] || [ pan-y | pan-up | pan-down ] || pinch-zoom"),
    .init(.appRegion, "app-region", inherits: false, initial: "none", "none | drag | no-drag"),
    .init(.columnFill, "column-fill", inherits: false, initial: "balance", "balance | auto"),
    .init(.columnSpan, "column-span", inherits: false, initial: "none", "none | all"),
    .init(.columnHeight, "column-height", inherits: false, initial: "auto", "auto | <length[0,∞]>"),
    .init(.columnWrap, "column-wrap", inherits: false, initial: "auto", "auto | nowrap | wrap"),
    .init(.columnRuleWidth, "column-rule-width", inherits: false, initial: "medium", "<rule-list-width>"),
    .init(.columnRuleStyle, "column-rule-style", inherits: false, initial: "none", "<rule-list-style>"),
    .init(.columnRuleColor, "column-rule-color", inherits: false, initial: "currentcolor", "<rule-list-color>"),
    .init(.columnRuleBreak, "column-rule-break", inherits: false, initial: "normal", "none | normal | intersection"),
    .init(
      .columnRuleInsetCapStart, "column-rule-inset-cap-start", inherits: false, initial: "0px",
      "overlap-join | <length-percentage>"),
    .init(
      .columnRuleInsetCapEnd, "column-rule-inset-cap-end", inherits: false, initial: "0px",
      "overlap-join | <length-percentage>"),
    .init(
      .columnRuleInsetJunctionStart, "column-rule-inset-junction-start", inherits: false, initial: "0px",
      "overlap-join | <length-percentage>"),
    .init(
      .columnRuleInsetJunctionEnd, "column-rule-inset-junction-end", inherits: false, initial: "0px",
      "overlap-join | <length-percentage>"),
    .init(
      .columnRuleVisibilityItems, "column-rule-visibility-items", inherits: false, initial: "normal",
      "normal | all | around | between"),
    .init(.rowRuleWidth, "row-rule-width", inherits: false, initial: "medium", "<rule-list-width>"),
    .init(.rowRuleStyle, "row-rule-style", inherits: false, initial: "none", "<rule-list-style>"),
    .init(.rowRuleColor, "row-rule-color", inherits: false, initial: "currentcolor", "<rule-list-color>"),
    .init(.rowRuleBreak, "row-rule-break", inherits: false, initial: "normal", "none | normal | intersection"),
    .init(
      .rowRuleInsetCapStart, "row-rule-inset-cap-start", inherits: false, initial: "0px",
      "overlap-join | <length-percentage>"),
    .init(
      .rowRuleInsetCapEnd, "row-rule-inset-cap-end", inherits: false, initial: "0px",
      "overlap-join | <length-percentage>"),
    .init(
      .rowRuleInsetJunctionStart, "row-rule-inset-junction-start", inherits: false, initial: "0px",
      "overlap-join | <length-percentage>"),
    .init(
      .rowRuleInsetJunctionEnd, "row-rule-inset-junction-end", inherits: false, initial: "0px",
      "overlap-join | <length-percentage>"),
    .init(
      .rowRuleVisibilityItems, "row-rule-visibility-items", inherits: false, initial: "normal",
      "normal | all | around | between"),
    .init(
      .breakBefore, "break-before", inherits: false, initial: "auto",
      "auto | avoid | always | all | avoid-page | page | left | right | recto | verso | avoid-column | column"),
    .init(
      .breakAfter, "break-after", inherits: false, initial: "auto",
      "auto | avoid | always | all | avoid-page | page | left | right | recto | verso | avoid-column | column"),
    .init(.breakInside, "break-inside", inherits: false, initial: "auto", "auto | avoid | avoid-page | avoid-column"),
    .init(.page, "page", inherits: false, initial: "auto", "auto | <custom-ident>"),
    .init(
      .pageOrientation, "page-orientation", inherits: false, initial: "upright", "upright | rotate-left | rotate-right"),
    .init(
      .size, "size", inherits: false, initial: "auto",
      "<length[0,∞]>{1,2} | auto | [ a5 | a4 | a3 | b5 | b4 | jis-b5 | jis-b4 | letter | legal | ledger ] || [ portrait | landscape ]"
    ),
    .init(
      .containIntrinsicWidth, "contain-intrinsic-width", inherits: false, initial: "none",
      "[ auto? [ none | <length[0,∞]> ] ]"),
    .init(
      .containIntrinsicHeight, "contain-intrinsic-height", inherits: false, initial: "none",
      "[ auto? [ none | <length[0,∞]> ] ]"),
    .init(.containerName, "container-name", inherits: false, initial: "none", "none | <container-name>+"),
    .init(
      .containerType, "container-type", inherits: false, initial: "normal",
      "normal | size | inline-size | scroll-state | size scroll-state | inline-size scroll-state | scroll-state size | scroll-state inline-size"
    ),
    .init(.contentVisibility, "content-visibility", inherits: false, initial: "visible", "visible | auto | hidden"),
    .init(
      .marginTrim, "margin-trim", inherits: false, initial: "none",
      "none | block | inline | [ block-start || inline-start || block-end || inline-end ]"),
    .init(.objectViewBox, "object-view-box", inherits: false, initial: "none", "none | <basic-shape-rect>"),
    .init(.overflowAnchor, "overflow-anchor", inherits: false, initial: "auto", "auto | none"),
    .init(.overflowClipMargin, "overflow-clip-margin", inherits: false, initial: "0px", "<overflow-clip-margin>"),
    .init(.overlay, "overlay", inherits: false, initial: "none", "none | auto"),
    .init(.overscrollBehaviorX, "overscroll-behavior-x", inherits: false, initial: "auto", "auto | contain | none"),
    .init(.overscrollBehaviorY, "overscroll-behavior-y", inherits: false, initial: "auto", "auto | contain | none"),
    .init(.scrollAxisLock, "scroll-axis-lock", inherits: false, initial: "auto", "auto | none"),
    .init(.scrollBehavior, "scroll-behavior", inherits: false, initial: "auto", "auto | smooth"),
    .init(.scrollInitialTarget, "scroll-initial-target", inherits: false, initial: "none", "none | nearest"),
    .init(
      .scrollMarkerGroup, "scroll-marker-group", inherits: false, initial: "none",
      "none | [ before | after ] || [ links | tabs ]"),
    .init(.scrollTargetGroup, "scroll-target-group", inherits: false, initial: "none", "none | auto"),
    .init(.scrollMarginTop, "scroll-margin-top", inherits: false, initial: "0px", "<length>"),
    .init(.scrollMarginRight, "scroll-margin-right", inherits: false, initial: "0px", "<length>"),
    .init(.scrollMarginBottom, "scroll-margin-bottom", inherits: false, initial: "0px", "<length>"),
    .init(.scrollMarginLeft, "scroll-margin-left", inherits: false, initial: "0px", "<length>"),
    .init(.scrollPaddingTop, "scroll-padding-top", inherits: false, initial: "auto", "auto | <length-percentage[0,∞]>"),
    .init(
      .scrollPaddingRight, "scroll-padding-right", inherits: false, initial: "auto", "auto | <length-percentage[0,∞]>"),
    .init(
      .scrollPaddingBottom, "scroll-padding-bottom", inherits: false, initial: "auto", "auto | <length-percentage[0,∞]>"
    ),
    .init(
      .scrollPaddingLeft, "scroll-padding-left", inherits: false, initial: "auto", "auto | <length-percentage[0,∞]>"),
    .init(
      .scrollSnapAlign, "scroll-snap-align", inherits: false, initial: "none", "[ none | start | end | center ]{1,2}"),
    .init(.scrollSnapStop, "scroll-snap-stop", inherits: false, initial: "normal", "normal | always"),
    .init(
      .scrollSnapType, "scroll-snap-type", inherits: false, initial: "none",
      "none | [ x | y | block | inline | both ] [ mandatory | proximity ]?"),
    .init(
      .scrollTimelineAxis, "scroll-timeline-axis", inherits: false, initial: "block", "[ block | inline | x | y ]#"),
    .init(.scrollTimelineName, "scroll-timeline-name", inherits: false, initial: "none", "[ none | <dashed-ident> ]#"),
    .init(.viewTimelineAxis, "view-timeline-axis", inherits: false, initial: "block", "[ block | inline | x | y ]#"),
    .init(.viewTimelineName, "view-timeline-name", inherits: false, initial: "none", "[ none | <dashed-ident> ]#"),
    .init(
      .viewTimelineInset, "view-timeline-inset", inherits: false, initial: "auto",
      "[ [ auto | <length-percentage> ]{1,2} ]#"),
    .init(
      .viewTransitionName, "view-transition-name", inherits: false, initial: "none",
      "none | <custom-ident> | match-element"),
    .init(.viewTransitionClass, "view-transition-class", inherits: false, initial: "none", "none | <custom-ident>+"),
    .init(
      .viewTransitionGroup, "view-transition-group", inherits: false, initial: "normal",
      "normal | contain | nearest | <custom-ident>"),
    .init(.viewTransitionScope, "view-transition-scope", inherits: false, initial: "none", "none | all"),
    .init(.timelineScope, "timeline-scope", inherits: false, initial: "none", "none | all | <dashed-ident>#"),
    .init(.scrollbarGutter, "scrollbar-gutter", inherits: false, initial: "auto", "auto | stable && both-edges?"),
    .init(.shapeImageThreshold, "shape-image-threshold", inherits: false, initial: "0", "<alpha-value>"),
    .init(.shapeMargin, "shape-margin", inherits: false, initial: "0px", "<length-percentage[0,∞]>"),
    .init(
      .shapeOutside, "shape-outside", inherits: false, initial: "none",
      "none | [ <basic-shape> || <shape-box> ] | <image>"),
    .init(.animationName, "animation-name", inherits: false, initial: "none", "[ none | <keyframes-name> ]#"),
    .init(.animationDuration, "animation-duration", inherits: false, initial: "auto", "[ auto | <time[0,∞]> ]#"),
    .init(
      .animationTimingFunction, "animation-timing-function", inherits: false, initial: "ease", "<easing-function>#"),
    .init(.animationDelay, "animation-delay", inherits: false, initial: "0s", "<time>#"),
    .init(
      .animationIterationCount, "animation-iteration-count", inherits: false, initial: "1",
      "[ infinite | <number[0,∞]> ]#"),
    .init(
      .animationDirection, "animation-direction", inherits: false, initial: "normal",
      "[ normal | reverse | alternate | alternate-reverse ]#"),
    .init(
      .animationFillMode, "animation-fill-mode", inherits: false, initial: "none",
      "[ none | forwards | backwards | both ]#"),
    .init(.animationPlayState, "animation-play-state", inherits: false, initial: "running", "[ running | paused ]#"),
    .init(
      .animationComposition, "animation-composition", inherits: false, initial: "replace",
      "[ replace | add | accumulate ]#"),
    .init(
      .animationTimeline, "animation-timeline", inherits: false, initial: "auto",
      "[ auto | none | <dashed-ident> | <timeline-function> ]#"),
    .init(
      .animationRangeStart, "animation-range-start", inherits: false, initial: "normal",
      "[ normal | <length-percentage> | <timeline-range-name> <length-percentage>? ]#"),
    .init(
      .animationRangeEnd, "animation-range-end", inherits: false, initial: "normal",
      "[ normal | <length-percentage> | <timeline-range-name> <length-percentage>? ]#"),
    .init(
      .animationTrigger, "animation-trigger", inherits: false, initial: "none",
      "[ none | [ <dashed-ident> [ play | play-forwards | play-backwards | play-once | play-alternate | pause | reset | replay | none ]{1,2} ]+ ]#"
    ),
    .init(.transitionProperty, "transition-property", inherits: false, initial: "all", "none | [ <custom-ident> ]#"),
    .init(.transitionDuration, "transition-duration", inherits: false, initial: "0s", "<time[0,∞]>#"),
    .init(
      .transitionTimingFunction, "transition-timing-function", inherits: false, initial: "ease", "<easing-function>#"),
    .init(.transitionDelay, "transition-delay", inherits: false, initial: "0s", "<time>#"),
    .init(
      .transitionBehavior, "transition-behavior", inherits: false, initial: "normal", "[ normal | allow-discrete ]#"),
    .init(.offsetPath, "offset-path", inherits: false, initial: "none", "none | <offset-path> || <coord-box>"),
    .init(.offsetDistance, "offset-distance", inherits: false, initial: "0px", "<length-percentage>"),
    .init(.offsetPosition, "offset-position", inherits: false, initial: "normal", "normal | auto | <position>"),
    .init(.offsetAnchor, "offset-anchor", inherits: false, initial: "auto", "auto | <position>"),
    .init(.offsetRotate, "offset-rotate", inherits: false, initial: "auto", "[ auto | reverse ] || <angle>"),
    .init(.anchorName, "anchor-name", inherits: false, initial: "none", "none | <dashed-ident>#"),
    .init(.anchorScope, "anchor-scope", inherits: false, initial: "none", "none | all | <dashed-ident>#"),
    .init(
      .positionAnchor, "position-anchor", inherits: false, initial: "normal",
      "normal | none | auto | match-parent | <dashed-ident>"),
    .init(.positionArea, "position-area", inherits: false, initial: "none", "none | <position-area>"),
    .init(
      .positionTryOrder, "position-try-order", inherits: false, initial: "normal",
      "normal | most-width | most-height | most-block-size | most-inline-size"),
    .init(
      .positionTryFallbacks, "position-try-fallbacks", inherits: false, initial: "none",
      "none | [ [ <dashed-ident> || [ flip-block || flip-inline || flip-start || flip-x || flip-y ] ] | <position-area> ]#"
    ),
    .init(
      .readingFlow, "reading-flow", inherits: false, initial: "normal",
      "normal | flex-visual | flex-flow | grid-rows | grid-columns | grid-order | source-order"),
    .init(.readingOrder, "reading-order", inherits: false, initial: "0", "<integer>"),
    .init(.bufferedRendering, "buffered-rendering", inherits: false, initial: "auto", "auto | dynamic | static"),
    .init(.floodColor, "flood-color", inherits: false, initial: "black", "<color>"),
    .init(.floodOpacity, "flood-opacity", inherits: false, initial: "1", "<alpha-value>"),
    .init(.lightingColor, "lighting-color", inherits: false, initial: "white", "<color>"),
    .init(.stopColor, "stop-color", inherits: false, initial: "black", "<color>"),
    .init(.stopOpacity, "stop-opacity", inherits: false, initial: "1", "<alpha-value>"),
    .init(.vectorEffect, "vector-effect", inherits: false, initial: "none", "none | non-scaling-stroke"),
    .init(.cx, "cx", inherits: false, initial: "0px", "<length-percentage-or-number>"),
    .init(.cy, "cy", inherits: false, initial: "0px", "<length-percentage-or-number>"),
    .init(.x, "x", inherits: false, initial: "0px", "<length-percentage-or-number>"),
    .init(.y, "y", inherits: false, initial: "0px", "<length-percentage-or-number>"),
    .init(.r, "r", inherits: false, initial: "0px", "<length-percentage-or-number[0,∞]>"),
    .init(.rx, "rx", inherits: false, initial: "auto", "auto | <length-percentage-or-number[0,∞]>"),
    .init(.ry, "ry", inherits: false, initial: "auto", "auto | <length-percentage-or-number[0,∞]>"),
    .init(.d, "d", inherits: false, initial: "none", "none | <path>"),
    .init(
      .frameSizing, "frame-sizing", inherits: false, initial: "auto",
      "auto | content-width | content-height | content-block-size | content-inline-size"),
    .init(.zoom, "zoom", inherits: false, initial: "1", "normal | reset | <number[0,∞]> | <percentage[0,∞]>"),
  ]
}
