import CSSValues

/// Form controls at Chromium's intrinsic sizes (HTML, 15.5).
extension LayoutEngine {
  /// The content-box inline size that a control has whatever is in it.
  func intrinsicInlineSizeOfControl(_ box: BoxIndex) -> Double? {
    switch boxes[Int(box)].role {
    case .textField:
      guard let control = textControl(box) else { return nil }
      if control.isFileChooser {
        let zero = metrics(ofStyle: boxes[Int(box)].style).zeroAdvance
        return wholeDevicePixels(zero * Double(max(1, control.columns)))
      }
      return textFieldWidth(box, columns: Double(max(1, control.columns)))
    case .textArea:
      // A list box is as wide as its options.
      guard let control = textControl(box), !control.isListBox else { return nil }
      let width = averageAdvance(box) * Double(max(1, control.columns))
      return wholeDevicePixels(width) + viewport.scrollbarThickness
    case .select:
      return selectWidth(box)
    default: return nil
    }
  }

  private func textControl(_ box: BoxIndex) -> StyledTree.TextControl? {
    let detail = Int(boxes[Int(box)].detail)
    return source.textControls.indices.contains(detail) ? source.textControls[detail] : nil
  }

  /// Up to whole device pixels; a sum of widths that is whole but for its last bits stays.
  private func wholeDevicePixels(_ width: Double) -> Double {
    (width * deviceScale - 0.001).rounded(.up) / deviceScale
  }

  /// The average character's width, to whole device pixels where that makes it wider.
  private func averageAdvance(_ box: BoxIndex) -> Double {
    let average = metrics(ofStyle: boxes[Int(box)].style).averageAdvance
    return max(average, (average * deviceScale).rounded() / deviceScale)
  }

  /// So many average characters, and what the widest is wider than them.
  private func textFieldWidth(_ box: BoxIndex, columns: Double) -> Double {
    let average = averageAdvance(box)
    let widest = (metrics(ofStyle: boxes[Int(box)].style).maximumAdvance * deviceScale).rounded() / deviceScale
    return wholeDevicePixels(average * columns + max(0, widest - average))
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
    return wholeDevicePixels(widest) + (hasNativeAppearance(box) ? 20 : 0)
  }

  /// Whether the control draws itself: `appearance` is not `none`.
  func hasNativeAppearance(_ box: BoxIndex) -> Bool { style(box).pointee.hasAppearance }

  /// The border-box block size that a control has whatever is in it.
  func intrinsicBlockSizeOfControl(_ box: BoxIndex, _ metrics: BoxMetrics) -> Double? {
    switch boxes[Int(box)].role {
    case .textField, .select:
      return lineHeightOfControl(box) + metrics.insetsBlock
    case .textArea:
      guard let control = textControl(box) else { return nil }
      if control.isListBox {
        // An option is at least 1.2 em high and has a pixel below it.
        let row = layoutUnit(style(box).pointee.fontSize * 1.2) + 1
        return row * Double(max(1, control.rows)) + metrics.insetsBlock
      }
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
      if boxes[Int(box)].role == .select {
        return metrics.insetTop + layoutUnit((height - metrics.insetsBlock - line.font.height) / 2) + line.font.ascent
      }
      let free = height - metrics.insetsBlock - max(line.lineHeight, line.isNormalLineHeight ? line.font.height : 0)
      return metrics.insetTop + layoutUnit(free / 2) + line.line.ascent
    default: return .nan
    }
  }

  /// The height of a single line, which is never lower than its font.
  ///
  /// A drop-down that draws itself takes no `line-height`: it has a pixel above and below its font. A file chooser holds a
  /// button, whose border and padding are 3 px.
  private func lineHeightOfControl(_ box: BoxIndex) -> Double {
    let line = inlineMetrics(ofStyle: boxes[Int(box)].style)
    if boxes[Int(box)].role == .select {
      if hasNativeAppearance(box) { return line.font.height + 2 }
      return line.isNormalLineHeight ? line.font.height : line.lineHeight
    }
    let height = max(line.lineHeight, line.isNormalLineHeight ? line.font.height : 0)
    return textControl(box)?.isFileChooser == true ? height + 6 : height
  }

  /// Whether a box centres its content vertically without `align-content`.
  func centersContent(_ box: BoxIndex) -> Bool {
    switch boxes[Int(box)].role {
    case .button, .textField, .select: true
    default: false
    }
  }
}
