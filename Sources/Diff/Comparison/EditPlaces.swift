import PageFormat

/// Where edits of pages are written: the file and line of the nodes that were edited.
struct EditPlaces {
  let old: ComparedRelease
  let new: ComparedRelease
  /// The text of a page of the new release as a person wrote it.
  let source: @Sendable (String) -> [UInt8]?
  /// The same of the old release.
  let oldSource: @Sendable (String) -> [UInt8]?
  private var known: [String: NodePlaces] = [:]

  /// Looks for places in two releases.
  init(
    old: ComparedRelease, new: ComparedRelease, source: @escaping @Sendable (String) -> [UInt8]?,
    oldSource: @escaping @Sendable (String) -> [UInt8]?
  ) {
    (self.old, self.new, self.source, self.oldSource) = (old, new, source, oldSource)
  }

  /// The file and line of a node; `nil` where the page is made of other files, or the line is not known.
  mutating func place(ofNode node: Int, on page: String, isOld: Bool) -> (file: String, line: Int)? {
    let key = (isOld ? "old/" : "new/") + page
    if known[key] == nil { known[key] = places(on: page, isOld: isOld) }
    guard let line = known[key]?.line(of: node) else { return nil }
    return (page, line + (isOld && oldSource(page) == nil ? lead(of: page) : 0))
  }

  /// The file and line of the `<link>`, `<style>` or `@import` of a sheet; `nil` where another file than the page has the link.
  func place(ofSheet finding: Finding) -> (file: String, line: Int)? {
    guard let place = finding.source, new.entry("web/" + place.file) != nil, !place.file.hasSuffix(".css") else {
      return finding.source
    }
    let isGone = finding.changes.first?.new == nil
    guard let written = isGone ? oldSource(place.file) : source(place.file) else {
      return (place.file, place.line + lead(of: place.file))
    }
    if finding.element == StyleElement.name {
      func styles(_ page: [UInt8]) -> [MarkupTags.Tag] { MarkupTags(page).list.filter { $0.name == "style" } }
      let shipped = (try? (isGone ? old : new).contents(of: "web/" + place.file)).map(styles) ?? []
      let elements = styles(written)
      guard shipped.count == elements.count, let index = shipped.firstIndex(where: { $0.line == place.line }) else {
        return nil
      }
      return (place.file, elements[index].line)
    }
    let name = finding.element.split(separator: "/").last ?? ""
    let links = MarkupTags(written).list.filter { tag in
      let address = tag.name == "link" ? tag.value(of: "href")?.prefix { $0 != "?" && $0 != "#" } : nil
      return address?.split(separator: "/").last == name
    }
    return links.count == 1 ? (place.file, links[0].line) : nil
  }

  private func places(on page: String, isOld: Bool) -> NodePlaces? {
    let release = isOld ? old : new
    guard let reader = try? release.page(page), let shipped = try? release.contents(of: "web/" + page) else {
      return nil
    }
    let written = source(page)
    if isOld {
      if let before = oldSource(page) { return NodePlaces(PageTree(reader), before) }
      // What the old page was made of is unknown; where the new one is a file of its own, the old one was.
      if let written, !isPlain(page, written) { return nil }
      return NodePlaces(PageTree(reader), shipped)
    }
    return NodePlaces(PageTree(reader), written ?? shipped)
  }

  /// Whether a page ships as it is written, except for white space and line ends.
  private func isPlain(_ page: String, _ written: [UInt8]) -> Bool {
    guard let shipped = try? new.contents(of: "web/" + page) else { return false }
    let (before, after) = (MarkupTags(written).list.count, MarkupTags(shipped).list.count)
    // Parsers add `html`, `head`, `body` and `tbody`.
    return before > 0 && before <= after && after - before <= 3 + before / 20
  }

  /// How many lines a page as it was written has more before its first tag than as it ships: parsers drop the white space there.
  func lead(of page: String) -> Int {
    guard let bytes = try? new.contents(of: "web/" + page), let text = source(page) else { return 0 }
    let (shipped, written) = (DocumentStart(bytes), DocumentStart(text))
    guard shipped.firstTag == written.firstTag, let before = shipped.firstTagLine, let line = written.firstTagLine
    else {
      return 0
    }
    return max(0, line - before)
  }
}
