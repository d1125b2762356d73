import HTML

/// What the styles of a page cost, in steps of about 20 ns.
///
/// Each costly step of the cascade charges what it takes, in proportion to what it does, and there is one limit for all of
/// them. What takes memory is charged, too: a step stands for at most some four bytes.
///
/// One meter counts for all viewports of a page. What they share is computed, and so charged, once.
///
/// Pages do not depend on what a ``StyleMemory`` knows: a style that an earlier page computed is charged as if this page had.
package struct StyleWork {
  /// What steps are taken for.
  package enum Kind: Int, CaseIterable, Sendable {
    /// Each distinct style, whatever is in it.
    case styles
    /// Rules that apply, and their declarations.
    case declarations
    /// The parts of values: items of lists, arguments of functions.
    case values
    /// Custom properties, and texts in which references are replaced.
    case references
    /// `@keyframes` rules, and animations.
    case animations
  }

  /// Steps by kind.
  typealias Cost = SIMD8<Int32>

  /// The most steps of a page in all of its environments, where they are up to three.
  package static let maximum = 100_000_000
  /// The most steps of a page in as many environments as it is built for: a third of ``maximum`` more for each beyond three, and no
  /// more than ten times as much, so that counts of 32 bits hold them.
  package static func maximum(ofEnvironments count: Int) -> Int { maximum * min(max(3, count), 30) / 3 }
  /// The most declarations of one style, each counted for each longhand: what is beyond is left out.
  package static let maximumDeclarations = 1_000_000

  /// To compute a style, whatever is in it: one with animations is computed up to three times.
  static let computation = 500
  /// To compare a style with others, and to keep it.
  static let style = 500
  /// The portable form of a style, and what layout and page files make of it: once for all that differ only in
  /// custom properties.
  static let look = 3_000
  /// A rule that applies to an element.
  static let rule = 2
  /// A declaration of a longhand.
  static let declaration = 4
  /// A longhand that is computed.
  static let longhand = 25
  /// A part of a value beyond the first, as it is computed, kept and written.
  static let part = 34
  /// A custom property that a style declares.
  static let customProperty = 12
  /// The same, where its value is not plainly that which is inherited.
  static let ownProperty = 18
  /// A text in which references are replaced.
  static let substitution = 60
  /// An animation of a style.
  static let animation = 30
  /// A declaration of a keyframe, for each of its offsets.
  static let frame = 40
  /// No more is charged at once: the counts cannot overflow.
  private static let maximumCharge = 1 << 28

  /// Without a step.
  package init() {}

  /// The most steps that there may be.
  package var limit = Self.maximum
  /// The steps so far.
  private(set) var cost = Cost()
  package private(set) var total = 0
  /// The element whose styles are being computed, and its steps.
  private var element: Int32 = 0
  private var ofElement = Cost()
  /// By kind, the element that took the most steps, the last of those that are equal; and how many. The first elements are
  /// those around the others, which rarely are what a page has too many of.
  private var costliest = SIMD8<Int32>()
  private var most = Cost()
  /// The element that has more declarations than it may.
  private var refused: Int?
  /// Which limit is passed, if any.
  private(set) var passed: StyleExcess.Limit?

  /// Whether there is no room any more.
  @inline(__always)
  var isBeyond: Bool { passed != nil }

  /// The steps of a kind so far.
  func steps(for kind: Kind) -> Int { Int(cost[kind.rawValue]) }

  /// Begins the styles of an element.
  mutating func begin(_ element: Int) {
    self.element = Int32(truncatingIfNeeded: element)
    ofElement = Cost()
  }

  /// Charges steps of a kind, or as many as there is something.
  mutating func charge(_ steps: Int, times count: Int = 1, _ kind: Kind) {
    let (product, overflow) = steps.multipliedReportingOverflow(by: count)
    var cost = Cost()
    cost[kind.rawValue] = Int32(overflow ? Self.maximumCharge : min(product, Self.maximumCharge))
    charge(cost)
  }

  /// Charges what a style cost where it was computed.
  mutating func charge(_ cost: Cost) {
    guard !isBeyond else { return }
    self.cost &+= cost
    total += Int(cost.wrappedSum())
    ofElement &+= cost
    let isMore = (ofElement .>= most) .& (cost .> 0)
    most.replace(with: ofElement, where: isMore)
    costliest.replace(with: SIMD8(repeating: element), where: isMore)
    if total > limit { passed = .steps }
  }

  /// Notes that a style has more declarations than it may.
  mutating func refuseDeclarations() {
    guard !isBeyond else { return }
    refused = Int(element)
    passed = .declarations
  }

  /// What is too much, of the elements of a document; `nil` where nothing is.
  func excess(_ node: (Int) -> NodeID) -> StyleExcess? {
    guard let passed else { return nil }
    // The first of equal ones: no order of hashing.
    let kind = Kind.allCases.max { cost[$0.rawValue] < cost[$1.rawValue] } ?? .styles
    return StyleExcess(
      limit: passed, steps: limit, kind: kind, share: Double(cost[kind.rawValue]) / Double(max(total, 1)),
      element: node(refused ?? Int(costliest[kind.rawValue])))
  }
}

/// How the styles of a page take more than they may: it is refused.
package struct StyleExcess: Hashable, Sendable {
  /// What was met.
  package enum Limit: Sendable {
    /// ``StyleExcess/steps``.
    case steps
    /// ``StyleWork/maximumDeclarations``.
    case declarations
  }
  /// What was met.
  package var limit: Limit
  /// The most steps that the page may take.
  package var steps: Int
  /// What most steps were taken for.
  package var kind: StyleWork.Kind
  /// How many of all steps those are, 0 to 1.
  package var share: Double
  /// The element whose styles took most of those, or that has more declarations than it may.
  package var element: NodeID
}
