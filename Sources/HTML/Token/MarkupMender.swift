import Diagnostics
import Names

/// Writes the markup of a Token page as well-formed XML: void and `/>` tags closed, values quoted, end tags matched.
struct MarkupMender: ~Copyable {
  /// Something that had to be mended.
  struct Mend {
    enum Kind {
      case unclosed
      case unmatchedEndTag
      case voidEndTag
      case otherCase
      case outsideRoot
      case tooDeep
    }
    var kind: Kind
    var name: Name
    var start: Int
    var end: Int
    /// The byte at which the element was opened, or -1.
    var opened = -1

    func message(_ opened: String) -> String {
      switch kind {
      case .unclosed: "`<\(name)>`\(opened) is not closed; it is taken to end here"
      case .unmatchedEndTag: "`</\(name)>` closes no open element and is dropped"
      case .voidEndTag: "`</\(name)>` closes no open element and is dropped: `<\(name)>` has no contents"
      case .otherCase: "`</\(name)>` is written in another case than its start tag\(opened)"
      case .outsideRoot: "Contents outside of `<html>` are moved into it"
      case .tooDeep: "`<\(name)>` is nested deeper than \(Document.maximumDepth) levels and becomes a sibling"
      }
    }
  }

  /// The well-formed markup and what is known about it.
  struct Result {
    var markup: [UInt8]
    var origin: MarkupOrigin
    var mends: [Mend]
    var errors: ParseErrorList
    var isStopped: Bool
  }

  private struct OpenElement {
    var name: Name
    var start: Int
  }

  private var tokenizer: Tokenizer
  private var output: [UInt8] = []
  private var origin = MarkupOrigin()
  private var open: [OpenElement] = []
  private var mends: [Mend] = []
  private var nodes = 0
  /// The void element that was just closed, whose end tag may follow.
  private var lastVoid: Name?
  private var isStopped = false
  /// Whether `</html>` has been read: what follows belongs into the root all the same.
  private var isPastRoot = false

  init(_ tokenizer: consuming Tokenizer) {
    self.tokenizer = tokenizer
    output.reserveCapacity(self.tokenizer.input.count + 1_024)
  }

  /// Reads all tokens.
  mutating func mend() -> Result {
    while !isStopped {
      tokenizer.allowsCDATA = true
      tokenizer.next()
      switch tokenizer.kind {
      case .startTag: startTag()
      case .endTag:
        endTag()
        lastVoid = nil
      case .characters:
        characters()
        if hasNonWhitespace { lastVoid = nil }
      case .comment: comment()
      case .doctype: doctype()
      case .nullCharacter: break
      case .endOfFile:
        close(downTo: 0, at: tokenizer.input.count)
        if origin.elements.isEmpty { openRoot() }
        close(downTo: 0, at: tokenizer.input.count)
        return Result(
          markup: output, origin: origin, mends: mends, errors: tokenizer.errors, isStopped: isStopped)
      }
    }
    return Result(markup: output, origin: origin, mends: mends, errors: tokenizer.errors, isStopped: true)
  }

  /// A doctype before all else stays, without identifiers.
  private mutating func doctype() {
    guard output.isEmpty, let name = tokenizer.string(tokenizer.doctype.name), XMLName.isUnprefixed(name) else {
      return
    }
    write("<!DOCTYPE \(name)>")
  }

  // MARK: Tags

  private mutating func startTag() {
    let name = tokenizer.name
    lastVoid = nil
    if open.isEmpty, origin.elements.isEmpty, name.asciiLowercased != .html { openRoot() }
    if isPastRoot { report(.outsideRoot, name) }
    if open.count >= Document.maximumDepth {
      report(.tooDeep, name)
      closeLast()
    }
    count()
    write("<")
    write(name: name)
    var written: Set<Name> = []
    var attributes: [Document.Attribute] = []
    for attribute in tokenizer.attributes where attribute.name != .xmlns && !isNamespace(attribute.name) {
      let encoded = Self.encoded(attribute.name)
      // Two names that XML cannot write may become the same; the first stays.
      guard written.insert(Name(encoded)).inserted else { continue }
      write(" \(encoded)=\"")
      let start = Int(attribute.valueStart)
      writeEscaped(start, start + Int(attribute.valueLength), inAttribute: true)
      write("\"")
      attributes.append(attribute)
    }
    write(">")
    origin.addElement(
      MarkupOrigin.Element(
        name: name, start: tokenizer.tokenStart, end: tokenizer.tokenEnd, attributes: attributes))
    open.append(OpenElement(name: name, start: tokenizer.tokenStart))
    if tokenizer.isSelfClosing, open.count == 1 {
      // The root stays open for what follows all the same.
      isPastRoot = true
    } else if tokenizer.isSelfClosing || Self.isVoid(name) {
      closeLast()
      lastVoid = name
    } else {
      enterRawText(name)
    }
  }

  /// Declarations of namespaces mean nothing in Token pages.
  private func isNamespace(_ name: Name) -> Bool { name.utf8.starts(with: "xmlns:".utf8) }

  private mutating func enterRawText(_ name: Name) {
    switch name.asciiLowercased {
    case .script: tokenizer.enter(.scriptData, endTag: name)
    case .style: tokenizer.enter(.rawtext, endTag: name)
    case .title: tokenizer.enter(.rcdata, endTag: name)
    default: break
    }
  }

