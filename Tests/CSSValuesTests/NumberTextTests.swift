import Testing

@testable import CSSValues

struct NumberTextTests {
  @Test func sixSignificantDigits() {
    let values: [Double] = [
      0, -0.5, 1.0 / 3, 1e6, 123456.5, 999999, -1234567, 0.000001234, 1e-7, 33554428, 1e300, 100.25,
    ]
    #expect(
      values.map(NumberText.text) == [
        "0", "-0.5", "0.333333", "1e+06", "123456", "999999", "-1.23457e+06", "1.234e-06", "1e-07", "3.35544e+07",
        "1e+300", "100.25",
      ])
  }

  @Test func identifiersAndStringsAreEscaped() {
    #expect(CSSText.identifier("1a b-é") == "\\31 a\\ b-é")
    #expect(CSSText.string("a\"b\n") == "\"a\\\"b\\a \"")
  }

  @Test func pathsBecomeAbsolute() {
    #expect(
      SVGPath("m 10 20 l5-5h.5.5 a1 1 0 0110 10z")?.absolute.text
        == "M 10 20 L 15 15 H 15.5 H 16 A 1 1 0 0 1 26 25 Z")
    #expect(SVGPath("L 1 2") == nil)
  }

  @Test func colorsConvertThereAndBack() {
    let red = Color(.srgb, 1, 0.5, 0.25)
    for space in [
      Color.Space.lab, .lch, .oklab, .oklch, .displayP3, .a98RGB, .prophotoRGB, .rec2020, .xyzD50, .hsl, .hwb,
    ] {
      let back = red.converted(to: space).converted(to: .srgb)
      // Lab of sRGB is rounded as browsers round it.
      let epsilon = space == .lab || space == .lch ? 1e-3 : 1e-6
      #expect(
        abs(back.first - 1) < epsilon && abs(back.second - 0.5) < epsilon && abs(back.third - 0.25) < epsilon,
        "\(space)")
    }
    #expect(Color(.lab, 50, 0, 0).converted(to: .lch).third.isNaN)
  }
}
