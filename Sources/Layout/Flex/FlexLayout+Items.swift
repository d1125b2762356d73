import CSSValues

extension FlexLayout {
  /// 9.1 and 9.2: the in-flow children become items in order-modified document order, each with its flex base size.
  mutating func generateItems() {
    var count = 0
    var isOrdered = true
    var child = engine.boxes[Int(box)].firstChild
    while child >= 0 {
      let flags = engine.boxes[Int(child)].flags
      if !flags.contains(.outOfFlow) {
        count += 1
        if engine.style(child).pointee.order != 0 { isOrdered = false }
      }
      child = engine.boxes[Int(child)].nextSibling
    }
    items = engine.scratch.allocate(FlexItem.self, count: count)
    var index = 0
    child = engine.boxes[Int(box)].firstChild
    while child >= 0 {
      if !engine.boxes[Int(child)].flags.contains(.outOfFlow) {
        makeItem(child, items.baseAddress! + index)  // The first pass has counted the same children.
        index += 1
      }
      child = engine.boxes[Int(child)].nextSibling
    }
    if !isOrdered { sortItems() }
    shareLines()
    for index in items.indices { determineFlexBaseSize(items.baseAddress! + index) }
  }

  /// CSS Flexbox 2, 5.2: the columns of `flex-line-count` share the width.
  private mutating func shareLines() {
    guard isColumn, wraps else { return }
    let flex = engine.computed[Int(style.pointee.computed)].flex
    guard flex.isBalanced, flex.lineCount > 1 else { return }
    let count = Double(max(1, min(Int(flex.lineCount), items.count)))
    itemInline = max(0, engine.layoutUnit((contentInline - crossGap * (count - 1)) / count))
  }

  /// CSS Display 3, 5: order-modified document order; equal orders keep document order.
  private mutating func sortItems() {
    let sorted = items.enumerated().sorted {
      ($0.element.style.pointee.order, $0.offset) < ($1.element.style.pointee.order, $1.offset)
    }.map(\.element)
    for (index, item) in sorted.enumerated() { items[index] = item }
  }

  // MARK: The item's edges and cross size

  private mutating func makeItem(_ child: BoxIndex, _ item: UnsafeMutablePointer<FlexItem>) {
    let childStyle = engine.style(child)
    let edges = engine.resolveBoxMetrics(child, contentInline)
    let autoMargins = edges.autoMargins
    if isColumn {
      item.initialize(
        to: FlexItem(
          box: child, style: childStyle, mainMarginStart: edges.marginTop, mainMarginEnd: edges.marginBottom,
          crossMarginStart: edges.marginLeft, crossMarginEnd: edges.marginRight, mainInsets: edges.insetsBlock,
          crossInsets: edges.insetsInline, mainBorderPadding: edges.insetsBlock - edges.scrollbarHeight,
          crossBorderPadding: edges.insetsInline - edges.scrollbarWidth,
          alignment: .start, isAlignedSafely: false))
      if !autoMargins.isEmpty {
        item.pointee.hasAutoMainMarginStart = autoMargins.contains(.top)
        item.pointee.hasAutoMainMarginEnd = autoMargins.contains(.bottom)
        item.pointee.hasAutoCrossMarginStart = autoMargins.contains(.left)
        item.pointee.hasAutoCrossMarginEnd = autoMargins.contains(.right)
      }
    } else {
      item.initialize(
        to: FlexItem(
          box: child, style: childStyle, mainMarginStart: edges.marginLeft, mainMarginEnd: edges.marginRight,
          crossMarginStart: edges.marginTop, crossMarginEnd: edges.marginBottom, mainInsets: edges.insetsInline,
          crossInsets: edges.insetsBlock, mainBorderPadding: edges.insetsInline - edges.scrollbarWidth,
          crossBorderPadding: edges.insetsBlock - edges.scrollbarHeight,
          alignment: .start, isAlignedSafely: false))
      if !autoMargins.isEmpty {
        item.pointee.hasAutoMainMarginStart = autoMargins.contains(.left)
        item.pointee.hasAutoMainMarginEnd = autoMargins.contains(.right)
        item.pointee.hasAutoCrossMarginStart = autoMargins.contains(.top)
        item.pointee.hasAutoCrossMarginEnd = autoMargins.contains(.bottom)
      }
    }
    if isMainMirrored {
      swap(&item.pointee.mainMarginStart, &item.pointee.mainMarginEnd)
      swap(&item.pointee.hasAutoMainMarginStart, &item.pointee.hasAutoMainMarginEnd)
    }
    if isCrossMirrored {
      swap(&item.pointee.crossMarginStart, &item.pointee.crossMarginEnd)
      swap(&item.pointee.hasAutoCrossMarginStart, &item.pointee.hasAutoCrossMarginEnd)
    }
    resolveAlignment(item, UnsafePointer(childStyle))
    resolveCrossSize(item, UnsafePointer(childStyle))
  }

