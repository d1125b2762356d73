import Names

/// The tokens of a source as html5lib's tokenizer tests want them: for tests and tools, not for parsing.
public enum TokenStream {
  /// A token with its texts decoded.
  public enum Token: Equatable, Sendable {
    case doctype(name: String?, publicIdentifier: String?, systemIdentifier: String?, forceQuirks: Bool)
    case startTag(name: String, attributes: [(name: String, value: String)], isSelfClosing: Bool)
    case endTag(name: String)
    case comment(String)
    case characters(String)

    public static func == (left: Token, right: Token) -> Bool { "\(left)" == "\(right)" }
  }

  /// All tokens of a source.
  ///
  /// - Parameters:
  ///   - source: the markup in UTF-8.
  ///   - state: the initial state as html5lib writes it, such as `RCDATA state`.
  ///   - lastStartTag: the name of the start tag that an appropriate end tag repeats.
  /// - Returns: `nil` for an unknown state.
  public static func tokens(of source: [UInt8], state: String = "Data state", lastStartTag: String? = nil) -> [Token]? {
    let states: [String: Tokenizer.ContentState] = [
      "Data state": .data, "PLAINTEXT state": .plaintext, "RCDATA state": .rcdata, "RAWTEXT state": .rawtext,
      "Script data state": .scriptData, "CDATA section state": .cdataSection,
    ]
    guard let state = states[state] else { return nil }
    return source.withUnsafeBufferPointer { input in
      var tokenizer = Tokenizer(input: input, text: source)
      tokenizer.enter(state, endTag: Name(lastStartTag ?? ""))
      var tokens: [Token] = []
      while true {
        tokenizer.next()
        guard let token = token(tokenizer) else { return tokens }
        tokens.append(token)
      }
    }
  }

  /// How many tokens a source has; reads them without decoding their texts, which is what benchmarks measure.
  public static func count(of source: [UInt8]) -> Int {
    source.withUnsafeBufferPointer { input in
      var tokenizer = Tokenizer(input: input, text: source)
      var count = 0
      repeat {
        tokenizer.next()
        count += 1
      } while tokenizer.kind != .endOfFile
      return count
    }
  }

  /// The current token, or `nil` at the end of the source.
  private static func token(_ tokenizer: borrowing Tokenizer) -> Token? {
    switch tokenizer.kind {
    case .characters: return .characters(tokenizer.string(tokenizer.characters))
    case .nullCharacter: return .characters("\0")
    case .comment: return .comment(tokenizer.string(tokenizer.characters))
    case .endTag: return .endTag(name: tokenizer.name.string)
    case .startTag:
      var attributes: [(name: String, value: String)] = []
      for attribute in tokenizer.attributes {
        let start = Int(attribute.valueStart)
        let value = TextRange(start: start, end: start + Int(attribute.valueLength))
        attributes.append((attribute.name.string, tokenizer.string(value)))
      }
      return .startTag(name: tokenizer.name.string, attributes: attributes, isSelfClosing: tokenizer.isSelfClosing)
    case .doctype:
      let doctype = tokenizer.doctype
      return .doctype(
        name: tokenizer.string(doctype.name), publicIdentifier: tokenizer.string(doctype.publicIdentifier),
        systemIdentifier: tokenizer.string(doctype.systemIdentifier), forceQuirks: doctype.forceQuirks)
    case .endOfFile: return nil
    }
  }
}
