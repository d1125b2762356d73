import CSS
import CSSValues
import HTML
import Names

/// What computed values are adjusted to once the cascade is done (CSS Display 3, 2.7 and 2.8; CSS Overflow 3, 3.1).
enum ElementFixUps {
  /// Elements that cannot be `display: contents`: they show something of their own (CSS Display 3, 2.5.1).
  private static let replaced: Set<Name> = [
    .br, .wbr, .meter, .progress, .canvas, .embed, .object, .audio, .iframe, .img, .video, .frame, .frameset, .input,
    .textarea, .select,
  ]

  /// What of an element's kind the adjustments ask for, so that styles are shared among elements of a kind only.
  static func kind(of element: ElementTree.Element, in tree: ElementTree) -> UInt32 {
    switch element.namespace {
    case .html:
      if element.name == .input, let type = tree.document.value(element.node, .type)?.lowercased(),
        type == "checkbox" || type == "radio"
      {
        return type == "radio" ? 8 : 7
      }
      if replaced.contains(element.name) { return 1 }
      return element.name == .legend ? 2 : element.name == .table ? 3 : 0
    case .svg: return 4
    case .mathML: return 5
    case .other: return 6
    }
  }

  /// Whether an element has a pseudo-element at all.
  static func mayHave(_ pseudo: PseudoElement, _ element: ElementTree.Element, in tree: ElementTree) -> Bool {
    guard mayHaveByName(pseudo, element) else { return false }
    switch pseudo {
    case .fileSelectorButton: return tree.document.value(element.node, .type)?.lowercased() == "file"
    case .sliderTrack, .sliderThumb: return tree.document.value(element.node, .type)?.lowercased() == "range"
    default: return true
    }
  }

  /// Whether some element with an element's name has a pseudo-element.
  static func mayHaveByName(_ pseudo: PseudoElement, _ element: ElementTree.Element) -> Bool {
    switch pseudo {
    case .placeholder: element.namespace == .html && (element.name == .input || element.name == .textarea)
    case .fileSelectorButton, .sliderTrack, .sliderThumb: element.namespace == .html && element.name == .input
    case .progressBar, .progressValue: element.namespace == .html && element.name == .progress
    case .meterBar, .meterOptimumValue, .meterSuboptimumValue, .meterEvenLessGoodValue:
      element.namespace == .html && element.name == .meter
    case .detailsContent: element.namespace == .html && element.name == .details
    case .part, .slotted, .cue: false
    default: true
    }
  }

