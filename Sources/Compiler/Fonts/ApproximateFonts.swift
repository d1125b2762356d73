import CSS
import CSSValues
import Diagnostics
import HTML
import Names
import Text

/// Text of a page that was measured with a stand-in font, because neither the page nor the configuration says what its
/// family is measured with.
struct ApproximateFonts {
  /// A family that a style asks for and nothing declares.
  struct Family: Hashable, Sendable {
    /// The family as the style names it; for characters that no declared font has, the font that measured them.
    var name: String
    /// Whether the families of the style are all declared and lack the characters.
    var isFallback: Bool
  }

  /// The families by name, each with the fonts that measured its text.
  private(set) var families: [(family: Family, fonts: [String])] = []

  /// Finds the families of layouts, after ``ViewportLayout/noteStandIns(_:)``.
  init(in layouts: [ViewportLayout]) {
    var found: [Family: Set<String>] = [:]
    for layout in layouts { found.merge(layout.standIns) { $0.union($1) } }
    families = found.map { ($0.key, $0.value.sorted()) }.sorted {
      ($0.family.name, $0.family.isFallback ? 1 : 0) < ($1.family.name, $1.family.isFallback ? 1 : 0)
    }
  }
}

extension ViewportLayout {
  /// Finds which families the approximate fonts stand in for.
  mutating func noteStandIns(_ fontSet: FontSet) {
    guard fonts.contains(where: \.isApproximate) else { return }
    // By style and font.
    var isSeen = [Bool](repeating: false, count: tree.styles.count * fonts.count)
    var last: (style: Int32, font: Int) = (-1, -1)
    // By number of a font, its place, and -1 for one without; -2 where nobody asked yet.
    var places: [Int] = []
    var names = fonts.map { _ in Set<String>() }
    // The lines are read in place: they hold their texts.
    for line in result.lines.indices {
      let style = tree.nodes[Int(result.lines[line].node)].style
      for position in stride(from: 0, to: result.lines[line].fonts.count, by: 2) {
        let number = result.lines[line].fonts[position]
        if last == (style, number) { continue }
        last = (style, number)
        if number >= places.count { places += repeatElement(-2, count: number + 1 - places.count) }
        if places[number] == -2 { places[number] = fontPlaces[number] ?? -1 }
        let place = places[number]
        guard place >= 0, fonts[place].isApproximate else { continue }
        let pair = Int(style) * fonts.count + place
        if isSeen[pair] { continue }
        isSeen[pair] = true
        let asked = tree.styles[Int(style)].font.families
        let font = fonts[place].standInFamily
        guard let undeclared = asked.first(where: { !fontSet.declares($0) }) else {
          standIns[.init(name: font, isFallback: true), default: []].insert(font)
          continue
        }
        standIns[.init(name: undeclared.name, isFallback: false), default: []].insert(font)
        names[place].insert(undeclared.name)
      }
    }
    for place in fonts.indices { fonts[place].standsInFor = names[place].sorted() }
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
  /// Warns of families whose text was measured with stand-in fonts, where the site names them.
  ///
  /// One warning at the page covers the families that only the browser's own style sheet names: those of a page without
  /// a font at all, of `<code>`, of form controls.
  mutating func reportApproximateFonts(
    of layouts: [ViewportLayout], _ document: Document, _ sheets: PageStyleSheets, _ cache: StyleSheetCache
  ) {
    let approximate = ApproximateFonts(in: layouts).families
    guard !approximate.isEmpty else { return }
    var unnamed: [(family: String, fonts: [String])] = []
    for (family, fonts) in approximate {
      if family.isFallback {
        diagnostics.report(
          Diagnostic(
            .approximateFont,
            "characters that the site's fonts lack are measured with `\(family.name)`, a stand-in font",
            at: SourceLocation(file: authoredFile),
            help: "ship a font that has them, or add them to the family's metrics file"))
        continue
      }
      guard let (source, range) = place(of: family.name, document, sheets, cache) else {
        unnamed.append((family.name, fonts))
        continue
      }
      diagnostics.report(
        .approximateFont, "text in `\(family.name)` is measured with a stand-in font", in: source, at: range,
        help: "ship the font with `@font-face`, or name a font or metrics file for it under `fonts` in hybrid.json",
        notes: ["here it is " + fonts.map { "`\($0)`" }.joined(separator: ", ")])
    }
    guard !unnamed.isEmpty else { return }
    let names = unnamed.map { "`\($0.family)`" }.joined(separator: ", ")
    let fonts = Set(unnamed.flatMap(\.fonts)).sorted().map { "`\($0)`" }.joined(separator: ", ")
    diagnostics.report(
      Diagnostic(
        .approximateFont,
        "no style sheet names a font for text in \(names), the default: it is measured with a stand-in font",
        at: SourceLocation(file: authoredFile),
        help:
          "set `font-family` to a font that the site ships, or name a font or metrics file under `fonts` in hybrid.json",
        notes: ["here it is \(fonts)"]))
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
