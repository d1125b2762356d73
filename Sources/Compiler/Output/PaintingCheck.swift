import CSS
import CSSValues
import Diagnostics
import HTML
import Layout
import Names
import PageFormat
import Painting

/// Finds what a page asks of painting that the painter leaves out.
enum PaintingCheck {
  /// What the painter leaves out of a page in any of its layouts: each feature once. Pages that ask for nothing uncommon are not painted.
  static func omissions(
    _ layouts: [ViewportLayout], _ document: Document, pageFile: [UInt8], layoutFiles: [[UInt8]]
  ) -> [PaintOmission] {
    guard isUncommon(layouts, document), let page = try? PageReader(FileBytes(pageFile)) else { return [] }
    var found: [PaintOmission] = []
    for layoutFile in layoutFiles {
      guard let layout = try? LayoutReader(FileBytes(layoutFile)) else { continue }
      // Images count as one px large: only what has no size at all would be left out.
      var painter = PagePainter(page: page, layout: layout) { _ in (1, 1) }
      for omission in (try? painter.omissions()) ?? []
      where !found.contains(where: { $0.what == omission.what && $0.condition == omission.condition }) {
        found.append(omission)
      }
    }
    return found
  }

  /// Whether a page has styles or elements that the painter may leave out.
  private static func isUncommon(_ layouts: [ViewportLayout], _ document: Document) -> Bool {
    var (cells, uses, masked) = (0, 0, 0)
    var (hasTransform, hasPaintServer, hasGraphicText) = (false, false, false)
    var kinds = NameKinds()
    for number in 0..<document.nodeCount {
      let node = document.node(number: number)
      guard document.isElement(node) else { continue }
      let kind = kinds.kind(of: document.name(node))
      if kind.contains(.cell) { cells += 1 }
      if kind.contains(.uncommon) { return true }
      if kind.contains(.use) {
        uses += 1
        if uses > 500 || hasIdentifiedGraphic(around: node, document) { return true }
      }
      if document.value(node, "mask") != nil {
        masked += 1
        if masked > 8 { return true }
      }
      if kind.contains(.input), document.value(node, .type)?.lowercased() == "file" { return true }
      if document.value(node, "transform") != nil { hasTransform = true }
      if kind.contains(.paintServer) { hasPaintServer = true }
      if kind.contains(.graphicText) {
        hasGraphicText = true
        // Texts that are turned show no gradients.
        if hasTransform, hasPaintServer { return true }
        if document.value(node, "textLength") != nil || document.value(node, "rotate") != nil { return true }
      }
    }
    return layouts.contains { layout in
      if hasDeepGroups(layout.tree) || hasManyFilters(layout.tree) || hasManyLayers(layout)
        || hasManyShadows(layout)
      {
        return true
      }
      // The edges of cells are at most twice as many lines in each direction.
      if 4 * cells * cells > PaintLimits.collapsedCells,
        layout.tree.styles.indices.contains(where: { layout.tree.styles[$0].text.borderCollapse == .collapse })
      {
        return true
      }
      // The styles are read in place: a copy would count references to each of their groups.
      return layout.tree.styles.indices.contains { index in
        hasMadeImage(layout.tree.styles[index].content.content)
          || layout.tree.styles[index].other.own.contains {
            isUncommon($0.property, $0.value) || hasGraphicText && $0.property == .textDecorationLine
          }
          || layout.tree.styles[index].other.inherited.contains { isUncommon($0.property, $0.value) }
      }
    }
  }

  /// Whether another `<use>` may show an element: it is in an element of a drawing that has an `id`.
  private static func hasIdentifiedGraphic(around node: NodeID, _ document: Document) -> Bool {
    var next = node
    while document.isElement(next), document.name(next) != "svg" {
      if document.value(next, .id) != nil { return true }
      next = document.parent(next)
    }
    return false
  }

  /// Whether so many elements have filters that all of them together may be beyond the limit.
  private static func hasManyFilters(_ tree: StyledTree) -> Bool {
    let filters = tree.styles.indices.map { tree.styles[$0].other[.filter] != nil }
    guard filters.contains(true) else { return false }
    return tree.nodes.lazy.filter { $0.kind != .text && filters[Int($0.style)] }.prefix(9).count > 8
  }

