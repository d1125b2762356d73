import CSSValues
import Names

/// What painting's order reads of a computed style, found once for each style.
struct PaintStyle {
  /// The part of its surroundings that a box is painted with.
  enum Level: UInt8 {
    /// No box: `display: none`.
    case none
    /// No box, but children with boxes: `display: contents`.
    case contents
    case block
    /// A box in a line, split where lines are.
    case inline
    /// A box in a line that is of one piece: `inline-block` and the like.
    case atomicInline
  }

  var level: Level
  var isPositioned = false
  var isFloating = false
  /// Whether children are flex or grid items.
  var laysOutItems = false
  /// Whether the box is a stacking context whatever its `z-index` says.
  var isStackingContext = false
  /// Whether that holds for boxes in lines too: transforms and containment do not apply to those.
  var isStackingContextInLines = false
  /// `z-index`; `nil` is `auto`.
  var zIndex: Int32?
  /// `order`.
  var order: Int32 = 0
  /// Whether the box itself shows anything: a background, a border, a shadow.
  var paintsBox = false
  /// How far beyond the border box it may, in px.
  var reach = 0.0

  /// Of a style that no node has.
  init() { level = .none }

  init(_ style: ComputedStyle) {
    level = Self.level(style.box.display)
    if case .box(_, let inside, _) = style.box.display {
      laysOutItems = inside == .flex || inside == .grid || inside == .webkitBox
    }
    isPositioned = style.box.position != .static
    isFloating = style.box.float != .none && style.box.position != .absolute && style.box.position != .fixed
    zIndex = style.box.zIndex
    order = style.flex.order
    // CSS Positioned Layout 3, 2; CSS Color 4, 3.
    if style.box.position == .fixed || style.box.position == .sticky || style.visual.opacity < 1 {
      isStackingContext = true
      isStackingContextInLines = true
    }
    if !style.box.contain.isDisjoint(with: [.layout, .paint]) { isStackingContext = true }
    for entry in style.other.own { read(entry) }
    let border = style.border
    if style.visual.backgroundColor != .color(.transparent) || border.top.width > 0 || border.right.width > 0
      || border.bottom.width > 0 || border.left.width > 0
    {
      paintsBox = true
    }
  }

  private static func level(_ display: Display) -> Level {
    switch display {
    case .none: .none
    case .contents: .contents
    case .box(.inline, .flow, _), .box(.inline, .ruby, _), .rubyBase, .rubyText, .rubyBaseContainer,
      .rubyTextContainer:
      .inline
    case .box(.inline, _, _): .atomicInline
    default: .block
    }
  }

  private mutating func read(_ entry: OtherStyle.Entry) {
    switch entry.property {
    case .transform, .translate, .rotate, .scale, .perspective, .transformStyle:
      // CSS Transforms 1, 3; CSS Transforms 2, 4 and 8.
      if entry.value != .keyword("none"), entry.value != .keyword("flat") { isStackingContext = true }
    case .filter, .backdropFilter, .mixBlendMode, .clipPath, .maskImage, .webkitMaskBoxImageSource:
      // Filter Effects 1, 5; Compositing 1, 3.1; CSS Masking 1, 5.1 and 7.
      if entry.value != .keyword("none"), entry.value != .keyword("normal") { makeStackingContext() }
    case .isolation:
      if entry.value == .keyword("isolate") { makeStackingContext() }
    case .viewTransitionName:
      if entry.value != .keyword("none") { makeStackingContext() }
    case .contentVisibility:
      // CSS Containment 2, 4: `auto` and `hidden` contain layout and paint.
      if entry.value != .keyword("visible") { isStackingContext = true }
    case .willChange:
      if Self.announces(entry.value) { makeStackingContext() }
    case .backgroundImage, .borderImageSource:
      paintsBox = true
    case .boxShadow:
      paintsBox = true
      reach = 64
    default: break
    }
  }

  private mutating func makeStackingContext() {
    isStackingContext = true
    isStackingContextInLines = true
  }

  /// CSS Will Change 1, 3: a property of which any value makes a stacking context makes one when it is announced.
  private static func announces(_ value: CSSValue) -> Bool {
    switch value {
    case .keyword(let name), .identifier(let name): stackingProperties.contains(name)
    case .list(let values, _): values.contains(where: announces)
    default: false
    }
  }

  private static let stackingProperties: Set<Name> = [
    Name("opacity"), Name("transform"), Name("translate"), Name("rotate"), Name("scale"), Name("perspective"),
    Name("filter"), Name("backdrop-filter"), Name("mix-blend-mode"), Name("isolation"), Name("clip-path"), Name("mask"),
    Name("mask-image"), Name("mask-border"), Name("z-index"), Name("position"), Name("view-transition-name"),
    Name("contain"),
  ]
}
