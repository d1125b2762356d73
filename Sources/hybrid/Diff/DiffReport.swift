import Build
import Diff

/// A difference in words: what text and Markdown share.
struct DiffReport {
  var difference: ReleaseDifference
  var old: String
  var new: String
  /// How many findings are shown.
  var limit: Int

  /// The most pages, routes and files that one line names.
  static let mostNames = 5

  /// What was compared, and how much of it differs.
  var head: String {
    let pages = BuildSummary.count(difference.comparedPages, "page")
    guard !difference.isEmpty else { return "\(old) → \(new): \(pages) compared, nothing differs for a reader" }
    let findings = difference.findings.count + difference.omittedFindings
    return "\(old) → \(new): \(pages) compared, \(difference.differingPages) differ, "
      + BuildSummary.count(findings, "cause")
  }

  /// The text on a terminal.
  var text: String {
    var lines = [head]
    for finding in difference.findings.prefix(limit) {
      lines.append("")
      lines.append(Self.cause(finding))
      lines += Self.effects(finding).map { "    " + $0 }
    }
    let rest = difference.findings.count - limit + difference.omittedFindings
    if rest > 0 {
      lines += ["", "and \(BuildSummary.count(rest, "further cause")); `--limit` shows more, `--json` all"]
    }
    let others = self.others
    if !others.isEmpty { lines += [""] + others }
    lines += difference.notes.map { "note: " + $0 }
    return lines.map { OutputText.terminal($0) }.joined(separator: "\n") + "\n"
  }

  /// Pages, routes, viewports, files and sizes: a line each.
  var others: [String] {
    var lines: [String] = []
    func line(_ title: String, _ names: [String]) {
      guard !names.isEmpty else { return }
      let shown = names.prefix(Self.mostNames).joined(separator: ", ")
      let rest = names.count - Self.mostNames
      lines.append("\(title): \(shown)" + (rest > 0 ? " and \(rest) more" : ""))
    }
    line("pages added", difference.pagesAdded)
    line("pages gone", difference.pagesGone)
    line("pages renamed", difference.pagesRenamed.map { "\($0.old) → \($0.new)" })
    line("routes", difference.routes.map { "\($0.pattern): \($0.old ?? "none") → \($0.new ?? "none")" })
    line("viewports added", difference.viewportsAdded)
    line("viewports gone", difference.viewportsGone)
    line("files", difference.files.map { "\($0.path) \(Self.sizes($0.old, $0.new))" })
    let packages = difference.packages.filter { $0.old != $0.new }.map { "\($0.name) \(Self.sizes($0.old, $0.new))" }
    if !packages.isEmpty {
      lines.append("size: \(Self.sizes(difference.total.old, difference.total.new)) (\(Self.growth(difference.total)))")
      line("packages", packages)
      line(
        "kinds, uncompressed",
        difference.kinds.filter { $0.old != $0.new }.map { "\($0.name) \(Self.sizes($0.old, $0.new))" })
    }
    return lines
  }

  // MARK: A finding

  /// What was edited: `.card: padding 16px → 20px (css/site.css:12)`.
  static func cause(_ finding: Finding) -> String {
    var text = subject(finding)
    if let source = finding.source { text += " (\(source.file):\(source.line))" }
    return text
  }

  private static func subject(_ finding: Finding) -> String {
    let count = finding.elementCount
    let element = count > 1 ? "\(finding.element) (\(count))" : finding.element
    let changes = values(finding.changes)
    switch finding.subject {
    case .appeared: return "new: \(element)" + quoted(finding.changes.first?.new)
    case .vanished: return "gone: \(element)" + quoted(finding.changes.first?.old)
    case .relocated: return "in another place: \(element)" + quoted(finding.changes.first?.new)
    case .text:
      let change = finding.changes.first
      let (before, after) = DiffExcerpt.pair(change?.old, change?.new, limit: 60)
      return "text of \(element): \(quotedText(before)) → \(quotedText(after))"
    case .font: return "fonts that measured: \(changes)"
    case .script: return "scripts: \(changes)"
    case .document: return "document: \(changes)"
    case .unknown: return "no cause found"
    case .style where finding.isCustomProperty:
      return "\(finding.element): \(changes), by `var()` on \(BuildSummary.count(count, "element"))"
    case .image where finding.changes.first?.name == "file":
      return "\(element): the file \(finding.changes.first?.new ?? "") differs"
    case .sheet: return sheet(finding)
    case .style, .state, .attribute, .link, .image: return "\(element): \(changes)"
    }
  }

