import References

/// The import maps of a page (HTML, section 8.1.6.2), merged in their order.
struct ImportMap {
  /// An entry: a specifier, or a prefix that ends in `/`, and the address that it stands for.
  struct Entry {
    var key: String
    /// The address; `nil` for `null`, and for what is written with escapes.
    var address: String?
    /// The address's bytes with its quotes.
    var range: Range<Int>
  }

  /// The entries for all modules.
  private(set) var imports: [Entry] = []
  /// The entries for modules whose URLs begin with a prefix.
  private(set) var scopes: [(prefix: String, entries: [Entry])] = []
  /// Whether a map could not be read as a whole: it may have any entry.
  private(set) var isUnknown = false

  /// Reads a map and adds it; the answer is its own entries.
  mutating func add(_ text: [UInt8]) -> [Entry] {
    guard text.count <= ScriptScanner.maximumSize else {
      isUnknown = true
      return []
    }
    let scanner = ScriptScanner(text)
    guard scanner.fault == nil, scanner.text(scanner.tokens[0]) == "{" else {
      isUnknown = true
      return []
    }
    var added: [Entry] = []
    members(of: 0, scanner) { key, value in
      switch key {
      case "imports":
        let entries = entries(of: value, scanner)
        imports += entries
        added += entries
      case "scopes":
        members(of: value, scanner) { prefix, value in
          let entries = entries(of: value, scanner)
          scopes.append((prefix, entries))
          added += entries
        }
      default: break
      }
    }
    return added
  }

  private func entries(of opener: Int, _ scanner: ScriptScanner) -> [Entry] {
    var result: [Entry] = []
    members(of: opener, scanner) { key, value in
      let token = scanner.tokens[value]
      result.append(Entry(key: key, address: scanner.literal(token), range: token.range))
    }
    return result
  }

  /// Calls with each key of an object and the first token of its value.
  private func members(of opener: Int, _ scanner: ScriptScanner, _ body: (String, Int) -> Void) {
    guard scanner.text(scanner.tokens[opener]) == "{", let closer = scanner.closers[opener] else { return }
    var index = opener + 1
    while index + 2 < closer {
      guard let key = scanner.literal(scanner.tokens[index]), scanner.text(scanner.tokens[index + 1]) == ":" else {
        index += 1
        continue
      }
      body(key, index + 2)
      index = (scanner.closers[index + 2] ?? index + 2) + 1
    }
  }

  /// The entry that a specifier of a module is mapped by: exact keys before prefixes, longer prefixes before shorter.
  ///
  /// - Parameters:
  ///   - specifier: the specifier, or the normalised URL that it stands for.
  ///   - isInScope: whether the module's URL begins with a scope's prefix.
  ///   - normalised: a key as specifiers are compared.
  func address(
    for specifier: String, isInScope: (String) -> Bool, normalised: (String) -> String
  ) -> (address: String?, entry: Entry)? {
    let inner = scopes.filter { isInScope($0.prefix) }.sorted { $0.prefix.utf8.count > $1.prefix.utf8.count }
    for entries in inner.map(\.entries) + [imports] {
      if let entry = entries.first(where: { normalised($0.key) == specifier }) { return (entry.address, entry) }
      let prefixes = entries.filter { $0.key.hasSuffix("/") && specifier.hasPrefix(normalised($0.key)) }
      guard let entry = prefixes.max(by: { $0.key.utf8.count < $1.key.utf8.count }) else { continue }
      return (entry.address.map { $0 + specifier.dropFirst(normalised(entry.key).count) }, entry)
    }
    return nil
  }
}
