import CSSValues

/// The content of a page's lines, which the layouts of one viewport leave for those of the next: characters are collected and
/// looked up once a page, and not once a viewport.
///
/// Contents are the same where the boxes in a block container are, with their texts and with the parts of their styles that
/// collecting reads. Contents with floats, positioned or atomic boxes, list signs or text from right to left are left to each
/// viewport.
///
/// OPTIMIZATION: what a layout gives never depends on what is held. One serves one page and the measurers of one set of fonts,
/// on one thread at a time.
public final class PageLines {
  /// A viewport's layout.
  private struct Known {
    let engine: LayoutEngine
    /// By the identity of a node: the box whose content is known, ``BoxIndex/none`` where there is none or more than one.
    let boxes: [BoxIndex]
    /// By layout style of the next engine: the last style of this one that lines have the same content with, or -1.
    var alike: [Int32] = []
  }

  /// The viewports whose contents are looked at: what a page's media queries change differs between a few.
  private static let mostKnown = 3
  @exclusivity(unchecked) private var known: [Known] = []
  /// By node of the tree that is being laid out.
  @exclusivity(unchecked) private var identities: [Int32] = []
  /// How many contents were taken over.
  package private(set) var sharedCount = 0

  /// Nothing yet.
  public init() {}

  /// Lets go of what was laid out.
  public func forget() { known = [] }

  /// Begins with the next layout.
  ///
  /// - Parameter identities: by node, a number that the same node has in each viewport, and no other node; -1 for none.
  func begin(_ engine: LayoutEngine, identities: [Int32]) {
    guard identities.count == engine.source.nodes.count, !engine.tree.hasLineRules else { return }
    self.identities = identities
    for index in known.indices { known[index].alike = Array(repeating: -1, count: engine.inline.styleCount) }
    engine.inline.pageLines = self
  }

  /// Ends with a layout, whose contents are the next one's. It may have been laid out several times.
  func end(_ engine: LayoutEngine) {
    guard engine.inline.pageLines === self else { return }
    // Whoever keeps the engine keeps none of the others.
    engine.inline.pageLines = nil
    var boxes = [BoxIndex](repeating: .none, count: Int(identities.max() ?? -1) + 1)
    var isSeen = [Bool](repeating: false, count: boxes.count)
    for index in 0..<engine.boxCount where engine.boxes[index].flags.contains(.hasInlineContent) {
      let node = engine.boxes[index].node
      guard node >= 0, case let identity = Int(identities[Int(node)]), identity >= 0,
        let context = engine.inline.contexts[BoxIndex(index)]
      else { continue }
      boxes[identity] = isSeen[identity] || !context.isShareable ? .none : BoxIndex(index)
      isSeen[identity] = true
    }
    if known.count == Self.mostKnown { known.removeFirst() }
    known.append(Known(engine: engine, boxes: boxes))
  }

  /// The content of a block container where another viewport has collected it.
  func context(of box: BoxIndex, in engine: LayoutEngine) -> InlineContext? {
    let node = engine.boxes[Int(box)].node
    guard node >= 0, case let identity = Int(identities[Int(node)]), identity >= 0 else { return nil }
    // The last viewport is most like the next.
    for index in known.indices.reversed() {
      guard identity < known[index].boxes.count, case let other = known[index].boxes[identity], other >= 0,
        let context = known[index].engine.inline.contexts[other], hasSameContent(box, in: engine, other, of: index)
      else { continue }
      sharedCount += 1
      return context.shared(with: box, other, in: engine)
    }
    return nil
  }

  // MARK: Comparing

  /// Whether the boxes in two block containers make the same content.
  private func hasSameContent(_ box: BoxIndex, in engine: LayoutEngine, _ other: BoxIndex, of index: Int) -> Bool {
    let old = known[index].engine
    guard isAlike(engine.boxes[Int(box)].style, in: engine, old.boxes[Int(other)].style, of: index),
      engine.boxes[Int(box)].role == old.boxes[Int(other)].role
    else { return false }
    var offset = 1
    while true {
      let (place, oldPlace) = (Int(box) + offset, Int(other) + offset)
      let isInside = place < engine.boxCount && engine.boxes[place].parent >= box
      guard isInside == (oldPlace < old.boxCount && old.boxes[oldPlace].parent >= other) else { return false }
      guard isInside else { return true }
      // An anonymous block that is not needed is out of the tree and has no style.
      if engine.boxes[place].style < 0, old.boxes[oldPlace].style < 0 {
        offset += 1
        continue
      }
      guard isAlike(engine.boxes + place, box, in: engine, old.boxes + oldPlace, other, of: index) else { return false }
      offset += 1
    }
  }

