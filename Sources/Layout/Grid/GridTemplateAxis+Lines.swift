import CSSValues

extension GridTemplateAxis {
  /// CSS Grid 2, 8.3: an item's lines in this axis, in the explicit grid's numbering (the first line is 0, implicit
  /// ones before it are negative).
  func placement(start: GridLine, end: GridLine) -> GridAxisPlacement {
    let first = line(start, isStart: true)
    let last = line(end, isStart: false)
    switch (first, last) {
    case (let first?, let last?):
      // 8.3.1: lines in the wrong order are swapped, an empty area gets one track.
      if first == last { return span(first, first + 1) }
      return span(min(first, last), max(first, last))
    case (let first?, nil): return span(first, lineAfter(first, end))
    case (nil, let last?): return span(lineBefore(last, start), last)
    case (nil, nil):
      // Two spans: the end's is ignored. Where only a span to a named line is left, it counts as one track.
      switch (start, end) {
      case (.span(let count, let name), _): return .automatic(span: name == nil ? length(count) : 1)
      case (_, .span(let count, let name)): return .automatic(span: name == nil ? length(count) : 1)
      default: return .automatic(span: 1)
      }
    }
  }

  /// The lines of a positioned child (9.1): `auto`, and spans without a line to count from, are `nil`.
  func lines(start: GridLine, end: GridLine) -> (start: Int32?, end: Int32?) {
    switch (line(start, isStart: true), line(end, isStart: false)) {
    case (let first?, let last?):
      if first == last { return (first, nil) }
      return (min(first, last), max(first, last))
    case (let first?, nil):
      if case .span = end { return (first, lineAfter(first, end)) }
      return (first, nil)
    case (nil, let last?):
      if case .span = start { return (lineBefore(last, start), last) }
      return (nil, last)
    case (nil, nil): return (nil, nil)
    }
  }

  private func length(_ count: Int32) -> Int32 { max(1, min(count, limits.length)) }

  private func span(_ start: Int32, _ end: Int32) -> GridAxisPlacement {
    let limit = limits.lines
    let first = max(-limit, min(start, limit - 1))
    return .definite(GridSpan(start: first, end: max(first + 1, min(end, limit))))
  }

  /// A line that a value names by itself; `nil` for `auto` and spans.
  private func line(_ value: GridLine, isStart: Bool) -> Int32? {
    switch value {
    case .auto, .span: return nil
    case .named(let name):
      // An area's edge comes first.
      if let lines = linesByName[name + (isStart ? "-start" : "-end")], let first = lines.first { return first }
      return numberedLine(1, name)
    case .line(let number, let name): return numberedLine(number, name)
    }
  }

  private func numberedLine(_ number: Int32, _ name: String?) -> Int32 {
    let limit = limits.lines
    // No syntax gives a 0; the first line is as good as any.
    let number = number == 0 ? 1 : max(-limit, min(number, limit))
    guard let name else { return number > 0 ? number - 1 : explicitCount + 1 + number }
    // Implicit lines are taken to bear every name.
    let lines = linesByName[name] ?? []
    let count = Int32(lines.count)
    if number > 0 {
      return number <= count ? lines[Int(number) - 1] : explicitCount + (number - count)
    }
    return -number <= count ? lines[Int(count + number)] : number + count
  }

  /// The end line of an item that starts at `start` and whose end value is `auto` or a span.
  private func lineAfter(_ start: Int32, _ value: GridLine) -> Int32 {
    guard case .span(let count, let name) = value else { return start + 1 }
    let length = self.length(count)
    guard let name else { return start + length }
    let after = (linesByName[name] ?? []).filter { $0 > start }
    if Int(length) <= after.count { return after[Int(length) - 1] }
    return max(explicitCount, start) + length - Int32(after.count)
  }

  /// The start line of an item that ends at `end` and whose start value is `auto` or a span.
  private func lineBefore(_ end: Int32, _ value: GridLine) -> Int32 {
    guard case .span(let count, let name) = value else { return end - 1 }
    let length = self.length(count)
    guard let name else { return end - length }
    let before = (linesByName[name] ?? []).filter { $0 < end }
    if Int(length) <= before.count { return before[before.count - Int(length)] }
    return min(0, end) - (length - Int32(before.count))
  }
}
