import Foundation
import Manifest

/// The program that a filter's command names.
struct FilterProgram: Sendable {
  /// The path of the file.
  var path: String
  /// The hash of its bytes: what stands for its version.
  var digest: ContentHash
  /// Whether the file came with the site.
  var isInSite: Bool

  /// The most bytes of a program whose hash is taken.
  private static let largest = 1 << 30

  /// The program of a name in PATH, or of a path from the site's root; `nil` where nothing of that name may run.
  init?(_ name: String, root: String) {
    guard let realRoot = SystemFile.realPath(root) else { return nil }
    let prefix = realRoot == "/" ? "/" : realRoot + "/"
    let candidates: [String]
    if name.contains("/") {
      candidates = [name.hasPrefix("/") ? name : realRoot + "/" + name]
    } else {
      // A folder of the site in PATH would let a checkout replace any program.
      candidates = EnvironmentVariable.programFolders.filter { folder in
        guard folder.hasPrefix("/"), let real = SystemFile.realPath(folder) else { return false }
        return real != realRoot && !real.hasPrefix(prefix)
      }.map { $0 + "/" + name }
    }
    for candidate in candidates where access(candidate, X_OK) == 0 && !SystemFile.isFolder(candidate) {
      guard let real = SystemFile.realPath(candidate), let bytes = try? SystemFile.read(real, limit: Self.largest)
      else {
        continue
      }
      path = candidate
      digest = ContentHash(of: bytes)
      isInSite = real.hasPrefix(prefix)
      // What is named inside of the site stays there.
      if name.contains("/"), !name.hasPrefix("/"), !isInSite { continue }
      return
    }
    return nil
  }

  /// Why nothing of a name may run, and what to do about it.
  static func fault(of name: String, root: String) -> (reason: String, help: String) {
    guard name.contains("/") else { return ("is missing", "install it, or write its path") }
    let path = name.hasPrefix("/") ? name : root + "/" + name
    guard SystemFile.exists(path) else { return ("is missing", "paths count from the site's root") }
    if SystemFile.isFolder(path) { return ("is a folder", "name the file that runs") }
    let shown = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
    if access(path, X_OK) != 0 {
      return ("is not executable", "run `chmod +x \(shown)`, or write its interpreter before it: `sh \(shown)`")
    }
    return ("is outside of the site", "write its whole path, or move it into the site")
  }

  /// The file of the site that a word of a command names, also as `--name=FILE`; `nil` where there is none.
  init?(fileNamedBy word: String, root: String) {
    guard let realRoot = SystemFile.realPath(root) else { return nil }
    let prefix = realRoot == "/" ? "/" : realRoot + "/"
    for name in [word] + (word.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)) where !name.isEmpty {
      guard let real = SystemFile.realPath(name.hasPrefix("/") ? name : realRoot + "/" + name),
        real.hasPrefix(prefix), !SystemFile.isFolder(real),
        let bytes = try? SystemFile.read(real, limit: Self.largest)
      else { continue }
      (path, digest, isInSite) = (real, ContentHash(of: bytes), true)
      return
    }
    return nil
  }
}

extension SiteConfiguration.FilterRule {
  /// The paths in the site that the words of the command may name: its program, and the files that the program is given.
  var namedPaths: [String] {
    words.flatMap { word in
      let value = word.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
      return ([word] + value).map { $0.split(separator: "/").filter { $0 != "." }.joined(separator: "/") }
    }
  }
}
