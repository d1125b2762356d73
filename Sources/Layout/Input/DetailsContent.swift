import CSSValues

extension ComputedStyle {
  /// The style of the block around everything in a `<details>` but its summary, from the element's own.
  ///
  /// The block is of no height, asks for no width and clips while the element is closed: its content is laid out, as
  /// `content-visibility: hidden` wants, but not seen (CSS Containment 2, 4; HTML, 15.5.4).
  public func ofDetailsContent(isOpen: Bool) -> ComputedStyle {
    var content = inheritedOnly()
    content.box.display = .box(outside: .block, inside: isOpen ? .flow : .flowRoot, listItem: false)
    content.box.originalDisplay = content.box.display
    if !isOpen {
      content.box.height = .value(.length(0))
      content.box.contain = [.layout, .paint, .inlineSize]
      content.box.overflowX = .clip
      content.box.overflowY = .clip
    }
    return content
  }

  /// The style of the sign before the user agent's own summary: `list-style: disclosure-closed inside` (15.5.4).
  public func ofSummaryMarker() -> ComputedStyle {
    var marker = inheritedOnly()
    marker.text.listStylePosition = .inside
    marker.text.listStyleImage = nil
    return marker
  }
}
