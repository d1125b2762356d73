import Diagnostics

/// What composing a page found: its problems, and what the page was made from. One per page.
final class CompositionJournal {
  private(set) var diagnostics = DiagnosticSink()
  /// What comparing unknown names with known ones may cost.
  let suggestions = Suggestion.Budget()
  /// How many problems were reported, and values left out because of one.
  private(set) var failures = 0
  private(set) var inputs: [CompositionInput] = []
  private(set) var dependencies: [CompositionDependency] = []
  /// The placeholders of fragments that nothing filled.
  private(set) var unfilled: [UnfilledPlaceholder] = []
  /// The inputs, for looking up.
  private var knownInputs: Set<CompositionInput> = []
  /// The dependencies, for looking up: a path of data may be asked for a million times.
  private var knownDependencies: Set<CompositionDependency> = []

  /// The most placeholders that are noted.
  private static let maximumUnfilled = 1_000

  /// Reports a problem at bytes of the context's file.
  func report(
    _ code: DiagnosticCode, _ message: @autoclosure () -> String, in context: Context, at range: Range<Int>,
    help: @autoclosure () -> String? = nil
  ) {
    failures += 1
    diagnostics.report(code, message(), in: context.source, at: range, help: help())
  }

  /// Adds problems that were found before.
  func append(_ problems: DiagnosticSink) { diagnostics.append(problems) }

  /// Counts a value that is left out because of a problem that was reported where it comes from.
  func noteFailure() { failures += 1 }

  /// Notes what the page is composed from.
  func record(_ path: String, _ role: String) {
    let input = CompositionInput(path: path, role: role)
    if knownInputs.insert(input).inserted { inputs.append(input) }
  }

  /// Notes a file of which the page depends: on its bytes, or on its not being there.
  ///
  /// - Parameter isReference: whether the page refers to the file, so that it counts as used.
  func depend(on path: String, exists: Bool, isReference: Bool = true) {
    let dependency = CompositionDependency(path: path, exists: exists, isReference: isReference)
    if knownDependencies.insert(dependency).inserted { dependencies.append(dependency) }
  }

  /// Reads a page's front matter; what is wrong with it is reported.
  func frontMatter(of fragment: Fragment) -> StaticObject? { fragment.readFrontMatter(&diagnostics) }

  /// Notes a placeholder of a fragment that stays as it is written.
  func noteUnfilled(_ expression: String, at place: Range<Int>, in context: Context) {
    // A page's own braces are reported where they are.
    guard let parent = context.frame.parent, unfilled.count < Self.maximumUnfilled,
      let name = Placeholder.leadingName(expression[...])
    else { return }
    let file = context.fragment.path
    let names = context.fragment.parameters.map(\.name)
    let near = suggestions.nearest(to: name, in: names).map { "did you mean `\($0)` in `\(file)`?" }
    unfilled.append(
      UnfilledPlaceholder(
        place: UnfilledPlaceholder.Place(file: context.source.path, offset: place.lowerBound), name: name,
        source: parent.fragment.source, range: context.frame.use,
        help: near
          ?? (context.frame.collects && names.isEmpty
            ? "write `\(name)=\"…\"` on the tag that uses `\(file)`, or correct the name"
            : "declare it in `\(file)`: `<param name=\"\(name)\">`")))
  }
}
