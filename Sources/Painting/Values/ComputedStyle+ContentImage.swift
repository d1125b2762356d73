import CSSValues

extension ComputedStyle {
  /// The image that is all of `content`: its URL, or the function that makes it as text.
  public var contentImage: String? {
    guard case .items(let items, _) = content.content, items.count == 1, case .image(let image) = items[0] else {
      return nil
    }
    return image
  }
}
