import Diagnostics
import Names

/// HTML's tokenizer (section 13.2.5), driven by the tree constructor: ``next()`` reads one token into the properties
/// of the current token.
///
/// The whole source is in memory, so the states of one construct (a tag, a comment, a doctype, a script) are one
/// function whose control flow is the states' transitions; only the states between tokens are kept as ``ContentState``.
/// Newlines are normalised on the way. One pass, no recursion, constant work per byte.
struct Tokenizer: ~Copyable {
  /// The tokenizer's state between two tokens.
  enum ContentState {
    case data
    case rcdata
    case rawtext
    case scriptData
    case plaintext
    case cdataSection
  }

  enum TokenKind {
    /// Characters other than U+0000.
    case characters
    /// One U+0000, which every insertion mode treats in its own way.
    case nullCharacter
    case startTag
    case endTag
    case comment
    case doctype
    case endOfFile
  }

  /// A doctype token; `nil` identifiers are missing.
  struct DoctypeToken {
    var name: TextRange?
    var publicIdentifier: TextRange?
    var systemIdentifier: TextRange?
    var forceQuirks = false
  }

  /// The source; the caller keeps it alive.
  let input: UnsafeBufferPointer<UInt8>
  /// Whether tag and attribute names keep their case (Token pages).
  let keepsCase: Bool
  /// The next byte.
  var position = 0
  /// The source, and behind it the characters that had to be decoded.
  var text: [UInt8]
  var state = ContentState.data
  /// Whether `<![CDATA[` opens a section: the adjusted current node is not in HTML's namespace.
  var allowsCDATA = false
  /// The name of the last start tag, lower-case, which an appropriate end tag repeats; set on entering a raw text state.
  private(set) var appropriateEndTag: [UInt8] = []
  var names = NameCache()
  var errors: ParseErrorList

  // The current token.
  var kind = TokenKind.endOfFile
  /// The bytes of the source that made the token.
  var tokenStart = 0
  var tokenEnd = 0
  /// A tag's name.
  var name = Name.empty
  var attributes: [Document.Attribute] = []
  var isSelfClosing = false
  /// The characters, or a comment's data.
  var characters = TextRange.empty
  var doctype = DoctypeToken()

  /// Names of attributes of the current tag, once there are too many to compare one by one.
  var seenAttributes: Set<Name> = []
  var scratch: [UInt8] = []

  /// - Parameter text: the same bytes as `input`.
  init(
    input: UnsafeBufferPointer<UInt8>, text: [UInt8], keepsCase: Bool = false, errors: ParseErrorList = ParseErrorList()
  ) {
    self.input = input
    self.text = text
    self.keepsCase = keepsCase
    self.errors = errors
    attributes.reserveCapacity(16)
  }

  /// Switches to a state in which only an end tag with the given name is markup.
  mutating func enter(_ state: ContentState, endTag: Name) {
    self.state = state
    appropriateEndTag = endTag.utf8.map(ASCII.lowercased)
  }

  /// Reads the next token.
  mutating func next() {
    switch state {
    case .data: consumeData()
    case .rcdata: consumeRawText(decodesReferences: true)
    case .rawtext: consumeRawText(decodesReferences: false)
    case .scriptData: consumeScriptData()
    case .plaintext: consumePlaintext()
    case .cdataSection: consumeCDATASection()
    }
  }

  // MARK: Emitting

  @inline(__always)
  mutating func emitEndOfFile() {
    kind = .endOfFile
    tokenStart = input.count
    tokenEnd = input.count
    position = input.count
  }

  /// Emits the characters of a run that ends before `end`; false where there are none.
  @inline(__always)
  mutating func emitCharacters(_ run: inout TextRun, from start: Int, to end: Int) -> Bool {
    characters = finish(&run, at: end)
    position = end
    guard !characters.isEmpty else { return false }
    kind = .characters
    tokenStart = start
    tokenEnd = end
    return true
  }

  @inline(__always)
  mutating func emitNullCharacter(at offset: Int) {
    kind = .nullCharacter
    tokenStart = offset
    tokenEnd = offset + 1
    position = offset + 1
  }

  // MARK: Collecting characters

  /// Moves what was collected behind the source, because the byte at `end` will be replaced.
  mutating func collect(_ run: inout TextRun, upTo end: Int) {
    if run.tail < 0 { run.tail = text.count }
    if end > run.start { text.append(contentsOf: UnsafeBufferPointer(rebasing: input[run.start..<end])) }
  }

  /// Replaces the byte at `offset` by U+FFFD.
  mutating func collectReplacement(_ run: inout TextRun, at offset: Int) {
    collect(&run, upTo: offset)
    text.append(0xEF)
    text.append(0xBF)
    text.append(0xBD)
    run.start = offset + 1
  }

  /// Replaces a carriage return (and a line feed behind it) by a line feed; returns the next byte's offset.
  mutating func collectNewline(_ run: inout TextRun, at offset: Int) -> Int {
    collect(&run, upTo: offset)
    if offset + 1 < input.count, input[offset + 1] == 0x0A {
      // The line feed is collected from the source with what follows it.
      run.start = offset + 1
      return offset + 2
    }
    text.append(0x0A)
    run.start = offset + 1
    return offset + 1
  }

  @inline(__always)
  mutating func finish(_ run: inout TextRun, at end: Int) -> TextRange {
    if run.tail < 0 { return TextRange(start: run.start, end: end) }
    collect(&run, upTo: end)
    return TextRange(start: run.tail, end: text.count)
  }

  /// The characters of a range as text.
  func string(_ range: TextRange) -> String { String(decoding: text[range.start..<range.end], as: UTF8.self) }

  /// The characters of a range as text, or `nil` without one.
  func string(_ range: TextRange?) -> String? {
    guard let range else { return nil }
    return string(range)
  }

  // MARK: Errors

  mutating func report(_ error: ParseError, _ start: Int, _ end: Int) {
    errors.add(ParseErrorRecord(error: error, start: start, end: min(end, input.count)))
  }

  // MARK: Names

  /// The name of a range of the source, lower-cased (where case is not kept) and with U+FFFD for U+0000.
  mutating func intern(_ start: Int, _ end: Int, isPlain: Bool) -> Name {
    if isPlain { return names.intern(UnsafeBufferPointer(rebasing: input[start..<end])) }
    scratch.removeAll(keepingCapacity: true)
    for index in start..<end {
      let byte = input[index]
      if byte == 0 {
        scratch += [0xEF, 0xBF, 0xBD]
        report(.unexpectedNullCharacter, index, index + 1)
      } else {
        scratch.append(keepsCase ? byte : ASCII.lowercased(byte))
      }
    }
    return scratch.withUnsafeBufferPointer { names.intern($0) }
  }
}

/// The errors of one parse; of mere notes only so many are kept.
struct ParseErrorList {
  /// How many are kept.
  static let limit = 1_000
  private(set) var records: [ParseErrorRecord] = []
  /// How many notes and warnings were not kept.
  private(set) var dropped: (notes: Int, warnings: Int) = (0, 0)

  /// Adds an error; of notes and warnings only so many, so that they never crowd out what counts.
  mutating func add(_ record: ParseErrorRecord) {
    if records.count < Self.limit / 2 {
      records.append(record)
      return
    }
    let severity = record.error.code.severity
    switch severity {
    case .note: dropped.notes += 1
    case .warning where records.count >= Self.limit: dropped.warnings += 1
    default: records.append(record)
    }
  }
}
