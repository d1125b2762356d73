import Files

/// The one way by which a build reads files of a site: links that lead out of it, files that are not regular and files that
/// are larger than their limit are refused before anything of them is read.
public enum SiteFile {
  /// The most bytes of any file of a site: what an asset may have.
  public static let largest = 512_000_000

  /// The most bytes of a file that is read as what its name says.
  static func limit(_ path: String) -> Int {
    if Site.isPageName(path) || Site.isMarkdownName(path) { return SiteWalk.maximumPageSize }
    let ending = path.lastIndex(of: ".").map { path[$0...].lowercased() } ?? ""
    // Style sheets, scripts and data of more are too large for any page; the compiler's own limits are lower.
    return [".css", ".js", ".mjs", ".json", ".yml", ".yaml", ".svg"].contains(ending) ? 64_000_000 : largest
  }

  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - path: the site path. Links are followed where they stay in the site.
  ///   - root: the site's folder, which may be named by a link.
  ///   - limit: more bytes than this are an error; by the file's name where it is `nil`.
  /// - Throws: ``SystemError/leadsOutside`` for a link that leads out of the site, others in the system's words.
  package static func read(_ path: String, in root: String, limit: Int? = nil) throws(SystemError) -> [UInt8] {
    let limit = limit ?? Self.limit(path)
    do throws(FileError) {
      return try FolderHandle(root).read(path, limit: limit)
    } catch {
      guard error.kind == .link else { throw SystemError(error, limit: limit) }
    }
    // A link on the way: what it leads to is read by its own name, on which no link is left, or put there since.
    guard let realRoot = SystemFile.realPath(root), let real = SystemFile.realPath(root + "/" + path) else {
      throw SystemError()
    }
    let prefix = realRoot == "/" ? "/" : realRoot + "/"
    guard real.hasPrefix(prefix) else { throw .leadsOutside }
    do throws(FileError) {
      return try FolderHandle(realRoot).read(String(real.dropFirst(prefix.count)), limit: limit)
    } catch {
      throw error.kind == .link ? .leadsOutside : SystemError(error, limit: limit)
    }
  }
}

extension SystemError {
  /// A link on the way to a file leads out of the site.
  public static let leadsOutside = SystemError(reason: "a symbolic link leads out of the site")

  /// What reading a file failed with.
  init(_ error: FileError, limit: Int? = nil) {
    switch (error.kind, limit) {
    case (.tooLarge, let limit?): self.init(reason: "it is larger than \(ByteSize.text(limit))")
    case (.notAFile, _): self.init(reason: "not a regular file")
    default: self.init(reason: error.detail)
    }
  }
}
