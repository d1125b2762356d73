import CSS
import CSSValues
import Diagnostics
import HTML
import Layout

/// What goes wrong with a page's layout at some widths between the smallest and the largest viewport, and at twice the text size
/// (after ReDeCheck: Walsh, Kapfhammer and McMinn, 2017).
struct LayoutLint {
  /// A fault of one element or two.
  struct Finding {
    var code: DiagnosticCode
    var element: NodeID
    var message: String
    var help: String
    /// The properties whose declaration is the likely cause, the likeliest first, and the element that they are looked for on.
    var suspects: [PropertyID] = []
    /// A width at which it is so.
    var width: Int
    /// The largest width at which it is so, where that is known.
    var lastWidth: Int?
    /// The other element of two.
    var other: NodeID?
    /// What a mend has to end.
    var fact: LintSnapshot.Fact?
    /// The element and the declarations that were found to end it.
    var mend: LayoutMend?
  }

  /// A layout that so few neighbouring widths have is a mistake of media queries.
  private static let fewWidths = 4
  /// Bars have at most so many items; more of them are a list that flows.
  private static let mostItems = 8

  private let document: Document
  private let sweep: LintSweep
  private let thresholds: Set<Double>
  private(set) var findings: [Finding] = []

  init(_ document: Document, _ sweep: LintSweep, thresholds: Set<Double>) {
    self.document = document
    self.sweep = sweep
    self.thresholds = thresholds
    findFacts()
    findArrangements()
  }

  // MARK: Facts

  private mutating func findFacts() {
    let widths = sweep.widths
    let facts = Set(sweep.snapshots.values.flatMap(\.facts.keys))
    var overflows: [(element: NodeID, widths: [Int], reach: Double)] = []
    for fact in facts.sorted(by: { Self.order($0) < Self.order($1) }) {
      let there = widths.filter { sweep.snapshots[$0]?.facts[fact] != nil }
      guard let first = there.first, let last = there.last else { continue }
      let most = there.compactMap { sweep.snapshots[$0]?.facts[fact] }.max() ?? 0
      switch fact {
      case .overflow(let element): overflows.append((element, there, most))
      case .protrusion(let element, let parent):
        guard isFine(fact, wider: last, [element, parent]) else { continue }
        findings.append(
          Finding(
            code: .parentProtrusion, element: element,
            message:
              "`\(label(element))` protrudes from `\(label(parent))` by up to \(Self.number(most)) px at \(Self.range(first, last))",
            help: "give it less room, or change the layout at these widths",
            suspects: [.width, .minWidth, .textWrapMode, .height], width: first, lastWidth: last, other: parent,
            fact: fact))
      case .collision(let one, let two):
        guard isFine(fact, wider: last, [one, two]) else { continue }
        findings.append(
          Finding(
            code: .elementCollision, element: two,
            message:
              "`\(label(two))` and `\(label(one))` cover each other by up to \(Self.number(most)) px at \(Self.range(first, last))",
            help: "give both less room, or change the layout at these widths",
            suspects: [.position, .width, .minWidth, .height, .marginTop], width: first, lastWidth: last, other: one,
            fact: fact))
      }
    }
    reportOverflows(overflows)
  }

  /// One fault for each element that reaches beyond the screen.
  private mutating func reportOverflows(_ overflows: [(element: NodeID, widths: [Int], reach: Double)]) {
    for overflow in overflows {
      guard let first = overflow.widths.first, let last = overflow.widths.last else { continue }
      let reach =
        overflow.widths.first.flatMap { sweep.snapshots[$0]?.facts[.overflow(overflow.element)] } ?? overflow.reach
      findings.append(
        Finding(
          code: .viewportProtrusion, element: overflow.element,
          message:
            "the page scrolls sideways at \(Self.range(first, last)): `\(label(overflow.element))` reaches to \(Self.number(reach)) px at \(first) px",
          help: "give it less room, or change the layout at these widths",
          suspects: [.minWidth, .width, .textWrapMode, .marginLeft, .left, .paddingLeft], width: first,
          lastWidth: last, fact: .overflow(overflow.element)))
    }
  }

  /// Whether elements are shown without the fact at some wider width: otherwise it is meant.
  private func isFine(_ fact: LintSnapshot.Fact, wider width: Int, _ elements: [NodeID]) -> Bool {
    sweep.snapshots.contains { other, snapshot in
      other > width && snapshot.facts[fact] == nil && elements.allSatisfy(snapshot.shown.contains)
    }
  }

