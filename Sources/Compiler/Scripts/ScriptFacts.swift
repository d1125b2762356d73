import Composition
import Diagnostics
import Platform
import References

/// What a look over a script finds that concerns the site's files.
struct ScriptFacts: Sendable {
  /// How a script names a file.
  enum Use: Sendable {
    /// `import … from "…"`, `import "…"`, `export … from "…"`: without the file the module does not run.
    case staticImport
    /// `import("…")`.
    case dynamicImport
    /// `new URL("…", import.meta.url)`.
    case address
  }

  /// A file that the script names.
  struct Reference: Sendable {
    var text: String
    var use: Use
    /// The bytes of the text with its quotes.
    var range: Range<Int>
  }

  /// The files in the order of the script.
  let references: [Reference]
  /// The first thing for which no engine reads the script, if any.
  let fault: ScriptFault?
  /// The script itself where it names any file or has a fault, and has a file of its own.
  private(set) var source: SourceFile?
  /// Whether `{{` is in the script: it is a template engine, or holds templates.
  let mentionsBraces: Bool
  /// Whether the script may make an import map.
  let mentionsImportMap: Bool

  /// Looks over the script of a file.
  init(_ script: [UInt8], path: String) {
    self.init(script)
    if !references.isEmpty || fault != nil { source = SourceFile(path: path, bytes: script) }
  }

  /// Looks a script over.
  init(_ script: [UInt8]) {
    mentionsBraces = PlaceholderPlaces.mayBe(in: script) || Self.contains(script, #"\{\{"#)
    mentionsImportMap = Self.contains(script, "importmap")
    guard script.count <= ScriptScanner.maximumSize else {
      references = []
      fault = nil
      return
    }
    let scanner = ScriptScanner(script)
    references = Self.mayName(script) ? Self.references(in: scanner) : []
    fault = ScriptOutline(scanner).faults.first
  }

  private static func contains(_ script: [UInt8], _ word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      script.withUnsafeBufferPointer { script in
        guard script.count >= word.count else { return false }
        for index in 0...(script.count - word.count) where script[index] == word[0] {
          if UnsafeBufferPointer(rebasing: script[index..<index + word.count]).elementsEqual(word) { return true }
        }
        return false
      }
    }
  }

  private static func references(in scanner: ScriptScanner) -> [Reference] {
    var result = ModuleSpecifiers.specifiers(in: scanner).map {
      Reference(text: $0.text, use: $0.isDynamic ? .dynamicImport : .staticImport, range: $0.range)
    }
    result += addresses(in: scanner)
    return result.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// OPTIMIZATION: whether the word `import` is in a script, or `from` before a text. `!important` is neither.
  private static func mayName(_ script: [UInt8]) -> Bool {
    func isName(_ byte: UInt8) -> Bool {
      (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39) || byte == 0x5F || byte == 0x24
    }
    return script.withUnsafeBufferPointer { script in
      for index in script.indices where script[index] == 0x69 || script[index] == 0x66 {
        if index > 0, isName(script[index - 1]) { continue }
        let rest = script[index...]
        if rest.starts(with: "import".utf8), rest.count > 6, !isName(rest[index + 6]) { return true }
        guard rest.starts(with: "from".utf8) else { continue }
        let next = rest.dropFirst(4).first { $0 > 0x20 }
        if next == 0x22 || next == 0x27 { return true }
      }
      return false
    }
  }

  /// The texts of `new URL("…", import.meta.url)`.
  private static func addresses(in scanner: ScriptScanner) -> [Reference] {
    let tokens = scanner.tokens
    let call = ["new", "URL", "(", nil, ",", "import", ".", "meta", ".", "url"]
    return tokens.indices.compactMap { index in
      guard index + call.count < tokens.count, tokens[index].kind == .keyword else { return nil }
      for (offset, word) in call.enumerated() {
        if let word, scanner.text(tokens[index + offset]) != word { return nil }
      }
      guard [")", ","].contains(scanner.text(tokens[index + call.count])),
        let text = scanner.literal(tokens[index + 3])
      else { return nil }
      return Reference(text: text, use: .address, range: tokens[index + 3].range)
    }
  }
}

/// The facts of a site's scripts, by site path: each is looked over once.
final class ScriptFactsCache: Sendable {
  private let facts: Mutex<[String: ScriptFacts]>

  /// Without any script.
  init() { facts = Mutex([:]) }

  /// The facts of another cache, without those of scripts at some paths.
  init(keeping other: ScriptFactsCache, except changed: Set<String>) {
    let kept = other.facts.withLock { $0.filter { !changed.contains($0.key) } }
    facts = Mutex(kept)
  }

  /// The facts of the script at a path.
  func facts(_ path: String, bytes: () -> [UInt8]?) -> ScriptFacts? {
    if let known = facts.withLock({ $0[path] }) { return known }
    guard let made = bytes().map({ ScriptFacts($0, path: path) }) else { return nil }
    facts.withLock { $0[path] = made }
    return made
  }
}
