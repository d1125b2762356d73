import Diagnostics
import Files
import Manifest

extension BuildRun {
  /// The files for other clients' navigation that the options ask for, and what forbids them.
  func emittedNavigation(_ routes: SiteRoutes) -> (files: [(path: String, text: String)], diagnostics: [Diagnostic]) {
    var files: [(path: String, text: String)] = []
    var diagnostics: [Diagnostic] = []
    if options.emitsHotwire {
      let hotwire = HotwireConfiguration(configuration, routes)
      files += hotwire.files
      diagnostics += hotwire.diagnostics
    }
    if options.emitsApplicationLinks {
      let links = ApplicationLinks(configuration, routes)
      files += links.files
      diagnostics += links.diagnostics
    }
    if let web = webApplication?.files {
      files += web.files
      diagnostics += web.diagnostics
    }
    return (files, diagnostics)
  }

  /// The web app that `--emit web` asks for.
  private var webApplication: WebApplication? {
    options.webClientFolder.map {
      WebApplication(clientFolder: $0, configuration: configuration, outputFolder: options.outputFolder)
    }
  }

  /// Writes what belongs to a release that was published: files beside it, and the pages of a web app.
  func writeEmitted(_ files: [(path: String, text: String)]) -> [Diagnostic] {
    let problems = writeNavigation(files)
    guard webApplication != nil, problems.isEmpty else { return problems }
    return writePlainPages(PlainPages(applicationFiles: Set(files.map(\.path))))
  }

  /// Writes files beside the release.
  private func writeNavigation(_ files: [(path: String, text: String)]) -> [Diagnostic] {
    files.compactMap { path, text in
      do throws(FileError) {
        let folder = try FolderLocation(path: options.outputFolder, root: options.root).open(makes: true)
        if let slash = path.lastIndex(of: "/") { _ = try folder.makeFolder(String(path[..<slash])) }
        try folder.replace(
          path, with: Array(text.utf8), temporary: ".hybrid-tmp-" + path.split(separator: "/").joined(separator: "-"))
        return nil
      } catch {
        return Diagnostic(
          .outputUnwritable, "\(options.outputFolder)/\(path) cannot be written: \(error.detail)")
      }
    }
  }
}
