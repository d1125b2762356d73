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
      if let calendar = control.calendar { return calendarWidth(box, calendar) }
      return textFieldWidth(box, columns: Double(max(1, control.columns)))
    case .textArea:
      // A list box is as wide as its options.
      guard let control = textControl(box), !control.isListBox else { return nil }
      let width = averageAdvance(box) * Double(max(1, control.columns))
      let scrollbars = scrollbars.of(style(box).pointee.scrollbarWidth)
      return wholeDevicePixels(width) + max(scrollbars.thickness, scrollbars.reserved)
    case .select:
      return selectWidth(box)
    default: return nil
    }
  }

  private func textControl(_ box: BoxIndex) -> StyledTree.TextControl? {
    let detail = Int(boxes[Int(box)].detail)
    return source.textControls.indices.contains(detail) ? source.textControls[detail] : nil
  }

  /// Whether a box is a field for a date or time, which browsers do not compress.
  func isCalendar(_ box: BoxIndex) -> Bool { boxes[Int(box)].role == .textField && textControl(box)?.calendar != nil }

  /// Up to whole device pixels; a sum of widths that is whole except for its last bits stays.
  private func wholeDevicePixels(_ width: Double) -> Double {
    (width * deviceScale - 0.001).rounded(.up) / deviceScale
  }

  /// The average character's width, to whole device pixels where that makes it wider.
  private func averageAdvance(_ box: BoxIndex) -> Double {
    let metrics = metrics(ofStyle: boxes[Int(box)].style)
    guard hasAverageAdvance(box) else { return metrics.zeroAdvance }
    let average = metrics.averageAdvance
    return max(average, (average * deviceScale).rounded() / deviceScale)
  }

  /// Families whose fonts say no average width on some systems: browsers take the width of `0` wherever one of them is
  /// the first, whether it is there or not.
  private static let familiesWithoutAverage: Set<String> = [
    "American Typewriter", "Arial Hebrew", "Chalkboard", "Cochin", "Corsiva Hebrew", "Courier", "Euphemia UCAS",
    "Geneva", "Gill Sans", "Hei", "Helvetica", "Hoefler Text", "InaiMathi", "Kai", "Lucida Grande", "Marker Felt",
    "Monaco", "Mshtakan", "New Peninim MT", "Osaka", "Raanana", "STHeiti", "Symbol", "Times", "Apple Braille",
    "Apple LiGothic", "Apple LiSung", "Apple Symbols", "AppleGothic", "AppleMyungjo",
  ]

  private func hasAverageAdvance(_ box: BoxIndex) -> Bool {
    // An average of 1.7 times the width of `0` or more is that of full-width characters: browsers do not take it.
    let metrics = metrics(ofStyle: boxes[Int(box)].style)
    if metrics.zeroAdvance > 0, metrics.averageAdvance > metrics.zeroAdvance * 1.7 { return false }
    guard case .named(let family)? = computedStyle(box).pointee.font.families.first else { return true }
    return !Self.familiesWithoutAverage.contains(family)
  }

  /// So many average characters, and what the widest is wider than them.
  private func textFieldWidth(_ box: BoxIndex, columns: Double) -> Double {
    let average = averageAdvance(box)
    guard hasAverageAdvance(box) else { return wholeDevicePixels(average * columns) }
    let widest = (metrics(ofStyle: boxes[Int(box)].style).maximumAdvance * deviceScale).rounded() / deviceScale
    return wholeDevicePixels(average * columns + max(0, widest - average))
  }

  /// The fields of a date or time, each as wide as its widest value and a pixel on both sides, and the picker.
  ///
  /// DEVIATION: the order of fields and the names of months are those of American English, as in Chromium's expectations.
  private func calendarWidth(_ box: BoxIndex, _ calendar: StyledTree.TextControl.Calendar) -> Double {
    let (widest, fields) =
      switch calendar {
      case .date: ("mm/dd/000000", 3)
      case .time: ("00:00 AM", 3)
      case .localDateAndTime: ("mm/dd/000000, 00:00 AM", 6)
      case .month: ("September 000000", 2)
      case .week: ("Week 00, 000000", 2)
      }
    let size = style(box).pointee.fontSize
    return wholeDevicePixels(textWidth(Array(widest.utf16), box) + Double(2 * fields) + pickerWidth(calendar, size))
  }

  /// The button that opens a picker, with its padding and the gap before it.
  private func pickerWidth(_ calendar: StyledTree.TextControl.Calendar, _ size: Double) -> Double {
    calendar == .time ? 1.05 * size + 14 : size + 4
  }

  /// A text's width in a box's font.
  private func textWidth(_ units: [UInt16], _ box: BoxIndex) -> Double {
    if units.isEmpty { return 0 }
    let computed = computedStyle(box).pointee
    let paragraph = TextParagraph(
      text: units, spans: [TextParagraph.Span(range: 0..<units.count, style: 0)],
      styles: [TextParagraph.SpanStyle(font: computed.font, text: computed.text)],
      baseDirection: computed.text.direction)
    return layoutUnitCeiling(measurer.shape(paragraph).advances.reduce(0, +))
  }

  /// A drop-down is as wide as its widest option.
  private func selectWidth(_ box: BoxIndex) -> Double? {
    let detail = Int(boxes[Int(box)].detail)
    guard source.selectOptions.indices.contains(detail) else { return nil }
    var widest = 0.0
    for range in source.selectOptions[detail] {
      widest = max(widest, textWidth(Array(source.text[Int(range.lowerBound)..<Int(range.upperBound)]), box))
    }
    let room = roomBesideText(box)
    return wholeDevicePixels(widest) + room.start + room.end
  }

  /// What a control keeps free within its content box before and after its text: a drop-down has an arrow at its end, with
  /// `appearance: none` it has none; a date has its picker there.
  func roomBesideText(_ box: BoxIndex) -> (start: Double, end: Double) {
    switch boxes[Int(box)].role {
    case .select: return hasNativeAppearance(box) ? (4, 16) : (0, 0)
    case .textField:
      guard let calendar = textControl(box)?.calendar else { return (0, 0) }
      return (0, pickerWidth(calendar, style(box).pointee.fontSize))
    default: return (0, 0)
    }
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
        // An option is at least 1.2 em high and has a pixel below it; without options a row is as high as the font.
        let line =
          boxes[Int(box)].firstChild < 0
          ? inlineMetrics(ofStyle: boxes[Int(box)].style).font.height : style(box).pointee.fontSize * 1.2
        let row = layoutUnit(line) + 1
        return row * Double(max(1, control.rows)) + metrics.insetsBlock
      }
      let line = inlineMetrics(ofStyle: boxes[Int(box)].style)
      return line.lineHeight * Double(max(1, control.rows)) + scrollbars.thickness + metrics.insetsBlock
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

  /// The baseline of a control without text: where its text would be, in its border box.
  func baselineOfEmptyControl(_ box: BoxIndex, height: Double, _ metrics: BoxMetrics) -> Double {
    switch boxes[Int(box)].role {
    case .textField, .select:
      let line = inlineMetrics(ofStyle: boxes[Int(box)].style)
      if boxes[Int(box)].role == .select {
        return metrics.insetTop + layoutUnit((height - metrics.insetsBlock - line.font.height) / 2) + line.font.ascent
      }
      let free = height - metrics.insetsBlock - max(line.lineHeight, line.isNormalLineHeight ? line.font.height : 0)
      return metrics.insetTop + layoutUnit(free / 2) + line.line.ascent
    // What is typed begins at the top.
    case .textArea where !(textControl(box)?.isListBox ?? true):
      return metrics.insetTop + inlineMetrics(ofStyle: boxes[Int(box)].style).line.ascent
    // A button without a line: the lower edge of its content box.
    case .button: return height - metrics.insetBottom
    default: return .indefinite
    }
  }

  /// The height of a single line, which is never lower than its font.
  ///
  /// A drop-down that draws itself takes no `line-height`: it has a pixel above and below its font. A file chooser holds a
  /// button without a `line-height`, whose border and padding are 3 px; the fields of a date have a pixel above and below,
  /// beside its picker.
  private func lineHeightOfControl(_ box: BoxIndex) -> Double {
    let line = inlineMetrics(ofStyle: boxes[Int(box)].style)
    if boxes[Int(box)].role == .select {
      if hasNativeAppearance(box) { return line.font.height + 2 }
      return line.isNormalLineHeight ? line.font.height : line.lineHeight
    }
    let height = max(line.lineHeight, line.isNormalLineHeight ? line.font.height : 0)
    guard let control = textControl(box) else { return height }
    if control.isFileChooser {
      return max(height, lineHeightOfFileButton(box) + 6)
    }
    if let calendar = control.calendar {
      let size = style(box).pointee.fontSize
      return max(height + 2, nearestDeviceUnit(calendar == .time ? 1.05 * size + 6 : size + 4))
    }
    return height
  }

  /// The height of the line in a file chooser's button, which takes no `line-height`.
  private func lineHeightOfFileButton(_ box: BoxIndex) -> Double {
    let style = boxes[Int(box)].style
    return max(metrics(ofStyle: style).lineSpacing, inlineMetrics(ofStyle: style).font.height)
  }

  /// The height of a drop-down's content, with its insets, as it is centered: a font without the gap between its lines.
  ///
  /// - Parameter intrinsic: the height of its line, with the insets.
  func centeredSizeOfDropDown(_ box: BoxIndex, intrinsic: Double) -> Double {
    guard hasNativeAppearance(box) else { return intrinsic }
    let line = inlineMetrics(ofStyle: boxes[Int(box)].style)
    return intrinsic - line.lineHeight + line.font.height + 2 * (line.line.ascent - line.font.ascent)
  }

  /// How far a field's line is below the upper edge of its content box.
  ///
  /// A value is in the middle, whatever fonts it needs; a placeholder is on the baseline that a value in the field's own font
  /// would have. The button of a file chooser is at the top: its border and padding are 3 px.
  ///
  /// - Parameters:
  ///   - lines: the height of the line, with the insets.
  ///   - height: the height of the field's border box.
  ///   - baseline: the line's, where it is at the top.
  func shiftOfField(
    _ box: BoxIndex, lines: Double, height: Double, baseline: Double, _ metrics: BoxMetrics
  ) -> Double {
    let control = textControl(box)
    if control?.isFileChooser ?? false {
      let line = inlineMetrics(ofStyle: boxes[Int(box)].style)
      let button = InlineMetrics.leaded(line.font, lineHeight: lineHeightOfFileButton(box), scale: deviceScale)
      return max(0, 3 + layoutUnit(button.ascent - line.line.ascent))
    }
    if control?.showsPlaceholder ?? false, baseline.isDefinite {
      return layoutUnit(baselineOfEmptyControl(box, height: height, metrics) - baseline)
    }
    return layoutUnit((height - lines) / 2)
  }

  /// Whether a box centres its content vertically without `align-content`.
  func centersContent(_ box: BoxIndex) -> Bool {
    switch boxes[Int(box)].role {
    case .button, .textField, .select: true
    default: false
    }
  }
}
