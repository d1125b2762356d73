/// Binds the rules of a component's `<style scoped>` to the elements of its own markup.
///
/// Every selector's last compound gets `[data-of="tag"]`, which the markup's elements carry, in nested rules too; `:host` is
/// the component's own element. What a rule adds to specificity is one attribute. The names of the sheet's `@keyframes`
/// get the tag as an ending, where they are defined and where the sheet's own rules run them.
struct ScopedStyle {
  /// A piece of the sheet: bytes of the source, or text that was added.
  enum Part {
    case copy(Range<Int>)
    case add(String)
  }

  private let bytes: ArraySlice<UInt8>
  private let component: String
  private(set) var parts: [Part] = []
  /// The places of pseudo-classes of shadow trees, which mean nothing here.
  private(set) var unsupported: [(range: Range<Int>, name: String)] = []
  /// The names that the sheet's `@keyframes` define.
  private var keyframes: Set<ArraySlice<UInt8>> = []

  /// Deeper groups and rules are left as they are.
  private static let maximumDepth = 32

  init(_ bytes: ArraySlice<UInt8>, component: String) {
    self.bytes = bytes
    self.component = component
    collectKeyframes()
    rules(bytes.startIndex, bytes.endIndex, depth: 0)
  }

  /// Rules, at the top or in a conditional group.
  private mutating func rules(_ start: Int, _ end: Int, depth: Int) {
    var index = start
    while index < end {
      let prelude = index
      let stop = find([0x7B, 0x3B], from: index, to: end)
      guard stop < end, bytes[stop] == 0x7B else {
        // A statement such as `@import`, or what is left.
        index = min(end, stop + 1)
        parts.append(.copy(prelude..<index))
        continue
      }
      let close = endOfBlock(stop, end)
      if let name = atKeyword(prelude, stop) {
        if name.hasSuffix("keyframes") {
          keyframesPrelude(prelude, stop)
        } else {
          parts.append(.copy(prelude..<stop))
        }
        parts.append(.copy(stop..<stop + 1))
        if Self.groups.contains(name), depth < Self.maximumDepth {
          rules(stop + 1, close, depth: depth + 1)
        } else {
          parts.append(.copy(stop + 1..<close))
        }
      } else {
        styleRule(prelude, stop, close, depth: depth)
      }
      index = pastBlock(close, end)
    }
  }

  private static let groups: Set<String> = ["media", "supports", "layer", "container", "scope", "starting-style"]

  /// The contents of a style rule: declarations and nested rules (CSS Nesting 1).
  private mutating func body(_ start: Int, _ end: Int, depth: Int) {
    guard depth < Self.maximumDepth else { return parts.append(.copy(start..<end)) }
    var index = start
    while index < end {
      let item = index
      let isCustomProperty = bytes[skipSpace(item, end)..<end].starts(with: "--".utf8)
      let stop = isCustomProperty ? endOfCustomProperty(item, end) : find([0x7B, 0x3B], from: item, to: end)
      guard stop < end, bytes[stop] == 0x7B else {
        index = min(end, stop + 1)
        declaration(item, index)
        continue
      }
      let close = endOfBlock(stop, end)
      if let name = atKeyword(item, stop) {
        parts.append(.copy(item..<stop + 1))
        switch name {
        case "scope": rules(stop + 1, close, depth: depth + 1)
        case _ where Self.groups.contains(name): body(stop + 1, close, depth: depth + 1)
        default: parts.append(.copy(stop + 1..<close))
        }
      } else {
        styleRule(item, stop, close, depth: depth)
      }
      index = pastBlock(close, end)
    }
  }

  /// A style rule up to the brace that closes it.
  private mutating func styleRule(_ start: Int, _ stop: Int, _ close: Int, depth: Int) {
    selectors(start, stop)
    parts.append(.copy(stop..<stop + 1))
    body(stop + 1, close, depth: depth + 1)
  }

  /// Copies the brace that closes a block, where there is one, and goes on behind it.
  private mutating func pastBlock(_ close: Int, _ end: Int) -> Int {
    let next = min(end, close + 1)
    if close < end { parts.append(.copy(close..<next)) }
    return next
  }

  /// The semicolon after a custom property, whose value may hold whole blocks.
  private func endOfCustomProperty(_ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end {
      index = find([0x7B, 0x3B], from: index, to: end)
      guard index < end, bytes[index] == 0x7B else { return index }
      index = min(end, endOfBlock(index, end) + 1)
    }
    return end
  }

  // MARK: Animations

