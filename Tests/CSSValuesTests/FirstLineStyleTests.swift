import CSSValues
import Testing

/// What content on a first line takes from `::first-line` (CSS Pseudo-Elements 4, 2.1).
@Suite struct FirstLineStyleTests {
  @Test func eachPropertyThatIsTheBlocksBecomesTheFirstLines() {
    let block = ComputedStyle()
    var first = block
    first.font.kerning = .none
    first.font.size = 20
    first.text.letterSpacing = .length(2)
    var own = block
    own.font.weight = 700
    own.font.size = 10
    own.text.wordSpacing = .length(3)
    let style = own.onFirstLine(of: block, first)
    #expect(style.font.kerning == .none)
    #expect(style.font.weight == 700 && style.font.size == 10)
    #expect(style.text.letterSpacing == .length(2) && style.text.wordSpacing == .length(3))
  }

  @Test func alignmentIsTheBlocks() {
    let block = ComputedStyle()
    var first = block
    first.text.textAlign = .center
    #expect(block.onFirstLine(of: block, first).text.textAlign == block.text.textAlign)
  }
}