  /// `align-self` in the terms of the container's cross axis (CSS Box Alignment 3, 6.2).
  private mutating func resolveAlignment(
    _ item: UnsafeMutablePointer<FlexItem>, _ s: UnsafePointer<LayoutStyle>
  ) {
    let value = s.pointee.alignSelf.alignment == .auto ? style.pointee.alignItems : s.pointee.alignSelf
    item.pointee.isAlignedSafely = value.overflow == .safe
    // The container's own start side is the cross-start side unless the lines are reversed.
    let isReversed = style.pointee.flexWrap == .wrapReverse
    switch value.alignment {
    case .auto, .normal, .stretch: item.pointee.alignment = .stretch
    case .flexStart: item.pointee.alignment = .start
    case .flexEnd: item.pointee.alignment = .end
    case .start: item.pointee.alignment = isReversed ? .end : .start
    case .end: item.pointee.alignment = isReversed ? .start : .end
    case .selfStart, .selfEnd:
      let isOpposite = isColumn && s.pointee.isRightToLeft != style.pointee.isRightToLeft
      item.pointee.alignment = (value.alignment == .selfEnd) != (isReversed != isOpposite) ? .end : .start
    case .left, .right:
      if isColumn {
        item.pointee.alignment = (value.alignment == .right) != isCrossMirrored ? .end : .start
      } else {
        item.pointee.alignment = isReversed ? .end : .start
      }
    case .center, .anchorCenter: item.pointee.alignment = .center
    case .firstBaseline: item.pointee.alignment = .firstBaseline
    case .lastBaseline: item.pointee.alignment = .lastBaseline
    case .spaceBetween, .spaceAround, .spaceEvenly: item.pointee.alignment = .start
    }
  }

  /// The item's cross size where it needs no layout: a definite length, or that of the container that it stretches to.
  private mutating func resolveCrossSize(
    _ item: UnsafeMutablePointer<FlexItem>, _ s: UnsafePointer<LayoutStyle>
  ) {
    let length = isColumn ? s.pointee.width : s.pointee.height
    let least = isColumn ? s.pointee.minWidth : s.pointee.minHeight
    let most = isColumn ? s.pointee.maxWidth : s.pointee.maxHeight
    let inner = definiteInnerCross
    item.pointee.stretches = item.pointee.alignment == .stretch && length.isAuto && !item.pointee.hasAutoCrossMargin
    item.pointee.minimumCross = item.pointee.crossBorderPadding
    if !least.isAuto || least.isMapped {
      let resolved = least.isAuto ? item.pointee.crossBorderPadding : crossLength(least, item, inner)
      if resolved.isDefinite { item.pointee.minimumCross = mappedCross(least, resolved, item) }
    }
    if most.kind != .none {
      let resolved = crossLength(most, item, inner)
      if resolved.isDefinite { item.pointee.maximumCross = mappedCross(most, resolved, item) }
    }
    if length.isLengthPercentage {
      let resolved = crossLength(length, item, inner)
      if resolved.isDefinite { item.pointee.definiteCross = item.pointee.clampedCross(resolved) }
    } else if length.kind == .stretch && inner.isDefinite && !item.pointee.hasAutoCrossMargin {
      let available = max(item.pointee.crossBorderPadding, inner - item.pointee.crossMargins)
      item.pointee.definiteCross = item.pointee.clampedCross(mappedCross(length, available, item))
    } else if item.pointee.stretches && !wraps && inner.isDefinite {
      item.pointee.definiteCross = item.pointee.clampedCross(
        mappedCross(length, inner - item.pointee.crossMargins, item))
    }
    if !isColumn && (least.isContentKeyword || most.isContentKeyword) {
      // The limits are the content's height: the item's own layout applies them.
      item.pointee.definiteCross = .indefinite
    }
  }

