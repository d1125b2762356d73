import CSS
import CSSValues
import Diagnostics
import HTML
import Layout
import Style

extension PageReading {
  /// The text size that readers may set, for texts that are cut.
  private static let largeFontScale = 2.0
  /// The faults whose declarations are looked for.
  private static let mostExplained = 8
  /// The layouts of a page with declarations that may mend faults.
  private static let mostTrials = 40
  /// The most faults of a page that are reported.
  private static let mostReported = 30

  /// Reports what goes wrong with the layout between the smallest and the largest viewport.
  mutating func reportLayoutFaults(
    _ document: Document, _ sheets: PageStyleSheets, _ stage: LayoutStage, _ description: ViewportDescription
  ) {
    let options = compiler.options
    let scheme = options.colorSchemes.first ?? .light
    let viewports = options.viewports.filter { $0.width >= 1 && $0.width <= 32_767 }
      .map { $0.preferring(scheme) }.sorted { $0.width < $1.width }
    // A page that phones shrink is as wide as it says on all of them.
    guard let smallest = viewports.first, let largest = viewports.last, dialect == .token || !description.saysNothing
    else { return }
    func viewport(_ width: Int) -> Viewport {
      var nearest = viewports.min { abs($0.width - Double(width)) < abs($1.width - Double(width)) } ?? smallest
      nearest.width = Double(width)
      nearest.fontScale = 1
      return nearest
    }
    let base = Environment(viewport: smallest, features: options.features)
    let thresholds = PageVariants.thresholds(sheets, base).widths
    let range = Int(smallest.width.rounded(.up))...max(Int(smallest.width.rounded(.up)), Int(largest.width))
    let sweep = LintSweep(range, thresholds: thresholds) { width in
      LintSnapshot(
        stage.layOut(on: viewport(width), described: description, features: options.features), document,
        width: width)
    }
    var findings = LayoutLint(document, sweep, thresholds: thresholds).findings
    for width in Set([range.lowerBound, range.upperBound]).sorted() {
      var large = viewport(width)
      let plain = stage.layOut(on: large, described: description, features: options.features)
      large.fontScale = Self.largeFontScale
      let scaled = stage.layOut(on: large, described: description, features: options.features)
      for finding in CutText.findings(document, plain, scaled, width: width)
      where !findings.contains(where: { $0.code == .textCut && $0.element == finding.element }) {
        findings.append(finding)
      }
      for finding in OverlappingText.findings(document, plain, scaled, width: width)
      where !findings.contains(where: { $0.code == finding.code && $0.element == finding.element }) {
        findings.append(finding)
      }
      findings += barFindings(document, plain, viewport(width), stage, description, known: findings)
    }
    if !options.checksAccessibility {
      let ends = [smallest, largest].map {
        stage.layOut(on: $0, described: description, features: options.features)
      }
      AccessibilityCheck.reportTargets(document, ends, isToken: dialect == .token, in: source, &diagnostics)
    }
    reportSwappedFonts(document, sheets, stage, viewport(range.lowerBound), description)
    Self.removeRepeated(&findings, document)
    var trials = 0
    func layOut(_ stage: LayoutStage, _ width: Int, _ fontScale: Double = 1) -> ViewportLayout {
      var viewport = viewport(width)
      viewport.fontScale = fontScale
      return stage.layOut(on: viewport, described: description, features: options.features)
    }
    func isMended(_ finding: LayoutLint.Finding, _ changed: Document) -> Bool {
      let trial = stage.changed(to: changed)
      guard let fact = finding.fact else {
        trials += 2
        let (plain, scaled) = (layOut(trial, finding.width), layOut(trial, finding.width, Self.largeFontScale))
        let left =
          finding.code == .textCut
          ? CutText.findings(changed, plain, scaled, width: finding.width)
          : OverlappingText.findings(changed, plain, scaled, width: finding.width)
        return !left.contains { $0.code == finding.code && [finding.element, finding.other].contains($0.element) }
      }
      for width in Set([finding.width, finding.lastWidth ?? finding.width]).sorted() {
        trials += 1
        let facts = LintSnapshot(layOut(trial, width), changed, width: width).facts
        let known = sweep.snapshots[width]?.facts ?? [:]
        // Nothing else goes wrong for it.
        guard facts[fact] == nil, facts.keys.allSatisfy({ known[$0] != nil }) else { return false }
      }
      return true
    }
    for index in findings.indices {
      // What mended another fault of this sort may mend this one too.
      let proven = findings[..<index].filter { $0.code == findings[index].code }.compactMap(\.mend)
      let candidates = proven.suffix(2) + LayoutMend.candidates(for: findings[index], document)
      for mend in candidates where trials < Self.mostTrials {
        guard isMended(findings[index], mend.applied(to: document)) else { continue }
        findings[index].help = mend.help(for: findings[index], document)
        findings[index].mend = mend
        break
      }
    }
    let source = source
    report(findings, document) { width in
      let resolved = stage.resolved(on: viewport(width), described: description, features: options.features)
      return StyleExplainer(document: document, resolver: resolved.resolver, source: source, sheets: sheets.sheets)
    }
  }

  /// Removes what is reported of the same two elements already, and what protrudes only because of what scrolls the page sideways.
  private static func removeRepeated(_ findings: inout [LayoutLint.Finding], _ document: Document) {
    func isIn(_ element: NodeID, _ around: NodeID) -> Bool {
      var node = element
      while node.exists, node != around { node = document.parentElement(node) }
      return node == around
    }
    let collisions = findings.filter { $0.code == .elementCollision }
    let overflows = findings.filter { $0.code == .viewportProtrusion }
    findings.removeAll { finding in
      if finding.code == .parentProtrusion {
        return overflows.contains { overflow in
          (overflow.width...max(overflow.width, overflow.lastWidth ?? overflow.width)).contains(finding.width)
            && isIn(overflow.element, finding.element)
        }
      }
      guard [.coveredText, .textOverlap].contains(finding.code), let other = finding.other else { return false }
      return collisions.contains { collision in
        guard let second = collision.other else { return false }
        return isIn(finding.element, collision.element) && isIn(other, second)
          || isIn(finding.element, second) && isIn(other, collision.element)
      }
    }
  }

