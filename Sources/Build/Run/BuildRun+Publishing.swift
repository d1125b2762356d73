import Diagnostics
import Manifest

extension BuildRun {
  /// The publisher into the output folder.
  var publisher: ReleasePublisher {
    var publisher = ReleasePublisher(folder: options.outputFolder)
    publisher.keep = options.keep
    publisher.jobs = options.jobs
    publisher.keys = options.signing.keys
    publisher.allowsUnsigned = options.signing.allowsUnsigned
    publisher.allowsOlder = options.signing.allowsOlder
    return publisher
  }

  /// Why nothing can be published into the output folder, or `nil`; asked before any work is done.
  func problemOfOutputFolder(_ configuration: SiteConfiguration) -> Diagnostic? {
    if let problem = FolderLocation(path: options.outputFolder, root: options.root).linkProblem {
      return Diagnostic(
        .outputForeign, "\(problem.path) is a symbolic link, which is not followed",
        help: "name the folder that it leads to with `--out-dir`, by its whole path")
    }
    do {
      try publisher.checkFolder()
      try publisher.checkLinks()
      try publisher.checkRoots()
      try publisher.checkReplacement(sequence: UInt64(max(0, options.sequence ?? configuration.sequence)))
      return nil
    } catch {
      return SiteBuild.diagnostic(for: error)
    }
  }

  /// The figures of a release's packages.
  static func figures(_ release: PublishedRelease) -> [BuildSummary.Package] {
    release.manifest.packages.map { package in
      BuildSummary.Package(
        name: package.name, size: Int(package.archive.size), entries: Int(package.entryCount),
        unpackedSize: Int(package.unpackedSize))
    }
  }
}
