import CSSValues
import Names

/// All layout styles of a tree, with those of anonymous boxes.
struct LayoutStyles {
  /// The computed styles: the tree's own, then those of anonymous boxes.
  private(set) var computed: [ComputedStyle]
  /// The flattened styles, at the same indices.
  private(set) var flattened: [LayoutStyle]
  /// The math functions that styles refer to.
  private(set) var expressions: [LengthCalculation] = []
  private var anonymous: [AnonymousKey: Int32] = [:]
  private let units: LayoutUnits
  private var webkitItems: [Int32: Int32] = [:]
  private var skipped: [Int32: Int32] = [:]
  private var brokenImages: [Int32: Int32] = [:]
  private var signs: [Int32: Int32] = [:]

  private var firstLines: [FirstLineKey: Int32] = [:]

  private struct FirstLineKey: Hashable {
    var style: Int32
    var block: Int32
    var line: Int32
  }

  private struct AnonymousKey: Hashable {
    var parent: Int32
    var display: Display
  }

  /// Flattens the styles of a tree.
  ///
  /// - Parameters:
  ///   - scale: device pixels per px; lengths are rounded to 1/64 of a device pixel.
  ///   - isUsed: by style, whether a node has it; what none has is not flattened, such as the styles of states.
  init(_ styles: [ComputedStyle], scale: Double, isUsed: [Bool]? = nil) {
    units = LayoutUnits(scale: scale)
    computed = styles
    flattened = []
    flattened.reserveCapacity(styles.count + 8)
    for index in styles.indices {
      flattened.append(
        isUsed.map { $0[index] } ?? true ? flatten(styles[index], Int32(index)) : LayoutStyle(computed: Int32(index)))
    }
  }

  /// The style of an anonymous box of a display inside a box of a style (CSS 2.2, 9.2.1.1).
  mutating func anonymousStyle(inside parent: Int32, display: Display) -> Int32 {
    let key = AnonymousKey(parent: parent, display: display)
    if let known = anonymous[key] { return known }
    var style = computed[Int(parent)].inheritedOnly()
    style.box.display = display
    style.box.originalDisplay = display
    // `text-overflow` and `unicode-bidi: plaintext` act on the lines of the element, which an anonymous box holds.
    style.box.textOverflow = computed[Int(parent)].box.textOverflow
    if computed[Int(parent)].box.unicodeBidi == .plaintext { style.box.unicodeBidi = .plaintext }
    let index = Int32(computed.count)
    computed.append(style)
    flattened.append(flatten(style, index))
    anonymous[key] = index
    return index
  }

  /// The style of a child of a `-webkit-box`: `-webkit-box-flex` stands for `flex`.
  mutating func webkitItemStyle(_ style: Int32) -> Int32 {
    if let known = webkitItems[style] { return known }
    var item = flattened[Int(style)]
    var factor = 0.0
    if case .number(let number)? = computed[Int(item.computed)].other[.webkitBoxFlex] { factor = clampedLength(number) }
    item.flexGrow = max(0, factor)
    item.flexShrink = factor > 0 ? 1 : 0
    item.flexBasis = .auto
    item.order = 0
    // The old box model knows no automatic minimum size.
    if item.minWidth.isAuto { item.minWidth = LayoutLength(.length, 0) }
    if item.minHeight.isAuto { item.minHeight = LayoutLength(.length, 0) }
    let index = append(item)
    webkitItems[style] = index
    return index
  }

  /// The style of an image that cannot be shown: of an inline one `width`, `height` and `aspect-ratio` do not count.
  mutating func brokenImageStyle(_ style: Int32) -> Int32 {
    if let known = brokenImages[style] { return known }
    var image = flattened[Int(style)]
    guard case .box(.inline, .flow, _) = image.display,
      !image.width.isAuto || !image.height.isAuto || image.aspectRatio > 0
    else {
      return style
    }
    (image.width, image.height, image.aspectRatio) = (.auto, .auto, 0)
    let index = append(image)
    brokenImages[style] = index
    return index
  }

  /// The style of the sign of such an image, which floats at the start.
  mutating func signStyle(_ style: Int32) -> Int32 {
    if let known = signs[style] { return known }
    var sign = flattened[Int(style)]
    sign.float = sign.isRightToLeft ? .right : .left
    let index = append(sign)
    signs[style] = index
    return index
  }

