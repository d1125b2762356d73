import CSS
import CSSValues
import Diagnostics
import HTML
import Names
import PageFormat
import Painting

/// Finds what a page asks of painting that the painter leaves out.
enum PaintingCheck {
  /// What the painter leaves out of a page in its first layout. Pages that ask for nothing uncommon are not painted.
  static func omissions(
    _ layouts: [ViewportLayout], _ document: Document, pageFile: [UInt8], layoutFile: [UInt8]
  ) -> [PaintOmission] {
    guard isUncommon(layouts, document), let page = try? PageReader(FileBytes(pageFile)),
      let layout = try? LayoutReader(FileBytes(layoutFile))
    else { return [] }
    // Images count as one px large: only what has no size at all would be left out.
    var painter = PagePainter(page: page, layout: layout) { _ in (1, 1) }
    return (try? painter.paint().omissions) ?? []
  }

  /// Whether a page has styles or elements that the painter may leave out.
  private static func isUncommon(_ layouts: [ViewportLayout], _ document: Document) -> Bool {
    for number in 0..<document.nodeCount {
      let node = document.node(number: number)
      guard document.isElement(node) else { continue }
      let name = document.name(node)
      if uncommonElements.contains(name) { return true }
      if name == .input, document.value(node, .type)?.lowercased() == "file" { return true }
    }
    return layouts.contains { layout in
      // The styles are read in place: a copy would count references to each of their groups.
      layout.tree.styles.indices.contains { index in
        layout.tree.styles[index].other.own.contains { isUncommon($0.property, $0.value) }
      }
    }
  }

  private static func isUncommon(_ property: PropertyID, _ value: CSSValue) -> Bool {
    switch property {
    case .filter: asksForURL(value)
    case .backgroundImage, .borderImageSource, .maskImage: asksForFunction(value)
    case .perspective: value != .keyword("none")
    case .transform: TransformMatrix(value)?.isPerspective ?? false
    default: false
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

  private static let uncommonElements: Set<Name> = ["foreignObject", "pattern", "iframe"]

  private static let gradients: Set<Name> = [
    "linear-gradient", "radial-gradient", "conic-gradient", "repeating-linear-gradient", "repeating-radial-gradient",
    "repeating-conic-gradient", "-webkit-gradient",
  ]
}

extension PaintingCheck {
  /// The last declaration of the page's sheets that gives a property such a value, which is the one that counts in most
  /// pages; `nil` where a `style` attribute does.
  static func declaration(
    of property: PropertyID, in sheets: PageStyleSheets
  ) -> (source: SourceFile, range: Range<Int>)? {
    var found: (source: SourceFile, range: Range<Int>)?
    var pending = Array(sheets.sheets.reversed())
    while let collected = pending.popLast() {
      pending += collected.imports.reversed().compactMap { $0 }
      for block in collected.sheet.blocks {
        for declaration in block.declarations where declaration.property == .known(property) {
          guard case .value(let value) = declaration.value, isUncommon(property, value) else { continue }
          found = (collected.sheet.source, Int(declaration.range.lowerBound)..<Int(declaration.range.upperBound))
        }
      }
    }
    return found
  }
}

extension PageReading {
  /// Warns of what the painter leaves out: each feature once, at the declaration that asks for it or at its first element.
  ///
  /// - Parameter nodes: the page's nodes by the nodes of the document.
  mutating func reportOmissions(
    _ omissions: [PaintOmission], _ document: Document, nodes: [Int32], _ sheets: PageStyleSheets
  ) {
    for omission in omissions {
      let element = nodes.firstIndex(of: Int32(omission.node)).map { document.node(number: $0) }
      let declaration = omission.property.flatMap { PaintingCheck.declaration(of: $0, in: sheets) }
      diagnostics.report(
        .paintingNotSupported, "`\(omission.what)` is not painted: the first screen shows the page without it",
        in: declaration?.source ?? source, at: declaration?.range ?? element.map { document.sourceRange($0) } ?? 0..<0,
        help: "use an image instead, or show the page only in a web view")
    }
  }
}
