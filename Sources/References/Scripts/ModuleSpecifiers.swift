/// The modules that a script imports (ECMAScript 2025, 16.2.2, 16.2.3 and 13.3.10): the texts of `import … from "…"`,
/// `import "…"`, `export … from "…"`, and of `import("…")` where a whole text is in it.
package enum ModuleSpecifiers {
  /// A specifier: its characters, and the token with its quotes.
  package struct Specifier {
    package var text: String
    package var range: Range<Int>
    /// Whether it is of `import("…")`.
    package var isDynamic = false
  }

  /// OPTIMIZATION: whether a text can import anything at all.
  package static func mayImport(_ script: some Collection<UInt8>) -> Bool {
    var matched = 0
    let words: (import: [UInt8], from: [UInt8]) = (Array("import".utf8), Array("from".utf8))
    var inFrom = 0
    for byte in script {
      matched = byte == words.import[matched] ? matched + 1 : byte == words.import[0] ? 1 : 0
      inFrom = byte == words.from[inFrom] ? inFrom + 1 : byte == words.from[0] ? 1 : 0
      if matched == words.import.count || inFrom == words.from.count { return true }
    }
    return false
  }

  /// The specifiers in the order of the script; those before a fault where it has one.
  package static func specifiers(in script: [UInt8]) -> [Specifier] {
    guard script.count <= ScriptScanner.maximumSize, mayImport(script) else { return [] }
    return specifiers(in: ScriptScanner(script))
  }

  /// The specifiers of a script that was cut into tokens.
  package static func specifiers(in scanner: ScriptScanner) -> [Specifier] {
    let tokens = scanner.tokens
    var result: [Specifier] = []
    for index in tokens.indices where tokens[index].kind == .keyword {
      let word = scanner.text(tokens[index])
      guard word == "import" || word == "export", index == 0 || scanner.text(tokens[index - 1]) != "." else { continue }
      guard let place = place(after: index, isImport: word == "import", scanner),
        let text = scanner.literal(tokens[place])
      else { continue }
      let isDynamic = scanner.text(tokens[index + 1]) == "("
      result.append(Specifier(text: text, range: tokens[place].range, isDynamic: isDynamic))
    }
    return result
  }

  /// The token of the specifier that an `import` or `export` names.
  private static func place(after keyword: Int, isImport: Bool, _ scanner: ScriptScanner) -> Int? {
    let tokens = scanner.tokens
    var index = keyword + 1
    guard index < tokens.count else { return nil }
    if isImport {
      if tokens[index].kind == .string { return index }
      if scanner.text(tokens[index]) == "(" {
        // A text that is joined to something else is not a whole specifier.
        guard index + 2 < tokens.count, tokens[index + 1].kind == .string,
          [")", ","].contains(scanner.text(tokens[index + 2]))
        else { return nil }
        return index + 1
      }
    } else if !["*", "{"].contains(scanner.text(tokens[index])) {
      return nil
    }
    // ImportClause, or ExportFromClause: names, `*`, braces and commas, then `from`.
    while index + 1 < tokens.count {
      let text = scanner.text(tokens[index])
      if text == "from", tokens[index + 1].kind == .string { return index + 1 }
      switch tokens[index].kind {
      case .identifier, .string: break
      // `default as x`
      case .keyword where text == "default": break
      case .punctuator where ["{", "}", ",", "*"].contains(text): break
      default: return nil
      }
      index += 1
    }
    return nil
  }

  /// The addresses of an import map (HTML, 8.1.6.4): the texts that follow a colon. One that ends in `/` stands for a folder.
  package static func addresses(ofImportMap map: [UInt8]) -> [Specifier] {
    guard map.count <= ScriptScanner.maximumSize else { return [] }
    let scanner = ScriptScanner(map)
    let tokens = scanner.tokens
    return tokens.indices.dropFirst().compactMap { index in
      guard scanner.text(tokens[index - 1]) == ":", let text = scanner.literal(tokens[index]), !text.hasSuffix("/")
      else {
        return nil
      }
      return Specifier(text: text, range: tokens[index].range)
    }
  }

  /// What specifiers become that are URLs.
  ///
  /// - Parameters:
  ///   - specifiers: specifiers of a script, in order.
  ///   - start: where the script begins in its text.
  ///   - address: returns what to write instead of a URL, or `nil` where it stays.
  package static func edits(
    of specifiers: [Specifier], at start: Int = 0, address: (String) -> String?
  ) -> [TextEdit] {
    specifiers.compactMap { found in
      guard isURL(found.text), let url = address(found.text) else { return nil }
      return TextEdit(
        range: start + found.range.lowerBound..<start + found.range.upperBound, text: quoted(specifier(url)))
    }
  }

  /// Whether a specifier is a URL rather than a bare name, which an import map resolves.
  package static func isURL(_ text: String) -> Bool {
    text.hasPrefix("/") || text.hasPrefix("./") || text.hasPrefix("../") || SiteReference.scheme(of: text) != nil
  }

  /// A relative URL as specifiers write it: plain `x.js` would be a bare name.
  package static func specifier(_ url: String) -> String {
    url.hasPrefix("/") || url.hasPrefix("./") || url.hasPrefix("../") ? url : "./" + url
  }

  /// A URL as a text of a script.
  private static func quoted(_ url: String) -> String {
    var result = "\""
    for scalar in url.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      // `</script` in a page's own script would end it.
      case "<": result += "\\u003c"
      case "\n", "\r", "\u{2028}", "\u{2029}": result += "\\u" + String(scalar.value + 0x10000, radix: 16).dropFirst()
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
