/// Files of a site that hold URLs and are packed with other ones than they were written with.
public enum PackagedFile {
  /// Whether what a file is packed as depends on where it is.
  public static func countsFromItself(_ path: String) -> Bool { isStyleSheet(path) || isVectorImage(path) }

  /// A style sheet or SVG file with the URLs that count from the site's root as seen from the file; `nil` where none does.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - path: its site path.
  ///   - base: the path prefix that absolute references carry.
  public static func rewritten(_ bytes: [UInt8], path: String, base: String) -> [UInt8]? {
    if isStyleSheet(path) { return PackagedStyleSheet(path: path, base: base).rewritten(bytes) }
    return isVectorImage(path) ? PackagedVectorImage(path: path, base: base).rewritten(bytes) : nil
  }

  private static func isStyleSheet(_ path: String) -> Bool { PackagedStyleSheet.isStyleSheet(path) }

  private static func isVectorImage(_ path: String) -> Bool { path.lowercased().hasSuffix(".svg") }
}