  /// What a `calc-size()` makes of a cross size that its basis gives.
  mutating func mappedCross(_ length: LayoutLength, _ size: Double, _ item: UnsafeMutablePointer<FlexItem>) -> Double {
    engine.mapped(
      length, size, item.pointee.box, insets: item.pointee.crossBorderPadding, basis: definiteInnerCross)
  }

  /// A cross-axis length as a border-box size; indefinite where there is none.
  private mutating func crossLength(_ length: LayoutLength, _ item: UnsafeMutablePointer<FlexItem>, _ basis: Double)
    -> Double
  {
    if length.isContentKeyword {
      guard isColumn else { return .indefinite }
      return contentKeywordSize(length, item, basis - item.pointee.crossMargins)
    }
    if length.kind == .stretch { return max(item.pointee.crossBorderPadding, basis - item.pointee.crossMargins) }
    return borderBoxSize(length, basis, item.pointee.crossBorderPadding, item.pointee.style)
  }

  // MARK: 9.2 step 3: the flex base size

  private mutating func determineFlexBaseSize(_ item: UnsafeMutablePointer<FlexItem>) {
    let s = item.pointee.style
    let mainLength = isColumn ? s.pointee.height : s.pointee.width
    let least = isColumn ? s.pointee.minHeight : s.pointee.minWidth
    let most = isColumn ? s.pointee.maxHeight : s.pointee.maxWidth
    var basis = s.pointee.flexBasis
    let isBasisMain = basis.isAuto
    if isBasisMain { basis = mainLength }
    // Heights of content keywords are all the content's.
    if isColumn && basis.isContentKeyword { basis.kind = .content }

    if most.kind != .none {
      let maximum = mainSize(most, item)
      if maximum.isDefinite { item.pointee.maximumMain = max(maximum, item.pointee.mainBorderPadding) }
    }

    // A: a definite used flex basis. B: a preferred aspect ratio and a definite cross size. C–E: the content.
    var base = mainSize(basis, item)
    let isContent = !base.isDefinite
    if isContent { base = ratioMainSize(item) }
    if !base.isDefinite {
      base = contentMainSize(item)
      item.pointee.isMainIndefinite = isColumn && !contentBlock.isDefinite && s.pointee.aspectRatio == 0
    }
    if isContent { base = mappedMain(basis, base, item) }
    item.pointee.flexBase = base

    // The hypothetical main size: clamped by the used minimum and maximum.
    item.pointee.minimumMain = item.pointee.mainBorderPadding
    if least.isAuto {
      if !s.pointee.isScrollContainer {
        if s.pointee.aspectRatio == 0 && engine.boxes[Int(item.pointee.box)].kind != .replaced
          && (isContent && !basis.isMapped || (isBasisMain && mainLength.isLengthPercentage)) && !least.isMapped
        {
          item.pointee.hasPendingAutomaticMinimum = true
        } else {
          item.pointee.minimumMain = mappedMain(least, automaticMinimum(item), item)
        }
      }
    } else {
      let minimum = mainSize(least, item)
      if minimum.isDefinite { item.pointee.minimumMain = max(minimum, item.pointee.mainBorderPadding) }
    }
    if engine.boxes[Int(item.pointee.box)].kind == .table {
      // A table is never smaller than its content (Tables 3, 3.6).
      let content = isColumn ? measuredContentBlock(item) : intrinsicInlineSizes(item).minimum
      item.pointee.minimumMain = max(item.pointee.minimumMain, content)
    }
    item.pointee.hypotheticalMain = item.pointee.clampedMain(base)
  }

