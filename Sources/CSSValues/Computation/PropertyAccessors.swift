import Names

/// Reads, writes and copies one longhand of a computed style.
struct PropertyAccessor: Sendable {
  let get: @Sendable (ComputedStyle) -> CSSValue
  let set: @Sendable (inout ComputedStyle, CSSValue) -> Void
  let copy: @Sendable (inout ComputedStyle, ComputedStyle) -> Void

  init<Field: Sendable>(
    _ codec: Codec<Field>, _ read: @escaping @Sendable (ComputedStyle) -> Field,
    _ write: @escaping @Sendable (inout ComputedStyle, Field) -> Void
  ) {
    get = { codec.encode(read($0)) }
    set = { style, value in
      if let field = codec.decode(value) { write(&style, field) }
    }
    copy = { style, other in write(&style, read(other)) }
  }
}

/// The longhands that have fields of their own.
enum PropertyAccessors {
  /// By raw value of the longhand; `nil` where ``OtherStyle`` keeps it.
  static let table: [PropertyAccessor?] = {
    var table = [PropertyAccessor?](repeating: nil, count: PropertyTable.physicalCount)
    var list = AccessorList()
    addFontAndText(&list)
    addBoxes(&list)
    addOthers(&list)
    for (property, accessor) in list.entries + special { table[Int(property.rawValue)] = accessor }
    return table
  }()

