import CSS
import Platform
import Style

/// The rules of pages that use the same files for sheets, by environment: chosen and sorted once.
final class RuleSetCache: Sendable {
  private struct Key: Hashable {
    var sheets: [ObjectIdentifier]
    var environment: Environment
    var isQuirks: Bool
  }

  private struct AnswerKey: Hashable {
    var sheets: [ObjectIdentifier]
    var answers: [Bool]
    var isQuirks: Bool
  }

  /// Environments and combinations of sheets beyond this many are sorted again each time.
  private static let limit = 512
  private let sets = Mutex<[Key: RuleSet]>([:])
  /// The sets by what the queries of their sheets say: environments in which they say the same share one.
  private let setsByAnswers = Mutex<[AnswerKey: RuleSet]>([:])
  private let thresholds = Mutex<[Key: SharedThresholds]>([:])

  /// Where the queries of sheets change their answers, lengths in font sizes counted in an environment's; the sheets as those
  /// of ``ruleSet(_:_:isQuirks:)``.
  func thresholds(
    _ sheets: [CollectedSheet], _ environment: Environment, find: () -> MediaThresholds
  ) -> SharedThresholds {
    let key = Key(sheets: sheets.map { ObjectIdentifier($0.sheet) }, environment: environment, isQuirks: false)
    if let known = thresholds.withLock({ $0[key] }) { return known }
    let made = SharedThresholds(find())
    return thresholds.withLock { thresholds in
      if let known = thresholds[key] { return known }
      if thresholds.count < Self.limit { thresholds[key] = made }
      return made
    }
  }

  /// The rules of sheets that hold in an environment, the same object where the same rules hold. The sheets must live as long as the cache, which those of the
  /// ``StyleSheetCache`` do.
  func ruleSet(_ sheets: [CollectedSheet], _ environment: Environment, isQuirks: Bool) -> RuleSet {
    let key = Key(sheets: sheets.map { ObjectIdentifier($0.sheet) }, environment: environment, isQuirks: isQuirks)
    if let known = sets.withLock({ $0[key] }) { return known }
    let made = chosen(sheets, environment, isQuirks: isQuirks)
    return sets.withLock { sets in
      if let known = sets[key] { return known }
      if sets.count < Self.limit { sets[key] = made }
      return made
    }
  }

  private func chosen(_ sheets: [CollectedSheet], _ environment: Environment, isQuirks: Bool) -> RuleSet {
    let key = AnswerKey(
      sheets: sheets.map { ObjectIdentifier($0.sheet) }, answers: sheets.flatMap { $0.answers(in: environment) },
      isQuirks: isQuirks)
    if let known = setsByAnswers.withLock({ $0[key] }) { return known }
    let made = RuleSet(sheets, environment: environment, isQuirks: isQuirks)
    return setsByAnswers.withLock { sets in
      if let known = sets[key] { return known }
      if sets.count < Self.limit { sets[key] = made }
      return made
    }
  }
}
