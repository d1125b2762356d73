/// Which files of a folder are not part of the site.
struct IgnoreRules: Sendable {
  /// The patterns of `.hybridignore`, in order; the last that matches decides.
  var patterns = GlobList()
  /// `include`: `nil` for everything.
  var include: GlobList?
  /// `exclude`.
  var exclude = GlobList()
  /// Site paths that are left out by rule: the output, the cache, the configuration.
  var paths: Set<String> = []

  /// The name of the file at the site's root.
  static let fileName = ".hybridignore"

  /// The rules in a `.hybridignore` file's text.
  static func patterns(in text: String) -> GlobList {
    GlobList(
      text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline).compactMap {
        GlobPattern(line: String($0))
      })
  }

  /// Whether a file or folder is left out; for a folder, with all that is in it.
  func ignores(_ path: String, name: String, isFolder: Bool) -> Bool {
    if refuses(path, name: name, isFolder: isFolder) { return true }
    if exclude.matches(path, isFolder: isFolder) { return true }
    // A folder is entered even where `include` does not name it: a file in it may match.
    if !isFolder, let include, !include.matchesFileOrFolder(path) { return true }
    return false
  }

  /// Whether a file or folder is not part of the site in any way, rather than read and not shipped.
  func refuses(_ path: String, name: String, isFolder: Bool) -> Bool {
    // Hosts look for `.well-known/`, and so do scripts.
    let isHidden = name.utf8.first == UInt8(ascii: ".") && !(isFolder && name == ".well-known")
    if isHidden || name == "node_modules" || paths.contains(path) { return true }
    return isIgnoredByPatterns(path, isFolder: isFolder)
  }

  /// Whether a line of `.hybridignore` asks for a file: `!package.json`.
  func asksFor(_ path: String) -> Bool {
    patterns.lastMatch(path, isFolder: false)?.isNegated ?? false
  }

  /// Whether `.hybridignore` lists a file or folder.
  func isIgnoredByPatterns(_ path: String, isFolder: Bool) -> Bool {
    patterns.lastMatch(path, isFolder: isFolder).map { !$0.isNegated } ?? false
  }
}
