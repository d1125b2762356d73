import CSS
import CSSValues
import Diagnostics
import HTML
import Names
import Style

/// The elements in which white space may show, in any viewport, state or class: it stays as it is written there.
///
/// Computed styles say what shows now. Rules say what may show at other times: a rule that keeps white space counts for each element
/// that its last compound may match, whatever media query, state or attribute it waits for, and for classes and ids that a script of the
/// page names.
struct KeptWhiteSpace {
  /// The last compound of a selector: what it asks of an element's name, classes and id.
  private struct Subject: Hashable {
    var type: UInt32?
    var classes: Set<UInt32> = []
    var ids: Set<UInt32> = []
  }

  private let document: Document
  private var subjects: Set<Subject> = []
  private let layouts: [ViewportLayout]
  private let scripts: PageScriptTexts?
  private var mentioned: [UInt32: Bool] = [:]

  init(_ document: Document, _ sheets: PageStyleSheets, _ layouts: [ViewportLayout], _ scripts: PageScriptTexts?) {
    self.document = document
    self.layouts = layouts
    self.scripts = scripts
    for sheet in sheets.sheets { add(sheet) }
  }

  private mutating func add(_ collected: CollectedSheet) {
    let sheet = collected.sheet
    for rule in sheet.rules where Self.keeps(sheet.blocks[Int(rule.block)]) {
      let table = sheet.selectors
      let list = table.lists[Int(rule.selectors)]
      for index in list.start..<list.start + list.count {
        let selector = table.selectors[Int(index)]
        // Generated texts are in the style sheet.
        guard selector.pseudoElement == nil else { continue }
        var subject = Subject()
        for place in selector.start..<selector.start + selector.count {
          let component = table.components[Int(place)]
          if component.kind == .combinator { break }
          switch component.kind {
          case .type: subject.type = component.second
          case .className: subject.classes.insert(component.first)
          case .id: subject.ids.insert(component.first)
          default: break
          }
        }
        subjects.insert(subject)
      }
    }
    for nested in collected.imports { if let nested { add(nested) } }
  }

  /// Whether a declaration of a block keeps white space, or may.
  private static func keeps(_ block: DeclarationBlock) -> Bool {
    block.places.contains { place in
      block.storage.written[place].values.contains { index in
        let value = block.storage.values[index]
        guard case .known(.whiteSpaceCollapse) = value.property else { return false }
        switch value.value {
        case .wide: return false
        case .value(let value): return value != .keyword("collapse")
        case .unresolved: return true
        }
      }
    }
  }

  /// Whether an element keeps white space by itself; its descendants then do, too.
  mutating func contains(_ element: NodeID) -> Bool {
    if document.value(element, Self.contentEditable).map({ $0.lowercased() != "false" }) == true { return true }
    if document.value(element, Self.optOut)?.lowercased() == "false" { return true }
    if document.attributes(element).contains(where: { $0.namespace == .xml && $0.name == "space" }) { return true }
    if document.namespace(element) == .html, Self.elements.contains(document.name(element)) { return true }
    if let style = document.attribute(element, .style) {
      var unused = DiagnosticSink(limit: 0)
      let block = DeclarationBlock.parse(
        attribute: Array(document.utf8(of: style)), options: ParsingOptions(), diagnostics: &unused)
      if Self.keeps(block) { return true }
    }
    for layout in layouts {
      let style = layout.styles.style(of: element)
      if style >= 0, layout.styles.styles[Int(style)].text.whiteSpaceCollapse != .collapse { return true }
    }
    guard !subjects.isEmpty else { return false }
    let name = document.name(element).asciiLowercased.rawValue
    let id = document.value(element, .id).map { Name($0).rawValue }
    let classes = Set(
      (document.value(element, .class) ?? "").split(whereSeparator: \.isWhitespace).map { Name(String($0)).rawValue })
    for subject in subjects {
      if let type = subject.type, type != name { continue }
      let hasIDs = subject.ids.allSatisfy { $0 == id || isMentioned($0) }
      if hasIDs, subject.classes.allSatisfy({ classes.contains($0) || isMentioned($0) }) { return true }
    }
    return false
  }

  private mutating func isMentioned(_ name: UInt32) -> Bool {
    if let known = mentioned[name] { return known }
    let answer = scripts?.mentions(Name(rawValue: name).utf8) ?? false
    mentioned[name] = answer
    return answer
  }

  private static let contentEditable = Name("contenteditable")
  private static let optOut = Name("data-hybrid-minify")
  private static let elements: Set<Name> = [
    .pre, .textarea, .script, .style, .template, .noscript, .xmp, .iframe, Name("listing"), Name("plaintext"),
    Name("noembed"), Name("noframes"), .title,
  ]
}
