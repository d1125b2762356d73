import CSSValues
import Page

/// Lays out the lines of inline formatting contexts.
extension LayoutEngine {
  /// The inline formatting context of a block container, collected once, or again where it was let go of.
  func inlineContext(_ box: BoxIndex) -> InlineContext {
    if let known = inline.contexts[box] { return known }
    let context = inline.pageLines?.context(of: box, in: self) ?? InlineCollector.collect(self, box)
    inline.contexts[box] = context
    if !inline.finished.isEmpty { context.pieceCount = inline.finished.pieceCount(of: box) }
    return context
  }

  /// The context's paragraph, shaped once; texts are then parted where the direction changes.
  func shape(_ context: InlineContext) -> ShapedParagraph {
    if let known = context.shaped { return known }
    var shaped: ShapedParagraph
    if let elsewhere = context.shapedElsewhere {
      shaped = measurer.shape(context.paragraph, shapedElsewhere: elsewhere)
      context.shapedElsewhere = nil
    } else {
      shaped = measurer.shape(context.paragraph)
    }
    let count = context.paragraph.text.count
    // A measurer's answer of another length is made to fit: nothing below checks again.
    while shaped.advances.count < count { shaped.advances.append(0) }
    while shaped.flags.count < count + 1 { shaped.flags.append([]) }
    for marker in context.signMarkers { sizeSign(marker, context, &shaped) }
    // Room is made by itself: a list of so many zeros looks its type up.
    var positions: [Double] = []
    positions.reserveCapacity(count + 1)
    positions.append(contentsOf: repeatElement(0, count: count + 1))
    positions.withUnsafeMutableBufferPointer { positions in
      var sum = 0.0
      for index in 0..<count {
        sum += shaped.advances[index]
        positions[index + 1] = sum
      }
    }
    context.positions = positions
    context.isSimple = shaped.isLeftToRight && !context.isRightToLeft && !context.hasReversedBox
    if !context.isSimple { splitByLevel(context, shaped) }
    context.findBreaksBeforeControls(shaped.flags)
    context.shaped = shaped
    return shaped
  }

  /// Gives a marker's sign the width that Chromium's has with its margins, from the measures of the marker's own font: none
  /// that holds the sign's character makes the line higher.
  private func sizeSign(_ marker: InlineContext.SignMarker, _ context: InlineContext, _ shaped: inout ShapedParagraph) {
    let text = context.paragraph.text[marker.units]
    let image = insideImage(ofStyle: marker.style)
    let isDrawn = isMarkerDrawn(ofStyle: marker.style)
    // Controls of the bidi algorithm have no advance.
    let first =
      isDrawn ? text.firstIndex { $0 < 0x202A || $0 > 0x2069 } : text.firstIndex { PageRole.signs.contains($0) }
    guard let sign = first else { return }
    let size = computedStyle(ofStyle: marker.style).pointee.font.size
    let ascent = (metrics(ofStyle: marker.style).ascent * deviceScale).rounded()
    let width: Double
    if isDrawn {
      // An image without a size is half as large as the font reaches above the baseline.
      width = (ascent / 2).rounded(.down) / deviceScale
    } else if marker.role == .disclosureMarker {
      // The margin is of a size that the display's scale has not multiplied. For an image that is missing it is the image's.
      width = 0.66 * size + (image == nil ? 0.4 * size / deviceScale : 0)
    } else {
      let side = size > 0 ? (((ascent * 2 / 3).rounded(.down) + 1) / 2).rounded(.down) + 2 : 0
      width = image == nil ? (side - 1) / deviceScale + size : side / deviceScale
    }
    for unit in marker.units { shaped.advances[unit] = 0 }
    shaped.advances[sign] = max(0, layoutUnit(width))
    for run in shaped.runs.indices {
      let range = shaped.runs[run].range
      if range.lowerBound >= marker.units.lowerBound, range.upperBound <= marker.units.upperBound {
        shaped.runs[run].ascent = 0
        shaped.runs[run].descent = 0
      }
    }
  }

  private func splitByLevel(_ context: InlineContext, _ shaped: ShapedParagraph) {
    var items: [InlineContext.Item] = []
    items.reserveCapacity(context.items.count)
    var run = 0
    var last = UInt8(context.isRightToLeft ? 1 : 0)
    for var item in context.items {
      if item.end <= item.start {
        item.level = last
        items.append(item)
        continue
      }
      while run < shaped.runs.count, shaped.runs[run].range.upperBound <= item.start { run += 1 }
      var index = run
      while index < shaped.runs.count, shaped.runs[index].range.lowerBound < item.end {
        let level = shaped.runs[index].level
        if item.kind == .text, shaped.runs[index].range.lowerBound > item.start, level != item.level {
          var head = item
          head.end = shaped.runs[index].range.lowerBound
          items.append(head)
          item.start = head.end
        }
        item.level = level
        index += 1
      }
      last = item.level
      items.append(item)
    }
    context.items = items
  }

