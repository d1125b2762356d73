import Build
import Files
import Foundation

/// A site's folder in a git repository, and its files in other commits.
///
/// Only plumbing is run (`rev-parse`, `ls-tree`, `cat-file`), which reads objects as they are: no hook, no filter and no
/// network, whatever the repository's configuration says.
struct GitRepository {
  /// The site's folder.
  let root: String
  /// The site's folder seen from the repository's top, with a slash at its end; empty for the top.
  private let prefix: String

  private static let mostFiles = 1_000_000
  /// Bytes of all files of a commit.
  private static let largestTree = 1 << 30
  private static let program = "/usr/bin/env"

  /// The repository that a folder is in.
  init(root: String) throws {
    self.root = root.count > 1 && root.hasSuffix("/") ? String(root.dropLast()) : root
    let (version, _) = try Self.run(["--version"], in: root)
    guard version == 0 else {
      throw CommandFailure(
        .noInput, "git is missing: --git needs it to read commits",
        help: "install git, or compare two release folders: `hybrid diff OLD NEW`")
    }
    let (status, output) = try Self.run(["rev-parse", "--show-prefix"], in: root)
    guard status == 0 else {
      throw CommandFailure(
        .noInput, "\(root) is not in a git repository", help: "compare two release folders: `hybrid diff OLD NEW`")
    }
    prefix = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// Writes the site's files as a commit has them into a new folder. Nothing is written through a symbolic link: trees can
  /// be made that have one name twice, as a link and as a folder.
  func write(commit: String, to name: String, in folder: String) throws {
    let (status, output) = try Self.run(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", commit + "^{commit}"], in: root)
    let hash = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard status == 0, hash.count >= 40, hash.allSatisfy(\.isHexDigit) else {
      throw CommandFailure(.noInput, "\(commit): no such commit", help: "in a shallow clone, fetch it first")
    }
    let (treeStatus, listing) = try Self.run(
      ["ls-tree", "-r", "-l", "-z", "--full-tree", "\(hash):\(prefix)"], in: root)
    guard treeStatus == 0 else {
      throw CommandFailure(.noInput, "\(commit) has no folder \(prefix.isEmpty ? "." : prefix)")
    }
    let files = try entries(listing, commit)
    let blobs = try Self.blobs(files.map(\.hash), in: root)
    do throws(FileError) {
      try Self.write(Array(zip(files, blobs)), to: try FolderHandle(folder).makeFolder(name))
    } catch {
      // The tree has a name twice: nothing is written over what is there.
      if [.exists, .link, .notAFolder].contains(error.kind) { throw Self.malformed(commit) }
      throw CommandFailure(.cannotWrite, "a file of \(commit) cannot be written: \(error)")
    }
  }

  private static func write(_ files: [(entry: Entry, bytes: [UInt8])], to folder: FolderHandle) throws(FileError) {
    for (entry, bytes) in files {
      if let slash = entry.path.lastIndex(of: "/") { _ = try folder.makeFolder(String(entry.path[..<slash])) }
      guard !entry.isLink else { continue }
      // Filters name programs of the site; nothing runs by this.
      try folder.newFile(entry.path, permissions: entry.isProgram ? 0o700 : 0o644).write(bytes)
    }
    for (entry, target) in files where entry.isLink {
      try folder.makeLink(entry.path, to: String(decoding: target, as: UTF8.self))
    }
  }

  private struct Entry {
    var path: String
    var hash: String
    var isLink: Bool
    var isProgram: Bool
  }

  private static func malformed(_ commit: String) -> CommandFailure {
    CommandFailure(.unsound, "the tree of \(commit) is malformed")
  }

  /// The files of a listing: `MODE blob HASH SIZE TAB PATH NUL`. Submodules have no blob and are passed over.
  private func entries(_ listing: [UInt8], _ commit: String) throws -> [Entry] {
    var entries: [Entry] = []
    var total = 0
    for record in listing.split(separator: 0) {
      guard let tab = record.firstIndex(of: 0x09) else { throw Self.malformed(commit) }
      let fields = String(decoding: record[..<tab], as: UTF8.self).split(separator: " ")
      let path = String(decoding: record[(tab + 1)...], as: UTF8.self)
      guard fields.count == 4 else { throw Self.malformed(commit) }
      guard fields[1] == "blob" else { continue }
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." || $0.lowercased() == ".git" }) else {
        throw Self.malformed(commit)
      }
      total += Int(fields[3]) ?? 0
      guard entries.count < Self.mostFiles, total <= Self.largestTree else {
        throw CommandFailure(.unsound, "\(commit) has more than \(Self.mostFiles) files or 1 GB")
      }
      entries.append(
        Entry(path: path, hash: String(fields[2]), isLink: fields[0] == "120000", isProgram: fields[0] == "100755"))
    }
    return entries
  }

  /// The contents of objects in their order.
  private static func blobs(_ hashes: [String], in folder: String) throws -> [[UInt8]] {
    guard !hashes.isEmpty else { return [] }
    let (status, output) = try run(
      ["cat-file", "--batch=%(objectsize)"], in: folder, input: Array((hashes.joined(separator: "\n") + "\n").utf8))
    var blobs: [[UInt8]] = []
    var rest = output[...]
    while blobs.count < hashes.count, let end = rest.firstIndex(of: 0x0A),
      let size = Int(String(decoding: rest[..<end], as: UTF8.self)), size >= 0, rest.endIndex - end - 1 > size
    {
      blobs.append(Array(rest[(end + 1)..<(end + 1 + size)]))
      rest = rest[(end + 2 + size)...]
    }
    guard status == 0, blobs.count == hashes.count else {
      throw CommandFailure(
        .noInput, "git has not all files of the commit",
        help: "a partial clone keeps some on its server: check the commit out once, or compare release folders")
    }
    return blobs
  }

  /// Runs git and reads all that it writes to stdout.
  private static func run(
    _ arguments: [String], in folder: String, input: [UInt8] = []
  ) throws -> (status: Int32, output: [UInt8]) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    // A repository can name programs that fetch what it lacks; an older git knows only the second variable.
    process.arguments =
      ["GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0"]
      + ["GIT_NO_REPLACE_OBJECTS=1", "git"]
      + ["--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-C", folder] + arguments
    let (stdin, stdout) = (Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw CommandFailure(.noInput, "git cannot be run: \(error.localizedDescription)")
    }
    // Both pipes are small: what is written waits for what is read.
    let writer = Thread { [bytes = Data(input)] in
      try? stdin.fileHandleForWriting.write(contentsOf: bytes)
      try? stdin.fileHandleForWriting.close()
    }
    writer.start()
    let output = (try? stdout.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    return (process.terminationReason == .exit ? process.terminationStatus : -1, Array(output))
  }
}
