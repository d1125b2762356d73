import CSSValues
import Testing

@testable import Layout

@Suite struct TextTransformationTests {
  private func transformed(_ text: String, _ transform: TextTransform, language: String = "") -> String {
    var transformation = TextTransformation(transform, language: language, previous: 0x20)
    let units = Array(text.utf16)
    units.withUnsafeBufferPointer { transformation.run($0) }
    return String(decoding: transformation.units, as: UTF16.self)
  }

  @Test(
    "A word begins behind a hyphen, not behind an apostrophe or a middle dot",
    arguments: [("cancel·lar", "Cancel·lar"), ("l'aigua", "L'aigua"), ("a-b", "A-B")])
  func capitalizes(_ text: String, _ expected: String) {
    #expect(transformed(text, .capitalize) == expected)
  }

  @Test(
    "Signs, half-width Katakana and half-width Hangul have full-width forms",
    arguments: [("a b~", "ａ　ｂ～"), ("¢₩", "￠￦"), ("ｱﾝ｡", "アン。"), ("ﾡￜ￩", "ㄱㅣ←"), ("é", "é")])
  func makesFullWidth(_ text: String, _ expected: String) {
    #expect(transformed(text, .fullWidth) == expected)
  }

  @Test(
    "A capital sigma that ends a word has a form of its own",
    arguments: [("ΑΣ ΑΣΑ", "ας ασα"), ("Σ", "σ"), ("ΑΣ'Α", "ασ'α")])
  func lowersSigma(_ text: String, _ expected: String) {
    #expect(transformed(text, .lowercase) == expected)
  }

  @Test(
    "Capitals of Greek have no accents, except the word for or",
    arguments: [("άέή", "ΑΕΗ"), ("ΐ", "Ϊ"), ("ή", "Ή"), ("ρολόι", "ΡΟΛΟΪ"), ("Άλφα", "ΑΛΦΑ")])
  func capitalizesGreek(_ text: String, _ expected: String) {
    #expect(transformed(text, .uppercase, language: "el") == expected)
  }
}
