import CICU
import Diagnostics
import HTML
import Names

// Going through the pieces of a file: most are copied as they are.
extension Composer {
  mutating func process(_ range: Range<Int>, _ frame: Frame, _ scope: Scope) {
    guard !range.isEmpty, !isStopped else { return }
    depth += 1
    defer { depth -= 1 }
    let scan = frame.fragment.scan
    let source = frame.fragment.source
    guard depth < 200 else {
      report(
        .compositionLimit, "elements that are composed are nested too deep", frame.fragment,
        scan.pieces[range.lowerBound].range)
      isStopped = true
      return
    }
    var cursor = scan.pieces[range.lowerBound].range.lowerBound
    var index = range.lowerBound
    /// Whether the last condition failed, for a `t:else` that follows.
    var otherwise: Bool?
    while index < range.upperBound, !isStopped {
      let piece = scan.pieces[index]
      switch piece.kind {
      case .text:
        if otherwise != nil, !isBlank(index..<index + 1, frame.fragment) { otherwise = nil }
        if holdsPlaceholder(piece.range, source) {
          output.copy(cursor..<piece.range.lowerBound, of: source)
          text(piece, index, frame, scope)
          cursor = piece.range.upperBound
        } else if piece.name == .style || piece.name == .script,
          case let edits = sheetEdits(piece, frame) + scriptEdits(index, frame), !edits.isEmpty
        {
          output.copy(cursor..<piece.range.lowerBound, of: source)
          output.copy(piece.range, of: source, editing: edits)
          cursor = piece.range.upperBound
        }
      case .startTag:
        if needsWork(piece, frame, scope) {
          output.copy(cursor..<piece.range.lowerBound, of: source)
          let next = min(range.upperBound, element(index, frame, scope, &otherwise))
          cursor = scan.pieces[next - 1].range.upperBound
          index = next
          checkSize(frame, piece.range)
          continue
        }
        otherwise = nil
        if piece.name == .head, !frame.collects { isInHead = true }
      case .endTag where !frame.collects && (piece.name == .head || piece.name == .body):
        output.copy(cursor..<piece.range.lowerBound, of: source)
        cursor = piece.range.lowerBound
        if piece.name == .head { endHead() } else if bodyEnd == nil { bodyEnd = output.bytes.count }
      default: break
      }
      index += 1
    }
    output.copy(cursor..<max(cursor, scan.pieces[range.upperBound - 1].range.upperBound), of: source)
  }

  /// The end of the layout's head: what the pages in the layout add to the head comes here.
  private mutating func endHead() {
    guard headEnd == nil else { return }
    for part in documents.reversed() {
      for range in part.head { process(range, part.frame, part.scope) }
    }
    headEnd = output.bytes.count
    isInHead = false
  }

  func holdsPlaceholder(_ range: Range<Int>, _ source: SourceFile) -> Bool {
    source.bytes.withUnsafeBufferPointer { bytes in
      var index = range.lowerBound
      while index + 1 < range.upperBound {
        if bytes[index] == 0x7B, bytes[index + 1] == 0x7B { return true }
        index += 1
      }
      return false
    }
  }

  /// Whether a start tag is more than markup to copy.
  private mutating func needsWork(_ piece: MarkupPiece, _ frame: Frame, _ scope: Scope) -> Bool {
    let scan = frame.fragment.scan
    switch piece.name {
    case CompositionNames.include: return true
    case .slot where frame.slots != nil: return true
    case .param where frame.slots != nil && scan.attribute(piece, .value) == nil: return true
    case .style, .script, .link:
      if frame.collects, isCollected(piece, scan) { return true }
      if piece.name == .script, scan.value(piece, .type)?.lowercased() == "application/hybrid+json" { return true }
    case .html where language != nil || !documents.isEmpty: return true
    case .body where !documents.isEmpty: return true
    case .title where !documents.isEmpty && !frame.collects: return true
    default: break
    }
    if frame.mark != nil { return true }
    if !composition.components.isEmpty, isComponent(piece, frame) { return true }
    for index in piece.attributes {
      let attribute = scan.attributes[index]
      switch attribute.name {
      case CompositionNames.loop, CompositionNames.condition, CompositionNames.otherwise, CompositionNames.message:
        return true
      case CompositionNames.clientLoop where isToken, CompositionNames.clientData where isToken: return true
      case .slot where piece.range.lowerBound == slotPlace: return true
      case CompositionNames.hreflang where composition.languages.count > 1: return true
      default:
        if scan.hasPlaceholder(attribute) || messageTarget(attribute.name) != nil { return true }
        guard rewritesStyleSheets(frame) else { break }
        if isURL(attribute.name, piece.name) { return true }
        if attribute.name == .style, StyleSheetAddresses.mayHold(scan.value(attribute).utf8) { return true }
      }
    }
    return false
  }

