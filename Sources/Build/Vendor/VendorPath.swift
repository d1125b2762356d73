import Compiler
import Manifest
import References

/// Where a fetched file is in the site: `vendor/<host>/<path>`, as on its server, so that what a style sheet names
/// relative to itself is found beside it.
enum VendorPath {
  /// What ends the names of files that would be compiled.
  static let endingsOfPages = [".html", ".htm", ".xhtml"]

  /// The site path for a URL.
  ///
  /// - Parameters:
  ///   - mediaType: the type that the server sent, or `nil`.
  ///   - kind: what the site loads it as.
  static func path(of url: String, mediaType: String?, kind: RemoteReference.Kind) -> String {
    let (host, path, query) = parts(of: url)
    var segments = path.split(separator: "/").map { segment(String($0)) }
    if segments.isEmpty || path.hasSuffix("/") { segments.append("index") }
    var name = segments.removeLast()
    let wanted = endings(kind, mediaType)
    var (stem, ending) = split(name)
    if !wanted.isEmpty, !wanted.contains(ending.lowercased()) { (stem, ending) = (name, wanted[0]) }
    // A page would be compiled.
    if endingsOfPages.contains(ending.lowercased()) { (stem, ending) = (stem + ending, ".bin") }
    if !query.isEmpty { stem += "-" + shortHash(query) }
    name = stem + ending
    return (["vendor", segment(host)] + segments + [name]).joined(separator: "/")
  }

  /// A path that is taken already by another URL, with a part of the URL's hash in it.
  static func distinct(_ path: String, url: String) -> String {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let (stem, ending) = split(String(path[folder.endIndex...]))
    return folder + stem + "-" + shortHash(url) + ending
  }

  private static func parts(of url: String) -> (host: String, path: String, query: String) {
    var rest = url[...]
    if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
    let hostEnd = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    var host = rest[..<hostEnd].lowercased()
    if let at = host.lastIndex(of: "@") { host = String(host[host.index(after: at)...]) }
    rest = rest[hostEnd...]
    let pathEnd = rest.firstIndex(of: "?") ?? rest.endIndex
    return (host, String(rest[..<pathEnd]), pathEnd < rest.endIndex ? String(rest[pathEnd...].dropFirst()) : "")
  }

  /// A part of a path that every file system takes and no walk leaves out.
  private static func segment(_ text: String) -> String {
    var bytes = SiteReference.percentDecoded(text).utf8.map { byte -> UInt8 in
      let isPlain =
        (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || "-._@+".utf8.contains(byte)
      return isPlain ? byte : 0x5F
    }
    if bytes.first == 0x2E || bytes == Array("node_modules".utf8) { bytes.insert(0x5F, at: 0) }
    if bytes.last == 0x2E { bytes.append(0x5F) }
    let devices = ["con", "prn", "aux", "nul", "conin", "conout", "clock"]
    let stem = String(decoding: bytes.prefix { $0 != 0x2E }, as: UTF8.self).lowercased()
    let isPort = (stem.hasPrefix("com") || stem.hasPrefix("lpt")) && stem.utf8.count == 4
    if devices.contains(stem) || isPort { bytes.insert(0x5F, at: 0) }
    let name = String(decoding: bytes, as: UTF8.self)
    guard bytes.count > 120 else { return name.isEmpty ? "_" : name }
    let (start, ending) = split(name)
    return start.prefix(80) + "-" + shortHash(text) + (ending.utf8.count <= 8 ? ending : "")
  }

  /// A name and its ending with the dot.
  private static func split(_ name: String) -> (stem: String, ending: String) {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex, name[dot...].utf8.count <= 8,
      name[dot...].dropFirst().utf8.allSatisfy({
        ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39)
      })
    else { return (name, "") }
    return (String(name[..<dot]), String(name[dot...]))
  }

  private static func shortHash(_ text: String) -> String {
    String(VendorLock.digest(Array(text.utf8)).dropFirst("sha256-".count).prefix(8)).map {
      $0 == "-" || $0 == "_" ? "0" : String($0)
    }.joined()
  }

  /// The endings by which a file is served as what it is; the first is added where the name has none of them. Empty where
  /// any will do.
  private static func endings(_ kind: RemoteReference.Kind, _ mediaType: String?) -> [String] {
    switch kind {
    case .stylesheet: return [".css"]
    case .script: return [".js", ".mjs", ".cjs"]
    case .image, .font, .media, .other: break
    }
    let sent = (mediaType?.prefix { $0 != ";" }.lowercased() ?? "").filter { !$0.isWhitespace }
    let type = Self.registered[sent] ?? sent
    let kinds = ["image/", "font/", "audio/", "video/"]
    // Servers send many things as text.
    guard kinds.contains(where: type.hasPrefix) || type == "text/css" || type == "text/vtt" else { return [] }
    // Sound in a container that films have, too.
    let film = type.hasPrefix("audio/") ? "video/" + type.dropFirst("audio/".count) : ""
    return (ContentType.extensions(of: type) + ContentType.extensions(of: film)).map { "." + $0 }
  }

  /// Types that servers send, and what they are registered as.
  private static let registered = [
    "image/x-icon": "image/vnd.microsoft.icon", "application/font-woff": "font/woff",
    "application/font-woff2": "font/woff2",
  ]
}