  /// Appends a layout style that was made of another one.
  private mutating func append(_ style: LayoutStyle) -> Int32 {
    let index = Int32(computed.count)
    var style = style
    computed.append(computed[Int(style.computed)])
    style.computed = index
    flattened.append(style)
    return index
  }

  /// The style of the anonymous box in a fieldset: the container's alignment, tracks and gaps, and no edges or sizes.
  mutating func fieldsetContentStyle(_ style: Int32) -> Int32 {
    let own = flattened[Int(style)]
    let source = computed[Int(own.computed)]
    var content = source.inheritedOnly()
    content.box.display = source.box.display
    content.box.originalDisplay = content.box.display
    content.flex = source.flex
    content.grid = source.grid
    content.alignment = source.alignment
    content.alignment.alignSelf = AlignmentValue(.auto)
    content.alignment.justifySelf = AlignmentValue(.auto)
    return append(content)
  }

  /// The style that inline content has on a first line: what it takes from its block is the first line's.
  ///
  /// - Parameters:
  ///   - style: the content's style.
  ///   - block: the block's.
  ///   - line: that of `::first-line`.
  mutating func firstLineStyle(_ style: Int32, block: Int32, line: Int32) -> Int32 {
    // OPTIMIZATION: the paragraphs of a page are alike.
    let key = FirstLineKey(style: style, block: block, line: line)
    if let known = firstLines[key] { return known }
    let (own, around) = (computed[Int(flattened[Int(style)].computed)], computed[Int(flattened[Int(block)].computed)])
    let made = append(own.onFirstLine(of: around, computed[Int(flattened[Int(line)].computed)]))
    firstLines[key] = made
    return made
  }

  /// Appends a style that layout itself made.
  mutating func append(_ style: ComputedStyle) -> Int32 {
    let index = Int32(computed.count)
    computed.append(style)
    flattened.append(flatten(style, index))
    return index
  }

  private mutating func flatten(_ style: ComputedStyle, _ index: Int32) -> LayoutStyle {
    var result = LayoutStyle(computed: index)
    flattenBox(style.box, style.text.direction, &result)
    flattenEdges(style.box, style.border, &result)
    flattenAlignment(style.flex, style.alignment, style.other, &result)
    result.direction = style.text.direction
    result.writingMode = style.text.writingMode
    result.visibility = style.text.visibility
    result.textAlign = style.text.textAlign
    result.borderCollapse = style.text.borderCollapse
    result.captionSide = style.text.captionSide
    // Styles of a page file may come from another display's.
    result.borderSpacingHorizontal = units.wholePixels(style.text.borderSpacingHorizontal)
    result.borderSpacingVertical = units.wholePixels(style.text.borderSpacingVertical)
    result.whiteSpaceCollapse = style.text.whiteSpaceCollapse
    result.listStylePosition = style.text.listStylePosition
    result.containsFixed = !style.box.contain.isDisjoint(with: [.layout, .paint]) || Self.containsFixed(style.other)
    result.isTransformed = style.other.isTransformed
    result.hasAppearance = style.other[.appearance] != nil
    result.contain.formUnion(style.containerContainment)
    if let exceptions = Self.ignoredContainment(of: style.box.display) {
      result.contain.subtract(exceptions)
      result.containsFixed = !result.contain.isDisjoint(with: [.layout, .paint]) || Self.containsFixed(style.other)
      result.aspectRatio = 0
    }
    result.fontSize = clampedLength(style.font.size)
    result.containIntrinsicWidth = intrinsicLength(style.other[.containIntrinsicWidth])
    result.containIntrinsicHeight = intrinsicLength(style.other[.containIntrinsicHeight])
    flattenContentVisibility(style.other[.contentVisibility], &result)
    result.subgridAxes = Self.subgridAxes(style, result.contain)
    if let trim = style.other[.marginTrim] { flattenMarginTrim(trim, &result) }
    result.clonesEdges = style.other[.boxDecorationBreak] == .keyword("clone")
    switch style.other[.scrollbarGutter] {
    case .keyword("stable")?: result.gutterSides = 1
    case .list?: result.gutterSides = 2
    default: break
    }
    switch style.other[.textBoxTrim] {
    case .keyword("trim-start")?: result.textBoxTrim = .start
    case .keyword("trim-end")?: result.textBoxTrim = .end
    case .keyword("trim-both")?: result.textBoxTrim = [.start, .end]
    default: break
    }
    return result
  }

