import CSS
import CSSValues
import Diagnostics
import HTML
import Names
import Text

/// Text of a page that was measured with a font of the build machine, because neither the page nor the configuration
/// says what its family is measured with.
struct ApproximateFonts {
  /// A family that a style asks for and nothing declares.
  struct Family: Hashable {
    /// The family as the style names it; for characters that no declared font has, the font that measured them.
    var name: String
    /// Whether the families of the style are all declared and lack the characters.
    var isFallback: Bool
  }

  /// The families by name, each with the machine's fonts that measured its text.
  private(set) var families: [(family: Family, fonts: [String])] = []

  /// Finds the families of layouts.
  init(in layouts: [ViewportLayout], fonts: FontSet) {
    var found: [Family: Set<String>] = [:]
    for layout in layouts where layout.fonts.contains(where: \.isApproximate) {
      var seen: Set<UInt64> = []
      var last: (style: Int32, font: Int) = (-1, -1)
      // The lines are read where they stand: they hold their texts.
      for line in layout.result.lines.indices {
        let style = layout.tree.nodes[Int(layout.result.lines[line].node)].style
        for position in stride(from: 0, to: layout.result.lines[line].fonts.count, by: 2) {
          let number = layout.result.lines[line].fonts[position]
          if last == (style, number) { continue }
          last = (style, number)
          guard let place = layout.fontPlaces[number], layout.fonts[place].isApproximate,
            seen.insert(UInt64(UInt32(bitPattern: style)) << 32 | UInt64(place)).inserted
          else { continue }
          let asked = layout.tree.styles[Int(style)].font.families
          let font = layout.fonts[place].machineFamily
          let undeclared = asked.first { !fonts.declares($0) }
          let family =
            undeclared.map { Family(name: $0.name, isFallback: false) } ?? Family(name: font, isFallback: true)
          found[family, default: []].insert(font)
        }
      }
    }
    families = found.map { ($0.key, $0.value.sorted()) }.sorted {
      ($0.family.name, $0.family.isFallback ? 1 : 0) < ($1.family.name, $1.family.isFallback ? 1 : 0)
    }
  }
}

extension FontFamily {
  /// The family as style sheets write it.
  fileprivate var name: String {
    switch self {
    case .named(let name): name
    case .generic(let generic): generic.rawValue
    }
  }
}

extension PageReading {
  /// Warns of families whose text was measured with fonts of the machine, where the site names them.
  ///
  /// Families that only the browser's own style sheet names (a page without a font at all, `<code>`, form controls) are
  /// marked in the layout files alone: there is no place to mend.
  mutating func reportApproximateFonts(
    of layouts: [ViewportLayout], _ document: Document, _ sheets: PageStyleSheets, _ cache: StyleSheetCache
  ) {
    let approximate = ApproximateFonts(in: layouts, fonts: fontSet).families
    guard !approximate.isEmpty else { return }
    for (family, fonts) in approximate {
      if family.isFallback {
        diagnostics.report(
          Diagnostic(
            .approximateFont,
            "characters that the site's fonts lack are measured with `\(family.name)`, a font of this machine",
            at: SourceLocation(file: path),
            help: "ship a font that has them, or add them to the family's metrics file"))
        continue
      }
      guard let (source, range) = place(of: family.name, document, sheets, cache) else { continue }
      diagnostics.report(
        .approximateFont, "text in `\(family.name)` is measured with a font of this machine", in: source, at: range,
        help: "ship the font with @font-face, or name a font or metrics file for it under `fonts` in hybrid.json",
        notes: ["here it is " + fonts.map { "`\($0)`" }.joined(separator: ", ")])
    }
  }

  /// Where the site first names a family: in its style sheets, in `style` attributes, in other attributes.
  private func place(
    of family: String, _ document: Document, _ sheets: PageStyleSheets, _ cache: StyleSheetCache
  ) -> (source: SourceFile, range: Range<Int>)? {
    var options = StyleSheetOptions()
    options.quirksMode = document.quirksMode == .quirks
    options.lineComments = dialect == .token
    var pending = Array(sheets.sheets.reversed())
    while let collected = pending.popLast() {
      if let range = cache.familyPlaces(of: collected.sheet, options: options).place(of: family) {
        return (collected.sheet.source, range)
      }
      pending += collected.imports.reversed().compactMap { $0 }
    }
    let folded = family.lowercased()
    var node = document.next(after: .document)
    while node.exists {
      if document.isElement(node) {
        for attribute in document.attributes(node) {
          let value = document.value(attribute)
          guard value.lowercased().contains(folded) else { continue }
          let names =
            attribute.name == .style
            ? FontFamilyPlaces(in: TokenStream(text: value)).place(of: family) != nil
            : Self.fontAttributes.contains(attribute.name)
          if names { return (source, attribute.sourceRange) }
        }
      }
      node = document.next(after: node)
    }
    return nil
  }

  /// The attributes that name families: of `<font>`, of SVG, of Token pages.
  private static let fontAttributes: Set<Name> = [
    Name("face"), Name("font-family"), Name("font"), Name("fontFamily"), Name("fontfamily"),
  ]
}