  /// Whether an element of a partial or component is put in once a page: styles and scripts. Scripts that are data stay
  /// where they are written.
  func isCollected(_ piece: MarkupPiece, _ scan: MarkupScan) -> Bool {
    switch piece.name {
    case .style: return true
    case .link: return isStyleSheet(piece, scan)
    case .script:
      let type = (scan.value(piece, .type) ?? "").lowercased()
      return type.isEmpty || type == "module" || type == "importmap" || type.contains("script")
    default: return false
    }
  }

  func isStyleSheet(_ piece: MarkupPiece, _ scan: MarkupScan) -> Bool {
    (scan.value(piece, .rel) ?? "").lowercased().split(whereSeparator: \.isWhitespace).contains("stylesheet")
  }

  /// Whether a tag is a component's; says so where it is nearly one.
  private mutating func isComponent(_ piece: MarkupPiece, _ frame: Frame) -> Bool {
    if let known = customElements[piece.name] { return known }
    let name = piece.name.string
    let reserved: Set<String> = [
      "annotation-xml", "color-profile", "font-face", "font-face-src", "font-face-uri", "font-face-format",
      "font-face-name", "missing-glyph",
    ]
    let isCustom = name.contains("-") && !reserved.contains(name)
    let isKnown = isCustom && composition.components.contains(name)
    customElements[piece.name] = isKnown
    guard isCustom, !isKnown else { return isKnown }
    checker.record("\(composition.componentFolder)/\(name).html", exists: false)
    let near = Suggestion.nearest(to: name, in: composition.components)
    if near != nil || compiler.options.isSnapshot {
      report(
        .customElementUnknown, "no component has the tag `\(name)`", frame.fragment, piece.range,
        help: near.map { "did you mean `\($0)`?" } ?? "write \(composition.componentFolder)/\(name).html")
    }
    return false
  }

  // MARK: Elements

  /// An element that composition acts on; the answer is the piece after what was dealt with.
  private mutating func element(_ index: Int, _ frame: Frame, _ scope: Scope, _ otherwise: inout Bool?) -> Int {
    let scan = frame.fragment.scan
    let piece = scan.pieces[index]
    let end = max(index, piece.partner) + 1
    let previous = otherwise
    otherwise = nil
    if frame.fragment.frontMatter?.contains(index) == true || piece.name == .param && frame.slots != nil {
      return end
    }
    if let attribute = scan.attribute(piece, CompositionNames.otherwise) {
      guard isClosed(index, "t:else", frame) else { return end }
      guard let previous else {
        report(
          .elseWithoutIf, "`t:else` follows no element with `t:if`", frame.fragment, attribute.sourceRange,
          help: "put it on the element right after the one with `t:if`")
        return end
      }
      if !previous { return end }
    }
    if let attribute = scan.attribute(piece, CompositionNames.loop) {
      guard let scopes = loop(attribute, frame, scope), isClosed(index, "t:static", frame) else { return end }
      for inner in scopes {
        if isStopped { break }
        iterations += 1
        guard iterations <= Self.maximumIterations else {
          report(
            .compositionLimit, "loops go round more than \(Self.maximumIterations) times", frame.fragment, piece.range,
            help: "spread a long list over several pages")
          isStopped = true
          break
        }
        _ = conditional(index, frame, inner)
        checkSize(frame, piece.range)
      }
      return end
    }
    if scan.attribute(piece, CompositionNames.condition) != nil {
      otherwise = conditional(index, frame, scope).map { !$0 }
      return end
    }
    if scan.attribute(piece, CompositionNames.otherwise) != nil {
      _ = conditional(index, frame, scope)
      return end
    }
    return plain(index, frame, scope)
  }