  /// Fonts, text, lists and tables.
  private static func addFontAndText(_ list: inout AccessorList) {
    list.add(.color, .absoluteColor, { $0.text.color }, { $0.text.color = $1 })
    list.add(.direction, .keywords("ltr", "rtl"), { $0.text.direction }, { $0.text.direction = $1 })
    list.add(
      .writingMode,
      .keywords("horizontal-tb", "vertical-rl", "vertical-lr", "sideways-rl", "sideways-lr"),
      { $0.text.writingMode }, { $0.text.writingMode = $1 })
    list.add(
      .textOrientation, .keywords("mixed", "upright", "sideways"), { $0.text.textOrientation },
      { $0.text.textOrientation = $1 })
    list.add(.fontSize, .pixels, { $0.font.size }, { $0.font.size = $1 })
    list.add(.fontFamily, .families, { $0.font.families }, { $0.font.families = $1 })
    list.add(.fontWeight, .number, { $0.font.weight }, { $0.font.weight = $1 })
    list.add(.fontStyle, .slant, { $0.font.slant }, { $0.font.slant = $1 })
    list.add(.fontStretch, .percentage, { $0.font.stretch }, { $0.font.stretch = $1 })
    list.add(
      .fontVariantCaps,
      .keywords(
        "normal", "small-caps", "all-small-caps", "petite-caps", "all-petite-caps", "unicase", "titling-caps"),
      { $0.font.variantCaps }, { $0.font.variantCaps = $1 })
    list.add(
      .fontVariantLigatures,
      .options(
        "normal",
        [
          ("none", .none), ("common-ligatures", .common), ("no-common-ligatures", .noCommon),
          ("discretionary-ligatures", .discretionary), ("no-discretionary-ligatures", .noDiscretionary),
          ("historical-ligatures", .historical), ("no-historical-ligatures", .noHistorical),
          ("contextual", .contextual), ("no-contextual", .noContextual),
        ]),
      { $0.font.variantLigatures }, { $0.font.variantLigatures = $1 })
    list.add(
      .fontVariantNumeric,
      .options(
        "normal",
        [
          ("lining-nums", .lining), ("oldstyle-nums", .oldStyle), ("proportional-nums", .proportional),
          ("tabular-nums", .tabular), ("diagonal-fractions", .diagonalFractions),
          ("stacked-fractions", .stackedFractions), ("ordinal", .ordinal), ("slashed-zero", .slashedZero),
        ]),
      { $0.font.variantNumeric }, { $0.font.variantNumeric = $1 })
    list.add(
      .fontVariantEastAsian,
      .options(
        "normal",
        [
          ("jis78", .jis78), ("jis83", .jis83), ("jis90", .jis90), ("jis04", .jis04), ("simplified", .simplified),
          ("traditional", .traditional), ("full-width", .fullWidth), ("proportional-width", .proportionalWidth),
          ("ruby", .ruby),
        ]),
      { $0.font.variantEastAsian }, { $0.font.variantEastAsian = $1 })
    list.add(
      .fontVariantPosition, .keywords("normal", "sub", "super"), { $0.font.variantPosition },
      { $0.font.variantPosition = $1 })
    list.add(.fontKerning, .keywords("auto", "normal", "none"), { $0.font.kerning }, { $0.font.kerning = $1 })
    list.add(.fontOpticalSizing, .keywords("auto", "none"), { $0.font.opticalSizing }, { $0.font.opticalSizing = $1 })
    list.add(
      .fontFeatureSettings, .settings(isFeature: true), { $0.font.featureSettings }, { $0.font.featureSettings = $1 })
    list.add(
      .fontVariationSettings, .settings(isFeature: false), { $0.font.variationSettings },
      { $0.font.variationSettings = $1 })
    list.add(.fontSizeAdjust, .sizeAdjust, { $0.font.sizeAdjust }, { $0.font.sizeAdjust = $1 })
    list.add(.lineHeight, .lineHeight, { $0.font.lineHeight }, { $0.font.lineHeight = $1 })
    list.add(.letterSpacing, .letterSpacing, { $0.text.letterSpacing }, { $0.text.letterSpacing = $1 })
    list.add(.wordSpacing, .spacing, { $0.text.wordSpacing }, { $0.text.wordSpacing = $1 })
    list.add(
      .textAlign,
      .keywords(
        "start", "end", "left", "right", "center", "justify", "match-parent", "-webkit-left", "-webkit-right",
        "-webkit-center"),
      { $0.text.textAlign }, { $0.text.textAlign = $1 })
    list.add(
      .textAlignLast,
      .keywords("auto", "start", "end", "left", "right", "center", "justify", "match-parent"),
      { $0.text.textAlignLast }, { $0.text.textAlignLast = $1 })
    list.add(
      .textJustify,
      .keywords("auto", "none", "inter-word", "inter-character"),
      { $0.text.textJustify }, { $0.text.textJustify = $1 })
    list.add(.textIndent, .textIndent, { $0.text.textIndent }, { $0.text.textIndent = $1 })
    list.add(
      .textTransform,
      .options(
        "none",
        [
          ("capitalize", .capitalize), ("uppercase", .uppercase), ("lowercase", .lowercase),
          ("full-width", .fullWidth), ("full-size-kana", .fullSizeKana), ("math-auto", .mathAuto),
        ]),
      { $0.text.textTransform }, { $0.text.textTransform = $1 })
    list.add(
      .whiteSpaceCollapse,
      .keywords("collapse", "preserve", "preserve-breaks", "preserve-spaces", "break-spaces"),
      { $0.text.whiteSpaceCollapse }, { $0.text.whiteSpaceCollapse = $1 })
    list.add(.textWrapMode, .keywords("wrap", "nowrap"), { $0.text.textWrapMode }, { $0.text.textWrapMode = $1 })
    list.add(
      .textWrapStyle,
      .keywords("auto", "balance", "stable", "pretty"),
      { $0.text.textWrapStyle }, { $0.text.textWrapStyle = $1 })
    list.add(.tabSize, .tabSize, { $0.text.tabSize }, { $0.text.tabSize = $1 })
    list.add(
      .wordBreak,
      .keywords("normal", "break-all", "keep-all", "break-word", "auto-phrase"),
      { $0.text.wordBreak }, { $0.text.wordBreak = $1 })
    list.add(
      .lineBreak,
      .keywords("auto", "loose", "normal", "strict", "anywhere"),
      { $0.text.lineBreak }, { $0.text.lineBreak = $1 })
    list.add(
      .overflowWrap, .keywords("normal", "break-word", "anywhere"), { $0.text.overflowWrap },
      { $0.text.overflowWrap = $1 })
    list.add(.hyphens, .keywords("none", "manual", "auto"), { $0.text.hyphens }, { $0.text.hyphens = $1 })
    list.add(.hyphenateCharacter, .stringOrAuto, { $0.text.hyphenateCharacter }, { $0.text.hyphenateCharacter = $1 })
    list.add(
      .visibility, .keywords("visible", "hidden", "collapse"), { $0.text.visibility }, { $0.text.visibility = $1 })
    list.add(.listStyleType, .listStyleType, { $0.text.listStyleType }, { $0.text.listStyleType = $1 })
    list.add(
      .listStylePosition, .keywords("outside", "inside"), { $0.text.listStylePosition },
      { $0.text.listStylePosition = $1 })
    list.add(.listStyleImage, .image, { $0.text.listStyleImage }, { $0.text.listStyleImage = $1 })
    list.add(.captionSide, .keywords("top", "bottom"), { $0.text.captionSide }, { $0.text.captionSide = $1 })
    list.add(
      .borderCollapse, .keywords("separate", "collapse"), { $0.text.borderCollapse }, { $0.text.borderCollapse = $1 })
    list.add(.emptyCells, .keywords("show", "hide"), { $0.text.emptyCells }, { $0.text.emptyCells = $1 })
    list.add(.quotes, .quotes, { $0.text.quotes }, { $0.text.quotes = $1 })
  }

