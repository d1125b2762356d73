import CSSValues

/// Form controls at Chromium's intrinsic sizes (HTML, 15.5).
extension LayoutEngine {
  /// The content-box inline size that a control has whatever is in it.
  func intrinsicInlineSizeOfControl(_ box: BoxIndex) -> Double? {
    switch boxes[Int(box)].role {
    case .textField:
      guard let control = textControl(box) else { return nil }
      return textFieldWidth(box, columns: Double(max(1, control.columns)))
    case .textArea:
      guard let control = textControl(box) else { return nil }
      let metrics = metrics(ofStyle: boxes[Int(box)].style)
      return layoutUnitCeiling(metrics.averageAdvance * Double(max(1, control.columns))) + viewport.scrollbarThickness
    case .select:
      return selectWidth(box)
    default: return nil
    }
  }

  private func textControl(_ box: BoxIndex) -> StyledTree.TextControl? {
    let detail = Int(boxes[Int(box)].detail)
    return source.textControls.indices.contains(detail) ? source.textControls[detail] : nil
  }

  /// So many average characters, and what the widest is wider than them.
  private func textFieldWidth(_ box: BoxIndex, columns: Double) -> Double {
    let metrics = metrics(ofStyle: boxes[Int(box)].style)
    var width = layoutUnitCeiling(metrics.averageAdvance * columns)
    if metrics.maximumAdvance > 0 {
      let excess = metrics.maximumAdvance - metrics.averageAdvance
      if excess > 0 { width += excess.rounded() }
    }
    return width
  }

  /// A drop-down is as wide as its widest option.
  private func selectWidth(_ box: BoxIndex) -> Double? {
    let detail = Int(boxes[Int(box)].detail)
    guard source.selectOptions.indices.contains(detail) else { return nil }
    let computed = computedStyle(box)
    let style = TextParagraph.SpanStyle(font: computed.font, text: computed.text)
    var widest = 0.0
    for range in source.selectOptions[detail] {
      let units = Array(source.text[Int(range.lowerBound)..<Int(range.upperBound)])
      if units.isEmpty { continue }
      let paragraph = TextParagraph(
        text: units, spans: [TextParagraph.Span(range: 0..<units.count, style: 0)], styles: [style],
        baseDirection: computed.text.direction)
      widest = max(widest, layoutUnitCeiling(measurer.shape(paragraph).advances.reduce(0, +)))
    }
    // The arrow's room; with `appearance: none` there is no arrow.
    return widest.rounded(.up) + (hasNativeAppearance(box) ? 17 : 0)
  }

  /// Whether the control draws itself: `appearance` is not `none`.
  func hasNativeAppearance(_ box: BoxIndex) -> Bool { style(box).pointee.hasAppearance }

  /// The border-box block size that a control has whatever is in it.
  func intrinsicBlockSizeOfControl(_ box: BoxIndex, _ metrics: BoxMetrics) -> Double? {
    switch boxes[Int(box)].role {
    case .textField, .select:
      let line = inlineMetrics(ofStyle: boxes[Int(box)].style)
      return lineHeightOfControl(line) + metrics.insetsBlock
    case .textArea:
      guard let control = textControl(box) else { return nil }
      let line = inlineMetrics(ofStyle: boxes[Int(box)].style)
      return line.lineHeight * Double(max(1, control.rows)) + viewport.scrollbarThickness + metrics.insetsBlock
    default: return nil
    }
  }

  /// Whether `width: auto` fits the control instead of filling the line (HTML, 15.5.1).
  func fitsContent(_ box: BoxIndex) -> Bool {
    switch boxes[Int(box)].role {
    case .textField, .textArea, .select, .button: true
    default: boxes[Int(box)].kind == .table
    }
  }

  /// The baseline of a control without text: where its text would stand, in its border box.
  func baselineOfEmptyControl(_ box: BoxIndex, height: Double, _ metrics: BoxMetrics) -> Double {
    switch boxes[Int(box)].role {
    case .textField, .select:
      let line = inlineMetrics(ofStyle: boxes[Int(box)].style)
      let free = height - metrics.insetsBlock - lineHeightOfControl(line)
      return metrics.insetTop + layoutUnit(free / 2) + line.line.ascent
    default: return .nan
    }
  }

  /// A single line is never lower than its font.
  private func lineHeightOfControl(_ line: InlineMetrics) -> Double {
    max(line.lineHeight, line.isNormalLineHeight ? line.font.height : 0)
  }

  /// Whether a box centres its content vertically without `align-content`.
  func centersContent(_ box: BoxIndex) -> Bool {
    switch boxes[Int(box)].role {
    case .button, .textField, .select: true
    default: false
    }
  }
}
