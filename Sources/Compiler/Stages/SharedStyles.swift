import CSS
import CSSValues
import HTML
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
  /// What the page's styles took so far.
  var work = StyleWork()
  /// Whether styles that are computed count for the page.
  var countsWork = false
  /// The styles of viewports that are still to be laid out.
  private var prepared: [(viewport: Viewport, styled: LayoutStage.Styled)] = []
  /// Layout's input as it was made first.
  private var first: LayoutStage.LayoutInput?
  /// The same, where other viewports may have it with their styles.
  var tree: KnownTree?

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

  /// Keeps the styles of a viewport until it is laid out.
  func prepare(_ viewport: Viewport, _ styled: LayoutStage.Styled) { prepared.append((viewport, styled)) }

  /// The styles that were prepared for a viewport, once.
  func takePrepared(_ viewport: Viewport) -> LayoutStage.Styled? {
    guard let index = prepared.firstIndex(where: { $0.viewport == viewport }) else { return nil }
    return prepared.remove(at: index).styled
  }

  /// Lets go of what matches the elements, until styles are asked for again.
  func releaseMatches() { matches = [] }

  /// Forgets all that viewports share.
  func forgetAll() {
    forgetMatches()
    (entries, first, tree, prepared) = ([], nil, nil, [])
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

/// Layout's input as it was assembled for one viewport, for others in which the styles differ only in what it is not made of.
///
/// OPTIMIZATION: under a framework nearly every width has rules of its own, and what they change is mostly lengths and colours.
struct KnownTree {
  private let styles: ElementStyles
  private let isScripted: Bool
  private let input: LayoutStage.LayoutInput

  /// The input of a viewport; `nil` where it may depend on more of its styles than ``looksAlike(_:_:)`` compares.
  ///
  /// - Parameters:
  ///   - styles: what it was assembled from.
  ///   - isScripted: whether scripts run.
  ///   - input: what was assembled.
  init?(_ styles: ElementStyles, isScripted: Bool, _ input: LayoutStage.LayoutInput) {
    let isPlain =
      Self.isPlain(styles) && input.firstBeyondLimit == nil && !input.tree.isTruncated && input.tree.graphics.isEmpty
      // No styles were derived from others, which are not known of another viewport.
      && input.tree.styles.count == styles.styles.count
    guard isPlain else { return nil }
    self.styles = styles
    self.isScripted = isScripted
    self.input = input
  }

  /// Whether nothing but the styles of elements and generated boxes has a part in the tree.
  private static func isPlain(_ styles: ElementStyles) -> Bool {
    styles.zooms.isEmpty && styles.parts.isEmpty && styles.counterStyles.isEmpty
  }

  /// The input with the styles of another viewport; `nil` where it may be another.
  func input(with others: ElementStyles, isScripted: Bool) -> LayoutStage.LayoutInput? {
    guard isScripted == self.isScripted, Self.isPlain(others), others.elements.count == styles.elements.count,
      areAllAlike(others)
    else { return nil }
    var input = input
    input.tree.styles = others.styles
    for index in input.tree.nodes.indices {
      let style: Int32
      if input.tree.nodes[index].kind == .text {
        // Parents come before.
        style = input.tree.nodes[Int(input.tree.nodes[index].parent)].style
      } else {
        switch input.origins[index] {
        case .node(let element): style = others.style(of: element)
        case .pseudo(let element, let box): style = others.pseudo(box, of: element) ?? -1
        case .anonymous: return nil
        }
      }
      guard style >= 0 else { return nil }
      input.tree.nodes[index].style = style
    }
    return input
  }

  private func areAllAlike(_ others: ElementStyles) -> Bool {
    var comparison = Comparison(styles.styles, others.styles)
    for index in others.elements.indices where !comparison.areAlike(styles.elements[index], others.elements[index]) {
      return false
    }
    for box in GeneratedBox.allCases {
      let (known, asked) = (styles.pseudos[box] ?? [:], others.pseudos[box] ?? [:])
      guard known.count == asked.count else { return false }
      for (element, style) in known {
        guard let other = asked[element], comparison.areAlike(style, other) else { return false }
      }
    }
    return true
  }

  /// Compares styles by their numbers, each pair once.
  private struct Comparison {
    private enum Answer: UInt8 { case unknown, alike, different }

    private let (own, others): ([ComputedStyle], [ComputedStyle])
    /// By pair of numbers; empty where there are too many styles.
    private var answers: [Answer]
    private static let mostPairs = 1 << 16

    init(_ own: [ComputedStyle], _ others: [ComputedStyle]) {
      (self.own, self.others) = (own, others)
      let pairs = own.count.multipliedReportingOverflow(by: others.count)
      answers =
        pairs.overflow || pairs.partialValue > Self.mostPairs
        ? [] : [Answer](repeating: .unknown, count: pairs.partialValue)
    }

    /// Whether two styles, of which -1 is none, make the same boxes.
    mutating func areAlike(_ style: Int32, _ other: Int32) -> Bool {
      guard style >= 0, other >= 0 else { return style == other }
      guard !answers.isEmpty else { return false }
      let pair = Int(style) * others.count + Int(other)
      if answers[pair] == .unknown {
        answers[pair] = KnownTree.looksAlike(own[Int(style)], others[Int(other)]) ? .alike : .different
      }
      return answers[pair] == .alike
    }
  }

  /// Whether styles are the same in all that `DocumentEnvironment` reads of them for a tree that may be known.
  private static func looksAlike(_ left: ComputedStyle, _ right: ComputedStyle) -> Bool {
    (left.box.display == .none) == (right.box.display == .none)
      && left.box.display.isListItem == right.box.display.isListItem
      // Only an image makes other boxes by the kind of box that it is in.
      && (left.box.display == right.box.display || left.content.image == nil)
      && left.box.hasDefaultUpperMargin == right.box.hasDefaultUpperMargin
      && left.box.hasDefaultLowerMargin == right.box.hasDefaultLowerMargin
      && left.box.contain.contains(.style) == right.box.contain.contains(.style) && left.content == right.content
      && left.text.listStyleType == right.text.listStyleType && left.text.listStyleImage == right.text.listStyleImage
      && left.text.quotes == right.text.quotes && left.text.language == right.text.language
  }
}
