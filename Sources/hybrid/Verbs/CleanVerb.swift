import ArgumentParser
import Build

/// `hybrid clean`: removes what the tool made.
struct CleanVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clean", abstract: "Remove a site's output and cache.",
    discussion: """
      Removes the release, the folder .hybrid and the site's cache in the user's cache folder. Only a folder that hybrid \
      published into is removed; any other is left alone, with exit status 73. Trust roots (roots/) stay: no build makes \
      them again, and apps follow their chain.
      """)

  @Argument(help: ArgumentHelp("The site's folder.", valueName: "root"), completion: .directory)
  var root = "."

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder of the release; default: dist in the site.", valueName: "folder"))
  var outDir: String?

  @Flag(name: .shortAndLong, help: "Print nothing about what was removed.")
  var quiet = false

  func run() throws {
    try SiteInput.require(root)
    let options = BuildOptions(root: root, outputFolder: outDir)
    var removing = options.outputFolder
    do throws(SystemError) {
      for path in [options.outputFolder, options.root + "/.hybrid"] {
        removing = path
        switch try OutputFolder.remove(path, root: options.root, isCache: path.hasSuffix("/.hybrid")) {
        case .absent: break
        case .removed: if !quiet { Terminal.answer("removed \(path)\n") }
        case .removedButRoots:
          if !quiet { Terminal.answer("removed \(path), except \(path)/roots\n") }
        case .foreign:
          throw SystemError(reason: "it holds files that hybrid did not make")
        }
      }
      if let cache = UserCache.folder(ofSite: options.root), CacheFolder(path: cache, root: options.root).removeAll(),
        !quiet
      {
        Terminal.answer("removed \(cache)\n")
      }
    } catch {
      throw CommandFailure(
        .cannotWrite, "\(removing) cannot be removed: \(error.reason)",
        help: "remove it yourself if it is not needed")
    }
  }
}