  /// The box, its borders and outline.
  private static func addBoxes(_ list: inout AccessorList) {
    list.add(.display, .display, { $0.box.display }, { $0.box.display = $1 })
    list.add(
      .position,
      .keywords("static", "relative", "absolute", "fixed", "sticky"),
      { $0.box.position }, { $0.box.position = $1 })
    list.add(
      .float, .keywords("none", "left", "right", "inline-start", "inline-end"), { $0.box.float }, { $0.box.float = $1 })
    list.add(
      .clear,
      .keywords("none", "left", "right", "both", "inline-start", "inline-end"),
      { $0.box.clear }, { $0.box.clear = $1 })
    list.add(.top, .lengthPercentageOrAuto, { $0.box.inset.top }, { $0.box.inset.top = $1 })
    list.add(.right, .lengthPercentageOrAuto, { $0.box.inset.right }, { $0.box.inset.right = $1 })
    list.add(.bottom, .lengthPercentageOrAuto, { $0.box.inset.bottom }, { $0.box.inset.bottom = $1 })
    list.add(.left, .lengthPercentageOrAuto, { $0.box.inset.left }, { $0.box.inset.left = $1 })
    list.add(.marginTop, .lengthPercentageOrAuto, { $0.box.margin.top }, { $0.box.margin.top = $1 })
    list.add(.marginRight, .lengthPercentageOrAuto, { $0.box.margin.right }, { $0.box.margin.right = $1 })
    list.add(.marginBottom, .lengthPercentageOrAuto, { $0.box.margin.bottom }, { $0.box.margin.bottom = $1 })
    list.add(.marginLeft, .lengthPercentageOrAuto, { $0.box.margin.left }, { $0.box.margin.left = $1 })
    list.add(.paddingTop, .lengthPercentage, { $0.box.padding.top }, { $0.box.padding.top = $1 })
    list.add(.paddingRight, .lengthPercentage, { $0.box.padding.right }, { $0.box.padding.right = $1 })
    list.add(.paddingBottom, .lengthPercentage, { $0.box.padding.bottom }, { $0.box.padding.bottom = $1 })
    list.add(.paddingLeft, .lengthPercentage, { $0.box.padding.left }, { $0.box.padding.left = $1 })
    list.add(.width, .size, { $0.box.width }, { $0.box.width = $1 })
    list.add(.height, .size, { $0.box.height }, { $0.box.height = $1 })
    list.add(.minWidth, .size, { $0.box.minWidth }, { $0.box.minWidth = $1 })
    list.add(.minHeight, .size, { $0.box.minHeight }, { $0.box.minHeight = $1 })
    list.add(.maxWidth, .size, { $0.box.maxWidth }, { $0.box.maxWidth = $1 })
    list.add(.maxHeight, .size, { $0.box.maxHeight }, { $0.box.maxHeight = $1 })
    list.add(.boxSizing, .keywords("content-box", "border-box"), { $0.box.boxSizing }, { $0.box.boxSizing = $1 })
    list.add(.aspectRatio, .aspectRatio, { $0.box.aspectRatio }, { $0.box.aspectRatio = $1 })
    list.add(
      .overflowX, .keywords("visible", "hidden", "clip", "scroll", "auto"), { $0.box.overflowX },
      { $0.box.overflowX = $1 })
    list.add(
      .overflowY, .keywords("visible", "hidden", "clip", "scroll", "auto"), { $0.box.overflowY },
      { $0.box.overflowY = $1 })
    list.add(.zIndex, .integer(or: "auto"), { $0.box.zIndex }, { $0.box.zIndex = $1 })
    list.add(.verticalAlign, .verticalAlign, { $0.box.verticalAlign }, { $0.box.verticalAlign = $1 })
    list.add(.contain, .containment, { $0.box.contain }, { $0.box.contain = $1 })
    list.add(.tableLayout, .keywords("auto", "fixed"), { $0.box.tableLayout }, { $0.box.tableLayout = $1 })
    list.add(
      .objectFit,
      .keywords("fill", "contain", "cover", "none", "scale-down"),
      { $0.box.objectFit }, { $0.box.objectFit = $1 })
    list.add(.objectPosition, .position, { $0.box.objectPosition }, { $0.box.objectPosition = $1 })
    list.add(
      .unicodeBidi,
      .keywords("normal", "embed", "isolate", "bidi-override", "isolate-override", "plaintext"),
      { $0.box.unicodeBidi }, { $0.box.unicodeBidi = $1 })
    list.add(.textOverflow, .textOverflow, { $0.box.textOverflow }, { $0.box.textOverflow = $1 })
    list.add(.webkitLineClamp, .integer(or: "none"), { $0.box.lineClamp }, { $0.box.lineClamp = $1 })
    list.add(.webkitBoxOrient, .keywords("horizontal", "vertical"), { $0.box.boxOrient }, { $0.box.boxOrient = $1 })
    list.add(
      .scrollbarWidth, .keywords("auto", "thin", "none"), { $0.box.scrollbarWidth }, { $0.box.scrollbarWidth = $1 })
    list.add(.columnCount, .integer(or: "auto"), { $0.box.columnCount }, { $0.box.columnCount = $1 })
    list.add(.columnWidth, .pixels(or: "auto"), { $0.box.columnWidth }, { $0.box.columnWidth = $1 })
    list.add(
      .borderTopStyle,
      .keywords(
        "none", "hidden", "dotted", "dashed", "solid", "double", "groove", "ridge", "inset", "outset", "auto"),
      { $0.border.top.style }, { $0.border.top.style = $1 })
    list.add(.borderTopColor, .color, { $0.border.top.color }, { $0.border.top.color = $1 })
    list.add(
      .borderRightStyle,
      .keywords(
        "none", "hidden", "dotted", "dashed", "solid", "double", "groove", "ridge", "inset", "outset", "auto"),
      { $0.border.right.style }, { $0.border.right.style = $1 })
    list.add(.borderRightColor, .color, { $0.border.right.color }, { $0.border.right.color = $1 })
    list.add(
      .borderBottomStyle,
      .keywords(
        "none", "hidden", "dotted", "dashed", "solid", "double", "groove", "ridge", "inset", "outset", "auto"),
      { $0.border.bottom.style }, { $0.border.bottom.style = $1 })
    list.add(.borderBottomColor, .color, { $0.border.bottom.color }, { $0.border.bottom.color = $1 })
    list.add(
      .borderLeftStyle,
      .keywords(
        "none", "hidden", "dotted", "dashed", "solid", "double", "groove", "ridge", "inset", "outset", "auto"),
      { $0.border.left.style }, { $0.border.left.style = $1 })
    list.add(.borderLeftColor, .color, { $0.border.left.color }, { $0.border.left.color = $1 })
    list.add(.borderTopLeftRadius, .cornerRadius, { $0.border.topLeftRadius }, { $0.border.topLeftRadius = $1 })
    list.add(.borderTopRightRadius, .cornerRadius, { $0.border.topRightRadius }, { $0.border.topRightRadius = $1 })
    list.add(
      .borderBottomRightRadius, .cornerRadius, { $0.border.bottomRightRadius }, { $0.border.bottomRightRadius = $1 })
    list.add(
      .borderBottomLeftRadius, .cornerRadius, { $0.border.bottomLeftRadius }, { $0.border.bottomLeftRadius = $1 })
    list.add(
      .outlineStyle,
      .keywords(
        "none", "hidden", "dotted", "dashed", "solid", "double", "groove", "ridge", "inset", "outset", "auto"),
      { $0.border.outline.style }, { $0.border.outline.style = $1 })
    list.add(.outlineColor, .color, { $0.border.outline.color }, { $0.border.outline.color = $1 })
    list.add(.outlineOffset, .pixels, { $0.border.outlineOffset }, { $0.border.outlineOffset = $1 })
  }

