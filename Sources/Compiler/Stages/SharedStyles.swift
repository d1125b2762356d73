import CSS
import CSSValues
import Style

/// The styles of one page, and layout's input made of them, for the viewports in which they are the same.
///
/// OPTIMIZATION: the viewports of phones mostly have the same rules, and most pages have no style that counts from the viewport.
/// A class, because stages are copied; it serves one thread.
final class SharedStyles {
  /// What one viewport's styles came to.
  struct Entry {
    let rules: RuleSet
    let environment: Environment
    let styles: ElementStyles
    let usesSafeArea: Bool
    let scrollbarThickness: Double
    /// Layout's input; `nil` where images are chosen by the viewport.
    let input: LayoutStage.LayoutInput?
  }

  private var entries: [Entry] = []
  private var matches: [SharedMatches] = []

  /// The styles of a viewport before that hold in an environment too, or `nil`.
  func entry(_ rules: RuleSet, _ environment: Environment) -> Entry? {
    entries.first { $0.rules === rules && $0.environment.differsOnlyInScreen(from: environment) }
  }

  /// What matches the elements in all environments in which the same rules hold.
  func matches(of elements: ElementTree, _ author: RuleSet) -> SharedMatches {
    if let known = matches.first(where: { $0.author === author }) { return known }
    let made = SharedMatches(elements, author: author)
    matches.append(made)
    return made
  }

  /// Keeps styles of which nothing depends on the viewport.
  func insert(_ entry: Entry) { entries.append(entry) }
}

extension Environment {
  /// Whether two environments are the same except for the screen's size and density.
  fileprivate func differsOnlyInScreen(from other: Environment) -> Bool {
    var other = other
    other.viewport.width = viewport.width
    other.viewport.height = viewport.height
    other.viewport.scale = viewport.scale
    return self == other
  }
}