  private static func order(_ fact: LintSnapshot.Fact) -> (Int, Int, Int) {
    switch fact {
    case .overflow(let element): (0, element.index, 0)
    case .protrusion(let element, let parent): (1, element.index, parent.index)
    case .collision(let one, let two): (2, two.index, one.index)
    }
  }

  // MARK: Arrangements

  /// Neighbouring widths with one arrangement of an element's children.
  private struct Run {
    var low: Int
    var high: Int
    var arrangement: LintSnapshot.Arrangement
  }

  private mutating func findArrangements() {
    let widths = sweep.widths
    let elements = Set(sweep.snapshots.values.flatMap(\.arrangements.keys)).sorted { $0.index < $1.index }
    for element in elements {
      var runs: [Run?] = []
      for width in widths {
        guard let arrangement = sweep.snapshots[width]?.arrangements[element] else {
          if runs.last.map({ $0 != nil }) ?? true { runs.append(nil) }
          continue
        }
        if let last = runs.last, var run = last, run.arrangement.rows == arrangement.rows,
          run.arrangement.members == arrangement.members
        {
          run.high = width
          run.arrangement.isBar = run.arrangement.isBar && arrangement.isBar
          runs[runs.count - 1] = run
        } else {
          runs.append(Run(low: width, high: width, arrangement: arrangement))
        }
      }
      findWrapping(of: element, runs.compactMap { $0 })
      findSmallRanges(of: element, runs)
    }
  }

  /// A bar with one item in a second row.
  private mutating func findWrapping(of element: NodeID, _ runs: [Run]) {
    guard let wide = runs.last(where: { $0.arrangement.counts.count == 1 }),
      case let count = wide.arrangement.members.count, (3...Self.mostItems).contains(count), wide.arrangement.isBar
    else { return }
    let same = runs.filter { $0.arrangement.members == wide.arrangement.members }
    // Items that fill rows as they come are a list that flows.
    let isBar = same.allSatisfy { run in
      let counts = run.arrangement.counts
      return counts == [count] || counts == [count - 1, 1] || counts.allSatisfy { $0 == 1 }
    }
    guard isBar,
      let wrapped = same.last(where: {
        $0.high < wide.low && $0.arrangement.counts == [count - 1, 1] && $0.arrangement.isBar
          && !$0.arrangement.isLastWide
      }), let item = wrapped.arrangement.members.last
    else { return }
    findings.append(
      Finding(
        code: .elementWrapping, element: item,
        message:
          "`\(label(item))` is by itself below the other \(count - 1) of `\(label(element))` at \(Self.range(wrapped.low, wrapped.high))",
        help: "give the items less width there, or stack all of them at one width",
        suspects: [.width, .paddingLeft, .marginLeft],
        width: wrapped.low))
  }

  /// An arrangement that a few widths have, between two thresholds of media queries.
  private mutating func findSmallRanges(of element: NodeID, _ runs: [Run?]) {
    let whole = runs.compactMap { $0 }
    guard whole.count == runs.count, whole.count > 2 else { return }
    for (before, (run, after)) in zip(whole, zip(whole.dropFirst(), whole.dropFirst(2))) {
      guard run.high - run.low < Self.fewWidths, isThreshold(between: before.high, run.low),
        isThreshold(between: run.high, after.low), before.arrangement.rows != run.arrangement.rows,
        after.arrangement.rows != run.arrangement.rows
      else { continue }
      findings.append(
        Finding(
          code: .smallRange, element: element,
          message:
            "the children of `\(label(element))` are arranged otherwise at \(Self.range(run.low, run.high)) than below and above",
          help:
            "two media queries overlap or leave a gap there: write `width < \(run.high)px` and `width >= \(run.high)px`",
          width: run.low))
    }
  }

  private func isThreshold(between low: Int, _ high: Int) -> Bool {
    thresholds.contains { $0 >= Double(low) && $0 <= Double(high) }
  }

  // MARK: Words

  /// A name like a selector's.
  private func label(_ element: NodeID) -> String { Self.label(element, document) }

  /// A name like a selector's.
  static func label(_ element: NodeID, _ document: Document) -> String {
    if let id = document.value(element, .id), !id.isEmpty { return "#" + id.prefix(60) }
    let classes = (document.value(element, .class) ?? "").split(whereSeparator: \.isWhitespace).prefix(2)
    if !classes.isEmpty { return classes.map { "." + $0.prefix(60) }.joined() }
    return document.name(element).string
  }

  private static func range(_ low: Int, _ high: Int) -> String { low == high ? "\(low) px" : "\(low) to \(high) px" }

  private static func number(_ value: Double) -> String { "\(Int(value.rounded(.up)))" }
}
