import CSS
import Diagnostics
import Foundation

// Remote URLs whose files are in the site: where they lead.
extension SiteComposition {
  /// The file that stands for a remote URL, and the URL's fragment; `nil` for a URL that is not vendored.
  public func vendoredFile(of url: String) -> (path: String, suffix: String)? {
    guard !vendored.isEmpty else { return nil }
    let text = SiteReference.stripped(url)
    if let path = vendored[text] { return (path, "") }
    guard let address = Self.remoteAddress(text) else { return nil }
    return vendored[address.url].map { ($0, address.fragment) }
  }

  /// A remote URL as lock files have it: `https:` where it names no scheme, and without its fragment, which is the other
  /// part; `nil` for a URL that is not of the web.
  public static func remoteAddress(_ url: String) -> (url: String, fragment: String)? {
    let text = SiteReference.stripped(url)
    let lower = text.lowercased()
    guard lower.hasPrefix("https://") || lower.hasPrefix("http://") || text.hasPrefix("//") else { return nil }
    let whole = text.hasPrefix("//") ? "https:" + text : text
    guard let hash = whole.firstIndex(of: "#") else { return (whole, "") }
    return (String(whole[..<hash]), String(whole[hash...]))
  }

  /// The absolute URL of a reference in a file that was fetched from another; `nil` where it is none of the web.
  public static func resolve(_ url: String, against source: String) -> (url: String, fragment: String)? {
    let text = SiteReference.stripped(url)
    if let address = remoteAddress(text) { return address }
    guard !text.isEmpty, !text.hasPrefix("#"), SiteReference.scheme(of: text) == nil, let base = URL(string: source),
      let resolved = URL(string: text, relativeTo: base)?.absoluteURL
    else { return nil }
    return remoteAddress(resolved.absoluteString)
  }

  /// Decodes `%XX`; what is not valid UTF-8 afterwards is replaced by U+FFFD.
  public static func percentDecoded(_ text: String) -> String { SiteReference.percentDecoded(text) }

  /// What a URL in a style sheet or script becomes, seen from its file; `nil` where it stays.
  func ledAddress(_ url: String, inFile path: String) -> String? {
    let file: (path: String, suffix: String)
    if let source = vendorSources[path] {
      guard let address = Self.resolve(url, against: source), let target = vendored[address.url] else { return nil }
      file = (target, address.fragment)
      // Most files that a fetched file names have the same place relative to it as on the server.
      if case .local(let natural, _) = SiteReference(url, from: path), natural == target,
        !SiteReference.stripped(url).hasPrefix("/")
      {
        return nil
      }
    } else {
      guard let found = vendoredFile(of: url) else { return nil }
      file = found
    }
    return SiteReference.relative(to: file.path, from: path) + file.suffix
  }

  /// A style sheet of the site whose remote URLs lead to the files that stand for them; `nil` where it stays as it is.
  public func ledSheet(_ source: SourceFile) -> SourceFile? {
    guard !vendored.isEmpty else { return nil }
    let edits = StyleSheetAddresses.edits(source.bytes[...]) { ledAddress($0, inFile: source.path) }
    guard !edits.isEmpty else { return nil }
    var text = ComposedText()
    text.copy(source.bytes.indices, of: source, editing: edits)
    return SourceFile(path: source.path, bytes: text.bytes, origins: text.origins)
  }

  /// A script of the site whose imports lead to the files that stand for remote ones; `nil` where it stays as it is.
  func ledScript(_ script: [UInt8], path: String) -> [UInt8]? {
    let edits = scriptEdits(ModuleSpecifiers.specifiers(in: script)) { ledAddress($0, inFile: path) }
    return edits.isEmpty ? nil : StyleSheetAddresses.applying(edits, to: script)
  }

  /// The specifiers that are led elsewhere.
  func scriptEdits(
    _ specifiers: [ModuleSpecifiers.Specifier], at start: Int = 0, address: (String) -> String?
  ) -> [StyleSheetAddresses.Edit] {
    specifiers.compactMap { specifier in
      guard ModuleSpecifiers.isURL(specifier.text), let url = address(specifier.text) else { return nil }
      return StyleSheetAddresses.Edit(
        range: start + specifier.range.lowerBound..<start + specifier.range.upperBound,
        text: ModuleSpecifiers.quoted(ModuleSpecifiers.specifier(url)))
    }
  }

  /// Whether URLs are looked for in a file of the site: style sheets and scripts.
  public static func mayLead(_ path: String) -> Bool { isStyleSheet(path) || isScript(path) }

  private static func isStyleSheet(_ path: String) -> Bool { path.lowercased().hasSuffix(".css") }

  static func isScript(_ path: String) -> Bool {
    let lower = path.lowercased()
    return lower.hasSuffix(".js") || lower.hasSuffix(".mjs") || lower.hasSuffix(".cjs")
  }

  /// The bytes of a style sheet or script as packages have it; `nil` where they are the file's.
  public func packed(_ bytes: [UInt8], path: String) -> [UInt8]? {
    guard !vendored.isEmpty else { return nil }
    if Self.isStyleSheet(path) { return ledSheet(SourceFile(path: path, bytes: bytes))?.bytes }
    return Self.isScript(path) ? ledScript(bytes, path: path) : nil
  }
}