  /// Whether an element ends where its author says; reports it otherwise.
  private mutating func isClosed(_ index: Int, _ what: String, _ frame: Frame) -> Bool {
    let piece = frame.fragment.scan.pieces[index]
    if piece.partner >= 0 || piece.name.asciiLowercased.isVoidElement || piece.name == CompositionNames.include {
      return true
    }
    if piece.isSelfClosing, keepsCase { return true }
    report(
      .compositionUnclosed, "`<\(piece.name)>` with \(what) is not closed", frame.fragment, piece.range,
      help: "write `</\(piece.name)>` where it ends")
    return false
  }

  /// What an answer that may only be known at run time is.
  enum Answer<Value> {
    case value(Value)
    /// The client's: it stays.
    case leave
    /// Reported.
    case failed
  }

  /// An element under its condition: put out whole, or left out; `nil` where the condition was reported.
  private mutating func conditional(_ index: Int, _ frame: Frame, _ scope: Scope) -> Bool? {
    let scan = frame.fragment.scan
    let piece = scan.pieces[index]
    if let attribute = scan.attribute(piece, CompositionNames.condition) {
      guard let holds = condition(attribute, frame, scope), isClosed(index, "t:if", frame) else { return nil }
      if !holds { return false }
    }
    let end = max(index, piece.partner) + 1
    if piece.name == .template, piece.partner >= 0 {
      process(index + 1..<piece.partner, frame, scope)
    } else {
      let next = plain(index, frame, scope)
      if next < end { process(next..<end, frame, scope) }
    }
    return true
  }

  /// An element whose loops and conditions have been dealt with.
  private mutating func plain(_ index: Int, _ frame: Frame, _ scope: Scope) -> Int {
    let scan = frame.fragment.scan
    let piece = scan.pieces[index]
    let end = max(index, piece.partner) + 1
    let contents = index + 1..<max(index + 1, piece.partner)
    if piece.name == CompositionNames.include {
      include(index, contents, frame, scope)
      return end
    }
    if piece.name == .slot, frame.slots != nil {
      slot(index, contents, frame, scope)
      return end
    }
    if composition.components.isEmpty == false, isComponent(piece, frame) {
      component(index, contents, frame, scope)
      return end
    }
    if frame.collects, isCollected(piece, scan) {
      collect(index, contents, frame, scope)
      return end
    }
    if piece.name == .title, !documents.isEmpty, !frame.collects, !isTitleOfPage(frame), let title = innermostTitle,
      title.frame !== frame
    {
      process(title.range, title.frame, title.scope)
      return end
    }
    var inner = scope
    for name in [CompositionNames.clientLoop, CompositionNames.clientData] where isToken {
      guard let text = scan.value(piece, name), let header = try? LoopHeader(text) else { continue }
      inner.dynamic.formUnion([header.item, header.index ?? "index"])
    }
    startTag(index, frame, inner)
    if scan.attribute(piece, CompositionNames.message) != nil, piece.partner < 0 {
      reportNoContents(piece, frame)
    } else if let attribute = scan.attribute(piece, CompositionNames.message) {
      message(attribute, piece, frame, scope)
      output.copy(scan.pieces[piece.partner].range, of: frame.fragment.source)
      return end
    }
    guard inner.dynamic.count != scope.dynamic.count, piece.partner >= 0 else { return index + 1 }
    process(contents, frame, inner)
    output.copy(scan.pieces[piece.partner].range, of: frame.fragment.source)
    return end
  }

  /// Reports `t:text` on an element whose contents have no certain end, or that has none.
  private mutating func reportNoContents(_ piece: MarkupPiece, _ frame: Frame) {
    let isVoid = piece.name.asciiLowercased.isVoidElement || piece.isSelfClosing && keepsCase
    report(
      .compositionUnclosed,
      isVoid
        ? "`<\(piece.name)>` has no contents that `t:text` could fill" : "`<\(piece.name)>` with t:text is not closed",
      frame.fragment, piece.range,
      help: isVoid
        ? "name the attribute that the message goes to, such as `t:text-alt`" : "write `</\(piece.name)>` where it ends"
    )
  }

  private func isTitleOfPage(_ frame: Frame) -> Bool { documents.contains { $0.frame === frame } && frame.slots == nil }

  private var innermostTitle: (range: Range<Int>, frame: Frame, scope: Scope)? {
    for part in documents { if let title = part.title { return (title, part.frame, part.scope) } }
    return nil
  }

  // MARK: Start tags