  /// What a `calc-size()` makes of a main size that its basis gives.
  private mutating func mappedMain(_ length: LayoutLength, _ size: Double, _ item: UnsafeMutablePointer<FlexItem>)
    -> Double
  {
    engine.mapped(
      length, size, item.pointee.box, insets: item.pointee.mainBorderPadding,
      basis: isColumn ? contentBlock : contentInline)
  }

  /// A main-axis length as a border-box size, or indefinite.
  private mutating func mainSize(_ length: LayoutLength, _ item: UnsafeMutablePointer<FlexItem>) -> Double {
    mappedMain(length, mainBasisSize(length, item), item)
  }

  private mutating func mainBasisSize(_ length: LayoutLength, _ item: UnsafeMutablePointer<FlexItem>) -> Double {
    let basis = isColumn ? contentBlock : contentInline
    switch length.kind {
    case .length, .percentage, .calculation:
      return borderBoxSize(length, basis, item.pointee.mainBorderPadding, item.pointee.style)
    case .stretch:
      return basis.isDefinite ? max(item.pointee.mainBorderPadding, basis - item.pointee.mainMargins) : .indefinite
    case .minContent, .maxContent, .fitContent, .fitContentLength, .fitContentPercentage:
      if isColumn { return measuredContentBlock(item) }
      return contentKeywordSize(length, item, basis - item.pointee.mainMargins)
    case .auto, .none, .content, .normal:
      return .indefinite
    }
  }

  /// 9.2 step 3.B: the main size that the aspect ratio makes of a definite cross size; indefinite where there is none.
  private mutating func ratioMainSize(_ item: UnsafeMutablePointer<FlexItem>) -> Double {
    guard item.pointee.definiteCross.isDefinite else { return .indefinite }
    let ratio = usedAspectRatio(item.pointee.box)
    guard ratio.isDefinite else { return .indefinite }
    return transferred(item.pointee.definiteCross, item, ratio)
  }

  /// The main size that belongs to a cross size by the aspect ratio (CSS Sizing 4, 5.1): border boxes.
  private mutating func transferred(_ cross: Double, _ item: UnsafeMutablePointer<FlexItem>, _ ratio: Double) -> Double
  {
    let isBorderBox =
      item.pointee.style.pointee.boxSizing == .borderBox && !item.pointee.style.pointee.aspectRatioIsAuto
    let inner = isBorderBox ? cross : max(0, cross - item.pointee.crossBorderPadding)
    let main = engine.layoutUnit(isColumn ? inner / ratio : inner * ratio)
    return isBorderBox ? max(main, item.pointee.mainBorderPadding) : main + item.pointee.mainBorderPadding
  }

  /// 9.2 step 3.C–E: the size of the item's content.
  private mutating func contentMainSize(_ item: UnsafeMutablePointer<FlexItem>) -> Double {
    if !isColumn { return clampByTransferredLimits(intrinsicInlineSizes(item).maximum, item) }
    if case let natural = naturalBlock(item), natural.isDefinite { return clampByTransferredLimits(natural, item) }
    if mayCommit(item) { return committedContentBlock(item) }
    return clampByTransferredLimits(measuredContentBlock(item), item)
  }

  /// The natural height of a column's replaced item whose own limits do not count before it is flexed; indefinite for others.
  private mutating func naturalBlock(_ item: UnsafeMutablePointer<FlexItem>) -> Double {
    let (box, s) = (item.pointee.box, item.pointee.style)
    guard engine.boxes[Int(box)].kind == .replaced, s.pointee.height.isAuto,
      !s.pointee.minHeight.isAuto || s.pointee.maxHeight.kind != .none
    else { return .indefinite }
    let (_, height, _) = engine.replacedRatio(box)
    return height.isDefinite ? height + item.pointee.mainInsets : .indefinite
  }