  /// Whether a style may ask for groups or images.
  ///
  /// OPTIMIZATION: it is read in place. Who is handed a style gets a copy, which counts references to each of its groups.
  private static func hasOwn(_ tree: StyledTree, _ style: Int) -> Bool {
    tree.styles[style].visual.opacity < 1 || !tree.styles[style].other.own.isEmpty
  }

  /// Whether the images of all backgrounds together may cover more than the limit.
  private static func hasManyLayers(_ layout: ViewportLayout) -> Bool {
    let counts = layout.tree.styles.indices.map {
      hasOwn(layout.tree, $0) ? PagePainter.backgroundImages(of: layout.tree.styles[$0]) : 0
    }
    guard counts.contains(where: { $0 > 0 }) else { return false }
    var area = 0.0
    for (index, node) in layout.tree.nodes.enumerated() where node.kind != .text && counts[Int(node.style)] > 0 {
      let rect = layout.result.frames[index].rect
      area += Double(counts[Int(node.style)]) * max(0, rect.width) * max(0, rect.height)
    }
    return area > PaintLimits.layerArea / 2
  }

  /// Whether all shadows together may cover more than the limit.
  private static func hasManyShadows(_ layout: ViewportLayout) -> Bool {
    let boxes = layout.tree.styles.indices.map { layout.tree.styles[$0].other[.boxShadow] != nil }
    let texts = layout.tree.styles.indices.map { layout.tree.styles[$0].other[.textShadow] != nil }
    guard boxes.contains(true) || texts.contains(true) else { return false }
    var area = 0.0
    for (index, node) in layout.tree.nodes.enumerated() {
      let (frame, style) = (layout.result.frames[index], Int(node.style))
      if node.kind == .text, texts[style] {
        area += PagePainter.areaOfTextShadows(
          layout.tree.styles[style], width: frame.rect.width, height: frame.rect.height)
      } else if node.kind != .text, boxes[style] {
        // The pieces of a box that is split have shadows each.
        let pieces = Double(max(1, frame.fragments.count))
        area +=
          pieces
          * PagePainter.areaOfShadows(
            layout.tree.styles[style], width: frame.rect.width, height: frame.rect.height)
      }
      if area > PaintLimits.partArea { return true }
    }
    return false
  }

  /// Whether more elements than may be groups inside of each other ask for groups.
  private static func hasDeepGroups(_ tree: StyledTree) -> Bool {
    let groups = tree.styles.indices.map { hasOwn(tree, $0) && PagePainter.makesGroup(tree.styles[$0]) }
    guard groups.contains(true) else { return false }
    var depths = [Int](repeating: 0, count: tree.nodes.count)
    for (index, node) in tree.nodes.enumerated() {
      let outer = node.parent >= 0 ? depths[Int(node.parent)] : 0
      depths[index] = outer + (node.kind != .text && groups[Int(node.style)] ? 1 : 0)
      // A blending element makes a group of the stacking context around it.
      if depths[index] * 2 > PaintLimits.nestedGroups { return true }
    }
    return false
  }

  private static func isUncommon(_ property: PropertyID, _ value: CSSValue) -> Bool {
    switch property {
    case .filter, .backdropFilter: asksForURL(value) || PagePainter.mayOmit(property, value)
    case .backgroundImage, .borderImageSource: asksForFunction(value)
    case .maskImage: value != .keyword("none")
    case .perspective: value != .keyword("none")
    case .content: asksForImage(value)
    case .transform: TransformMatrix(value)?.isPerspective ?? false
    default: PagePainter.mayOmit(property, value)
    }
  }

  /// Whether an image of `content` is a function's.
  private static func hasMadeImage(_ content: ContentValue) -> Bool {
    guard case .items(let items, _) = content else { return false }
    return items.contains { item in
      if case .image(let image) = item { PagePainter.isFunction(image) } else { false }
    }
  }

  private static func asksForURL(_ value: CSSValue) -> Bool {
    switch value {
    case .url: true
    case .list(let values, _): values.contains(where: asksForURL)
    default: false
    }
  }

