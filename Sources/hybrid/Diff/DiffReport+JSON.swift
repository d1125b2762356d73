import Build
import Diff

extension DiffReport {
  /// The whole difference for programs; docs/guides/diff.md describes it.
  var json: JSONText {
    .object([
      ("old", .string(old)), ("new", .string(new)), ("comparedPages", .integer(difference.comparedPages)),
      ("differingPages", .integer(difference.differingPages)),
      ("findings", .array(difference.findings.map(Self.json))),
      ("omittedFindings", .integer(difference.omittedFindings)),
      ("pagesAdded", .strings(difference.pagesAdded)), ("pagesGone", .strings(difference.pagesGone)),
      (
        "pagesRenamed",
        .array(difference.pagesRenamed.map { .object([("old", .string($0.old)), ("new", .string($0.new))]) })
      ),
      (
        "routes",
        .array(
          difference.routes.map {
            .object([("pattern", .string($0.pattern)), ("old", .text($0.old)), ("new", .text($0.new))])
          })
      ),
      ("viewportsAdded", .strings(difference.viewportsAdded)), ("viewportsGone", .strings(difference.viewportsGone)),
      (
        "files",
        .array(
          difference.files.map {
            .object([
              ("path", .string($0.path)), ("kind", .string($0.kind.rawValue)), ("old", .size($0.old)),
              ("new", .size($0.new)),
            ])
          })
      ),
      ("packages", .array(difference.packages.map(Self.json))), ("kinds", .array(difference.kinds.map(Self.json))),
      ("size", Self.json(difference.total)), ("notes", .strings(difference.notes)),
    ])
  }

  private static func json(_ size: ReleaseDifference.Size) -> JSONText {
    .object([("name", .string(size.name)), ("old", .size(size.old)), ("new", .size(size.new))])
  }

  private static func json(_ finding: Finding) -> JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("subject", .string(finding.subject.rawValue)), ("element", .string(finding.element)),
      ("elements", .integer(finding.elementCount)),
      (
        "changes",
        .array(
          finding.changes.map {
            .object([("name", .string($0.name)), ("old", .text($0.old)), ("new", .text($0.new))])
          })
      ),
    ]
    if let source = finding.source {
      members.append(("source", .object([("file", .string(source.file)), ("line", .integer(source.line))])))
    }
    if finding.subject == .sheet { members.append(("declarations", .integer(finding.declarationCount))) }
    members += [
      ("moved", .integer(finding.moved)), ("resized", .integer(finding.resized)),
      ("hidden", .integer(finding.hidden)), ("shown", .integer(finding.shown)),
      ("rebrokenTexts", .integer(finding.rebroken)), ("overlapCount", .integer(finding.overlapCount)),
      (
        "overlaps",
        .array(
          finding.overlaps.map {
            .object([
              ("page", .string($0.page)), ("viewport", .string($0.viewport)), ("first", .string($0.first)),
              ("second", .string($0.second)), ("area", .box($0.area)),
            ])
          })
      ),
      ("overflowCount", .integer(finding.overflowCount)), ("overflows", .array(finding.overflows.map(json))),
      ("pages", .strings(finding.pages)), ("viewports", .strings(finding.viewports)),
      ("examples", .array(finding.examples.map(json))),
    ]
    return .object(members)
  }

  private static func json(_ example: Finding.Example) -> JSONText {
    .object([
      ("page", .string(example.page)), ("viewport", .string(example.viewport)), ("element", .string(example.element)),
      ("old", .box(example.old)), ("new", .box(example.new)),
    ])
  }

  /// A SARIF 2.1.0 document: each cause at its declaration, or at the first page that shows it.
  ///
  /// - Parameter pathPrefix: the site's folder, seen from the current one.
  func sarif(pathPrefix: String) -> String {
    let subjects = Finding.Subject.allCases
    let rules = subjects.map { subject in
      JSONText.object([
        ("id", .string("diff/" + subject.rawValue)),
        ("shortDescription", .object([("text", .string("hybrid diff: \(subject.rawValue)"))])),
      ])
    }
    let results = difference.findings.map { finding in
      let file = finding.source?.file ?? finding.pages.first ?? "."
      let isGrave = finding.overlapCount + finding.overflowCount > 0
      let message = ([Self.cause(finding)] + Self.effects(finding)).joined(separator: "\n")
      let physical = JSONText.object([
        ("artifactLocation", .object([("uri", .string(SARIFReport.uri(pathPrefix + file)))])),
        ("region", .object([("startLine", .integer(finding.source?.line ?? 1))])),
      ])
      return JSONText.object([
        ("ruleId", .string("diff/" + finding.subject.rawValue)),
        ("ruleIndex", .integer(subjects.firstIndex(of: finding.subject) ?? 0)),
        ("level", .string(isGrave ? "warning" : "note")),
        ("message", .object([("text", .string(OutputText.lines(message)))])),
        ("locations", .array([.object([("physicalLocation", physical)])])),
      ])
    }
    let driver = JSONText.object([
      ("name", "hybrid"), ("version", .string(HybridVersion.text)), ("rules", .array(rules)),
    ])
    return JSONText.object([
      ("$schema", "https://json.schemastore.org/sarif-2.1.0.json"), ("version", "2.1.0"),
      ("runs", .array([.object([("tool", .object([("driver", driver)])), ("results", .array(results))])])),
    ]).pretty
  }
}

extension JSONText {
  fileprivate static func strings(_ list: [String]) -> JSONText { .array(list.map { .string($0) }) }
  fileprivate static func text(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }
  fileprivate static func size(_ size: UInt64?) -> JSONText { size.map { .integer(Int(clamping: $0)) } ?? .null }
  /// `[x, y, width, height]` in CSS px.
  fileprivate static func box(_ box: Finding.Box?) -> JSONText {
    guard let box else { return .null }
    return .array([.number(box.x), .number(box.y), .number(box.width), .number(box.height)])
  }
}