  /// The intrinsic widths of a row's item. What has only a ratio is as wide as the container.
  private mutating func intrinsicInlineSizes(_ item: UnsafeMutablePointer<FlexItem>) -> MinMaxSizes {
    let box = item.pointee.box
    guard engine.boxes[Int(box)].kind == .replaced, contentInline.isDefinite else {
      return engine.intrinsicSizes(
        box, contentBlock, insets: isColumn ? item.pointee.crossInsets : item.pointee.mainInsets)
    }
    return engine.intrinsicSizesOfReplaced(
      box, contentBlock, engine.resolveBoxMetrics(box, contentInline),
      stretch: contentInline - item.pointee.mainMargins)
  }

  /// The height of a column's item as its content makes it, and the item's layout with that.
  private mutating func committedContentBlock(_ item: UnsafeMutablePointer<FlexItem>) -> Double {
    var inner = contentSpace(item, .commit)
    let alignment = item.pointee.alignment
    inner.needsBaseline = space.needsBaseline || alignment == .firstBaseline || alignment == .lastBaseline
    let output = engine.layout(item.pointee.box, inner)
    if output.height == output.intrinsicBlock, output.width == item.pointee.definiteCross {
      item.pointee.committedMain = output.height
      item.pointee.baseline = alignment == .lastBaseline ? output.lastBaseline : output.firstBaseline
      item.pointee.lastBaseline = output.lastBaseline
    }
    return clampByTransferredLimits(output.intrinsicBlock, item)
  }

  /// What a column's item is laid out against as its content is measured.
  private mutating func contentSpace(
    _ item: UnsafeMutablePointer<FlexItem>, _ mode: ConstraintSpace.Mode
  ) -> ConstraintSpace {
    var inner = ConstraintSpace(
      availableInline: itemInline, availableBlock: .indefinite, percentageInline: contentInline,
      percentageBlock: .indefinite,
      mode: mode)
    inner.isFixedBlockIndefinite = !item.pointee.style.pointee.height.isAuto
    if item.pointee.definiteCross.isDefinite {
      inner.availableInline = item.pointee.definiteCross
      inner.isFixedInline = true
    }
    inner.needsBaseline = false
    return inner
  }

  /// The height of a column's item as its content makes it.
  private mutating func measuredContentBlock(_ item: UnsafeMutablePointer<FlexItem>) -> Double {
    let output = engine.layout(item.pointee.box, contentSpace(item, .measure))
    // An aspect ratio makes the height of a width that is not definite before layout.
    return usedAspectRatio(item.pointee.box).isDefinite && item.pointee.style.pointee.height.isAuto
      ? output.height : output.intrinsicBlock
  }

  /// Limits of the cross axis carried over by the aspect ratio (CSS Sizing 4, 5.1).
  private mutating func clampByTransferredLimits(_ size: Double, _ item: UnsafeMutablePointer<FlexItem>) -> Double {
    guard item.pointee.maximumCross.isFinite || item.pointee.minimumCross > item.pointee.crossBorderPadding else {
      return size
    }
    let ratio = usedAspectRatio(item.pointee.box)
    guard ratio.isDefinite else { return size }
    var result = size
    if item.pointee.maximumCross.isFinite { result = min(result, transferred(item.pointee.maximumCross, item, ratio)) }
    if item.pointee.minimumCross > item.pointee.crossBorderPadding {
      result = max(result, transferred(item.pointee.minimumCross, item, ratio))
    }
    return result
  }

  // MARK: 4.5 Automatic minimum size of flex items