  private mutating func endTag() {
    let name = tokenizer.name
    if let index = open.lastIndex(where: { $0.name == name }) {
      end(index)
    } else if lastVoid == name, Self.isVoid(name) {
      // `<input></input>`: closed already.
    } else if Self.isVoid(name) {
      report(.voidEndTag, name)
    } else if let index = lastOpen(inAnyCaseOf: name) {
      report(.otherCase, name, opened: open[index].start)
      end(index)
    } else {
      report(.unmatchedEndTag, name)
    }
  }

  private func lastOpen(inAnyCaseOf name: Name) -> Int? {
    let lowercase = name.asciiLowercased
    return open.lastIndex { $0.name.asciiLowercased == lowercase }
  }

  /// Closes an element and what is open in it.
  private mutating func end(_ index: Int) {
    close(downTo: index + 1, at: tokenizer.tokenStart)
    // The root stays open, so that nothing is ever outside of it.
    if index == 0 { isPastRoot = true } else { closeLast() }
  }

  private mutating func close(downTo count: Int, at offset: Int) {
    while open.count > count {
      let last = open[open.count - 1]
      let isRootAtEnd = open.count == 1 && isPastRoot
      if !isRootAtEnd, last.start >= 0 {
        mends.append(
          Mend(
            kind: .unclosed, name: last.name, start: offset, end: min(offset + 1, tokenizer.input.count),
            opened: last.start))
      }
      closeLast()
    }
  }

  private mutating func closeLast() {
    guard let last = open.popLast() else { return }
    write("</")
    write(name: last.name)
    write(">")
    origin.addEndTag()
  }

  /// Opens a root that the page lacks.
  private mutating func openRoot() {
    write("<html>")
    origin.addElement(MarkupOrigin.Element(name: .html, start: 0, end: 0, attributes: []))
    open.append(OpenElement(name: .html, start: -1))
    count()
    if tokenizer.kind != .endOfFile { report(.outsideRoot, tokenizer.name) }
  }

  // MARK: Text

  private mutating func characters() {
    if open.isEmpty || isPastRoot {
      guard hasNonWhitespace else { return }
      if open.isEmpty { openRoot() } else { report(.outsideRoot, .empty) }
    }
    count()
    writeEscaped(tokenizer.characters.start, tokenizer.characters.end, inAttribute: false)
    origin.addText(tokenizer.tokenStart..<tokenizer.tokenEnd)
  }

  private var hasNonWhitespace: Bool {
    for index in tokenizer.characters.start..<tokenizer.characters.end
    where !ASCII.isWhitespace(tokenizer.text[index]) { return true }
    return false
  }

  private mutating func comment() {
    // A comment before the root stays outside; it must not make one.
    count()
    write("<!--")
    var previous: UInt8 = 0x2D
    for index in tokenizer.characters.start..<tokenizer.characters.end {
      let byte = tokenizer.text[index]
      if byte == 0x2D, previous == 0x2D { output.append(0x20) }
      output.append(byte < 0x20 && !ASCII.isWhitespace(byte) || byte == 0x0C ? 0x20 : byte)
      replaceNoncharacter()
      previous = byte
    }
    if previous == 0x2D { output.append(0x20) }
    write("-->")
    origin.addComment(tokenizer.tokenStart..<tokenizer.tokenEnd)
  }

  // MARK: Writing

  private mutating func count() {
    nodes += 1
    if nodes > Document.maximumNodeCount, !isStopped {
      isStopped = true
      tokenizer.report(.tooManyNodes, tokenizer.tokenStart, tokenizer.tokenEnd)
    }
  }

  private mutating func report(_ kind: Mend.Kind, _ name: Name, opened: Int = -1) {
    guard mends.count < ParseErrorList.limit else { return }
    mends.append(
      Mend(kind: kind, name: name, start: tokenizer.tokenStart, end: tokenizer.tokenEnd, opened: opened))
  }

  private mutating func write(_ text: String) { output += text.utf8 }

  private mutating func write(name: Name) { output += Self.encoded(name).utf8 }

  /// The name as XML can write it; the tree keeps the name itself.
  private static func encoded(_ name: Name) -> String {
    let text = name.string
    return XMLName.split(text) != nil ? text : XMLName.coerced(text)
  }

  private mutating func writeEscaped(_ start: Int, _ end: Int, inAttribute: Bool) {
    for index in start..<end {
      let byte = tokenizer.text[index]
      switch byte {
      case 0x26: output += "&amp;".utf8
      case 0x3C: output += "&lt;".utf8
      case 0x3E: output += "&gt;".utf8
      case 0x22 where inAttribute: output += "&quot;".utf8
      case 0x0D: output += "&#13;".utf8
      case 0x09 where inAttribute: output += "&#9;".utf8
      case 0x0A where inAttribute: output += "&#10;".utf8
      case 0x09, 0x0A: output.append(byte)
      case 0x0C: output.append(0x20)
      case 0..<0x20: output += [0xEF, 0xBF, 0xBD]
      default: output.append(byte)
      }
      replaceNoncharacter()
    }
  }

  /// U+FFFE and U+FFFF, which XML has not, become U+FFFD.
  private mutating func replaceNoncharacter() {
    guard let last = output.last, last == 0xBE || last == 0xBF, output.count >= 3 else { return }
    if output[output.count - 2] == 0xBF, output[output.count - 3] == 0xEF { output[output.count - 1] = 0xBD }
  }

  /// Elements that have no contents in Token pages, and may lack their end tag: HTML's void ones.
  private static func isVoid(_ name: Name) -> Bool {
    let lowercase = name.asciiLowercased
    return lowercase.isVoidElement && lowercase != .frame
  }
}
