// What computed values are adjusted to once the cascade is done, and once a device has set values on top of it.
extension ComputedStyle {
  /// `-webkit-box` that clamps its lines is laid out as a block (CSS Overflow 4, 5.2).
  public mutating func adjustLineClamp() {
    guard box.lineClamp != nil, box.boxOrient == .vertical,
      case .box(let outside, .webkitBox, let listItem) = box.display
    else { return }
    box.display = .box(outside: outside, inside: .flowRoot, listItem: listItem)
  }

  /// CSS Overflow 3, 3.1: where one axis scrolls, the other cannot stay visible.
  public mutating func adjustOverflow() {
    let x = box.overflowX
    let y = box.overflowY
    if x == .visible, y == .visible { return }
    func isScrollable(_ overflow: Overflow) -> Bool { overflow != .visible && overflow != .clip }
    if isScrollable(x) != isScrollable(y) {
      if x == .visible { box.overflowX = .auto }
      if y == .visible { box.overflowY = .auto }
    }
    // Tables and their rows know only hidden and clip.
    let isTablePart: Bool =
      switch box.display {
      case .box(_, .table, _), .tableRow, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup: true
      default: false
      }
    if isTablePart {
      if box.overflowX == .auto || box.overflowX == .scroll { box.overflowX = .visible }
      if box.overflowY == .auto || box.overflowY == .scroll { box.overflowY = .visible }
    }
  }
}

extension ComputedStyle {
  /// Whether boxes of another style have the layout of this one, and differ only in paint: colours, corners, opacity.
  public func hasLayout(of other: ComputedStyle) -> Bool {
    if self == other { return true }
    var style = self
    for property in PropertyTable.paint { style.copy(property, from: other) }
    return style == other
  }
}

extension Display {
  /// The block-level counterpart (CSS Display 3, 2.7).
  public var blockified: Display {
    switch self {
    case .none, .contents: return self
    case .box(let outside, let inside, let listItem):
      guard outside != .block else { return self }
      switch inside {
      // An inline block becomes a plain block.
      case .flowRoot, .flow: return .box(outside: .block, inside: .flow, listItem: listItem)
      case .ruby: return .box(outside: .block, inside: .ruby, listItem: listItem)
      default: return .box(outside: .block, inside: inside, listItem: listItem)
      }
    case .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableRow, .tableCell, .tableColumnGroup, .tableColumn,
      .tableCaption, .rubyBase, .rubyText, .rubyBaseContainer, .rubyTextContainer:
      return .block
    }
  }
}
