import CSSValues
import Foundation
import Layout
import Shaping
import Testing

@testable import Text

/// The metrics of Liberation and DejaVu that the tool carries.
@Suite struct BuiltInFontsTests {
  @Test func everyFaceCanBeRead() {
    #expect(BuiltInFonts.all.count == 20)
    #expect(Set(BuiltInFonts.all.map(\.fingerprint)).count == 20)
    for face in BuiltInFonts.all {
      let font = face.font
      #expect(font.family == face.family && font.origin == .system && font.unitsPerEm == 2048)
      for character: UInt32 in [0x20, 0x41, 0x7A, 0xE9, 0x3B1, 0x416, 0x2014, 0x20AC] {
        #expect(font.covers(character) && font.advance(of: character) > 0, "\(face.family) \(character)")
      }
    }
  }

  @Test func stylesChooseTheFace() throws {
    func face(_ name: String, _ weight: Double, _ isItalic: Bool) -> String {
      BuiltInFonts.face(named: name, weight: weight, isItalic: isItalic)
        .map { "\($0.family) \($0.isBold) \($0.isItalic)" } ?? "none"
    }
    #expect(face("Arial", 400, false) == "Liberation Sans false false")
    #expect(face("times", 600, true) == "Liberation Serif true true")
    #expect(face("MONOSPACE", 500, false) == "DejaVu Sans Mono false false")
    #expect(face("Georgia", 400, false) == "none")
  }

  /// Text of scripts whose letters do not join, with kerning, marks, spaces and symbols. UNIMPLEMENTED: metrics files have
  /// no ligatures, which DejaVu Sans has for the text that ``hasLigatures(_:in:)`` names.
  private static let texts = [
    "The quick brown fox jumps over the lazy dog. AVATAR To Wa Ty, P. \u{201C}LT\u{201D} 1,234.50 \u{2013} 50\u{A0}%",
    "Voix ambigu\u{EB} d\u{2019}un c\u{153}ur; Stra\u{DF}e, \u{C5}ngstr\u{F6}m, \u{141}\u{F3}d\u{17A}, \u{11E}\u{131}",
    "\u{393}\u{3B5}\u{3B9}\u{3AC} \u{3C3}\u{3BF}\u{3C5} \u{41F}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{43C}\u{438}\u{440}!",
    "fi fl ffi",
    "a\u{2003}b\u{2009}c\u{202F}d \u{2190}\u{2192} \u{2022} \u{2026} \u{20AC} \u{2122} \u{221E} \u{2713} \u{25B6}",
  ]

  private func font(_ family: FontFamily, _ weight: Double, _ isItalic: Bool) -> FontStyle {
    var font = FontStyle()
    font.families = [family]
    font.size = 17
    font.weight = weight
    font.slant = isItalic ? .italic : .normal
    return font
  }

  private static let families: [FontFamily] = [
    .named("Times New Roman"), .generic(.sansSerif), .named("Courier New"), .generic(.monospace), .generic(.systemUI),
  ]

  /// Where the machine has the fonts, shaping with their files and by the built-in metrics gives the same.
  @Test(.enabled(if: areFontsInstalled, "the versions of Liberation and DejaVu that are built in are not installed"))
  func textIsMeasuredAsByTheFontsThemselves() throws {
    let machine = FontLibrary()
    let bare = FontLibrary(usesOnlyBuiltInFonts: true)
    for family in Self.families {
      for (weight, isItalic) in [(400.0, false), (700, false), (400, true), (700, true)] {
        for scale in [1.0, 3] {
          let style = font(family, weight, isItalic)
          let measurers = [machine, bare].map { SystemTextMeasurer(fonts: FontSet(library: $0), scale: scale) }
          #expect(measurers[0].metrics(for: style) == measurers[1].metrics(for: style), "\(family) \(weight)")
          for text in Self.texts where !Self.hasLigatures(text, in: family) {
            let units = Array(text.utf16)
            let paragraph = TextParagraph(
              text: units, spans: [.init(range: 0..<units.count, style: 0)],
              styles: [.init(font: style, text: TextStyle())], baseDirection: .ltr)
            let shaped = measurers.map { $0.shape(paragraph) }
            #expect(shaped[0].advances == shaped[1].advances, "\(family) \(weight) \(isItalic) \(text)")
            #expect(shaped[0].runs == shaped[1].runs, "\(family) \(weight) \(isItalic) \(text)")
            let hashes = zip(measurers, shaped).map { measurer, shaped in
              Set(shaped.runs.map { run in measurer.font(run.font).withContent { [UInt8]($0) } })
            }
            #expect(hashes[0] == hashes[1], "\(family) \(weight) \(isItalic) \(text)")
          }
        }
      }
    }
  }

  private static func hasLigatures(_ text: String, in family: FontFamily) -> Bool {
    family == .generic(.systemUI) && text.contains("fi")
  }

  private static let areFontsInstalled = BuiltInFonts.all.allSatisfy { face in
    let request = FontRequest(weight: face.isBold ? 700 : 400, stretch: 100, slant: face.isItalic ? .italic : .normal)
    return FontLibrary().font(named: face.family, for: request)?.builtIn === face
  }
}