  /// What the internal boxes of a table do not contain (CSS Containment 2, 3.1 to 3.3); they have no aspect ratio, either (CSS
  /// Sizing 4, 4). `nil` for other boxes.
  private static func ignoredContainment(of display: Display) -> Containment? {
    switch display {
    case .tableCell: [.size, .inlineSize]
    case .tableRow, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableColumn, .tableColumnGroup:
      [.size, .inlineSize, .layout, .paint]
    default: nil
    }
  }

  /// The length of `auto? <length>`; indefinite for `none`. What a box was last rendered at is not remembered.
  private func intrinsicLength(_ value: CSSValue?) -> Double {
    switch value {
    case .dimension(let length, .px): max(0, deviceUnit(length))
    case .list(let values, _): intrinsicLength(values.last)
    default: .indefinite
    }
  }

  /// `margin-trim` of block containers (CSS Box 4, 5).
  private func flattenMarginTrim(_ value: CSSValue, _ result: inout LayoutStyle) {
    switch value {
    case .list(let values, _): for value in values { flattenMarginTrim(value, &result) }
    case .keyword("block"): (result.trimsBlockStart, result.trimsBlockEnd) = (true, true)
    case .keyword("block-start"): result.trimsBlockStart = true
    case .keyword("block-end"): result.trimsBlockEnd = true
    default: break
    }
  }

  /// CSS Containment 2, 4: `auto` and `hidden` contain layout and paint; `hidden` contains the size, too.
  private func flattenContentVisibility(_ value: CSSValue?, _ result: inout LayoutStyle) {
    switch value {
    case .keyword("auto"): result.contentVisibility = .auto
    case .keyword("hidden"):
      result.contentVisibility = .hidden
      result.contain.insert(.size)
    default: return
    }
    result.contain.formUnion([.layout, .paint, .style])
    result.containsFixed = true
  }

  /// CSS Grid 2, 9: what contains its layout, or is a container of queries, has a formatting context and tracks of its own.
  private static func subgridAxes(_ style: ComputedStyle, _ contain: Containment) -> SubgridAxes {
    var axes: SubgridAxes = []
    if case .subgrid = style.grid.templateColumns { axes.insert(.columns) }
    if case .subgrid = style.grid.templateRows { axes.insert(.rows) }
    guard !axes.isEmpty, contain.isDisjoint(with: [.layout, .paint]), style.containerContainment.isEmpty
    else { return [] }
    return axes
  }

  /// The style of a box whose contents are skipped: its size does not come of them.
  mutating func skippedStyle(_ style: Int32) -> Int32 {
    if let known = skipped[style] { return known }
    var contained = flattened[Int(style)]
    contained.contain.insert(.size)
    let index = append(contained)
    skipped[style] = index
    return index
  }

  /// Whether transforms, filters or what announces them make a box the containing block of fixed boxes (CSS Transforms 1,
  /// 3; Filter Effects 1, 5; CSS Will Change 1, 3).
  private static func containsFixed(_ other: OtherStyle) -> Bool {
    if other.isTransformed || other[.perspective] != nil || other[.filter] != nil || other[.backdropFilter] != nil {
      return true
    }
    guard let willChange = other[.willChange] else { return false }
    return announces(willChange)
  }

  private static let containingProperties: Set<Name> = [
    Name("transform"), Name("translate"), Name("rotate"), Name("scale"), Name("perspective"), Name("filter"),
    Name("backdrop-filter"), Name("contain"),
  ]

  private static func announces(_ value: CSSValue) -> Bool {
    switch value {
    case .keyword(let name), .identifier(let name): containingProperties.contains(name)
    case .list(let values, _): values.contains(where: announces)
    default: false
    }
  }

