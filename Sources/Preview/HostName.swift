import Foundation

/// The names in requests' `Host`.
enum HostName {
  /// Whether a name can only be this machine's: a page of another site that has its name lead here (DNS rebinding) asks
  /// under that name.
  ///
  /// - Parameter served: the address that the server listens on. On the machine's own, only the machine's own names
  ///   count; on others, addresses in numbers and the machine's name as well.
  static func isThisMachine(_ header: String, served: String) -> Bool {
    guard let name = name(of: header) else { return false }
    if name == "localhost" || name == served { return true }
    guard !served.hasPrefix("127.") else { return isAddress(name) && name.hasPrefix("127.") || name == "[::1]" }
    if isAddress(name) || name.hasPrefix("[") { return true }
    let machine = ProcessInfo.processInfo.hostName.lowercased()
    let short = machine.prefix { $0 != "." }
    return name == machine || name == short || name == short + ".local"
  }

  /// The name without its port, in lower case; `nil` where the header is none.
  private static func name(of header: String) -> String? {
    let text = header.lowercased()
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      let rest = text[text.index(after: end)...]
      return rest.isEmpty || isPort(rest) ? String(text[...end]) : nil
    }
    let name = text.prefix { $0 != ":" }
    let rest = text[name.endIndex...]
    return !name.isEmpty && (rest.isEmpty || isPort(rest)) ? String(name) : nil
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.first == ":" && text.dropFirst().utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }

  /// Four numbers with dots.
  private static func isAddress(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        part.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } && UInt8(part) != nil
      }
  }
}
