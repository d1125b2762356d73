import Diagnostics
import Names

/// One piece of markup as it is written: what composition works on before a tree is made.
///
/// OPTIMIZATION: 28 bytes instead of 64, since a long table of Markdown has a million pieces. Sources are far below 4 GB.
public struct MarkupPiece: Sendable {
  /// What the piece is.
  public enum Kind: UInt8, Sendable {
    case startTag
    case endTag
    /// Characters; in an element of raw text ``MarkupPiece/name`` is that element's.
    case text
    case comment
    case doctype
  }

  /// A tag's name; the element that holds raw text.
  public internal(set) var name: Name
  private var start: UInt32
  private var end: UInt32
  private var firstAttribute: UInt32 = 0
  private var attributeEnd: UInt32 = 0
  private var partnerNumber: Int32 = -1
  /// What the piece is.
  public internal(set) var kind: Kind
  /// Whether a start tag ends with `/>`.
  public var isSelfClosing = false

  init(_ kind: Kind, range: Range<Int>) {
    self.kind = kind
    name = .empty
    start = UInt32(clamping: range.lowerBound)
    end = UInt32(clamping: range.upperBound)
  }

  /// The bytes of the source.
  public var range: Range<Int> { Int(start)..<Int(end) }

  /// The attributes of a start tag in ``MarkupScan/attributes``.
  public internal(set) var attributes: Range<Int> {
    get { Int(firstAttribute)..<Int(attributeEnd) }
    set {
      firstAttribute = UInt32(clamping: newValue.lowerBound)
      attributeEnd = UInt32(clamping: newValue.upperBound)
    }
  }

  /// The piece that closes a start tag or that an end tag closes, or -1.
  public internal(set) var partner: Int {
    get { Int(partnerNumber) }
    set { partnerNumber = Int32(clamping: newValue) }
  }
}

/// A source cut into tags, texts and comments, tags matched: no tree, so that every piece is where its author put it.
public struct MarkupScan: Sendable {
  /// The source.
  public let source: SourceFile
  /// The pieces in the order of the source.
  public private(set) var pieces: [MarkupPiece] = []
  /// The attributes of all start tags.
  public private(set) var attributes: [Document.Attribute] = []
  /// The attributes that a tag has already, with their places in the source; of many the first.
  public private(set) var repeatedAttributes: [(name: Name, range: Range<Int>)] = []
  private var text: [UInt8] = []

  /// An attribute's value, character references read.
  public func value(_ attribute: Document.Attribute) -> String {
    let start = Int(attribute.valueStart)
    return String(decoding: text[start..<start + Int(attribute.valueLength)], as: UTF8.self)
  }

  /// Whether an attribute's value holds `{{`.
  public func hasPlaceholder(_ attribute: Document.Attribute) -> Bool {
    let start = Int(attribute.valueStart)
    let end = start + Int(attribute.valueLength)
    var index = start
    while index + 1 < end {
      if text[index] == 0x7B, text[index + 1] == 0x7B { return true }
      index += 1
    }
    return false
  }

  /// The attribute of a piece.
  public func attribute(_ piece: MarkupPiece, _ name: Name) -> Document.Attribute? {
    for index in piece.attributes where attributes[index].name == name { return attributes[index] }
    return nil
  }

  /// The value of a piece's attribute.
  public func value(_ piece: MarkupPiece, _ name: Name) -> String? { attribute(piece, name).map(value) }

  /// Cuts a source.
  ///
  /// - Parameters:
  ///   - source: the markup.
  ///   - keepsCase: whether names keep their case (Token pages and XML).
  public init(_ source: SourceFile, keepsCase: Bool) {
    self.source = source
    var errors = ParseErrorList()
    let bytes = InputStream.prepare(source.bytes, &errors)
    bytes.withUnsafeBufferPointer { input in
      var tokenizer = Tokenizer(input: input, text: bytes, keepsCase: keepsCase)
      scan(&tokenizer)
      text = tokenizer.text
      repeatedAttributes = tokenizer.errors.records.filter { $0.error == .duplicateAttribute }.map {
        ($0.name, $0.start..<$0.end)
      }
    }
  }

  private mutating func scan(_ tokenizer: inout Tokenizer) {
    var open: [(name: Name, piece: Int)] = []
    var depths: [Name: Int] = [:]
    var rawText = Name.empty
    while pieces.count < Document.maximumNodeCount {
      let wasRaw = tokenizer.state != .data
      tokenizer.next()
      var piece = MarkupPiece(
        .text, range: tokenizer.tokenStart..<max(tokenizer.tokenStart, tokenizer.tokenEnd))
      switch tokenizer.kind {
      case .endOfFile: return
      case .characters, .nullCharacter: piece.name = wasRaw ? rawText : .empty
      case .comment: piece.kind = .comment
      case .doctype: piece.kind = .doctype
      case .startTag:
        piece.kind = .startTag
        piece.name = tokenizer.name
        piece.isSelfClosing = tokenizer.isSelfClosing
        piece.attributes = attributes.count..<attributes.count + tokenizer.attributes.count
        attributes += tokenizer.attributes
        if !tokenizer.isSelfClosing || !tokenizer.keepsCase, !tokenizer.name.asciiLowercased.isVoidElement {
          if enterRawText(&tokenizer) { rawText = tokenizer.name.asciiLowercased }
          if !tokenizer.isSelfClosing || rawText == tokenizer.name.asciiLowercased {
            open.append((piece.name, pieces.count))
            depths[piece.name, default: 0] += 1
          }
        }
      case .endTag:
        piece.kind = .endTag
        piece.name = tokenizer.name
        if depths[piece.name, default: 0] > 0 {
          while let last = open.popLast() {
            depths[last.name, default: 1] -= 1
            guard last.name == piece.name else { continue }
            piece.partner = last.piece
            pieces[last.piece].partner = pieces.count
            break
          }
        }
      }
      pieces.append(piece)
    }
  }

  private func enterRawText(_ tokenizer: inout Tokenizer) -> Bool {
    let name = tokenizer.name
    switch name.asciiLowercased {
    case .script: tokenizer.enter(.scriptData, endTag: name)
    case .style: tokenizer.enter(.rawtext, endTag: name)
    case .title: tokenizer.enter(.rcdata, endTag: name)
    default:
      guard !tokenizer.keepsCase else { return false }
      switch name.string {
      case "textarea": tokenizer.enter(.rcdata, endTag: name)
      case "xmp", "iframe", "noembed", "noframes": tokenizer.enter(.rawtext, endTag: name)
      default: return false
      }
    }
    return true
  }
}
