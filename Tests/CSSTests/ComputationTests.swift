import Testing

@testable import CSS
@testable import CSSValues

/// A font whose `0` is wider in Japanese text.
private struct FontOfLanguages: FontMetricsProvider {
  func metrics(for font: FontStyle) -> FontMetrics { metrics(for: font, language: "") }

  func metrics(for font: FontStyle, language: String) -> FontMetrics {
    var metrics = FontMetrics(ascent: 10, descent: 2, size: font.size)
    if language == "ja" { metrics.zeroAdvance = 20 }
    return metrics
  }
}

struct ComputationTests {
  /// Computes declarations in order on a style and serialises properties of it.
  private func computed(_ text: String, _ names: String..., ratio: Double = 1, language: String = "") -> String {
    var properties = PropertyParser()
    var style = ComputedStyle()
    style.text.language = language
    var context = ComputationContext(
      parent: style, rootFont: style.font, viewport: Viewport(width: 800, height: 600, scale: ratio))
    if !language.isEmpty { context.fontMetrics = FontOfLanguages() }
    for declaration in text.split(separator: ";") {
      let parts = declaration.split(separator: ":", maxSplits: 1)
      guard let property = PropertyID(named: parts[0].trimmingPrefix(" ").description) else { return "unknown" }
      var list: [PropertyDeclaration] = []
      guard properties.parse(property, TokenStream(text: String(parts[1])).cursor, into: &list) else {
        return "invalid"
      }
      for item in list {
        guard case .known(let longhand) = item.property, case .value(let value) = item.value else { continue }
        Computation.apply(value, to: longhand, of: &style, &context)
      }
    }
    return names.map { style.serialized(PropertyID(named: $0) ?? .all) }.joined(separator: " | ")
  }

  @Test func unitsAndCalculations() {
    #expect(
      computed("font-size:2em;width:calc(1em + 10vw - 1pt);height:calc(50% + 2 * 3px)", "width", "height")
        == "110.667px | calc(50% + 6px)")
    #expect(
      computed(
        "left:calc(1px * infinity);top:calc(0px / 0);right:round(up, 7px, 5px);bottom:min(1%, 2px)",
        "left", "top", "right", "bottom") == "3.35544e+07px | 0px | 10px | min(1%, 2px)")
    #expect(
      computed(
        "z-index:calc(1.5);order:calc(-1.5);opacity:calc(2);flex-grow:calc(-1)", "z-index", "order",
        "opacity", "flex-grow") == "2 | -1 | 1 | 0")
    #expect(
      computed(
        "rotate:atan2(1, 1);transition-duration:calc(1s + 500ms);width:calc(sign(-1em) * -3px)", "rotate",
        "transition-duration", "width") == "45deg | 1.5s | 3px")
  }

  @Test func calculationsWithoutLengthsArePercentages() {
    #expect(computed("width:calc(0px + 50%);padding-top:calc(0px - 3%)", "width", "padding-top") == "50% | 0%")
    #expect(
      computed("grid-template-columns:fit-content(calc(0px + 50%))", "grid-template-columns") == "fit-content(50%)")
    #expect(computed("width:calc(20% * 0.5em / 1px)", "width") == "160%")
    #expect(computed("width:calc(50% + 1px)", "width") == "calc(50% + 1px)")
  }

  @Test func sizesKeepTheirCalculation() {
    #expect(computed("width:calc-size(auto, size)", "width") == "calc-size(auto, size)")
    #expect(computed("width:calc-size(any, 2em)", "width") == "calc-size(any, 32px)")
    #expect(computed("min-height:calc-size(50%, size)", "min-height") == "calc-size(50%, size)")
  }

  /// Chromium keeps font sizes in single precision: glyphs are scaled to the size in 1/100 device px below it.
  @Test func fontSizesAreOfSinglePrecision() {
    #expect(PropertyComputation.fontSize(0.95, of: 14.4) == Double((13.68 as Float).nextDown))
    #expect(PropertyComputation.fontSize(0.9, of: 14.4) == 0.9 * 14.4)
    #expect(computed("font-size:0.95em", "font-size") == "15.2px")
  }

  @Test func unitsOfFontsKnowTheLanguage() {
    #expect(computed("width:2ch;font-size:3ch", "width", "font-size", language: "ja") == "40px | 60px")
    #expect(computed("width:2ch", "width", language: "en") == "16px")
  }

  @Test func wordsThatSayNothingAreLeftOut() {
    #expect(computed("scroll-snap-type:both proximity", "scroll-snap-type") == "both")
    #expect(computed("scroll-snap-type:y mandatory", "scroll-snap-type") == "y mandatory")
    #expect(computed("text-size-adjust:none", "text-size-adjust") == "100%")
  }

  @Test func bordersSnapToDevicePixels() {
    #expect(
      computed("border:thin solid;outline-width:0.2px", "border-top-width", "outline-width", ratio: 3)
        == "1px | 0.333333px")
    #expect(computed("border-top-width:5px", "border-top-width") == "0px")
  }

  @Test func colors() {
    #expect(computed("color:hsl(120deg 100% 25% / 50%)", "color") == "rgba(0, 128, 0, 0.5)")
    #expect(computed("color:color-mix(in oklab, red, blue)", "color") == "oklab(0.539985 0.096203 -0.0928409)")
    #expect(
      computed("color:red;background-color:rgb(from currentcolor g r b / 25%)", "background-color")
        == "color(srgb 0 1 0 / 0.25)")
    #expect(computed("color:lab(50% none 20)", "color") == "lab(50 none 20)")
    #expect(
      computed("color:light-dark(#123456, red);border-top-color:currentcolor", "border-top-color")
        == "rgb(18, 52, 86)")
  }

  @Test func shorthandsSerialiseBack() {
    #expect(
      computed(
        "margin:1px 2px;border-radius:1px 2px / 3px;grid-area:a / 2 / span 3", "margin", "border-radius",
        "grid-area") == "1px 2px | 1px 2px / 3px | a / 2 / span 3")
    #expect(computed("font:italic bold 20px/2 A B, serif", "font") == "italic 700 20px / 40px \"A B\", serif")
    #expect(computed("transform:translate(10px, 5px) rotate(90deg)", "transform") == "matrix(0, 1, -1, 0, 10, 5)")
    #expect(
      computed("box-shadow:inset 1px 2px red, 3px 3px", "box-shadow")
        == "rgb(255, 0, 0) 1px 2px 0px 0px inset, rgb(0, 0, 0) 3px 3px 0px 0px")
  }

  @Test func accessorsGiveBackWhatTheyTake() {
    let initial = ComputedStyle()
    for property in PropertyID.allCases where !property.isShorthand && !property.isLogical {
      var style = ComputedStyle()
      style.setComputed(property, initial.computedValue(property))
      #expect(style.serialized(property) == initial.serialized(property), "\(property.name)")
    }
  }
}
