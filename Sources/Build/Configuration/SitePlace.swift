import Diagnostics

/// Where a site's pages and its configuration are: `siteFolder` of a configuration at the root names the folder of the pages, such as
/// the output of another tool.
public struct SitePlace: Sendable {
  /// The folder that the user named, without a closing `/`.
  public let named: String
  /// The folder of the pages.
  public let root: String
  /// The configuration, relative to the current folder; `nil` for the one in ``root``.
  public let configurationFile: String?
  /// `siteFolder`, where the configuration has it.
  public let siteFolder: String?
  private let places: ConfigurationPlaces

  /// Looks where a site is.
  ///
  /// - Parameters:
  ///   - root: the folder that the user named.
  ///   - configurationFile: the configuration that the user named, or `nil`.
  public init(root: String, configurationFile: String?) {
    let named = root.count > 1 && root.hasSuffix("/") ? String(root.dropLast()) : root
    let answer = ConfigurationReader.read(root: named, file: configurationFile)
    self.named = named
    siteFolder = answer.configuration.siteFolder
    places = answer.configuration.places
    guard let folder = answer.configuration.siteFolder else {
      self.root = named
      self.configurationFile = configurationFile
      return
    }
    let prefix = named == "." ? "" : named == "/" ? "/" : named + "/"
    let own = ConfigurationReader.fileNames.first { SystemFile.exists(named + "/" + $0) }.map { prefix + $0 }
    self.root = prefix + folder
    self.configurationFile = configurationFile ?? own
  }

  /// The folder of the release where none is named: `dist` in the site, or `release` beside a `siteFolder`.
  public var outputFolder: String {
    if siteFolder != nil { return named == "/" ? "/release" : named == "." ? "release" : named + "/release" }
    return root == "/" ? "/dist" : root + "/dist"
  }

  /// Why `siteFolder` cannot be used now: it is missing, or a link leads out of the folder that the user named.
  public var problem: Diagnostic? {
    guard let siteFolder else { return nil }
    guard SystemFile.isFolder(root) else {
      return places.diagnostic(
        .configurationMissingFile, "the folder `\(siteFolder)` of the pages is missing", at: ["siteFolder"],
        help: "build the site with its own tool first, or correct siteFolder")
    }
    guard let outer = SystemFile.realPath(named), let inner = SystemFile.realPath(root),
      inner.hasPrefix(outer == "/" ? "/" : outer + "/")
    else {
      return places.diagnostic(
        .configurationOutside, "siteFolder `\(siteFolder)` leads out of \(named == "." ? "the folder" : named)",
        at: ["siteFolder"], help: "name the folder itself: `hybrid build FOLDER --config FILE`")
    }
    return nil
  }
}