  /// Flex, grid, alignment, painting, generated content.
  private static func addOthers(_ list: inout AccessorList) {
    list.add(
      .flexDirection,
      .keywords("row", "row-reverse", "column", "column-reverse"),
      { $0.flex.direction }, { $0.flex.direction = $1 })
    list.add(.flexGrow, .number, { $0.flex.grow }, { $0.flex.grow = $1 })
    list.add(.flexShrink, .number, { $0.flex.shrink }, { $0.flex.shrink = $1 })
    list.add(.flexBasis, .size, { $0.flex.basis }, { $0.flex.basis = $1 })
    list.add(.order, .integer, { $0.flex.order }, { $0.flex.order = $1 })
    list.add(.flexLineCount, .integer, { $0.flex.lineCount }, { $0.flex.lineCount = $1 })
    list.add(.alignContent, .alignment, { $0.alignment.alignContent }, { $0.alignment.alignContent = $1 })
    list.add(.justifyContent, .alignment, { $0.alignment.justifyContent }, { $0.alignment.justifyContent = $1 })
    list.add(.alignItems, .alignment, { $0.alignment.alignItems }, { $0.alignment.alignItems = $1 })
    list.add(.justifyItems, .alignment, { $0.alignment.justifyItems }, { $0.alignment.justifyItems = $1 })
    list.add(.alignSelf, .alignment, { $0.alignment.alignSelf }, { $0.alignment.alignSelf = $1 })
    list.add(.justifySelf, .alignment, { $0.alignment.justifySelf }, { $0.alignment.justifySelf = $1 })
    list.add(.rowGap, .lengthPercentageOrNormal, { $0.alignment.rowGap }, { $0.alignment.rowGap = $1 })
    list.add(.columnGap, .lengthPercentageOrNormal, { $0.alignment.columnGap }, { $0.alignment.columnGap = $1 })
    list.add(.gridTemplateColumns, .gridTemplate, { $0.grid.templateColumns }, { $0.grid.templateColumns = $1 })
    list.add(.gridTemplateRows, .gridTemplate, { $0.grid.templateRows }, { $0.grid.templateRows = $1 })
    list.add(.gridTemplateAreas, .areas, { $0.grid.templateAreas }, { $0.grid.templateAreas = $1 })
    list.add(.gridAutoColumns, .trackSizes, { $0.grid.autoColumns }, { $0.grid.autoColumns = $1 })
    list.add(.gridAutoRows, .trackSizes, { $0.grid.autoRows }, { $0.grid.autoRows = $1 })
    list.add(.gridAutoFlow, .autoFlow, { $0.grid.autoFlow }, { $0.grid.autoFlow = $1 })
    list.add(.gridRowStart, .gridLine, { $0.grid.rowStart }, { $0.grid.rowStart = $1 })
    list.add(.gridRowEnd, .gridLine, { $0.grid.rowEnd }, { $0.grid.rowEnd = $1 })
    list.add(.gridColumnStart, .gridLine, { $0.grid.columnStart }, { $0.grid.columnStart = $1 })
    list.add(.gridColumnEnd, .gridLine, { $0.grid.columnEnd }, { $0.grid.columnEnd = $1 })
    list.add(.backgroundColor, .color, { $0.visual.backgroundColor }, { $0.visual.backgroundColor = $1 })
    list.add(.opacity, .number, { $0.visual.opacity }, { $0.visual.opacity = $1 })
    list.add(.content, .content, { $0.content.content }, { $0.content.content = $1 })
    list.add(.counterReset, .counters, { $0.content.counterReset }, { $0.content.counterReset = $1 })
    list.add(.counterIncrement, .counters, { $0.content.counterIncrement }, { $0.content.counterIncrement = $1 })
    list.add(.counterSet, .counters, { $0.content.counterSet }, { $0.content.counterSet = $1 })
  }
}

/// Collects accessors; one statement each keeps type checking fast.
struct AccessorList {
  var entries: [(PropertyID, PropertyAccessor)] = []

  mutating func add<Field: Sendable>(
    _ property: PropertyID, _ codec: Codec<Field>, _ read: @escaping @Sendable (ComputedStyle) -> Field,
    _ write: @escaping @Sendable (inout ComputedStyle, Field) -> Void
  ) {
    entries.append((property, PropertyAccessor(codec, read, write)))
  }
}
