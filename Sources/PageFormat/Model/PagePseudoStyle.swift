/// A pseudo-element without a node of its own: a part of what is in its element's box, or what is shown over or below
/// it. The raw values are stored.
public enum PagePseudoElement: UInt8, Sendable, CaseIterable {
  /// The text of an empty field.
  case placeholder = 1
  /// The first line of a block.
  case firstLine = 2
  /// The first letter of a block.
  case firstLetter = 3
  /// What is selected of a text.
  case selection = 4
  /// What is below a dialog or popover that is open.
  case backdrop = 5
  /// The button of a file chooser.
  case fileSelectorButton = 6
  /// The track of a range.
  case sliderTrack = 7
  /// What is moved along the track of a range.
  case sliderThumb = 8
  /// What a progress bar fills.
  case progressBar = 9
  /// The filled part of a progress bar.
  case progressValue = 10
  /// What a meter fills.
  case meterBar = 11
  /// The filled part of a meter with a good value.
  case meterOptimumValue = 12
  /// The filled part of a meter with a value beside the best ones.
  case meterSuboptimumValue = 13
  /// The filled part of a meter with a value far from the best ones.
  case meterEvenLessGoodValue = 14

  /// The name in CSS: `::first-line`.
  public var name: String {
    switch self {
    case .placeholder: "::placeholder"
    case .firstLine: "::first-line"
    case .firstLetter: "::first-letter"
    case .selection: "::selection"
    case .backdrop: "::backdrop"
    case .fileSelectorButton: "::file-selector-button"
    case .sliderTrack: "::-webkit-slider-runnable-track"
    case .sliderThumb: "::-webkit-slider-thumb"
    case .progressBar: "::-webkit-progress-bar"
    case .progressValue: "::-webkit-progress-value"
    case .meterBar: "::-webkit-meter-bar"
    case .meterOptimumValue: "::-webkit-meter-optimum-value"
    case .meterSuboptimumValue: "::-webkit-meter-suboptimum-value"
    case .meterEvenLessGoodValue: "::-webkit-meter-even-less-good-value"
    }
  }
}

/// What a pseudo-element without a node looks like.
public struct PagePseudoStyle: Sendable, Hashable {
  /// The node of its element.
  public var node: Int
  /// Which of the element's it is.
  public var pseudo: PagePseudoElement
  /// The style at rest. That of ``PagePseudoElement/selection`` has only what is other than the text's own.
  public var style: Int
  /// The styles in states of the element or of others; their ``PageNodeStates/node`` is the element's. `nil` where no state
  /// changes anything.
  public var states: PageNodeStates?

  /// A style from its parts.
  public init(node: Int, pseudo: PagePseudoElement, style: Int, states: PageNodeStates? = nil) {
    self.node = node
    self.pseudo = pseudo
    self.style = style
    self.states = states
  }
}