  private static func sheet(_ finding: Finding) -> String {
    let change = finding.changes.first
    let what: String
    switch (change?.name, change?.old, change?.new) {
    case ("style sheet", _?, nil): what = "removed"
    case ("style sheet", nil, _): what = "added"
    case ("style sheet", let old?, _?): what = "in the place of \(old)"
    case ("order", _, let new?): what = "now \(new)"
    default: what = values(finding.changes)
    }
    let count = BuildSummary.count(finding.declarationCount, "declaration")
    return "style sheet \(finding.element) \(what), \(count)"
  }

  private static func quoted(_ text: String?) -> String { text.map { " “\($0)”" } ?? "" }

  private static func quotedText(_ text: String?) -> String { text.map { "“\($0)”" } ?? "nothing" }

  private static func values(_ changes: [ValueChange]) -> String {
    let shown = changes.prefix(4).map { change in
      guard change.old != nil || change.new != nil else { return change.name }
      let (before, after) = DiffExcerpt.pair(change.old, change.new, limit: 80)
      return "\(change.name) \(value(before)) → \(value(after))"
    }
    return shown.joined(separator: ", ") + (changes.count > 4 ? " and \(changes.count - 4) more" : "")
  }

  private static func value(_ text: String?) -> String {
    guard let text else { return "none" }
    return text.isEmpty ? "“”" : text
  }

  /// What follows from a cause, a line each.
  static func effects(_ finding: Finding) -> [String] {
    var parts: [String] = []
    func part(_ count: Int, _ what: String) {
      guard count > 0 else { return }
      let noun = parts.isEmpty ? count == 1 ? " box" : " boxes" : ""
      parts.append("\(count)\(noun) \(what)")
    }
    part(finding.moved, "moved")
    part(finding.resized, "resized")
    part(finding.hidden, "not displayed now")
    part(finding.shown, "displayed now")
    var summary = parts.joined(separator: ", ")
    if finding.rebroken > 0 {
      let texts = "the lines of \(BuildSummary.count(finding.rebroken, "text")) break elsewhere"
      summary += summary.isEmpty ? texts : "; " + texts
    }
    if summary.isEmpty { summary = "nothing moved" }
    var lines = [summary + " on \(place(finding))"]
    if let overlap = finding.overlaps.first {
      lines.append(
        "overlap now: \(overlap.first) and \(overlap.second) by \(number(overlap.area.width))×\(number(overlap.area.height)) px on \(overlap.page) at \(overlap.viewport)"
          + more(finding.overlapCount))
    }
    if let overflow = finding.overflows.first {
      let edge = overflow.new.map { number($0.x + $0.width) } ?? "?"
      lines.append(
        "overflows the viewport now: \(overflow.element) reaches to \(edge) px on \(overflow.page) at \(overflow.viewport)"
          + more(finding.overflowCount))
    }
    return lines
  }

  private static func more(_ count: Int) -> String { count > 1 ? ", and \(count - 1) more" : "" }

  private static func place(_ finding: Finding) -> String {
    let pages =
      finding.pages.count <= 2 ? finding.pages.joined(separator: ", ") : BuildSummary.count(finding.pages.count, "page")
    let viewports =
      finding.viewports.isEmpty
      ? ""
      : finding.viewports.count <= 3
        ? " at " + finding.viewports.joined(separator: ", ")
        : " in \(finding.viewports.count) viewports"
    return pages + viewports
  }

  // MARK: Numbers

  /// At most one decimal, the same in every locale.
  static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "?" }
    let tenths = Int((value * 10).rounded())
    let rest = abs(tenths % 10)
    return (tenths < 0 ? "-" : "") + String(abs(tenths) / 10) + (rest == 0 ? "" : ".\(rest)")
  }

  static func sizes(_ old: UInt64?, _ new: UInt64?) -> String {
    func text(_ size: UInt64?) -> String { size.map { ByteSize.text(Int(clamping: $0)) } ?? "none" }
    let (before, after) = (text(old), text(new))
    // A few bytes of many.
    if before == after, let old, let new {
      if old == new { return after }
      let change = Int(clamping: new) - Int(clamping: old)
      return "\(after) (\(change < 0 ? "" : "+")\(change) B)"
    }
    return "\(before) → \(after)"
  }

  /// `+5.2 %`.
  static func growth(_ size: ReleaseDifference.Size) -> String {
    let (old, new) = (Double(size.old ?? 0), Double(size.new ?? 0))
    guard old > 0 else { return "new" }
    let percent = (new - old) * 100 / old
    return (percent >= 0 ? "+" : "") + number(percent) + " %"
  }
}
