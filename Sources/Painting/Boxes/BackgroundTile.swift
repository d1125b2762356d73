import CSSValues
import PageFormat

/// An image of a box's background in the size that it is painted in.
public struct BackgroundTile: Hashable, Sendable {
  /// The image's URL, resolved against its style sheet.
  public var url: String
  /// The size of one tile in px.
  public var width: Double
  /// The size of one tile in px.
  public var height: Double
  /// Whether the size follows from the image's own number of pixels.
  public var hasNaturalSize: Bool
}

extension ComputedStyle {
  /// The images that the backgrounds of a box of the style name by `url()`, those of `image-set()` and `cross-fade()` left out.
  ///
  /// - Parameters:
  ///   - width: the width of the background positioning area in px.
  ///   - height: its height.
  ///   - natural: the size of an image in pixels; `nil` for one that is not known.
  public func backgroundTiles(
    width: Double, height: Double, natural: (_ url: String) -> (width: Double, height: Double)?
  ) -> [BackgroundTile] {
    let area = LayoutRect(x: 0, y: 0, width: width, height: height)
    return (other[.backgroundImage]?.layers ?? []).enumerated().compactMap { index, image in
      guard let url = image.url, let size = natural(url), size.width > 0, size.height > 0 else { return nil }
      func value(_ property: PropertyID) -> CSSValue? {
        guard let list = other[property]?.layers, !list.isEmpty else { return nil }
        return list[index % list.count]
      }
      let given = value(.backgroundSize)
      let tile = LayerPlacement(size: given, repeats: value(.backgroundRepeat)).tile(natural: size, in: area).rect
      return BackgroundTile(
        url: url, width: tile.width, height: tile.height,
        hasNaturalSize: given.map { $0.words.allSatisfy { $0.keyword == "auto" } } ?? true)
    }
  }
}
