import CSSValues

/// What is on a block container's first and last line: `::first-letter`, `::first-line` (CSS Pseudo-Elements 4, 2) and
/// `text-box-trim` (CSS Inline 3, 6.2).
extension BoxTreeBuilder {
  // MARK: First letters

  /// Gives the first letter of a block container a box of its own, with the punctuation around it.
  mutating func addFirstLetter(of style: Int32, in container: BoxIndex) {
    // `initial-letter` is not laid out: without its size and place the letter measures like the text.
    let computed = tree.styles.computed[Int(tree.styles.flattened[Int(style)].computed)]
    guard computed.other[.initialLetter] == nil, case .text(let box) = firstText(in: container) else { return }
    let source = nodes[Int(tree.boxes[Int(box)].node)]
    let found = firstLetter(of: source)
    guard found.length > 0 else { return }
    if found.isPunctuation {
      // As in browsers, punctuation that ends its text is the first letter by itself, if there is a letter in the next text.
      guard case .text(let next) = firstText(in: container, behind: box),
        firstLetter(of: nodes[Int(tree.boxes[Int(next)].node)]).length > 0
      else { return }
    }
    let length = found.length
    let parent = tree.boxes[Int(box)].parent
    let letter = BoxIndex(tree.boxes.count)
    var letterBox = Box(node: -1, style: style, parent: parent, kind: .inline)
    letterBox.flags = .anonymous
    if tree.styles.flattened[Int(style)].float != .none {
      letterBox.kind = .block
      letterBox.flags.formUnion([.floating, .formattingContext, .hasInlineContent])
    }
    letterBox.nextSibling = box
    tree.boxes.append(letterBox)
    insert(letter, before: box, in: parent)
    let part = append(Box(node: tree.boxes[Int(box)].node, style: style, parent: letter, kind: .text))
    tree.boxes[Int(part)].detail = Int32(tree.textParts.count)
    tree.boxes[Int(box)].detail = Int32(tree.textParts.count + 1)
    tree.textParts.append(0..<Int32(length))
    tree.textParts.append(Int32(length)..<source.textLength)
  }

  private func firstLetter(of source: StyledTree.Node) -> (length: Int, isPunctuation: Bool) {
    let start = Int(source.textStart)
    let units = text[start..<start + Int(source.textLength)]
    let collapse = tree.styles.flattened[Int(source.style)].whiteSpaceCollapse
    let keepsFeeds = collapse == .preserve || collapse == .breakSpaces || collapse == .preserveBreaks
    return FirstLetter.length(units, keepsFeeds: keepsFeeds)
  }

  private mutating func insert(_ box: BoxIndex, before next: BoxIndex, in parent: BoxIndex) {
    var child = tree.boxes[Int(parent)].firstChild
    if child == next {
      tree.boxes[Int(parent)].firstChild = box
      return
    }
    while tree.boxes[Int(child)].nextSibling != next { child = tree.boxes[Int(child)].nextSibling }
    tree.boxes[Int(child)].nextSibling = box
  }

  private enum FirstText {
    case text(BoxIndex)
    /// Nothing that makes a line.
    case none
    /// Something else than text begins the line.
    case other
  }

  /// The text that begins the first line of a block container or inline box, or that comes next after the one that does.
  private func firstText(in container: BoxIndex, behind first: BoxIndex = .none) -> FirstText {
    var child = tree.boxes[Int(container)].firstChild
    while child >= 0 {
      let box = tree.boxes[Int(child)]
      defer { child = box.nextSibling }
      if !box.flags.isDisjoint(with: [.outOfFlow, .floating, .outsideMarker]) { continue }
      switch box.kind {
      case .text:
        if box.detail >= 0 { return .other }
        if child == first || isCollapsibleSpace(nodes[Int(box.node)]) { continue }
        return .text(child)
      case .inline where box.role.isMarker: continue
      case .inline, .block:
        guard !box.flags.contains(.inlineLevel), box.role != .button else { return .other }
        if box.kind == .block, box.node >= 0, firstLetters[box.node] != nil { return .other }
        // As in browsers, no letter is looked for in blocks in inline boxes, nor behind blocks without text.
        if box.flags.contains(.insideInline) { return .other }
        let found = firstText(in: child, behind: first)
        guard case .none = found else { return found }
        if box.kind == .block, box.node >= 0 { return .other }
      default: return .other
      }
    }
    return .none
  }

  // MARK: First lines

