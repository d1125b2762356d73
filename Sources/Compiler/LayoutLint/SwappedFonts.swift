import CSS
import Diagnostics
import HTML
import Layout
import Style

/// Fonts that are shown late (`font-display: swap` or `fallback`): what moves when they take the place of the next family.
struct SwappedFonts {
  /// A family with the rule that declares it first.
  struct Family {
    var name: String
    var rule: DescriptorRule
    var source: SourceFile
  }

  /// What one family moves.
  struct Finding {
    var family: Family
    var message: String
    var help: String
  }

  /// Families of a page that are shown late, by name.
  static func families(_ sheets: PageStyleSheets) -> [Family] {
    var found: [String: Family] = [:]
    func add(_ collected: CollectedSheet) {
      for rule in collected.sheet.fontFaces where isSwapped(rule) {
        guard let name = name(rule), found[name] == nil else { continue }
        found[name] = Family(name: name, rule: rule, source: collected.sheet.source)
      }
      for nested in collected.imports { if let nested { add(nested) } }
    }
    for sheet in sheets.sheets { add(sheet) }
    return found.values.sorted { $0.name < $1.name }
  }

  /// Whether text is shown in another font first.
  private static func isSwapped(_ rule: DescriptorRule) -> Bool {
    let display = rule["font-display"]?.sourceText.lowercased()
    return display == "swap" || display == "fallback"
  }

  /// The family that a rule declares.
  static func name(_ rule: DescriptorRule) -> String? {
    guard let value = rule["font-family"]?.trimmed(), !value.isAtEnd else { return nil }
    if value.peekKind == .string { return value.text(value.peek) }
    return value.sourceText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// What differs between the layout with a font and that without.
  static func finding(_ family: Family, with: ViewportLayout, without: ViewportLayout, width: Int) -> Finding? {
    let (after, before) = (lines(with), lines(without))
    var broken = 0
    var widths = (with: 0.0, without: 0.0)
    for (origin, own) in after {
      guard let other = before[origin] else { continue }
      if own.count != other.count { broken += 1 }
      if own.count == 1, other.count == 1, own[0].text == other[0].text {
        widths.with += own[0].rect.width
        widths.without += other[0].rect.width
      }
    }
    let growth = (with.result.contentHeight - without.result.contentHeight).rounded()
    guard broken > 0 || abs(growth) >= 2 else { return nil }
    var effects: [String] = []
    if broken > 0 { effects.append(broken == 1 ? "one text breaks elsewhere" : "\(broken) texts break elsewhere") }
    if abs(growth) >= 2 {
      effects.append("the page gets \(Int(abs(growth))) px \(growth > 0 ? "higher" : "lower")")
    }
    return Finding(
      family: family,
      message: "when `\(family.name)` arrives, \(effects.joined(separator: " and ")) at \(width) px",
      help: help(family, with: with, widths: widths))
  }

  private static func lines(_ layout: ViewportLayout) -> [TreeOrigin: [LayoutResult.TextLine]] {
    Dictionary(grouping: layout.result.lines) { layout.origins[Int($0.node)] }
  }

  /// The descriptors of a face over the next family that takes the same room.
  private static func help(
    _ family: Family, with layout: ViewportLayout, widths: (with: Double, without: Double)
  ) -> String {
    let plain = "declare the next family with `size-adjust` and `ascent-override`, or write `font-display: optional`"
    guard widths.without > 0, widths.with > 0 else { return plain }
    let ratio = widths.with / widths.without
    // The first line in the font has its ascent and descent.
    guard ratio > 0.5, ratio < 2,
      let line = layout.result.lines.first(where: { line in
        let style = layout.tree.styles[Int(layout.tree.nodes[Int(line.node)].style)]
        guard case .named(let name) = style.font.families.first else { return false }
        return name.lowercased() == family.name.lowercased() && style.font.size > 0
      })
    else { return plain }
    let size = layout.tree.styles[Int(layout.tree.nodes[Int(line.node)].style)].font.size
    let ascent = (line.baseline - line.rect.y) / size / ratio
    let descent = (line.rect.bottom - line.baseline) / size / ratio
    func percent(_ value: Double) -> String { "\((value * 1_000).rounded() / 10)%" }
    return
      "put a face between both: `@font-face { font-family: \"\(family.name) fallback\"; src: local(\"…\"); size-adjust: \(percent(ratio)); ascent-override: \(percent(ascent)); descent-override: \(percent(descent)); line-gap-override: 0% }`, or write `font-display: optional`"
  }
}
