/// The files of a site as a page sees them: what is there, and its bytes.
///
/// The build answers from its walk, so that a page is a pure function of what it was given; every question that is asked,
/// the ones answered with "not there" included, becomes an input of the page.
public protocol SiteFiles: Sendable {
  /// The bytes of the file at a site path (`css/main.css`: relative to the root, `/`, no `.` or `..`), or why there are
  /// none.
  func read(_ path: String) throws(SiteFileError) -> [UInt8]

  /// Whether there is a file at a site path that the build ships.
  func contains(_ path: String) -> Bool
}

/// Why a file of the site cannot be read.
public enum SiteFileError: Error, Hashable, Sendable {
  /// There is no such file.
  case missing
  /// The path is a folder's.
  case isDirectory
  /// Ignored by `.hybridignore`, `exclude` or by rule, so that it is not shipped.
  case ignored
  /// It leads out of the site, by a link.
  case outside
  /// The system's own words.
  case unreadable(String)
}
