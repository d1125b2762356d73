/// The pseudo-elements (CSS Pseudo-Elements 4 and what browsers add).
public enum PseudoElement: UInt8, Hashable, Sendable, CaseIterable {
  case before, after, marker
  /// `::before::marker`, `::after::marker`.
  case beforeMarker, afterMarker
  case firstLine, firstLetter, selection, placeholder, fileSelectorButton, backdrop
  case targetText, spellingError, grammarError, searchText
  /// `::highlight(name)`
  case highlight
  case detailsContent
  /// `::checkmark`, `::picker-icon`, `::picker(select)`, `::scroll-marker` and other parts that only newer pages name.
  case checkmark, pickerIcon, picker, scrollMarker, scrollMarkerGroup, scrollButton, column
  /// `::view-transition` and the functions of its family.
  case viewTransition
  /// `::cue`, `::cue()`
  case cue
  /// `::part()`
  case part
  /// `::slotted()`
  case slotted
  /// `::-webkit-scrollbar` and its parts.
  case scrollbarPart
  /// Any other `::-webkit-…`; the argument is its name.
  case vendor
  /// The parts of a range, a progress bar and a meter that are painted: `::-webkit-slider-thumb` and the like.
  case sliderTrack, sliderThumb, progressBar, progressValue, meterBar, meterOptimumValue, meterSuboptimumValue,
    meterEvenLessGoodValue

  /// The pseudo-element of a name in lower case that takes no arguments.
  static func named(_ name: String) -> PseudoElement? {
    if let known = table[name] { return known }
    if name.hasPrefix("-webkit-scrollbar") || name == "-webkit-resizer" { return .scrollbarPart }
    if name.hasPrefix("-webkit-") { return .vendor }
    return nil
  }

  private static let table: [String: PseudoElement] = [
    "before": .before, "after": .after, "marker": .marker, "first-line": .firstLine, "first-letter": .firstLetter,
    "selection": .selection, "placeholder": .placeholder, "-webkit-input-placeholder": .placeholder,
    "file-selector-button": .fileSelectorButton, "-webkit-file-upload-button": .fileSelectorButton,
    "backdrop": .backdrop, "target-text": .targetText, "spelling-error": .spellingError,
    "grammar-error": .grammarError, "search-text": .searchText, "details-content": .detailsContent,
    "checkmark": .checkmark, "picker-icon": .pickerIcon, "scroll-marker": .scrollMarker,
    "scroll-marker-group": .scrollMarkerGroup, "column": .column, "view-transition": .viewTransition, "cue": .cue,
    "-webkit-slider-runnable-track": .sliderTrack, "-webkit-slider-thumb": .sliderThumb,
    "-webkit-progress-bar": .progressBar, "-webkit-progress-value": .progressValue, "-webkit-meter-bar": .meterBar,
    "-webkit-meter-optimum-value": .meterOptimumValue, "-webkit-meter-suboptimum-value": .meterSuboptimumValue,
    "-webkit-meter-even-less-good-value": .meterEvenLessGoodValue,
  ]

  /// The four that CSS 2 wrote with one colon.
  static func legacy(_ name: String) -> PseudoElement? {
    switch name {
    case "before": .before
    case "after": .after
    case "first-line": .firstLine
    case "first-letter": .firstLetter
    default: nil
    }
  }

  /// Whether user-action pseudo-classes may follow (CSS Pseudo-Elements 4, Selectors 4, 3.6.3).
  var allowsUserActionStates: Bool {
    switch self {
    case .selection, .targetText, .spellingError, .grammarError, .searchText, .highlight, .slotted, .firstLine,
      .firstLetter:
      false
    default: true
    }
  }

  /// Whether it is a part of a control that only browsers with `-webkit-` names have.
  var isVendorPart: Bool {
    switch self {
    case .vendor, .scrollbarPart, .sliderTrack, .sliderThumb, .progressBar, .progressValue, .meterBar,
      .meterOptimumValue, .meterSuboptimumValue, .meterEvenLessGoodValue:
      true
    default: false
    }
  }

  /// Whether it is a real element behind the page's back, so that any pseudo-class may follow.
  var isElementBacked: Bool {
    switch self {
    case .part, .detailsContent: true
    default: false
    }
  }
}
