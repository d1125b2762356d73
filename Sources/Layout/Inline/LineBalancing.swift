/// `text-wrap-style: balance` and `pretty` (CSS Text 4, 6.4): the lines of a short paragraph as even as may be, and the last lines of
/// any so that the very last has more than a short word.
///
/// Of all ways to break the content into no more lines than it takes, the one is chosen whose squares of what is left free in each
/// line have the least sum, as in Chromium. The last line of `pretty` may have anything left.
struct LineBalancing {
  /// The most lines that are evened out, as in browsers: what is longer is text to read, not a title.
  private static let mostLines = 6
  /// The last lines that `pretty` breaks again, where the last one takes no more than a third of the room.
  private static let lastLines = 4
  private static let shortShare = 1.0 / 3
  /// The most lines that are tried; where there are more ways than that, the content stays as it is.
  private static let mostTrials = 20_000

  /// A line that begins at a place.
  private struct Line {
    var end: LineBreaker.Position
    var isLast: Bool
    /// px, without the spaces that end it.
    var width: Double
  }

  /// The best way to a place with so many lines.
  private struct Way {
    var score: Double
    /// The place before, among those with one line less.
    var before: Int
    var place: LineBreaker.Position
    var width: Double
  }

  private var breaker: LineBreaker
  private let available: Double
  private let indent: Double
  private var trials = 0
  private var linesByPlace: [LineBreaker.Position: [Line]] = [:]

  /// - Parameter indent: the indentation of the first line.
  init(_ engine: LayoutEngine, _ context: InlineContext, _ request: InlineRequest, indent: Double) {
    breaker = LineBreaker(
      engine, context, containerInline: request.contentInline, percentageBlock: request.percentageBlock, mode: .measure)
    available = request.contentInline
    self.indent = indent
  }

  /// The widths that the lines are broken in, one after the other, without the first one's indentation; `nil` where the content is
  /// not balanced.
  mutating func balancedWidths() -> [Double]? {
    guard let lines = fullLines(atMost: Self.mostLines), lines.count > 1 else { return nil }
    return widths(from: LineBreaker.Position(), lines: lines.count, isPretty: false)
  }

  /// The same for `pretty`; lines before the last ones are broken in any width.
  mutating func prettyWidths() -> [Double]? {
    guard let full = fullLines(atMost: .max), let last = full.last, full.count > 1,
      last.width <= available * Self.shortShare, let single = lines(from: last.start, isFirst: false),
      single.count == 1
    else { return nil }
    // Of three words on two lines, the first line keeps two.
    if full.count == 2, let first = lines(from: full[0].start, isFirst: true), first.count < 3 { return nil }
    let count = min(full.count, Self.lastLines)
    let kept = full.count - count
    guard let widths = widths(from: full[kept].start, lines: count, isPretty: true) else { return nil }
    return [Double](repeating: .infinity, count: kept) + widths
  }

  /// The widths of the best lines from a place to the end.
  private mutating func widths(from start: LineBreaker.Position, lines count: Int, isPretty: Bool) -> [Double]? {
    let isWhole = start == LineBreaker.Position()
    var ways = [[Way(score: 0, before: -1, place: start, width: 0)]]
    var best: (score: Double, lines: Int, way: Way)?
    for number in 0..<count {
      var next: [LineBreaker.Position: Way] = [:]
      for (index, way) in ways[number].enumerated() {
        guard let lines = lines(from: way.place, isFirst: number == 0 && isWhole) else { return nil }
        for line in lines {
          // A line with one place to break, its end, is a single word.
          if isPretty, line.isLast, lines.count == 1 { continue }
          let free = isPretty && line.isLast ? 0 : available - (number == 0 && isWhole ? indent : 0) - line.width
          let score = way.score + free * free
          let reached = Way(score: score, before: index, place: line.end, width: line.width)
          if line.isLast {
            if score < best?.score ?? .infinity || score == best?.score && number + 1 == best?.lines {
              best = (score, number + 1, reached)
            }
          } else if score <= next[line.end]?.score ?? .infinity {
            next[line.end] = reached
          }
        }
      }
      ways.append(next.values.sorted { ($0.place.item, $0.place.unit) < ($1.place.item, $1.place.unit) })
    }
    guard let best else { return nil }
    var widths = [best.way.width]
    var way = best.way
    for number in stride(from: best.lines - 1, to: 0, by: -1) {
      way = ways[number][way.before]
      widths.append(way.width)
    }
    return widths.reversed()
  }

  /// The lines that the content takes if each is as full as may be; `nil` where they are too many.
  private mutating func fullLines(atMost most: Int) -> [(start: LineBreaker.Position, width: Double)]? {
    breaker.position = LineBreaker.Position()
    var lines: [(start: LineBreaker.Position, width: Double)] = []
    while !breaker.isAtEnd {
      let start = breaker.position
      breaker.fillLine(available: available - (lines.isEmpty ? indent : 0)) { _, _ in }
      let width = breaker.trimLine()
      if breaker.hasContent { lines.append((start, width)) }
      if lines.count > most { return nil }
    }
    return lines
  }

  /// The lines that may begin at a place, the longest first; `nil` where too many have been tried.
  private mutating func lines(from place: LineBreaker.Position, isFirst: Bool) -> [Line]? {
    if let known = linesByPlace[place] { return known }
    var lines: [Line] = []
    var room = available - (isFirst ? indent : 0)
    while true {
      trials += 1
      if trials > Self.mostTrials { return nil }
      breaker.position = place
      breaker.fillLine(available: room) { _, _ in }
      let width = breaker.trimLine()
      // Something that does not fit is on a line only where nothing else is.
      if width > room + breaker.tolerance, !lines.isEmpty { break }
      lines.append(Line(end: breaker.position, isLast: breaker.isAtEnd, width: width))
      let shorter = width - 2 * breaker.tolerance
      if width > room || shorter <= 0 { break }
      room = shorter
    }
    linesByPlace[place] = lines
    return lines
  }
}

extension LineLayout {
  /// Finds the widths of balanced lines; browsers balance nothing with forced breaks, or that is cut after some lines.
  ///
  /// DEVIATION: Chromium balances lines beside a float, too, and makes the end of `pretty` content pretty behind its last forced
  /// break.
  mutating func balanceLines() {
    let style = computedStyle.pointee.text.textWrapStyle
    guard style != .stable, following == nil, !context.hasFloats, !isBesideFloats,
      engine.blocks.lineClamp.remainingLines == 0,
      !context.items.contains(where: { $0.kind == .forcedBreak })
    else { return }
    let indent = computedStyle.pointee.text.textIndent.hanging || !isFirstLine ? 0 : textIndent()
    var balancing = LineBalancing(engine, context, request, indent: indent)
    balancedWidths = (style == .pretty ? balancing.prettyWidths() : balancing.balancedWidths()) ?? []
  }

  /// Whether a float narrows the content's room somewhere at or below its upper edge. As in browsers, which would have to know the
  /// heights of the lines, any float there counts for content with atomic inlines.
  private var isBesideFloats: Bool {
    let hasAtomics = context.items.contains { $0.kind == .atomic }
    let (left, right) = (request.contextLeft, request.contextLeft + request.contentInline)
    return engine.blocks.floats.narrow(
      left: hasAtomics ? -.infinity : left, right: hasAtomics ? .infinity : right, below: request.contextTop)
  }
}
