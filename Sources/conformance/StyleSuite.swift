import Foundation

enum StyleSuite {
  @Sendable
  static func answer(_ question: Data) -> Data {
    // UNIMPLEMENTED: the suite's own answers.
    unanswered(question)
  }
}
