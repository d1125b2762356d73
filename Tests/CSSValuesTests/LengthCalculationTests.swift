import Testing

@testable import CSSValues

struct LengthCalculationTests {
  private func calculation(_ root: CalcNode, _ range: CalcRange = .all) -> LengthCalculation {
    LengthCalculation(CalcExpression(root, range: range))
  }

  @Test func aPercentageAndALengthAreWhatTheTreeComesTo() {
    for (percentage, length) in [(50.0, -10.0), (0, 4), (33.3, 0.1), (-20, 300)] {
      let sum = calculation(.sum([.percentage(percentage), .length(length)]))
      for basis in [0.0, 1, 320, 1024.5] {
        #expect(sum.resolve(percentageBasis: basis) == sum.expression.resolve(percentageBasis: basis))
      }
    }
  }

  @Test func theRangeOfThePropertyHolds() {
    let sum = calculation(.sum([.percentage(10), .length(-50)]), .nonNegative)
    #expect(sum.resolve(percentageBasis: 100) == 0)
    #expect(sum.resolve(percentageBasis: 1000) == 50)
  }

  @Test func notANumberCountsAsZero() {
    let sum = calculation(.sum([.percentage(.infinity), .length(-.infinity)]))
    #expect(sum.resolve(percentageBasis: 100) == 0)
  }

  @Test func otherTreesAreWalked() {
    let least = calculation(.min([.percentage(50), .length(120)]))
    #expect(least.resolve(percentageBasis: 200) == 100)
    #expect(least.resolve(percentageBasis: 400) == 120)
  }

  /// A field has the calculation, and its value's tree is the one that the computer made.
  @Test func lengthsGoIntoTheirFields() {
    var style = ComputedStyle()
    var context = ComputationContext(
      parent: style, rootFont: style.font, viewport: Viewport(width: 400, height: 800))
    let expression = CalcExpression(.sum([.percentage(50), .dimension(-10, .vw)]), range: .nonNegative)
    Computation.apply(.math(expression), to: .width, of: &style, &context)
    guard case .value(.calc(let calculation)) = style.box.width else {
      Issue.record("\(style.box.width)")
      return
    }
    #expect(calculation.resolve(percentageBasis: 200) == 60)
    #expect(style.computedValue(.width).text == "calc(50% - 40px)")
    #expect(context.dependencies.contains(.viewport))
    Computation.apply(.dimension(2, .em), to: .inlineSize, of: &style, &context)
    #expect(style.box.width == .value(.length(32)))
    Computation.apply(.percentage(25), to: .paddingLeft, of: &style, &context)
    #expect(style.box.padding.left == .percentage(25))
  }
}
