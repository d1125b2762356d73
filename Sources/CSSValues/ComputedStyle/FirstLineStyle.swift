/// The styles of what is on a first line (CSS Pseudo-Elements 4, 2.1).
extension ComputedStyle {
  /// The style that inline content has on a first line: what it takes from its block is the first line's.
  ///
  /// - Parameters:
  ///   - block: the block's style.
  ///   - first: that of its `::first-line`.
  public func onFirstLine(of block: ComputedStyle, _ first: ComputedStyle) -> ComputedStyle {
    var result = self
    result.font.inherit(first.font, insteadOf: block.font)
    result.text.inherit(first.text, insteadOf: block.text)
    // What is aligned by the block counts for all lines.
    result.text.textAlign = text.textAlign
    result.other.inherit(first.other, insteadOf: block.other)
    return result
  }
}

extension FontStyle {
  /// Takes what is as in `old` from `new`.
  fileprivate mutating func inherit(_ new: FontStyle, insteadOf old: FontStyle) {
    if self == old {
      self = new
      return
    }
    if families == old.families { families = new.families }
    if size == old.size { size = new.size }
    if weight == old.weight { weight = new.weight }
    if slant == old.slant { slant = new.slant }
    if stretch == old.stretch { stretch = new.stretch }
    if lineHeight == old.lineHeight { lineHeight = new.lineHeight }
    if variantCaps == old.variantCaps { variantCaps = new.variantCaps }
  }
}

extension TextStyle {
  /// Takes what is as in `old` from `new`.
  fileprivate mutating func inherit(_ new: TextStyle, insteadOf old: TextStyle) {
    if self == old {
      self = new
      return
    }
    if color == old.color { color = new.color }
    if letterSpacing == old.letterSpacing { letterSpacing = new.letterSpacing }
    if wordSpacing == old.wordSpacing { wordSpacing = new.wordSpacing }
    if textTransform == old.textTransform { textTransform = new.textTransform }
  }
}

extension OtherStyle {
  /// Takes what is as in `old` from `new`: of the properties that inherit.
  fileprivate mutating func inherit(_ new: OtherStyle, insteadOf old: OtherStyle) {
    guard new.inherited != old.inherited else { return }
    for property in Set(new.inherited.map(\.property)).union(old.inherited.map(\.property))
    where self[property] == old[property] { self[property] = new[property] }
  }
}
