import CSSValues
import PageFormat

/// Where an image is in its box, by the dialect's `imageMode`.
public enum ImagePlacement {
  /// The rectangle that an image of a size is drawn into, in the box's coordinates; what sticks out is cut off.
  public static func place(
    _ size: (width: Double, height: Double), in box: (width: Double, height: Double), mode: String
  ) -> LayoutRect {
    guard size.width > 0, size.height > 0 else { return .zero }
    let mode = mode.lowercased()
    var (x, y) = (box.width / size.width, box.height / size.height)
    switch mode {
    case "aspectfit", "scaleaspectfit": (x, y) = (min(x, y), min(x, y))
    case "aspectfill", "scaleaspectfill": (x, y) = (max(x, y), max(x, y))
    case "center", "top", "bottom", "left", "right", "topleft", "topright", "bottomleft", "bottomright": (x, y) = (1, 1)
    default: break
    }
    let (width, height) = (size.width * x, size.height * y)
    let (restX, restY) = (box.width - width, box.height - height)
    return LayoutRect(
      x: mode.hasSuffix("left") ? 0 : mode.hasSuffix("right") ? restX : restX / 2,
      y: mode.hasPrefix("top") ? 0 : mode.hasPrefix("bottom") ? restY : restY / 2, width: width, height: height)
  }
}
