import Build
import Diagnostics
import Diff
import Manifest

/// One side of a comparison: a release that was given, or one that was compiled for it.
struct DiffSide {
  /// The folder or commit as the user wrote it.
  var name: String
  var release: ComparedRelease
  /// What is before the paths of sources where a tool reads them from the current folder.
  var pathPrefix = ""

  /// The folder of the sources, where the release was compiled for the comparison.
  var root: String?

  /// The text of a page as it was written; empty where it is made of other files, such as Markdown, and `nil` where only the
  /// release is there.
  func source(ofPage path: String) -> [UInt8]? { root.map { (try? SiteFile.read(path, in: $0)) ?? [] } }

  /// Opens releases and compiles sites.
  struct Builder {
    var folder: TemporaryFolder
    var usesCache: Bool
    var allowsFilters = false
    var output: OutputOptions

    /// A release folder, or a site, which is compiled. The other side is left out of the site even where it is in its folder.
    func side(_ path: String, beside other: String) throws -> DiffSide {
      guard SystemFile.exists(path), SystemFile.isFolder(path) else {
        throw CommandFailure(
          .noInput, "\(path): no such folder",
          help: "name a release or a site; with `--git`, OLD and NEW are commits")
      }
      if SystemFile.exists(path + "/latest.json") { return DiffSide(name: path, release: try open(path, path)) }
      let prefix = path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
      let options = BuildOptions(root: path)
      let leftOut = [options.outputFolder, other].filter { SystemFile.exists($0 + "/latest.json") }
      let release = try compile(path, as: path, leavingOut: leftOut, cacheOf: path)
      return DiffSide(name: path, release: release, pathPrefix: prefix, root: options.root)
    }

    /// A commit, whose files are written into a folder and compiled.
    func commit(_ name: String, of repository: GitRepository, _ side: String) throws -> DiffSide {
      let site = folder.path + "/" + side
      try repository.write(commit: name, to: side, in: folder.path)
      let release = try compile(site, as: name, leavingOut: [], cacheOf: repository.root)
      let prefix = repository.root == "." ? "" : repository.root + "/"
      return DiffSide(name: name, release: release, pathPrefix: prefix, root: BuildOptions(root: site).root)
    }

    private func open(_ path: String, _ name: String) throws -> ComparedRelease {
      do throws(ManifestError) {
        return try ComparedRelease(folder: path)
      } catch {
        throw CommandFailure(
          .unsound, "\(name) is not a sound release: \(error)", help: "`hybrid verify` names every fault")
      }
    }

    private func compile(
      _ site: String, as name: String, leavingOut: [String], cacheOf root: String
    ) throws -> ComparedRelease {
      let target = folder.path + "/release-\(UInt32.random(in: 0 ... .max))"
      var options = BuildOptions(root: site, outputFolder: target)
      options.allowsFilters = allowsFilters
      // A commit's filters run where those of the working tree are trusted, as long as they are the same.
      options.trustedRoot = BuildOptions(root: root).root
      if usesCache { options.cacheFolder = UserCache.folder(ofSite: root) }
      let build = SiteBuild(options, leavingOut: leavingOut)
      let progress = ProgressLine(output)
      build.progress = progress.show
      let outcome = build.build()
      progress.clear()
      guard outcome.verdict == .success || outcome.verdict == .overBudget else {
        let errors = outcome.diagnostics.filter { $0.severity == .error }
        DiagnosticPrinter(output, root: site).report(errors)
        throw CommandFailure(ExitStatus(outcome.verdict), "\(name) cannot be compiled; nothing was compared")
      }
      return try open(target, name)
    }
  }
}