  /// The outside marker among a block container's children.
  func outsideMarker(of box: BoxIndex) -> BoxIndex {
    var child = boxes[Int(box)].firstChild
    while child >= 0 {
      if boxes[Int(child)].flags.contains(.outsideMarker) { return child }
      // Markers come first.
      if !boxes[Int(child)].flags.contains(.outOfFlow) { return .none }
      child = boxes[Int(child)].nextSibling
    }
    return .none
  }

  // MARK: Edges and atomic boxes

  /// Margin, border and padding of an inline box where it starts.
  func startEdge(of box: BoxIndex, percentageInline: Double) -> Double {
    if flags(box).contains(.continuesBefore) { return 0 }
    let metrics = resolveBoxMetrics(box, percentageInline)
    return style(box).pointee.isRightToLeft
      ? metrics.marginRight + metrics.insetRight : metrics.marginLeft + metrics.insetLeft
  }

  /// Margin, border and padding of an inline box where it ends.
  func endEdge(of box: BoxIndex, percentageInline: Double) -> Double {
    if flags(box).contains(.continuesAfter) { return 0 }
    let metrics = resolveBoxMetrics(box, percentageInline)
    let edge =
      style(box).pointee.isRightToLeft
      ? metrics.marginLeft + metrics.insetLeft : metrics.marginRight + metrics.insetRight
    return edge + markerRoom(box)
  }

  /// The room between the image of a marker inside of its item and the item's text, in browsers 7 device pixels, wherever an image
  /// is given: it may be missing.
  func markerRoom(_ box: BoxIndex) -> Double {
    guard boxes[Int(box)].role.isMarker, insideImage(ofStyle: boxes[Int(box)].style) != nil else { return 0 }
    return layoutUnit(7 / deviceScale)
  }

  /// Whether a marker inside of its item is an image without a size.
  func isMarkerDrawn(ofStyle index: Int32) -> Bool { insideImage(ofStyle: index)?.isGradient == true }

  /// The image that is given for a marker with a style if the marker is inside of its item and has no content of its own.
  private func insideImage(ofStyle index: Int32) -> CSSValue? {
    let style = computedStyle(ofStyle: index)
    guard style.pointee.box.display == .inline, style.pointee.content.content == .normal else { return nil }
    return style.pointee.text.listStyleImage
  }

  private func atomicSpace(
    _ containerInline: Double, _ percentageBlock: Double, _ mode: ConstraintSpace.Mode
  ) -> ConstraintSpace {
    ConstraintSpace(
      availableInline: containerInline, availableBlock: .indefinite, percentageInline: containerInline,
      percentageBlock: percentageBlock, mode: mode)
  }

  /// The width of an atomic box's margin box.
  func atomicWidth(_ box: BoxIndex, containerInline: Double, percentageBlock: Double) -> Double {
    let output = layout(box, atomicSpace(containerInline, percentageBlock, .measure))
    return output.width + resolveBoxMetrics(box, containerInline).marginsInline
  }

  /// An atomic box laid out, with its extent about the baseline (CSS 2.2, 10.8.1).
  func layoutAtomic(
    _ box: BoxIndex, containerInline: Double, percentageBlock: Double, mode: ConstraintSpace.Mode
  ) -> (LayoutOutput, BoxMetrics, FontHeight) {
    let output = layout(box, atomicSpace(containerInline, percentageBlock, mode))
    let metrics = resolveBoxMetrics(box, containerInline)
    let height = output.height + metrics.marginsBlock
    let ascent: Double
    let baseline = atomicBaseline(box, output)
    if baseline.isDefinite {
      ascent = metrics.marginTop + baseline
    } else {
      ascent = height
    }
    return (output, metrics, FontHeight(ascent: ascent, descent: height - ascent))
  }

  /// The baseline of an inline-level box: the last line's of an inline-block, the first of the others.
  private func atomicBaseline(_ box: BoxIndex, _ output: LayoutOutput) -> Double {
    switch boxes[Int(box)].kind {
    case .block:
      switch boxes[Int(box)].role {
      case .textField, .select: return output.firstBaseline
      // As of a scroll container whatever its `overflow`: its lower margin edge.
      case .textArea: return .indefinite
      case .button: return output.lastBaseline
      default: break
      }
      let style = style(box)
      if style.pointee.isScrollContainer { return .indefinite }
      return output.lastBaseline
    default: return output.firstBaseline
    }
  }

  // MARK: Driver

