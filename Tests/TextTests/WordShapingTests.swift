import Shaping
import Testing

@testable import Text

/// Runs that are put together from words.
@Suite struct WordShapingTests {
  private static let texts = [
    "ab ba", " ab", "ab ", "a b a b a", "one two three one", "b b  b", "T a", "To be, or not to be", "abba", "AV VA AV",
    " ", "  ",
    "a\u{301} b", "a \u{301}b", "a\u{AD}b a", "a\u{A0}b a", "\u{201C}a b\u{201D} \u{2013} c\u{2026}", "a\tb c",
  ]

  private static func instance(_ font: TestFont) throws -> FontInstance {
    let face = try #require(FontFace(tables: FontTables(owning: font.data()), index: 0, origin: .configured))
    return FontInstance(face: face, family: font.family)
  }

  /// Compares what words come to with what the whole run does; the number of runs that words made.
  private static func compare(_ font: FontInstance, _ texts: [String], language: String = "en") -> Int {
    var count = 0
    for text in texts {
      for script in [CharacterClass.latin, CharacterClass.common, openTypeTag("Cyrl")] {
        for feature in [[], [ShapeFeature(tag: openTypeTag("kern"), value: 0)]] {
          let key = ShapeKey(
            text: Array(text.utf16), script: script, isRightToLeft: false, language: language, features: feature)
          guard let made = font.shapedByWords(key, { font.shapedWhole($0) }) else { continue }
          count += 1
          #expect(made.units == font.shapedWhole(key).units, "\(font.family): \(text)")
          // From what is kept now.
          #expect(font.shapedByWords(key, { font.shapedWhole($0) })?.units == made.units)
        }
      }
    }
    return count
  }

  private static func squares() -> TestFont {
    var font = TestFont.squares(0x20...0x17F)
    for character in 0x2010...0x2027 { font.advances[UInt32(character)] = 700 }
    return font
  }

  @Test func kerningWithSpacesIsAddedUp() throws {
    var font = Self.squares()
    let a: UInt32 = 0x61
    let b: UInt32 = 0x62
    let space: UInt32 = 0x20
    font.kerning = [(a, b, -100), (a, space, -31), (b, space, 57), (space, a, -77), (space, b, 9), (0x54, space, -200)]
    let instance = try Self.instance(font)
    #expect(Self.compare(instance, Self.texts) > 40)
    let key = ShapeKey(
      text: Array("ab ba".utf16), script: CharacterClass.latin, isRightToLeft: false, language: "", features: [])
    let units = try #require(instance.shapedByWords(key) { instance.shapedWhole($0) }).units
    // The space has its share of both pairs: half of 57 and half of 9.
    let advance: Int32 = (1000 + 33) * 64
    #expect(units[2].advance == advance)
    #expect(units[2].isUnsafeToBreak && units[3].isUnsafeToBreak)
  }

  @Test func whatReachesOverSpacesIsShapedWhole() throws {
    var font = Self.squares()
    font.ligatureWithSpace = (0x61, 0x62)
    let instance = try Self.instance(font)
    #expect(Self.compare(instance, Self.texts) == 0)
    let key = ShapeKey(
      text: Array("a c".utf16), script: CharacterClass.latin, isRightToLeft: false, language: "", features: [])
    // One glyph for the first two.
    #expect(instance.shaped(key).units.map(\.isClusterStart) == [true, false, true])
  }

  @Test func builtInFontsAndThoseOfTheMachine() throws {
    let texts =
      Self.texts + [
        "The quick brown fox jumps over the lazy dog. A Vase, To You; Wave AT Y P. L\u{2019}Avion \u{2018}fi fl\u{2019} ffi office \u{2026}",
        "\u{416}\u{443}\u{43A} 1 234,50 Ty. (Av) \"Wa\" T A Y V P F L \u{2014} r. y. w, v;",
      ]
    for face in BuiltInFonts.all { #expect(Self.compare(face.font, texts) > 20) }
    let library = FontLibrary()
    for family in [
      "Liberation Sans", "Liberation Serif", "DejaVu Sans", "DejaVu Serif", "Noto Sans CJK JP", "sans-serif",
    ] {
      for weight in [400.0, 700] {
        var style = testStyle(16, families: [family])
        style.weight = weight
        let fonts = FontSet(library: library, rules: [])
        let request = FontRequest(style, language: "en", usesOpticalSize: false)
        _ = Self.compare(fonts.cascade(for: request).primary, texts)
      }
    }
  }

  /// HarfBuzz keeps a plan for each language and list of features for as long as it has the face: after some hundreds it gets another.
  @Test func facesWithManyPlansAreRenewed() throws {
    var font = Self.squares()
    font.kerning = [(0x61, 0x62, -100)]
    let instance = try Self.instance(font)
    func units(_ language: String, kerning: UInt32) -> [ShapedRun.Unit] {
      instance.shapedWhole(
        ShapeKey(
          text: Array("abab".utf16), script: CharacterClass.latin, isRightToLeft: false, language: language,
          features: [ShapeFeature(tag: openTypeTag("kern"), value: kerning)])
      ).units
    }
    let (kerned, plain) = (units("en", kerning: 1), units("en", kerning: 0))
    #expect(kerned != plain)
    guard case .face(let face, _) = instance.source else { return }
    for number in 0..<1000 {
      #expect(units("x\(number)", kerning: UInt32(number % 2)) == (number % 2 == 1 ? kerned : plain))
    }
    #expect(units("en", kerning: 1) == kerned && units("en", kerning: 0) == plain)
    let faces = try #require(face.shaping.face(after: -1, plan: 0)).number
    // Of 1,002 plans, 256 are one face's.
    #expect(faces == 3)
  }
}