  /// The names of `@keyframes` anywhere in the sheet.
  private mutating func collectKeyframes() {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      index = find([0x40], from: index, to: bytes.endIndex)
      guard index < bytes.endIndex else { return }
      if atKeyword(index, bytes.endIndex)?.hasSuffix("keyframes") == true, let name = keyframesName(index) {
        keyframes.insert(bytes[name])
      }
      index += 1
    }
  }

  /// The name after `@keyframes`, without its quotes.
  private func keyframesName(_ start: Int) -> Range<Int>? {
    var index = skipSpace(start, bytes.endIndex) + 1
    while index < bytes.endIndex, isNamePart(bytes[index]) { index += 1 }
    return word(skipSpace(index, bytes.endIndex), bytes.endIndex)
  }

  /// The identifier or the contents of the string at a place.
  private func word(_ start: Int, _ end: Int) -> Range<Int>? {
    guard start < end else { return nil }
    if bytes[start] == 0x22 || bytes[start] == 0x27 {
      let stop = endOfString(start, end)
      return stop - 1 > start + 1 && bytes[stop - 1] == bytes[start] ? start + 1..<stop - 1 : nil
    }
    var index = start
    while index < end, isNamePart(bytes[index]) { index += 1 }
    return index > start ? start..<index : nil
  }

  private mutating func keyframesPrelude(_ start: Int, _ end: Int) {
    guard let name = keyframesName(start), name.upperBound <= end else { return parts.append(.copy(start..<end)) }
    parts.append(.copy(start..<name.upperBound))
    parts.append(.add("-" + component))
    parts.append(.copy(name.upperBound..<end))
  }

  /// A declaration: those that run animations name the sheet's own by their new names.
  private mutating func declaration(_ start: Int, _ end: Int) {
    let first = skipSpace(start, end)
    guard !keyframes.isEmpty, let property = word(first, end), bytes[first] != 0x22, bytes[first] != 0x27,
      Self.animationProperties.contains(String(decoding: bytes[property], as: UTF8.self).lowercased())
    else { return parts.append(.copy(start..<end)) }
    var copied = start
    var index = property.upperBound
    while index < end {
      if bytes[index] == 0x28 {
        index = endOfGroup(index, end)
      } else if bytes[index] == 0x2F, index + 1 < end, bytes[index + 1] == 0x2A {
        index = endOfComment(index, end)
      } else if let name = word(index, end) {
        if keyframes.contains(bytes[name]) {
          parts.append(.copy(copied..<name.upperBound))
          parts.append(.add("-" + component))
          copied = name.upperBound
        }
        index = bytes[index] == 0x22 || bytes[index] == 0x27 ? name.upperBound + 1 : name.upperBound
      } else {
        index += bytes[index] == 0x5C ? 2 : 1
      }
    }
    parts.append(.copy(copied..<end))
  }

  private static let animationProperties: Set<String> = [
    "animation", "animation-name", "-webkit-animation", "-webkit-animation-name",
  ]

  // MARK: Selectors

  private func atKeyword(_ start: Int, _ end: Int) -> String? {
    var index = skipSpace(start, end)
    guard index < end, bytes[index] == 0x40 else { return nil }
    index += 1
    let first = index
    while index < end, isNamePart(bytes[index]) { index += 1 }
    return String(decoding: bytes[first..<index], as: UTF8.self).lowercased()
  }

  private mutating func selectors(_ start: Int, _ end: Int) {
    var index = start
    while index < end {
      let comma = find([0x2C], from: index, to: end)
      selector(index, comma)
      if comma < end { parts.append(.copy(comma..<comma + 1)) }
      index = comma + 1
    }
  }

  private mutating func selector(_ start: Int, _ end: Int) {
    var last = end
    while last > start, isSpace(bytes[last - 1]) { last -= 1 }
    // The last compound begins after the last combinator.
    var compound = skipSpace(start, last)
    var index = compound
    var copied = start
    var hasHost = false
    var mark: Int?
    while index < last {
      let byte = bytes[index]
      if byte == 0x28 || byte == 0x5B {
        let close = endOfGroup(index, last)
        if byte == 0x28 { noteUnsupported([":host"], in: index..<close) }
        index = close
        continue
      }
      // The rule that this one is nested in has the mark.
      if byte == 0x26 { hasHost = true }
      if byte == 0x2F, index + 1 < last, bytes[index + 1] == 0x2A {
        index = endOfComment(index, last)
        continue
      }
      if byte == 0x5C {
        index += 2
        continue
      }
      if isSpace(byte) || byte == 0x3E || byte == 0x2B || byte == 0x7E {
        let next = skipSpace(index, last)
        if isSpace(byte), next < last, bytes[next] == 0x2F {
          index = next
          continue
        }
        compound = index + 1
        hasHost = false
        mark = nil
      } else if byte == 0x3A, mark == nil {
        if bytes[index...].starts(with: ":host".utf8), index + 5 >= last || !isNamePart(bytes[index + 5]) {
          parts.append(.copy(copied..<index))
          parts.append(.add("[data-component=\"\(component)\"]"))
          index += 5
          if index < last, bytes[index] == 0x28 {
            let close = endOfGroup(index, last)
            if close > index + 1 { parts.append(.copy(index + 1..<close - 1)) }
            index = close
          }
          copied = index
          hasHost = true
          continue
        }
        noteUnsupported([":host-context", "::slotted", "::part"], in: index..<index + 1)
        if isPseudoElement(index, last) { mark = index }
      }
      index += 1
    }
    if hasHost || compound >= last && mark == nil {
      parts.append(.copy(copied..<end))
      return
    }
    let place = max(copied, mark ?? last)
    parts.append(.copy(copied..<place))
    parts.append(.add("[data-of=\"\(component)\"]"))
    parts.append(.copy(place..<end))
  }

  /// Notes a pseudo-class of shadow trees that begins in a range.
  private mutating func noteUnsupported(_ names: [String], in range: Range<Int>) {
    for index in range where bytes[index] == 0x3A {
      for name in names where bytes[index...].starts(with: name.utf8) {
        let stop = index + name.utf8.count
        guard stop >= bytes.endIndex || !isNamePart(bytes[stop]) else { continue }
        unsupported.append((index..<stop, name))
      }
    }
  }

  private func isPseudoElement(_ index: Int, _ end: Int) -> Bool {
    if index + 1 < end, bytes[index + 1] == 0x3A { return true }
    return [":before", ":after", ":first-line", ":first-letter"].contains { word in
      let stop = index + word.utf8.count
      return bytes[index..<end].starts(with: word.utf8) && (stop >= end || !isNamePart(bytes[stop]))
    }
  }

  // MARK: Scanning

  /// The first of some bytes outside of strings, comments, parentheses and brackets.
  private func find(_ wanted: [UInt8], from start: Int, to end: Int) -> Int {
    var index = start
    while index < end {
      let byte = bytes[index]
      if wanted.contains(byte) { return index }
      switch byte {
      case 0x22, 0x27: index = endOfString(index, end)
      case 0x5C: index += 2
      case 0x28, 0x5B: index = endOfGroup(index, end)
      case 0x2F where index + 1 < end && bytes[index + 1] == 0x2A: index = endOfComment(index, end)
      default: index += 1
      }
    }
    return end
  }

  /// The place of the brace that closes a block.
  private func endOfBlock(_ start: Int, _ end: Int) -> Int {
    var depth = 0
    var index = start
    while index < end {
      switch bytes[index] {
      case 0x7B: depth += 1
      case 0x7D:
        depth -= 1
        if depth == 0 { return index }
      case 0x22, 0x27:
        index = endOfString(index, end)
        continue
      case 0x5C: index += 1
      case 0x2F where index + 1 < end && bytes[index + 1] == 0x2A:
        index = endOfComment(index, end)
        continue
      default: break
      }
      index += 1
    }
    return end
  }

  /// Past the parenthesis or bracket that closes a group.
  private func endOfGroup(_ start: Int, _ end: Int) -> Int {
    var depth = 0
    var index = start
    while index < end {
      switch bytes[index] {
      case 0x28, 0x5B: depth += 1
      case 0x29, 0x5D:
        depth -= 1
        if depth == 0 { return index + 1 }
      case 0x22, 0x27:
        index = endOfString(index, end)
        continue
      case 0x5C: index += 1
      default: break
      }
      index += 1
    }
    return end
  }

  private func endOfString(_ start: Int, _ end: Int) -> Int {
    var index = start + 1
    while index < end, bytes[index] != bytes[start], bytes[index] != 0x0A { index += bytes[index] == 0x5C ? 2 : 1 }
    return min(end, index + 1)
  }

  private func endOfComment(_ start: Int, _ end: Int) -> Int {
    var index = start + 2
    while index + 1 < end, bytes[index] != 0x2A || bytes[index + 1] != 0x2F { index += 1 }
    return min(end, index + 2)
  }

  private func skipSpace(_ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end {
      if isSpace(bytes[index]) {
        index += 1
      } else if bytes[index] == 0x2F, index + 1 < end, bytes[index + 1] == 0x2A {
        index = endOfComment(index, end)
      } else {
        break
      }
    }
    return index
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }
  private func isNamePart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == 0x2D || byte == 0x5F || (byte >= 0x30 && byte <= 0x39)
      || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
  }
}
