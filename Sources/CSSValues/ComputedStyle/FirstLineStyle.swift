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

extension OtherStyle {
  /// Takes what is as in `old` from `new`: of the properties that inherit.
  fileprivate mutating func inherit(_ new: OtherStyle, insteadOf old: OtherStyle) {
    guard new.inherited != old.inherited else { return }
    for property in Set(new.inherited.map(\.property)).union(old.inherited.map(\.property))
    where self[property] == old[property] { self[property] = new[property] }
  }
}
