import Painting
import Testing

/// What has the style of a pseudo-element without a node: `::first-line` and `::first-letter`.
@Suite struct LinePartTests {
  private func runs(_ list: DisplayList) -> [TextRun] {
    list.items.compactMap { item in if case .text(let run) = item { run } else { nil } }
  }

  @Test func aFirstLineHasItsColor() throws {
    let list = try PaintedPage(
      "<p id=p>one <b>two</b> three four five six seven eight nine ten eleven twelve</p>",
      style: "p::first-line{color:#0f0;text-decoration:underline}b{color:#f00}"
    ).list()
    let runs = runs(list)
    let first = try #require(runs.first)
    for run in runs {
      let isFirst = run.baseline == first.baseline
      // What says its own color keeps it.
      let wanted = run.text == "two" ? PaintColor(1, 0, 0) : isFirst ? PaintColor(0, 1, 0) : .black
      #expect(run.paint == .color(wanted), "\(run.text)")
    }
    #expect(runs.contains { $0.baseline > first.baseline })
    let lines = list.items.filter { if case .decoration = $0 { true } else { false } }
    #expect(lines.count == runs.count { $0.baseline == first.baseline })
  }

  @Test func aFirstLineHasOneBackground() throws {
    let list = try PaintedPage(
      "<p>one <i>two</i> three four five six seven eight nine ten eleven twelve</p>",
      style: "p{margin:0}p::first-line{background:#0f0}"
    ).list()
    let fills = list.items.compactMap { item -> PaintShape? in
      if case .fill(let shape, .color(PaintColor(0, 1, 0)), _) = item { shape } else { nil }
    }
    #expect(fills.count == 1)
    let last = try #require(runs(list).last { $0.baseline < 20 })
    #expect(fills.first.map { abs($0.bounds.x + $0.bounds.width - last.x - last.width) < 1 } == true)
  }

  @Test func aFirstLetterHasItsSizeColorAndBox() throws {
    let list = try PaintedPage(
      "<p>“Once upon</p>",
      style: "p{margin:0}p::first-letter{font-size:40px;color:#f00;padding:0 3px;border:1px solid #00f}"
    ).list()
    let runs = runs(list)
    #expect(runs.map(\.text) == ["“O", "nce upon"])
    #expect(runs[0].paint == .color(PaintColor(1, 0, 0)) && runs[1].paint == .color(.black))
    #expect(list.textStyles[runs[0].style].font.size == 40 && list.textStyles[runs[1].style].font.size == 16)
    let border = try #require(
      list.items.first { item in
        if case .fill(_, .color(PaintColor(0, 0, 1)), _) = item { true } else { false }
      })
    guard case .fill(let shape, _, _) = border else { return }
    #expect(abs(shape.bounds.width - runs[0].width - 8) < 0.1 && shape.bounds.x < runs[0].x)
  }

  @Test func aLetterOnAFirstLineTakesWhatItDoesNotSay() throws {
    let list = try PaintedPage(
      "<p>Once</p>", style: "p::first-line{color:#0f0;font-weight:700}p::first-letter{font-size:30px}"
    ).list()
    let letter = try #require(runs(list).first)
    #expect(letter.text == "O" && letter.paint == .color(PaintColor(0, 1, 0)))
    #expect(list.textStyles[letter.style].font.weight == 700 && list.textStyles[letter.style].font.size == 30)
  }

  @Test func othersKeepTheStyleOfTheirElement() throws {
    let list = try PaintedPage("<p>Once<p class=x>Twice", style: ".x::first-letter{color:#f00}").list()
    #expect(runs(list).map(\.text) == ["Once", "T", "wice"])
  }
}