  private func isAlike(
    _ own: UnsafeMutablePointer<Box>, _ box: BoxIndex, in engine: LayoutEngine,
    _ theirs: UnsafeMutablePointer<Box>, _ other: BoxIndex, of index: Int
  ) -> Bool {
    guard own.pointee.kind == theirs.pointee.kind, own.pointee.flags == theirs.pointee.flags,
      own.pointee.role == theirs.pointee.role, own.pointee.parent - box == theirs.pointee.parent - other,
      own.pointee.style >= 0, theirs.pointee.style >= 0,
      isAlike(own.pointee.style, in: engine, theirs.pointee.style, of: index)
    else { return false }
    switch own.pointee.kind {
    case .inline, .lineBreak, .wordBreak: return true
    case .text:
      return own.pointee.detail < 0 && theirs.pointee.detail < 0
        && hasSameText(own.pointee.node, in: engine, theirs.pointee.node, of: known[index].engine)
    default: return false
    }
  }

  private func hasSameText(_ node: Int32, in engine: LayoutEngine, _ other: Int32, of old: LayoutEngine) -> Bool {
    let (start, count) = (Int(engine.source.nodes[Int(node)].textStart), Int(engine.source.nodes[Int(node)].textLength))
    let oldStart = Int(old.source.nodes[Int(other)].textStart)
    guard count == Int(old.source.nodes[Int(other)].textLength) else { return false }
    return engine.source.text.withUnsafeBufferPointer { text in
      old.source.text.withUnsafeBufferPointer { oldText in
        // The viewports of most pages have one array of characters.
        (text.baseAddress == oldText.baseAddress && start == oldStart)
          || text[start..<start + count].elementsEqual(oldText[oldStart..<oldStart + count])
      }
    }
  }

  /// Whether lines have the same content with two layout styles.
  private func isAlike(_ style: Int32, in engine: LayoutEngine, _ other: Int32, of index: Int) -> Bool {
    guard style >= 0, other >= 0 else { return false }
    if known[index].alike[Int(style)] == other { return true }
    let old = known[index].engine
    let (own, theirs) = (engine.styles + Int(style), old.styles + Int(other))
    guard own.pointee.direction == theirs.pointee.direction, own.pointee.isRightToLeft == theirs.pointee.isRightToLeft,
      own.pointee.hasInlineEdges == theirs.pointee.hasInlineEdges
    else { return false }
    let (computed, oldComputed) = (engine.computedStyle(ofStyle: style), old.computedStyle(ofStyle: other))
    guard computed.pointee.font == oldComputed.pointee.font, computed.pointee.text == oldComputed.pointee.text,
      computed.pointee.box.unicodeBidi == oldComputed.pointee.box.unicodeBidi,
      computed.pointee.other[.textSpacingTrim] == oldComputed.pointee.other[.textSpacingTrim],
      computed.pointee.text.hyphens != .auto
        || computed.pointee.other[.hyphenateLimitChars] == oldComputed.pointee.other[.hyphenateLimitChars]
    else { return false }
    known[index].alike[Int(style)] = other
    return true
  }
}

extension InlineContext {
  /// Whether another viewport may take the content over: all of it is text and inline boxes, from left to right.
  fileprivate var isShareable: Bool {
    isPlain && isSimple && !isRightToLeft && !hasReversedBox && outOfLine.isEmpty && signMarkers.isEmpty
      && firstLine == nil
  }

  /// The content for a block container of another engine whose boxes are the same.
  fileprivate func shared(with box: BoxIndex, _ own: BoxIndex, in engine: LayoutEngine) -> InlineContext {
    let shared = InlineContext(container: box, paragraph: paragraph)
    shared.sourceOffsets = sourceOffsets
    shared.isEmpty = isEmpty
    shared.shapedElsewhere = shaped
    let delta = box - own
    // OPTIMIZATION: the array is the other viewport's where boxes and styles have the same numbers.
    let isSame = delta == 0 && items.allSatisfy { $0.style == engine.style(ofItem: $0, in: $0.box) }
    shared.items =
      isSame
      ? items
      : items.map { item in
        var item = item
        item.box += delta
        item.style = engine.style(ofItem: item, in: item.box)
        return item
      }
    return shared
  }
}

extension LayoutEngine {
  /// The layout style of an item of plain content, as the collector gives it.
  fileprivate func style(ofItem item: InlineContext.Item, in box: BoxIndex) -> Int32 {
    let isAround: Bool
    switch item.kind {
    case .open, .close: isAround = true
    default: isAround = boxes[Int(box)].kind == .wordBreak
    }
    return boxes[Int(isAround ? boxes[Int(box)].parent : box)].style
  }
}
