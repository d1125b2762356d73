import CSS
import CSSValues
import Diagnostics
import HTML
import Names
import Style

/// Why an element has its value of a property: the declarations that apply, with their places.
public struct StyleExplanation: Sendable {
  /// A declaration of the property.
  public struct Declaration: Sendable {
    /// The file; `nil` for the browser's own rules and for attributes.
    public var file: String?
    /// The line in the file, from 1.
    public var line = 0
    /// The column in the file, from 1.
    public var column = 0
    /// Where it comes from.
    public var origin: CascadedDeclaration.Origin
    /// The selector as it is written; empty where none has a part in it.
    public var selector = ""
    /// The declaration as it is written; empty where it is of an attribute.
    public var text = ""
    /// The at-rules around it, outermost first: `@media (min-width: 600px)`, `@layer base`.
    public var conditions: [String] = []
    /// The counts of ids, of classes and the like, and of types.
    public var specificity: (ids: Int, classes: Int, types: Int)
    /// Whether it has `!important`.
    public var isImportant: Bool
    /// Why it lost; `nil` for the one that counts.
    public var reason: CascadedDeclaration.LossReason?
  }

  /// The element.
  public var element: NodeID
  /// The property's name.
  public var property: String
  /// The resolved value.
  public var value: String
  /// The element whose declarations these are, where the value is inherited; `nil` for the element itself.
  public var inheritedFrom: NodeID?
  /// The declarations, the one that counts first; none where the value is the initial one.
  public var declarations: [Declaration]
}

/// Explains values of a page at one viewport.
struct StyleExplainer {
  let document: Document
  let resolver: StyleResolver
  /// The page's own text.
  let source: SourceFile
  /// The sheets by what their declarations are kept in.
  private var sheets: [ObjectIdentifier: CSSStyleSheet] = [:]

  init(document: Document, resolver: StyleResolver, source: SourceFile, sheets collected: [CollectedSheet]) {
    self.document = document
    self.resolver = resolver
    self.source = source
    for sheet in collected { add(sheet) }
  }

  private mutating func add(_ collected: CollectedSheet) {
    if let block = collected.sheet.blocks.first { sheets[ObjectIdentifier(block.storage)] = collected.sheet }
    for nested in collected.imports { if let nested { add(nested) } }
  }

  /// Explains one property of one element.
  func explain(_ property: DeclaredProperty, named name: String, value: String, of element: NodeID) -> StyleExplanation
  {
    var holder = element
    var found = resolver.declarations(of: property, for: element)
    let inherits: Bool =
      switch property {
      case .known(let longhand): longhand.definition.inherits
      case .custom: true
      }
    // What the element leaves open comes from the nearest ancestor that says something.
    while found.isEmpty, inherits {
      holder = document.parent(holder)
      guard holder.exists, document.isElement(holder) else { break }
      found = resolver.declarations(of: property, for: holder)
    }
    let winner = found.first
    let declarations = found.enumerated().map { index, declaration in
      var described = describe(declaration, of: holder)
      if index > 0, let winner { described.reason = declaration.reasonOfLoss(to: winner) }
      return described
    }
    return StyleExplanation(
      element: element, property: name, value: value,
      inheritedFrom: found.isEmpty || holder == element ? nil : holder, declarations: declarations)
  }

  /// Where a declaration is written.
  struct Place: Hashable {
    var source: SourceFile
    var range: Range<Int>

