import Diagnostics
import HTML
import Names
import References

// Going through the pieces of a file: loops and conditions, and what an element is.
extension PageAssembly {
  /// Writes pieces of the context's file.
  mutating func process(_ range: Range<Int>, in context: Context) {
    guard !range.isEmpty, !budget.isStopped else { return }
    let scan = context.scan
    let source = context.source
    defer { budget.leave() }
    guard budget.enter(context, at: scan.pieces[range.lowerBound].range) else { return }
    let collects = context.frame.collects
    var cursor = scan.pieces[range.lowerBound].range.lowerBound
    var index = range.lowerBound
    /// Whether the last condition failed, for a `t:else` that follows.
    var otherwise: Bool?
    while index < range.upperBound, !budget.isStopped {
      let piece = scan.pieces[index]
      switch piece.kind {
      case .text:
        if otherwise != nil, !context.fragment.isBlank(index..<index + 1) { otherwise = nil }
        if PlaceholderPlaces.mayBe(in: source.bytes, piece.range) {
          output.copy(cursor..<piece.range.lowerBound, of: source)
          text(index, in: context)
          cursor = piece.range.upperBound
        } else if piece.name == .style || piece.name == .script, case let edits = addresses.edits(index, in: context),
          !edits.isEmpty
        {
          output.copy(cursor..<piece.range.lowerBound, of: source)
          output.copy(piece.range, of: source, editing: edits)
          cursor = piece.range.upperBound
        }
      case .startTag:
        if needsWork(piece, in: context) {
          budget.step(context, at: piece.range)
          if budget.isStopped { return }
          output.copy(cursor..<piece.range.lowerBound, of: source)
          let next = min(range.upperBound, element(index, in: context, &otherwise))
          cursor = scan.pieces[next - 1].range.upperBound
          index = next
          continue
        }
        otherwise = nil
        if piece.name == .head, !collects { isInHead = true }
      case .endTag where !collects && (piece.name == .head || piece.name == .body):
        output.copy(cursor..<piece.range.lowerBound, of: source)
        cursor = piece.range.lowerBound
        if piece.name == .head { endHead() } else { gathered.endBody(at: output.bytes.count) }
      default: break
      }
      index += 1
    }
    output.copy(cursor..<max(cursor, scan.pieces[range.upperBound - 1].range.upperBound), of: source)
  }

  /// Whether a start tag is more than markup to copy.
  private mutating func needsWork(_ piece: MarkupPiece, in context: Context) -> Bool {
    let scan = context.scan
    let frame = context.frame
    switch piece.name {
    case CompositionNames.include: return true
    case .slot where frame.slots != nil: return true
    case .param where frame.slots != nil && scan.attribute(piece, .value) == nil: return true
    case .style, .script, .link:
      if frame.collects, Self.isCollected(piece, scan) { return true }
      if piece.name == .script, scan.value(piece, .type)?.lowercased() == "application/hybrid+json" { return true }
    case .html where page.language != nil || !documents.isEmpty: return true
    case .body where !documents.isEmpty: return true
    case .title where !documents.isEmpty && !frame.collects: return true
    default: break
    }
    if frame.mark != nil { return true }
    if !page.site.components.isEmpty, isComponent(piece, in: context) { return true }
    for index in piece.attributes {
      let attribute = scan.attributes[index]
      switch attribute.name {
      case CompositionNames.loop, CompositionNames.condition, CompositionNames.otherwise, CompositionNames.message:
        return true
      case CompositionNames.clientLoop where page.isToken, CompositionNames.clientData where page.isToken: return true
      case .slot where piece.range.lowerBound == slotPlace: return true
      case CompositionNames.hreflang where page.site.languages.count > 1: return true
      default:
        if scan.hasPlaceholder(attribute) || messageTarget(attribute.name) != nil { return true }
        guard addresses.rewritesStyleSheets(of: frame) else { break }
        if URLAttributes.contains(attribute.name, of: piece.name) { return true }
        if attribute.name == .style, StyleSheetAddresses.mayHold(scan.value(attribute).utf8) { return true }
      }
    }
    return false
  }

  // MARK: Elements

  /// An element that composition acts on; the answer is the piece after what was dealt with.
  private mutating func element(_ index: Int, in context: Context, _ otherwise: inout Bool?) -> Int {
    let scan = context.scan
    let piece = scan.pieces[index]
    let end = max(index, piece.partner) + 1
    let previous = otherwise
    otherwise = nil
    if context.fragment.frontMatter?.contains(index) == true || piece.name == .param && context.frame.slots != nil {
      return end
    }
    if let attribute = scan.attribute(piece, CompositionNames.otherwise) {
      guard isClosed(index, "t:else", in: context) else { return end }
      guard let previous else {
        journal.report(
          .elseWithoutIf, "`t:else` follows no element with `t:if`", in: context, at: attribute.sourceRange,
          help: "put it on the element right after the one with `t:if`")
        return end
      }
      if !previous { return end }
    }
    if let attribute = scan.attribute(piece, CompositionNames.loop) {
      guard let rounds = evaluator.loop(attribute, in: context), isClosed(index, "t:static", in: context) else {
        return end
      }
      for round in rounds {
        if budget.isStopped { break }
        guard budget.mayRepeat(context, at: piece.range) else { break }
        _ = conditional(index, in: round)
        budget.checkSize(context, at: piece.range)
      }
      return end
    }
    if scan.attribute(piece, CompositionNames.condition) != nil {
      otherwise = conditional(index, in: context).map { !$0 }
      return end
    }
    if scan.attribute(piece, CompositionNames.otherwise) != nil {
      _ = conditional(index, in: context)
      return end
    }
    return plain(index, in: context)
  }