  /// What bars that stay on the screen cover.
  private func barFindings(
    _ document: Document, _ layout: ViewportLayout, _ viewport: Viewport, _ stage: LayoutStage,
    _ description: ViewportDescription, known: [LayoutLint.Finding]
  ) -> [LayoutLint.Finding] {
    guard dialect == .web else { return [] }
    let width = Int(viewport.width)
    var bars = FixedBars(document, layout, width: width)
    bars.findCovered()
    bars.findAnchors()
    var found = bars.findings
    // Only phones have such areas.
    if viewport.width < 600, FixedBars.coversScreen(document) {
      var phone = viewport
      phone.safeArea = FixedBars.insets
      var safe = FixedBars(
        document,
        stage.layOut(on: phone, described: description, features: compiler.options.features),
        width: width)
      safe.findUnsafe()
      found += safe.findings
    }
    return found.filter { finding in
      !known.contains { $0.code == finding.code && $0.element == finding.element }
    }
  }

  /// Reports what moves when fonts arrive late.
  private mutating func reportSwappedFonts(
    _ document: Document, _ sheets: PageStyleSheets, _ stage: LayoutStage, _ viewport: Viewport,
    _ description: ViewportDescription
  ) {
    let options = compiler.options
    let families = SwappedFonts.families(sheets).prefix(4)
    guard !families.isEmpty else { return }
    var plain = stage.layOut(on: viewport, described: description, features: options.features)
    plain.noteStandIns(fontSet)
    for family in families {
      var late = self
      late.diagnostics = DiagnosticSink(limit: 0)
      let rules = late.collectStyles(of: document, withoutFamily: family.name)
      var without = LayoutStage(
        document: document, sheets: rules, fonts: late.fontSet, images: late.images(of: document),
        digests: compiler.digests, styleMemories: compiler.styleMemories,
        customScrollbars: options.features.customScrollbars, resolvesStates: false,
        limits: limits
      ).layOut(on: viewport, described: description, features: options.features)
      without.noteStandIns(late.fontSet)
      guard let finding = SwappedFonts.finding(family, with: plain, without: without, width: Int(viewport.width)) else {
        continue
      }
      // The family itself is not declared in the second layout.
      let standIns = without.standIns.filter { $0.key.name.lowercased() != family.name.lowercased() }
      let fonts = Set(standIns.values.joined()).subtracting(plain.standIns.values.joined()).sorted()
      diagnostics.report(
        .swappedFont, finding.message, in: family.source, at: family.rule.range, help: finding.help,
        notes: fonts.isEmpty ? [] : ["the next family was measured with \(fonts.joined(separator: ", "))"])
    }
  }

  private mutating func report(
    _ findings: [LayoutLint.Finding], _ document: Document, _ explainer: (Int) -> StyleExplainer
  ) {
    var groups: [String: [LayoutLint.Finding]] = [:]
    var order: [String] = []
    // Cards of one class have one fault.
    for finding in findings {
      let key = finding.code.name + finding.message
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(finding)
    }
    var explainers: [Int: StyleExplainer] = [:]
    var reported: [(first: LayoutLint.Finding, others: [NodeID], notes: [String])] = []
    for (place, key) in order.prefix(Self.mostReported).enumerated() {
      guard let group = groups[key], let first = group.first else { continue }
      var notes: [String] = []
      if place < Self.mostExplained, !first.suspects.isEmpty {
        if explainers.count > 3 { explainers = [:] }
        let known = explainers[first.width] ?? explainer(first.width)
        explainers[first.width] = known
        if let note = Self.suspect(of: first, known) { notes.append(note) }
      }
      // What one declaration does, or mends, is one problem.
      let known = reported.firstIndex { other in
        guard other.first.code == first.code else { return false }
        if first.code == .textCut { return !notes.isEmpty && other.notes == notes }
        return first.code == .viewportProtrusion && first.mend != nil && other.first.mend == first.mend
      }
      if let known {
        reported[known].others += group.map(\.element)
        if first.code == .viewportProtrusion {
          reported[known].notes.append("the same mends this: \(first.message)")
        } else if reported[known].first.mend == nil, first.mend != nil {
          reported[known].first.help = first.help
          reported[known].first.mend = first.mend
        }
      } else {
        reported.append((first, group.dropFirst().map(\.element), notes))
      }
    }
    for (first, others, notes) in reported {
      diagnostics.report(
        Diagnostic(
          first.code, first.message, in: source, at: document.sourceRange(first.element),
          others: others.map { document.sourceRange($0) }, help: first.help, notes: notes))
    }
  }

  /// The declaration that is behind a fault, most likely.
  private static func suspect(of finding: LayoutLint.Finding, _ explainer: StyleExplainer) -> String? {
    for property in finding.suspects {
      let explanation = explainer.explain(.known(property), named: property.name, value: "", of: finding.element)
      guard explanation.inheritedFrom == nil, let winner = explanation.declarations.first,
        winner.origin == .author || winner.origin == .style, let file = winner.file
      else { continue }
      let rule = winner.selector.isEmpty ? winner.text : "\(winner.selector) { \(winner.text) }"
      return "\(file):\(winner.line) says `\(rule)`"
    }
    return nil
  }
}
