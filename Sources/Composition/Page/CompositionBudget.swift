import Diagnostics

/// How much composing a page may make, and whether it made more. One per page.
///
/// A page may have ``smallestLimit`` bytes, and ``growth`` more for each byte of what it is made of: a few files that double
/// each other's text make no more.
final class CompositionBudget {
  /// Elements within elements that are composed.
  static let maximumDepth = 200
  /// Fragments within fragments beyond this are an error.
  static let maximumFileDepth = 48
  /// Loops, fragments and values may make this many bytes at most, whatever they are made of.
  static let maximumSize = 32 << 20
  private static let smallestLimit = 2 << 20
  private static let growth = 4
  /// A page may take a step for so many bytes that it may have.
  private static let stepSize = 4
  /// A step that makes nothing counts as so many: steps that make text are bounded by its size as well.
  private static let emptyStep = 4
  /// The loops of a page together go round this many times.
  private static let maximumIterations = 200_000
  /// Partials, components and slots together are put in this many times: each may hold the next one twice.
  private static let maximumInsertions = 50_000

  /// Whether the page grew beyond a limit, which was reported: nothing more is written.
  private(set) var isStopped = false
  /// The bytes of the text that is being written.
  var written = 0
  /// The bytes that values have made in attributes: of parameters, which hand them on, in particular.
  private var filled = 0
  private var depth = 0
  private var iterations = 0
  private var insertions = 0
  private var steps = 0
  /// What was written and filled before the last step.
  private var sizeAtStep = 0
  /// The bytes of the page, its layouts, partials and components.
  private var readBytes: Int
  private var readFiles: Set<String> = []
  /// The bytes of data that the page is made of.
  private lazy var dataSize = (page.site.data?.size ?? 0) + (page.derived.map { Self.size(of: $0) } ?? 0)
  private let page: CompositionPage
  private let journal: CompositionJournal

  /// The budget of a page whose own file has so many bytes.
  init(_ page: CompositionPage, _ journal: CompositionJournal, readBytes: Int) {
    self.page = page
    self.journal = journal
    self.readBytes = readBytes
  }

  /// Counts a file that the page is made of, once.
  func noteRead(_ path: String, _ count: Int) {
    if readFiles.insert(path).inserted { readBytes += count }
  }

  /// Whether the page is made of a file that was read before.
  func hasRead(_ path: String) -> Bool { readFiles.contains(path) }

  /// Counts bytes of a value.
  func noteFilled(_ count: Int) { filled += count }

  /// Goes one level deeper; whether the page may. The caller calls ``leave()`` either way.
  func enter(_ context: Context, at range: Range<Int>) -> Bool {
    depth += 1
    guard depth >= Self.maximumDepth else { return true }
    stop("elements that are composed are nested too deep", context, range)
    return false
  }

  /// Comes back from a level.
  func leave() { depth -= 1 }

  /// Counts a round of a loop; whether the page may have one more.
  func mayRepeat(_ context: Context, at range: Range<Int>) -> Bool {
    iterations += 1
    guard iterations > Self.maximumIterations else { return true }
    stop(
      "loops go round more than \(Self.maximumIterations) times", context, range,
      help: "spread a long list over several pages")
    return false
  }

  /// Counts a file or a slot that is put in; whether the page may have one more.
  func mayInsert(_ context: Context, at range: Range<Int>) -> Bool {
    insertions += 1
    if insertions > Self.maximumInsertions, !isStopped {
      stop(
        "partials, components and slots are put in more than \(Self.maximumInsertions) times", context, range,
        help: "a file that holds another one twice doubles the page with each level")
    }
    return !isStopped
  }

  /// Counts a step, which is an element that is acted on or a value, and stops where there are more steps than what the page
  /// is made of allows, though most of them make nothing.
  func step(_ context: Context, at range: Range<Int>, adding more: Int = 0) {
    let size = written + filled + more
    steps += size == sizeAtStep ? Self.emptyStep : 1
    sizeAtStep = size
    checkSize(context, at: range, adding: more)
  }

  /// Stops where the page, or the values that were made for it, have become larger than what they are made of allows.
  func checkSize(_ context: Context, at range: Range<Int>, adding more: Int = 0) {
    let size = max(written, filled) + more
    guard max(size, steps * Self.stepSize) > Self.smallestLimit, !isStopped else { return }
    let limit = min(Self.maximumSize, Self.smallestLimit + Self.growth * inputSize)
    if steps * Self.stepSize > limit {
      stop(
        "composing the page takes more than \(limit / Self.stepSize) steps, the most for what it is made of", context,
        range,
        help: "a partial is gone through each time that it is put in: leave out of it what only some pages need")
    }
    guard size > limit, !isStopped else { return }
    stop(
      "the composed page has more than \(limit >> 20) MB, the most for what it is made of", context, range,
      help: "spread a long list over several pages; a partial that uses a parameter twice doubles its text")
  }

  private var inputSize: Int { readBytes + dataSize }

  /// The bytes of the files and data that a page of so many bytes is made of, but no more than it has itself.
  func inputSize(ofPage size: Int) -> Int {
    // OPTIMIZATION: the site's data is counted only for large pages, of which there are few.
    size > Self.smallestLimit / 4 ? min(size, inputSize) : size
  }

  private static func size(of page: DerivedPage) -> Int {
    StaticValue.object(page.facts).size + page.variables.values.reduce(0) { $0 + $1.size }
  }

  private func stop(_ message: String, _ context: Context, _ range: Range<Int>, help: String? = nil) {
    journal.report(.compositionLimit, message, in: context, at: range, help: help)
    isStopped = true
  }
}