  /// Whether an element ends where its author says; reports it otherwise.
  private func isClosed(_ index: Int, _ what: String, in context: Context) -> Bool {
    let piece = context.scan.pieces[index]
    if piece.partner >= 0 || piece.name.asciiLowercased.isVoidElement || piece.name == CompositionNames.include {
      return true
    }
    if piece.isSelfClosing, page.keepsCase { return true }
    journal.report(
      .compositionUnclosed, "`<\(piece.name)>` with \(what) is not closed", in: context, at: piece.range,
      help: "write `</\(piece.name)>` where it ends")
    return false
  }

  /// An element under its condition: put out whole, or left out; `nil` where the condition was reported.
  private mutating func conditional(_ index: Int, in context: Context) -> Bool? {
    let scan = context.scan
    let piece = scan.pieces[index]
    if let attribute = scan.attribute(piece, CompositionNames.condition) {
      guard let holds = evaluator.condition(attribute, in: context), isClosed(index, "t:if", in: context) else {
        return nil
      }
      if !holds { return false }
    }
    let end = max(index, piece.partner) + 1
    if piece.name == .template, piece.partner >= 0 {
      process(index + 1..<piece.partner, in: context)
    } else {
      let next = plain(index, in: context)
      if next < end { process(next..<end, in: context) }
    }
    return true
  }

  /// An element whose loops and conditions have been dealt with.
  private mutating func plain(_ index: Int, in context: Context) -> Int {
    let scan = context.scan
    let frame = context.frame
    let piece = scan.pieces[index]
    let end = max(index, piece.partner) + 1
    let contents = index + 1..<max(index + 1, piece.partner)
    if piece.name == CompositionNames.include {
      include(piece, contents, in: context)
      return end
    }
    if piece.name == .slot, frame.slots != nil {
      slot(piece, contents, in: context)
      return end
    }
    if !page.site.components.isEmpty, isComponent(piece, in: context) {
      component(piece, contents, in: context)
      return end
    }
    if frame.collects, Self.isCollected(piece, scan) {
      gather(piece, contents, in: context)
      return end
    }
    if piece.name == .title, !documents.isEmpty, !frame.collects, !isTitleOfPage(frame), let title = innermostTitle,
      title.context.frame !== frame
    {
      process(title.range, in: title.context)
      return end
    }
    let inner = context.seeing(scopeOfClient(piece, in: context))
    startTag(piece, in: inner)
    if let attribute = scan.attribute(piece, CompositionNames.message) {
      guard piece.partner < 0 else {
        message(attribute, piece, in: context)
        output.copy(scan.pieces[piece.partner].range, of: context.source)
        return end
      }
      reportNoContents(piece, in: context)
    }
    guard inner.scope.dynamic.count != context.scope.dynamic.count, piece.partner >= 0 else { return index + 1 }
    process(contents, in: inner)
    output.copy(scan.pieces[piece.partner].range, of: context.source)
    return end
  }

  /// The names in an element, those that its loops take for the client among them.
  private func scopeOfClient(_ piece: MarkupPiece, in context: Context) -> Scope {
    guard page.isToken else { return context.scope }
    var scope = context.scope
    for name in [CompositionNames.clientLoop, CompositionNames.clientData] {
      guard let text = context.scan.value(piece, name), let header = try? LoopHeader(text) else { continue }
      scope.dynamic.formUnion([header.item, header.index ?? "index"])
    }
    return scope
  }

  /// `t:text="key"`: the language's text as an element's contents.
  private mutating func message(_ attribute: Document.Attribute, _ piece: MarkupPiece, in context: Context) {
    guard piece.name != .script, piece.name != .style else {
      journal.report(
        .unsafeValue, "a message cannot be in `<\(piece.name)>`", in: context, at: attribute.sourceRange,
        help: "put it into a `data-` attribute and read it from there")
      return
    }
    guard let text = messages.text(of: attribute, piece, in: context) else { return }
    output.insert(
      ValueEncoder.escaped(encoder.neutral(text), inAttribute: false), for: attribute.sourceRange, of: context.source)
  }

  /// Reports `t:text` on an element whose contents have no certain end, or that has none.
  private func reportNoContents(_ piece: MarkupPiece, in context: Context) {
    let isVoid = piece.name.asciiLowercased.isVoidElement || piece.isSelfClosing && page.keepsCase
    journal.report(
      .compositionUnclosed,
      isVoid
        ? "`<\(piece.name)>` has no contents that `t:text` could fill" : "`<\(piece.name)>` with t:text is not closed",
      in: context, at: piece.range,
      help: isVoid
        ? "name the attribute that the message goes to, such as `t:text-alt`" : "write `</\(piece.name)>` where it ends"
    )
  }

  private func isTitleOfPage(_ frame: Frame) -> Bool {
    documents.contains { $0.context.frame === frame } && frame.slots == nil
  }

  private var innermostTitle: (range: Range<Int>, context: Context)? {
    for part in documents { if let title = part.title { return (title, part.context) } }
    return nil
  }
}
