import CSS
import HTML
import Names

/// Writes a page shorter: runs of white space as one character, without comments, with shorter styles.
///
/// A run with a line feed becomes a line feed, and any other a space. That is what CSS makes of it wherever white space collapses (CSS
/// Text 3, 4.1.1), so nothing depends on the kinds of the boxes around it. Between the parts of the head all of it goes. Every element
/// and every other text stays, and so do quotes of attributes, because packaged pages are well-formed.
struct PageMinifier {
  private(set) var document: Document
  /// Whether anything changed.
  private(set) var isChanged = false
  /// Whether a `<style>` or `style` attribute changed.
  private(set) var changesStyles = false
  /// Why styles of the page stay as they are.
  private(set) var refusals: [(node: NodeID, reason: String)] = []

  init(_ document: Document) { self.document = document }

  // MARK: White space and comments

  /// Shortens texts and takes comments out.
  mutating func minifyTexts(except kept: inout KeptWhiteSpace) {
    var node = document.next(after: .document)
    while node.exists {
      if document.isElement(node), kept.contains(node) {
        node = document.nextSkippingChildren(after: node)
        continue
      }
      let before = document.previousSibling(node)
      var next = document.next(after: node)
      switch document.kind(node) {
      case .comment: removeComment(node)
      case .text: shorten(node)
      default: break
      }
      // White space behind a comment may have gone with it.
      if next.exists, !document.parent(next).exists { next = document.nextSkippingChildren(after: before) }
      node = next
    }
  }

  private mutating func shorten(_ node: NodeID) {
    let bytes = document.utf8(node)
    let parent = document.parentElement(node)
    if parent.exists, document.isElement(parent, .html) || document.isElement(parent, .head), Self.isBlank(bytes) {
      // HTML's parser puts white space into the head and between it and the body; no box is made of it.
      isChanged = true
      document.remove(node)
      return
    }
    guard let shorter = Self.collapsed(bytes) else { return }
    isChanged = true
    document.setText(shorter, of: node)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 }

  private static func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.allSatisfy(isSpace) }

  /// A text with runs of white space as one character; `nil` where it has none.
  static func collapsed(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    var isChanged = false
    while index < bytes.endIndex {
      guard isSpace(bytes[index]) else {
        result.append(bytes[index])
        index += 1
        continue
      }
      let start = index
      var hasLineFeed = false
      while index < bytes.endIndex, isSpace(bytes[index]) {
        hasLineFeed = hasLineFeed || bytes[index] == 0x0A
        index += 1
      }
      result.append(hasLineFeed ? 0x0A : 0x20)
      isChanged = isChanged || index - start > 1 || bytes[start] == 0x09
    }
    return isChanged ? result : nil
  }

  /// Takes a comment out where the texts beside it stay apart, or join only white space.
  private mutating func removeComment(_ node: NodeID) {
    guard Self.isProse(document.utf8(node)) else { return }
    let before = document.previousSibling(node)
    let after = document.nextSibling(node)
    guard before.exists, after.exists, document.kind(before) == .text, document.kind(after) == .text else {
      isChanged = true
      document.remove(node)
      return
    }
    let (left, right) = (document.utf8(before), document.utf8(after))
    let leftSpace = left.reversed().prefix(while: Self.isSpace)
    let rightSpace = right.prefix(while: Self.isSpace)
    let isLeftBlank = leftSpace.count == left.count
    let isRightBlank = rightSpace.count == right.count
    // Two texts with words would be one text, which is another tree.
    guard !leftSpace.isEmpty, !rightSpace.isEmpty, isLeftBlank || isRightBlank else { return }
    let space: UInt8 = leftSpace.contains(0x0A) || rightSpace.contains(0x0A) ? 0x0A : 0x20
    isChanged = true
    document.remove(node)
    if isRightBlank {
      let words = Array(left.dropLast(leftSpace.count))
      document.setText(words + [space], of: before)
      document.remove(after)
    } else {
      let words = Array(right.dropFirst(rightSpace.count))
      document.setText([space] + words, of: after)
      document.remove(before)
    }
  }

  /// Whether a comment is for people: several words that begin with a letter. Conditions (`[if IE]`), licences (`!`) and the marks that
  /// frameworks look for (`ko`, `/ko`, `#`, `$`, `[`, `v-if`, `lit-part`) are for programs.
  static func isProse(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count > 1, let first = words.first, let letter = first.first, letter.isLetter || letter == "=" else {
      return false
    }
    if first == "ko" || first.lowercased() == "build:" || first.contains(":") && !first.hasSuffix(":") { return false }
    return !first.hasPrefix("ng-") && !first.hasPrefix("lit-") && !first.hasPrefix("v-") && !text.contains("[if ")
      && !text.contains("[endif]")
  }

  // MARK: Styles

  /// Shortens `<style>` and `style` attributes.
  mutating func minifyStyles() {
    var node = document.next(after: .document)
    while node.exists {
      if document.isElement(node, .style) {
        let text = document.firstChild(node)
        if text.exists, document.kind(text) == .text, !document.nextSibling(text).exists,
          let shorter = shorter(StyleSheetMinifier.minified(sheet: Array(document.utf8(text))), node)
        {
          document.setText(shorter, of: text)
        }
      } else if document.isElement(node), let style = document.attribute(node, .style), style.namespace == .none,
        let shorter = shorter(StyleSheetMinifier.minified(declarations: Array(document.utf8(of: style))), node)
      {
        document.setAttribute(.style, to: String(decoding: shorter, as: UTF8.self), of: node)
      }
      node = document.next(after: node)
    }
  }

  private mutating func shorter(_ result: StyleSheetMinifier.Result, _ node: NodeID) -> [UInt8]? {
    switch result {
    case .unchanged: return nil
    case .shorter(let text):
      isChanged = true
      changesStyles = true
      return text
    case .refused(let reason):
      refusals.append((node, reason))
      return nil
    }
  }
}
