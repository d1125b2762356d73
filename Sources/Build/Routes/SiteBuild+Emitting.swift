import Diagnostics
import Files
import Manifest

extension SiteBuild {
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
    if let clientFolder = options.webClientFolder {
      let web = WebApplication(
        clientFolder: clientFolder, configuration: configuration, outputFolder: options.outputFolder
      ).files
      files += web.files
      diagnostics += web.diagnostics
    }
    return (files, diagnostics)
  }

  /// Writes files beside the release.
  func writeNavigation(_ files: [(path: String, text: String)]) -> [Diagnostic] {
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