  /// Writes a start tag with its values filled and its URLs as seen from the page.
  private mutating func startTag(_ index: Int, _ frame: Frame, _ scope: Scope) {
    let piece = frame.fragment.scan.pieces[index]
    var added: [(name: String, value: String, range: Range<Int>)] = []
    if let mark = frame.mark { added.append(("data-of", mark, piece.range)) }
    if (piece.name == .html || piece.name == .body) && !frame.collects { added += merged(piece, frame) }
    if piece.name == .html, !frame.collects, let language {
      added.append(("lang", language, piece.range))
      let isSet =
        frame.fragment.scan.attribute(piece, CompositionNames.dir) != nil || added.contains { $0.name == "dir" }
      // What is written for the page's first language says nothing of the others.
      if derived?.language != nil, isSet || Self.isRightToLeft(language) {
        added.removeAll { $0.name == "dir" }
        added.append(("dir", Self.isRightToLeft(language) ? "rtl" : "ltr", piece.range))
      } else if Self.isRightToLeft(language), !isSet {
        added.append(("dir", "rtl", piece.range))
      }
    }
    tag(piece, named: nil, frame, scope, dropping: [], adding: added)
  }

  /// Whether a language is written from right to left.
  static func isRightToLeft(_ language: String) -> Bool {
    cicu_is_right_to_left(language) != 0
  }

  /// The attributes that pages give their layout's `<html>` and `<body>`.
  private func merged(_ piece: MarkupPiece, _ frame: Frame) -> [(name: String, value: String, range: Range<Int>)] {
    var result: [(name: String, value: String, range: Range<Int>)] = []
    var layouts = documents.map(\.frame.fragment)
    layouts.append(frame.fragment)
    for part in documents.reversed() where part.frame !== frame {
      let fragment = part.frame.fragment
      let index = piece.name == .html ? fragment.html : fragment.body
      guard index >= 0 else { continue }
      let parameters = Set(layouts.flatMap { $0.parameters.map { attributeName($0.name) } })
      for attribute in fragment.scan.pieces[index].attributes.map({ fragment.scan.attributes[$0] })
      where attribute.name != .layout && !parameters.contains(attribute.name) {
        result.removeAll { $0.name == attribute.name.string }
        result.append((attribute.name.string, fragment.scan.value(attribute), piece.range))
      }
    }
    return result
  }

  /// Writes a start tag.
  ///
  /// - Parameters:
  ///   - name: another name than the tag's.
  ///   - dropped: attributes that are left out, beside composition's own.
  ///   - added: attributes that are put last, over those of the same name.
  mutating func tag(
    _ piece: MarkupPiece, named name: String?, _ frame: Frame, _ scope: Scope, dropping dropped: Set<Name>,
    adding added: [(name: String, value: String, range: Range<Int>)]
  ) {
    let scan = frame.fragment.scan
    let source = frame.fragment.source
    output.insert("<" + (name ?? piece.name.string), for: piece.range, of: source)
    var replaced = Set(added.map { Name($0.name) })
    // What a message fills is not there twice.
    for index in piece.attributes { if let name = messageTarget(scan.attributes[index].name) { replaced.insert(name) } }
    for index in piece.attributes where !isStopped {
      let attribute = scan.attributes[index]
      if let name = messageTarget(attribute.name) {
        messageAttribute(attribute, name, piece, frame, scope)
        continue
      }
      if dropped.contains(attribute.name) || replaced.contains(attribute.name) { continue }
      if isOwn(attribute, piece) { continue }
      let range = attribute.sourceRange
      output.insert(" ", for: range.lowerBound..<range.lowerBound, of: source)
      if let value = filled(attribute, of: piece, frame, scope) {
        output.insert("\(attribute.name)=\"\(Self.escaped(value, inAttribute: true))\"", for: range, of: source)
      } else {
        output.copy(range, of: source)
      }
    }
    for attribute in added {
      output.insert(
        " \(attribute.name)=\"\(Self.escaped(attribute.value, inAttribute: true))\"", for: attribute.range, of: source)
    }
    output.insert(piece.isSelfClosing ? "/>" : ">", for: piece.range, of: source)
  }

  /// Whether an attribute is composition's, dealt with before the tag is written.
  private func isOwn(_ attribute: Document.Attribute, _ piece: MarkupPiece) -> Bool {
    switch attribute.name {
    case CompositionNames.loop, CompositionNames.condition, CompositionNames.otherwise, CompositionNames.message:
      return true
    case .slot: return piece.range.lowerBound == slotPlace
    default: return attribute.name.string.hasPrefix("t:arg-")
    }
  }
}
