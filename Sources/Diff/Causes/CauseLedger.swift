/// Joins the causes of all pages: one declaration in one sheet is one cause, whatever it moves.
struct CauseLedger {
  private struct Entry {
    var cause: PageCause
    var finding: Finding
    var pages: Set<String> = []
    var names: [ElementName: Int] = [:]
    var explanations: [PageCause.Key?: Int] = [:]
    var viewports: Set<String> = []
  }

  private var entries: [Entry] = []
  private var numbers: [PageCause.Key: Int] = [:]
  /// Causes beyond this number are counted, not kept.
  private static let mostCauses = 20_000
  /// The most distinct names of elements that one cause remembers.
  private static let mostNames = 1_000
  private(set) var omitted = 0

  /// Adds what was found on a page. Pages come in the order of their paths.
  mutating func add(_ causes: PageCauses, of page: String) {
    for cause in causes.list {
      guard let number = number(of: cause, page) else {
        omitted += 1
        continue
      }
      entries[number].pages.insert(page)
      entries[number].viewports.formUnion(cause.viewports)
      for (name, count) in cause.names where entries[number].names.count < Self.mostNames {
        entries[number].names[name, default: 0] += count
      }
      for (explanation, count) in cause.explanations {
        entries[number].explanations[explanation, default: 0] += count
      }
      for change in cause.changes where !entries[number].finding.changes.contains(change) {
        if entries[number].finding.changes.count < 40 { entries[number].finding.changes.append(change) }
      }
      for change in cause.styleChanges where !entries[number].cause.styleChanges.contains(change) {
        if entries[number].cause.styleChanges.count < 40 { entries[number].cause.styleChanges.append(change) }
      }
      Self.addEffects(of: cause, to: &entries[number].finding)
    }
  }

  private mutating func number(of cause: PageCause, _ page: String) -> Int? {
    if let number = numbers[cause.key] { return number }
    guard entries.count < Self.mostCauses else { return nil }
    var finding = Finding(subject: cause.key.subject, element: "")
    finding.changes = cause.changes
    (finding.source, finding.declarationCount) = (cause.source, cause.declarationCount)
    finding.anchor = cause.anchor.map { (page, $0.node, $0.isOld) }
    numbers[cause.key] = entries.count
    entries.append(Entry(cause: cause, finding: finding))
    return entries.count - 1
  }

  private static func addEffects(of cause: PageCause, to finding: inout Finding) {
    finding.elementCount += cause.carriers.count
    finding.moved += cause.moved.subtracting(cause.resized).count
    finding.resized += cause.resized.count
    finding.hidden += cause.hidden.count
    finding.shown += cause.shown.count
    finding.rebroken += cause.rebroken.count
    finding.overlapCount += cause.overlapCount
    finding.overflowCount += cause.overflowCount
    append(cause.overlaps, to: &finding.overlaps)
    append(cause.overflows, to: &finding.overflows)
    append(cause.ownExamples + cause.examples, to: &finding.examples)
  }

  private static func append<Item>(_ items: [Item], to list: inout [Item]) {
    list += items.prefix(max(0, PageCause.mostExamples - list.count))
  }

  // MARK: Findings

