import Files
import Foundation
import Manifest

/// Which configurations the user lets run programs: a file in the user's own configuration folder, which no checkout reaches.
public enum FilterTrust {
  private static let fileName = "trusted-filters"
  private static let largest = 1 << 20

  /// What is trusted: a configuration, as it is now, of a site in its place, with the programs that came with the site.
  ///
  /// - Parameters:
  ///   - root: the folder that the programs are in.
  ///   - place: the folder that the site is in, or was copied from.
  ///   - configuration: the site's configuration.
  ///   - programs: the programs that its filters name.
  static func key(
    root: String, as place: String, configuration: SiteConfiguration, programs: [FilterProgram]
  ) -> String {
    let (copy, original) = (SystemFile.realPath(root) ?? root, SystemFile.realPath(place) ?? place)
    var text = "hybrid filters 1\n\(original)\n\(configuration.digest)\n"
    for program in programs where program.isInSite {
      let path = program.path.hasPrefix(copy + "/") ? original + program.path.dropFirst(copy.count) : program.path
      text += "\(path)\n\(program.digest)\n"
    }
    return ContentHash(of: Array(text.utf8)).description
  }

  /// Whether the user trusted a key.
  static func contains(_ key: String) -> Bool { lines().contains { $0.key == key } }

  /// Notes a key, in place of all others of the same site.
  static func add(_ key: String, root: String) throws(SystemError) {
    try write(lines().filter { $0.root != shown(root) } + [(key, shown(root))])
  }

  /// Forgets all keys of a site; whether there was one.
  public static func remove(root: String) throws(SystemError) -> Bool {
    let known = lines()
    let rest = known.filter { $0.root != shown(root) }
    if rest.count < known.count { try write(rest) }
    return rest.count < known.count
  }

  /// The path as the file has it: in one line.
  private static func shown(_ root: String) -> String {
    String((SystemFile.realPath(root) ?? root).map { $0.isNewline ? "?" : $0 })
  }

  private static var folder: FolderLocation? {
    if let home = EnvironmentVariable.configurationHome.value(), home.hasPrefix("/") {
      return FolderLocation(path: home + "/hybrid")
    }
    guard let home = EnvironmentVariable.home.value(), home.hasPrefix("/") else { return nil }
    return FolderLocation(path: home + "/.config/hybrid")
  }

  private static func lines() -> [(key: String, root: String)] {
    // What others may write says nothing of this user.
    guard let folder = try? folder?.open(makes: false), let status = try? folder.status(fileName), status.kind == .file,
      status.permissions & 0o022 == 0, let bytes = try? folder.read(fileName, limit: largest)
    else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
  }

  private static func write(_ lines: [(key: String, root: String)]) throws(SystemError) {
    guard let location = folder else { throw SystemError(reason: "neither XDG_CONFIG_HOME nor HOME is set") }
    do throws(FileError) {
      let folder = try location.open(makes: true)
      let text = lines.map { "\($0.key) \($0.root)\n" }.joined()
      let temporary = ".tmp-\(getpid())-\(UInt32.random(in: 0 ... .max))"
      let file = try folder.newFile(temporary, permissions: 0o600)
      try file.write(Array(text.utf8))
      try file.synchronize()
      try folder.rename(temporary, to: fileName)
    } catch {
      throw SystemError(error)
    }
  }
}
