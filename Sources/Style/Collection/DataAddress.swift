import Diagnostics
import References

/// Sheets whose address holds their text (`data:`, RFC 2397).
enum DataAddress {
  /// The sheet of a `data:` address, or `nil` for other addresses.
  static func sheet(_ address: String) -> SourceFile? {
    guard let url = DataURL(address), url.mediaType.isEmpty || url.mediaType.hasPrefix("text/css") else { return nil }
    return SourceFile(path: String(address.prefix(64)), bytes: url.bytes)
  }
}