  private static func asksForFunction(_ value: CSSValue) -> Bool {
    switch value {
    case .function(let name, _, _): !gradients.contains(name)
    case .list(let values, _): values.contains(where: asksForFunction)
    case .raw: true
    default: false
    }
  }

  /// Whether a value of `content` has a function that makes an image.
  private static func asksForImage(_ value: CSSValue) -> Bool {
    switch value {
    case .function(let name, _, _): !["counter", "counters", "attr"].contains(name)
    case .list(let values, _): values.contains(where: asksForImage)
    case .raw: true
    default: false
    }
  }

  /// What the check asks of an element's name.
  private struct NameKind: OptionSet {
    let rawValue: UInt8
    static let cell = NameKind(rawValue: 1)
    static let uncommon = NameKind(rawValue: 2)
    static let use = NameKind(rawValue: 4)
    static let input = NameKind(rawValue: 8)
    static let paintServer = NameKind(rawValue: 16)
    static let graphicText = NameKind(rawValue: 32)
    /// That the others were found.
    static let isKnown = NameKind(rawValue: 64)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(of name: Name) {
      switch name {
      case .td, .th: self = .cell
      case .input: self = .input
      case "use": self = .use
      case "text", "tspan": self = .graphicText
      case "linearGradient", "radialGradient": self = .paintServer
      case "pattern": self = [.paintServer, .uncommon]
      case "foreignObject", "iframe", "marker", "math", "textPath", "video", "audio", "marquee": self = .uncommon
      default: self = []
      }
    }
  }

  /// OPTIMIZATION: what names are, found once for each on a page; of names with higher numbers, which few elements have, each time.
  private struct NameKinds {
    private static let count = 1024
    private var known = [NameKind](repeating: [], count: Self.count)

    mutating func kind(of name: Name) -> NameKind {
      let number = Int(name.rawValue)
      guard number < Self.count else { return NameKind(of: name) }
      if !known[number].contains(.isKnown) { known[number] = [NameKind(of: name), .isKnown] }
      return known[number]
    }
  }

  private static let gradients: Set<Name> = [
    "linear-gradient", "radial-gradient", "conic-gradient", "repeating-linear-gradient", "repeating-radial-gradient",
    "repeating-conic-gradient", "-webkit-gradient",
  ]
}

extension PaintingCheck {
  /// The last declaration of the page's sheets that gives a property a value that is left out, which is the one that counts in
  /// most pages; `nil` where a `style` attribute does.
  static func declaration(
    of property: PropertyID, in sheets: PageStyleSheets
  ) -> (source: SourceFile, range: Range<Int>)? {
    sheets.lastDeclaration(of: property) { PagePainter.mayOmit(property, $0) }
      ?? sheets.lastDeclaration(of: property) { isUncommon(property, $0) }
  }
}

extension PageStyleSheets {
  /// The last declaration that gives a property a value of some kind.
  func lastDeclaration(
    of property: PropertyID, where isWanted: (CSSValue) -> Bool
  ) -> (source: SourceFile, range: Range<Int>)? {
    var found: (source: SourceFile, range: Range<Int>)?
    var pending = Array(sheets.reversed())
    while let collected = pending.popLast() {
      pending += collected.imports.reversed().compactMap { $0 }
      for block in collected.sheet.blocks {
        for declaration in block.declarations where declaration.property == .known(property) {
          guard case .value(let value) = declaration.value, isWanted(value) else { continue }
          found = (collected.sheet.source, Int(declaration.range.lowerBound)..<Int(declaration.range.upperBound))
        }
      }
    }
    return found
  }
}

extension PaintingCheck {
  /// A declaration as it was written, where it is one short line.
  static func code(of declaration: (source: SourceFile, range: Range<Int>)) -> String? {
    let bytes = declaration.source.bytes
    guard declaration.range.count <= 60, declaration.range.upperBound <= bytes.count else { return nil }
    let text = String(decoding: bytes[declaration.range], as: UTF8.self)
    let trimmed = text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace || $0 == ";" }.reversed()
    let code = String(trimmed)
    return code.isEmpty || code.contains { $0.isNewline || $0 == "`" } ? nil : code
  }
}