    static func == (left: Place, right: Place) -> Bool { left.source === right.source && left.range == right.range }
    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(source))
      hasher.combine(range)
    }
  }

  /// The declaration of a style sheet that gives an element its value of one of some longhands; `nil` where an attribute or the
  /// browser's own rules do.
  func sheetPlace(of properties: [PropertyID], for element: NodeID) -> Place? {
    for property in properties {
      guard let winner = resolver.declarations(of: .known(property), for: element).first, winner.origin == .author,
        let sheet = sheets[ObjectIdentifier(winner.block.storage)]
      else { continue }
      let start = Int(winner.written.start)
      return Place(source: sheet.source, range: start..<max(start, Int(winner.written.end)))
    }
    return nil
  }

  /// The value that the declaration that counts gives an element; `nil` without one, or where it holds `var()`.
  func declaredValue(of property: PropertyID, for element: NodeID) -> CSSValue? {
    guard let winner = resolver.declarations(of: .known(property), for: element).first else { return nil }
    let storage = winner.block.storage
    for place in storage.written[winner.place].values where storage.values[place].property == .known(property) {
      if case .value(let value) = storage.values[place].value { return value }
    }
    return nil
  }

  private func describe(_ declaration: CascadedDeclaration, of element: NodeID) -> StyleExplanation.Declaration {
    var described = StyleExplanation.Declaration(
      origin: declaration.origin, specificity: declaration.specificity.counts, isImportant: declaration.isImportant)
    let range = Int(declaration.written.start)..<Int(max(declaration.written.start, declaration.written.end))
    switch declaration.origin {
    case .userAgent, .attribute: break
    case .style:
      guard let attribute = document.attribute(element, .style) else { break }
      described.text = Self.text(Array(document.utf8(of: attribute)), range)
      place(source, attribute.sourceRange, in: &described)
    case .author:
      guard let sheet = sheets[ObjectIdentifier(declaration.block.storage)] else { break }
      described.text = Self.text(sheet.source.bytes, range)
      place(sheet.source, range, in: &described)
      let rule = sheet.rules.last {
        sheet.blocks[Int($0.block)].places == declaration.block.places && $0.sourceStart <= declaration.written.start
      }
      guard let rule else { break }
      described.selector = Self.text(
        sheet.source.bytes, Int(rule.sourceStart)..<Int(max(rule.sourceStart, rule.sourceEnd)))
      described.conditions = sheet.conditions(around: rule.group)
    }
    return described
  }

  private func place(_ source: SourceFile, _ range: Range<Int>, in described: inout StyleExplanation.Declaration) {
    let written = source.written(range)
    let position = written.file.position(at: written.range.lowerBound)
    (described.file, described.line, described.column) = (written.file.path, position.line, position.column)
  }

  /// A part of a source in one line, at most 200 characters.
  private static func text(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    let part = bytes[min(range.lowerBound, bytes.count)..<min(range.upperBound, bytes.count)]
    let text = String(decoding: part, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.count > 200 ? text.prefix(199) + "…" : text
  }
}

extension CSSStyleSheet {
  /// The at-rules around a group, outermost first, in words.
  fileprivate func conditions(around index: UInt32) -> [String] {
    var conditions: [String] = []
    var index = index
    while index != 0 {
      let group = groups[Int(index)]
      switch group.kind {
      case .sheet: break
      case .media: conditions.append("@media")
      case .supports: conditions.append("@supports")
      case .layer(let names):
        conditions.append(names.map { "@layer " + $0.map(\.string).joined(separator: ".") } ?? "@layer")
      case .container: conditions.append("@container")
      case .scope: conditions.append("@scope")
      case .startingStyle: conditions.append("@starting-style")
      }
      index = group.parent
    }
    return conditions.reversed()
  }
}

extension PageCompiler {
  /// Explains a property of elements of a page at a viewport; `nil` where the page cannot be read.
  ///
  /// - Parameters:
  ///   - path: the page's site path.
  ///   - viewport: the screen.
  ///   - properties: longhands or custom properties, with their names.
  ///   - choose: the elements of the page, in the order of the document.
  public func explanations(
    _ path: String, viewport: Viewport, properties: [(name: String, property: DeclaredProperty)],
    of choose: (PageInspection) -> [NodeID]
  ) -> (inspection: PageInspection, explanations: [StyleExplanation])? {
    var reading = PageReading(path: path, compiler: self)
    guard let document = reading.read(), reading.mayLayOut(document) else { return nil }
    let sheets = reading.collectStyles(of: document)
    let stage = reading.layoutStage(of: document, sheets, resolvesStates: false)
    let (resolver, layout) = stage.resolved(
      on: viewport, described: reading.viewportDescription(of: document), features: options.features)
    var inspection = PageInspection(document: document, layout: layout, isToken: reading.dialect == .token)
    // The values that were taken off are not what the page says.
    reading.reportValues(beyond: layout, document)
    inspection.diagnostics = reading.diagnostics.diagnostics(ofPage: path).filter {
      $0.code == .valueLimit || $0.code == .cssTooManyRules
    }
    let explainer = StyleExplainer(
      document: document, resolver: resolver, source: reading.source, sheets: sheets.sheets)
    var values = inspection.resolvedValues(of: properties.map(\.name))
    let explanations = choose(inspection).flatMap { element in
      let known = values.values(of: element)
      return properties.map {
        explainer.explain($0.property, named: $0.name, value: known[$0.name] ?? "", of: element)
      }
    }
    return (inspection, explanations)
  }
}
