import Painting
import Testing

/// The parts of ranges and gauges that a page styles.
@Suite struct ControlPartTests {
  private func dump(_ control: String, _ style: String) throws -> String {
    try PaintedPage(control, style: "input,progress,meter{display:block;margin:0}\(style)").dump()
  }

  private let range = """
    input{appearance:none;width:100px}
    ::-webkit-slider-runnable-track{height:8px;background:#010203}
    ::-webkit-slider-thumb{appearance:none;width:20px;height:20px;margin-top:-6px;background:#040506}
    """

  @Test func theThumbIsOnItsTrack() throws {
    let left = try dump("<input type=range value=25>", range)
    #expect(left.contains("fill [0 0 100 8] rgb(1, 2, 3)"), "\(left)")
    #expect(left.contains("fill [20 -6 20 20] rgb(4, 5, 6)"), "\(left)")
    let right = try dump("<input type=range value=25 dir=rtl>", range)
    #expect(right.contains("fill [60 -6 20 20] rgb(4, 5, 6)"), "\(right)")
  }

  @Test func thePlatformDrawsTheThumbOfItsOwnRanges() throws {
    let native = try dump("<input type=range>", range + "input{appearance:auto}")
    #expect(!native.contains("rgb(4, 5, 6)") && native.contains("rgb(1, 2, 3)"), "\(native)")
  }

  @Test func theFilledPartIsInTheBarsPadding() throws {
    let style = """
      progress{appearance:none;width:100px;height:20px}
      ::-webkit-progress-bar{background:#010203;padding:5px}
      ::-webkit-progress-value{background:#040506}
      """
    let dump = try dump("<progress value=.5>", style)
    #expect(dump.contains("fill [0 0 100 20] rgb(1, 2, 3)"), "\(dump)")
    #expect(dump.contains("fill [5 5 45 10] rgb(4, 5, 6)"), "\(dump)")
    #expect(try self.dump("<progress value=.5 dir=rtl>", style).contains("fill [50 5 45 10] rgb(4, 5, 6)"))
    // The platform draws gauges without these parts.
    #expect(try !self.dump("<progress value=.5>", style + "progress{appearance:auto}").contains("rgb(4, 5, 6)"))
  }

  @Test(arguments: [("0.9", "rgb(1, 1, 1)"), ("0.5", "rgb(2, 2, 2)"), ("0.1", "rgb(3, 3, 3)")])
  func metersHaveAPartForEachRegion(value: String, color: String) throws {
    let dump = try dump(
      "<meter low=.3 high=.7 optimum=.9 value=\(value)>",
      """
      meter{appearance:none;width:100px;height:20px} ::-webkit-meter-bar{background:none}
      ::-webkit-meter-optimum-value{background:#010101} ::-webkit-meter-suboptimum-value{background:#020202}
      ::-webkit-meter-even-less-good-value{background:#030303}
      """)
    let others = ["rgb(1, 1, 1)", "rgb(2, 2, 2)", "rgb(3, 3, 3)"].filter { $0 != color }
    #expect(dump.contains(color) && others.allSatisfy { !dump.contains($0) }, "\(dump)")
  }

  @Test func roundedGaugesCutTheirParts() throws {
    let dump = try dump(
      "<progress value=1>",
      "progress{appearance:none;width:100px;height:20px;overflow:hidden;border-radius:10px}")
    #expect(dump.contains("clip [0 0 100 20] radius 10"), "\(dump)")
  }
}
