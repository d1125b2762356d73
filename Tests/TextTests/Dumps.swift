import CSSValues
import Layout

@testable import Text

/// A paragraph of one style.
func paragraph(
  _ text: String, _ font: FontStyle, _ style: TextStyle = TextStyle(), direction: Direction? = .ltr
) -> TextParagraph {
  let units = Array(text.utf16)
  return TextParagraph(
    text: units, spans: [.init(range: 0..<units.count, style: 0)], styles: [.init(font: font, text: style)],
    baseDirection: direction)
}

/// A style of the family "Test" at a size in px.
func testStyle(_ size: Double, families: [String] = ["Test"]) -> FontStyle {
  var font = FontStyle()
  font.families = families.map { .named($0) }
  font.size = size
  return font
}

/// A measurer that has the given fonts under the family "Test" and none of the machine's.
func testMeasurer(_ fonts: TestFont..., scale: Double = 1) throws -> SystemTextMeasurer {
  let rules = try fonts.map { FontFaceRule(family: "Test", sources: [.file(try FontFile(bytes: $0.data()))]) }
  return SystemTextMeasurer(
    fonts: FontSet(library: FontLibrary(usesSystemFonts: false), rules: rules), scale: scale)
}

/// The text with `|` where a line may break, `¦` where it must, `-` where a hyphen shows.
func dumpBreaks(_ text: String, _ style: TextStyle = TextStyle()) -> String {
  let measurer = SystemTextMeasurer(fonts: FontSet(library: FontLibrary(usesSystemFonts: false)))
  let units = Array(text.utf16)
  let shaped = measurer.shape(paragraph(text, FontStyle(), style))
  var dump = ""
  var pending: [UInt16] = []
  for (i, unit) in units.enumerated() {
    let flags = shaped.flags[i]
    if i > 0, flags.contains(.breakAllowed) {
      dump += String(decoding: pending, as: UTF16.self)
      pending = []
      dump += flags.contains(.breakMandatory) ? "¦" : flags.contains(.hyphenated) ? "-" : "|"
    }
    pending.append(unit)
  }
  return dump + String(decoding: pending, as: UTF16.self)
}
