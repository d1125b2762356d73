import Archive

/// A file of the release, ready for its archive.
struct PackedFile: Sendable {
  /// The name in the archive.
  var name: String
  /// The compressed bytes.
  var entry: CompressedEntry
  /// The SHA-256 of the uncompressed bytes.
  var hash: ContentHash
  /// The site path that it was made from, for messages.
  var source: String

  /// Compresses and hashes a file's bytes.
  init(name: String, bytes: [UInt8], source: String) {
    self.name = name
    self.source = source
    hash = ContentHash(of: bytes)
    entry = Self.isIncompressible(name, bytes) ? Self.stored(bytes) : CompressedEntry(compressing: bytes)
  }

  /// OPTIMIZATION: deflate cannot shrink what is compressed already; a sample tells, so that large media cost nothing.
  private static func isIncompressible(_ name: String, _ bytes: [UInt8]) -> Bool {
    guard bytes.count > 256 << 10 else { return false }
    let middle = bytes.count / 2
    let sample = Array(bytes[middle..<min(bytes.count, middle + 64 << 10)])
    return CompressedEntry(compressing: sample, level: 1).data.count * 100 > sample.count * 99
  }

  private static func stored(_ bytes: [UInt8]) -> CompressedEntry {
    CompressedEntry(method: .stored, checksum: CRC32.of(bytes), size: UInt64(bytes.count), data: bytes)
  }

  /// The media type of a name, as web servers say it and the index of a package lists it.
  static func contentType(_ name: String) -> String {
    let extent = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return contentTypes[extent] ?? "application/octet-stream"
  }

  private static let contentTypes: [String: String] = [
    "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8", "xhtml": "application/xhtml+xml",
    "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
    "json": "application/json", "map": "application/json", "webmanifest": "application/manifest+json",
    "xml": "application/xml", "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8",
    "csv": "text/csv; charset=utf-8", "vtt": "text/vtt; charset=utf-8", "yml": "application/yaml",
    "yaml": "application/yaml", "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
    "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "ico": "image/x-icon", "bmp": "image/bmp",
    "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf", "ttc": "font/collection",
    "eot": "application/vnd.ms-fontobject", "mp4": "video/mp4", "m4v": "video/mp4", "webm": "video/webm",
    "mov": "video/quicktime", "mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg", "wav": "audio/wav",
    "aac": "audio/aac", "wasm": "application/wasm", "pdf": "application/pdf", "zip": "application/zip",
    "page": "application/vnd.hybrid.page", "layout": "application/vnd.hybrid.layout",
  ]
}
