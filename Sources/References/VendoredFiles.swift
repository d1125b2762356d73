import CSS
import Diagnostics

/// Remote URLs whose files are in the site (`hybrid vendor`): where they lead, and what becomes of the files that name them.
public struct VendoredFiles: Hashable, Sendable {
  /// The site path of each URL's file.
  public let paths: [String: String]
  /// The style sheets and scripts of the site that are rewritten, since URLs in them lead to vendored files.
  public var routedFiles: Set<String> = []
  /// The URL that each file came from.
  private let sources: [String: String]

  /// Files by the URLs that they stand for.
  public init(_ paths: [String: String] = [:]) {
    self.paths = paths
    sources = Dictionary(paths.map { ($1, $0) }, uniquingKeysWith: { min($0, $1) })
  }

  /// Whether nothing stands for a remote URL.
  public var isEmpty: Bool { paths.isEmpty }

  /// The file that stands for a remote URL, and the URL's fragment; `nil` for a URL that is not vendored.
  package func file(of url: String) -> (path: String, suffix: String)? {
    guard !paths.isEmpty else { return nil }
    let text = SiteReference.stripped(url)
    if let path = paths[text] { return (path, "") }
    guard let address = RemoteAddress(text) else { return nil }
    return paths[address.url].map { ($0, address.fragment) }
  }

  /// What a URL in a style sheet or script becomes, seen from its file; `nil` where it stays.
  package func address(_ url: String, inFile path: String) -> String? {
    let file: (path: String, suffix: String)
    if let source = sources[path] {
      guard let address = RemoteAddress(url, against: source), let target = paths[address.url] else { return nil }
      file = (target, address.fragment)
      // Most files that a fetched file names have the same place relative to it as on the server.
      if case .local(let natural, _) = SiteReference(url, from: path), natural == target,
        !SiteReference.stripped(url).hasPrefix("/")
      {
        return nil
      }
    } else {
      guard let found = self.file(of: url) else { return nil }
      file = found
    }
    return SiteReference.relative(to: file.path, from: path) + file.suffix
  }

  /// A style sheet of the site whose remote URLs lead to the files that stand for them; `nil` where it stays as it is.
  package func sheet(_ source: SourceFile) -> SourceFile? {
    guard !paths.isEmpty else { return nil }
    let edits = StyleSheetAddresses.edits(source.bytes[...]) { address($0, inFile: source.path) }
    guard !edits.isEmpty else { return nil }
    var text = ComposedText()
    text.copy(source.bytes.indices, of: source, editing: edits)
    return SourceFile(path: source.path, bytes: text.bytes, origins: text.origins)
  }

  /// A script of the site whose imports lead to the files that stand for remote ones; `nil` where it stays as it is.
  private func script(_ script: [UInt8], path: String) -> [UInt8]? {
    let edits = ModuleSpecifiers.edits(of: ModuleSpecifiers.specifiers(in: script)) { address($0, inFile: path) }
    return edits.isEmpty ? nil : TextEdit.applying(edits, to: script)
  }

  /// The bytes of a style sheet or script as packages have it; `nil` where they are the file's.
  public func packed(_ bytes: [UInt8], path: String) -> [UInt8]? {
    guard !paths.isEmpty else { return nil }
    if ReferringFile.isStyleSheet(path) { return sheet(SourceFile(path: path, bytes: bytes))?.bytes }
    return ReferringFile.isScript(path) ? script(bytes, path: path) : nil
  }
}

/// The files of a site in which URLs are looked for, beside pages.
public enum ReferringFile {
  /// Whether a file is a style sheet or a script.
  public static func contains(_ path: String) -> Bool { isStyleSheet(path) || isScript(path) }

  /// Whether a file is a style sheet.
  package static func isStyleSheet(_ path: String) -> Bool { path.lowercased().hasSuffix(".css") }

  /// Whether a file is a script.
  package static func isScript(_ path: String) -> Bool {
    let lower = path.lowercased()
    return lower.hasSuffix(".js") || lower.hasSuffix(".mjs") || lower.hasSuffix(".cjs")
  }
}