  private mutating func flattenBox(_ box: BoxStyle, _ direction: Direction, _ result: inout LayoutStyle) {
    result.display = box.display
    result.position = box.position
    let isRightToLeft = direction == .rtl
    switch box.float {
    case .none: result.float = .none
    case .left: result.float = .left
    case .right: result.float = .right
    case .inlineStart: result.float = isRightToLeft ? .right : .left
    case .inlineEnd: result.float = isRightToLeft ? .left : .right
    }
    switch box.clear {
    case .none: result.clear = .none
    case .left: result.clear = .left
    case .right: result.clear = .right
    case .both: result.clear = [.left, .right]
    case .inlineStart: result.clear = isRightToLeft ? .right : .left
    case .inlineEnd: result.clear = isRightToLeft ? .left : .right
    }
    result.boxSizing = box.boxSizing
    result.overflowX = box.overflowX
    result.overflowY = box.overflowY
    result.scrollbarWidth = box.scrollbarWidth
    result.contain = box.contain
    result.width = flatten(box.width)
    result.height = flatten(box.height)
    result.minWidth = flatten(box.minWidth)
    result.minHeight = flatten(box.minHeight)
    result.maxWidth = flatten(box.maxWidth)
    result.maxHeight = flatten(box.maxHeight)
    result.aspectRatioIsAuto = box.aspectRatio.isAuto
    if let ratio = box.aspectRatio.ratio, ratio > 0, ratio.isFinite { result.aspectRatio = ratio }
    result.tableLayout = box.tableLayout
    switch box.verticalAlign {
    case .baseline: result.verticalAlign = .baseline
    case .sub: result.verticalAlign = .sub
    case .super: result.verticalAlign = .super
    case .top: result.verticalAlign = .top
    case .textTop: result.verticalAlign = .textTop
    case .middle: result.verticalAlign = .middle
    case .bottom: result.verticalAlign = .bottom
    case .textBottom: result.verticalAlign = .textBottom
    case .webkitBaselineMiddle: result.verticalAlign = .webkitBaselineMiddle
    case .value(let value):
      result.verticalAlign = .length
      result.verticalAlignLength = flatten(value)
    }
    result.lineClamp = max(0, box.lineClamp ?? 0)
    switch box.originalDisplay {
    case .box(let outside, let inside, _):
      result.wasInlineLevel = outside == .inline
      result.isWebkitBox = inside == .webkitBox
    case .rubyBase, .rubyText: result.wasInlineLevel = true
    default: break
    }
    if case .box(_, .webkitBox, _) = box.display { result.isWebkitBox = true }
    result.isVerticalBox = result.isWebkitBox && box.boxOrient == .vertical
    if case .box(_, .flowRoot, _) = box.display { result.isFlowRoot = true }
    result.isMultiColumn = box.columnCount != nil || box.columnWidth != nil
    if result.isMultiColumn || result.isWebkitBox { result.isFlowRoot = true }
  }

  private mutating func flattenEdges(_ box: BoxStyle, _ border: BorderStyle, _ result: inout LayoutStyle) {
    result.insetTop = flatten(box.inset.top)
    result.insetRight = flatten(box.inset.right)
    result.insetBottom = flatten(box.inset.bottom)
    result.insetLeft = flatten(box.inset.left)
    result.marginTop = flatten(box.margin.top)
    result.marginRight = flatten(box.margin.right)
    result.marginBottom = flatten(box.margin.bottom)
    result.marginLeft = flatten(box.margin.left)
    result.paddingTop = flatten(box.padding.top)
    result.paddingRight = flatten(box.padding.right)
    result.paddingBottom = flatten(box.padding.bottom)
    result.paddingLeft = flatten(box.padding.left)
    result.borderTop = max(0, deviceUnit(border.top.width))
    result.borderRight = max(0, deviceUnit(border.right.width))
    result.borderBottom = max(0, deviceUnit(border.bottom.width))
    result.borderLeft = max(0, deviceUnit(border.left.width))
    result.hasFixedEdges =
      result.marginTop.kind == .length && result.marginRight.kind == .length && result.marginBottom.kind == .length
      && result.marginLeft.kind == .length && result.paddingTop.kind == .length && result.paddingRight.kind == .length
      && result.paddingBottom.kind == .length && result.paddingLeft.kind == .length
  }

