import Compiler

/// A site of one page, `index.html`.
public struct OneFile: SiteFiles {
  let text: String

  /// The site with the page's source.
  public init(text: String) { self.text = text }

  public func read(_ path: String) throws(SiteFileError) -> [UInt8] {
    guard contains(path) else { throw .missing }
    return Array(text.utf8)
  }

  public func contains(_ path: String) -> Bool { path == "index.html" }
}
