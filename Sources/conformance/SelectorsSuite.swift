import Foundation

enum SelectorsSuite {
  @Sendable
  static func answer(_ question: Data) -> Data {
    // UNIMPLEMENTED: the suite's own answers.
    unanswered(question)
  }
}
