import HTML
import Names

/// The texts of a page's scripts: what they may give to elements is named in them, unless they are not known.
struct PageScriptTexts {
  private(set) var texts: [[UInt8]] = []
  /// Whether a script cannot be read here, or brings others.
  private(set) var isIncomplete = false

  /// - Parameters:
  ///   - document: the page.
  ///   - read: returns the bytes of a URL of the page, or `nil` if it has none.
  init(_ document: Document, read: (String) -> [UInt8]?) {
    var node = document.next(after: .document)
    while node.exists {
      if document.isElement(node) { add(node, document, read) }
      node = document.next(after: node)
    }
  }

  private mutating func add(_ node: NodeID, _ document: Document, _ read: (String) -> [UInt8]?) {
    for attribute in document.attributes(node) where attribute.name.string.hasPrefix("on") {
      texts.append(Array(document.utf8(of: attribute)))
    }
    guard document.name(node) == .script else { return }
    let type = (document.value(node, .type) ?? "").lowercased()
    guard type.isEmpty || type == "module" || type.hasSuffix("javascript") || type.hasSuffix("ecmascript") else {
      return
    }
    var text = Array(document.textContent(node).utf8)
    if let url = document.value(node, .src) {
      guard let bytes = read(url) else {
        isIncomplete = true
        return
      }
      text = bytes
    }
    // Other modules are not followed.
    if type == "module", Self.contains(text, Array("import".utf8)) { isIncomplete = true }
    texts.append(text)
  }

  /// Whether a script may know a word.
  func mentions(_ word: [UInt8]) -> Bool { isIncomplete || texts.contains { Self.contains($0, word) } }

  private static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    guard let first = word.first, text.count >= word.count else { return false }
    return text.withUnsafeBufferPointer { text in
      for index in 0...(text.count - word.count) where text[index] == first {
        if text[index..<index + word.count].elementsEqual(word) { return true }
      }
      return false
    }
  }
}