  /// Breaks the content into lines and, in commit mode, places what is on them.
  func layoutLines(of box: BoxIndex, _ request: InlineRequest) -> InlineOutput {
    // A page with too many lines is refused: no more of its text is shaped and kept.
    if inline.pieces.firstBeyond != nil { return InlineOutput() }
    let context = inlineContext(box)
    // OPTIMIZATION: flex items, grid items and cells are measured before they are committed, mostly in the same place.
    let isRepeatable =
      context.isPlain && blocks.floats.isEmpty && blocks.lineClamp.remainingLines == 0 && columnFlow == nil
    let lines: MeasuredLines
    var clampedTexts: Int?
    if isRepeatable, let known = context.measured?.lines, known.request.isSamePlace(as: request) {
      lines = known
    } else {
      var layout = LineLayout(self, context, request, records: isRepeatable || request.mode == .commit)
      lines = layout.run()
      clampedTexts = layout.clampedTexts
      inline.pieces.count += layout.pieceCount - context.pieceCount
      context.pieceCount = layout.pieceCount
      if layout.isCut, inline.pieces.firstBeyond == nil { inline.pieces.firstBeyond = box }
      if isRepeatable, request.mode != .commit { context.measured = KnownLines(lines) }
    }
    if request.mode == .commit {
      context.measured = nil
      context.textFragments = lines.textFragments
      context.boxFragments = lines.boxFragments
      context.lineBounds = lines.bounds
      blocks.lineClamp.noteCommit(of: context, texts: clampedTexts)
      placeInlineBoxes(context)
      if releasesContent { finish(context) }
    }
    return lines.output
  }

  /// Gives inline boxes that are containing blocks their place, from where the first fragment begins to where the last one
  /// ends (CSS Positioned Layout 3, 2.1), and lays out what is positioned against them.
  private func placeInlineBoxes(_ context: InlineContext) {
    var unions: [BoxIndex: LayoutRect] = [:]
    for fragment in context.boxFragments {
      let flags = boxes[Int(fragment.box)].flags
      guard flags.contains(.hasPositioned) || flags.contains(.containsAbsolute) else { continue }
      let rect = fragment.rect
      guard let known = unions[fragment.box] else {
        unions[fragment.box] = rect
        continue
      }
      var place = known
      if style(fragment.box).pointee.isRightToLeft {
        let right = known.x + known.width
        place.x = min(rect.x, right)
        place.width = right - place.x
      } else {
        place.width = max(0, rect.x + rect.width - known.x)
      }
      place.height = max(0, rect.y + rect.height - known.y)
      unions[fragment.box] = place
    }
    for (box, union) in unions {
      state.placements[Int(box)] = LayoutState.Placement(
        x: union.x, y: union.y, width: union.width, height: union.height, isPlaced: true)
    }
    var seen: BoxIndex = .none
    for fragment in context.boxFragments where fragment.box != seen {
      if boxes[Int(fragment.box)].flags.contains(.hasPositioned) { layoutPositioned(in: fragment.box) }
      seen = fragment.box
    }
  }

  /// The place of inline boxes in a block without lines: empty ones at its start.
  func placeEmptyInlines(_ box: BoxIndex, x: Double, y: Double, contentInline: Double, isRightToLeft: Bool) {
    let context = inlineContext(box)
    context.boxFragments.removeAll(keepingCapacity: true)
    context.textFragments.removeAll(keepingCapacity: true)
    inline.finished.forget(box)
    context.lineBounds = nil
    var position = StaticPosition(x: isRightToLeft ? x + contentInline : x, y: y, parent: box)
    alignInlineStaticPosition(&position, in: box, contentInline: contentInline)
    for item in context.items where item.kind == .open {
      let metrics = inlineMetrics(ofStyle: boxes[Int(item.box)].style)
      let box = resolveBoxMetrics(item.box, contentInline)
      context.boxFragments.append(
        InlineContext.BoxFragment(
          box: item.box,
          rect: LayoutRect(
            x: position.x, y: y - box.insetTop, width: 0,
            height: isHollow(item.box, withBackground: true) ? 0 : metrics.font.height + box.insetsBlock)))
    }
  }

  /// Whether an inline box without content shows nothing at all: no edges, no background, no place of its own. On a line
  /// without content its rectangle has no height, as in Chromium.
  ///
  /// - Parameter withBackground: whether a background counts as nothing: in a block without any line.
  func isHollow(_ box: BoxIndex, withBackground: Bool = false) -> Bool {
    let style = style(box)
    guard style.pointee.position == .static, !style.pointee.isTransformed else { return false }
    let metrics = resolveBoxMetrics(box, .indefinite)
    guard metrics.insetsInline == 0, metrics.insetsBlock == 0, metrics.marginsInline == 0 else { return false }
    let visual = computedStyle(box).pointee.visual
    return (withBackground || visual.backgroundColor == .color(.transparent)) && visual.opacity == 1
  }

  /// The static position of an originally inline-level box among blocks follows the text's alignment.
  func alignInlineStaticPosition(_ position: inout StaticPosition, in box: BoxIndex, contentInline: Double) {
    let style = style(box)
    let left = style.pointee.isRightToLeft ? position.x - contentInline : position.x
    let free = contentInline
    switch style.pointee.textAlign {
    case .center, .webkitCenter: position.x = left + layoutUnit(free / 2)
    case .right, .webkitRight: position.x = left + free
    case .left, .webkitLeft: position.x = left
    case .end: position.x = style.pointee.isRightToLeft ? left : left + free
    default: break
    }
  }
}

extension CSSValue {
  /// Whether an image is a gradient: it has no size of its own.
  fileprivate var isGradient: Bool {
    if case .function(let name, _, _) = self { return name.string.hasSuffix("gradient") }
    return false
  }
}
