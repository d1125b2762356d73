/// What an image of a `<picture>` may be (HTML, 4.8.4.3.5).
public enum PictureSource {
  /// Whether a `<source>` of this `type` is taken.
  public static func isKnown(_ type: String) -> Bool {
    ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/svg+xml", "image/bmp", "image/x-icon"]
      .contains(type.lowercased().trimmingPrefix { $0.isWhitespace }.prefix { !$0.isWhitespace && $0 != ";" })
  }
}