  /// Gives the content of a block container's first line other styles.
  mutating func addFirstLine(of style: Int32, in container: BoxIndex) {
    guard let block = lineContainer(in: container, at: .start, trims: false), tree.firstLines[block] == nil else {
      return
    }
    var styles: [Int32: Int32] = [:]
    let own = tree.boxes[Int(container)].style
    func add(_ builder: inout BoxTreeBuilder, _ style: Int32, line: Int32) {
      if style >= 0, styles[style] == nil {
        styles[style] = builder.tree.styles.firstLineStyle(style, block: own, line: line)
      }
    }
    add(&self, tree.boxes[Int(block)].style, line: style)
    var stack = [tree.boxes[Int(block)].firstChild]
    while let last = stack.popLast() {
      var child = last
      while child >= 0 {
        let box = tree.boxes[Int(child)]
        switch box.kind {
        // CSS Lists 3, 3.1.1: as in browsers, a marker keeps its own font.
        case .inline where box.role.isMarker: break
        case .inline:
          add(&self, box.style, line: style)
          stack.append(box.firstChild)
        case .text, .lineBreak, .wordBreak: add(&self, box.style, line: style)
        default: break
        }
        child = box.nextSibling
      }
    }
    // OPTIMIZATION: blocks whose styles are alike share one table.
    if styles != lastFirstLine { lastFirstLine = styles }
    tree.firstLines[block] = lastFirstLine
  }

  /// The block container in or below a block container that has its first or last line.
  ///
  /// - Parameter trims: whether borders and paddings in between keep the line from counting.
  private func lineContainer(in container: BoxIndex, at side: LineTrim, trims: Bool) -> BoxIndex? {
    var block = container
    while !tree.boxes[Int(block)].flags.contains(.hasInlineContent) {
      var found: BoxIndex = .none
      var child = tree.boxes[Int(block)].firstChild
      while child >= 0 {
        let box = tree.boxes[Int(child)]
        if box.flags.isDisjoint(with: [.outOfFlow, .floating, .outsideMarker]) {
          found = child
          if side == .start { break }
        }
        child = box.nextSibling
      }
      guard found >= 0, tree.boxes[Int(found)].kind == .block, tree.boxes[Int(found)].style >= 0 else { return nil }
      if trims {
        let style = style(of: found)
        let (border, padding) =
          side == .start ? (style.borderTop, style.paddingTop) : (style.borderBottom, style.paddingBottom)
        if border != 0 || padding.hasPercentage || padding.value != 0 { return nil }
      }
      block = found
    }
    return block
  }

  // MARK: Trims

  /// Finds the lines that `text-box-trim` trims.
  mutating func findLineTrims() {
    guard tree.styles.flattened.contains(where: { !$0.textBoxTrim.isEmpty }) else { return }
    for index in tree.boxes.indices {
      let box = tree.boxes[index]
      guard box.style >= 0, box.kind == .block || box.kind == .tableCell else { continue }
      let trim = style(of: BoxIndex(index)).textBoxTrim
      for side in [LineTrim.start, .end] where trim.contains(side) {
        guard let block = lineContainer(in: BoxIndex(index), at: side, trims: true) else { continue }
        tree.lineTrims[block, default: []].insert(side)
      }
    }
  }
}

/// What `::first-letter` holds (CSS Pseudo-Elements 4, 2.2).
enum FirstLetter {
  /// The UTF-16 units of the first letter with spaces before it and punctuation before and after it; 0 for none. A text may have
  /// nothing but punctuation.
  static func length(
    _ units: Slice<UnsafeBufferPointer<UInt16>>, keepsFeeds: Bool
  ) -> (length: Int, isPunctuation: Bool) {
    let characters = String(decoding: units, as: UTF16.self)
    var length = 0
    var index = characters.startIndex
    func isSpace(_ character: Character) -> Bool {
      switch character {
      case " ", "\t", "\u{3000}": true
      case "\n", "\r", "\r\n": !keepsFeeds
      default: false
      }
    }
    func take() {
      length += characters[index].utf16.count
      index = characters.index(after: index)
    }
    func category() -> Unicode.GeneralCategory? {
      index < characters.endIndex ? characters[index].unicodeScalars.first?.properties.generalCategory : nil
    }
    var hasPunctuation = false
    while index < characters.endIndex {
      let isMark = isPunctuation(category(), isBefore: true)
      guard isMark || isSpace(characters[index]) || category() == .spaceSeparator else { break }
      hasPunctuation = hasPunctuation || isMark
      take()
    }
    if index == characters.endIndex { return (hasPunctuation ? length : 0, true) }
    guard !characters[index].isWhitespace else { return (0, false) }
    take()
    while isPunctuation(category(), isBefore: false) { take() }
    return (length, false)
  }

  /// Whether characters belong to the letter behind or before them: those that open and dashes only to that behind them.
  private static func isPunctuation(_ category: Unicode.GeneralCategory?, isBefore: Bool) -> Bool {
    switch category {
    case .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation: true
    case .openPunctuation, .dashPunctuation: isBefore
    default: false
    }
  }
}