  /// The findings, the gravest first.
  ///
  /// - Parameters:
  ///   - viewports: the names of the viewports in the manifest's order.
  ///   - sheets: what was edited in style sheets.
  mutating func findings(viewports: [String], sheets: SheetChanges) -> [Finding] {
    explainStyles(sheets)
    joinDeclarations()
    joinCustomProperties(sheets)
    let order = Dictionary(viewports.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let findings = entries.filter { !$0.pages.isEmpty }.map { entry in
      var finding = entry.finding
      if finding.subject == .sheet {
        finding.element = entry.cause.selector ?? ""
      } else if !finding.isCustomProperty {
        finding.element = Self.sharedLabel(entry.names) ?? entry.cause.selector ?? Self.label(entry.names)
      }
      finding.changes += entry.cause.styleChanges
      finding.pages = entry.pages.sorted()
      finding.viewports = entry.viewports.sorted { (order[$0] ?? .max, $0) < (order[$1] ?? .max, $1) }
      return finding
    }
    func rank(_ finding: Finding) -> [Int] {
      [
        finding.overflowCount + finding.overlapCount > 0 ? 0 : 1, -finding.boxes, -finding.rebroken,
        -finding.elementCount,
      ]
    }
    return findings.enumerated().sorted { left, right in
      let (first, second) = (rank(left.element), rank(right.element))
      return first == second ? left.offset < right.offset : first.lexicographicallyPrecedes(second)
    }.map(\.element)
  }

  /// Styles that only differ where an edit of the tree lets other rules select an element follow from that edit.
  private mutating func explainStyles(_ sheets: SheetChanges) {
    for number in entries.indices
    where [.style, .state].contains(entries[number].cause.key.subject) && entries[number].cause.source == nil {
      let explanations = entries[number].explanations
      guard explanations[nil] == nil, !explanations.isEmpty else { continue }
      let known = explanations.compactMap { key, count in key.flatMap { numbers[$0] }.map { ($0, count) } }
      // An edit of the rule itself says more than one of the tree around.
      let (finding, pages) = (entries[number].finding, entries[number].pages.sorted())
      if sheets.explains(finding.changes, on: Self.label(entries[number].names), pages: pages) { continue }
      guard let target = known.min(by: { ($1.1, $0.0) < ($0.1, $1.0) })?.0, target != number else { continue }
      // A viewport or a doctype explains what no sheet may.
      if entries[target].cause.key.subject == .document {
        var named = finding
        (named.element, named.pages) = (Self.label(entries[number].names), pages)
        if sheets.source(of: named) != nil { continue }
        join(number, into: target, keepsNames: false)
        continue
      }
      // Changes of the elements themselves are listed with the edit.
      for change in entries[number].finding.changes where entries[target].cause.styleChanges.count < 40 {
        if !entries[target].cause.styleChanges.contains(change) {
          entries[target].cause.styleChanges.append(change)
        }
      }
      join(number, into: target, keepsNames: false)
    }
  }

  /// One declaration gives elements one value, whatever each had before; a declaration that went gives each its own back.
  private mutating func joinDeclarations() {
    var groups: [[String]: [Int]] = [:]
    var order: [[String]] = []
    for number in entries.indices
    where entries[number].cause.key.subject == .style && entries[number].cause.source == nil
      && !entries[number].pages.isEmpty
    {
      let changes = entries[number].finding.changes
      guard !entries[number].cause.key.isColor else { continue }
      for key in [
        ["to"] + changes.flatMap { [$0.name, $0.new ?? ""] }, ["from"] + changes.flatMap { [$0.name, $0.old ?? ""] },
      ] {
        if groups[key] == nil { order.append(key) }
        groups[key, default: []].append(number)
      }
    }
    for key in order {
      guard let group = groups[key], let first = group.first(where: { !entries[$0].pages.isEmpty }) else { continue }
      for number in group where number != first && !entries[number].pages.isEmpty {
        var names = entries[first].names
        for (name, count) in entries[number].names { names[name, default: 0] += count }
        guard Self.sharedLabel(names) != nil else { continue }
        for change in entries[number].finding.changes where !entries[first].finding.changes.contains(change) {
          if entries[first].finding.changes.count < 40 { entries[first].finding.changes.append(change) }
        }
        join(number, into: first, keepsNames: true)
      }
    }
  }

  /// The most findings whose custom properties are looked for.
  private static let mostCustomized = 2_000

  /// All that `var()` hands on from one declaration of a custom property has that declaration for its cause.
  private mutating func joinCustomProperties(_ sheets: SheetChanges) {
    guard sheets.hasCustomProperties else { return }
    var groups: [SheetChanges.CustomProperty: Int] = [:]
    let numbers = entries.indices.filter {
      [.style, .state].contains(entries[$0].cause.key.subject) && entries[$0].cause.source == nil
        && !entries[$0].pages.isEmpty
    }
    for number in numbers.prefix(Self.mostCustomized) {
      let (label, pages) = (Self.label(entries[number].names), entries[number].pages.sorted())
      let changes = entries[number].finding.changes
      guard let property = sheets.customProperty(behind: changes, on: label, pages: pages) else { continue }
      if let target = groups[property] {
        join(number, into: target, keepsNames: false)
        entries[target].finding.elementCount += entries[number].finding.elementCount
        continue
      }
      groups[property] = number
      entries[number].cause.key.subject = .style
      entries[number].cause.styleChanges = []
      entries[number].finding.subject = .style
      entries[number].finding.changes = [ValueChange(property.name, from: property.old, to: property.new)]
      entries[number].finding.source = (property.file, property.line)
      entries[number].finding.element = property.selector
      entries[number].names = [:]
    }
  }

  private mutating func join(_ number: Int, into target: Int, keepsNames: Bool) {
    let entry = entries[number]
    entries[target].pages.formUnion(entry.pages)
    entries[target].viewports.formUnion(entry.viewports)
    if keepsNames {
      for (name, count) in entry.names { entries[target].names[name, default: 0] += count }
      entries[target].finding.elementCount += entry.finding.elementCount
    }
    entries[target].finding.moved += entry.finding.moved
    entries[target].finding.resized += entry.finding.resized
    entries[target].finding.hidden += entry.finding.hidden
    entries[target].finding.shown += entry.finding.shown
    entries[target].finding.rebroken += entry.finding.rebroken
    entries[target].finding.overlapCount += entry.finding.overlapCount
    entries[target].finding.overflowCount += entry.finding.overflowCount
    Self.append(entry.finding.overlaps, to: &entries[target].finding.overlaps)
    Self.append(entry.finding.overflows, to: &entries[target].finding.overflows)
    Self.append(entry.finding.examples, to: &entries[target].finding.examples)
    entries[number].pages = []
  }

  // MARK: Names

  /// The name of elements: what all share, or the names of the most frequent.
  static func label(_ names: [ElementName: Int]) -> String {
    if names.isEmpty { return "" }
    if let shared = sharedLabel(names) { return shared }
    let counts = Dictionary(names.map { ($0.key.label, $0.value) }, uniquingKeysWith: +)
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let first = sorted.prefix(3).map(\.key).joined(separator: ", ")
    return sorted.count > 3 ? "\(first) and \(sorted.count - 3) more" : first
  }

  /// What all elements have in common: their name, an id, a class, or a tag; `nil` for nothing.
  static func sharedLabel(_ names: [ElementName: Int]) -> String? {
    let labels = Set(names.keys.map(\.label))
    if labels.count == 1, let label = labels.first { return label }
    guard let first = names.keys.min(by: { ($0.classes.count, $0.label) < ($1.classes.count, $1.label) }) else {
      return nil
    }
    if let shared = first.classes.first(where: { name in names.keys.allSatisfy { $0.classes.contains(name) } }) {
      return "." + shared
    }
    return names.keys.allSatisfy { $0.tag == first.tag && !first.tag.isEmpty } ? first.tag : nil
  }
}
