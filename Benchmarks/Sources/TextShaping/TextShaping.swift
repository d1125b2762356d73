import CSSValues
import Layout
import Text

/// Shapes Latin prose with the machine's sans-serif font: cold, each run new, then warm, each run met before.
///
///     swift run -c release --package-path Benchmarks text-shaping
@main
struct TextShaping {
  static func main() {
    var font = FontStyle()
    font.families = [.generic(.sansSerif)]
    let paragraphs = prose(count: 2000, words: 90, font: font)
    let characters = paragraphs.reduce(0) { $0 + $1.text.count }
    let clock = ContinuousClock()
    var cold: [Double] = []
    var warm: [Double] = []
    for _ in 0..<5 {
      // A new library forgets all shapes.
      let measurer = SystemTextMeasurer(fonts: FontSet(library: FontLibrary()))
      _ = measurer.metrics(for: font)
      for pass in 0..<2 {
        var width = 0.0
        let time = clock.measure {
          for paragraph in paragraphs { width += measurer.shape(paragraph).advances.reduce(0, +) }
        }
        precondition(width > 0, "text has a width")
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        if pass == 0 { cold.append(Double(characters) / seconds) } else { warm.append(Double(characters) / seconds) }
      }
    }
    print("\(characters) characters; median of 5 runs, one thread")
    print("cold: \(millions(cold)) million characters a second")
    print("warm: \(millions(warm)) million characters a second")
  }

  private static func millions(_ rates: [Double]) -> Double {
    (rates.sorted()[rates.count / 2] / 1e5).rounded() / 10
  }

  /// Paragraphs of words in an order that is the same each time.
  private static func prose(count: Int, words: Int, font: FontStyle) -> [TextParagraph] {
    let vocabulary = """
      the quick brown fox jumps over a lazy dog while reading prose about type, setting lines and measuring fonts in \
      browsers; which is never simple (nor quick), as "Avoid" and "Toy" have pairs that kern
      """.split(separator: " ")
    var state: UInt64 = 1
    func next() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33)
    }
    return (0..<count).map { _ in
      let text = (0..<words).map { _ in vocabulary[next() % vocabulary.count] }.joined(separator: " ")
      let units = Array(text.utf16)
      return TextParagraph(
        text: units, spans: [.init(range: 0..<units.count, style: 0)],
        styles: [.init(font: font, text: TextStyle())], baseDirection: .ltr)
    }
  }
}