  mutating func automaticMinimum(_ item: UnsafeMutablePointer<FlexItem>) -> Double {
    if engine.boxes[Int(item.pointee.box)].kind == .replaced { return automaticMinimumOfReplaced(item) }
    var content = isColumn ? measuredContentBlock(item) : intrinsicInlineSizes(item).minimum
    if item.pointee.style.pointee.aspectRatio > 0,
      case let transferred = ratioMainSize(item), transferred.isDefinite
    {
      // The content's size of a box with a ratio is what its cross size makes.
      content = max(content, transferred)
    }
    var result = clampByTransferredLimits(content, item)
    let mainLength = isColumn ? item.pointee.style.pointee.height : item.pointee.style.pointee.width
    let specified =
      mainLength.isLengthPercentage || mainLength.kind == .stretch ? mainSize(mainLength, item) : .indefinite
    if specified.isDefinite { result = min(result, specified) }
    return max(item.pointee.mainBorderPadding, min(result, item.pointee.maximumMain))
  }

  /// 4.5 for replaced items: their content's size is what a definite cross size and the ratio make, or the natural one.
  private mutating func automaticMinimumOfReplaced(_ item: UnsafeMutablePointer<FlexItem>) -> Double {
    let mainLength = isColumn ? item.pointee.style.pointee.height : item.pointee.style.pointee.width
    let specified =
      mainLength.isLengthPercentage || mainLength.kind == .stretch ? mainSize(mainLength, item) : .indefinite
    var content = ratioMainSize(item)
    if !content.isDefinite, isColumn, specified.isDefinite, !usedAspectRatio(item.pointee.box).isDefinite {
      // CSS Sizing 3, 5.1: what has neither ratio nor natural height is 150 px high.
      let detail = Int(engine.boxes[Int(item.pointee.box)].detail)
      let natural = engine.source.replaced.indices.contains(detail) ? engine.source.replaced[detail].naturalHeight : nil
      content = (natural ?? 150) + item.pointee.mainInsets
    }
    if !content.isDefinite {
      content = isColumn ? measuredContentBlock(item) : intrinsicInlineSizes(item).minimum
    }
    var result = clampByTransferredLimits(content, item)
    if specified.isDefinite { result = min(result, specified) }
    return max(item.pointee.mainBorderPadding, min(result, item.pointee.maximumMain))
  }

  // MARK: Lengths

  /// A length or percentage as a border-box size; indefinite where it is neither or has no basis.
  private mutating func borderBoxSize(
    _ length: LayoutLength, _ basis: Double, _ insets: Double, _ s: UnsafePointer<LayoutStyle>
  ) -> Double {
    let value = engine.resolve(length, basis)
    guard value.isDefinite else { return .indefinite }
    return s.pointee.boxSizing == .borderBox ? max(value, insets) : max(value, 0) + insets
  }

  /// `min-content`, `max-content` and `fit-content` of a width, as a border-box size.
  private mutating func contentKeywordSize(
    _ length: LayoutLength, _ item: UnsafeMutablePointer<FlexItem>, _ available: Double
  )
    -> Double
  {
    let insets = isColumn ? item.pointee.crossInsets : item.pointee.mainInsets
    let sizes = engine.intrinsicSizes(item.pointee.box, contentBlock, insets: insets)
    switch length.kind {
    case .minContent: return sizes.minimum
    case .maxContent: return sizes.maximum
    case .fitContentLength: return sizes.fit(length.value + insets)
    case .fitContentPercentage: return sizes.fit(engine.layoutUnit(length.value * contentInline / 100) + insets)
    default: return sizes.fit(max(insets, available))
    }
  }

  /// The item's preferred or natural aspect ratio, width over height; indefinite where there is none.
  private mutating func usedAspectRatio(_ box: BoxIndex) -> Double {
    let s = engine.style(box)
    if engine.boxes[Int(box)].kind == .replaced, s.pointee.aspectRatio == 0 || s.pointee.aspectRatioIsAuto {
      let detail = Int(engine.boxes[Int(box)].detail)
      if engine.source.replaced.indices.contains(detail), let natural = engine.source.replaced[detail].naturalRatio,
        natural > 0
      {
        return natural
      }
    }
    return s.pointee.aspectRatio > 0 ? s.pointee.aspectRatio : .indefinite
  }
}
