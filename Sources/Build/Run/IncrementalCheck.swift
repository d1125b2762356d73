import Foundation
import Manifest

/// Compares a release that was built with what earlier runs kept with one that was built from nothing.
public enum IncrementalCheck {
  /// The paths in the release at which a clean build differs; only the current release counts, not older ones beside
  /// it.
  public static func differences(_ options: BuildOptions) throws(SystemError) -> [String] {
    var clean = options
    clean.cacheFolder = nil
    clean.remoteCache = nil
    clean.outputFolder = NSTemporaryDirectory() + "/hybrid-clean-\(UUID().uuidString)"
    defer { _ = try? OutputFolder.remove(clean.outputFolder, isCache: true) }
    let outcome = SiteBuild(clean, leavingOut: [options.outputFolder, options.cacheFolder].compactMap { $0 }).build()
    guard outcome.verdict == .success || outcome.verdict == .overBudget else {
      throw SystemError(reason: outcome.diagnostics.first?.message ?? "no release was published")
    }
    let names = try files(in: clean.outputFolder)
    return names.filter { name in
      guard let left = try? SystemFile.read(clean.outputFolder + "/" + name) else { return true }
      return left != (try? SystemFile.read(options.outputFolder + "/" + name))
    }
  }

  /// The files of a folder and those in it, but the publisher's own, whose names begin with a dot.
  private static func files(in folder: String, prefix: String = "") throws(SystemError) -> [String] {
    var names: [String] = []
    for bytes in try SystemFile.names(in: folder) where bytes.first != UInt8(ascii: ".") {
      let name = String(decoding: bytes, as: UTF8.self)
      if SystemFile.isFolder(folder + "/" + name) {
        names += try files(in: folder + "/" + name, prefix: prefix + name + "/")
      } else {
        names.append(prefix + name)
      }
    }
    return names
  }
}