  private mutating func flattenAlignment(
    _ flex: FlexStyle, _ alignment: AlignmentStyle, _ other: OtherStyle, _ result: inout LayoutStyle
  ) {
    result.flexDirection = flex.direction
    result.flexWrap = flex.wrap
    result.flexGrow = max(0, clampedLength(flex.grow))
    result.flexShrink = max(0, clampedLength(flex.shrink))
    result.flexBasis = flatten(flex.basis)
    result.order = flex.order
    result.alignContent = alignment.alignContent
    result.justifyContent = alignment.justifyContent
    result.alignItems = alignment.alignItems
    result.justifyItems = alignment.justifyItems
    result.alignSelf = alignment.alignSelf
    result.justifySelf = alignment.justifySelf
    if result.isWebkitBox {
      // DEVIATION: `-webkit-box` is laid out as a flex container whose items neither grow nor shrink.
      result.flexDirection = result.isVerticalBox ? .column : .row
      result.flexWrap = .nowrap
      result.justifyContent = AlignmentValue(Self.boxPack(other))
      result.alignItems = AlignmentValue(Self.boxAlign(other))
    }
    result.rowGap = flatten(alignment.rowGap)
    result.columnGap = flatten(alignment.columnGap)
  }

  /// `-webkit-box-pack` as `justify-content` names it.
  private static func boxPack(_ other: OtherStyle) -> Alignment {
    switch other[.webkitBoxPack] {
    case .keyword("end"): .flexEnd
    case .keyword("center"): .center
    case .keyword("justify"): .spaceBetween
    default: .flexStart
    }
  }

  /// `-webkit-box-align` as `align-items` names it.
  private static func boxAlign(_ other: OtherStyle) -> Alignment {
    switch other[.webkitBoxAlign] {
    case .keyword("start"): .flexStart
    case .keyword("end"): .flexEnd
    case .keyword("center"): .center
    case .keyword("baseline"): .firstBaseline
    default: .stretch
    }
  }

  private func deviceUnit(_ value: Double) -> Double { units.truncated(value) }

  private mutating func flatten(_ value: LengthPercentage) -> LayoutLength {
    switch value {
    case .length(let length): return LayoutLength(.length, deviceUnit(length))
    case .percentage(let percentage): return LayoutLength(.percentage, clampedLength(percentage))
    case .calc(let expression):
      if case .length(let length) = expression.expression.root {
        return LayoutLength(.length, deviceUnit(expression.expression.range.clamp(length)))
      }
      var result = LayoutLength(.calculation)
      result.expression = Int32(expressions.count)
      expressions.append(expression)
      return result
    }
  }

  private mutating func flatten(_ value: LengthPercentageOrAuto) -> LayoutLength {
    switch value {
    case .auto: .auto
    case .value(let value): flatten(value)
    }
  }

  private mutating func flatten(_ value: LengthPercentageOrNormal) -> LayoutLength {
    switch value {
    case .normal: LayoutLength(.normal)
    case .value(let value): flatten(value)
    }
  }

  private mutating func flatten(_ value: SizeValue) -> LayoutLength {
    switch value {
    case .auto: return .auto
    case .none: return LayoutLength(.none)
    case .value(let value):
      var result = flatten(value)
      if result.kind != .calculation { result.value = max(0, result.value) }
      return result
    case .minContent: return LayoutLength(.minContent)
    case .maxContent: return LayoutLength(.maxContent)
    case .fitContent(nil): return LayoutLength(.fitContent)
    case .fitContent(let limit?):
      switch limit {
      case .length(let length): return LayoutLength(.fitContentLength, max(0, deviceUnit(length)))
      case .percentage(let percentage): return LayoutLength(.fitContentPercentage, max(0, clampedLength(percentage)))
      case .calc(let expression):
        // DEVIATION: `fit-content(calc(…%…))` resolves its percentages against nothing.
        return LayoutLength(.fitContentLength, max(0, deviceUnit(expression.resolve(percentageBasis: 0))))
      }
    case .stretch: return LayoutLength(.stretch)
    case .content: return LayoutLength(.content)
    case .calcSize(let basis, let calculation): return flatten(basis, calculation)
    }
  }

  /// `calc-size()` (CSS Values 5, 10): its basis in every respect except the size, which the calculation makes of that.
  private mutating func flatten(_ basis: SizeValue?, _ calculation: LengthCalculation) -> LayoutLength {
    switch basis {
    case nil: return flatten(.calc(calculation.replacingSize(by: .zero)))
    case .value(let value): return flatten(.calc(calculation.replacingSize(by: value)))
    case .calcSize(let inner, let own):
      // The inner one's size is what the outer one counts from.
      return flatten(inner, calculation.replacingSize(by: .calc(own)))
    case let basis?:
      var result = flatten(basis)
      result.expression = Int32(expressions.count)
      expressions.append(calculation)
      return result
    }
  }
}
