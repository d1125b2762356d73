import Foundation

/// Which files git tracks, as the index of a repository says. No program is run: a checkout's configuration could have git run
/// another.
enum GitIndex {
  /// Larger indexes are nothing that is looked at.
  private static let limit = 1 << 28

  /// Whether git tracks a folder's files, or the link that has its name or is on the way to it.
  static func tracks(_ folder: String) -> Bool {
    let whole = FolderLocation.absolute(folder)
    var top = whole
    while let slash = top.lastIndex(of: "/") {
      top = String(top[..<slash])
      guard let index = index(ofRepository: top) else { continue }
      let path = String(whole.dropFirst(top.utf8.count + 1))
      return tracks(path, index)
    }
    return false
  }

  /// The index's bytes where a folder is the top of a repository's files.
  private static func index(ofRepository folder: String) -> [UInt8]? {
    let git = folder + "/.git"
    if SystemFile.isFolder(git) { return try? SystemFile.read(git + "/index", limit: limit) }
    // A worktree or a submodule: `gitdir: PATH`.
    guard let bytes = try? SystemFile.read(git, limit: 1 << 14) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("gitdir: ") else { return nil }
    let path = text.dropFirst(8).trimmingCharacters(in: .whitespacesAndNewlines)
    return try? SystemFile.read((path.hasPrefix("/") ? path : folder + "/" + path) + "/index", limit: limit)
  }

  /// Whether an index lists a path, something below it, or a folder above it (as a link or a submodule).
  static func tracks(_ path: String, _ index: [UInt8]) -> Bool {
    let wanted = Array(path.utf8)
    let slash = UInt8(ascii: "/")
    var found = false
    forEachPath(index) { name in
      let isBelow = name.count > wanted.count && name.starts(with: wanted) && name[wanted.count] == slash
      let isAbove = wanted.count > name.count && wanted.starts(with: name) && wanted[name.count] == slash
      found = isBelow || isAbove || name == wanted
      return !found
    }
    return found
  }

  /// Calls a closure with every path, until it returns `false`: gitformat-index, versions 2 to 4.
  ///
  /// UNIMPLEMENTED: repositories with SHA-256 names, and split indexes, whose shared part is another file.
  private static func forEachPath(_ bytes: [UInt8], _ body: ([UInt8]) -> Bool) {
    func number(_ offset: Int, _ count: Int) -> Int {
      bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.count >= 12, bytes.starts(with: Array("DIRC".utf8)) else { return }
    let version = number(4, 4)
    guard (2...4).contains(version) else { return }
    var name: [UInt8] = []
    var place = 12
    for _ in 0..<number(8, 4) {
      guard place + 62 <= bytes.count else { return }
      let flags = number(place + 60, 2)
      let start = place
      place += version >= 3 && flags & 0x4000 != 0 ? 64 : 62
      if version == 4 {
        guard let removed = variableNumber(bytes, &place), removed <= name.count else { return }
        name.removeLast(removed)
      } else {
        name = []
      }
      guard place < bytes.count, let end = bytes[place...].firstIndex(of: 0) else { return }
      name += bytes[place..<end]
      // Before version 4, entries are padded to a multiple of eight bytes with one to eight NULs.
      place = version == 4 ? end + 1 : start + (end - start + 8) / 8 * 8
      guard body(name) else { return }
    }
  }

  /// A number of the form that offsets in packs have.
  private static func variableNumber(_ bytes: [UInt8], _ place: inout Int) -> Int? {
    var value = 0
    for position in 0..<6 {
      guard place < bytes.count else { return nil }
      let byte = Int(bytes[place])
      place += 1
      value = position == 0 ? byte & 0x7F : (value + 1) << 7 | byte & 0x7F
      if byte < 0x80 { return value }
    }
    return nil
  }
}
