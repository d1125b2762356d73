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
  private var keys = PositionKeys()
  /// Layout's input as it was made first.
  private var first: LayoutStage.LayoutInput?

  /// The styles of a viewport before that hold in an environment too, or `nil`.
  func entry(_ rules: RuleSet, _ environment: Environment) -> Entry? {
    entries.first { $0.rules === rules && $0.environment.differsOnlyInScreen(from: environment) }
  }

  /// What matches the elements in all environments in which the same rules hold.
  func matches(of elements: ElementTree, _ author: RuleSet) -> SharedMatches {
    if let known = matches.first(where: { $0.author === author }) { return known }
    let made = SharedMatches(elements, author: author, keys: keys)
    matches.append(made)
    return made
  }

  /// Lets go of what matches the elements, until styles are asked for again.
  func releaseMatches() { matches = [] }

  /// Forgets all that viewports share.
  func forgetAll() {
    forgetMatches()
    (entries, first) = ([], nil)
  }

  /// Forgets what matches the elements.
  func forgetMatches() {
    matches = []
    keys = PositionKeys()
  }

  /// Layout's input, of which what is equal to the first viewport's is held once.
  ///
  /// OPTIMIZATION: a page of 300,000 elements would hold 20 MB again for each viewport.
  func sharing(_ input: LayoutStage.LayoutInput) -> LayoutStage.LayoutInput {
    guard let first else {
      self.first = input
      return input
    }
    var input = input
    if input.tree.nodes == first.tree.nodes { input.tree.nodes = first.tree.nodes }
    if input.tree.text == first.tree.text { input.tree.text = first.tree.text }
    if input.origins == first.origins { input.origins = first.origins }
    if input.boxes == first.boxes { input.boxes = first.boxes }
    return input
  }

  /// Keeps styles of which nothing depends on the viewport.
  func insert(_ entry: Entry) { entries.append(entry) }
}

extension Environment {
  /// Whether two environments are the same except for the screen's size and density, of which borders of whole px do not depend: that of
  /// one device pixel to a px, of two and so on.
  fileprivate func differsOnlyInScreen(from other: Environment) -> Bool {
    func isWhole(_ scale: Double) -> Bool { scale == scale.rounded() }
    var other = other
    other.viewport.width = viewport.width
    other.viewport.height = viewport.height
    if isWhole(viewport.scale), isWhole(other.viewport.scale) { other.viewport.scale = viewport.scale }
    return self == other
  }
}
