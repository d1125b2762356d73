import CSSValues
import Testing

/// `<meta name="viewport">` as browsers of phones read it.
@Suite struct ViewportDescriptionTests {
  private func page(_ content: String) -> [Double] {
    let page = ViewportDescription(content: content).page(onScreenOf: 390, 844)
    return [page.width, page.height, page.scale]
  }

  @Test func widthsAndScales() {
    #expect(page("width=device-width, initial-scale=1") == [390, 844, 1])
    #expect(page("WIDTH = Device-Width;initial-scale=1.0") == [390, 844, 1])
    #expect(page("initial-scale=1") == [390, 844, 1])
    #expect(page("width=780") == [780, 1688, 0.5])
    #expect(page("width=780px") == [780, 1688, 0.5])
    #expect(page("initial-scale=0.5") == [780, 1688, 0.5])
    // The larger of both counts.
    #expect(page("width=600, initial-scale=0.5") == [780, 1688, 0.5])
    #expect(page("width=device-width, initial-scale=2") == [390, 844, 2])
    let high = page("width=device-height")
    #expect(high[0] == 844 && high[1] == 1826.5)
    // Scales are kept within their limits, widths too.
    #expect(page("initial-scale=0.5, minimum-scale=1") == [390, 844, 1])
    #expect(page("initial-scale=4, maximum-scale=2") == [195, 422, 2])
    #expect(page("width=1e9")[0] == 1)
    #expect(page("width=99999999")[0] == 10_000)
  }

  @Test(arguments: [
    "", "user-scalable=no", "viewport-fit=cover", "width", "width=", "width=wide", "width=-5", "=,;= =",
  ])
  func whatSaysNothing(_ content: String) {
    #expect(ViewportDescription(content: content).saysNothing)
    #expect(page(content) == [390, 844, 1])
  }
}
