import Diagnostics
import Foundation
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
      let file = options.outputFolder + "/" + path
      let folder = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try SystemFile.write(Array(text.utf8), to: file)
        return nil
      } catch {
        let reason = (error as? SystemError)?.reason ?? (error as NSError).localizedDescription
        return Diagnostic(.outputUnwritable, "\(file) cannot be written: \(reason)")
      }
    }
  }
}
