/// What the id of a release is made of, package by package: the hash of the sorted lines `<entry's hash> <package> <path>`, each ended
/// by a line feed.
///
/// A release may have hundreds of thousands of entries, so that of each there is only its hash and its path.
struct ReleaseIdentity {
  private struct Line {
    /// The first bytes of the entry's hash as it is written, in which most lines differ.
    var start: UInt64
    /// The place of the hash in its package's bytes, with the path behind it.
    var offset: Int
    var pathSize: UInt32
    var package: UInt32
  }

  /// Hashes and paths, package by package: what is there already is not moved for more.
  private var packages: [(name: String, bytes: [UInt8])] = []
  private var lines: [Line] = []

  /// Adds the entries of a package.
  mutating func add(_ index: PackageIndex, of package: String) {
    packages.append((package, []))
    packages[packages.count - 1].bytes.reserveCapacity(index.entries.reduce(0) { $0 + 32 + $1.path.utf8.count })
    lines.reserveCapacity(lines.count + index.entries.count)
    for entry in index.entries { add(entry.path, entry.hash) }
  }

  /// Adds an entry of a package.
  mutating func add(_ path: String, _ hash: ContentHash, of package: String) {
    if packages.last?.name != package { packages.append((package, [])) }
    add(path, hash)
  }

  private mutating func add(_ path: String, _ hash: ContentHash) {
    let digest = hash.digest
    let package = packages.count - 1
    let offset = packages[package].bytes.count
    packages[package].bytes += digest
    packages[package].bytes += path.utf8
    let start = Base64.encodeURL(Array(digest.prefix(6))).utf8.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    lines.append(
      Line(
        start: start, offset: offset, pathSize: UInt32(packages[package].bytes.count - offset - 32),
        package: UInt32(package)))
  }

  private func text(_ line: Line) -> [UInt8] {
    let (name, bytes) = packages[Int(line.package)]
    let path = line.offset + 32
    // A digest of 32 bytes is a hash.
    let hash = ContentHash(digest: Array(bytes[line.offset..<path]))?.description ?? ""
    return Array("\(hash) \(name) ".utf8) + bytes[path..<path + Int(line.pathSize)]
      + [UInt8(ascii: "\n")]
  }

  /// The id, after which there are no entries left.
  mutating func finish() -> ContentHash {
    var order = lines
    lines = []
    order.sort { left, right in
      left.start == right.start ? text(left).lexicographicallyPrecedes(text(right)) : left.start < right.start
    }
    var hasher = ContentHasher()
    for line in order { hasher.update(text(line)) }
    packages = []
    return hasher.finalize()
  }
}
