import CSSValues

extension ContentStyle {
  /// The image that is all of `content`: its URL, or the function that makes it as text.
  ///
  /// OPTIMIZATION: it is of the group and not of the whole style, so that a reader of an array copies no style for it.
  public var image: String? {
    guard case .items(let items, _) = content, items.count == 1, case .image(let image) = items[0] else { return nil }
    return image
  }
}
