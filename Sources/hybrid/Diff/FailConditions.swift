import ArgumentParser
import Diff

/// The value of `--fail-on`: kinds with commas between.
struct FailConditions: ExpressibleByArgument {
  var list: [FailCondition] = []

  init?(argument: String) {
    for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let condition = FailCondition(word.trimmingPrefix(" ").description) else { return nil }
      list.append(condition)
    }
  }

  static var allValueStrings: [String] { FailCondition.names + ["size+5%"] }

  func failures(in difference: ReleaseDifference) -> [String] { list.compactMap { $0.failure(in: difference) } }
}
