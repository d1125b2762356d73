import Diagnostics
import Testing

@Suite struct SuggestionTests {
  @Test func theNearestWordIsSuggested() {
    let budget = Suggestion.Budget()
    #expect(budget.nearest(to: "heigth", in: ["width", "height", "eight"]) == "height")
    #expect(budget.nearest(to: "colour", in: ["display"]) == nil)
  }

  /// What is asked beyond the budget has no answer, in whatever order the known words are.
  @Test(arguments: [false, true])
  func manyQuestionsCostNoMoreThanSome(isReversed: Bool) {
    var known = (0..<100).map { "anchor\($0)" }
    if isReversed { known.reverse() }
    let budget = Suggestion.Budget(steps: 10_000)
    let answers = (0..<100).map { budget.nearest(to: "ancher\($0)", in: known) }
    let answered = answers.prefix { $0 != nil }.count
    #expect(answered == 7)
    #expect(answers[answered...].allSatisfy { $0 == nil })
  }

  /// Once the budget is spent, the known words are not even made.
  @Test func aSpentBudgetMakesNoWords() {
    let budget = Suggestion.Budget(steps: 1)
    #expect(budget.nearest(to: "abcd", in: ["abce", "abcf"]) == nil)
    func words() -> [String] {
      Issue.record("the words were made")
      return []
    }
    #expect(budget.nearest(to: "abcd", in: words()) == nil)
  }
}