  static func apply(
    to style: inout ComputedStyle, element: Int, pseudo: PseudoElement?, isRoot: Bool, parent: ComputedStyle,
    parentLayoutDisplay: Display, tree: ElementTree, layoutDisplay: inout Display
  ) {
    style.box.originalDisplay = style.box.display
    let kind = pseudo == nil ? kind(of: tree.elements[element], in: tree) : 0
    let isButton = kind == 7 || kind == 8
    if isButton, style.other[.appearance] != nil {
      // HTML, 15.5.12: what draws itself has a size and margins, but no padding and no border.
      style.box.padding = Sides(.zero)
      for side in [\BorderStyle.top, \.right, \.bottom, \.left] { style.border[keyPath: side] = BorderSide() }
      if kind == 8 {
        var corner = CornerRadius()
        corner.horizontal = .percentage(50)
        corner.vertical = .percentage(50)
        for path in [\BorderStyle.topLeftRadius, \.topRightRadius, \.bottomRightRadius, \.bottomLeftRadius] {
          style.border[keyPath: path] = corner
        }
      }
    }
    if style.box.display == .contents {
      if isRoot {
        style.box.display = .block
      } else if kind == 1 || isButton {
        style.box.display = .none
      }
    }
    if style.box.float != .none, style.box.position == .absolute || style.box.position == .fixed {
      style.box.float = .none
    }
    adjustContent(&style, pseudo)
    let inherited = parent.alignment.justifyItems
    if inherited.isLegacy, inherited.alignment != .auto,
      style.alignment.justifyItems == AlignmentValue(.auto, isLegacy: true)
    {
      // CSS Box Alignment 3, 7.1: `legacy` without a position takes the parent's value.
      style.alignment.justifyItems = inherited
    }
    if pseudo == .marker { adjustMarker(&style, parent) }
    if case .box(let outside, .math, let listItem) = style.box.display, kind != 5 {
      // MathML Core, 3.1: outside of MathML `math` is `flow`.
      style.box.display = .box(outside: outside, inside: .flow, listItem: listItem)
    }
    if style.box.display != .none, style.box.display != .contents {
      let isBlockified =
        isRoot || style.box.position == .absolute || style.box.position == .fixed || style.box.float != .none
        || blockifiesChildren(parentLayoutDisplay) && pseudo != .firstLine && pseudo != .firstLetter
        || kind == 2 && tree.isFieldsetsLegend(element)
      if isBlockified, pseudo != .marker { style.box.display = style.box.display.blockified }
      style.adjustLineClamp()
      style.adjustOverflow()
    }
    layoutDisplay = style.box.display == .contents ? parentLayoutDisplay : style.box.display
    if style.text.textAlign == .matchParent {
      // CSS Text 4, 6.1: the root element has no parent to match.
      if isRoot { style.text.textAlign = .start } else { matchParent(&style, parent) }
    }
    if kind == 3 {
      // HTML, 15.3.8: tables do not take part in the alignment of `align` attributes.
      switch style.text.textAlign {
      case .webkitLeft, .webkitCenter, .webkitRight: style.text.textAlign = .start
      default: break
      }
    }
  }

  /// CSS Lists 3, 3.4: an outside marker is a box of its own. As in browsers, it keeps its spaces and its line whatever rules
  /// say; an inside marker has the white space of the item's text. Markers of items that are inline boxes are always inside.
  private static func adjustMarker(_ style: inout ComputedStyle, _ item: ComputedStyle) {
    guard style.text.listStylePosition == .outside,
      item.box.display != .box(outside: .inline, inside: .flow, listItem: true)
    else {
      style.box.display = .inline
      return
    }
    style.box.display = .inlineBlock
    style.text.whiteSpaceCollapse = .preserve
    style.text.textWrapMode = .nowrap
  }

  /// CSS Content 3, 2: on `::before` and `::after` `normal` is `none`.
  private static func adjustContent(_ style: inout ComputedStyle, _ pseudo: PseudoElement?) {
    switch (style.content.content, pseudo) {
    case (.normal, .before), (.normal, .after): style.content.content = .none
    default: break
    }
  }

  /// Whether the boxes of children become blocks (CSS Flexbox 1, 4; CSS Grid 2, 6).
  private static func blockifiesChildren(_ display: Display) -> Bool {
    guard case .box(_, let inside, _) = display else { return false }
    switch inside {
    // `-webkit-box` keeps inline children inline, in lines of their own.
    case .flex, .grid: return true
    default: return false
    }
  }

  /// CSS Text 4, 6.1: `match-parent`.
  private static func matchParent(_ style: inout ComputedStyle, _ parent: ComputedStyle) {
    switch parent.text.textAlign {
    case .start: style.text.textAlign = parent.text.direction == .ltr ? .left : .right
    case .end: style.text.textAlign = parent.text.direction == .ltr ? .right : .left
    default: style.text.textAlign = parent.text.textAlign
    }
    if parent.text.textAlign == .start, parent.text.direction == style.text.direction { style.text.textAlign = .start }
  }
}

extension ElementTree {
  /// Whether a `<legend>` is the first one that is a child of its `<fieldset>`.
  func isFieldsetsLegend(_ element: Int) -> Bool {
    let parent = Int(elements[element].parent)
    guard parent >= 0, elements[parent].name == .fieldset, elements[parent].namespace == .html else { return false }
    var sibling = Int(elements[element].previousSibling)
    while sibling >= 0 {
      if elements[sibling].name == .legend { return false }
      sibling = Int(elements[sibling].previousSibling)
    }
    return true
  }
}