extension PaintingCheck {
  /// Parts of controls whose styles the painter does not read, with the elements that have them: the first rule of each.
  static func unreadParts(
    _ document: Document, _ sheets: PageStyleSheets
  ) -> [(name: String, source: SourceFile, range: Range<Int>)] {
    var kinds: Set<String>?
    var names: Set<String> = []
    var found: [(name: String, source: SourceFile, range: Range<Int>)] = []
    var pending = Array(sheets.sheets.reversed())
    while let collected = pending.popLast() {
      pending += collected.imports.reversed().compactMap { $0 }
      let sheet = collected.sheet
      for number in sheet.rulesOfVendorParts {
        let rule = sheet.rules[Int(number)]
        let list = sheet.selectors.lists[Int(rule.selectors)]
        for selector in sheet.selectors.selectors[Int(list.start)..<Int(list.start + list.count)]
        where selector.pseudoElement == .vendor {
          let name = selector.pseudoArgument.string
          guard let kind = parts.first(where: { name.hasPrefix($0.prefix) })?.kind else { continue }
          let known = kinds ?? controls(document)
          kinds = known
          guard known.contains(kind), names.insert(name).inserted else { continue }
          found.append(("::" + name, sheet.source, Int(rule.sourceStart)..<Int(rule.sourceEnd)))
        }
      }
    }
    return found
  }

  /// What the names of parts begin with, and the elements or types of fields that have them. What shows only under a pointer
  /// or the focus is not here.
  private static let parts: [(prefix: String, kind: String)] = [
    ("-webkit-slider-", "range"), ("-webkit-progress-", "progress"), ("-webkit-meter-", "meter"),
    ("-webkit-color-swatch", "color"), ("-webkit-calendar-picker-indicator", "date"),
    ("-webkit-datetime-edit", "date"), ("-webkit-media-controls", "video"),
  ]

  /// The kinds of controls that a document has.
  private static func controls(_ document: Document) -> Set<String> {
    var kinds: Set<String> = []
    for number in 0..<document.nodeCount {
      let node = document.node(number: number)
      guard document.isElement(node) else { continue }
      switch document.name(node) {
      case .progress: kinds.insert("progress")
      case .meter: kinds.insert("meter")
      case .video, .audio: kinds.insert("video")
      case .input:
        switch document.value(node, .type)?.lowercased() {
        case "range": kinds.insert("range")
        case "color": kinds.insert("color")
        case "date", "time", "datetime-local", "month", "week": kinds.insert("date")
        default: break
        }
      default: break
      }
    }
    return kinds
  }
}

extension PageReading {
  /// Warns of the parts of controls whose styles the painter does not read, each at its first rule.
  mutating func reportUnreadParts(_ document: Document, _ sheets: PageStyleSheets) {
    for part in PaintingCheck.unreadParts(document, sheets) {
      diagnostics.report(
        .paintingNotSupported,
        "`\(part.name)` is not painted with styles of its own: the first screen shows the page without it",
        in: part.source, at: part.range, help: "use an image instead, or show the page only in a web view")
    }
  }

  /// Warns of what the painter leaves out: each feature once, at the declaration that asks for it or at its first element.
  ///
  /// - Parameter nodes: the page's nodes by the nodes of the document.
  mutating func reportOmissions(
    _ omissions: [PaintOmission], _ document: Document, nodes: [Int32], _ sheets: PageStyleSheets
  ) {
    for omission in omissions {
      let element = nodes.firstIndex(of: Int32(omission.node)).map { document.node(number: $0) }
      let declaration = omission.property.flatMap { PaintingCheck.declaration(of: $0, in: sheets) }
      let condition = omission.condition.map { " \($0)" } ?? ""
      let code = declaration.flatMap { PaintingCheck.code(of: $0) } ?? omission.what
      diagnostics.report(
        .paintingNotSupported, "`\(code)` is not painted\(condition): the first screen shows the page without it",
        in: declaration?.source ?? source, at: declaration?.range ?? element.map { document.sourceRange($0) } ?? 0..<0,
        help: "use an image instead, or show the page only in a web view")
    }
  }
}
