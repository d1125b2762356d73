/// What rules answered for one element in the states that were supposed of it so far.
///
/// OPTIMIZATION: of all states that count for an element, a rule asks for few. What it answered under these it answers again
/// wherever they are the same, whatever the others are.
///
/// A class, as the probe is: one page is matched by one thread.
final class StateDecisions {
  private struct Answer {
    /// The answer before it of the same rule, -1 for none.
    var next: Int32
    /// The facts that the rule asked for, and those of them that were supposed.
    var asked: UInt8
    var supposed: UInt8
    /// Generations to the scope's root, -1 for no match.
    var proximity: Int32
  }

  /// Whose answers these are.
  private(set) var element = -1
  @exclusivity(unchecked) private var answers: [Answer] = []
  /// By set of rules and place of the rule, its last answer, -1 for none.
  @exclusivity(unchecked) private var sets: [(rules: ObjectIdentifier, last: [Int32])] = []
  /// The rules that have answers.
  @exclusivity(unchecked) private var answered: [(set: Int, position: Int)] = []
  /// How often a rule was not asked again.
  @exclusivity(unchecked) private(set) var spared = 0

  /// Forgets what is known, for the states of an element.
  func begin(_ element: Int) {
    self.element = element
    for (set, position) in answered { sets[set].last[position] = -1 }
    answered.removeAll(keepingCapacity: true)
    answers.removeAll(keepingCapacity: true)
  }

  /// Ends the use of what is known.
  func end() { element = -1 }

  /// What a rule answers in the states that a probe supposes.
  ///
  /// - Parameters:
  ///   - rules: the rule's set.
  ///   - position: the rule's place in it.
  ///   - probe: what supposes the states.
  ///   - find: asks the rule: generations to its scope's root, `nil` for no match.
  func answer(_ rules: RuleSet, _ position: Int, _ probe: StateProbe, _ find: () -> Int32?) -> Int32? {
    let set = place(of: rules)
    var place = sets[set].last[position]
    while place >= 0 {
      let answer = answers[Int(place)]
      if probe.supposed & answer.asked == answer.supposed {
        spared &+= 1
        return answer.proximity < 0 ? nil : answer.proximity
      }
      place = answer.next
    }
    probe.askedSupposing = 0
    let found = find()
    let asked = probe.askedSupposing
    let last = sets[set].last[position]
    if last < 0 { answered.append((set, position)) }
    sets[set].last[position] = Int32(answers.count)
    answers.append(
      Answer(next: last, asked: asked, supposed: probe.supposed & asked, proximity: found ?? -1))
    return found
  }

  private func place(of rules: RuleSet) -> Int {
    let identifier = ObjectIdentifier(rules)
    for place in sets.indices where sets[place].rules == identifier { return place }
    sets.append((identifier, [Int32](repeating: -1, count: rules.entries.count)))
    return sets.count - 1
  }
}
